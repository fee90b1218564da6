/* The system of a curve within a problem. */
#include "operator_impl.h"
#include "problem.h"
#include "singular_impl.h"
#include "toolbox.h"
#include "vectors.h"

#include <inttypes.h>
#include <math.h>

void rdg_curve_release(rdg_curve *c)
{
    rdg_assembly_free(c->assembly);
    rdg_bordered_free(c->matrix);
    rdg_free(c->jacobian);
    rdg_free(c->size);
    rdg_free(c->metric);
}

/* Assemble zero functions, the inactive parameters but one, and the row below them. */
static rdg_status assemble(rdg_curve *c, const char *where, const char *released, const char *below)
{
    rdg_problem *p = c->p;
    const rdg_index last = below ? rdg_problem_require_parameter(p, where, below) : -1;
    const rdg_index free_one = rdg_problem_require_parameter(p, where, released);
    if (free_one < 0 || (below && last < 0)) {
        return RDG_ERR_NAME;
    }
    if (p->parameter[free_one].kind != RDG_INACTIVE) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" is no inactive parameter: it is not what varies along the curve", released);
    }
    if (below && last != free_one && p->parameter[last].kind == RDG_INACTIVE) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" is held along the curve on which \"%s\" varies: it is stationary everywhere",
                        below, released);
    }
    bool *take = rdg_context_calloc(p->ctx, (size_t)p->n_parameters, sizeof *take);
    if (!take) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        take[k] = k != free_one && p->parameter[k].kind == RDG_INACTIVE;
        take[k] = take[k] || k == last;
    }
    c->assembly = rdg_assembly_create_from(p, take);
    rdg_free(take);
    if (!c->assembly) {
        return rdg_error_status(p->ctx);
    }
    c->m = rdg_assembly_rows(c->assembly, NULL);
    const rdg_index m = c->m - (below != NULL); /* of the curve */
    return m == c->n - 1
               ? RDG_OK
               : rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                          "with \"%s\" released and all other inactive parameters held, %" PRId64
                          " variables and %" PRId64 " equations leave no curve but a manifold of dimension "
                          "%" PRId64,
                          released, c->n, m, c->n - m);
}

/* What is eliminated takes no part. */
static void take_metric(rdg_curve *c)
{
    const rdg_problem *p = c->p;
    c->revision = p->frozen.revision;
    for (rdg_index b = 0; b < p->n_blocks && p->block[b].start < c->n; b++) {
        const rdg_block *block = &p->block[b];
        rdg_index count = 0;
        for (rdg_index j = block->start; j < block->start + block->n; j++) {
            count += !rdg_frozen_has(&p->frozen, j);
        }
        for (rdg_index j = block->start; j < block->start + block->n; j++) {
            c->metric[j] =
                rdg_frozen_has(&p->frozen, j) ? 0.0 : 1.0 / (c->size[j] * c->size[j] * (double)count);
        }
    }
}

static rdg_status allocate(rdg_curve *c)
{
    rdg_problem *p = c->p;
    c->jacobian = rdg_context_calloc(p->ctx, (size_t)rdg_assembly_numbers(c->assembly), sizeof(double));
    c->size = rdg_context_calloc(p->ctx, (size_t)c->n, sizeof(double));
    c->metric = rdg_context_calloc(p->ctx, (size_t)c->n, sizeof(double));
    c->matrix = rdg_bordered_create_for(p->ctx, c->assembly, c->m, 1, &p->adjoint, RDG_LU_AUTO);
    RDG_TRY(rdg_error_status(p->ctx));
    RDG_TRY(rdg_bordered_leave_out(c->matrix, &p->frozen));
    rdg_typical_sizes(p, p->u0, c->size);
    take_metric(c);
    return RDG_OK;
}

rdg_status rdg_curve_init(rdg_curve *c, rdg_problem *p, const char *where, const char *released,
                          const char *below)
{
    *c = (rdg_curve){.p = p, .n = p->n};
    rdg_status status = assemble(c, where, released, below);
    if (status == RDG_OK) {
        status = allocate(c);
    }
    if (status != RDG_OK) {
        rdg_curve_release(c);
    }
    return status;
}

rdg_index rdg_curve_row(const rdg_curve *c, const char *parameter)
{
    const rdg_index k = rdg_problem_find_parameter(c->p, parameter);
    rdg_index row = c->m - 1;
    while (row > 0 && rdg_problem_find_parameter(c->p, rdg_assembly_parameter(c->assembly, row)) != k) {
        row--;
    }
    return row;
}

int rdg_curve_factor(rdg_curve *c, const double *u, const double *B, const double *C)
{
    const bool fine = c->p->fine_differences;
    c->p->fine_differences = true;
    const int answer = rdg_assembly_jacobian(c->assembly, u, c->jacobian);
    c->p->fine_differences = fine;
    if (answer != 0) {
        return answer;
    }
    if (c->revision != c->p->frozen.revision) {
        take_metric(c);
    }
    return rdg_bordered_factor(c->matrix, c->jacobian, B, C, c->size) ? 0 : 1;
}

int rdg_curve_hessian_times(rdg_curve *c, const double *u, const double *lambda, const double *v, double *out)
{
    const bool fine = c->p->fine_differences;
    c->p->fine_differences = true;
    const int answer = rdg_assembly_hessian_times(c->assembly, u, lambda, v, out);
    c->p->fine_differences = fine;
    return answer;
}

double rdg_curve_length(const rdg_curve *c, const double *v)
{
    return sqrt(rdg_weighted_dot(c->n, c->metric, v, v));
}

void rdg_curve_general_row(const rdg_curve *c, double phase, double *row)
{
    for (rdg_index j = 0; j < c->n; j++) {
        row[j] = (1.0 + 0.5 * sin((1.7 + phase) * (double)j + 0.3 + phase)) / c->size[j];
    }
}
