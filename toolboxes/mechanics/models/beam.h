/** @file beam.h
 *  @brief Euler-Bernoulli cantilever: planar bending, Hermite cubic elements, consistent mass.
 *
 *  Nodes are numbered from the clamp, node 0, which has no degrees of freedom. Every other node has a
 *  deflection (m) and a rotation (rad). */
#ifndef RDG_BEAM_H
#define RDG_BEAM_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Dimensions and material of a beam with rectangular cross section. All must be positive. */
typedef struct rdg_beam_options {
    const char *name;   /**< of the structure; default "beam" */
    double length;      /**< m; default 0.2 */
    double width;       /**< m, across the plane of bending; default 0.01 */
    double height;      /**< m, in the plane of bending; default 0.01 */
    double young;       /**< Young's modulus, Pa; default 210e9 (steel) */
    double density;     /**< kg/m^3; default 7830 (steel) */
    rdg_index elements; /**< of equal length; default 20 */
} rdg_beam_options;

/** The defaults.
 *  @return a steel cantilever of 0.2 m x 10 mm x 10 mm with 20 elements */
rdg_beam_options rdg_beam_options_default(void);

/** Create a beam without damping; see rdg_damping_proportional().
 *  @param ctx     context, owner of the structure
 *  @param options NULL: the defaults
 *  @return NULL after RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_beam_create(rdg_context *ctx, const rdg_beam_options *options);

/** Degree of freedom of the deflection of a node.
 *  @param beam made by rdg_beam_create()
 *  @param node 1 .. elements
 *  @return its number, or -1 (recorded as a failure) */
rdg_index rdg_beam_deflection(const rdg_structure *beam, rdg_index node);

/** Degree of freedom of the rotation of a node.
 *  @param beam made by rdg_beam_create()
 *  @param node 1 .. elements
 *  @return its number, or -1 (recorded as a failure) */
rdg_index rdg_beam_rotation(const rdg_structure *beam, rdg_index node);

#ifdef __cplusplus
}
#endif
#endif
