/* The inside of an equilibrium problem: its Jacobian, and what is known of its spectrum. */
#ifndef RDG_EP_IMPL_H
#define RDG_EP_IMPL_H

#include "spectrum_impl.h"

#include <ridgewalk/assembly.h>
#include <ridgewalk/ep.h>

typedef struct rdg_ep_lyapunov rdg_ep_lyapunov;

typedef struct rdg_ep_state {
    rdg_ep field;
    bool is_map;
    int users; /* functions of the problem, and the spectrum, that share this */
    rdg_problem *problem;
    rdg_assembly *assembly;    /* of all functions that the problem has when this one has been added */
    rdg_index n, nu;           /* states; variables that the assembly sees */
    rdg_index row, column;     /* of the Jacobian of f in that of the assembly: its first ones */
    double *values;            /* of the assembly's Jacobian */
    double *lambda;            /* [rows of the assembly] */
    double *v, *out;           /* [nu] */
    double *df_at, *df_values; /* [n + n_parameters], as df_pattern: the last Jacobian of the run df_run */
    long df_run;               /* 0: of none */
    rdg_spectrum *spectrum;    /* of f_x; borrowed */
    rdg_ep_lyapunov *lyapunov; /* workspace of l1; NULL for maps */
} rdg_ep_state;

/* --- ep_jacobian.c: callbacks of the spectrum; data: rdg_ep_state */
int rdg_ep_jacobian(const double *u, double *J, void *data);
int rdg_ep_slope(const double *u, const double *w, const double *v, double factor, double *gradient,
                 void *data);

/* --- ep_lyapunov.c */

/* Memory for l1, which is computed without requesting any. NULL or incomplete after a failure. */
rdg_ep_lyapunov *rdg_ep_lyapunov_create(rdg_ep_state *s);
void rdg_ep_lyapunov_free(rdg_ep_lyapunov *workspace);

/* The monitor "l1"; data: rdg_ep_state. */
int rdg_ep_l1(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_ep_l1_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);

#endif
