/* Inside of the search for peaks. */
#ifndef RDG_PEAK_IMPL_H
#define RDG_PEAK_IMPL_H

#include "peak.h"

#include <ridgewalk/bordered_scalar.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>

#include <stdbool.h>

enum { RDG_PEAK_VECTORS = 22 };

struct rdg_backbones;

struct rdg_peak_response {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_problem *p;
    rdg_bordered_scalar *scalar; /* slope of the sensor over z = (Q, omega); alpha and numbers are held */
    const rdg_scalar_values *at;
    char *sensor;
    double low, high; /* rad/s */
    rdg_index n;      /* variables: Q, omega, alpha, numbers */
    rdg_index n_Q, Q, omega, alpha, n_numbers, n_margins;
    rdg_index level, level_row;         /* the variable that peaks are followed over, its row of B */
    const rdg_function **margin_of;     /* [n_margins] of the problem's variables */
    rdg_index **margin_sees;            /* [n_margins] which of them */
    double *border;                     /* [n] t of the last factorisation */
    double *vector[RDG_PEAK_VECTORS];   /* [n] workspaces, each of one function: see PEAK_AT_... */
    double *margin[3];                  /* [n_margins] */
    double *margins[2], *margins_at[2]; /* [n_margins], [n] of the last two points */
    int oldest_margins;
    double *jump;                    /* [2 n] what a jump or a margin sees; derivatives */
    char **number;                   /* [n_numbers] names */
    struct rdg_backbones *backbones; /* NULL: not yet needed */
    void (*free_backbones)(struct rdg_backbones *all);
};

/* Answers of the steps below: 0 is success. FAR: the start is too far for Newton's method. */
typedef enum rdg_peak_answer { RDG_PEAK_FOUND, RDG_PEAK_FAILED, RDG_PEAK_FAR } rdg_peak_answer;

/* Workspaces by the function that uses them. */
enum {
    PEAK_RESTORE = 0, /* a start that may be lost */
    PEAK_CORNER = 1,  /* 1 .. 3 */
    PEAK_CLIMB = 4,   /* 4 .. 9 */
    PEAK_FOLLOW = 10, /* 10 .. 13 */
    PEAK_STEP = 14,   /* 14, 15: within one step */
    PEAK_TRAIL = 16,  /* 16 .. 18 */
    PEAK_SETTLE = 19  /* 19 .. 21 */
};

/* --- peak_point.c */

rdg_peak_point *rdg_peak_point_create(rdg_peak_response *r);
void rdg_peak_point_assign(rdg_peak_point *to, const rdg_peak_point *from);

/* The same peak at another forcing amplitude takes the place of p, which becomes its earlier one. True. */
bool rdg_peak_adopt(rdg_peak_point *p, const rdg_peak_point *found);

/* --- peak_system.c */

/* The variable of alpha or of a parameter of the structure; -1 after RDG_ERR_NAME: it is neither. */
rdg_index rdg_peak_parameter(rdg_peak_response *r, const char *name, const char *call);

double rdg_peak_dot(rdg_index n, const double *a, const double *b);

/* x + a y; a point of the way from a to b. The result may be one of them. */
void rdg_peak_add(rdg_index n, const double *x, double a, const double *y, double *sum);
void rdg_peak_between(rdg_index n, const double *a, const double *b, double share, double *u);

/* Relative distance of two points, as rdg_peak_size() at the first one. */
double rdg_peak_distance(rdg_peak_response *r, const double *a, const double *b);

/* Relative size of a change d of u: the greater one of |dQ|/|Q| and |d omega|/omega. */
double rdg_peak_size(const rdg_peak_response *r, const double *u, const double *d);

/* Product of two directions, in units of |Q| and omega. */
double rdg_peak_product(const rdg_peak_response *r, const double *u, const double *a, const double *b);

/* The angle between two directions, rad. */
double rdg_peak_angle(const rdg_peak_response *r, const double *u, const double *a, const double *b);

/* Border rows: omega alone, in units of it; a direction, in units of |Q| and omega. */
void rdg_peak_border_omega(const rdg_peak_response *r, const double *u, double *row);
void rdg_peak_border_along(const rdg_peak_response *r, const double *u, const double *direction, double *row);

/* Factor at u with a border row; with: the gradient of the slope, too. 0, or what the functions answer. */
int rdg_peak_factor(rdg_peak_response *r, const double *u, const double *row, bool with_gradient);

/* The slope of A at the point of the response that the correction leads to, to first order. */
double rdg_peak_corrected_slope(const rdg_peak_response *r);

/* Step along the tangent to the maximum of A: Newton's method for the minimum of 1/A^2, which is exact for a
 * linear resonance. Infinite, with the sign uphill, where that has no minimum. */
