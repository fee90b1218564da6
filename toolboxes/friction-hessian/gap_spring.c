/* Unilateral spring: with g = k (x - gap) + preload, closed where g > 0,
 *
 *     F = k W X + (preload - k gap) w,   K = k W,   lambda : Hes = sum_j k^2 (lambda . r H_j) / |g'_j| H_j
 * H_j^T,
 *
 * W = r int_closed H H^T, w = r int_closed H, and H_j, g'_j at the zeros of g, at which it opens or closes.
 */
#include "gap_spring_impl.h"

#include "element_check_impl.h"
#include "moments_impl.h"

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Its numbers, in this order. */
enum { SPRING_K, SPRING_GAP, SPRING_PRELOAD, SPRING_NUMBERS };

static const rdg_element_parameter number[SPRING_NUMBERS] = {
    [SPRING_K] = {"k", "N/m", offsetof(rdg_gap_spring, k), RDG_ABOVE_ZERO, NULL},
    [SPRING_GAP] = {"gap", "m", offsetof(rdg_gap_spring, gap), -INFINITY, NULL},
    [SPRING_PRELOAD] = {"preload", "N", offsetof(rdg_gap_spring, preload), -INFINITY, NULL}};

typedef struct gap_spring {
    rdg_gap_spring law; /* without names */
    double rest;        /* static displacement, m */
    rdg_series series;
    double *memory; /* all arrays below */
    double *z;      /* [n] the displacement that the rest belongs to */
    bool known;     /* whether it does */
    rdg_signal g;
    rdg_moments closed;
    double *product; /* [n * n] W */
    rdg_index n_zeros;
    double *zero;   /* [2 top] ascending */
    double *vector; /* [n] */
} gap_spring;

/* Arrays in one piece of memory; with memory NULL only count. */
static size_t lay_out(gap_spring *e, double *memory)
{
    const rdg_index n = e->series.n, top = e->series.top;
    const struct {
        double **array;
        rdg_index count;
    } parts[] = {{&e->z, n},
                 {&e->g.coef, 2 * e->series.n_harmonics},
                 {&e->closed.c, 2 * top + 1},
                 {&e->closed.d, 2 * top + 1},
                 {&e->product, n * n},
                 {&e->zero, 2 * top},
                 {&e->vector, n}};
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].array = memory ? memory + used : NULL;
        used += (size_t)parts[i].count;
    }
    return used;
}

/* What the force is at x = 0. */
static double offset(const gap_spring *e)
{
    return rdg_gap_spring_closed_force(&e->law, e->series.has_static ? 0.0 : e->rest);
}

/* false: not finite */
static bool load(gap_spring *e, const double *z)
{
    const rdg_index first = e->series.has_static;
    double size = 0.0;
    memcpy(e->z, z, sizeof *z * (size_t)e->series.n);
    e->g.mean = offset(e) + (first ? e->law.k * z[0] : 0.0);
    for (rdg_index i = first; i < e->series.n; i++) {
        e->g.coef[i - first] = e->law.k * z[i];
        size += fabs(e->g.coef[i - first]);
    }
    return isfinite(size) && isfinite(e->g.mean);
}

static double force_at(gap_spring *e, double tau, double *slope)
{
    double jet[RDG_JET];
    rdg_series_turn(&e->series, tau, 2 * e->series.top);
    rdg_series_jet(&e->series, &e->g, jet);
    *slope = jet[1];
    return jet[0];
}

/* Whether it is closed from zero i to the next one: requested half-way, where rounding does not matter. */
static bool closed_after(gap_spring *e, rdg_index i)
{
    double slope, a = 0.0, b = 0.0;
    if (e->n_zeros > 0) {
        a = e->zero[i];
        b = i + 1 < e->n_zeros ? e->zero[i + 1] : e->zero[0] + RDG_TURN;
    }
    return force_at(e, 0.5 * (a + b), &slope) > 0.0;
}

static void integrate(gap_spring *e)
{
    rdg_series *s = &e->series;
    bool before = closed_after(e, e->n_zeros - 1);
    rdg_moments_begin(s, &e->closed, before);
    for (rdg_index i = 0; i < e->n_zeros; i++) {
        const bool after = closed_after(e, i);
        if (after != before) {
            rdg_series_turn(s, e->zero[i], 2 * s->top);
            rdg_moments_jump(s, &e->closed, e->zero[i], after ? 1.0 : -1.0);
        }
        before = after;
    }
    rdg_moments_matrix(s, &e->closed, e->product);
}

