/** @file plane.h
 *  @brief Rectangles of plane-stress quadrilaterals, bilinear with incompatible modes (QM6): bending of
 * slender bodies without locking.
 *
 *  Node (i, j), with i = 0 .. nx along the axis and j = 0 .. ny from the bottom to the top, has the
 * displacements x and y (m) in the plane, whatever the angle of the axis. */
#ifndef RDG_PLANE_H
#define RDG_PLANE_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Dimensions, material and mesh of a rectangle. Lengths, Young's modulus and density must be positive. */
typedef struct rdg_plane_options {
    const char *name; /**< of the structure; default "plane" */
    double length;    /**< m, along the axis; default 0.2 */
    double height;    /**< m, across it; default 0.01 */
    double thickness; /**< m, out of the plane; default 0.01 */
    double young;     /**< Young's modulus, Pa; default 210e9 (steel) */
    double poisson;   /**< Poisson's ratio, -1 < nu <= 0.5; default 0.3 */
    double density;   /**< kg/m^3; default 7830 (steel) */
    double angle;     /**< rad, from x to the axis; default 0 */
    rdg_index nx;     /**< elements along the axis; default 40 */
    rdg_index ny;     /**< elements across it; default 2 */
} rdg_plane_options;

/** The defaults.
 *  @return a steel rectangle of 0.2 m x 10 mm, 10 mm thick, of 40 x 2 elements */
rdg_plane_options rdg_plane_options_default(void);

/** Create a free rectangle without damping; hold it by rdg_structure_hold(). Consistent mass; the
 * incompatible modes 1 - xi^2 and 1 - eta^2 are condensed statically (Taylor, Beresford and Wilson, Int. J.
 * Numer. Meth. Eng. 10 (1976) 1211-1219).
 *  @param ctx     context, owner of the structure
 *  @param options NULL: the defaults
 *  @return NULL after RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_plane_create(rdg_context *ctx, const rdg_plane_options *options);

/** Degree of freedom of a node of a rectangle that is free, as rdg_plane_create() made it.
 *  @param plane     made by rdg_plane_create()
 *  @param i         0 .. nx, along the axis
 *  @param j         0 .. ny, across it
 *  @param direction 'x' or 'y'
 *  @return its number, or -1 (recorded as a failure) */
rdg_index rdg_plane_dof(const rdg_structure *plane, rdg_index i, rdg_index j, char direction);

#ifdef __cplusplus
}
#endif
#endif
