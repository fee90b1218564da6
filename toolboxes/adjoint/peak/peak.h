/** @file peak.h
 *  @brief Peaks of a forced response at one forcing amplitude, and the same peak at another forcing
 * amplitude.
 *
 *      rdg_peak_response *r = rdg_peak_response_create(hb, "Am", 1900.0, 2100.0, NULL);
 *      rdg_peak_point *peak = rdg_peak_find(r, 0.1, 2000.0);
 *      if (rdg_peak_follow(r, peak, 0.5) == RDG_PEAK_REACHED) {
 *          double growth = rdg_peak_sensitivity(r, peak, "alpha"); // m/N
 *          printf("%g rad/s: %g m\n", peak->omega, peak->amplitude);
 *      }
 *
 *  The unknowns are z = (Q, omega) at a given forcing amplitude alpha. One factorisation an iteration serves
 *  the response and the slope of the amplitude along it (bordered_scalar.h). A peak is smooth if the slope
 *  vanishes. Else it is non-smooth: a contact is at the onset of slip and the amplitude falls on both sides
 *  (RDG_PEAK_CORNER), or the slope changes its sign by a jump without a known margin (RDG_PEAK_KINK). */
#ifndef RDG_PEAK_H
#define RDG_PEAK_H

#include <ridgewalk/at.h>
#include <ridgewalk/harmonic_balance.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A response whose peaks are sought: a harmonic balance, a sensor, a domain of frequencies. */
typedef struct rdg_peak_response rdg_peak_response;

/** Kind of a peak. */
typedef enum rdg_peak_kind {
    RDG_PEAK_SMOOTH, /**< the slope passes through zero */
    RDG_PEAK_CORNER, /**< a contact is at the onset of slip */
    RDG_PEAK_KINK    /**< another jump of the slope, to 1e-10 of the response */
} rdg_peak_kind;

/** How following a peak ended. */
typedef enum rdg_peak_event {
    RDG_PEAK_REACHED,     /**< the forcing amplitude is reached */
    RDG_PEAK_LEFT_WINDOW, /**< the peak left the domain of frequencies; the one returned lies inside, within a
                             relative 2e-6 of the end, or 1e-7 of alpha from where it leaves */
    RDG_PEAK_FOLD, /**< the maximum meets a minimum: there is no such peak beyond. The peak returned lies
                      before it, within about a relative 1e-7 of alpha, a non-smooth one within 1e-4 */
    RDG_PEAK_LOST  /**< no step converges, and no fold was found */
} rdg_peak_event;

/** Which peaks are exchanged. */
typedef enum rdg_peak_exchange_kind {
    RDG_PEAK_SLIP,        /**< of a contact, with a smooth peak at which it sticks: stuck_slope = 0 */
    RDG_PEAK_CORNER_END,  /**< with a smooth peak at which it slips: slip_slope = 0 */
    RDG_PEAK_OTHER_CORNER /**< with the non-smooth peak of another contact: both are at the onset of slip */
} rdg_peak_exchange_kind;

/** An exchange: forcing amplitude, frequency and amplitude are those of the peak there. */
typedef struct rdg_peak_exchange {
    rdg_peak_exchange_kind kind; /**< kind of the exchange */
    rdg_index corner; /**< margin of the contact (rdg_hbm_margin()); of two contacts the first one */
    rdg_index other;  /**< the margin of the peak behind the exchange; -1: none */
} rdg_peak_exchange;

/** A peak at a forcing amplitude. Arrays are shape [n], in the order of the problem's variables: Q, omega,
 * alpha, parameters.
 */
typedef struct rdg_peak_point {
    double level;       /**< alpha, N or as rdg_forcing_amplitude_unit() */
    double omega;       /**< rad/s */
    double amplitude;   /**< of the sensor */
    rdg_peak_kind kind; /**< smooth, non-smooth peak or non-smooth point */
    rdg_index corner;   /**< margin of the contact at a non-smooth peak (rdg_hbm_margin()); -1: none */
    double stuck_slope; /**< RDG_PEAK_CORNER: -dA/d(margin) on the stuck side, >= 0; else 0 */
    double slip_slope;  /**< RDG_PEAK_CORNER: -dA/d(margin) on the slipping side, <= 0; else 0 */
    double curvature; /**< smooth: second derivative of A along the response, the coordinate being t z with t
                         the row `border`, < 0; else 0 */
    bool detached;    /**< on a part of the response that is not connected with its lower end */
    rdg_index n;      /**< variables */
    double *u;        /**< the response */
    double *slope;    /**< du/d ln alpha along the peaks; RDG_PEAK_KINK: Q */
    double
        *tangent; /**< along the response, of any length; at a non-smooth peak as at the last smooth peak */
    double *multipliers;  /**< w of bordered_scalar.h at the peak; RDG_PEAK_KINK: zeros */
    double *earlier;      /**< the same peak at another forcing amplitude, from which it was followed */
    double earlier_level; /**< that forcing amplitude; 0: none */
    rdg_index part;       /**< of a set (peak_set.h): 0 the response, 1, 2, ... curves that cross it */
    int multiplicity; /**< of a set: so many of its peaks have this amplitude and frequency, which are images
                         under a symmetry of the structure; 0: the image of a peak before it */
} rdg_peak_point;

