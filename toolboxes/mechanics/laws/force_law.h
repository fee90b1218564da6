/** @file force_law.h
 *  @brief Force laws f(x, v) without memory, of one displacement and of several: what users write, and
 * how solvers see it.
 *
 *  Elements are made of them by time_element.h and vector_element.h. */
#ifndef RDG_FORCE_LAW_H
#define RDG_FORCE_LAW_H

#include <ridgewalk/law_in_time.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A force law at one instant: the force against the displacement and its partial derivatives. */
typedef struct rdg_law_value {
    double f;   /**< force, N */
    double fx;  /**< df/dx, N/m */
    double fv;  /**< df/dv, N s/m */
    double fxx; /**< d2f/dx2, N/m^2 */
    double fxv; /**< d2f/dx dv, N s/m^2 */
    double fvv; /**< d2f/dv2, N s^2/m^2 */
} rdg_law_value;

/** A force law. Those of different elements are evaluated in several threads at the same time after
 *  rdg_hbm_threads(): data that they share must only be read.
 *  @param x          displacement, m
 *  @param v          velocity, m/s
 *  @param[out] value all its fields are written; zero on entry
 *  @param data       pointer given with the force law
 *  @return 0; > 0: outside the domain, try a shorter step; < 0: end the run */
typedef int (*rdg_time_law)(double x, double v, rdg_law_value *value, void *data);

/** A force law without derivatives; threads as for rdg_time_law.
 *  @param x    displacement, m
 *  @param v    velocity, m/s
 *  @param data pointer given with the force law
 *  @return force against the displacement, N; not finite (NAN): outside the domain, try a shorter step */
typedef double (*rdg_plain_law)(double x, double v, void *data);

/** A force law of d displacements at one instant. All that is written is zero on entry. */
typedef struct rdg_vector_value {
    double *f;  /**< [d] forces against the displacements, N */
    double *fx; /**< [d * d] df_i/dx_j at i + d*j, N/m */
    double *fv; /**< [d * d] df_i/dv_j at i + d*j, N s/m */
    /** [d] weights of the second derivatives, read only. NULL: they are not requested, and the pointers below
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
 *  @param data  pointer given with the force law
 *  @return 0; > 0: outside the domain, try a shorter step; < 0: end the run */
typedef int (*rdg_vector_law)(rdg_index d, const double *x, const double *v, const rdg_vector_value *value,
                              void *data);

/** A force law without derivatives; threads as for rdg_time_law.
 *  @param d      number of displacements
 *  @param x      [d] displacements, m
 *  @param v      [d] velocities, m/s
 *  @param[out] f [d] forces against the displacements, N; zero on entry
 *  @param data   pointer given with the force law
 *  @return as rdg_vector_law. A force that is not finite counts as > 0 */
typedef int (*rdg_plain_vector_law)(rdg_index d, const double *x, const double *v, double *f, void *data);

/** What values a number of a force law may have. */
typedef enum rdg_parameter_range {
    RDG_ANY_PARAMETER, /**< all */
    RDG_NOT_NEGATIVE,  /**< 0 and more */
    RDG_POSITIVE       /**< more than 0 */
} rdg_parameter_range;

/** A number that a force law reads from its data and that can become a continuation parameter,
 * "<element>.<name>".
 */
typedef struct rdg_law_parameter {
    const char *name;          /**< must live on */
    const char *unit;          /**< must live on; NULL: none */
    double *value;             /**< where the force law reads it */
    rdg_parameter_range range; /**< values that the force law can take */
    double size; /**< change over which the force law bends; 0: its value; without derivatives only */
} rdg_law_parameter;

/** How a force law of one displacement depends on one of its numbers p. */
typedef struct rdg_law_by_parameter {
    double f;       /**< df/dp */
    double fx;      /**< d2f/dp dx */
    double fv;      /**< d2f/dp dv */
    double *second; /**< [n_numbers] d2f/dp dp_l; zero on entry */
} rdg_law_by_parameter;

/** Derivatives of a force law by one of its numbers; threads as for rdg_time_law.
 *  @param x, v       displacement, m, and velocity, m/s
 *  @param number     from 0, in the order of the numbers
 *  @param[out] value zero on entry
 *  @param data       pointer given with the force law */
typedef void (*rdg_parameter_law)(double x, double v, rdg_index number, rdg_law_by_parameter *value,
                                  void *data);

/** A force law: one of `scalar` and `vector` is set. */
typedef struct rdg_force_law {
    rdg_index d;                     /**< displacements */
    rdg_time_law scalar;             /**< of one displacement */
    rdg_vector_law vector;           /**< of several */
    void *data;                      /**< handed to it */
    void (*free_data)(void *data);   /**< NULL: borrowed */
    rdg_index n_numbers;             /**< numbers with names */
    const rdg_law_parameter *number; /**< [n_numbers] */
    rdg_parameter_law by_number;     /**< of one displacement; NULL: from differences */
    size_t data_size;  /**< of data that may be copied, numbers and all; 0: they stay where they are */
    bool pure;         /**< it depends on x and v alone, for ever */
    rdg_index samples; /**< of a period, as requested; 0: chosen by degree and harmonics */
    int degree;        /**< of a polynomial force law; 0: none, or not known */
} rdg_force_law;

/** Its answer in time. The energy stored is the work of moving from 0 slowly along the straight way, the
 *  potential of each force law that has one. What the velocity adds to the force dissipates. */
extern const rdg_law_in_time rdg_force_law_in_time;

#ifdef __cplusplus
}
#endif
#endif
