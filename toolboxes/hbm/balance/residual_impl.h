/* The equations. */
#ifndef RDG_RESIDUAL_IMPL_H
#define RDG_RESIDUAL_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* Callbacks of the zero function, data is the rdg_hbm; u = (Q, omega, alpha) */
int rdg_hbm_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data);
/* solution.c: x = -A^-1 b, or -A^-T b, with the leading [m, m] part A of the Jacobian that was evaluated
 * last. 0; > 0: singular; < 0: no memory */
int rdg_hbm_solve_jacobian(const struct rdg_hbm *hb, const double *values, bool transposed, const double *b,
                           double *x);
int rdg_hbm_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_hbm_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data);

#endif
