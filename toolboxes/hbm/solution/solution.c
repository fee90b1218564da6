/* What is known from a solution: sizes, single harmonics, all degrees of freedom, the linear response. */
#include "hbm_impl.h"

#include <ridgewalk/dense_solve.h>
#include <ridgewalk/finite.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/sparse_solve.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

rdg_index rdg_hbm_unknowns(rdg_hbm *hb)
{
    return rdg_hbm_close(hb) == RDG_OK ? hb->m : 0;
}

rdg_index rdg_hbm_kept(rdg_hbm *hb, const rdg_index **dof)
{
    if (rdg_hbm_close(hb) != RDG_OK) {
        return 0;
    }
    if (dof) {
        *dof = hb->kept;
    }
    return hb->n_kept;
}

const rdg_function *rdg_hbm_function(rdg_hbm *hb)
{
    return rdg_hbm_close(hb) == RDG_OK ? &hb->function : NULL;
}

/* Where a degree of freedom lies in Q for a harmonic: the cosine part. */
static rdg_status find_place(rdg_hbm *hb, const char *where, const char *at, int harmonic, rdg_index dof,
                             rdg_index *index)
{
    if (hb->place[dof] < 0) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" of \"%s\" is condensed: put a sensor on it, or use rdg_hbm_expand", at,
                        rdg_structure_name(hb->structure));
    }
    *index = rdg_hbm_coefficient(&hb->basis, harmonic) * hb->n_kept + hb->place[dof];
    return RDG_OK;
}

/* A named displacement in a harmonic: its terms. */
static rdg_status find_displacement(rdg_hbm *hb, const char *where, const char *at, int harmonic,
                                    rdg_index *n, const rdg_index **dof, const double **weight)
{
    RDG_TRY(rdg_hbm_close(hb));
    RDG_TRY(rdg_hbm_check_harmonic(hb, where, harmonic, ""));
    return rdg_structure_displacement(hb->structure, where, at, n, dof, weight);
}

rdg_status rdg_hbm_places(rdg_hbm *hb, const char *where, const char *at, int harmonic, rdg_index n,
                          rdg_index *index)
{
    rdg_index terms = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(find_displacement(hb, where, at, harmonic, &terms, &dof, &weight));
    RDG_NEED(hb->ctx, index, RDG_ERR_ARGUMENT);
    if (n != terms) {
        return rdg_fail(hb->ctx, RDG_ERR_SIZE, where, "\"%s\" of \"%s\" has %" PRId64 " terms, not %" PRId64,
                        at, rdg_structure_name(hb->structure), terms, n);
    }
    for (rdg_index i = 0; i < n; i++) {
        RDG_TRY(find_place(hb, where, at, harmonic, dof[i], &index[i]));
    }
    return RDG_OK;
}

rdg_status rdg_hbm_harmonic(rdg_hbm *hb, const char *at, int harmonic, const double *Q, double *cosine,
                            double *sine)
{
    const char *where = "rdg_hbm_harmonic";
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(find_displacement(hb, where, at, harmonic, &n, &dof, &weight));
    RDG_NEED(hb->ctx, Q, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, cosine, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, sine, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(hb->ctx, where, "Q", hb->m, Q));
    *cosine = 0.0;
    *sine = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        rdg_index index = 0;
        RDG_TRY(find_place(hb, where, at, harmonic, dof[i], &index));
        *cosine += weight[i] * Q[index];
        *sine += harmonic > 0 ? weight[i] * Q[index + hb->n_kept] : 0.0;
    }
    return RDG_OK;
}

