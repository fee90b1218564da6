/* The corrector on KINSOL.
 *
 * What KINSOL has to be kept from (6.4): it takes NaN for success, so the residual is checked here; its
 * default tolerances, step limit and modified Newton are replaced; its positive flags are judged by the
 * residual and by one further Newton step ("polish") with the factors at hand, which also takes the point to
 * rounding. All KINSOL calls of the library are in this file. */
#include "corrector_impl.h"
#include "kinsol_shell_impl.h"
#include "toolbox.h"

#include <kinsol/kinsol.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>

_Static_assert(sizeof(sunindextype) == sizeof(rdg_index), "SUNDIALS is built with 64-bit indices");

enum { MAX_POLISH = 6 };

/* Evaluations a step of Newton's method: KINSOL's line search would narrow a bracket for ever where the
 * residual jumps. Of thousands of steps of curves that succeeded few took more than three. */
static const int most_tries[] = {[RDG_PATIENTLY] = 64, [RDG_BRIEFLY] = 12};

/* A residual this small (scaled) may be polished even though KINSOL gave up at its rounding floor. */
static const double nearly_solved = 1e-6;
/* A step that no longer shrinks has met the rounding floor of the problem; above this it is no solution. */
static const double stagnation_tol = 1e-8;
/* Up to here the residual is nothing but rounding errors. A step that is longer than the stagnation's and no
 * longer shrinks tells of the condition of the matrix then, not of the point. */
static const double rounding_residual = 1e-13;
/* There the residual is far below this; where it is not, the steps go to and fro across a kink. */
static const double floor_residual = RDG_FLOOR_RESIDUAL;
/* Factors whose steps shrink less than this are taken anew. */
static const double slow_ratio = 1e-3;
/* Right derivatives make a residual that is this small, and not small enough yet, shrink at least so: */
static const double near_solution = 1e-4;
static const double quadratic_ratio = 0.02;

struct rdg_corrector {
    rdg_system *s;
    rdg_newton_options options;
    const rdg_closing *closing; /* of the solve under way */
    double *rows;               /* [n dimension] gradients of the closing conditions */
    double *residual, *step;    /* [n] */
    double *evaluated_at;       /* [n] where KINSOL had the residual evaluated last */
    bool evaluated;
    double first_residual; /* scaled, at the guess; negative: not evaluated yet */
    double last_residual;  /* at the iterate before */
    bool slow;             /* see rdg_newton_report */
    double *factored_at;   /* [n] where the factors were taken */
    bool factored;
    int tries, most; /* evaluations by KINSOL since then */
    SUNContext context;
    void *kinsol;
    N_Vector u, u_scale, f_scale;
    SUNMatrix shell; /* KINSOL wants a matrix; ours lies in the system */
    SUNLinearSolver solver;
};

rdg_outcome rdg_failure_of(const rdg_problem *p)
{
    return rdg_problem_is_aborted(p) || rdg_error_status(p->ctx) != RDG_OK ? RDG_ABORTED : RDG_FAILED;
}

static int evaluate(rdg_corrector *c, const double *u, double *F)
{
    rdg_system *s = c->s;
    int answer = rdg_system_residual(s, u, F);
    if (answer == 0 && c->closing) {
        answer = rdg_closing_values(c->closing, s, u, &F[s->m]);
    }
    if (answer == 0) {
        for (rdg_index j = 0; j < s->n; j++) {
            if (!isfinite(F[j]) || !isfinite(u[j])) {
                rdg_problem_complain(s->p, RDG_ERR_NOT_FINITE, "an iterate of Newton's method is not finite");
                answer = 1;
                break;
            }
        }
    }
    return answer;
}

/* Jacobian and factors at u, unless they are at hand. Answers 0, > 0 (singular or not finite) or < 0. */
static int factor_at(rdg_corrector *c, const double *u)
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
        c->tries = 0;
    }
    return answer;
}

