/** @file condensation.h
 *  @brief Exact dynamic condensation of a structure to kept degrees of freedom, harmonic by harmonic.
 *
 *  At the frequency k omega the structure has the dynamic stiffness Z = K - (k omega)^2 M + i k omega C. With
 *  the kept degrees of freedom b and the interior ones i, free of other forces,
 *      D = Z_bb - Z_bi Z_ii^-1 Z_ib
 *  is exact, not a reduction basis, and so are its derivatives in omega. Nothing is allocated after creation,
 *  except inside KLU and UMFPACK, and for vectors of a Krylov space. */
#ifndef RDG_CONDENSATION_H
#define RDG_CONDENSATION_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A structure condensed to some of its degrees of freedom. */
typedef struct rdg_condensation rdg_condensation;

/** How the interior is eliminated. All ways give the same D up to rounding. */
typedef enum rdg_interior_method {
    RDG_INTERIOR_AUTO,   /**< the cheapest that fits: modal up to 1000 interior degrees of freedom, Krylov for
                              more; else dense below 200 or for full matrices, else sparse */
    RDG_INTERIOR_MODAL,  /**< interior modes, computed once: proportional damping and an interior that is
                              statically stable when the kept degrees of freedom are held */
    RDG_INTERIOR_DENSE,  /**< LAPACK factors at each frequency */
    RDG_INTERIOR_SPARSE, /**< factors at each frequency. KLU's where they fill in little (beams, chains), else
                            symmetric ones in the order of CHOLMOD. UMFPACK's where these would enlarge
                            rounding */
    RDG_INTERIOR_KRYLOV  /**< up to 600 vectors (8 for each that is kept) in place of modes, made when a
                            frequency first needs them. Their error is known and below rounding. Frequencies
                            that would need more, and loads, have sparse factors. Proportional damping and an
                            interior that is statically stable */
} rdg_interior_method;

/** Create a condensation. It copies what it needs: later changes of the structure do not reach it.
 *  @param s      structure; M, C and K must be symmetric unless all degrees of freedom are kept
 *  @param n_kept 1 .. n; n: nothing to condense
 *  @param kept   degrees of freedom, shape [n_kept], each once, in the order wanted; copied
 *  @return owned by the context of @p s. NULL after RDG_ERR_ARGUMENT, RDG_ERR_LIBRARY, RDG_ERR_NO_MEMORY or
 * an earlier failure */
rdg_condensation *rdg_condensation_create(rdg_structure *s, rdg_index n_kept, const rdg_index *kept);

/** rdg_condensation_create() with a chosen method.
 *  @param s      structure
 *  @param n_kept 1 .. n
 *  @param kept   degrees of freedom, shape [n_kept]
 *  @param method RDG_INTERIOR_MODAL and _KRYLOV fail with RDG_ERR_ARGUMENT where they do not apply
 *  @return as rdg_condensation_create() */
rdg_condensation *rdg_condensation_create_with(rdg_structure *s, rdg_index n_kept, const rdg_index *kept,
                                               rdg_interior_method method);

/** How the interior is eliminated.
 *  @param c NULL is allowed
 *  @return "modal", "krylov", "dense", "sparse", or "none" if all degrees of freedom are kept; a static
 * string */
const char *rdg_condensation_method(const rdg_condensation *c);

/** Free a condensation before its context.
 *  @param c NULL is allowed */
void rdg_condensation_free(rdg_condensation *c);

/** Dynamic stiffness of a harmonic and its derivatives in omega.
 *
 *  D, D1 = dD/domega and D2 = d2D/domega2 have shape [2 * n_kept * n_kept]: the real part, then the imaginary
 *  part, each column-major. With q = Qc cos(k omega t) + Qs sin(k omega t) the complex Re + i Im is the real
 *  block [[Re, Im], [-Im, Re]] on (Qc, Qs).
 *  An interior that is heavier than the kept degrees of freedom by a factor of 1e6 and more costs digits: a
 *  warning states the relative error, once, if it is above 1e-9.
 *  @param c       condensation
 *  @param k       harmonic, >= 0; 0 is the static stiffness (imaginary part and derivatives are zero)
 *  @param omega   base frequency in rad/s, finite
 *  @param[out] D  dynamic stiffness in N/m. NULL: not requested, likewise the others
 *  @param[out] D1 first derivative
 *  @param[out] D2 second derivative
 *  @return 0; > 0 if the interior is singular at this omega (a resonance without damping) or omega is not
 *          finite; < 0 if memory is exhausted or an argument is wrong */