rdg_status rdg_hbm_expand(rdg_hbm *hb, int harmonic, double omega, double alpha, const double *Q,
                          double *full)
{
    const char *where = "rdg_hbm_expand";
    RDG_TRY(rdg_hbm_close(hb));
    RDG_TRY(rdg_hbm_check_harmonic(hb, where, harmonic, ""));
    RDG_NEED(hb->ctx, Q, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, full, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(hb->ctx, where, "Q", hb->m, Q));
    if (!isfinite(omega) || !isfinite(alpha)) {
        return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where, "omega = %g, alpha = %g", omega, alpha);
    }
    const rdg_index nk = hb->n_kept;
    const double *kept = Q + rdg_hbm_coefficient(&hb->basis, harmonic) * nk; /* [cos; sin] in Q's order */
    if (harmonic == 0) {
        memset(hb->vector, 0, 2 * (size_t)nk * sizeof *hb->vector); /* 2 nk <= 2 m; no sine part */
        memcpy(hb->vector, kept, (size_t)nk * sizeof *kept);
        kept = hb->vector;
    }
    if (!hb->stiffness.condensation) { /* all are kept, in order */
        memcpy(full, kept, 2 * (size_t)nk * sizeof *full);
        return RDG_OK;
    }
    if (rdg_hbm_expand_loaded(hb, harmonic, omega, alpha, kept, full) != 0) {
        return rdg_fail(hb->ctx, RDG_ERR_SINGULAR, where,
                        "the condensed part of \"%s\" is singular at omega = %g rad/s, harmonic %d",
                        rdg_structure_name(hb->structure), omega, harmonic);
    }
    return RDG_OK;
}

/* x = -A^-1 b, or -A^-T b, with the leading [m, m] part A of the Jacobian. 0; > 0: singular; < 0: no memory
 */
static int solve_dense(const rdg_hbm *hb, const double *values, bool transposed, const double *b, double *x)
{
    const rdg_pattern *pattern = hb->jacobian.pattern;
    const rdg_index m = hb->m;
    double *A = rdg_calloc((size_t)(m * m), sizeof *A);
    int *pivot = rdg_calloc((size_t)m, sizeof *pivot);
    int status = -1;
    if (A && pivot) {
        for (rdg_index j = 0; j < m; j++) {
            x[j] = -b[j];
            for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
                const rdg_index i = pattern->row[k];
                A[transposed ? j + m * i : i + m * j] = values[k];
            }
        }
        status = rdg_dense_solve(m, A, pivot, x);
    }
    rdg_free(A);
    rdg_free(pivot);
    return status;
}

/* The same; the leading columns of a compressed matrix are a compressed matrix. */
static int solve_sparse(const rdg_hbm *hb, const double *values, bool transposed, const double *b, double *x)
{
    rdg_pattern square = *hb->jacobian.pattern;
    square.cols = hb->m;
    const rdg_sparse A = {square, values};
    const int status = (transposed ? rdg_sparse_solve_transposed : rdg_sparse_solve)(&A, b, x);
    for (rdg_index i = 0; i < hb->m; i++) {
        x[i] = -x[i];
    }
    return status;
}

int rdg_hbm_solve_jacobian(const rdg_hbm *hb, const double *values, bool transposed, const double *b,
                           double *x)
{
    if (hb->stiffness.spectral) {
        return rdg_hbm_solve_spectral(hb, values, hb->stiffness.omega, transposed, b, x);
    }
    return (hb->is_small ? solve_dense : solve_sparse)(hb, values, transposed, b, x);
}

static rdg_status all_finite(rdg_hbm *hb, const char *where, rdg_index n, const double *x, double omega)
{
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(x[i])) {
            return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where,
                            "the linear response of \"%s\" at omega = %g rad/s is not finite",
                            rdg_structure_name(hb->structure), omega);
        }
    }
    return RDG_OK;
}

/* Static forces act, and where they lead is not known. */
static bool waits_for_rest(const rdg_hbm *hb)
{
    bool has_constant = false;
    for (rdg_index k = 0; k < hb->n_loads; k++) {
        has_constant = has_constant || hb->load[k].of->kind == RDG_LOAD_CONSTANT;
    }
    return has_constant && !rdg_structure_rest(hb->structure);
}

