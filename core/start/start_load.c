/* Starts that fail. Newton's method finds no first point where the problem is strongly nonlinear and the
 * start values are those of a linear one, state. Then the problem's load (rdg_set_load()) is raised from
 * where solutions are easily found, along the curve and through its folds, by runs of their own without table
 * or folder; the start is made once more from there. What these runs are to be is decided here, run.c makes
 * them. Wrong derivatives appear the same: they are compared then, and also where Newton's method is slow
 * (slow.c). */
#include "problem.h"
#include "run_option.h"
#include "slow_impl.h"
#include "start_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <string.h>

/* Tried in turn. */
static const struct {
    double h0, h_min, h_max;
    rdg_index points;
} pace[] = {{0.01, 1e-6, 0.1, 2000}, {1e-3, 1e-9, 0.02, 5000}};

enum { PACES = sizeof pace / sizeof *pace };

static bool watch(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_raise *r = data;
    memcpy(r->u, chart->u, (size_t)rdg_variable_count(p) * sizeof(double));
    r->last = chart->mu[r->parameter];
    if (!r->begun || fabs(r->last - r->to) < fabs(r->nearest - r->to)) {
        r->nearest = r->last;
    }
    r->begun = true;
    r->points++;
    return false;
}

/* The run holds what this one holds and what it releases of the problem's parameters, but not the load: does
 * this leave a curve? */
static bool leaves_a_curve(const rdg_tracer *t)
{
    rdg_index zero_rows = 0;
    rdg_assembly_rows(t->s->assembly, &zero_rows);
    rdg_index free = t->p->n - zero_rows;
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        const rdg_monitor_kind kind = t->p->parameter[k].kind;
        free -= kind == RDG_INACTIVE && k != t->p->load.parameter;
        if (kind == RDG_INTERNAL) {
            return false;
        }
    }
    return free == 1;
}

rdg_status rdg_raise_list(rdg_raise *r)
{
    const rdg_tracer *t = r->t;
    const rdg_run_setup *setup = t->setup;
    const char *name = t->p->parameter[r->parameter].name;
    const double back = r->from - (r->to - r->from); /* behind a fold it may lead back beyond the start */
    const double low = fmin(back, r->to);
    const double high = fmax(back, r->to);
    const rdg_option option[] = {RDG_RELEASE(name),
                                 RDG_WINDOW(name, low, high),
                                 RDG_DIRECTION(r->to > r->from ? 1 : -1),
                                 RDG_START(r->u0),
                                 RDG_STEP(pace[r->pace].h0, pace[r->pace].h_min, pace[r->pace].h_max),
                                 RDG_MAX_POINTS(pace[r->pace].points),
                                 RDG_TOLERANCE(setup->newton.residual_tol, setup->newton.step_tol),
                                 RDG_LINEAR_SOLVER(setup->solver),
                                 RDG_OBSERVE(watch, r),
                                 RDG_SUMMARY(&r->summary),
                                 RDG_NO_FOLDS,
                                 RDG_NO_BRANCH_POINTS,
                                 RDG_NO_FOLDER,
                                 RDG_NO_TABLE,
                                 RDG_EXPECT_EARLY_END};
    r->summary = (rdg_run_summary){.forwards = RDG_STOP_NONE};
    r->begun = false;
    r->points = 0;
    for (size_t k = 0; k < sizeof option / sizeof *option; k++) {
        RDG_TRY(rdg_option_list_add(&r->list, option[k]));
    }
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        if (k != r->parameter && setup->moved[k] && t->p->parameter[k].kind == RDG_INACTIVE) {
            RDG_TRY(rdg_option_list_add(&r->list, RDG_HOLD_AT(t->p->parameter[k].name, setup->held_at[k])));
        }
    }
    return RDG_OK;
}

rdg_status rdg_raise_judge(rdg_raise *r, rdg_status status)
{
    rdg_tracer *t = r->t;
    rdg_option_list_release(&r->list);
    r->list = (rdg_option_list){.ctx = t->ctx};
    t->summary.iterations += r->summary.iterations;
    t->summary.corrections += r->summary.corrections;
    r->reached = status == RDG_OK && r->begun &&
                 fabs(r->last - r->to) <= 1e-9 * fmax(fabs(r->to), fabs(r->to - r->from));
    if (status == RDG_OK || status == RDG_ERR_CALLBACK || status == RDG_ERR_NO_MEMORY) {
        return status;
    }
    rdg_error_clear(t->ctx);
    return RDG_OK;
}

static void name_level(const rdg_raise *r, double value, char *text, size_t size)
{
    const rdg_parameter *load = &r->t->p->parameter[r->parameter];
    rdg_format(text, size, "%s = %.6g%s%s", load->name, value, *load->unit ? " " : "", load->unit);
}

/* What can be done where the load did not come as far as it was to. */
static void say_how_far(const rdg_raise *r)
{
    rdg_tracer *t = r->t;
    char from[64];
    char far[64];
    const bool turned_back = fabs(r->last - r->nearest) > 1e-2 * fabs(r->to - r->from);
    name_level(r, r->from, from, sizeof from);
    name_level(r, r->nearest, far, sizeof far);
    if (r->begun) {
        rdg_format(
            t->first.remedy, sizeof t->first.remedy,
            "; continued from %s it came as far as %s (%s): start there and let \"%s\" vary, or give start "
            "values near a solution",
            from, far, turned_back ? "then it turned back" : rdg_stop_text(r->summary.forwards),
            t->p->parameter[r->parameter].name);
    } else {
        rdg_format(t->first.remedy, sizeof t->first.remedy,
                   "; there is none at %s either: give start values near a solution, or compare the "
                   "derivatives, rdg_check_derivatives()",
                   from);
    }
}

