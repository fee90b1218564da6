/* Monitors and special points of a spectrum, which they share. */
#include "spectrum_impl.h"

#include <ridgewalk/moving.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

/* Eigenvalues nearer to the boundary of stability than this share of the norm may lie on either side. */
static const double undecided = 1e-5;

/* Real eigenvalues nearer to zero than this share of the norm are zero up to what a branch point is located
 * to.
 */
static const double zero = 1e-7;

/* Unstable eigenvalues; real ones that are zero up to rounding, as at a branch point, are left out. */
typedef struct unstable_count {
    rdg_critical_count decided;
    rdg_index zeros;
} unstable_count;

/* Is eigenvalue i real, or one of a pair that rounding has made of two equal real ones? */
static bool is_real(const rdg_spectrum *s, rdg_index i, double beyond)
{
    const double split = 1e-6;
    return fabs(s->im[i]) <= split * fabs(beyond);
}

/* Of the last decomposition. False: eigenvalues other than real ones that are zero may lie on either side. */
static bool count_decided(const rdg_spectrum *s, unstable_count *count)
{
    bool is_decided = true;
    *count = (unstable_count){.zeros = 0};
    for (rdg_index i = 0; i < s->n; i++) {
        const double beyond = s->is_map ? hypot(s->re[i], s->im[i]) - 1.0 : s->re[i];
        const bool is_flip = s->is_map && s->re[i] < 0.0 && s->im[i] == 0.0;
        const bool real = is_real(s, i, beyond) || s->im[i] == 0.0;
        const bool is_zero = real && !is_flip && fabs(beyond) <= zero * rdg_spectrum_size(s);
        const bool is_unstable = beyond > 0.0 && !is_zero;
        is_decided = is_decided && (is_zero || fabs(beyond) > undecided * rdg_spectrum_size(s));
        count->zeros += is_zero;
        count->decided.flips += is_unstable && is_flip;
        count->decided.real += is_unstable && real && !is_flip;
        count->decided.pairs += is_unstable && !real && s->im[i] > 0.0;
    }
    return is_decided;
}

static bool count_unstable(rdg_spectrum *s, const rdg_chart *at, unstable_count *count)
{
    *count = (unstable_count){.zeros = 0};
    return rdg_spectrum_decompose(s, at->u) == 0 && !s->unknown && count_decided(s, count);
}

/* A bifurcation changes the number of unstable pairs, or of unstable real eigenvalues where these meet; a
 * neutral saddle changes none. Real eigenvalues that are zero at one end explain as large a change; zero at
 * both ends, as along a curve of folds, they explain none. */
static bool may_bifurcate(rdg_problem *p, const rdg_chart *before, const rdg_chart *after, void *data)
{
    unstable_count from, to;
    if (rdg_run_locates_neutral_saddles(p) || !count_unstable(data, before, &from) ||
        !count_unstable(data, after, &to) || from.decided.pairs != to.decided.pairs ||
        from.decided.flips != to.decided.flips) {
        return true;
    }
    if (from.zeros > 0 && to.zeros > 0) {
        return from.zeros != to.zeros || from.decided.real != to.decided.real;
    }
    return from.decided.real > to.decided.real + to.zeros || to.decided.real > from.decided.real + from.zeros;
}

static rdg_status add_event(rdg_spectrum *s, const rdg_event_definition *event)
{
    rdg_event_definition own = *event;
    own.data = s;
    return rdg_add_event(s->problem, &own);
}

/* Along a curve of Hopf points, or of neutral saddles, the sum of the pair stays zero. Requested at every
 * chart: most are sorted out by their eigenvalues. */
bool rdg_spectrum_is_on_hopf_curve(rdg_spectrum *s, const rdg_chart *at)
{
    rdg_critical c;
    const double sum = fabs(at->mu[s->hopf]);
    return rdg_spectrum_decompose(s, at->u) == 0 && sum < 1e-7 * s->norm &&
           rdg_spectrum_bases(s, RDG_SPECTRUM_SUM, &c) == 0 && sum < 1e-7 * sqrt(rdg_critical_square(&c));
}

static bool is_on_hopf_curve(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    return rdg_spectrum_is_on_hopf_curve(data, at);
}

