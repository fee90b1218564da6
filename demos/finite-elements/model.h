/* The blade from CalculiX: matrices that ccx writes now, where it is installed, or wrote once (blade.sti,
 * blade.mas, blade.dof beside this file), reduced, with two friction contacts at its tip. */
#ifndef FINITE_ELEMENTS_MODEL_H
#define FINITE_ELEMENTS_MODEL_H

#include "../stored.h"
#include "mesh.h"

#include <ridgewalk/component.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <stdlib.h>
#include <string.h>

/* Contacts at the corners of the tip, the force in the middle of the span */
typedef struct blade_places {
    rdg_index leading, trailing, middle;
} blade_places;

static inline blade_places places_of(const blade_mesh *m)
{
    return (blade_places){blade_node(m, 0, 0, 2 * m->z), blade_node(m, 0, 2 * m->y, 2 * m->z),
                          blade_node(m, 0, 0, 2 * (m->z / 2))};
}

/* Let ccx write matrices into a folder, or its frequencies into job.dat; false: it is not installed, or
 * failed. */
static inline bool run_ccx(const char *folder, const char *job, const blade_mesh *m, bool matrices)
{
    char path[256], command[512];
    snprintf(path, sizeof path, "%s/%s.inp", folder, job);
    snprintf(command, sizeof command, "cd '%s' && ccx %s >%s.log 2>&1", folder, job, job);
    return system("command -v ccx >/dev/null 2>&1") == 0 && write_blade(path, m, matrices) &&
           system(command) == 0;
}

/* "demos/finite-elements/blade", seen from the folder in which the program runs */
static inline const char *stored_blade(void)
{
    static char job[256];
    const char *file = stored_path("demos/finite-elements/blade.dof");
    snprintf(job, sizeof job, "%.*s", file ? (int)(strlen(file) - strlen(".dof")) : 5, file ? file : "blade");
    return job;
}

/* The blade with damping of 0.5 % at its first mode and names where something happens */
static inline rdg_structure *blade_of(rdg_context *ctx, const char *job, const blade_mesh *m)
{
    const blade_places at = places_of(m);
    rdg_structure *blade = rdg_structure_read_calculix(ctx, "blade", job);
    rdg_damping_proportional(blade, 13.0, 0.0);
    rdg_name_dof(blade, "leading", rdg_node_dof(blade, at.leading, 'x'));
    rdg_name_dof(blade, "trailing", rdg_node_dof(blade, at.trailing, 'x'));
    rdg_name_dof(blade, "middle", rdg_node_dof(blade, at.middle, 'x'));
    rdg_name_nodes(blade, "places", 3, (const rdg_index[]){at.leading, at.trailing, at.middle}, "x");
    return blade;
}

/* Contacts, force and sensor: of the whole blade or of a component */
static inline rdg_hbm *blade_response(rdg_structure *blade)
{
    for (int tip = 0; tip < 2; tip++) {
        rdg_contact_add(blade, &(rdg_contact){.tangential = tip ? "trailing" : "leading",
                                              .kt = 4e4,
                                              .mu = 0.3,
                                              .preload = tip ? 6.0 : 9.0});
    }
    rdg_force_add(blade, "middle", 1, 1.0);
    rdg_sensor_add(blade, "Am", "leading");
    return rdg_hbm_create(blade, RDG_HARMONICS(1, 3));
}

#endif
