/** @file bounds.h
 *  @brief Bounds of a peak over all residual stresses of the contacts that stick.
 *
 *      rdg_bounds_result band;
 *      rdg_bounds_at(hb, "A", 0.9, RDG_HZ(135), RDG_HZ(160), &band);
 *      printf("%g to %g m\n", band.low.amplitude, band.high.amplitude);
 *
 *  The slider of a contact that sticks throughout the period keeps its position v, and each v between max L
 * and min U is possible (contact.h). These positions are the coordinates of the residual stress. Sought are
 * the least and the greatest value of the greatest peak of a sensor over all slider positions before the
 * motion.
 */
#ifndef RDG_BOUNDS_H
#define RDG_BOUNDS_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/option_key.h>
#include <ridgewalk/peak.h>
#include <ridgewalk/run_option.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Contacts whose sliders are varied, at most. */
enum { RDG_BOUNDS_MOST = 128 };

/** Why there is a band, or none. */
typedef enum rdg_bounds_reason {
    RDG_BOUNDS_NONE,          /**< not known: a failure */
    RDG_BOUNDS_BAND,          /**< there is a band */
    RDG_BOUNDS_ALL_STICK,     /**< none: all contacts stick, with a stiffness that no static force changes */
    RDG_BOUNDS_NONE_STICKS,   /**< none: each contact slips or opens, and forgets its past */
    RDG_BOUNDS_CONSTANT_LOADS /**< none: no contact that slips or opens has a mean normal load that depends on
                                 the slider of one that sticks */
} rdg_bounds_reason;

/** What the slider of a contact does at an end of the band. */
typedef enum rdg_bounds_state {
    RDG_BOUNDS_FREE,     /**< it sticks between its limits: v is where it started */
    RDG_BOUNDS_AT_LOWER, /**< it sticks, dragged to v = max L by the motion */
    RDG_BOUNDS_AT_UPPER, /**< it sticks, dragged to v = min U by the motion */
    RDG_BOUNDS_SLIPS,    /**< it slips in each period */
    RDG_BOUNDS_OPENS     /**< it opens in each period */
} rdg_bounds_state;

/** The slider of a contact at an end of the band. */
typedef struct rdg_bounds_slider {
    rdg_bounds_state state; /**< what it does */
    double v;               /**< its position, N; NAN: it slips or opens */
    double slope; /**< dA/dv at the frequency of the peak by one transposed solve, in units of the sensor by
                     N; of a dragged one towards the inside, while the motion may drag others. 0: it slips or
                     opens */
} rdg_bounds_slider;

/** A motion: the greatest peak for some slider positions before the motion. */
typedef struct rdg_bounds_end {
    double amplitude;                          /**< of the sensor */
    double omega;                              /**< rad/s */
    rdg_peak_kind kind;                        /**< of the peak */
    double start[RDG_BOUNDS_MOST];             /**< [contacts] slider positions before the motion, N */
    rdg_bounds_slider slider[RDG_BOUNDS_MOST]; /**< [contacts] */
} rdg_bounds_end;

/** The band. */
typedef struct rdg_bounds_result {
    rdg_bounds_reason reason;           /**< why there is a band, or none */
    double level;                       /**< forcing amplitude alpha */
    rdg_index contacts;                 /**< how many sliders were varied */
    rdg_index element[RDG_BOUNDS_MOST]; /**< [contacts] their elements in the structure */
    rdg_bounds_end low;                 /**< least value of the greatest peak */
    rdg_bounds_end high;                /**< greatest value */
    rdg_bounds_end given;               /**< with the slider starts that the structure has */
    rdg_index starts;                   /**< random choices of slider positions, tried afterwards */
    double outside;      /**< how far the farthest of these was outside of the band, relative to the
                            amplitude; 0: none was. The band contains it */
    rdg_index uncertain; /**< responses that were not followed over the whole domain, or that have branch
                            points: a greater peak may be missing there */
    rdg_index free;      /**< sliders between their limits at either end. 0: each end is exact for
                            its combination of limits; a search in any case */
    rdg_index open; /**< free sliders with which the peak still grows at the upper end, or may grow, where it
                       is a RDG_PEAK_KINK: the search has not reached the upper end, and the peak may have
                       no bound. 0: it has */
    long responses; /**< that were followed */
    double seconds; /**< it took */
} rdg_bounds_result;

