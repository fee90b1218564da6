/* The oscillators of one segment, moved on in steps of one length, and the function whose zero ends it:
 *
 *   slipping: s z',          stuck: mu beta -+ force. */
#ifndef RDG_BANK_IMPL_H
#define RDG_BANK_IMPL_H

#include "modal_flow_impl.h"
#include "oscillator_impl.h"

/* What a contact state requests at one frequency, whatever the segment. */
typedef struct rdg_bank_regime {
    rdg_index count;
    double *W, *D; /* [count] frequencies, damping */
    double *f, *h; /* [count] amplitudes of cos(tau), sin(tau) */
    double *row;   /* [count] of the observed: z' = row.y' (slipping), force = row.(y + slow y') (stuck) */
    rdg_answers *answers; /* [count] after a step */
} rdg_bank_regime;

typedef struct rdg_bank {
    const rdg_coulomb *c;
    double r1, beta, bound, h; /* bound of the force that holds: mu beta; length of a step */
    rdg_bank_regime slip, held;
    /* of the segment under way */
    const rdg_bank_regime *now;
    bool is_stuck;
    double tau; /* of the last step's end */
    double z0;
    double observed_cos, observed_sin, observed_constant;
    double slow;        /* by damping */
    double *g, *y, *dy; /* [n] */
} rdg_bank;

rdg_status rdg_bank_create(const rdg_coulomb *c, double r1, double beta, double mu, rdg_bank **bank);
void rdg_bank_free(rdg_bank *bank);
/* Begin a segment at a state in modal coordinates. */
void rdg_bank_begin(rdg_bank *bank, rdg_contact_regime regime, double tau, const double *state);
/* The observed, z' (slipping) or the force that holds (stuck), at a time t after the last step's end, 0 .. h.
 */
rdg_sloped rdg_bank_look(const rdg_bank *bank, double t);
/* Make a step of h, or of t. */
void rdg_bank_step(rdg_bank *bank);
void rdg_bank_move(rdg_bank *bank, double t);
/* The state in modal coordinates. */
void rdg_bank_state(const rdg_bank *bank, double *state);

#endif
