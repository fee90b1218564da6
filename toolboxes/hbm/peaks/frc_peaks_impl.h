/* Inside of the search for the maxima of a response. */
#ifndef RDG_FRC_PEAKS_IMPL_H
#define RDG_FRC_PEAKS_IMPL_H

#include "frc_peaks.h"

/* A point of the response curve, passed in one direction. Slopes are those of the amplitude for the length of
 * the tangent beside them, whatever that is; a sign is 0 where it is not known. */
typedef struct rdg_curve_point {
    double *u;                         /* [n] */
    double *tangent[2];                /* [n] before and behind */
    double *margin;                    /* [2 n_margins] of contacts to their onset of slip; of those that slip
                                          to that of a new slip phase, NAN where there is none */
    double at;                         /* grows along the curve, for the order */
    double way;                        /* arclength from where the run started */
    double amplitude, omega, slope[2]; /* slopes before and behind */
    int sign[2];                       /* of the slopes */
} rdg_curve_point;

/* A stretch of the curve to be gone over with shorter steps. */
typedef struct rdg_stretch {
    rdg_curve_point from, to;
    double length; /* arclength */
    int depth;     /* how often it was divided */
    bool kinks;    /* a contact passes its onset */
} rdg_stretch;

enum { RDG_PEAKS_NUMBERS = 32 }; /* as many as a ridge may hold */

typedef struct rdg_peak_scan {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *sensor;
    double above; /* RDG_PEAKS_ABOVE; 0: all */
    bool quick;
    double alpha, low, high;
    rdg_at at[RDG_PEAKS_NUMBERS + 3]; /* omega, alpha, and numbers of the structure that are held */
    rdg_index n_at;
    const double *through;     /* a response that the curve is to pass through; NULL: none */
    rdg_option *option;        /* of the run, from the user; ended */
    const rdg_option *watcher; /* the user's function that sees the charts; NULL: none */
    rdg_problem *p, *aside;
    rdg_index n, omega, amplitude, n_margins, first_margin; /* variables; parameters; margins among those */
    double *gradient, *work, *side[2];                      /* [n] workspaces */
    bool has_slope;                                         /* the monitor is there */
    rdg_curve_point start, last, now;
    double base;                /* arclength at the last regular chart */
    int direction;              /* 1: the way up from the start, -1: down */
    const rdg_stretch *stretch; /* that is gone over; NULL: the whole curve */
    bool lost;                  /* its end was not met */
    rdg_stretch *queue;
    rdg_index queued, queue_room;
    rdg_maximum *found; /* each with a u of its own */
    double *found_at;   /* arclength of each */
    rdg_index n_found, found_room, at_room;
    rdg_window_end end[2];
    rdg_branch_point *branch_point;
    rdg_index n_branch_points, branch_room;
    rdg_stop stop;
    bool covered, unsure; /* the run's; a part could not be looked at closely */
    long points;
} rdg_peak_scan;

/* --- frc_peaks_found.c */

rdg_status rdg_peak_scan_look_beside(rdg_peak_scan *s, const rdg_curve_point *point, rdg_curve_sides *sides);

/* A branch point; amplitude NAN: the determinant changes sign, and none was located. */
rdg_status rdg_peak_scan_add_branch_point(rdg_peak_scan *s, double omega, double amplitude);

/* A maximum joins the others; sides: NULL if they are not known yet. */
rdg_status rdg_peak_scan_add_maximum(rdg_peak_scan *s, const rdg_curve_point *point,
                                     const rdg_curve_sides *sides);

/* --- frc_peaks_points.c */

/* Slope of the amplitude along a tangent; *size: what it is to be compared with; and its sign, 0 for noise.
 */
double rdg_peak_slope(rdg_peak_scan *s, const double *u, const double *tangent, double *size);
int rdg_slope_sign(double slope, double size);

rdg_status rdg_curve_point_make(rdg_peak_scan *s, rdg_curve_point *point);
void rdg_curve_point_free(rdg_curve_point *point);
void rdg_curve_point_read(rdg_peak_scan *s, const rdg_chart *chart, rdg_curve_point *point);
void rdg_curve_point_copy(const rdg_peak_scan *s, rdg_curve_point *to, const rdg_curve_point *from);
void rdg_curve_points_swap(rdg_curve_point *a, rdg_curve_point *b);

/* The point as it is passed in the other direction. */
void rdg_curve_point_mirror(const rdg_peak_scan *s, rdg_curve_point *point);

/* 1 or -1: does omega grow or fall behind the point? */
int rdg_curve_point_heading(const rdg_peak_scan *s, const rdg_curve_point *point);

/* Does the way from the last point to now pass the end of the stretch? *along: there, of the last tangent. */
bool rdg_stretch_meets_end(rdg_peak_scan *s, double *along);

/* --- frc_peaks_scan.c */

/* Add the slope along the curve as a monitor, where its zeros are to be located. It costs a tenth of a point.
 */
rdg_status rdg_peak_scan_add_slope(rdg_peak_scan *s);

/* Follow the curve over the window, then go over the stretches that need it. */
rdg_status rdg_peak_scan_all(rdg_peak_scan *s);

/* --- frc_peaks_stretch.c */

typedef enum rdg_stretch_verdict {
    RDG_STRETCH_CLEAR,
    RDG_STRETCH_HIDES,
    RDG_STRETCH_KINK
} rdg_stretch_verdict;

/* Can there be a maximum between two points of the curve that is not known yet? */
rdg_stretch_verdict rdg_judge_stretch(rdg_peak_scan *s, const rdg_curve_point *a, const rdg_curve_point *b);

#endif
