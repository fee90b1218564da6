/* Assembly: every local derivative has its place in the whole matrix, found once. */
#include "assembly.h"
#include "assembly_impl.h"
#include "operator_impl.h"
#include "problem_impl.h"
#include "runs_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <string.h>

struct rdg_assembly {
    rdg_problem *problem;
    rdg_index n, m, zero_rows, n_entries;
    rdg_index *first;        /* [n_entries + 1] where an entry's components start in row_of */
    rdg_index *row_of;       /* row of each component; -1: takes no part */
    rdg_index *parameter_of; /* [m - zero_rows] parameter of each row */
    double *lambda;          /* multipliers of one entry */
    rdg_pattern *jacobian, *hessian;
    rdg_index *jacobian_place, *hessian_place; /* all entries' local values, one after the other */
    rdg_runs *runs;                            /* [n_entries] of an entry's places in the Jacobian */
    bool each_once;                            /* no two entries of the Jacobian have one place */
    bool in_place;                             /* the Jacobian is one entry's, in its own order */
    rdg_operator *op; /* the part of the Jacobian that is not on the pattern; NULL: there is none */
};

static void free_operator(rdg_operator *op)
{
    if (op) {
        rdg_free(op->in);
        rdg_free(op->out);
        rdg_free(op);
    }
}

void rdg_assembly_free(rdg_assembly *a)
{
    if (a) {
        rdg_free(a->first);
        rdg_free(a->row_of);
        rdg_free(a->parameter_of);
        rdg_free(a->lambda);
        rdg_pattern_free(a->jacobian);
        rdg_pattern_free(a->hessian);
        rdg_free(a->jacobian_place);
        rdg_free(a->hessian_place);
        free_operator(a->op);
        for (rdg_index k = 0; a->runs && k < a->n_entries; k++) {
            rdg_runs_release(&a->runs[k]);
        }
        rdg_free(a->runs);
        rdg_free(a);
    }
}

/* Does any component of this entry have a row? */
static bool takes_part(const rdg_assembly *a, rdg_index k)
{
    for (rdg_index i = a->first[k]; i < a->first[k + 1]; i++) {
        if (a->row_of[i] >= 0) {
            return true;
        }
    }
    return false;
}

static rdg_status number_rows(rdg_assembly *a, const bool *take)
{
    const rdg_problem *p = a->problem;
    rdg_context *ctx = p->ctx;
    rdg_index components = 0;
    rdg_index widest = 0;
    a->first = rdg_context_calloc(ctx, (size_t)a->n_entries + 1, sizeof *a->first);
    if (!a->first) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < a->n_entries; k++) {
        const rdg_entry *e = &p->entry[k];
        components += e->function.m;
        widest = e->function.m > widest ? e->function.m : widest;
        a->first[k + 1] = components;
        a->zero_rows += e->is_monitor ? 0 : e->function.m;
    }
    a->row_of = rdg_context_calloc(ctx, (size_t)components, sizeof *a->row_of);
    a->parameter_of = rdg_context_calloc(ctx, (size_t)p->n_parameters, sizeof *a->parameter_of);
    a->lambda = rdg_context_calloc(ctx, (size_t)widest, sizeof *a->lambda);
    if (!a->row_of || !a->parameter_of || !a->lambda) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_index zero_row = 0;
    rdg_index row = a->zero_rows;
    for (rdg_index k = 0; k < a->n_entries; k++) {
        const rdg_entry *e = &p->entry[k];
        for (rdg_index i = 0; i < e->function.m; i++) {
            rdg_index *place = &a->row_of[a->first[k] + i];
            if (!e->is_monitor) {
                *place = zero_row++;
            } else if (take[e->first_parameter + i]) {
                a->parameter_of[row - a->zero_rows] = e->first_parameter + i;
                *place = row++;
            } else {
                *place = -1;
            }
        }
    }
    a->m = row;
    return RDG_OK;
}

/* Collect the entries (row, column) of all local patterns, mapped to the whole matrix, and build the pattern.
 */
