/* What the equations of an orbit stand on, and a run takes along: meshes, and the plane that fixes the phase
 * of an autonomous orbit without events. */
#include "equations_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Meshes on which the error, of the one requested, is beyond these are made anew. */
static const double coarse = 2.0, fine = 1e-2;

/* So does the plane that the motion passes at a lesser angle: cosine of that with its normal. The plane stays
 * as long as it can, so that curves close. */
static const double oblique = 0.7;

/* Where the motion passes the plane at a lesser angle, or the other way, a shorter step comes first, behind
 * which the plane can move: orbits that only touch it seem to fold, and go on as the same ones once more. */
static const double touching = 0.1;

/* A solution lies in its plane as nearly, of its size. */
static const double off_plane = 1e-6;

/* Rates are mirrored as nearly, of their size. */
static const double alike = 1e-8;

/* Where the motion is as slow, of what it was where the orbit was searched for, there is an equilibrium. */
static const double at_rest = 1e-6;

/* Newton's method may go far away, where the motion takes for ever: unless a number of steps is requested, it
 * may take so many times those of the orbit last met. */
static const long least_limit = 2000, limit_times = 20;

/* The rates agree, of their size or that of the state over a time. */
bool rdg_orbit_is_mirrored(rdg_shooting *s, const double *x, const double *p, double phi, double time)
{
    const rdg_index n = s->at.states;
    const rdg_index np = s->at.np;
    const rdg_index nz = n + np + (s->at.forced ? 1 : 0);
    const rdg_orbit_work *w = s->work;
    if (!s->symmetry) {
        return true;
    }
    const rdg_hybrid_phase *m = rdg_hybrid_phase_at(s->hybrid, 0);
    double *rate = w->value;
    double *mirrored = w->gradient;
    memset(rate, 0, (size_t)n * sizeof *rate);
    memset(mirrored, 0, (size_t)n * sizeof *mirrored);
    memcpy(w->z, x, (size_t)n * sizeof *x);
    memcpy(w->z + n, p, (size_t)np * sizeof *p);
    w->z[nz - 1] = s->at.forced ? phi : w->z[nz - 1];
    bool is = m->field.f(nz, w->z, n, rate, m->field.data) == 0;
    rdg_orbit_mirror(s, false, x, w->z);
    w->z[nz - 1] += s->at.forced ? rdg_orbit_phase(s) : 0.0;
    is = is && m->field.f(nz, w->z, n, mirrored, m->field.data) == 0;
    for (rdg_index i = 0; is && i < n; i++) {
        double wanted = 0.0;
        double size = fabs(mirrored[i]);
        for (rdg_index k = 0; k < n; k++) {
            wanted += s->symmetry[i + n * k] * rate[k];
            size = fmax(size, fabs(s->symmetry[i + n * k] * rate[k]));
        }
        is = fabs(mirrored[i] - wanted) <= alike * fmax(size, fabs(x[i]) / time);
    }
    return is;
}

rdg_status rdg_orbit_not_mirrored(rdg_shooting *s, const char *where)
{
    return rdg_fail(
        s->ctx, RDG_ERR_ARGUMENT, where,
        "\"%s\" does not have the symmetry that is given: f(G x) is not G f(x), half a period of the forcing "
        "later, and half of an orbit does not give the rest; follow the whole orbit, without .symmetry",
        rdg_hybrid_name(s->hybrid));
}

/* Cosine of the angle between the motion and the normal of the plane. */
static int passes_at(rdg_shooting *s, const double *u, double *cosine, double *speed)
{
    const rdg_hybrid_phase *m = rdg_hybrid_phase_at(s->hybrid, s->segment[0].mode);
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
    *cosine = length > 0.0 ? along / length : 0.0;
    *speed = length;
    return answer;
}

int rdg_orbit_leaves_plane(rdg_shooting *s, const double *u)
{
    double cosine = 0.0;
    double speed = 0.0;
    const int answer = passes_at(s, u, &cosine, &speed);
    const bool is_first = s->pace > 0.0; /* Newton's method may come to an orbit from far off */
    return answer ? answer : is_first ? speed <= at_rest * s->pace : !(cosine > touching);
}

