/* Basins under way. */
#ifndef RDG_BASINS_IMPL_H
#define RDG_BASINS_IMPL_H

#include "returns_impl.h"

#include <ridgewalk/basins.h>

/* What became of one start. */
typedef struct rdg_outcome {
    bool escaped;
    int answer;
    rdg_attractor of; /* arrays for RDG_KEPT points; fate RDG_SWEEP_LOST, RDG_SWEEP_SLOW: none */
    char reason[RDG_REASON];
} rdg_outcome;

typedef struct rdg_basining {
    rdg_hybrid *h;
    rdg_context *ctx;
    rdg_basins_options o; /* with defaults */
    rdg_section section;
    rdg_crew crew;
    rdg_basins_map *map;
    rdg_index axes;
    rdg_returns *motion; /* [threads] */
    rdg_index first;     /* start of the outcomes at hand */
    rdg_index outcomes;
    rdg_outcome *outcome; /* [outcomes] */
    double *start;        /* [states] off the axes */
    rdg_index start_mode;
    double *span; /* [states] of the grid; 0 off the axes */
} rdg_basining;

/* Value of an axis at a start. */
double rdg_basins_value(const rdg_basining *b, rdg_index axis, rdg_index start);

/* --- basins_motion.c: follow one start */
void rdg_basins_follow(rdg_basining *b, rdg_returns *r, rdg_index start, rdg_outcome *outcome);

/* --- attractors.c: number of the attractor, a new one if it must be; < 0: no memory */
rdg_index rdg_attractor_number(rdg_basining *b, const rdg_attractor *found);

/* --- basins_files.c */
rdg_status rdg_basins_write(rdg_basining *b);

#endif
