/** @file collocation.h
 *  @brief Boundary-value problems: segments of motions by orthogonal collocation on a mesh that adapts.
 *
 *      rdg_problem *p = rdg_problem_create(ctx);
 *      rdg_segment *s = rdg_segment_add(p, NULL, h, &(rdg_segment_options){.duration = 1.0, .intervals =
 * 10}); rdg_segment_add_boundary(s, &(rdg_function){.name = "ends", .n = 2 * 2 + 1 + 1, .m = 2, .f = ends});
 *      rdg_continue(p, "bratu", RDG_RELEASE("lambda"), RDG_WINDOW("lambda", 0, 4));
 *
 *  A segment is a motion x(t), 0 <= t <= T, of one mode of a system of hybrid.h. On each of N intervals of a
 *  mesh it is a polynomial of degree K that solves x' = f at the K Gauss points. It is known by its values at
 *  K + 1 places at equal distances in each interval, those at the mesh points being shared. Errors are of
 * order 2 K at mesh points and K + 1 in between (de Boor, Swartz, SIAM J. Numer. Anal. 10 (1973) 582).
 *
 *  Segments, conditions at their ends and along them are added to one problem stage by stage; what couples
 *  several of them is any function of their variables (rdg_segment_places()). */
#ifndef RDG_COLLOCATION_H
#define RDG_COLLOCATION_H

#include <ridgewalk/core.h>
#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A segment; it belongs to the problem that it was added to. */
typedef struct rdg_segment rdg_segment;

/** How a segment is discretised, and its first predictor. All fields may be 0 but `duration` or `t`. */
typedef struct rdg_segment_options {
    const char *mode;    /**< of the system; NULL: the first one */
    rdg_index intervals; /**< N; 0: 20 */
    rdg_index degree;    /**< K, 1 to 7; 0: 4 */
    /** The mesh moves at every so many points of a run, so that the intervals take equal shares of the error;
     * 0: 5, < 0: never */
    int adapt;
    double duration;    /**< T, time units, < 0: backwards; 0: that of the predictor's instants */
    double phase;       /**< at the start, rad, of a forced system */
    rdg_index count;    /**< samples of the predictor; 0: states are 0 */
    const double *t;    /**< [count] their instants, ascending, the first one at the start; NULL: at equal
                           distances */
    const double *x;    /**< [n count] states, one sample after the other */
    const double *mesh; /**< [intervals + 1] from 0 to 1; NULL: by the predictor */
    const double *p;    /**< values of the parameters; NULL: those of the system */
    const rdg_segment *partner; /**< in the same problem: its parameters are those of this one, too; NULL: it
                             has its own */
} rdg_segment_options;

/** Add a segment to a problem.
 *
 *  Variables: blocks "x" [n (N K + 1)], "T" [1], with forcing "phi" [1] (phase at the start), and without a
 *  partner "p" (parameters). Zero function "collocation". Inactive parameters: "T", "phi", those of the
 * system by name. Regular monitor "error": the largest estimated error between the mesh points, relative to
 * the range of its state.
 *  @param problem problem
 *  @param name    of this part (rdg_problem_enter()): every name becomes "<name>.<what>". NULL: names without
 * a prefix
 *  @param h       system; must outlive the problem
 *  @param options copied; not NULL
 *  @return borrowed; NULL after a failure: RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NOT_FINITE, ... */
rdg_segment *rdg_segment_add(rdg_problem *problem, const char *name, rdg_hybrid *h,
                             const rdg_segment_options *options);

/** Where a segment's variables are among those of its problem. */
typedef struct rdg_segment_places {
    rdg_index n;          /**< states */
    rdg_index x;          /**< the first state at the start */
    rdg_index end;        /**< the first state at the end */
    rdg_index duration;   /**< T */
    rdg_index phase;      /**< phi; -1: no forcing */
    rdg_index p;          /**< the first parameter */
    rdg_index parameters; /**< how many */
    rdg_index intervals;  /**< N */
    rdg_index degree;     /**< K */
} rdg_segment_places;

/** Places of a segment's variables, for index sets.
 *  @param s segment; NULL: all 0
 *  @return the places */
rdg_segment_places rdg_segment_places_of(const rdg_segment *s);

/** Add boundary conditions: a zero function of (x(0), x(T), T, p) or, with forcing, (x(0), x(T), T, phi, p).
 *  @param s        segment
 *  @param function copied. Its n must be 2 states + 1 (+ 1) + parameters
 *  @return as rdg_add_zero(); RDG_ERR_SIZE: another n, the message gives the right one */
rdg_status rdg_segment_add_boundary(rdg_segment *s, const rdg_function *function);

/** Integrals over a segment. */
typedef enum rdg_integral_kind {
    RDG_INTEGRAL, /**< the integral over t from 0 to T */
    RDG_MEAN      /**< the same by T */
} rdg_integral_kind;

/** Add integral conditions: the integrals of g(x, p) or, with forcing, g(x, p, phi), are zero.
 *  @param s    segment
 *  @param kind of integral
 *  @param g    its n must be that of the field's arguments (rdg_hybrid_arguments()); dense derivatives
 *  @return as rdg_add_zero(); RDG_ERR_SIZE: another n, the message gives the right one */
rdg_status rdg_segment_add_integral(rdg_segment *s, rdg_integral_kind kind, const rdg_function *g);

/** Add integrals as monitors.
 *  @param s     segment
 *  @param kind  of integral
 *  @param g     as for rdg_segment_add_integral()
 *  @param names of the parameters, [g->m]. NULL: g's name (m = 1)
 *  @param as    how they take part in a run
 *  @return as rdg_add_monitor(); RDG_ERR_SIZE */
rdg_status rdg_segment_add_integral_monitor(rdg_segment *s, rdg_integral_kind kind, const rdg_function *g,
                                            const char *const *names, rdg_monitor_kind as);

/** The motion of a segment at given places of it.
 *  @param s      segment
 *  @param u      variables of the problem on its present mesh, as those of an observer's chart are; labelled
 *                solutions have meshes of their own, rdg_segment_motion_of(); shape [rdg_variable_count()]
 *  @param count  instants
 *  @param tau    [count] t / T, from 0 to 1
 *  @param[out] x [n count] states
 *  @return RDG_OK, RDG_ERR_ARGUMENT (NULL, tau out of range) or RDG_ERR_EARLIER */
rdg_status rdg_segment_motion(const rdg_segment *s, const double *u, rdg_index count, const double *tau,
                              double *x);

/** The motion of a segment of a labelled solution, on the mesh that it had.
 *  @param ctx   context
 *  @param run   run
 *  @param label label
 *  @param name  of the segment's part. NULL: without
 *  @param count instants
 *  @param tau   [count] t / T, from 0 to 1
 *  @param[out] x [n count] states
 *  @param[out] T its duration. NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_EARLIER; RDG_ERR_FORMAT: no solution by collocation; or as
 *          rdg_run_solution() */
rdg_status rdg_segment_motion_of(rdg_context *ctx, const char *run, rdg_index label, const char *name,
                                 rdg_index count, const double *tau, double *x, double *T);

/** The mesh as it is now.
 *  @param s segment
 *  @return [intervals + 1] from 0 to 1, borrowed until it moves; NULL for NULL */
const double *rdg_segment_mesh(const rdg_segment *s);

#ifdef __cplusplus
}
#endif
#endif
