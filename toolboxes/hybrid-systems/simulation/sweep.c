/* Sweep a parameter, value by value. */
#include "sweep_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_sweep";

void rdg_sweep_release(rdg_sweep_table *table)
{
    if (table) {
        rdg_free(table->row);
        rdg_free(table->sample);
        *table = (rdg_sweep_table){.rows = 0};
    }
}

static rdg_status check(rdg_sweeping *s)
{
    rdg_sweep_options *o = &s->o;
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(s->h);
    s->parameter = -1;
    for (rdg_index i = 0; o->parameter && i < p.n; i++) {
        s->parameter = strcmp(p.name[i], o->parameter) == 0 ? i : s->parameter;
    }
    if (s->parameter < 0) {
        char names[256] = "";
        for (rdg_index i = 0; i < p.n; i++) {
            const size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", p.name[i]);
        }
        return rdg_fail(s->ctx, o->parameter ? RDG_ERR_NAME : RDG_ERR_ARGUMENT, where,
                        "\"%s\" has no parameter \"%s\": it has %s", rdg_hybrid_name(s->h),
                        o->parameter ? o->parameter : "(NULL)", *names ? names : "none");
    }
    if (!isfinite(o->from) || !isfinite(o->to) || o->count < 1 || o->count > 100000000 ||
        o->direction * o->direction > 1) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "from = %g, to = %g, count = %" PRId64
                        ", direction = %d: finite, >= 1, and -1, 0 or 1 is required",
                        o->from, o->to, o->count, o->direction);
    }
    if (s->parameter == p.omega && !(fmin(o->from, o->to) > 0.0)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" is swept from %g to %g: the forcing's must be > 0", o->parameter, o->from,
                        o->to);
    }
    RDG_TRY(rdg_brute_check(s->h, where, "transient", o->transient));
    RDG_TRY(rdg_brute_check(s->h, where, "tolerance", o->tolerance));
    return o->transient_returns < 0 || o->most_returns < 0 || o->samples < 0 || o->samples > 1000000
               ? rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                          "transient_returns = %" PRId64 ", most_returns = %" PRId64 ", samples = %" PRId64
                          ": none may be negative, nor samples more than 1e6",
                          o->transient_returns, o->most_returns, o->samples)
               : RDG_OK;
}

static void set_defaults(rdg_sweep_options *o)
{
    o->transient_returns = o->transient_returns > 0 ? o->transient_returns : o->transient > 0.0 ? 0 : 200;
    o->most_returns = o->most_returns > 0 ? o->most_returns : 2000;
    o->samples = o->samples > 0 ? o->samples : 64;
    o->tolerance = o->tolerance > 0.0 ? o->tolerance : 1e-6;
    o->direction = o->cold && o->direction == 0 ? 1 : o->direction;
}

/* Rows in the order in which they are swept. */
static rdg_status make_rows(rdg_sweeping *s)
{
    const rdg_sweep_options *o = &s->o;
    rdg_sweep_table *table = s->table;
    const rdg_index directions = o->direction == 0 ? 2 : 1;
    s->lanes = o->cold ? 0 : directions;
    table->rows = directions * o->count;
    table->row = rdg_context_calloc(s->ctx, (size_t)table->rows, sizeof *table->row);
    table->sample = rdg_context_calloc(s->ctx, (size_t)(table->rows * o->samples), sizeof *table->sample);
    s->answer = rdg_context_calloc(s->ctx, (size_t)table->rows, sizeof *s->answer);
    RDG_TRY(rdg_error_status(s->ctx));
    const double low = fmin(o->from, o->to), high = fmax(o->from, o->to);
    for (rdg_index i = 0; i < table->rows; i++) {
        rdg_sweep_row *row = &table->row[i];
        row->direction = i >= o->count || o->direction < 0 ? -1 : 1;
        const rdg_index step = i % o->count, last = o->count > 1 ? o->count - 1 : 1;
        const rdg_index k = row->direction > 0 ? step : o->count - 1 - step;
        row->value = k == last && o->count > 1 ? high : low + (high - low) * (double)k / (double)last;
        row->T = row->min = row->max = NAN;
        row->sample = table->sample + i * o->samples;
        row->fate = RDG_SWEEP_LOST;
    }
    return RDG_OK;
}

