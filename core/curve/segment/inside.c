/* Does a step show what lies on it?
 *
 * Between the ends of a step the curve is taken to follow the cubic through both points and tangents, and the
 * functions of events to change as smoothly. The ends alone cannot tell: over whole periods of a wave, or
 * from one branch to another, they may fit by chance. So points in between are looked at: the residual there,
 * with the factors at hand, gives the distance of the curve; and a function that comes near to zero must have
 * about the value that its other values foretell. If not, the step is too long. One look is enough where the
 * curve is as smooth as its steps are meant to be and no function comes near to zero but for variables, whose
 * values in between are those of the cubic then. */
#include "course_impl.h"
#include "inside_impl.h"

#include <math.h>

/* Where the step is looked into, of its length: at no simple fractions. */
static const double place[RDG_LOOKS_INSIDE] = {0.4141, 0.7387, 0.1723};

/* A cubic may lie so far off the curve, of the step's length; of one that turns by the angle a it lies
 * a^3/384 off where the curve bends evenly. */
static double far_aside(const rdg_tracer *t)
{
    const double least = 3e-4;
    return least + t->setup->angle * t->setup->angle * t->setup->angle / 48.0;
}

/* Where it lies as near as this the curve is smooth. */
static const double near_aside = 1e-5;

/* Of the range of a function's values: what another one may differ from what they foretell. */
static const double surprise = 0.2;

/* A function that is farther from zero than so many times its changes does not reach it. */
static const double reach = 4.0;

/* Nor does one that differs from what was foretold by no more than this, of its distance from zero: all of
 * its changes may be rounding. */
static const double trifle = 1e-6;

static bool is_looked_at(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    return event->kind == RDG_EVENT_VALUE && !event->where && !event->turns_with_curve &&
           isfinite(t->current.test[k]) && isfinite(t->next.test[k]);
}

static rdg_course course_of(const rdg_tracer *t, rdg_index k, double h, int looks)
{
    rdg_course c = {.known = 0};
    if (t->before.step > 0.0 && isfinite(t->before.test[k])) {
        rdg_course_add(&c, -t->before.step, t->before.test[k]);
    }
    rdg_course_add(&c, 0.0, t->current.test[k]);
    rdg_course_add(&c, h, t->next.test[k]);
    for (int i = 0; i < looks && i < RDG_LOOKS_INSIDE; i++) {
        rdg_course_add(&c, place[i] * h, t->inside[k * RDG_LOOKS_INSIDE + i]);
    }
    return c;
}

/* Of kinks and jumps slopes and smooth interpolation tell nothing. */
static bool is_rough(const rdg_tracer *t, rdg_index k)
{
    return t->p->parameter[t->setup->event[k].parameter].kind > RDG_REGULAR;
}

/* Of the values on the step itself. */
static double range_of(const rdg_course *c)
{
    return rdg_course_range(c, c->at[0] < 0.0 ? 1 : 0, c->known - 1);
}

/* Is the value at arclength `at`, after so many looks, what the others foretell? */
static bool is_foretold(const rdg_tracer *t, rdg_index k, double h, int looks, double at, double value)
{
    const rdg_course c = course_of(t, k, h, looks);
    const double range =
        fmax(range_of(&c), fmax(fabs(value - t->current.test[k]), fabs(value - t->next.test[k])));
    const double least = fmin(fabs(value), fmin(fabs(t->current.test[k]), fabs(t->next.test[k])));
    return fabs(value - rdg_course_foretold(&c, at)) <= fmax(surprise * range, trifle * least);
}

/* Does event k's function, as far as it has been looked at, vanish more than once on the step? Of one that
 * may jump nobody else will find pairs: it is looked at more closely. */
