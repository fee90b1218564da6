/* A mode of the structure with each element replaced by its Jacobian at rest, read off the harmonic balance:
 * at Q = 0 the block of harmonic 1 is [K - omega^2 M, omega C; -omega C, K - omega^2 M]. */
#include "dnnm_impl.h"

#include <ridgewalk/mechanics.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Matrices at rest, dense, [n*n] each. */
typedef struct matrices {
    double *M, *C, *K;
} matrices;

typedef struct workspace {
    double *values;         /* of the Jacobian */
    double *omega, *shapes; /* [mode], [n*mode] */
} workspace;

static rdg_status evaluate_at_rest(rdg_dnnm_model *model, const char *where, double omega, double *values)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    double *u = rdg_context_calloc(ctx, (size_t)model->m + 2, sizeof *u);
    if (!u) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_hbm_rest_coefficients(model->hb, u);
    u[model->m] = omega;
    const int answer = model->forced->df(model->m + 2, u, model->m, values, model->forced->data);
    rdg_free(u);
    return answer == 0 ? RDG_OK
                       : rdg_fail(ctx, RDG_ERR_CALLBACK, where,
                                  "the equations of \"%s\" cannot be evaluated at rest (answer %d)",
                                  rdg_structure_name(rdg_hbm_structure(model->hb)), answer);
}

/* The block of the Jacobian in the rows of harmonic 1's cosine parts and n columns from `col` on, dense. */
static void read_block(const rdg_dnnm_model *model, const double *values, rdg_index col, double *block)
{
    const rdg_pattern *pattern = model->forced->df_pattern;
    const rdg_index n = model->n, first = model->first;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = model->jacobian_start[col + j]; e < model->jacobian_start[col + j + 1]; e++) {
            const rdg_index row = pattern ? pattern->row[e] : e - model->jacobian_start[col + j];
            if (row >= first && row < first + n) {
                block[row - first + n * j] = values[e];
            }
        }
    }
}

static rdg_status read_matrices(rdg_dnnm_model *model, const char *where, double *values,
                                const matrices *at_rest)
{
    const double omega = 1.0; /* any other would do: it drops out */
    const rdg_index n = model->n;
    const rdg_pattern *mass = &model->M.pattern;
    RDG_TRY(evaluate_at_rest(model, where, omega, values));
    read_block(model, values, model->first, at_rest->K);
    read_block(model, values, model->first + n, at_rest->C); /* omega C, omega = 1 */
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = mass->start[j]; e < mass->start[j + 1]; e++) {
            at_rest->M[mass->row[e] + n * j] = model->M.values[e];
            at_rest->K[mass->row[e] + n * j] += omega * omega * model->M.values[e];
        }
    }
    return RDG_OK;
}

/* Frequency and shape of one mode of n coordinates; omega: [mode], shapes: [n*mode], workspaces */
static rdg_status solve(rdg_dnnm_model *model, const matrices *at_rest, rdg_index n, rdg_index mode,
                        double *omega, double *shapes)
{
    rdg_structure *structure = rdg_hbm_structure(model->hb);
    rdg_structure *linear = rdg_structure_create(rdg_hbm_context(model->hb), rdg_structure_name(structure), n,
                                                 at_rest->M, NULL, at_rest->K);
    const rdg_status status = rdg_structure_modes(linear, 0, NULL, mode, omega, shapes);
    rdg_structure_free(linear);
    return status;
}

static double damping_of(const matrices *at_rest, rdg_index n, const double *shape)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        sum += shape[j] * rdg_dnnm_dot(n, shape, at_rest->C + n * j);
    }
    return sum;
}

/* shape^T M shape = 1 to the last digit: the amplitude at the start is the one asked for. */
static void normalise(const rdg_dnnm_model *model, double *shape)
{
    double *product = model->product;
    memset(product, 0, (size_t)model->n * sizeof *product);
    rdg_dnnm_add_mass(model, shape, product);
    const double size = sqrt(rdg_dnnm_dot(model->n, shape, product));
    for (rdg_index i = 0; i < model->n; i++) {
        shape[i] /= size;
    }
}

/* Scale by 1 or -1, so that the displacement is positive in phase. */
static void turn(const rdg_dnnm_model *model, rdg_dnnm_mode *mode)
{
    double motion = 0.0;
    for (rdg_index t = 0; t < model->n_terms; t++) {
        motion += model->weight[t] * mode->shape[model->place[t] - model->first];
    }
    for (rdg_index i = 0; motion < 0.0 && i < model->n; i++) {
        mode->shape[i] = -mode->shape[i];
    }
    mode->motion = fabs(motion);
}

