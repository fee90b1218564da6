/** @file animation.h
 *  @brief A solution of harmonic balance on its finite element mesh, animated over a period, for ParaView.
 *
 *      rdg_fe_mesh *mesh = rdg_fe_mesh_read(blade, "blade.inp");
 *      rdg_animate(hb, "response", label, &(rdg_animation){.path = "resonance.pvd", .mesh = mesh});
 */
#ifndef RDG_ANIMATION_H
#define RDG_ANIMATION_H

#include <ridgewalk/component.h>
#include <ridgewalk/fe_mesh.h>
#include <ridgewalk/harmonic_balance.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is animated, and where it goes. */
typedef struct rdg_animation {
    const char *path;        /**< ends in .pvd. The frames stand beside it: resonance_000.vtu, ... */
    const rdg_fe_mesh *mesh; /**< of the structure, of the one that was reduced to it, or of .relative */
    const rdg_component *by; /**< by which the structure of the mesh was reduced; NULL: it was not */
    rdg_structure *relative; /**< that of rdg_contact_surface_relative() of the mesh, which is
                                        animated or was reduced; NULL: the structure of the mesh itself */
    rdg_index frames;        /**< instants in a period; 0: 24 */
} rdg_animation;

/** Contact states as numbers, in the field "contact_state". */
typedef enum rdg_animation_state {
    RDG_SHOWN_NO_CONTACT, /**< no contact acts at the node */
    RDG_SHOWN_STICK,      /**< stuck; or closed, without friction */
    RDG_SHOWN_SLIP,       /**< slips */
    RDG_SHOWN_OPEN        /**< open */
} rdg_animation_state;

/** Write the motion of a labelled solution over one period. Each frame has these fields at the nodes:
 *
 *  - "displacement_m" (vector): at the instant, all harmonics, relative to the base where that moves;
 *  - "amplitude_m": root mean square over the period, static part left out, the same in each frame;
 *  - "contact_state": rdg_animation_state at the instant; of several contacts at a node the greatest number;
 *  - "contact_force_N" (vector): what contacts exert on the node.
 *
 *  Both last ones are left out where no contact acts at a node of the mesh. They come from the force laws in
 * time along the motion, from its instants, at least 2048 in a period. A contact counts where the mesh's
 * structure has its named displacements. Others are left out with a note, as are those without a force law in
 * time. Time is in s.
 *  @param hb        harmonic balance, not of a travelling wave
 *  @param run       a run of its problem
 *  @param label     of a solution
 *  @param animation what and where
 *  @return RDG_OK; as rdg_run_open() and rdg_run_solution(); RDG_ERR_ARGUMENT (path; mesh of another
 * structure; fewer than 1 frame), RDG_ERR_SIZE (other harmonics than in the run), RDG_ERR_CALLBACK (a force
 * law is outside its domain), RDG_ERR_IO, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_animate(rdg_hbm *hb, const char *run, rdg_index label, const rdg_animation *animation);

#ifdef __cplusplus
}
#endif
#endif
