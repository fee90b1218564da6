/* Boundaries of continuous slip and of stick.
 *
 * Both have the form |numerator| = beta denominator, with sums that have no pole (limit.c); with beta =
 * tan(angle)
 *
 *   (sin(angle) denominator - cos(angle) numerator) / hypot(numerator, denominator) = 0
 *
 * is smooth where beta vanishes and where it is infinite. A lobe of continuous slip has, besides, G'(tau) =
 * 0, or tau = 0 where slip ends at its start. */
#include "regimes_impl.h"

#include <ridgewalk/description.h>
#include <ridgewalk/frozen.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* The scale of P G */
static double size_of(const rdg_limit *l)
{
    double square = 0.0;
    for (rdg_index i = 0; i < l->n; i++) {
        square += l->q[i].f * l->q[i].f + l->g[i].f * l->g[i].f;
    }
    return square > 0.0 ? sqrt(square) : 1.0;
}

static bool is_domain(const rdg_regime *o, const double *u)
{
    /* the angle turns by half a turn at each resonance of what is stuck */
    return u[RDG_REGIME_R1] > 0.0 && fabs(u[RDG_REGIME_ANGLE]) < 100.0 &&
           (o->which == RDG_STUCK || u[RDG_REGIME_LOBE] == 0.0 || fabs(u[RDG_REGIME_TAU]) < 3.14159);
}

/* The fraction and its scale; false: there is none. */
static bool find_fraction(rdg_regime *o, const double *u, rdg_fraction *f, double *scale)
{
    if (!is_domain(o, u)) {
        return false;
    }
    rdg_regime_fraction_at(o, u, f);
    *scale = hypot(f->numerator.f, f->denominator.f);
    return *scale > 0.0;
}

static int boundary(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_regime *o = data;
    rdg_fraction f;
    double scale = 0.0;
    (void)n;
    if (!find_fraction(o, u, &f, &scale)) {
        return 1;
    }
    y[0] = (sin(u[RDG_REGIME_ANGLE]) * f.denominator.f - cos(u[RDG_REGIME_ANGLE]) * f.numerator.f) / scale;
    if (m > 1) {
        y[1] = u[RDG_REGIME_LOBE] == 0.0 ? u[RDG_REGIME_TAU] : f.lobe.slope.f / size_of(&o->limit);
    }
    return 0;
}

/* On the boundary the first equation is 0, so that its scale's own change does not count there; off it
 * Newton's method needs no more. The second one's scale is taken as constant for the same reason. */
static int boundary_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_regime *o = data;
    rdg_fraction f;
    double scale = 0.0;
    (void)n;
    if (!find_fraction(o, u, &f, &scale)) {
        return 1;
    }
    const double sine = sin(u[RDG_REGIME_ANGLE]) / scale;
    const double cosine = cos(u[RDG_REGIME_ANGLE]) / scale;
    const double value = sine * f.denominator.f - cosine * f.numerator.f;
    /* d(a/s) = da/s - (a/s) ds/s, s ds = numerator dnumerator + denominator ddenominator */
    const double by_numerator = -cosine - value * f.numerator.f / (scale * scale);
    const double by_denominator = sine - value * f.denominator.f / (scale * scale);
    values[m * RDG_REGIME_R1] = by_numerator * f.numerator.d + by_denominator * f.denominator.d;
    values[m * RDG_REGIME_MU] = by_denominator * f.by_mu;
    values[m * RDG_REGIME_ANGLE] = cosine * f.denominator.f + sine * f.numerator.f;
    if (m > 1) {
        values[m * RDG_REGIME_TAU] = by_denominator * f.by_tau;
        values[1 + m * RDG_REGIME_TAU] = 1.0;
        if (u[RDG_REGIME_LOBE] != 0.0) {
            const double size = size_of(&o->limit);
            double growth = 0.0;
            for (rdg_index i = 0; i < o->limit.n; i++) {
                growth += o->limit.q[i].f * o->limit.q[i].d + o->limit.g[i].f * o->limit.g[i].d;
            }
            values[1 + m * RDG_REGIME_TAU] = f.lobe.bend / size;
            values[1 + m * RDG_REGIME_R1] =
                f.lobe.slope.d / size - f.lobe.slope.f * growth / (size * size * size);
        }
    }
    return 0;
}

static int beta_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = fabs(tan(u[0]));
    return 0;
}

static int beta_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    const double tangent = tan(u[0]);
    values[0] = copysign(1.0 + tangent * tangent, tangent);
    return 0;
}

/* The lobe is what it is eliminated at. */
static int stays(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    y[0] = 0.0;
    return 0;
}

static void free_regime(void *data)
{
    rdg_regime *o = data;
    if (o) {
        rdg_limit_release(&o->limit);
        rdg_free(o);
    }
}

