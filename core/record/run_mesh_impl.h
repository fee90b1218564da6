/* How the charts of a surface hang together, as it is written into a run folder. */
#ifndef RDG_RUN_MESH_IMPL_H
#define RDG_RUN_MESH_IMPL_H

#include "run_store_impl.h"

typedef struct rdg_mesh {
    rdg_index n_points;
    const double *const *mu; /* [n_points] parameters at each point; the point's number is its place */
    rdg_index axis[3];       /* the parameters that are drawn as coordinates */
    rdg_index n_triangles;
    const rdg_index *triangle; /* [3 n_triangles] points */
    rdg_index n_curve_points;
    const rdg_index *curve; /* [2 n_curve_points] number of the curve, point */
} rdg_mesh;

/* Write triangles.csv, curves.csv and surface.vtk; in memory, the first two. */
rdg_status rdg_run_store_mesh(rdg_run_store *store, const rdg_mesh *mesh);

#endif
