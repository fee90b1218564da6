/* The corrector: full steps of Newton's method as long as these lead on, KINSOL's line search where they do
 * not, and last steps down to rounding, by which it is judged what was found. */
#include "corrector_parts_impl.h"
#include "toolbox.h"

#include <limits.h>
#include <string.h>

/* Evaluations a step of Newton's method: KINSOL's line search would narrow a bracket for ever where the
 * residual jumps. Of thousands of steps of curves that succeeded few took more than three. */
static const int most_tries[] = {
    [RDG_PATIENTLY] = 64, [RDG_FROM_AFAR] = 64, [RDG_STEPWISE] = 64, [RDG_BRIEFLY] = 12, [RDG_SWIFTLY] = 64};
static const int most_in_vain[] = {[RDG_PATIENTLY] = INT_MAX,
                                   [RDG_FROM_AFAR] = INT_MAX,
                                   [RDG_STEPWISE] = 3,
                                   [RDG_BRIEFLY] = INT_MAX,
                                   [RDG_SWIFTLY] = 3};

/* Iterations of a correction for which a shorter step is as good. */
static const int brief_iterations = 8;

/* A residual this small (scaled) may be polished even though KINSOL gave up at its rounding floor. */
static const double nearly_solved = 1e-6;
/* Steps that do not shrink with a residual like this bend the functions a little: the matrix is next to
 * singular.
 */
static const double almost_rounding = 1e-11;

void rdg_corrector_free(rdg_corrector *c)
{
    if (!c) {
        return;
    }
    rdg_kinsol_free(c->kinsol);
    double *work[] = {c->blocked, c->rows,           c->residual,    c->step,  c->evaluated_at,
                      c->trial,   c->trial_residual, c->factored_at, c->by_row};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
    rdg_free(c);
}

static bool allocate(rdg_corrector *c)
{
    const rdg_index n = c->s->n;
    double **work[] = {&c->residual,       &c->step,        &c->evaluated_at, &c->trial,
                       &c->trial_residual, &c->factored_at, &c->by_row,       &c->blocked};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        *work[k] = rdg_context_calloc(c->s->ctx, (size_t)n, sizeof(double));
        if (!*work[k]) {
            return false;
        }
    }
    const rdg_index rows = c->s->dimension > 0 ? c->s->dimension : 1;
    c->rows = rdg_context_calloc(c->s->ctx, (size_t)(n * rows), sizeof(double));
    return c->rows;
}

