/* Linear functions. */
#include "linear.h"
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct linear {
    rdg_index m, n;
    rdg_pattern *pattern; /* of the entries of A that are not zero */
    double *values, *b;   /* in the pattern's order; [m] */
} linear;

static void release(void *data)
{
    linear *l = data;
    rdg_pattern_free(l->pattern);
    rdg_free(l->values);
    rdg_free(l->b);
    rdg_free(l);
}

static int linear_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const linear *l = data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = -l->b[i];
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index k = l->pattern->start[j]; k < l->pattern->start[j + 1]; k++) {
            y[l->pattern->row[k]] += l->values[k] * u[j];
        }
    }
    return 0;
}

static int linear_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    const linear *l = data;
    memcpy(values, l->values, (size_t)rdg_pattern_count(l->pattern) * sizeof *values);
    return 0;
}

static int linear_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                      void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)lambda;
    (void)values; /* zero on entry */
    (void)data;
    return 0;
}

/* A as a list of entries that are not zero. */
static rdg_status take_matrix(rdg_context *ctx, linear *l, const double *A)
{
    const rdg_index size = l->m * l->n;
    rdg_index *row = rdg_context_calloc(ctx, (size_t)size, sizeof *row);
    rdg_index *col = rdg_context_calloc(ctx, (size_t)size, sizeof *col);
    rdg_index count = 0;
    for (rdg_index k = 0; row && col && k < size; k++) {
        if (A[k] != 0.0) {
            row[count] = k % l->m;
            col[count] = k / l->m;
            l->values[count++] = A[k]; /* columns in turn, rows ascending: the pattern's own order */
        }
    }
    l->pattern = row && col ? rdg_pattern_create(ctx, l->m, l->n, count, row, col, NULL) : NULL;
    rdg_free(row);
    rdg_free(col);
    return rdg_error_status(ctx);
}

static linear *create(rdg_problem *p, const char *where, rdg_index m, rdg_index n, const rdg_index *index,
                      const double *A, const double *b)
{
    if (m < 1 || n < 1 || !A || !index) {
        rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                 "linear functions need m >= 1, n >= 1, a matrix and an index set (m = %" PRId64
                 ", n = %" PRId64 ")",
                 m, n);
        return NULL;
    }
    for (rdg_index k = 0; k < m * n; k++) {
        if (!isfinite(A[k]) || (b && k < m && !isfinite(b[k]))) {
            rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, where, "an entry of row %" PRId64 " is not finite", k % m);
            return NULL;
        }
    }
    linear *l = rdg_context_calloc(p->ctx, 1, sizeof *l);
    if (!l) {
        return NULL;
    }
    l->m = m;
    l->n = n;
    l->values = rdg_context_calloc(p->ctx, (size_t)(m * n), sizeof(double));
    l->b = rdg_context_calloc(p->ctx, (size_t)m, sizeof(double));
    if (!l->values || !l->b || take_matrix(p->ctx, l, A) != RDG_OK) {
        release(l);
        return NULL;
    }
    if (b) {
        memcpy(l->b, b, (size_t)m * sizeof *b);
    }
    return l;
}

static rdg_function function_of(linear *l, const char *name, const rdg_pattern *none)
{
    return (rdg_function){.name = name,
                          .n = l->n,
                          .m = l->m,
                          .f = linear_f,
                          .df = linear_df,
                          .d2f = linear_d2f,
                          .df_pattern = l->pattern,
                          .d2f_pattern = none,
                          .data = l,
                          .free_data = release};
}

/* names NULL: equations. */
static rdg_status add(rdg_problem *p, const char *name, linear *l, const rdg_index *index,
                      const char *const *names, rdg_monitor_kind kind)
{
    if (!l) {
        return rdg_error_status(p->ctx);
    }
    rdg_pattern *none = rdg_pattern_create(p->ctx, l->n, l->n, 0, NULL, NULL, NULL);
    rdg_status status = none ? RDG_OK : rdg_error_status(p->ctx);
    if (status == RDG_OK) {
        const rdg_function f = function_of(l, name, none);
        status = names ? rdg_add_monitor(p, &f, index, names, kind) : rdg_add_zero(p, &f, index);
    }
    rdg_pattern_free(none);
    if (status != RDG_OK) {
        release(l);
    }
    return status;
}

rdg_status rdg_add_linear(rdg_problem *p, const char *name, rdg_index m, rdg_index n, const rdg_index *index,
                          const double *A, const double *b)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    return add(p, name, create(p, __func__, m, n, index, A, b), index, NULL, RDG_INACTIVE);
}

rdg_status rdg_add_linear_monitor(rdg_problem *p, const char *name, rdg_index m, rdg_index n,
                                  const rdg_index *index, const double *A, const double *b,
                                  const char *const *names, rdg_monitor_kind kind)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    if (!names) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "the parameters of \"%s\" have no names",
                        name ? name : "(null)");
    }
    return add(p, name, create(p, __func__, m, n, index, A, b), index, names, kind);
}

rdg_status rdg_add_glue(rdg_problem *p, const char *name, rdg_index n, const rdg_index *first,
                        const rdg_index *second)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    if (n < 1 || !first || !second) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "glue \"%s\" needs pairs of variables",
                        name ? name : "(null)");
    }
    rdg_index *index = rdg_context_calloc(p->ctx, 2 * (size_t)n, sizeof *index);
    double *A = rdg_context_calloc(p->ctx, 2 * (size_t)n * (size_t)n, sizeof *A);
    rdg_status status = rdg_error_status(p->ctx);
    if (status == RDG_OK) {
        for (rdg_index i = 0; i < n; i++) {
            index[i] = first[i];
            index[n + i] = second[i];
            A[i + n * i] = 1.0;
            A[i + n * (n + i)] = -1.0;
        }
        status = rdg_add_linear(p, name, n, 2 * n, index, A, NULL);
    }
    rdg_free(index);
    rdg_free(A);
    return status;
}
