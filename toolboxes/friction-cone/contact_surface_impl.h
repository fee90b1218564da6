/* A contact surface from inside. */
#ifndef RDG_CONTACT_SURFACE_IMPL_H
#define RDG_CONTACT_SURFACE_IMPL_H

#include "contact_surface.h"

enum { RDG_SURFACE_NAME = 256, RDG_SURFACE_AXES = 3 };

/* Two nodes. */
typedef struct rdg_surface_pair {
    rdg_surface_node node;
    rdg_index partner;                  /* place in the mesh; -1: ground */
    double axis[RDG_SURFACE_AXES][3];   /* unit vectors t1, t2, n */
    rdg_index dof[2][RDG_SURFACE_AXES]; /* x, y, z of node and partner; -1: held */
    bool is_named;                      /* the differences have names in the structure of the mesh */
} rdg_surface_pair;

struct rdg_contact_surface {
    rdg_context *ctx;
    const rdg_fe_mesh *mesh;
    rdg_structure *s;
    char *name;
    rdg_index n;
    rdg_surface_pair *pair; /* [n] */
    double area, farthest;
};

/* "root.117.t1" in `name`; direction -1: "root.117". */
const char *rdg_surface_name(const rdg_contact_surface *surface, const rdg_surface_pair *pair, int direction,
                             char name[RDG_SURFACE_NAME]);

/* The three differences of a pair as named displacements of the structure of the mesh, once. */
rdg_status rdg_surface_name_differences(const rdg_contact_surface *surface, rdg_index k);

#endif
