/** @file ridge.h
 *  @brief The ridge of a forced response surface: the curve of the maxima of all forced responses.
 *
 *  The amplitude Am of a sensor is a maximum over the frequency at every forcing amplitude alpha. The ridge
 * is the curve of responses on which the slope of Am along the response vanishes, at its forcing amplitude.
 *
 *  Where a stuck contact begins to slip, its stiffness is discontinuous. Over a range of forcing amplitudes
 *  behind that the maximum is a non-smooth peak: the contact stays at the onset of slip, margin = 0. The
 * ridge follows it in the same run. Column "nonsmooth" is the number of the contact, or -1 where the ridge is
 * smooth.
 *
 *  Types of charts: "SLIP" a contact reaches the onset, "CE" a non-smooth peak ends, "RS" the ridge
 * continues, "MX" no step converged. In a ridge over a parameter of the structure "OPT" is where the peak is
 * least over it (ridge_optimum.c).
 *
 *  Each labelled point is compared with the response itself. Column "local_max" is 1 where the sensor grows
 *  just before it and falls just behind it, else 0. It is 0 where the maximum meets a minimum and vanishes:
 * at "FP", and at a "SLIP", "CE" or "FK" beside which the response falls on one side only. It is also 0 at
 * the forcing amplitude of an "MX" to 1e-9, where the maximum is too narrow. Other zeros cause a warning.
 *
 *  Column "global_gap" is how far the greatest maximum of the response in the domain of omega is above the
 *  ridge, relative to it. It is 0 where the ridge has the greatest, and NaN where it was not computed. It is
 *  also NaN where not all responses that branch off could be followed. These branch points are reported with
 *  their forcing amplitudes and frequencies.
 *
 *  All maxima over the whole domain are found (peak_set.h) at both ends of the ridge, and where it continues
 *  at another maximum. More sets lie in between, so that no two are farther apart than a factor of 4. From
 * one to the next each maximum is followed, and those that are new are followed back. A warning gives the
 * first forcing amplitude with a greater maximum: "from" it, or an interval if not all maxima could be
 * followed. Where the ridge vanishes it is followed to its end. Later changes are in this column only.
 *
 *  Limits: a greater maximum that appears and vanishes between two of these forcing amplitudes is missed. If
 *  they are farther apart than a factor of 4, and none was seen, a note gives the widest gap. Parts of the
 *  response that are not connected with the lower end of the domain are sought by a search (peak_set.h),
 * which may miss one.
 *
 *  An end of the domain that is higher than all maxima is reported.
 *
 *  Sliders of an Iwan element (iwan.h) have no margin. The onset of each is a non-smooth point, at which the
 *  maximum may vanish ("FK", "MX"). It is then sought anew behind it. */
#ifndef RDG_RIDGE_H
#define RDG_RIDGE_H

