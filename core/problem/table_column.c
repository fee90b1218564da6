/* Columns as text of a problem's tables. */
#include "table_column.h"

#include "problem_impl.h"

#include <string.h>

rdg_status rdg_add_table_column(rdg_problem *p, const rdg_table_column *column)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    if (!column || !column->header || !column->write || column->width < 1 ||
        column->width > RDG_TABLE_COLUMN_WIDTH) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT,
                        "a column needs a header, a function and a width of 1 to %d characters",
                        RDG_TABLE_COLUMN_WIDTH);
    }
    RDG_TRY(rdg_context_grow(p->ctx, &p->column, p->n_columns, 1, sizeof *p->column));
    rdg_table_column *own = &p->column[p->n_columns];
    *own = *column;
    own->header = rdg_strdup(column->header);
    if (!own->header) {
        return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the column \"%s\"", column->header);
    }
    p->n_columns++;
    return RDG_OK;
}

rdg_status rdg_problem_copy_columns(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index i = 0; i < from->n_columns; i++) {
        RDG_TRY(rdg_add_table_column(to, &from->column[i]));
    }
    return RDG_OK;
}

void rdg_problem_release_columns(rdg_problem *p)
{
    for (rdg_index i = 0; i < p->n_columns; i++) {
        rdg_free((void *)p->column[i].header);
    }
    rdg_free(p->column);
}

/* Left-aligned: words begin below each other. */
static void add(rdg_text *line, const char *words, int width)
{
    rdg_text_addf(line, "  %-*.*s", width, RDG_TABLE_COLUMN_WIDTH, words);
}

static int width_of(const rdg_table_column *column)
{
    const int header = (int)strlen(column->header);
    return header > column->width ? header : column->width;
}

void rdg_problem_column_headers(const rdg_problem *p, rdg_text *line)
{
    for (rdg_index i = 0; i < p->n_columns; i++) {
        add(line, p->column[i].header, width_of(&p->column[i]));
    }
}

void rdg_problem_column_words(const rdg_problem *p, const rdg_chart *chart, rdg_text *line)
{
    for (rdg_index i = 0; i < p->n_columns; i++) {
        const rdg_table_column *column = &p->column[i];
        char words[4 * RDG_TABLE_COLUMN_WIDTH + 1] = "";
        column->write(p, chart, words, sizeof words, column->data);
        add(line, words, width_of(column));
    }
}
