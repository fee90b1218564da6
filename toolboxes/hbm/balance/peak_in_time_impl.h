/* The peak max_t |q(t)| of a periodic motion q = z_0 + sum_k c_k cos k t + s_k sin k t; t in rad. */
#ifndef RDG_PEAK_IN_TIME_IMPL_H
#define RDG_PEAK_IN_TIME_IMPL_H

#include <ridgewalk/element.h>

/* An instant at which the motion turns back. */
typedef struct rdg_turning {
    double t, q;
    double acceleration; /* q''; 0: q stands still */
} rdg_turning;

/* So many of them may have to be compared. */
rdg_index rdg_turning_workspace(const rdg_basis *basis);

/* The peak, and the instant whose derivatives stand for it: among those that tie the first one with q > 0,
 * or the first one. work: [n_coefficients], turn: [rdg_turning_workspace()]. NaN where z is not finite. */
double rdg_peak_in_time(const rdg_basis *basis, const double *z, double *work, rdg_turning *turn,
                        rdg_turning *top);

/* h of q = h^T z, and dh/dt, at an instant; of a motion that stands still what it has in common with all
 * instants, the static part. Both [n_coefficients]. */
void rdg_peak_directions(const rdg_basis *basis, const rdg_turning *top, double *h, double *h1);

#endif