static rdg_outcome vanishes_twice(rdg_tracer *t, rdg_index k, double h, bool *twice)
{
    enum { SAMPLES = 32, LAST = RDG_LOOKS_INSIDE - 1 };
    rdg_course c = course_of(t, k, h, RDG_LOOKS_INSIDE);
    if (is_rough(t, k)) {
        const rdg_course others = course_of(t, k, h, LAST);
        const double error =
            fabs(t->inside[k * RDG_LOOKS_INSIDE + LAST] - rdg_course_foretold(&others, place[LAST] * h));
        return rdg_step_look_closer(t, k, h, error, &c, twice);
    }
    int changes = 0;
    double last = t->current.test[k];
    for (int i = 1; i <= SAMPLES; i++) {
        const double value = rdg_course_foretold(&c, h * i / SAMPLES);
        changes += last * value < 0.0;
        last = value != 0.0 ? value : last;
    }
    *twice = changes > 1;
    return RDG_CONVERGED;
}

/* Is event k's function at t->ahead, look i at arclength `at`, what it was foretold? */
static bool surprises(rdg_tracer *t, rdg_index k, double h, int i, double at)
{
    double *value = &t->inside[k * RDG_LOOKS_INSIDE + i];
    if (rdg_step_event_value(t, k, value) != 0 || !isfinite(*value)) {
        return true;
    }
    return !is_rough(t, k) && !is_foretold(t, k, h, i, at, *value);
}

/* May event k's function vanish on the step, as its values at the ends and its changes before tell? On the
 * first step they tell nothing. */
static bool comes_near(const rdg_tracer *t, rdg_index k, double h)
{
    const double v0 = t->current.test[k];
    const double v1 = t->next.test[k];
    if (!(t->before.step > 0.0) || !isfinite(t->before.test[k])) {
        return true;
    }
    const double change = fmax(fabs(v1 - v0), fabs(v0 - t->before.test[k]));
    return fmin(fabs(v0), fabs(v1)) <= fmax(reach * change, 2.0 * h * t->before.steepest[k]);
}

/* Distance of t->ahead from the straight line through one end, so far ahead of that end. */
static double off_line(const rdg_tracer *t, const rdg_chart *end, double ahead)
{
    double sum = 0.0;
    const double way = ahead / fmax(rdg_step_rate(t, end->tangent), 0.1);
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = t->ahead[j] - end->u[j] - way * end->tangent[j];
        sum += t->s->metric[j] * d * d;
    }
    return sqrt(sum);
}

/* Over a kink the point lies on the line through one of the ends. */
static bool is_kink(const rdg_tracer *t, rdg_step *step, double at, double off)
{
    const double straight = 0.25;
    const bool lies =
        fmin(off_line(t, &t->current.chart, at), off_line(t, &t->next.chart, at - step->h)) < straight * off;
    step->doubt = lies ? fmax(step->doubt, off / step->h) : step->doubt; /* so it does over a gap */
    return lies;
}

/* Is the cubic of half the step as far off, relatively? A kink may be so slight that the curve bends as much,
 * and tangents that differences spoil lead astray as far. That is borne with on the steps that follow, too.
 */
static bool is_borne(rdg_tracer *t, rdg_step *step, double off)
{
    const double most = 0.01;
    const double aside = off / step->h;
    if (aside <= fmin(most, 4.0 * t->before.aside)) {
        return true;
    }
    const bool stays = step->aside_before > 0.0 && aside > 0.5 * step->aside_before && aside < most;
    if (stays) {
        t->before.aside = aside;
        step->doubt = fmax(step->doubt, aside); /* over a gap it does, too */
    }
    return stays;
}

/* A parameter that is a variable has the value of the cubic, where the curve follows that closely. */
static bool is_variable(const rdg_tracer *t, rdg_index k)
{
    return rdg_problem_variable_of(t->p, t->setup->event[k].parameter) >= 0;
}