/** Bounds of the greatest peak of a sensor at a forcing amplitude over all residual stresses.
 *
 *  A search from the limits of all sliders (up to six contacts; else 64 random combinations of limits) and
 * from the middle, along dA/dv with an active set of free and dragged sliders. It is no proof: random slider
 * positions test it afterwards.
 *  @param hb          harmonic balance with the static harmonic
 *  @param sensor      amplitude
 *  @param level       alpha, > 0
 *  @param low         lower end of the domain of frequencies, rad/s
 *  @param high        upper end, rad/s
 *  @param[out] result the band
 *  @return RDG_OK; RDG_ERR_ARGUMENT: no contact with a slider start of its own, more than RDG_BOUNDS_MOST of
 *          them, or no static harmonic; as rdg_peak_response_create(). RDG_ERR_NO_CONVERGENCE: there is no
 * peak
 */
rdg_status rdg_bounds_at(rdg_hbm *hb, const char *sensor, double level, double low, double high,
                         rdg_bounds_result *result);

/** @name Keys of the options below
 *  @{ */
extern const rdg_option_key rdg_bounds_answer;             /**< RDG_BOUNDS_RESULT() */
extern const rdg_option_key rdg_bounds_forcing_amplitudes; /**< RDG_BOUNDS_LEVELS() */
/** @} */

/** Forcing amplitudes of a band, unless given otherwise, and at most. */
enum { RDG_BOUNDS_LEVELS_DEFAULT = 21, RDG_BOUNDS_LEVELS_MOST = 1000 };

/** Where to put what was found: a pointer to rdg_bounds_result. Over the forcing amplitude: of the last one.
 */
#define RDG_BOUNDS_RESULT(pointer)                                                                           \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_bounds_answer, .a = 1, .data = (pointer))
/** How many forcing amplitudes, evenly spaced over RDG_WINDOW("alpha", low, high). */
#define RDG_BOUNDS_LEVELS(n) RDG_OPTION_OF(rdg_bounds_forcing_amplitudes, (n))

/** Bounds of a peak: rdg_bounds(hb, name, sensor, option, ...). */
#define rdg_bounds(hb, name, ...)                                                                            \
    rdg_bounds_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Bounds of the greatest peak of a sensor over all residual stresses, as rdg_bounds_at().
 *
 *  At one forcing amplitude, RDG_HOLD_AT("alpha", value), a table is printed. Over a range of them,
 * RDG_WINDOW("alpha", low, high), there are two runs, "<name>.low" and "<name>.high". Columns are alpha,
 * omega, the sensor, and "width" (of the band relative to its lower end). Each contact has "<contact>.v" and
 * "<contact>.slope". Each forcing amplitude begins with the ends of the one before; every fifth one is
 * searched anew. If that finds more, so are those before it. Rows of an event lie between two of them: DRAG
 * (a free slider meets a limit), FREE (a multiplier vanishes), SLIP (a contact begins to slip), STICK (it
 * ceases to) and OPEN. At CE a smooth peak is exchanged with a non-smooth one.
 *  @param hb      harmonic balance with the static harmonic
 *  @param name    of the runs
 *  @param sensor  amplitude
 *  @param options RDG_HOLD_AT("alpha", value) or RDG_WINDOW("alpha", low, high); RDG_WINDOW("omega", low,
 * high); RDG_BOUNDS_RESULT(), RDG_BOUNDS_LEVELS(); RDG_NO_TABLE, RDG_IN_MEMORY
 *  @return as rdg_bounds_at(); RDG_ERR_ARGUMENT for options */
rdg_status rdg_bounds_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options);

#ifdef __cplusplus
}
#endif
#endif
