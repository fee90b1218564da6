/* Fixed-interface modes and static shapes of the boundary (Craig and Bampton). */
#include "component_impl.h"

#include <ridgewalk/sparse_solve.h>
#include <ridgewalk/stiffness_factor.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

enum { BLOCK = 32 }; /* right-hand sides solved for at a time */

/* The interior's number of each degree of freedom, -1 on the boundary; to be freed */
static rdg_index *interior_places(const rdg_component *c)
{
    rdg_index *place = rdg_context_calloc(c->ctx, (size_t)c->n, sizeof *place);
    for (rdg_index b = 0; place && b < c->n_boundary; b++) {
        place[c->boundary[b]] = -1;
    }
    for (rdg_index i = 0, next = 0; place && i < c->n; i++) {
        place[i] = place[i] < 0 ? -1 : next++;
    }
    return place;
}

/* Columns of K_ib for `count` displacements of the boundary from `first` on, into B [inside * count] */
static void take_columns(const rdg_component *c, const rdg_sparse *K, const rdg_index *place, rdg_index first,
                         rdg_index count, double *B)
{
    const rdg_index inside = c->n - c->n_boundary;
    memset(B, 0, (size_t)(inside * count) * sizeof *B);
    for (rdg_index b = 0; b < count; b++) {
        const rdg_index j = c->boundary[first + b];
        for (rdg_index e = K->pattern.start[j]; e < K->pattern.start[j + 1]; e++) {
            if (place[K->pattern.row[e]] >= 0) {
                B[place[K->pattern.row[e]] + inside * b] = K->values[e];
            }
        }
    }
}

/* Columns of T from `first` on: `factor` times those of `shapes` in the interior */
static void write_columns(rdg_component *c, const rdg_index *place, rdg_index first, rdg_index count,
                          double factor, const double *shapes)
{
    const rdg_index inside = c->n - c->n_boundary;
    for (rdg_index a = 0; a < count; a++) {
        for (rdg_index i = 0; i < c->n; i++) {
            if (place[i] >= 0) {
                c->T[i + c->n * (first + a)] = factor * shapes[place[i] + inside * a];
            }
        }
    }
}

static rdg_status refuse(const rdg_component *c, const char *where, bool no_memory)
{
    if (no_memory) {
        return rdg_fail(c->ctx, RDG_ERR_NO_MEMORY, where, "no memory to factor the interior of \"%s\"",
                        rdg_structure_name(c->whole));
    }
    return rdg_fail(
        c->ctx, RDG_ERR_SINGULAR, where,
        "the interior of \"%s\" moves without force though its boundary is held: hold more, or put "
        "more on the boundary",
        rdg_structure_name(c->whole));
}

/* X = K_ii^-1 B by Cholesky's factors, in place in B; where K_ii is not clearly positive definite (negative
 * stiffness, stiffnesses many decades apart) by LU into X. */
static rdg_status solve(const rdg_component *c, const char *where, rdg_structure *interior,
                        rdg_stiffness_factor *f, rdg_index count, double *B, double *X)
{
    if (f) {
        return rdg_stiffness_factor_solve(f, where, count, B);
    }
    double quality = 0.0;
    rdg_sparse Kii;
    RDG_TRY(rdg_structure_matrices(interior, NULL, NULL, &Kii));
    const int flag = rdg_sparse_solve_all(&Kii, count, B, X, &quality);
    if (flag != 0 || !(quality > 1e-15)) {
        return refuse(c, where, flag < 0);
    }
    memcpy(B, X, (size_t)(Kii.pattern.cols * count) * sizeof *B);
    return RDG_OK;
}

/* Psi = -K_ii^-1 K_ib into T, as many columns at a time as make products of matrices fast */
static rdg_status static_shapes(rdg_component *c, const char *where, const rdg_index *place,
                                rdg_structure *interior, rdg_stiffness_factor *f)
{
    const rdg_index inside = c->n - c->n_boundary, block = f && c->n_boundary > BLOCK ? BLOCK : c->n_boundary;
    double *B = rdg_context_calloc(c->ctx, (size_t)(inside * block), sizeof *B);
    double *X = f ? NULL : rdg_context_calloc(c->ctx, (size_t)(inside * block), sizeof *X);
    rdg_sparse K;
    rdg_status status = B && (f || X) ? rdg_structure_matrices(c->whole, NULL, NULL, &K) : RDG_ERR_NO_MEMORY;
    for (rdg_index b = 0; status == RDG_OK && b < c->n_boundary; b += block) {
        const rdg_index count = c->n_boundary - b < block ? c->n_boundary - b : block;
        take_columns(c, &K, place, b, count, B);
        status = solve(c, where, interior, f, count, B, X);
        write_columns(c, place, b, count, -1.0, B);
    }
    for (rdg_index b = 0; b < c->n_boundary; b++) {
        c->T[c->boundary[b] + c->n * b] = 1.0;
    }
    rdg_free(B);
    rdg_free(X);
    return status;
}

