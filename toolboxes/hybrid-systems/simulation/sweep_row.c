/* One value of a sweep: the motion becomes steady, and is sampled. */
#include "sweep_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows in a return, for extrema. */
static const double rows = 200.0;

static void add_name(const rdg_sweeping *s, rdg_sweep_row *row, rdg_index mode)
{
    const size_t used = strlen(row->modes), size = sizeof row->modes;
    const int length = snprintf(row->modes + used, size - used, "%s%s", used > 0 ? ", " : "",
                                rdg_hybrid_phase_at(s->h, mode)->name);
    if (length >= 0 && (size_t)length >= size - used) {
        snprintf(row->modes + size - 4, 4, "...");
    }
}

/* Modes of the last period in turn. */
static void name_period(const rdg_sweeping *s, const rdg_returns *r, rdg_sweep_row *row)
{
    const rdg_index place = rdg_returns_place(r, row->period);
    const rdg_index from = r->step[place], end = r->step[rdg_returns_place(r, 0)] - 1;
    add_name(s, row, r->mode[place]);
    /* the last one that is entered is the first one again */
    for (rdg_index i = from; i < end; i++) {
        add_name(s, row, end - i < RDG_VISITS ? r->visited[i % RDG_VISITS] : r->mode[place]);
    }
}

/* All modes that were visited since, each once. */
static void name_all(const rdg_sweeping *s, const rdg_returns *r, rdg_index since, rdg_sweep_row *row)
{
    const rdg_index kept = r->visits - RDG_VISITS > since ? r->visits - RDG_VISITS : since;
    add_name(s, row, r->state.mode);
    for (rdg_index i = kept; i < r->visits; i++) {
        const rdg_index mode = r->visited[i % RDG_VISITS];
        bool known = mode == r->state.mode;
        for (rdg_index j = kept; j < i && !known; j++) {
            known = r->visited[j % RDG_VISITS] == mode;
        }
        if (!known) {
            add_name(s, row, mode);
        }
    }
}

static void sample_begin(rdg_returns *r, double time, double *sample)
{
    r->every = time / rows;
    r->rows = 0;
    r->samples = 0;
    r->sample = sample;
    r->least = INFINITY;
    r->most = -INFINITY;
}

/* The motion does not return: is it at rest? */
static bool rests(const rdg_sweeping *s, rdg_returns *r, rdg_sweep_row *row)
{
    sample_begin(r, s->section.longest, NULL);
    if (!rdg_returns_rest(r)) {
        return false;
    }
    const double value = rdg_returns_value(r, &r->state);
    row->fate = RDG_SWEEP_REST;
    row->min = fmin(value, r->least);
    row->max = fmax(value, r->most);
    add_name(s, row, r->state.mode);
    return true;
}

static void tell_fate(const rdg_sweeping *s, rdg_sweep_row *row, const rdg_recurrence *found)
{
    row->period = found->period;
    row->fate = found->period > 0 ? RDG_SWEEP_PERIODIC : RDG_SWEEP_NONE;
    if (found->period == 0 && found->settles) {
        row->fate = RDG_SWEEP_SLOW;
        snprintf(row->reason, sizeof row->reason,
                 "it has no steady state after %ld returns: it is still %.1e of its extent from where it was",
                 (long)s->o.most_returns, found->distance);
    }
}

void rdg_sweep_settle(const rdg_sweeping *s, rdg_returns *r, rdg_sweep_row *row, int *answer)
{
    double *sample = s->table->sample + (row - s->table->row) * s->o.samples;
    rdg_recurrence found = {.period = 0};
    rdg_returns_begin(r);
    r->p[s->parameter] = row->value;
    *answer = s->o.transient > 0.0 ? rdg_returns_wait(r, s->o.transient) : 0;
    if (*answer == 0) {
        *answer = rdg_returns_settle(r, s->o.transient_returns, s->o.most_returns, s->o.tolerance, &found);
    }
    const rdg_index since = r->visits;
    if (*answer == 0) {
        tell_fate(s, row, &found);
        sample_begin(r, rdg_returns_time(r), sample);
        *answer = rdg_returns_follow(r, s->o.samples);
    }
    if (*answer == 0) {
        row->samples = r->samples;
        row->min = r->least;
        row->max = r->most;
        if (found.period > 0) {
            row->T = r->t[rdg_returns_place(r, 0)] - r->t[rdg_returns_place(r, found.period)];
            name_period(s, r, row);
        } else {
            name_all(s, r, since, row);
        }
        return;
    }
    row->fate = RDG_SWEEP_LOST;
    row->period = 0;
    snprintf(row->reason, sizeof row->reason, "%s", r->reason);
    if (*answer > 0 && r->late && rests(s, r, row)) {
        *answer = 0;
        row->reason[0] = '\0';
    }
}