/* values: the Jacobian; u: [m + 2], at rest on entry, the response on exit */
static rdg_status newton_step_from_rest(rdg_hbm *hb, const char *where, double *values, double *u)
{
    const rdg_index m = hb->m;
    const double omega = u[m];
    const char *name = rdg_structure_name(hb->structure);
    int status = rdg_hbm_jacobian(m + 2, u, m, values, hb);
    if (status == 0) {
        status = rdg_hbm_residual(m + 2, u, m, hb->vector, hb);
    }
    if (status != 0) {
        return rdg_fail(hb->ctx, RDG_ERR_CALLBACK, where,
                        "the equations of \"%s\" cannot be evaluated at rest, omega = %g rad/s (answer %d)",
                        name, omega, status);
    }
    RDG_TRY(all_finite(hb, where, m, hb->vector, omega));
    RDG_TRY(all_finite(hb, where, hb->jacobian.pattern->start[m], values, omega));
    double *step = hb->vector + m;
    status = rdg_hbm_solve_jacobian(hb, values, false, hb->vector, step);
    if (status < 0) {
        return rdg_fail(hb->ctx, RDG_ERR_NO_MEMORY, where, "no memory for the linear response of \"%s\"",
                        name);
    }
    if (status > 0) {
        return rdg_fail(
            hb->ctx, RDG_ERR_SINGULAR, where,
            "the linear response of \"%s\" at omega = %g rad/s is unbounded: an undamped "
            "resonance, or a structure without support%s",
            name, omega,
            waits_for_rest(hb) ? ". rdg_prestress() closes the contacts that its static forces press" : "");
    }
    for (rdg_index i = 0; i < m; i++) {
        u[i] += step[i];
    }
    return all_finite(hb, where, m, u, omega);
}

rdg_status rdg_hbm_rest_coefficients(rdg_hbm *hb, double *Q)
{
    RDG_TRY(rdg_hbm_close(hb));
    RDG_NEED(hb->ctx, Q, RDG_ERR_ARGUMENT);
    const double *rest = rdg_structure_rest(hb->structure);
    memset(Q, 0, (size_t)hb->m * sizeof *Q);
    for (rdg_index i = 0; rest && hb->basis.has_static && i < hb->n_kept; i++) {
        Q[i] = rest[hb->kept[i]];
    }
    return RDG_OK;
}

rdg_status rdg_hbm_linear_response(rdg_hbm *hb, double omega, double alpha, double *Q)
{
    const char *where = "rdg_hbm_linear_response";
    RDG_TRY(rdg_hbm_close(hb));
    RDG_NEED(hb->ctx, Q, RDG_ERR_ARGUMENT);
    const rdg_index m = hb->m;
    if (!isfinite(omega) || !isfinite(alpha)) {
        return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where, "omega = %g, alpha = %g", omega, alpha);
    }
    const size_t entries = (size_t)hb->jacobian.pattern->start[m + 2];
    double *values = rdg_context_calloc(hb->ctx, entries, sizeof *values);
    double *u = rdg_context_calloc(hb->ctx, (size_t)m + 2, sizeof *u);
    rdg_status status = RDG_ERR_NO_MEMORY;
    if (values && u) {
        u[m] = omega;
        u[m + 1] = alpha;
        rdg_hbm_rest_coefficients(hb, u); /* closed, it cannot fail */
        status = newton_step_from_rest(hb, where, values, u);
        if (status == RDG_OK) {
            memcpy(Q, u, (size_t)m * sizeof *Q);
        }
    }
    rdg_free(values);
    rdg_free(u);
    return status;
}

int rdg_hbm_stiffness_product(rdg_hbm *hb, int order, double omega, const double *Q, double *y)
{
    if (rdg_hbm_close(hb) != RDG_OK || order < 0 || order > 2 || !Q || !y) {
        return -1;
    }
    if (!isfinite(omega)) {
        return 1;
    }
    const int status = rdg_hbm_stiffness_update(hb, omega, order);
    memset(y, 0, (size_t)hb->m * sizeof *y);
    if (status == 0) {
        rdg_hbm_stiffness_multiply(hb, order, Q, y);
    }
    return status;
}

rdg_index rdg_hbm_sensor_count(const rdg_hbm *hb)
{
    return hb ? hb->n_sensors : 0;
}

const rdg_function *rdg_hbm_sensor_function(rdg_hbm *hb, rdg_index sensor, const rdg_index **index)
{
    if (!hb || sensor < 0 || sensor >= hb->n_sensors || rdg_hbm_close(hb) != RDG_OK) {
        return NULL;
    }
    const rdg_hbm_sensor_data *found = &hb->sensor[sensor];
    if (index) {
        *index = found->index;
    }
    return &found->function;
}
