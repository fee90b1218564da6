/** @file contact_surface.h
 *  @brief Contacts of two surfaces of a finite element mesh: a friction cone at each pair of nodes.
 *
 *      rdg_contact_surface *root = rdg_contact_surface_create(
 *          mesh, &(rdg_contact_surface_options){.name = "root", .nodes = "blade_root", .against =
 * "disk_slot"}); rdg_structure *s = rdg_contact_surface_relative(root);           (relative displacements,
 * set "root") rdg_component *c = rdg_component_fixed(s, "root", RDG_MODES(50)); rdg_contact_surface_add(root,
 * rdg_component_structure(c),
 *                              &(rdg_surface_law){.kt = 3e13, .kn = 4e13, .mu = 0.3, .pressure = 1e7});
 *
 *  Each node of the one side is paired with the nearest node of the other side. The contact at node 117 is
 *  called "root.117". Its displacements are "root.117.n" (normal, positive in compression), "root.117.t1" and
 *  "root.117.t2" (tangential, at right angles), each that of the one side less that of the other. Stiffness
 *  and pressure are multiplied by the node's share of the area. */
#ifndef RDG_CONTACT_SURFACE_H
#define RDG_CONTACT_SURFACE_H

#include <ridgewalk/fe_surface.h>
#include <ridgewalk/slider_start.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Pairs of nodes of two surfaces; owned by the context of their structure. */
typedef struct rdg_contact_surface rdg_contact_surface;

/** Which surfaces. */
typedef struct rdg_contact_surface_options {
    const char *name;    /**< of the surface; NULL: that of `nodes` */
    const char *nodes;   /**< set of the one side: its areas and normals count */
    const char *against; /**< set of the other side; NULL: ground, which does not move */
    double within;       /**< m, the greatest distance of a pair; 0: a tenth of the square root of a node's
                              mean area, for meshes that match */
} rdg_contact_surface_options;

/** Force law of each contact, by area. */
typedef struct rdg_surface_law {
    double kt;               /**< tangential stiffness, N/m^3, > 0 */
    double kn;               /**< normal stiffness, N/m^3, > 0 */
    double mu;               /**< friction coefficient, >= 0 */
    double pressure;         /**< normal pressure where the displacements are zero, Pa; < 0: a gap. A static
                                  harmonic sees it push, unless static forces balance it. 0 with static forces
                                  and rdg_prestress(): the pressure follows from these */
    const double *pressures; /**< Pa at each contact, shape [rdg_contact_surface_count()], in place of
                                  `pressure`; NULL: the same everywhere */
    rdg_index samples;       /**< a period, see rdg_cone_contact; 0: its default */
    enum rdg_slider_start start; /**< where sliders start. RDG_SLIDER_MEAN: vibration has shaken the static
                                    friction out of the surface; rdg_prestress() then finds the state without
                                    it */
} rdg_surface_law;

/** Pair two surfaces. A note reports the number of pairs, their area and their greatest distance. The outward
 * normals of a pair must be opposite, to 45 degrees.
 *  @param mesh    of both; must outlive the surface
 *  @param options copied
 *  @return NULL after RDG_ERR_NAME (no such set), RDG_ERR_ARGUMENT (a node without a partner within the
 *          distance, two with the same one, a pair whose normals are not opposite, a node on no face: the
 *          message names it), RDG_ERR_NO_MEMORY or an earlier failure */
rdg_contact_surface *rdg_contact_surface_create(const rdg_fe_mesh *mesh,
                                                const rdg_contact_surface_options *options);

/** Number of contacts.
 *  @param surface NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_contact_surface_count(const rdg_contact_surface *surface);

/** What one contact is about: node of the one side with area and normal.
 *  @param surface surface
 *  @param contact 0 .. rdg_contact_surface_count() - 1
 *  @param[out] partner place of the other node in the mesh; -1: ground. NULL: not requested
 *  @return borrowed; NULL if there is no such contact */
const rdg_surface_node *rdg_contact_surface_node(const rdg_contact_surface *surface, rdg_index contact,
                                                 rdg_index *partner);

/** The structure of the mesh with relative displacements in place of those of the pairs: at each pair those
 *  of both nodes become their differences t1, t2, n, and their means. The differences have names and are the
 *  set of the surface's name: a component with this boundary has half as many displacements as with both
 * sides.
 *  Displacements "117.x" of the nodes are still found by these names, and the differences have theirs in the
 *  structure of the mesh, too: sensors and rdg_animate() need both.
 *  @param surface surface of a structure without loads of a moving base
 *  @return a new structure of the same context, or NULL after RDG_ERR_ARGUMENT (a node of a pair is held in a
 *          direction), RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_contact_surface_relative(const rdg_contact_surface *surface);

/** Add the contacts to a structure: that of the mesh, one of rdg_contact_surface_relative(), or a component
 *  of it.
 *  @param surface surface
 *  @param s       structure; where it has no displacements of the surface's names it must be that of the mesh
 *  @param law     copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NAME, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER
 */
rdg_status rdg_contact_surface_add(const rdg_contact_surface *surface, rdg_structure *s,
                                   const rdg_surface_law *law);

/** Free a surface before its context; contacts and structures stay.
 *  @param surface NULL is allowed */
void rdg_contact_surface_free(rdg_contact_surface *surface);

#ifdef __cplusplus
}
#endif
#endif
