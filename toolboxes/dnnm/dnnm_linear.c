/* A mode of the structure with each element replaced by its Jacobian at rest, read off the harmonic balance:
 * at Q = 0 the block of harmonic 1 is [K - omega^2 M, omega C; -omega C, K - omega^2 M]. */
#include "dnnm_impl.h"

#include <ridgewalk/mechanics.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Matrices at rest, dense, [n*n] each. */
typedef struct matrices {
    double *M, *C, *K;
} matrices;

typedef struct workspace {
    double *values;         /* of the Jacobian */
    double *omega, *shapes; /* [n], [n*n] */
    double *basis, *y, *c;  /* [n*n], [2 n], [2 n] */
} workspace;

static rdg_status evaluate_at_rest(const rdg_dnnm_model *model, const char *where, double omega,
                                   double *values)
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

/* Of structural damping the viscous damping that is the same at omega is g / omega K. */
static rdg_status read_damping(const rdg_dnnm_model *model, const char *where, double omega, double *values,
                               const matrices *at_rest)
{
    const rdg_index n = model->n;
    RDG_TRY(evaluate_at_rest(model, where, omega, values));
    memset(at_rest->C, 0, (size_t)(n * n) * sizeof *at_rest->C);
    read_block(model, values, model->first + n, at_rest->C);
    for (rdg_index i = 0; i < n * n; i++) {
        at_rest->C[i] /= omega;
    }
    return RDG_OK;
}

/* The lowest modes of n coordinates; omega: [count], shapes: [n*count], workspaces */
static rdg_status solve(const rdg_dnnm_model *model, const matrices *at_rest, rdg_index n, rdg_index count,
                        double *omega, double *shapes)
{
    rdg_structure *structure = rdg_hbm_structure(model->hb);
    rdg_structure *linear = rdg_structure_create(rdg_hbm_context(model->hb), rdg_structure_name(structure), n,
                                                 at_rest->M, NULL, at_rest->K);
    const rdg_status status = rdg_structure_modes(linear, 0, NULL, count, omega, shapes);
    rdg_structure_free(linear);
    return status;
}

/* Equal but for the rounding of the eigenvalues. */
static bool is_same(double omega, double other)
{
    const double rounding = 1e-8;
    return fabs(omega - other) <= rounding * fabs(other);
}

/* All modes of the frequency of one of them, among n coordinates; *first: from 0, *multiplicity. A mode more
 * than those that there are, as of a singular mass matrix, is no failure. */
static rdg_status solve_cluster(const rdg_dnnm_model *model, const matrices *at_rest, rdg_index n,
                                rdg_index number, rdg_index capacity, const workspace *work, rdg_index *first,
                                rdg_index *multiplicity)
{
    rdg_index count = number < n ? number + 1 : number;
    rdg_status status = solve(model, at_rest, n, count, work->omega, work->shapes);
    if (status == RDG_ERR_SINGULAR && count > number) {
        rdg_error_clear(rdg_hbm_context(model->hb));
        count = number;
        status = solve(model, at_rest, n, count, work->omega, work->shapes);
    }
    RDG_TRY(status);
    const double omega = work->omega[number - 1];
    while (count > number && count < capacity && is_same(work->omega[count - 1], omega)) {
        count++;
        RDG_TRY(solve(model, at_rest, n, count, work->omega, work->shapes));
    }
    rdg_index end = number;
    *first = number - 1;
    while (*first > 0 && is_same(work->omega[*first - 1], omega)) {
        (*first)--;
    }
    while (end < count && is_same(work->omega[end], omega)) {
        end++;
    }
    *multiplicity = end - *first;
    return RDG_OK;
}

static double damping_of(const matrices *at_rest, rdg_index n, const double *shape)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        sum += shape[j] * rdg_dot(n, shape, at_rest->C + n * j);
    }
    return sum;
}

/* Both parts of the shape together have the modal mass 1 to the last digit: the amplitude at the start is the
 * one requested. */
