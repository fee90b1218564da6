/* First derivatives of the equations of an orbit. */
#include "equations_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* values[row] += factor * dD/dsigma, by the problem's variables. */
static void spread(const rdg_shooting *s, const rdg_orbit_at *a, rdg_index row, double factor,
                   const double *D, rdg_index stride, double *values)
{
    for (rdg_index c = 0; c < a->ns; c++) {
        const rdg_index count = rdg_orbit_columns(s, a, c, s->work->column, s->work->factor);
        for (rdg_index k = 0; k < count; k++) {
            rdg_stencil_add(&s->df, values, row, s->work->column[k],
                            factor * s->work->factor[k] * D[stride * c]);
        }
    }
}

static int join(rdg_shooting *s, const rdg_orbit_at *a, double *values)
{
    const rdg_index states = s->at.states;
    const rdg_index base = a->next * states;
    double *D = s->work->D;
    const int answer = rdg_orbit_reset_slope(s, a, D);
    for (rdg_index i = 0; answer == 0 && i < a->n_next; i++) {
        rdg_stencil_add(&s->df, values, base + i, base + i, 1.0);
        if (!s->symmetry || a->next != 0) {
            spread(s, a, base + i, -1.0, D + i, a->n_next, values);
            continue;
        }
        for (rdg_index k = 0; k < a->n_next; k++) {
            spread(s, a, base + i, -s->symmetry[i + states * k], D + k, a->n_next, values);
        }
    }
    return answer;
}

static int limit(rdg_shooting *s, const rdg_orbit_at *a, double *values)
{
    const rdg_orbit_layout *at = &s->at;
    const rdg_index row = at->when + a->j;
    if (rdg_orbit_reaches(a)) {
        spread(s, a, row, 1.0, s->work->reach, 1, values);
        return 0;
    }
    if (a->event) {
        const int answer = rdg_orbit_surface_slope(s, a, s->work->D);
        if (answer == 0) {
            spread(s, a, row, 1.0, s->work->D, 1, values);
        }
        return answer;
    }
    if (a->segment->ratio > 0.0) {
        rdg_stencil_add(&s->df, values, row, at->tau + a->j, 1.0);
        rdg_stencil_add(&s->df, values, row, at->tau + a->next, -a->segment->ratio);
    } else if (at->forced) {
        rdg_stencil_add(&s->df, values, row, at->phi, 1.0);
    } else {
        for (rdg_index i = 0; i < s->segment[0].n; i++) {
            rdg_stencil_add(&s->df, values, row, i, s->anchor[at->states + i]);
        }
    }
    return 0;
}

static void close_period(const rdg_shooting *s, const double *u, double *values)
{
    const rdg_orbit_layout *at = &s->at;
    const double scale = 1.0 / rdg_orbit_phase(s);
    for (rdg_index j = 0; j < s->segments; j++) {
        rdg_stencil_add(&s->df, values, at->period, at->tau + j, scale * u[at->p + at->omega]);
        rdg_stencil_add(&s->df, values, at->period, at->p + at->omega, scale * u[at->tau + j]);
    }
}

int rdg_orbit_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    rdg_shooting *s = data;
    for (rdg_index j = 0; j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        int answer = rdg_orbit_end(s, &a, true);
        answer = answer || !rdg_orbit_reaches(&a) ? answer : rdg_orbit_reach_slope(s, &a);
        answer = answer ? answer : join(s, &a, values);
        answer = answer ? answer : limit(s, &a, values);
        if (answer != 0) {
            return answer;
        }
    }
    if (s->at.forced) {
        close_period(s, u, values);
    }
    return 0;
}

/* What a segment in slot j depends on: its start and duration, the phase, parameters. */
static void mark_segment(rdg_shooting *s, rdg_index j, rdg_index row)
{
    const rdg_orbit_layout *at = &s->at;
    for (rdg_index i = 0; i < at->states; i++) {
        rdg_stencil_mark(&s->df, row, j * at->states + i);
    }
    for (rdg_index i = at->forced ? 0 : j; i <= j; i++) {
        rdg_stencil_mark(&s->df, row, at->tau + i);
    }
    for (rdg_index i = at->phi; i < at->n; i++) {
        rdg_stencil_mark(&s->df, row, i);
    }
}

/* Slot j is followed by the next one, or by the first. */
static void mark_slot(rdg_shooting *s, rdg_index j)
{
    const rdg_orbit_layout *at = &s->at;
    const rdg_index followers[2] = {j + 1 < at->slots ? j + 1 : 0, 0};
    for (int k = 0; k < 2; k++) {
        for (rdg_index i = 0; i < at->states; i++) {
            const rdg_index row = followers[k] * at->states + i;
            mark_segment(s, j, row);
            rdg_stencil_mark(&s->df, row, row);
        }
        rdg_stencil_mark(&s->df, at->when + j, at->tau + followers[k]);
    }
    mark_segment(s, j, at->when + j);
    for (rdg_index i = 0; i < at->states; i++) {
        rdg_stencil_mark(&s->df, at->when + j, i);
    }
    if (at->forced) {
        rdg_stencil_mark(&s->df, at->period, at->tau + j);
    }
}

rdg_status rdg_orbit_make_df_stencil(rdg_shooting *s)
{
    RDG_TRY(rdg_stencil_begin(s->ctx, &s->df, s->at.m, s->at.n));
    for (rdg_index j = 0; j < s->at.slots; j++) {
        mark_slot(s, j);
    }
    if (s->at.forced) {
        rdg_stencil_mark(&s->df, s->at.period, s->at.p + s->at.omega);
    }
    return rdg_stencil_end(s->ctx, &s->df);
}
