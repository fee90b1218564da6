/** @file stiffness_factor.h
 *  @brief Cholesky factors of a stiffness matrix, shared by static solutions and modes: for authors of
 *  toolboxes that reduce structures. */
#ifndef RDG_STIFFNESS_FACTOR_H
#define RDG_STIFFNESS_FACTOR_H

#include <ridgewalk/structure.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Factors of K of a structure, by CHOLMOD. */
typedef struct rdg_stiffness_factor rdg_stiffness_factor;

/** Factor K, or what is left of it where some degrees of freedom are held. The ordering is METIS above 20 000
 * degrees of freedom; else AMD, or METIS where AMD fills in much.
 *  @param s             structure with symmetric matrices; must live as long as the factors
 *  @param where         public function shown in messages
 *  @param n_held        number of degrees of freedom held, 0 .. size - 1
 *  @param held          shape [n_held], each at most once; NULL is allowed for 0
 *  @param beside        bytes that the caller needs for arrays of its own, >= 0
 *  @param[out] definite whether K is clearly positive definite; if not, there is nothing to solve with
 *  @return to be freed; NULL after RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY (also if factors and arrays need more
 * than half of the memory, see rdg_require_memory(): they are not computed then), RDG_ERR_LIBRARY or an
 * earlier failure */
rdg_stiffness_factor *rdg_stiffness_factor_create(rdg_structure *s, const char *where, rdg_index n_held,
                                                  const rdg_index *held, double beside, bool *definite);

/** Announce arrays whose size was not known before.
 *  @param f      factors
 *  @param where  public function shown in messages
 *  @param beside bytes that the caller needs in all beside the factors, >= 0
 *  @return RDG_OK, RDG_ERR_NO_MEMORY (more than half of the memory) or RDG_ERR_EARLIER */
rdg_status rdg_stiffness_factor_beside(rdg_stiffness_factor *f, const char *where, double beside);

/** X = K^-1 X.
 *  @param f         factors of a positive definite K
 *  @param where     public function shown in messages
 *  @param count     columns, >= 1; some 32 at a time are fast
 *  @param[in,out] X shape [free degrees of freedom * count], ascending as in the structure, N to m
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY, RDG_ERR_LIBRARY or RDG_ERR_EARLIER */
rdg_status rdg_stiffness_factor_solve(rdg_stiffness_factor *f, const char *where, rdg_index count, double *X);

/** Number of modes below a frequency, by the inertia of the factors (Sylvester). The next solution factors
 * anew.
 *  @param f          factors
 *  @param where      public function shown in messages
 *  @param omega      angular frequency, rad/s, > 0
 *  @param[out] count number of eigenvalues of K x = lambda M x below omega^2
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_SINGULAR, RDG_ERR_NO_MEMORY, RDG_ERR_LIBRARY or RDG_ERR_EARLIER
 */
rdg_status rdg_stiffness_factor_count(rdg_stiffness_factor *f, const char *where, double omega,
                                      rdg_index *count);

/** The lowest modes, as rdg_structure_modes() finds them, by the same factors.
 *  @param f           factors
 *  @param count       number of modes, 1 .. free degrees of freedom
 *  @param[out] omega  rad/s, ascending, shape [count]
 *  @param[out] shapes column-major, shape [n * count], phi^T M phi = 1; NULL: not needed
 *  @return as rdg_structure_modes() */
rdg_status rdg_stiffness_factor_modes(rdg_stiffness_factor *f, rdg_index count, double *omega,
                                      double *shapes);

/** Free the factors.
 *  @param f NULL is allowed */
void rdg_stiffness_factor_free(rdg_stiffness_factor *f);

#ifdef __cplusplus
}
#endif
#endif
