/* The inside of an equilibrium problem: its Jacobian, eigenvalues, Schur form, critical subspace. */
#ifndef RDG_EP_IMPL_H
#define RDG_EP_IMPL_H

#include <ridgewalk/assembly.h>
#include <ridgewalk/ep.h>

/* What vanishes at a bifurcation, as a product over eigenvalues: lambda_i + lambda_j, lambda_i lambda_j - 1,
 * lambda_i + 1. */
typedef enum rdg_ep_kind { RDG_EP_SUM, RDG_EP_PRODUCT, RDG_EP_SHIFT } rdg_ep_kind;

typedef struct rdg_ep_lyapunov rdg_ep_lyapunov;

typedef struct rdg_ep_state {
    rdg_ep field;
    bool is_map;
    int users; /* functions of the problem that share this */
    rdg_problem *problem;
    rdg_assembly *assembly;      /* of all functions that the problem has when this one has been added */
    rdg_index n, nu;             /* states; variables that the assembly sees */
    rdg_index row, column;       /* of the Jacobian of f in that of the assembly: its first ones */
    rdg_index hopf, omega2;      /* places of these parameters; -1: there are none */
    double *values;              /* of the assembly's Jacobian */
    double *at;                  /* [nu] where the eigenvalues were taken */
    bool known;                  /* J, re, im are those at `at` */
    bool has_schur;              /* T, Q, schur_re, schur_im as well */
    double norm;                 /* of J (Frobenius) */
    double *J, *T, *Q;           /* [n n] Jacobian, its real Schur form and vectors */
    double *re, *im;             /* [n] */
    double *schur_re, *schur_im; /* [n] the same in the order of T */
    double *T2, *Q2;             /* [n n] reordered */
    double *V, *W;               /* [2 n] right basis of the critical subspace, left basis with W^T V = 1 */
    double *lambda;              /* [rows of the assembly] */
    double *v, *out;             /* [nu] */
    double *work;
    int *select, *iwork;
    rdg_index n_work;
    rdg_ep_lyapunov *lyapunov; /* workspace of l1; NULL for maps */
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

/* --- ep_special.c */

/* Add the monitors and the special points of an instance whose field is in the problem. */
rdg_status rdg_ep_add_monitors(rdg_ep_state *s);

/* One of the functions that share the state. */
rdg_function rdg_ep_shared(rdg_ep_state *s, const char *name, rdg_index n, rdg_index m);

/* Give up one function's share; the last one that is freed takes the state along. */
void rdg_ep_leave(void *state);

/* --- ep_schur.c */

/* Jacobian and eigenvalues at u, unless they are at hand. Answers as callbacks do. */
int rdg_ep_decompose(rdg_ep_state *s, const double *u);

/* The real factor nearest to zero at the last decomposition. */
void rdg_ep_critical(const rdg_ep_state *s, rdg_ep_kind kind, rdg_critical *critical);

/* The same with the bases of its subspace in s->V, s->W, and critical->B. Answers as callbacks do:
 * eigenvalues outside the subspace that are all but equal to those inside make it ill-determined. */
int rdg_ep_bases(rdg_ep_state *s, rdg_ep_kind kind, rdg_critical *critical);

/* Square of the size of the Jacobian within the critical subspace: what its eigenvalues are small against,
 * however large the others are. */
double rdg_ep_square(const rdg_critical *critical);

/* Jacobian at u, [n n]. */
int rdg_ep_jacobian(rdg_ep_state *s, const double *u, double *J);

/* --- ep_bifurcation.c: callbacks of the monitors; data: rdg_ep_state */
int rdg_ep_hopf_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_hopf_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_omega2_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_omega2_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_ns_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_ns_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_pd_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_pd_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_ep_unstable(rdg_index n, const double *u, rdg_index m, double *y, void *data);

/* --- ep_count.c */

/* Hold the number of unstable eigenvalues against the special points of every run. */
rdg_status rdg_ep_add_count(rdg_ep_state *s);

/* --- ep_lyapunov.c */

/* Memory for l1, which is computed without asking for any. NULL or incomplete after a failure. */
rdg_ep_lyapunov *rdg_ep_lyapunov_create(rdg_ep_state *s);
void rdg_ep_lyapunov_free(rdg_ep_lyapunov *workspace);

int rdg_ep_l1(rdg_index n, const double *u, rdg_index m, double *y, void *data);

#endif
