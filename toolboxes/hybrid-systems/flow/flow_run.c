/* A motion through its events. */
#include "flow_run_impl.h"
#include "linear_impl.h"
#include "radau_impl.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static int tell(rdg_journey *j, const rdg_hybrid_state *state)
{
    const rdg_flow_observer *o = j->observer;
    return o && o->at ? o->at(state, o->data) : 0;
}

/* The instants of `every` up to a place of the step at hand. */
static int tell_rows(rdg_journey *j, double place)
{
    const rdg_flow_observer *o = j->observer;
    if (!o || !o->at || !(o->every > 0.0)) {
        return 0;
    }
    const rdg_rk *k = &j->flow->rk;
    rdg_hybrid_state row = {.mode = j->state->mode, .x = j->flow->instant};
    for (;;) {
        row.t = j->start + (j->rows + 1.0) * o->every;
        const double at = (row.t - j->state->t) / k->share;
        /* to rounding: the last one may be the end */
        if (!(at <= place + 4.0 * DBL_EPSILON * fabs(row.t) / k->share)) {
            return 0;
        }
        int answer = rdg_journey_extend(j);
        if (answer != 0) {
            return answer;
        }
        rdg_flow_within(j->flow, fmin(at, place), row.x);
        row.phi = j->start_phi + k->omega * (row.t - j->start);
        j->rows += 1.0;
        answer = tell(j, &row);
        if (answer != 0) {
            return answer;
        }
    }
}

/* The mode at hand, from the state at hand. */
static int begin_segment(rdg_journey *j)
{
    rdg_flow *flow = j->flow;
    int answer = rdg_flow_enter(flow, j->state->mode, false);
    if (answer != 0) {
        return answer;
    }
    rdg_rk *k = &flow->rk;
    memcpy(k->z, j->state->x, (size_t)k->n * sizeof(double));
    if (k->np > 0) {
        memcpy(k->u + k->n, j->p, (size_t)k->np * sizeof(double));
    }
    k->tau = 1.0; /* shares are times */
    k->pos = k->share = 0.0;
    k->omega = k->forced ? j->p[rdg_hybrid_parameters_of(flow->h).omega] : 0.0;
    k->phi0 = k->forced ? j->state->phi : 0.0;
    flow->started = j->state->t;
    answer = rdg_flow_choose(flow, false);
    if (answer != 0) {
        return answer;
    }
    answer = rdg_rk_begin(k, 0.0);
    if (answer != 0) {
        return rdg_flow_refused(flow, answer, 0.0);
    }
    memcpy(k->z1, k->z, (size_t)k->n * sizeof(double));
    answer = rdg_flow_not_a_state(flow, 0.0);
    for (rdg_index i = 0; i < k->n && answer == 0; i++) {
        if (!isfinite(k->f0[i])) {
            return rdg_flow_because(
                flow, 1,
                "the field of phase \"%s\" of \"%s\" is not finite at t = %.10g: rate %" PRId64 " is %g",
                flow->mode, rdg_hybrid_name(flow->h), j->state->t, i + 1, k->f0[i]);
        }
    }
    if (answer != 0) {
        return answer;
    }
    if (!(j->next > 0.0)) {
        j->next = rdg_control_first(flow, j->t_end - j->state->t);
    }
    k->share = j->next; /* what surfaces vary in a step */
    answer = rdg_watch_mode(j);
    if (answer == 0 && flow->mixes) {
        answer = rdg_radau_enter(flow, j->next);
    }
    j->next = flow->stride > 0.0 ? flow->stride : j->next;
    return answer;
}

/* The state at the end of the step that was taken. */
static int end_step(rdg_journey *j, double pos, bool last)
{
    rdg_rk *k = &j->flow->rk;
    rdg_watch_advance(j);
    rdg_rk_advance(k);
    j->state->t = last ? j->t_end : j->flow->started + pos;
    j->state->phi = k->forced ? k->phi0 + k->omega * pos : j->state->phi;
    memcpy(j->state->x, k->z, (size_t)k->n * sizeof(double));
    return j->observer && j->observer->every > 0.0 ? 0 : tell(j, j->state);
}

