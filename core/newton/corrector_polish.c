/* The last steps of Newton's method, down to rounding. */
#include "corrector_parts_impl.h"

#include <float.h>

enum { MAX_POLISH = 6 };

/* A step that no longer shrinks has met the rounding floor of the problem; above this it is no solution. */
static const double stagnation_tol = 1e-8;
/* There the residual is far below this; where it is not, the steps go back and forth across a non-smooth
 * point. */
static const double floor_residual = RDG_FLOOR_RESIDUAL;
/* Shorter steps are rounding: how much shorter than the one before does not count. */
static const double none = 1e-12;
/* Steps with the factors of a good predictor shrink at least so. */
static const double swift_ratio = 0.02;
/* Factors whose steps shrink less than this are taken anew. */
static const double slow_ratio = 1e-3;

/* Steps do not shrink: is that rounding, or no solution? Where Newton's method has been slow with the factors
 * of each iterate the matrix is next to singular, and others lead no farther. */
static bool is_floor(const rdg_corrector *c, double residual)
{
    return residual <= rdg_rounding_residual || residual > floor_residual || c->slow;
}

/* Newton's step with factors taken at u. Those of the other side of a non-smooth point lead back and forth
 * across it, in steps that are as short as rounding errors' and do not shrink either. */
static int solve_exactly(rdg_corrector *c, const double *u)
{
    const int answer = rdg_corrector_factor_at(c, u);
    if (answer == 0) {
        rdg_system_solve_step(c->s, c->s->matrix, c->residual, c->step);
    }
    return answer;
}

/* So much at most the last step may leave, which is what it leaves with factors whose steps shrink as slowly
 * as is allowed; by half of it as the ratio changes a little. */
static double most_left(const rdg_corrector *c)
{
    return 0.5 * slow_ratio * c->options.step_tol;
}

/* With the factors of a good predictor steps shrink by the same ratio each, which reports what is left after
 * the last one. */
rdg_outcome rdg_corrector_polish_swiftly(rdg_corrector *c, double *u, rdg_newton_report *report, bool *ends)
{
    rdg_system *s = c->s;
    double previous = c->length;
    *ends = true;
    for (int k = 0; k < MAX_POLISH; k++) {
        report->residual = rdg_corrector_scaled_residual(c, c->residual);
        rdg_system_solve_step(s, s->matrix, c->residual, c->step);
        const double step = rdg_corrector_scaled_step(c), ratio = step / previous;
        if (!isfinite(step) || (step > none && ratio > swift_ratio)) {
            break;
        }
        c->ratio = rdg_larger(c->ratio, step > none ? ratio : 0.0);
        report->is_there = ratio > 0.0 && step <= most_left(c) && report->residual <= rdg_rounding_residual;
        if (report->is_there) { /* without this step */
            report->last_step = step;
            return RDG_CONVERGED;
        }
        for (rdg_index j = 0; j < s->n; j++) {
            u[j] -= c->step[j];
        }
        report->last_step = previous = step;
        if (step <= c->options.step_tol && step * ratio <= DBL_EPSILON) {
            return RDG_CONVERGED;
        }
        if (rdg_corrector_evaluate(c, u, c->residual) != 0) {
            return rdg_failure_of(s->p);
        }
        report->residual = rdg_corrector_scaled_residual(c, c->residual);
        report->is_there = ratio > 0.0 && step * ratio <= most_left(c) && /* there was a step before */
                           report->residual <= rdg_rounding_residual;
        if (report->is_there) {
            return RDG_CONVERGED;
        }
    }
    *ends = false;
    return RDG_FAILED;
}

rdg_outcome rdg_corrector_polish(rdg_corrector *c, double *u, rdg_newton_report *report)
{
    rdg_system *s = c->s;
    bool looked_closer = false;
    double previous = rdg_corrector_distance(c, u);
    if (previous == 0.0) {
        previous = INFINITY; /* the predictor was a solution: no step has been taken yet */
    }
    for (int k = 0; k < MAX_POLISH; k++) {
        if (k > 0 && rdg_corrector_evaluate(c, u, c->residual) != 0) {
            return rdg_failure_of(s->p);
        }
        report->residual = rdg_corrector_scaled_residual(c, c->residual);
        rdg_system_solve_step(s, s->matrix, c->residual, c->step);
        double step = rdg_corrector_scaled_step(c);
        if (step > stagnation_tol && step > 0.5 * previous && isfinite(step) &&
            report->residual <= rdg_rounding_residual) {
            report->last_step = step;
            return RDG_CONVERGED;
        }
        if (!isfinite(step) || (step > previous && previous > stagnation_tol)) {
            break;
        }
        if (step > 0.5 * previous && previous <= stagnation_tol) {
            report->last_step = previous;
            if (looked_closer || is_floor(c, report->residual)) { /* do not take the step */
                break;
            }
            looked_closer = true;
            if (solve_exactly(c, u) != 0) {
                return rdg_failure_of(s->p);
            }
            step = rdg_corrector_scaled_step(c);
            if (!(step <= stagnation_tol)) { /* next to singular: of two steps the shorter one is believed */
                break;
            }
        }
        for (rdg_index j = 0; j < s->n; j++) {
            u[j] -= c->step[j];
        }
        const bool is_measured = isfinite(previous) || step <= DBL_EPSILON; /* one step alone has no ratio */
        const bool slow = isfinite(previous) && previous > stagnation_tol && step > slow_ratio * previous;
        report->last_step = previous = step;
        if (slow && rdg_corrector_factor_at(c, u) != 0) {
            return rdg_failure_of(s->p);
        }
        if (step <= c->options.step_tol && is_measured) {
            return RDG_CONVERGED;
        }
    }
    if ((previous <= stagnation_tol && report->residual <= floor_residual) ||
        (isfinite(previous) && report->residual <= rdg_rounding_residual)) {
        return RDG_CONVERGED;
    }
    rdg_problem_complain(s->p, RDG_ERR_NO_CONVERGENCE,
                         "the last Newton step is still %.1e, the scaled residual %.1e", previous,
                         report->residual);
    return RDG_FAILED;
}
