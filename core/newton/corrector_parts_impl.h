/* The corrector's parts: steps of Newton's method (corrector_steps.c), KINSOL (corrector_kinsol.c), line
 * search whose residual may grow (corrector_nonmonotone.c), and the last steps (corrector_polish.c). */
#ifndef RDG_CORRECTOR_PARTS_IMPL_H
#define RDG_CORRECTOR_PARTS_IMPL_H

#include "corrector_impl.h"

#include <math.h>
#include <stddef.h>

typedef struct rdg_kinsol rdg_kinsol;

struct rdg_corrector {
    rdg_system *s;
    rdg_newton_options options;
    const rdg_closing *closing; /* of the solve under way */
    double *rows;               /* [n dimension] gradients of the closing conditions */
    double *residual, *step;    /* [n] */
    double *evaluated_at;       /* [n] where the residual was evaluated last in search of a solution */
    bool evaluated;
    double *blocked;                /* [n] where full steps ended */
    double *trial, *trial_residual; /* [n] a full step from there that did not do */
    int trial_answer;
    bool tried;
    double first_residual; /* scaled, at the predictor; negative: not evaluated yet */
    double last_residual;  /* at the iterate before */
    double shrink;         /* see rdg_newton_report */
    bool slow;             /* see rdg_newton_report */
    double length;         /* of the last full step, scaled */
    double ratio;          /* see rdg_newton_report */
    double *factored_at;   /* [n] where the factors were taken */
    bool factored;
    int factored_times;
    bool is_swift, is_far; /* the predictor: see rdg_patience */
    int repeated;          /* evaluations at a point that was known */
    int most_iterations;
    int tries, most;        /* evaluations since then in search of a solution */
    double residual_before; /* at the iterate that the factors before those were taken at */
    int vain, most_vain;    /* iterations in a row that gained next to nothing; how many are borne with */
    double *by_row;         /* [n] inverse of the rows' scales at the predictor */
    rdg_kinsol *kinsol;
};

/* Up to here the residual is nothing but rounding errors. A step that is longer than the stagnation's and no
 * longer shrinks reports of the condition of the matrix then, not of the point. */
static const double rdg_rounding_residual = 1e-13;

/* --- corrector_steps.c */

/* Functions and closing conditions at u; answers as callbacks do. */
int rdg_corrector_evaluate(rdg_corrector *c, const double *u, double *F);

/* The same in search of a solution, reported to those who watch how the residual shrinks; > 0 after too many.
 */
int rdg_corrector_try(rdg_corrector *c, const double *u, double *F);

/* Jacobian and factors at u, unless they are at hand. Answers 0, > 0 (singular or not finite) or < 0. */
int rdg_corrector_factor_at(rdg_corrector *c, const double *u);

/* Has line search got nowhere for too long? */
bool rdg_corrector_is_stuck(const rdg_corrector *c);

/* By the rows of the last factors. */
double rdg_corrector_scaled_residual(const rdg_corrector *c, const double *F);

/* Of c->step, by the typical sizes. */
double rdg_corrector_scaled_step(const rdg_corrector *c);

/* Scaled distance of u from where the factors were taken; overwrites the step. */
double rdg_corrector_distance(const rdg_corrector *c, const double *u);

/* What a way of Newton's method has come to. */
typedef enum rdg_way {
    RDG_WAY_ENDS,    /* the residual is small, or does not change any more; or the factors serve on */
    RDG_WAY_BLOCKED, /* the next full step is too long, or out of the domain: c->trial */
    RDG_WAY_FAILS
} rdg_way;

/* Full steps from u, in place, as long as KINSOL would take them, no more than `most`. The factors at u are
 * at hand on entry, the residual is c->residual on return. */
rdg_way rdg_corrector_go_straight(rdg_corrector *c, double residual_tol, double *u, int most,
                                  int *iterations);

/* Of a residual, scaled as at the predictor: the sum of squares, and the largest. */
double rdg_corrector_square(const rdg_corrector *c, const double *F);
double rdg_corrector_largest(const rdg_corrector *c, const double *F);

/* --- corrector_nonmonotone.c */

/* Steps from u, in place, after which the residual may be larger for a while. False: no solution within
 * twice as many steps as `most`. The residual at u is c->residual on entry. */
bool rdg_corrector_go_nonmonotone(rdg_corrector *c, double residual_tol, double *u, int most,
                                  int *iterations);

/* --- corrector_kinsol.c */
void rdg_kinsol_free(rdg_kinsol *kinsol);

/* By line search from u, in place. False: it gave up, or could not be set up, which is a failure of the
 * context. */
bool rdg_kinsol_go(rdg_corrector *c, double residual_tol, double *u, int most, int *iterations);

/* --- corrector_polish.c */

/* Newton steps until the step is negligible or stops shrinking at the rounding floor. They use the factors at
 * hand as long as these make the steps shrink fast: then they are also good for the tangent, whose relative
 * error is about the ratio of successive steps. The residual at u is known on entry. */
rdg_outcome rdg_corrector_polish(rdg_corrector *c, double *u, rdg_newton_report *report);

/* The same with the factors of a good predictor, which are the only ones. *ends false: steps do not shrink as
 * fast as they should, and u is where Newton's method has to go on. */
rdg_outcome rdg_corrector_polish_swiftly(rdg_corrector *c, double *u, rdg_newton_report *report, bool *ends);

#endif
