/** @file peak_set.h
 *  @brief All maxima of a response at one forcing amplitude, matched with those at another one.
 *
 *      const rdg_peak_set *a = rdg_peak_set_at(r, 0.1), *b = rdg_peak_set_at(r, 0.2);
 *      rdg_peak_match(r, a, b, to, event);  // to[k]: the peak of b that peak k of a becomes
 *
 *  The response is followed over the domain of rdg_peak_response_create() from its lower end on. Between two
 *  points of it the slope and its derivative at both ends give the number of maxima. A contact whose margin
 *  changes its sign has its onset in between. Responses that cross it at branch
 *  points are parts of the set. Detached parts (isolas) are sought near the damped nonlinear modes. */
#ifndef RDG_PEAK_SET_H
#define RDG_PEAK_SET_H

#include <ridgewalk/peak.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An end of the domain. */
typedef struct rdg_peak_end {
    double omega;     /**< rad/s; where the response ended if it did not reach the end of the domain */
    double amplitude; /**< of the sensor */
    bool falls; /**< the amplitude falls from here into the domain: the end is a maximum of the domain */
} rdg_peak_end;

/** A branch point: other responses cross there. */
typedef struct rdg_peak_branch {
    double omega;     /**< rad/s */
    double amplitude; /**< of the sensor */
    rdg_index part;   /**< on which it was found */
    int multiplicity; /**< dimension of the null space across the response; 0: not known */
    bool followed;    /**< all responses that leave it are parts of the set; else a greater maximum may lie
                         on one of them */
} rdg_peak_branch;

/** The maxima of a response at a forcing amplitude. */
typedef struct rdg_peak_set {
    double level;                  /**< alpha */
    rdg_index count;               /**< of peaks */
    rdg_peak_point *const *peak;   /**< [count], in the order along the response */
    rdg_index greatest;            /**< the one with the greatest amplitude; -1: there is none */
    rdg_index ends;                /**< of all parts, at the ends of the domain */
    const rdg_peak_end *end;       /**< [ends], first those of the response */
    rdg_index parts;               /**< 1: no other response was followed */
    rdg_index branch_points;       /**< of all parts */
    const rdg_peak_branch *branch; /**< [branch_points] */
    rdg_index unresolved;          /**< stretches in which the number of maxima is not certain, and parts
                                      whose end was not found */
    bool covered; /**< the responses at both ends of the domain are followed to where they leave it */
    bool whole;   /**< all maxima of what is connected with the response: covered, nothing is unresolved, and
                     all branch points are followed */
    rdg_index detached; /**< parts that are connected neither with the response nor with one that crosses it:
                           the last ones */
    bool searched;      /**< for these along the damped nonlinear modes; false: they are not known */
    rdg_index
        unsettled; /**< motions of these modes near which no response was found: a part may be missing */
    long points;   /**< of all parts */
} rdg_peak_set;

/** All maxima of the response at a forcing amplitude.
 *  @param response response
 *  @param level    alpha, > 0
 *  @return to be freed with rdg_peak_set_free(), or with the context; NULL after RDG_ERR_ARGUMENT,
 *          RDG_ERR_NO_MEMORY, or when there is no response at the lower end of the domain (as rdg_solve()) */
const rdg_peak_set *rdg_peak_set_at(rdg_peak_response *response, double level);

/** The same, and the response through a point. It is a detached part unless it is connected with the response
 * from the lower end of the domain, or crosses it.
 *  @param response response
 *  @param level    alpha, > 0
 *  @param u        shape [n], as rdg_peak_point.u, a response or near one; alpha there is ignored. A point
 * from which Newton's method does not converge at its frequency is left out
 *  @return as rdg_peak_set_at() */
const rdg_peak_set *rdg_peak_set_through(rdg_peak_response *response, double level, const double *u);

/** The same, and the responses through several points.
 *  @param response response
 *  @param level    alpha, > 0
 *  @param n        number of points, >= 0
 *  @param u        shape [n], each as in rdg_peak_set_through(); NULL if there are none
 *  @return as rdg_peak_set_at() */
const rdg_peak_set *rdg_peak_set_through_all(rdg_peak_response *response, double level, rdg_index n,
                                             const double *const *u);

/** Free a set before its context.
 *  @param set NULL is allowed */
void rdg_peak_set_free(const rdg_peak_set *set);

/** Follow each peak of a set to the forcing amplitude of another one.
 *  @param response   response
 *  @param from       set at a forcing amplitude
 *  @param other      set at another forcing amplitude, of the same response
 *  @param[out] to    [from->count] its number in @p other; -1: following it ended on the way, or led to a
 * peak that is not in @p other
 *  @param[out] event [from->count] how following it ended; RDG_PEAK_REACHED with to = -1: on a peak that the
 *                    other set does not have
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_peak_match(rdg_peak_response *response, const rdg_peak_set *from, const rdg_peak_set *other,
                          rdg_index *to, rdg_peak_event *event);

#ifdef __cplusplus
}
#endif
#endif
