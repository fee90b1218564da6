/* Inside of a peak set while it is made. */
#ifndef RDG_PEAK_SET_IMPL_H
#define RDG_PEAK_SET_IMPL_H

#include "peak_impl.h"
#include "peak_set.h"

enum { RDG_TRACE_VECTORS = 16 };

/* What the context owns. */
typedef struct rdg_peak_list {
    rdg_peak_set set; /* comes first */
    rdg_peak_response *r;
    rdg_context *ctx;
    rdg_peak_point **peak;
    rdg_index room;
    double *branch;
    rdg_index branch_room;
    bool ended; /* nothing can be added: no memory */
} rdg_peak_list;

/* A stretch of the response between two of its points. */
typedef struct rdg_peak_stretch {
    double *a, *b; /* [n], one allocation */
    int depth;     /* how often it was divided */
} rdg_peak_stretch;

/* The response while it is followed, and the stretches that are still to be looked at. */
typedef struct rdg_peak_trace {
    rdg_peak_response *r;
    rdg_peak_list *list;
    rdg_peak_point *found;  /* workspace */
    rdg_peak_point *corner; /* the last one that was crossed */
    int sign, sign_beyond;  /* of the determinant at the last point, 0: not known; beyond the corner */
    double *v[RDG_TRACE_VECTORS];
    double *margin[2];
    double probe, probe_next, probe_beyond; /* of branch points, at the points */
    rdg_peak_stretch *queue;                /* the next one is the last one */
    rdg_index queued, room;
    double step; /* share of the motion */
    bool begun;  /* the first stretch was looked at */
} rdg_peak_trace;

/* --- peak_list.c */

void rdg_peak_list_free(void *list);

/* Number of a peak in a set; -1: it is not there. */
rdg_index rdg_peak_list_find(rdg_peak_response *r, const rdg_peak_set *set, const rdg_peak_point *peak);

/* A copy of a peak joins the set. */
void rdg_peak_list_add(rdg_peak_list *list, const rdg_peak_point *peak);
void rdg_peak_list_add_branch(rdg_peak_list *list, double omega);

/* --- peak_trace.c */

/* Follow the response from u at the lower end over the window. */
rdg_status rdg_peak_trace_all(rdg_peak_list *list, const double *u);

/* Maxima between two points of the response; -1: not known. */
rdg_index rdg_peak_count_between(rdg_peak_response *r, const double *a, const double *b);

/* --- peak_branch.c */

/* c x of the shortest solution of F_z x = b in generic directions b, c, with the last factors at u. It has a
 * pole at a branch point of any multiplicity, and its signs differ on both sides; the determinant does not
 * change its sign at a double one. */
double rdg_peak_probe(rdg_peak_trace *t, const double *u);

/* Is there a pole of the probe between AT and NEXT, where its signs differ? As the interval is halved, the
 * product of its ends grows without bound at a pole, shrinks at a zero, and stays at a jump. */
bool rdg_peak_has_pole(rdg_peak_trace *t, double left, double right);

/* --- peak_stretch.c */

/* All maxima between two neighbouring points of the response. */
void rdg_peak_look_between(rdg_peak_trace *t, const double *a, const double *b);

#endif
