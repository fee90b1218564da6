/** @file slider_start.h
 *  @brief Where sliders start that never slip: the static force that a stuck contact carries by its history.
 */
#ifndef RDG_SLIDER_START_H
#define RDG_SLIDER_START_H

#ifdef __cplusplus
extern "C" {
#endif

/** A stuck slider's memory v is not determined by the periodic motion alone. The static force kt x - v is
 * that of v = clamp(start, max L, min U), the slider having begun at `start` (in N). A slider that slips in
 * the course of the period forgets it. Without the static harmonic it cannot be seen. */
typedef enum rdg_slider_start {
    RDG_SLIDER_ZERO, /**< at the displacement 0 (default) */
    RDG_SLIDER_MEAN, /**< at the mean displacement, the static coefficient: no static force while stuck */
    RDG_SLIDER_PRESTRESS, /**< where the assembled structure rests (rest.h); 0 until
                              that is reported */
    RDG_SLIDER_AT /**< at a given force, a parameter "<contact>.start": only of contacts (contact.h) */
} rdg_slider_start;

/** Where a slider starts, in any unit of length or of force.
 *  @param start which of the three
 *  @param mean  the mean displacement
 *  @param rest  where the assembled structure rests
 *  @return 0, mean or rest */
static inline double rdg_slider_begins(rdg_slider_start start, double mean, double rest)
{
    return start == RDG_SLIDER_MEAN ? mean : start == RDG_SLIDER_PRESTRESS ? rest : 0.0;
}

#ifdef __cplusplus
}
#endif
#endif
