/* Functions that may jump, looked at more closely.
 *
 * Between two values that the others foretell a function is smooth, and may vanish twice only where the
 * polynomial through them does. What is not foretold is divided, until what is left is taken for a jump. */
#include "inside_impl.h"

#include <math.h>

enum { MOST_LOOKS = 16 };

/* Of the step: what is narrower is a jump. */
static const double narrow = 1.0 / 64.0;

/* Of the step: what is narrower is known. */
static const double resolved = 1e-4;

/* Tips of kinks nearer to an end of such a part, of its width, are that end. */
static const double shortest = 1e-3;

/* Of the range of the values around: what another one may differ from what they foretell. */
static const double surprise = 0.1;

/* Look at a place. *index < 0: there is no value. */
static rdg_outcome look_at(rdg_tracer *t, rdg_index k, double h, double at, rdg_course *c, int *index)
{
    double off = 0.0;
    double value = 0.0;
    rdg_outcome outcome = rdg_step_look(t, h, at, &off);
    *index = -1;
    if (outcome == RDG_CONVERGED && rdg_step_event_value(t, k, &value) != 0) {
        outcome = rdg_failure_of(t->p);
    }
    if (outcome == RDG_CONVERGED && isfinite(value)) {
        *index = rdg_course_add(c, at, value);
    }
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
}

static double slope_between(const rdg_course *c, int i, int j)
{
    return (c->value[j] - c->value[i]) / (c->at[j] - c->at[i]);
}

/* Do the straight lines from both sides into the gap behind value i meet there beyond zero, as at a kink they
 * do in its tip? Of one side alone: does its line reach zero there? */
static bool meets_beyond_zero(const rdg_course *c, int i, double *at)
{
    const double v = c->value[i];
    const double w = c->at[i + 1] - c->at[i];
    const bool left = i > 0, right = i + 2 < c->known;
    if (!(v * c->value[i + 1] > 0.0) || !(left || right)) {
        return false;
    }
    const double before = left ? slope_between(c, i - 1, i) : 0.0;
    const double behind = right ? slope_between(c, i + 1, i + 2) : 0.0;
    if (!left || !right) {
        *at = c->at[i] + 0.5 * w;
        return left ? (v + before * w) * v < 0.0 : (c->value[i + 1] - behind * w) * v < 0.0;
    }
    if (before == behind) {
        return false;
    }
    const double way = (c->value[i + 1] - v - behind * w) / (before - behind);
    *at = c->at[i] + way;
    return way > shortest * w && way < (1.0 - shortest) * w && (v + before * way) * v < 0.0;
}

/* The widest part of the step that is not clear, and where to divide it; false: there is none. */
static bool is_doubtful(const rdg_course *c, double h, double *at)
{
    double width = 0.0;
    for (int i = 0; i + 1 < c->known; i++) {
        const double w = c->at[i + 1] - c->at[i];
        const bool is_wide = !c->is_clear[i] && w > narrow * h;
        double tip = 0.5 * (c->at[i] + c->at[i + 1]);
        if (c->at[i] >= 0.0 && w > fmax(width, resolved * h) && (is_wide || meets_beyond_zero(c, i, &tip))) {
            *at = tip;
            width = w;
        }
    }
    return width > 0.0;
}

/* Is there a clear part of the step in which the polynomial vanishes more often than its ends tell, and
 * where? */
static bool dips(const rdg_course *c, double h, double error, double *where)
{
    for (int i = 0; i + 1 < c->known; i++) {
        if (c->at[i] >= 0.0 && c->is_clear[i] && rdg_course_dips(c, i, error, where) &&
            *where - c->at[i] > resolved * h && c->at[i + 1] - *where > resolved * h) {
            return true;
        }
    }
    return false;
}

rdg_outcome rdg_step_look_closer(rdg_tracer *t, rdg_index k, double h, double error, rdg_course *c,
                                 bool *twice)
{
    rdg_outcome outcome = RDG_CONVERGED;
    for (int i = 0; i < c->known; i++) {
        c->is_clear[i] = error <= surprise * rdg_course_range(c, c->at[0] < 0.0, c->known - 1);
    }
    for (int looks = 0; looks < MOST_LOOKS && outcome == RDG_CONVERGED && rdg_course_changes(c) < 2;
         looks++) {
        double at = 0.0;
        int index = -1;
        const bool is_smooth = dips(c, h, error, &at);
        if (!is_smooth && !is_doubtful(c, h, &at)) {
            break;
        }
        const double foretold = rdg_course_foretold(c, at);
        outcome = look_at(t, k, h, at, c, &index);
        if (index < 0) {
            break;
        }
        error = fabs(c->value[index] - foretold);
        const int first = index > 2 ? index - 2 : 0;
        const int last = index + 2 < c->known ? index + 2 : c->known - 1;
        if (!is_smooth && error <= surprise * rdg_course_range(c, first, last)) {
            c->is_clear[index - 1] = c->is_clear[index] = true;
        }
    }
    *twice = rdg_course_changes(c) > 1;
    return outcome;
}
