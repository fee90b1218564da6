/* Unfolding: beta b_i is added to row i of every zero function. The function's variables get one more, beta;
 * its callbacks are wrapped. */
#include "linear.h"
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

typedef struct unfolded {
    rdg_function inner; /* as it was */
    rdg_shared *shared; /* owner of its data, if there are several */
    rdg_index first_row, in_df;
} unfolded;

static void release(void *data)
{
    unfolded *k = data;
    if (k->shared && --k->shared->users == 0) {
        k->shared->free_data(k->shared->data);
        rdg_free(k->shared);
    } else if (!k->shared && k->inner.free_data) {
        k->inner.free_data(k->inner.data);
    }
    rdg_free(k);
}

static int unfolded_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const unfolded *k = data;
    const int answer = k->inner.f(n - 1, u, m, y, k->inner.data);
    for (rdg_index i = 0; i < m; i++) {
        y[i] += u[n - 1] * rdg_general(k->first_row + i);
    }
    return answer;
}

static int unfolded_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const unfolded *k = data;
    const int answer = k->inner.df(n - 1, u, m, values, k->inner.data);
    for (rdg_index i = 0; i < m; i++) {
        values[k->in_df + i] = rdg_general(k->first_row + i);
    }
    return answer;
}

static int unfolded_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                        void *data)
{
    const unfolded *k = data;
    return k->inner.d2f(n - 1, u, m, lambda, values, k->inner.data);
}

/* The pattern with one column more, which is full or empty; and as many rows more as requested. */
static rdg_pattern *widen(rdg_context *ctx, const rdg_pattern *a, rdg_index more_rows, bool full)
{
    const rdg_index count = rdg_pattern_count(a);
    const rdg_index added = full ? a->rows : 0;
    rdg_index *row = rdg_context_calloc(ctx, (size_t)(count + added), sizeof *row);
    rdg_index *col = rdg_context_calloc(ctx, (size_t)(count + added), sizeof *col);
    rdg_pattern *wider = NULL;
    if (row && col) {
        for (rdg_index j = 0; j < a->cols; j++) {
            for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
                row[k] = a->row[k];
                col[k] = j;
            }
        }
        for (rdg_index i = 0; i < added; i++) {
            row[count + i] = i;
            col[count + i] = a->cols;
        }
        wider = rdg_pattern_create(ctx, a->rows + more_rows, a->cols + 1, count + added, row, col, NULL);
    }
    rdg_free(row);
    rdg_free(col);
    return wider;
}

static rdg_status unfold(rdg_problem *p, rdg_entry *e, rdg_index beta, rdg_index first_row)
{
    rdg_context *ctx = p->ctx;
    const rdg_function *f = &e->function;
    if (f->d2f) {
        RDG_TRY(rdg_entry_prepare_hessian(ctx, e));
    }
    unfolded *k = rdg_context_calloc(ctx, 1, sizeof *k);
    rdg_index *index = rdg_context_calloc(ctx, (size_t)f->n + 1, sizeof *index);
    rdg_pattern *df = widen(ctx, f->df_pattern, 0, true);
    rdg_pattern *d2f = f->d2f ? widen(ctx, f->d2f_pattern, 1, false) : NULL;
    rdg_status status = rdg_error_status(ctx);
    rdg_entry fresh;
    if (status == RDG_OK) {
        *k = (unfolded){.inner = *f,
                        .shared = e->shared,
                        .first_row = first_row,
                        .in_df = rdg_pattern_count(f->df_pattern)};
        memcpy(index, e->index, (size_t)f->n * sizeof *index);
        index[f->n] = beta;
        status = rdg_entry_create(p, &fresh,
                                  &(rdg_function){.name = f->name,
                                                  .n = f->n + 1,
                                                  .m = f->m,
                                                  .f = unfolded_f,
                                                  .df = f->df ? unfolded_df : NULL,
                                                  .d2f = f->d2f ? unfolded_d2f : NULL,
                                                  .df_pattern = df,
                                                  .d2f_pattern = d2f,
                                                  .by_differences = f->by_differences,
                                                  .linear = f->linear,
                                                  .estimated_df = f->estimated_df,
                                                  .data = k},
                                  index, f->name);
    }
    rdg_pattern_free(df);
    rdg_pattern_free(d2f);
    rdg_free(index);
    if (status != RDG_OK) {
        rdg_free(k);
        return status;
    }
    fresh.function.free_data = release;
    e->function.free_data = NULL; /* what it freed now belongs to the wrapper */
    e->shared = NULL;
    rdg_entry_release(e);
    *e = fresh;
    return RDG_OK;
}

rdg_status rdg_add_unfolding(rdg_problem *p, const char *name)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    const rdg_index beta = p->n;
    RDG_TRY(rdg_add_variables(p, name, 1, NULL));
    rdg_index first_row = 0;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        rdg_entry *e = &p->entry[k];
        if (!e->is_monitor) {
            const rdg_index m = e->function.m;
            RDG_TRY(unfold(p, e, beta, first_row));
            first_row += m;
        }
    }
    return rdg_add_parameter(p, name, name, 0);
}
