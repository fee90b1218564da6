/* Inside of the ridge driver. */
#ifndef RDG_RIDGE_IMPL_H
#define RDG_RIDGE_IMPL_H

#include <ridgewalk/ridge.h>

#include <ridgewalk/bordered_scalar.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/peak.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/run_data.h>

enum { RDG_RIDGE_NAME_SIZE = 256 };

typedef struct rdg_ridge_driver rdg_ridge_driver;

/* What is assumed of a contact while the ridge is followed. */
typedef enum rdg_ridge_regime {
    RDG_RIDGE_SLIPS,  /* follows the force law */
    RDG_RIDGE_STICKS, /* held stuck, so that its onset of slip can be located */
    RDG_RIDGE_CORNER  /* held stuck at the onset of slip, margin = 0: the ridge is a non-smooth point there */
} rdg_ridge_regime;

/* A number of the structure that is a variable. */
typedef struct rdg_ridge_number {
    char *name, *eta; /* "pad.mu", "d.pad.mu" */
    double start;
    bool optimal; /* free, with a multiplier of zero */
} rdg_ridge_number;

/* A contact with a margin; those that are alike are a list, of which the first one stands for all. */
typedef struct rdg_ridge_contact {
    double at_rest;           /* size of the margin at rest, N */
    const rdg_function *jump; /* of the stiffness, of the plain problem's variables and multipliers */
    rdg_index *jump_sees;     /* these: places in (u, multipliers of the response) */
    rdg_index next_alike;     /* number of another contact; -1: there is none */
} rdg_ridge_contact;

/* A contact, or several that are alike, whose contact state is watched. */
typedef struct rdg_ridge_watch {
    rdg_ridge_driver *driver;
    rdg_index number; /* of the contact among the margins of hb: the first one of those that are alike */
    rdg_ridge_regime regime;
    bool focused;                  /* the margin is that of a new slip phase within a stick phase */
    double *focus;                 /* [n_plain] where it was when it became that */
    rdg_ridge_regime start_regime; /* for the return */
    bool start_focused;
    double at_rest;                   /* size of the margin at rest, N */
    rdg_function row;                 /* the margin, of the plain problem's variables */
    rdg_index *row_sees;              /* these */
    rdg_index margin_at, sigma_at;    /* places in mu of the extended problem */
    char name[RDG_RIDGE_NAME_SIZE];   /* of the contact: "pad" */
    char margin[RDG_RIDGE_NAME_SIZE]; /* "pad.margin" */
    char sigma[RDG_RIDGE_NAME_SIZE];  /* "d.pad.margin": minus d sensor/d margin on the stuck side */
} rdg_ridge_watch;

/* A point of a response. */
typedef struct rdg_ridge_place {
    double level, omega, amplitude;
} rdg_ridge_place;

/* Where a ridge is at a forcing amplitude. */
typedef struct rdg_ridge_mark {
    double level, amplitude; /* forcing amplitude 0: not known */
    double *u;               /* [n_plain] */
} rdg_ridge_mark;

/* All maxima of the response at a forcing amplitude. */
typedef struct rdg_ridge_set {
    rdg_ridge_mark at;       /* the ridge */
    double gap;              /* how much higher the greatest one is, relative; 0: none is; NAN: not known */
    const rdg_peak_set *all; /* NULL: not known */
    rdg_peak_point *own;     /* the ridge's own; NULL: it is no maximum there */
    rdg_index own_at;        /* among all; -1: it is not there */
} rdg_ridge_set;

enum { RDG_RIDGE_SETS = 3 };

/* From which forcing amplitude on another maximum is greater. */
typedef struct rdg_ridge_overtaking {
    double level, omega, own_omega; /* forcing amplitude 0: none is; rad/s */
    bool certain;                   /* none is before that */
    bool detached;                  /* from the rest of the response, at the first set */
} rdg_ridge_overtaking;

/* Forcing amplitudes at which an end of the domain is higher than all maxima. */
typedef struct rdg_ridge_higher_ends {
    rdg_ridge_place first; /* the lowest one */
    double last;           /* the highest one; 0: there is none */
} rdg_ridge_higher_ends;

