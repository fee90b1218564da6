/** @file stop.h
 *  @brief Why a way along a curve, or a covering, ended. */
#ifndef RDG_STOP_H
#define RDG_STOP_H

#ifdef __cplusplus
extern "C" {
#endif

/** Every reason why a branch ends: results, not errors. */
#define RDG_STOP_LIST(X)                                                                                     \
    X(RDG_STOP_NONE, "not run")                                                                              \
    X(RDG_STOP_POINT, "the point is solved")                                                                 \
    X(RDG_STOP_BOUNDARY, "boundary of the domain")                                                           \
    X(RDG_STOP_CLOSED, "closed curve")                                                                       \
    X(RDG_STOP_COVERED, "all is covered")                                                                    \
    X(RDG_STOP_MAX_POINTS, "maximum of points")                                                              \
    X(RDG_STOP_MIN_STEP, "no convergence for the smallest step")                                             \
    X(RDG_STOP_TERMINAL_EVENT, "terminal event")                                                             \
    X(RDG_STOP_OBSERVER, "stopped by the observer")                                                          \
    X(RDG_STOP_OUTWARD, "starts on a boundary and leads out")                                                \
    X(RDG_STOP_DOMAIN, "natural boundary of a parameter")                                                    \
    X(RDG_STOP_GAPS, "not all could be covered")

/** Why a branch ended. */
typedef enum rdg_stop {
#define X(code, text) code,
    RDG_STOP_LIST(X)
#undef X
} rdg_stop;

/** Short fixed text of a stop reason.
 *  @param stop any value
 *  @return a static string, never NULL */
const char *rdg_stop_text(rdg_stop stop);

#ifdef __cplusplus
}
#endif
#endif
