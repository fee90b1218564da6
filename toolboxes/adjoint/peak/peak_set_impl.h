/* Inside of a peak set while it is made. */
#ifndef RDG_PEAK_SET_IMPL_H
#define RDG_PEAK_SET_IMPL_H

#include "peak_impl.h"
#include "peak_set.h"

#include <ridgewalk/stop.h>

enum { RDG_TRACE_POINTS = 20000 };

/* Vectors of a trace, [n] each. */
enum {
    TRACE_AT, /* the last point, its tangent */
    TRACE_TANGENT,
    TRACE_NEXT,        /* the point that the step leads to */
    TRACE_ROW,         /* border row of the step */
    TRACE_NEW_TANGENT, /* at TRACE_NEXT */
    TRACE_CHORD,       /* from end to end of a stretch, and the border row along it */
    TRACE_CHORD_ROW,
    TRACE_POINT, /* points in between, and beside */
    TRACE_OTHER,
    TRACE_PREDICTED,
    TRACE_BEYOND,                        /* behind the onset of a contact */
    TRACE_MARGIN,                        /* row of its margin */
    TRACE_END_TANGENT,                   /* two: at the ends of a stretch */
    TRACE_PROBE = TRACE_END_TANGENT + 2, /* right side and solution */
    TRACE_STEP,      /* the solution of a sample, or a step of Newton's method on a sphere */
    TRACE_START,     /* where a curve begins */
    TRACE_DIRECTION, /* there */
    TRACE_BEND,      /* change of the unit tangent for the length, 0: not known */
    TRACE_LAST_END,  /* the right end of the last stretch, its border row, the tangent there */
    TRACE_LAST_ROW,
    TRACE_LAST_TANGENT,
    RDG_TRACE_VECTORS
};

/* A branch point: where it is, and the tangent of the curve on which it was found. */
typedef struct rdg_peak_star {
    double *u, *tangent; /* [n], one allocation */
    bool is_kink;        /* the Jacobian is not continuous there */
    bool searched;       /* for the curves that leave it */
} rdg_peak_star;

/* A curve that leaves a branch point, or is perhaps detached. */
typedef struct rdg_peak_ray {
    double *u, *direction; /* [n] a point of it and where it leads, one allocation */
    rdg_index branch;      /* number of the branch point; -1: none */
    bool known;            /* the curve was followed over this point */
} rdg_peak_ray;

typedef enum rdg_peak_crossing {
    RDG_PEAK_NO_CROSSING,
    RDG_PEAK_CROSSING,         /* a branch point */
    RDG_PEAK_CROSSING_AT_KINK, /* the determinant changes its sign by a jump */
    RDG_PEAK_CROSSING_GAP,     /* AT and NEXT are points of two curves */
    RDG_PEAK_CROSSING_UNKNOWN  /* perhaps */
} rdg_peak_crossing;

/* What the context owns. */
typedef struct rdg_peak_list {
    rdg_peak_set set; /* comes first */
    rdg_peak_response *r;
    rdg_context *ctx;
    rdg_peak_point **peak;
    rdg_index room;
    rdg_peak_end *end;
    rdg_index end_room;
    rdg_peak_branch *branch;
    rdg_peak_star *star; /* [branch_points] */
    rdg_index branch_room, star_room;
    rdg_peak_ray *ray;
    rdg_index rays, ray_room;
    rdg_index detached_from; /* the first part that is detached; 0: there is none */
    rdg_index most;          /* points of a curve */
    double above;            /* maxima that are no greater are of no interest */
    rdg_stop stop;           /* why the response alone ended */
    bool (*see)(struct rdg_peak_list *list, const double *u, const double *tangent); /* true: end; NULL */
    void *watcher;                                                                   /* for it */
    bool ended; /* nothing can be added: no memory */
} rdg_peak_list;

/* A stretch of the response between two of its points. */
typedef struct rdg_peak_stretch {
    double *a, *b; /* [n], one allocation */
    int depth;     /* how often it was divided */
} rdg_peak_stretch;

/* An end of it: A, g and dg along the border row. */
typedef struct rdg_peak_stretch_end {
    double slope, second, amplitude;
} rdg_peak_stretch_end;

/* The response while it is followed, and the stretches that are still to be examined. */
typedef struct rdg_peak_trace {
    rdg_peak_response *r;
    rdg_peak_list *list;
    rdg_peak_point *found;  /* workspace */
    rdg_peak_point *corner; /* the last one that was crossed */
    bool has_peak;          /* there is one at that non-smooth peak or right beside it, in `corner` */
    bool is_shared;         /* by several contacts */
    bool branches;          /* the determinant changes its sign there */
    int sign,
        sign_beyond; /* of the determinant at the last point, 0: not known; beyond the non-smooth peak */
    double *v[RDG_TRACE_VECTORS];
    double *margin[2];
    double probe, probe_next, probe_beyond; /* of branch points, at the points */
    rdg_peak_stretch *queue;                /* the next one is the last one */
    rdg_index queued, room;
    double step;               /* share of the motion */
    rdg_peak_stretch_end last; /* at TRACE_LAST_END */
    bool begun;                /* the first stretch was examined */
    rdg_index part;            /* of the set */
    rdg_index from;            /* the ray where it began, -1: at the lower end of the domain */
    double *start_direction;   /* [n] there */
    bool closed;               /* it is back where it began */
    bool left;                 /* it reached an end of the domain */
    bool stopped;              /* `see` ended it */
    long budget;               /* of factorisations since creation of the response; 0: without a limit */
    rdg_peak_end end[2];       /* first and last point */
} rdg_peak_trace;

