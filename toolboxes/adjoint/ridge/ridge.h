/** @file ridge.h
 *  @brief The ridge of a forced response surface: the resonance backbone curve as a true extremum.
 *
 *  The amplitude Am of a sensor is a maximum over the frequency at every excitation level alpha. Three stages
 *  find and follow it: the forced response at the first level until Am is stationary, the second branch there
 *  until d.Am = 1, then continuation in alpha with Am stationary in omega (adjoint.h).
 *
 *  Where a stuck contact begins to slip, its stiffness jumps. Over a range of levels behind that the maximum
 * is a kink of the forced response, a corner, in which the contact stays at the onset of slip, margin = 0.
 * The ridge goes through it: it is one run whose points are smooth or corners (column "corner": the number of
 * the contact, -1 where the ridge is smooth). Types of charts: "SLIP" a contact reaches the onset, "CE" a
 * corner ends, "RS" the ridge goes on, "MX" no step converged. In a ridge over a number of the structure
 * "OPT" is where the peak is least over it (ridge_optimum.c).
 *
 *  Each labelled point is checked against the response itself: column "local_max" is 1 where the sensor grows
 * just before it and falls just behind it, else 0, as where the maximum meets a minimum and vanishes: at
 * "FP", at a "SLIP", "CE" or "FK" whose kink falls on one side only, and at the level of an "MX" to 1e-9,
 * where it is too narrow to be looked at. Other zeros are warned of.
 *
 *  Column "global_gap" is how far the greatest maximum of the response is above the ridge, relative to it, in
 * the window of omega and around the ridge: 0 where the ridge has the greatest, NaN where it was not looked
 * for, or where the response has branch points: those are named with their levels and frequencies. The whole
 * window is scanned at the ends of the ridge and in between at labels, and at points without one, spread over
 * the levels asked for as the effort allows; what is left at the end goes into the widest gaps. Between two
 * points of the ridge its own maximum is located on the scanned response before a greater one is reported. In
 * between the four highest maxima that the response has at the start are followed from label to label. A
 * warning tells of the first level at which there is a greater one: where it rises above the ridge or comes
 * into being, "from about" that level, if a scan two per cent below shows none; else between which levels.
 * The other maxima of that scan are followed back to the scan before, as one of them may have been greater
 * earlier. A warning also tells where the ridge vanishes and goes on at a greater one. Whether the ridge is
 * the greatest again later on this column tells. A greater maximum that comes and goes between two scans may
 * be missed: where they are farther apart than a factor of 4, and none was seen, a note tells the widest gap
 * of levels. Nor are parts of the response seen that do not hang together with that at the window's lower end
 * or at the ridge.
 *
 *  What is done in any case comes on top of the effort: both ends of the ridge, the slopes beside each label,
 * and once in each direction up to 24 scans that narrow down the level of a warning, after some that leave no
 * gap wider than a factor of 4 before it, and one for the other maxima. An end of the window that is higher
 * than all maxima is reported in a note.
 *
 *  Sliders of an Iwan element (iwan.h) have no margin: the onset of each is a kink without a corner, at which
 * the maximum may vanish ("FK", "MX") and is sought anew behind it. */
#ifndef RDG_RIDGE_H
#define RDG_RIDGE_H

#include <ridgewalk/adjoint.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is checked of a ridge's points. */
typedef enum rdg_ridge_certify_kind {
    RDG_CERTIFY_LABELS, /**< labelled points: each for being a local maximum; and for a greater one elsewhere
                           as long as this has cost no more than the ridge, see effort */
    RDG_CERTIFY_EVERYWHERE, /**< every point for both */
    RDG_CERTIFY_NOTHING     /**< there are no columns "local_max" and "global_gap" */
} rdg_ridge_certify_kind;

/** @name Keys of the options below
 *  @{ */
extern const rdg_option_key rdg_ridge_direct;             /**< RDG_RIDGE_DIRECT */
extern const rdg_option_key rdg_ridge_restart;            /**< RDG_RIDGE_RESTART() */
extern const rdg_option_key rdg_ridge_difference_hessian; /**< RDG_RIDGE_DIFFERENCE_HESSIAN */
extern const rdg_option_key rdg_ridge_certified;          /**< RDG_RIDGE_CERTIFY() */
extern const rdg_option_key rdg_ridge_effort;             /**< RDG_RIDGE_EFFORT() */
extern const rdg_option_key rdg_ridge_sensitivities;      /**< RDG_SENSITIVITIES */
extern const rdg_option_key rdg_ridge_optimal;            /**< RDG_RIDGE_OPTIMAL() */
extern const rdg_option_key rdg_ridge_mode;               /**< RDG_FROM_MODE() */
/** @} */

/** The multipliers at the start by rdg_adjoint_solve() instead of stage 2. */
#define RDG_RIDGE_DIRECT RDG_OPTION_OF(rdg_ridge_direct, 1)
/** No corners: where a contact reaches the onset of slip, the ridge is sought anew at this distance behind
 * it, in ]0, 1[, relative in alpha, as in the paper. It ends where the maximum is a corner there. */
