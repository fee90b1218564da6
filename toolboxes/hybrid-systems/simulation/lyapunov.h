/** @file lyapunov.h
 *  @brief Lyapunov exponents of a motion: how fast small changes of it grow or die. */
#ifndef RDG_LYAPUNOV_H
#define RDG_LYAPUNOV_H

#include <ridgewalk/core.h>
#include <ridgewalk/flow.h>
#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which motion, and how long it is followed. All fields but `duration` may be 0. */
typedef struct rdg_lyapunov_options {
    const char *mode;      /**< in which the motion starts; NULL: the first one */
    const double *x;       /**< [states of the mode] where it starts; NULL: at 0 */
    double phi;            /**< phase of the forcing at the start, rad */
    double transient;      /**< time before growth is measured; 0: a tenth of `duration` */
    double duration;       /**< > 0, time over which it is measured */
    rdg_index blocks;      /**< parts of that time, whose exponents give the error; 0: 20; >= 2 */
    rdg_flow_options flow; /**< how closely motion and changes are computed */
    double apart; /**< > 0: the largest exponent alone, from a second motion so far from the first, a share of
                     what the states vary, 1e-6 for one; far more than the error of the motions. It needs no
                     derivatives, and where changes die fast, as in stiff modes, it is far cheaper. 0: all
                     exponents, from small changes */
} rdg_lyapunov_options;

/** Exponents of a motion. */
typedef struct rdg_lyapunov_spectrum {
    rdg_index n;      /**< states of the largest mode that was visited; 1 with `apart` */
    double *exponent; /**< [n] 1 / time unit, the largest first; -INFINITY for directions that an event
                         surface forgets, as where a slider is caught */
    double *error;    /**< [n] standard error, from the scatter of the blocks; NaN of -INFINITY. Blocks that
                         are shorter than the memory of the motion make it too small */
    double duration;  /**< time over which they were measured */
    union {
        rdg_index events;    /**< in that time */
        rdg_index crossings; /**< deprecated name */
    };
} rdg_lyapunov_spectrum;

/** Free what a spectrum holds.
 *  @param spectrum it may be used again; NULL is allowed */
void rdg_lyapunov_release(rdg_lyapunov_spectrum *spectrum);

/** All Lyapunov exponents of the motion that starts at x, at fixed time: of an autonomous system one of them
 *  is 0, unless the motion comes to rest. Changes are carried through segments and through the saltation
 * matrices of event surfaces, and made orthonormal again after each (G. Benettin, L. Galgani, A. Giorgilli
 * and J.-M. Strelcyn, Meccanica 15, 1980).
 *  @param h       system
 *  @param options what
 *  @param[out] spectrum to be released by the caller, also after a failure. It need not be initialised
 *  @return RDG_OK; RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NOT_FINITE; RDG_ERR_NO_CONVERGENCE: the motion
 *          cannot be followed, or touches a surface without going through it, so that there is no derivative;
 *          RDG_ERR_CALLBACK, RDG_ERR_SIZE (a mode of more
 *          states than any at the start is made on the way), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_lyapunov(rdg_hybrid *h, const rdg_lyapunov_options *options, rdg_lyapunov_spectrum *spectrum);

#ifdef __cplusplus
}
#endif
#endif
