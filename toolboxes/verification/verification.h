/** @file verification.h
 *  @brief Is a solution of harmonic balance stable? One period of the event-driven motion decides.
 *
 *  Harmonic balance knows a motion by its harmonics, and where a contact slips during part of a period its
 *  Floquet exponents are estimates (stability.h). Here the solution becomes the start of a periodic orbit in
 * time (shooting.h): Newton's method makes it one that satisfies the equations of motion from event to event,
 * stable or not. The multipliers are those of the derivative of one period, with the saltation matrices of
 * all events.
 *
 *      rdg_verification *v = rdg_hbm_verify(hb, "frc", rdg_run_label_of(run, "UZ", 0));
 *      if (v) {
 *          printf("%s, largest multiplier %.3f\n", v->is_stable ? "stable" : "unstable", v->modulus[0]);
 *      }
 *
 *  A contact that sticks all the time has a multiplier of exactly 1: its slider may stick elsewhere, which is
 *  another residual stress. These do not enter the verdict; `stuck` counts them, and one that the
 *  motion itself drags to its limit as well: motions beside it drag it once, and it sticks from then on.
 *
 *  One that slips all the time on a friction cone has a multiplier of 1, too, of states off its cone. They do
 *  not occur, and it is left out.
 *
 *  R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems (2004), chapters
 * 7, 8. */
#ifndef RDG_VERIFICATION_H
#define RDG_VERIFICATION_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/shooting.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is known of a solution after its verification. */
typedef struct rdg_verification {
    bool is_stable; /**< all multipliers, those of sticking contacts apart, are inside of the unit circle */
    rdg_index unstable; /**< multipliers outside */
    rdg_index stuck;    /**< multipliers of 1 that are left out: of contacts that stick throughout, two of one
                             with a friction cone */
    rdg_index count;    /**< the other multipliers */
    const double *modulus; /**< [count] the largest first */
    const double *angle;   /**< [count] rad, in (-pi, pi] */
    double difference; /**< largest difference of a displacement between the solution and the orbit, relative
                          to the largest displacement of the solution: the error of its harmonics. Where it is
                          not small the orbit may belong to another solution */
    double omega;      /**< rad/s */
    double alpha;      /**< forcing amplitude */
} rdg_verification;

/** Decide whether a labelled solution of harmonic balance is stable.
 *  @param hb    harmonic balance that the run is of. All its elements need a force law in time
 *  @param run   name of the run
 *  @param label of the solution
 *  @return the result, owned by the context. NULL after a failure: as rdg_run_solution(). As rdg_hybrid_of(),
 * an element without a force law in time for one; RDG_ERR_NO_CONVERGENCE: no periodic motion is found at the
 * solution. None exists behind a fold, else more harmonics bring it nearer. Or rounding errors determine
 * multipliers */
rdg_verification *rdg_hbm_verify(rdg_hbm *hb, const char *run, rdg_index label);

/** Periodic orbits that begin at a labelled solution of harmonic balance, for a run of them in time: with a
 * first point on the same branch, stable or not. Parameters are "omega", "alpha" and the numbers of the
 * structure that the run has as parameters.
 *  @param hb    harmonic balance that the run is of. All its elements need a force law in time
 *  @param run   name of the run
 *  @param label of the solution
 *  @return as rdg_shooting_create(). NULL after a failure, as rdg_hbm_verify() */
rdg_shooting *rdg_hbm_orbits(rdg_hbm *hb, const char *run, rdg_index label);

/** Free a result before its context.
 *  @param v NULL is allowed */
void rdg_verification_free(rdg_verification *v);

#ifdef __cplusplus
}
#endif
#endif
