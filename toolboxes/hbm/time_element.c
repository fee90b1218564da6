/* An element with a force law f(x, v), v = omega x', in the frequency domain.
 *
 *     F_i = g_i mean(f phi_i)
 *     dF_i/dz_j = g_i mean(phi_i (f_x phi_j + omega f_v phi_j')),   dF_i/domega = g_i mean(phi_i f_v x')
 *
 * and with mu = sum_i lambda_i g_i phi_i, so that lambda . F = mean(mu f),
 *
 *     zz: mean(mu (f_xx phi phi^T + omega f_xv (phi phi'^T + phi' phi^T) + omega^2 f_vv phi' phi'^T))
 *     z omega: mean(mu f_xv x' phi) + mean(mu (omega f_vv x' + f_v) phi'),   omega omega: mean(mu f_vv x'^2)
 */
#include "aft_impl.h"

#include <ridgewalk/time_element.h>

#include <string.h>

/* The sampled signals of an element. */
enum signal {
    X,        /* displacement */
    DX,       /* its derivative in tau */
    MU,       /* the multipliers' signal */
    FORCE,    /* f */
    FX,       /* f_x */
    FV,       /* f_v */
    FV_DX,    /* f_v x' */
    MU_XX,    /* mu f_xx */
    MU_XV,    /* mu f_xv */
    MU_VV,    /* mu f_vv */
    MU_XV_DX, /* mu f_xv x' */
    MU_MIXED, /* mu (omega f_vv x' + f_v) */
    SIGNALS
};

typedef struct time_element {
    rdg_aft *aft;
    rdg_time_law law;
    void *data;
    void (*free_data)(void *data);
    bool pure;
    rdg_index least; /* samples that its basis needs */
    /* what is known of the last state: x and dx at z; the law's values at z and omega */
    rdg_index n;
    double *z; /* [n] */
    double omega;
    bool has_motion, has_values;
    rdg_law_value *value; /* [samples] */
} time_element;

static void free_time_element(void *self)
{
    time_element *element = self;
    rdg_aft_free(element->aft);
    if (element->free_data) {
        element->free_data(element->data);
    }
    rdg_free(element->z);
    rdg_free(element->value);
    rdg_free(element);
}

/* x and dx/dtau at z. Force and derivatives are asked for one after the other at the same state. */
static void move(time_element *element, const rdg_basis *basis, const double *z)
{
    const size_t bytes = (size_t)element->n * sizeof *z;
    if (element->has_motion && memcmp(element->z, z, bytes) == 0) {
        return;
    }
    memcpy(element->z, z, bytes);
    rdg_aft_synthesize(element->aft, basis, z, 0, X);
    rdg_aft_synthesize(element->aft, basis, z, 1, DX);
    element->has_motion = true;
    element->has_values = false;
}

/* The law at every sample of the motion. */
static int sample_law(time_element *element, double omega)
{
    const double *x = rdg_aft_signal(element->aft, X), *dx = rdg_aft_signal(element->aft, DX);
    if (element->pure && element->has_values && element->omega == omega) {
        return 0;
    }
    element->has_values = false;
    for (rdg_index i = 0; i < rdg_aft_samples(element->aft); i++) {
        element->value[i] = (rdg_law_value){0};
        const int status = element->law(x[i], omega * dx[i], &element->value[i], element->data);
        if (status != 0) {
            return status;
        }
    }
    element->omega = omega;
    element->has_values = true;
    return 0;
}

static void make_force(const time_element *element, const rdg_basis *basis, double *F)
{
    const rdg_aft *aft = element->aft;
    double *force = rdg_aft_signal(aft, FORCE);
    for (rdg_index i = 0; i < rdg_aft_samples(aft); i++) {
        force[i] = element->value[i].f;
    }
    memset(F, 0, (size_t)basis->n_coefficients * sizeof *F);
    if (rdg_aft_analyze(aft, FORCE)) {
        rdg_aft_add_vector(aft, basis, FORCE, true, 1.0, 0, F);
    }
}

