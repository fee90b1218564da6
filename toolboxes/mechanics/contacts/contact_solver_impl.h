/* Inside of the solver of contact problems: what its ways share.
 *
 * All work on a scaled problem: each contact has one length s, the square root of its G_NN, for all of its
 * rows (so that its cone stays what it is): r = r' / s, xi = s xi', G = S G' S. */
#ifndef RDG_CONTACT_SOLVER_IMPL_H
#define RDG_CONTACT_SOLVER_IMPL_H

#include <ridgewalk/contact_problem.h>

#include <stdbool.h>

enum {
    RDG_CONTACT_LEMKE_MOST = 64, /* contacts that Lemke's tableau is kept for */
    RDG_CONTACT_SMALL = 12       /* rows up to which elimination is done in place, without LAPACK */
};

/* Contact state of a row of contacts, as Alart and Curnier's functions see it */
typedef struct rdg_contact_scaled {
    rdg_index n, bilateral, contacts;
    rdg_index *first;      /* [contacts + 1] first row of each contact */
    const int *directions; /* [contacts] */
    double *mu;            /* [2 contacts] friction coefficients; a copy of them */
    double *G;             /* [n * n] */
    double *b;             /* [n] */
    double *scale;         /* [n] s of each row */
    double *rho;           /* [contacts] of the tangential direction; that of the normal one is 1 / G_NN */
    double size;           /* max |b|, m/s, of the problem that was requested */
} rdg_contact_scaled;

struct rdg_contact_solver {
    rdg_context *ctx;
    rdg_index most_bilateral, most_contacts, most_rows;
    rdg_contact_scaled p;
    double *xi, *F, *r, *trial, *best, *start; /* [most_rows] */
    double *kept;                              /* [most_rows] see rdg_rigid_follow() */
    bool *out;                                 /* [most_contacts] likewise: those that are not to bear */
    double *J, *A;                             /* [most_rows^2] */
    double *x;      /* [most_rows] right-hand side and solution of linear systems */
    int *pivot;     /* [most_rows] */
    rdg_index *row; /* [most_rows] rows at rest, see rdg_rigid_hold() */
    double *work;   /* of LAPACK */
    rdg_index n_work;
    double slack;     /* of Newton's steps: what holds impulses, see rdg_contact_by_holding() */
    double *tableau;  /* Lemke's */
    rdg_index *basis; /* [2 rows of it + 1] */
};

/* Check and scale a problem: RDG_OK, or RDG_ERR_ARGUMENT, RDG_ERR_SIZE, RDG_ERR_NOT_FINITE. */
rdg_status rdg_contact_take(rdg_contact_solver *s, const rdg_contact_problem *q);

/* xi = b + G r */
void rdg_contact_velocity(const rdg_contact_scaled *p, const double *r, double *xi);

/* F(r) as velocities, [n], for xi(r) */
void rdg_contact_equations(const rdg_contact_scaled *p, const double *r, const double *xi, double *F);

/* dF/dr, [n * n] */
void rdg_contact_jacobian(const rdg_contact_scaled *p, const double *r, const double *xi, double *J);

/* Largest |s F| at r, in units of max |b|; `rounding`: what rounding makes of it, in the same units. */
double rdg_contact_law_residual(rdg_contact_solver *s, const double *r, rdg_index *worst, double *rounding);

/* Whether r, made to satisfy the inequalities exactly, is an answer; then it is left in s->best. */
bool rdg_contact_accept(rdg_contact_solver *s, const double *r);

/* Solve A x = x for s->A, s->x; of least norm where A is singular. false: not solved. */
bool rdg_contact_linear(rdg_contact_solver *s, rdg_index n);

/* Few ideal constraints without contacts, which are one small linear system: r as it was requested, not
 * scaled. false: not solved, r is as it was. */
bool rdg_contact_constraints(rdg_contact_solver *s, const rdg_contact_problem *q, double *r,
                             double *residual);

/* The chain of ways for a problem that was taken. r: a predictor; the answer, as it was requested */
void rdg_contact_answer_taken(rdg_contact_solver *s, double *r, rdg_contact_answer *a);

/* The ways: true, with the answer in s->best, if there is one. They start from s->r. */
bool rdg_contact_by_newton(rdg_contact_solver *s, int most, bool search, int *iterations);
bool rdg_contact_by_lemke(rdg_contact_solver *s, int *iterations);
bool rdg_contact_by_holding(rdg_contact_solver *s, int *iterations);
bool rdg_contact_by_sweeps(rdg_contact_solver *s, int *iterations);
bool rdg_contact_by_states(rdg_contact_solver *s, int *iterations);
bool rdg_contact_by_friction(rdg_contact_solver *s, int *iterations);

/* One contact in closed form: b, G [rows * stride], mu -> r [1 + directions]; false: no contact state fits.
 */
bool rdg_contact_one(int directions, double mu, const double *G, rdg_index stride, const double *b,
                     double *r);

#endif
