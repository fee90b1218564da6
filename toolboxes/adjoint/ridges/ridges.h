/** @file ridges.h
 *  @brief All ridges of a forced response surface in a window of level and frequency, and their envelope.
 *
 *      const rdg_ridges *all = rdg_ridges_of(hb, "all", "Am", RDG_WINDOW("alpha", 0.1, 100.0),
 *                                            RDG_WINDOW("omega", 300.0, 900.0));
 *      rdg_ridges_point peak;
 *      rdg_ridges_greatest(all, 20.0, &peak);
 *      printf("%g m at %g rad/s\n", peak.amplitude, peak.omega);
 *
 *  A ridge (ridge.h) is followed here for as long as its maximum is there: where that comes into being, or
 * vanishes, the ridge begins or ends, and says how. It starts at a maximum that a response over the window
 * shows and that lies on none of the ridges known so far; each is a run of its own, "all/1", "all/2", ...
 * Responses are looked at over the whole window, kinks included (frc_peaks.h), at both ends of the levels,
 * spread in between, and between any two levels at which ridges begin or end.
 *
 *  Certificate. A level is a sample if the maxima of its response are those of the ridges that are there, one
 * to one. The levels between two samples are certified if every ridge that begins or ends between them does
 * so in a known way: as a maximum that comes into being or vanishes together with a minimum, or over the edge
 * of the window of frequencies, and neither sample has a branch point, at which a response crosses that is
 * not followed (rdg_ridges.branch_point). Then the number of maxima changes as the ridges say. What this
 * cannot see is a maximum that comes and goes between two samples, and a part of the response that hangs
 * together neither with the one at the window's lower end nor with a ridge; RDG_RIDGES_DEFLATE() searches for
 * such. Where the certificate cannot be given the reason is reported, and rdg_exit() returns 1.
 *
 *  Envelope. At each level the greatest of the ridges. Where another one becomes the greatest their
 * amplitudes are equal, a crossing (XR), solved for to rounding; or the greatest ridge begins or ends there,
 * and the envelope jumps. The run "all" has it as rows: level, omega, amplitude, number of the ridge. */
#ifndef RDG_RIDGES_H
#define RDG_RIDGES_H

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/ridge.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a ridge begins or ends. */
typedef enum rdg_ridge_end_kind {
    RDG_RIDGE_AT_LEVEL, /**< at the first or last level that was asked for */
    RDG_RIDGE_AT_FOLD,  /**< its maximum and a minimum meet: a smooth fold */
    RDG_RIDGE_AT_KINK,  /**< the same at a kink: where a contact changes between stick and slip */
    RDG_RIDGE_AT_MERGE, /**< likewise where two parts of the response meet, or a part comes into being: the
                             response is singular there, and the amplitude goes with the root of the level */
    RDG_RIDGE_AT_EDGE,  /**< it leaves the window of frequencies */
    RDG_RIDGE_LOST      /**< it cannot be followed any farther */
} rdg_ridge_end_kind;

/** The lower or the upper end of a ridge. */
typedef struct rdg_ridge_end {
    rdg_ridge_end_kind kind; /**< what happens there */
    const char *type;        /**< of the chart there: "EP", "FP", "SLIP", "CE", "FK", "MX" */
    double level;            /**< where: alpha in N, or the number that was released */
    double omega;            /**< rad/s */
    double amplitude;        /**< of the sensor */
} rdg_ridge_end;

/** A ridge: one maximum over the levels at which it exists. */
typedef struct rdg_ridge_curve {
    const char *run;     /**< name of its run: "all/1" */
    rdg_ridge_end low;   /**< where it begins, as levels grow */
    rdg_ridge_end high;  /**< where it ends */
    double found;        /**< level of the response that has shown it */
    bool detached;       /**< at a sample it was on a part of the response that does not hang together with
                            the one at the window's lower end */
    rdg_index n;         /**< points */
    const double *level; /**< shape [n], growing */
    const double *omega; /**< shape [n], rad/s */
    const double *amplitude; /**< shape [n] */
} rdg_ridge_curve;

