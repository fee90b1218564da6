/* A place of a segment whose motion is known without steps. */
#include "shooting_sensors_impl.h"

#include <string.h>

int rdg_known_move(rdg_orbit_sensors *all, rdg_known_place *s, bool slopes)
{
    const rdg_orbit_at *a = s->a;
    const bool forced = all->s->at.forced;
    const rdg_index last = rdg_components(all, a) - 1 + all->n_integrals;
    double *sigma = rdg_narrow_segment(all, a), *z = all->node.z;
    s->tau = sigma[a->nz];
    s->rate = all->by_own ? all->rate : a->omega;
    s->phase = all->turns ? all->sigma[last - 1] + s->rate * s->share * s->tau : 0.0;
    sigma[a->nz] *= s->share;
    memcpy(z + a->n, sigma + a->n, (size_t)(a->nz - a->n) * sizeof *z);
    if (forced) {
        z[a->nz - 1] = s->phase;
    }
    const int answer = rdg_flow_segment(all->s->flow, a->segment->mode, &(rdg_mesh){0}, sigma, all->node.y,
                                        slopes ? all->node.dy : NULL, NULL);
    memcpy(z, all->node.y, (size_t)a->n * sizeof *z);
    return answer;
}

/* d of the phase there by component c. */
static double phase_by(const rdg_orbit_sensors *all, const rdg_known_place *s, rdg_index c)
{
    const rdg_index end = rdg_components(all, s->a) - 1;
    if (!all->turns) {
        return 0.0;
    }
    return c == end                             ? s->share * s->rate
           : c == end - 1                       ? 1.0
           : c == rdg_rate_component(all, s->a) ? s->share * s->tau
                                                : 0.0;
}

/* d of the arguments there, z_k. */
static double argument_by(const rdg_orbit_sensors *all, const rdg_known_place *s, rdg_index k, rdg_index c)
{
    const rdg_orbit_at *a = s->a;
    const rdg_index end = rdg_components(all, a) - 1, np = a->n + all->s->at.np;
    if (k >= np) { /* the phase of a forcing */
        return phase_by(all, s, c);
    }
    if (k >= a->n) {
        return c == k ? 1.0 : 0.0;
    }
    if (c == end) {
        return s->share * all->node.dy[k + a->n * a->nz];
    }
    return all->by_own && c >= np ? 0.0 : all->node.dy[k + a->n * c];
}

void rdg_known_vary(const rdg_orbit_sensors *all, const rdg_known_place *s, rdg_index c, double d[2])
{
    d[0] = 0.0;
    for (rdg_index k = 0; k < s->a->nz; k++) {
        const double slope = all->gradient[k];
        d[0] += slope != 0.0 ? slope * argument_by(all, s, k, c) : 0.0;
    }
    d[1] = phase_by(all, s, c);
}

void rdg_known_bend(rdg_orbit_sensors *all, const rdg_known_place *s)
{
    const rdg_orbit_at *a = s->a;
    const rdg_index count = rdg_components(all, a), wide = count + all->n_integrals;
    double *Z = all->node.Z, *row = all->node.one;
    for (rdg_index c = 0; c < count; c++) {
        for (rdg_index k = 0; k < a->nz; k++) {
            Z[k + a->nz * c] = argument_by(all, s, k, c);
        }
    }
    for (rdg_index c = 0; c < count; c++) {
        for (rdg_index k = 0; k < a->nz; k++) {
            row[k] = 0.0;
            for (rdg_index l = 0; l < a->nz; l++) {
                row[k] += all->curve[k + a->nz * l] * Z[l + a->nz * c];
            }
        }
        for (rdg_index b = 0; b < count; b++) {
            for (rdg_index k = 0; k < a->nz; k++) {
                all->H[rdg_widened(all, a->n, b) + wide * rdg_widened(all, a->n, c)] +=
                    Z[k + a->nz * b] * row[k];
            }
        }
    }
}
