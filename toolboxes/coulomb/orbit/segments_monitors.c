/* What an orbit has to keep above zero so that its segments are a motion, and what is reported of it. */
#include "segments_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/root.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { SLIP, STICK, TURN, DURATION, MARGINS };

static const char *const margin_names[MARGINS] = {"slip.margin", "stick.margin", "turn.margin", "duration"};
static const char *const margin_types[MARGINS] = {"GR", "GR", "TO", "DU"};

/* A function of time along a segment that must not vanish in it, at a state: s z' while it slips, mu beta -
 * |force| while it sticks. rate: [n2] to work in. */
static rdg_sloped watch_state(const rdg_coulomb_orbit *o, const double *u, const rdg_modal_segment *segment,
                              double tau, const double *state, double *rate)
{
    const rdg_coulomb *c = o->c;
    const double *number = rdg_segments_numbers(u);
    rdg_modal_segment_rate(c, segment, tau, state, rate);
    if (segment->regime != RDG_COULOMB_STICK) {
        const double s = (double)segment->regime;
        return (rdg_sloped){s * rdg_modal_velocity(c, tau, state),
                            s * (rdg_dot(c->n, c->a, rate + c->n) + c->b * cos(tau))};
    }
    const double force = rdg_modal_force(c, number[0], tau, state);
    double growth = -(rdg_dot(c->n, c->a, c->p) + c->b * number[0] * number[0]) * sin(tau);
    for (rdg_index k = 0; k < c->n; k++) {
        growth -= c->a[k] * (c->wn[k] * c->wn[k] * rate[k] + number[0] * c->d[k] * rate[c->n + k]);
    }
    return (rdg_sloped){number[1] * number[2] - fabs(force), -copysign(1.0, force) * growth / c->aa};
}

/* The same a time t into segment j. */
static rdg_sloped watch(const rdg_coulomb_orbit *o, const double *u, rdg_index j, double t)
{
    rdg_modal_segment segment = rdg_segments_at(o, u, j);
    segment.t = t;
    rdg_modal_segment_end(o->c, &segment, o->state + o->n2 * j, o->work);
    return watch_state(o, u, &segment, segment.tau + t, o->work, o->work + o->n2);
}

/* The least local minimum inside a segment; where there is none, the greatest value. */
static double least(const rdg_coulomb_orbit *o, const double *u, rdg_index j)
{
    const double lasts = rdg_segments_at(o, u, j).t;
    const long looks = rdg_segments_samples(o, u, lasts);
    double found = INFINITY;
    double most = 0.0;
    rdg_sloped before = watch(o, u, j, 0.0);
    double *state = o->work + 2 * o->n2;
    double *next = o->work + 3 * o->n2;
    rdg_modal_segment step = rdg_segments_at(o, u, j);
    step.t = lasts / (double)looks;
    rdg_modal_segment_answers(o->c, &step, o->stepped);
    step.answers = o->stepped;
    memcpy(state, o->state + o->n2 * j, (size_t)o->n2 * sizeof *state);
    if (o->now.regime[j] != RDG_COULOMB_STICK &&
        o->now.regime[j > 0 ? j - 1 : o->now.segments - 1] == RDG_COULOMB_STICK) {
        before.slope =
            INFINITY; /* where stick gives way slip begins forwards, for mu = 1 with no acceleration */
    }
    for (long k = 1; k <= looks; k++) {
        const double low = lasts * (double)(k - 1) / (double)looks;
        const double high = lasts * (double)k / (double)looks;
        rdg_modal_segment_end(o->c, &step, state, next);
        step.tau += step.t;
        const rdg_sloped here = watch_state(o, u, &step, step.tau, next, o->work);
        memcpy(state, next, (size_t)o->n2 * sizeof *state);
        most = fmax(most, fmax(before.value, here.value));
        if (before.slope < 0.0 && here.slope > 0.0) {
            rdg_root turn = rdg_root_between(low, before.slope, high, here.slope, 1e-12);
            while (rdg_root_next(&turn, watch(o, u, j, turn.at).slope, NAN)) {
            }
            found = fmin(found, watch(o, u, j, turn.at).value);
        }
        before = here;
    }
    return isinf(found) ? most : found;
}

