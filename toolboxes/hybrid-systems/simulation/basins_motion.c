/* One start of a grid: where does its motion come to? */
#include "basins_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void start(const rdg_basining *b, rdg_returns *r, rdg_index i)
{
    memcpy(r->state.x, b->start, (size_t)b->section.states * sizeof(double));
    for (rdg_index k = 0; k < b->axes; k++) {
        r->state.x[b->o.axis[k].state] = rdg_basins_value(b, k, i);
    }
    r->state.mode = b->start_mode;
    r->state.phi = b->o.phi;
    r->bound = b->o.bound;
    rdg_returns_begin(r);
}

static void take_extent(const rdg_returns *r, rdg_attractor *to)
{
    for (rdg_index i = 0; i < r->section->states; i++) {
        to->extent[i] = r->high[i] >= r->low[i] ? r->high[i] - r->low[i] : 0.0;
    }
}

static void take_returns(const rdg_returns *r, const rdg_recurrence *found, rdg_attractor *to)
{
    const rdg_index states = r->section->states;
    to->fate = found->period > 0 ? RDG_SWEEP_PERIODIC : found->settles ? RDG_SWEEP_SLOW : RDG_SWEEP_NONE;
    to->period = found->period;
    to->error = found->period > 0 ? found->error : 0.0;
    to->points = found->period > 0 ? found->period : RDG_KEPT;
    to->T =
        found->period > 0 ? r->t[rdg_returns_place(r, 0)] - r->t[rdg_returns_place(r, found->period)] : NAN;
    for (rdg_index k = 0; k < to->points; k++) {
        const rdg_index place = rdg_returns_place(r, to->points - 1 - k);
        memcpy(to->x + k * states, r->x + place * states, (size_t)states * sizeof(double));
        to->mode[k] = r->mode[place];
    }
    take_extent(r, to);
}

static void take_rest(const rdg_returns *r, rdg_attractor *to)
{
    to->fate = RDG_SWEEP_REST;
    to->period = 0;
    to->T = NAN;
    to->error = 0.0;
    to->points = 1;
    memcpy(to->x, r->state.x, (size_t)r->section->states * sizeof(double));
    to->mode[0] = r->state.mode;
    take_extent(r, to);
}

void rdg_basins_follow(rdg_basining *b, rdg_returns *r, rdg_index i, rdg_outcome *outcome)
{
    const rdg_basins_options *o = &b->o;
    rdg_recurrence found = {.period = 0};
    start(b, r, i);
    outcome->reason[0] = '\0';
    outcome->of.fate = RDG_SWEEP_LOST;
    int answer = o->transient > 0.0 ? rdg_returns_wait(r, o->transient) : 0;
    if (answer == 0) {
        answer = rdg_returns_settle(r, o->transient_returns, o->most_returns, o->tolerance, &found);
    }
    outcome->escaped = answer > 0 && r->escaped;
    outcome->answer = answer;
    if (answer == 0) {
        take_returns(r, &found, &outcome->of);
        if (outcome->of.fate == RDG_SWEEP_SLOW) {
            snprintf(outcome->reason, sizeof outcome->reason, "it has no steady state after %ld returns",
                     (long)r->count);
        }
        return;
    }
    snprintf(outcome->reason, sizeof outcome->reason, "%s", r->reason);
    if (answer > 0 && r->late && rdg_returns_rest(r)) {
        take_rest(r, &outcome->of);
        outcome->answer = 0;
        outcome->reason[0] = '\0';
    }
}