#define RDG_RIDGE_RESTART(distance) RDG_OPTION_OF(rdg_ridge_restart, (distance))
/** Second derivatives of the equations by differences, for comparison. */
#define RDG_RIDGE_DIFFERENCE_HESSIAN RDG_OPTION_OF(rdg_ridge_difference_hessian, 1)
/** What is checked: a value of rdg_ridge_certify_kind (default RDG_CERTIFY_LABELS). */
#define RDG_RIDGE_CERTIFY(what) RDG_OPTION_OF(rdg_ridge_certified, (what))
/** Time for looking for greater maxima with RDG_CERTIFY_LABELS, relative to that of the ridge (default 1), as
 * estimated by the iterations of Newton's method, which does not depend on the machine. What is done in any
 * case comes on top, see above. */
#define RDG_RIDGE_EFFORT(relative) RDG_OPTION_OF(rdg_ridge_effort, (relative))

/** All numbers of elements become variables that are held, with a column `d.NAME` each: by a number p the
 * peak changes as d(peak)/dp = -d.p. The multipliers tell, at the price of their columns. */
#define RDG_SENSITIVITIES RDG_OPTION_OF(rdg_ridge_sensitivities, 1)

/** A number of the structure is free, and at its best at each point: the sensitivity of the peak to it is
 * zero, d.NAME = 0. The ridge starts from a point at which this is so, an "OPT" of a ridge over that number.
 * May be given for several numbers; columns global_gap are not filled in then. */
#define RDG_RIDGE_OPTIMAL(number)                                                                            \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_ridge_optimal, .name = (number), .a = 1)

/** In place of RDG_FROM(): start near the nth linear mode, from 1, all contacts stuck
 * (rdg_structure_rest_frequencies()). A forced response around its frequency, half way to the neighbouring
 * ones and 20 % at the most, or in the window of omega, is made first, at the lowest level asked for, or,
 * where the ridge is followed in a number, at that of RDG_HOLD_AT("alpha", level). Its run is
 * "<name>/response". */
#define RDG_FROM_MODE(number) RDG_OPTION_OF(rdg_ridge_mode, (number))

/** Follow the ridge of a sensor: rdg_ridge(hb, name, sensor, option, ...), options as for rdg_continue(), and
 * those above. */
#define rdg_ridge(hb, name, ...)                                                                             \
    rdg_ridge_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Follow the ridge of a sensor in alpha, or with RDG_RELEASE("pad.preload") in a number of the structure
 *  (numbers.h), at the level of excitation of the response that it starts from. RDG_HOLD_AT("pad.mu", 0.2)
 * gives a number another value than the structure has. What is said of levels below holds for the number.
 *
 *  Runs: "<name>/stage1", "<name>/stage2" and "<name>", the ridge itself.
 *  @param hb      harmonic balance; its contacts are left free to slip
 *  @param name    of the runs
 *  @param sensor  amplitude to be followed
 *  @param options RDG_FROM(run, label): the forced response to start from, at a fixed alpha, or
 * RDG_FROM_GREATEST(run): where the sensor is greatest among its labelled points; or RDG_FROM_MODE(n).
 * RDG_WINDOW("alpha", low,
 * high), or that of the number released: the levels to cover, low > 0. RDG_WINDOW("omega", low, high): where
 * stage 1 searches (default: the range of the run started from). RDG_RIDGE_...(): see above. All others go to
 * the run in alpha.
 * With RDG_RESUME a ridge that was cut off goes on at its last label; stages 1 and 2, which take a moment,
 * are done again.
 *  @return as rdg_continue_list(); RDG_ERR_ARGUMENT without RDG_FROM, or for levels that are not positive;
 * RDG_ERR_NO_CONVERGENCE where there is no maximum to start from. A ridge that ends before its window does,
 * or that has left a level out, is RDG_OK as any run that ends early: the summary's "covered" is false, a
 * warning and the facts of the run ("not_reached") say "levels 3.24 to 10 N were not reached: ..." and why,
 * and rdg_exit() answers 1, unless RDG_EXPECT_EARLY_END is given */
rdg_status rdg_ridge_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options);

/** Write a ridge as CSV with the columns alpha_N, f_Hz, Am_m, kind, local_max, global_gap (the last two
 * unless the run has none, RDG_CERTIFY_NOTHING). Kind is "smooth", or "corner:k" where contact k (from 0, in
 * the order in which they were added) is at the onset of slip.
 *  @param ctx    context
 *  @param run    name of the ridge's run
 *  @param sensor its sensor
 *  @param path   file to write
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_IO, RDG_ERR_FORMAT */
rdg_status rdg_ridge_export(rdg_context *ctx, const char *run, const char *sensor, const char *path);

#ifdef __cplusplus
}
#endif
#endif
