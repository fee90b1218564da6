/* The interior of a structure that is condensed, and the factors of its dynamic stiffness. */
#ifndef RDG_INTERIOR_IMPL_H
#define RDG_INTERIOR_IMPL_H

#include <ridgewalk/structure.h>

#include <complex.h>
#include <float.h>
#include <stdbool.h>

/* A pivot or modal denominator below this part of its like is rounding error: the interior is singular. */
#define RDG_SINGULAR (16 * DBL_EPSILON)

/* re + i im. C11's CMPLX is missing where clang meets glibc, and "im * I" costs a multiplication by zero. */
static inline double complex rdg_complex(double re, double im)
{
    const union {
        double part[2];
        double complex z;
    } u = {.part = {re, im}};
    return u.z;
}

/* Products and inverses without the search for infinities that C's operators make. */
static inline double complex rdg_times(double complex x, double complex y)
{
    return rdg_complex(creal(x) * creal(y) - cimag(x) * cimag(y), creal(x) * cimag(y) + cimag(x) * creal(y));
}

static inline double complex rdg_reciprocal(double complex x)
{
    const double square = creal(x) * creal(x) + cimag(x) * cimag(x);
    return rdg_complex(creal(x) / square, -cimag(x) / square);
}

/* The interior in its own coordinates x:  q_i = scale (shape q_b + x).
 *
 * scale are powers of two (no rounding) that bring the diagonal of K near 1, so that a pivot can be judged
 * without its unit. shape = -K_ii^-1 K_ib, the static response, takes K_ib out of the coupling (Craig and
 * Bampton 1968): the large static part of D is then computed once and exactly, and what depends on frequency
 * no longer cancels against it. */
typedef struct rdg_interior {
    rdg_index n;
    rdg_index n_kept;
    rdg_index *start, *row;  /* pattern of the interior block, [n + 1], [start[n]] */
    double *M, *C, *K;       /* [start[n]] */
    double *Mib, *Cib, *Kib; /* coupling, [n * n_kept], column-major */
    double *scale;           /* [n] */
    double loss;             /* g of K (1 + i g), where w > 0 */
    double *shape;           /* [n * n_kept]; zeros if K_ii is singular, then Kib stays */
    bool has_shape;          /* Kib is zero */
} rdg_interior;

/* LU factors of Z_ii = K (1 + i g) - w^2 M + i w C. */
typedef struct rdg_interior_lu_ops {
    const char *name;
    rdg_status (*create)(rdg_context *ctx, const char *where, const rdg_interior *in, void **self);
    int (*factor)(void *self, double w);                            /* > 0: singular; < 0: no memory */
    int (*solve)(void *self, rdg_index columns, double complex *x); /* in place, [n * columns] */
    /* x = H x in place with H^T H = Z_ii^-1; false: these factors have no such halves. NULL: none ever have
     */
    bool (*half_solve)(void *self, rdg_index columns, double complex *x);
    void (*other_half)(void *self, rdg_index columns, double complex *x); /* x = H^T x after half_solve() */
    void (*free_self)(void *self);
} rdg_interior_lu_ops;

extern const rdg_interior_lu_ops rdg_interior_dense;
extern const rdg_interior_lu_ops rdg_interior_sparse;
extern const rdg_interior_lu_ops rdg_interior_symmetric; /* sparse, by dense fronts */
extern const rdg_interior_lu_ops rdg_interior_chain;     /* sparse, where it fills in little */

bool rdg_interior_fills_in_little(const rdg_interior *in);

typedef struct rdg_interior_lu {
    const rdg_interior_lu_ops *ops;
    void *self;
} rdg_interior_lu;

/* Split off the static response: fills in->shape, changes the coupling blocks and the kept blocks M, C, K.
 * Does nothing if K_ii is singular. */
rdg_status rdg_interior_split_static(rdg_context *ctx, const char *where, rdg_interior *in,
                                     const rdg_interior_lu *lu, double *M, double *C, double *K);

/* The interior of a structure: place[dof] is its number in the interior, or -1 - its number among the kept.
 * Fills the kept blocks M, C, K, each [n_kept * n_kept], too. */
rdg_status rdg_interior_extract(rdg_context *ctx, const rdg_structure *s, const rdg_index *place,
                                rdg_interior *in, double *M, double *C, double *K);

void rdg_interior_clear(rdg_interior *in);

/* The loss factor at a frequency: what is at rest has none. */
static inline double rdg_interior_loss(const rdg_interior *in, double w)
{
    return w > 0.0 ? in->loss : 0.0;
}

/* Z_ii's entries in the order of the interior's pattern. */
static inline double complex rdg_interior_entry(const rdg_interior *in, rdg_index e, double w)
{
    return rdg_complex(in->K[e] - w * w * in->M[e], w * in->C[e] + rdg_interior_loss(in, w) * in->K[e]);
}

#endif
