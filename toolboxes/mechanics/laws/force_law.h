/** @file force_law.h
 *  @brief A force law f(x, v) without memory, as solvers see it: the `self` of elements whose answer in time
 * is rdg_force_law_in_time.
 *
 *  Users give one by time_element.h or vector_element.h. A law that tells its force alone has become one with
 *  derivatives, by differences. */
#ifndef RDG_FORCE_LAW_H
#define RDG_FORCE_LAW_H

#include <ridgewalk/law_in_time.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/vector_element.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A law of force: one of scalar and vector is there. */
typedef struct rdg_force_law {
    rdg_index d;                   /**< displacements */
    rdg_time_law scalar;           /**< of one displacement */
    rdg_vector_law vector;         /**< of several */
    void *data;                    /**< handed to it */
    void (*free_data)(void *data); /**< NULL: borrowed */
    bool pure;                     /**< it depends on x and v alone, for ever */
    rdg_index samples;             /**< of a period, as asked for; 0: chosen by degree and harmonics */
    int degree;                    /**< of a polynomial law; 0: none, or not known */
} rdg_force_law;

/** Its answer in time. */
extern const rdg_law_in_time rdg_force_law_in_time;

#ifdef __cplusplus
}
#endif
#endif
