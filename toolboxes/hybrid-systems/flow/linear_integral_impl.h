/* Integrals over a segment of a linear mode that are linear in its motion, in closed form. */
#ifndef RDG_LINEAR_INTEGRAL_IMPL_H
#define RDG_LINEAR_INTEGRAL_IMPL_H

#include "linear_second_impl.h"

/* int x exp(-i k phi) dt of the displacement x = sum of weight x_dof, the real part of `factor` times it. */
typedef struct rdg_linear_integral {
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
    rdg_structure_parameter factor;
} rdg_linear_integral;

/* Along the segment at sigma, which begins there: *known, where the mode has a closed form whose matrix no
 * parameter moves. y, dy: the segment's end, with derivatives if these are requested. Answers as callbacks
 * do. */
int rdg_linear_integrals_begin(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_second *s,
                               bool *known);

/* Those of harmonic k that follow, with derivatives by the frequency to an order of 0, 1, 2. */
void rdg_linear_integrals_of(rdg_second *s, int k, int orders);

/* The integral; its derivatives by sigma to `slope` [ns], unless it is NULL. */
double rdg_linear_integral_of(rdg_second *s, const rdg_linear_integral *of, const double *y, double *slope);

/* Second derivatives of a sum of integrals of one harmonic: its parts one by one, the first one to H [ns ns]
 * of zeros; then, when all are there, rdg_sum_curve(). */
void rdg_linear_integral_begin_sum(rdg_second *s, double *H);
void rdg_linear_integral_add(rdg_second *s, const rdg_linear_integral *of, const double *y, const double *dy);

#endif
