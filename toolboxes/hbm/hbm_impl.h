/* The inside of a harmonic balance, shared by its source files. */
#ifndef RDG_HBM_IMPL_H
#define RDG_HBM_IMPL_H

#include <ridgewalk/condensation.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/toolbox.h>

/* One term of a displacement: slot (which of an element's displacements) += weight * q[dof]. */
typedef struct rdg_hbm_term {
    rdg_index slot;
    rdg_index dof;   /* in the structure */
    rdg_index place; /* among the kept degrees of freedom, known at closing */
    double weight;
} rdg_hbm_term;

/* The matrix B of z = B Q for a set of displacements, the same for each coefficient. */
typedef struct rdg_hbm_terms {
    rdg_index n;
    rdg_hbm_term *term; /* [n] */
} rdg_hbm_terms;

typedef struct rdg_hbm_margin_data rdg_hbm_margin_data;

typedef struct rdg_hbm_element {
    char *name;
    rdg_index d;
    rdg_hbm_terms terms;
    rdg_element_ops ops; /* those that clones of self are evaluated and freed with, too */
    void *self;
    bool borrowed;  /* self is another harmonic balance's */
    void *active;   /* self, or its clone for the harmonics that are active */
    void **shorter; /* [n_harmonics - 1] clones for the first 1, 2, ... harmonics; NULL: not yet needed */
    /* where B^T A B goes, entry ((term, coefficient), (term, coefficient)), rows first; known at closing */
    const rdg_index *jacobian_place; /* [(terms.n * n_coefficients)^2] */
    const rdg_index *hessian_place;
    rdg_hbm_margin_data *margin; /* NULL without a margin; made at closing */
} rdg_hbm_element;

/* The margin of an element as a function of its own unknowns. */
struct rdg_hbm_margin_data {
    rdg_hbm *hb;
    const rdg_hbm_element *element;
    char name[256];            /* "pad.margin" */
    rdg_index n_dofs;          /* degrees of freedom that the element sees */
    rdg_index *local;          /* [terms.n] number of each term's one among them */
    rdg_index *index;          /* [2 n_dofs n_coefficients] their places in Q, then once more */
    rdg_function margin, jump; /* of Q; of Q and the multipliers of the equations */
};

/* What acts with it: its unit is that of a force, a displacement or an acceleration for alpha = 1. */
typedef enum rdg_hbm_load_kind {
    RDG_HBM_POINT,  /* a force at kept degrees of freedom */
    RDG_HBM_STATIC, /* a constant force that alpha does not scale; condensed */
    RDG_HBM_SCALED, /* a constant force that alpha scales; condensed */
    RDG_HBM_MOVED,  /* displacement of the base, condensed */
    RDG_HBM_SHAKEN  /* acceleration of the base, condensed */
} rdg_hbm_load_kind;

typedef struct rdg_hbm_load {
    rdg_hbm_load_kind kind;
    rdg_hbm_terms terms; /* where a force acts */
    double *influence;   /* [structure size], how the structure goes with its base; NULL for a force */
    int harmonic;
    double cosine, sine;
} rdg_hbm_load;

/* Loads of one harmonic that depend on omega alike: omega^power (cosine cos k tau + sine sin k tau). */
typedef struct rdg_hbm_pattern {
    int harmonic, power;
    bool is_static;        /* alpha does not scale it */
    rdg_index load;        /* in the condensation; -1: only kept degrees of freedom are loaded */
    double *cosine, *sine; /* [structure size] */
} rdg_hbm_pattern;

/* Excitation at the last omega asked for, as coefficients. */
typedef struct rdg_hbm_excitation {
    rdg_index n;
    rdg_hbm_pattern *pattern; /* [n] */
    double *F[3];             /* F_ex, dF_ex/domega, d2F_ex/domega2, [m] each */
    double *F_static;         /* [m] */
    double *work[3];          /* [2 n_kept] each */
    bool varies;              /* with omega */
    bool known;               /* for all harmonics, at the stiffness's omega */
} rdg_hbm_excitation;

