/* The inside of an equilibrium problem: its Jacobian, Schur form, critical eigenvalues. */
#ifndef RDG_EP_IMPL_H
#define RDG_EP_IMPL_H

#include <ridgewalk/assembly.h>
#include <ridgewalk/ep.h>

/* What vanishes at a bifurcation, as a product over eigenvalues: lambda_i + lambda_j, lambda_i lambda_j - 1,
 * lambda_i + 1. */
typedef enum rdg_ep_kind { RDG_EP_SUM, RDG_EP_PRODUCT, RDG_EP_SHIFT } rdg_ep_kind;

typedef struct rdg_ep_state {
    rdg_ep field;
    bool is_map;
    int users; /* functions of the problem that share this */
    rdg_problem *problem;
    rdg_assembly *assembly; /* [zero function; parameters] */
    rdg_index n, nu;        /* states; variables that the assembly sees */
    double *values;         /* of the assembly's Jacobian */
    double *at;             /* [nu] where the Schur form was taken */
    bool known;
    double *J, *T, *Q; /* [n n] Jacobian, its real Schur form and vectors */
    double *re, *im;   /* [n] */
    double *T2, *Q2;   /* [n n] reordered */
    double *V, *W;     /* [2 n] right basis of the critical subspace, left basis with W^T V = 1 */
    double *lambda;    /* [rows of the assembly] */
    double *v, *out;   /* [nu] */
    double *work;
    int *select, *iwork;
    rdg_index n_work;
} rdg_ep_state;

/* A critical factor. */
typedef struct rdg_critical {
    int size;            /* of the subspace: 1 or 2; 0: there is no such factor */
    rdg_index i, j;      /* its eigenvalues */
    double sum, product; /* of these */
    double value;        /* of the factor */
    double sign;         /* of the product of all others */
    double B[2][2];      /* the Jacobian within the subspace, [row][column]; with the bases */
} rdg_critical;

/* --- ep_schur.c */

/* Jacobian and Schur form at u, unless they are at hand. Answers as callbacks do. */
int rdg_ep_decompose(rdg_ep_state *s, const double *u);

/* The real factor nearest to zero at the last decomposition. */
void rdg_ep_critical(const rdg_ep_state *s, rdg_ep_kind kind, rdg_critical *critical);

/* Bases of its subspace into s->V, s->W, and critical->B. Answers as callbacks do: eigenvalues outside the
 * subspace that are all but equal to those inside make it ill-determined. */
int rdg_ep_bases(rdg_ep_state *s, rdg_critical *critical);

/* Jacobian at u, [n n]. */
int rdg_ep_jacobian(rdg_ep_state *s, const double *u, double *J);

/* --- ep_bifurcation.c: callbacks of the monitors; data: rdg_ep_state */
int rdg_ep_hopf_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_hopf_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_omega2_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_omega2_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_btp_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_btp_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_ns_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_ns_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_pd_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_pd_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_unstable(rdg_index n, const double *u, rdg_index m, double *y, void *data);

/* --- ep_lyapunov.c */
int rdg_ep_l1(rdg_index n, const double *u, rdg_index m, double *y, void *data);

#endif
