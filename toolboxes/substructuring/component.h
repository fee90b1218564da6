/** @file component.h
 *  @brief Components: structures with their boundary and few modes in place of their interior.
 *
 *  The coordinates of a component are the displacements of its boundary, in the order of the set, and the
 * amplitudes of its modes behind them: u = T q. Sources: Hurty, AIAA J. 3 (1965) 678; Craig and Bampton, AIAA
 * J. 6 (1968) 1313; Rubin, AIAA J. 13 (1975) 995; MacNeal, Comput. Struct. 1 (1971) 581. */
#ifndef RDG_COMPONENT_H
#define RDG_COMPONENT_H

#include <ridgewalk/at.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A structure reduced to its boundary and some modes. */
typedef struct rdg_component rdg_component;

/** Which modes are kept: the lowest `count`, or all up to a frequency. See RDG_MODES(), RDG_MODES_UP_TO(). */
typedef struct rdg_component_modes {
    rdg_index count; /**< >= 0 */
    double up_to;    /**< angular frequency, rad/s; 0: `count` states how many */
} rdg_component_modes;

/** The lowest @p n modes. */
#define RDG_MODES(n) RDG_MAKE(rdg_component_modes, .count = (n))
/** All modes up to the angular frequency @p omega, in rad/s. */
#define RDG_MODES_UP_TO(omega) RDG_MAKE(rdg_component_modes, .up_to = (omega))

/** Reduce to fixed-interface modes (Craig and Bampton): T = [1 0; Psi Phi], with the static shapes
 *  Psi = -K_ii^-1 K_ib of the boundary's displacements, and the modes Phi of the interior with the boundary
 * held. Hurty's method, with rigid and redundant boundary displacements apart, spans the same.
 *  @param s        structure with symmetric matrices; stays as it is, and must live as long as the component
 *  @param boundary set of degrees of freedom (rdg_name_set()), or a named degree of freedom
 *  @param modes    of the interior
 *  @return a component of the same context, or NULL after RDG_ERR_NAME, RDG_ERR_ARGUMENT (more modes than
 * there are, not symmetric), RDG_ERR_SINGULAR (the interior moves without force though the boundary is held),
 *          RDG_ERR_NO_MEMORY or an earlier failure */
rdg_component *rdg_component_fixed(rdg_structure *s, const char *boundary, rdg_component_modes modes);

/** A component of fixed-interface modes and static shapes that another program has computed, as rdg-reduce or
 *  an FE program. T is that of rdg_component_fixed(). Each shape is checked: forces in the interior
 *  and masses are right to 1e-6. That no lower mode was missed is not checked.
 *  @param s        structure with symmetric matrices; stays as it is, and must live as long as the component
 *  @param boundary as of rdg_component_fixed()
 *  @param n_modes  number of modes, >= 0
 *  @param omega    rad/s, shape [n_modes]; < 0: the mode has the eigenvalue -omega^2. Copied
 *  @param T        static shapes, then modes with phi^T M phi = 1, shape [size of the structure * (number on
 *                  the boundary + n_modes)], column-major. Copied
 *  @return as rdg_component_fixed(); NULL also after RDG_ERR_NOT_FINITE and RDG_ERR_ARGUMENT (a shape that is
 *          none) */
rdg_component *rdg_component_from_shapes(rdg_structure *s, const char *boundary, rdg_index n_modes,
                                         const double *omega, const double *T);

/** Reduce to free modes with residual flexibility (Rubin; Craig and Chang): T = [G S, Phi - G S Phi_b], with
 * the modes Phi of the whole structure, rigid motions included. G is the flexibility of the modes left out,
 * and S = (G_bb)^-1.
 *  @param s        as of rdg_component_fixed()
 *  @param boundary likewise
 *  @param modes    with a frequency: rigid motions do not count
 *  @return as rdg_component_fixed(); RDG_ERR_SINGULAR also if the modes leave too little flexibility at the
 * boundary for its digits
 */
rdg_component *rdg_component_rubin(rdg_structure *s, const char *boundary, rdg_component_modes modes);

/** MacNeal's method: as rdg_component_rubin(), but the boundary without mass. The mass matrix of the
 * component is singular.
 *  @param s        as of rdg_component_fixed()
 *  @param boundary likewise
 *  @param modes    with a frequency: rigid motions do not count
 *  @return as rdg_component_rubin() */
rdg_component *rdg_component_macneal(rdg_structure *s, const char *boundary, rdg_component_modes modes);

/** The component as a structure. Named displacements, sets, elements, forces, sensors and damping are those
 * of the whole structure: a displacement of the interior became a weighted sum over all coordinates.
 *  @param c component
 *  @return borrowed from the context; more can be added to it. NULL for NULL */
rdg_structure *rdg_component_structure(const rdg_component *c);

/** The structure that was reduced.
 *  @param c NULL is allowed
 *  @return borrowed; NULL for NULL */
rdg_structure *rdg_component_whole(const rdg_component *c);

/** Number of modes among the coordinates, rigid motions included.
 *  @param c NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_component_mode_count(const rdg_component *c);

/** Angular frequency of a mode.
 *  @param c    component
 *  @param mode 0 .. rdg_component_mode_count() - 1
 *  @return rad/s, 0 for a rigid motion; NAN if there is no such mode */
double rdg_component_frequency(const rdg_component *c, rdg_index mode);

/** The displacements of the whole structure, u = T q.
 *  @param c      component
 *  @param q      coordinates, shape [rdg_structure_size() of the component's structure]
 *  @param[out] u shape [size of the whole structure]
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_component_expand(const rdg_component *c, const double *q, double *u);

/** Write a component into a file, so that its structure need not be read and reduced again: the reduced
 *  matrices, damping, names, sets, nodes on the boundary with their coordinates, shapes and frequencies. See
 *  rdg_structure_write() for the file.
 *  @param c    component of a structure without elements, forces and sensors: a program adds them to
 *              rdg_component_structure() after it has read the file
 *  @param path of the file, as "sector.rdc"; an older one of its kind is replaced
 *  @return RDG_OK, RDG_ERR_ARGUMENT (elements, forces or sensors), RDG_ERR_IO, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_component_write(const rdg_component *c, const char *path);

/** Read a component that rdg_component_write() has written.
 *  @param ctx  context, owner of the component and its structure
 *  @param path of the file
 *  @return NULL after RDG_ERR_IO, RDG_ERR_FORMAT (another file, or damaged), RDG_ERR_NO_MEMORY or an earlier
 *          failure */
rdg_component *rdg_component_read(rdg_context *ctx, const char *path);

/** Free a component before its context; its structure stays.
 *  @param c NULL is allowed */
void rdg_component_free(rdg_component *c);

#ifdef __cplusplus
}
#endif
#endif