static double scaled_residual(const rdg_corrector *c)
{
    const double *scale = rdg_bordered_row_scale(c->s->matrix);
    double largest = 0.0;
    for (rdg_index i = 0; i < c->s->n; i++) {
        largest = rdg_larger(largest, fabs(c->residual[i]) / scale[i]);
    }
    return largest;
}

static void watch_convergence(rdg_corrector *c)
{
    const double residual = scaled_residual(c);
    if (c->first_residual < 0.0) {
        c->first_residual = residual;
    } else if (c->last_residual < near_solution && residual > quadratic_ratio * c->last_residual &&
               residual > c->options.residual_tol) {
        c->slow = true;
    }
    c->last_residual = residual;
}

/* KINSOL's last residual is that of its result, as a rule: it is kept. */
static int kinsol_residual(N_Vector u, N_Vector F, void *data)
{
    rdg_corrector *c = data;
    if (++c->tries > c->most) {
        return 1;
    }
    const size_t bytes = (size_t)c->s->n * sizeof(double);
    const int answer = evaluate(c, N_VGetArrayPointer(u), c->residual);
    memcpy(N_VGetArrayPointer(F), c->residual, bytes);
    memcpy(c->evaluated_at, N_VGetArrayPointer(u), bytes);
    c->evaluated = answer == 0;
    if (c->evaluated) {
        watch_convergence(c);
    }
    return answer;
}

/* KINSOL asks for the Jacobian, then for its factors: both are made here, where u is known. */
static int kinsol_jacobian(N_Vector u, N_Vector F, SUNMatrix J, void *data, N_Vector work1, N_Vector work2)
{
    (void)F;
    (void)J;
    (void)work1;
    (void)work2;
    return factor_at(data, N_VGetArrayPointer(u));
}

static int solver_setup(SUNLinearSolver solver, SUNMatrix J)
{
    (void)J;
    const rdg_corrector *c = solver->content;
    return c->factored ? 0 : 1;
}

static int solver_solve(SUNLinearSolver solver, SUNMatrix J, N_Vector x, N_Vector b, realtype tolerance)
{
    (void)J;
    (void)tolerance;
    const rdg_corrector *c = solver->content;
    rdg_system_solve(c->s, c->s->matrix, N_VGetArrayPointer(b), N_VGetArrayPointer(x));
    return 0;
}

void rdg_corrector_free(rdg_corrector *c)
{
    if (!c) {
        return;
    }
    if (c->kinsol) {
        KINFree(&c->kinsol);
    }
    if (c->solver) {
        SUNLinSolFreeEmpty(c->solver);
    }
    if (c->shell) {
        SUNMatFreeEmpty(c->shell);
    }
    N_Vector vectors[] = {c->u, c->u_scale, c->f_scale};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        if (vectors[k]) {
            N_VDestroy(vectors[k]);
        }
    }
    if (c->context) {
        SUNContext_Free(&c->context);
    }
    rdg_free(c->rows);
    rdg_free(c->residual);
    rdg_free(c->step);
    rdg_free(c->evaluated_at);
    rdg_free(c->factored_at);
    rdg_free(c);
}

static bool allocate(rdg_corrector *c)
{
    const rdg_index n = c->s->n;
    double **work[] = {&c->residual, &c->step, &c->evaluated_at, &c->factored_at};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        *work[k] = rdg_context_calloc(c->s->ctx, (size_t)n, sizeof(double));
        if (!*work[k]) {
            return false;
        }
    }
    const rdg_index rows = c->s->dimension > 0 ? c->s->dimension : 1;
    c->rows = rdg_context_calloc(c->s->ctx, (size_t)(n * rows), sizeof(double));
    if (!c->rows) {
        return false;
    }
    if (!rdg_context_has_room(c->s->ctx, 0) || SUNContext_Create(NULL, &c->context) != 0) {
        return false;
    }
    c->u = N_VNew_Serial(n, c->context);
    c->u_scale = N_VNew_Serial(n, c->context);
    c->f_scale = N_VNew_Serial(n, c->context);
    c->shell = rdg_kinsol_matrix(c->context);
    c->solver = rdg_kinsol_solver(c->context, c, solver_setup, solver_solve);
    c->kinsol = KINCreate(c->context);
    return c->u && c->u_scale && c->f_scale && c->shell && c->solver && c->kinsol;
}

