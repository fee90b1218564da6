/* Released numbers: their names, the patterns of the derivatives, workspaces. */
#include "release_impl.h"

#include <ridgewalk/rest.h>
#include <ridgewalk/sparse.h>

#include <string.h>

void rdg_hbm_free_released(void *released)
{
    rdg_hbm_released *r = released;
    if (!r || --r->users > 0) {
        return;
    }
    rdg_hbm_free_released(r->before);
    if (r->hb->in_use == r) { /* parts of hb may be gone already: nothing is changed now */
        r->hb->in_use = NULL;
        r->hb->is_stale = true;
    }
    for (rdg_index k = 0; r->number && k < r->n; k++) {
        rdg_free(r->number[k].name);
    }
    void *const arrays[] = {r->number,       r->start,     r->values,       r->base_place,
                            r->column_place, r->row_place, r->square_place, r->base,
                            r->which,        r->mine,      r->force,        r->mixed,
                            r->second,       r->column,    r->place_in,     r->product};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_hbm_free_released_margins(r->margins);
    rdg_pattern_free(r->jacobian);
    rdg_pattern_free(r->hessian);
    rdg_free(r);
}

/* Where the structure rests depends on its elements and constant forces, and is found once. Their parameters
 * can change only where it is no more than a start for the static harmonic. */
static rdg_status require_free_rest(rdg_hbm *hb, const char *where, const char *parameter)
{
    if (!rdg_structure_rest(hb->structure)) {
        return RDG_OK;
    }
    if (!hb->basis.has_static) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" cannot be released: where \"%s\" rests (rdg_prestress) depends on it, and "
                        "without the static harmonic the motion is about that state. Add harmonic 0",
                        parameter, rdg_structure_name(hb->structure));
    }
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
        if (!e->law->starts_at_rest || e->law->starts_at_rest(e->source)) {
            return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\" cannot be released: where \"%s\" rests (rdg_prestress) depends on it, "
                            "and sliders of element \"%s\" start there. Give .start = RDG_SLIDER_ZERO or "
                            "RDG_SLIDER_MEAN, or take the static normal forces as preloads",
                            parameter, rdg_structure_name(hb->structure), e->name);
        }
    }
    return RDG_OK;
}

/* The elements that have a number must be able to change it, and to differentiate by it. */
static rdg_status take_elements(rdg_hbm_released *r, const char *where, rdg_index k)
{
    rdg_hbm *hb = r->hb;
    const rdg_hbm_number *number = &r->number[k];
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
        const int place = rdg_structure_parameter_of(hb->structure, &number->of, i);
        r->place_in[k + r->n * i] = place;
        if (place < 0) {
            continue;
        }
        RDG_TRY(require_free_rest(hb, where, number->name));
        if (!e->law->set || !e->law->numbers || (e->law->margin && !e->law->margin_numbers)) {
            return rdg_fail(
                hb->ctx, RDG_ERR_ARGUMENT, where,
                "\"%s\" cannot be released: element \"%s\" (%s) does not differentiate by its numbers",
                number->name, e->name, e->type);
        }
        RDG_TRY(rdg_hbm_know_numbers(hb, i));
    }
    return RDG_OK;
}

static rdg_status take_load(rdg_hbm *hb, const char *where, const rdg_hbm_number *number)
{
    if (hb->load[number->of.item].of->kind == RDG_LOAD_CONSTANT) {
        RDG_TRY(require_free_rest(hb, where, number->name));
    }
    return rdg_hbm_single_out(hb, number->of.item);
}

static rdg_status take_number(rdg_hbm_released *r, const char *where, rdg_index k)
{
    switch (r->number[k].of.kind) {
    case RDG_PARAMETER_AMPLITUDE:
    case RDG_PARAMETER_PHASE:
        return take_load(r->hb, where, &r->number[k]);
    case RDG_PARAMETER_DAMPING_MASS:
    case RDG_PARAMETER_DAMPING_STIFFNESS:
    case RDG_PARAMETER_DAMPING_LOSS:
        if (!r->product) {
            r->product = rdg_context_calloc(r->hb->ctx, 3 * (size_t)r->hb->m, sizeof(double));
        }
        return rdg_hbm_vary_damping(r->hb);
    case RDG_PARAMETER_OF_ELEMENT:
        break;
    }
    return RDG_OK;
}

