/* The dynamic stiffness of all harmonics. */
#ifndef RDG_STIFFNESS_IMPL_H
#define RDG_STIFFNESS_IMPL_H

#include <ridgewalk/condensation.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/linear_ops.h>

typedef struct rdg_spectral rdg_spectral; /* of hbm/interface */

/* Numbers of the damping: a, b, g of C = a M + b K and K (1 + i g). */
enum { RDG_HBM_DAMPING_MASS, RDG_HBM_DAMPING_STIFFNESS, RDG_HBM_DAMPING_LOSS, RDG_HBM_DAMPINGS };

/* Dynamic stiffness of all harmonics at the last omega requested: residual, Jacobian and Hessian at one omega
   condense once. */
typedef struct rdg_hbm_stiffness {
    rdg_condensation *condensation; /* NULL: all degrees of freedom are kept */
    double *M, *C, *K;              /* then the structure's, [2 * entries] of each matrix: re and im */
    double *G;                      /* [entries] gyroscopic, of C + omega G; NULL: no such forces */
    rdg_pattern block;              /* of a harmonic's matrix: the structure's, or dense; borrowed */
    rdg_pattern *dense;
    rdg_index entries;                        /* in block */
    double damping[RDG_HBM_DAMPINGS];         /* C = a M + b K, if that varies; K (1 + i g) always */
    double nominal_damping[RDG_HBM_DAMPINGS]; /* the structure's */
    bool damping_varies;
    bool is_real; /* no damping, and no travelling wave */
    bool is_wave; /* then M, C and K are Hermitian, and each harmonic has its own */
    double omega;
    int order;         /* highest derivative present; -1: nothing is */
    int wanted;        /* highest derivative ever requested, at least 1: condensed along from then on */
    rdg_index *number; /* [harmonics] those that are condensed at once */
    double *D[3];      /* D, dD/domega, d2D/domega2: for each harmonic [2 * entries], re and im */
    rdg_spectral
        *spectral;    /* in place of D; `block` is the pattern of the contacts' stiffness then. NULL: none */
    double *contacts; /* [entries] this stiffness */
    rdg_linear_ops linear;  /* what the problem brings along */
    rdg_index linear_at;    /* the place of omega among the function's variables */
    const rdg_index *place; /* in the Jacobian, entry by entry as they are scattered */
} rdg_hbm_stiffness;

/* The order is that of the derivative in omega. */
rdg_status rdg_hbm_make_stiffness(rdg_hbm *hb);
int rdg_hbm_stiffness_update(rdg_hbm *hb, double omega, int order);
void rdg_hbm_stiffness_multiply(const rdg_hbm *hb, int order, const double *x, double *y); /* y += D x */
void rdg_hbm_stiffness_multiply_transposed(const rdg_hbm *hb, int order, const double *x, double *y);
/* Let the damping vary; set one of its numbers. */
rdg_status rdg_hbm_vary_damping(rdg_hbm *hb);
void rdg_hbm_set_damping(rdg_hbm *hb, int which, double value);
void rdg_hbm_stiffness_scatter(const rdg_hbm *hb, double *values); /* into the Jacobian */

/* spectral_part.c: the spectral solver (rdg_hbm_make_stiffness()); its operator, once the places are known */
rdg_status rdg_hbm_make_spectral(rdg_hbm *hb);
void rdg_hbm_make_linear_ops(rdg_hbm *hb);
/* x = -A^-1 b, or -A^-T b, with the Jacobian's leading part A. 0; > 0: singular; < 0: no memory */
int rdg_hbm_solve_spectral(const rdg_hbm *hb, const double *values, double omega, bool transposed,
                           const double *b, double *x);

#endif
