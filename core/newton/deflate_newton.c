/* Deflation: Newton's method for M(u) F(u). What F itself needs, evaluation, factors and the corrector that
 * has the last word, is that of all runs. */
#include "deflate_impl.h"
#include "toolbox.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

enum { MOST_HALVINGS = 10, MOST_LEAPS = 2 };

static const double handed_over =
    1e-3;                              /* steps of F's own Newton method so short are left to the corrector */
static const double longest = 4.0;     /* step, in typical sizes */
static const double least_fall = 1e-3; /* of the merit, for each step's part taken */
static const double beside = 0.05;     /* a start is moved so far from a known solution */

/* As a run has it, so that functions that know of runs do what they do there. */
typedef struct held_before {
    const bool *held;
    long run;
} held_before;

static held_before begin(rdg_deflation *d)
{
    rdg_problem *p = d->p;
    const held_before before = {p->held, p->run};
    p->runs++;
    p->held = d->held;
    p->run = ++p->begun;
    rdg_problem_forget_trouble(p);
    return before;
}

static rdg_status end(rdg_deflation *d, held_before before, const char *where)
{
    rdg_problem *p = d->p;
    p->runs--;
    p->held = before.held;
    p->run = before.run;
    if (rdg_problem_is_aborted(p) && rdg_error_status(d->ctx) == RDG_OK) {
        rdg_fail(d->ctx, RDG_ERR_CALLBACK, where, "%s", p->trouble);
    }
    rdg_problem_forget_trouble(p);
    return rdg_error_status(d->ctx);
}

/* Parameters that are variables get the values at which they are held. */
static void hold(const rdg_deflation *d, double *u)
{
    rdg_index zero_rows = 0;
    rdg_assembly_rows(d->s->assembly, &zero_rows);
    for (rdg_index row = zero_rows; row < d->s->m; row++) {
        const rdg_index k = rdg_problem_find_parameter(d->p, rdg_assembly_parameter(d->s->assembly, row));
        const rdg_index variable = rdg_problem_variable_of(d->p, k);
        if (variable >= 0) {
            u[variable] = d->s->target[row];
        }
    }
    rdg_frozen_hold(&d->p->frozen, u);
}

/* Without deflation, in place. */
static bool correct(rdg_deflation *d, double *u)
{
    rdg_newton_report report;
    hold(d, u);
    rdg_system_rescale(d->s, u);
    return rdg_correct(d->corrector, NULL, u, &report) == RDG_CONVERGED;
}

rdg_status rdg_deflation_solve(rdg_deflation *d, double *u, bool *found)
{
    RDG_TRY(rdg_deflation_require(d, __func__, u));
    RDG_NEED(d->ctx, found, RDG_ERR_ARGUMENT);
    const held_before before = begin(d);
    memcpy(d->at, u, (size_t)d->s->n * sizeof *u);
    *found = correct(d, d->at);
    if (*found) {
        memcpy(u, d->at, (size_t)d->s->n * sizeof *u);
    }
    return end(d, before, __func__);
}

static double length_of(const rdg_deflation *d, const double *v)
{
    return sqrt(rdg_weighted_dot(d->s->n, d->weight, v, v));
}

static bool is_finite(const rdg_deflation *d, const double *v)
{
    bool finite = true;
    for (rdg_index j = 0; j < d->s->n; j++) {
        finite = finite && isfinite(v[j]);
    }
    return finite;
}

/* F's own Newton step from a point, with the factors at hand, its length and the merit. */
static bool weigh(rdg_deflation *d, const double *u, double *step, double *length, double *merit)
{
    double factor = 0.0;
    if (!is_finite(d, u) || rdg_system_residual(d->s, u, d->F) != 0 || !is_finite(d, d->F) ||
        !rdg_deflation_factor(d, u, &factor, NULL)) {
        return false;
    }
    rdg_system_solve(d->s, d->s->matrix, d->F, step);
    *length = length_of(d, step);
    *merit = factor + log(fmax(*length, 1e-300));
    return isfinite(*length);
}

