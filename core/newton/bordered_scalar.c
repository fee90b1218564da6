/* The slope of a parameter along a solution curve: value by a bordered solve, gradient by one Hessian
 * product.
 */
#include "bordered_scalar.h"
#include "assembly_impl.h"
#include "bordered_impl.h"
#include "operator_impl.h"
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "toolbox.h"
#include "vectors.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { ARRAYS = 9 };

struct rdg_bordered_scalar {
    rdg_problem *p;
    rdg_index n, m, n_held;
    rdg_assembly *assembly; /* rows: F, A */
    rdg_bordered *matrix;   /* B */
    double *rows;           /* [(1 + n_held) n] t, then a unit row for each held variable */
    double *jacobian;       /* values of [F_u; A_u] in the assembly's order */
    double *u, *size, *tangent, *correction, *multipliers, *gradient; /* [n] */
    double *right;                                                    /* [n] right-hand side */
    double *values, *lambda;                                          /* [n] rows F, A; their multipliers */
    bool is_factored;
    rdg_scalar_values at;
    rdg_scalar_counts counts;
};

void rdg_bordered_scalar_free(rdg_bordered_scalar *s)
{
    if (!s) {
        return;
    }
    rdg_bordered_free(s->matrix);
    rdg_assembly_free(s->assembly);
    double *const arrays[] = {s->rows,        s->jacobian, s->u,     s->size,   s->tangent, s->correction,
                              s->multipliers, s->gradient, s->right, s->values, s->lambda};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_free(s);
}

static rdg_status assemble(rdg_bordered_scalar *s, const char *parameter)
{
    const rdg_index wanted = rdg_problem_require_parameter(s->p, "rdg_bordered_scalar_create", parameter);
    bool *take = wanted >= 0 ? rdg_context_calloc(s->p->ctx, (size_t)s->p->n_parameters, sizeof *take) : NULL;
    if (!take) {
        return rdg_error_status(s->p->ctx);
    }
    take[wanted] = true;
    s->assembly = rdg_assembly_create_from(s->p, take);
    rdg_free(take);
    return rdg_error_status(s->p->ctx);
}

static rdg_status require_curve(const rdg_bordered_scalar *s)
{
    const char where[] = "rdg_bordered_scalar_create";
    if (s->p->frozen.count > 0) {
        return rdg_fail(s->p->ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " variables are eliminated: restore them first by rdg_restore()",
                        s->p->frozen.count);
    }
    if (s->n_held != s->n - s->m - 1) {
        return rdg_fail(s->p->ctx, RDG_ERR_SIZE, where,
                        "%" PRId64 " variables, %" PRId64 " equations and %" PRId64
                        " held variables leave a manifold of dimension %" PRId64 "; a curve has 1",
                        s->n, s->m, s->n_held, s->n - s->m - s->n_held);
    }
    return RDG_OK;
}

static rdg_status allocate(rdg_bordered_scalar *s)
{
    rdg_context *ctx = s->p->ctx;
    double **const arrays[ARRAYS] = {&s->u,        &s->size,  &s->tangent, &s->correction, &s->multipliers,
                                     &s->gradient, &s->right, &s->values,  &s->lambda};
    for (int k = 0; k < ARRAYS; k++) {
        *arrays[k] = rdg_context_calloc(ctx, (size_t)s->n, sizeof(double));
    }
    s->rows = rdg_context_calloc(ctx, (size_t)((1 + s->n_held) * s->n), sizeof *s->rows);
    s->jacobian = rdg_context_calloc(ctx, (size_t)rdg_assembly_numbers(s->assembly), sizeof *s->jacobian);
    s->matrix = rdg_bordered_create_for(ctx, s->assembly, s->m, 0, NULL, RDG_LU_AUTO);
    rdg_assembly_hessian_pattern(s->assembly);
    return rdg_error_status(ctx);
}

static rdg_status hold(rdg_bordered_scalar *s, const char *const *held)
{
    for (rdg_index k = 0; k < s->n_held; k++) {
        const rdg_index block = rdg_problem_require_block(s->p, "rdg_bordered_scalar_create", held[k]);
        if (block < 0) {
            return rdg_error_status(s->p->ctx);
        }
        if (s->p->block[block].n != 1) {
            return rdg_fail(s->p->ctx, RDG_ERR_SIZE, "rdg_bordered_scalar_create",
                            "\"%s\" is a block of %" PRId64 " variables; one of one variable can be held",
                            held[k], s->p->block[block].n);
        }
        s->rows[(1 + k) * s->n + s->p->block[block].start] = 1.0;
    }
    return RDG_OK;
}

static rdg_status build(rdg_bordered_scalar *s, const char *parameter, const char *const *held)
{
    RDG_TRY(assemble(s, parameter));
    s->n = rdg_assembly_variables(s->assembly);
    rdg_assembly_rows(s->assembly, &s->m);
    RDG_TRY(require_curve(s));
    RDG_TRY(allocate(s));
    return hold(s, held);
}

