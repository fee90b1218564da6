/** @file design.h
 *  @brief Best physical numbers of a structure: those at which the greatest peak of a response is least.
 *
 *      rdg_design(hb, "best", "Am", RDG_HOLD_AT("alpha", 7.0), RDG_WINDOW("omega", RDG_HZ(185), RDG_HZ(300)),
 *                 RDG_DESIGN("pads.preload", 5.0, 100.0), RDG_DESIGN("pads.kn", 1e4, 1e6));
 *
 *  The ridge of the sensor is followed over the first parameter. From its least point a search over all
 * parameters leads to where the greatest peak of the response is least, whichever peak that is (minimax.h). A
 * parameter is optimal where the sensitivity of the greatest peak to it vanishes, or at a bound with a
 * multiplier of the right sign. The whole response is examined at each end of the search: nothing is higher.
 */
#ifndef RDG_DESIGN_H
#define RDG_DESIGN_H

#include <ridgewalk/numbers.h>
#include <ridgewalk/ridge.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a design has come to. */
typedef enum rdg_design_kind {
    RDG_DESIGN_NONE,       /**< no least peak was found: the message gives the reason */
    RDG_DESIGN_OPTIMUM,    /**< the sensitivities to all numbers vanish */
    RDG_DESIGN_AT_BOUND,   /**< so do those to some of them, others are at an end of their ranges */
    RDG_DESIGN_EQUAL_PEAKS /**< several peaks are equal there: the least greatest peak */
} rdg_design_kind;

/** Where a number is at the end. */
typedef enum rdg_design_place {
    RDG_DESIGN_HELD,  /**< where it was: not tried yet */
    RDG_DESIGN_FREE,  /**< inside of its range: the sensitivity vanishes */
    RDG_DESIGN_LOW,   /**< at the lower end of its range */
    RDG_DESIGN_HIGH,  /**< at the upper end */
    RDG_DESIGN_EQUAL, /**< where several peaks are equal: RDG_DESIGN_EQUAL_PEAKS */
    RDG_DESIGN_IDLE   /**< where it was: the peak does not depend on it */
} rdg_design_place;

/** A number that was to be chosen. */
typedef struct rdg_design_variable {
    char name[RDG_PARAMETER_NAME]; /**< "pads.preload" */
    double low;                    /**< its range: lower end */
    double high;                   /**< upper end */
    double value;                  /**< the best one */
    double sensitivity;     /**< derivative of the peak by it; at an end of the range < 0 presses against
                               the upper one, > 0 against the lower one */
    rdg_design_place place; /**< where it is */
} rdg_design_variable;

/** Numbers in a design, at most. */
enum { RDG_DESIGN_MOST = 8 };

/** What a design found. */
typedef struct rdg_design_result {
    rdg_design_kind kind;                        /**< what it is */
    rdg_index n;                                 /**< numbers */
    rdg_design_variable number[RDG_DESIGN_MOST]; /**< [n] in the order given */
    double alpha;                                /**< forcing amplitude */
    double amplitude;                            /**< the peak of the sensor */
    double omega;                                /**< where it is, rad/s */
    double other_amplitude;                      /**< the greatest other maximum in the domain; 0: none */
    double other_omega;                          /**< where it is, rad/s */
    bool certified;      /**< the whole response was followed over the domain, nothing is higher, and it has
                              no branch point whose other responses could not be followed */
    rdg_index scanned;   /**< other choices of the numbers that were examined, RDG_DESIGN_SCAN() */
    rdg_index unscanned; /**< of these, where the response could not be followed over the whole domain */
    rdg_index stages;    /**< runs: the ridge, and those of equal peaks */
    long points;         /**< of these runs, and of all responses that were examined */
    long iterations;     /**< of Newton's method */
    double seconds;      /**< it took */
} rdg_design_result;

/** @name Keys of the options below
 *  @{ */
extern const rdg_option_key rdg_design_parameter; /**< RDG_DESIGN() */
extern const rdg_option_key rdg_design_scans;     /**< RDG_DESIGN_SCAN() */
extern const rdg_option_key rdg_design_answer;    /**< RDG_DESIGN_RESULT() */
/** @} */

/** A number of the structure that is to be chosen, and its range. */
#define RDG_DESIGN(number_, low, high)                                                                       \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_design_parameter, .name = (number_), .a = (low),   \
               .b = (high))
/** Choices of the numbers that RDG_DESIGN_SCAN() examines: for each number, unless given otherwise,
 * and in all at most. */
enum { RDG_DESIGN_SCANS_EACH = 10, RDG_DESIGN_SCANS_MOST = 100000 };

/** Scan the whole response at n other choices of the numbers, spread evenly over the logarithms of their
 * ranges. Where its greatest peak is lower, or leads to a lower one, the search goes on from there. A search
 * and no proof: between the choices there may still be a lower one. Default: RDG_DESIGN_SCANS_EACH for each
 * number where there are several; none for one number, as the ridge over that goes through its whole range.
 */
#define RDG_DESIGN_SCAN(n) RDG_OPTION_OF(rdg_design_scans, (n))
/** Where to put what was found: a pointer to rdg_design_result. */
#define RDG_DESIGN_RESULT(pointer)                                                                           \
    RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &rdg_design_answer, .a = 1, .data = (pointer))

/** Choose numbers of a structure: rdg_design(hb, name, sensor, option, ...). */
#define rdg_design(hb, name, ...)                                                                            \
    rdg_design_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Choose numbers of a structure so that the greatest peak of a sensor is least.
 *
 *  Runs: "<name>/response", the peak at the start; "<name>/1-<number>": the ridge over the first number;
 * "<name>/optimum", a point. "<name>" is the optimum, a ridge over the forcing amplitude with
 * RDG_WINDOW("alpha", low, high), else one point, with all sensitivities. With several equal peaks these are
 * "<name>/equal" and "<name>/equal/...", as of rdg_minimax().
 *  @param hb      harmonic balance. Its contacts are left free to slip
 *  @param name    of the runs
 *  @param sensor  amplitude whose peak is to be least
 *  @param options RDG_DESIGN() for each number, at least one; the ridge is over the first one. The
 * forcing amplitude, RDG_HOLD_AT("alpha", value), and the frequencies, RDG_WINDOW("omega", low,
 * high), or RDG_FROM(run, label), a forced response that gives both. A number begins at the value that the
 * structure has, or the nearest in its range; RDG_HOLD_AT("pad.mu", 0.2) gives others a value.
 * RDG_WINDOW("alpha", low, high): the optimum over these forcing amplitudes, too, with a scan of the whole
 * response at nine of them. RDG_DESIGN_SCAN(); RDG_DESIGN_RESULT(). All others go to the run "<name>", those
 * about output to all runs
 *  @return RDG_OK also where no optimum was found or the peak is not the greatest: kind and `certified` of
 *          the result, a warning, and rdg_exit() answers 1; RDG_ERR_ARGUMENT, RDG_ERR_NAME for options;
 *          RDG_ERR_NO_CONVERGENCE where there is no peak to start from; as rdg_ridge_list() */
rdg_status rdg_design_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options);

#ifdef __cplusplus
}
#endif
#endif