/** A response that was looked at over the whole window. */
typedef struct rdg_ridges_sample {
    double level;     /**< of excitation, or of the number that was released */
    rdg_index maxima; /**< that it has, parts through the ridges included */
    rdg_index ridges; /**< that are there */
    bool agrees;      /**< they are the same, one to one */
    const char *why;  /**< in words, if not; else "" */
} rdg_ridges_sample;

/** A range of levels, and whether all maxima in it are known. */
typedef struct rdg_ridges_range {
    double low;      /**< lower end */
    double high;     /**< upper end */
    bool certified;  /**< see above */
    const char *why; /**< in words, if not; else "" */
} rdg_ridges_range;

/** A point of a ridge. */
typedef struct rdg_ridges_point {
    double level;     /**< alpha in N, or the number that was released */
    double omega;     /**< rad/s */
    double amplitude; /**< of the sensor */
    rdg_index ridge;  /**< its place in the list, from 0; -1: there is none */
} rdg_ridges_point;

/** Levels at which one ridge is the greatest. */
typedef struct rdg_ridges_piece {
    rdg_index ridge;       /**< place in the list, from 0; -1: there is no ridge at these levels */
    rdg_ridges_point low;  /**< its lower end */
    rdg_ridges_point high; /**< its upper end */
    bool crosses;          /**< at the upper end the next piece is as high: a crossing, XR; else it jumps */
} rdg_ridges_piece;

/** All ridges; owned by the context. */
typedef struct rdg_ridges {
    rdg_index count;                 /**< of ridges */
    const rdg_ridge_curve *ridge;    /**< [count] in the order in which they were found */
    rdg_index samples;               /**< responses that were looked at */
    const rdg_ridges_sample *sample; /**< [samples] by level */
    rdg_index ranges;                /**< of levels */
    const rdg_ridges_range *range;   /**< [ranges] that follow each other, from the first level to the last */
    rdg_index pieces;                /**< of the envelope */
    const rdg_ridges_piece *piece;   /**< [pieces] by level */
    double low;                      /**< the levels asked for: lower end */
    double high;                     /**< upper end */
    bool certified;                  /**< all levels are */
    rdg_index branch_points;         /**< of the responses that were looked at */
    const rdg_branch_point *branch_point; /**< [branch_points] by level: responses that cross there are not
                                             followed, and the levels around are not certified */
    rdg_index searched;                   /**< levels at which detached responses were searched for */
    rdg_index detached;                   /**< responses that this has found beside those known before */
    long iterations;                      /**< of Newton's method, all of it */
    double seconds;                       /**< it took */
} rdg_ridges;

/** @name Keys of the options below
 *  @{ */
extern const rdg_option_key rdg_ridges_samples;     /**< RDG_RIDGES_SAMPLES() */
extern const rdg_option_key rdg_ridges_deflate;     /**< RDG_RIDGES_DEFLATE() */
extern const rdg_option_key rdg_ridges_frequencies; /**< RDG_RIDGES_FREQUENCIES() */
/** @} */

/** Responses that are spread over the levels (default 17, at least 2); those between the ends of ridges come
 * on top. */
#define RDG_RIDGES_SAMPLES(n) RDG_OPTION_OF(rdg_ridges_samples, (n))

/** Search for responses that hang together with no known one (isolas) at so many levels, spread over all of
 * them: at RDG_RIDGES_FREQUENCIES() of the window all known responses are deflated (deflate.h) and further
 * ones looked for; those found are followed over the window, and their maxima are ridges like others. It is a
 * search: that it finds nothing proves nothing, and what is narrower than the frequencies lie apart is not
 * met. Without this option there is none. It costs a few times what the samples do. */
#define RDG_RIDGES_DEFLATE(levels) RDG_OPTION_OF(rdg_ridges_deflate, (levels))