static int update(gap_spring *e, const double *z)
{
    if (e->known && memcmp(e->z, z, sizeof *z * (size_t)e->series.n) == 0) {
        return 0;
    }
    e->known = load(e, z);
    if (!e->known) {
        return 1;
    }
    e->n_zeros = rdg_series_zeros(&e->series, &e->g, 0, e->zero);
    rdg_sort_instants(e->n_zeros, e->zero);
    integrate(e);
    return 0;
}

static void add_hessian(gap_spring *e, const double *lambda, rdg_index stride, double *hessian)
{
    const rdg_index n = e->series.n;
    double *H = e->vector, slope;
    for (rdg_index z = 0; z < e->n_zeros; z++) {
        force_at(e, e->zero[z], &slope);
        if (slope == 0.0) {
            continue; /* it touches only */
        }
        rdg_series_read(&e->series, H);
        const double factor =
            e->law.k * e->law.k * rdg_series_contracted(&e->series, lambda, H) / fabs(slope);
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < n; i++) {
                hessian[i + stride * j] += factor * H[i] * H[j];
            }
        }
    }
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    gap_spring *e = self;
    const rdg_index n = e->series.n;
    (void)omega; /* a spring does not know how fast it is pressed */
    if (!rdg_series_fits(&e->series, basis)) {
        return -1;
    }
    if (update(e, z) != 0) {
        return 1;
    }
    if (result->force) {
        memset(result->force, 0, sizeof(double) * (size_t)n);
        rdg_moments_multiply(&e->series, e->law.k, e->product, z, result->force);
        rdg_moments_add_vector(&e->series, &e->closed, offset(e), result->force);
    }
    if (result->jacobian) {
        for (rdg_index i = 0; i < n * n; i++) {
            result->jacobian[i] = e->law.k * e->product[i];
        }
        memset(result->jacobian + n * n, 0, sizeof(double) * (size_t)n);
    }
    if (result->hessian) {
        memset(result->hessian, 0, sizeof(double) * (size_t)((n + 1) * (n + 1)));
        add_hessian(e, result->lambda, n + 1, result->hessian);
    }
    return 0;
}

static void set(void *instance, int which, double value)
{
    gap_spring *e = instance;
    double *const of[] = {
        [SPRING_K] = &e->law.k, [SPRING_GAP] = &e->law.gap, [SPRING_PRELOAD] = &e->law.preload};
    e->known = e->known && *of[which] == value;
    *of[which] = value;
}

/* dg/dp at x = 0: g = k (x - gap) + preload */
static double offset_by(const gap_spring *e, int which)
{
    const double rest = e->series.has_static ? 0.0 : e->rest;
    return which == SPRING_K ? rest - e->law.gap : which == SPRING_GAP ? -e->law.k : 1.0;
}

/* slope W z + offset w */
static void force_by(gap_spring *e, double slope, double offset, const double *z, double *force)
{
    memset(force, 0, sizeof *force * (size_t)e->series.n);
    rdg_moments_multiply(&e->series, slope, e->product, z, force);
    rdg_moments_add_vector(&e->series, &e->closed, offset, force);
}

/* dg/dp at an instant of the basis H */
static double g_by(const gap_spring *e, int which, const double *z, const double *H)
{
    return offset_by(e, which) + (which == SPRING_K ? rdg_dot(e->series.n, z, H) : 0.0);
}

/* What the force law itself states, lambda . d2F with the instants held: that of k z is W^T lambda, of k gap
 * -lambda . w. */
static void fill_direct(gap_spring *e, const rdg_element_parameters *answer)
{
    const rdg_index n = e->series.n;
    for (rdg_index k = 0; answer->mixed && k < answer->n; k++) {
        double *mixed = answer->mixed + (n + 1) * k;
        memset(mixed, 0, sizeof *mixed * (size_t)(n + 1));
        for (rdg_index j = 0; j < n && answer->which[k] == SPRING_K; j++) {
            mixed[j] = rdg_dot(n, answer->lambda, e->product + n * j);
        }
    }
    for (rdg_index i = 0; answer->second && i < answer->n * answer->n; i++) {
        const int a = answer->which[i % answer->n], b = answer->which[i / answer->n];
        const bool pair = (a == SPRING_K && b == SPRING_GAP) || (a == SPRING_GAP && b == SPRING_K);
        answer->second[i] = 0.0;
        if (pair) {
            force_by(e, 0.0, -1.0, e->z, e->vector);
            answer->second[i] = rdg_dot(n, answer->lambda, e->vector);
        }
    }
}