/* What is found out about a ridge along its way. */
typedef struct rdg_ridge_certificate {
    const char *run;
    double low, high;                  /* rad/s: where a greater maximum is sought */
    rdg_index local_at, gap_at;        /* places in mu of the extended problem */
    rdg_ridge_set set[RDG_RIDGE_SETS]; /* the last one, workspace, the one at the start */
    long counted;                      /* factorisations */
    double known; /* the last forcing amplitude at which it is known whether one is greater; 0: none */
    double widest, blind[2]; /* the greatest ln between two such forcing amplitudes, and these */
    double unfollowed[2];    /* forcing amplitudes between which a maximum could not be followed; 0: none */
    bool exceeded[2];        /* downwards and upwards: there is a greater one */
    bool turned;             /* the ridge is followed downwards */
    rdg_ridge_mark before, regular;      /* the chart before, and the last one that is no event */
    double last_label;                   /* forcing amplitude of the last labelled chart */
    long judged, n_false, n_uncovered;   /* points, those that are no maxima, and forcing amplitudes at which
                                            the response   could not be followed over the domain */
    double first_false, first_uncovered; /* forcing amplitudes */
    long n_doubtful;                     /* points that are none unless the ridge ends there */
    double doubtful;                     /* forcing amplitude of the first one */
} rdg_ridge_certificate;

/* RDG_RIDGE_...; effort 0: 1 */
typedef struct rdg_ridge_how {
    bool difference_hessian;
    bool sensitivities;
    double restart, effort;
    rdg_ridge_certify_kind certify;
} rdg_ridge_how;

/* The slope of the sensor along the response, its multipliers, and what they were last computed at. */
typedef struct rdg_ridge_slope {
    rdg_bordered_scalar *scalar; /* of the plain problem; alpha and the numbers are held, in this order */
    const rdg_scalar_values *at;
    double *border;    /* [n_plain] border row of a smooth ridge */
    double *u;         /* [n_plain] the last point */
    bool is_known;     /* it was evaluated there, and neither border nor contact states changed */
    int answer;        /* as a callback */
    bool has_gradient; /* of the slope, in at->gradient */
    double *row, *right, *x, *bend; /* [n_plain] workspaces */
    double *seen, *second;          /* of margins and jumps */
} rdg_ridge_slope;

/* A column of multipliers: of what is held. */
typedef struct rdg_ridge_multiplier {
    struct rdg_ridge_driver *driver;
    rdg_index row; /* among the multipliers */
} rdg_ridge_multiplier;

struct rdg_ridge_driver {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_ridge_how how;
    const char *sensor;
    rdg_problem *plain;    /* the forced response, for points of a given margin */
    rdg_problem *response; /* the forced response with the slope of the sensor along it */
    rdg_problem *aside;    /* nothing but the forced response, for samples right beside a point */
    rdg_problem *extended;
    rdg_ridge_slope slope;
    rdg_ridge_multiplier *multiplier; /* [1 + n_numbers] */
    double *start_border;             /* [n_plain] of the slope, for the return */
    double *anchor;                   /* [n_plain] the last point of the run */
    bool is_anchored;                 /* there is one */
    int anchor_sign[2];               /* of the slope's derivatives there, see ridge_anew.c */
    bool is_fenced;                   /* the smooth ridge ends behind that forcing amplitude: */
    double fence;                     /* the last one at which that was so */
    bool is_closed;                   /* the correction under way has met a point beyond its end */
    rdg_index n_plain, n_extended;    /* variables; the plain problem's are the first of the extended one's */
    rdg_index omega, level;           /* variables */
    const char *level_name; /* what the ridge is followed in: "alpha", or a number of the structure */
    const char *level_unit;
    double fixed_alpha;                  /* forcing amplitude of excitation where that is not alpha */
    char eta_level[RDG_RIDGE_NAME_SIZE]; /* "d.alpha" */
    rdg_index n_numbers, number_room, n_optimal;
    rdg_ridge_number *number; /* [n_numbers] of the structure that are variables */
    rdg_index n_contacts;
    rdg_ridge_contact *contact;
    rdg_index n_watches;
    rdg_ridge_watch *watch;
    rdg_branch_point
        *branch_point; /* [n_branch_points] by forcing amplitude, of the responses that were sampled */
    rdg_index n_branch_points, branch_room;
    rdg_ridge_higher_ends higher_ends;
    rdg_index sensor_at, tau_at;   /* places in mu of the extended problem */
    rdg_index eta_level_at;        /* likewise, where the forcing amplitude is a number of the structure */
    rdg_option *option;            /* of a local problem */
    rdg_guide guide;               /* of its run */
    double guide_error;            /* coefficient of the error of its last prediction; 0: not known */
    double *focus;                 /* [n_watches n_plain] of the watches */
    const rdg_chart *event;        /* at which the ridge ended */
    const rdg_ridge_watch *onset;  /* the contact that has reached its onset of slip there; NULL: none */
    bool is_beside_slip;           /* a non-smooth peak ends there on the slipping side of its contact */
    double *behind;                /* [n_plain] the response from which the ridge is sought behind it */
    int direction;                 /* in which it is to go on: 1 up, -1 down */
    double stepped_at, stepped_by; /* forcing amplitude of the last event, and relative distance from there */
    bool stays;                    /* with the maximum that it starts from: it ends where that is gone */
    bool minimum;                  /* it is a minimum that is followed: a trench */
    bool gone[2];                  /* downwards and upwards: it was followed to where it is no more */
    double edge[2];                /* rad/s: domain of a ridge that stays */
    const rdg_option *wishes;      /* of the user: forcing amplitudes that are not to be passed over */
    rdg_index response_sensor;     /* place in mu of the response's problem, with the slope or without it */
    double low, high;              /* rad/s, of the search along the response */
    rdg_peak_response *peaks;      /* the response with all contacts free */
    rdg_peak_point *peak;          /* of it */
    rdg_ridge_certificate certificate;
    double *best, *trial; /* [n_plain] the maximum that was met; where the search begins */
    double *found;        /* [n_extended] candidate */
};

