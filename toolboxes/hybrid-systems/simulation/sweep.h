/** @file sweep.h
 *  @brief Bifurcation diagrams by direct simulation: motions to a steady state at one value of a parameter
 * after the other.
 *
 *      rdg_sweep(h, &(rdg_sweep_options){.parameter = "omega", .from = 0.5, .to = 2, .count = 151,
 *                                        .path = "sweep.csv"}, NULL);
 *
 *  What returns are: once a period of the forcing, or where the motion crosses a section. A section is any
 * event surface of the system, also one without effect (no reset, back to its own mode). A motion has the
 * period k where it is, to a tolerance, what it was k returns ago, k <= 32 the least one. */
#ifndef RDG_SWEEP_H
#define RDG_SWEEP_H

#include <ridgewalk/core.h>
#include <ridgewalk/flow.h>
#include <ridgewalk/hybrid.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Periods up to this number of returns are searched. */
#define RDG_SWEEP_PERIODS 32

/** A value that is sampled along a motion. Called in several threads at a time where this is requested.
 *  @param state where; @param p [parameters]; @param data as given
 *  @return the value */
typedef double rdg_sweep_sensor(const rdg_hybrid_state *state, const double *p, void *data);

/** What is swept. All fields but the first four may be 0. */
typedef struct rdg_sweep_options {
    const char *parameter; /**< its name */
    double from;           /**< first value */
    double to;             /**< last value */
    rdg_index count;       /**< values, at equal distances, >= 1 */
    int direction;         /**< 1: from smaller to larger values, -1: from larger to smaller ones, 0: both */
    bool cold; /**< each value starts at x; false: where the motion with the value before has come to */
    const char *mode;           /**< in which motions start; NULL: the first one */
    const double *x;            /**< [states of the mode] where they start; NULL: at 0 */
    double phi;                 /**< phase of the forcing at the start, rad */
    const char *const *section; /**< names of event surfaces, ended by NULL (RDG_PARAMETERS()): returns are
                                   there; NULL: once a period of the forcing, or at the only event surface */
    union {
        double transient; /**< time that passes before the first return counts; 0: none */
        double settle;    /**< deprecated name */
    };
    union {
        rdg_index transient_returns; /**< returns before they are compared; 0: 200, none with a time */
        rdg_index settle_returns;    /**< deprecated name */
    };
    rdg_index most_returns; /**< without a steady state after these the row reports it; 0: 2000 */
    rdg_index samples;      /**< returns that are sampled then; 0: 64 */
    double longest;   /**< time between two returns that is none; 0: 100 periods of the forcing, or 1e4 */
    double tolerance; /**< of the motion's extent, to be where it was; 0: 1e-6 */
    rdg_index state;  /**< which of the states is sampled; 0: the first one */
    rdg_sweep_sensor *sensor; /**< sampled instead; NULL: the state */
    void *sensor_data;        /**< handed to it; borrowed */
    const char *path;         /**< CSV file of the table; NULL: none */
    const char
        *samples_path; /**< CSV file value, direction, sample of all samples, for pictures; NULL: none */
    int threads; /**< at most; 0: one. The results are the same to the last bit. Values of a cold sweep, and
                    the two directions of one that is not, are independent. Callbacks are then called in
                    several threads. Systems whose modes are made on entry have one. */
    bool quiet;  /**< no notes on how far it has come */
    rdg_flow_options flow; /**< how closely motions are computed; 0: 1e-9 relative, 1e-12 absolute */
} rdg_sweep_options;

/** What became of a value of a sweep. */
typedef enum rdg_sweep_fate {
    RDG_SWEEP_PERIODIC, /**< it has a period */
    RDG_SWEEP_NONE,     /**< it has none up to 32 returns: chaotic, quasi-periodic or longer */
    RDG_SWEEP_SLOW, /**< it comes nearer and nearer to a periodic motion but is not there: integrate longer */
    RDG_SWEEP_REST, /**< it does not return: it rests */
    RDG_SWEEP_LOST, /**< it could not be followed, or does not return: see the reason */
} rdg_sweep_fate;

/** A row of a sweep. */
typedef struct rdg_sweep_row {
    double value;         /**< of the parameter */
    int direction;        /**< 1: up, -1: down */
    rdg_sweep_fate fate;  /**< what became of it */
    rdg_index period;     /**< returns; 0: none */
    double T;             /**< time of a period, NaN without */
    double min;           /**< least value of what is sampled, also between returns; NaN where it is lost */
    double max;           /**< the largest one */
    rdg_index samples;    /**< returns that were sampled */
    const double *sample; /**< [samples] values at returns */
    char modes[192];  /**< modes of one period in turn, "slip, stick"; without one all that were visited */
    char reason[256]; /**< why it was not followed, or not from where the last value had left it; "" */
} rdg_sweep_row;

/** A sweep. */
typedef struct rdg_sweep_table {
    rdg_index rows;     /**< in the order in which they were swept, up before down */
    rdg_sweep_row *row; /**< [rows] */
    double *sample;     /**< of all rows */
    rdg_index lost;     /**< rows that are RDG_SWEEP_LOST */
    rdg_index slow;     /**< rows that are RDG_SWEEP_SLOW */
} rdg_sweep_table;

/** Free what a table holds.
 *  @param table it may be used again; NULL is allowed */
void rdg_sweep_release(rdg_sweep_table *table);

/** Sweep a parameter. The system keeps its parameters.
 *
 *  The columns of the file: the parameter, direction, period, T, min, max, phases, fate, reason. Motions that
 *  were lost have rows as well; they are counted, and rdg_exit() answers 1 then. A motion that starts where
 *  another one has come to and is lost is started once more at x, and the reason reports it.
 *  @param h       system
 *  @param options what
 *  @param[out] table to be released by the caller, also after a failure; it need not be initialised; NULL:
 *                 not asked for
 *  @return RDG_OK, also where motions were lost; RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE;
 *          RDG_ERR_CALLBACK; RDG_ERR_IO, RDG_ERR_SIZE (a mode of more
 *          states than any at the start is made on the way), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_sweep(rdg_hybrid *h, const rdg_sweep_options *options, rdg_sweep_table *table);

#ifdef __cplusplus
}
#endif
#endif