static void make_jacobian(const time_element *element, const rdg_basis *basis, double *J)
{
    const rdg_aft *aft = element->aft;
    const rdg_index N = basis->n_coefficients;
    const double *dx = rdg_aft_signal(aft, DX);
    double *fx = rdg_aft_signal(aft, FX), *fv = rdg_aft_signal(aft, FV), *fv_dx = rdg_aft_signal(aft, FV_DX);
    for (rdg_index i = 0; i < rdg_aft_samples(aft); i++) {
        const rdg_law_value *f = &element->value[i];
        fx[i] = f->fx;
        fv[i] = f->fv;
        fv_dx[i] = f->fv * dx[i];
    }
    memset(J, 0, (size_t)(N * (N + 1)) * sizeof *J);
    if (rdg_aft_analyze(aft, FX)) {
        rdg_aft_add_matrix(aft, basis, FX, true, 1.0, 0, 0, J, N);
    }
    if (rdg_aft_analyze(aft, FV)) {
        rdg_aft_add_matrix(aft, basis, FV, true, element->omega, 0, 1, J, N);
    }
    if (rdg_aft_analyze(aft, FV_DX)) {
        rdg_aft_add_vector(aft, basis, FV_DX, true, 1.0, 0, J + N * N);
    }
}

/* C_ij = g_i mean(phi_i f_v phi_j), added to zeros */
static void add_damping(const time_element *element, const rdg_basis *basis, double *C)
{
    const rdg_aft *aft = element->aft;
    double *fv = rdg_aft_signal(aft, FV);
    for (rdg_index i = 0; i < rdg_aft_samples(aft); i++) {
        fv[i] = element->value[i].fv;
    }
    if (rdg_aft_analyze(aft, FV)) {
        rdg_aft_add_matrix(aft, basis, FV, true, 1.0, 0, 0, C, basis->n_coefficients);
    }
}

/* Write the signals of the Hessian; returns the mean of mu f_vv x'^2, which needs no transform. */
static double weigh_second_derivatives(const time_element *element)
{
    const rdg_aft *aft = element->aft;
    const rdg_index samples = rdg_aft_samples(aft);
    const double *dx = rdg_aft_signal(aft, DX), *weight = rdg_aft_signal(aft, MU);
    double *mu_xx = rdg_aft_signal(aft, MU_XX), *mu_xv = rdg_aft_signal(aft, MU_XV);
    double *mu_vv = rdg_aft_signal(aft, MU_VV), *mu_xv_dx = rdg_aft_signal(aft, MU_XV_DX);
    double *mu_mixed = rdg_aft_signal(aft, MU_MIXED);
    double sum = 0.0;
    for (rdg_index i = 0; i < samples; i++) {
        const rdg_law_value *f = &element->value[i];
        const double mu = weight[i];
        mu_xx[i] = mu * f->fxx;
        mu_xv[i] = mu * f->fxv;
        mu_vv[i] = mu * f->fvv;
        mu_xv_dx[i] = mu * f->fxv * dx[i];
        mu_mixed[i] = mu * (element->omega * f->fvv * dx[i] + f->fv);
        sum += mu * f->fvv * dx[i] * dx[i];
    }
    return sum / (double)samples;
}

static void make_hessian(const time_element *element, const rdg_basis *basis, const double *lambda, double *H)
{
    const rdg_aft *aft = element->aft;
    const double omega = element->omega;
    const rdg_index N = basis->n_coefficients, ld = N + 1;
    double *mixed = H + ld * N; /* column of omega */
    rdg_aft_synthesize_weight(aft, basis, lambda, MU);
    const double mean_vv = weigh_second_derivatives(element);
    memset(H, 0, (size_t)(ld * ld) * sizeof *H);
    if (rdg_aft_analyze(aft, MU_XX)) {
        rdg_aft_add_matrix(aft, basis, MU_XX, false, 1.0, 0, 0, H, ld);
    }
    if (rdg_aft_analyze(aft, MU_XV)) {
        rdg_aft_add_matrix(aft, basis, MU_XV, false, omega, 0, 1, H, ld);
        rdg_aft_add_matrix(aft, basis, MU_XV, false, omega, 1, 0, H, ld);
    }
    if (rdg_aft_analyze(aft, MU_VV)) {
        rdg_aft_add_matrix(aft, basis, MU_VV, false, omega * omega, 1, 1, H, ld);
    }
    if (rdg_aft_analyze(aft, MU_XV_DX)) {
        rdg_aft_add_vector(aft, basis, MU_XV_DX, false, 1.0, 0, mixed);
    }
    if (rdg_aft_analyze(aft, MU_MIXED)) {
        rdg_aft_add_vector(aft, basis, MU_MIXED, false, 1.0, 1, mixed);
    }
    for (rdg_index i = 0; i < N; i++) {
        H[N + ld * i] = mixed[i];
    }
    mixed[N] = mean_vv;
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    time_element *element = self;
    move(element, basis, z);
    const int status = sample_law(element, omega);
    if (status != 0) {
        return status;
    }
    if (result->force) {
        make_force(element, basis, result->force);
    }
    if (result->jacobian) {
        make_jacobian(element, basis, result->jacobian);
    }
    if (result->hessian) {
        make_hessian(element, basis, result->lambda, result->hessian);
    }
    if (result->damping) {
        add_damping(element, basis, result->damping);
    }
    return 0;
}

