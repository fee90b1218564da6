/** @file saltation.h
 *  @brief What an event surface does to small changes of a motion: its saltation matrix. */
#ifndef RDG_SALTATION_H
#define RDG_SALTATION_H

#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers that rdg_hybrid_saltation() works in.
 *  @param h        system
 *  @param event place of the event surface
 *  @return 0: there is no such event surface */
rdg_index rdg_hybrid_saltation_workspace(const rdg_hybrid *h, rdg_index event);

/** The saltation matrix: a change dx of the state before an event surface is S dx behind it, both at one
 * instant,
 *
 *      S = R_x + (f+ - R_x f- - R_t) h_x^T / (h_x f- + h_t),
 *
 *  f- and f+ the rates before and behind, R_t = omega R_phi and h_t = omega h_phi. Where the following mode
 * has fewer states a multiplier is lost. An event surface that only marks a place (no reset, back to its own
 * mode) has S = 1.
 *  @param h        system
 *  @param event place of the event surface
 *  @param before   arguments (x, p[, phi]) on the surface, in the mode that ends
 *  @param size     of these, as for rdg_hybrid_df(). NULL: not known
 *  @param after    state behind it, R(before)
 *  @param[out] S   [n+ n-], column-major: S[i + n+ * j]
 *  @param work     shape [rdg_hybrid_saltation_workspace()]
 *  @return 0; > 0: the motion only touches the surface, |h_x f- + h_t| <= 1e-8 |h_x| |f-|, and no such
 *          matrix exists, or a value is not finite. < 0: a callback ended the run, or an argument is NULL
 */
int rdg_hybrid_saltation(const rdg_hybrid *h, rdg_index event, const double *before, const double *size,
                         const double *after, double *S, double *work);

#ifdef __cplusplus
}
#endif
#endif
