/* What the equations of an orbit stand on, and a run takes along: meshes, and the plane that fixes the phase
 * of an autonomous orbit without crossings. */
#include "orbit_impl.h"

#include <math.h>
#include <string.h>

/* Meshes on which the error, of the one asked for, is beyond these are made anew. */
static const double coarse = 2.0, fine = 1e-2;

/* So does the plane that the motion passes at a lesser angle: cosine of that with its normal. The plane stays
 * as long as it can, so that curves close. */
static const double oblique = 0.7;

int rdg_orbit_anchor(rdg_shooting *s, rdg_index mode, const double *x, const double *p)
{
    const rdg_hybrid_mode *m = rdg_hybrid_mode_at(s->hybrid, mode);
    double *z = s->work->z;
    double *normal = s->anchor + s->at.states;
    memcpy(s->anchor, x, (size_t)m->n * sizeof *x);
    memcpy(z, x, (size_t)m->n * sizeof *x);
    memcpy(z + m->n, p, (size_t)s->at.np * sizeof *p);
    const int answer = m->field.f(m->n + s->at.np, z, m->n, normal, m->field.data);
    double length = 0.0;
    for (rdg_index i = 0; i < m->n; i++) {
        length = hypot(length, normal[i]);
    }
    for (rdg_index i = 0; i < m->n; i++) {
        normal[i] /= length;
    }
    return answer ? answer : !(length > 0.0 && isfinite(length));
}

/* Cosine of the angle between the motion and the normal of the plane. */
static int passes_at(rdg_shooting *s, const double *u, double *cosine)
{
    const rdg_hybrid_mode *m = rdg_hybrid_mode_at(s->hybrid, s->arc[0].mode);
    double *velocity = s->work->value;
    memcpy(s->work->z, u, (size_t)m->n * sizeof *u);
    memcpy(s->work->z + m->n, u + s->at.p, (size_t)s->at.np * sizeof *u);
    const int answer = m->field.f(m->n + s->at.np, s->work->z, m->n, velocity, m->field.data);
    double along = 0.0;
    double length = 0.0;
    for (rdg_index i = 0; i < m->n; i++) {
        along += velocity[i] * s->anchor[s->at.states + i];
        length = hypot(length, velocity[i]);
    }
    *cosine = along / length;
    return answer;
}

int rdg_orbit_move(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_shooting *s = data;
    const double *u = chart->u;
    const rdg_orbit_arc *last = &s->arc[s->arcs - 1];
    double cosine = 1.0;
    int answer = 0;
    (void)p;
    if (!s->at.forced && last->crossing < 0) {
        answer = passes_at(s, u, &cosine);
    }
    if (answer == 0 && !(cosine > oblique)) {
        answer = rdg_orbit_anchor(s, s->arc[0].mode, u, u + s->at.p);
    }
    for (rdg_index j = 0; answer == 0 && j < s->arcs; j++) {
        rdg_orbit_arc *arc = &s->arc[j];
        if (arc->error > coarse || (arc->error < fine && arc->mesh.steps > 1)) {
            const rdg_orbit_at at = rdg_orbit_arc_at(s, u, j);
            answer = rdg_flow_mesh(s->flow, at.arc->mode, s->work->sigma, &arc->mesh, NULL);
            arc->known = false;
        }
    }
    return answer < 0 ? answer : 0;
}
