/** @file hbm_problem.h
 *  @brief The continuation problem of a harmonic balance. */
#ifndef RDG_HBM_PROBLEM_H
#define RDG_HBM_PROBLEM_H

#include <ridgewalk/at.h>
#include <ridgewalk/contents.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/objects.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The least frequency of a run relative to that at the start of its problem: there is no vibration at zero.
 */
#define RDG_HBM_LOWEST 1e-6

/** Create the continuation problem of a harmonic balance, in its context.
 *
 *  Variables: blocks "Q", "omega", "alpha". Zero function "hbm". Inactive parameters "omega" (rad/s) and
 *  "alpha" (rdg_forcing_amplitude_unit()); each sensor is an active monitor. Branches end where omega comes
 * down to RDG_HBM_LOWEST times its start value: there is no periodic motion without a frequency. A note is
 * written if there is no force. It starts at rdg_hbm_linear_response(). Several problems can be made from one
 * harmonic balance; it must outlive them, as it does when the context frees all.
 *
 *  With more than four contacts tables have two columns of text, which are not in the record. "contacts"
 * counts those that stick, slip and are open. "least margin" is the least distance to the onset of slip, with
 * its contact.
 *  @param hb harmonic balance
 *  @param at start values, ended by an item with name NULL: "omega" (> 0, required), "alpha" (default 1), and
 *            parameters of elements ("pad.preload", numbers.h): these become variables, held unless released
 *  @return NULL after a failure */
rdg_problem *rdg_hbm_problem_at(rdg_hbm *hb, const rdg_at *at);

/** Add a harmonic balance to a problem that there is, as rdg_hbm_problem_at() does to a new one. Between
 *  rdg_problem_enter() and rdg_problem_leave() its names get a prefix, so that several fit into one problem.
 *  @param hb      harmonic balance
 *  @param problem of the same context
 *  @param at      as above
 *  @return RDG_OK or as the functions it calls */
rdg_status rdg_hbm_add_at(rdg_hbm *hb, rdg_problem *problem, const rdg_at *at);

/** Add the sensors of a harmonic balance as active monitors to a problem of one's own that has a block "Q",
 * its unknowns.
 *  @param hb      harmonic balance; must outlive the problem
 *  @param problem of the same context
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_SIZE or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_add_sensors(rdg_hbm *hb, rdg_problem *problem);

/** Add the margin of each contact as a column "<element>.margin" of a problem: its distance to the onset of
 *  slip, in N. It is what is left between both limits of the slider: 2 (limit - kt a) for a Jenkins element
 * of amplitude a. At 0 or less it slips. Events can be located on it, RDG_UZ("pad.margin", 0).
 *  @param hb      harmonic balance
 *  @param problem made from it
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no element has a margin), RDG_ERR_NAME, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_hbm_add_margins(rdg_hbm *hb, rdg_problem *problem);

/** rdg_hbm_add_at() with its list spelled as arguments. */
#define rdg_hbm_add(hb, problem, ...) rdg_hbm_add_at((hb), (problem), RDG_AT_LIST(__VA_ARGS__))

/** rdg_hbm_problem_at() with its list spelled as arguments:
 *  rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03)). */
#define rdg_hbm_problem(hb, ...) rdg_hbm_problem_at((hb), RDG_AT_LIST(__VA_ARGS__))

/** Describe a harmonic balance: its structure, and the displacement, harmonic and part of each
 *  unknown. An rdg_describe function; problems that have the unknowns in a block register it by
 *  rdg_describe_problem().
 *  @param out              receives the description; NULL is allowed
 *  @param block            of the unknowns; NULL: they are not described
 *  @param harmonic_balance an rdg_hbm; NULL is allowed */
void rdg_hbm_describe(const rdg_contents *out, const char *block, void *harmonic_balance);

#ifdef __cplusplus
}
#endif
#endif