#include <ridgewalk/adjoint.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which points of a ridge are checked. */
typedef enum rdg_ridge_certify_kind {
    RDG_CERTIFY_LABELS, /**< labelled points: local maximum, and within the effort greater ones elsewhere */
    RDG_CERTIFY_EVERYWHERE, /**< every point: both */
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

/** Accepted, and changes nothing: multipliers are no variables of a ridge, and need no stage of their own. */
#define RDG_RIDGE_DIRECT RDG_OPTION_OF(rdg_ridge_direct, 1)
/** No non-smooth peaks. Where a contact reaches the onset of slip, the ridge is sought anew at this distance
 * behind it, in ]0, 1[, relative in alpha, as in the friction backbone paper. It ends if the maximum is
 * non-smooth there. */
#define RDG_RIDGE_RESTART(distance) RDG_OPTION_OF(rdg_ridge_restart, (distance))
/** Second derivatives of the equations by differences, for comparison. */
#define RDG_RIDGE_DIFFERENCE_HESSIAN RDG_OPTION_OF(rdg_ridge_difference_hessian, 1)
/** What is checked: a value of rdg_ridge_certify_kind (default RDG_CERTIFY_LABELS). */
#define RDG_RIDGE_CERTIFY(what) RDG_OPTION_OF(rdg_ridge_certified, (what))
/** Effort of the search for greater maxima (default 1): all maxima are found at forcing amplitudes that are
 * no farther apart than a factor of 4^(1/relative). */
#define RDG_RIDGE_EFFORT(relative) RDG_OPTION_OF(rdg_ridge_effort, (relative))

/** All parameters of elements become variables that are held, with a column `d.NAME` each. The peak changes
 * with a parameter p as d(peak)/dp = -d.p. */
#define RDG_SENSITIVITIES RDG_OPTION_OF(rdg_ridge_sensitivities, 1)

/** A parameter of the structure is free, and optimal at each point: the sensitivity of the peak to it is
 * zero, d.NAME = 0. The ridge starts from an "OPT" of a ridge over that parameter. May be given for several
 * parameters. Column global_gap is then NaN. */
#define RDG_RIDGE_OPTIMAL(number)                                                                            \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_ridge_optimal, .name = (number), .a = 1)

/** In place of RDG_FROM(): start near the nth linear mode, from 1, all contacts stuck
 * (rdg_structure_rest_frequencies()). A forced response is computed first. Its domain reaches half way to the
 * neighbouring frequencies, 20 % at most, or is that of omega. It is computed at the lowest forcing
 * amplitude, or, where the ridge is followed in a parameter, at that of RDG_HOLD_AT("alpha", value). Its run
 * is "<name>/response". */
#define RDG_FROM_MODE(number) RDG_OPTION_OF(rdg_ridge_mode, (number))

/** Follow the ridge of a sensor: rdg_ridge(hb, name, sensor, option, ...), options as for rdg_continue(), and
 * those above. */
#define rdg_ridge(hb, name, ...)                                                                             \
    rdg_ridge_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Follow the ridge of a sensor in alpha, or with RDG_RELEASE("pad.preload") in a parameter of the structure
 *  (numbers.h), at the forcing amplitude of the response that it starts from. RDG_HOLD_AT("pad.mu", 0.2)
 *  gives a parameter another value. With a parameter, read it below in place of the forcing amplitude.
 *
 *  The run is "<name>".
 *  @param hb      harmonic balance; its contacts are left free to slip
 *  @param name    of the runs
 *  @param sensor  amplitude to be followed
 *  @param options RDG_FROM(run, label): the forced response to start from, at a fixed alpha, or
 * RDG_FROM_GREATEST(run): where the sensor is greatest among its labelled points; or RDG_FROM_MODE(n).
 * RDG_WINDOW("alpha", low,
 * high), or that of the number released: the forcing amplitudes to cover, low > 0. RDG_WINDOW("omega", low,
 * high): where the greatest maximum is searched for (default: the range of the run started from).
 * RDG_RIDGE_...(): see above. All others go to the run in alpha. With RDG_RESUME a ridge that was interrupted
 * continues at its last label. The search for its start is repeated.
 *  @return as rdg_continue_list(); RDG_ERR_ARGUMENT without RDG_FROM, or for forcing amplitudes that are not
 * positive; RDG_ERR_NO_CONVERGENCE where there is no maximum to start from. A ridge that ends early, or that
 * leaves out a forcing amplitude, returns RDG_OK: the summary's "covered" is false. A warning and
 * "not_reached" among the facts of the run give the range and the reason. rdg_exit() returns 1, unless
 * RDG_EXPECT_EARLY_END is given */
rdg_status rdg_ridge_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options);

/** Write a ridge as CSV with the columns alpha_N, f_Hz, Am_m, kind, local_max, global_gap (the last two
 * unless the run has none, RDG_CERTIFY_NOTHING). Kind is "smooth", or "nonsmooth:k" where contact k (from 0,
 * in the order in which they were added) is at the onset of slip.
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