static rdg_status find_numbers(rdg_hbm_released *r, const char *where, const char *const *names)
{
    rdg_hbm *hb = r->hb;
    for (rdg_index k = 0; k < r->n; k++) {
        rdg_hbm_number *number = &r->number[k];
        number->name = rdg_context_strdup(hb->ctx, names[k]);
        RDG_TRY(rdg_structure_parameter_find(hb->structure, where, names[k], &number->of));
        RDG_TRY(take_elements(r, where, k));
        RDG_TRY(take_number(r, where, k));
        r->values[k] = number->of.value;
    }
    return rdg_error_status(hb->ctx);
}

static rdg_status take_memory(rdg_hbm_released *r)
{
    rdg_context *ctx = r->hb->ctx;
    const size_t n = (size_t)r->n, m = (size_t)r->hb->m, N = (size_t)r->hb->batch.N;
    r->number = rdg_context_calloc(ctx, n, sizeof *r->number);
    r->values = rdg_context_calloc(ctx, n, sizeof(double));
    r->start = rdg_context_calloc(ctx, n, sizeof(double));
    r->which = rdg_context_calloc(ctx, n, sizeof *r->which);
    r->mine = rdg_context_calloc(ctx, n, sizeof *r->mine);
    r->force = rdg_context_calloc(ctx, N * n, sizeof(double));
    r->mixed = rdg_context_calloc(ctx, (N + 1) * n, sizeof(double));
    r->second = rdg_context_calloc(ctx, n * n, sizeof(double));
    r->column = rdg_context_calloc(ctx, m, sizeof(double));
    r->place_in = rdg_context_calloc(ctx, n * (size_t)r->hb->n_elements, sizeof(int));
    r->column_place = rdg_context_calloc(ctx, n * (m + 2), sizeof(rdg_index));
    r->row_place = rdg_context_calloc(ctx, n * (m + 2), sizeof(rdg_index));
    r->square_place = rdg_context_calloc(ctx, n * n, sizeof(rdg_index));
    r->base = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(r->hb->hessian.pattern), sizeof(double));
    r->base_place =
        rdg_context_calloc(ctx, (size_t)rdg_pattern_count(r->hb->hessian.pattern), sizeof(rdg_index));
    return rdg_error_status(ctx);
}

/* The plain Jacobian's pattern with full columns for the numbers. */
static rdg_status make_jacobian(rdg_hbm_released *r)
{
    const rdg_pattern *plain = r->hb->jacobian.pattern;
    const rdg_index m = r->hb->m, count = rdg_pattern_count(plain), all = count + m * r->n;
    rdg_index *row = rdg_context_calloc(r->hb->ctx, 2 * (size_t)all, sizeof *row), *col = row + all;
    for (rdg_index j = 0; row && j < plain->cols; j++) {
        for (rdg_index e = plain->start[j]; e < plain->start[j + 1]; e++) {
            row[e] = plain->row[e];
            col[e] = j;
        }
    }
    for (rdg_index e = 0; row && e < m * r->n; e++) {
        row[count + e] = e % m;
        col[count + e] = plain->cols + e / m;
    }
    r->jacobian = row ? rdg_pattern_create(r->hb->ctx, m, plain->cols + r->n, all, row, col, NULL) : NULL;
    rdg_free(row);
    return rdg_error_status(r->hb->ctx);
}

/* Where a list of entries is, as it is made. */
typedef struct entries {
    rdg_index count, *row, *col;
} entries;

static void add(entries *list, rdg_index row, rdg_index col)
{
    list->row[list->count] = row;
    list->col[list->count++] = col;
}

