/* Inside of the minimax. */
#ifndef RDG_MINIMAX_IMPL_H
#define RDG_MINIMAX_IMPL_H

#include "equal_peaks_impl.h"
#include "minimax.h"

#include <ridgewalk/option_list.h>

/* Of a number. */
typedef enum rdg_minimax_place {
    RDG_PLACE_HELD,
    RDG_PLACE_FREE,
    RDG_PLACE_LOW,
    RDG_PLACE_HIGH,
    RDG_PLACE_IDLE /* the greatest peak does not depend on it anywhere */
} rdg_minimax_place;

enum { RDG_MINIMAX_TYPE = 16, RDG_MINIMAX_EVENTS = RDG_EQUAL_PEAKS_MOST + RDG_MINIMAX_MOST + 1 };

/* Why a leg ended, and with which peak or number. */
typedef enum rdg_minimax_end {
    RDG_LEG_LOST,    /* no event: a fold, no convergence */
    RDG_LEG_NEW,     /* the response has a peak that is not carried along */
    RDG_LEG_INVALID, /* a gap or a weight has become negative */
    RDG_LEG_BEST,    /* the derivative by the number that moves vanishes */
    RDG_LEG_PEAK,    /* another peak has become as high */
    RDG_LEG_WEIGHT,  /* a weight has come to 0 */
    RDG_LEG_BOUND,   /* a number has met an end of its range */
    RDG_LEG_FREED,   /* one at an end of its range does not press against it any more */
    RDG_LEG_WINDOW   /* the end of the window of what the optimum is followed over */
} rdg_minimax_end;

typedef struct rdg_minimax_driver {
    rdg_context *ctx;
    const char *name;
    const rdg_minimax_options *options;
    rdg_minimax_result *result;
    rdg_equal_peaks_plan plan;
    rdg_problem *p;
    const rdg_peak_set *peaks;
    bool is_active[RDG_EQUAL_PEAKS_MOST];
    rdg_minimax_place place[RDG_MINIMAX_MOST];
    /* names, as long as the problem */
    char gap[RDG_EQUAL_PEAKS_MOST][RDG_MINIMAX_TYPE], theta[RDG_EQUAL_PEAKS_MOST][RDG_MINIMAX_TYPE];
    char eta[RDG_MINIMAX_MOST][RDG_EQUAL_PEAKS_NAME];
    double seen[RDG_EQUAL_PEAKS_NUMBERS + 1]; /* what is shared, when the whole response was looked at last */
    char doubt[512]; /* branch points, the window's end: what keeps the result from being certain; "": nothing
                      */
    bool is_corner;  /* the greatest peak is one: it cannot be carried along */
    rdg_index heading; /* number that moved last; -1: none has yet */
    double farther;    /* which way, and how far a number goes on where a peak cannot be followed */
    bool left_idle;    /* the way goes on elsewhere, where a number has an effect */
    /* the end of the last leg */
    rdg_minimax_end end;
    rdg_index which;
    double *u; /* its last chart */
} rdg_minimax_driver;

/* What is to be followed. */
typedef struct rdg_minimax_leg {
    const char *run;
    const char *first; /* the parameter by which the direction is told */
    double direction;  /* of it; 0: both */
    rdg_index moving;  /* number that moves while its derivative does not vanish; -1: none */
} rdg_minimax_leg;

/* --- minimax_leg.c */

/* Follow a curve to its first event; the start values become those of its last chart. */
rdg_status rdg_minimax_follow(rdg_minimax_driver *d, const rdg_minimax_leg *leg);

/* A peak or a number changes its part as the end of the last leg says. */
void rdg_minimax_pivot(rdg_minimax_driver *d);

/* --- minimax_peaks.c */

/* Of a parameter at the start values. */
double rdg_minimax_value(const rdg_minimax_driver *d, const char *parameter);

/* The problem at given values of the numbers, the greatest peak active. */
rdg_status rdg_minimax_begin(rdg_minimax_driver *d, const double *value);
void rdg_minimax_finish(rdg_minimax_driver *d);

/* Look at the whole response of a chart: is there a peak that is not carried along, and not much lower than
 * the greatest? Only where what is shared has changed since the last look. */
bool rdg_minimax_sees_new(rdg_minimax_driver *d, const rdg_chart *chart);

/* What has become of a problem that was to be made anew. */
typedef enum rdg_minimax_renewal {
    RDG_RENEWAL_NONE,     /* there is nothing to be left out; or a failure */
    RDG_RENEWAL_DONE,     /* the equal peaks are as they were */
    RDG_RENEWAL_OVERTAKEN /* a peak has come up that is higher: it alone is active now, and no number is free
                           */
} rdg_minimax_renewal;

/* The problem anew where it is now: with all peaks that there are, or with those that are equal alone. */
rdg_minimax_renewal rdg_minimax_renew(rdg_minimax_driver *d, bool all);

/* The greatest peak at another value of a number; 0: it is not known. */
double rdg_minimax_greatest_at(rdg_minimax_driver *d, rdg_index j, double value);

/* Look at the whole response: is what was found the greatest? *higher: there is a higher peak. */
rdg_status rdg_minimax_certify(rdg_minimax_driver *d, bool *higher);

/* --- minimax_idle.c */

/* Does the greatest peak not depend on a number at all, near where it is? So is it with a preload where
 * nothing slips. */
bool rdg_minimax_is_idle(rdg_minimax_driver *d, rdg_index j);

/* The nearest value in its range at which the greatest peak is lower, downwards or else upwards; false: there
 * is none. */
bool rdg_minimax_leave_idle(rdg_minimax_driver *d, rdg_index j, double *value);

/* --- minimax_over.c */

/* The run of the optimum: a point, or over something. */
rdg_status rdg_minimax_last(rdg_minimax_driver *d);

#endif