/** How often functions were evaluated, and matrices factored, since creation. */
typedef struct rdg_peak_counts {
    long residuals;        /**< evaluations of the problem's functions */
    long factorisations;   /**< matrices factored */
    long hessian_products; /**< second derivatives in one direction */
} rdg_peak_counts;

/** Create a response whose peaks are sought.
 *  @param hb      harmonic balance; must outlive the response
 *  @param sensor  amplitude
 *  @param low     lower end of the domain, rad/s
 *  @param high    upper end, rad/s
 *  @param numbers parameters of the structure for sensitivities, with their values: a list
 *                 RDG_AT_LIST(); NULL: none
 *  @return to be freed with rdg_peak_response_free(), or with its context; NULL after RDG_ERR_NAME,
 *          RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_peak_response *rdg_peak_response_create(rdg_hbm *hb, const char *sensor, double low, double high,
                                            const rdg_at *numbers);

/** Follow peaks over a parameter of the structure in place of the forcing amplitude. `level` of the peaks is
 * then that parameter, which must be positive. The default is "alpha".
 *  @param response response; peaks made before do not belong to it any more
 *  @param name     "alpha", or one of the parameters given at creation
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_NAME */
rdg_status rdg_peak_response_release(rdg_peak_response *response, const char *name);

/** Hold the forcing amplitude (default 1) or a parameter at a value, for peaks that are found afterwards.
 *  @param response response
 *  @param name     "alpha", or one of the parameters given at creation
 *  @param value    in N or the parameter's unit
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_NAME */
rdg_status rdg_peak_response_hold(rdg_peak_response *response, const char *name, double value);

/** Free a response before its context.
 *  @param response NULL is allowed */
void rdg_peak_response_free(rdg_peak_response *response);

/** Counters of a response.
 *  @param response NULL is allowed
 *  @return zeros for NULL */
rdg_peak_counts rdg_peak_response_counts(const rdg_peak_response *response);

/** The peak uphill from the response at one frequency. Newton's method begins at the linear response.
 *  @param response response
 *  @param level    alpha, > 0
 *  @param omega    rad/s, near the peak
 *  @return to be freed with rdg_peak_point_free(); NULL after RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY, or
 *          RDG_ERR_NO_CONVERGENCE: no peak was found from there */
rdg_peak_point *rdg_peak_find(rdg_peak_response *response, double level, double omega);

/** A copy of a peak.
 *  @param response response
 *  @param peak     of this response
 *  @return to be freed with rdg_peak_point_free(); NULL after a failure */
rdg_peak_point *rdg_peak_point_copy(rdg_peak_response *response, const rdg_peak_point *peak);

/** Free a peak.
 *  @param peak NULL is allowed */
void rdg_peak_point_free(rdg_peak_point *peak);

/** Follow a peak to another forcing amplitude, in steps as long as predictions allow. At an exchange the peak
 * continues as the other kind.
 *  @param response     response
 *  @param[in,out] peak at the forcing amplitude that was reached afterwards
 *  @param level        alpha, > 0
 *  @return why it ended; RDG_PEAK_LOST also after a failure (NULL, a forcing amplitude that is not positive)
 */
rdg_peak_event rdg_peak_follow(rdg_peak_response *response, rdg_peak_point *peak, double level);

/** Sees an exchange.
 *  @param met  the exchange
 *  @param at   the peak there, a non-smooth peak; valid during the call
 *  @param data as given */
typedef void rdg_peak_observer(const rdg_peak_exchange *met, const rdg_peak_point *at, void *data);

/** As rdg_peak_follow(), and locates exchanges of peaks. Steps are shorter.
 *  @param response     response
 *  @param[in,out] peak at the forcing amplitude that was reached afterwards
 *  @param level        alpha, > 0
 *  @param see          is called at each exchange, in their order. Forcing amplitudes are known to 1e-9 on
 * the stuck side, and to 1e-7 on the slipping side, where the second derivative is unbounded
 *  @param data         for @p see
 *  @return why it ended, as rdg_peak_follow() */
rdg_peak_event rdg_peak_follow_exchanges(rdg_peak_response *response, rdg_peak_point *peak, double level,
                                         rdg_peak_observer *see, void *data);

/** The derivative of a peak's amplitude by the forcing amplitude or by a parameter of the structure: -w of
 * that variable. It costs no further evaluations.
 *  @param response response
 *  @param peak     of this response
 *  @param name     "alpha", or one of the parameters given at creation
 *  @return NAN after RDG_ERR_NAME, and for RDG_PEAK_KINK, where it is not known */
double rdg_peak_sensitivity(rdg_peak_response *response, const rdg_peak_point *peak, const char *name);

#ifdef __cplusplus
}
#endif
#endif
