/* Inside of the problem of several peaks. */
#ifndef RDG_EQUAL_PEAKS_IMPL_H
#define RDG_EQUAL_PEAKS_IMPL_H

#include "equal_peaks.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/peak_set.h>

enum { RDG_EQUAL_PEAKS_NAME = 320, RDG_EQUAL_PEAKS_NUMBERS = 16 };

/* What the copies of a peak share, and are made of. */
typedef struct rdg_equal_peaks_plan {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *sensor;
    rdg_peak_response *response; /* NULL: not needed yet */
    rdg_index n;                 /* copies */
    const rdg_peak_point *peak[RDG_EQUAL_PEAKS_MOST];
    rdg_index n_shared;                         /* alpha, numbers */
    rdg_at shared[RDG_EQUAL_PEAKS_NUMBERS + 2]; /* ended by one without a name */
} rdg_equal_peaks_plan;

/* --- equal_peaks_glue.c */

/* Add heights, gaps, weights and shared sensitivities to the copies. start: theta of the greatest is 1 */
rdg_status rdg_equal_peaks_glue(rdg_problem *p, const rdg_equal_peaks_plan *plan);

/* --- equal_peaks.c */

/* The problem of the peaks of the plan, which are of its response. */
rdg_problem *rdg_equal_peaks_make(const rdg_equal_peaks_plan *plan);

/* Read what is shared from a list; false with a failure. */
rdg_status rdg_equal_peaks_read(rdg_equal_peaks_plan *plan, const char *where, const rdg_at *at);

#endif
