/** @file polynomial_spring.h
 *  @brief Polynomial spring: f = k_1 x + k_2 x^2 + ... + k_n x^n. */
#ifndef RDG_POLYNOMIAL_SPRING_H
#define RDG_POLYNOMIAL_SPRING_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A spring with a polynomial force: softening or hardening, with even powers one that differs in tension and
 *  compression. Forces of several displacements: rdg_polynomial_stiffness. */
typedef struct rdg_polynomial_spring {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure */
    int n;             /**< highest power, 1 .. 99 */
    const double *k;   /**< [n] coefficients: k[p - 1] multiplies x^p, in N/m^p; copied */
    rdg_index samples; /**< a period; 0: as many as make the coefficients exact, (n + 1) H + 1 with the
                          highest harmonic H, at least 4 (H + 1) */
} rdg_polynomial_spring;

/** Add a polynomial spring.
 *  @param s      structure
 *  @param spring copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_polynomial_spring_add(rdg_structure *s, const rdg_polynomial_spring *spring);

#ifdef __cplusplus
}
#endif
#endif
