/* A step in parts within which a surface's g is monotonic.
 *
 * A part of the step is reported to be understood if g is the cubic through its ends, to some hundredths of
 * how much it varies there; if it is not, the part is halved. Then where its rate changes its sign is an
 * extremum. */
#include "modal_impl.h"

#include <ridgewalk/root.h>

#include <math.h>

/* Of what g varies in a part. */
static const double close_to_cubic = 0.02;
static const double narrowest = 1.0 / 4096.0;
/* Where a part is examined. */
static const double inner[] = {0.3819, 0.7071};
/* To which an extremum is found on the extension. */
static const double resolution = 1e-9;

void rdg_scan_begin(rdg_watch *w)
{
    w->here = w->passed = w->first;
    w->width = 1.0;
    w->queued = w->taken = 0;
}

static bool turns(const rdg_look *a, const rdg_look *b)
{
    return (a->rate <= 0.0 && b->rate > 0.0) || (a->rate >= 0.0 && b->rate < 0.0);
}

/* The zero of the rate between two samples where its signs differ */
static int find_extremum(rdg_flow *flow, const rdg_watch *w, const rdg_look *a, const rdg_look *b,
                         rdg_look *out)
{
    *out = *a;
    if (a->rate == 0.0) {
        return 0;
    }
    rdg_root turn = rdg_root_between(a->place, a->rate, b->place, b->rate, resolution);
    int answer;
    do {
        answer = rdg_look_within(flow, w, turn.at, out);
    } while (answer == 0 && rdg_root_next(&turn, out->rate, NAN));
    return answer;
}

static double cubic_at(const rdg_look *a, const rdg_look *b, double t)
{
    const double width = b->place - a->place, rise = b->g - a->g;
    const double da = a->rate * width, db = b->rate * width;
    return a->g + t * (da + t * (3 * rise - 2 * da - db + t * (da + db - 2 * rise)));
}

/* Examines the part from l[0] to l[3]; whether it is understood. */
static int look_at_part(rdg_flow *flow, const rdg_watch *w, rdg_look l[4], bool *understood)
{
    double most = fmax(l[0].g, l[3].g), least = fmin(l[0].g, l[3].g), off = 0.0;
    for (int i = 0; i < 2; i++) {
        const double place = l[0].place + inner[i] * (l[3].place - l[0].place);
        const int answer = rdg_look_within(flow, w, place, &l[1 + i]);
        if (answer != 0) {
            return answer;
        }
        const double g = l[1 + i].g;
        most = fmax(most, g);
        least = fmin(least, g);
        off = fmax(off, fabs(g - cubic_at(&l[0], &l[3], inner[i])));
    }
    *understood = off <= close_to_cubic * (most - least) + 1e-13 * l[0].size;
    return 0;
}

/* Two extrema between samples whose rates have one sign: where the cubic's rate is least. */
static int look_between(rdg_flow *flow, const rdg_watch *w, const rdg_look *a, const rdg_look *b, bool *two,
                        rdg_look *middle)
{
    const double width = b->place - a->place, rise = b->g - a->g;
    const double da = a->rate * width, db = b->rate * width;
    const double second = 3 * rise - 2 * da - db, third = da + db - 2 * rise;
    const double at = -second / (3 * third);
    *two = false;
    if (!(at > 0.0 && at < 1.0) || !((da + second * at) * da < 0.0)) {
        return 0;
    }
    const int answer = rdg_look_within(flow, w, a->place + at * width, middle);
    *two = answer == 0 && turns(a, middle) && turns(middle, b);
    return answer;
}

static int queue_extremum(rdg_flow *flow, rdg_watch *w, const rdg_look *a, const rdg_look *b)
{
    rdg_look e;
    const int answer = find_extremum(flow, w, a, b, &e);
    if (answer == 0) {
        rdg_watch_put(w, &e, b->rate > 0.0 ? -1 : 1);
    }
    return answer;
}

static int queue_between(rdg_flow *flow, rdg_watch *w, const rdg_look *a, const rdg_look *b)
{
    if (turns(a, b)) {
        return queue_extremum(flow, w, a, b);
    }
    rdg_look middle;
    bool two = false;
    int answer = look_between(flow, w, a, b, &two, &middle);
    if (answer == 0 && two) {
        answer = queue_extremum(flow, w, a, &middle);
        answer = answer == 0 ? queue_extremum(flow, w, &middle, b) : answer;
    }
    return answer;
}

/* The next part that is understood, to the queue. */
static int advance(rdg_flow *flow, rdg_watch *w)
{
    rdg_look l[4] = {w->here};
    for (bool understood = false; !understood;) {
        const double end = w->here.place + w->width;
        const bool last = end > 1.0 - 0.01 * w->width;
        l[3] = w->last;
        int answer = last ? 0 : rdg_look_within(flow, w, end, &l[3]);
        answer = answer == 0 ? look_at_part(flow, w, l, &understood) : answer;
        if (answer != 0) {
            return answer;
        }
        understood = understood || w->width <= narrowest;
        w->width *= understood ? 1.0 : 0.5;
    }
    w->queued = w->taken = 0;
    for (int i = 0; i < 3; i++) {
        const int answer = queue_between(flow, w, &l[i], &l[i + 1]);
        if (answer != 0) {
            return answer;
        }
    }
    rdg_watch_put(w, &l[3], 0);
    w->here = l[3];
    w->width *= 2.0;
    return 0;
}

int rdg_scan_next(rdg_flow *flow, rdg_watch *w, rdg_look *look, int *extremum, bool *there)
{
    if (w->taken == w->queued && w->here.place < 1.0) {
        const int answer = w->modal ? rdg_modal_advance(flow, w) : advance(flow, w);
        if (answer != 0) {
            return answer;
        }
    }
    *there = w->taken < w->queued;
    if (*there) {
        *look = w->queue[w->taken];
        *extremum = w->extremum[w->taken++];
    }
    return 0;
}
