/* The modes of both structures side by side, and sums over them. */
#ifndef RDG_COMPLEX_MODES_IMPL_H
#define RDG_COMPLEX_MODES_IMPL_H

#include "complex_modes.h"
#include "sliding_impl.h"

enum { RDG_COUPLED_ROWS = 5 };
typedef struct rdg_coupled {
    rdg_context *ctx;
    const char *where;
    rdg_index n;
    double *a, *b, *r, *w2, *c; /* [n], r = a b */
} rdg_coupled;

/* The modes in memory of [(RDG_COUPLED_ROWS + more) n], which the caller frees (NULL: there is none); w2 and
 * c from both sides; r from a and b. */
double *rdg_coupled_create(const rdg_sliding *c, const char *where, rdg_index more, rdg_coupled *m);
void rdg_coupled_fill(const rdg_sliding *c, rdg_coupled *m);
void rdg_coupled_multiply(rdg_coupled *m);

/* g, its derivative, and the sum of d'/d: at p */
typedef struct rdg_coupled_sums {
    double _Complex g, dg, poles;
} rdg_coupled_sums;
rdg_coupled_sums rdg_coupled_sum(const rdg_coupled *m, double _Complex p);

/* Predictors of eigenvalues to rounding errors, all at once; false: they do not converge. */
bool rdg_coupled_polish(const rdg_coupled *m, rdg_index count, double _Complex *p);

/* complex_modes.c: the lowest ones from a dense problem, sorted; sorts the modes, and multiplies. */
rdg_status rdg_coupled_lowest(rdg_coupled *m, rdg_index count, double _Complex *p);

#endif