static rdg_status read_numbers(const rdg_coulomb *c, const rdg_at *at, double *u)
{
    u[RDG_REGIME_R1] = NAN;
    u[RDG_REGIME_MU] = c->ratio;
    for (; at && at->name; at++) {
        if (strcmp(at->name, "r1") != 0 && strcmp(at->name, "mu") != 0) {
            return rdg_fail(c->ctx, RDG_ERR_NAME, "rdg_regime_problem",
                            "there is no parameter \"%s\"; there are \"r1\" and \"mu\"", at->name);
        }
        u[strcmp(at->name, "r1") == 0 ? RDG_REGIME_R1 : RDG_REGIME_MU] = at->value;
    }
    if (!(u[RDG_REGIME_R1] > 0.0) || !(u[RDG_REGIME_MU] >= 1.0) ||
        !isfinite(u[RDG_REGIME_R1] + u[RDG_REGIME_MU])) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, "rdg_regime_problem",
                        "r1 = %g, mu = %g: r1 is needed, > 0, and mu >= 1", u[RDG_REGIME_R1],
                        u[RDG_REGIME_MU]);
    }
    return RDG_OK;
}

static rdg_status add_numbers(rdg_regime *o, rdg_problem *p, const double *u, bool *taken)
{
    const bool is_continuous = o->which == RDG_CONTINUOUS;
    RDG_TRY(rdg_add_variables(p, "p", 3, u));
    if (is_continuous) {
        RDG_TRY(rdg_add_variables(p, "tau", 1, u + RDG_REGIME_TAU));
        RDG_TRY(rdg_add_variables(p, "lobe", 1, u + RDG_REGIME_LOBE));
    }
    RDG_TRY(rdg_add_parameter(p, "r1", "p", RDG_REGIME_R1));
    RDG_TRY(rdg_add_parameter(p, "mu", "p", RDG_REGIME_MU));
    RDG_TRY(rdg_set_domain(p, "r1", 0.0, INFINITY));
    RDG_TRY(rdg_set_domain(p, "mu", 1.0, INFINITY));
    RDG_TRY(rdg_add_monitor(
        p,
        &(rdg_function){.name = "beta", .n = 1, .m = 1, .f = beta_f, .df = beta_df, .by_differences = true},
        (rdg_index[]){RDG_REGIME_ANGLE}, NULL, RDG_INACTIVE));
    RDG_TRY(rdg_add_zero(p,
                         &(rdg_function){.name = "boundary",
                                         .n = is_continuous ? RDG_REGIME_VARIABLES : 3,
                                         .m = is_continuous ? 2 : 1,
                                         .f = boundary,
                                         .df = boundary_df,
                                         .by_differences = true,
                                         .data = o,
                                         .free_data = free_regime},
                         RDG_ALL));
    *taken = true;
    return rdg_describe_problem(p, NULL, rdg_coulomb_describe, o->c);
}

static rdg_status build(rdg_regime *o, rdg_problem *p, const double *u, bool *taken)
{
    RDG_TRY(add_numbers(o, p, u, taken));
    RDG_TRY(rdg_regime_watch_zeros(o, p));
    if (o->which == RDG_STUCK) {
        return RDG_OK;
    }
    RDG_TRY(rdg_add_zero(p,
                         &(rdg_function){.name = "lobe", .n = 1, .m = 1, .f = stays, .by_differences = true},
                         (rdg_index[]){RDG_REGIME_LOBE}));
    RDG_TRY(rdg_regime_freeze_lobe(p, u));
    return rdg_regime_watch_corners(o, p);
}

rdg_problem *rdg_regime_problem_at(rdg_coulomb *c, rdg_regime_boundary which, const rdg_at *at)
{
    double u[RDG_REGIME_VARIABLES] = {0.0};
    bool taken = false;
    if (rdg_coulomb_check_undamped(c, __func__, 1.0, 0.0) != RDG_OK || read_numbers(c, at, u) != RDG_OK) {
        return NULL;
    }
    if (which != RDG_CONTINUOUS && which != RDG_STUCK) {
        RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "there is no boundary %d, only RDG_CONTINUOUS and RDG_STUCK",
                 (int)which);
        return NULL;
    }
    rdg_regime *o = rdg_context_calloc(c->ctx, 1, sizeof *o);
    if (!o) {
        return NULL;
    }
    *o = (rdg_regime){.c = c, .which = which};
    rdg_problem *p = rdg_limit_workspace(c, &o->limit) == RDG_OK ? rdg_problem_create(c->ctx) : NULL;
    if (p) {
        rdg_regime_begin(o, u);
        if (build(o, p, u, &taken) == RDG_OK) {
            return p;
        }
        rdg_problem_free(p);
    }
    if (!taken) {
        free_regime(o);
    }
    return NULL;
}
