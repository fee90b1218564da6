/** @file ridges.h
 *  @brief All ridges of a forced response surface in a domain of forcing amplitude and frequency, and their
 *  envelope.
 *
 *      const rdg_ridges *all = rdg_ridges_of(hb, "all", "Am", RDG_WINDOW("alpha", 0.1, 100.0),
 *                                            RDG_WINDOW("omega", 300.0, 900.0));
 *      rdg_ridges_point peak;
 *      rdg_ridges_greatest(all, 20.0, &peak);
 *      printf("%g m at %g rad/s\n", peak.amplitude, peak.omega);
 *
 *  A ridge (ridge.h) is followed here as long as its maximum exists. It begins or ends where that appears or
 *  vanishes. It starts at a maximum of a scanned response that lies on no known ridge. Each ridge is a run of
 *  its own, "all/1", "all/2", ... Responses are scanned over the whole domain (peak_set.h): at both ends of
 *  the forcing amplitudes, between them, and between any two at which ridges begin or end.
 *
 *  Certificate. A forcing amplitude is a sample if the maxima of its response are the known ridges, one to
 *  one. The forcing amplitudes between two samples are certified under two conditions. Every ridge that
 *  begins or ends between them does so in a known way: together with a minimum, or over the edge of the
 *  domain of frequencies. And neither sample has a branch point, at which a response crosses that is not
 *  followed (rdg_ridges.branch_point). Then the number of maxima changes as the ridges show.
 *
 *  Detached parts of the response (isolas) are searched near the damped nonlinear modes (peak_set.h). This is
 * done at each sample, and just above the forcing amplitudes at which these modes let a part appear. Their
 * maxima begin ridges.
 *
 *  Limits: a maximum that appears and vanishes between two samples is not found. Nor is a detached part that
 * is near no such mode. Where no certificate is given the reason is reported, and rdg_exit() returns 1.
 *
 *  Envelope. At each forcing amplitude the greatest of the ridges. Where another one becomes the greatest
 *  their amplitudes are equal (XR), solved for to rounding. If the greatest ridge begins or ends there, the
 *  envelope is discontinuous. Rows of run "all": forcing amplitude, omega, amplitude, number of the ridge. */
#ifndef RDG_RIDGES_H
#define RDG_RIDGES_H

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/ridge.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a ridge begins or ends. */
typedef enum rdg_ridge_end_kind {
    RDG_RIDGE_AT_LEVEL, /**< at the first or last forcing amplitude of the domain */
    RDG_RIDGE_AT_FOLD,  /**< its maximum and a minimum meet: a smooth fold */
    RDG_RIDGE_AT_KINK,  /**< the same at a non-smooth point, where a contact changes its state */
    RDG_RIDGE_AT_MERGE, /**< likewise where two parts of the response meet, or a part appears: the response is
                             singular, and the amplitude varies with the root of alpha */
    RDG_RIDGE_AT_EDGE,  /**< it leaves the domain of frequencies */
    RDG_RIDGE_LOST      /**< it cannot be followed further */
} rdg_ridge_end_kind;

/** The lower or the upper end of a ridge. */
typedef struct rdg_ridge_end {
    rdg_ridge_end_kind kind; /**< what happens there */
    const char *type;        /**< of the chart there: "EP", "FP", "SLIP", "CE", "FK", "MX" */
    double level;            /**< where: alpha in N, or the parameter that was released */
    double omega;            /**< rad/s */
    double amplitude;        /**< of the sensor */
} rdg_ridge_end;

/** A ridge: one maximum over the forcing amplitudes at which it exists. */
typedef struct rdg_ridge_curve {
    const char *run;         /**< name of its run: "all/1" */
    rdg_ridge_end low;       /**< where it begins, as forcing amplitudes grow */
    rdg_ridge_end high;      /**< where it ends */
    double found;            /**< forcing amplitude of the response that has shown it */
    bool detached;           /**< at a sample it was on a part of the response that is not connected with the
                                lower end of the domain */
    rdg_index n;             /**< points */
    const double *level;     /**< shape [n], growing */
    const double *omega;     /**< shape [n], rad/s */
    const double *amplitude; /**< shape [n] */
} rdg_ridge_curve;