/* Where the step at hand meets a surface that lets through, `w` the first that it meets: *crossed. */
static int meet(rdg_journey *j, rdg_watch *w, bool *crossed)
{
    int answer = 0;
    *crossed = false;
    while (answer == 0 && w) {
        answer = tell_rows(j, w->found);
        answer = answer == 0 ? rdg_journey_cross(j, w, crossed) : answer;
        if (answer != 0 || *crossed) {
            return answer;
        }
        answer = rdg_watch_pass(j, w, &w);
    }
    return answer;
}

static double cut(double step, double left)
{
    if (step >= left * (1.0 - 1e-12)) {
        return left;
    }
    return 2.0 * step > left ? 0.5 * left : step;
}

/* Steps in turn bound by stability behind which a mode is taken for stiff: more than in a segment, as motions
 * last long. */
static const long most_bound = 100000;

/* From the state at hand to the next event, to the end, or to where the mode shows that it is stiff:
 * *crossed reports. */
static int segment(rdg_journey *j, bool *crossed)
{
    rdg_flow *flow = j->flow;
    rdg_control c = {0};
    double pos = 0.0;
    *crossed = false;
    int answer = begin_segment(j);
    while (answer == 0 && !*crossed && j->state->t < j->t_end) {
        c.smallest = 8.0 * DBL_EPSILON * fmax(fabs(j->state->t), 1e-290);
        const double left = j->t_end - j->state->t;
        const double tried = cut(fmax(j->next, c.smallest), left);
        rdg_stride s = {.share = tried};
        answer = rdg_journey_step(j, &c, pos, most_bound, &s);
        if (answer != 0) {
            return answer;
        }
        /* a step that was cut for the end states little */
        j->next = s.share == tried && tried < j->next ? fmax(j->next, s.next) : s.next;
        answer = meet(j, s.met, crossed);
        if (answer == 0 && !*crossed) {
            pos += s.share;
            answer = tell_rows(j, 1.0); /* while the step is that of the method that has made it */
            if (flow->mixes) {
                rdg_radau_judge_motion(flow, &c, j->next);
            }
            answer = answer == 0 ? end_step(j, pos, s.share == left) : answer;
            if (answer == 0 && s.stiff) {
                flow->is_stiff[j->state->mode] = j->goes_on = true;
                return 0;
            }
        }
    }
    return answer;
}

static int check(rdg_flow *flow, const double *p, const rdg_hybrid_state *state, double t_end,
                 const rdg_flow_observer *observer)
{
    if (!p && rdg_hybrid_parameters_of(flow->h).n > 0) {
        return rdg_flow_because(flow, -1, "p is NULL");
    }
    if (!state || !state->x) {
        return rdg_flow_because(flow, -1, "%s is NULL", !state ? "state" : "state->x");
    }
    if (!isfinite(state->t) || !isfinite(state->phi) || !isfinite(t_end)) {
        return rdg_flow_because(flow, -1, "from t = %g with the phase %g to t = %g there is no motion",
                                state->t, state->phi, t_end);
    }
    if (t_end < state->t) {
        return rdg_flow_because(flow, 1, "t_end = %.10g lies before t = %.10g", t_end, state->t);
    }
    return observer && !(observer->every >= 0.0 && isfinite(observer->every))
               ? rdg_flow_because(flow, -1, "every = %g: it must be finite, and > 0, or 0 for all steps",
                                  observer->every)
               : 0;
}

int rdg_flow_run(rdg_flow *flow, const double *p, rdg_hybrid_state *state, double t_end, long n_events,
                 const rdg_flow_observer *observer)
{
    if (!flow) {
        return -1;
    }
    flow->reason[0] = '\0';
    int answer = check(flow, p, state, t_end, observer);
    if (answer != 0) {
        return answer;
    }
    rdg_journey j = {.flow = flow,
                     .p = p,
                     .state = state,
                     .observer = observer,
                     .start = state->t,
                     .start_phi = state->phi,
                     .t_end = t_end,
                     .crossed = -1,
                     .interval = INFINITY};
    for (long count = 0;;) {
        bool crossed = false;
        answer = segment(&j, &crossed);
        if (answer == 0 && !crossed && state->t < t_end) {
            continue; /* by other steps */
        }
        if (answer != 0 || !crossed) {
            return answer;
        }
        answer = tell(&j, state);
        if (answer != 0 || ++count == n_events) {
            return answer;
        }
        if (count >= flow->options.max_events) {
            return rdg_flow_because(flow, 1, "the motion of \"%s\" meets more than %ld events: at t = %.10g",
                                    rdg_hybrid_name(flow->h), count, state->t);
        }
    }
}
