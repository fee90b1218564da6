/* Inside of deflation. */
#ifndef RDG_DEFLATE_IMPL_H
#define RDG_DEFLATE_IMPL_H

#include "corrector_impl.h"
#include "deflate.h"

struct rdg_deflation {
    rdg_problem *p;
    rdg_context *ctx;
    bool *held;          /* [n_parameters] */
    rdg_index n_entries; /* that the problem had */
    rdg_system *s;
    rdg_corrector *corrector;
    double power, shift;
    int iterations;
    rdg_index count, capacity;
    double **known; /* [count], each [n] */
    double *size;   /* [n] the largest typical sizes so far */
    double *weight; /* [n] a distance squared is sum weight_j du_j^2; 0 of what is held */
    double *F, *step, *trial, *gradient, *u, *at; /* [n] */
};

/* --- deflate.c */

/* Is there a search, no failure, the problem as it was, and a point? */
rdg_status rdg_deflation_require(const rdg_deflation *d, const char *where, const double *u);

/* The sizes grow with the points that are met; so all distances are of one kind. */
void rdg_deflation_measure(rdg_deflation *d, const double *u);

/* u becomes the last known solution, unless it is known. */
rdg_status rdg_deflation_keep(rdg_deflation *d, const double *u);

/* ln M and, unless NULL, its gradient; false at a known solution. */
bool rdg_deflation_factor(const rdg_deflation *d, const double *u, double *value, double *gradient);

#endif
