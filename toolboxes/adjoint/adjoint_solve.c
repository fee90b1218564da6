/* Multipliers by one linear least-squares solve: J^T l = 0 with l_objective = 1 given and l_k = 0 for the
 * parameters that are free. Rows are weighed by the typical sizes of the variables, columns by their length.
 */
#include "adjoint_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct least_squares {
    rdg_index n, count;
    rdg_index *column_of; /* [m] column of each row of J; -1: its multiplier is known */
    double *A, *b;        /* [n * count], [n] */
    double *length;       /* [count] of the columns */
    double *size;         /* of all variables of the extended problem */
} least_squares;

static void release(least_squares *q)
{
    rdg_free(q->column_of);
    rdg_free(q->A);
    rdg_free(q->b);
    rdg_free(q->length);
    rdg_free(q->size);
}

static void take(rdg_index row, bool unknown, least_squares *q)
{
    q->column_of[row] = unknown ? q->count++ : -1;
}

/* Unknown are the multipliers of zero functions and of held parameters, `held` among them; without a
 * parameter `along`, those of inequalities too. */
static void choose(const rdg_adjoint *a, const char *along, const char *held, least_squares *q)
{
    for (rdg_index row = 0; row < a->m; row++) {
        bool unknown = row < a->zero_rows && !rdg_is_eliminated(a->problem, a->n + row);
        if (row >= a->zero_rows && row != a->objective) {
            const char *name = rdg_assembly_parameter(a->assembly, row);
            rdg_monitor_kind kind = RDG_ACTIVE;
            rdg_parameter_name(a->problem, rdg_parameter_index(a->problem, name), &kind);
            unknown = along ? kind == RDG_INACTIVE && strcmp(name, along) != 0 : kind == RDG_INEQUALITY;
            unknown = unknown || (held && strcmp(name, held) == 0);
        }
        take(row, unknown, q);
    }
}

/* As at another point: those of zero functions, and those of parameters that were not 0. */
static void choose_as(const rdg_adjoint *a, const double *before, least_squares *q)
{
    for (rdg_index row = 0; row < a->m; row++) {
        const bool is_zero_function = row < a->zero_rows;
        const bool was = fabs(before[a->n + row]) > 1e-14 * a->typical[row];
        take(row, is_zero_function ? !rdg_is_eliminated(a->problem, a->n + row) : was && row != a->objective,
             q);
    }
}

static rdg_status allocate(const rdg_adjoint *a, least_squares *q)
{
    rdg_context *ctx = rdg_problem_context(a->problem);
    const size_t n = (size_t)a->n;
    const size_t m = (size_t)a->m;
    q->n = a->n;
    q->column_of = rdg_context_calloc(ctx, m, sizeof *q->column_of);
    q->A = rdg_context_calloc(ctx, n * m, sizeof *q->A);
    q->b = rdg_context_calloc(ctx, n > m ? n : m, sizeof *q->b);
    q->length = rdg_context_calloc(ctx, m, sizeof *q->length);
    q->size = rdg_context_calloc(ctx, (size_t)rdg_variable_count(a->problem), sizeof *q->size);
    return rdg_error_status(ctx);
}

static void fill(const rdg_adjoint *a, least_squares *q)
{
    for (rdg_index j = 0; j < q->n; j++) {
        if (rdg_is_eliminated(a->problem, j)) {
            continue; /* its equation is left out */
        }
        for (rdg_index k = a->jacobian->start[j]; k < a->jacobian->start[j + 1]; k++) {
            const rdg_index row = a->jacobian->row[k];
            const double entry = a->jacobian_values[k] * q->size[j];
            if (row == a->objective) {
                q->b[j] = -entry;
            } else if (q->column_of[row] >= 0) {
                q->A[j + q->n * q->column_of[row]] = entry;
                q->length[q->column_of[row]] += entry * entry;
            }
        }
    }
    for (rdg_index c = 0; c < q->count; c++) {
        q->length[c] = q->length[c] > 0.0 ? sqrt(q->length[c]) : 1.0;
        for (rdg_index j = 0; j < q->n; j++) {
            q->A[j + q->n * c] /= q->length[c];
        }
    }
}

static rdg_status solve(rdg_adjoint *a, least_squares *q, double *defect)
{
    rdg_context *ctx = rdg_problem_context(a->problem);
    fill(a, q);
    const double right = rdg_norm(q->n, q->b);
    const lapack_int info =
        RDG_BLAS(LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', (lapack_int)q->n, (lapack_int)q->count, 1, q->A,
                               (lapack_int)q->n, q->b, (lapack_int)(q->n > q->count ? q->n : q->count)));
    if (info != 0 || !isfinite(rdg_norm(q->count, q->b))) {
        return rdg_fail(ctx, RDG_ERR_SINGULAR, "rdg_adjoint_solve",
                        "the multipliers are not determined: the Jacobian of the functions is singular");
    }
    if (defect) {
        *defect = right > 0.0 ? rdg_norm(q->n - q->count, q->b + q->count) / right : 0.0;
    }
    return RDG_OK;
}

static void write(const rdg_adjoint *a, const least_squares *q, double objective, double *u)
{
    for (rdg_index row = 0; row < a->m; row++) {
        const rdg_index c = q->column_of[row];
        u[a->n + row] = objective * (row == a->objective ? 1.0 : c >= 0 ? q->b[c] / q->length[c] : 0.0);
    }
}

rdg_status rdg_adjoint_solve(rdg_adjoint *a, const char *along, const char *held, double *defect)
{
    RDG_ENTER(a, rdg_problem_context(a->problem), RDG_ERR_EARLIER);
    rdg_problem *p = a->problem;
    double *u = rdg_start_values(p);
    if ((along && rdg_parameter_index(p, along) < 0) || (held && rdg_parameter_index(p, held) < 0)) {
        return RDG_ERR_NAME;
    }
    if (rdg_assembly_jacobian(a->assembly, u, a->jacobian_values) != 0) {
        return RDG_FAIL(rdg_problem_context(p), RDG_ERR_NOT_FINITE, "no derivatives at the start values");
    }
    least_squares q = {0};
    rdg_status status = allocate(a, &q);
    if (status == RDG_OK) {
        rdg_typical_sizes(p, u, q.size);
        choose(a, along, held, &q);
        status = solve(a, &q, defect);
    }
    if (status == RDG_OK) {
        write(a, &q, 1.0, u);
    }
    release(&q);
    return status;
}

void rdg_adjoint_complete(rdg_problem *p, const rdg_chart *event, double *u, void *data)
{
    rdg_adjoint *a = data;
    const double objective = event->u[a->n + a->objective];
    least_squares q = {0};
    memset(u + a->n, 0, (size_t)a->m * sizeof *u);
    if (objective == 0.0 || rdg_assembly_jacobian(a->assembly, u, a->jacobian_values) != 0) {
        return; /* multipliers of 0 are some */
    }
    if (allocate(a, &q) == RDG_OK) {
        rdg_typical_sizes(p, u, q.size);
        choose_as(a, event->u, &q);
        if (solve(a, &q, NULL) == RDG_OK) {
            write(a, &q, objective, u);
        }
    }
    release(&q);
}