static rdg_status make_motions(rdg_sweeping *s)
{
    const rdg_sweep_options *o = &s->o;
    const rdg_start start = {.mode = o->mode, .x = o->x, .phi = o->phi};
    const rdg_flow_options flow = rdg_brute_accuracy(&o->flow);
    s->section = (rdg_section){.longest = o->longest,
                               .sensor = o->sensor,
                               .sensor_data = o->sensor_data,
                               .state = o->state,
                               .relative = flow.relative,
                               .absolute = flow.absolute};
    RDG_TRY(rdg_section_make(&s->section, s->h, where, o->mode, o->section));
    s->start = rdg_context_calloc(s->ctx, (size_t)s->section.states, sizeof *s->start);
    s->moving = rdg_context_calloc(s->ctx, 2, sizeof *s->moving);
    RDG_TRY(rdg_error_status(s->ctx));
    rdg_hybrid_state state = {.x = s->start};
    RDG_TRY(rdg_brute_start(s->h, where, &start, &state));
    s->start_mode = state.mode;
    /* a lane keeps its motion, whichever thread follows it */
    rdg_flow_options with = flow;
    RDG_TRY(rdg_crew_hire(&s->crew, s->h, where, o->threads, &with));
    s->motions = o->cold ? s->crew.threads : s->lanes;
    s->motion = rdg_context_calloc(s->ctx, (size_t)s->motions, sizeof *s->motion);
    RDG_TRY(rdg_error_status(s->ctx));
    for (rdg_index k = 0; k < s->motions; k++) {
        RDG_TRY(rdg_returns_create(&s->motion[k], &s->section, s->crew.flow[0]));
    }
    return RDG_OK;
}

static void start_anew(const rdg_sweeping *s, rdg_returns *r)
{
    memcpy(r->state.x, s->start, (size_t)s->section.states * sizeof(double));
    r->state.mode = s->start_mode;
    r->state.phi = s->o.phi;
}

static void work_cold(rdg_index i, int worker, void *data)
{
    const rdg_sweeping *s = data;
    rdg_returns *r = &s->motion[worker];
    r->flow = s->crew.flow[worker];
    start_anew(s, r);
    rdg_sweep_settle(s, r, &s->table->row[i], &s->answer[i]);
}

/* Where the motion is it can go on with another value: that is in no forbidden state then, as it may be on
 * a surface that moves with the parameter. It is followed for shares of a return until it can. */
static bool find_a_start(const rdg_sweeping *s, rdg_returns *r, double value)
{
    const double before = r->p[s->parameter], time = rdg_returns_time(r);
    bool there = false;
    r->every = 0.0;
    for (int tries = 0; tries < 12 && !there; tries++) {
        if ((tries > 0 || r->section->counts) && rdg_returns_wait(r, 0.3819660 * time) != 0) {
            return false;
        }
        r->p[s->parameter] = value;
        there = rdg_flow_run(r->flow, r->p, &r->state, r->state.t, 0, NULL) == 0;
        r->p[s->parameter] = before;
    }
    return there;
}

/* Row i % count of each lane in turn. */
static void work_lane(rdg_index i, int worker, void *data)
{
    const rdg_sweeping *s = data;
    const rdg_index lane = i % s->lanes, place = lane * s->o.count + i / s->lanes;
    rdg_returns *r = &s->motion[lane];
    rdg_sweep_row *row = &s->table->row[place];
    r->flow = s->crew.flow[worker];
    const bool carried = s->moving[lane];
    if (carried) {
        find_a_start(s, r, row->value); /* what is then wrong with it the row reports */
    } else {
        start_anew(s, r);
    }
    rdg_sweep_settle(s, r, row, &s->answer[place]);
    if (s->answer[place] > 0 && carried) {
        char reason[sizeof row->reason];
        memcpy(reason, row->reason, sizeof reason);
        start_anew(s, r);
        rdg_sweep_settle(s, r, row, &s->answer[place]);
        if (s->answer[place] == 0) {
            snprintf(row->reason, sizeof row->reason, "started afresh: %.230s", reason);
        }
    }
    s->moving[lane] = s->answer[place] == 0;
}

