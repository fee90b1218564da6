/* The continuation behind the end of a branch: from a point that the user's handler names. */
#include "atlas_1d_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* So often a handler may name a point to go on from, if the ones before could not be corrected. */
enum { MAX_ASKED = 5, MAX_OWN_ASKED = 16 };

static const double same_value =
    2e-9; /* an exact continuation may begin so far in front of it, by rounding */

/* The points that a handler named are none: the branch ends as it would have without them. */
static rdg_status refuse_points(rdg_tracer *t)
{
    char why[RDG_TROUBLE_SIZE];
    rdg_format(why, sizeof why, "%s", rdg_error_message(t->ctx));
    rdg_problem_forget_trouble(t->p);
    rdg_problem_complain(t->p, RDG_ERR_NO_CONVERGENCE, "the points to go on from cannot be corrected: %s",
                         why);
    rdg_error_clear(t->ctx);
    t->completion.refused = true;
    return RDG_OK;
}

int rdg_walk_heading_at_end(rdg_tracer *t)
{
    if (t->setup->is_monotone) {
        return t->position.direction;
    }
    const char *type = t->special.chart.type;
    const bool turns = strcmp(type, "FP") == 0 || strcmp(type, "FK") == 0;
    return turns ? t->position.heading : rdg_direction_of(t, &t->special.chart);
}

/* Let the handler name a point to go on from, in t->current.chart.u. */
static bool ask_handler(rdg_tracer *t, int direction)
{
    const rdg_run_setup *setup = t->setup;
    memcpy(t->current.chart.u, t->special.chart.u, (size_t)t->s->n * sizeof(double));
    const double begin = rdg_seconds();
    t->position.handler_calls++;
    const int before = t->p->frozen.may_change_runs;
    t->p->frozen.may_change_runs = t->p->runs;
    const bool goes_on =
        setup->handler(t->p, &t->special.chart, direction, t->current.chart.u, setup->handler_data);
    if (goes_on && setup->handler == t->p->way_on && t->p->completion) {
        t->p->completion(t->p, &t->special.chart, t->current.chart.u, t->p->completion_data);
    }
    t->p->frozen.may_change_runs = before;
    t->summary.timing.handler_s += rdg_seconds() - begin;
    return goes_on && rdg_error_status(t->ctx) == RDG_OK;
}

/* Beyond the last fold of a monotone parameter there may be no point, but one in front of it for Newton's
 * method, which is free in the parameter. */
static bool turns_back(const rdg_tracer *t, int direction)
{
    const rdg_index first = t->setup->first_active;
    if (first < 0 || !t->setup->is_monotone) {
        return false;
    }
    const double ended = t->special.chart.mu[first];
    return direction * (t->current.chart.mu[first] - ended) < -same_value * fabs(ended);
}

static bool is_no_point(rdg_status found)
{
    return rdg_is_no_solution(found) || found == RDG_ERR_ARGUMENT; /* outside of a domain */
}

/* Where the problem names the points it states which way they go on; 0: as before. */
static int own_heading(const rdg_tracer *t)
{
    const rdg_problem *p = t->p;
    const bool is_own = t->setup->handler == p->way_on && p->heading;
    return is_own ? p->heading(t->p, &t->current.chart, p->way_on_data) : 0;
}

/* Does the run go on from a corrected point? *heading: what the problem itself states, or 0. */
static rdg_status check_point(rdg_tracer *t, int direction, int *heading)
{
    if (turns_back(t, direction)) {
        rdg_problem_complain(t->p, RDG_ERR_NO_CONVERGENCE, "Newton's method goes back from there");
    } else if (rdg_gate_is_wanted(t, &t->current.chart)) {
        *heading = own_heading(t);
        return *heading != RDG_NO_WAY_ON
                   ? RDG_OK
                   : rdg_fail(t->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_continue", "they are no solutions beyond");
    }
    return rdg_fail(t->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_continue", "%s", t->p->trouble);
}

rdg_status rdg_walk_onward(rdg_tracer *t, double *h, rdg_stop *stop)
{
    const int direction = rdg_walk_heading_at_end(t);
    int heading = 0;
    bool observer_stops = false;
    rdg_status found = RDG_ERR_NO_CONVERGENCE;
    rdg_node_copy(t, &t->bracket[0], &t->special);
    const int most = t->setup->handler == t->p->way_on ? MAX_OWN_ASKED : MAX_ASKED;
    for (int asked = 0; asked < most && is_no_point(found); asked++) {
        if (asked > 0) {
            rdg_error_clear(t->ctx);
            rdg_node_copy(t, &t->special, &t->bracket[0]); /* what failed has been there */
        }
        if (!ask_handler(t, direction)) {
            return rdg_error_status(t->ctx);
        }
        found = rdg_first_node(t, &t->current);
        found = found == RDG_OK ? check_point(t, direction, &heading) : found;
    }
    if (is_no_point(found)) {
        return refuse_points(t);
    }
    RDG_TRY(found);
    if ((heading != 0 ? heading : direction) < 0) { /* against the tangent: along it the parameter grows */
        rdg_walk_reverse(t, &t->current);
    }
    *h = rdg_step_in_window(t, &t->current.chart, t->setup->h0);
    t->current.chart.step = 0.0;
    t->current.chart.next_step = *h;
    RDG_TRY(rdg_sink_emit(t, &t->current, "RS", &observer_stops));
    t->before.step = t->before.older_step = 0.0;
    rdg_branches_begin(t);
    rdg_invariants_begin(t);
    *stop = observer_stops ? RDG_STOP_OBSERVER : RDG_STOP_NONE;
    return RDG_OK;
}