/* s = sqrt(sum_c weight_c z_c^2) of one displacement's coefficients z. */
typedef struct rdg_hbm_sensor_data {
    char *name;
    rdg_hbm_terms terms;
    double *weight; /* [n_coefficients] */
    double *z;      /* [n_coefficients], workspace */
    rdg_index n_coefficients;
    /* made at closing */
    rdg_function function;
    rdg_index *index; /* [function.n] */
} rdg_hbm_sensor_data;

/* Growing array: count items of some size. */
typedef struct rdg_hbm_list {
    rdg_index count, capacity;
    void *items;
} rdg_hbm_list;

/* Dynamic stiffness of all harmonics at the last omega asked for: residual, Jacobian and Hessian at one omega
   condense once. */
typedef struct rdg_hbm_stiffness {
    rdg_condensation *condensation; /* NULL: all degrees of freedom are kept */
    rdg_sparse M, C, K;             /* then the structure's matrices */
    rdg_pattern block;              /* of a harmonic's matrix: the structure's, or dense; borrowed */
    rdg_pattern *dense;
    rdg_index entries; /* in block */
    bool damped;       /* C has entries that are not zero: else D is real */
    double omega;
    int order;              /* highest derivative present; -1: nothing is */
    int wanted;             /* highest derivative ever asked for, at least 1: condensed along from then on */
    double *D[3];           /* D, dD/domega, d2D/domega2: for each harmonic [2 * entries], re and im */
    const rdg_index *place; /* in the Jacobian, entry by entry as they are scattered */
} rdg_hbm_stiffness;

/* A derivative's pattern, and the places in it of all contributions. */
typedef struct rdg_hbm_map {
    rdg_pattern *pattern;
    rdg_index *place;
} rdg_hbm_map;

/* Memory of the elements that are evaluated at a time; N = d * n_coefficients of the largest element. */
typedef struct rdg_hbm_batch {
    rdg_index size, N;
    double *z, *lambda, *force; /* [size * N] */
    double *jacobian;           /* [size * N * (N + 1)] */
    double *hessian;            /* [size * (N + 1)^2] */
    int *status;                /* [size] */
} rdg_hbm_batch;

/* What elements are asked for in another basis, and by whom: for messages. */
typedef struct rdg_hbm_wish {
    const char *where;     /* a public function */
    const char *what;      /* "tell its energy": what an element without the operation clone cannot do */
    const char *otherwise; /* NULL, or what helps, too: ", or keep ..." */
} rdg_hbm_wish;

/* The elements in all harmonics 0, 1, ..., top of a period that is a multiple of the solution's. */
typedef struct rdg_hbm_clones {
    rdg_hbm *hb;
    int periods; /* of the solution in one of the basis: harmonic k is harmonic periods * k here */
    rdg_basis basis;
    int *harmonic;     /* the basis's list */
    rdg_index count;   /* elements */
    void **self;       /* [count] */
    rdg_index largest; /* number of displacements of an element */
    double *kept;      /* displacements in the harmonics that are kept, workspace */
} rdg_hbm_clones;

/* What is asked of the elements, and where an element's answer is. */
typedef enum rdg_hbm_part { RDG_HBM_FORCE, RDG_HBM_JACOBIAN, RDG_HBM_HESSIAN } rdg_hbm_part;

typedef struct rdg_hbm_answer {
    double *force, *jacobian, *hessian;
} rdg_hbm_answer;

struct rdg_hbm {
    rdg_context *ctx;
    rdg_structure *structure;
    rdg_basis basis;
    int *harmonic;    /* the basis's list */
    rdg_basis active; /* the first harmonics of the basis: those that elements see */
    bool keep_all;
    bool condenses_forces; /* degrees of freedom of forces are not kept for their sake */
    int threads;           /* that elements are evaluated in, if they are many */
    rdg_hbm_list elements, loads, sensors;

