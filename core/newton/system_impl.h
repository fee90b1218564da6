/* The square system of one run: [zero functions; held parameters; closing condition], its scales and
 * counters. */
#ifndef RDG_SYSTEM_IMPL_H
#define RDG_SYSTEM_IMPL_H

#include "assembly_impl.h"
#include "bordered_impl.h"
#include "problem_impl.h"
#include "stopwatch_impl.h"
#include "timing.h"

typedef struct rdg_system {
    rdg_problem *p;
    rdg_context *ctx;
    rdg_index n, m;      /* variables; equations G(u) = 0 without the closing condition */
    rdg_index dimension; /* n - m, of the solution manifold */
    rdg_assembly *assembly;
    double *target;   /* [m] values that the rows must have: 0 for zero functions, mu for held parameters */
    double *jacobian; /* values of G_u in the assembly's order */
    double *jacobian_at; /* [n] where it was evaluated last */
    double *size;        /* [n] typical sizes at the last chart */
    double *metric; /* [n] the arclength is sum metric_j du_j^2: 1 / (size^2 * variables in the block that are
                       not eliminated), 0 of eliminated ones */
    rdg_bordered *matrix; /* [G_u; closing rows] (square G_u if the dimension is 0) */
    rdg_bordered *probe;  /* NULL: not needed yet, rdg_system_probe() */
    rdg_lu_kind kind;
    bool *settled;                                                  /* [n] held: see rdg_is_steady() */
    double *probe_row, *probe_tangent, *probe_adjoint, *probe_unit; /* [n] */
    rdg_timing timing; /* its counters; seconds are reported by rdg_system_timing() */
    rdg_stopwatch watch;
} rdg_system;

/* held[parameter]: the parameter keeps the value it has at u. dimension: of the manifold that is to be
 * covered (a point is always allowed). NULL after a failure. */
rdg_system *rdg_system_create(rdg_problem *p, const bool *held, const double *u, rdg_index dimension,
                              rdg_lu_kind kind);
void rdg_system_free(rdg_system *s);

/* Counters and seconds so far. */
rdg_timing rdg_system_timing(const rdg_system *s);

/* Variables that are not eliminated. */
rdg_index rdg_system_free_variables(const rdg_system *s);

/* Let a held parameter have another value than it has at the start. */
void rdg_system_set_target(rdg_system *s, rdg_index parameter, double value);

/* G(u), shape [m], 0 in eliminated equations; G_u into s->jacobian. Answers as callbacks do. */
int rdg_system_residual(rdg_system *s, const double *u, double *G);
int rdg_system_jacobian(rdg_system *s, const double *u);

/* The last Jacobian times v, [n]; out of shape [m]. */
void rdg_system_jacobian_times(const rdg_system *s, const double *v, double *out);

/* The same for another Jacobian, in the assembly's order. */
void rdg_system_times(const rdg_system *s, const double *jacobian, const double *v, double *out);

/* Its transpose times y, [m] and 0 where an equation is left out; out of shape [n]. */
void rdg_system_times_transposed(const rdg_system *s, const double *jacobian, const double *y, double *out);

/* The matrix [G_u; row] of test functions, where the dimension is 1; NULL: no memory for it. */
rdg_bordered *rdg_system_probe(rdg_system *s);

/* Factor and solve, counted. */
bool rdg_system_factor(rdg_system *s, rdg_bordered *matrix, const double *B, const double *C);
void rdg_system_solve(rdg_system *s, rdg_bordered *matrix, const double *b, double *x);

/* Of several right-hand sides, [n, count], which are overwritten: each counts. */
void rdg_system_solve_columns(rdg_system *s, rdg_bordered *matrix, rdg_index count, double *b, double *x);

/* A correction that is small, or is improved again: rdg_bordered_solve_step(). */
void rdg_system_solve_step(rdg_system *s, rdg_bordered *matrix, const double *b, double *x);
void rdg_system_solve_transposed(rdg_system *s, rdg_bordered *matrix, const double *b, double *x);

/* Typical sizes and metric at u. */
void rdg_system_rescale(rdg_system *s, const double *u);

/* A metric for a whole manifold: typical sizes at u. Variables of a stated size count one by one, as in
 * Euclidean space; a block whose size follows its root mean square counts as one. */
void rdg_system_fix_metric(rdg_system *s, const double *u);

/* sum metric_j a_j b_j */
double rdg_system_dot(const rdg_system *s, const double *a, const double *b);

/* Distance of two points in the metric. */
double rdg_system_distance(const rdg_system *s, const double *a, const double *b);

/* Angle between two vectors of unit length in the metric, rad */
double rdg_system_angle(const rdg_system *s, const double *a, const double *b);

/* Give v unit length in the metric; false if it has none. */
bool rdg_system_normalise(const rdg_system *s, double *v);

/* (sum_k lambda_k Hess(G_k)) v, shape [n] */
int rdg_system_hessian_times(rdg_system *s, const double *u, const double *lambda, const double *v,
                             double *out);

#endif