int rdg_condensation_evaluate(rdg_condensation *c, rdg_index k, double omega, double *D, double *D1,
                              double *D2);

/** rdg_condensation_evaluate() for several harmonics, in as many threads as rdg_threads() allowed when the
 *  condensation was created, where that pays. The answers are the same to the last bit.
 *  @param c       condensation
 *  @param count   harmonics, >= 0
 *  @param k       shape [count]
 *  @param omega   base frequency in rad/s, finite
 *  @param[out] D  one after the other, shape [count * 2 * n_kept * n_kept]. NULL: not requested, likewise the
 *                 others
 *  @param[out] D1 first derivatives
 *  @param[out] D2 second derivatives
 *  @return as rdg_condensation_evaluate(), of the first harmonic for which that is not 0 */
int rdg_condensation_evaluate_all(rdg_condensation *c, rdg_index count, const rdg_index *k, double omega,
                                  double *D, double *D1, double *D2);

/** How many threads rdg_condensation_evaluate_all() works in.
 *  @param c NULL is allowed
 *  @return >= 1 */
rdg_index rdg_condensation_threads(const rdg_condensation *c);

/** Give the structure another proportional damping than it was condensed with: C = a M + b K.
 *  @param c                condensation of a structure whose damping is proportional; NULL: nothing happens
 *  @param mass_factor      a, 1/s
 *  @param stiffness_factor b, s */
void rdg_condensation_set_damping(rdg_condensation *c, double mass_factor, double stiffness_factor);

/** Give the structure another loss factor than it was condensed with (structural_damping.h).
 *  @param c           condensation; NULL: nothing happens
 *  @param loss_factor g of K (1 + i g), >= 0 */
void rdg_condensation_set_loss(rdg_condensation *c, double loss_factor);

/** A load and how much of it acts. */
typedef struct rdg_load_factor {
    rdg_index load; /**< from rdg_condensation_add_load() */
    double factor;  /**< that it is multiplied by */
    double phase;   /**< by which it is ahead, rad */
} rdg_load_factor;

/** Add a load c cos(k omega t) + s sin(k omega t) on all degrees of freedom, to be condensed along:
 *      f = f_b - Z_bi Z_ii^-1 f_i
 *  is what it exerts on the kept ones.
 *  @param c      condensation
 *  @param cosine c in N, shape [n]; copied
 *  @param sine   s in N, shape [n]; copied. NULL: zeros
 *  @return its number, from 0; -1 after a failure recorded on the context: RDG_ERR_ARGUMENT (NULL),
 *          RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_index rdg_condensation_add_load(rdg_condensation *c, const double *cosine, const double *sine);

/** A load condensed to the kept degrees of freedom, and its derivatives in omega.
 *  @param c       condensation
 *  @param load    from rdg_condensation_add_load()
 *  @param k       harmonic, >= 0
 *  @param omega   base frequency in rad/s
 *  @param[out] f  cosine parts, then sine parts, in N, shape [2 * n_kept]. NULL: not requested, likewise the
 *                 others
 *  @param[out] f1 df/domega
 *  @param[out] f2 d2f/domega2
 *  @return as rdg_condensation_evaluate() */
int rdg_condensation_evaluate_load(rdg_condensation *c, rdg_index load, rdg_index k, double omega, double *f,
                                   double *f1, double *f2);

/** All degrees of freedom of a harmonic from the kept ones and the loads.
 *  @param c            condensation
 *  @param k            harmonic, >= 0
 *  @param omega        base frequency in rad/s
 *  @param kept_cs      coefficients [Qc; Qs] of the kept degrees of freedom, shape [2 * n_kept]. For k = 0
 *                      the second half is expanded alike
 *  @param n_loads      number of loads that act, >= 0
 *  @param loads        shape [n_loads]. NULL if there are none
 *  @param[out] full_cs coefficients [Qc; Qs] of all of them, shape [2 * n]
 *  @return as rdg_condensation_evaluate() */
int rdg_condensation_expand(rdg_condensation *c, rdg_index k, double omega, const double *kept_cs,
                            rdg_index n_loads, const rdg_load_factor *loads, double *full_cs);

#ifdef __cplusplus
}
#endif
#endif
