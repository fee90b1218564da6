/* Fixed-interface modes and static shapes of the boundary (Craig and Bampton). */
#include "component_impl.h"

#include <ridgewalk/sparse_solve.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

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

/* Psi = -K_ii^-1 K_ib into T; work: [2 * interior * n_boundary] */
static rdg_status static_shapes(rdg_component *c, const char *where, const rdg_sparse *Kii,
                                const rdg_index *place, double *work)
{
    const rdg_index inside = Kii->pattern.cols;
    double *Kib = work, *Psi = work + inside * c->n_boundary, quality = 0.0;
    rdg_sparse K;
    RDG_TRY(rdg_structure_matrices(c->whole, NULL, NULL, &K));
    for (rdg_index b = 0; b < c->n_boundary; b++) {
        const rdg_index j = c->boundary[b];
        for (rdg_index e = K.pattern.start[j]; e < K.pattern.start[j + 1]; e++) {
            if (place[K.pattern.row[e]] >= 0) {
                Kib[place[K.pattern.row[e]] + inside * b] = K.values[e];
            }
        }
    }
    const int flag = rdg_sparse_solve_all(Kii, c->n_boundary, Kib, Psi, &quality);
    if (flag < 0) {
        return rdg_fail(c->ctx, RDG_ERR_NO_MEMORY, where, "no memory to factor the interior of \"%s\"",
                        rdg_structure_name(c->whole));
    }
    if (flag > 0 || !(quality > 1e-15)) {
        return rdg_fail(
            c->ctx, RDG_ERR_SINGULAR, where,
            "the interior of \"%s\" moves without force though its boundary is held: hold more, or put "
            "more on the boundary",
            rdg_structure_name(c->whole));
    }
    for (rdg_index b = 0; b < c->n_boundary; b++) {
        c->T[c->boundary[b] + c->n * b] = 1.0;
        for (rdg_index i = 0; i < c->n; i++) {
            if (place[i] >= 0) {
                c->T[i + c->n * b] = -Psi[place[i] + inside * b];
            }
        }
    }
    return RDG_OK;
}

static void write_modes(rdg_component *c, const rdg_index *place, rdg_index inside, const double *omega,
                        const double *shapes)
{
    memcpy(c->omega, omega, (size_t)c->n_modes * sizeof *omega);
    for (rdg_index a = 0; a < c->n_modes; a++) {
        for (rdg_index i = 0; i < c->n; i++) {
            if (place[i] >= 0) {
                c->T[i + c->n * (c->n_boundary + a)] = shapes[place[i] + inside * a];
            }
        }
    }
}

static rdg_status fill(rdg_component *c, const char *where, rdg_structure *interior,
                       rdg_component_modes modes)
{
    const rdg_index inside = rdg_structure_size(interior);
    rdg_index count = 0;
    rdg_index *place = interior_places(c);
    double *omega = NULL, *shapes = NULL;
    double *work = rdg_context_calloc(c->ctx, (size_t)(2 * inside * c->n_boundary), sizeof *work);
    rdg_sparse Kii;
    rdg_status status =
        place && work ? rdg_structure_matrices(interior, NULL, NULL, &Kii) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        status = rdg_component_find_modes(interior, where, modes, 0, &count, &omega, &shapes);
    }
    if (status == RDG_OK) {
        status = rdg_component_make_room(c, count);
    }
    if (status == RDG_OK) {
        write_modes(c, place, inside, omega, shapes);
        status = static_shapes(c, where, &Kii, place, work);
    }
    rdg_free(place);
    rdg_free(work);
    rdg_free(omega);
    rdg_free(shapes);
    return status;
}

rdg_component *rdg_component_fixed(rdg_structure *s, const char *boundary, rdg_component_modes modes)
{
    rdg_component *c = rdg_component_begin(s, __func__, boundary, modes);
    rdg_structure *interior = c ? rdg_structure_without(s, c->n_boundary, c->boundary, __func__) : NULL;
    const rdg_status status = interior ? fill(c, __func__, interior, modes) : RDG_ERR_EARLIER;
    rdg_structure_free(interior);
    if (status != RDG_OK) {
        rdg_component_free(c);
        return NULL;
    }
    return rdg_component_finish(c, __func__, RDG_REDUCTION_FIXED);
}