/* Count what rounds have brought; a callback may have requested to end all. */
static rdg_status look(rdg_sweeping *s, rdg_index lane, rdg_index first, rdg_index end)
{
    RDG_TRY(rdg_error_status(s->ctx));
    for (rdg_index i = first; i < end; i++) {
        const rdg_sweep_row *row = &s->table->row[lane * s->o.count + i];
        s->table->lost += row->fate == RDG_SWEEP_LOST;
        s->table->slow += row->fate == RDG_SWEEP_SLOW;
        if (s->answer[lane * s->o.count + i] < 0) {
            return rdg_fail(s->ctx, RDG_ERR_CALLBACK, where, "\"%s\" at %s = %.10g: %s",
                            rdg_hybrid_name(s->h), s->o.parameter, row->value, row->reason);
        }
    }
    return RDG_OK;
}

static rdg_status sweep(rdg_sweeping *s)
{
    const rdg_index width = s->o.cold ? 4 * s->crew.threads : 1;
    rdg_index told = 0;
    for (rdg_index first = 0; first < s->o.count; first += width) {
        const rdg_index end = first + width < s->o.count ? first + width : s->o.count;
        if (s->o.cold) {
            rdg_parallel_for(s->ctx, s->crew.threads, first, end, 1, work_cold, s);
            RDG_TRY(look(s, 0, first, end));
        } else {
            rdg_parallel_for(s->ctx, s->crew.threads, first * s->lanes, end * s->lanes, 1, work_lane, s);
            for (rdg_index lane = 0; lane < s->lanes; lane++) {
                RDG_TRY(look(s, lane, first, end));
            }
        }
        if (!s->o.quiet && 10 * end / s->o.count > told && s->o.count > 1) {
            told = 10 * end / s->o.count;
            rdg_write(s->ctx, RDG_CHANNEL_NOTE,
                      "sweep of \"%s\": %" PRId64 " of %" PRId64 " values, %" PRId64 " motions lost\n",
                      s->o.parameter, end, s->o.count, s->table->lost);
        }
    }
    return RDG_OK;
}

/* What was requested and not done. */
static void tell(const rdg_sweeping *s)
{
    static const rdg_sweep_fate fate[] = {RDG_SWEEP_LOST, RDG_SWEEP_SLOW};
    const rdg_index count[] = {s->table->lost, s->table->slow};
    char who[128];
    snprintf(who, sizeof who, "sweep of \"%.100s\"", s->o.parameter);
    for (int k = 0; k < 2; k++) {
        rdg_index first = 0;
        while (first < s->table->rows && s->table->row[first].fate != fate[k]) {
            first++;
        }
        if (count[k] > 0) {
            rdg_fall_short(s->ctx, who,
                           "%" PRId64 " of %" PRId64
                           " motions %s, as the table marks; the first at %s = %.10g: %s",
                           count[k], s->table->rows, k == 0 ? "were lost" : "have no steady state",
                           s->o.parameter, s->table->row[first].value, s->table->row[first].reason);
        }
    }
}

static void release(rdg_sweeping *s)
{
    for (rdg_index k = 0; s->motion && k < s->motions; k++) {
        rdg_returns_release(&s->motion[k]);
    }
    rdg_free(s->motion);
    rdg_free(s->start);
    rdg_free(s->moving);
    rdg_free(s->answer);
    rdg_section_release(&s->section);
    rdg_crew_dismiss(&s->crew);
}

static rdg_status run(rdg_sweeping *s)
{
    RDG_TRY(check(s));
    set_defaults(&s->o);
    RDG_TRY(make_rows(s));
    RDG_TRY(make_motions(s));
    RDG_TRY(sweep(s));
    RDG_TRY(rdg_sweep_write(s));
    tell(s);
    return RDG_OK;
}

rdg_status rdg_sweep(rdg_hybrid *h, const rdg_sweep_options *options, rdg_sweep_table *table)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, options, RDG_ERR_ARGUMENT);
    rdg_sweep_table own = {.rows = 0}, *to = table ? table : &own;
    *to = (rdg_sweep_table){.rows = 0};
    rdg_sweeping s = {.h = h, .ctx = ctx, .o = *options, .table = to};
    const rdg_status status = run(&s);
    release(&s);
    rdg_sweep_release(&own);
    return status;
}
