/** @file vector_element.h
 *  @brief Elements given by a force law in time of several displacements: f(x, v) with x, v, f of shape [d].
 *
 *  They are sampled as those of one displacement (time_element.h), with the same numbers of samples. */
#ifndef RDG_VECTOR_ELEMENT_H
#define RDG_VECTOR_ELEMENT_H

#include <ridgewalk/structure.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A force law of d displacements at one instant. All that is written is zero on entry. */
typedef struct rdg_vector_value {
    double *f;  /**< [d] forces against the displacements, N */
    double *fx; /**< [d * d] df_i/dx_j at i + d*j, N/m */
    double *fv; /**< [d * d] df_i/dv_j at i + d*j, N s/m */
    /** [d] weights of the second derivatives, read only. NULL: they are not asked for, and the pointers below
     *  are NULL, too */
    const double *mu;
    double *hxx;          /**< [d * d] sum_i mu_i d2f_i/dx_j dx_k at j + d*k; only j <= k are read */
    double *hxv;          /**< [d * d] sum_i mu_i d2f_i/dx_j dv_k at j + d*k */
    double *hvv;          /**< [d * d] sum_i mu_i d2f_i/dv_j dv_k at j + d*k; only j <= k are read */
    const double *x_size; /**< [d] greatest |x_j| of the period, m; read only */
    const double *v_size; /**< [d] greatest |v_j| of the period, m/s; read only */
} rdg_vector_value;

/** A force law; threads as for rdg_time_law.
 *  @param d     number of displacements
 *  @param x     [d] displacements, m
 *  @param v     [d] velocities, m/s
 *  @param value to be written
 *  @param data  pointer given with the law
 *  @return 0; > 0: outside the domain, try a shorter step; < 0: end the run */
typedef int (*rdg_vector_law)(rdg_index d, const double *x, const double *v, const rdg_vector_value *value,
                              void *data);

/** A force law without derivatives; threads as for rdg_time_law.
 *  @param d      number of displacements
 *  @param x      [d] displacements, m
 *  @param v      [d] velocities, m/s
 *  @param[out] f [d] forces against the displacements, N; zero on entry
 *  @param data   pointer given with the law
 *  @return as rdg_vector_law; a force that is not finite counts as > 0 */
typedef int (*rdg_plain_vector_law)(rdg_index d, const double *x, const double *v, double *f, void *data);

/** An element with a force law of d displacements: one of law and plain is given. Derivatives of a plain law
 *  are differences as for rdg_time_element. */
typedef struct rdg_vector_element {
    const char *name;              /**< NULL: the name of the first displacement */
    rdg_index d;                   /**< number of displacements, >= 1 */
    const char *const *at;         /**< [d] named displacements of the structure */
    const char *type;              /**< must live on; NULL: "time element" */
    rdg_vector_law law;            /**< the law with its derivatives, or */
    rdg_plain_vector_law plain;    /**< the forces alone */
    void *data;                    /**< handed to the law; borrowed unless free_data is given */
    void (*free_data)(void *data); /**< frees data with the structure, or at once on failure */
    rdg_index samples;             /**< a period, as for rdg_time_element */
    int degree;                    /**< of a polynomial law, as for rdg_time_element */
    bool pure;                     /**< as for rdg_time_element; second derivatives are asked for anew */
    const double *x_size;          /**< plain law: [d] as for rdg_time_element; NULL: all 0 */
    const double *v_size;          /**< plain law: [d] likewise */
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
