/* A sector from inside: which degrees of freedom its right face is made of. */
#ifndef RDG_SECTOR_IMPL_H
#define RDG_SECTOR_IMPL_H

#include "sector.h"
#include "structure_impl.h"
#include "wave_impl.h"

#include <complex.h>

/* A degree of freedom of the right face: those of the left face of the next sector, turned. */
typedef struct rdg_face_dof {
    int n; /* 1 .. 3 */
    rdg_index dof[3];
    double weight[3];
} rdg_face_dof;

struct rdg_sector {
    rdg_context *ctx;
    rdg_structure *s; /* borrowed */
    rdg_index sectors;
    bool has_axis;    /* then: */
    double R[3][3];   /* turns this sector into the next one */
    rdg_index n;      /* without the right face */
    rdg_index *place; /* [s->n] number in the wave; -1 - i: degree of freedom i of the right face */
    rdg_index n_right;
    rdg_face_dof *right; /* [n_right] */
};

/* sector_faces.c: R from the axis. */
void rdg_sector_make_rotation(rdg_sector *sector, char axis);

/* sector_wave.c: a wave without names and parts. */
rdg_structure *rdg_sector_fold(const rdg_sector *sector, rdg_index order);

/* sector_modes.c: a shape without the right face, [n], in all degrees of freedom: real parts, then imaginary
 * parts, [2 * s->n]. */
void rdg_sector_expand(const rdg_sector *sector, rdg_index diameter, const double complex *v, double *shape);

/* sector_faces.c: find the partners of the right face's degrees of freedom, numbered as in its set. */
rdg_status rdg_sector_match_faces(rdg_sector *sector, const rdg_sector_options *options, const char *where);

#endif
