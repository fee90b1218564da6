/* Derivatives by the components of a segment become those by the problem's variables. */
#include "shooting_sensors_impl.h"

/* d rate/d tau, and twice more, of the rate 2 pi/T. */
typedef struct own_rate {
    double rate, first, second;
} own_rate;

static own_rate own(const rdg_orbit_sensors *all)
{
    const double twice = all->s->symmetry ? 2.0 : 1.0, T = RDG_HZ(1.0) / all->rate;
    return (own_rate){all->rate, -all->rate * twice / T, 2.0 * all->rate * twice * twice / (T * T)};
}

rdg_index rdg_component_columns(const rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_index c,
                                rdg_index *column, double *factor)
{
    const rdg_index np = a->n + all->s->at.np;
    if (!all->by_own || c < np) {
        return rdg_orbit_columns(all->s, a, c, column, factor);
    }
    if (c == np + 2) {
        return rdg_orbit_columns(all->s, a, a->nz, column, factor);
    }
    const own_rate r = own(all);
    for (rdg_index i = 0; i < all->s->segments; i++) {
        column[i] = all->s->at.tau + i;
        factor[i] = c == np ? r.first : r.first * a->before + (i < a->j ? r.rate : 0.0);
    }
    return all->s->segments;
}

void rdg_component_spread(const rdg_orbit_sensors *all, const rdg_orbit_at *a, const rdg_component_curves *h,
                          double *values)
{
    const rdg_shooting *s = all->s;
    const rdg_index size = h->size - h->shift;
    rdg_index *one = s->work->column, *other = one + s->at.slots + 2;
    double *factor = s->work->factor, *weight = factor + s->at.slots + 2;
    for (rdg_index c = 0; c < size; c++) {
        const rdg_index n_c = h->columns(all, a, c, one, factor), at_c = c < a->n ? c : c + h->shift;
        for (rdg_index b = 0; b < size; b++) {
            const double value = h->H[(b < a->n ? b : b + h->shift) + h->size * at_c];
            const rdg_index n_b = value != 0.0 ? h->columns(all, a, b, other, weight) : 0;
            for (rdg_index k = 0; k < n_c * n_b; k++) {
                values[other[k / n_c] + s->at.n * one[k % n_c]] += weight[k / n_c] * factor[k % n_c] * value;
            }
        }
    }
}

void rdg_component_phases(const rdg_orbit_sensors *all, const rdg_orbit_at *a, double by_rate,
                          double by_phase, double *values)
{
    const rdg_orbit_layout *at = &all->s->at;
    if (!all->by_own) { /* phi + omega (durations before) */
        for (rdg_index i = 0; i < a->j; i++) {
            values[at->tau + i + at->n * (at->p + at->omega)] += by_phase;
            values[at->p + at->omega + at->n * (at->tau + i)] += by_phase;
        }
        return;
    }
    const own_rate r = own(all);
    for (rdg_index i = 0; i < all->s->segments; i++) {
        for (rdg_index k = 0; k < all->s->segments; k++) {
            values[at->tau + i + at->n * (at->tau + k)] +=
                (by_rate + by_phase * a->before) * r.second +
                by_phase * r.first * ((double)(i < a->j) + (double)(k < a->j));
        }
    }
}