/* Entries in the order: the plain ones; columns of the numbers; rows; their square. */
static void list_hessian(const rdg_hbm_released *r, entries *list)
{
    const rdg_pattern *plain = r->hb->hessian.pattern;
    const rdg_index m = r->hb->m, first = m + 2;
    for (rdg_index j = 0; j < plain->cols; j++) {
        for (rdg_index e = plain->start[j]; e < plain->start[j + 1]; e++) {
            add(list, plain->row[e], j);
        }
    }
    for (rdg_index k = 0; k < r->n; k++) {
        for (rdg_index i = 0; i < first; i++) {
            add(list, i, first + k);
        }
    }
    for (rdg_index k = 0; k < r->n; k++) {
        for (rdg_index i = 0; i < first; i++) {
            add(list, first + k, i);
        }
    }
    for (rdg_index k = 0; k < r->n * r->n; k++) {
        add(list, first + k % r->n, first + k / r->n);
    }
}

static void share_places(rdg_hbm_released *r, const rdg_index *place)
{
    const size_t count = (size_t)rdg_pattern_count(r->hb->hessian.pattern);
    const size_t side = (size_t)(r->n * (r->hb->m + 2));
    memcpy(r->base_place, place, count * sizeof *place);
    memcpy(r->column_place, place + count, side * sizeof *place);
    memcpy(r->row_place, place + count + side, side * sizeof *place);
    memcpy(r->square_place, place + count + 2 * side, (size_t)(r->n * r->n) * sizeof *place);
}

static rdg_status make_hessian(rdg_hbm_released *r)
{
    const rdg_index m = r->hb->m, size = m + 2 + r->n;
    const rdg_index all = rdg_pattern_count(r->hb->hessian.pattern) + 2 * r->n * (m + 2) + r->n * r->n;
    rdg_index *list = rdg_context_calloc(r->hb->ctx, 3 * (size_t)all, sizeof *list);
    if (!list) {
        return RDG_ERR_NO_MEMORY;
    }
    entries e = {.count = 0, .row = list, .col = list + all};
    rdg_index *place = list + 2 * all;
    list_hessian(r, &e);
    if (r->hb->is_small) {
        for (rdg_index k = 0; k < all; k++) {
            place[k] = e.row[k] + size * e.col[k];
        }
    } else {
        r->hessian = rdg_pattern_create(r->hb->ctx, size, size, all, e.row, e.col, place);
    }
    share_places(r, place);
    rdg_free(list);
    return rdg_error_status(r->hb->ctx);
}

static void describe(rdg_hbm_released *r)
{
    r->function = (rdg_function){.name = r->hb->function.name,
                                 .n = r->hb->m + 2 + r->n,
                                 .m = r->hb->m,
                                 .f = rdg_hbm_released_residual,
                                 .df = rdg_hbm_released_jacobian,
                                 .d2f = rdg_hbm_released_hessian,
                                 .df_pattern = r->jacobian,
                                 .d2f_pattern = r->hessian,
                                 .linear = r->hb->function.linear,
                                 .data = r,
                                 .free_data = rdg_hbm_free_released};
}

static rdg_status fill(rdg_hbm_released *r, const char *where, const char *const *names)
{
    RDG_TRY(rdg_hbm_close(r->hb));
    RDG_TRY(take_memory(r));
    RDG_TRY(find_numbers(r, where, names));
    if (!r->hb->is_small) {
        RDG_TRY(make_jacobian(r));
    }
    RDG_TRY(make_hessian(r));
    describe(r);
    return RDG_OK;
}

rdg_hbm_released *rdg_hbm_release(rdg_hbm *hb, const char *where, rdg_index n, const char *const *names)
{
    rdg_hbm_released *r = rdg_context_calloc(hb->ctx, 1, sizeof *r);
    if (!r) {
        return NULL;
    }
    r->hb = hb;
    r->users = 1;
    r->n = n;
    if (fill(r, where, names) != RDG_OK) {
        rdg_hbm_free_released(r);
        return NULL;
    }
    return r;
}

int rdg_hbm_use_parameters(rdg_hbm *hb, const rdg_problem *problem, const double *u)
{
    if (!hb || !problem || !u || rdg_hbm_close(hb) != RDG_OK) {
        return -1;
    }
    rdg_hbm_released *r = rdg_hbm_released_of(problem);
    /* they were added one after the other, right behind Q, omega and alpha, which come first */
    return rdg_hbm_use(hb, r, r ? u + hb->m + 2 : NULL);
}