/* --- ridge_options.c */

/* Read those of the ridge itself; the message of a failure names the option. */
rdg_status rdg_ridge_read_options(rdg_ridge_driver *d, const char *name, const rdg_option *options);

/* --- ridge_make.c: problems and workspaces, also for a module that follows ridges from maxima that it knows
 */

/* The problems at a response; the forcing amplitude of excitation is alpha. */
rdg_status rdg_ridge_make_problems(rdg_ridge_driver *d, const double *Q, double omega, double alpha);

/* The contacts that are watched, the adjoint equations with them, and workspaces. */
rdg_status rdg_ridge_extend(rdg_ridge_driver *d);

/* All that the driver holds, the contacts too. */
void rdg_ridge_release(rdg_ridge_driver *d);

/* --- ridge_event.c */

/* Relative: forcing amplitudes this near are one. */
extern const double rdg_ridge_same_level;

/* Is a chart of a type? Is it an event of the ridge? */
bool rdg_ridge_is_of(const rdg_chart *chart, const char *type);
bool rdg_ridge_is_event(const rdg_chart *chart);

/* --- ridge_corner.c */

/* The contact at whose onset of slip the ridge is a non-smooth point; NULL where it is smooth. */
rdg_ridge_watch *rdg_ridge_corner(const rdg_ridge_driver *d);

/* --- ridge_run.c */

/* Follow the ridge from the start values of the extended problem, with the contact states as they are, both
 * ways. */
rdg_status rdg_ridge_follow(rdg_ridge_driver *d, const char *name, const rdg_option *options);

/* --- ridge_guide.c */

/* Newton's method at the forcing amplitude of u, in the contact states assumed: for a maximum of the sensor
 * in omega, a minimum (d->minimum), or the non-smooth peak; what is optimal stays as it is. False: there is
 * none nearby. */
bool rdg_ridge_solve(rdg_ridge_driver *d, double *u);

/* From a non-smooth peak to where it begins, at whatever forcing amplitude: the ridge on which the contact
 * sticks, at its onset.
 */
bool rdg_ridge_solve_onset(rdg_ridge_driver *d, rdg_ridge_watch *w, double *u);

/* Solves for the points of a ridge of maxima in its contact states. */
const rdg_guide *rdg_ridge_guide(rdg_ridge_driver *d);

/* --- ridge_slope.c: answers are those of callbacks */

rdg_status rdg_ridge_slope_make(rdg_ridge_driver *d);
void rdg_ridge_slope_release(rdg_ridge_driver *d);

/* Contact states have changed. */
void rdg_ridge_slope_forget(rdg_ridge_driver *d);

/* Evaluate slope.at at u, in the contact states assumed. */
int rdg_ridge_slope_at(rdg_ridge_driver *d, const double *u);

/* The gradient of the slope, too, into slope.at->gradient and slope.at->second. */
int rdg_ridge_slope_differentiate(rdg_ridge_driver *d, const double *u);

