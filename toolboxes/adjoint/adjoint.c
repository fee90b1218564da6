/* The adjoint extension: one zero function y = J(u)^T l of (u, l), l = (lambda, eta), where J stacks the
 * Jacobians of all zero functions and parameters. Its derivative is [sum_k l_k Hess_k, J^T]. */
#include "adjoint_impl.h"

#include <ridgewalk/moving.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

/* A multiplier that is held is none, of its typical size. */
static const double nothing = 1e-14;

static void destroy(void *data)
{
    rdg_adjoint *a = data;
    rdg_assembly_free(a->assembly);
    rdg_pattern_free(a->pattern);
    rdg_free(a->jacobian_values);
    rdg_free(a->hessian_values);
    rdg_free(a->place);
    rdg_free(a->wanted);
    rdg_free(a->typical);
    rdg_free(a->scale);
    rdg_free(a->multiplier);
    rdg_free(a->inequality);
    rdg_free(a);
}

/* Derivatives of a parameter take part where its multiplier is not 0, or requested: where that may change.
 * Those of some (the multipliers of an orbit) cost more than all the rest, and nobody releases theirs: what
 * is held at 0 is so to rounding. */
static const bool *choose_rows(rdg_adjoint *a, const double *l, bool asked)
{
    for (rdg_index row = a->zero_rows; row < a->m; row++) {
        const bool settled = rdg_is_steady(a->problem, a->n + row);
        a->wanted[row] = settled ? fabs(l[row]) > nothing * a->typical[row] : asked || l[row] != 0.0;
    }
    return a->wanted;
}

static int evaluate(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_adjoint *a = data;
    const double *l = u + a->n;
    const int answer = rdg_assembly_jacobian_of(a->assembly, u, choose_rows(a, l, false), a->jacobian_values);
    for (rdg_index j = 0; j < a->n; j++) {
        y[j] = 0.0;
        for (rdg_index k = a->jacobian->start[j]; k < a->jacobian->start[j + 1]; k++) {
            y[j] += a->jacobian_values[k] * l[a->jacobian->row[k]];
        }
    }
    return answer;
}

static int differentiate(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    rdg_adjoint *a = data;
    const bool *wanted = choose_rows(a, u + a->n, true);
    for (rdg_index row = 0; row < a->m; row++) {
        a->multiplier[row] = wanted[row] ? u[a->n + row] : 0.0;
    }
    int answer = rdg_assembly_hessian(a->assembly, u, a->multiplier, a->hessian_values);
    if (answer == 0) {
        answer = rdg_assembly_jacobian_of(a->assembly, u, wanted, a->jacobian_values);
    }
    const rdg_index in_hessian = rdg_pattern_count(a->hessian);
    const rdg_index in_jacobian = rdg_pattern_count(a->jacobian);
    for (rdg_index k = 0; k < in_hessian; k++) {
        values[a->place[k]] += a->hessian_values[k];
    }
    for (rdg_index k = 0; k < in_jacobian; k++) {
        values[a->place[in_hessian + k]] += a->jacobian_values[k];
    }
    return answer;
}

/* Entries of [Hessian, Jacobian^T]. */
static rdg_status build_pattern(rdg_context *ctx, rdg_adjoint *a)
{
    const rdg_index count = rdg_pattern_count(a->hessian) + rdg_pattern_count(a->jacobian);
    rdg_index *row = rdg_context_calloc(ctx, (size_t)count, sizeof *row);
    rdg_index *col = rdg_context_calloc(ctx, (size_t)count, sizeof *col);
    a->place = rdg_context_calloc(ctx, (size_t)count, sizeof *a->place);
    if (row && col && a->place) {
        rdg_index used = 0;
        for (rdg_index j = 0; j < a->n; j++) {
            for (rdg_index k = a->hessian->start[j]; k < a->hessian->start[j + 1]; k++, used++) {
                row[used] = a->hessian->row[k];
                col[used] = j;
            }
        }
        for (rdg_index j = 0; j < a->n; j++) {
            for (rdg_index k = a->jacobian->start[j]; k < a->jacobian->start[j + 1]; k++, used++) {
                row[used] = j;
                col[used] = a->n + a->jacobian->row[k];
            }
        }
        a->pattern = rdg_pattern_create(ctx, a->n, a->n + a->m, count, row, col, a->place);
    }
    rdg_free(row);
    rdg_free(col);
    return rdg_error_status(ctx);
}

/* Assemble the problem as it is now; workspaces for its derivatives. */
static rdg_status assemble(rdg_context *ctx, rdg_adjoint *a)
{
    a->assembly = rdg_assembly_create(a->problem);
    a->hessian = a->assembly ? rdg_assembly_hessian_pattern(a->assembly) : NULL;
    if (!a->hessian) {
        return rdg_error_status(ctx);
    }
    a->n = rdg_assembly_variables(a->assembly);
    a->m = rdg_assembly_rows(a->assembly, &a->zero_rows);
    a->jacobian = rdg_assembly_jacobian_pattern(a->assembly);
    a->jacobian_values = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(a->jacobian), sizeof(double));
    a->hessian_values = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(a->hessian), sizeof(double));
    a->wanted = rdg_context_calloc(ctx, (size_t)a->m, sizeof *a->wanted);
    a->typical = rdg_context_calloc(ctx, (size_t)a->m, sizeof *a->typical);
    a->scale = rdg_context_calloc(ctx, (size_t)a->m, sizeof *a->scale);
    a->multiplier = rdg_context_calloc(ctx, (size_t)a->m, sizeof *a->multiplier);
    for (rdg_index row = 0; a->wanted && row < a->zero_rows; row++) {
        a->wanted[row] = true;
    }
    return build_pattern(ctx, a);
}

