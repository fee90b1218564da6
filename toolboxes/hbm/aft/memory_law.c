/* Elements with a force law in time that has memory or contact states, and none in frequency: their memory is
 * integrated over periods until it repeats (memory_march_impl.h). The second derivatives are differences of
 * the first.
 */
#include "aft_impl.h"
#include "memory_march_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <pthread.h>
#include <string.h>

typedef struct marched {
    rdg_memory_march march;
    rdg_context *ctx;
    const char *name; /* of the element; lives as long as the structure */
    bool is_reported; /* that its memory does not repeat */
    double *rest;     /* [d] of the structure, m */
    double *z;        /* [N] the last state, with omega */
    double omega;
    bool has_force, has_jacobian;
    rdg_stuck_slider sliders;
    double *moved, *slope; /* [N + 1] each */
    uint64_t sequence;     /* of contact states at the state of which the Hessian is wanted */
} marched;

static void free_element(void *self)
{
    marched *e = self;
    rdg_memory_march_free(&e->march);
    rdg_free(e->rest);
    rdg_free(e->z);
    rdg_free(e->moved);
    rdg_free(e->slope);
    rdg_free(e);
}

/* Once for an element; several may come here in threads. */
static void report(marched *e)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    e->is_reported = true;
    pthread_mutex_lock(&one_at_a_time);
    rdg_write(
        e->ctx, RDG_CHANNEL_WARNING,
        "warning: element \"%s\": its memory does not repeat within %d periods at omega = %.6g rad/s. Such "
        "states count as outside the domain: a memory that fades this slowly needs larger amplitudes, or "
        "direct simulation\n",
        e->name, RDG_MEMORY_PERIODS, e->omega);
    pthread_mutex_unlock(&one_at_a_time);
}

static int march(marched *e, const double *z, double omega, bool derivatives, rdg_stuck_slider sliders)
{
    const bool is_known =
        e->has_force && e->omega == omega && memcmp(e->z, z, (size_t)e->march.N * sizeof *z) == 0;
    if (is_known && (!derivatives || (e->has_jacobian && e->sliders == sliders))) {
        return 0;
    }
    memmove(e->z, z, (size_t)e->march.N * sizeof *z);
    e->omega = omega;
    e->sliders = sliders;
    const int status = rdg_memory_march_periods(&e->march, e->z, omega, derivatives, sliders);
    if (status > 0 && !e->march.repeats && !e->is_reported) {
        report(e);
    }
    e->has_force = status == 0;
    e->has_jacobian = status == 0 && derivatives;
    return status;
}

/* sum_i lambda_i dF_i/d(z, omega) */
static int find_slope(marched *e, const double *at, const double *lambda, rdg_stuck_slider sliders,
                      double *slope)
{
    const rdg_memory_march *m = &e->march;
    const int status = march(e, at, at[m->N], true, sliders);
    for (rdg_index p = 0; status == 0 && p <= m->N; p++) {
        slope[p] = 0.0;
        for (rdg_index i = 0; i < m->N; i++) {
            slope[p] += lambda[i] * m->J[i + m->N * p];
        }
    }
    return status;
}

/* Column p of the Hessian by a difference of fourth order.
 * @param[out] same whether all four states have the sequence of contact states of the state itself */
static int difference(marched *e, const double *z, double omega, const rdg_element_result *result,
                      rdg_index p, double step, bool *same)
{
    static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    const rdg_index N = e->march.N;
    const uint64_t sequence = e->sequence;
    double *column = result->hessian + (N + 1) * p;
    memset(column, 0, (size_t)(N + 1) * sizeof *column);
    *same = true;
    for (int k = 0; k < 4; k++) {
        memcpy(e->moved, z, (size_t)N * sizeof *z);
        e->moved[N] = omega;
        e->moved[p] += place[k] * step;
        const int status = find_slope(e, e->moved, result->lambda, result->sliders, e->slope);
        if (status != 0) {
            return status;
        }
        *same = *same && e->march.sequence == sequence;
        for (rdg_index q = 0; q <= N; q++) {
            column[q] += weight[k] / step * e->slope[q];
        }
    }
    return 0;
}

/* Differences with steps of 2^-10 of the greatest coefficient, and of omega; smaller ones, down to 2^-22,
 * next to a change of the sequence of contact states, where the Hessian jumps. */
