/* Starts that fail. Newton's method finds no first point where the problem is strongly nonlinear and the
 * start values are those of a linear one, say. Then the problem's load (rdg_set_load()) is raised from where
 * solutions are easily found, along the curve and through its folds, by a run of its own without table or
 * folder; the start is made once more from there. Wrong derivatives look the same: they are compared then,
 * and also where Newton's method is slow (slow.c). */
#include "option_list.h"
#include "run.h"
#include "slow_impl.h"
#include "start_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Tried in turn. */
static const struct {
    double h0, h_min, h_max;
    rdg_index points;
} pace[] = {{0.01, 1e-6, 0.1, 2000}, {1e-3, 1e-9, 0.02, 5000}};

enum { PACES = sizeof pace / sizeof *pace };

/* The way of the load. */
typedef struct raise {
    rdg_index parameter;
    double from, to; /* its values */
    double *u;       /* [n] the last chart */
    double last;     /* value there */
    double nearest;  /* to `to`, of those met */
    long points;
    rdg_stop stop;
    bool begun;
} raise;

static bool watch(rdg_problem *p, const rdg_chart *chart, void *data)
{
    raise *r = data;
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
    rdg_index free = t->p->n;
    for (rdg_index k = 0; k < t->p->n_entries; k++) {
        free -= t->p->entry[k].is_monitor ? 0 : t->p->entry[k].function.m;
    }
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        const rdg_monitor_kind kind = t->p->parameter[k].kind;
        free -= kind == RDG_INACTIVE && k != t->p->load.parameter;
        if (kind == RDG_INTERNAL) {
            return false;
        }
    }
    return free == 1;
}

static rdg_status list_options(const rdg_tracer *t, raise *r, int how, const double *start,
                               rdg_run_summary *summary, rdg_option_list *list)
{
    const rdg_run_setup *setup = t->setup;
    const char *name = t->p->parameter[r->parameter].name;
    const double back = r->from - (r->to - r->from); /* behind a fold it may lead back beyond the start */
    const double low = fmin(back, r->to);
    const double high = fmax(back, r->to);
    const rdg_option option[] = {RDG_RELEASE(name),
                                 RDG_WINDOW(name, low, high),
                                 RDG_DIRECTION(r->to > r->from ? 1 : -1),
                                 RDG_START(start),
                                 RDG_STEP(pace[how].h0, pace[how].h_min, pace[how].h_max),
                                 RDG_MAX_POINTS(pace[how].points),
                                 RDG_TOLERANCE(setup->newton.residual_tol, setup->newton.step_tol),
                                 RDG_LINEAR_SOLVER(setup->solver),
                                 RDG_OBSERVE(watch, r),
                                 RDG_SUMMARY(summary),
                                 RDG_NO_FOLDS,
                                 RDG_NO_BRANCH_POINTS,
                                 RDG_NO_FOLDER,
                                 RDG_NO_TABLE,
                                 RDG_EXPECT_EARLY_END};
    for (size_t k = 0; k < sizeof option / sizeof *option; k++) {
        RDG_TRY(rdg_option_list_add(list, option[k]));
    }
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        if (k != r->parameter && setup->moved[k] && t->p->parameter[k].kind == RDG_INACTIVE) {
            RDG_TRY(rdg_option_list_add(list, RDG_HOLD_AT(t->p->parameter[k].name, setup->held_at[k])));
        }
    }
    return RDG_OK;
}

/* Follow the load from `start`. *reached: r->u is a solution where it is to be. A failure is one of the whole
 * start; that no point was found is none. */
static rdg_status follow(rdg_tracer *t, raise *r, int how, const double *start, bool *reached)
{
    rdg_run_summary summary = {.forwards = RDG_STOP_NONE};
    rdg_option_list list = {.ctx = t->ctx};
    rdg_status status = list_options(t, r, how, start, &summary, &list);
    r->begun = false;
    r->points = 0;
    if (status == RDG_OK) {
        rdg_warnings_begin(t->ctx); /* what this run did not do is no shortfall of the program */
        status = rdg_continue_list(t->p, t->setup->name, list.item);
        rdg_warnings_end(t->ctx, t->setup->name);
    }
    rdg_option_list_release(&list);
    r->stop = summary.forwards;
    t->summary.iterations += summary.iterations;
    t->summary.corrections += summary.corrections;
    *reached = status == RDG_OK && r->begun &&
               fabs(r->last - r->to) <= 1e-9 * fmax(fabs(r->to), fabs(r->to - r->from));
    if (status == RDG_OK || status == RDG_ERR_CALLBACK || status == RDG_ERR_NO_MEMORY) {
        return status;
    }
    rdg_error_clear(t->ctx);
    return RDG_OK;
}

