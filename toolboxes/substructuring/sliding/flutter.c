/* The problem of one eigenvalue of a sliding contact. */
#include "flutter_impl.h"

#include <ridgewalk/linear.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const name_of[RDG_FLUTTER_NUMBERS] = {"sigma", "omega", "s", "mu", "damping", "load"};
static const char *const unit_of[RDG_FLUTTER_NUMBERS] = {"1/s", "rad/s", "m", "", "", ""};

static void free_flutter(void *data)
{
    rdg_flutter *o = data;
    if (o) {
        rdg_free(o->memory);
        rdg_free(o);
    }
}

static rdg_status read_numbers(const rdg_sliding *c, const rdg_at *at, double *u)
{
    for (int k = 0; k < RDG_FLUTTER_NUMBERS; k++) {
        u[k] = k == RDG_FLUTTER_SIGMA ? 0.0 : k < RDG_FLUTTER_MU ? NAN : 1.0;
    }
    u[RDG_FLUTTER_MU] = c->mu;
    for (; at && at->name; at++) {
        int k = 0;
        while (k < RDG_FLUTTER_NUMBERS && strcmp(at->name, name_of[k]) != 0) {
            k++;
        }
        if (k == RDG_FLUTTER_NUMBERS) {
            return rdg_fail(c->ctx, RDG_ERR_NAME, "rdg_flutter_problem",
                            "there is no parameter \"%s\"; there are \"sigma\", \"omega\", \"s\", \"mu\", "
                            "\"damping\" and \"load\"",
                            at->name);
        }
        u[k] = at->value;
    }
    for (int k = 0; k < RDG_FLUTTER_NUMBERS; k++) {
        const bool is_positive = k == RDG_FLUTTER_SIGMA || k == RDG_FLUTTER_S || u[k] > 0.0 ||
                                 (k != RDG_FLUTTER_OMEGA && u[k] == 0.0);
        if (!isfinite(u[k]) || !is_positive) {
            return rdg_fail(
                c->ctx, RDG_ERR_ARGUMENT, "rdg_flutter_problem",
                "%s = %g: \"s\" and \"omega\" are needed, numbers must be finite, and none but s and sigma "
                "negative",
                name_of[k], u[k]);
        }
    }
    return RDG_OK;
}

/* The segment of the contact there; it is moved a little where it sits on a non-smooth peak, which is no
 * place to start from */
static rdg_status begin_place(const rdg_flutter *o, double *u)
{
    rdg_sliding *c = o->c;
    rdg_sliding_state at;
    rdg_place place;
    RDG_TRY(rdg_sliding_undeformed(c, u[RDG_FLUTTER_S], &at));
    rdg_place_undeformed(c, u[RDG_FLUTTER_S], at.segment, &place);
    const rdg_place_found found =
        o->shape == RDG_UNDEFORMED
            ? RDG_PLACE_FOUND
            : rdg_place_search(c, (const double[]){u[RDG_FLUTTER_S], u[RDG_FLUTTER_MU], u[RDG_FLUTTER_LOAD]},
                               &place);
    if (found != RDG_PLACE_FOUND) {
        const bool is_held = found == RDG_PLACE_HELD;
        return rdg_fail(c->ctx, is_held ? RDG_ERR_SINGULAR : RDG_ERR_ARGUMENT, "rdg_flutter_problem",
                        "at s = %g m %s", u[RDG_FLUTTER_S],
                        is_held ? "friction holds the slider: no force balances it"
                                : "the deformed contact leaves the polyline");
    }
    u[RDG_FLUTTER_SEGMENT] = (double)place.segment;
    const double inside = fmin(fmax(place.alpha, RDG_FLUTTER_APART), 1.0 - RDG_FLUTTER_APART);
    if (c->interpolation == RDG_SEGMENTS && inside != place.alpha) {
        u[RDG_FLUTTER_S] += (inside - place.alpha) / place.alpha_by[RDG_PLACE_S];
    }
    return RDG_OK;
}

/* The eigenvalue nearest to the predictor in u */
static rdg_status begin_root(rdg_flutter *o, double *u)
{
    rdg_place place;
    const double complex guess = u[RDG_FLUTTER_SIGMA] + u[RDG_FLUTTER_OMEGA] * I;
    rdg_index count = 3;
    if (!rdg_flutter_place(o, u, &place)) {
        return rdg_fail(o->c->ctx, RDG_ERR_SINGULAR, "rdg_flutter_problem",
                        "the contact has no place at s = %g m", u[RDG_FLUTTER_S]);
    }
    rdg_flutter_terms(o, &place, u[RDG_FLUTTER_MU]);
    for (rdg_index i = 0; i < o->modes.n; i++) {
        o->modes.c[i] *= u[RDG_FLUTTER_DAMPING];
        count += o->modes.w2[i] < 1.5 * cabs(guess) * cabs(guess);
    }
    const rdg_index most = 2 * o->modes.n / 3;
    count = count < most ? count : most;
    double complex *p = rdg_context_calloc(o->c->ctx, (size_t)count, sizeof *p);
    rdg_status status = p ? rdg_coupled_lowest(&o->modes, count, p) : RDG_ERR_NO_MEMORY;
    for (rdg_index k = 0, best = 0; status == RDG_OK && k < count; k++) {
        best = cabs(p[k] - guess) < cabs(p[best] - guess) ? k : best;
        u[RDG_FLUTTER_SIGMA] = creal(p[best]);
        u[RDG_FLUTTER_OMEGA] = cimag(p[best]);
    }
    rdg_free(p);
    rdg_coupled_fill(o->c, &o->modes); /* back in their order, without the factor */
    return status;
}

