/* Inside of damped nonlinear modes. Unknowns u = (Q, omega, xi), Q as in hbm_equations.h with all degrees of
   freedom kept, and numbers of the structure behind them if the problem has got some. */
#ifndef RDG_DNNM_IMPL_H
#define RDG_DNNM_IMPL_H

#include "dnnm.h"

#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/vectors.h>

typedef struct rdg_dnnm_model rdg_dnnm_model;

/* A function phi(s) of the squared modal amplitude s, or its derivative of order 1 or 2. */
typedef double (*rdg_dnnm_phi)(double s, int order);

/* A measure of the amplitude. */
typedef struct rdg_dnnm_measure {
    const rdg_dnnm_model *model;
    const char *name;
    rdg_dnnm_phi phi;
} rdg_dnnm_measure;

/* What the functions of a problem share; it belongs to the zero function "dnnm". */
struct rdg_dnnm_model {
    rdg_hbm *hb;
    int users;                   /* its problems, and the model with one number more */
    rdg_dnnm_model *before;      /* that with one number less, which other functions still have; or NULL */
    rdg_hbm_parameters *numbers; /* NULL: none */
    rdg_index size;              /* variables: m + 2, and the numbers */
    const rdg_basis *basis;
    const rdg_function *forced; /* R(Q, omega, alpha, numbers) of the harmonic balance */
    rdg_sparse M;
    rdg_index n, m;  /* degrees of freedom, unknowns Q */
    rdg_index first; /* of harmonic 1 in Q: the cosine parts; the sine parts follow */
    rdg_mode_phase phase;
    bool energy; /* is a column */

    /* the part of Q that the amplitude a measures: whole coefficients */
    rdg_index norm_first, norm_count;
    rdg_dnnm_measure linear, logarithm; /* a and log10(a) */

    /* the displacement x: sum_i weight[i] Q[place[i]] is the cosine part of its first harmonic */
    rdg_index n_terms;
    rdg_index *place; /* [n_terms] */
    double *weight;   /* [n_terms] */

    /* columns of the derivatives of "dnnm" */
    rdg_index *jacobian_start;   /* [size + 1] */
    rdg_index *mass_place;       /* of each entry of M in each column of Q, not the static one's: where the
                                    artificial       damping goes */
    rdg_index *hessian_start;    /* [size + 1] of the pattern */
    rdg_index *hessian_row;      /* of the pattern; NULL: dense */
    rdg_index *hessian_source;   /* of each entry: where it is in the Hessian of `forced`, or -1 */
    rdg_index *xi_place;         /* [m + 1] row of xi in the columns of Q and omega */
    rdg_index *omega_place;      /* [m] row of omega in the columns of Q */
    rdg_pattern hessian_pattern; /* of hessian_start, hessian_row */

    double *u;              /* [size] workspace: (Q, omega, 0, numbers) */
    double *forced_hessian; /* workspace */
    size_t forced_entries;  /* in it */
    double *product;        /* [m] workspace */
};

/* dnnm_model.c */
rdg_dnnm_model *rdg_dnnm_model_create(rdg_hbm *hb, const rdg_mode *mode);
void rdg_dnnm_model_free(void *model);
/* The same model with one number of the structure more, which owns one use of the old one; NULL after a
 * failure. */
rdg_dnnm_model *rdg_dnnm_model_widen(rdg_dnnm_model *model, const char *name);

/* dnnm_mass.c: the harmonic that a coefficient belongs to (not the static one), and products with the mass
 * matrix, harmonic by harmonic */

int rdg_dnnm_harmonic(const rdg_dnnm_model *model, rdg_index coefficient);

/* out = G x, G the derivative by omega t, times M: cosine parts k M x_s, sine parts -k M x_c;
 * the artificial damping adds -xi omega G Q to the residual */
void rdg_dnnm_multiply_damping(const rdg_dnnm_model *model, const double *x, double *out);
void rdg_dnnm_multiply_damping_transposed(const rdg_dnnm_model *model, const double *x, double *out);
/* out = E x with E = blockdiag(k^2 M): Q^T E Q is the energy term of the forcing amplitude */
void rdg_dnnm_multiply_energy(const rdg_dnnm_model *model, const double *x, double *out);
/* out += M x, one coefficient of each */
void rdg_dnnm_add_mass(const rdg_dnnm_model *model, const double *x, double *out);

/* dnnm_problem.c: the unknowns Q, [m], of which the first n_static are the mean; typical is what moves */
rdg_status rdg_dnnm_add_motion(rdg_problem *problem, rdg_index m, rdg_index n_static, const double *Q);

/* dnnm_residual.c: callbacks of "dnnm", data is the model */
int rdg_dnnm_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_dnnm_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_dnnm_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data);

/* The monitors. dnnm_level.c: alpha of (Q, omega, xi). dnnm_amplitude.c: a and log10(a) of the part of Q that
 * they measure. dnnm_ratio.c: zeta of (omega, xi) */
rdg_function rdg_dnnm_level(rdg_dnnm_model *model);
double rdg_dnnm_root(double s, int order);
double rdg_dnnm_decimal_logarithm(double s, int order);
void rdg_dnnm_make_measures(rdg_dnnm_model *model);
rdg_function rdg_dnnm_amplitude(rdg_dnnm_measure *measure);
rdg_function rdg_dnnm_damping_ratio(void);

