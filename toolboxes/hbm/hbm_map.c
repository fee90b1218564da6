/* Patterns of the Jacobian and of the contracted Hessian, and where their contributions go: found once, so
   that the callbacks write without searching.

   Unknowns (Q, omega, alpha); Q is coefficient-major. The dynamic stiffness fills the blocks of each
   harmonic, an element couples all coefficients of its degrees of freedom. Small systems are dense: then the
   pattern holds every entry, column-major, and is not shown to the core. */
#include "hbm_impl.h"

#include <string.h>

/* What is in the pattern. */
typedef struct selection {
    bool dense;
    bool stiffness;       /* blocks of D */
    rdg_index rows;       /* m, or m + 2 for the Hessian */
    rdg_index omega_rows; /* rows in the column of omega */
    rdg_index alpha_rows; /* rows in the column of alpha */
    bool omega_row;       /* the row of omega in the columns of Q */
} selection;

/* First coefficient of the harmonic that coefficient c belongs to, and how many it has. */
static rdg_index harmonic_of(const rdg_basis *basis, rdg_index c, rdg_index *count)
{
    const bool constant = basis->has_static && c == 0;
    *count = constant ? 1 : 2;
    return constant ? 0 : c - (c - basis->has_static) % 2;
}

static bool touches(const rdg_hbm_terms *terms, rdg_index place)
{
    for (rdg_index t = 0; t < terms->n; t++) {
        if (terms->term[t].place == place) {
            return true;
        }
    }
    return false;
}

/* Mark the rows of a column of Q. */
static void mark_column(const rdg_hbm *hb, const selection *what, rdg_index column, bool *present)
{
    const rdg_basis *basis = &hb->basis;
    const rdg_index nk = hb->n_kept, c = column / nk, place = column % nk;
    rdg_index count = 0;
    const rdg_index first = harmonic_of(basis, c, &count);
    for (rdg_index row = first * nk; what->stiffness && row < (first + count) * nk; row++) {
        present[row] = true;
    }
    for (rdg_index e = 0; e < hb->elements.count; e++) {
        const rdg_hbm_terms *terms = &rdg_hbm_element_at(hb, e)->terms;
        if (!touches(terms, place)) {
            continue;
        }
        for (rdg_index t = 0; t < terms->n; t++) {
            for (rdg_index k = 0; k < basis->n_coefficients; k++) {
                present[k * nk + terms->term[t].place] = true;
            }
        }
    }
    if (what->omega_row) {
        present[hb->m] = true;
    }
}

static void mark_any_column(const rdg_hbm *hb, const selection *what, rdg_index column, bool *present)
{
    memset(present, 0, (size_t)what->rows * sizeof *present);
    rdg_index leading = 0; /* rows from the top */
    if (what->dense) {
        leading = what->rows;
    } else if (column == hb->m) {
        leading = what->omega_rows;
    } else if (column == hb->m + 1) {
        leading = what->alpha_rows;
    } else {
        mark_column(hb, what, column, present);
    }
    for (rdg_index row = 0; row < leading; row++) {
        present[row] = true;
    }
}

static rdg_status make_pattern(rdg_hbm *hb, const selection *what, rdg_hbm_map *map)
{
    const rdg_index cols = hb->m + 2;
    bool *present = rdg_context_calloc(hb->ctx, (size_t)what->rows, sizeof *present);
    map->start = rdg_context_calloc(hb->ctx, (size_t)cols + 1, sizeof *map->start);
    if (!present || !map->start) {
        rdg_free(present);
        return RDG_ERR_NO_MEMORY;
    }
    for (int pass = 0; pass < 2; pass++) { /* count, then fill */
        rdg_index entries = 0;
        for (rdg_index column = 0; column < cols; column++) {
            mark_any_column(hb, what, column, present);
            for (rdg_index row = 0; row < what->rows; row++) {
                if (!present[row]) {
                    continue;
                }
                if (map->row) {
                    map->row[entries] = row;
                }
                entries++;
            }
            map->start[column + 1] = entries;
        }
        if (pass == 0) {
            map->row = rdg_context_calloc(hb->ctx, (size_t)entries, sizeof *map->row);
            if (!map->row) {
                break;
            }
        }
    }
    rdg_free(present);
    map->pattern = (rdg_pattern){.rows = what->rows, .cols = cols, .start = map->start, .row = map->row};
    return map->row ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* Place of an entry that is in the pattern: bisection in its column. */
static rdg_index place_of(const rdg_hbm_map *map, rdg_index row, rdg_index column)
{
    rdg_index low = map->start[column], high = map->start[column + 1] - 1;
    while (low < high) {
        const rdg_index middle = low + (high - low) / 2;
        if (map->row[middle] < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static rdg_index *element_places(rdg_hbm *hb, const rdg_hbm_terms *terms, const rdg_hbm_map *map)
{
    const rdg_index nc = hb->basis.n_coefficients, side = terms->n * nc;
    rdg_index *place = rdg_context_calloc(hb->ctx, (size_t)(side * side), sizeof *place);
    for (rdg_index k = 0; place && k < side * side; k++) {
        const rdg_index i = k % side, j = k / side;
        place[k] = place_of(map, (i % nc) * hb->n_kept + terms->term[i / nc].place,
                            (j % nc) * hb->n_kept + terms->term[j / nc].place);
    }
    return place;
}

rdg_status rdg_hbm_make_maps(rdg_hbm *hb)
{
    const rdg_index m = hb->m, nk = hb->n_kept;
    const bool dense = hb->function.df_pattern == NULL;
    const selection first = {.dense = dense, .stiffness = true, .rows = m, .omega_rows = m, .alpha_rows = m};
    const selection second = {.dense = dense, .rows = m + 2, .omega_rows = m + 1, .omega_row = true};
    RDG_TRY(make_pattern(hb, &first, &hb->jacobian));
    RDG_TRY(make_pattern(hb, &second, &hb->hessian));
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        element->jacobian_place = element_places(hb, &element->terms, &hb->jacobian);
        element->hessian_place = element_places(hb, &element->terms, &hb->hessian);
        if (!element->jacobian_place || !element->hessian_place) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    hb->jacobian.stiffness_place = rdg_context_calloc(hb->ctx, (size_t)m, sizeof(rdg_index));
    hb->hessian.omega_place = rdg_context_calloc(hb->ctx, (size_t)m, sizeof(rdg_index));
    if (!hb->jacobian.stiffness_place || !hb->hessian.omega_place) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index column = 0; column < m; column++) {
        rdg_index count = 0;
        const rdg_index top = harmonic_of(&hb->basis, column / nk, &count) * nk;
        hb->jacobian.stiffness_place[column] = place_of(&hb->jacobian, top, column);
        hb->hessian.omega_place[column] = place_of(&hb->hessian, m, column);
    }
    return RDG_OK;
}

void rdg_hbm_free_map(rdg_hbm_map *map)
{
    rdg_free(map->start);
    rdg_free(map->row);
    rdg_free(map->stiffness_place);
    rdg_free(map->omega_place);
    *map = (rdg_hbm_map){0};
}
