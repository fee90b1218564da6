/* Segments that run to their events.
 *
 * Where there is no motion behind a surface, a duration that is an unknown of its own leads Newton's method
 * beyond it. Such a segment is followed to its surface instead, with steps of its own choice first; from then
 * on the same mesh serves as long as it is fine enough, tau* being the root of h at its end, so that the
 * equations stay smooth functions with the derivatives of the discrete motion. */
#include "equations_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Steps whose error is so many times what was requested make no end: meshes are made anew. */
static const double too_coarse = 16.0;

/* Of what h is a sum of: its rounding errors. */
static const double noise = 64.0 * DBL_EPSILON;

enum { MOST = 8 };

int rdg_orbit_surface_rate(rdg_shooting *s, const rdg_orbit_at *a, double *h, double *rate, double *size)
{
    const rdg_orbit_work *w = s->work;
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(s->hybrid, a->segment->mode);
    const rdg_hybrid_function *surface = &a->event->surface;
    *h = 0.0;
    memset(w->value, 0, (size_t)a->n * sizeof(double));
    int answer = surface->f(a->nz, w->z, 1, h, surface->data);
    answer =
        answer ? answer : rdg_hybrid_df(surface, a->nz, w->z, rdg_orbit_sizes(s, a), 1, w->slope, w->scratch);
    answer = answer ? answer : mode->field.f(a->nz, w->z, a->n, w->value, mode->field.data);
    *rate = s->at.forced ? w->slope[a->nz - 1] * a->omega : 0.0;
    *size = fabs(*h);
    for (rdg_index i = 0; i < a->nz; i++) {
        *rate += i < a->n ? w->slope[i] * w->value[i] : 0.0;
        *size += fabs(w->slope[i] * w->z[i]);
    }
    return answer;
}

/* h = 0 at the end of the mesh, by Newton's method from the duration in sigma. > 0: the mesh does not serve
 * there, or the motion does not pass the surface as it is to be passed. */
static int find_on_mesh(rdg_shooting *s, const rdg_orbit_at *a)
{
    rdg_orbit_segment *segment = &s->segment[a->j];
    double *tau = &s->work->sigma[a->nz];
    const double sense = a->event->direction > 0 ? 1.0 : -1.0;
    double last = INFINITY;
    for (int i = 0; i < MOST; i++) {
        double h = 0.0, rate = 0.0, size = 0.0;
        int answer = *tau > 0.0 ? rdg_orbit_run_on_mesh(s, segment, NULL) : 1;
        if (answer != 0 || segment->error > too_coarse) {
            return answer ? answer : 1;
        }
        rdg_orbit_place_end(s, a, segment->y, NULL);
        answer = rdg_orbit_surface_rate(s, a, &h, &rate, &size);
        if (answer != 0 || !(sense * rate > 0.0)) {
            return answer ? answer : 1;
        }
        const double by = -h / rate;
        if (fabs(by) <= 4.0 * DBL_EPSILON * *tau || fabs(h) <= 0.5 * DBL_EPSILON * size) {
            return 0;
        }
        if (!(fabs(by) <= 0.5 * last)) {
            return fabs(h) <= noise * size ? 0 : 1;
        }
        last = fabs(by);
        *tau += by;
    }
    return 1;
}

/* A new mesh, and the end on it. */
static int find_anew(rdg_shooting *s, const rdg_orbit_at *a)
{
    rdg_orbit_segment *segment = &s->segment[a->j];
    double *tau = &s->work->sigma[a->nz];
    double there = 0.0;
    *tau = a->longest;
    int answer =
        rdg_flow_mesh_to(s->flow, segment->mode, s->work->sigma, segment->event, &segment->mesh, &there);
    *tau = there;
    answer = answer ? answer : rdg_flow_refine(s->flow, segment->mode, s->work->sigma, &segment->mesh);
    segment->weighed = false;
    return answer ? answer : find_on_mesh(s, a);
}

int rdg_orbit_reach(rdg_shooting *s, const rdg_orbit_at *a, double *dy)
{
    rdg_orbit_segment *segment = &s->segment[a->j];
    const double *tau = &s->work->sigma[a->nz];
    int answer = segment->mesh.steps > 0 ? find_on_mesh(s, a) : 1;
    answer = answer > 0 ? find_anew(s, a) : answer;
    answer = answer == 0 && dy ? rdg_orbit_run_on_mesh(s, segment, dy) : answer;
    if (answer == 0 && dy && segment->slope_error > too_coarse) {
        answer = find_anew(s, a);
        answer = answer == 0 ? rdg_orbit_run_on_mesh(s, segment, dy) : answer;
        segment->slope_error = 0.0;
    }
    segment->reached = *tau;
    return answer;
}
