/* Space for a force law's memory, contact states and derivatives. */
#ifndef RDG_LAW_WORKSPACE_IMPL_H
#define RDG_LAW_WORKSPACE_IMPL_H

#include "law_in_time.h"

struct rdg_law_workspace {
    const rdg_law_in_time *law;
    const void *self;
    rdg_index d, m, n, parts;
    double *v, *w, *w_x, *df; /* [d] zeros, [m], [m * d], [d * n] */
    double *x_s, *v_s, *f_s;  /* [d] on the way */
    int *status;              /* [parts] */
};

/* Nothing is known yet. */
void rdg_law_workspace_clear(rdg_law_workspace *workspace);

/* Force at x, v with the memory and contact states of the space, and its derivatives, those of the memory by
 * the displacements (w_x) included; to f, fx [d * d], fv [d * d]; NULL: not requested. */
int rdg_law_workspace_force(rdg_law_workspace *workspace, const double *x, const double *v, double *f,
                            double *fx, double *fv);

#endif