static void normalise(const rdg_dnnm_model *model, double *shape)
{
    double square = 0.0;
    for (int part = 0; part < 2; part++) {
        double *product = model->product;
        memset(product, 0, (size_t)model->n * sizeof *product);
        rdg_dnnm_add_mass(model, shape + part * model->n, product);
        square += rdg_dot(model->n, shape + part * model->n, product);
    }
    for (rdg_index i = 0; i < 2 * model->n; i++) {
        shape[i] /= sqrt(square);
    }
}

/* Turn the phase so that the displacement is real and positive: by 0 or half a turn where all moves in phase.
 */
static void turn(const rdg_dnnm_model *model, rdg_dnnm_mode *mode)
{
    const rdg_index n = model->n;
    double re = 0.0, im = 0.0;
    for (rdg_index t = 0; t < model->n_terms; t++) {
        re += model->weight[t] * mode->shape[model->place[t] - model->first];
        im += model->weight[t] * mode->shape[n + model->place[t] - model->first];
    }
    mode->motion = hypot(re, im);
    if (mode->motion == 0.0) {
        return;
    }
    const double cosine = re / mode->motion, sine = im / mode->motion;
    for (rdg_index i = 0; i < n; i++) {
        const double x = mode->shape[i], y = mode->shape[n + i];
        mode->shape[i] = cosine * x + sine * y;
        mode->shape[n + i] = cosine * y - sine * x;
    }
}

/* A mode that is good for a start: it vibrates and moves the displacement. */
static rdg_status check(rdg_dnnm_model *model, const char *where, rdg_index number, const char *at,
                        const rdg_dnnm_mode *mode)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const char *name = rdg_structure_name(rdg_hbm_structure(model->hb));
    const double largest = rdg_largest(2 * model->n, mode->shape);
    if (!(mode->omega >= 0.0)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "mode %" PRId64 " of \"%s\" does not vibrate (omega = %g)", number, name,
                        mode->omega);
    }
    const double none = mode->multiplicity > 1 ? 1e-4 : 1e-9; /* directions are known no better */
    if (mode->motion <= none * largest) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "mode %" PRId64 " of \"%s\" does not move \"%s\": a force there cannot excite it",
                        number, name, at);
    }
    return RDG_OK;
}

/* Its basis in all degrees of freedom, and the Jacobian at its frequency: the direction. */
static rdg_status find_direction(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                                 const rdg_dnnm_fixed *fixed, const workspace *work,
                                 rdg_dnnm_eigenspace *space, double *c)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index left = model->n - fixed->count;
    if (space->m > 1) {
        RDG_TRY(evaluate_at_rest(model, where, space->omega, work->values));
    }
    for (rdg_index k = 0; k < space->m; k++) {
        RDG_TRY(rdg_dnnm_fixed_expand(fixed, ctx, work->shapes + left * (space->first - 1 + k),
                                      space->basis + model->n * k));
    }
    return rdg_dnnm_choose_direction(model, where, mode, space, work->values, c);
}

/* y = sum c_k shape_k, real and imaginary parts one after the other, and its damping */
static void combine(const matrices *at_rest, const workspace *work, rdg_index n,
                    const rdg_dnnm_eigenspace *space, const double *c, double *y, double *xi)
{
    memset(y, 0, 2 * (size_t)n * sizeof *y);
    for (rdg_index k = 0; k < space->m; k++) {
        const double *shape = work->shapes + n * (space->first - 1 + k);
        for (rdg_index i = 0; i < n; i++) {
            y[i] += c[k] * shape[i];
            y[n + i] += c[space->m + k] * shape[i];
        }
    }
    *xi = damping_of(at_rest, n, y) + damping_of(at_rest, n, y + n);
}