rdg_bordered_scalar *rdg_bordered_scalar_create(rdg_problem *p, const char *parameter, rdg_index n_held,
                                                const char *const *held)
{
    if (!rdg_problem_works(p)) {
        return NULL;
    }
    RDG_NEED(p->ctx, parameter, NULL);
    for (rdg_index k = 0; k < n_held; k++) {
        RDG_NEED(p->ctx, held, NULL);
        RDG_NEED(p->ctx, held[k], NULL);
    }
    rdg_bordered_scalar *s = rdg_context_calloc(p->ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->p = p;
    s->n_held = n_held;
    if (build(s, parameter, held) != RDG_OK) {
        rdg_bordered_scalar_free(s);
        return NULL;
    }
    s->at = (rdg_scalar_values){.n = s->n,
                                .m = s->m,
                                .residual = s->values,
                                .tangent = s->tangent,
                                .correction = s->correction,
                                .multipliers = s->multipliers,
                                .gradient = s->gradient};
    return s;
}

int rdg_bordered_scalar_residual(rdg_bordered_scalar *s, const double *u, double *F)
{
    if (!s || !u || !F) {
        return -1;
    }
    s->counts.residuals++;
    const int answer = rdg_assembly_values(s->assembly, u, s->right);
    memcpy(F, s->right, (size_t)s->m * sizeof *F);
    return answer;
}

/* -A_u: the last row of the assembly's Jacobian */
static void take_gradient(const rdg_bordered_scalar *s, double *out)
{
    const rdg_pattern *a = rdg_assembly_jacobian_pattern(s->assembly);
    memset(out, 0, (size_t)s->n * sizeof *out);
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            if (a->row[k] == s->m) {
                out[j] = -s->jacobian[k];
            }
        }
    }
}

/* b - B^T w in place of b */
static void take_rest(const rdg_bordered_scalar *s, const double *w, double *b)
{
    rdg_assembly_times(s->assembly, s->m, s->jacobian, true, w, s->lambda);
    for (rdg_index j = 0; j < s->n; j++) {
        double sum = s->lambda[j];
        for (rdg_index i = 0; i <= s->n_held; i++) {
            sum += s->rows[i * s->n + j] * w[s->m + i];
        }
        b[j] -= sum;
    }
}

static void solve_all(rdg_bordered_scalar *s)
{
    double *b = s->right;
    memset(b, 0, (size_t)s->n * sizeof *b);
    b[s->m] = 1.0;
    rdg_bordered_solve(s->matrix, b, s->tangent);
    b[s->m] = 0.0;
    for (rdg_index i = 0; i < s->m; i++) {
        b[i] = -s->values[i];
    }
    rdg_bordered_solve(s->matrix, b, s->correction);
    take_gradient(s, b);
    rdg_bordered_solve_transposed(s->matrix, b, s->multipliers);
    take_rest(s, s->multipliers, b);
    rdg_bordered_solve_transposed(s->matrix, b, s->lambda);
    for (rdg_index i = 0; i < s->n; i++) {
        s->multipliers[i] += s->lambda[i];
    }
    s->at.value = s->values[s->m];
    s->at.slope = -s->multipliers[s->m];
    s->at.second = NAN;
    s->at.sign = (int)rdg_bordered_determinant(s->matrix).sign;
}

int rdg_bordered_scalar_factor(rdg_bordered_scalar *s, const double *u, const double *row)
{
    if (!s || !u || !row) {
        return -1;
    }
    s->is_factored = false;
    memcpy(s->u, u, (size_t)s->n * sizeof *u);
    memcpy(s->rows, row, (size_t)s->n * sizeof *row);
    s->counts.residuals++;
    int answer = rdg_assembly_values(s->assembly, u, s->values);
    answer = answer == 0 ? rdg_assembly_jacobian(s->assembly, u, s->jacobian) : answer;
    if (answer != 0) {
        return answer;
    }
    s->counts.factorisations++;
    rdg_typical_sizes(s->p, u, s->size);
    if (!rdg_bordered_factor(s->matrix, s->jacobian, NULL, s->rows, s->size)) {
        return rdg_error_status(s->p->ctx) == RDG_OK ? 1 : -1;
    }
    s->is_factored = true;
    solve_all(s);
    return 0;
}

int rdg_bordered_scalar_hessian_times(rdg_bordered_scalar *s, const double *x, double *y)
{
    if (!s || !x || !y) {
        return -1;
    }
    if (!s->is_factored) {
        return 1;
    }
    memcpy(s->lambda, s->multipliers, (size_t)s->m * sizeof *s->lambda);
    s->lambda[s->m] = 1.0;
    s->counts.hessian_products++;
    return rdg_assembly_hessian_times(s->assembly, s->u, s->lambda, x, y);
}

int rdg_bordered_scalar_differentiate(rdg_bordered_scalar *s)
{
    if (!s) {
        return -1;
    }
    const int answer = rdg_bordered_scalar_hessian_times(s, s->tangent, s->gradient);
    s->at.second = answer == 0 ? rdg_dot(s->n, s->gradient, s->tangent) : NAN;
    return answer != 0 || isfinite(s->at.second) ? answer : 1;
}

int rdg_bordered_scalar_solve(rdg_bordered_scalar *s, const double *b, double *x)
{
    if (!s || !b || !x) {
        return -1;
    }
    if (!s->is_factored) {
        return 1;
    }
    rdg_bordered_solve(s->matrix, b, x);
    return 0;
}

const rdg_scalar_values *rdg_bordered_scalar_values(const rdg_bordered_scalar *s)
{
    return s ? &s->at : NULL;
}

rdg_scalar_counts rdg_bordered_scalar_counts(const rdg_bordered_scalar *s)
{
    return s ? s->counts : (rdg_scalar_counts){0};
}
