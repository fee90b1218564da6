/* Inside of conservative modes: motions without damping that are the same backwards in time, made of
 * cosines. Unknowns u = (Q, omega), Q of a harmonic balance that may be condensed. */
#ifndef RDG_CONSERVATIVE_IMPL_H
#define RDG_CONSERVATIVE_IMPL_H

#include "dnnm_impl.h"

typedef struct rdg_conservative rdg_conservative;

/* Those entries of a matrix of the harmonic balance that belong to cosines, and where they are there. */
typedef struct rdg_conservative_part {
    rdg_index *start, *row; /* of the pattern */
    rdg_index *source;      /* of each entry; -1: the 1 of a sine's equation */
    rdg_pattern pattern;
    double *values; /* of the whole matrix, workspace */
    rdg_index count;
} rdg_conservative_part;

/* As rdg_dnnm_measure. */
typedef struct rdg_conservative_measure {
    const rdg_conservative *model;
    const char *name;
    rdg_dnnm_phi phi;
} rdg_conservative_measure;

/* What the functions of a problem share; it belongs to the zero function "mode". */
struct rdg_conservative {
    rdg_hbm *hb;
    int users; /* as in rdg_dnnm_model, and the next two */
    rdg_conservative *before;
    rdg_hbm_parameters *numbers;
    rdg_index size; /* variables: Q, omega, numbers */
    const rdg_basis *basis;
    const rdg_function *forced;
    rdg_index n, m; /* kept degrees of freedom, unknowns Q */
    bool energy;    /* is a column */
    bool *sine;     /* [size + 1] is it a sine part? Neither omega nor alpha nor a number is one */
    rdg_conservative_part jacobian, hessian;
    double *u, *lambda; /* [size + 1], [m]: workspaces */

    rdg_index norm_first, norm_end; /* coefficients that the amplitude measures */
    rdg_sparse static_mass;         /* of the kept degrees of freedom, the others following statically */
    rdg_pattern *dense;             /* its pattern and values where degrees of freedom are condensed */
    double *dense_values;
    double *product[2]; /* [m], D' Q and D'' Q */
    double *gradient;   /* [m + 1] */
    rdg_conservative_measure linear, logarithm;
};

/* conservative_model.c */
rdg_conservative *rdg_conservative_create(rdg_hbm *hb, const rdg_mode *mode);
void rdg_conservative_free(void *model);
rdg_conservative *rdg_conservative_widen(rdg_conservative *model, const char *name);

/* conservative_residual.c: callbacks of "mode", data is the model */
int rdg_conservative_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_conservative_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_conservative_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data);
/* conservative_amplitude.c */
rdg_status rdg_conservative_make_static_mass(rdg_conservative *model);
void rdg_conservative_make_measures(rdg_conservative *model);
rdg_function rdg_conservative_amplitude(rdg_conservative_measure *measure);

/* conservative_problem.c: on a linear mode of the whole structure */
rdg_problem *rdg_conservative_problem(rdg_hbm *hb, const rdg_mode *mode, const rdg_dnnm_mode *linear,
                                      double a);

#endif
