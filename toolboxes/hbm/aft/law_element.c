/* The alternating frequency-time method for a force law f(x, v) of d displacements, v = omega x': the motion,
 * the force law at every sample, and the operations that harmonic balance requests. */
#include "law_element_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

static void free_element(void *self)
{
    rdg_law_element *e = self;
    rdg_aft_free(e->aft);
    rdg_law_bridge_free(e->bridge);
    rdg_free(e->own);
    rdg_free(e->value);
    rdg_free(e->by);
    rdg_free(e->rest);
    rdg_free(e->z);
    rdg_free(e->record);
    rdg_free(e->local);
    rdg_free(e);
}

/* x and dx/dtau at z. Force and derivatives are requested one after the other at the same state. */
static void move(rdg_law_element *e, const rdg_basis *basis, const double *z)
{
    const rdg_index nc = basis->n_coefficients, d = e->law.d;
    const size_t bytes = (size_t)e->n * sizeof *z;
    if (e->has_motion && memcmp(e->z, z, bytes) == 0) {
        return;
    }
    memcpy(e->z, z, bytes);
    for (rdg_index j = 0; j < d; j++) {
        rdg_aft_synthesize(e->aft, basis, z + nc * j, 0, j);
        rdg_aft_synthesize(e->aft, basis, z + nc * j, 1, d + j);
        if (e->adds_rest && e->rest[j] != 0.0) {
            double *x = rdg_law_x(e, j);
            for (rdg_index s = 0; s < e->samples; s++) {
                x[s] += e->rest[j];
            }
        }
    }
    e->has_motion = true;
    e->has_record = false;
}

static int sample(rdg_law_element *e, double omega)
{
    if (e->law.pure && e->has_record && e->omega == omega) {
        return 0;
    }
    e->omega = omega;
    const int status = e->kind.sample(e);
    e->has_record = status == 0;
    return status;
}

static int weigh(rdg_law_element *e, const rdg_basis *basis, const double *lambda)
{
    for (rdg_index j = 0; j < e->law.d; j++) {
        rdg_aft_synthesize_weight(e->aft, basis, lambda + basis->n_coefficients * j, 2 * e->law.d + j);
    }
    return e->kind.weigh(e);
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    rdg_law_element *e = self;
    move(e, basis, z);
    rdg_law_swap(e);
    int status = sample(e, omega);
    if (status == 0 && result->hessian) {
        status = weigh(e, basis, result->lambda);
    }
    rdg_law_swap(e);
    if (status != 0) {
        return status;
    }
    if (result->force) {
        rdg_sampled_force(e, basis, result->force);
    }
    if (result->jacobian) {
        rdg_sampled_jacobian(e, basis, result->jacobian);
    }
    if (result->hessian) {
        rdg_sampled_hessian(e, basis, result->hessian);
    }
    if (result->damping) {
        rdg_sampled_damping(e, basis, result->damping);
    }
    return 0;
}

static int slope(void *self, const rdg_basis *basis, const double *z, double omega,
                 const rdg_element_slope *given)
{
    rdg_law_element *e = self;
    move(e, basis, z);
    rdg_law_swap(e);
    int status = sample(e, omega);
    status = status == 0 ? weigh(e, basis, given->lambda) : status;
    rdg_law_swap(e);
    if (status == 0) {
        rdg_sampled_slope(e, basis, given);
    }
    return status;
}

static void set(void *self, int which, double value)
{
    rdg_law_element *e = self;
    double *at = e->value ? &e->value[which] : rdg_law_number_at(e, which);
    e->has_record = e->has_record && *at == value;
    *at = value;
}

static int numbers(void *self, const rdg_basis *basis, const double *z, double omega,
                   const rdg_element_parameters *answer)
{
    rdg_law_element *e = self;
    move(e, basis, z);
    e->has_record = e->has_record && e->omega == omega;
    e->omega = omega;
    rdg_law_swap(e);
    const int status = rdg_sampled_numbers(e, basis, answer);
    rdg_law_swap(e);
    return status;
}

/* Numbers of its own for an instance: in a copy of the data, or, where they may not be copied, put there
 * while the force law is requested. */
static rdg_status take_numbers(rdg_context *ctx, rdg_law_element *e)
{
    const rdg_index n = e->law.n_numbers;
    if (n == 0) {
        return RDG_OK;
    }
    e->ctx = ctx;
    e->number = e->law.number;
    e->given = e->law.data;
    if (e->law.data_size > 0) {
        e->own = rdg_context_calloc(ctx, 1, e->law.data_size);
        RDG_TRY(rdg_error_status(ctx));
        e->law.data = memcpy(e->own, e->given, e->law.data_size);
        return RDG_OK;
    }
    e->value = rdg_context_calloc(ctx, (size_t)n, sizeof *e->value);
    for (rdg_index k = 0; e->value && k < n; k++) {
        e->value[k] = *e->number[k].value;
    }
    return rdg_error_status(ctx);
}

