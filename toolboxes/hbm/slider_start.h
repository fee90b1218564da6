/** @file slider_start.h
 *  @brief Where the slider of a friction contact starts: the past of a contact that never slips. */
#ifndef RDG_SLIDER_START_H
#define RDG_SLIDER_START_H

#ifdef __cplusplus
extern "C" {
#endif

/** Where a slider is before the motion. A contact that slips forgets it; one that never slips keeps the
 * static force that follows from it. */
enum rdg_slider_start {
    RDG_SLIDER_ZERO,     /**< at zero displacement: no force before any motion */
    RDG_SLIDER_MEAN,     /**< at the mean of the motion: no static force as long as it sticks */
    RDG_SLIDER_PRESTRESS /**< where the assembled structure rests */
};

#ifdef __cplusplus
}
#endif
#endif
