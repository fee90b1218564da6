/* Loads whose amplitude and phase vary.
 *
 * Such a load has a pattern for itself, for amplitude 1 and phase 0. As cosine - i sine its excitation is a
 * complex U(omega), and with amplitude a and phase p it is a exp(i p) U: another a or p costs a sum, nothing
 * is condensed anew. */
#include "hbm_impl.h"

#include <math.h>
#include <string.h>

const rdg_hbm_pattern *rdg_hbm_pattern_alone(const rdg_hbm *hb, rdg_index load)
{
    const rdg_hbm_pattern *p = hb->excitation.pattern;
    while (p->alone != load) {
        p++;
    }
    return p;
}

void rdg_hbm_combine(rdg_hbm *hb, int harmonic)
{
    const rdg_hbm_excitation *e = &hb->excitation;
    if (!e->shared[0]) {
        return;
    }
    const rdg_index nk = hb->n_kept, first = rdg_hbm_coefficient(&hb->basis, harmonic) * nk;
    const rdg_index n = (harmonic > 0 ? 2 : 1) * nk;
    double *const to[4] = {e->F[0] + first, e->F[1] + first, e->F[2] + first, e->F_static + first};
    for (int k = 0; k < 4; k++) {
        memcpy(to[k], e->shared[k] + first, (size_t)n * sizeof(double));
    }
    for (rdg_index l = 0; l < e->n; l++) {
        const rdg_hbm_pattern *p = &e->pattern[l];
        for (int order = 0; p->alone >= 0 && p->harmonic == harmonic && order < (p->is_static ? 1 : 3);
             order++) {
            rdg_hbm_add_turned(nk, harmonic > 0, p->amplitude * cos(p->phase), p->amplitude * sin(p->phase),
                               p->unit[order], to[p->is_static ? 3 : order]);
        }
    }
}

void rdg_hbm_add_turned(rdg_index n, bool has_sine, double re, double im, const double *unit, double *to)
{
    for (rdg_index i = 0; i < n; i++) {
        to[i] += re * unit[i] + im * unit[n + i];
        if (has_sine) {
            to[n + i] += re * unit[n + i] - im * unit[i];
        }
    }
}

void rdg_hbm_turn(rdg_hbm *hb, rdg_index load, const double *amplitude, const double *phase)
{
    rdg_hbm_pattern *p = hb->excitation.pattern;
    while (p->alone != load) {
        p++;
    }
    p->amplitude = amplitude ? *amplitude : p->amplitude;
    p->phase = phase ? *phase : p->phase;
    rdg_hbm_combine(hb, p->harmonic);
}