/** A response that was scanned over the whole domain. */
typedef struct rdg_ridges_sample {
    double level;     /**< alpha in N, or the parameter that was released */
    rdg_index maxima; /**< that it has, parts through the ridges included */
    rdg_index ridges; /**< that are there */
    bool agrees;      /**< they are the same, one to one */
    const char *why;  /**< reason, if not; else "" */
} rdg_ridges_sample;

/** A range of forcing amplitudes, and whether all maxima in it are known. */
typedef struct rdg_ridges_range {
    double low;      /**< lower end */
    double high;     /**< upper end */
    bool certified;  /**< see above */
    const char *why; /**< reason, if not; else "" */
} rdg_ridges_range;

/** A point of a ridge. */
typedef struct rdg_ridges_point {
    double level;     /**< alpha in N, or the parameter that was released */
    double omega;     /**< rad/s */
    double amplitude; /**< of the sensor */
    rdg_index ridge;  /**< its place in the list, from 0; -1: there is none */
} rdg_ridges_point;

/** Forcing amplitudes at which one ridge is the greatest. */
typedef struct rdg_ridges_piece {
    rdg_index ridge;      /**< place in the list, from 0; -1: there is no ridge at these forcing amplitudes */
    rdg_ridges_point low; /**< its lower end */
    rdg_ridges_point high; /**< its upper end */
    bool crosses; /**< at the upper end the next piece is as high (XR); else the envelope is discontinuous */
} rdg_ridges_piece;

/** All ridges; owned by the context. */
typedef struct rdg_ridges {
    rdg_index count;                 /**< of ridges */
    const rdg_ridge_curve *ridge;    /**< [count] in the order in which they were found */
    rdg_index samples;               /**< responses that were scanned */
    const rdg_ridges_sample *sample; /**< [samples] by forcing amplitude */
    rdg_index ranges;                /**< of forcing amplitudes */
    const rdg_ridges_range
        *range;       /**< [ranges] that follow each other, from the first forcing amplitude to the last */
    rdg_index pieces; /**< of the envelope */
    const rdg_ridges_piece *piece; /**< [pieces] by forcing amplitude */
    double low;                    /**< domain of forcing amplitudes: lower end */
    double high;                   /**< upper end */
    bool certified;                /**< all forcing amplitudes are */
    rdg_index branch_points;       /**< of the scanned responses that were not followed */
    const rdg_branch_point
        *branch_point;     /**< [branch_points] by forcing amplitude: responses that cross there are not
                              followed, and the forcing amplitudes around are not certified */
    rdg_index searched;    /**< forcing amplitudes at which detached parts were searched for */
    rdg_index detached;    /**< ridges that this has found beside those known before */
    long iterations;       /**< of Newton's method, all of it */
    double seconds;        /**< it took */
    rdg_index ends_left;   /**< ends of ridges, and of minima beside them, whose neighbours were not followed,
                              as a budget has ended the search */
    rdg_index ranges_left; /**< between two ends, in which no response was scanned for this reason */
} rdg_ridges;

/** @name Keys of the options below
 *  @{ */
extern const rdg_option_key rdg_ridges_samples;     /**< RDG_RIDGES_SAMPLES() */
extern const rdg_option_key rdg_ridges_deflate;     /**< RDG_RIDGES_DEFLATE() */
extern const rdg_option_key rdg_ridges_frequencies; /**< RDG_RIDGES_FREQUENCIES() */
extern const rdg_option_key rdg_ridges_budget;      /**< RDG_RIDGES_BUDGET() */
extern const rdg_option_key rdg_ridges_iterations;  /**< RDG_RIDGES_ITERATIONS() */
/** @} */

/** Number of responses spread over the forcing amplitudes (default 17, at least 2). Those between ends of
 * ridges are computed in addition. */
#define RDG_RIDGES_SAMPLES(n) RDG_OPTION_OF(rdg_ridges_samples, (n))

/** Search for detached parts of the response (isolas) at this number of forcing amplitudes more, spread over
 * the domain. This is of use with a parameter of the structure in the place of alpha: where a part appears is
 * not known then. It is a search and no proof. Each costs about what a sample does. Default: none more. */
#define RDG_RIDGES_DEFLATE(levels) RDG_OPTION_OF(rdg_ridges_deflate, (levels))

/** Deprecated, without effect: deflation is used at the frequencies of the modes, where Newton's method finds
 * no response near a motion of theirs. 1 to 200. */
