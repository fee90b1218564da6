/* Matrices of Abaqus: *MATRIX OUTPUT, FORMAT=MATRIX INPUT (row node, component, column node, component,
 * value) and FORMAT=COORDINATE (row, column, value); CalculiX reads the former, too (*MATRIX ASSEMBLE). And
 * the matrices of substructures, of Abaqus and of CalculiX. */
#include "fe_model_impl.h"
#include "user_element_impl.h"

#include "fe_files.h"

#include <inttypes.h>
#include <string.h>

static const char remedy[] =
    "Write the matrices again: *MATRIX OUTPUT, FORMAT=MATRIX INPUT, or *SUBSTRUCTURE MATRIX OUTPUT";
static const char mass_remedy[] =
    "give the files of both, or one of a substructure with STIFFNESS=YES, MASS=YES";

enum { COORDINATE = 3, LABELLED = 5 };

typedef struct reading {
    rdg_scan scan;
    rdg_fe_model *model;
    int which;       /* RDG_FE_K or RDG_FE_M */
    int words;       /* of a line: COORDINATE or LABELLED; 0: not known yet */
    bool is_element; /* *USER ELEMENT was there */
    rdg_user_element element;
} reading;

/* A row or column: its number, or node and component */
static rdg_status read_place(reading *r, rdg_index *place)
{
    rdg_index node = 0, component = 0;
    rdg_span word = rdg_scan_word(&r->scan);
    if (!rdg_span_index(word, 1, INT32_MAX, &node)) {
        return rdg_scan_fail(&r->scan, word, RDG_ERR_FORMAT, "expected %s, from 1",
                             r->words == LABELLED ? "the number of a node" : "the number of a row or column");
    }
    if (r->words == COORDINATE) {
        r->model->rows = node > r->model->rows ? node : r->model->rows;
        *place = node - 1;
        return RDG_OK;
    }
    word = rdg_scan_word(&r->scan);
    if (!rdg_span_index(word, 1, RDG_MOST_COMPONENT, &component)) {
        return rdg_scan_fail(&r->scan, word, RDG_ERR_FORMAT, "expected a component 1 .. 6");
    }
    *place = rdg_dof_table_add(&r->model->dofs, node, component);
    return *place < 0 ? RDG_ERR_NO_MEMORY : RDG_OK;
}

static int count_words(rdg_scan *scan)
{
    int words = 0;
    const char *begin = scan->at;
    while (*scan->at) {
        rdg_scan_word(scan);
        words++;
    }
    scan->at = begin;
    return words;
}

static rdg_status read_entry(reading *r)
{
    rdg_index row = 0, col = 0;
    double value = 0;
    const rdg_span line = rdg_scan_field(&r->scan, 0, r->scan.length);
    const int words = count_words(&r->scan);
    if (r->words == 0 && (words == COORDINATE || words == LABELLED)) {
        r->words = words;
        RDG_TRY(rdg_fe_model_announce(r->model, &r->scan, (rdg_span){line.from, line.from}, r->which,
                                      RDG_ENTRIES_ANY));
    }
    if (words != r->words) {
        return rdg_scan_fail(
            &r->scan, line, RDG_ERR_FORMAT,
            "expected row node, component, column node, component, value; or row, column, value; "
            "the same on all lines");
    }
    RDG_TRY(read_place(r, &row));
    RDG_TRY(read_place(r, &col));
    RDG_TRY(rdg_scan_real(&r->scan, rdg_scan_word(&r->scan), &value));
    return rdg_entries_add(&r->model->matrix[r->which], row, col, r->scan.line, value);
}

static rdg_status read_line(reading *r)
{
    const rdg_span line = rdg_scan_field(&r->scan, 0, r->scan.length);
    if (rdg_span_begins(line, "*USER ELEMENT")) {
        if (r->is_element || r->words > 0) {
            return rdg_scan_fail(&r->scan, line, RDG_ERR_FORMAT,
                                 "expected one *USER ELEMENT, and nothing before");
        }
        r->is_element = true;
        return RDG_OK;
    }
    if (r->is_element) {
        return rdg_user_element_line(&r->element, &r->scan);
    }
    return rdg_span_is_empty(line) || *line.from == '*' ? RDG_OK : read_entry(r);
}

static rdg_status read_file(rdg_fe_model *model, const char *file, int which)
{
    reading r = {.model = model, .which = which, .element = {.model = model, .which = which}};
    rdg_status status = rdg_scan_open(&r.scan, model->ctx, model->where, file, remedy);
    while (status == RDG_OK && rdg_scan_line(&r.scan)) {
        status = read_line(&r);
    }
    if (rdg_error_status(model->ctx) == RDG_OK && r.is_element) {
        rdg_user_element_end(&r.element, &r.scan);
    }
    rdg_user_element_free(&r.element);
    rdg_scan_close(&r.scan);
    return rdg_error_status(model->ctx);
}

static rdg_status read_both(rdg_fe_model *model, const char *K, const char *M)
{
    RDG_TRY(read_file(model, K, RDG_FE_K));
    RDG_TRY(read_file(model, M, RDG_FE_M));
    const bool is_one_file = strcmp(K, M) == 0 && *model->matrix[RDG_FE_K].name == '\0';
    if (is_one_file || (model->rows > 0 && model->dofs.n > 0)) {
        return rdg_fail(model->ctx, RDG_ERR_ARGUMENT, model->where, "\"%s\" and \"%s\" %s: %s", K, M,
                        is_one_file ? "are one file, which has one matrix" : "name their rows in two ways",
                        remedy);
    }
    return RDG_OK;
}

static rdg_structure *read(rdg_context *ctx, const char *where, const char *name, const char *K,
                           const char *M, bool keep_massless)
{
    rdg_fe_model model = rdg_fe_model_begin(ctx, where, name, K, remedy, mass_remedy);
    model.keep_massless = keep_massless;
    model.marks_held = true;
    model.matrix[RDG_FE_M].path = M;
    rdg_structure *s = read_both(&model, K, M) == RDG_OK ? rdg_fe_model_assemble(&model) : NULL;
    rdg_fe_model_free(&model);
    return s;
}

rdg_structure *rdg_structure_read_abaqus(rdg_context *ctx, const char *name, const char *K, const char *M)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, K, NULL);
    RDG_NEED(ctx, M, NULL);
    return read(ctx, __func__, name, K, M, false);
}

rdg_structure *rdg_structure_read_abaqus_massless(rdg_context *ctx, const char *name, const char *K,
                                                  const char *M)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, K, NULL);
    RDG_NEED(ctx, M, NULL);
    return read(ctx, __func__, name, K, M, true);
}