/* The force law of an element as one of force. */
static rdg_status find_law(rdg_context *ctx, const rdg_element *element, rdg_law_element *e)
{
    if (element->kind.time == &rdg_force_law_in_time) {
        e->law = *(const rdg_force_law *)element->self;
        RDG_TRY(take_numbers(ctx, e));
    } else {
        e->bridge = rdg_law_bridge_create(ctx, element);
        RDG_TRY(rdg_error_status(ctx));
        e->law = rdg_law_bridge_law(e->bridge);
    }
    e->kind = e->law.scalar ? rdg_law_scalar_kind : rdg_law_vector_kind(e->law.d);
    return RDG_OK;
}

static rdg_index choose_samples(const rdg_force_law *law, const rdg_basis *basis)
{
    const rdg_index least = rdg_aft_least_samples(basis);
    return law->samples == 0      ? rdg_aft_default_samples(basis, law->degree)
           : law->samples > least ? law->samples
                                  : least;
}

/* A polynomial of degree p has no harmonic above p H: none is taken for one of the basis. */
static bool is_exact(const rdg_force_law *law, const rdg_basis *basis)
{
    const rdg_index highest = basis->harmonic[basis->n_harmonics - 1];
    return law->degree > 0 && choose_samples(law, basis) > (law->degree + 1) * highest;
}

static rdg_status fill(rdg_context *ctx, const rdg_basis *basis, const double *rest, rdg_law_element *e)
{
    const rdg_index d = e->law.d;
    e->n = d * basis->n_coefficients;
    e->adds_rest = rest && !basis->has_static;
    e->rest = rdg_context_calloc(ctx, (size_t)d, sizeof(double));
    e->z = rdg_context_calloc(ctx, (size_t)e->n, sizeof(double));
    e->record = rdg_context_calloc(ctx, (size_t)(e->samples * e->kind.record), sizeof(double));
    e->local = rdg_context_calloc(ctx, (size_t)(5 * d + RDG_LAW_PAIRS * d * d), sizeof(double));
    RDG_TRY(rdg_error_status(ctx));
    if (rest) {
        memcpy(e->rest, rest, (size_t)d * sizeof *rest);
    }
    e->aft = rdg_aft_create(ctx, "rdg_hbm_create", e->samples, rdg_law_small(e) + 2 * d);
    return rdg_error_status(ctx);
}

static void *make(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest,
                  bool refined)
{
    rdg_law_element *e = rdg_context_calloc(ctx, 1, sizeof *e);
    if (!e) {
        return NULL;
    }
    rdg_status status = find_law(ctx, self, e);
    const bool is_needed = status == RDG_OK && !(refined && is_exact(&e->law, basis));
    if (is_needed) {
        e->samples = (refined ? RDG_REFINEMENT : 1) * choose_samples(&e->law, basis);
        status = fill(ctx, basis, rest, e);
    }
    if (status != RDG_OK || !is_needed) {
        free_element(e);
        return NULL;
    }
    return e;
}

static void *create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    return make(self, ctx, basis, rest, false);
}

static void *create_refined(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    return make(self, ctx, basis, rest, true);
}

static rdg_status check(const void *self, rdg_context *ctx, const char *where, const char *name,
                        const rdg_basis *basis)
{
    const rdg_element *element = self;
    if (element->kind.time != &rdg_force_law_in_time) {
        return RDG_OK;
    }
    const rdg_force_law *law = element->self;
    const rdg_index least = rdg_aft_least_samples(basis);
    if (law->samples != 0 && law->samples < least) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "element \"%s\" has %lld samples a period: harmonic %d needs %lld or more; 0 chooses",
                        name, (long long)law->samples, basis->harmonic[basis->n_harmonics - 1],
                        (long long)least);
    }
    return RDG_OK;
}

/* Such an element has no memory. */
static bool starts_at_rest(const void *self)
{
    (void)self;
    return false;
}

const rdg_law_in_frequency rdg_law_sampled = {.check = check,
                                              .create = create,
                                              .create_refined = create_refined,
                                              .free_instance = free_element,
                                              .evaluate = evaluate,
                                              .slope = slope,
                                              .starts_at_rest = starts_at_rest,
                                              .set = set,
                                              .numbers = numbers};
