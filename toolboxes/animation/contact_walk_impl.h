/* A contact along a periodic motion: its displacements at an instant, and the memory of its force law. */
#ifndef RDG_CONTACT_WALK_IMPL_H
#define RDG_CONTACT_WALK_IMPL_H

#include "animation.h"

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/run_data.h>

/* Sliders forget within a period where they began. */
enum { RDG_CONTACT_PERIODS = 2 };

/* The motion of an element's displacements */
typedef struct rdg_contact_motion {
    const rdg_element *element;
    const rdg_basis *basis;
    const void *self;   /* its parameters in the solution */
    const double *z;    /* [d * n_coefficients] */
    const double *rest; /* [d] static displacements, m; NULL: 0 */
    double omega;       /* rad/s */
} rdg_contact_motion;

typedef struct rdg_contact_walk {
    const rdg_contact_motion *of;
    const rdg_law_in_time *law;
    rdg_index d, parts, memory;
    double *x, *v, *w, *force; /* [d], [d], [memory], [d] */
    int *status;               /* [parts] */
} rdg_contact_walk;

/* Whether the force law of an element has contact states that it finds from a motion */
bool rdg_is_contact(const rdg_element *e);

/* Parameters of an element as the harmonic balance uses them: a copy, to be given back by
 * rdg_contact_self_free(). NULL after a failure, recorded. */
void *rdg_contact_self(rdg_hbm *hb, rdg_index element);
void rdg_contact_self_free(const rdg_element *element, void *self);

/* The parameters that a run has as columns, in use as long as these live: *numbers, to be freed with
 * rdg_hbm_parameters_free(); NULL: there are none. */
rdg_status rdg_contact_use_row(rdg_hbm *hb, const char *where, rdg_run *run, rdg_index row,
                               rdg_hbm_parameters **numbers);

/* Where the assembled structure rests, unless the motion contains it: *to is `values` [d], or NULL. */
rdg_status rdg_contact_rest(rdg_hbm *hb, const char *where, const rdg_element *e, double *values,
                            const double **to);

/* Freed also after a failure. */
rdg_status rdg_contact_walk_create(rdg_context *ctx, const rdg_contact_motion *motion,
                                   rdg_contact_walk *walk);
void rdg_contact_walk_free(rdg_contact_walk *walk);

/* The memory before any motion */
void rdg_contact_begin(const rdg_contact_walk *walk);

/* Displacements and velocities from cos and sin of the harmonics, [2 n_harmonics] in turn; NULL: means */
void rdg_contact_place(const rdg_contact_walk *walk, const double *turn);

/* cos and sin of the harmonics at a phase */
void rdg_contact_turn(const rdg_basis *basis, double tau, double *turn);

/* The number of a part's contact state by its name in the force law */
rdg_animation_state rdg_contact_shown(const rdg_contact_walk *walk, int status);

#endif
