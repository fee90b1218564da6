/** @file collocated_orbit.h
 *  @brief Periodic orbits by collocation: those that no shooting follows, and all others.
 *
 *      rdg_collocation *c = rdg_collocation_create(h, &options);
 *      rdg_problem *p = rdg_collocation_problem(c);
 *      rdg_continue(p, "orbits", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 1000));
 *
 *  An orbit is one segment (collocation.h) of a system of one mode without event surfaces, whose ends meet.
 * Its phase is that at which it is nearest to an orbit before, in the mean (Doedel 1981), or that of the
 * forcing. Orbits through event surfaces are shot (shooting.h). */
#ifndef RDG_COLLOCATED_ORBIT_H
#define RDG_COLLOCATED_ORBIT_H

#include <ridgewalk/collocation.h>
#include <ridgewalk/shooting.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Periodic orbits of a system; owned by the system's context. */
typedef struct rdg_collocation rdg_collocation;

/** How orbits are discretised, and the first predictor. */
typedef struct rdg_collocation_options {
    rdg_index intervals; /**< of each segment; 0: 20 */
    rdg_index degree;    /**< 1 to 7; 0: 4 */
    int adapt;           /**< the meshes move at every so many points; 0: 5, < 0: never */
    rdg_index order;     /**< of forced systems: periods of the forcing in one of the orbit; 0: 1 */
    double period;       /**< of the predictor; 0: that of the forcing, or of the instants t */
    double phase;        /**< of the forcing at the start, rad */
    rdg_index count;     /**< samples of the predictor; 0: states are 0 (forced systems) */
    const double *t;     /**< [count] instants, the first at the start, the last at the end; NULL: at equal
                            distances, the last one a distance before the end */
    const double *x;     /**< [n count] states, one sample after the other */
    const double *p;     /**< values of the parameters; NULL: those of the system */
    const double *mesh;  /**< [intervals + 1] from 0 to 1; NULL: by the predictor */
    double error[2]; /**< of rdg_collocation_from_run() without `intervals`: as many intervals are taken as
                        bring the estimated error into this domain; {0, 0}: as many as there were */
} rdg_collocation_options;

/** Orbits from samples of a predictor.
 *  @param h       system of one mode without event surfaces
 *  @param options copied
 *  @return NULL after a failure: RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, ... */
rdg_collocation *rdg_collocation_create(rdg_hybrid *h, const rdg_collocation_options *options);

/** Free them before their context. A problem that stands on them keeps them until it is freed.
 *  @param c NULL is allowed */
void rdg_collocation_free(rdg_collocation *c);

/** The problem of periodic orbits.
 *
 *  Variables and parameters of a segment (rdg_segment_add()), "T" active. Zero functions "collocation",
 * "joint", and "phase" or "period". Multipliers, without the trivial one of an autonomous system: monitors
 * "unstable", "pd", "ns" and the special points of rdg_map_problem(), PD, NS, and NSA on request;
 * rdg_ep_eigenvalues() gives them all. Orbits that shrink to an equilibrium end at its Hopf point (HB), where
 * "size", the root mean square of their distance from the mean state, is 0. Multipliers there are those of a
 * small orbit.
 *  @param c orbits; kept by the problem
 *  @return NULL after a failure */
rdg_problem *rdg_collocation_problem(rdg_collocation *c);

/** Orbits from one by shooting.
 *
 *  In a system with event surfaces each part of an orbit in a mode becomes a segment of its own ("segment1",
 * "segment2",
 * ...), with as many intervals as the options give. Event surfaces and resets join them ("joint1",
 * ...). Their problem has the period "T" (active) and all durations as unknowns, and
 * "segment1.error" and so on. "unstable", "pd", "ns" and special points are as of all orbits, of as many
 * multipliers as the largest mode has states, dead ones among them. A branch ends where a segment touches a
 * surface in between ("graze" = 0) or meets the one at its end without a velocity across it ("passing" = 0),
 * GR. Where a guard lets the motion go elsewhere ("guard" = 0), TO; where a segment lasts no longer, DU. The
 * event signature stays what it is: rdg_collocation_beyond() begins the one behind it.
 * rdg_collocation_segment() is that of the first segment.
 *  @param s       shooting
 *  @param p       its problem
 *  @param run     run of that. NULL: its start values
 *  @param label   of the run
 *  @param options predictor, order and parameters are taken from the orbit, a mesh is refused. NULL: defaults
 *  @return NULL after a failure */
rdg_collocation *rdg_collocation_from_shooting(rdg_shooting *s, rdg_problem *p, const char *run,
                                               rdg_index label, const rdg_collocation_options *options);

/** Orbits from a labelled solution of a run by collocation, on a mesh for it, of as many intervals and of the
 * degree that are requested.
 *  @param h       system; of one with event surfaces orbits of segments, in the event signature of the label
 *  @param run     run
 *  @param label   label
 *  @param options intervals, degree, adapt and error count. NULL: as they were
 *  @return NULL after a failure: as rdg_run_solution(); RDG_ERR_FORMAT: no solution by collocation;
 * RDG_ERR_SIZE: of another system; RDG_ERR_NAME: the system has not the modes and event surfaces of its
 * segments */
