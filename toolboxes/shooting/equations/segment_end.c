/* The end of a segment as a function of the problem's variables. */
#include "equations_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* Meshes are made anew where a step's error is so many times what was requested. */
static const double too_coarse = 16.0;

/* No segment of a forced orbit lasts longer, in periods. */
static const double most_periods = 2.0;

rdg_orbit_at rdg_orbit_segment_at(rdg_shooting *s, const double *u, rdg_index j)
{
    const rdg_orbit_layout *at = &s->at;
    const rdg_orbit_segment *segment = &s->segment[j];
    const rdg_index forced = at->forced ? 1 : 0;
    rdg_orbit_at a = {.j = j, .next = (j + 1) % s->segments, .n = segment->n, .segment = segment};
    a.n_next = s->segment[a.next].n;
    a.nz = a.n + at->np + forced;
    a.ns = a.nz + 1;
    a.omega = at->forced ? u[at->p + at->omega] : 0.0;
    a.event = segment->event < 0 ? NULL : rdg_hybrid_event_surface_at(s->hybrid, segment->event, NULL, NULL);
    for (rdg_index i = 0; i < j; i++) {
        a.before += u[at->tau + i];
    }
    a.longest = a.before;
    for (rdg_index i = j; i < s->segments; i++) {
        a.longest += fabs(u[at->tau + i]);
    }
    double *sigma = s->work->sigma;
    memcpy(sigma, u + j * at->states, (size_t)a.n * sizeof *sigma);
    memcpy(sigma + a.n, u + at->p, (size_t)at->np * sizeof *sigma);
    if (at->forced) {
        sigma[a.n + at->np] = u[at->phi] + a.omega * a.before;
    }
    sigma[a.nz] = u[at->tau + j];
    rdg_orbit_start(s, &a);
    return a;
}

int rdg_orbit_mesh(rdg_shooting *s, rdg_index j, const double *sigma)
{
    rdg_orbit_segment *segment = &s->segment[j];
    const int answer = rdg_flow_mesh(s->flow, segment->mode, sigma, &segment->mesh, NULL);
    segment->known = false;
    return answer ? answer : rdg_flow_refine(s->flow, segment->mode, sigma, &segment->mesh);
}

/* y, and dy, on a mesh that is fine enough. */
static int run(rdg_shooting *s, const rdg_orbit_at *a, double *dy)
{
    if (rdg_orbit_reaches(a)) {
        return rdg_orbit_reach(s, a, dy);
    }
    const rdg_index j = a->j;
    const double *sigma = s->work->sigma;
    rdg_orbit_segment *segment = &s->segment[j];
    int answer = segment->mesh.steps > 0 ? 0 : rdg_orbit_mesh(s, j, sigma);
    answer = answer == 0 ? rdg_orbit_run_on_mesh(s, segment, dy) : answer;
    if (answer > 0 || fmax(segment->error, segment->slope_error) > too_coarse) {
        answer = rdg_orbit_mesh(s, j, sigma);
        segment->weighed = false;
        answer = answer ? answer : rdg_orbit_run_on_mesh(s, segment, dy);
        segment->slope_error = dy ? segment->slope_error : 0.0;
    }
    return answer;
}

/* Newton's method may try segments that last for ages, and to follow them takes as long. */
static bool lasts_too_long(const rdg_shooting *s, const rdg_orbit_at *a)
{
    const double turned = fabs(a->omega * s->work->sigma[a->nz]);
    return s->at.forced && !(turned <= most_periods * RDG_HZ((double)s->order));
}

/* The same, unless it is at hand. */
static int run_once(rdg_shooting *s, const rdg_orbit_at *a, bool derivatives)
{
    rdg_orbit_segment *segment = &s->segment[a->j];
    const size_t bytes = (size_t)a->ns * sizeof(double);
    double *tau = &s->work->sigma[a->nz];
    if (segment->known && memcmp(segment->at, s->work->given, bytes) == 0 &&
        (segment->has_slope || !derivatives)) {
        *tau = rdg_orbit_reaches(a) ? segment->reached : *tau;
        return 0;
    }
    segment->known = false;
    memcpy(segment->at, s->work->given, bytes);
    int answer = a->answer ? a->answer : lasts_too_long(s, a) ? 1 : 0;
    answer = answer ? answer : run(s, a, derivatives ? segment->dy : NULL);
    if (answer == 0 && derivatives && a->start) {
        memcpy(segment->dflow, segment->dy, (size_t)(a->n * a->ns) * sizeof(double));
        answer = rdg_orbit_start_slope(s, a);
        rdg_orbit_from_start(s, a, segment->dy);
    }
    segment->known = answer == 0;
    segment->has_slope = derivatives;
    memcpy(segment->extent, rdg_flow_extent(s->flow), (size_t)a->n * sizeof(double));
    return answer;
}