/* Bytes of T, and of what needs more of right-hand sides with their solutions and of Lanczos vectors with the
 * modes */
static double bytes_beside(const rdg_component *c, rdg_index modes)
{
    const rdg_index blocks = 2 * BLOCK, search = 3 * modes + 10;
    const rdg_index columns = c->n_boundary + modes + (blocks > search ? blocks : search);
    return (double)sizeof(double) * (double)c->n * (double)columns;
}

/* Of an interior that Cholesky's method has factored */
static rdg_status fill(rdg_component *c, const char *where, const rdg_index *place, rdg_structure *interior,
                       rdg_stiffness_factor *f, rdg_component_modes modes)
{
    rdg_index count = modes.count;
    double *omega = NULL, *shapes = NULL;
    if (modes.up_to > 0.0) {
        RDG_TRY(rdg_stiffness_factor_count(f, where, modes.up_to, &count));
        RDG_TRY(rdg_stiffness_factor_beside(f, where, bytes_beside(c, count)));
    }
    RDG_TRY(rdg_component_reserve(c, count));
    RDG_TRY(static_shapes(c, where, place, interior, f));
    rdg_status status =
        rdg_component_find_modes(interior, f, where, RDG_MODES(count), 0, &count, &omega, &shapes);
    if (status == RDG_OK) {
        memcpy(c->omega, omega, (size_t)count * sizeof *omega);
        write_columns(c, place, c->n_boundary, count, 1.0, shapes);
    }
    rdg_free(omega);
    rdg_free(shapes);
    return status;
}

/* Of another one */
static rdg_status fill_indefinite(rdg_component *c, const char *where, const rdg_index *place,
                                  rdg_structure *interior, rdg_component_modes modes)
{
    rdg_index count = 0;
    double *omega = NULL, *shapes = NULL;
    rdg_status status = rdg_component_find_modes(interior, NULL, where, modes, 0, &count, &omega, &shapes);
    if (status == RDG_OK) {
        status = rdg_component_reserve(c, count);
    }
    if (status == RDG_OK) {
        memcpy(c->omega, omega, (size_t)count * sizeof *omega);
        write_columns(c, place, c->n_boundary, count, 1.0, shapes);
        status = static_shapes(c, where, place, interior, NULL);
    }
    rdg_free(omega);
    rdg_free(shapes);
    return status;
}

static rdg_status reduce(rdg_component *c, const char *where, rdg_structure *interior,
                         rdg_component_modes modes)
{
    bool definite = false;
    rdg_index *place = interior_places(c);
    rdg_stiffness_factor *f =
        place ? rdg_stiffness_factor_create(interior, where, bytes_beside(c, modes.count), &definite) : NULL;
    rdg_status status = !place ? RDG_ERR_NO_MEMORY : f ? RDG_OK : RDG_ERR_EARLIER;
    if (f && !definite) {
        rdg_stiffness_factor_free(f);
        f = NULL;
    }
    if (status == RDG_OK) {
        status =
            f ? fill(c, where, place, interior, f, modes) : fill_indefinite(c, where, place, interior, modes);
    }
    rdg_stiffness_factor_free(f);
    rdg_free(place);
    return status;
}

rdg_component *rdg_component_fixed(rdg_structure *s, const char *boundary, rdg_component_modes modes)
{
    rdg_component *c = rdg_component_begin(s, __func__, boundary, modes);
    rdg_structure *interior = c ? rdg_structure_without(s, c->n_boundary, c->boundary, __func__) : NULL;
    const rdg_status status = interior ? reduce(c, __func__, interior, modes) : RDG_ERR_EARLIER;
    rdg_structure_free(interior);
    if (status != RDG_OK) {
        rdg_component_free(c);
        return NULL;
    }
    return rdg_component_finish(c, __func__, RDG_REDUCTION_FIXED);
}
