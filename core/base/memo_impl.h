/* A checkpoint data from within. */
#ifndef RDG_MEMO_IMPL_H
#define RDG_MEMO_IMPL_H

#include "memo.h"
#include "objects.h"

struct rdg_checkpoint {
    rdg_context *ctx;
    double *numbers; /* [capacity], of which n are written */
    rdg_index n, capacity;
    rdg_index at;   /* the next one to be read */
    bool reads;     /* else it is written */
    bool is_broken; /* more was requested than there is, or something else */
};

/* Begin to write anew, or to read from the beginning. */
void rdg_memo_begin(rdg_checkpoint *memo, bool reads);

/* Space for n numbers, to be filled with what is read there; NULL: no memory. */
double *rdg_checkpoint_space(rdg_checkpoint *memo, rdg_index n);

void rdg_memo_release(rdg_checkpoint *memo);

#endif
