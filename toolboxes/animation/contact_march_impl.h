/* Contact states and forces of an element along a periodic motion. */
#ifndef RDG_CONTACT_MARCH_IMPL_H
#define RDG_CONTACT_MARCH_IMPL_H

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/run_data.h>

/* The motion of an element's displacements */
typedef struct rdg_contact_motion {
    const rdg_element *element;
    const rdg_basis *basis;
    const void *self;   /* its parameters in the solution */
    const double *z;    /* [d * n_coefficients] */
    const double *rest; /* [d] static displacements, m; NULL: 0 */
    double omega;       /* rad/s */
} rdg_contact_motion;

/* Parameters of an element in a row of a run: a copy with those that the run has released, to be given back
 * by rdg_contact_self_free(). NULL after a failure, recorded. */
void *rdg_contact_self(rdg_structure *s, rdg_index element, rdg_run *run, rdg_index row);
void rdg_contact_self_free(const rdg_element *element, void *self);

/* States and forces at equal instants of the period.
 *  @param[out] state [frames] of rdg_animation_state
 *  @param[out] force [frames * d] on the displacements, N */
rdg_status rdg_contact_march(rdg_context *ctx, const rdg_contact_motion *motion, rdg_index frames, int *state,
                             double *force);

#endif