rdg_corrector *rdg_corrector_create(rdg_system *system, const rdg_newton_options *options)
{
    rdg_corrector *c = rdg_context_calloc(system->ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    c->s = system;
    c->options = *options;
    if (!allocate(c)) {
        rdg_corrector_free(c);
        return NULL;
    }
    return c;
}

static bool knows_residual(rdg_corrector *c, const double *u)
{
    const bool known = c->evaluated && memcmp(c->evaluated_at, u, (size_t)c->s->n * sizeof *u) == 0;
    return known || rdg_corrector_evaluate(c, u, c->residual) == 0;
}

/* Line search where full steps are blocked. From afar the residual may grow for a while. One for less and
 * less residual stays near the predictor. False: no search has led to a solution. */
static bool search_line(rdg_corrector *c, double residual_tol, double *u, int most, int *iterations)
{
    const size_t bytes = (size_t)c->s->n * sizeof *u;
    int before = 0;
    if (c->is_far) {
        memcpy(c->blocked, u, bytes);
        if (rdg_corrector_go_nonmonotone(c, residual_tol, u, most, iterations)) {
            return true;
        }
        if (rdg_problem_is_aborted(c->s->p)) {
            return false;
        }
        rdg_problem_forget_trouble(c->s->p);
        memcpy(u, c->blocked, bytes);
        c->tried = c->evaluated = false;
        before = *iterations;
    }
    const bool content = rdg_kinsol_go(c, residual_tol, u, most, iterations);
    *iterations += before;
    return content;
}

/* Full steps, and line search where these are blocked, from u, which becomes what it leads to, with the
 * residual there. A failure unless that is small. */
static rdg_outcome search(rdg_corrector *c, double residual_tol, double *u, rdg_newton_report *report)
{
    rdg_system *s = c->s;
    int straight = 0, by_search = 0;
    const int most = c->most_iterations;
    const rdg_way way = rdg_corrector_go_straight(c, residual_tol, u, most, &straight);
    bool content = way == RDG_WAY_ENDS;
    if (way == RDG_WAY_BLOCKED && !rdg_problem_is_aborted(s->p)) {
        content = search_line(c, residual_tol, u, most - straight, &by_search);
    }
    report->iterations += straight + by_search;
    rdg_count_iterations(s->ctx, straight + by_search);
    if (rdg_problem_is_aborted(s->p)) {
        return RDG_ABORTED;
    }
    if (!c->factored || !knows_residual(c, u)) {
        return rdg_failure_of(s->p);
    }
    report->residual = rdg_corrector_scaled_residual(c, c->residual);
    if (!content && !(report->residual <= nearly_solved)) {
        if (!s->p->trouble[0]) {
            rdg_problem_complain(s->p, RDG_ERR_NO_CONVERGENCE, "after %d iterations scaled residual %.1e",
                                 straight + by_search, report->residual);
        }
        return RDG_FAILED;
    }
    return RDG_CONVERGED;
}

/* Where full steps do not lead on although the residual is all but rounding, line search may all the way. */
static rdg_outcome search_and_polish(rdg_corrector *c, double *u, rdg_newton_report *report)
{
    rdg_outcome outcome = search(c, c->options.residual_tol, u, report);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    outcome = rdg_corrector_polish(c, u, report);
    if (outcome == RDG_FAILED && report->residual <= almost_rounding && rdg_corrector_factor_at(c, u) == 0) {
        rdg_problem_forget_trouble(c->s->p);
        outcome = search(c, rdg_rounding_residual, u, report);
        outcome = outcome == RDG_CONVERGED ? rdg_corrector_polish(c, u, report) : outcome;
    }
    return outcome;
}

/* With the factors of the predictor. *ends false: they do not do, and u is where to go on from. */
static rdg_outcome go_swiftly(rdg_corrector *c, double *u, rdg_newton_report *report, bool *ends)
{
    const rdg_outcome outcome = search(c, c->options.residual_tol, u, report);
    if (outcome == RDG_CONVERGED && c->factored_times == 1) {
        return rdg_corrector_polish_swiftly(c, u, report, ends);
    }
    *ends = outcome != RDG_CONVERGED;
    return outcome;
}

/* What the report has besides what the last steps have put there. */
static void fill_report(rdg_corrector *c, const double *u, bool by_guess, rdg_newton_report *report)
{
    report->first_residual = c->first_residual;
    report->shrink = c->shrink;
    report->ratio = c->ratio;
    report->slow = c->slow;
    report->by_guess = by_guess;
    report->from_factors = rdg_corrector_distance(c, u);
}

static rdg_outcome correct(rdg_corrector *c, const rdg_closing *closing, double *u, rdg_newton_report *report)
{
    rdg_system *s = c->s;
    *report = (rdg_newton_report){.residual = INFINITY, .last_step = INFINITY};
    c->closing = closing;
    c->factored = false;
    c->factored_times = 0;
    c->first_residual = -1.0;
    c->tries = 0;
    c->vain = 0;
    c->shrink = c->ratio = 0.0;
    c->length = INFINITY;
    c->slow = false;
    if (rdg_problem_is_aborted(s->p)) {
        return RDG_ABORTED;
    }
    rdg_problem_forget_trouble(s->p);
    rdg_frozen_hold(&s->p->frozen, u);
    if (rdg_corrector_factor_at(c, u) != 0) {
        return rdg_failure_of(s->p);
    }
    const double *scale = rdg_bordered_row_scale(s->matrix);
    for (rdg_index i = 0; i < s->n; i++) {
        c->by_row[i] = 1.0 / scale[i];
    }
    bool ends = false;
    rdg_outcome outcome = c->is_swift ? go_swiftly(c, u, report, &ends) : RDG_FAILED;
    c->is_swift = ends;
    if (!ends) {
        outcome = search_and_polish(c, u, report);
    }
    fill_report(c, u, ends, report);
    return outcome;
}

rdg_outcome rdg_correct_as(rdg_corrector *c, rdg_patience patience, const rdg_closing *closing, double *u,
                           rdg_newton_report *report)
{
    c->most = most_tries[patience];
    c->most_vain = most_in_vain[patience];
    c->most_iterations = c->options.max_iterations;
    if (patience == RDG_BRIEFLY && c->most_iterations > brief_iterations) {
        c->most_iterations = brief_iterations;
    }
    c->is_swift = patience == RDG_SWIFTLY;
    c->is_far = patience == RDG_FROM_AFAR;
    rdg_problem_hold_steady(c->s->p);
    const rdg_outcome outcome = correct(c, closing, u, report);
    rdg_problem_release_steady(c->s->p);
    return outcome;
}