static bool can_raise(const rdg_tracer *t, const double *guess)
{
    const rdg_load *load = &t->p->load;
    if (!load->declared || t->setup->raises_load || !leaves_a_curve(t)) {
        return false;
    }
    const rdg_index k = load->parameter;
    const double asked = t->setup->moved[k] ? t->setup->held_at[k] : guess[rdg_problem_variable_of(t->p, k)];
    return asked != load->easy || asked != guess[rdg_problem_variable_of(t->p, k)];
}

/* What is requested of a parameter */
static double value_asked(const rdg_raise *r, rdg_index k)
{
    const rdg_run_setup *setup = r->t->setup;
    return setup->moved[k] ? setup->held_at[k] : r->guess[rdg_problem_variable_of(r->t->p, k)];
}

/* From greater values of the second parameter, where every load is as hard as another. */
static bool go_beyond(rdg_raise *r)
{
    enum { FACTORS = 2 };
    static const double factor[FACTORS] = {4, 16};
    const rdg_load *load = &r->t->p->load;
    if (load->far < 0 || r->beyond >= FACTORS) {
        return false;
    }
    r->parameter = load->far;
    r->to = value_asked(r, load->far);
    r->from = factor[r->beyond++] * r->to;
    r->pace = 0;
    memcpy(r->u0, r->guess, (size_t)r->t->p->n * sizeof *r->u0);
    if (load->start) {
        memcpy(r->u0 + load->first, load->start, (size_t)load->n * sizeof *r->u0);
    }
    r->u0[rdg_problem_variable_of(r->t->p, load->parameter)] = value_asked(r, load->parameter);
    r->u0[rdg_problem_variable_of(r->t->p, load->far)] = r->from;
    return r->to > 0;
}

/* From the start's own value of the load, where the run moves it, and from its easy one; from each at both
 * paces, if there is a first point. */
bool rdg_raise_next(rdg_raise *r)
{
    enum { STARTS = 2 };
    const rdg_load *load = &r->t->p->load;
    if (!r->can || r->reached) {
        return false;
    }
    if (r->begun && r->pace + 1 < PACES) {
        r->pace++;
        return true;
    }
    const rdg_index variable = rdg_problem_variable_of(r->t->p, r->parameter);
    const double own = r->guess[variable];
    for (r->start++; r->start < STARTS; r->start++) {
        r->from = r->start == 0 ? own : load->easy;
        if (r->from == r->to || (r->start == 1 && r->from == own)) {
            continue;
        }
        memcpy(r->u0, r->guess, (size_t)r->t->p->n * sizeof *r->u0);
        if (r->start == 1 && load->start) {
            memcpy(r->u0 + load->first, load->start, (size_t)load->n * sizeof *r->u0);
        }
        r->u0[variable] = r->from;
        r->pace = 0;
        return true;
    }
    return go_beyond(r);
}

/* Put the load where it is to be, and state how it came there. */
static void settle(rdg_raise *r)
{
    char asked[64];
    char easy[64];
    name_level(r, r->to, asked, sizeof asked);
    name_level(r, r->from, easy, sizeof easy);
    r->u[rdg_problem_variable_of(r->t->p, r->parameter)] = r->to;
    rdg_write(r->t->ctx, RDG_CHANNEL_NOTE,
              "note: run %s: the first correction failed at %s: continued from %s in %ld points\n",
              r->t->setup->name, asked, easy, r->points);
}

rdg_status rdg_raise_finish(rdg_raise *r)
{
    if (!r->node) {
        return RDG_OK;
    }
    if (!r->can) {
        return rdg_no_first_point(r->t);
    }
    if (r->reached) {
        settle(r);
    } else {
        say_how_far(r);
    }
    memcpy(r->node->chart.u, r->reached ? r->u : r->guess, (size_t)r->t->p->n * sizeof(double));
    return rdg_first_node(r->t, r->node); /* not reached: it fails once more, and states why */
}

void rdg_raise_release(rdg_raise *r)
{
    rdg_option_list_release(&r->list);
    rdg_free(r->guess);
    r->guess = r->u0 = r->u = NULL;
}

/* The start has failed: what can be done? */
static void prepare(rdg_raise *r, rdg_node *node)
{
    rdg_tracer *t = r->t;
    r->node = node;
    rdg_doubt_derivatives_of_start(t, r->guess, node->chart.u, "fails at the start");
    if (!r->can) {
        rdg_format(t->first.remedy, sizeof t->first.remedy,
                   "; give start values nearer to a solution, or name the parameter that loads the problem, "
                   "rdg_set_load()");
        return;
    }
    r->parameter = t->p->load.parameter;
    r->to = value_asked(r, r->parameter);
    r->start = -1;
}

rdg_status rdg_raise_first_node(rdg_raise *r, rdg_node *node)
{
    rdg_tracer *t = r->t;
    const size_t n = (size_t)t->p->n;
    r->guess = rdg_context_calloc(t->ctx, 3 * n, sizeof *r->guess);
    if (!r->guess) {
        return RDG_ERR_NO_MEMORY;
    }
    r->u0 = r->guess + n;
    r->u = r->guess + 2 * n;
    memcpy(r->guess, node->chart.u, n * sizeof *r->guess);
    r->can = can_raise(t, r->guess);
    t->first.may_fail = true;
    t->first.stays = r->can;
    rdg_status status = rdg_first_node(t, node);
    t->first.may_fail = false;
    t->first.stays = false;
    if (t->first.has_failed) {
        prepare(r, node);
        status = RDG_OK;
    } else if (status == RDG_OK && t->first.is_slow) {
        rdg_doubt_derivatives_of_start(t, r->guess, node->chart.u, "converges slowly at the start");
    }
    r->can = r->can && t->first.has_failed;
    return status;
}
