/* An element given by a force law f(x, v) of d displacements, v = omega x': its motion, its law at every
 * sample, and the operations that harmonic balance asks for. */
#include "law_element_impl.h"

#include <string.h>

double *rdg_law_x(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, j);
}

double *rdg_law_dx(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, e->law.kind.d + j);
}

double *rdg_law_mu(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, 2 * e->law.kind.d + j);
}

rdg_index rdg_law_scratch(const rdg_law_element *e)
{
    return 3 * e->law.kind.d;
}

/* Those that are symmetric are kept once, for j <= k. */
rdg_index rdg_law_second(const rdg_law_element *e, rdg_law_pair pair, rdg_index j, rdg_index k)
{
    const rdg_index d = e->law.kind.d, block = 3 * d + 1 + pair * d * d;
    return pair == RDG_LAW_XV || j <= k ? block + j + d * k : block + k + d * j;
}

rdg_index rdg_law_small(const rdg_law_element *e)
{
    const rdg_index d = e->law.kind.d;
    return 3 * d + 1 + RDG_LAW_PAIRS * d * d;
}

double *rdg_law_small_x(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, rdg_law_small(e) + j);
}

double *rdg_law_small_v(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, rdg_law_small(e) + e->law.kind.d + j);
}

static void free_element(void *self)
{
    rdg_law_element *e = self;
    rdg_aft_free(e->aft);
    if (e->law.free_data) {
        e->law.free_data(e->law.data);
    }
    rdg_free(e->rest);
    rdg_free(e->z);
    rdg_free(e->record);
    rdg_free(e->local);
    rdg_free(e);
}

/* x and dx/dtau at z. Force and derivatives are asked for one after the other at the same state. */
static void move(rdg_law_element *e, const rdg_basis *basis, const double *z)
{
    const rdg_index nc = basis->n_coefficients, d = e->law.kind.d;
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
    const int status = e->law.kind.sample(e);
    e->has_record = status == 0;
    return status;
}

static int weigh(rdg_law_element *e, const rdg_basis *basis, const double *lambda)
{
    for (rdg_index j = 0; j < e->law.kind.d; j++) {
        rdg_aft_synthesize_weight(e->aft, basis, lambda + basis->n_coefficients * j, 2 * e->law.kind.d + j);
    }
    return e->law.kind.weigh(e);
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    rdg_law_element *e = self;
    move(e, basis, z);
    int status = sample(e, omega);
    if (status == 0 && result->hessian) {
        status = weigh(e, basis, result->lambda);
    }
    if (status != 0) {
        return status;
    }
    if (result->force) {
        rdg_law_force(e, basis, result->force);
    }
    if (result->jacobian) {
        rdg_law_jacobian(e, basis, result->jacobian);
    }
    if (result->hessian) {
        rdg_law_hessian(e, basis, result->hessian);
    }
    if (result->damping) {
        rdg_law_damping(e, basis, result->damping);
    }
    return 0;
}

static int slope(void *self, const rdg_basis *basis, const double *z, double omega,
                 const rdg_element_slope *given)
{
    rdg_law_element *e = self;
    move(e, basis, z);
    int status = sample(e, omega);
    status = status == 0 ? weigh(e, basis, given->lambda) : status;
    if (status == 0) {
        rdg_law_slope(e, basis, given);
    }
    return status;
}

static void prestress(void *self, const double *rest)
{
    rdg_law_element *e = self;
    memcpy(e->rest, rest, (size_t)e->law.kind.d * sizeof *rest);
    e->has_motion = false;
}