/* dnnm_linear.c: a linear mode at rest */
typedef struct rdg_dnnm_mode {
    double omega, xi;       /* rad/s, 1/s; omega is 0 where the frequency grows from 0 with the amplitude */
    double motion;          /* of the displacement x in the mode, >= 0 */
    rdg_index multiplicity; /* of the linear frequency */
    double *shape; /* [2 n] the parts of the motion in phase with x and a quarter period ahead of it, with the
                      sum of their shape^T M shape = 1; NULL after a failure */
} rdg_dnnm_mode;

/* A diagonal block of the Jacobian at rest, factored: of harmonic 0, 1, 2 or 3. */
typedef struct rdg_dnnm_block {
    rdg_index first, size; /* in Q */
    double *factor;
    int *pivot;
} rdg_dnnm_block;

/* The multiplicity up to which directions are searched for, and how many are kept. */
enum { RDG_DNNM_MULTIPLICITY = 8, RDG_DNNM_DIRECTIONS = 64, RDG_DNNM_BLOCKS = 4 };

/* The motions of a linear frequency. */
typedef struct rdg_dnnm_eigenspace {
    rdg_index m, first; /* multiplicity; number of its first mode */
    double omega;
    double *basis;      /* [n m], M-orthonormal */
    double *mass_basis; /* [n m], M times it */
    rdg_index n_blocks;
    rdg_dnnm_block block[RDG_DNNM_BLOCKS];
} rdg_dnnm_eigenspace;

typedef struct rdg_dnnm_direction {
    double c[2 * RDG_DNNM_MULTIPLICITY]; /* real parts [m], imaginary parts [m] */
    double shift;                        /* of omega^2 */
    bool in_phase;
    int met;        /* by so many starts */
    bool is_linear; /* no element acts on it, at any amplitude */
} rdg_dnnm_direction;

typedef struct rdg_dnnm_directions {
    rdg_index count; /* isolated ones: those in phase first, by frequency; then a basis of linear motions */
    rdg_dnnm_direction item[RDG_DNNM_DIRECTIONS];
} rdg_dnnm_directions;

/* --- dnnm_direction.c */
rdg_status rdg_dnnm_find_directions(const rdg_dnnm_model *model, const rdg_dnnm_eigenspace *space,
                                    bool in_phase_only, rdg_dnnm_directions *out);

/* --- dnnm_eigenspace.c: the direction c, [2 m], with which the mode begins; a note states which there are.
 * at_rest: the Jacobian at rest at the linear frequency. */
rdg_status rdg_dnnm_choose_direction(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                                     rdg_dnnm_eigenspace *space, const double *at_rest, double *c);

/* --- dnnm_start.c */

/* Frequency at amplitude a by the energy balance of harmonic 1, of a mode whose linear frequency is 0 or
 * repeated: at the linear one the equations are singular along the other motions. */
rdg_status rdg_dnnm_begin_at(rdg_dnnm_model *model, const char *where, const rdg_mode *mode, double a,
                             rdg_dnnm_mode *found);

rdg_status rdg_dnnm_linear_mode(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                                rdg_dnnm_mode *found);

/* dnnm_fixed.c: the motions in which named displacements are held fixed. Coordinates q = Q [0; y], Q
 * orthogonal, [n * n], by reflectors. */
typedef struct rdg_dnnm_fixed {
    rdg_index n, count;  /* degrees of freedom, displacements */
    double *reflector;   /* [n * count] */
    double *coefficient; /* [count] */
} rdg_dnnm_fixed;

/* fixed: ended by NULL, or NULL */
rdg_status rdg_dnnm_fixed_create(rdg_dnnm_model *model, const char *where, const char *const *fixed,
                                 rdg_dnnm_fixed *out);
void rdg_dnnm_fixed_clear(rdg_dnnm_fixed *fixed);
/* A [n * n] -> the last n - count rows and columns of Q^T A Q, packed in place */
rdg_status rdg_dnnm_fixed_reduce(const rdg_dnnm_fixed *fixed, rdg_context *ctx, double *A);
/* y [n - count] -> q [n] */
rdg_status rdg_dnnm_fixed_expand(const rdg_dnnm_fixed *fixed, rdg_context *ctx, const double *y, double *q);

/* The problem, which takes the model over in any case, on a linear mode at the modal amplitude a. */
rdg_problem *rdg_dnnm_problem_on(rdg_dnnm_model *model, const rdg_dnnm_mode *mode, double a);

/* dnnm_widen.c: numbers that runs of a problem name become variables */
typedef struct rdg_mode_widening {
    const char *function; /* zero function, whose data are the model */
    bool is_conservative;
    rdg_hbm_parameters *(*numbers)(const void *model); /* of a model; NULL: none yet */
    void *(*widen)(void *model, const char *name);     /* with one more; NULL after a failure */
    rdg_function (*describe)(void *model);
} rdg_mode_widening;

/* For a provider of such a problem: add a number, and the names there are. */
rdg_status rdg_mode_add_number(rdg_problem *problem, const char *name, rdg_hbm *hb,
                               const rdg_mode_widening *how);
bool rdg_mode_number_name(rdg_index index, char *name, rdg_hbm *hb, const rdg_mode_widening *how);

/* mode_energy.c: the column "energy" of a problem whose first variables are Q and omega */
rdg_status rdg_dnnm_add_energy(rdg_problem *problem, rdg_hbm *hb, rdg_mode_phase phase);

/* Q of a linear mode: a shape sin(omega t), or cos(omega t) where the phase is that of the velocity */
void rdg_dnnm_fill(const rdg_dnnm_model *model, const rdg_dnnm_mode *mode, double a, double *Q);

#endif
