/* The inside of a hybrid system with rigid contacts.
 *
 *   x' = v,   v' = p cos(phi) - K x - C v + Gamma^-1 force - sum over contacts of push lam,
 *
 * lam = s beta of a contact that slips in direction s; of those that stick such that z'' = -fade z', z' =
 * w.v + b r1 sin(phi): z' is 0 there, and with fade > 0 the matrix of the mode has eigenvectors. */
#ifndef RDG_RIGID_IMPL_H
#define RDG_RIGID_IMPL_H

#include "coulomb_hybrid.h"
#include "coulomb_impl.h"

#include <ridgewalk/modal_flow.h>
#include <ridgewalk/rigid_follow.h>

enum { RDG_RIGID_MOST = 4, RDG_RIGID_NAME = 8 * RDG_RIGID_MOST };

/* Variables of all functions: x, v, parameters, phi. */
typedef struct rdg_rigid {
    rdg_context *ctx;
    rdg_hybrid *hybrid;
    char *name;
    rdg_index n, contacts, n2, nu, np;
    double *K, *C, *soft; /* [n n] Gamma^-1 K, Gamma^-1 C, Gamma^-1 */
    double *p;            /* [n] Gamma^-1 p */
    double *w, *push;     /* [n contacts] rows; Gamma^-1 w */
    double b[RDG_RIGID_MOST];
    rdg_hybrid_function force;
    struct rdg_rigid_mode *mode; /* those there are */
    /* an evaluation works in */
    double *a, *J;                      /* [n], [n nu] */
    double *extra, *extra_J;            /* the same of the force */
    double lam[RDG_RIGID_MOST], *slope; /* of those that stick; [contacts nu] */
} rdg_rigid;

/* A contact's event: it comes to rest (sign 0), or the force reaches +- its bound. */
typedef struct rdg_rigid_event {
    const struct rdg_rigid_mode *from;
    rdg_index contact;
    int sign;
} rdg_rigid_event;

typedef struct rdg_rigid_mode {
    rdg_rigid *of;
    struct rdg_rigid_mode *next;
    rdg_index place;                              /* -1: none yet */
    rdg_rigid_state state[RDG_RIGID_MOST];        /* sticks, or slips */
    rdg_index stuck, which[RDG_RIGID_MOST];       /* contacts that stick */
    double hold[RDG_RIGID_MOST * RDG_RIGID_MOST]; /* [stuck stuck] inverse of w.push */
    char name[RDG_RIGID_NAME];
    struct rdg_rigid_event event[2 * RDG_RIGID_MOST]; /* two of each contact */
    struct rdg_rigid_edge *edge;                      /* that end it */
} rdg_rigid_mode;

/* What may follow. */
typedef struct rdg_rigid_edge {
    struct rdg_rigid_edge *next;
    rdg_rigid_event *event;
    const rdg_rigid_mode *to;
} rdg_rigid_edge;

static inline rdg_index rdg_rigid_beta(const rdg_rigid *r, rdg_index contact)
{
    return r->n2 + 1 + 2 * contact;
}

/* rigid_force.c: accelerations and forces that hold, into r->a and r->lam; with slopes also r->J, r->slope.
 */
int rdg_rigid_evaluate(const rdg_rigid_mode *mode, const double *u, double fade, bool slopes);
/* y += what holds the contacts that stick does, where their rates are these without it: with accelerations
 * forces, into [contacts] if not NULL, and accelerations; with velocities impulses and velocities */
void rdg_rigid_stop(const rdg_rigid_mode *mode, const double *rate, double *force, double *y);
/* z' of a contact, and z'' with the accelerations at hand. */
double rdg_rigid_velocity(const rdg_rigid *r, rdg_index contact, const double *u);
double rdg_rigid_growth(const rdg_rigid *r, rdg_index contact, const double *u);

/* rigid_mode.c: fields; a mode by the states of its contacts, made if it is not there. */
int rdg_rigid_field(rdg_index n, const double *u, rdg_index m, double *y, void *data);
rdg_rigid_mode *rdg_rigid_mode_of(rdg_rigid *r, const rdg_rigid_state *state);
/* It becomes one of the hybrid system if it is not yet. */
rdg_status rdg_rigid_place(rdg_rigid_mode *mode);

/* rigid_start.c: the first mode, that of rest, with these parameters. */
rdg_status rdg_rigid_begin(rdg_rigid *r, const double *value);

/* rigid_edge.c: what follows. By how much all that sticks in a mode is held, and what gives way (`rests`
 * without sticking) goes its way: negative where it does not. */
int rdg_rigid_margin(const rdg_rigid_mode *to, const bool *rests, const double *u, double *margin);
rdg_status rdg_rigid_enter(rdg_hybrid *h, rdg_index mode, void *data);
#endif