/* An element for a basis; its law->data stay the caller's when it fails. NULL after a failure. */
static rdg_law_element *create(rdg_context *ctx, const char *where, const rdg_law *law,
                               const rdg_basis *basis)
{
    const rdg_index least = rdg_aft_least_samples(basis);
    const rdg_index samples = law->samples == 0      ? rdg_aft_default_samples(basis, law->degree)
                              : law->samples > least ? law->samples
                                                     : least;
    const rdg_index d = law->kind.d;
    rdg_law_element *e = rdg_context_calloc(ctx, 1, sizeof *e);
    if (!e) {
        return NULL;
    }
    e->law = *law;
    e->law.free_data = NULL;
    e->n = d * basis->n_coefficients;
    e->samples = samples;
    e->adds_rest = !basis->has_static;
    e->rest = rdg_context_calloc(ctx, (size_t)d, sizeof(double));
    e->z = rdg_context_calloc(ctx, (size_t)e->n, sizeof(double));
    e->record = rdg_context_calloc(ctx, (size_t)(samples * law->kind.record), sizeof(double));
    e->local = rdg_context_calloc(ctx, (size_t)(5 * d + RDG_LAW_PAIRS * d * d), sizeof(double));
    if (e->rest && e->z && e->record && e->local) {
        e->aft = rdg_aft_create(ctx, where, samples, rdg_law_small(e) + 2 * d);
    }
    if (!e->aft) {
        free_element(e);
        return NULL;
    }
    return e;
}

/* The data stay the original's. In a basis with a static part it is the caller who says where the motion is.
 */
static void *clone(const void *self, rdg_context *ctx, const rdg_basis *basis)
{
    const rdg_law_element *original = self;
    rdg_law_element *e = create(ctx, "rdg_time_element_add", &original->law, basis);
    if (e) {
        memcpy(e->rest, original->rest, (size_t)e->law.kind.d * sizeof *e->rest);
    }
    return e;
}

static rdg_status check(rdg_hbm *hb, const char *where, const char *at, const rdg_law *law)
{
    enum { MOST = 1 << 24 };
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_basis *basis = rdg_hbm_basis(hb);
    const rdg_index least = rdg_aft_least_samples(basis);
    if (law->samples != 0 && (law->samples < least || law->samples > MOST)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %lld samples a period: harmonic %d needs %lld or more "
                        "(at most %d); 0 chooses",
                        at, (long long)law->samples, basis->harmonic[basis->n_harmonics - 1],
                        (long long)least, MOST);
    }
    if (law->degree < 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has degree = %d: give the degree of a polynomial law, or 0",
                        at, law->degree);
    }
    return RDG_OK;
}

/* An element that owns its data from here on; NULL after a failure, when law still owns them. */
static rdg_law_element *create_checked(rdg_hbm *hb, const char *where, const char *at, rdg_law *law)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const bool exact = law->scalar || law->vector, plain = law->plain || law->plain_vector;
    if (exact == plain) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the element at \"%s\" has %s: give one of law and plain", at,
                 exact ? "two force laws" : "no force law");
        return NULL;
    }
    if (check(hb, where, at, law) != RDG_OK ||
        (plain && rdg_law_by_differences(ctx, where, at, law) != RDG_OK)) {
        return NULL;
    }
    rdg_law_element *e = create(ctx, where, law, rdg_hbm_basis(hb));
    if (e) {
        e->law.free_data = law->free_data;
    }
    return e;
}

rdg_status rdg_law_add(rdg_hbm *hb, const char *where, const char *name, const char *type,
                       const char *const *at, const rdg_law *given)
{
    const rdg_element_ops ops = {.type = type ? type : "time element",
                                 .evaluate = evaluate,
                                 .slope = slope,
                                 .prestress = prestress,
                                 .clone = clone,
                                 .free_self = free_element};
    rdg_context *ctx = rdg_hbm_context(hb);
    const bool ready = ctx && rdg_error_status(ctx) == RDG_OK;
    rdg_law law = *given;
    rdg_law_element *e = ready ? create_checked(hb, where, at[0] ? at[0] : "?", &law) : NULL;
    if (!e) {
        if (law.free_data) {
            law.free_data(law.data);
        }
        return ready ? rdg_error_status(ctx) : RDG_ERR_EARLIER;
    }
    return rdg_hbm_add_element(hb, name, law.kind.d, at, &ops, e);
}
