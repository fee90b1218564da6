/** @file monitor_kind.h
 *  @brief How a monitor function takes part in a run. */
#ifndef RDG_MONITOR_KIND_H
#define RDG_MONITOR_KIND_H

#ifdef __cplusplus
extern "C" {
#endif

/** How a monitor function takes part in a run. */
typedef enum rdg_monitor_kind {
    RDG_INACTIVE,   /**< a continuation parameter, held at its value unless released */
    RDG_ACTIVE,     /**< a continuation parameter, free unless held */
    RDG_INTERNAL,   /**< active, but held by a run that releases more parameters than its dimension needs */
    RDG_INEQUALITY, /**< active; the value G(u) is meant to stay <= 0 (rdg_add_inequality() makes it so) */
    RDG_REGULAR,    /**< evaluated after each point; events can be put on it, it cannot be held */
    RDG_KINKED, /**< the same, continuous with non-smooth points (maxima of several functions, margins): its
                   events are enclosed, superlinearly, without its derivatives */
    RDG_JUMPING /**< the same, and it may jump (numbers of something, flags, slopes at non-smooth points): its
                   events are enclosed by halving the bracket, in the worst case */
} rdg_monitor_kind;

#ifdef __cplusplus
}
#endif
#endif
