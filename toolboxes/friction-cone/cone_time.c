/* Integrals of products of harmonics over a part of the period, from the instants alone at which it begins
 * and ends. */
#include "cone_impl.h"

#include <math.h>
#include <string.h>

void rdg_cone_clear_time(const rdg_cone *cone, cone_time *time)
{
    const size_t size = (size_t)(cone->top2 + 1) * sizeof(double);
    memset(time->cos, 0, size);
    memset(time->sin, 0, size);
}

/* int of cos k tau and sin k tau from 0 to tau, k = 0 .. 2 top, added with a sign */
void rdg_cone_add_time(const rdg_cone *cone, double sign, double tau, cone_time *time)
{
    time->cos[0] += sign * tau;
    if (tau == 0 || tau == 2 * RDG_PI) {
        return;
    }
    for (rdg_index k = 1; k <= cone->top2; k++) {
        time->cos[k] += sign * sin((double)k * tau) / (double)k;
        time->sin[k] += sign * (1 - cos((double)k * tau)) / (double)k;
    }
}

/* int phi_i phi_j: cos a cos b = (cos(a - b) + cos(a + b)) / 2, ... */
double rdg_cone_product(const rdg_cone *cone, const cone_time *time, rdg_index i, rdg_index j)
{
    const rdg_index first = cone->has_static;
    const bool sine_i = i >= first && (i - first) % 2, sine_j = j >= first && (j - first) % 2;
    const rdg_index a = i < first ? 0 : cone->harmonic[(i - first) / 2];
    const rdg_index b = j < first ? 0 : cone->harmonic[(j - first) / 2];
    const rdg_index low = a > b ? a - b : b - a;
    const double *C = time->cos, *S = time->sin;
    if (sine_i == sine_j) {
        return 0.5 * (C[low] + (sine_i ? -C[a + b] : C[a + b]));
    }
    const double difference = (sine_i ? a >= b : b >= a) ? S[low] : -S[low];
    return 0.5 * (S[a + b] + difference);
}

/* int phi_i */
double rdg_cone_single(const rdg_cone *cone, const cone_time *time, rdg_index i)
{
    const rdg_index place = i - cone->has_static;
    if (place < 0) {
        return time->cos[0];
    }
    return (place % 2 ? time->sin : time->cos)[cone->harmonic[place / 2]];
}

void rdg_cone_time_stuck(rdg_cone *cone)
{
    const rdg_index last = cone->n_nodes - 1;
    rdg_cone_clear_time(cone, &cone->stuck);
    for (rdg_index b = 0; b <= last; b++) {
        const bool before = b > 0 && cone->node[b - 1].phase == CONE_STICK;
        const bool after = b < last && cone->node[b].phase == CONE_STICK;
        if (before != after) {
            rdg_cone_add_time(cone, before ? 1 : -1, cone->node[b].tau, &cone->stuck);
        }
    }
}
