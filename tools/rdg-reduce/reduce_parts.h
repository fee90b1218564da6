/* The command rdg-reduce: what its parts share. */
#ifndef RDG_REDUCE_PARTS_H
#define RDG_REDUCE_PARTS_H

#include <ridgewalk/component.h>

#include <slepceps.h>

enum { WELL = 0, TROUBLE = 2 }; /* exit status */

/* The words of a call. */
typedef struct request {
    int format;           /* of the files: a place in the list of formats */
    const char *files[3]; /* NULL: not given */
    const char *nodes;    /* file with positions and sets; NULL: none */
    const char *set;      /* the boundary; NULL: of the list */
    const char *list;     /* file with the degrees of freedom of the boundary */
    long modes;           /* < 0: up to a frequency */
    double up_to;         /* rad/s */
    bool is_damped;
    double damping[2]; /* C = damping[0] M + damping[1] K */
    const char *output;
} request;

/* Print what is wrong to standard error; the answer is TROUBLE. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What the context complains of, without the function of the library that says so. */
const char *reason_of(rdg_context *ctx);

extern const char reduce_help[];

/* False after a message, by the rank that speaks. */
bool read_request(request *q, int n, char **word, bool speaks);

/* The structure of the files with its boundary, whose set is *set; NULL after a message. */
rdg_structure *read_structure(rdg_context *ctx, const request *q, const char **set);

/* The structure on rank 0; nothing of it elsewhere. */
typedef struct whole {
    rdg_structure *s;
    rdg_index n;
    const rdg_index *boundary; /* [n_boundary] */
    rdg_index *interior;       /* [n_interior] degrees of freedom of the interior */
    rdg_index *place;          /* [n] number in the interior, or -1 - number on the boundary */
} whole;

/* The interior with its boundary held, rows dealt out to all ranks. */
typedef struct interior {
    PetscInt size, boundary; /* degrees of freedom */
    PetscInt low, high;      /* rows of this rank: low .. high - 1 */
    Mat K, M;                /* [size * size] */
    PetscInt *start, *column;
    PetscScalar *value; /* these rows of K_ib, compressed: column is a number on the boundary */
} interior;

/* Rank 0 deals out what it has read; the others have a NULL structure in w. */
PetscErrorCode deal_interior(const whole *w, PetscInt size, PetscInt boundary, interior *in);
PetscErrorCode free_interior(interior *in);

/* `columns` columns of local rows, with a leading dimension, into T [n * columns] on rank 0, times a factor.
 */
PetscErrorCode gather_columns(const whole *w, const interior *in, PetscInt columns, const PetscScalar *local,
                              PetscInt leading, double factor, double *T);

/* Factors of K by MUMPS, within SLEPc's eigenvalue problem. */
typedef struct factored {
    EPS eps;
    ST st;
    Mat K, M;
} factored;

PetscErrorCode factor_interior(const interior *in, factored *f, bool *good);
PetscErrorCode free_factored(factored *f);

/* Number of eigenvalues below lambda, by the inertia of K - lambda M; K is factored again then. */
PetscErrorCode count_below(factored *f, double lambda, PetscInt *count);

/* The lowest modes, M-orthonormal, none missed. */
typedef struct modes {
    PetscInt count;
    double *lambda; /* [count], ascending */
    Vec *shape;
} modes;

/* up_to > 0: all below this lambda, which are `count`. *good: false after a message. */
PetscErrorCode find_modes(factored *f, const interior *in, PetscInt count, double up_to, modes *m,
                          bool *good);
PetscErrorCode free_modes(modes *m);

/* Psi = -K_ii^-1 K_ib into T [n * boundary] on rank 0, where rows of the boundary stay as they are. */
PetscErrorCode solve_shapes(const whole *w, const factored *f, const interior *in, double *T);

#endif
