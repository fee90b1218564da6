/* Numbers of the Runge-Kutta method. */
#ifndef RDG_TABLEAU_IMPL_H
#define RDG_TABLEAU_IMPL_H

/* Of a step; with the value at its end and the three beside it that the continuous extension needs. */
enum { RDG_RK_STAGES = 12, RDG_RK_END = 12, RDG_RK_ALL = 16 };

extern const double rdg_rk_c[RDG_RK_ALL];
/* Row RDG_RK_END are the weights of the step itself. */
extern const double rdg_rk_a[RDG_RK_ALL][RDG_RK_ALL];
/* Weights of the error's estimate of order 5, and of the step of order 3 that the other compares with. */
extern const double rdg_rk_e5[RDG_RK_STAGES];
extern const double rdg_rk_b3[RDG_RK_STAGES];
/* Of the last four coefficients of the continuous extension. */
extern const double rdg_rk_d[4][RDG_RK_ALL];

#endif