/* No look at place i, since it would tell nothing new: variables have the values of the cubic there. */
static rdg_outcome take_from_cubic(rdg_tracer *t, const rdg_step *step, int i)
{
    rdg_point_between(t, &t->current, 0.0, &t->next, step->h, place[i] * step->h, t->ahead);
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (is_looked_at(t, k) && comes_near(t, k, step->h) &&
            rdg_step_event_value(t, k, &t->inside[k * RDG_LOOKS_INSIDE + i]) != 0) {
            return RDG_FAILED;
        }
    }
    return RDG_CONVERGED;
}

/* The look at place i of the step; near: functions that come near to zero are looked at, too. */
static rdg_outcome look_at(rdg_tracer *t, rdg_step *step, int i, bool strict, bool near)
{
    const double at = place[i] * step->h;
    double off = 0.0;
    const rdg_outcome outcome = rdg_step_look(t, step->h, at, &off);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    const bool strays = off > far_aside(t) * step->h;
    step->aside = fmax(step->aside, off / step->h);
    step->strays = step->strays || strays;
    if (strict && strays && !is_kink(t, step, at, off) && !is_borne(t, step, off)) {
        return RDG_FAILED;
    }
    for (rdg_index k = 0; near && k < t->setup->n_events; k++) {
        if (is_looked_at(t, k) && comes_near(t, k, step->h) && surprises(t, k, step->h, i, at) &&
            (i == RDG_LOOKS_INSIDE - 1 || !step->is_taken)) {
            step->divides = true; /* where that does not end the search for its events goes on */
            return RDG_FAILED;
        }
    }
    return RDG_CONVERGED;
}

/* The step's end lies so near to where it was foretold that in between the curve is smooth: the cubic through
 * both ends is nearer by what its error, of one shape, is less there. Every other such step is looked into
 * all the same. */
static bool is_shown(const rdg_tracer *t, const rdg_step *step)
{
    const double x = place[0];
    const double part = step->h * x * (1.0 - x) / (step->h + t->before.step);
    return step->is_foretold && t->before.is_looked_into &&
           step->share * step->drift * part * part <= near_aside * step->h;
}

rdg_outcome rdg_step_look_inside(rdg_tracer *t, rdg_step *step, bool strict)
{
    bool near = false;  /* does a function come near to zero? */
    bool other = false; /* one that is no variable? */
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const bool is_near = is_looked_at(t, k) && comes_near(t, k, step->h);
        near = near || is_near;
        other = other || (is_near && !is_variable(t, k));
    }
    step->aside_before = step->aside;
    step->aside = 0.0;
    step->strays = false;
    step->unclear = NULL;
    step->divides = false;
    const bool looks_first = (strict && !is_shown(t, step)) || step->doubt > 0.0;
    t->before.is_looked_into_next = looks_first || near;
    for (int i = 0; i < RDG_LOOKS_INSIDE && ((i == 0 && looks_first) || near || step->aside > near_aside);
         i++) {
        const bool looks = i == 0 || other || step->aside > near_aside;
        const rdg_outcome outcome = looks ? look_at(t, step, i, strict, near) : take_from_cubic(t, step, i);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
    }
    rdg_outcome outcome = RDG_CONVERGED;
    for (rdg_index k = 0; near && k < t->setup->n_events && outcome == RDG_CONVERGED; k++) {
        bool twice = false;
        if (is_looked_at(t, k) && comes_near(t, k, step->h)) {
            outcome = vanishes_twice(t, k, step->h, &twice);
            step->unclear =
                twice && is_rough(t, k) ? &t->setup->event[k] : NULL; /* others will be isolated */
            step->divides = twice;
            outcome = twice ? RDG_FAILED : outcome;
        }
    }
    return outcome;
}

void rdg_step_remember_changes(rdg_tracer *t, double h)
{
    const double fading = 0.5;
    t->before.aside *= fading;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const double rate = fabs(t->next.test[k] - t->current.test[k]) / h;
        t->before.steepest[k] = fmax(fading * t->before.steepest[k], isfinite(rate) ? rate : 0.0);
    }
}
