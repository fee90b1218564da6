/* Derivatives of what follows from the end of a segment by all that the segment depends on. */
#include "equations_impl.h"

#include <string.h>

/* D (rows x ns) = slope (rows x nz) Z; most of a slope is 0: a reset lets most states be. */
static void chain(const rdg_orbit_at *a, rdg_index rows, const double *slope, const double *Z, double *D)
{
    memset(D, 0, (size_t)(rows * a->ns) * sizeof *D);
    for (rdg_index k = 0; k < a->nz; k++) {
        for (rdg_index i = 0; i < rows; i++) {
            const double by = slope[i + rows * k];
            for (rdg_index c = 0; c < a->ns && by != 0.0; c++) {
                D[i + rows * c] += by * Z[k + a->nz * c];
            }
        }
    }
}

int rdg_orbit_reset_slope(rdg_shooting *s, const rdg_orbit_at *a, double *D)
{
    const rdg_orbit_work *w = s->work;
    if (!a->event || !a->event->reset.f) {
        for (rdg_index c = 0; c < a->ns; c++) {
            memcpy(D + a->n * c, w->Z + a->nz * c, (size_t)a->n * sizeof *D);
        }
        return 0;
    }
    const int answer =
        rdg_hybrid_df(&a->event->reset, a->nz, w->z, rdg_orbit_sizes(s, a), a->n_next, w->slope, w->scratch);
    if (answer == 0) {
        chain(a, a->n_next, w->slope, w->Z, D);
    }
    return answer;
}

int rdg_orbit_surface_slope(rdg_shooting *s, const rdg_orbit_at *a, double *D)
{
    const rdg_orbit_work *w = s->work;
    const int answer =
        rdg_hybrid_df(&a->event->surface, a->nz, w->z, rdg_orbit_sizes(s, a), 1, w->slope, w->scratch);
    if (answer == 0) {
        chain(a, 1, w->slope, w->Z, D);
    }
    return answer;
}

int rdg_orbit_reach_slope(rdg_shooting *s, const rdg_orbit_at *a)
{
    const rdg_orbit_work *w = s->work;
    const int answer = rdg_orbit_surface_slope(s, a, w->reach);
    const double rate = w->reach[a->nz];
    if (answer != 0 || rate == 0.0) {
        return answer ? answer : 1;
    }
    const double *by_tau = w->Z + a->nz * a->nz;
    for (rdg_index c = 0; c < a->ns; c++) { /* tau's own column is the last */
        w->reach[c] /= rate;
        for (rdg_index k = 0; k < a->nz; k++) {
            w->Z[k + a->nz * c] -= by_tau[k] * w->reach[c];
        }
    }
    return 0;
}