    /* made at closing */
    bool closed;
    rdg_index n_kept, m; /* m = n_kept * n_coefficients unknowns */
    bool is_small;       /* derivatives are dense */
    rdg_index *kept;     /* [n_kept] degrees of freedom, ascending */
    rdg_index *place;    /* [structure size] place among the kept ones, or -1 */
    rdg_hbm_stiffness stiffness;
    rdg_hbm_excitation excitation;
    rdg_hbm_map jacobian, hessian;
    const rdg_index *omega_row_place; /* [m] row of omega in the Hessian's columns of Q */
    const rdg_index *mixed_place;     /* [2] entries of omega and alpha there, if the excitation varies */
    rdg_function function;
    rdg_hbm_batch batch;
    double *vector; /* [2 m] */

    /* static displacements, NULL: no prestress was asked for; and room for those of one element */
    double *rest;       /* [structure size] */
    double *local_rest; /* [displacements of the largest element] */

    struct rdg_hill *hill;             /* Hill's matrix, made when the first exponents are asked for */
    struct rdg_truncation *truncation; /* made when the first error is asked for */
    double tolerance;                  /* of the truncation error where harmonics come and go; 0: they stay */
};

/* hbm_list.c: lists and terms */
void *rdg_hbm_list_add(rdg_context *ctx, rdg_hbm_list *list, size_t size);
rdg_hbm_element *rdg_hbm_element_at(const rdg_hbm *hb, rdg_index i);
rdg_hbm_load *rdg_hbm_load_at(const rdg_hbm *hb, rdg_index i);
rdg_hbm_sensor_data *rdg_hbm_sensor_at(const rdg_hbm *hb, rdg_index i);
rdg_status rdg_hbm_resolve(rdg_hbm *hb, const char *where, rdg_index d, const char *const *names,
                           rdg_hbm_terms *terms);
/* basis: all harmonics, or the first ones of them */
void rdg_hbm_gather(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, rdg_index d,
                    const double *Q, double *z);
void rdg_hbm_scatter(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, const double *z,
                     double *Q);

/* harmonic_balance.c: what the adding functions share */
rdg_status rdg_hbm_still_open(rdg_hbm *hb, const char *where);
rdg_index rdg_hbm_coefficient(const rdg_basis *basis, int harmonic); /* first one of a harmonic, or -1 */
rdg_status rdg_hbm_check_harmonic(rdg_hbm *hb, const char *where, int harmonic);

/* hbm_active.c: let elements see the first n harmonics only; the others are at rest */
rdg_status rdg_hbm_activate(rdg_hbm *hb, const char *where, rdg_index n);
void rdg_hbm_free_shorter(const rdg_hbm *hb);

/* hbm_clones.c; z: displacements of element i in all harmonics */
void *rdg_hbm_clone(const rdg_hbm *hb, const rdg_hbm_wish *wish, const rdg_hbm_element *element,
                    const rdg_basis *basis); /* NULL after a failure */
rdg_status rdg_hbm_make_clones(rdg_hbm *hb, const rdg_hbm_wish *wish, int periods, int top,
                               rdg_hbm_clones *clones);
void rdg_hbm_free_clones(rdg_hbm_clones *clones);
void rdg_hbm_gather_all(const rdg_hbm_clones *clones, rdg_index i, const double *Q, double *z);

/* hbm_close.c: completes the harmonic balance; nothing to do when it is closed already */
rdg_status rdg_hbm_close(rdg_hbm *hb);
void rdg_hbm_free_closed_parts(rdg_hbm *hb);

/* hbm_map.c */
rdg_status rdg_hbm_make_maps(rdg_hbm *hb);
void rdg_hbm_free_map(rdg_hbm_map *map);

