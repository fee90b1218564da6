/** @file polynomial_stiffness.h
 *  @brief Polynomial stiffness of several displacements: f_i = sum_t c_ti prod_j x_j^(e_tj).
 *
 *  This is the form of geometrically nonlinear reduced models, with modal coordinates as displacements. */
#ifndef RDG_POLYNOMIAL_STIFFNESS_H
#define RDG_POLYNOMIAL_STIFFNESS_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A polynomial stiffness. f = (x_1^2 x_2, 5 x_2^3) with two displacements and two terms:
 *
 *      .d = 2, .at = (const char *[]){"a", "b"}, .terms = 2,
 *      .exponent = (int[]){2, 1,  0, 3}, .coefficient = (double[]){1, 0,  0, 5}
 *
 *  The coefficients that are not 0 are numbers of the structure, "<name>.c<t>_<i>" with terms t and
 * displacements i from 1. It has a potential only if the coefficients fit each other; that is not requested.
 */
typedef struct rdg_polynomial_stiffness {
    const char *name;          /**< NULL: the name of the first displacement */
    rdg_index d;               /**< number of displacements, >= 1 */
    const char *const *at;     /**< [d] named displacements of the structure */
    rdg_index terms;           /**< number of terms, >= 1 */
    const int *exponent;       /**< [terms * d] e_tj at d*t + j, >= 0; their sum over j is 1 .. 99; copied */
    const double *coefficient; /**< [terms * d] c_ti at d*t + i, in N/m^(sum over j of e_tj); copied */
    rdg_index samples; /**< a period; 0: as many as make the coefficients exact, (p + 1) H + 1 with the degree
                          p and the highest harmonic H, at least 4 (H + 1) */
} rdg_polynomial_stiffness;

/** Add a polynomial stiffness.
 *  @param s         structure
 *  @param stiffness copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_polynomial_stiffness_add(rdg_structure *s, const rdg_polynomial_stiffness *stiffness);

#ifdef __cplusplus
}
#endif
#endif
