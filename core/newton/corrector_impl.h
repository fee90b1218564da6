/* The corrector: Newton's method with line search, by KINSOL, on [G(u); closing condition]. */
#ifndef RDG_CORRECTOR_IMPL_H
#define RDG_CORRECTOR_IMPL_H

#include "closing_impl.h"

typedef struct rdg_corrector rdg_corrector;

typedef enum rdg_outcome {
    RDG_CONVERGED,
    RDG_FAILED, /* not converged, singular, or outside the domain: a shorter step may help */
    RDG_ABORTED /* a callback requested to end the run, or the context is in failure */
} rdg_outcome;

/* What a failed evaluation means: RDG_FAILED or RDG_ABORTED. */
rdg_outcome rdg_failure_of(const rdg_problem *p);

/* No scaled residual above this is that of a solution, unless larger ones are requested. */
#define RDG_FLOOR_RESIDUAL 1e-9

/* How hard to try. */
typedef struct rdg_newton_options {
    double residual_tol; /* on the residual, scaled by the rows of the Jacobian */
    double step_tol;     /* on the last Newton step, relative to the typical sizes */
    int max_iterations;
} rdg_newton_options;

typedef struct rdg_newton_report {
    int iterations;
    double first_residual;      /* at the predictor, scaled */
    double residual, last_step; /* scaled */
    bool is_there;              /* the residual is that of the result */
    double shrink;              /* of that, left by the first full step; 0: there was none */
    bool slow;           /* near the solution the residual did not shrink as Newton's method makes it */
    bool by_guess;       /* the factors at hand are those of the predictor */
    double ratio;        /* left of the residual by steps with the factors at hand; 0: there were none */
    double from_factors; /* scaled distance of the result from where the factors were taken */
} rdg_newton_report;

rdg_corrector *rdg_corrector_create(rdg_system *system, const rdg_newton_options *options);
void rdg_corrector_free(rdg_corrector *corrector);

/* Stepwise: given up where line search gets nowhere, for predictors that can be had nearer to the solution.
 * Briefly: as soon as Newton's method does not go straight there. Swiftly: stepwise, and the factors of the
 * predictor, which is a good one, serve on as long as that saves work. From afar: patiently,
 * and the residual may grow for a while, as the predictor is near no solution in particular. */
typedef enum rdg_patience {
    RDG_PATIENTLY,
    RDG_FROM_AFAR,
    RDG_STEPWISE,
    RDG_BRIEFLY,
    RDG_SWIFTLY
} rdg_patience;

/* Solve from u, in place. On anything but RDG_CONVERGED u holds nothing useful and system->p->trouble states
 * why. Afterwards system->matrix holds factors of the last Jacobian used, with the closing conditions'
 * gradients as last rows. closing is NULL for a square system. */
rdg_outcome rdg_correct_as(rdg_corrector *corrector, rdg_patience patience, const rdg_closing *closing,
                           double *u, rdg_newton_report *report);

static inline rdg_outcome rdg_correct(rdg_corrector *corrector, const rdg_closing *closing, double *u,
                                      rdg_newton_report *report)
{
    return rdg_correct_as(corrector, RDG_PATIENTLY, closing, u, report);
}

#endif