static bool connect(rdg_corrector *c)
{
    return KINSetErrHandlerFn(c->kinsol, rdg_kinsol_ignore, NULL) == KIN_SUCCESS &&
           KINInit(c->kinsol, kinsol_residual, c->u) == KIN_SUCCESS &&
           KINSetUserData(c->kinsol, c) == KIN_SUCCESS &&
           KINSetLinearSolver(c->kinsol, c->solver, c->shell) == KIN_SUCCESS &&
           KINSetJacFn(c->kinsol, kinsol_jacobian) == KIN_SUCCESS &&
           KINSetMaxSetupCalls(c->kinsol, 1) == KIN_SUCCESS && /* exact Newton */
           KINSetMaxNewtonStep(c->kinsol, 1e20) == KIN_SUCCESS &&
           KINSetNumMaxIters(c->kinsol, c->options.max_iterations) == KIN_SUCCESS &&
           KINSetFuncNormTol(c->kinsol, c->options.residual_tol) == KIN_SUCCESS &&
           KINSetScaledStepTol(c->kinsol, 1e-14) == KIN_SUCCESS;
}

rdg_corrector *rdg_corrector_create(rdg_system *system, const rdg_newton_options *options)
{
    rdg_corrector *c = rdg_context_calloc(system->ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    c->s = system;
    c->options = *options;
    if (!allocate(c) || !connect(c)) {
        rdg_fail(system->ctx, RDG_ERR_LIBRARY, "rdg_continue", "KINSOL could not be set up for %lld unknowns",
                 (long long)system->n);
        rdg_corrector_free(c);
        return NULL;
    }
    return c;
}

static double scaled_step(const rdg_corrector *c)
{
    double largest = 0.0;
    for (rdg_index j = 0; j < c->s->n; j++) {
        largest = rdg_larger(largest, fabs(c->step[j]) / c->s->size[j]);
    }
    return largest;
}

/* Scaled distance of u from where the factors were taken; overwrites the step. */
static double distance_from_factors(const rdg_corrector *c, const double *u)
{
    for (rdg_index j = 0; j < c->s->n; j++) {
        c->step[j] = u[j] - c->factored_at[j];
    }
    return scaled_step(c);
}

/* Newton steps until the step is negligible or stops shrinking at the rounding floor. They use the factors at
 * hand as long as these make the steps shrink fast: then they are also good for the tangent, whose relative
 * error is about the ratio of successive steps. The residual at u is known on entry. */
static rdg_outcome polish(rdg_corrector *c, double *u, rdg_newton_report *report)
{
    rdg_system *s = c->s;
    double previous = distance_from_factors(c, u);
    if (previous == 0.0) {
        previous = INFINITY; /* the guess was a solution: no step has been taken yet */
    }
    for (int k = 0; k < MAX_POLISH; k++) {
        if (k > 0 && evaluate(c, u, c->residual) != 0) {
            return rdg_failure_of(s->p);
        }
        report->residual = scaled_residual(c);
        rdg_system_solve(s, s->matrix, c->residual, c->step);
        const double step = scaled_step(c);
        if (step > stagnation_tol && step > 0.5 * previous && isfinite(step) &&
            report->residual <= rounding_residual) {
            report->last_step = step;
            return RDG_CONVERGED;
        }
        if (!isfinite(step) || (step > previous && previous > stagnation_tol)) {
            break;
        }
        if (step > 0.5 * previous && previous <= stagnation_tol) { /* the floor: do not take the step */
            report->last_step = previous;
            break;
        }
        for (rdg_index j = 0; j < s->n; j++) {
            u[j] -= c->step[j];
        }
        const bool slow = isfinite(previous) && previous > stagnation_tol && step > slow_ratio * previous;
        report->last_step = previous = step;
        if (slow && factor_at(c, u) != 0) {
            return rdg_failure_of(s->p);
        }
        if (step <= c->options.step_tol) {
            return RDG_CONVERGED;
        }
    }
    if ((previous <= stagnation_tol && report->residual <= floor_residual) ||
        (isfinite(previous) && report->residual <= rounding_residual)) {
        return RDG_CONVERGED;
    }
    rdg_problem_complain(s->p, RDG_ERR_NO_CONVERGENCE,
                         "the last Newton step is still %.1e, the scaled residual %.1e", previous,
                         report->residual);
    return RDG_FAILED;
}

static void set_scales(rdg_corrector *c)
{
    const double *row_scale = rdg_bordered_row_scale(c->s->matrix);
    double *u_scale = N_VGetArrayPointer(c->u_scale);
    double *f_scale = N_VGetArrayPointer(c->f_scale);
    for (rdg_index j = 0; j < c->s->n; j++) {
        u_scale[j] = 1.0 / c->s->size[j];
        f_scale[j] = 1.0 / row_scale[j];
    }
}

static rdg_outcome correct(rdg_corrector *c, const rdg_closing *closing, double *u, rdg_newton_report *report)
{
    rdg_system *s = c->s;
    const size_t bytes = (size_t)s->n * sizeof *u;
    *report = (rdg_newton_report){.residual = INFINITY, .last_step = INFINITY};
    c->closing = closing;
    c->factored = false;
    c->evaluated = false;
    c->first_residual = -1.0;
    c->slow = false;
    if (rdg_problem_is_aborted(s->p)) {
        return RDG_ABORTED;
    }
    rdg_problem_forget_trouble(s->p);
    rdg_frozen_hold(&s->p->frozen, u);
    if (factor_at(c, u) != 0) {
        return rdg_failure_of(s->p);
    }
    set_scales(c);
    memcpy(N_VGetArrayPointer(c->u), u, bytes);
    const int flag = KINSol(c->kinsol, c->u, KIN_LINESEARCH, c->u_scale, c->f_scale);
    long iterations = 0;
    KINGetNumNonlinSolvIters(c->kinsol, &iterations);
    report->iterations = (int)iterations;
    rdg_count_iterations(s->ctx, iterations);
    report->first_residual = c->first_residual;
    report->slow = c->slow;
    if (rdg_problem_is_aborted(s->p)) {
        return RDG_ABORTED;
    }
    memcpy(u, N_VGetArrayPointer(c->u), bytes);
    const bool known = c->evaluated && memcmp(c->evaluated_at, u, bytes) == 0;
    if (!c->factored || (!known && evaluate(c, u, c->residual) != 0)) {
        return rdg_failure_of(s->p);
    }
    report->residual = scaled_residual(c);
    if (flag < 0 && !(report->residual <= nearly_solved)) {
        if (!s->p->trouble[0]) {
            rdg_problem_complain(s->p, RDG_ERR_NO_CONVERGENCE, "after %ld iterations scaled residual %.1e",
                                 iterations, report->residual);
        }
        return RDG_FAILED;
    }
    const rdg_outcome outcome = polish(c, u, report);
    report->from_factors = distance_from_factors(c, u);
    return outcome;
}

rdg_outcome rdg_correct_as(rdg_corrector *c, rdg_patience patience, const rdg_closing *closing, double *u,
                           rdg_newton_report *report)
{
    c->most = most_tries[patience];
    rdg_problem_hold_steady(c->s->p);
    const rdg_outcome outcome = correct(c, closing, u, report);
    rdg_problem_release_steady(c->s->p);
    return outcome;
}
