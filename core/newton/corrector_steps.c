/* Steps of Newton's method: evaluation, factors, and full steps as long as these lead on.
 *
 * A full step is taken where KINSOL's line search would take it, by the same test (J. E. Dennis, R. B.
 * Schnabel, Numerical Methods for Unconstrained Optimization and Nonlinear Equations, 1983, algorithm
 * A6.3.1): with f = |F|^2 / 2, whose slope along Newton's step is -2 f, f may be no more than f_0 - 2 alpha
 * f_0. Points are those of KINSOL bit for bit, without its vectors. */
#include "corrector_parts_impl.h"
#include "toolbox.h"

#include <string.h>

/* Right derivatives make a residual that is this small, and not small enough yet, shrink at least so at last.
 * The first steps may gain little all the same: rows may be curved more than their sizes state. */
static const double near_solution = 1e-4;
static const double quadratic_ratio = 0.02;

/* KINSOL's: of the decrease that Newton's step promises, and a step that is none. */
static const double alpha = 1e-4;
static const double no_step = 1e-14;

rdg_outcome rdg_failure_of(const rdg_problem *p)
{
    return rdg_problem_is_aborted(p) || rdg_error_status(p->ctx) != RDG_OK ? RDG_ABORTED : RDG_FAILED;
}

int rdg_corrector_evaluate(rdg_corrector *c, const double *u, double *F)
{
    rdg_system *s = c->s;
    int answer = rdg_system_residual(s, u, F);
    if (answer == 0 && c->closing) {
        answer = rdg_closing_values(c->closing, s, u, &F[s->m]);
    }
    double sum = 0.0; /* 0, or not finite as soon as one number is not */
    for (rdg_index j = 0; answer == 0 && j < s->n; j++) {
        sum += 0.0 * F[j] + 0.0 * u[j];
    }
    if (!isfinite(sum)) {
        rdg_problem_complain(s->p, RDG_ERR_NOT_FINITE, "an iterate of Newton's method is not finite");
        answer = 1;
    }
    return answer;
}

static void watch_convergence(rdg_corrector *c, const double *F)
{
    const double residual = rdg_corrector_scaled_residual(c, F);
    if (c->first_residual < 0.0) {
        c->first_residual = c->residual_before = residual;
    } else if (c->last_residual < near_solution) {
        const bool is_linear = residual > quadratic_ratio * c->last_residual;
        c->slow = is_linear && (c->slow || residual > c->options.residual_tol);
    }
    c->last_residual = residual;
}

int rdg_corrector_try(rdg_corrector *c, const double *u, double *F)
{
    if (++c->tries > c->most) {
        return 1;
    }
    const int answer = rdg_corrector_evaluate(c, u, F);
    if (answer == 0) {
        watch_convergence(c, F);
    }
    return answer;
}

/* Line search that cuts each step and gains little, again and again, has come to a non-smooth point or to the
 * lowest point of a valley: of 170 000 corrections that converged one in 200 had three such iterations in a
 * row, of those that failed nearly all. */
static void note_gain(rdg_corrector *c)
{
    const double little = 0.8;
    const bool gains = c->tries < 2 || !(c->last_residual > little * c->residual_before);
    c->vain = gains ? 0 : c->vain + 1;
    c->residual_before = c->last_residual;
}

bool rdg_corrector_is_stuck(const rdg_corrector *c)
{
    const double solved = 1e-6; /* what is left may be rounding */
    return c->vain >= c->most_vain && c->last_residual > solved;
}

int rdg_corrector_factor_at(rdg_corrector *c, const double *u)
{
    rdg_system *s = c->s;
    const size_t bytes = (size_t)s->n * sizeof *u;
    if (c->factored && memcmp(c->factored_at, u, bytes) == 0) {
        return 0;
    }
    c->factored = false;
    int answer = rdg_system_jacobian(s, u);
    if (answer == 0 && c->closing) {
        answer = rdg_closing_gradients(c->closing, s, u, c->rows);
    }
    if (answer == 0 && !rdg_system_factor(s, s->matrix, NULL, c->rows)) {
        rdg_problem_complain(s->p, RDG_ERR_SINGULAR, "the Jacobian is singular");
        answer = 1;
    }
    if (answer == 0) {
        memcpy(c->factored_at, u, bytes);
        c->factored = true;
        c->factored_times++;
        note_gain(c);
        c->tries = c->repeated = 0;
    }
    return answer;
}

double rdg_corrector_scaled_residual(const rdg_corrector *c, const double *F)
{
    const double *scale = rdg_bordered_row_scale(c->s->matrix);
    double largest = 0.0;
    for (rdg_index i = 0; i < c->s->n; i++) {
        largest = rdg_larger(largest, fabs(F[i]) / scale[i]);
    }
    return largest;
}

