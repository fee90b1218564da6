/** @file vector_element.h
 *  @brief Elements given by a force law in time of several displacements: f(x, v) with x, v, f of shape [d].
 *
 *  They are sampled as those of one displacement (time_element.h), with the same numbers of samples. */
#ifndef RDG_VECTOR_ELEMENT_H
#define RDG_VECTOR_ELEMENT_H

#include <ridgewalk/force_law.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An element with a force law of d displacements: one of force law and plain is given. Derivatives of a
 * plain force law are differences as for rdg_time_element. */
typedef struct rdg_vector_element {
    const char *name;              /**< NULL: the name of the first displacement */
    rdg_index d;                   /**< number of displacements, >= 1 */
    const char *const *at;         /**< [d] named displacements of the structure */
    const char *type;              /**< must live on; NULL: "time element" */
    const char *call;              /**< public function that adds this kind, for messages; NULL: this one */
    rdg_vector_law law;            /**< the force law with its derivatives, or */
    rdg_plain_vector_law plain;    /**< the forces alone */
    void *data;                    /**< handed to the force law; borrowed unless free_data is given */
    void (*free_data)(void *data); /**< frees data with the structure, or at once on failure */
    rdg_index samples;             /**< a period, as for rdg_time_element */
    int degree;                    /**< of a polynomial force law, as for rdg_time_element */
    bool pure;                     /**< as for rdg_time_element; second derivatives are requested anew */
    const double *x_size;          /**< plain force law: [d] as for rdg_time_element; NULL: all 0 */
    const double *v_size;          /**< plain force law: [d] likewise */
    rdg_index n_numbers;           /**< of the force law, that can become continuation parameters */
    const rdg_law_parameter *numbers; /**< [n_numbers] copied; their values stay where the force law reads
                                      them. A solver that releases one writes its value there while it
                                      evaluates the force law, and puts back what was there */
} rdg_vector_element;

/** Add an element with a force law of several displacements.
 *  @param s     structure
 *  @param given copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_vector_element_add(rdg_structure *s, const rdg_vector_element *given);

#ifdef __cplusplus
}
#endif
#endif
