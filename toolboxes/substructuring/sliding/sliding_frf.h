/** @file sliding_frf.h
 *  @brief Frequency responses of structures with a sliding contact, held fixed at places.
 *
 *  Source: de Klerk, Rixen and Voormeeren, AIAA J. 46 (2008) 1169. */
#ifndef RDG_SLIDING_FRF_H
#define RDG_SLIDING_FRF_H

#include "sliding.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A named displacement of one of the structures of a sliding contact. */
typedef struct rdg_sliding_place {
    const char *name; /**< of the displacement */
    bool target;      /**< of the target; false: of the sliding structure */
} rdg_sliding_place;

/** Receptance of a contact that slides, held fixed at places: the time-dependent frequency response is that
 * of the places that it passes. One row couples, so that nothing is solved: H_c = H_oi - (o H b) (a H i) / g,
 * g = a H b.
 *  @param c        contact
 *  @param response o, where it moves
 *  @param force    i, where the force acts
 *  @param states   number of places, >= 1
 *  @param at       of rdg_sliding_undeformed() or rdg_sliding_equilibrium(), shape [states]
 *  @param n        number of frequencies, >= 1
 *  @param omega    rad/s, > 0, shape [n]
 *  @param[out] H   m/N, shape [n * states], frequencies first
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_SINGULAR (resonance without damping, of a
 * structure or of both coupled), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_sliding_frf(rdg_sliding *c, rdg_sliding_place response, rdg_sliding_place force,
                           rdg_index states, const rdg_sliding_state *at, rdg_index n, const double *omega,
                           double _Complex *H);

#ifdef __cplusplus
}
#endif
#endif