/* Is a real eigenvalue zero there, up to rounding? */
static bool has_zero(rdg_spectrum *s, const rdg_chart *at)
{
    const double rounding = 1e-8;
    bool has = false;
    const bool known = rdg_spectrum_decompose(s, at->u) == 0;
    for (rdg_index i = 0; known && i < s->n; i++) {
        has = has || (s->im[i] == 0.0 && fabs(s->re[i]) <= rounding * rdg_spectrum_size(s));
    }
    return has;
}

/* Is none of the others smaller than the pair? */
static bool pair_is_least(const rdg_spectrum *s, const rdg_critical *c)
{
    bool is_least = c->size == 2;
    for (rdg_index i = 0; i < s->n; i++) {
        const double square = s->re[i] * s->re[i] + s->im[i] * s->im[i];
        is_least = is_least && (i == c->i || i == c->j || square > fabs(c->product));
    }
    return is_least;
}

/* Are both eigenvalues of the pair zero, without a change of the number of unstable pairs? Two real ones then
 * cross at once, as at a branch point of multiplicity 2: that is no pair with a frequency. */
static bool is_double_zero(rdg_spectrum *s, const rdg_chart *before, const rdg_chart *at,
                           const rdg_chart *after)
{
    unstable_count count[2];
    rdg_critical c = {.size = 0};
    const rdg_chart *end[2] = {before, after};
    for (int i = 0; i < 2; i++) {
        if (rdg_spectrum_decompose(s, end[i]->u) != 0) {
            return false;
        }
        count_decided(s, &count[i]);
    }
    if (count[0].decided.pairs != count[1].decided.pairs || rdg_spectrum_decompose(s, at->u) != 0) {
        return false;
    }
    rdg_spectrum_critical(s, RDG_SPECTRUM_SUM, &c);
    return c.size == 2 &&
           fmax(hypot(s->re[c.i], s->im[c.i]), hypot(s->re[c.j], s->im[c.j])) <= zero * rdg_spectrum_size(s);
}

/* On a curve of folds one eigenvalue is zero, up to rounding: two are where the sum of the pair is that it
 * belongs to. Beside a pair that it does not belong to it is the smaller one. How small the product of the
 * pair is states nothing: by the entries of the matrix, which depend on the units of the states, a frequency
 * may be as small. */
static const char *judge_hopf(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                              const rdg_chart *after, void *data)
{
    rdg_spectrum *s = data;
    rdg_critical c = {.size = 0};
    if (has_zero(s, before) && has_zero(s, after) && rdg_spectrum_decompose(s, at->u) == 0) {
        rdg_spectrum_critical(s, RDG_SPECTRUM_SUM, &c);
        if (pair_is_least(s, &c)) {
            return "BTP";
        }
    }
    return at->mu[s->omega2] > 0.0 && !is_double_zero(s, before, at, after) ? "HB"
                                                                            : rdg_spectrum_neutral_saddle(p);
}

static rdg_status add_equilibrium_monitors(rdg_spectrum *s)
{
    RDG_TRY(rdg_move_along(s->problem, rdg_spectrum_follow, s));
    if (s->n < 2) {
        return RDG_OK;
    }
    RDG_TRY(
        rdg_spectrum_add_monitor(s, "hopf", rdg_spectrum_hopf_f, rdg_spectrum_hopf_df, RDG_ACTIVE, &s->hopf));
    RDG_TRY(rdg_spectrum_add_monitor(s, "omega2", rdg_spectrum_omega2_f, rdg_spectrum_omega2_df, RDG_ACTIVE,
                                     &s->omega2));
    RDG_TRY(rdg_checkpoint_along(s->problem, "pair", rdg_spectrum_remember, s));
    RDG_TRY(add_event(s, &(rdg_event_definition){.type = "HB",
                                                 .parameter = "hopf",
                                                 .between = may_bifurcate,
                                                 .check = judge_hopf,
                                                 .factors = rdg_spectrum_hopf_factors}));
    return add_event(
        s, &(rdg_event_definition){.type = "BTP", .parameter = "omega2", .where = is_on_hopf_curve});
}

/* Where a map keeps areas the product of a pair is 1 everywhere, but for rounding and what its computation
 * leaves: that is no event. */
static bool has_product(rdg_problem *p, const rdg_chart *at, void *data)
{
    const double noise = 1e-9;
    const rdg_spectrum *s = data;
    return fabs(at->mu[s->torus]) > noise && rdg_spectrum_has_meaning(p, at, data);
}

