/** @file complex_modes.h
 *  @brief Complex eigenvalues of structures that slide on one another: at a place, and tracked from place to
 * place.
 *
 *      rdg_complex_modes *m = rdg_complex_modes_create(c, 40, RDG_DEFORMED);
 *      for (...) rdg_complex_modes_at(m, s, p);
 *
 *  They are the zeros of g(p) = sum a_i b_i / (p^2 + c_i p + w_i^2), over all modes of both structures. */
#ifndef RDG_COMPLEX_MODES_H
#define RDG_COMPLEX_MODES_H

#include <ridgewalk/sliding.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What the motion is small about. */
typedef enum rdg_sliding_shape {
    RDG_UNDEFORMED, /**< both structures as they are drawn: rdg_sliding_undeformed() */
    RDG_DEFORMED    /**< the equilibrium of steady sliding: rdg_sliding_equilibrium() */
} rdg_sliding_shape;

/** The function of which eigenvalues are zeros, at any complex number.
 *  @param c       contact
 *  @param at      of rdg_sliding_undeformed() or rdg_sliding_equilibrium()
 *  @param sigma   real part of that number, 1/s
 *  @param omega   its imaginary part, rad/s
 *  @param[out] g  the gap by a unit force of the contact that varies as exp(p t), m/N
 *  @param[out] dg its derivative, m s/N. NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_EARLIER */
rdg_status rdg_sliding_g(rdg_sliding *c, const rdg_sliding_state *at, double sigma, double omega,
                         double _Complex *g, double _Complex *dg);

/** Eigenvalues of the coupled structures about steady sliding at a place: the lowest by frequency. A dense
 * problem with the static response of the higher modes gives approximations. All are then refined at once to
 * all digits as zeros of g(p) (Aberth), so that no two become one where they veer. The motion is unstable
 * where a real part is positive.
 *  @param c      contact
 *  @param at     of rdg_sliding_undeformed() or rdg_sliding_equilibrium()
 *  @param count  number of eigenvalues, 1 .. about two thirds of the modes
 *  @param[out] p 1/s, imaginary parts positive and ascending, shape [count]
 *  @return RDG_OK, RDG_ERR_ARGUMENT (more than oscillate), RDG_ERR_NO_CONVERGENCE, RDG_ERR_LIBRARY,
 * RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_sliding_eigenvalues(rdg_sliding *c, const rdg_sliding_state *at, rdg_index count,
                                   double _Complex *p);

/** Eigenvalues that are followed along the way of the contact. */
typedef struct rdg_complex_modes rdg_complex_modes;

/** Follow the lowest eigenvalues.
 *  @param c     contact; must outlive what is created
 *  @param count number of eigenvalues, as for rdg_sliding_eigenvalues()
 *  @param shape what the motion is small about
 *  @return NULL after RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or an earlier failure */
rdg_complex_modes *rdg_complex_modes_create(rdg_sliding *c, rdg_index count, rdg_sliding_shape shape);

/** Eigenvalues at a place: of the first one by rdg_sliding_eigenvalues(), then each from where it was at the
 * places before, so that it keeps its number where frequencies cross. If this does not converge, the way
 * is halved. At the vertices of a polyline of a deformed target they jump a little.
 *  @param m      followed eigenvalues
 *  @param s      x of C without deformation, m; near the place before
 *  @param[out] p 1/s, in the order of the first place, shape [count]
 *  @return RDG_OK, as rdg_sliding_eigenvalues() and rdg_sliding_equilibrium(), or RDG_ERR_NO_CONVERGENCE:
 * they are lost on the way, and the next place is a first one */
rdg_status rdg_complex_modes_at(rdg_complex_modes *m, double s, double _Complex *p);

/** Free followed eigenvalues before their context.
 *  @param m NULL is allowed */
void rdg_complex_modes_free(rdg_complex_modes *m);

#ifdef __cplusplus
}
#endif
#endif
