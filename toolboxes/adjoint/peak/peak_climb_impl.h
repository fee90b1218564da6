/* Inside of the way uphill along the response. */
#ifndef RDG_PEAK_CLIMB_IMPL_H
#define RDG_PEAK_CLIMB_IMPL_H

#include "peak_impl.h"

/* A point on one side of the peak. */
typedef struct rdg_peak_side {
    bool known;
    double at, slope; /* coordinate; slope of A */
    double *u, *margin;
} rdg_peak_side;

/* A way along the response at one forcing amplitude. */
typedef struct rdg_peak_way {
    rdg_peak_response *r;
    const double *row; /* the border row: the coordinate is row u - origin */
    double origin;
    double *u; /* where it is: that of out */
    double *work;
    rdg_peak_point *out;
    rdg_peak_side left, right; /* slope > 0, slope <= 0 */
    int factorisations;        /* that are left */
} rdg_peak_way;

typedef enum rdg_peak_next { RDG_PEAK_GO_ON, RDG_PEAK_DONE, RDG_PEAK_GIVE_UP } rdg_peak_next;

/* --- peak_bracket.c */

/* The point w->u takes the place of a side, by the sign of its slope. Answers its coordinate. */
double rdg_peak_note_side(rdg_peak_way *w, double slope);

/* The peak between both sides, into w->out. RDG_PEAK_GO_ON: none is between them, as a slope had a false
 * sign; both are forgotten, and w->u is on the response. */
rdg_peak_next rdg_peak_find_between(rdg_peak_way *w);

#endif
