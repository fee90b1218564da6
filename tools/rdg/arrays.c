/* A run as arrays with names. */
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

typedef struct work {
    rdg_context *ctx;
    rdg_run *run;
    array_taker take;
    void *data;
    rdg_index n_labels;
    rdg_index *row; /* [n_labels] of labelled points */
} work;

static rdg_status give(const work *w, const array *one)
{
    return w->take(one, w->data) ? RDG_OK : RDG_ERR_IO;
}

static rdg_status give_types(const work *w)
{
    const rdg_index n = rdg_run_count(w->run);
    const char **texts = calloc((size_t)n + 1, sizeof *texts);
    for (rdg_index i = 0; texts && i < n; i++) {
        texts[i] = rdg_run_type(w->run, i);
    }
    const rdg_status status =
        texts ? give(w, &(array){.group = "bd", .name = "type", .unit = "", .rows = n, .texts = texts})
              : RDG_ERR_NO_MEMORY;
    free((void *)texts);
    return status;
}

static rdg_status give_table(const work *w)
{
    const char *name = NULL;
    rdg_status status = give_types(w);
    for (rdg_index i = 0; status == RDG_OK && (name = rdg_run_column_name(w->run, i)); i++) {
        const char *unit = rdg_run_unit(w->run, name);
        const double *values = rdg_run_column(w->run, name);
        rdg_error_clear(w->ctx); /* columns of the walk have no unit */
        status = values ? give(w, &(array){.group = "bd",
                                           .name = name,
                                           .unit = unit ? unit : "",
                                           .rows = rdg_run_count(w->run),
                                           .values = values})
                        : RDG_ERR_FORMAT;
    }
    return status;
}

/* Of labelled points: their labels and points, as the table has them. */
static rdg_status give_column(const work *w, const char *name)
{
    const double *all = rdg_run_column(w->run, name);
    double *some = calloc((size_t)w->n_labels + 1, sizeof *some);
    for (rdg_index i = 0; all && some && i < w->n_labels; i++) {
        some[i] = all[w->row[i]];
    }
    const rdg_status status =
        all && some
            ? give(w,
                   &(array){
                       .group = "solution", .name = name, .unit = "", .rows = w->n_labels, .values = some})
            : RDG_ERR_NO_MEMORY;
    free(some);
    return status;
}

static rdg_status give_block(const work *w, const char *block)
{
    const rdg_index n = rdg_run_block_size(w->run, rdg_run_label(w->run, w->row[0]), block);
    double *values = calloc((size_t)(w->n_labels * n) + 1, sizeof *values);
    rdg_status status = values ? rdg_error_status(w->ctx) : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; status == RDG_OK && i < w->n_labels; i++) {
        status = rdg_run_solution(w->run, rdg_run_label(w->run, w->row[i]), block, n, values + i * n, NULL);
    }
    if (status == RDG_OK) {
        status = give(w, &(array){.group = "solution",
                                  .name = block,
                                  .unit = "",
                                  .rows = w->n_labels,
                                  .columns = n,
                                  .values = values});
    }
    free(values);
    return status;
}

static rdg_status give_solutions(work *w)
{
    const rdg_index n = rdg_run_count(w->run);
    w->row = calloc((size_t)n + 1, sizeof *w->row);
    for (rdg_index i = 0; w->row && i < n; i++) {
        if (rdg_run_label(w->run, i) > 0) {
            w->row[w->n_labels++] = i;
        }
    }
    if (!w->row) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_status status = give_column(w, "label");
    status = status == RDG_OK ? give_column(w, "point") : status;
    const char *block = NULL;
    for (rdg_index i = 0; status == RDG_OK && w->n_labels > 0 && (block = rdg_run_block_name(w->run, i));
         i++) {
        status = give_block(w, block);
    }
    free(w->row);
    return status;
}

rdg_status each_array(rdg_context *ctx, rdg_run *run, array_taker take, void *data)
{
    work w = {.ctx = ctx, .run = run, .take = take, .data = data};
    const rdg_status status = give_table(&w);
    return status == RDG_OK ? give_solutions(&w) : status;
}