/* Smooth laws other than polynomials have infinitely many harmonics: many samples keep aliasing small. */
static rdg_index default_samples(const rdg_basis *basis)
{
    const rdg_index wanted = 8 * rdg_aft_least_samples(basis);
    return rdg_aft_fast_size(wanted < 128 ? 128 : wanted);
}

static rdg_status check(rdg_hbm *hb, const rdg_time_element *given, rdg_index *samples)
{
    enum { MOST = 1 << 24 };
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_basis *basis = rdg_hbm_basis(hb);
    const char *where = "rdg_time_element_add", *at = given->at ? given->at : "?";
    const rdg_index least = rdg_aft_least_samples(basis);
    *samples = given->samples == 0 ? default_samples(basis) : given->samples;
    if (!given->law) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the element at \"%s\" has no force law", at);
    }
    if (*samples < least || *samples > MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %lld samples a period: harmonic %d needs %lld or more "
                        "(at most %d); 0 chooses",
                        at, (long long)*samples, basis->harmonic[basis->n_harmonics - 1], (long long)least,
                        MOST);
    }
    return RDG_OK;
}

/* An element without data yet; NULL after a failure. */
static time_element *allocate(rdg_context *ctx, const rdg_basis *basis, rdg_index samples)
{
    time_element *element = rdg_context_calloc(ctx, 1, sizeof *element);
    if (!element) {
        return NULL;
    }
    element->n = basis->n_coefficients;
    element->least = rdg_aft_least_samples(basis);
    element->z = rdg_context_calloc(ctx, (size_t)element->n, sizeof *element->z);
    element->value = rdg_context_calloc(ctx, (size_t)samples, sizeof *element->value);
    element->aft = element->z && element->value ? rdg_aft_create(ctx, samples, SIGNALS) : NULL;
    if (!element->aft) {
        free_time_element(element);
        return NULL;
    }
    return element;
}

/* As many samples for the highest harmonic as the original has; its data stay the original's. */
static void *clone(const void *self, rdg_context *ctx, const rdg_basis *basis)
{
    const time_element *original = self;
    const rdg_index samples = rdg_aft_samples(original->aft), least = rdg_aft_least_samples(basis);
    const rdg_index wanted = (samples * least + original->least - 1) / original->least;
    time_element *element = allocate(ctx, basis, wanted == samples ? samples : rdg_aft_fast_size(wanted));
    if (element) {
        element->law = original->law;
        element->data = original->data;
        element->pure = original->pure;
    }
    return element;
}

/* An element that owns its data from here on; NULL after a failure. */
static time_element *create(rdg_hbm *hb, const rdg_time_element *given)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_index samples = 0;
    if (!ctx || rdg_error_status(ctx) != RDG_OK || check(hb, given, &samples) != RDG_OK) {
        return NULL;
    }
    time_element *element = allocate(ctx, rdg_hbm_basis(hb), samples);
    if (element) {
        element->law = given->law;
        element->pure = given->pure;
        element->data = given->data;
        element->free_data = given->free_data;
    }
    return element;
}

rdg_status rdg_time_element_add(rdg_hbm *hb, const rdg_time_element *given)
{
    if (!given) {
        return RDG_FAIL(rdg_hbm_context(hb), RDG_ERR_ARGUMENT, "the element is NULL");
    }
    const rdg_element_ops ops = {.type = given->type ? given->type : "time element",
                                 .evaluate = evaluate,
                                 .clone = clone,
                                 .free_self = free_time_element};
    time_element *element = create(hb, given);
    if (!element) {
        if (given->free_data) {
            given->free_data(given->data);
        }
        const rdg_status status = rdg_error_status(rdg_hbm_context(hb));
        return hb ? status : RDG_ERR_EARLIER;
    }
    return rdg_hbm_add_element(hb, given->name, 1, &given->at, &ops, element);
}
