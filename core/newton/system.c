/* The system of one run: evaluation, factorisation and metric. */
#include "operator_impl.h"
#include "problem.h"
#include "sparse.h"
#include "system_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "vectors.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LIST_SIZE = 512 };

void rdg_system_free(rdg_system *s)
{
    if (!s) {
        return;
    }
    rdg_assembly_free(s->assembly);
    rdg_bordered_free(s->matrix);
    rdg_bordered_free(s->probe);
    double *work[] = {s->target,    s->jacobian,      s->jacobian_at,   s->size,      s->metric,
                      s->probe_row, s->probe_tangent, s->probe_adjoint, s->probe_unit};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
    rdg_free(s->settled);
    rdg_free(s);
}

static rdg_status allocate(rdg_system *s, rdg_lu_kind kind)
{
    const size_t n = (size_t)s->n;
    double **work[] = {&s->size,          &s->metric,        &s->probe_row,
                       &s->probe_tangent, &s->probe_adjoint, &s->probe_unit};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        *work[k] = rdg_context_calloc(s->ctx, n, sizeof(double));
        if (!*work[k]) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    s->target = rdg_context_calloc(s->ctx, (size_t)s->m, sizeof(double));
    s->jacobian = rdg_context_calloc(s->ctx, (size_t)rdg_assembly_numbers(s->assembly), sizeof(double));
    s->jacobian_at = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof(double));
    s->matrix = rdg_bordered_create_for(s->ctx, s->assembly, s->m, 0, &s->p->adjoint, kind);
    s->kind = kind;
    RDG_TRY(s->matrix ? rdg_bordered_leave_out(s->matrix, &s->p->frozen) : rdg_error_status(s->ctx));
    s->probe_unit[s->n - 1] = 1.0;
    return rdg_error_status(s->ctx);
}

rdg_bordered *rdg_system_probe(rdg_system *s)
{
    if (!s->probe) {
        s->probe = rdg_bordered_create_for(s->ctx, s->assembly, s->m, 0, &s->p->adjoint, s->kind);
    }
    return s->probe && rdg_bordered_leave_out(s->probe, &s->p->frozen) == RDG_OK ? s->probe : NULL;
}

/* Held parameters keep the value that they have at u. */
static rdg_status take_targets(rdg_system *s, const double *u)
{
    rdg_index zero_rows = 0;
    rdg_assembly_rows(s->assembly, &zero_rows);
    for (rdg_index row = zero_rows; row < s->m; row++) {
        const rdg_index k = rdg_problem_find_parameter(s->p, rdg_assembly_parameter(s->assembly, row));
        if (rdg_problem_parameter(s->p, k, u, &s->target[row], NULL) != 0) {
            return rdg_fail(s->ctx, s->p->trouble_status, "rdg_continue",
                            "parameter \"%s\" has no value at the start: %s", s->p->parameter[k].name,
                            s->p->trouble);
        }
    }
    return RDG_OK;
}

/* What is left must be what is to be covered; otherwise state how many parameters to hold or to release. */
static void check_dimension(const rdg_system *s, const bool *held, rdg_index wanted)
{
    if (s->n == 0) {
        rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_continue",
                 "the problem is empty: rdg_add_variables() comes first");
        return;
    }
    if (rdg_system_free_variables(s) == 0) {
        rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_continue",
                 "all %" PRId64
                 " variables are eliminated: nothing is left to solve for; restore some by rdg_restore()",
                 s->n);
        return;
    }
    if (s->dimension == 0 || s->dimension == wanted) {
        return;
    }
    const bool too_large = s->dimension > wanted;
    const rdg_index missing = s->dimension < 0 ? -s->dimension : wanted - s->dimension;
    char chars[LIST_SIZE];
    char accounts[LIST_SIZE];
    rdg_problem_tell_accounts(s->p, accounts, sizeof accounts);
    rdg_text list = rdg_text_in(chars, sizeof chars);
    for (rdg_index k = 0; k < s->p->n_parameters; k++) {
        if (s->p->parameter[k].kind < RDG_REGULAR && held[k] != too_large) {
            rdg_text_item(&list, s->p->parameter[k].name);
        }
    }
    rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_continue",
             "%" PRId64 " variables and %" PRId64 " equations (held parameters count as one each) leave a "
             "manifold of dimension %" PRId64
             "; a curve needs 1, a point 0 (request a surface by RDG_DIMENSION(2)): %s %" PRId64
             " of the parameters that are %s now: %s%s",
             s->n, s->m, s->dimension, too_large ? "hold" : "release",
             too_large ? s->dimension - wanted : missing, too_large ? "free" : "held", rdg_text_list(&list),
             accounts);
}