/** Frequencies of that search, spread over the window (default 24, at most 200). */
#define RDG_RIDGES_FREQUENCIES(n) RDG_OPTION_OF(rdg_ridges_frequencies, (n))

/** All ridges of a sensor: rdg_ridges_of(hb, name, sensor, option, ...). */
#define rdg_ridges_of(hb, name, ...)                                                                         \
    rdg_ridges_of_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Find and follow all ridges of a sensor.
 *  @param hb      harmonic balance; its contacts are left free to slip. It must outlive what is returned
 *  @param name    of the runs: "<name>" is the envelope, "<name>/1" the first ridge
 *  @param sensor  amplitude
 *  @param options RDG_WINDOW("alpha", low, high), low > 0, or, with RDG_RELEASE("pad.preload"), the window of
 * that number and RDG_HOLD_AT("alpha", level); RDG_WINDOW("omega", low, high): where ridges are looked for;
 * all three numbers positive. RDG_RIDGES_SAMPLES(); RDG_RIDGES_DEFLATE(), RDG_RIDGES_FREQUENCIES();
 * RDG_SENSITIVITIES; RDG_HOLD_AT() of numbers of the structure. RDG_NO_TABLE, RDG_IN_MEMORY and
 * RDG_EXPECT_EARLY_END are those of all runs, any others go to the ridges
 *  @return the ridges; NULL after RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NO_MEMORY, or a failure of a run
 * that is none of convergence. That something is not certified is no failure: `certified` is false, a warning
 * says where and why, and rdg_exit() answers 1, unless RDG_EXPECT_EARLY_END is given */
const rdg_ridges *rdg_ridges_of_list(rdg_hbm *hb, const char *name, const char *sensor,
                                     const rdg_option *options);

/** A point of one ridge at a level, by Newton's method.
 *  @param all     ridges
 *  @param ridge   its place in the list, from 0
 *  @param level   between its ends
 *  @param[out] at the point; untouched after a failure
 *  @return RDG_OK, RDG_ERR_ARGUMENT (there is no such ridge, or it is not there at this level),
 * RDG_ERR_NO_CONVERGENCE */
rdg_status rdg_ridges_at(const rdg_ridges *all, rdg_index ridge, double level, rdg_ridges_point *at);

/** The greatest maximum at a level, by Newton's method.
 *  @param all     ridges
 *  @param level   within the levels asked for
 *  @param[out] at the point; ridge -1 and amplitude 0 where no ridge is there
 *  @return RDG_OK, RDG_ERR_ARGUMENT (level), RDG_ERR_NO_CONVERGENCE */
rdg_status rdg_ridges_greatest(const rdg_ridges *all, double level, rdg_ridges_point *at);

/** Is it certified that all maxima at a level are known?
 *  @param all   NULL is allowed
 *  @param level within the levels asked for
 *  @return false outside, and for NULL */
bool rdg_ridges_certified(const rdg_ridges *all, double level);

/** Write all ridges as CSV, a line a point: level, frequency, amplitude, number of the ridge (from 1).
 *  @param all  ridges
 *  @param path file, replaced if it exists
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_NO_MEMORY */
rdg_status rdg_ridges_export(const rdg_ridges *all, const char *path);

/** Write the envelope as CSV: level, frequency, amplitude, ridge (from 1), type ("XR" at crossings),
 * certified (1 or 0).
 *  @param all  ridges
 *  @param path file, replaced if it exists
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_NO_MEMORY */
rdg_status rdg_ridges_export_envelope(const rdg_ridges *all, const char *path);

/** Draw all ridges over the level, the envelope bold, its crossings as points.
 *  @param all  ridges
 *  @param path ends in .png, .svg or .pdf
 *  @return as rdg_plot_items() */
rdg_status rdg_ridges_plot(const rdg_ridges *all, const char *path);

/** Free the ridges before their context. Their runs stay.
 *  @param all NULL is allowed */
void rdg_ridges_free(const rdg_ridges *all);

#ifdef __cplusplus
}
#endif
#endif
