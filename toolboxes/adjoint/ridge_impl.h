/* Inside of the ridge driver. */
#ifndef RDG_RIDGE_IMPL_H
#define RDG_RIDGE_IMPL_H

#include "ridge.h"

enum { RDG_RIDGE_NAME_SIZE = 256 };

typedef struct rdg_ridge_driver rdg_ridge_driver;

/* What is assumed of a contact while the ridge is followed. */
typedef enum rdg_ridge_regime {
    RDG_RIDGE_SLIPS,  /* follows the law */
    RDG_RIDGE_STICKS, /* held stuck, so that its onset of slip can be located */
    RDG_RIDGE_CORNER  /* held stuck at the onset of slip, margin = 0: the ridge is a kink there */
} rdg_ridge_regime;

/* A contact whose regime is watched. */
typedef struct rdg_ridge_watch {
    rdg_ridge_driver *driver;
    rdg_index number; /* among the margins of hb */
    rdg_ridge_regime regime;
    bool focused;                          /* the margin is that of a new slip phase within a stick phase */
    double at_rest;                        /* size of the margin at rest, N */
    rdg_function row;                      /* of the corner, see ridge_regime.c */
    rdg_index margin_at, sigma_at, tau_at; /* places in mu of the extended problem */
    char name[RDG_RIDGE_NAME_SIZE];        /* of the contact: "pad" */
    char margin[RDG_RIDGE_NAME_SIZE];      /* "pad.margin" */
    char sigma[RDG_RIDGE_NAME_SIZE];       /* "d.pad.margin": minus d sensor/d margin on the stuck side */
    char tau[RDG_RIDGE_NAME_SIZE];         /* "pad.slip": the same on the slipping side */
} rdg_ridge_watch;

struct rdg_ridge_driver {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_ridge_options how;
    const char *sensor;
    char eta_sensor[RDG_RIDGE_NAME_SIZE]; /* "d.Am" */
    rdg_problem *plain;                   /* the forced response, for local searches */
    rdg_problem *extended;
    rdg_adjoint *adjoint;
    rdg_index n_plain, n_extended; /* variables; the plain problem's are the first of the extended one's */
    rdg_index omega, alpha;        /* variables */
    rdg_index n_watches;
    rdg_ridge_watch *watch;
    rdg_option *option;            /* of a local problem */
    int restarts;                  /* behind changes of regime, so far */
    double stepped_at, stepped_by; /* level and relative distance of the last change that was stepped over */
    double *best, *trial;          /* [n_plain] of the local search */
    double *found;                 /* [n_extended] best candidate so far */
    double *solution;              /* [n_extended] last one converged */
};

/* --- ridge_regime.c */

/* Add the contacts' margins to a problem of hb, as parameters that are free. */
rdg_status rdg_ridge_add_margins(rdg_ridge_driver *d, rdg_problem *p);

/* Add to the extended problem what decides between a ridge and a corner, and the events between them. */
rdg_status rdg_ridge_add_corners(rdg_ridge_driver *d);

/* Set the regime of a contact. */
void rdg_ridge_assume(rdg_ridge_watch *w, rdg_ridge_regime regime);

/* The margin is that of the change of regime nearest to u for a contact that slips; u NULL: of the whole
 * contact. *margin is its value at u. */
bool rdg_ridge_focus(rdg_ridge_watch *w, const double *u, double *margin);

/* Contacts follow the law and have the margin of the whole contact again, except at a corner; those that are
 * fully stuck stay held. */
void rdg_ridge_forget_focus(rdg_ridge_driver *d);

/* Contacts that are stuck at Q (margin > 0) are held stuck; the others follow the law. */
rdg_status rdg_ridge_choose_regimes(rdg_ridge_driver *d, const double *Q);

/* All contacts follow the law. */
void rdg_ridge_release_contacts(rdg_ridge_driver *d);

/* The contact at whose onset of slip the ridge is a kink; NULL where it is smooth. */
rdg_ridge_watch *rdg_ridge_corner(const rdg_ridge_driver *d);

/* Are the margins at u those of the regimes assumed? */
bool rdg_ridge_regimes_hold(const rdg_ridge_driver *d, const double *u);

/* --- ridge_point.c: one point at the alpha of u, in place; false: there is none nearby */

/* Newton's method for the sensor stationary in omega. */
bool rdg_ridge_solve(rdg_ridge_driver *d, double *u);

/* The smooth ridge where the margin of a contact vanishes, at whatever level; u is a point close to that. */
bool rdg_ridge_solve_onset(rdg_ridge_driver *d, const rdg_ridge_watch *w, double *u);

/* Is the sensor smaller at both sides of u in omega? */
bool rdg_ridge_is_top(rdg_ridge_driver *d, const double *u);

/* The response with a contact's margin given, in its regime, and the multipliers there: that of the margin is
 * minus d sensor/d margin along the response curve, on the side of the regime. */
bool rdg_ridge_solve_margin(rdg_ridge_driver *d, const rdg_ridge_watch *w, double margin, double *u);

/* The contact's multipliers at a solution: sigma on the stuck side, tau on the slipping side. */
bool rdg_ridge_sides(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u, double *sigma,
                     double *tau);

/* --- ridge_next.c: where the ridge goes on behind a chart at which it ended, and with which regimes */

bool rdg_ridge_next(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u);

/* A corner next to the response u, which is close to one, at its level. */
bool rdg_ridge_find_corner(rdg_ridge_driver *d, double *u);

/* --- ridge_search.c */

/* The maximum at a level next to the response `from`, by sampling: smooth, or a corner; sets the regimes. */
bool rdg_ridge_maximum(rdg_ridge_driver *d, const double *from, double alpha, double *u);

/* Find the first level, going in `direction`, with a maximum;
 * `first` and `last` are the distances from the event that are tried, relative in alpha */
bool rdg_ridge_search(rdg_ridge_driver *d, const rdg_chart *event, int direction, double first, double last,
                      double *u);

#endif
