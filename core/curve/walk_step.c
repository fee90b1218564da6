/* One step of a curve: predicted, corrected, judged, and searched for events; shortened until all of it
 * succeeds.
 *
 * From the current chart (u0, t) the predictor is u0 + h t, or by a polynomial through the last
 * charts (predictor.c), and the closing condition keeps the corrected point in the plane t . W (u - u0) = h,
 * W being the metric of the typical sizes at u0. */
#include "event_impl.h"
#include "guided_step_impl.h"
#include "predictor_impl.h"
#include "slow_impl.h"
#include "step_check_impl.h"
#include "step_parts_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

#include <math.h>
#include <string.h>

/* A step is halved so many times at most to report two events of one kind apart. */
enum { MAX_HALVINGS = 8 };

/* A non-smooth point is searched for at the third try that fails or turns sharply: smooth curves need no
 * more, as a rule.
 */
enum { TRIES_BEFORE_KINK = 3 };

/* So many times where its curve does not follow its cubic: it may have non-smooth points. */
enum { MAX_STRAYS = 3 };

/* Steps so short, in units of the typical sizes, follow what angles between tangents show. */
static const double short_step = 0.04;

/* Steps that are not so many times longer than the smallest are a sign of a singular point nearby. */
static const double shortest_predicted = 100.0;

/* To stay on its branch where another one passes by closely, a step may be so many times shorter than h_min.
 */
static const double below_h_min = 1e-3;

/* So many of the shortest steps before a singular point that the curve ends in it is left alone. */
static const double cusp_reach = 20.0;

/* The tangent does not report where the curve goes if it lies so far off, of the step. */
static const double astray = 0.5;

/* Where the curve in between is as near to its cubic, against what its chord is uncertain of, it is smooth.
 */
static const double of_doubt = 0.2;

/* A corrected step: accepted, to be repeated shorter, or the end of the run. */
typedef enum step_result { STEP_ACCEPTED, STEP_TOO_LONG, STEP_ABORTED } step_result;

/* The step's predictor into u; answers by how many charts. One that is tried again goes along the tangent,
 * one that is short, as next to singular points, and so do branches that go on by other means: they turn
 * sharply and often. */
static int predict(const rdg_tracer *t, const rdg_step *step, bool last_try, double *u)
{
    const bool goes_on_otherwise = t->setup->is_monotone || t->p->way_on;
    const bool is_short = last_try || step->h < shortest_predicted * t->setup->h_min;
    const int charts =
        goes_on_otherwise || is_short || !step->is_first_try ? 1 : rdg_predictor_choose(t, step->h);
    if (charts == 1) {
        rdg_step_predict(t, step->h, u);
    }
    return charts == 1 ? 1 : rdg_predict(t, charts, step->h, u);
}

/* May a non-smooth point be in the way? The step has failed, or turns more than any may. */
static bool is_sharp(const rdg_step *step)
{
    const double sharp = 1.0; /* rad */
    return step->angle == 0.0 || step->angle > sharp;
}

/* step->h is tried; step->angle on entry is that of the last try, 0 if there was none or no tangent. */
static step_result take_step(rdg_tracer *t, rdg_step *step, bool last_try)
{
    const double h = step->h;
    rdg_newton_report report;
    step->angle_before = step->angle;
    step->rest = 0.0;
    rdg_step_parts_forget(&t->parts);
    double *u = t->next.chart.u;
    rdg_step_measure_along(t, t->current.chart.tangent);
    const int charts = predict(t, step, last_try, u);
    memcpy(t->ahead, u, (size_t)t->s->n * sizeof *u);
    const rdg_closing plane = rdg_closing_plane(t->row, t->current.chart.u, h);
    rdg_outcome outcome = rdg_step_correct(t, &plane, u,
                                           last_try     ? RDG_GUESS_LAST
                                           : charts > 1 ? RDG_GUESS_BY_CHARTS
                                                        : RDG_GUESS_OF_STEP,
                                           &report);
    t->summary.corrections++;
    t->summary.iterations += report.iterations;
    if (rdg_correction_suffers(outcome, &report) || rdg_step_drift(t, h) > astray * h) {
        rdg_watch_derivatives(t, t->current.chart.u, u);
    }
    step->angle = 0.0;
    step->iterations = report.iterations;
    step->predicted_residual = report.first_residual;
    step->surprise = charts > 1 ? rdg_system_distance(t->s, t->ahead, u) : HUGE_VAL;
    if (outcome == RDG_CONVERGED) {
        outcome = rdg_node_take_tangent(t, &t->next, t->along, &report);
    }
    if (outcome == RDG_CONVERGED) { /* a step that is too long costs no monitors */
        t->next.chart.step = h;
        step->angle = rdg_step_angle(t);
        step->drift = rdg_step_drift(t, h);
        rdg_predictor_see_from_tangent(t, &report, step);
        if (rdg_step_rule_of(t->setup)->rejects(t, step) || rdg_step_exceeds_window(t, h)) {
            return STEP_TOO_LONG;
        }
        outcome = rdg_node_complete(t, &t->next, t->along, &report);
    }
    if (outcome == RDG_CONVERGED) {
        t->next.solves = report.is_there;
        outcome = rdg_gate_solves(t, &t->next);
    }
    if (outcome != RDG_CONVERGED) {
        step->angle = 0.0;
        return outcome == RDG_ABORTED ? STEP_ABORTED : STEP_TOO_LONG;
    }
    rdg_step_doubt(t, step);
    return STEP_ACCEPTED;
}

