/* Columns of a pattern in groups that share no row: one evaluation differences all columns of a group. */
#ifndef RDG_COLOURING_IMPL_H
#define RDG_COLOURING_IMPL_H

#include "function.h"
#include "objects.h"

typedef struct rdg_colouring {
    rdg_index count;
    rdg_index *start;  /* [count + 1] */
    rdg_index *column; /* [cols] of the groups, one after the other; ascending in each */
} rdg_colouring;

/* RDG_ERR_NO_MEMORY: nothing is to be freed. */
rdg_status rdg_colouring_create(rdg_context *ctx, const rdg_pattern *pattern, rdg_colouring *colouring);
void rdg_colouring_free(rdg_colouring *colouring);

#endif