/* Add the gradient of right w at the last point, w being the multipliers; right: rows of the response, of t,
 * of what is held; constant. */
int rdg_ridge_slope_gradient(rdg_ridge_driver *d, const double *right, double *gradient);

/* Is the slope zero at u? Where its derivative has no bound, steps of Newton's method vanish elsewhere, too.
 */
bool rdg_ridge_is_solved(rdg_ridge_driver *d, const double *u);

/* Does the slope fall along the response, as at a maximum? */
bool rdg_ridge_slope_falls(rdg_ridge_driver *d, const double *u);

/* The tangent of the response at u becomes the border row; where it has turned away from that. */
void rdg_ridge_slope_aim(rdg_ridge_driver *d, const double *u);
void rdg_ridge_slope_follow(rdg_ridge_driver *d, const double *u);

/* What a contact's margin sees of u, and its gradient in all variables. */
const double *rdg_ridge_see_margin(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u);
int rdg_ridge_margin_gradient(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u,
                              double *gradient);

/* --- ridge_row.c */

/* Add the row that is zero on a ridge or in a non-smooth peak to the extended problem. */
rdg_status rdg_ridge_add_slope(rdg_ridge_driver *d);

/* --- ridge_anew.c */

/* Does a contact begin, or cease, to slip anew between two points? */
bool rdg_ridge_slips_anew(rdg_ridge_driver *d, const double *from, const double *to);

/* ln of the forcing amplitude from the last point of a step, which has two: where a contact is expected to
 * begin, or cease, to slip anew. INFINITY: nowhere. is_regular: its margin changes in proportion to the way.
 */
double rdg_ridge_way_to_change(rdg_ridge_driver *d, const rdg_guide_step *step, bool *is_regular);

/* Has the smooth ridge ended between the last point of the run and u, which solves its equations? */
bool rdg_ridge_is_beyond_end(rdg_ridge_driver *d, const double *u);

/* The last point of the run; NULL: there is none. */
void rdg_ridge_anchor(rdg_ridge_driver *d, const double *u);

/* --- ridge_multipliers.c: columns of the extended problem */

/* "nonsmooth.slip": minus d sensor/d margin on the slipping side of the non-smooth peak; 0 where there is
 * none */
extern const char rdg_ridge_tau[];

rdg_status rdg_ridge_add_multipliers(rdg_ridge_driver *d);
rdg_status rdg_ridge_add_sigma(rdg_ridge_watch *w);
rdg_status rdg_ridge_add_tau(rdg_ridge_driver *d);

/* The multipliers of the contact at the non-smooth peak: sigma on the stuck side, tau on the slipping side.
 */
bool rdg_ridge_sides(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u, double *sigma,
                     double *tau);

/* --- ridge_remember.c */

/* Write down what the driver stores, or read it back: an rdg_checkpoint_fn. */
void rdg_ridge_exchange(rdg_problem *p, rdg_checkpoint *memo, void *data);

/* --- ridge_certificate.c */

/* Add its columns to the extended problem; name: of the run; low, high: rad/s */
rdg_status rdg_ridge_certificate_add(rdg_ridge_driver *d, const char *name, double low, double high);

/* Fill them in; data: the driver. */
void rdg_ridge_certify(rdg_problem *p, rdg_chart *chart, void *data);

/* State at the end what is wrong. */
void rdg_ridge_certificate_say(rdg_ridge_driver *d);

/* Distance of two sets at the most with effort 1, ln of the forcing amplitudes: ln 4. */
extern const double rdg_ridge_too_wide;

/* --- ridge_certificate_say.c */

/* What was found, when the last set is known. */
void rdg_ridge_certificate_write(rdg_ridge_driver *d);

/* --- ridge_local_max.c */

/* Is the chart a local maximum of the response? It is counted. */
bool rdg_ridge_judge(rdg_ridge_driver *d, const rdg_chart *chart);

/* Whether points that are none are where the ridge ends, behind each chart. */
void rdg_ridge_decide_doubts(rdg_ridge_driver *d, const rdg_chart *chart);

/* --- ridge_greater.c */

/* Warn if a maximum is greater than the ridge's at set b, or on the way from set a (forcing amplitude 0:
 * there is none). False: not all maxima could be followed on the way. */
bool rdg_ridge_report_greater(rdg_ridge_driver *d, const rdg_ridge_set *a, const rdg_ridge_set *b,
                              bool jumps);