/* Has the determinant changed sign without a branch point? The step has jumped to another branch, or passed a
 * non-smooth point. */
static bool may_have_jumped(const rdg_tracer *t)
{
    return t->missed.event && t->missed.event->kind == RDG_EVENT_BRANCH;
}

/* Are the events of an accepted step distinguished and located, and do they explain all that changed? A step
 * across a saddle leads to another branch for certain: it is not taken, however short. */
static rdg_status show_events(rdg_tracer *t, rdg_step *step, bool last_try, double shortest, bool *clear)
{
    t->missed = (rdg_miss){.event = NULL};
    const double whole = step->h;
    const bool crosses = t->current.determinant.sign * t->next.determinant.sign < 0.0;
    const bool is_short = whole <= (crosses ? 0.25 : 1.0) * short_step;
    rdg_step_outcome found;
    RDG_TRY(rdg_locate_events(t, last_try || is_short, &step->h, &found));
    step->rest = step->h < whole ? found.rest : step->rest;
    *clear = may_have_jumped(t) ? !t->missed.is_saddle && !t->missed.is_cusp && whole <= t->setup->h_min
                                : last_try || !t->missed.event || !rdg_event_must_be_met(t->missed.event);
    *clear = *clear && (!found.is_too_long || step->leap.is_there || last_try) &&
             !(rdg_invariants_are_unexplained(t) && whole > shortest);
    return RDG_OK;
}

/* A branch with a monotone parameter goes one way only. Does the first active parameter turn back on the
 * step, or behind it, without any event that ends the branch? Or does the shortest step lead over a jump? */
static bool loses_its_way(rdg_tracer *t, const rdg_step *step)
{
    const double farthest = 100.0; /* lengths of the step: no non-smooth point is as sharp */
    const rdg_index first = t->setup->first_active;
    if (t->setup->is_monotone && (step->drift > farthest * (step->h + step->rest) || t->missed.event)) {
        return true;
    }
    if (!t->setup->is_monotone || first < 0 ||
        (t->position.direction * (t->next.chart.mu[first] - t->current.chart.mu[first]) >= 0.0 &&
         t->position.direction == rdg_direction_of(t, &t->next.chart))) {
        return false;
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (t->found_at[k] >= 0.0 && t->setup->event[k].ends_branch) {
            return false;
        }
    }
    return true;
}

/* A step fails, or turns more than any step may: is there a sharp non-smooth point on it? Branches with a
 * monotone parameter go on by other means. */
static rdg_status go_to_kink(rdg_tracer *t, rdg_step *step, step_result *result, bool *over)
{
    bool clear = true;
    if (t->setup->is_monotone || t->missed.is_saddle || t->missed.is_cusp ||
        rdg_leads_into_cusp(t, fmax(step->h, cusp_reach * t->setup->h_min))) {
        return RDG_OK;
    }
    const rdg_outcome outcome = rdg_step_to_kink(t, step, over);
    rdg_step_parts_forget(&t->parts);
    *over = *over && outcome == RDG_CONVERGED;
    if (*over) {
        RDG_TRY(show_events(t, step, true, HUGE_VAL, &clear));
        rdg_invariants_accept(t);
        rdg_step_remember_changes(t, step->h);
    } else if (outcome == RDG_CONVERGED) {
        *result = STEP_ACCEPTED;
        step->angle = rdg_step_angle(t);
        step->drift = rdg_step_drift(t, step->h);
        rdg_step_doubt(t, step);
    }
    return outcome == RDG_ABORTED ? rdg_walk_abort(t, t->p->trouble) : RDG_OK;
}

/* A step that does not show what lies on it is halved, but not for ever: functions may jump. Branches with
 * a monotone parameter turn sharply and often, and go on by other means. Where the determinant changes its
 * sign the search for its zero shows whether the step leads over to another branch, or over a gap. */