rdg_collocation *rdg_collocation_from_run(rdg_hybrid *h, const char *run, rdg_index label,
                                          const rdg_collocation_options *options);

/** Orbits of a given size that come out of a Hopf point.
 *
 *      rdg_continue(equilibria, "eq", RDG_RELEASE("p2"));
 *      rdg_collocation *c = rdg_collocation_from_hopf(h, "eq", label, "p2", 0.01, NULL);
 *      rdg_continue(rdg_collocation_problem(c), "orbits", RDG_RELEASE("p2"));
 *
 *  @param h         autonomous system of the same states and parameters as those of the equilibria
 *  @param run       run of a problem of ep.h
 *  @param label     of the Hopf point (HB)
 *  @param released  parameter that is found for the size
 *  @param amplitude root mean square of the orbit's distance from the equilibrium, about; > 0
 *  @param options   intervals, degree and adapt count. NULL: defaults
 *  @return NULL after a failure: as rdg_run_solution(); RDG_ERR_ARGUMENT: it is no Hopf point;
 *          RDG_ERR_NO_CONVERGENCE: there is no such orbit nearby, as where the amplitude is too large */
rdg_collocation *rdg_collocation_from_hopf(rdg_hybrid *h, const char *run, rdg_index label,
                                           const char *released, double amplitude,
                                           const rdg_collocation_options *options);

/** Orbits of twice the period, from a period doubling (PD):
 *
 *      rdg_collocation *d = rdg_collocation_double(h, "orbits", label, 0);
 *      rdg_problem *p = rdg_collocation_problem(d);
 *      rdg_continue(p, "doubled", RDG_RELEASE("c"), rdg_collocation_flip(d));
 *
 *  @param h     system
 *  @param run   run by collocation
 *  @param label of the point
 *  @param adapt as in the options
 *  @return NULL after a failure, as rdg_collocation_from_run(); RDG_ERR_ARGUMENT: it is no period doubling,
 * no multiplier is near -1 */
rdg_collocation *rdg_collocation_double(rdg_hybrid *h, const char *run, rdg_index label, int adapt);

/** Orbits of the event signature behind a point (GR, TO, DU) at which the branch of another one has ended:
 *
 *      rdg_collocation *c = rdg_collocation_beyond(h, "segments", label, NULL);
 *      rdg_continue(rdg_collocation_problem(c), "beyond", RDG_RELEASE("A"), RDG_WINDOW("A", 0.2, 3.0));
 *
 *  At an impact, an event surface that leads back to its own mode, they begin with the orbit of the label
 * itself, with one impact more or less. Else with that to which the motion a little farther on comes, up to
 * 0.01 of the parameters' sizes to either side.
 *  @param h       system with event surfaces
 *  @param run     run by collocation
 *  @param label   of the point
 *  @param options intervals of each segment, degree and adapt count. NULL: as they were
 *  @return NULL after a failure: as rdg_collocation_from_run(); RDG_ERR_ARGUMENT: it is no such point;
 *          RDG_ERR_NO_CONVERGENCE: the motion comes to no orbit of another event signature */
rdg_collocation *rdg_collocation_beyond(rdg_hybrid *h, const char *run, rdg_index label,
                                        const rdg_collocation_options *options);

/** Option of a run that starts on the branch of doubled orbits.
 *  @param c as rdg_collocation_double() answered, its problem made; must live until the run has begun
 *  @return the option; one that the run refuses for anything else */
rdg_option rdg_collocation_flip(const rdg_collocation *c);

/** Shooting from a labelled solution of a run by collocation.
 *  @param h       system
 *  @param run     run
 *  @param label   label
 *  @param options for the flow. Where it starts is taken from the solution; NULL: defaults
 *  @return NULL after a failure: as rdg_collocation_from_run() and rdg_shooting_create() */
rdg_shooting *rdg_collocation_to_shooting(rdg_hybrid *h, const char *run, rdg_index label,
                                          const rdg_shooting_options *options);

/** All multipliers of an orbit but the trivial one of an autonomous system, whatever their range, from steps
 * along it that are short for its fastest change. Where rdg_ep_eigenvalues() gives 0 for a multiplier of
 * exp(-29000), this gives the exponent.
 *  @param c orbits, their problem made
 *  @param u variables of the problem on its present mesh, as those of an observer's chart are, shape
 *           [rdg_variable_count()]
 *  @param n states, with segments those of the largest mode, less 1 of an autonomous system
 *  @param[out] log   [n] logarithms of their moduli, the largest first
 *  @param[out] angle [n] in (-pi, pi]
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE; RDG_ERR_NO_CONVERGENCE: they are not known */
rdg_status rdg_collocation_multipliers(rdg_collocation *c, const double *u, rdg_index n, double *log,
                                       double *angle);

/** A segment of the orbits' problem, for integrals and motions.
 *  @param c orbits whose problem has been made
 *  @return borrowed; NULL where there is no problem */
rdg_segment *rdg_collocation_segment(const rdg_collocation *c);

#ifdef __cplusplus
}
#endif
#endif