/* How much longer a segment lasts than it has to. */
static double duration(const rdg_coulomb_orbit *o, const double *u, rdg_index j)
{
    return rdg_segments_at(o, u, j).t - rdg_segments_least(o, j);
}

/* Do segment j and those beside it last for some time? Where one lasts for none its neighbours' margins
 * vanish, too, and beyond are those of no motion: they begin or end on the wrong side of where they do. */
static bool has_margins(const rdg_coulomb_orbit *o, const double *u, rdg_index j)
{
    const rdg_index segments = o->now.segments;
    return duration(o, u, j) > 0.0 && duration(o, u, (j + 1) % segments) > 0.0 &&
           duration(o, u, (j + segments - 1) % segments) > 0.0;
}

static void look_at_segment(rdg_coulomb_orbit *o, const double *u, rdg_index j, double *y)
{
    const double *number = rdg_segments_numbers(u);
    const double bound = number[1] * number[2];
    const bool slips = o->now.regime[j] != RDG_COULOMB_STICK;
    const bool behind_slip = o->now.regime[j > 0 ? j - 1 : o->now.segments - 1] != RDG_COULOMB_STICK;
    const double force = rdg_modal_force(o->c, number[0], u[j], o->state + o->n2 * j);
    y[slips ? SLIP : STICK] = fmin(y[slips ? SLIP : STICK], least(o, u, j));
    if (!slips) { /* at the bound at which it gives way, going there, a stick lasts for no time: DURATION */
        const rdg_contact_regime next = o->now.regime[j + 1 < o->now.segments ? j + 1 : 0];
        const double way = (double)next * (j + 1 < o->now.segments || o->now.whole ? 1.0 : -1.0);
        const rdg_sloped begin = watch(o, u, j, 0.0);
        y[STICK] = fmin(y[STICK], begin.slope > 0.0 ? begin.value : bound + way * force);
    } else if (behind_slip) {
        y[TURN] = fmin(y[TURN], fabs(force) - bound);
    }
}

static int margins(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_coulomb_orbit *o = data;
    const int answer = rdg_segments_evaluate(o, u);
    const double *number = rdg_segments_numbers(u);
    const double bound = number[1] * number[2];
    (void)n, (void)m;
    if (answer != 0) {
        return answer;
    }
    y[SLIP] = INFINITY;
    y[STICK] = y[TURN] = fmax(bound, 1.0);
    y[DURATION] = rdg_segments_lasts(o);
    for (rdg_index j = 0; j < o->now.segments; j++) {
        y[DURATION] = fmin(y[DURATION], duration(o, u, j));
        if (has_margins(o, u, j)) {
            look_at_segment(o, u, j, y);
        }
    }
    y[SLIP] = isinf(y[SLIP]) ? 1.0 : y[SLIP];
    return 0;
}

double rdg_segments_least_margin(rdg_coulomb_orbit *o, const double *u)
{
    double y[MARGINS];
    if (margins(0, u, MARGINS, y, o) != 0) {
        return -INFINITY;
    }
    const double least = fmin(fmin(y[SLIP], y[STICK]), y[TURN]);
    return y[DURATION] > 0.0 ? least : -INFINITY;
}

enum { AMPLITUDE, STOPS, SHARE, MULTIPLIER, SMALLNESS, LEVEL, TOLD };

static const char *const told_names[TOLD] = {"Z", "stops", "stick", "multiplier", "smallness", "level"};

double rdg_segments_multiplier(rdg_coulomb_orbit *o, const double *u)
{
    double most = 0.0;
    double *re = o->change + o->n2 * (o->n2 + RDG_SEGMENTS_WORK);
    if (rdg_segments_spectrum(o, u, re, re + o->n2) == RDG_OK) {
        for (rdg_index i = 0; i < o->n2; i++) {
            most = fmax(most, hypot(re[i], re[o->n2 + i]));
        }
    }
    return o->now.whole ? most : most * most;
}

/* Continuous slip against its own displacement, as beyond a resonance without bound. */
static bool slips_backwards(const rdg_coulomb_orbit *o, const double *u)
{
    bool is_continuous = o->now.segments == (o->now.whole ? 2 : 1);
    for (rdg_index j = 0; j < o->now.segments; j++) {
        is_continuous = is_continuous && o->now.regime[j] != RDG_COULOMB_STICK;
    }
    return is_continuous && (double)o->now.regime[0] * rdg_modal_z(o->c, u[0], o->state) > 0.0;
}

