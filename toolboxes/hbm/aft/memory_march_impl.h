/* A force law with memory and contact states along a periodic motion: its memory integrated in time, from one
 * change of contact state to the next, and the exact derivatives of this discrete scheme.
 *
 * A period tau = 0 .. 2 pi is divided into steps of equal length. The three-stage Radau IIA method (order 5,
 * L-stable; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.5) integrates the memory. A
 * step in which a contact state ends is divided there. The same stages are the nodes of the quadrature of the
 * force.
 */
#ifndef RDG_MEMORY_MARCH_IMPL_H
#define RDG_MEMORY_MARCH_IMPL_H

#include <ridgewalk/element.h>
#include <ridgewalk/law_in_time.h>

#include <stdint.h>

enum { RDG_MEMORY_STAGES = 3 };

/* A motion at an instant, and its derivatives in tau. */
typedef struct rdg_memory_march_instant {
    double tau;
    double *phi, *dphi, *d2phi; /* [n_coefficients] basis functions */
    double *x, *v;              /* [d] displacements, m, and velocities, m/s */
    double *dx, *dv;            /* [d] derivatives of these in tau */
} rdg_memory_march_instant;

typedef struct rdg_memory_march {
    const rdg_law_in_time *law;
    const void *self;
    rdg_index d, m, parts, n;        /* n = 2 d + m: a state of the force law */
    rdg_basis basis;                 /* borrowed harmonics */
    rdg_index N;                     /* d * n_coefficients */
    rdg_index columns;               /* N + 1 derivatives, by the coefficients and omega; 0: not wanted */
    const double *rest;              /* [d] added to the motion, m; NULL: none */
    const double *rest_of_structure; /* [d] m, for the start of the memory; NULL: 0 */
    rdg_index steps;                 /* a period */
    const double *z;                 /* [N] */
    double omega;
    /* where the integration is: memory, contact states, and derivatives of memory and instant */
    double *w, *S;     /* [m], [m * columns] dw_i/dp at i + m*p */
    double *w0, *S0;   /* those at the beginning of the period */
    int *status0;      /* likewise */
    double *T;         /* [columns] d tau / dp: not 0 where a contact state ended */
    int *status;       /* [parts] */
    bool moves;        /* a memory that counts changed in this period */
    bool repeats;      /* the last periods were alike; false: RDG_MEMORY_PERIODS were not enough */
    uint64_t sequence; /* of the ends of contact states in this period, as one number */
    /* the stages of a piece */
    rdg_memory_march_instant stage[RDG_MEMORY_STAGES];
    double *W, *g, *gy; /* [m * stages] memory, its rate; [m * n * stages] derivatives of the rate */
    double *A, *rhs;    /* [(stages m)^2] factors; [stages m * (columns + 1)] derivatives of W, and those by
                           the end of the piece */
    int *pivot;         /* [stages m] */
    double *end;        /* [columns + 1] derivatives of the end of the piece */
    /* work */
    double *f, *df, *dh, *pw, *pdw, *y; /* [d], [d n], [events n], [m], [m n], [n] */
    double *mean, *w_x;                 /* [d], [m * d] */
    /* results of a period */
    double *F, *J;    /* [N], [N * columns] */
    double *C;        /* [N * N] dF/d(coefficients of the velocities) at constant memory */
    double *peak;     /* [m] greatest |w| at the ends of steps */
    double *steepest; /* [m] greatest |dw/dp| there */
} rdg_memory_march;

/* memory_march_create.c: with force law, self, d, basis, rest and steps set. */
rdg_status rdg_memory_march_create(rdg_context *ctx, rdg_memory_march *march);
void rdg_memory_march_free(rdg_memory_march *march);

/* memory_march_motion.c: the motion at an instant; derivatives of x_j and v_j by parameter p, tau changing by
 * dtau
 */
void rdg_memory_march_move(const rdg_memory_march *march, double tau, rdg_memory_march_instant *at);
double rdg_memory_march_dx(const rdg_memory_march *march, const rdg_memory_march_instant *at, rdg_index j,
                           rdg_index p, double dtau);
double rdg_memory_march_dv(const rdg_memory_march *march, const rdg_memory_march_instant *at, rdg_index j,
                           rdg_index p, double dtau);

/* memory_march_step.c: stages of a piece; derivatives by the parameters at constant end, and in column
 * `columns` by the end; force and its derivatives, added to F and J. Answers as force laws do. */
int rdg_memory_march_solve(rdg_memory_march *march, double from, double to);
int rdg_memory_march_differentiate(rdg_memory_march *march, double from, double to);
int rdg_memory_march_add_force(rdg_memory_march *march, double from, double to);

/* memory_march_event.c: all pieces of a step. */
int rdg_memory_march_step(rdg_memory_march *march, double from, double to);

enum { RDG_MEMORY_PERIODS = 1000 };

/* memory_march.c: periods until memory, contact states and derivatives repeat; F, J and C are those of the
 * last one. > 0 also where they do not repeat within RDG_MEMORY_PERIODS. */
int rdg_memory_march_periods(rdg_memory_march *march, const double *z, double omega, bool derivatives,
                             rdg_stuck_slider sliders);

/* memory_law.c: a force law with memory as a force law in frequency; instances are made from the rdg_element.
 */
extern const rdg_law_in_frequency rdg_law_with_memory;

#endif
