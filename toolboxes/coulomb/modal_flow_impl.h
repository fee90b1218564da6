/* The same in modal coordinates (eta, eta'), with its derivatives. */
#ifndef RDG_MODAL_FLOW_IMPL_H
#define RDG_MODAL_FLOW_IMPL_H

#include "coulomb_impl.h"
#include "modal_flow.h"
#include "oscillator_impl.h"

/* A value and its slope in time; NAN: that is not known. */
typedef struct rdg_sloped {
    double value, slope;
} rdg_sloped;

/* A piece of a motion in one contact state. */
typedef struct rdg_modal_segment {
    rdg_contact_regime regime;
    double r1, beta;
    double tau, t; /* starts at tau, lasts t */
    const rdg_answers
        *answers; /* [n] of its oscillators after t, by rdg_modal_segment_answers(); NULL: not known */
} rdg_modal_segment;

/* What an end changes with, besides its start. */
typedef enum rdg_modal_segment_slope {
    RDG_SEGMENT_TAU, /* the segment begins later, and ends as much later */
    RDG_SEGMENT_R1,
    RDG_SEGMENT_BETA
} rdg_modal_segment_slope;

void rdg_modal_segment_answers(const rdg_coulomb *c, const rdg_modal_segment *segment, rdg_answers *answers);

/* All vectors are [2n], (eta, eta'); no two may be the same. */
void rdg_modal_segment_end(const rdg_coulomb *c, const rdg_modal_segment *segment, const double *start,
                           double *end);
/* A small change of the start, at the end. */
void rdg_modal_segment_carry(const rdg_coulomb *c, const rdg_modal_segment *segment, const double *start,
                             double *end);
/* d end / d what, from the same start */
void rdg_modal_segment_slope_by(const rdg_coulomb *c, const rdg_modal_segment *segment,
                                rdg_modal_segment_slope what, const double *start, double *slope);
/* (eta', eta'') */
void rdg_modal_segment_rate(const rdg_coulomb *c, const rdg_modal_segment *segment, double tau,
                            const double *state, double *rate);

/* z and z', and the force that would hold the contact */
double rdg_modal_z(const rdg_coulomb *c, double tau, const double *state);
double rdg_modal_velocity(const rdg_coulomb *c, double tau, const double *state);
double rdg_modal_force(const rdg_coulomb *c, double r1, double tau, const double *state);

/* To displacements and back. */
void rdg_modal_to_x(const rdg_coulomb *c, const double *state, double *x);
void rdg_modal_from_x(const rdg_coulomb *c, const double *x, double *state);

#endif