/* Surfaces are oriented by determinants, and bend as differences of Jacobians state. */
static void check_operator(const rdg_system *s)
{
    if (rdg_assembly_operator(s->assembly) && s->dimension > 1 && rdg_error_status(s->ctx) == RDG_OK) {
        rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
            "the problem brings its own linear solver, which follows curves and no manifolds of dimension "
            "%" PRId64 ": for a surface choose a solver that factors (for a harmonic balance: "
            "rdg_hbm_solver(), RDG_FACTORS)",
            s->dimension);
    }
}

/* Variables that are parameters which are held. */
static rdg_status take_settled(rdg_system *s, const bool *held)
{
    s->settled = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *s->settled);
    for (rdg_index k = 0; s->settled && k < s->p->n_parameters; k++) {
        const rdg_index variable = held[k] ? rdg_problem_variable_of(s->p, k) : -1;
        if (variable >= 0) {
            s->settled[variable] = true;
        }
    }
    return s->settled ? RDG_OK : RDG_ERR_NO_MEMORY;
}

rdg_system *rdg_system_create(rdg_problem *p, const bool *held, const double *u, rdg_index dimension,
                              rdg_lu_kind kind)
{
    rdg_system *s = rdg_context_calloc(p->ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->p = p;
    s->ctx = p->ctx;
    s->n = p->n;
    rdg_stopwatch_begin(&s->watch);
    s->assembly = rdg_assembly_create_from(p, held);
    if (s->assembly) {
        s->m = rdg_assembly_rows(s->assembly, NULL);
        s->dimension = s->n - s->m;
        check_dimension(s, held, dimension);
        check_operator(s);
    }
    if (rdg_error_status(s->ctx) != RDG_OK || allocate(s, kind) != RDG_OK || take_targets(s, u) != RDG_OK ||
        take_settled(s, held) != RDG_OK) {
        rdg_system_free(s);
        return NULL;
    }
    rdg_system_rescale(s, u);
    return s;
}

rdg_timing rdg_system_timing(const rdg_system *s)
{
    rdg_timing timing = s->timing;
    const double tick = rdg_stopwatch_tick(&s->watch);
    timing.function_s = tick * (double)s->watch.function;
    timing.factor_s = tick * (double)s->watch.factor;
    timing.solve_s = tick * (double)s->watch.solve;
    return timing;
}

void rdg_system_set_target(rdg_system *s, rdg_index parameter, double value)
{
    rdg_index zero_rows = 0;
    rdg_assembly_rows(s->assembly, &zero_rows);
    for (rdg_index row = zero_rows; row < s->m; row++) {
        if (strcmp(rdg_assembly_parameter(s->assembly, row), s->p->parameter[parameter].name) == 0) {
            s->target[row] = value;
        }
    }
}

rdg_index rdg_system_free_variables(const rdg_system *s)
{
    return s->n - s->p->frozen.count;
}

/* What eliminated equations state counts for nothing. */
static void leave_rows_out(const rdg_system *s, double *G)
{
    const rdg_frozen_set *frozen = &s->p->frozen;
    for (rdg_index i = 0; frozen->count > 0 && i < frozen->rows; i++) {
        G[i] = frozen->leaves_row[i] ? 0.0 : G[i];
    }
}

int rdg_system_residual(rdg_system *s, const double *u, double *G)
{
    const uint64_t begin = rdg_ticks();
    rdg_problem_hold_steady(s->p);
    const bool *before = s->p->settled;
    s->p->settled = s->settled;
    const int answer = rdg_assembly_values(s->assembly, u, G);
    s->p->settled = before;
    rdg_problem_release_steady(s->p);
    for (rdg_index i = 0; i < s->m; i++) {
        G[i] -= s->target[i];
    }
    leave_rows_out(s, G);
    s->timing.residuals++;
    s->watch.function += rdg_ticks() - begin;
    return answer;
}

int rdg_system_jacobian(rdg_system *s, const double *u)
{
    const uint64_t begin = rdg_ticks();
    rdg_problem_hold_steady(s->p);
    const bool *before = s->p->settled;
    s->p->settled = s->settled;
    const int answer = rdg_assembly_jacobian(s->assembly, u, s->jacobian);
    memcpy(s->jacobian_at, u, (size_t)s->n * sizeof *u);
    s->p->settled = before;
    rdg_problem_release_steady(s->p);
    s->timing.jacobians++;
    s->watch.function += rdg_ticks() - begin;
    return answer;
}

void rdg_system_jacobian_times(const rdg_system *s, const double *v, double *out)
{
    rdg_system_times(s, s->jacobian, v, out);
}

void rdg_system_times(const rdg_system *s, const double *jacobian, const double *v, double *out)
{
    rdg_assembly_times(s->assembly, s->m, jacobian, false, v, out);
    leave_rows_out(s, out);
}

void rdg_system_times_transposed(const rdg_system *s, const double *jacobian, const double *y, double *out)
{
    rdg_assembly_times(s->assembly, s->m, jacobian, true, y, out);
    for (rdg_index j = 0; s->p->frozen.count > 0 && j < s->n; j++) {
        out[j] = rdg_frozen_has(&s->p->frozen, j) ? 0.0 : out[j];
    }
}

bool rdg_system_factor(rdg_system *s, rdg_bordered *matrix, const double *B, const double *C)
{
    const uint64_t begin = rdg_ticks();
    const bool regular = rdg_bordered_factor(matrix, s->jacobian, B, C, s->size);
    s->timing.factorisations++;
    s->watch.factor += rdg_ticks() - begin;
    return regular;
}

void rdg_system_solve(rdg_system *s, rdg_bordered *matrix, const double *b, double *x)
{
    const uint64_t begin = rdg_ticks();
    rdg_bordered_solve(matrix, b, x);
    s->timing.solves++;
    s->watch.solve += rdg_ticks() - begin;
}

void rdg_system_solve_columns(rdg_system *s, rdg_bordered *matrix, rdg_index count, double *b, double *x)
{
    const uint64_t begin = rdg_ticks();
    rdg_bordered_solve_columns(matrix, count, b, x);
    s->timing.solves += count;
    s->watch.solve += rdg_ticks() - begin;
}

void rdg_system_solve_step(rdg_system *s, rdg_bordered *matrix, const double *b, double *x)
{
    const uint64_t begin = rdg_ticks();
    rdg_bordered_solve_step(matrix, b, x);
    s->timing.solves++;
    s->watch.solve += rdg_ticks() - begin;
}

void rdg_system_solve_transposed(rdg_system *s, rdg_bordered *matrix, const double *b, double *x)
{
    const uint64_t begin = rdg_ticks();
    rdg_bordered_solve_transposed(matrix, b, x);
    s->timing.solves++;
    s->watch.solve += rdg_ticks() - begin;
}

/* counts_all: each variable of a block counts as a share of one. What is eliminated has no length. */
static void take_metric(rdg_system *s, const double *u, bool counts_all)
{
    const rdg_frozen_set *frozen = &s->p->frozen;
    rdg_typical_sizes(s->p, u, s->size);
    for (rdg_index b = 0; b < s->p->n_blocks; b++) {
        const rdg_block *block = &s->p->block[b];
        const rdg_index end = block->start + block->n;
        rdg_index variables = block->n;
        for (rdg_index j = block->start; frozen->count > 0 && j < end; j++) {
            variables -= rdg_frozen_has(frozen, j);
        }
        const double count = counts_all || block->follows ? (double)variables : 1.0;
        for (rdg_index j = block->start; j < end; j++) {
            s->metric[j] = rdg_frozen_has(frozen, j) ? 0.0 : 1.0 / (s->size[j] * s->size[j] * count);
        }
    }
}

void rdg_system_rescale(rdg_system *s, const double *u)
{
    take_metric(s, u, true);
}

void rdg_system_fix_metric(rdg_system *s, const double *u)
{
    take_metric(s, u, false);
}

double rdg_system_dot(const rdg_system *s, const double *a, const double *b)
{
    return rdg_weighted_dot(s->n, s->metric, a, b);
}

double rdg_system_distance(const rdg_system *s, const double *a, const double *b)
{
    return sqrt(rdg_weighted_square(s->n, s->metric, a, b));
}

/* From the difference, which is exact for small angles where acos is not. */
double rdg_system_angle(const rdg_system *s, const double *a, const double *b)
{
    return 2.0 * asin(fmin(1.0, 0.5 * rdg_system_distance(s, a, b)));
}

bool rdg_system_normalise(const rdg_system *s, double *v)
{
    const double length = sqrt(rdg_system_dot(s, v, v));
    if (!(length > 0.0) || !isfinite(length)) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        v[j] /= length;
    }
    return true;
}

int rdg_system_hessian_times(rdg_system *s, const double *u, const double *lambda, const double *v,
                             double *out)
{
    const uint64_t begin = rdg_ticks();
    const bool *before = s->p->settled;
    s->p->settled = s->settled;
    const int answer = rdg_assembly_hessian_times(s->assembly, u, lambda, v, out);
    s->p->settled = before;
    s->watch.function += rdg_ticks() - begin;
    return answer;
}
