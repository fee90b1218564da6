/** @file basins.h
 *  @brief Basins of attraction: where do motions from a grid of starts come to?
 *
 *      rdg_basins(h, &(rdg_basins_options){.axis = {{0, -2, 2, 101}, {1, -2, 2, 101}}, .path = "basins.csv"},
 *                 NULL);
 *
 *  Returns are those of sweep.h. */
#ifndef RDG_BASINS_H
#define RDG_BASINS_H

#include <ridgewalk/sweep.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A direction of the grid. */
typedef struct rdg_basins_axis {
    rdg_index state; /**< which state it is */
    double from;     /**< first value */
    double to;       /**< last value */
    rdg_index count; /**< values, at equal distances; 0: there is no such axis */
} rdg_basins_axis;

/** Which starts, and how their motions are followed. All fields but the first axis may be 0. */
typedef struct rdg_basins_options {
    rdg_basins_axis axis[3];    /**< the grid; those behind one without a count are ignored */
    const char *mode;           /**< in which motions start; NULL: the first one */
    const double *x;            /**< [states of the mode] the other states; NULL: 0 */
    double phi;                 /**< phase of the forcing at the start, rad */
    const char *const *section; /**< as in rdg_sweep_options */
    union {
        double transient; /**< as in rdg_sweep_options */
        double settle;    /**< deprecated name */
    };
    union {
        rdg_index transient_returns; /**< as in rdg_sweep_options; 0: 64, none with a time */
        rdg_index settle_returns;    /**< deprecated name */
    };
    rdg_index most_returns; /**< as in rdg_sweep_options; 0: 4000 */
    double longest;         /**< as in rdg_sweep_options */
    double tolerance;       /**< of the motion's extent, to be where it was; 0: 1e-6 */
    double same;      /**< of an attractor's extent: what is nearer is the same one; 0: 1e-3, and more where
                         motions come near slowly. Those without a period: 0.02 at least */
    double bound;     /**< a state beyond this has escaped; 0: 1e4 times the largest number of the starts */
    const char *path; /**< CSV file: states of the axes, attractor, reason; NULL: none */
    const char *attractors; /**< CSV file of the attractors: attractor, fate, period, T, starts, point, phase,
                               states of its returns; NULL: none */
    int threads;            /**< at most; 0: one; see rdg_sweep_options */
    bool quiet;             /**< no notes on how far it has come */
    rdg_flow_options flow;  /**< how closely motions are computed; 0: 1e-9 relative, 1e-12 absolute */
} rdg_basins_options;

/** What attracts. */
typedef struct rdg_attractor {
    rdg_sweep_fate fate; /**< RDG_SWEEP_PERIODIC, RDG_SWEEP_NONE (chaotic, quasi-periodic or longer than 32
                            returns) or RDG_SWEEP_REST */
    rdg_index period;    /**< returns; 0: none */
    double T;            /**< time of a period, NaN without */
    rdg_index starts;    /**< that lead to it */
    rdg_index points;    /**< returns that are kept: one period, or many without one, or where it rests */
    double *x;           /**< [points * states] */
    rdg_index *mode;     /**< [points] places of the modes */
    double *extent;      /**< [states] of the whole motion */
    double error;        /**< about how far the points are from it, of its extent */
} rdg_attractor;

/** Basins. */
typedef struct rdg_basins_map {
    rdg_index starts;     /**< of the grid, the first axis running fastest */
    rdg_index *number;    /**< [starts] of the attractor, from 1 on; 0: escaped; -1: lost, see reason */
    const char **reason;  /**< [starts] "" but for those that are lost */
    rdg_index states;     /**< of the largest mode */
    rdg_index attractors; /**< how many, in the order of the first starts that lead to them */
    rdg_index attractor_capacity; /**< that the array has */
    rdg_attractor *attractor;     /**< [attractors] number k is at k - 1 */
    rdg_index escaped;            /**< starts that have escaped */
    rdg_index lost; /**< starts whose motion could not be followed, or reaches no steady state */
} rdg_basins_map;

/** Free what a map holds.
 *  @param map it may be used again; NULL is allowed */
void rdg_basins_release(rdg_basins_map *map);

/** Follow motions from all starts of a grid to their attractors.
 *  @param h       system
 *  @param options what
 *  @param[out] map to be released by the caller, also after a failure; it need not be initialised. NULL: not
 *                 requested
 *  @return RDG_OK, also where motions were lost: these are counted, and rdg_exit() answers 1 then; else as
 *          rdg_sweep() */
rdg_status rdg_basins(rdg_hybrid *h, const rdg_basins_options *options, rdg_basins_map *map);

#ifdef __cplusplus
}
#endif
#endif
