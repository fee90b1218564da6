/* Matrices of Nastran's DMIG cards: PARAM,EXTOUT,DMIGPCH, EXTSEOUT(DMIGBDF), or Ansys *EXPORT,...,DMIG.
 * A card DMIG with 0 in its second field begins a matrix: name, 0, form, type of the numbers, ..., columns.
 * Others have a column, DMIG name node component, and its entries: node, component, real and imaginary part.
 */
#include "bulk_impl.h"
#include "fe_model_impl.h"

#include "fe_files.h"

#include <inttypes.h>

static const char remedy[] = "Export the matrices again, with PARAM,EXTOUT,DMIGPCH";
static const char mass_remedy[] = "the file must have KAAX and MAAX, as PARAM,EXTOUT,DMIGPCH writes them, or "
                                  "matrices of the names KAA, MAA; "
                                  "K, M; K2GG, M2GG";

enum { SYMMETRIC = 6, SQUARE = 1, RECTANGULAR = 2, NUMBERED = 9, COMPLEX_SINGLE = 3, COMPLEX_DOUBLE = 4 };

/* What the cards before have stated. */
typedef struct reading {
    rdg_scan scan;
    rdg_fe_model *model;
    rdg_index type[RDG_FE_MATRICES]; /* 1, 2: real, 3, 4: complex */
    int which;                       /* matrix of the column; -1: one that is not wanted */
    rdg_index column;
} reading;

static rdg_status read_dof(reading *r, const rdg_span field[2], rdg_index *dof)
{
    rdg_index node = 0, component = 0;
    RDG_TRY(rdg_bulk_node(&r->scan, field[0], &node));
    if (!rdg_span_is_empty(field[1]) && !rdg_span_index(field[1], 0, RDG_MOST_COMPONENT, &component)) {
        return rdg_scan_fail(&r->scan, field[1], RDG_ERR_FORMAT,
                             "expected a component 1 .. 6, or 0 for a scalar point");
    }
    *dof = rdg_dof_table_add(&r->model->dofs, node, component);
    return *dof < 0 ? RDG_ERR_NO_MEMORY : RDG_OK;
}

/* An entry; the imaginary part of a stiffness is structural damping. */
static rdg_status read_entry(reading *r, const rdg_span field[4])
{
    double value = 0, imaginary = 0;
    rdg_index row = 0;
    RDG_TRY(read_dof(r, field, &row));
    RDG_TRY(rdg_scan_real(&r->scan, field[2], &value));
    if (r->type[r->which] >= COMPLEX_SINGLE && !rdg_span_is_empty(field[3])) {
        RDG_TRY(rdg_scan_real(&r->scan, field[3], &imaginary));
    }
    if (imaginary != 0.0 && r->which != RDG_FE_K) {
        return rdg_scan_fail(&r->scan, field[3], RDG_ERR_FORMAT,
                             "an imaginary part has a meaning in a stiffness only");
    }
    if (imaginary != 0.0) {
        RDG_TRY(rdg_entries_add(&r->model->matrix[RDG_FE_K4], row, r->column, r->scan.line, imaginary));
    }
    return rdg_entries_add(&r->model->matrix[r->which], row, r->column, r->scan.line, value);
}

static rdg_status begin_matrix(reading *r, const rdg_bulk *card)
{
    rdg_index form = 0, type = 0;
    const rdg_span name = card->field[0], *of = &card->field[2];
    if (!rdg_span_index(of[0], 1, NUMBERED, &form) || !rdg_span_index(of[1], 1, COMPLEX_DOUBLE, &type)) {
        return rdg_scan_fail(&r->scan, name, RDG_ERR_FORMAT,
                             "expected DMIG, name, 0, form 1 .. 9, type 1 .. 4");
    }
    const int which = rdg_fe_matrix_of(name);
    if (which < 0) {
        return RDG_OK;
    }
    if (form != SYMMETRIC && form != SQUARE && form != RECTANGULAR) {
        return rdg_scan_fail(&r->scan, of[0], RDG_ERR_FORMAT,
                             "expected form 6 (symmetric), 1 (square) or 2, as columns of form %" PRId64
                             " do not name degrees of freedom",
                             form);
    }
    r->type[which] = type;
    return rdg_fe_model_announce(r->model, &r->scan, name, which,
                                 form == SYMMETRIC ? RDG_ENTRIES_TRIANGLE : RDG_ENTRIES_WHOLE);
}

/* The first line of a card */
static rdg_status begin_card(reading *r, const rdg_bulk *card)
{
    rdg_index zero = 0;
    r->which = -1;
    if (!rdg_span_equals(card->card, "DMIG")) {
        return RDG_OK;
    }
    if (rdg_span_index(card->field[1], 0, 0, &zero)) {
        return begin_matrix(r, card);
    }
    const int which = rdg_fe_matrix_of(card->field[0]);
    if (which >= 0 && !r->model->matrix[which].is_given) {
        return rdg_scan_fail(&r->scan, card->field[0], RDG_ERR_FORMAT,
                             "a column of a matrix that no card DMIG, name, 0 has begun");
    }
    if (which >= 0) {
        RDG_TRY(read_dof(r, &card->field[1], &r->column));
        r->which = which;
    }
    return which >= 0 && card->n == 8 && !rdg_span_is_empty(card->field[4]) ? read_entry(r, &card->field[4])
                                                                            : RDG_OK;
}

static rdg_status read_line(reading *r, const rdg_bulk *line)
{
    if (!rdg_span_is_empty(line->card)) {
        return begin_card(r, line);
    }
    rdg_status status = RDG_OK;
    for (int k = 0; k < line->n && r->which >= 0 && status == RDG_OK; k += 4) {
        status = rdg_span_is_empty(line->field[k]) ? RDG_OK : read_entry(r, &line->field[k]);
    }
    return status;
}

static rdg_status read_file(rdg_fe_model *model, const char *file)
{
    reading r = {.model = model, .which = -1};
    rdg_bulk line;
    rdg_status status = rdg_scan_open(&r.scan, model->ctx, model->where, file, remedy);
    while (status == RDG_OK && rdg_bulk_line(&r.scan, &line)) {
        status = read_line(&r, &line);
    }
    rdg_scan_close(&r.scan);
    return rdg_error_status(model->ctx);
}

static rdg_structure *read(rdg_context *ctx, const char *where, const char *name, const char *file,
                           bool keep_massless)
{
    rdg_fe_model model = rdg_fe_model_begin(ctx, where, name, file, remedy, mass_remedy);
    model.keep_massless = keep_massless;
    rdg_structure *s = read_file(&model, file) == RDG_OK ? rdg_fe_model_assemble(&model) : NULL;
    rdg_fe_model_free(&model);
    return s;
}

rdg_structure *rdg_structure_read_nastran(rdg_context *ctx, const char *name, const char *file)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, file, NULL);
    return read(ctx, __func__, name, file, false);
}

rdg_structure *rdg_structure_read_nastran_massless(rdg_context *ctx, const char *name, const char *file)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, file, NULL);
    return read(ctx, __func__, name, file, true);
}
