/* Implicit steps where explicit ones are bound by stability: the collocation of order 9 at five Radau points
 * (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5 and IV.8), L-stable. With increments g_i
 * = h F(Y_i)
 *
 *     Y_i = z + sum over all j of a_ij g_j,     z1 = Y_5,
 *
 * which is solved to rounding: z1 is a smooth function of what the step stands on, and its derivatives need
 * those of F at the stages alone, second ones second ones. (Of linearly implicit methods, which have a
 * Jacobian among their numbers, they would need one more.) With A_i the field's derivatives by the states at
 * the stages
 *
 *     M = 1 - (h a_ij A_j)
 *
 * is the matrix of Newton's method, of variations, and, transposed, of multipliers.
 *
 * Motions need no derivatives of a step. There Newton's method is simplified: with the Jacobian J at the
 * step's beginning the matrix is 1 - h (a_ij) x J, which falls into one block for the real eigenvalue of
 * (a_ij) and one for each pair. It ends at a part of the error that is requested. */
#ifndef RDG_RADAU_IMPL_H
#define RDG_RADAU_IMPL_H

#include "flow_impl.h"

enum { RDG_RADAU_STAGES = 5 };

extern const double rdg_radau_c[RDG_RADAU_STAGES];
extern const double rdg_radau_a[RDG_RADAU_STAGES][RDG_RADAU_STAGES];
/* The estimate of a step's error: shift h f(z) + sum e_i (Y_i - z), of order 5, seen through (1 - shift h J).
 */
extern const double rdg_radau_shift, rdg_radau_e[RDG_RADAU_STAGES];
/* Of (a_ij): from A to has the real eigenvalue, shift, and a block (re, im; -im, re) for each pair. */
extern const double rdg_radau_re[2], rdg_radau_im[2];
extern const double rdg_radau_to[RDG_RADAU_STAGES][RDG_RADAU_STAGES];
extern const double rdg_radau_from[RDG_RADAU_STAGES][RDG_RADAU_STAGES];

typedef struct rdg_radau {
    rdg_index n, nu, size; /* that there is space for; 5 n */
    double *J;             /* [5 n nu] the field's derivatives at the stages, or as they were lately */
    double *A;             /* [5 n n] those by the states, by rows */
    double *M;             /* [size size] by rows, then its factors */
    rdg_index *row;        /* [size + n] of the pivots of M, of E */
    double *Y, *F;         /* [size] states and rates at the stages */
    double *left;          /* [size] of Newton's method */
    double *wide;          /* [size RDG_RK_WIDE] */
    double *E;             /* [n n] factors of the estimate's matrix */
    double *off;           /* [n RDG_RK_WIDE] */
    double *before;        /* [6 n] the last step's continuous extension, z and Y - z */
    double before_at, before_length; /* where that began, in shares of its tau, and how long it was */
    bool follows;                    /* it is known */
    double tolerance; /* of motions: error of Newton's method, relative to the states; 0: rounding */
    double rest;      /* of motions: error behind the last correction, relative to that */
    double trace, trace_before; /* of J at the last stage, at the first */
} rdg_radau;

/* --- radau.c */

/* Space for the mode at hand. 0, or -1 with a reason. */
int rdg_radau_provide(rdg_flow *flow);
void rdg_radau_free(rdg_flow *flow);

/* As rdg_rk_step(): from k->z to k->z1; k->f0 is not needed. */
int rdg_radau_step(rdg_flow *flow, double pos, double share);

/* The same, its stages are kept, and k->f0 is known behind it. */
int rdg_radau_trace(rdg_flow *flow, double pos, double share, const rdg_rk_stages *stages);

/* --- radau_extend.c */

/* The continuous extension of the step that was made last, and states within it. */
void rdg_radau_extend(rdg_flow *flow);
void rdg_radau_within(const rdg_flow *flow, double place, double *x);

/* The estimate of the last step's error, relative to what was requested; it falls with the length as that of
 * the explicit steps does. k->f0 is known. */
double rdg_radau_error(rdg_flow *flow);

/* An estimate of order 5, relative to what is requested, as one that falls as those of explicit steps do.
 * (The steps' own order, 9, is not to be counted on: where much is drawn fast they have about that of the
 * estimate.)
 */
double rdg_radau_judge(double estimate);

/* --- radau_matrix.c */

/* Factors in place of a matrix by rows, with pivots. false: it is singular. */
bool rdg_radau_factorise(rdg_index n, double *M, rdg_index *row);

/* x = M^-1 x, x = M^-T x; and RDG_RK_WIDE columns side by side. */
void rdg_radau_solve(rdg_index n, const double *M, const rdg_index *row, double *x);
void rdg_radau_solve_transposed(rdg_index n, const double *M, const rdg_index *row, double *x);
void rdg_radau_solve_wide(rdg_index n, const double *M, const rdg_index *row, double *x);

/* r->M from r->A, factored. */
bool rdg_radau_matrix(rdg_radau *r, rdg_index n, double h);

/* Simplified: with the derivatives at the step's beginning, r->A of the first stage, the matrix falls into
 * one block for each real eigenvalue of (a_ij) and pair of them, of n and of 2 n rows. left = M^-1 left. */
bool rdg_radau_blocks(rdg_radau *r, rdg_index n, double h);
void rdg_radau_solve_blocks(rdg_radau *r, rdg_index n, double *left);

/* --- radau_vary.c */

/* r->A by the states from entries of a pattern, at all stages; and the factors of the step's matrix. As
 * callbacks. */
int rdg_radau_take(rdg_flow *flow, const double *value, double h);

/* As rdg_rk_vary(). */
int rdg_radau_vary(rdg_flow *flow, double pos, double share, const rdg_rk_stages *stages, double *tape);

/* Backward, after rdg_radau_take(): multipliers of all increments, gamma_i = b_i mu + sum over l of a_li
 * eta_l with eta_l = h A_l^T gamma_l + more_l; more: [5 n] or NULL. eta [5 n] is left, too. */
void rdg_radau_pull_back(rdg_flow *flow, double h, const double *mu, const double *more, double *eta,
                         double *gamma);

/* Forward: states at the stages' variations du [5][nu] from those of increments without them, k [5 n]. */
void rdg_radau_push(rdg_flow *flow, const double *dz, const double *k, double *du);

/* --- radau_control.c: explicit steps or these */

/* Behind a step of a mesh that has been taken, k->f1 known: which is the next one to be? As callbacks. */
int rdg_radau_turn(rdg_flow *flow, rdg_control *c, double next);

/* A motion begins at k->z: space, Newton's tolerance; is its first step of this share to be implicit? As
 * callbacks, with a reason. */
int rdg_radau_enter(rdg_flow *flow, double share);

/* Behind a step of a motion, k->f1 known: which is the next one to be? Derivatives of the field are known of
 * implicit steps only, at their beginnings: they are not evaluated for this. */
void rdg_radau_judge_motion(rdg_flow *flow, rdg_control *c, double next);

#endif
