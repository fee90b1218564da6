/* The sliders' memories in the course of a period. Between extrema of x a slider that gives way at phi can
 * slip once: where x has risen to v + phi, or fallen to v - phi. As in contact_path.c the memory is carried
 * through the period twice, and the second time is recorded: the one-period map of v is a clamp. */
#include "iwan_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

double rdg_iwan_start(const iwan_model *e)
{
    return rdg_slider_begins(e->law.start, e->x.mean, e->rest);
}

static double slope_at(iwan_model *e, double tau)
{
    double jet[RDG_JET];
    rdg_series_turn(&e->series, tau, e->series.top);
    rdg_series_jet(&e->series, &e->x, jet);
    return jet[1];
}

/* The zeros of x' at which x turns; it may pass through others. */
static void find_extrema(iwan_model *e)
{
    const rdg_index zeros = rdg_series_zeros(&e->series, &e->x, 1, e->instant);
    rdg_sort_instants(zeros, e->instant);
    e->n_extrema = 0;
    if (zeros == 0) {
        return; /* at rest */
    }
    bool rose = slope_at(e, 0.5 * (e->instant[zeros - 1] + e->instant[0] + RDG_TURN)) > 0.0;
    for (rdg_index i = 0; i < zeros; i++) {
        const double end = i + 1 < zeros ? e->instant[i + 1] : e->instant[0] + RDG_TURN;
        const bool rises = slope_at(e, 0.5 * (e->instant[i] + end)) > 0.0;
        if (rises != rose) {
            iwan_extremum *x = &e->extremum[e->n_extrema++];
            x->tau = e->instant[i];
            x->rises = rises;
        }
        rose = rises;
    }
}

/* Values at the extrema, and which are the highest and the lowest. */
static void visit_extrema(iwan_model *e)
{
    e->highest = e->lowest = 0;
    for (rdg_index i = 0; i < e->n_extrema; i++) {
        iwan_extremum *x = &e->extremum[i];
        double jet[RDG_JET];
        rdg_series_functions(&e->series, x->tau, x->H);
        rdg_series_jet(&e->series, &e->x, jet);
        x->x = jet[0];
        x->curvature = jet[2];
        x->near.tau = NAN;
        e->highest = x->x > e->extremum[e->highest].x ? i : e->highest;
        e->lowest = x->x < e->extremum[e->lowest].x ? i : e->lowest;
    }
}

bool rdg_iwan_load(iwan_model *e, const double *z)
{
    const rdg_index first = e->series.has_static;
    double size = fabs(e->rest);
    memcpy(e->z, z, sizeof *z * (size_t)e->series.n);
    e->x.mean = first ? z[0] : 0.0;
    e->vibration = 0.0;
    for (rdg_index i = 0; i < e->series.n; i++) {
        *(i < first ? &size : &e->vibration) += fabs(z[i]);
    }
    size += e->vibration;
    if (!isfinite(size)) {
        return false;
    }
    memcpy(e->x.coef, z + first, sizeof *z * (size_t)(e->series.n - first));
    e->tolerance = 4.0 * DBL_EPSILON * size;
    find_extrema(e);
    visit_extrema(e);
    return true;
}

/* Where x passes a level after extremum i. */
static double surface(iwan_model *e, rdg_index i, double level)
{
    const bool last = i + 1 == e->n_extrema;
    iwan_extremum *a = &e->extremum[i];
    const iwan_extremum *b = &e->extremum[last ? 0 : i + 1];
    return rdg_series_crossing(&e->series, &e->x, level, a->tau, a->x, b->tau + (last ? RDG_TURN : 0.0), b->x,
                               &a->near);
}

/* What a slider carries along. */
typedef struct walk {
    rdg_index slider, from; /* the extremum at which it began to stick */
    double v;
} walk;

static void pass(iwan_model *e, walk *w, bool record)
{
    const double phi = e->slider[w->slider].phi;
    for (rdg_index i = 0; i < e->n_extrema; i++) {
        const rdg_index next = i + 1 < e->n_extrema ? i + 1 : 0;
        const double end = e->extremum[next].x, xi = e->extremum[i].rises ? 1.0 : -1.0;
        const double level = w->v + xi * phi;
        const double movement = xi * (end - level);
        if (!(movement > e->tolerance) ||
            (e->small && rdg_slider_rests(movement, e->vibration, e->tolerance))) {
            continue;
        }
        if (record) {
            e->slip[e->n_slips++] =
                (iwan_slip){.slider = w->slider, .from = w->from, .to = next, .tau = surface(e, i, level)};
        }
        w->v = end - xi * phi;
        w->from = next;
    }
}

void rdg_iwan_path(iwan_model *e)
{
    const double start = rdg_iwan_start(e);
    e->n_slips = e->n_slipping = 0;
    for (rdg_index i = 0; i < e->n_sliders && e->n_extrema > 0; i++) {
        const rdg_index before = e->n_slips;
        const double first = e->extremum[0].x, phi = e->slider[i].phi;
        walk w = {.slider = i, .v = fmin(fmax(start, first - phi), first + phi)};
        pass(e, &w, false);
        pass(e, &w, true);
        if (e->n_slips == before) {
            break; /* stuck all the time, and so are the stronger ones */
        }
        e->n_slipping = i + 1;
    }
}
