/* A segment on its mesh, and its end among what functions of the end see. */
#include "equations_impl.h"

#include <string.h>

int rdg_orbit_run_on_mesh(rdg_shooting *s, rdg_orbit_segment *segment, double *dy)
{
    const bool weigh = dy && !segment->weighed;
    if (weigh) {
        rdg_flow_weigh_slopes(s->flow, true);
    }
    const int answer = rdg_flow_segment(s->flow, segment->mode, &segment->mesh, s->work->sigma, segment->y,
                                        dy, &segment->error);
    if (weigh) {
        segment->slope_error = rdg_flow_slope_error(s->flow);
        segment->weighed = true;
        rdg_flow_weigh_slopes(s->flow, false);
    }
    return answer;
}

void rdg_orbit_place_end(rdg_shooting *s, const rdg_orbit_at *a, const double *y, const double *dy)
{
    const rdg_orbit_work *w = s->work;
    const double tau = w->sigma[a->nz];
    memcpy(w->z, y, (size_t)a->n * sizeof(double));
    memcpy(w->z + a->n, w->sigma + a->n, (size_t)(a->nz - a->n) * sizeof(double));
    if (s->at.forced) {
        w->z[a->nz - 1] += a->omega * tau;
    }
    if (!dy) {
        return;
    }
    memset(w->Z, 0, (size_t)(a->nz * a->ns) * sizeof(double));
    for (rdg_index c = 0; c < a->ns; c++) {
        memcpy(w->Z + a->nz * c, dy + a->n * c, (size_t)a->n * sizeof(double));
    }
    for (rdg_index k = a->n; k < a->nz; k++) {
        w->Z[k + a->nz * k] = 1.0;
    }
    if (s->at.forced) {
        w->Z[a->nz - 1 + a->nz * (a->n + s->at.omega)] += tau;
        w->Z[a->nz - 1 + a->nz * a->nz] = a->omega;
    }
}
