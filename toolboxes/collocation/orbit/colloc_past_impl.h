/* Segments of a labelled solution, read back. */
#ifndef RDG_COLLOC_PAST_IMPL_H
#define RDG_COLLOC_PAST_IMPL_H

#include "colloc_segments_impl.h"
#include "stored_impl.h"

/* Segments of a labelled solution. */
typedef struct rdg_colloc_past {
    rdg_context *ctx;
    const char *where, *run; /* for messages */
    rdg_index label;
    char *kept;
    rdg_index segments, order;
    rdg_stored *segment;     /* [segments] */
    rdg_index *mode, *event; /* [segments] */
} rdg_colloc_past;

/* --- segment_stored.c */

/* Read it; ctx, where, run, label are there. Its modes are entered. */
rdg_status rdg_colloc_past_read(rdg_colloc_past *past, rdg_hybrid *h);
void rdg_colloc_past_release(rdg_colloc_past *past);

/* Shooting from it; options: for the flow, `transient`, and where p is given other parameters. */
rdg_shooting *rdg_colloc_segments_shoot(rdg_hybrid *h, const rdg_colloc_past *past,
                                        const rdg_shooting_options *options);

#endif
