/* A step of a linear mode in parts of which is known what a linear surface does there: that it stays on one
 * side of a level, that it is monotonic, or that it is bent to one side, with one extremum at most. Bounds of
 * all amplitudes report it; a part of which nothing is known is halved. */
#include "modal_impl.h"

#include <ridgewalk/root.h>

#include <float.h>
#include <math.h>

/* Rounding errors of g, of what it is a sum of. */
static const double noise = 16.0 * DBL_EPSILON;
/* Parts are no shorter. */
static const double narrowest = 8.0 * DBL_EPSILON;

typedef struct knowledge {
    bool there;
    bool extremum; /* there may be one */
} knowledge;

/* Bounds of the parabola v on [0, width]. */
static void bounds(const double v[3], double width, double *least, double *most)
{
    const double end = v[0] + width * (v[1] + 0.5 * width * v[2]);
    *least = fmin(v[0], end);
    *most = fmax(v[0], end);
    if (v[2] != 0.0 && v[1] / v[2] < 0.0 && -v[1] / v[2] < width) {
        const double vertex = v[0] - 0.5 * v[1] * v[1] / v[2];
        *least = fmin(*least, vertex);
        *most = fmax(*most, vertex);
    }
}

static knowledge look_at_part(const rdg_watch *w, const double v[3], double width)
{
    const rdg_modal_margin margin = rdg_modal_within(w->modal, width);
    double least = 0.0, most = 0.0;
    bounds(v, width, &least, &most);
    if (least - margin.value > w->above || most + margin.value < w->below ||
        most - least + 2.0 * margin.value <= noise * w->modal->size || width <= narrowest) {
        return (knowledge){.there = true};
    }
    const double slope = fmin(v[1], v[1] + width * v[2]), steepest = fmax(v[1], v[1] + width * v[2]);
    if (slope > margin.rate || steepest < -margin.rate) {
        return (knowledge){.there = true};
    }
    return (knowledge){.there = fabs(v[2]) > margin.bend, .extremum = true};
}

static void look(const rdg_watch *w, double place, rdg_look *l, double *bend)
{
    double v[3];
    rdg_modal_at(w->modal, place, v);
    *l = (rdg_look){place, v[0], v[1], w->modal->size};
    *bend = v[2];
}

/* Where the rate vanishes between two samples whose rates have different signs, and the bend has one sign. */
static void find_extremum(const rdg_watch *w, rdg_look a, rdg_look b, rdg_look *out)
{
    rdg_root turn = rdg_root_between(a.place, a.rate, b.place, b.rate, 4.0 * DBL_EPSILON);
    double bend = 0.0;
    do {
        look(w, turn.at, out, &bend);
    } while (rdg_root_next(&turn, out->rate, bend));
}

int rdg_modal_advance(rdg_flow *flow, rdg_watch *w)
{
    rdg_modal *m = w->modal;
    double v[3], width = w->width;
    const double begin = w->here.place;
    rdg_modal_at(m, begin, v);
    rdg_modal_from(m, begin);
    if (m->looks > flow->most_looks) {
        return rdg_flow_because(flow, 1,
                                "event surface \"%s\" of \"%s\" needs to be sampled more than %ld "
                                "times in a step: at t = %.10g",
                                w->event->name, rdg_hybrid_name(flow->h), flow->most_looks,
                                flow->started + flow->rk.tau * (flow->rk.pos + begin * flow->rk.share));
    }
    width = begin + width > 1.0 - 0.01 * width ? 1.0 - begin : width;
    knowledge known = look_at_part(w, v, width);
    while (!known.there) {
        width *= 0.5;
        known = look_at_part(w, v, width);
    }
    rdg_look end = w->last, extremum;
    double bend = 0.0;
    if (begin + width < 1.0) {
        look(w, begin + width, &end, &bend);
    }
    w->queued = w->taken = 0;
    const rdg_look from = {begin, v[0], v[1], m->size};
    if (known.extremum && (v[1] > 0.0) != (end.rate > 0.0) && v[1] != 0.0) {
        find_extremum(w, from, end, &extremum);
        rdg_watch_put(w, &extremum, v[2] > 0.0 ? -1 : 1);
    }
    rdg_watch_put(w, &end, 0);
    w->here = end;
    w->width = 2.0 * width;
    return 0;
}
