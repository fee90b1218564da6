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
} time_element;

static void free_time_element(void *self)
{
    time_element *element = self;
    rdg_aft_free(element->aft);
    if (element->free_data) {
        element->free_data(element->data);
    }
    rdg_free(element);
}

/* What is asked for, and the mean of mu f_vv x'^2 that needs no transform. */
typedef struct sampling {
    double omega;
    bool force, jacobian, hessian;
    double mean_vv;
} sampling;

/* Write the signals that are asked for at one sample. */
static void store(const rdg_aft *aft, rdg_index i, const rdg_law_value *f, sampling *s)
{
    const double dx = rdg_aft_signal(aft, DX)[i];
    if (s->force) {
        rdg_aft_signal(aft, FORCE)[i] = f->f;
    }
    if (s->jacobian) {
        rdg_aft_signal(aft, FX)[i] = f->fx;
        rdg_aft_signal(aft, FV)[i] = f->fv;
        rdg_aft_signal(aft, FV_DX)[i] = f->fv * dx;
    }
    if (s->hessian) {
        const double mu = rdg_aft_signal(aft, MU)[i];
        rdg_aft_signal(aft, MU_XX)[i] = mu * f->fxx;
        rdg_aft_signal(aft, MU_XV)[i] = mu * f->fxv;
        rdg_aft_signal(aft, MU_VV)[i] = mu * f->fvv;
        rdg_aft_signal(aft, MU_XV_DX)[i] = mu * f->fxv * dx;
        rdg_aft_signal(aft, MU_MIXED)[i] = mu * (s->omega * f->fvv * dx + f->fv);
        s->mean_vv += mu * f->fvv * dx * dx / (double)rdg_aft_samples(aft);
    }
}

static int sample_law(const time_element *element, sampling *s)
{
    const double *x = rdg_aft_signal(element->aft, X), *dx = rdg_aft_signal(element->aft, DX);
    for (rdg_index i = 0; i < rdg_aft_samples(element->aft); i++) {
        rdg_law_value value = {0};
        const int status = element->law(x[i], s->omega * dx[i], &value, element->data);
        if (status != 0) {
            return status;
        }
        store(element->aft, i, &value, s);
    }
    return 0;
}

static void make_jacobian(const rdg_aft *aft, const rdg_basis *basis, double omega, double *J)
{
    const rdg_index N = basis->n_coefficients;
    memset(J, 0, (size_t)(N * (N + 1)) * sizeof *J);
    if (rdg_aft_analyze(aft, FX)) {
        rdg_aft_add_matrix(aft, basis, FX, true, 1.0, 0, 0, J, N);
    }
    if (rdg_aft_analyze(aft, FV)) {
        rdg_aft_add_matrix(aft, basis, FV, true, omega, 0, 1, J, N);
    }
    if (rdg_aft_analyze(aft, FV_DX)) {
        rdg_aft_add_vector(aft, basis, FV_DX, true, 1.0, 0, J + N * N);
    }
}

static void make_hessian(const rdg_aft *aft, const rdg_basis *basis, const sampling *s, double *H)
{
    const rdg_index N = basis->n_coefficients, ld = N + 1;
    double *mixed = H + ld * N; /* column of omega */
    memset(H, 0, (size_t)(ld * ld) * sizeof *H);
    if (rdg_aft_analyze(aft, MU_XX)) {
        rdg_aft_add_matrix(aft, basis, MU_XX, false, 1.0, 0, 0, H, ld);
    }
    if (rdg_aft_analyze(aft, MU_XV)) {
        rdg_aft_add_matrix(aft, basis, MU_XV, false, s->omega, 0, 1, H, ld);
        rdg_aft_add_matrix(aft, basis, MU_XV, false, s->omega, 1, 0, H, ld);
    }
    if (rdg_aft_analyze(aft, MU_VV)) {
        rdg_aft_add_matrix(aft, basis, MU_VV, false, s->omega * s->omega, 1, 1, H, ld);
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
    mixed[N] = s->mean_vv;
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    const time_element *element = self;
    const rdg_aft *aft = element->aft;
    sampling s = {.omega = omega,
                  .force = result->force != NULL,
                  .jacobian = result->jacobian != NULL,
                  .hessian = result->hessian != NULL};
    rdg_aft_synthesize(aft, basis, z, 0, X);
    rdg_aft_synthesize(aft, basis, z, 1, DX);
    if (s.hessian) {
        rdg_aft_synthesize_weight(aft, basis, result->lambda, MU);
    }
    const int status = sample_law(element, &s);
    if (status != 0) {
        return status;
    }
    if (result->force) {
        memset(result->force, 0, (size_t)basis->n_coefficients * sizeof *result->force);
        if (rdg_aft_analyze(aft, FORCE)) {
            rdg_aft_add_vector(aft, basis, FORCE, true, 1.0, 0, result->force);
        }
    }
    if (result->jacobian) {
        make_jacobian(aft, basis, omega, result->jacobian);
    }
    if (result->hessian) {
        make_hessian(aft, basis, &s, result->hessian);
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

/* An element that owns its data from here on; NULL after a failure. */
static time_element *create(rdg_hbm *hb, const rdg_time_element *given)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_index samples = 0;
    if (!ctx || rdg_error_status(ctx) != RDG_OK || check(hb, given, &samples) != RDG_OK) {
        return NULL;
    }
    time_element *element = rdg_context_calloc(ctx, 1, sizeof *element);
    if (!element) {
        return NULL;
    }
    element->law = given->law;
    element->aft = rdg_aft_create(ctx, samples, SIGNALS);
    if (!element->aft) {
        free_time_element(element);
        return NULL;
    }
    element->data = given->data;
    element->free_data = given->free_data;
    return element;
}

rdg_status rdg_time_element_add(rdg_hbm *hb, const rdg_time_element *given)
{
    if (!given) {
        return RDG_FAIL(rdg_hbm_context(hb), RDG_ERR_ARGUMENT, "the element is NULL");
    }
    const rdg_element_ops ops = {.type = given->type ? given->type : "time element",
                                 .evaluate = evaluate,
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
