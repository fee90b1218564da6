/* The system of a curve within a problem: [zero functions; parameters that are held on the curve], and
 * bordered systems with its Jacobian. */
#ifndef RDG_SINGULAR_IMPL_H
#define RDG_SINGULAR_IMPL_H

#include "assembly_impl.h"
#include "bordered_impl.h"
#include "problem_impl.h"

typedef struct rdg_curve {
    rdg_problem *p;
    rdg_assembly *assembly;
    rdg_index n, m; /* m = n - 1 */
    double *jacobian;
    double *size, *metric; /* [n] at the start values, once and for all */
    rdg_bordered *matrix;  /* [G_u b; C 0] */
} rdg_curve;

/* The curve that releasing one inactive parameter leaves, with so many border columns. `where` is the public
 * function that fails. */
rdg_status rdg_curve_init(rdg_curve *curve, rdg_problem *p, const char *where, const char *released,
                          rdg_index border_cols);
void rdg_curve_release(rdg_curve *curve);

/* Jacobian at u, and its bordered system factored. Answers as callbacks do. */
int rdg_curve_factor(rdg_curve *curve, const double *u, const double *B, const double *C);

/* Length of v in the metric. */
double rdg_curve_length(const rdg_curve *curve, const double *v);

/* A row in general position. */
void rdg_curve_general_row(const rdg_curve *curve, double phase, double *row);

#endif