static void name_level(const rdg_tracer *t, double value, char *text, size_t size)
{
    const rdg_parameter *load = &t->p->parameter[t->p->load.parameter];
    rdg_format(text, size, "%s = %.6g%s%s", load->name, value, *load->unit ? " " : "", load->unit);
}

/* What can be done where the load did not come as far as it was to. */
static void say_how_far(rdg_tracer *t, const raise *r)
{
    char from[64];
    char far[64];
    const bool turned_back = fabs(r->last - r->nearest) > 1e-2 * fabs(r->to - r->from);
    name_level(t, r->from, from, sizeof from);
    name_level(t, r->nearest, far, sizeof far);
    if (r->begun) {
        rdg_format(
            t->remedy, sizeof t->remedy,
            "; continued from %s it came as far as %s (%s): start there and let \"%s\" vary, or give start "
            "values near a solution",
            from, far, turned_back ? "then it turned back" : rdg_stop_text(r->stop),
            t->p->parameter[r->parameter].name);
    } else {
        rdg_format(t->remedy, sizeof t->remedy,
                   "; there is none at %s either: give start values near a solution, or compare the "
                   "derivatives, rdg_check_derivatives()",
                   from);
    }
}

/* From the start's own value of the load, where the run moves it, and from its easy one. */
static rdg_status raise_load(rdg_tracer *t, const double *guess, double *start, raise *r, bool *reached)
{
    const rdg_load *load = &t->p->load;
    const rdg_index variable = rdg_problem_variable_of(t->p, load->parameter);
    const bool moved = t->setup->moved[load->parameter];
    const size_t bytes = (size_t)t->p->n * sizeof *guess;
    r->parameter = load->parameter;
    r->to = moved ? t->setup->held_at[load->parameter] : guess[variable];
    const double from[2] = {guess[variable], load->easy};
    for (int k = 0; k < 2 && !*reached; k++) {
        r->from = from[k];
        if (r->from == r->to || (k == 1 && r->from == from[0])) {
            continue;
        }
        memcpy(start, guess, bytes);
        if (k == 1 && load->start) {
            memcpy(start + load->first, load->start, (size_t)load->n * sizeof *start);
        }
        start[variable] = r->from;
        for (int how = 0; how < PACES && !*reached && (how == 0 || r->begun); how++) {
            RDG_TRY(follow(t, r, how, start, reached));
        }
    }
    if (!*reached) {
        say_how_far(t, r);
        return RDG_OK;
    }
    char asked[64];
    char easy[64];
    name_level(t, r->to, asked, sizeof asked);
    name_level(t, r->from, easy, sizeof easy);
    r->u[variable] = r->to;
    rdg_write(t->ctx, RDG_CHANNEL_NOTE,
              "note: run %s: the first correction failed at %s: continued from %s in %ld points\n",
              t->setup->name, asked, easy, r->points);
    return RDG_OK;
}

static bool can_raise(const rdg_tracer *t, const double *guess)
{
    const rdg_load *load = &t->p->load;
    if (!load->declared || !leaves_a_curve(t)) {
        return false;
    }
    const rdg_index k = load->parameter;
    const double asked = t->setup->moved[k] ? t->setup->held_at[k] : guess[rdg_problem_variable_of(t->p, k)];
    return asked != load->easy || asked != guess[rdg_problem_variable_of(t->p, k)];
}

static rdg_status help(rdg_tracer *t, rdg_node *node, double *work)
{
    rdg_problem *p = t->p;
    const size_t bytes = (size_t)p->n * sizeof(double);
    double *const guess = work;
    raise r = {.u = work + 2 * p->n};
    bool reached = false;
    rdg_doubt_derivatives(t, guess, node->chart.u, "fails at the start");
    if (can_raise(t, guess)) {
        RDG_TRY(raise_load(t, guess, work + p->n, &r, &reached));
    } else {
        rdg_format(t->remedy, sizeof t->remedy,
                   "; give start values nearer to a solution, or name the parameter that loads the problem, "
                   "rdg_set_load()");
    }
    memcpy(node->chart.u, reached ? r.u : guess, bytes);
    return rdg_first_node(t, node); /* not reached: it fails once more, and says why */
}

rdg_status rdg_first_node_of_run(rdg_tracer *t, rdg_node *node)
{
    const size_t n = (size_t)t->p->n;
    double *work = rdg_context_calloc(t->ctx, 3 * n, sizeof *work);
    if (!work) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(work, node->chart.u, n * sizeof *work);
    t->start_may_fail = true;
    t->start_stays = can_raise(t, work);
    rdg_status status = rdg_first_node(t, node);
    t->start_may_fail = false;
    t->start_stays = false;
    if (t->start_has_failed) {
        status = help(t, node, work);
    } else if (status == RDG_OK && t->start_is_slow) {
        rdg_doubt_derivatives(t, work, node->chart.u, "converges slowly at the start");
    }
    rdg_free(work);
    return status;
}