static rdg_status find(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                       const rdg_dnnm_fixed *fixed, const matrices *at_rest, const workspace *work,
                       rdg_index capacity, rdg_dnnm_mode *found)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index left = model->n - fixed->count, n = model->n;
    rdg_dnnm_eigenspace space = {.basis = work->basis};
    rdg_index first = 0;
    RDG_TRY(read_matrices(model, where, work->values, at_rest));
    RDG_TRY(rdg_dnnm_fixed_reduce(fixed, ctx, at_rest->M));
    RDG_TRY(rdg_dnnm_fixed_reduce(fixed, ctx, at_rest->C));
    RDG_TRY(rdg_dnnm_fixed_reduce(fixed, ctx, at_rest->K));
    RDG_TRY(solve_cluster(model, at_rest, left, mode->number, capacity, work, &first, &space.m));
    space.first = first + 1;
    found->multiplicity = space.m;
    space.omega = found->omega = work->omega[mode->number - 1];
    if (rdg_structure_loss_factor(rdg_hbm_structure(model->hb)) > 0.0) {
        RDG_TRY(read_damping(model, where, space.omega, work->values, at_rest));
        RDG_TRY(rdg_dnnm_fixed_reduce(fixed, ctx, at_rest->C));
    }
    RDG_TRY(find_direction(model, where, mode, fixed, work, &space, work->c));
    combine(at_rest, work, left, &space, work->c, work->y, &found->xi);
    RDG_TRY(rdg_dnnm_fixed_expand(fixed, ctx, work->y, found->shape));
    RDG_TRY(rdg_dnnm_fixed_expand(fixed, ctx, work->y + left, found->shape + n));
    normalise(model, found->shape);
    turn(model, found);
    return RDG_OK;
}

static rdg_status find_with_memory(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                                   const rdg_dnnm_fixed *fixed, rdg_dnnm_mode *found)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index left = model->n - fixed->count;
    if (mode->number < 1 || mode->number > left || mode->direction < 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" has the modes 1 to %" PRId64 ", not %" PRId64 " (direction %" PRId64 ")",
                        rdg_structure_name(rdg_hbm_structure(model->hb)), left, mode->number,
                        mode->direction);
    }
    const size_t n = (size_t)model->n, capacity = (size_t)(left < mode->number + RDG_DNNM_MULTIPLICITY
                                                               ? left
                                                               : mode->number + RDG_DNNM_MULTIPLICITY);
    const matrices at_rest = {.M = rdg_context_calloc(ctx, n * n, sizeof(double)),
                              .C = rdg_context_calloc(ctx, n * n, sizeof(double)),
                              .K = rdg_context_calloc(ctx, n * n, sizeof(double))};
    const workspace work = {
        .values = rdg_context_calloc(ctx, (size_t)model->jacobian_start[model->m + 2], sizeof(double)),
        .omega = rdg_context_calloc(ctx, capacity, sizeof(double)),
        .shapes = rdg_context_calloc(ctx, n * capacity, sizeof(double)),
        .basis = rdg_context_calloc(ctx, n * capacity, sizeof(double)),
        .y = rdg_context_calloc(ctx, 2 * n, sizeof(double)),
        .c = rdg_context_calloc(ctx, 2 * capacity, sizeof(double))};
    found->shape = rdg_context_calloc(ctx, 2 * n, sizeof *found->shape);
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = find(model, where, mode, fixed, &at_rest, &work, left, found);
    }
    rdg_free(at_rest.M);
    rdg_free(at_rest.C);
    rdg_free(at_rest.K);
    rdg_free(work.values);
    rdg_free(work.omega);
    rdg_free(work.shapes);
    rdg_free(work.basis);
    rdg_free(work.y);
    rdg_free(work.c);
    return status;
}

rdg_status rdg_dnnm_linear_mode(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                                rdg_dnnm_mode *found)
{
    rdg_dnnm_fixed fixed;
    *found = (rdg_dnnm_mode){0};
    RDG_TRY(rdg_dnnm_fixed_create(model, where, mode->fixed, &fixed));
    rdg_status status = find_with_memory(model, where, mode, &fixed, found);
    rdg_dnnm_fixed_clear(&fixed);
    status = status == RDG_OK ? check(model, where, mode->number, mode->at, found) : status;
    if (status != RDG_OK) {
        rdg_free(found->shape);
        found->shape = NULL;
    }
    return status;
}
