/* Linear undamped modes.
 *
 * Where K is positive definite the problem is solved upside down, M x = mu K x with mu = 1/omega^2: errors
 * are relative to the largest mu, so the low modes, which matter, are the accurate ones. (The other way round
 * they carry the error of the highest: up to 1e-9 relative for a beam of 20 elements.) */
#include "modes.h"
#include "pencil_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void expand(const rdg_structure *s, const double *values, double *dense)
{
    memset(dense, 0, (size_t)(s->n * s->n) * sizeof *dense);
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            dense[s->row[e] + s->n * j] = values[e];
        }
    }
}

static rdg_status add_springs(rdg_structure *s, const char *where, rdg_index n_springs,
                              const rdg_ground_spring *springs, double *K)
{
    for (rdg_index a = 0; a < n_springs; a++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_structure_displacement(s, where, springs[a].name, &n, &dof, &weight));
        if (!isfinite(springs[a].stiffness)) {
            return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where,
                            "stiffness of the ground spring at \"%s\" is %g", springs[a].name,
                            springs[a].stiffness);
        }
        for (rdg_index i = 0; i < n; i++) {
            for (rdg_index j = 0; j < n; j++) {
                K[dof[i] + s->n * dof[j]] += springs[a].stiffness * weight[i] * weight[j];
            }
        }
    }
    return RDG_OK;
}

/* M x = mu K x, x^T K x = 1: omega = mu^(-1/2), phi = omega x, from the largest mu down */
static rdg_status upside_down(rdg_structure *s, const char *where, const double *mu, const double *vectors,
                              rdg_index count, double *omega, double *shapes)
{
    const rdg_index n = s->n;
    for (rdg_index a = 0; a < count; a++) {
        if (!(mu[n - 1 - a] > 0)) {
            return rdg_fail(s->ctx, RDG_ERR_SINGULAR, where,
                            "M of \"%s\" is not positive definite: there are only %" PRId64
                            " modes, not %" PRId64,
                            s->name, a, count);
        }
        omega[a] = 1 / sqrt(mu[n - 1 - a]);
        for (rdg_index i = 0; shapes && i < n; i++) {
            shapes[i + n * a] = omega[a] * vectors[i + n * (n - 1 - a)];
        }
    }
    return RDG_OK;
}

/* K x = lambda M x, x^T M x = 1 */
static void upright(const rdg_structure *s, const double *lambda, const double *vectors, rdg_index count,
                    double *omega, double *shapes)
{
    for (rdg_index a = 0; a < count; a++) {
        omega[a] = copysign(sqrt(fabs(lambda[a])), lambda[a]);
    }
    if (shapes) {
        memcpy(shapes, vectors, (size_t)(s->n * count) * sizeof *shapes);
    }
}

/* work: [3 * n * n + n] */
static rdg_status solve(rdg_structure *s, const char *where, rdg_index n_springs,
                        const rdg_ground_spring *springs, rdg_index count, double *work, double *omega,
                        double *shapes)
{
    const size_t square = (size_t)(s->n * s->n);
    double *A = work;
    double *B = A + square;
    double *K = B + square;
    double *values = K + square;
    bool definite = false;

    expand(s, s->K, K);
    RDG_TRY(add_springs(s, where, n_springs, springs, K));
    expand(s, s->M, A);
    memcpy(B, K, square * sizeof *B);
    RDG_TRY(rdg_pencil_solve(s->ctx, where, s->n, A, B, values, &definite));
    if (definite) {
        return upside_down(s, where, values, A, count, omega, shapes);
    }
    expand(s, s->M, B);
    RDG_TRY(rdg_pencil_solve(s->ctx, where, s->n, K, B, values, &definite));
    if (!definite) {
        return rdg_fail(s->ctx, RDG_ERR_SINGULAR, where,
                        "neither K nor M of \"%s\" is positive definite: it has no modes", s->name);
    }
    upright(s, values, K, count, omega, shapes);
    return RDG_OK;
}

rdg_status rdg_structure_modes(rdg_structure *s, rdg_index n_springs, const rdg_ground_spring *springs,
                               rdg_index count, double *omega, double *shapes)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (count < 1 || count > s->n || !omega) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" has 1 .. %" PRId64 " modes, not %" PRId64 " (or there is no place for omega)",
                        s->name, s->n, count);
    }
    if (n_springs < 0 || (n_springs > 0 && !springs)) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " ground springs are announced for \"%s\", none given", n_springs,
                        s->name);
    }
    RDG_TRY(rdg_structure_require_symmetry(s, __func__, false));
    double *work = rdg_context_calloc(s->ctx, (size_t)(3 * s->n * s->n + s->n), sizeof *work);
    if (!work) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_status status = solve(s, __func__, n_springs, springs, count, work, omega, shapes);
    rdg_free(work);
    return status;
}