static int tell(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_coulomb_orbit *o = data;
    const int answer = rdg_segments_evaluate(o, u);
    (void)n, (void)m;
    if (answer != 0) {
        return answer;
    }
    double range[2] = {INFINITY, -INFINITY};
    y[STOPS] = y[SHARE] = 0.0;
    for (rdg_index j = 0; j < o->now.segments;
         j++) { /* z is greatest and least where it rests: slip begins there */
        const double z = rdg_modal_z(o->c, u[j], o->state + o->n2 * j);
        range[0] = fmin(range[0], o->now.whole ? z : -fabs(z));
        range[1] = fmax(range[1], o->now.whole ? z : fabs(z));
        if (o->now.regime[j] == RDG_COULOMB_STICK) {
            y[STOPS] += o->now.whole ? 1.0 : 2.0;
            y[SHARE] += rdg_segments_at(o, u, j).t / rdg_segments_lasts(o);
        }
    }
    y[AMPLITUDE] = 0.5 * (range[1] - range[0]);
    y[MULTIPLIER] = rdg_segments_multiplier(o, u);
    y[SMALLNESS] = 1.0 / (1.0 + y[AMPLITUDE] / o->size);
    y[SMALLNESS] *= slips_backwards(o, u) ? -1.0 : 1.0;
    y[LEVEL] = log10(fmax(y[AMPLITUDE] / o->size, 1e-300));
    return 0;
}

rdg_index rdg_segments_near_held(const rdg_coulomb_orbit *o, double r1)
{
    for (rdg_index k = 0; k < o->c->n - 1; k++) {
        const double times = round(o->c->held_wn[k] / r1);
        const bool repeats = o->now.whole || fmod(times, 2.0) > 0.5;
        if (times > 0.0 && repeats && fabs(o->c->held_wn[k] / r1 - times) < 1e-6) {
            return (rdg_index)times;
        }
    }
    return 0;
}

static bool is_held_resonance(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_coulomb_orbit *o = data;
    (void)p;
    return rdg_segments_near_held(o, rdg_segments_numbers(at->u)[0]) > 0;
}

/* Beyond a resonance without bound the motion is great and its slip backwards: no end of an event signature.
 */
static bool is_in_front(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)p;
    return rdg_segments_evaluate(o, at->u) != 0 || !slips_backwards(o, at->u) ||
           fabs(rdg_modal_z(o->c, at->u[0], o->state)) < o->size;
}

rdg_status rdg_segments_add_monitors(rdg_coulomb_orbit *o)
{
    rdg_function f = {.n = RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS, .by_differences = true, .data = o};
    f.name = "told";
    f.m = TOLD;
    f.f = tell;
    RDG_TRY(rdg_add_monitor(o->problem, &f, RDG_ALL, told_names, RDG_REGULAR));
    RDG_TRY(rdg_hide_parameter(o->problem, told_names[SMALLNESS]));
    RDG_TRY(rdg_set_domain(o->problem, told_names[SMALLNESS], rdg_least_smallness, INFINITY));
    RDG_TRY(rdg_hide_parameter(o->problem, told_names[LEVEL]));
    RDG_TRY(rdg_add_event(o->problem, &(rdg_event_definition){.type = "EP",
                                                              .parameter = told_names[LEVEL],
                                                              .value = rdg_level_of_rest,
                                                              .terminal = true,
                                                              .where = is_held_resonance,
                                                              .data = o}));
    f.name = "margins";
    f.m = MARGINS;
    f.f = margins;
    RDG_TRY(rdg_add_monitor(o->problem, &f, RDG_ALL, margin_names, RDG_JUMPING));
    for (int k = 0; k < MARGINS; k++) {
        RDG_TRY(rdg_hide_parameter(o->problem, margin_names[k]));
        RDG_TRY(rdg_add_event(o->problem, &(rdg_event_definition){.type = margin_types[k],
                                                                  .parameter = margin_names[k],
                                                                  .terminal = true,
                                                                  .where = is_in_front,
                                                                  .data = o}));
    }
    return RDG_OK;
}