static int find_hessian(marched *e, const double *z, double omega, const rdg_element_result *result)
{
    enum { WIDEST = -10, FINER = -3, FINEST = -22 };
    const rdg_index N = e->march.N, ld = N + 1;
    double size = 0.0, *H = result->hessian;
    for (rdg_index i = 0; i < N; i++) {
        size = fmax(size, fabs(z[i]));
    }
    int status = march(e, z, omega, false, result->sliders);
    e->sequence = e->march.sequence;
    memset(H, 0, (size_t)(ld * ld) * sizeof *H);
    for (rdg_index p = 0; p <= N && size > 0.0; p++) {
        bool same = false;
        for (int k = WIDEST; status == 0 && !same && k >= FINEST; k += FINER) {
            status = difference(e, z, omega, result, p, ldexp(p == N ? omega : size, k), &same);
        }
    }
    for (rdg_index p = 0; p <= N; p++) {
        for (rdg_index q = 0; q < p; q++) {
            H[q + ld * p] = H[p + ld * q] = 0.5 * (H[q + ld * p] + H[p + ld * q]);
        }
    }
    return status;
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    marched *e = self;
    const rdg_index N = e->march.N;
    (void)basis;
    if (result->hessian) {
        const int status = find_hessian(e, z, omega, result);
        if (status != 0) {
            return status;
        }
    }
    const int status = march(e, z, omega, result->jacobian || result->damping, result->sliders);
    if (status != 0) {
        return status;
    }
    if (result->force) {
        memcpy(result->force, e->march.F, (size_t)N * sizeof *z);
    }
    if (result->jacobian) {
        memcpy(result->jacobian, e->march.J, (size_t)(N * (N + 1)) * sizeof *z);
    }
    if (result->damping) {
        memcpy(result->damping, e->march.C, (size_t)(N * N) * sizeof *z);
    }
    return 0;
}

/* A memory that moves makes the Jacobian an estimate for small motions of other frequencies. */
static bool remembers(void *self, const rdg_basis *basis, const double *z)
{
    marched *e = self;
    (void)basis;
    return march(e, z, e->omega > 0.0 ? e->omega : 1.0, false, RDG_STUCK_ON_BRANCH) == 0 && e->march.moves;
}

static rdg_index given_samples(const rdg_element *element)
{
    const rdg_law_regimes *regimes = element->kind.time->regimes;
    return regimes->samples ? regimes->samples(element->self) : 0;
}

static void *make(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest, int times)
{
    const rdg_element *element = self;
    const rdg_index given = given_samples(element);
    marched *e = rdg_context_calloc(ctx, 1, sizeof *e);
    if (!e) {
        return NULL;
    }
    e->ctx = ctx;
    e->name = element->name;
    const rdg_index samples = given > 0 ? given : RDG_MEMORY_STAGES * rdg_aft_default_samples(basis, 0);
    e->rest = rdg_context_calloc(ctx, (size_t)element->d, sizeof(double));
    e->march = (rdg_memory_march){.law = element->kind.time,
                                  .self = element->self,
                                  .d = element->d,
                                  .basis = *basis,
                                  .rest = rest && !basis->has_static ? e->rest : NULL,
                                  .rest_of_structure = rest ? e->rest : NULL,
                                  .steps = times * ((samples + RDG_MEMORY_STAGES - 1) / RDG_MEMORY_STAGES)};
    if (e->rest && rest) {
        memcpy(e->rest, rest, (size_t)element->d * sizeof *rest);
    }
    rdg_memory_march_create(ctx, &e->march);
    e->z = rdg_context_calloc(ctx, (size_t)e->march.N, sizeof(double));
    e->moved = rdg_context_calloc(ctx, (size_t)e->march.N + 1, sizeof(double));
    e->slope = rdg_context_calloc(ctx, (size_t)e->march.N + 1, sizeof(double));
    if (rdg_error_status(ctx) != RDG_OK) {
        free_element(e);
        return NULL;
    }
    return e;
}

static void *create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    return make(self, ctx, basis, rest, 1);
}

static void *create_refined(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    return make(self, ctx, basis, rest, RDG_REFINEMENT);
}

static rdg_status check(const void *self, rdg_context *ctx, const char *where, const char *name,
                        const rdg_basis *basis)
{
    const rdg_element *element = self;
    const rdg_law_in_time *law = element->kind.time;
    const rdg_law_regimes *regimes = law->regimes;
    if (!law->force || !regimes->start || !regimes->update || !regimes->rate || !regimes->event_surfaces ||
        !regimes->pass) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, where,
            "element \"%s\" (%s) has contact states, but lacks one of the operations force, start, "
            ".update, .rate, .event_surfaces and .pass",
            name, element->kind.type);
    }
    const rdg_index samples = given_samples(element), least = rdg_aft_least_samples(basis);
    if (samples != 0 && samples < least) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "element \"%s\" has %lld samples a period: harmonic %d needs %lld or more; 0 chooses",
                        name, (long long)samples, basis->harmonic[basis->n_harmonics - 1], (long long)least);
    }
    return RDG_OK;
}

const rdg_law_in_frequency rdg_law_with_memory = {.check = check,
                                                  .create = create,
                                                  .create_refined = create_refined,
                                                  .free_instance = free_element,
                                                  .evaluate = evaluate,
                                                  .remembers = remembers};
