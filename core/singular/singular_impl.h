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
    rdg_index n, m; /* m = n - 1, or n with a row below */
    double *jacobian;
    double *size,
        *metric;   /* [n] at the start values, once and for all; the metric of what is not eliminated */
    long revision; /* of the set of eliminated variables that it is for */
    rdg_bordered *matrix; /* [G_u b; C 0] */
} rdg_curve;

/* The curve that releasing one inactive parameter leaves, with one border column, and with the gradient of
 * the parameter `below` as one row more (NULL: without). `where` is the public function that fails. */
rdg_status rdg_curve_init(rdg_curve *curve, rdg_problem *p, const char *where, const char *released,
                          const char *below);
void rdg_curve_release(rdg_curve *curve);

/* Row of a parameter that takes part. */
rdg_index rdg_curve_row(const rdg_curve *curve, const char *parameter);

/* Jacobian at u, and its bordered system factored. Answers as callbacks do. */
int rdg_curve_factor(rdg_curve *curve, const double *u, const double *B, const double *C);

/* (sum_k lambda_k Hess(G_k)) v, shape [n]. */
int rdg_curve_hessian_times(rdg_curve *curve, const double *u, const double *lambda, const double *v,
                            double *out);

/* Length of v in the metric. */
double rdg_curve_length(const rdg_curve *curve, const double *v);

/* A row in general position. */
void rdg_curve_general_row(const rdg_curve *curve, double phase, double *row);

#endif