/* --- ridge_mode.c */

/* Make the run of a forced response around a linear mode, a whole number from 1, for the ridge to start from.
 */
rdg_status rdg_ridge_respond(rdg_ridge_driver *d, const char *name, double mode, const char *run);

/* --- ridge_numbers.c: numbers of the structure along a ridge */

/* What the options release or hold of them, and in what the ridge is followed. */
rdg_status rdg_ridge_read_numbers(rdg_ridge_driver *d, const char *name, const rdg_option *options);

/* Numbers that the response started from has are those of the ridge, unless its options hold others; *alpha:
 * that of the response, or the one that is held where the ridge is followed in a number. */
rdg_status rdg_ridge_read_start(rdg_ridge_driver *d, rdg_run *run, rdg_index label, double *alpha);

/* A problem at a response. */
rdg_problem *rdg_ridge_problem(rdg_ridge_driver *d, double omega, double alpha);

/* Start values of a problem with n variables; NULL: there was a failure that stays. */
double *rdg_ridge_start_from(rdg_problem *p, rdg_index n, const double *u);

void rdg_ridge_free_numbers(rdg_ridge_driver *d);

/* The contacts, requested without a problem, have the numbers of u. */
void rdg_ridge_use(const rdg_ridge_driver *d, const double *u);

/* Numbers that are optimal are free, and the derivative of the peak by them is held at zero; the number of
 * options put to `to`. */
rdg_index rdg_ridge_release_optimal(const rdg_ridge_driver *d, rdg_option *to);

/* --- ridge_optimum.c: events "OPT" of a ridge over a number of the structure */

rdg_status rdg_ridge_add_optimum(rdg_ridge_driver *d);

/* --- ridge_branches.c */

/* Keep the branch points of a set at a forcing amplitude whose responses were not followed, and the highest
 * end of the domain if that is higher than its maxima. */
rdg_status rdg_ridge_note_set(rdg_ridge_driver *d, double level, const rdg_peak_set *set);

/* The maxima of the response at a forcing amplitude, with the options of rdg_frc_peaks(); what it states of
 * branch points and of the ends of the domain is kept. */
const rdg_peaks *rdg_ridge_peaks(rdg_ridge_driver *d, double level, rdg_index n, const rdg_option *options);

/* The note about them, if there are any; who: "ridges all". */
void rdg_ridge_say_higher_ends(const rdg_ridge_driver *d, const char *who);

/* "the response has branch points, at 0.4 N omega = 1.21, 1.35 rad/s" of those from one forcing amplitude to
 * another; false: there are none. */
bool rdg_branch_points_describe(const rdg_branch_point *b, rdg_index n, double low, double high,
                                const char *unit, char *text, size_t size);

/* The same of one response, and of an end of the domain that is higher than all maxima, for messages; "" and
 * false: it has neither. */
bool rdg_peak_set_doubt(const rdg_peak_set *set, const char *unit, char *text, size_t size);

/* --- ridge_set.c */

/* Relative: by which another maximum is greater than the ridge's. */
extern const double rdg_ridge_greater;

rdg_status rdg_ridge_sets_make(rdg_ridge_driver *d);
void rdg_ridge_sets_release(rdg_ridge_driver *d);

/* All maxima at a forcing amplitude at which the ridge is at a point; that of the set: once more. */
rdg_status rdg_ridge_set_make(rdg_ridge_driver *d, rdg_ridge_set *s, const rdg_ridge_mark *at);

/* Copy all but the memory. */
void rdg_ridge_mark_assign(const rdg_ridge_driver *d, rdg_ridge_mark *to, const rdg_ridge_mark *from);

/* The maximum at u itself, which need not be in a set: on a detached response. NULL: it is none. */
rdg_peak_point *rdg_ridge_solve_own(rdg_ridge_driver *d, const double *u);
void rdg_ridge_set_clear(rdg_ridge_set *s);

/* Are all maxima known? */
bool rdg_ridge_set_is_whole(const rdg_ridge_set *s);

/* The number of the maximum at u; -1: there is none. */
rdg_index rdg_ridge_set_find(rdg_ridge_driver *d, const rdg_peak_set *all, const double *u);
/* Relative to the motion, or to omega. */
double rdg_ridge_distance(rdg_ridge_driver *d, const double *a, const double *b);

