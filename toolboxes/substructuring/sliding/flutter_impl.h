/* The inside of a flutter problem. */
#ifndef RDG_FLUTTER_IMPL_H
#define RDG_FLUTTER_IMPL_H

#include "complex_modes_impl.h"
#include "flutter.h"

/* Variables, in this order; the segment, eliminated, on polylines of straight segments only. */
enum {
    RDG_FLUTTER_SIGMA,
    RDG_FLUTTER_OMEGA,
    RDG_FLUTTER_S,
    RDG_FLUTTER_MU,
    RDG_FLUTTER_DAMPING,
    RDG_FLUTTER_LOAD,
    RDG_FLUTTER_NUMBERS,
    RDG_FLUTTER_SEGMENT = RDG_FLUTTER_NUMBERS,
    RDG_FLUTTER_VARIABLES
};

/* Share of a segment that parts starts from non-smooth peaks: at a start on one its event would not be seen.
 */
#define RDG_FLUTTER_APART 1e-6

typedef struct rdg_flutter {
    rdg_sliding *c;
    rdg_sliding_shape shape;
    double *memory;
    rdg_coupled modes;               /* a, b and r there; w2 and c of the structures */
    double *r_by[RDG_PLACE_NUMBERS]; /* [n] r by s, mu, load */
    rdg_index asked_at;              /* point at whose end a continuation was requested, and how often */
    int asked, way;                  /* +1, -1: it goes on to the next segment, the one before */
} rdg_flutter;

/* flutter.c: the place at a point; false: there is none. */
bool rdg_flutter_place(const rdg_flutter *o, const double *u, rdg_place *place);

/* flutter_function.c */
rdg_status rdg_flutter_workspace(rdg_flutter *o);
void rdg_flutter_terms(rdg_flutter *o, const rdg_place *place, double mu);
int rdg_flutter_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_flutter_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);

/* flutter_corners.c: non-smooth peaks of a polyline, and what comes behind them. */
rdg_status rdg_flutter_watch_corners(rdg_flutter *o, rdg_problem *p, const double *u);

#endif
