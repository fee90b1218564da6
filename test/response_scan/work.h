/* Inside of the search for the maxima of a response. */
#ifndef SCAN_WORK_H
#define SCAN_WORK_H

#include <ridgewalk/core.h>
#include <ridgewalk/curve_sides.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ridgewalk/curve_sides.h>

/* A point of the response curve, passed in one direction. Slopes are those of the amplitude for the length of
 * the tangent beside them, whatever that is; a sign is 0 where it is not known. */
typedef struct scan_point {
    double *u;                         /* [n] */
    double *tangent[2];                /* [n] before and behind */
    double *margin;                    /* [2 n_margins] of contacts to their onset of slip; of those that slip
                                          to that of a new slip phase, NAN where there is none */
    double at;                         /* grows along the curve, for the order */
    double way;                        /* arclength from where the run started */
    double amplitude, omega, slope[2]; /* slopes before and behind */
    int sign[2];                       /* of the slopes */
} scan_point;

/* A stretch of the curve to be gone over with shorter steps. */
typedef struct scan_stretch {
    scan_point from, to;
    double length; /* arclength */
    int depth;     /* how often it was divided */
    bool kinks;    /* a contact passes its onset */
} scan_stretch;

enum { SCAN_NUMBERS = 32 }; /* as many as a ridge may hold */

typedef struct scan_work {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *sensor;
    double above; /* RDG_PEAKS_ABOVE; 0: all */
    bool quick;
    double alpha, low, high;
    rdg_at at[SCAN_NUMBERS + 3]; /* omega, alpha, and numbers of the structure that are held */
    rdg_index n_at;
    const double *through;     /* a response that the curve is to pass through; NULL: none */
    rdg_option *option;        /* of the run, from the user; ended */
    const rdg_option *watcher; /* the user's function that sees the charts; NULL: none */
    rdg_problem *p, *aside;
    rdg_index n, omega, amplitude, n_margins, first_margin; /* variables; parameters; margins among those */
    double *gradient, *work, *side[2];                      /* [n] workspaces */
    bool has_slope;                                         /* the monitor is there */
    scan_point start, last, now;
    double base;                 /* arclength at the last regular chart */
    int direction;               /* 1: the way up from the start, -1: down */
    const scan_stretch *stretch; /* that is gone over; NULL: the whole curve */
    bool lost;                   /* its end was not met */
    scan_stretch *queue;
    rdg_index queued, queue_capacity;
    rdg_maximum *found; /* each with a u of its own */
    double *found_at;   /* arclength of each */
    rdg_index n_found, found_capacity, at_capacity;
    rdg_window_end end[2];
    rdg_branch_point *branch_point;
    rdg_index n_branch_points, branch_capacity;
    rdg_stop stop;
    bool covered, unsure; /* the run's; a part could not be looked at closely */
    long points;
} scan_work;

/* --- frc_peaks_found.c */

static rdg_status scan_look_beside(scan_work *s, const scan_point *point, rdg_curve_sides *sides);

/* A branch point; amplitude NAN: the determinant changes sign, and none was located. */
static rdg_status scan_add_branch_point(scan_work *s, double omega, double amplitude);

/* A maximum joins the others; sides: NULL if they are not known yet. */
static rdg_status scan_add_maximum(scan_work *s, const scan_point *point, const rdg_curve_sides *sides);

/* --- frc_peaks_points.c */

/* Slope of the amplitude along a tangent; *size: what it is to be compared with; and its sign, 0 for noise.
 */
static double scan_slope(scan_work *s, const double *u, const double *tangent, double *size);
static int scan_slope_sign(double slope, double size);

static rdg_status scan_point_make(scan_work *s, scan_point *point);
static void scan_point_free(scan_point *point);
static void scan_point_read(scan_work *s, const rdg_chart *chart, scan_point *point);
static void scan_point_copy(const scan_work *s, scan_point *to, const scan_point *from);
static void scan_points_swap(scan_point *a, scan_point *b);

/* The point as it is passed in the other direction. */
static void scan_point_mirror(const scan_work *s, scan_point *point);

/* 1 or -1: does omega grow or fall behind the point? */
static int scan_point_heading(const scan_work *s, const scan_point *point);

/* Does the way from the last point to now pass the end of the stretch? *along: there, of the last tangent. */
static bool scan_stretch_meets_end(scan_work *s, double *along);

/* --- frc_peaks_scan.c */

/* Add the slope along the curve as a monitor, where its zeros are to be located. It costs a tenth of a point.
 */
static rdg_status scan_add_slope(scan_work *s);

/* Follow the curve over the window, then go over the stretches that need it. */
static rdg_status scan_all(scan_work *s);

/* --- frc_peaks_stretch.c */

typedef enum scan_verdict { SCAN_STRETCH_CLEAR, SCAN_STRETCH_HIDES, SCAN_STRETCH_KINK } scan_verdict;

/* Can there be a maximum between two points of the curve that is not known yet? */
static scan_verdict scan_judge_stretch(scan_work *s, const scan_point *a, const scan_point *b);

#endif
