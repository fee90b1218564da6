/* Inside of the search for numbers at which the greatest peak is least: an active set over peak sets. */
#ifndef RDG_LEAST_PEAK_IMPL_H
#define RDG_LEAST_PEAK_IMPL_H

#include <ridgewalk/peak_set.h>

enum { RDG_LEAST_NUMBERS = 8, RDG_LEAST_PEAKS = 32 };

/* Relative error of heights: a step that promises no greater drop is the last one. */
extern const double rdg_least_rounding;

/* Relative distance at which two heights, or values of a number, are the same, and derivatives of ln(height)
 * by ln(number) are none: the root of rounding with two digits to spare. */
extern const double rdg_least_same;

/* Greatest change of a number, relatively, between two examinations of the response: where the numbers have
 * no effect, and along an optimum that is followed over something. */
extern const double rdg_least_stride;

/* Of a number at the end. */
typedef enum rdg_least_place {
    RDG_LEAST_FREE, /* inside of its range */
    RDG_LEAST_LOW,  /* at an end of its range, and presses against it */
    RDG_LEAST_HIGH,
    RDG_LEAST_IDLE /* the greatest peaks do not depend on it */
} rdg_least_place;

/* The highest peaks at a choice of the numbers, with derivatives of ln(height) by the logarithms of the
 * numbers. */
typedef struct rdg_least_model {
    const rdg_peak_set *set; /* NULL: they were followed from another choice */
    double height;           /* of the greatest one; infinite: the response could not be followed */
    rdg_index n;
    const rdg_peak_point *peak[RDG_LEAST_PEAKS]; /* [n] of the set, in its order, or of `own` */
    rdg_peak_point *own[RDG_LEAST_PEAKS];
    double a[RDG_LEAST_PEAKS];                                        /* [n] ln(height), the greatest is 0 */
    double g[RDG_LEAST_PEAKS][RDG_LEAST_NUMBERS];                     /* [n] gradients */
    double H[RDG_LEAST_PEAKS][RDG_LEAST_NUMBERS * RDG_LEAST_NUMBERS]; /* [n] Hessians */
    bool is_bent[RDG_LEAST_PEAKS];                                    /* [n] the Hessian is known */
    bool is_flat[RDG_LEAST_PEAKS][RDG_LEAST_NUMBERS]; /* [n] with the Hessian: the peak does not depend on the
                                                          number here and on one side at least */
} rdg_least_model;

/* min t + d B d / 2, a_i + g_i d <= t, low <= d <= high */
typedef struct rdg_least_step {
    rdg_index m;                                     /* numbers */
    double W[RDG_LEAST_NUMBERS * RDG_LEAST_NUMBERS]; /* Hessian of the Lagrange function */
    double B[RDG_LEAST_NUMBERS * RDG_LEAST_NUMBERS]; /* positive definite */
    double low[RDG_LEAST_NUMBERS], high[RDG_LEAST_NUMBERS];
    double d[RDG_LEAST_NUMBERS], t;
    double theta[RDG_LEAST_PEAKS];     /* weight of a peak; 0: it is lower than t */
    bool at_end[2][RDG_LEAST_NUMBERS]; /* d is at `low`, `high`, and presses */
} rdg_least_step;

typedef struct rdg_least_search {
    rdg_context *ctx;
    rdg_peak_response *response; /* borrowed */
    rdg_index m;
    const char *name[RDG_LEAST_NUMBERS];
    double low[RDG_LEAST_NUMBERS], high[RDG_LEAST_NUMBERS]; /* ranges, > 0 */
    double alpha;
    bool leaves_idle;                /* numbers without an effect move to where they have one */
    double value[RDG_LEAST_NUMBERS]; /* where it begins, and has come to */
    rdg_least_model at;              /* the peaks there */
    double theta[RDG_LEAST_PEAKS];   /* [at.n] weights */
    double slope[RDG_LEAST_NUMBERS]; /* derivative of the greatest peak by each number */
    rdg_least_place place[RDG_LEAST_NUMBERS];
    bool found; /* the conditions of a minimum hold; false: the greatest peak jumps at these numbers */
    long points;
    double work; /* predicted drop of ln(height) by the last step */
} rdg_least_search;

/* --- least_peak.c */

/* From the values, and the peaks there if these are known, to a minimum of the greatest peak.
 * RDG_ERR_NO_CONVERGENCE: there is no peak. */
rdg_status rdg_least_peak(rdg_least_search *s);

/* The height of the greatest of the known peaks where they lead to, unless another one comes up on the way.
 */
rdg_status rdg_least_peak_promise(const rdg_least_search *s, double *height);

/* Weights and drop of the best step at the values as they are. */
rdg_status rdg_least_peak_stay(rdg_least_search *s);

/* --- least_peak_model.c */

/* So many maxima of a set are higher than number k, images under a symmetry of the structure counting once.
 */
rdg_index rdg_least_rank(const rdg_peak_set *set, rdg_index k);

/* The peaks at values of the numbers; a model that was there is freed. */
rdg_status rdg_least_look(rdg_least_search *s, const double *value, rdg_least_model *model);
void rdg_least_forget(rdg_least_model *model);

/* The same peaks followed to other values; those without a weight that vanish are left out. False: another
 * one could not be followed. */
bool rdg_least_follow(rdg_least_search *s, const double *theta, const double *value, rdg_least_model *next);

/* The Hessian of a peak, from the gradients of the same peak at values beside. */
rdg_status rdg_least_bend(rdg_least_search *s, rdg_least_model *model, rdg_index i);

/* --- least_peak_step.c */

void rdg_least_solve(const rdg_least_model *model, rdg_least_step *step);

#endif
