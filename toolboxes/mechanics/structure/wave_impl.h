/* The matrices of a travelling wave from inside (wave.h). */
#ifndef RDG_WAVE_IMPL_H
#define RDG_WAVE_IMPL_H

#include "structure_impl.h"
#include "wave.h"

/* Parts of M, C, K, [entries] each, in the order of the structure's pattern. */
struct rdg_wave {
    rdg_index sectors, order;
    double *S[3], *G[3];
    bool has_axis;  /* coordinates are known: */
    double R[3][3]; /* turns a sector into the next one */
};

/* For a structure of this pattern; the parts are zero. NULL after a failure, recorded. */
rdg_wave *rdg_wave_create(const rdg_structure *s, rdg_index sectors, rdg_index order);
rdg_wave *rdg_wave_copy(const rdg_structure *from);
void rdg_wave_free(rdg_wave *wave); /* NULL is allowed */

/* C = a M + b K of the parts; nothing happens without a wave. */
void rdg_wave_set_damping(rdg_structure *s, double mass_factor, double stiffness_factor);

/* Nodal diameter of a harmonic, 0 .. sectors - 1. */
rdg_index rdg_wave_diameter(const rdg_wave *wave, rdg_index harmonic);

/* Whether the matrices of a nodal diameter are real: 0, and half of the sectors. */
bool rdg_wave_is_real(const rdg_wave *wave, rdg_index diameter);

/* Matrix `which` (M, C, K) of a nodal diameter: real parts, then imaginary parts, [2 entries]. */
void rdg_wave_combine(const rdg_structure *s, int which, rdg_index diameter, double *to);

/* --- wave_form.c */

/* A wave with this pattern, proportional damping as another structure has and matrices that are zero.
 * Whatever entries sum up to where all sectors move alike, they are not at other phases. NULL after a
 * failure. */
rdg_structure *rdg_wave_bare(const rdg_structure *like, const char *where, const rdg_pattern *pattern,
                             rdg_index sectors, rdg_index order);

/* A structure with the matrices of a nodal diameter and nothing else: as they are where they are real, else
 * [[Re, -Im], [Im, Re]], which acts on the real and imaginary parts. To be freed; NULL after a failure. */
rdg_structure *rdg_wave_real_form(const rdg_structure *s, rdg_index diameter, const char *where);

#endif
