/* Names of the rows of a superelement, from the cards that Nastran writes beside its matrices. */
#include "op4_order_impl.h"

#include "bulk_impl.h"

#include <inttypes.h>
#include <stdlib.h>

static const char remedy[] = "Give the .pch file of EXTSEOUT, with its card EXTRN";

typedef struct reading {
    rdg_scan scan;
    rdg_index rows;      /* expected */
    rdg_dof_table named; /* by EXTRN */
    rdg_dof_table all;   /* GRID and SPOINT */
    enum { OTHER, EXTRN, SPOINT } card;
} reading;

static rdg_status add(reading *r, rdg_dof_table *table, rdg_index node, rdg_index component)
{
    if (table->n > r->rows) {
        return RDG_OK; /* too many already: refused at the end */
    }
    return rdg_dof_table_add(table, node, component) < 0 ? RDG_ERR_NO_MEMORY : RDG_OK;
}

/* Node and components, "123456" or 0 */
static rdg_status read_pair(reading *r, const rdg_span field[2])
{
    rdg_index node = 0;
    if (rdg_span_is_empty(field[0])) {
        return RDG_OK;
    }
    RDG_TRY(rdg_bulk_node(&r->scan, field[0], &node));
    for (const char *c = field[1].from; c < field[1].to; c++) {
        if (*c < '0' || *c > '6') {
            return rdg_scan_fail(&r->scan, field[1], RDG_ERR_FORMAT, "expected components, as 123456, or 0");
        }
        RDG_TRY(add(r, &r->named, node, *c - '0'));
    }
    return RDG_OK;
}

/* Scalar points: a list, or first THRU last */
static rdg_status read_points(reading *r, const rdg_bulk *line)
{
    rdg_index first = 0, last = 0;
    for (int k = 0; k < line->n; k++) {
        if (rdg_span_is_empty(line->field[k])) {
            continue;
        }
        const bool is_range = k + 2 < line->n && rdg_span_equals(line->field[k + 1], "THRU");
        RDG_TRY(rdg_bulk_node(&r->scan, line->field[k], &first));
        last = first;
        if (is_range) {
            RDG_TRY(rdg_bulk_node(&r->scan, line->field[k + 2], &last));
            k += 2;
        }
        for (rdg_index point = first; point <= last && r->all.n <= r->rows; point++) {
            RDG_TRY(add(r, &r->all, point, 0));
        }
    }
    return RDG_OK;
}

static rdg_status read_grid(reading *r, const rdg_bulk *line)
{
    rdg_index node = 0;
    RDG_TRY(rdg_bulk_node(&r->scan, line->field[0], &node));
    for (rdg_index component = 1; component <= RDG_MOST_COMPONENT; component++) {
        RDG_TRY(add(r, &r->all, node, component));
    }
    return RDG_OK;
}

static rdg_status read_line(reading *r, const rdg_bulk *line)
{
    if (!rdg_span_is_empty(line->card)) {
        r->card = rdg_span_equals(line->card, "EXTRN")    ? EXTRN
                  : rdg_span_equals(line->card, "SPOINT") ? SPOINT
                                                          : OTHER;
    }
    if (rdg_span_equals(line->card, "GRID")) {
        return read_grid(r, line);
    }
    rdg_status status = r->card == SPOINT ? read_points(r, line) : RDG_OK;
    for (int k = 0; r->card == EXTRN && k < line->n && status == RDG_OK; k += 2) {
        status = read_pair(r, &line->field[k]);
    }
    return status;
}

static int by_key(const void *one, const void *other)
{
    const rdg_index *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

/* Into the model's table, which numbers them as they come */
static rdg_status take(rdg_fe_model *model, const rdg_dof_table *from)
{
    enum { BASE = RDG_MOST_COMPONENT + 2 };
    for (rdg_index i = 0; i < from->n; i++) {
        if (rdg_dof_table_add(&model->dofs, from->key[i] / BASE, from->key[i] % BASE) < 0) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    return RDG_OK;
}

rdg_status rdg_op4_order_read(rdg_fe_model *model, const char *file, rdg_index rows)
{
    reading r = {.rows = rows, .named = {.ctx = model->ctx}, .all = {.ctx = model->ctx}};
    rdg_bulk line;
    rdg_status status = rdg_scan_open(&r.scan, model->ctx, model->where, file, remedy);
    while (status == RDG_OK && rdg_bulk_line(&r.scan, &line)) {
        status = read_line(&r, &line);
    }
    rdg_scan_close(&r.scan);
    status = rdg_error_status(model->ctx);
    const rdg_dof_table *table = r.named.n > 0 ? &r.named : &r.all;
    if (status == RDG_OK && table->n != rows) {
        status = rdg_fail(
            model->ctx, RDG_ERR_SIZE, model->where,
            "\"%s\" names %s%" PRId64 " degrees of freedom, but the matrices have %" PRId64 " rows. %s", file,
            table->n > rows ? "more than " : "", table->n > rows ? rows : table->n, rows, remedy);
    }
    if (status == RDG_OK) {
        if (table == &r.all) {
            qsort(r.all.key, (size_t)r.all.n, sizeof *r.all.key, by_key);
        }
        status = take(model, table);
    }
    rdg_dof_table_free(&r.named);
    rdg_dof_table_free(&r.all);
    return status;
}
