/* The inside of rdg_coulomb: the structure in its modes, slipping and with the contact held. */
#ifndef RDG_COULOMB_IMPL_H
#define RDG_COULOMB_IMPL_H

#include "coulomb.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/contents.h>
#include <ridgewalk/vectors.h>

/* Modal coordinates eta: x = phi eta, phi^T Gamma phi = 1, phi^T K phi = diag(wn^2). With the contact held
 *   eta = along (z0 + b cos tau) + held y,   a.along = 1, a.held = 0, held^T held = 1:
 * along is at right angles to held in the sense of mass, so that the base accelerates no y. */
struct rdg_coulomb {
    rdg_context *ctx;
    char *name;
    rdg_index n;
    double ratio;
    double b;
    bool damped; /* in proportion: phi^T C phi = diag(d), d = soft + stiff wn^2 */
    double soft, stiff;
    double *wn;      /* [n] ascending */
    double *d;       /* [n] over sqrt(k m) */
    double *phi;     /* [n*n] columns: modes */
    double *left;    /* [n*n] rows: phi^T Gamma, eta = left x */
    double *a;       /* [n] phi^T w */
    double *p;       /* [n] phi^T p */
    double aa;       /* a.a = w.Gamma^-1 w */
    double *along;   /* [n] a / aa */
    double *held;    /* [n*(n-1)] columns: modes with the contact held */
    double *held_wn; /* [n-1] ascending */
    double *held_d;  /* [n-1] */
    double *held_p;  /* [n-1] held^T (p - b wn^2 along): amplitude of what drives y */
    double *held_z;  /* [n-1] -held^T wn^2 along: what a displacement z0 does */
    double *held_h;  /* [n-1] -b stiff held_z: what the base's velocity does by damping, over r1 sin tau */
};

/* The system of a structure, as long as it is made. */
typedef struct rdg_coulomb_making {
    rdg_coulomb *c;
    rdg_structure *s;
    const char *where;
} rdg_coulomb_making;

/* coulomb_modes.c: modes and their damping, work: [2 n n]; with a and p known, which of them the contact and
 * the load move. */
rdg_status rdg_coulomb_find_modes(const rdg_coulomb_making *m, const rdg_coulomb_options *o, double *work);
void rdg_coulomb_clear_modes(rdg_coulomb *c);

/* contents.c: report of a system, data: rdg_coulomb; an rdg_describe. */
void rdg_coulomb_describe(const rdg_contents *out, const char *block, void *coulomb);

/* NULL, or not to be used any more? */
rdg_status rdg_coulomb_check(const rdg_coulomb *c, const char *where, double r1, double beta);

/* The same; besides, closed forms need that there is no damping. */
rdg_status rdg_coulomb_check_undamped(const rdg_coulomb *c, const char *where, double r1, double beta);

/* The slope of the force that holds the contact by the state, times aa: [2 n]. */
void rdg_coulomb_force_slope(const rdg_coulomb *c, double r1, double *slope);

#endif