void rdg_orbit_limit_steps(rdg_shooting *s, const double *u)
{
    rdg_index most = 0;
    if (s->flow_options.max_steps > 0) {
        return;
    }
    for (rdg_index j = 0; j < s->segments; j++) {
        rdg_mesh *mesh = &s->segment[j].mesh;
        if (mesh->steps == 0) {
            const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
            (void)rdg_orbit_mesh(s, a.j, s->work->sigma); /* 0 steps if it fails */
        }
        most = mesh->steps > most ? mesh->steps : most;
    }
    rdg_flow_limit(s->flow, least_limit + limit_times * (long)most);
}

/* Does the motion pass the plane at the start of an orbit, which lies in it? Not where a run goes the other
 * way from its start, or begins: the plane is where the last chart has left it. Without motion nothing fits
 * better.
 */
static int fits_plane(rdg_shooting *s, const double *u, bool *fits)
{
    double cosine = 0.0, speed = 0.0, off = 0.0, size = 0.0;
    const int answer = passes_at(s, u, &cosine, &speed);
    for (rdg_index i = 0; i < s->segment[0].n; i++) {
        off += s->anchor[s->at.states + i] * (u[i] - s->anchor[i]);
        size = hypot(size, u[i]);
    }
    *fits = !(speed > 0.0) || (cosine > oblique && fabs(off) <= off_plane * size);
    return answer;
}

void rdg_orbit_begin(rdg_shooting *s, const double *u)
{
    bool fits = true;
    s->period = rdg_orbit_period(s, u);
    if (fits_plane(s, u, &fits) == 0 && !fits) {
        (void)rdg_orbit_anchor_at(s, u);
        s->pace = 0.0;
    }
}

void rdg_orbit_forget(rdg_shooting *s, const double *u)
{
    rdg_flow_forget(s->flow);
    for (int pass = 0; pass < 2; pass++) { /* by differences whose steps know the sizes of states */
        for (rdg_index j = 0; j < s->segments; j++) {
            const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
            rdg_orbit_segment *segment = &s->segment[j];
            segment->error = segment->slope_error = 0.0;
            segment->weighed = false;
            (void)rdg_orbit_mesh(s, a.j, s->work->sigma);
        }
        rdg_orbit_note_sizes(s, u);
    }
}

int rdg_orbit_move(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_shooting *s = data;
    const double *u = chart->u;
    const rdg_orbit_segment *last = &s->segment[s->segments - 1];
    bool fits = true;
    int answer = 0;
    (void)p;
    if (!s->at.forced && last->event < 0) {
        answer = fits_plane(s, u, &fits);
    }
    if (answer == 0 &&
        !rdg_orbit_is_mirrored(s, u, u + s->at.p, s->at.forced ? u[s->at.phi] : 0.0, u[s->at.tau])) {
        rdg_orbit_not_mirrored(s, "rdg_continue");
        return -1;
    }
    if (answer == 0 && rdg_orbit_check_projections(s, u) != RDG_OK) {
        return -1;
    }
    if (answer == 0 && !fits) {
        answer = rdg_orbit_anchor_at(s, u);
    }
    if (chart->label > 0) { /* a run that is cut off is taken up here, and goes on as it would have */
        rdg_orbit_forget(s, u);
    } else {
        rdg_orbit_note_sizes(s, u);
    }
    s->period = rdg_orbit_period(s, u);
    s->pace = 0.0; /* orbits may shrink from here on */
    for (rdg_index j = 0; answer == 0 && j < s->segments; j++) {
        rdg_orbit_segment *segment = &s->segment[j];
        const double error = fmax(segment->error, segment->slope_error);
        if (error > coarse || (error < fine && segment->mesh.steps > 1)) {
            const rdg_orbit_at at = rdg_orbit_segment_at(s, u, j);
            answer = rdg_orbit_mesh(s, at.j, s->work->sigma);
        }
        segment->weighed = false;
    }
    rdg_orbit_limit_steps(s, u);
    return answer < 0 ? answer : 0;
}
