/* A contact that is stuck all the time: springs, and for the static part the memory of its history. The
 * slider has begun at `start` and has followed L upwards to its maximum or U downwards to its minimum,
 *
 *     v = start + max(0, max L - start) + min(0, min U - start) .
 *
 * This is clamp(start, max L, min U) as long as max L <= min U, and goes on smoothly where the contact state
 * is held. How v counts in derivatives: stuck_slider.h. */
#include "contact_impl.h"

#include <math.h>
#include <string.h>

/* The extremum of L or U that has moved the memory; false: it has not, but for rounding, or as a slider that
 * rests (stuck_slider.h) though max L > min U. */
static bool has_moved(rdg_contact_element *e, rdg_stuck_slider sliders, int signal, contact_extremum *x)
{
    const bool lower = signal == CONTACT_LOWER;
    *x = (contact_extremum){.tau = lower ? e->argmax_lower : e->argmin_upper,
                            .sign = rdg_contact_side(signal),
                            .basis = e->vector[0],
                            .slope = e->vector[1]};
    rdg_contact_visit(e, x, signal);
    const double both = sliders == RDG_STUCK_ON_BRANCH ? 0 : fmax(-e->margin, 0);
    return x->sign * (rdg_contact_start(e) - x->value) > 2 * e->tolerance + both;
}

int rdg_contact_start_share(rdg_contact_element *e)
{
    contact_extremum x;
    return 1 - has_moved(e, RDG_STUCK_ON_BRANCH, CONTACT_LOWER, &x) -
           has_moved(e, RDG_STUCK_ON_BRANCH, CONTACT_UPPER, &x);
}

/* The springs alone. */
static void spring_force(const rdg_contact_element *e, double *force, double *jacobian)
{
    const rdg_index n = e->n, N = e->d * n;
    if (jacobian) {
        memset(jacobian, 0, sizeof *jacobian * (size_t)(N * N));
    }
    for (rdg_index i = 0; i < N; i++) {
        const double stiffness = i < n ? e->kt : e->kn;
        force[i] = stiffness * e->z[i];
        if (jacobian) {
            jacobian[i + N * i] = stiffness;
        }
    }
    if (e->series.has_static && e->d == 2) {
        force[n] += e->preload;
    }
}

void rdg_contact_stuck_force(rdg_contact_element *e, rdg_stuck_slider sliders, double *force,
                             double *jacobian)
{
    const rdg_index N = e->d * e->n;
    const bool start_follows = sliders == RDG_STUCK_ON_BRANCH && e->law.start == RDG_SLIDER_MEAN;
    const double start = rdg_contact_start(e), follows = start_follows ? e->kt : 0;
    spring_force(e, force, jacobian);
    if (!e->series.has_static) {
        return;
    }
    double *moving = sliders == RDG_STUCK_CONSTANT ? NULL : jacobian; /* gets -dv/dz in the static row */
    force[0] -= start;
    if (moving) {
        moving[0] -= follows;
    }
    for (int signal = CONTACT_LOWER; signal <= CONTACT_UPPER; signal++) {
        contact_extremum x;
        if (!has_moved(e, sliders, signal, &x)) {
            continue;
        }
        force[0] -= x.value - start;
        for (rdg_index j = 0; moving && j < N; j++) {
            moving[N * j] -= rdg_contact_signal_slope(e, &x, x.basis, j);
        }
        if (moving) {
            moving[0] += follows;
        }
    }
}

/* Only the static row is curved: d2 max L / du2 = -L'_u L'_u^T / L'' at the maximum, L'_u = [kt H'; -mu kn
 * H'], and min U likewise. */
void rdg_contact_add_stuck_hessian(rdg_contact_element *e, const double *lambda, rdg_index stride,
                                   double *hessian)
{
    for (int signal = CONTACT_LOWER; e->series.has_static && signal <= CONTACT_UPPER; signal++) {
        contact_extremum x;
        if (has_moved(e, RDG_STUCK_ON_BRANCH, signal, &x) && x.curvature != 0) {
            const double gradient[2] = {e->kt, x.sign * e->mu * e->kn};
            rdg_contact_add_product(e, lambda[0] / x.curvature, gradient, x.slope, gradient, x.slope, stride,
                                    hessian);
        }
    }
}
