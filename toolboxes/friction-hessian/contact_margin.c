/* Distance to the onset of slip, S = min U - max L = U(t2) - L(t1), and what it changes.
 *
 * The instants t1, t2 are stationary points of L and U, so that they count for nothing in the gradient. They
 * move by dt1/dz = -L'_z/L'', dt2/dz = -U'_z/U'':
 *     dS/dz = U_z(t2) - L_z(t1),   d2S/dz2 = -U'_z U'_z^T/U'' + L'_z L'_z^T/L'' .
 *
 * Where slip begins, the memory follows L up to t1 and U down to t2 instead of staying where it is, so that
 * the tangential rows of the stiffness jump by  r int H dtau (x) dS/dz , r being the weights of the rows and
 * the integral going from t1 to t2. */
#include "contact_impl.h"

#include <math.h>
#include <string.h>

static void fill_hessian(const rdg_contact_element *e, const contact_extremum *low,
                         const contact_extremum *high, double *hessian)
{
    const rdg_index N = e->d * e->n;
    for (rdg_index j = 0; j < N; j++) {
        const double dt1 = rdg_contact_moves(e, low, j), dt2 = rdg_contact_moves(e, high, j);
        for (rdg_index i = 0; i < N; i++) {
            hessian[i + N * j] = rdg_contact_signal_slope(e, high, high->slope, i) * dt2 -
                                 rdg_contact_signal_slope(e, low, low->slope, i) * dt1;
        }
    }
}

/* The part of a wave in which the memory of a contact that has not slipped yet is max L, at the onset of
 * slip: all of it where its start lies below, none where it lies above min U. Between the two, where
 * symmetric motion ends up if the slider starts from the mean, the memory follows their mean. */
static double share_of_lower(const rdg_contact_element *e, const contact_extremum *low,
                             const contact_extremum *high)
{
    const double beyond = low->value + high->value - 2.0 * rdg_contact_start(e);
    if (fabs(beyond) <= fabs(high->value - low->value) + 4.0 * e->tolerance) {
        return 0.5;
    }
    return beyond > 0.0 ? 1.0 : 0.0;
}

/* r int_{t1}^{t2} H dtau, once for each repetition of the signals; the static part counts the phases in which
 * the memory of the slipping contact is max L and that of the stuck one is not. */
static void fill_jump(const rdg_contact_element *e, const contact_extremum *low, const contact_extremum *high,
                      double *jump)
{
    const double times = (double)e->series.symmetry, wave = RDG_TURN / times;
    double length = high->tau - low->tau;
    length -= wave * floor(length / wave) + wave * share_of_lower(e, low, high);
    memset(jump, 0, sizeof *jump * (size_t)(e->d * e->n));
    rdg_series_add_integral(&e->series, times, low->basis, high->basis, length, jump);
}

/* d (lambda . jump)/dz */
static void fill_jump_slope(const rdg_contact_element *e, const contact_extremum *low,
                            const contact_extremum *high, const double *lambda, double *slope)
{
    const double times = (double)e->series.symmetry;
    const double at_low = times * rdg_series_contracted(&e->series, lambda, low->basis);
    const double at_high = times * rdg_series_contracted(&e->series, lambda, high->basis);
    for (rdg_index j = 0; j < e->d * e->n; j++) {
        slope[j] = at_high * rdg_contact_moves(e, high, j) - at_low * rdg_contact_moves(e, low, j);
    }
}

int rdg_contact_margin(rdg_contact_element *e, const double *z, rdg_element_margin *margin)
{
    if (!e || !z || !margin) {
        return -1;
    }
    if (rdg_contact_load(e, z) != 0) {
        return 1;
    }
    rdg_contact_partition(e);
    if (e->n_bursts > 0) {
        return rdg_contact_burst_margin(e, margin);
    }
    margin->value = e->margin;
    if (!margin->gradient && !margin->hessian && !margin->jump && !margin->jump_slope) {
        return 0;
    }
    contact_extremum low = {.tau = e->argmax_lower, .sign = -1, .basis = e->vector[0], .slope = e->vector[1]};
    contact_extremum high = {.tau = e->argmin_upper, .sign = 1, .basis = e->vector[2], .slope = e->vector[3]};
    rdg_contact_visit(e, &low, CONTACT_LOWER);
    rdg_contact_visit(e, &high, CONTACT_UPPER);
    for (rdg_index j = 0; margin->gradient && j < e->d * e->n; j++) {
        margin->gradient[j] = rdg_contact_signal_slope(e, &high, high.basis, j) -
                              rdg_contact_signal_slope(e, &low, low.basis, j);
    }
    if (margin->hessian) {
        fill_hessian(e, &low, &high, margin->hessian);
    }
    if (margin->jump) {
        fill_jump(e, &low, &high, margin->jump);
    }
    if (margin->jump_slope) {
        fill_jump_slope(e, &low, &high, margin->lambda, margin->jump_slope);
    }
    return 0;
}