/* The motion of the instants: (lambda . r H) g_a g_b / |g'| for any two a, b of z and p, as in the Hessian.
 */
static void add_instants(gap_spring *e, const double *z, const rdg_element_parameters *answer)
{
    const rdg_index n = e->series.n;
    double *H = e->vector, slope;
    for (rdg_index i = 0; i < e->n_zeros; i++) {
        force_at(e, e->zero[i], &slope);
        if (slope == 0.0) {
            continue;
        }
        rdg_series_read(&e->series, H);
        const double factor = rdg_series_contracted(&e->series, answer->lambda, H) / fabs(slope);
        for (rdg_index k = 0; k < answer->n; k++) {
            const double by = factor * g_by(e, answer->which[k], z, H);
            for (rdg_index j = 0; answer->mixed && j < n; j++) {
                answer->mixed[j + (n + 1) * k] += by * e->law.k * H[j];
            }
            for (rdg_index l = 0; answer->second && l < answer->n; l++) {
                answer->second[l + answer->n * k] += by * g_by(e, answer->which[l], z, H);
            }
        }
    }
}

static int numbers(void *instance, const rdg_basis *basis, const double *z, double omega,
                   const rdg_element_parameters *answer)
{
    gap_spring *e = instance;
    (void)omega;
    if (!rdg_series_fits(&e->series, basis)) {
        return -1;
    }
    if (update(e, z) != 0) {
        return 1;
    }
    for (rdg_index k = 0; answer->force && k < answer->n; k++) {
        force_by(e, answer->which[k] == SPRING_K, offset_by(e, answer->which[k]), z,
                 answer->force + e->series.n * k);
    }
    if (answer->mixed || answer->second) {
        fill_direct(e, answer);
        add_instants(e, z, answer);
    }
    return 0;
}

static void free_instance(void *instance)
{
    gap_spring *e = instance;
    rdg_series_clear(&e->series);
    rdg_free(e->memory);
    rdg_free(e);
}

static void *create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    gap_spring *e = rdg_context_calloc(ctx, 1, sizeof *e);
    if (!e) {
        return NULL;
    }
    if (rdg_series_make(&e->series, ctx, "rdg_gap_spring_add", basis) == RDG_OK) {
        e->memory = rdg_context_calloc(ctx, lay_out(e, NULL), sizeof(double));
    }
    if (!e->memory) {
        free_instance(e);
        return NULL;
    }
    lay_out(e, e->memory);
    e->law = *(const rdg_gap_spring *)self;
    e->rest = rest ? rest[0] : 0.0;
    return e;
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_gap_spring *spring)
{
    if (!spring) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the spring is NULL: pass an rdg_gap_spring");
    }
    const char *type = "gap spring", *name = rdg_element_called(spring->name, spring->at);
    const char *stiffness = spring->k < 0.0
                                ? "a negative stiffness has a tensile force; it must be positive (N/m)"
                                : "a spring without stiffness has no force; it must be positive "
                                  "(N/m)";
    const rdg_checked_number numbers[] = {
        {"stiffness k", spring->k, spring->k >= number[SPRING_K].least, stiffness},
        {"gap", spring->gap, true, NULL},
        {"preload", spring->preload, true, NULL}};
    RDG_TRY(rdg_element_check_at(ctx, where, type, name, "", "at", spring->at));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        RDG_TRY(rdg_element_check_number(ctx, where, type, name, numbers[i]));
    }
    return RDG_OK;
}

static bool starts_at_rest(const void *self)
{
    (void)self;
    return false; /* it has no slider */
}

rdg_status rdg_gap_spring_add(rdg_structure *s, const rdg_gap_spring *spring)
{
    static const rdg_law_in_frequency in_frequency = {.create = create,
                                                      .free_instance = free_instance,
                                                      .evaluate = evaluate,
                                                      .starts_at_rest = starts_at_rest,
                                                      .set = set,
                                                      .numbers = numbers};
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(ctx, __func__, spring));
    rdg_gap_spring law = *spring;
    law.name = law.at = law.parameters = NULL;
    return rdg_element_add(s,
                           &(rdg_element){.name = spring->name,
                                          .parameters = spring->parameters,
                                          .d = 1,
                                          .at = &spring->at,
                                          .kind = {.type = "gap spring",
                                                   .time = &rdg_gap_spring_in_time,
                                                   .frequency = &in_frequency,
                                                   .n_numbers = SPRING_NUMBERS,
                                                   .number = number},
                                          .self = &law,
                                          .size = sizeof law},
                           __func__);
}
