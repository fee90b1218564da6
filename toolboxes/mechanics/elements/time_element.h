/** @file time_element.h
 *  @brief Elements given by a force law in time, f(x, v), brought to the frequency domain by sampling (AFT).
 *
 *  The alternating frequency-time method (Cameron and Griffin, 1989): N samples of displacement x and
 *  velocity v = omega dx/dtau over one period, the force law at each sample, and a Fourier transform back.
 * The derivatives of the coefficients come from the transforms of the force law's derivatives, so that they
 * are exact for the sampled force.
 *
 *  A force law gives force and derivatives (rdg_time_law), or the force alone (rdg_plain_law). Derivatives
 * then come from differences. Force laws of several displacements: vector_element.h. */
#ifndef RDG_TIME_ELEMENT_H
#define RDG_TIME_ELEMENT_H

#include <ridgewalk/force_law.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An element with a force law of one displacement: either `law` or `plain` is set.
 *
 *  Derivatives of a plain force law are five-point differences with steps of 1/256 of x_size and v_size. For
 * a force law that is smooth over these sizes, first derivatives are good to some 1e-11 and second ones to
 * some 1e-10, relative to force / size and force / size^2. At a non-smooth point they are averages over two
 * steps. */
typedef struct rdg_time_element {
    const char *name;              /**< NULL: the name of the displacement */
    const char *at;                /**< named displacement of the structure */
    const char *type;              /**< "gap", ...; must live on; NULL: "time element" */
    const char *call;              /**< public function that adds this kind, for messages; NULL: this one */
    rdg_time_law law;              /**< the force law with its derivatives, or */
    rdg_plain_law plain;           /**< the force alone */
    void *data;                    /**< handed to the force law; borrowed unless free_data is given */
    void (*free_data)(void *data); /**< frees data with the structure, or at once on failure */
    rdg_index samples; /**< a period, >= 4 (highest harmonic H + 1); 0: by degree, or where it is 0, too,
                            32 (H + 1), at least 128; rounded up to a size that transforms fast */
    int degree; /**< of a force law that is a polynomial in x and v together: (degree + 1) H + 1 samples
                     (at least 4 (H + 1)) make all coefficients and derivatives exact. 0: no polynomial */
    bool pure;  /**< the force law depends on x and v alone, so that force, Jacobian and Hessian at one
                         state need one evaluation */
    double
        x_size; /**< plain force law: change of x over which it bends, m; 0: the greatest |x| of the period */
    double v_size;       /**< plain force law: the same of v, m/s; 0: the greatest |v| of the period */
    rdg_index n_numbers; /**< parameters of the force law */
    const rdg_law_parameter
        *numbers; /**< [n_numbers] copied; their values stay where the force law reads them. A solver that
                       releases one changes its value during an evaluation and restores it */
    rdg_parameter_law by_number; /**< derivatives by parameters; NULL: five-point differences */
    size_t data_size;            /**< of data that may be copied with the numbers in them; 0: they may not */
} rdg_time_element;

/** Add an element with a force law.
 *  @param s      structure
 *  @param given  copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_time_element_add(rdg_structure *s, const rdg_time_element *given);

#ifdef __cplusplus
}
#endif
#endif
