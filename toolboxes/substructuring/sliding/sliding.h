/** @file sliding.h
 *  @brief A node that slides along a polyline: one row of coupling, everything in modes.
 *
 *  The sliding structure (with the contact node C) and its target (a polyline of nodes) are coupled by one
 * force. The modes of both have amplitudes z, frequencies w and damping c. The coupled eigenvalues are the
 * zeros of g(p) = sum a_i b_i / (p^2 + c_i p + w_i^2). a is the row of the compatibility and b that of the
 * forces with friction. No coupled matrix is formed (complex_modes.h, flutter.h). */
#ifndef RDG_SLIDING_H
#define RDG_SLIDING_H

#include <ridgewalk/at.h>
#include <ridgewalk/structure.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A contact that slides. */
typedef struct rdg_sliding rdg_sliding;

/** What lies between the nodes of a polyline. */
typedef enum rdg_interpolation {
    RDG_SEGMENTS, /**< straight lines; the inclination is discontinuous at the nodes */
    RDG_C1        /**< cubics with one tangent at each node (Hermite; its slope that of a parabola through the
                       node and its neighbours): all is smooth in the place of the contact */
} rdg_interpolation;

/** Where the contact is, and how it moves. */
typedef struct rdg_sliding_options {
    const char
        *x; /**< displacement of the contact node C of the sliding structure along the target, a name */
    const char *y;        /**< and across it */
    const char *target_x; /**< set of the target: displacements of the polyline's nodes along it, in order */
    const char *target_y; /**< and across it */
    const double *node_x; /**< positions of these nodes, m, ascending, shape [size of the sets] */
    const double *node_y; /**< m; NULL: 0 */
    double mu;            /**< coefficient of friction, >= 0 */
    double height;        /**< y of C without deformation, m */
    rdg_interpolation interpolation; /**< of positions, displacements and forces along the polyline */
} rdg_sliding_options;

/** Where the contact is and what it carries. */
typedef struct rdg_sliding_state {
    rdg_index segment; /**< C is on the target between this node and the next */
    double alpha;      /**< place on the segment, 0 .. 1 */
    double gamma;      /**< inclination of the polyline there, rad */
    double lambda;     /**< normal force on C, N */
} rdg_sliding_state;

/** Couple two structures by a node that slides, seen from a frame in which the target rests; C moves to +x.
 * Modes of both are computed once, all of them: reduce large structures first.
 *  @param slider  with symmetric matrices and proportional damping; its constant forces press it down. Rigid
 * motion in y is allowed
 *  @param target  likewise, of the same context
 *  @param options names, positions and friction
 *  @return NULL after RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_ARGUMENT (damping that is not proportional,
 * positions that do not ascend, two or more rigid motions), RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or an
 * earlier failure */
rdg_sliding *rdg_sliding_create(rdg_structure *slider, rdg_structure *target,
                                const rdg_sliding_options *options);

/** Number of modes of both structures.
 *  @param c NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_sliding_modes(const rdg_sliding *c);

/** The contact without deformation.
 *  @param c          contact
 *  @param s          x of C, m
 *  @param[out] state segment and place; gamma of the polyline, lambda 0
 *  @return RDG_OK, RDG_ERR_ARGUMENT (not above the polyline, with its ends in the message) or RDG_ERR_EARLIER
 */
rdg_status rdg_sliding_undeformed(rdg_sliding *c, double s, rdg_sliding_state *state);

/** The equilibrium of steady sliding: normal force, place and inclination where both structures are deformed.
 *  @param c          contact
 *  @param s          x of C without deformation, m
 *  @param[out] state where it is
 *  @param[out] z     amplitudes of the modes, shape [rdg_sliding_modes()]. NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT (leaves the polyline), RDG_ERR_SINGULAR (friction holds it: no
 * equilibrium), RDG_ERR_NO_CONVERGENCE or RDG_ERR_EARLIER */
rdg_status rdg_sliding_equilibrium(rdg_sliding *c, double s, rdg_sliding_state *state, double *z);

/** Displacement of a named place in either structure from amplitudes of the modes.
 *  @param c      contact
 *  @param target whether the place is in the target
 *  @param name   of the displacement
 *  @param z      amplitudes, shape [rdg_sliding_modes()]
 *  @param[out] u m
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_sliding_displacement(rdg_sliding *c, bool target, const char *name, const double *z,
                                    double *u);

/** Free a contact before its context.
 *  @param c NULL is allowed */
void rdg_sliding_free(rdg_sliding *c);

#ifdef __cplusplus
}
#endif
#endif
