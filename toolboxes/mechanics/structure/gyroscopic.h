/** @file gyroscopic.h
 *  @brief Gyroscopic forces of rotors that turn with the frequency of the excitation: omega G q'.
 *
 *  A disc with the polar moment of inertia I_p turns about z with the speed ratio * omega. Its small
 * rotations alpha about x and beta about y are coupled:
 *
 *      I_t alpha'' + ratio omega I_p beta'  + ... = moment about x,
 *      I_t beta''  - ratio omega I_p alpha' + ... = moment about y.
 *
 *  So G has I_p ratio at (alpha, beta) and -I_p ratio at (beta, alpha): it is antisymmetric, and the
 * equations are M q'' + (C + omega G) q' + K q = forces. Each pair of displacements is given by name; a
 * finite element rotor has one for each pair of entries of its gyroscopic matrix.
 *
 *  Harmonic balance takes gyroscopic forces, with exact derivatives in omega, as do its ridges; degrees of
 *  freedom that they act on are not condensed. Solvers in time, nonlinear modes, Floquet exponents, sectors
 *  and the spectral solver refuse them by name. whirl_modes.h has the frequencies of a turning rotor.
 *
 *  G. Genta, Dynamics of Rotating Systems (2005); R. Gasch, R. Nordmann, H. Pfuetzner, Rotordynamik (2006).
 */
#ifndef RDG_GYROSCOPIC_H
#define RDG_GYROSCOPIC_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A pair of displacements that are coupled by the rotation. */
typedef struct rdg_gyroscopic {
    const char *first;  /**< named displacement: the rotation about x */
    const char *second; /**< the rotation about y, z being the axis of the rotor */
    double inertia;     /**< I_p, kg m^2; < 0: the rotor turns from y to x */
    double ratio;       /**< speed of the rotor over omega; 0: 1 */
} rdg_gyroscopic;

/** Add gyroscopic forces.
 *  @param s     structure. Matrices that rdg_structure_matrices() gave before must not be used any more
 *  @param given copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (NULL, both displacements the same, no inertia, one sector
 *          of a travelling wave, too late), RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_gyroscopic_add(rdg_structure *s, const rdg_gyroscopic *given);

/** Number of gyroscopic pairs.
 *  @param s NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_gyroscopic_count(const rdg_structure *s);

/** A gyroscopic pair, with the ratio filled in.
 *  @param s    structure
 *  @param pair from 0, in the order in which they were added
 *  @return borrowed until the next one is added. NULL if there is no such pair */
const rdg_gyroscopic *rdg_gyroscopic_at(const rdg_structure *s, rdg_index pair);

/** The matrix G of all pairs: the damping matrix of a solver at omega is C + omega G.
 *  @param s      structure; nothing is written for NULL
 *  @param[out] G shape [entries], kg m^2 for rotations, in the order of rdg_structure_pattern(), which has
 * all entries of G */
void rdg_gyroscopic_matrix(const rdg_structure *s, double *G);

/** For the authors of solvers that cannot take gyroscopic forces.
 *  @param s     structure; NULL is allowed
 *  @param where public function shown in the message
 *  @return RDG_OK, or RDG_ERR_ARGUMENT for a structure that has them */
rdg_status rdg_structure_refuse_gyroscopic(const rdg_structure *s, const char *where);

#ifdef __cplusplus
}
#endif
#endif