static rdg_status add_map_monitors(rdg_spectrum *s)
{
    const rdg_event_where where = s->source.where || s->source.eigenvalues ? rdg_spectrum_has_meaning : NULL;
    RDG_TRY(rdg_move_along(s->problem, rdg_spectrum_forget, s));
    RDG_TRY(rdg_spectrum_add_monitor(s, "pd", rdg_spectrum_pd_f, rdg_spectrum_pd_df, RDG_ACTIVE, NULL));
    RDG_TRY(add_event(s, &(rdg_event_definition){.type = "PD",
                                                 .parameter = "pd",
                                                 .where = where,
                                                 .check = rdg_spectrum_judge_flip,
                                                 .factors = rdg_spectrum_pd_factors}));
    if (s->n < 2) {
        return RDG_OK;
    }
    RDG_TRY(rdg_spectrum_add_monitor(s, "ns", rdg_spectrum_ns_f, rdg_spectrum_ns_df, RDG_ACTIVE, &s->torus));
    RDG_TRY(add_event(s, &(rdg_event_definition){.type = "NS",
                                                 .parameter = "ns",
                                                 .where = has_product,
                                                 .between = may_bifurcate,
                                                 .check = rdg_spectrum_judge_torus,
                                                 .factors = rdg_spectrum_ns_factors}));
    return rdg_spectrum_add_resonances(s);
}

/* What the decompositions work in. */
static rdg_status allocate(rdg_spectrum *s)
{
    rdg_context *ctx = rdg_problem_context(s->problem);
    const size_t n = (size_t)s->n;
    s->n_work = 8 * s->n + 16;
    for (int i = 0; i < RDG_KEPT_EIGENVALUES; i++) {
        s->kept[i].at = rdg_context_calloc(ctx, (size_t)s->nu, sizeof(double));
        s->kept[i].re = rdg_context_calloc(ctx, n, sizeof(double));
        s->kept[i].im = rdg_context_calloc(ctx, n, sizeof(double));
    }
    s->v = rdg_context_calloc(ctx, n, sizeof(double));
    s->work = rdg_context_calloc(ctx, (size_t)s->n_work, sizeof(double));
    s->select = rdg_context_calloc(ctx, n, sizeof *s->select);
    s->iwork = rdg_context_calloc(ctx, n, sizeof *s->iwork);
    double **square[] = {&s->J, &s->T, &s->Q, &s->T2, &s->Q2};
    for (size_t i = 0; i < sizeof square / sizeof *square; i++) {
        *square[i] = rdg_context_calloc(ctx, n * n, sizeof(double));
    }
    double **vectors[] = {&s->schur_re, &s->schur_im, &s->V, &s->W};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, 2 * n, sizeof(double));
    }
    return rdg_error_status(ctx);
}

static rdg_status fill(rdg_spectrum *s)
{
    RDG_TRY(allocate(s));
    RDG_TRY(rdg_spectrum_add_monitor(s, "unstable", rdg_spectrum_unstable, NULL, RDG_REGULAR, NULL));
    RDG_TRY(rdg_spectrum_add_count(s));
    return s->is_map ? add_map_monitors(s) : add_equilibrium_monitors(s);
}

rdg_status rdg_spectrum_create(rdg_problem *p, const rdg_spectrum_source *source, rdg_spectrum **spectrum)
{
    rdg_spectrum *s = rdg_context_calloc(rdg_problem_context(p), 1, sizeof *s);
    *spectrum = s;
    if (!s) {
        if (source->free_data) {
            source->free_data(source->data);
        }
        return RDG_ERR_NO_MEMORY;
    }
    *s = (rdg_spectrum){.source = *source,
                        .is_map = source->is_map,
                        .users = 1,
                        .problem = p,
                        .n = source->n,
                        .nu = rdg_variable_count(p),
                        .hopf = -1,
                        .omega2 = -1,
                        .torus = -1};
    const rdg_status status = fill(s);
    rdg_spectrum_leave(s); /* the monitors have it now */
    return status;
}

rdg_status rdg_add_spectrum(rdg_problem *p, const rdg_spectrum_source *source)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_spectrum *ignored = NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (!source || !source->matrix || !source->slope || source->n < 1) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "a spectrum needs a matrix, its slope and at least one row");
    }
    return rdg_spectrum_create(p, source, &ignored);
}