/* --- peak_list.c */

void rdg_peak_list_free(void *list);

/* Number of a peak in a set; -1: it is not there. */
rdg_index rdg_peak_list_find(rdg_peak_response *r, const rdg_peak_set *set, const rdg_peak_point *peak);

/* A copy of a peak joins the set. */
void rdg_peak_list_add(rdg_peak_list *list, const rdg_peak_point *peak);
void rdg_peak_list_add_end(rdg_peak_list *list, const rdg_peak_end *end);

/* A branch point at u, unless it is known. */
void rdg_peak_list_add_branch(rdg_peak_list *list, const double *u, const double *tangent, rdg_index part,
                              rdg_peak_crossing what);

/* A curve that leaves a branch point in the direction of its point u from it. */
void rdg_peak_list_add_ray(rdg_peak_list *list, rdg_index branch, const double *u);

/* A curve through u that leaves no known branch point: if no other one leads through u it is detached. */
void rdg_peak_list_add_seed(rdg_peak_list *list, const double *u, const double *direction);

/* --- peak_trace.c */

/* Memory of a trace whose list is known. */
rdg_status rdg_peak_trace_allocate(rdg_peak_trace *t);
void rdg_peak_trace_release(rdg_peak_trace *t);

/* May more matrices be factored for curves that leave branch points? */
bool rdg_peak_has_budget(const rdg_peak_trace *t);

/* Follow the curve through u, the way its tangent has a positive product with the row. */
void rdg_peak_trace_from(rdg_peak_trace *t, const double *u, const double *row);

/* Maxima between two points of the response; -1: not known. */
rdg_index rdg_peak_count_between(rdg_peak_response *r, const double *a, const double *b);

/* --- peak_branch.c */

/* c x of the shortest solution of F_z x = b in generic directions b, c, with the last factors at u. It has a
 * pole at a branch point of any multiplicity, and its signs differ on both sides; the determinant does not
 * change its sign at a double one. */
double rdg_peak_probe(rdg_peak_trace *t, const double *u);

/* Is there a branch point between AT and NEXT, where the determinant or the sample changes its sign? u: a
 * point of the response near it. As the interval is halved, the product of the samples at its ends grows
 * without bound at a pole, shrinks at a zero, and stays at a jump. */
rdg_peak_crossing rdg_peak_find_crossing(rdg_peak_trace *t, double *u);

/* --- peak_rays.c */

/* Points of all curves that leave a branch point, but for the one on which it was found, become rays. False:
 * their number is not certain. */
bool rdg_peak_find_rays(rdg_peak_trace *t, rdg_index branch);

/* --- peak_parts.c */

/* Follow the response from u at the lower end over the domain, all that crosses it, and detached parts. */
rdg_status rdg_peak_trace_all(rdg_peak_list *list, double *u);

/* Follow the response alone, from u at the lower end of the domain, or through u both ways. */
rdg_status rdg_peak_trace_alone(rdg_peak_list *list, double *u, bool through);

/* --- peak_set.c */

/* The response at the lower end of the domain at a forcing amplitude, or near `through`, becomes the start
 * values of the problem. */
rdg_status rdg_peak_begin(rdg_peak_response *r, double level, const double *through);

/* --- peak_pass.c */

/* Rays whose points lie between two points of the curve are known. */
void rdg_peak_pass_rays(rdg_peak_trace *t, const double *from, const double *to);

/* Does the curve lead back to its start between AT and NEXT? NEXT is the start then. */
bool rdg_peak_closes(rdg_peak_trace *t);

/* --- isola.c */

/* A point of the response beside u, in the direction of the tangent of the last factors, becomes a ray. */
void rdg_peak_add_seed_beside(rdg_peak_list *list, double *u, double sense);

/* Points of the response near backbones become rays. */
rdg_status rdg_peak_find_isolas(rdg_peak_list *list);

/* --- peak_onset.c */

/* A point of the response beside an onset; by: share of the motion along the tangent there. TRACE_MARGIN is
 * the row of the margin. */
bool rdg_peak_restore_beside(rdg_peak_trace *t, const rdg_peak_point *onset, double by, double *u);

/* The maximum between two points before and behind an onset, from the slopes along the response there, into
 * `onset`. sense: of the margin along the response. is_shared: by several contacts, so that its own slopes
 * are not known. False: there is none. */
bool rdg_peak_find_at_onset(rdg_peak_trace *t, double sense, bool is_shared, const double *const point[2],
                            const double slope[2], rdg_peak_point *onset);

/* --- peak_stretch.c */

/* All maxima between two neighbouring points of the response. */
void rdg_peak_look_between(rdg_peak_trace *t, const double *a, const double *b);

#endif
