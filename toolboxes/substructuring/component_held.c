/* Static solutions of a component that may move as a rigid body: as many degrees of freedom are held as it
 * has rigid motions. */
#include "component_impl.h"

#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <string.h>

/* As many degrees of freedom as there are rigid motions, which hold all of these: the first pivots of R^T. */
static rdg_status choose_held(const rdg_component *c, const char *where, rdg_index r, const double *rigid,
                              rdg_index *held)
{
    double *Rt = rdg_context_calloc(c->ctx, (size_t)(r * c->n), sizeof *Rt);
    double *tau = rdg_context_calloc(c->ctx, (size_t)r, sizeof *tau);
    double *work = rdg_context_calloc(c->ctx, (size_t)(4 * c->n + 64), sizeof *work);
    lapack_int *pivot = rdg_context_calloc(c->ctx, (size_t)c->n, sizeof *pivot);
    rdg_status status = Rt && tau && work && pivot ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        for (rdg_index i = 0; i < r * c->n; i++) {
            Rt[i] = rigid[i / r + c->n * (i % r)];
        }
        const lapack_int n = (lapack_int)c->n, rows = (lapack_int)r, n_work = 4 * n + 64;
        const long info =
            RDG_BLAS(LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, rows, n, Rt, rows, pivot, tau, work, n_work));
        if (info != 0) {
            status = rdg_fail(c->ctx, RDG_ERR_LIBRARY, where, "LAPACK's dgeqp3 answers %ld", info);
        }
    }
    for (rdg_index i = 0; status == RDG_OK && i < r; i++) {
        held[i] = pivot[i] - 1;
    }
    rdg_free(Rt);
    rdg_free(tau);
    rdg_free(work);
    rdg_free(pivot);
    return status;
}

/* B without the held rows, in its own place */
static void take_rows_out(const rdg_component *c, const bool *is_held, double *B)
{
    for (rdg_index b = 0, to = 0; b < c->n_boundary; b++) {
        for (rdg_index i = 0; i < c->n; i++) {
            if (!is_held[i]) {
                B[to++] = B[i + c->n * b];
            }
        }
    }
}

/* And with zeros there, from behind */
static void put_rows_in(const rdg_component *c, const bool *is_held, rdg_index left, double *X)
{
    for (rdg_index b = c->n_boundary - 1; b >= 0; b--) {
        for (rdg_index i = c->n - 1, from = left * (b + 1); i >= 0; i--) {
            X[i + c->n * b] = is_held[i] ? 0.0 : X[--from];
        }
    }
}

/* X = K^-1 X by LU, where K is not clearly positive definite */
static rdg_status solve_indefinite(const rdg_component *c, const char *where, rdg_index rigid,
                                   const rdg_index *held, double *X)
{
    bool singular = false;
    rdg_structure *rest = rigid > 0 ? rdg_structure_without(c->whole, rigid, held, where) : c->whole;
    const rdg_status status = rdg_component_solve_indefinite(rest, where, c->n_boundary, X, &singular);
    if (rest != c->whole) {
        rdg_structure_free(rest);
    }
    return !singular ? status
                     : rdg_fail(c->ctx, RDG_ERR_SINGULAR, where,
                                "\"%s\" with %" PRId64 " rigid motions has a singular stiffness",
                                rdg_structure_name(c->whole), rigid);
}

/* X = K^-1 B without the held degrees of freedom */
static rdg_status solve_left(const rdg_component *c, const char *where, rdg_index rigid,
                             const rdg_index *held, const double *B, double *X)
{
    const rdg_index left = c->n - rigid;
    const double beside = (double)sizeof *X * (double)(2 * left * RDG_COMPONENT_BLOCK);
    bool definite = false;
    rdg_stiffness_factor *k = rdg_stiffness_factor_create(c->whole, where, rigid, held, beside, &definite);
    rdg_status status = k ? RDG_OK : RDG_ERR_EARLIER;
    memcpy(X, B, (size_t)(left * c->n_boundary) * sizeof *X);
    if (definite) {
        status = rdg_component_solve(k, where, left, c->n_boundary, X);
    }
    rdg_stiffness_factor_free(k);
    return k && !definite ? solve_indefinite(c, where, rigid, held, X) : status;
}

rdg_status rdg_component_solve_held(const rdg_component *c, const char *where, rdg_index n_rigid,
                                    const double *rigid, double *B, double *X)
{
    rdg_index held[RDG_MOST_RIGID];
    if (n_rigid > 0) {
        RDG_TRY(choose_held(c, where, n_rigid, rigid, held));
    }
    bool *is_held = rdg_context_calloc(c->ctx, (size_t)c->n, sizeof *is_held);
    if (!is_held) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index r = 0; r < n_rigid; r++) {
        is_held[held[r]] = true;
    }
    take_rows_out(c, is_held, B);
    const rdg_status status = solve_left(c, where, n_rigid, held, B, X);
    put_rows_in(c, is_held, c->n - n_rigid, X);
    rdg_free(is_held);
    return status;
}
