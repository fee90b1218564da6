/* Inside of the ridge driver. */
#ifndef RDG_RIDGE_IMPL_H
#define RDG_RIDGE_IMPL_H

#include "ridge.h"

enum { RDG_RIDGE_NAME_SIZE = 256 };

typedef struct rdg_ridge_driver rdg_ridge_driver;

/* A contact whose regime is watched. */
typedef struct rdg_ridge_watch {
    rdg_ridge_driver *driver;
    rdg_index margin;               /* of hb */
    bool stuck;                     /* held stuck while the ridge is followed */
    char name[RDG_RIDGE_NAME_SIZE]; /* "pad.margin" */
} rdg_ridge_watch;

struct rdg_ridge_driver {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *sensor;
    char eta_sensor[RDG_RIDGE_NAME_SIZE]; /* "d.Am" */
    rdg_problem *plain;                   /* the forced response, for local searches */
    rdg_problem *extended;
    rdg_adjoint *adjoint;
    rdg_index n_plain, n_extended; /* variables */
    rdg_index omega, alpha;        /* variables, the same place in both */
    rdg_index n_watches;
    rdg_ridge_watch *watch;
    int restarts;         /* behind changes of regime, so far */
    double *best, *trial; /* [n_plain] of the local search */
    double *solution;     /* [n_extended] */
};

/* Hold the contacts stuck that are stuck at Q (margin > 0); let the others follow the law. */
rdg_status rdg_ridge_choose_regimes(rdg_ridge_driver *d, const double *Q);

/* Let all contacts follow the law. */
void rdg_ridge_release_contacts(rdg_ridge_driver *d);

/* A point of the ridge close to u (in place) at its alpha: Newton's method for Am stationary in omega. */
bool rdg_ridge_solve(rdg_ridge_driver *d, double *u);

/* Behind a change of regime at `event`: find the first level, going in `direction`, with a smooth maximum. */
bool rdg_ridge_restart(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u);

#endif
