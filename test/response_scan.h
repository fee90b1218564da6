/* A referee for peak sets: all maxima of a response by another method. A run of the core follows the response
 * and locates zeros of the slope by bracketing; no second derivatives. A step that may hide a maximum and a
 * minimum, or over which a contact may pass its onset of slip, is repeated with shorter steps. Options and
 * results are those of rdg_frc_peaks(), and those of the run: RDG_STEP(), RDG_ANGLE(), RDG_TOLERANCE().
 *
 *     const rdg_peaks *found = scan_response(hb, "Am", RDG_HOLD_AT("alpha", 0.1), ...);
 *     scan_free(found); */
#ifndef RESPONSE_SCAN_H
#define RESPONSE_SCAN_H

#include "response_scan/list.h"

#define scan_response(hb, ...)                                                                               \
    scan_response_list((hb), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

#endif