static rdg_status build(rdg_assembly *a, bool second, rdg_pattern **pattern, rdg_index **place)
{
    const rdg_problem *p = a->problem;
    rdg_context *ctx = p->ctx;
    rdg_index count = 0;
    for (rdg_index k = 0; k < a->n_entries; k++) {
        rdg_entry *e = &p->entry[k];
        if (!takes_part(a, k)) {
            continue;
        }
        if (second) {
            RDG_TRY(rdg_entry_prepare_hessian(ctx, e));
        }
        count += rdg_pattern_count(second ? e->function.d2f_pattern : e->function.df_pattern);
    }
    rdg_index *row = rdg_context_calloc(ctx, (size_t)count, sizeof *row);
    rdg_index *col = rdg_context_calloc(ctx, (size_t)count, sizeof *col);
    *place = rdg_context_calloc(ctx, (size_t)count, sizeof **place);
    rdg_index used = 0;
    rdg_index dropped = 0;
    for (rdg_index k = 0; row && col && *place && k < a->n_entries; k++) {
        const rdg_entry *e = &p->entry[k];
        const rdg_pattern *local = second ? e->function.d2f_pattern : e->function.df_pattern;
        if (!takes_part(a, k)) {
            continue;
        }
        for (rdg_index j = 0; j < local->cols; j++) {
            for (rdg_index i = local->start[j]; i < local->start[j + 1]; i++) {
                const rdg_index r = second ? e->index[local->row[i]] : a->row_of[a->first[k] + local->row[i]];
                row[used] = r >= 0 ? r : a->m; /* a row below the matrix gathers what takes no part */
                dropped += r < 0;
                col[used++] = e->index[j];
            }
        }
    }
    if (row && col && *place) {
        *pattern =
            rdg_pattern_create(ctx, (second ? a->n : a->m) + (dropped > 0), a->n, count, row, col, *place);
    }
    rdg_free(row);
    rdg_free(col);
    if (!*pattern) {
        rdg_free(*place);
        *place = NULL;
    }
    return *pattern ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_status find_runs(rdg_assembly *a)
{
    const rdg_index *place = a->jacobian_place, *first = place;
    a->runs = rdg_context_calloc(a->problem->ctx, (size_t)a->n_entries, sizeof *a->runs);
    for (rdg_index k = 0; a->runs && k < a->n_entries; k++) {
        if (takes_part(a, k)) {
            const rdg_index count = rdg_pattern_count(a->problem->entry[k].function.df_pattern);
            RDG_TRY(rdg_runs_create(a->problem->ctx, count, place, &a->runs[k]));
            place += count;
        }
    }
    a->each_once = place - first == rdg_pattern_count(a->jacobian);
    return a->runs ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* Is the whole Jacobian what one function writes? */
static bool is_in_place(const rdg_assembly *a)
{
    rdg_index parts = 0;
    rdg_index count = 0;
    for (rdg_index k = 0; k < a->n_entries; k++) {
        parts += takes_part(a, k);
        count += takes_part(a, k) ? rdg_pattern_count(a->problem->entry[k].function.df_pattern) : 0;
    }
    bool same = parts == 1 && count == rdg_pattern_count(a->jacobian);
    for (rdg_index i = 0; same && i < count; i++) {
        same = a->jacobian_place[i] == i;
    }
    return same;
}

static rdg_status take_operator(rdg_assembly *a, rdg_index k, rdg_index first_place)
{
    rdg_context *ctx = a->problem->ctx;
    const rdg_entry *e = &a->problem->entry[k];
    const size_t size = (size_t)e->function.m;
    if (a->op || e->is_monitor || e->function.n < e->function.m ||
        e->function.linear->n_at > RDG_MOST_OPERATOR_VARIABLES) {
        return RDG_FAIL(
            ctx, RDG_ERR_ARGUMENT,
            "function \"%s\" brings a linear solver along: it must be a zero function, the only one "
            "that does, and see as many variables as it has values, and its operator depends on few",
            e->function.name);
    }
    a->op = rdg_context_calloc(ctx, 1, sizeof *a->op);
    if (!a->op) {
        return RDG_ERR_NO_MEMORY;
    }
    *a->op = (rdg_operator){.ops = e->function.linear,
                            .size = e->function.m,
                            .first_row = a->row_of[a->first[k]],
                            .col = e->index,
                            .local = e->function.df_pattern,
                            .place = a->jacobian_place + first_place,
                            .numbers = rdg_pattern_count(a->jacobian),
                            .in = rdg_context_calloc(ctx, size, sizeof(double)),
                            .out = rdg_context_calloc(ctx, size, sizeof(double))};
    return rdg_error_status(ctx);
}

/* The function that brings a linear solver along. */
static rdg_status find_operator(rdg_assembly *a)
{
    rdg_index place = 0;
    for (rdg_index k = 0; k < a->n_entries; k++) {
        if (!takes_part(a, k)) {
            continue;
        }
        if (a->problem->entry[k].function.linear) {
            RDG_TRY(take_operator(a, k, place));
        }
        place += rdg_pattern_count(a->problem->entry[k].function.df_pattern);
    }
    return RDG_OK;
}

rdg_assembly *rdg_assembly_create_from(rdg_problem *problem, const bool *take)
{
    rdg_assembly *a = rdg_context_calloc(problem->ctx, 1, sizeof *a);
    if (!a) {
        return NULL;
    }
    a->problem = problem;
    a->n = problem->n;
    a->n_entries = problem->n_entries;
    if (number_rows(a, take) != RDG_OK || build(a, false, &a->jacobian, &a->jacobian_place) != RDG_OK ||
        find_runs(a) != RDG_OK || find_operator(a) != RDG_OK) {
        rdg_assembly_free(a);
        return NULL;
    }
    a->in_place = is_in_place(a);
    return a;
}

rdg_assembly *rdg_assembly_create(rdg_problem *problem)
{
    if (!problem) {
        return NULL;
    }
    bool *take = rdg_context_calloc(problem->ctx, (size_t)problem->n_parameters, sizeof *take);
    if (!take) {
        return NULL;
    }
    for (rdg_index k = 0; k < problem->n_parameters; k++) {
        take[k] = problem->parameter[k].kind < RDG_REGULAR;
    }
    rdg_assembly *a = rdg_assembly_create_from(problem, take);
    rdg_free(take);
    return a;
}

rdg_index rdg_assembly_variables(const rdg_assembly *a)
{
    return a ? a->n : 0;
}

rdg_index rdg_assembly_rows(const rdg_assembly *a, rdg_index *zero_rows)
{
    if (zero_rows) {
        *zero_rows = a ? a->zero_rows : 0;
    }
    return a ? a->m : 0;
}

const char *rdg_assembly_parameter(const rdg_assembly *a, rdg_index row)
{
    return !a || row < a->zero_rows || row >= a->m
               ? NULL
               : a->problem->parameter[a->parameter_of[row - a->zero_rows]].name;
}

int rdg_assembly_values(rdg_assembly *a, const double *u, double *y)
{
    if (!a || !u || !y) {
        return -1;
    }
    int answer = 0;
    for (rdg_index k = 0; answer == 0 && k < a->n_entries; k++) {
        rdg_entry *e = &a->problem->entry[k];
        if (!takes_part(a, k)) {
            continue;
        }
        answer = rdg_entry_value(a->problem, e, u);
        for (rdg_index i = 0; i < e->function.m; i++) {
            const rdg_index row = a->row_of[a->first[k] + i];
            if (row >= 0) {
                y[row] = e->y[i];
            }
        }
    }
    return answer;
}

const rdg_pattern *rdg_assembly_jacobian_pattern(const rdg_assembly *a)
{
    return a ? a->jacobian : NULL;
}

const rdg_operator *rdg_assembly_operator(const rdg_assembly *a)
{
    return a->op;
}

rdg_index rdg_assembly_numbers(const rdg_assembly *a)
{
    return rdg_pattern_count(a->jacobian) + (a->op ? a->op->ops->n_at : 0);
}

/* The variables that the operator depends on, behind the entries of the Jacobian. */
static void take_operator_variables(const rdg_assembly *a, const double *u, double *values)
{
    const rdg_operator *op = a->op;
    for (rdg_index i = 0; op && i < op->ops->n_at; i++) {
        values[op->numbers + i] = u[op->col[op->ops->at[i]]];
    }
}

/* Is any row of an entry wanted? */
static bool is_wanted(const rdg_assembly *a, rdg_index k, const bool *wanted)
{
    for (rdg_index i = a->first[k]; wanted && i < a->first[k + 1]; i++) {
        if (a->row_of[i] >= 0 && wanted[a->row_of[i]]) {
            return true;
        }
    }
    return !wanted;
}

int rdg_assembly_jacobian_of(rdg_assembly *a, const double *u, const bool *wanted, double *values)
{
    if (!a || !u || !values) {
        return -1;
    }
    const bool in_place = a->in_place && !wanted;
    const bool copies = a->each_once && !wanted;
    int answer = 0;
    take_operator_variables(a, u, values);
    if (!in_place && !copies) {
        memset(values, 0, (size_t)rdg_pattern_count(a->jacobian) * sizeof *values);
    }
    for (rdg_index k = 0; answer == 0 && k < a->n_entries; k++) {
        rdg_entry *e = &a->problem->entry[k];
        if (!takes_part(a, k)) {
            continue;
        }
        if (in_place) {
            return rdg_entry_jacobian_to(a->problem, e, u, values);
        }
        if (is_wanted(a, k, wanted)) {
            answer = rdg_entry_jacobian(a->problem, e, u);
            (copies ? rdg_runs_copy : rdg_runs_add)(&a->runs[k], e->df_values, values);
        }
    }
    return answer;
}

int rdg_assembly_jacobian(rdg_assembly *a, const double *u, double *values)
{
    return rdg_assembly_jacobian_of(a, u, NULL, values);
}

const rdg_pattern *rdg_assembly_hessian_pattern(rdg_assembly *a)
{
    if (!a || (!a->hessian && build(a, true, &a->hessian, &a->hessian_place) != RDG_OK)) {
        return NULL;
    }
    return a->hessian;
}

/* Multipliers of one entry's components; zero for those without a row. NULL: all are zero. */
static const double *local_multipliers(rdg_assembly *a, rdg_index k, const double *lambda)
{
    bool any = false;
    for (rdg_index i = a->first[k]; i < a->first[k + 1]; i++) {
        const double l = a->row_of[i] >= 0 ? lambda[a->row_of[i]] : 0.0;
        a->lambda[i - a->first[k]] = l;
        any = any || l != 0.0;
    }
    return any ? a->lambda : NULL;
}

int rdg_assembly_hessian(rdg_assembly *a, const double *u, const double *lambda, double *values)
{
    if (!u || !lambda || !values || !rdg_assembly_hessian_pattern(a)) {
        return -1;
    }
    const rdg_index *place = a->hessian_place;
    memset(values, 0, (size_t)rdg_pattern_count(a->hessian) * sizeof *values);
    int answer = 0;
    for (rdg_index k = 0; answer == 0 && k < a->n_entries; k++) {
        rdg_entry *e = &a->problem->entry[k];
        if (!takes_part(a, k)) {
            continue;
        }
        const double *own = local_multipliers(a, k, lambda);
        answer = own ? rdg_entry_hessian(a->problem, e, u, own) : 0;
        const rdg_index count = rdg_pattern_count(e->function.d2f_pattern);
        for (rdg_index i = 0; own && i < count; i++) {
            values[place[i]] += e->d2f_values[i];
        }
        place += count;
    }
    return answer;
}

int rdg_assembly_hessian_times(rdg_assembly *a, const double *u, const double *lambda, const double *v,
                               double *out)
{
    if (!a || !u || !lambda || !v || !out) {
        return -1;
    }
    memset(out, 0, (size_t)a->n * sizeof *out);
    int answer = 0;
    for (rdg_index k = 0; answer == 0 && k < a->n_entries; k++) {
        const double *own = local_multipliers(a, k, lambda);
        if (own) {
            answer = rdg_entry_hessian_times(a->problem, &a->problem->entry[k], u, own, v, out);
        }
    }
    return answer;
}