/* A mode that is good for a start: it vibrates and moves the displacement. */
static rdg_status check(rdg_dnnm_model *model, const char *where, rdg_index number, const char *at,
                        const rdg_dnnm_mode *mode)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const char *name = rdg_structure_name(rdg_hbm_structure(model->hb));
    double largest = 0.0;
    for (rdg_index i = 0; i < model->n; i++) {
        largest = rdg_larger(largest, fabs(mode->shape[i]));
    }
    if (!(mode->omega > 0.0)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "mode %" PRId64 " of \"%s\" does not vibrate (omega = %g)", number, name,
                        mode->omega);
    }
    if (mode->motion <= 1e-9 * largest) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "mode %" PRId64 " of \"%s\" does not move \"%s\": a force there cannot excite it",
                        number, name, at);
    }
    return RDG_OK;
}

static rdg_status find(rdg_dnnm_model *model, const char *where, rdg_index number,
                       const rdg_dnnm_fixed *fixed, const matrices *at_rest, const workspace *work,
                       rdg_dnnm_mode *found)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index left = model->n - fixed->count;
    RDG_TRY(read_matrices(model, where, work->values, at_rest));
    RDG_TRY(rdg_dnnm_fixed_reduce(fixed, ctx, at_rest->M));
    RDG_TRY(rdg_dnnm_fixed_reduce(fixed, ctx, at_rest->C));
    RDG_TRY(rdg_dnnm_fixed_reduce(fixed, ctx, at_rest->K));
    RDG_TRY(solve(model, at_rest, left, number, work->omega, work->shapes));
    const double *shape = work->shapes + left * (number - 1);
    found->omega = work->omega[number - 1];
    found->xi = damping_of(at_rest, left, shape);
    RDG_TRY(rdg_dnnm_fixed_expand(fixed, ctx, shape, found->shape));
    normalise(model, found->shape);
    turn(model, found);
    return RDG_OK;
}

static rdg_status find_with_memory(rdg_dnnm_model *model, const char *where, rdg_index number,
                                   const rdg_dnnm_fixed *fixed, rdg_dnnm_mode *found)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index left = model->n - fixed->count;
    if (number < 1 || number > left) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\" has the modes 1 to %" PRId64 ", not %" PRId64,
                        rdg_structure_name(rdg_hbm_structure(model->hb)), left, number);
    }
    const size_t n = (size_t)model->n, count = (size_t)number;
    const matrices at_rest = {.M = rdg_context_calloc(ctx, n * n, sizeof(double)),
                              .C = rdg_context_calloc(ctx, n * n, sizeof(double)),
                              .K = rdg_context_calloc(ctx, n * n, sizeof(double))};
    const workspace work = {
        .values = rdg_context_calloc(ctx, (size_t)model->jacobian_start[model->m + 2], sizeof(double)),
        .omega = rdg_context_calloc(ctx, count, sizeof(double)),
        .shapes = rdg_context_calloc(ctx, n * count, sizeof(double))};
    found->shape = rdg_context_calloc(ctx, n, sizeof *found->shape);
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = find(model, where, number, fixed, &at_rest, &work, found);
    }
    rdg_free(at_rest.M);
    rdg_free(at_rest.C);
    rdg_free(at_rest.K);
    rdg_free(work.values);
    rdg_free(work.omega);
    rdg_free(work.shapes);
    return status;
}

rdg_status rdg_dnnm_linear_mode(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                                rdg_dnnm_mode *found)
{
    rdg_dnnm_fixed fixed;
    *found = (rdg_dnnm_mode){0};
    RDG_TRY(rdg_dnnm_fixed_create(model, where, mode->fixed, &fixed));
    rdg_status status = find_with_memory(model, where, mode->number, &fixed, found);
    rdg_dnnm_fixed_clear(&fixed);
    status = status == RDG_OK ? check(model, where, mode->number, mode->at, found) : status;
    if (status != RDG_OK) {
        rdg_free(found->shape);
        found->shape = NULL;
    }
    return status;
}

void rdg_dnnm_fill(const rdg_dnnm_model *model, const rdg_dnnm_mode *mode, double a, double *Q)
{
    const rdg_index part = model->phase == RDG_PHASE_VELOCITY ? 0 : model->n;
    rdg_hbm_rest_coefficients(model->hb, Q);
    for (rdg_index i = 0; i < model->n; i++) {
        Q[model->first + part + i] = a * mode->shape[i];
    }
}
