/* Patterns of the Jacobian and of the contracted Hessian, and where their contributions go: found once, so
   that the callbacks write without searching.

   Unknowns (Q, omega, alpha); Q is coefficient-major. The dynamic stiffness fills its pattern in the blocks
   of each harmonic, an element couples all coefficients of its degrees of freedom. Small systems are dense:
   then the pattern holds every entry, column-major, and is not shown to the core. */
#include "hbm_impl.h"

#include <ridgewalk/sparse.h>

/* Where contributions are, in the order in which the callbacks add them. */
typedef struct entries {
    rdg_index count;
    rdg_index *row, *col; /* NULL: they are only counted */
} entries;

static void add(entries *list, rdg_index row, rdg_index col)
{
    if (list->row) {
        list->row[list->count] = row;
        list->col[list->count] = col;
    }
    list->count++;
}

static void add_all(entries *list, rdg_index rows, rdg_index cols)
{
    for (rdg_index k = 0; k < rows * cols; k++) {
        add(list, k % rows, k / rows);
    }
}

static void add_column(entries *list, rdg_index rows, rdg_index col)
{
    for (rdg_index row = 0; row < rows; row++) {
        add(list, row, col);
    }
}

/* Each entry of a harmonic's matrix goes to four places, [cc, sc, cs, ss]; the static part's to one. */
static void add_stiffness(const rdg_hbm *hb, entries *list)
{
    const rdg_pattern *block = &hb->stiffness.block;
    const rdg_index nk = hb->n_kept;
    for (rdg_index c = 0; c < hb->basis.n_coefficients; c += c == 0 && hb->basis.has_static ? 1 : 2) {
        const bool constant = c == 0 && hb->basis.has_static;
        for (rdg_index j = 0; j < nk; j++) {
            for (rdg_index e = block->start[j]; e < block->start[j + 1]; e++) {
                for (rdg_index part = 0; part < (constant ? 1 : 4); part++) {
                    add(list, (c + part % 2) * nk + block->row[e], (c + part / 2) * nk + j);
                }
            }
        }
    }
}

static void add_elements(const rdg_hbm *hb, entries *list)
{
    const rdg_index nc = hb->basis.n_coefficients;
    for (rdg_index e = 0; e < hb->n_elements; e++) {
        const rdg_hbm_terms *terms = &rdg_hbm_element_at(hb, e)->terms;
        const rdg_index side = terms->n * nc;
        for (rdg_index k = 0; k < side * side; k++) {
            const rdg_index i = k % side, j = k / side;
            add(list, (i % nc) * hb->n_kept + terms->term[i / nc].place,
                (j % nc) * hb->n_kept + terms->term[j / nc].place);
        }
    }
}

static void list_jacobian(const rdg_hbm *hb, entries *list)
{
    add_stiffness(hb, list);
    add_elements(hb, list);
    add_column(list, hb->m, hb->m);
    add_column(list, hb->m, hb->m + 1);
    if (hb->is_small) {
        add_all(list, hb->m, hb->m + 2);
    }
}

static void list_hessian(const rdg_hbm *hb, entries *list)
{
    add_elements(hb, list);
    for (rdg_index col = 0; col < hb->m; col++) {
        add(list, hb->m, col);
    }
    if (hb->excitation.varies) {
        add(list, hb->m + 1, hb->m);
        add(list, hb->m, hb->m + 1);
    }
    add_column(list, hb->m + 1, hb->m);
    if (hb->is_small) {
        add_all(list, hb->m + 2, hb->m + 2);
    }
}

static rdg_status make_map(rdg_hbm *hb, void (*enumerate)(const rdg_hbm *hb, entries *list), rdg_index rows,
                           rdg_hbm_map *map)
{
    entries list = {0};
    enumerate(hb, &list);
    const size_t count = (size_t)list.count;
    list.count = 0;
    list.row = rdg_context_calloc(hb->ctx, count, sizeof *list.row);
    list.col = rdg_context_calloc(hb->ctx, count, sizeof *list.col);
    map->place = rdg_context_calloc(hb->ctx, count, sizeof *map->place);
    if (list.row && list.col && map->place) {
        enumerate(hb, &list);
        map->pattern =
            rdg_pattern_create(hb->ctx, rows, hb->m + 2, list.count, list.row, list.col, map->place);
    }
    rdg_free(list.row);
    rdg_free(list.col);
    return map->pattern ? RDG_OK : RDG_ERR_NO_MEMORY;
}

rdg_status rdg_hbm_make_maps(rdg_hbm *hb)
{
    RDG_TRY(make_map(hb, list_jacobian, hb->m, &hb->jacobian));
    RDG_TRY(make_map(hb, list_hessian, hb->m + 2, &hb->hessian));
    entries stiffness = {0};
    add_stiffness(hb, &stiffness);
    rdg_index *jacobian = hb->jacobian.place + stiffness.count, *hessian = hb->hessian.place;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        const rdg_index side = element->terms.n * hb->basis.n_coefficients;
        element->jacobian_place = jacobian;
        element->hessian_place = hessian;
        jacobian += side * side;
        hessian += side * side;
    }
    hb->stiffness.place = hb->jacobian.place;
    hb->omega_row_place = hessian;
    hb->mixed_place = hessian + hb->m;
    return RDG_OK;
}

void rdg_hbm_free_map(rdg_hbm_map *map)
{
    rdg_pattern_free(map->pattern);
    rdg_free(map->place);
    *map = (rdg_hbm_map){0};
}