int rdg_orbit_end(rdg_shooting *s, const rdg_orbit_at *a, bool derivatives)
{
    const int answer = run_once(s, a, derivatives);
    if (answer == 0) {
        rdg_orbit_place_end(s, a, a->segment->y, derivatives ? a->segment->dy : NULL);
    }
    return answer;
}

int rdg_orbit_end_as_it_starts(rdg_shooting *s, const rdg_orbit_at *a)
{
    const int answer = rdg_orbit_end(s, a, true);
    if (answer == 0 && a->start) {
        rdg_orbit_place_end(s, a, a->segment->y, a->segment->dflow);
    }
    return answer;
}

/* On an orbit R(x) is x as nearly, of its size. */
static const double projected = 1e-5;

rdg_status rdg_orbit_check_projections(rdg_shooting *s, const double *u)
{
    for (rdg_index j = 0; j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        double off = 0.0, size = 0.0;
        for (rdg_index i = 0; i < a.n && a.start && a.answer == 0; i++) {
            off = hypot(off, s->work->sigma[i] - s->work->given[i]);
            size = hypot(size, s->work->given[i]);
        }
        if (!(off <= projected * size)) {
            const rdg_index before = s->segment[(j + s->segments - 1) % s->segments].event;
            return rdg_fail(
                s->ctx, RDG_ERR_ARGUMENT, "rdg_shooting_problem",
                "the reset of event surface \"%s\" of \"%s\" is declared a projection, but R(R(x)) is "
                "not R(x): %g off, of %g",
                rdg_hybrid_event_surface_at(s->hybrid, before, NULL, NULL)->name, rdg_hybrid_name(s->hybrid),
                off, size);
        }
    }
    return RDG_OK;
}

void rdg_orbit_note_sizes(rdg_shooting *s, const double *u)
{
    rdg_flow_forget(s->flow);
    for (rdg_index j = 0; j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        if (rdg_orbit_end(s, &a, false) == 0) {
            rdg_flow_note(s->flow, a.segment->mode, a.segment->extent);
            rdg_flow_note(s->flow, a.segment->mode, u + j * s->at.states);
        }
    }
}

rdg_index rdg_orbit_columns(const rdg_shooting *s, const rdg_orbit_at *a, rdg_index component,
                            rdg_index *column, double *factor)
{
    const rdg_orbit_layout *at = &s->at;
    factor[0] = 1.0;
    if (component < a->n) {
        column[0] = a->j * at->states + component;
        return 1;
    }
    if (component < a->n + at->np) {
        column[0] = at->p + component - a->n;
        return 1;
    }
    if (component == a->nz) {
        column[0] = at->tau + a->j;
        return 1;
    }
    column[0] = at->phi;
    column[1] = at->p + at->omega;
    factor[1] = a->before;
    for (rdg_index i = 0; i < a->j; i++) {
        column[2 + i] = at->tau + i;
        factor[2 + i] = a->omega;
    }
    return 2 + a->j;
}

double rdg_orbit_period(const rdg_shooting *s, const double *u)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < s->segments; j++) {
        sum += u[s->at.tau + j];
    }
    return s->symmetry ? 2.0 * sum : sum;
}

void rdg_orbit_mirror(const rdg_shooting *s, bool transposed, const double *x, double *y)
{
    const rdg_index n = s->at.states;
    for (rdg_index i = 0; i < n; i++) {
        y[i] = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            y[i] += s->symmetry[transposed ? k + n * i : i + n * k] * x[k];
        }
    }
}

void rdg_orbit_spread(rdg_shooting *s, const rdg_orbit_at *a, double *values)
{
    const rdg_orbit_work *w = s->work;
    for (rdg_index c = 0; c < a->ns; c++) {
        const double sum = rdg_dot(a->nz, w->gradient, w->Z + a->nz * c);
        const rdg_index count = rdg_orbit_columns(s, a, c, w->column, w->factor);
        for (rdg_index k = 0; k < count; k++) {
            values[w->column[k]] += w->factor[k] * sum;
        }
    }
}
