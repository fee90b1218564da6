/* A component of shapes that another program has computed. */
#include "component_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Of forces, relative to the greatest that any term of a sum has, and of masses. Eigenvalue solvers end at
 * 1e-8 or less; a wrong sign, a wrong order of rows or another scale is of the order of 1. */
#define TOLERANCE 1e-6

/* y = K t - lambda M t, and the greatest sum of the magnitudes of a row's terms. Rows are divided by the root
 * of the stiffness on the diagonal: forces and moments compare then, whatever their units. */
static double residual(const rdg_sparse *K, const rdg_sparse *M, double lambda, const double *t, double *y,
                       double *size, double *root)
{
    const rdg_index n = K->pattern.cols;
    double greatest = 0.0;
    memset(y, 0, (size_t)(3 * n) * sizeof *y);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = K->pattern.start[j]; e < K->pattern.start[j + 1]; e++) {
            const rdg_index i = K->pattern.row[e];
            const double elastic = K->values[e] * t[j], inertial = lambda * M->values[e] * t[j];
            y[i] += elastic - inertial;
            size[i] += fabs(elastic) + fabs(inertial);
            root[i] = i == j ? sqrt(fabs(K->values[e])) : root[i];
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        const double factor = root[i] > 0.0 ? 1.0 / root[i] : 0.0;
        y[i] *= factor;
        greatest = fmax(greatest, size[i] * factor);
    }
    return greatest;
}

/* Interior forces vanish; on[i]: i is on the boundary; work: [3 * n] */
static rdg_status check_forces(const rdg_component *c, const char *where, const bool *on, rdg_index column,
                               double *work)
{
    rdg_sparse M, K;
    RDG_TRY(rdg_structure_matrices(c->whole, &M, NULL, &K));
    const rdg_index mode = column - c->n_boundary;
    const double omega = mode >= 0 ? c->omega[mode] : 0.0;
    const double *t = c->T + c->n * column;
    const double most = residual(&K, &M, omega * fabs(omega), t, work, work + c->n, work + 2 * c->n);
    for (rdg_index i = 0; i < c->n; i++) {
        if (!on[i] && !(isfinite(most) && islessequal(fabs(work[i]), TOLERANCE * most))) {
            return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                            "%s %" PRId64 " of \"%s\" leaves %.3g of the greatest force at degree of "
                            "freedom %" PRId64 ": it is none",
                            mode >= 0 ? "mode" : "static shape", mode >= 0 ? mode : column,
                            rdg_structure_name(c->whole), fabs(work[i]) / most, i);
        }
    }
    return RDG_OK;
}

/* Static shapes are 1 at their displacement of the boundary and 0 at the others, modes 0 at all */
static rdg_status check_boundary(const rdg_component *c, const char *where, rdg_index column)
{
    for (rdg_index b = 0; b < c->n_boundary; b++) {
        const double value = c->T[c->boundary[b] + c->n * column], expected = b == column ? 1.0 : 0.0;
        if (value != expected) {
            return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                            "T[%" PRId64 " + n * %" PRId64 "] = %g on the boundary of \"%s\": it must be %g",
                            c->boundary[b], column, value, rdg_structure_name(c->whole), expected);
        }
    }
    return RDG_OK;
}

/* Phi^T M phi = 1 for one mode; y: [n] */
static rdg_status check_mass(const rdg_component *c, const char *where, rdg_index mode, double *y)
{
    rdg_sparse M;
    RDG_TRY(rdg_structure_matrices(c->whole, &M, NULL, NULL));
    const double *Phi = c->T + c->n * c->n_boundary, *phi = Phi + c->n * mode;
    memset(y, 0, (size_t)c->n * sizeof *y);
    for (rdg_index j = 0; j < c->n; j++) {
        for (rdg_index e = M.pattern.start[j]; e < M.pattern.start[j + 1]; e++) {
            y[M.pattern.row[e]] += M.values[e] * phi[j];
        }
    }
    for (rdg_index k = 0; k <= mode; k++) {
        double mass = 0.0;
        for (rdg_index i = 0; i < c->n; i++) {
            mass += Phi[i + c->n * k] * y[i];
        }
        if (!islessequal(fabs(mass - (k == mode)), TOLERANCE)) {
            return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                            "modes %" PRId64 " and %" PRId64 " of \"%s\" have the mass %g: it must be %d", k,
                            mode, rdg_structure_name(c->whole), mass, k == mode);
        }
    }
    return RDG_OK;
}

static rdg_status check_shapes(const rdg_component *c, const char *where, bool *on, double *work)
{
    const rdg_index columns = c->n_boundary + c->n_modes;
    for (rdg_index b = 0; b < c->n_boundary; b++) {
        on[c->boundary[b]] = true;
    }
    for (rdg_index a = 0; a < columns; a++) {
        RDG_TRY(check_boundary(c, where, a));
        RDG_TRY(check_forces(c, where, on, a, work));
    }
    for (rdg_index k = 0; k < c->n_modes; k++) {
        RDG_TRY(check_mass(c, where, k, work));
    }
    return RDG_OK;
}

static rdg_status take(rdg_component *c, const char *where, rdg_index n_modes, const double *omega,
                       const double *T)
{
    const rdg_index numbers = c->n * (c->n_boundary + n_modes);
    RDG_TRY(rdg_structure_require_symmetry(c->whole, where, false));
    RDG_TRY(rdg_require_finite(c->ctx, where, "omega", n_modes, omega));
    RDG_TRY(rdg_require_finite(c->ctx, where, "T", numbers, T));
    RDG_TRY(rdg_component_reserve(c, n_modes));
    memcpy(c->T, T, (size_t)numbers * sizeof *T);
    for (rdg_index k = 0; k < n_modes; k++) {
        c->omega[k] = omega[k];
    }
    bool *on = rdg_context_calloc(c->ctx, (size_t)c->n, sizeof *on);
    double *work = rdg_context_calloc(c->ctx, (size_t)(3 * c->n), sizeof *work);
    const rdg_status status = on && work ? check_shapes(c, where, on, work) : RDG_ERR_NO_MEMORY;
    rdg_free(on);
    rdg_free(work);
    return status;
}

rdg_component *rdg_component_from_shapes(rdg_structure *s, const char *boundary, rdg_index n_modes,
                                         const double *omega, const double *T)
{
    rdg_component *c = rdg_component_begin(s, __func__, boundary, RDG_MODES(n_modes));
    if (c && n_modes > c->n - c->n_boundary) {
        rdg_fail(c->ctx, RDG_ERR_ARGUMENT, __func__,
                 "the interior of \"%s\" has only %" PRId64 " modes, not %" PRId64, rdg_structure_name(s),
                 c->n - c->n_boundary, n_modes);
        rdg_component_free(c);
        return NULL;
    }
    if (c && take(c, __func__, n_modes, omega, T) != RDG_OK) {
        rdg_component_free(c);
        return NULL;
    }
    return c ? rdg_component_finish(c, __func__, RDG_REDUCTION_FIXED) : NULL;
}
