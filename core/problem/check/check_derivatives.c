/* Derivatives compared with differences, entry by entry.
 *
 * The differences come with their own uncertainty (extrapolate.c): so rounding, curvature, and a non-smooth
 * point near u each cost accuracy, which is known, and do not raise a false alert. */
#include "check_impl.h"
#include "operator_impl.h"
#include "problem.h"
#include "sparse.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Second derivatives count from this share of the largest first derivative on, both times the sizes of their
 * variables: what d2f sums up leaves rounding in entries that are 0. */
static const double relevant = 1e-10;

/* Space for the largest function of the problem. */
static rdg_status allocate(rdg_checker *c)
{
    size_t longest = 1;
    size_t area = 1;
    for (rdg_index k = 0; k < c->p->n_entries; k++) {
        const size_t n = (size_t)c->p->entry[k].function.n;
        const size_t m = (size_t)c->p->entry[k].function.m;
        const size_t wider = n > m ? n : m;
        longest = wider > longest ? wider : longest;
        area = wider * n > area ? wider * n : area;
    }
    const size_t levels = RDG_MOST_DIFFERENCES * longest;
    const struct {
        double **array;
        size_t count;
    } work[] = {{&c->table, levels},       {&c->noise, levels},       {&c->analytic, area},
                {&c->difference, area},    {&c->doubt, area},         {&c->values, area},
                {&c->side[0], longest},    {&c->side[1], longest},    {&c->scale[0], longest},
                {&c->scale[1], longest},   {&c->multiplier, longest}, {&c->magnitude, longest},
                {&c->state_size, longest}, {&c->block_size, longest}};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        *work[k].array = rdg_context_calloc(c->p->ctx, work[k].count, sizeof(double));
    }
    return rdg_error_status(c->p->ctx);
}

static void release(rdg_checker *c)
{
    double *work[] = {c->table,      c->noise,     c->analytic,   c->difference, c->doubt,
                      c->values,     c->side[0],   c->side[1],    c->scale[0],   c->scale[1],
                      c->multiplier, c->magnitude, c->state_size, c->block_size};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
}

static int sample_values(rdg_checker *c, double *out)
{
    return rdg_entry_value_here(c->p, c->e, out);
}

static int sample_gradient(rdg_checker *c, double *out)
{
    const rdg_pattern *a = c->e->function.df_pattern;
    const int answer = rdg_entry_jacobian_here(c->p, c->e, c->values);
    for (rdg_index j = 0; answer == 0 && j < a->cols; j++) {
        out[j] = 0.0;
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            out[j] += c->e->lambda[a->row[k]] * c->values[k];
        }
    }
    if (answer == 0) {
        rdg_linear_ops_add(&c->e->function, c->e->u, true, c->e->lambda, out);
    }
    return answer;
}

static void spread(const rdg_pattern *pattern, const double *values, double *dense)
{
    memset(dense, 0, (size_t)(pattern->rows * pattern->cols) * sizeof *dense);
    for (rdg_index j = 0; j < pattern->cols; j++) {
        for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            dense[pattern->row[k] + pattern->rows * j] = values[k];
        }
    }
}

/* The largest entry of each row, columns being measured in sizes of their variables. */
static void scale_rows(const rdg_checker *c, rdg_index rows, const double *size, double *scale)
{
    memset(scale, 0, (size_t)rows * sizeof *scale);
    for (rdg_index k = 0; k < rows * c->e->function.n; k++) {
        const double entry = 0.5 * (fabs(c->analytic[k]) + fabs(c->difference[k])) * size[k / rows];
        scale[k % rows] = fmax(scale[k % rows], entry);
    }
}

/* Both scales of the rows. */
static void scale_both(rdg_checker *c, rdg_index rows)
{
    scale_rows(c, rows, c->e->size, c->scale[0]);
    scale_rows(c, rows, c->state_size, c->scale[1]);
}

