/** @file fit.h
 *  @brief Parameters of a structure from measured points: nonlinear modes, responses, peaks over the forcing
 * amplitude.
 *
 *      rdg_measured *m = rdg_measured_read(ctx, "points.csv", RDG_MEASURED(.amplitude = "u_m", .frequency =
 * "f_Hz", .frequency_error = "sf_Hz", .damping = "zeta", .damping_error = "szeta")); rdg_fit(hb, "fit",
 * RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")), RDG_FIT("joint.kt", 1e5, 1e8), RDG_FIT("joint.limit",
 * 1, 1e3), RDG_FIT_PROFILES, RDG_FIT_RESULT(&fit));
 *
 *  Derivatives of all points by all parameters come from one transposed solve for each measured quantity. */
#ifndef RDG_FIT_H
#define RDG_FIT_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/least_squares.h>
#include <ridgewalk/measured.h>
#include <ridgewalk/nonlinear_mode.h>
#include <ridgewalk/option_key.h>
#include <ridgewalk/run_option.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Points, and what they are points of. */
typedef struct rdg_fit_points {
    const rdg_measured *measured; /**< points */
    const rdg_mode *mode;         /**< a nonlinear mode; NULL: a response or peaks */
    const char *sensor;           /**< whose amplitude it is, of a response or of peaks */
} rdg_fit_points;

/** @name Keys of the options below
 *  @{ */
extern const rdg_option_key rdg_fit_parameters; /**< RDG_FIT() */
extern const rdg_option_key rdg_fit_modes;      /**< RDG_FIT_MODE() */
extern const rdg_option_key rdg_fit_responses;  /**< RDG_FIT_RESPONSE() */
extern const rdg_option_key rdg_fit_ridges;     /**< RDG_FIT_RIDGE() */
extern const rdg_option_key rdg_fit_intervals_; /**< RDG_FIT_PROFILES */
extern const rdg_option_key rdg_fit_more;       /**< RDG_FIT_STARTS() */
extern const rdg_option_key rdg_fit_answer;     /**< RDG_FIT_RESULT() */
/** @} */

/** A parameter of the structure, and its range. It begins at the value that the structure has. */
#define RDG_FIT(parameter, low, high)                                                                        \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_fit_parameters, .name = (parameter), .a = (low),   \
               .b = (high))
/** Points of a nonlinear mode: amplitude of the first harmonic of the displacement `.at`, frequency, damping
 * ratio. */
#define RDG_FIT_MODE(points, mode_)                                                                          \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_fit_modes, .a = 1,                                 \
               .data = (void *)RDG_WITH(rdg_fit_points, .measured = (points), .mode = (mode_)))
/** Points of a response: forcing amplitude and frequency, which are exact, and the amplitude of a sensor. */
#define RDG_FIT_RESPONSE(points, sensor_)                                                                    \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_fit_responses, .a = 1,                             \
               .data = (void *)RDG_WITH(rdg_fit_points, .measured = (points), .sensor = (sensor_)))
/** Peaks of a sensor: forcing amplitude, which is exact, frequency and amplitude. */
#define RDG_FIT_RIDGE(points, sensor_)                                                                       \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_fit_ridges, .a = 1,                                \
               .data = (void *)RDG_WITH(rdg_fit_points, .measured = (points), .sensor = (sensor_)))
/** Intervals by profile likelihood. */
#define RDG_FIT_PROFILES RDG_OPTION_OF(rdg_fit_intervals_, 1)
/** So many further starts, spread over the ranges. */
#define RDG_FIT_STARTS(n) RDG_OPTION_OF(rdg_fit_more, (n))
/** Where to put what was found: a pointer to rdg_fit_result. */
#define RDG_FIT_RESULT(pointer)                                                                              \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_fit_answer, .a = 1, .data = (pointer))

/** Fit parameters: rdg_fit(hb, name, option, ...). */
#define rdg_fit(hb, name, ...) rdg_fit_list((hb), (name), RDG_OPTIONS(__VA_ARGS__))

/** Fit parameters of a structure to measured points.
 *
 *  Prints the parameters with their errors, what is not determined, chi^2, and up to 40 points with their
 * residuals. The run "<name>" has a row for each point. Its abscissa is "u" or "alpha". Each of "frequency",
 * "damping" and "amplitude" has the measured value, ".deviation", ".fit" and its standard ".error", and
 * ".residual" in standard deviations. With RDG_FIT_PROFILES each parameter has a run "<name>.<parameter>":
 * its values, "chi2" with the others optimal, the "rise" above the least chi^2, and the others.
 *  @param hb      harmonic balance
 *  @param name    of the run
 *  @param options RDG_FIT() for each parameter, at least one; one of RDG_FIT_MODE(), RDG_FIT_RESPONSE() and
 *                 RDG_FIT_RIDGE(). RDG_FIT_PROFILES, RDG_FIT_STARTS(), RDG_FIT_RESULT(); RDG_NO_TABLE,
 * RDG_IN_MEMORY
 *  @return as rdg_least_squares(); RDG_ERR_ARGUMENT: options, a quantity without standard deviations, units
 * that do not fit the structure; RDG_ERR_NAME: no such parameter or sensor */
rdg_status rdg_fit_list(rdg_hbm *hb, const char *name, const rdg_option *options);

#ifdef __cplusplus
}
#endif
#endif
