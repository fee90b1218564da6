/* Coordinate systems of Nastran: CORD2R, CORD2C and CORD2S. */
#ifndef RDG_COORDINATE_SYSTEMS_IMPL_H
#define RDG_COORDINATE_SYSTEMS_IMPL_H

#include "scan_impl.h"

/* Given by points: an origin A, B on the z axis and C in the plane x > 0, y = 0; in another system */
typedef struct rdg_coordinate_system {
    rdg_index number, within, line;
    char kind;          /* 'R', 'C': r, theta, z; 'S': r, theta from z, phi; angles in degrees */
    double point[3][3]; /* A, B, C; global ones once it is resolved */
    bool is_resolved;
} rdg_coordinate_system;

typedef struct rdg_coordinate_systems {
    rdg_index n, capacity;
    rdg_coordinate_system *item;
} rdg_coordinate_systems;

/* From coordinates in a system (0: global) to global ones, in place. RDG_ERR_FORMAT: there is no such system,
 * it is defined by itself, or its points lie on a line. */
rdg_status rdg_coordinates_to_global(rdg_coordinate_systems *systems, const rdg_scan *scan, rdg_index line,
                                     rdg_index system, double x[3]);

#endif