/* Does Newton's method for a maximum stay at the last point of the ridge, in its contact states? */
bool rdg_ridge_is_peak(rdg_ridge_driver *d, const double *u);
bool rdg_ridge_is_at(rdg_ridge_driver *d, const rdg_peak_point *peak, const double *u);

/* --- ridge_overtaken.c */

/* From which forcing amplitude on, between two sets, another maximum is greater than the ridge's. mark: where
 * the ridge is still that of the first set; jumps: it is another one in the second set. */
rdg_ridge_overtaking rdg_ridge_overtaken(rdg_ridge_driver *d, const rdg_ridge_set *a, const rdg_ridge_set *b,
                                         const rdg_ridge_mark *mark, bool jumps);

/* --- ridge_watch.c */

/* Find out which contacts are to be watched, at the start. */
rdg_status rdg_ridge_watch_contacts(rdg_ridge_driver *d);

/* --- ridge_regime.c */

/* Margins, relative to those at rest: rounding; so near to zero a contact is at its onset of slip. */
extern const double rdg_ridge_noise, rdg_ridge_at_onset;

/* Add the contacts' margins to the extended problem. */
rdg_status rdg_ridge_add_margins(rdg_ridge_driver *d);

/* Add to the extended problem what decides between a ridge and a non-smooth peak, and the events between
 * them. */
rdg_status rdg_ridge_add_corners(rdg_ridge_driver *d);

/* Set the contact state of a contact. */
void rdg_ridge_assume(rdg_ridge_watch *w, rdg_ridge_regime regime);

/* The margin is that of the change of contact state nearest to u for a contact that slips; u NULL: of the
 * whole contact. *margin is its value at u. */
bool rdg_ridge_focus(rdg_ridge_watch *w, const double *u, double *margin);

/* Is a contact at a change of contact state at which its stiffness jumps? Contacts that slip may begin to
 * slip anew within a stick phase: their margin becomes that of the new slip phase. */
bool rdg_ridge_is_at_change(rdg_ridge_watch *w, const double *u);

/* Contacts that are stuck at Q (margin > 0) are held stuck; the others follow the force law. */
rdg_status rdg_ridge_choose_regimes(rdg_ridge_driver *d, const double *Q);

/* The contact states at the start of the ridge, from which it goes both ways; u: the start. */
void rdg_ridge_remember_regimes(rdg_ridge_driver *d);
void rdg_ridge_restore_regimes(rdg_ridge_driver *d, const double *u);

/* All contacts follow the force law. */
void rdg_ridge_release_contacts(rdg_ridge_driver *d);

/* Are the margins at u those of the contact states assumed? */
bool rdg_ridge_regimes_hold(const rdg_ridge_driver *d, const double *u);

/* Is a chart a solution of the equations with every contact free to slip? No contact is held stuck beyond its
 * onset of slip. data: the driver */
bool rdg_ridge_admits(rdg_problem *p, const rdg_chart *chart, void *data);

/* --- ridge_climb.c */

/* The next maximum at a forcing amplitude, uphill along the forced response from `from`: smooth, or a
 * non-smooth peak; sets the contact states. d->low and d->high bound omega. false: there is none, or it is
 * just about to be smooth or not. */
bool rdg_ridge_climb(rdg_ridge_driver *d, const double *from, double alpha, double *u);

/* The non-smooth peak of a contact at a forcing amplitude, near a response; sets the contact states. false:
 * there is none, or the contact is one of several that are alike. */
bool rdg_ridge_solve_corner(rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *from, double level,
                            double *u);

/* The same of a contact that begins to slip anew at `from`. */
bool rdg_ridge_solve_new_corner(rdg_ridge_driver *d, const double *from, double level, double *u);

/* As rdg_ridge_climb(), from a maximum down to the next minimum on one side, or from a minimum (d->minimum:
 * what is searched for) up to the next maximum; direction: 1 or -1, in which omega grows or falls at first.
 */
bool rdg_ridge_climb_towards(rdg_ridge_driver *d, const double *from, double alpha, int direction, double *u);

/* --- ridge_next.c: where the ridge goes on behind a chart at which it ended, and with which contact states
 */

bool rdg_ridge_next(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u);

/* --- ridge_lost.c: it does not go on behind d->event; contact: the one that was at its onset, or NULL */

void rdg_ridge_say_lost(const rdg_ridge_driver *d, const rdg_ridge_watch *contact);

#endif