double rdg_corrector_scaled_step(const rdg_corrector *c)
{
    double largest = 0.0;
    for (rdg_index j = 0; j < c->s->n; j++) {
        largest = rdg_larger(largest, fabs(c->step[j]) / c->s->size[j]);
    }
    return largest;
}

double rdg_corrector_distance(const rdg_corrector *c, const double *u)
{
    for (rdg_index j = 0; j < c->s->n; j++) {
        c->step[j] = u[j] - c->factored_at[j];
    }
    return rdg_corrector_scaled_step(c);
}

/* Of a residual, scaled as at the predictor: the sum of squares, and the largest. */
typedef struct norms {
    double square, largest;
} norms;

static norms norms_of(const rdg_corrector *c, const double *F)
{
    norms of = {0.0, 0.0};
    for (rdg_index i = 0; i < c->s->n; i++) {
        const double entry = F[i] * c->by_row[i];
        of.square += entry * entry;
        of.largest = rdg_larger(of.largest, fabs(entry));
    }
    return of;
}

double rdg_corrector_square(const rdg_corrector *c, const double *F)
{
    return norms_of(c, F).square;
}

double rdg_corrector_largest(const rdg_corrector *c, const double *F)
{
    return norms_of(c, F).largest;
}

/* The last step by the larger ones of sizes and values. */
static double relative_step(const rdg_corrector *c, const double *u)
{
    double largest = 0.0;
    for (rdg_index j = 0; j < c->s->n; j++) {
        largest = rdg_larger(largest, fabs(c->step[j]) / rdg_larger(c->s->size[j], fabs(u[j])));
    }
    return largest;
}

/* Into c->trial; *reached: the residual there. False: it is blocked. */
static bool try_full_step(rdg_corrector *c, const double *u, norms before, norms *reached)
{
    rdg_system *s = c->s;
    rdg_system_solve_step(s, s->matrix, c->residual, c->step);
    for (rdg_index j = 0; j < s->n; j++) {
        c->trial[j] = u[j] - c->step[j];
    }
    c->trial_answer = rdg_corrector_try(c, c->trial, c->trial_residual);
    c->tried = true;
    if (c->trial_answer != 0) {
        return false;
    }
    *reached = norms_of(c, c->trial_residual);
    return reached->square <= before.square - 2.0 * alpha * before.square;
}

/* What the last full step has left of the residual. Rounding shows nothing. */
static void note_shrink(rdg_corrector *c, double before, double after)
{
    c->length = rdg_corrector_scaled_step(c);
    c->ratio = after > rdg_rounding_residual ? after / before : 0.0;
    c->shrink = c->shrink > 0.0 ? c->shrink : after / before;
}

/* A full step with factors of another point is a little wrong: what it leaves of the residual is at most
 * about twice what the step before has left of it. Two such steps cost less than factors do. */
static bool may_serve_on(double residual, double shrink)
{
    const double solved = 1e-10, good = 5e-4;
    return shrink <= good && residual * 4.0 * shrink * shrink <= solved;
}

rdg_way rdg_corrector_go_straight(rdg_corrector *c, double residual_tol, double *u, int most, int *iterations)
{
    const size_t bytes = (size_t)c->s->n * sizeof *u;
    const double none = 0.01; /* KINSOL's: a predictor so much better is left alone */
    *iterations = 0;
    c->tried = false;
    c->evaluated = rdg_corrector_try(c, u, c->residual) == 0;
    memcpy(c->evaluated_at, u, bytes);
    if (!c->evaluated) {
        return RDG_WAY_FAILS;
    }
    norms now = norms_of(c, c->residual);
    double small = none * residual_tol;
    while (now.largest > small) {
        if (*iterations >= most || rdg_corrector_factor_at(c, u) != 0) {
            return RDG_WAY_FAILS;
        }
        const norms before = now;
        if (!try_full_step(c, u, before,
                           &now)) { /* of a good predictor all but rounding may be solved already */
            return c->is_swift && before.largest <= residual_tol ? RDG_WAY_ENDS : RDG_WAY_BLOCKED;
        }
        note_shrink(c, before.largest, now.largest);
        ++*iterations;
        memcpy(u, c->trial, bytes);
        memcpy(c->evaluated_at, u, bytes);
        memcpy(c->residual, c->trial_residual, bytes);
        c->tried = false;
        small = residual_tol;
        if (c->is_swift && may_serve_on(now.largest, now.largest / before.largest)) {
            break;
        }
        if (now.largest > small && relative_step(c, u) <= no_step) {
            break;
        }
    }
    return RDG_WAY_ENDS;
}