/* All columns by differences. The scales of the rows are those of the given derivative so far. */
static int difference_all(rdg_checker *c, rdg_index rows, rdg_sampler *sample)
{
    const rdg_index n = c->e->function.n;
    memcpy(c->difference, c->analytic, (size_t)(rows * n) * sizeof *c->difference);
    scale_both(c, rows);
    int answer = 0;
    for (rdg_index j = 0; j < n && answer >= 0; j++) {
        answer = rdg_check_difference(c, j, rows, sample);
    }
    return answer;
}

/* Compare c->analytic with c->difference, `rows` x n. An error counts relative to the largest entry of its
 * row, by typical sizes or by those at the state. */
static void compare(rdg_checker *c, rdg_index rows, bool second)
{
    const rdg_entry *e = c->e;
    c->agrees = true;
    scale_both(c, rows);
    for (rdg_index k = 0; k < rows * e->function.n; k++) {
        const rdg_index i = k % rows, j = k / rows;
        const double allowed = rdg_check_allow(c, i, j);
        const double error = fabs(c->analytic[k] - c->difference[k]);
        c->compared++;
        c->unresolved += error != 0.0 && c->doubt[k] > allowed;
        const double excess =
            error > allowed + RDG_CHECK_CERTAIN * c->doubt[k] ? error / fmax(allowed, DBL_MIN) : 0.0;
        c->agrees = c->agrees && excess == 0.0;
        if (excess > c->worst.excess) {
            c->worst = (rdg_wrong_entry){.excess = excess,
                                         .e = e,
                                         .second = second,
                                         .row = i,
                                         .column = j,
                                         .given = c->analytic[k],
                                         .difference = c->difference[k]};
        }
    }
}

/* What an evaluation that failed at u itself means for the check. */
static rdg_status no_value(rdg_checker *c)
{
    return rdg_fail(c->p->ctx, c->p->trouble_status, "rdg_check_derivatives", "%s", c->p->trouble);
}

/* The part of the first derivatives that is not on the pattern, column by column. */
static void add_operator(const rdg_checker *c)
{
    const rdg_function *f = &c->e->function;
    memset(c->e->y2, 0, (size_t)f->m * sizeof *c->e->y2);
    for (rdg_index j = 0; f->linear && j < f->m; j++) {
        c->e->y2[j] = 1.0;
        rdg_linear_ops_add(f, c->e->u, false, c->e->y2, c->analytic + f->m * j);
        c->e->y2[j] = 0.0;
    }
}

static rdg_status check_first(rdg_checker *c)
{
    const rdg_function *f = &c->e->function;
    if (rdg_entry_jacobian_here(c->p, c->e, c->values) != 0) {
        return no_value(c);
    }
    spread(f->df_pattern, c->values, c->analytic);
    add_operator(c);
    for (rdg_index i = 0; i < f->m; i++) {
        c->magnitude[i] = fabs(c->e->y[i]);
        for (rdg_index j = 0; j < f->n; j++) {
            c->magnitude[i] = fmax(c->magnitude[i], fabs(c->analytic[i + f->m * j] * c->e->u[j]));
        }
    }
    c->rounding[0] = c->rounding[1] = 0.0;
    if (difference_all(c, f->m, sample_values) < 0) {
        return no_value(c);
    }
    compare(c, f->m, false);
    return RDG_OK;
}

/* Multipliers in general position that give each value the same weight, whatever its unit; and the terms of
 * the first derivatives that they contract, the largest of which decides what is rounding. */
static void contract_values(rdg_checker *c)
{
    const rdg_function *f = &c->e->function;
    for (rdg_index i = 0; i < f->m; i++) {
        c->multiplier[i] = rdg_general(i) / (c->scale[1][i] > 0.0 ? c->scale[1][i] : 1.0);
        c->e->lambda[i] = c->multiplier[i];
    }
    c->rounding[0] = c->rounding[1] = 0.0;
    for (rdg_index j = 0; j < f->n; j++) {
        c->magnitude[j] = 0.0;
        for (rdg_index i = 0; i < f->m; i++) {
            c->magnitude[j] += fabs(c->multiplier[i] * c->analytic[i + f->m * j]);
        }
        c->rounding[0] = fmax(c->rounding[0], relevant * c->magnitude[j] * c->e->size[j]);
        c->rounding[1] = fmax(c->rounding[1], relevant * c->magnitude[j] * c->state_size[j]);
    }
}

