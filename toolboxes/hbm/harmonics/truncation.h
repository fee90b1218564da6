/** @file truncation.h
 *  @brief How many harmonics are enough: the error by those that are left out, and harmonics that come and go
 *  along a branch.
 *
 *  The forces of the elements at a solution have harmonics that the harmonic balance leaves out. Each would
 * move the structure by
 *
 *      dQ_k = -D(k omega)^-1 F_k,
 *
 *  the response of the structure alone to it. The truncation error is the root mean square of these motions
 *  over the displacements that the elements see, relative to that of the vibration there. It is an estimate
 * to first order: what a harmonic that is there does to the others is left out. Harmonics up to 2 H + 3 are
 *  examined, H the highest one of the list.
 *
 *  The cost is that of the elements' forces in these harmonics and of a condensed stiffness for each. */
#ifndef RDG_TRUNCATION_H
#define RDG_TRUNCATION_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/objects.h>
#include <ridgewalk/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Truncation error of a solution.
 *  @param hb         harmonic balance
 *  @param Q          solution, shape [rdg_hbm_unknowns()]
 *  @param omega      > 0, in rad/s
 *  @param[out] error relative error of the displacements at the elements; 0 at rest
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_CALLBACK (an element), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hbm_truncation(rdg_hbm *hb, const double *Q, double omega, double *error);

/** Which harmonics a solution wants: the root mean square of each, over all displacements that elements see,
 *  as it is where the harmonic is kept, as it would be where it is left out.
 *  @param hb             harmonic balance
 *  @param Q              solution, shape [rdg_hbm_unknowns()]
 *  @param omega          > 0, in rad/s
 *  @param count          number of harmonics: 0, 1, ..., count - 1. Those above 2 H + 3 are given as 0
 *  @param[out] amplitude in m, shape [count]
 *  @return as rdg_hbm_truncation() */
rdg_status rdg_hbm_spectrum(rdg_hbm *hb, const double *Q, double omega, rdg_index count, double *amplitude);

/** Add the truncation error to a problem: a monitor, a column of its runs.
 *  @param hb      harmonic balance, must outlive @p problem
 *  @param problem made from @p hb
 *  @param name    of the monitor, unique in the problem; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (another harmonic balance's problem), RDG_ERR_NO_MEMORY or
 * RDG_ERR_EARLIER */
rdg_status rdg_hbm_add_truncation(rdg_hbm *hb, rdg_problem *problem, const char *name);

/** Let harmonics come and go along the runs of a problem:
 *
 *      rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1, 3, 5, 7, 9, 11));
 *      ...
 *      rdg_hbm_adapt(hb, p, 1e-4);
 *      rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1, 2), RDG_HBM_ADAPT(hb));
 *
 *  The first harmonics of the list are unknowns. The others are eliminated (rdg_eliminate()), and cost
 *  neither evaluation nor linear algebra. Where the truncation error comes near the tolerance (H+) as many
 * are added as the error requests. Where the error without the last one falls below a tenth of it (H-)
 * harmonics are dropped. There the curve moves by less than the tolerance: the point is corrected anew (RS).
 *
 *  The second direction from the start, and the next run, begin with the harmonics of the start.
 *
 *  The problem gets the monitors "truncation", "harmonics" (the highest one that is active), and "surplus"
 * (the error without that one). It is solved at its start values here, with all harmonics and with those that
 * are needed there; runs start from this point. The forced harmonics are always active. A new problem made
 * from the same harmonic balance has all harmonics again.
 *  @param hb        harmonic balance, must outlive @p problem
 *  @param problem   made from @p hb, the only one in use
 *  @param tolerance largest truncation error, in ]0, 1[
 *  @return as rdg_hbm_add_truncation() or rdg_solve() */
rdg_status rdg_hbm_adapt(rdg_hbm *hb, rdg_problem *problem, double tolerance);

/** Options of a run whose harmonics come and go: stand for several. */
#define RDG_HBM_ADAPT(hb)                                                                                    \
    RDG_TERMINAL_NEAR("H+", "truncation", 0.8 * rdg_hbm_tolerance(hb), 0.2 * rdg_hbm_tolerance(hb)),         \
        RDG_TERMINAL_NEAR("H-", "surplus", 0.1 * rdg_hbm_tolerance(hb), 0.05 * rdg_hbm_tolerance(hb)),       \
        RDG_ON_STOP(rdg_hbm_change_harmonics, hb),                                                           \
        RDG_CHECKPOINT("harmonics", rdg_hbm_checkpoint_harmonics, hb)

/** Tolerance given to rdg_hbm_adapt().
 *  @param hb NULL is allowed
 *  @return 1 if there is none */
double rdg_hbm_tolerance(const rdg_hbm *hb);

/** What RDG_HBM_ADAPT() calls where the harmonics have to change: an rdg_handler.
 *  @param problem   made from the harmonic balance
 *  @param event     where the branch has come
 *  @param direction not used
 *  @param[in,out] u point to continue from
 *  @param data      the harmonic balance
 *  @return true: continue */
bool rdg_hbm_change_harmonics(rdg_problem *problem, const rdg_chart *event, int direction, double *u,
                              void *data);

/** Which harmonics are active, so that a run can be taken up after it was cut off: an rdg_checkpoint_fn.
 *  @param problem made from the harmonic balance
 *  @param memo    to be written, or read
 *  @param data    the harmonic balance */
void rdg_hbm_checkpoint_harmonics(rdg_problem *problem, rdg_checkpoint *memo, void *data);

#ifdef __cplusplus
}
#endif
#endif