double rdg_peak_step(const rdg_peak_response *r, double slope);

/* The sensor at u. */
double rdg_peak_amplitude(rdg_peak_response *r, const double *u);

/* Margins of all contacts; 0 where one is not known. Those of the last two points are kept. */
void rdg_peak_margins(rdg_peak_response *r, const double *u, double *margin);
void rdg_peak_forget_margins(rdg_peak_response *r);

/* --- peak_newton.c */

/* Accuracies, share of the motion. The last step of Newton's method, which converges quadratically: points of
 * one solution differ by less. Solutions nearer than ..._same are one. A bracket or stretch that is
 * ..._point_like is a point: a non-smooth point is known to this. */
extern const double rdg_peak_last_step, rdg_peak_same, rdg_peak_point_like;

/* Steps, changes, turns (rad) this large are too far for what is known of one point: share of the motion. */
extern const double rdg_peak_far;

/* Newton's method onto the response, t u staying as it is. */
rdg_peak_answer rdg_peak_restore(rdg_peak_response *r, double *u, const double *row, int most);

/* The same until a step is shorter than `last_step`, relative to the motion. */
rdg_peak_answer rdg_peak_restore_within(rdg_peak_response *r, double *u, const double *row, int most,
                                        double last_step);

/* Newton's method for response and slope at once from a start nearby. */
rdg_peak_answer rdg_peak_newton(rdg_peak_response *r, const double *start, const double *row, int most,
                                rdg_peak_point *out);

/* Complete a smooth peak from the last factorisation; u is there. False: it is no maximum. */
bool rdg_peak_finish(rdg_peak_response *r, rdg_peak_point *out);

/* Complete a non-smooth point, at which the slope jumps and nothing else reports why; u is there. False: no
 * amplitude. */
bool rdg_peak_finish_kink(rdg_peak_response *r, rdg_peak_point *out);

/* --- peak_corner.c */

/* The response at which a contact begins to slip, from a start nearby: a peak if its slopes state so, which
 * the caller requests. The tangent is left as it is. */
rdg_peak_answer rdg_peak_corner(rdg_peak_response *r, rdg_index margin, const double *start, int most,
                                rdg_peak_point *out);
bool rdg_peak_corner_is_peak(const rdg_peak_point *corner);

/* A slope on one side of a non-smooth peak that is this share of the one on the other side is zero. */
extern const double rdg_peak_zero_slope;

/* Growth of a margin in a direction. */
double rdg_peak_margin_growth(rdg_peak_response *r, rdg_index margin, const double *u,
                              const double *direction);

/* --- peak_climb.c */

/* From a start that may be far: Newton's method onto the response, then uphill along it. */
rdg_peak_answer rdg_peak_climb(rdg_peak_response *r, const double *start, const double *row, int most,
                               rdg_peak_point *out);

/* --- peak_exchange.c */

/* The first exchange between a peak and the next one, with the peak there: 1. 0: none. -1: a contact changed
 * between them, but the exchange was not found: take a shorter step. */
int rdg_peak_find_exchange(rdg_peak_response *r, const rdg_peak_point *p, const rdg_peak_point *next,
                           rdg_peak_exchange *met, rdg_peak_point *at);

/* --- peak_predict.c */

/* Predictions are of second order up to this multiple of the last step. */
extern const double rdg_peak_longest;

/* From the last forcing amplitude and the one before to ln(forcing amplitude) x: omega and, over the forcing
 * amplitude, Q/alpha as functions of ln(forcing amplitude); over another parameter Q itself. */
void rdg_peak_predict(const rdg_peak_response *r, const rdg_peak_point *p, double x, int order, double *u);

/* --- peak_follow.c */

/* A positive number, or RDG_ERR_ARGUMENT with a message. */
bool rdg_peak_is_level(const rdg_peak_response *r, double level, const char *where);

/* As rdg_peak_follow(). The peak is shown after each step. False: it ends there, as RDG_PEAK_REACHED. */
typedef bool rdg_peak_watcher(const rdg_peak_point *peak, void *data);
rdg_peak_event rdg_peak_follow_steps(rdg_peak_response *r, rdg_peak_point *p, double level,
                                     rdg_peak_watcher *watch, void *data);

/* --- peak_fold.c */

/* Does the maximum meet a minimum as the forcing amplitude grows (sense 1) or falls (-1)? Begins near the end
 * of the peak. */
bool rdg_peak_meets_minimum(rdg_peak_response *r, rdg_peak_point *p, double sense, rdg_peak_point *work);

/* --- peak_vanish.c */

/* Does the peak end at a non-smooth point before a forcing amplitude nearby? */
bool rdg_peak_vanishes_at_kink(rdg_peak_response *r, const rdg_peak_point *p, double level);

#endif