static step_result look_inside(rdg_tracer *t, rdg_step *step, int *looks)
{
    if (step->h <= t->setup->h_min) {
        return STEP_ACCEPTED;
    }
    const bool turns = step->angle > 2.0 * t->setup->angle; /* as over a non-smooth point: is there one? */
    const bool is_long = *looks < MAX_STRAYS && step->h > short_step;
    const bool crosses = t->current.determinant.sign * t->next.determinant.sign < 0.0; /* a branch point? */
    /* functions that end a branch, and let it go on otherwise, turn it sharply where their determinant jumps
     */
    const bool goes_on_otherwise = t->setup->is_monotone || (crosses && t->p->way_on);
    const bool strict = (is_long || turns) && !goes_on_otherwise;
    step->doubt = t->setup->is_monotone || crosses ? 0.0 : step->doubt;
    rdg_outcome outcome = rdg_step_look_inside(t, step, strict);
    *looks += outcome != RDG_CONVERGED;
    if (outcome == RDG_CONVERGED && !crosses && step->doubt > 0.0 && step->aside > of_doubt * step->doubt) {
        outcome = rdg_step_search_gap(t, step);
        t->before.aside *= outcome == RDG_CONVERGED; /* else it was no non-smooth point that was borne with */
    }
    return outcome == RDG_ABORTED ? STEP_ABORTED : outcome == RDG_FAILED ? STEP_TOO_LONG : STEP_ACCEPTED;
}

/* Newton's method that fails does so at a jump, as a rule: a branch with a monotone parameter goes on behind
 * it by other means, and should come near to it soon. */
static double shortening(const rdg_tracer *t, bool fails)
{
    return t->setup->is_monotone && fails ? 0.25 : 0.5;
}

rdg_status rdg_walk_advance(rdg_tracer *t, rdg_step *step, rdg_stop *stop)
{
    const rdg_outcome guided = rdg_guided_step(t, step, stop);
    if (*stop != RDG_STOP_NONE) {
        return rdg_error_status(t->ctx);
    }
    if (guided != RDG_FAILED) {
        return guided == RDG_ABORTED ? rdg_walk_abort(t, t->p->trouble) : rdg_error_status(t->ctx);
    }
    double shortest = t->setup->h_min;
    int looks = 0, tries = 0;
    bool over = false;
    step_result result = STEP_TOO_LONG;
    if (step->h < shortest) { /* the last step ended before a non-smooth point */
        RDG_TRY(go_to_kink(t, step, &result, &over));
    }
    for (int halvings = 0; !over;) {
        result = take_step(t, step, step->h <= fmax(shortest, t->setup->h_min));
        if (result == STEP_TOO_LONG && step->h > shortest && is_sharp(step) && ++tries == TRIES_BEFORE_KINK) {
            RDG_TRY(go_to_kink(t, step, &result, &over));
            if (over) {
                break;
            }
        }
        if (rdg_leads_into_cusp(t, fmax(step->h, cusp_reach * t->setup->h_min))) {
            result = result == STEP_ACCEPTED ? STEP_TOO_LONG : result;
            shortest = fmax(shortest, cusp_reach * t->setup->h_min);
        }
        const bool is_corrected = result == STEP_ACCEPTED;
        if (is_corrected) {
            result = look_inside(t, step, &looks);
        }
        if (result == STEP_TOO_LONG && is_corrected && rdg_event_nears_singular_end(t, step->h)) {
            result = STEP_ACCEPTED; /* its determinant, and functions of events beyond it, report nothing */
        }
        if (result == STEP_ACCEPTED) {
            bool clear = true;
            const bool last_try = halvings >= MAX_HALVINGS || step->h <= t->setup->h_min;
            RDG_TRY(show_events(t, step, last_try, shortest, &clear));
            if (clear && !loses_its_way(t, step)) {
                const long told = rdg_warnings(t->ctx);
                rdg_invariants_accept(t);
                rdg_step_remember_changes(t, step->h);
                step->leap.is_there =
                    step->leap.is_there && rdg_warnings(t->ctx) == told && step->leap.at <= step->h;
                return RDG_OK;
            }
            halvings += !clear;
            if (t->missed.is_saddle) {
                shortest = below_h_min * t->setup->h_min;
                rdg_problem_complain(t->p, RDG_ERR_SINGULAR,
                                     "every step leads to another branch that passes by closely");
            }
        }
        if (result == STEP_ABORTED) {
            return rdg_walk_abort(t, t->p->trouble);
        }
        t->summary.rejected++;
        if (step->h <= shortest) {
            RDG_TRY(go_to_kink(t, step, &result, &over));
            if (!over) {
                if (!(t->setup->is_monotone &&
                      t->setup->handler)) { /* else the handler states where it goes */
                    rdg_complain_of_cusp(t);
                }
                *stop = RDG_STOP_MIN_STEP;
            }
            return RDG_OK;
        }
        const bool fails = result == STEP_TOO_LONG && step->angle == 0.0;
        step->is_first_try = false;
        step->h = fmax(shortest, shortening(t, fails) * step->h);
    }
    return RDG_OK;
}