#define RDG_RIDGES_FREQUENCIES(n) RDG_OPTION_OF(rdg_ridges_frequencies, (n))

/** End the search after this time, s, > 0. What is under way is finished, and the response at the upper
 * forcing amplitude is sampled. The ridges that are known by then are returned, and nothing is certified. The
 * record, a warning and rdg_ridges.ends_left and .ranges_left have what is missing.
 * Default: no limit. */
#define RDG_RIDGES_BUDGET(seconds) RDG_OPTION_OF(rdg_ridges_budget, (seconds))

/** The same after a number of Newton iterations, > 0: the same result on every machine. */
#define RDG_RIDGES_ITERATIONS(n) RDG_OPTION_OF(rdg_ridges_iterations, (n))

/** All ridges of a sensor: rdg_ridges_of(hb, name, sensor, option, ...). */
#define rdg_ridges_of(hb, name, ...)                                                                         \
    rdg_ridges_of_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Find and follow all ridges of a sensor.
 *  @param hb      harmonic balance; its contacts are left free to slip. It must outlive what is returned
 *  @param name    of the runs: "<name>" is the envelope, "<name>/1" the first ridge
 *  @param sensor  amplitude
 *  @param options RDG_WINDOW("alpha", low, high), low > 0, or, with RDG_RELEASE("pad.preload"), the domain of
 * that parameter and RDG_HOLD_AT("alpha", value); RDG_WINDOW("omega", low, high): where ridges are sought.
 * All bounds are positive. RDG_RIDGES_SAMPLES(), RDG_RIDGES_DEFLATE(), RDG_RIDGES_BUDGET(),
 * RDG_RIDGES_ITERATIONS(); RDG_SENSITIVITIES; RDG_HOLD_AT() of parameters of the structure. RDG_NO_TABLE,
 * RDG_IN_MEMORY and RDG_EXPECT_EARLY_END are those of all runs, any others go to the ridges
 *  @return the ridges; NULL after RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NO_MEMORY, or a failure of a run
 * other than convergence. If a range is not certified, `certified` is false, a warning gives the range and
 * the reason, and rdg_exit() returns 1, unless RDG_EXPECT_EARLY_END is given */
const rdg_ridges *rdg_ridges_of_list(rdg_hbm *hb, const char *name, const char *sensor,
                                     const rdg_option *options);

/** A point of one ridge at a forcing amplitude, by Newton's method.
 *  @param all     ridges
 *  @param ridge   its place in the list, from 0
 *  @param level   between its ends
 *  @param[out] at the point; untouched after a failure
 *  @return RDG_OK, RDG_ERR_ARGUMENT (there is no such ridge, or it does not exist there),
 * RDG_ERR_NO_CONVERGENCE */
rdg_status rdg_ridges_at(const rdg_ridges *all, rdg_index ridge, double level, rdg_ridges_point *at);

/** The greatest maximum at a forcing amplitude, by Newton's method.
 *  @param all     ridges
 *  @param level   within the forcing amplitudes requested
 *  @param[out] at the point; ridge -1 and amplitude 0 where no ridge is there
 *  @return RDG_OK, RDG_ERR_ARGUMENT (outside), RDG_ERR_NO_CONVERGENCE */
rdg_status rdg_ridges_greatest(const rdg_ridges *all, double level, rdg_ridges_point *at);

/** Is it certified that all maxima at a forcing amplitude are known?
 *  @param all   NULL is allowed
 *  @param level within the forcing amplitudes requested
 *  @return false outside, and for NULL */
bool rdg_ridges_certified(const rdg_ridges *all, double level);

/** Write all ridges as CSV, a line a point: forcing amplitude, frequency, amplitude, number of the ridge
 * (from 1).
 *  @param all  ridges
 *  @param path file, replaced if it exists
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_NO_MEMORY */
rdg_status rdg_ridges_export(const rdg_ridges *all, const char *path);

/** Write the envelope as CSV: forcing amplitude, frequency, amplitude, ridge (from 1), type ("XR" where
 * another ridge becomes the greatest), certified (1 or 0).
 *  @param all  ridges
 *  @param path file, replaced if it exists
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_NO_MEMORY */
rdg_status rdg_ridges_export_envelope(const rdg_ridges *all, const char *path);

/** Draw all ridges over the forcing amplitude, the envelope bold, points XR marked.
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