static bool factor_at(rdg_deflation *d, const double *u)
{
    memcpy(d->s->size, d->size, (size_t)d->s->n * sizeof *d->size);
    return rdg_system_jacobian(d->s, u) == 0 && rdg_system_factor(d->s, d->s->matrix, NULL, NULL);
}

/* d->step becomes the step for M F. */
static void deflate(rdg_deflation *d)
{
    double bend = 1.0;
    for (rdg_index j = 0; j < d->s->n; j++) {
        bend += d->gradient[j] * d->step[j];
    }
    const double least = 1e-12;
    bend = fabs(bend) > least ? bend : copysign(least, bend);
    for (rdg_index j = 0; j < d->s->n; j++) {
        d->step[j] /= -bend;
    }
}

/* One step of u; false: no part of it leads on, and it may not jump. Where the merit has a minimum that is no
 * solution, as near complex ones, a jump may find the way out: then the whole step is taken whatever the
 * merit states. *left: length of F's own step from u, before */
static bool advance(rdg_deflation *d, double *u, int *leaps, double *left)
{
    double factor = 0.0;
    double merit = 0.0;
    const size_t bytes = (size_t)d->s->n * sizeof *u;
    if (!factor_at(d, u) || !rdg_deflation_factor(d, u, &factor, d->gradient) ||
        !weigh(d, u, d->step, left, &merit)) {
        return false;
    }
    if (*left <= handed_over) {
        return true;
    }
    deflate(d);
    const double whole = length_of(d, d->step);
    const double most = isfinite(whole) ? fmin(1.0, longest / fmax(whole, 1e-300)) : 0.0;
    double part = most;
    for (int k = 0; k < MOST_HALVINGS && part > 0.0; k++, part *= 0.5) {
        double ahead = 0.0;
        double next = 0.0;
        for (rdg_index j = 0; j < d->s->n; j++) {
            d->at[j] = u[j] + part * d->step[j];
        }
        if (weigh(d, d->at, d->trial, &ahead, &next) && next < merit - least_fall * part) {
            memcpy(u, d->at, bytes);
            return true;
        }
        if (rdg_problem_is_aborted(d->p)) {
            return false;
        }
    }
    for (rdg_index j = 0; j < d->s->n; j++) {
        u[j] += most * d->step[j];
    }
    return most > 0.0 && --*leaps >= 0;
}

/* Beside a known solution, in a direction that nothing singles out. */
static void leave_known(rdg_deflation *d, double *u)
{
    for (rdg_index j = 0; rdg_deflation_find(d, u) >= 0 && j < d->s->n; j++) {
        d->at[j] = u[j] + (d->weight[j] > 0.0 ? beside * d->size[j] * rdg_general(j) : 0.0);
    }
    if (rdg_deflation_find(d, u) >= 0) {
        memcpy(u, d->at, (size_t)d->s->n * sizeof *u);
    }
}

static bool seek(rdg_deflation *d, double *u)
{
    double left = INFINITY;
    long steps = 0;
    int leaps = MOST_LEAPS;
    hold(d, u);
    rdg_deflation_measure(d, u);
    leave_known(d, u);
    while (steps < d->iterations && left > handed_over && advance(d, u, &leaps, &left)) {
        steps++;
    }
    rdg_count_iterations(d->ctx, steps);
    if (!(left <= handed_over) || !correct(d, u)) {
        return false;
    }
    rdg_deflation_measure(d, u);
    return rdg_deflation_find(d, u) < 0;
}

rdg_status rdg_deflation_search(rdg_deflation *d, const double *start, bool *found)
{
    RDG_TRY(rdg_deflation_require(d, __func__, start));
    RDG_NEED(d->ctx, found, RDG_ERR_ARGUMENT);
    const held_before before = begin(d);
    memcpy(d->u, start, (size_t)d->s->n * sizeof *start);
    *found = seek(d, d->u);
    RDG_TRY(end(d, before, __func__));
    return *found ? rdg_deflation_keep(d, d->u) : RDG_OK;
}
