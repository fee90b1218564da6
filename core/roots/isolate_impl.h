/* All zeros of a function that can be enclosed on any part of an interval. */
#ifndef RDG_ISOLATE_IMPL_H
#define RDG_ISOLATE_IMPL_H

#include "enclosure_impl.h"

/* Encloses the function on [low, high]; other answers than 0 end the search. The values at both ends are
 * those that it gave there before. */
typedef int (*rdg_enclose)(double low, double high, rdg_enclosure *f, void *data);

/* Makes a place ready at which the part is to be divided, which it may move. Other answers than 0 end the
 * search, but RDG_UNDIVIDED: the part is left as a root that is not resolved, with its zero at *at. */
typedef int (*rdg_divide)(double low, double high, double *at, void *data);

enum { RDG_UNDIVIDED = -1 };

typedef struct rdg_root_search {
    rdg_enclose enclose;
    rdg_divide divide; /* NULL: any place will do */
    void *data;
    double least;             /* a part that is shorter is divided no more */
    int most;                 /* space in roots */
    rdg_enclosed_root *roots; /* from low to high */
    int count;
    double low;   /* of the whole */
    bool is_full; /* there was no space: the last one is not resolved and reaches up to the high end */
} rdg_root_search;

/* Divides [low, high] until all zeros are isolated. A zero at an end, or at a division, is there once.
 *  returns 0, or the answer of enclose() that ended the search; then roots up to there are known */
int rdg_isolate(rdg_root_search *search, double low, double high);

#endif
