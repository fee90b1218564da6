/* Inside of the minimax. */
#ifndef RDG_MINIMAX_IMPL_H
#define RDG_MINIMAX_IMPL_H

#include "equal_peaks_impl.h"
#include "least_peak_impl.h"
#include "minimax.h"

#include <ridgewalk/option_list.h>

enum { RDG_MINIMAX_TYPE = 16, RDG_MINIMAX_EVENTS = RDG_EQUAL_PEAKS_MOST + RDG_MINIMAX_MOST + 1 };

/* Why a piece of the curve of optima ended, and with which peak or number. */
typedef enum rdg_minimax_end {
    RDG_MINIMAX_SEGMENT_LOST,    /* no event: a fold, no convergence */
    RDG_MINIMAX_SEGMENT_NEW,     /* the response has a peak that is not carried along */
    RDG_MINIMAX_SEGMENT_INVALID, /* a gap or a weight has become negative */
    RDG_MINIMAX_SEGMENT_PEAK,    /* another peak has become as high */
    RDG_MINIMAX_SEGMENT_WEIGHT,  /* a weight has come to 0 */
    RDG_MINIMAX_SEGMENT_BOUND,   /* a number has met an end of its range */
    RDG_MINIMAX_SEGMENT_FREED,   /* one at an end of its range does not press against it any more */
    RDG_MINIMAX_SEGMENT_WINDOW   /* the end of the domain of what the optimum is followed over */
} rdg_minimax_end;

typedef struct rdg_minimax_driver {
    rdg_context *ctx;
    const char *name;
    const rdg_minimax_options *options;
    rdg_minimax_result *result;
    rdg_least_search search;
    rdg_equal_peaks_plan plan;
    rdg_problem *p; /* of the peaks at the optimum; NULL: there is none */
    bool is_active[RDG_EQUAL_PEAKS_MOST];
    rdg_least_place place[RDG_MINIMAX_MOST];
    /* names, as long as the problem */
    char gap[RDG_EQUAL_PEAKS_MOST][RDG_MINIMAX_TYPE], theta[RDG_EQUAL_PEAKS_MOST][RDG_MINIMAX_TYPE];
    char eta[RDG_MINIMAX_MOST][RDG_EQUAL_PEAKS_NAME];
    double seen[RDG_EQUAL_PEAKS_NUMBERS + 1]; /* what is shared, when the whole response was examined last */
    char doubt[512]; /* branch points, the domain's end: what keeps the result from being certain; "": nothing
                      */
    /* the end of the last piece */
    rdg_minimax_end end;
    rdg_index which;
    double *u; /* its last chart */
} rdg_minimax_driver;

/* --- minimax_segment.c */

/* Follow the optimum over something to the first event, or find it: direction 0. The start values become
 * those of the last chart. */
rdg_status rdg_minimax_follow(rdg_minimax_driver *d, const char *run, double direction);

/* A peak or a number changes its part as the end of the last piece states. */
void rdg_minimax_pivot(rdg_minimax_driver *d);

/* --- minimax_peaks.c */

/* Of a parameter at the start values. */
double rdg_minimax_value(const rdg_minimax_driver *d, const char *parameter);

/* The problem of the peaks that the search has found, in place of the last one. False: one of the equal peaks
 * is non-smooth, or a failure. */
bool rdg_minimax_adopt(rdg_minimax_driver *d);
void rdg_minimax_finish(rdg_minimax_driver *d);

/* Examine the whole response of a chart: is there a peak that is not carried along, and not much lower than
 * the greatest? Only where what is shared has changed since the last sample. */
bool rdg_minimax_sees_new(rdg_minimax_driver *d, const rdg_chart *chart);

/* The problem anew where it is now, with all peaks that there are. False: this is no optimum any more, or
 * nothing would change. */
bool rdg_minimax_renew(rdg_minimax_driver *d);

/* The problem at the result again, at a value of what the optimum is followed over. */
bool rdg_minimax_return(rdg_minimax_driver *d, double over);

/* --- minimax_over.c */

/* The run of the optimum: a point, or over something. */
rdg_status rdg_minimax_last(rdg_minimax_driver *d);

#endif