/* hbm_stiffness.c; the order is that of the derivative in omega */
rdg_status rdg_hbm_make_stiffness(rdg_hbm *hb);
int rdg_hbm_stiffness_update(rdg_hbm *hb, double omega, int order);
void rdg_hbm_stiffness_multiply(const rdg_hbm *hb, int order, const double *x, double *y); /* y += D x */
void rdg_hbm_stiffness_multiply_transposed(const rdg_hbm *hb, int order, const double *x, double *y);
void rdg_hbm_stiffness_scatter(const rdg_hbm *hb, double *values); /* into the Jacobian */

/* hbm_loads.c */
void rdg_hbm_free_loads(rdg_hbm *hb);

/* hbm_excitation.c: loads by harmonics, and what they do to the kept degrees of freedom */
rdg_status rdg_hbm_gather_loads(rdg_hbm *hb);   /* before the stiffness is made */
rdg_status rdg_hbm_condense_loads(rdg_hbm *hb); /* after it */
/* What rdg_hbm_expand() does where degrees of freedom are condensed: with all loads of the harmonic. */
int rdg_hbm_expand_loaded(rdg_hbm *hb, int harmonic, double omega, double alpha, const double *kept,
                          double *full);
int rdg_hbm_excitation_update(rdg_hbm *hb, int harmonic, double omega); /* with the stiffness */
void rdg_hbm_free_excitation(rdg_hbm_excitation *excitation);

/* hbm_rest.c */
rdg_status rdg_hbm_take_rest(rdg_hbm *hb, const double *rest);                         /* copied */
const double *rdg_hbm_element_rest(const rdg_hbm *hb, const rdg_hbm_element *element); /* [d] or NULL */

/* hbm_full.c: what copies share */
rdg_status rdg_hbm_copy_terms(rdg_hbm *to_hb, const rdg_hbm_terms *from, rdg_hbm_terms *to);
char *rdg_hbm_copy_name(rdg_hbm *to_hb, const char *name);

/* hbm_batch.c: elements first .. rdg_hbm_batch_end() - 1 at u = (Q, omega, alpha); lambda [m] for the
 * Hessian. Answers as callbacks do. */
rdg_status rdg_hbm_make_batch(rdg_hbm *hb);
void rdg_hbm_free_batch(rdg_hbm_batch *batch);
rdg_index rdg_hbm_batch_end(const rdg_hbm *hb, rdg_index first);
int rdg_hbm_evaluate_batch(const rdg_hbm *hb, rdg_index first, rdg_hbm_part part, const double *u,
                           const double *lambda);
rdg_hbm_answer rdg_hbm_batch_answer(const rdg_hbm *hb, rdg_index slot); /* of element first + slot */

/* hbm_residual.c: callbacks of the zero function, data is the rdg_hbm; u = (Q, omega, alpha) */
int rdg_hbm_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_hbm_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_hbm_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data);

/* hbm_margin.c */
rdg_status rdg_hbm_close_margin(rdg_hbm *hb, rdg_hbm_element *element);
void rdg_hbm_free_margin(rdg_hbm_element *element);

/* hbm_watch.c: refuse a problem of another context; `where` is named in the message. */
rdg_status rdg_hbm_share_context(rdg_hbm *hb, rdg_problem *problem, const char *where);

/* Places of Q and omega in a problem made from hb, and room for more: [hb->m + 1 + more]; NULL
 * after a failure. To be freed. */
rdg_index *rdg_hbm_unknown_places(rdg_hbm *hb, rdg_problem *problem, const char *where, rdg_index more);

/* Add a scalar function f of (Q, omega), data hb, as a monitor that has kinks or may jump: its events are
 * enclosed, its derivatives are differences (only checks ask for them). */
typedef int (*rdg_hbm_watch)(rdg_index n, const double *u, rdg_index m, double *y, void *data);
rdg_status rdg_hbm_add_watch(rdg_hbm *hb, rdg_problem *problem, const char *where, const char *name,
                             rdg_hbm_watch f, rdg_monitor_kind kind);

/* hbm_sensor.c */
rdg_status rdg_hbm_close_sensor(rdg_hbm *hb, rdg_hbm_sensor_data *sensor);

#endif