static rdg_adjoint *create(rdg_problem *p)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_adjoint *a = rdg_context_calloc(ctx, 1, sizeof *a);
    if (!a) {
        return NULL;
    }
    a->problem = p;
    if (assemble(ctx, a) != RDG_OK) {
        destroy(a);
        return NULL;
    }
    return a;
}

/* Size of each row's change when every variable changes by its typical size: scale[row] = max_j |J_ij|
 * size_j. */
static rdg_status row_scales(rdg_problem *p, rdg_adjoint *a, double *scale)
{
    double *size = rdg_context_calloc(rdg_problem_context(p), (size_t)a->n, sizeof *size);
    if (!size) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_typical_sizes(p, rdg_start_values(p), size);
    const int answer = rdg_assembly_jacobian(a->assembly, rdg_start_values(p), a->jacobian_values);
    for (rdg_index j = 0; answer == 0 && j < a->n; j++) {
        for (rdg_index k = a->jacobian->start[j]; k < a->jacobian->start[j + 1]; k++) {
            const rdg_index i = a->jacobian->row[k];
            scale[i] = fmax(scale[i], fabs(a->jacobian_values[k]) * size[j]);
        }
    }
    rdg_free(size);
    return answer == 0 ? RDG_OK
                       : rdg_fail(rdg_problem_context(p), RDG_ERR_NOT_FINITE, "rdg_adjoint_add",
                                  "the problem's derivatives have no values at its start values");
}

rdg_index rdg_adjoint_row(const rdg_adjoint *a, const char *parameter)
{
    for (rdg_index row = 0; row < a->m; row++) {
        const char *name = rdg_assembly_parameter(a->assembly, row);
        if (name && parameter && strcmp(name, parameter) == 0) {
            return row;
        }
    }
    return -1;
}

/* Unit of d.parameter: the objective's divided by the parameter's, where both are known. */
static rdg_status set_unit(rdg_problem *p, const char *name, const char *objective, const char *parameter)
{
    const char *above = rdg_parameter_unit(p, objective);
    const char *below = rdg_parameter_unit(p, parameter);
    if (!above || !below || !*above || !*below || strcmp(above, below) == 0) {
        return rdg_error_status(rdg_problem_context(p));
    }
    char unit[NAME_SIZE];
    snprintf(unit, sizeof unit, strchr(below, '/') ? "%s/(%s)" : "%s/%s", above, below);
    return rdg_set_unit(p, name, unit);
}

static rdg_status add_multiplier_of(rdg_problem *p, const char *objective, const char *parameter,
                                    double typical)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "d.%s", parameter);
    RDG_TRY(rdg_add_variables(p, name, 1, NULL));
    RDG_TRY(rdg_set_typical(p, name, typical, true));
    RDG_TRY(rdg_add_parameter(p, name, name, 0));
    return set_unit(p, name, objective, parameter);
}

/* Multipliers in units of objective per row: an error of a typical size in each has the same weight. */
static rdg_status add_variables(rdg_problem *p, rdg_adjoint *a, const char *objective)
{
    rdg_context *ctx = rdg_problem_context(p);
    a->objective = rdg_adjoint_row(a, objective);
    if (a->objective < 0) {
        return rdg_fail(ctx, RDG_ERR_NAME, "rdg_adjoint_add",
                        "the objective \"%s\" is no parameter of the problem",
                        objective ? objective : "(null)");
    }
    const double *scale = a->scale;
    const rdg_index zero_rows = a->zero_rows;
    rdg_status status = row_scales(p, a, a->scale);
    double largest = 0.0;
    for (rdg_index i = 0; i < a->m; i++) {
        largest = i < zero_rows ? fmax(largest, scale[i]) : largest;
    }
    const double of_objective = scale[a->objective] > 0.0 ? scale[a->objective] : 1.0;
    if (status == RDG_OK && zero_rows > 0) {
        status = rdg_add_variables(p, "lambda", zero_rows, NULL);
    }
    if (status == RDG_OK && zero_rows > 0) {
        status = rdg_set_typical(p, "lambda", largest > 0.0 ? of_objective / largest : 1.0, true);
    }
    for (rdg_index i = zero_rows; status == RDG_OK && i < a->m; i++) {
        a->typical[i] = scale[i] > 0.0 ? of_objective / scale[i] : 1.0;
        status = add_multiplier_of(p, objective, rdg_assembly_parameter(a->assembly, i), a->typical[i]);
    }
    return status;
}

rdg_adjoint *rdg_adjoint_add(rdg_problem *p, const char *objective)
{
    rdg_context *ctx = rdg_problem_context(p);
    RDG_ENTER(ctx, ctx, NULL);
    rdg_adjoint *a = create(p);
    if (!a) {
        return NULL;
    }
    rdg_status status = add_variables(p, a, objective);
    if (status == RDG_OK) {
        status = rdg_add_zero(p,
                              &(rdg_function){.name = "adjoint",
                                              .n = a->n + a->m,
                                              .m = a->n,
                                              .f = evaluate,
                                              .df = differentiate,
                                              .df_pattern = a->pattern,
                                              .data = a,
                                              .free_data = destroy},
                              RDG_ALL);
    }
    if (status != RDG_OK) {
        destroy(a);
        return NULL;
    }
    if (a->zero_rows > 0) {
        rdg_declare_adjoint(p, "adjoint", "lambda");
    }
    rdg_complete_way_on(p, rdg_adjoint_complete, a);
    return a;
}
