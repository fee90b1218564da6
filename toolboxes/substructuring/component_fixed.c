/* Fixed-interface modes and static shapes of the boundary (Craig and Bampton). */
#include "component_impl.h"

#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

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

/* K_ib into B [inside * n_boundary], which holds zeros */
static void take_columns(const rdg_component *c, const rdg_sparse *K, const rdg_index *place, double *B)
{
    const rdg_index inside = c->n - c->n_boundary;
    for (rdg_index b = 0; b < c->n_boundary; b++) {
        const rdg_index j = c->boundary[b];
        for (rdg_index e = K->pattern.start[j]; e < K->pattern.start[j + 1]; e++) {
            if (place[K->pattern.row[e]] >= 0) {
                B[place[K->pattern.row[e]] + inside * b] = K->values[e];
            }
        }
    }
}

/* Columns of T from `first` on: `factor` times shapes of the interior, which stand side by side at the
 * beginning of these columns. From behind, since none moves towards the front. */
static void spread_columns(rdg_component *c, const rdg_index *place, rdg_index first, rdg_index count,
                           double factor)
{
    const rdg_index inside = c->n - c->n_boundary;
    double *T = c->T + c->n * first;
    for (rdg_index a = count - 1; a >= 0; a--) {
        for (rdg_index i = c->n - 1; i >= 0; i--) {
            T[i + c->n * a] = place[i] >= 0 ? factor * T[place[i] + inside * a] : 0.0;
        }
    }
}

static rdg_status refuse(const rdg_component *c, const char *where)
{
    return rdg_fail(
        c->ctx, RDG_ERR_SINGULAR, where,
        "the interior of \"%s\" moves without force though its boundary is held: hold more, or put "
        "more on the boundary",
        rdg_structure_name(c->whole));
}

/* Psi = -K_ii^-1 K_ib into T; by f, or by LU of the interior where that is NULL */
static rdg_status static_shapes(rdg_component *c, const char *where, const rdg_index *place,
                                rdg_structure *interior, rdg_stiffness_factor *f)
{
    rdg_sparse K;
    bool singular = false;
    RDG_TRY(rdg_structure_matrices(c->whole, NULL, NULL, &K));
    take_columns(c, &K, place, c->T);
    RDG_TRY(f ? rdg_component_solve(f, where, c->n - c->n_boundary, c->n_boundary, c->T)
              : rdg_component_solve_indefinite(interior, where, c->n_boundary, c->T, &singular));
    if (singular) {
        return refuse(c, where);
    }
    spread_columns(c, place, 0, c->n_boundary, -1.0);
    for (rdg_index b = 0; b < c->n_boundary; b++) {
        c->T[c->boundary[b] + c->n * b] = 1.0;
    }
    return RDG_OK;
}

/* Bytes of T, and of what needs more of right-hand sides as CHOLMOD copies them and of Lanczos vectors */
static double bytes_beside(const rdg_component *c, rdg_index modes)
{
    const rdg_index blocks = 2 * RDG_COMPONENT_BLOCK, search = 2 * modes + 12;
    const rdg_index columns = c->n_boundary + modes + (blocks > search ? blocks : search);
    return (double)sizeof(double) * (double)c->n * (double)columns;
}

/* Of an interior that Cholesky's method has factored */
static rdg_status fill(rdg_component *c, const char *where, const rdg_index *place, rdg_stiffness_factor *f,
                       rdg_component_modes modes)
{
    rdg_index count = modes.count;
    if (modes.up_to > 0.0) {
        RDG_TRY(rdg_stiffness_factor_count(f, where, modes.up_to, &count));
        RDG_TRY(rdg_stiffness_factor_beside(f, where, bytes_beside(c, count)));
    }
    RDG_TRY(rdg_component_reserve(c, count));
    RDG_TRY(static_shapes(c, where, place, NULL, f));
    if (count > 0) {
        RDG_TRY(rdg_stiffness_factor_modes(f, count, c->omega, c->T + c->n * c->n_boundary));
        spread_columns(c, place, c->n_boundary, count, 1.0);
    }
    return RDG_OK;
}

/* Of another one */
static rdg_status fill_indefinite(rdg_component *c, const char *where, const rdg_index *place,
                                  rdg_structure *interior, rdg_component_modes modes)
{
    rdg_index count = 0;
    double *omega = NULL, *shapes = NULL;
    rdg_status status = rdg_component_find_modes(interior, where, modes, 0, &count, &omega, &shapes);
    if (status == RDG_OK) {
        status = rdg_component_reserve(c, count);
    }
    if (status == RDG_OK) {
        const size_t inside = (size_t)(c->n - c->n_boundary);
        memcpy(c->omega, omega, (size_t)count * sizeof *omega);
        memcpy(c->T + c->n * c->n_boundary, shapes, inside * (size_t)count * sizeof *shapes);
        spread_columns(c, place, c->n_boundary, count, 1.0);
        status = static_shapes(c, where, place, interior, NULL);
    }
    rdg_free(omega);
    rdg_free(shapes);
    return status;
}

static rdg_status reduce_indefinite(rdg_component *c, const char *where, const rdg_index *place,
                                    rdg_component_modes modes)
{
    rdg_structure *interior = rdg_structure_without(c->whole, c->n_boundary, c->boundary, where);
    const rdg_status status = interior ? fill_indefinite(c, where, place, interior, modes) : RDG_ERR_EARLIER;
    rdg_structure_free(interior);
    return status;
}

static rdg_status reduce(rdg_component *c, const char *where, rdg_component_modes modes)
{
    bool definite = false;
    if (modes.count > c->n - c->n_boundary) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "the interior of \"%s\" has only %" PRId64 " modes, not %" PRId64,
                        rdg_structure_name(c->whole), c->n - c->n_boundary, modes.count);
    }
    rdg_index *place = interior_places(c);
    rdg_stiffness_factor *f = place ? rdg_stiffness_factor_create(c->whole, where, c->n_boundary, c->boundary,
                                                                  bytes_beside(c, modes.count), &definite)
                                    : NULL;
    rdg_status status = f ? RDG_OK : RDG_ERR_EARLIER;
    if (f && definite) {
        status = fill(c, where, place, f, modes);
    }
    rdg_stiffness_factor_free(f);
    if (f && !definite) {
        status = reduce_indefinite(c, where, place, modes);
    }
    rdg_free(place);
    return status;
}

rdg_component *rdg_component_fixed(rdg_structure *s, const char *boundary, rdg_component_modes modes)
{
    rdg_component *c = rdg_component_begin(s, __func__, boundary, modes);
    if (c && reduce(c, __func__, modes) != RDG_OK) {
        rdg_component_free(c);
        return NULL;
    }
    return c ? rdg_component_finish(c, __func__, RDG_REDUCTION_FIXED) : NULL;
}
