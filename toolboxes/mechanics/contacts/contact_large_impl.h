/* Inside of contact problems of many bodies. A block is an ideal constraint or a contact, with its rows. The
 * linear system of all ways is
 *
 *     [ M     -W T ] [v]   [f]
 *     [ A W^T   B  ] [x] = [e],     r = T x
 *
 * with small matrices A, B and T of each block; its pattern is fixed. */
#ifndef RDG_CONTACT_LARGE_IMPL_H
#define RDG_CONTACT_LARGE_IMPL_H

#include <ridgewalk/contact_large.h>
#include <ridgewalk/toolbox.h>

#include <klu.h>
#include <stdbool.h>

typedef struct rdg_large_factor {
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
    bool ready; /* of `values`, unless these have `changed` */
    bool fresh; /* with pivots of its own, not those of a matrix before */
    bool begun; /* there are pivots of this problem */
} rdg_large_factor;

struct rdg_large_contacts {
    rdg_context *ctx;
    rdg_index n, rows, size, blocks, bilateral, asked; /* size: n + rows; requested: entries of W */
    rdg_index *first;                                  /* [blocks + 1] first row of each */
    rdg_index *start;  /* [rows + 1] first of its entries of W: rows of a block have the same ones */
    rdg_index *square; /* [blocks + 1] first of its entries in `own` */
    rdg_index *dof;    /* [entries] degree of freedom of each */
    rdg_index *from;   /* [entries of W as requested] place of each in W */
    double *W;         /* [entries] row by row */
    double *mu;        /* [blocks] */
    rdg_pattern *M;
    rdg_index *diagonal;  /* [n] place in M */
    rdg_pattern *pattern; /* of the whole matrix */
    rdg_index *of_M;      /* places in it: of the entries of M, */
    rdg_index *right;     /* [entries] of -W T, */
    rdg_index *below;     /* [entries] of A W^T, */
    rdg_index *own;       /* of B */
    double *values;
    double *placed; /* [3 entries of B] elements of T, A and B in turns that `values` are made of */
    bool changed;   /* `values` are not those that are factored */
    bool moved;     /* W is not that of `values` */
    bool anew;      /* `values` are written, whatever was placed */
    rdg_large_factor lu;
    double *x, *left;          /* [size] solution of a system; what is left of it */
    double *v, *r, *xi, *tidy; /* under way: [n], [rows] */
    double *slip;              /* [blocks] s of the fixed point */
    double *px, *pw, *dx, *dw; /* [rows] of the interior point */
    double *rhs;               /* [size] */
    double *rho;               /* [rows] */
    const rdg_large_contacts_numbers *now;
    double speed; /* the largest velocity */
};

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "SuiteSparse is built with 64-bit indices");

static inline SuiteSparse_long *rdg_large_long(const rdg_index *x)
{
    return (SuiteSparse_long *)x; /* KLU does not write to them */
}

static inline int rdg_large_rows(const rdg_large_contacts *s, rdg_index block)
{
    return (int)(s->first[block + 1] - s->first[block]);
}

static inline bool rdg_large_acts(const rdg_large_contacts *s, rdg_index block)
{
    return block < s->bilateral || !s->now->inside || s->now->inside[block - s->bilateral];
}

/* contact_large_system.c */
rdg_status rdg_large_system_create(rdg_large_contacts *s, const rdg_large_contacts_options *o);
void rdg_large_system_release(rdg_large_contacts *s);
/* Begin a matrix: its M; then all blocks are placed. */
void rdg_large_begin(rdg_large_contacts *s);
/* Small matrices of a block, row by row, [3 * 3]; T NULL: unit */
void rdg_large_place(rdg_large_contacts *s, rdg_index block, const double *T, const double *A,
                     const double *B);
/* xi of all rows */
void rdg_large_velocities(const rdg_large_contacts *s, const double *v, double *xi);
/* y += W r */
void rdg_large_push(const rdg_large_contacts *s, const double *r, double *y);
/* y -= M v */
void rdg_large_slow(const rdg_large_contacts *s, const double *v, double *y);

/* contact_large_factor.c: factor it, unless it is the one that is factored, and solve for s->rhs, into s->x.
 * What comes out does not depend on problems that were solved before: motions go on from a label bit for bit.
 */
bool rdg_large_solve(rdg_large_contacts *s);

/* contact_large_law.c: what is left of the force laws at (v, r) when r is made to satisfy inequalities; then
 * that r is in s->tidy. */
bool rdg_large_accept(rdg_large_contacts *s, const double *v, const double *r, rdg_contact_answer *answer);

/* contact_large_newton.c, contact_large_interior.c: from s->v, s->r to there; true: accepted. */
bool rdg_large_newton(rdg_large_contacts *s, int most, rdg_contact_answer *answer);
/* Newton's method from nothing and from all contacts pressing, by steps that hold impulses where they are but
 * for what has to change: where more contacts carry than can be distinguished, impulses of least norm need
 * not lie in the cones, though others do. */
bool rdg_large_hold(rdg_large_contacts *s, rdg_contact_answer *answer);
bool rdg_large_interior(rdg_large_contacts *s, rdg_contact_answer *answer);

#endif