/* d2f at e->u with e->lambda, into c->analytic. */
static int spread_second(rdg_checker *c)
{
    rdg_entry *e = c->e;
    const int answer = rdg_entry_hessian_here(c->p, e, e->lambda);
    if (answer == 0) {
        spread(e->function.d2f_pattern, e->d2f_values, c->analytic);
    }
    return answer;
}

/* Which of the m values is to blame? Each alone, in the column that was found. */
static rdg_status find_component(rdg_checker *c)
{
    rdg_wrong_entry *w = &c->worst;
    const rdg_index n = c->e->function.n;
    const rdg_index k = w->row + n * w->column;
    double most = -1.0;
    for (rdg_index component = 0; component < c->e->function.m; component++) {
        memset(c->e->lambda, 0, (size_t)c->e->function.m * sizeof(double));
        c->e->lambda[component] = 1.0;
        if (spread_second(c) != 0 || rdg_check_difference(c, w->column, n, sample_gradient) < 0) {
            return no_value(c);
        }
        const double wrong = fabs(c->multiplier[component] * (c->analytic[k] - c->difference[k]));
        if (wrong > most) {
            most = wrong;
            w->component = component;
            w->given = c->analytic[k];
            w->difference = c->difference[k];
        }
    }
    return RDG_OK;
}

/* After check_first(), which leaves the first derivatives and the scales of their rows. */
static rdg_status check_second(rdg_checker *c)
{
    const rdg_function *f = &c->e->function;
    const double before = c->worst.excess;
    contract_values(c);
    if (spread_second(c) != 0) {
        return no_value(c);
    }
    if (difference_all(c, f->n, sample_gradient) < 0) {
        return no_value(c);
    }
    compare(c, f->n, true);
    return c->worst.excess > before ? find_component(c) : RDG_OK;
}

static rdg_status check_entry(rdg_checker *c, rdg_entry *e, const double *u)
{
    const rdg_function *f = &e->function;
    c->e = e;
    rdg_entry_gather(e, u);
    rdg_entry_measure(c->p, e);
    rdg_check_measure(c, u);
    if (rdg_entry_value_here(c->p, e, e->y) != 0) {
        return no_value(c);
    }
    if (f->estimated_df) {
        return RDG_OK;
    }
    if (!f->df || !f->d2f) {
        rdg_write(c->p->ctx, RDG_CHANNEL_NOTE, "note: function \"%s\" has no %s: not compared\n", f->name,
                  f->df ? "d2f" : (f->d2f ? "df, which d2f is compared with" : "df and no d2f"));
    }
    if (!rdg_entry_may_be_wrong(e)) {
        return RDG_OK;
    }
    RDG_TRY(check_first(c));
    return f->df && f->d2f && c->agrees ? check_second(c)
                                        : RDG_OK; /* a wrong df is nothing to compare d2f with */
}

rdg_status rdg_check_derivatives(rdg_problem *p, const double *u, double tolerance)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    if (!(tolerance > 0.0 && tolerance < 1.0)) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "the tolerance %g is not in (0, 1)", tolerance);
    }
    if (!u) {
        u = p->u0;
    }
    RDG_TRY(rdg_problem_require_finite(p, __func__, "value", u));
    rdg_problem_forget_trouble(p);
    rdg_checker c = {.p = p, .tolerance = tolerance};
    rdg_status status = allocate(&c);
    for (rdg_index k = 0; status == RDG_OK && k < p->n_entries; k++) {
        status = check_entry(&c, &p->entry[k], u);
    }
    if (status == RDG_OK) {
        status = rdg_check_report(&c);
    }
    release(&c);
    return status;
}