/* A motion that does not move the contact is a pole of g, and no zero. */
static rdg_status check_root(rdg_flutter *o, const double *u)
{
    double y[2] = {0.0, 0.0};
    if (rdg_flutter_f(RDG_FLUTTER_VARIABLES, u, 2, y, o) != 0 || !(hypot(y[0], y[1]) < 1e-3)) {
        return rdg_fail(
            o->c->ctx, RDG_ERR_ARGUMENT, "rdg_flutter_problem",
            "the contact does not feel the motion at %g Hz: it neither grows nor dies out by friction",
            u[RDG_FLUTTER_OMEGA] / (2.0 * RDG_PI));
    }
    return RDG_OK;
}

/* Typical sizes: steps are measured by the decay of the motion and by an element of the target. */
static rdg_status add_numbers(rdg_flutter *o, rdg_problem *p, const double *u)
{
    const rdg_sliding *c = o->c;
    const double length = (c->node_x[c->nodes - 1] - c->node_x[0]) / (double)(c->nodes - 1);
    RDG_TRY(rdg_add_variables(p, "root", 2, u));
    RDG_TRY(rdg_set_typical(p, "root", fmax(1e-3 * u[RDG_FLUTTER_OMEGA], fabs(u[RDG_FLUTTER_SIGMA])), false));
    RDG_TRY(rdg_add_variables(p, "place", 1, u + RDG_FLUTTER_S));
    RDG_TRY(rdg_set_typical(p, "place", length, false));
    RDG_TRY(rdg_add_variables(p, "numbers", 3, u + RDG_FLUTTER_MU));
    RDG_TRY(rdg_set_typical(p, "numbers", 0.1, false));
    if (c->interpolation == RDG_SEGMENTS) {
        RDG_TRY(rdg_add_variables(p, "segment", 1, u + RDG_FLUTTER_SEGMENT));
        RDG_TRY(rdg_set_typical(p, "segment", 1e-3, false)); /* differences stay on it */
    }
    const double unit[] = {1.0, 0.0, 0.0, 1.0};
    RDG_TRY(
        rdg_add_linear_monitor(p, "eigenvalue", 2, 2, (rdg_index[]){0, 1}, unit, NULL, name_of, RDG_ACTIVE));
    RDG_TRY(rdg_add_parameter(p, "s", "place", 0));
    for (int k = RDG_FLUTTER_MU; k < RDG_FLUTTER_NUMBERS; k++) {
        RDG_TRY(rdg_add_parameter(p, name_of[k], "numbers", k - RDG_FLUTTER_MU));
        RDG_TRY(rdg_set_domain(p, name_of[k], 0.0, INFINITY));
    }
    for (int k = 0; k < RDG_FLUTTER_NUMBERS; k++) {
        RDG_TRY(rdg_set_unit(p, name_of[k], unit_of[k]));
    }
    return rdg_set_domain(p, "s", c->node_x[0], c->node_x[c->nodes - 1]);
}

static rdg_status build(rdg_flutter *o, rdg_problem *p, const double *u, bool *taken)
{
    RDG_TRY(add_numbers(o, p, u));
    RDG_TRY(rdg_add_zero(p,
                         &(rdg_function){.name = "flutter",
                                         .n = rdg_variable_count(p),
                                         .m = 2,
                                         .f = rdg_flutter_f,
                                         .df = rdg_flutter_df,
                                         .by_differences = true,
                                         .data = o,
                                         .free_data = free_flutter},
                         RDG_ALL));
    *taken = true;
    return o->c->interpolation == RDG_SEGMENTS ? rdg_flutter_watch_corners(o, p, u) : RDG_OK;
}

static rdg_status begin(rdg_flutter *o, double *u)
{
    RDG_TRY(rdg_flutter_workspace(o));
    RDG_TRY(begin_place(o, u));
    RDG_TRY(begin_root(o, u));
    return check_root(o, u);
}

rdg_problem *rdg_flutter_problem_at(rdg_sliding *c, rdg_sliding_shape shape, const rdg_at *at)
{
    double u[RDG_FLUTTER_VARIABLES] = {0.0};
    bool taken = false;
    if (!c || rdg_error_status(c->ctx) != RDG_OK || read_numbers(c, at, u) != RDG_OK) {
        return NULL;
    }
    if (shape != RDG_UNDEFORMED && shape != RDG_DEFORMED) {
        RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "there is no shape %d, only RDG_UNDEFORMED and RDG_DEFORMED",
                 (int)shape);
        return NULL;
    }
    rdg_flutter *o = rdg_context_calloc(c->ctx, 1, sizeof *o);
    if (!o) {
        return NULL;
    }
    *o = (rdg_flutter){.c = c, .shape = shape};
    rdg_problem *p = begin(o, u) == RDG_OK ? rdg_problem_create(c->ctx) : NULL;
    if (p) {
        if (build(o, p, u, &taken) == RDG_OK) {
            return p;
        }
        rdg_problem_free(p);
    }
    if (!taken) {
        free_flutter(o);
    }
    return NULL;
}
