/* Surfaces along a step. */
#ifndef RDG_WATCH_IMPL_H
#define RDG_WATCH_IMPL_H
#include "rk_impl.h"
typedef struct rdg_watch {
    double g;
} rdg_watch;
static inline rdg_index rdg_watch_room(rdg_index n, rdg_index nu)
{
    return n + nu;
}
#endif
