/* Does a step lead from one branch to another where the two cross?
 *
 * The other one lies as near to the predicted point as the branch itself once the way to the crossing is no
 * longer than what the step's prediction is off, divided by the angle between the two. On the branch the
 * determinant passes zero there, on the way over to the other one it does not: what was known of it before
 * the step foretells which. Of many variables it changes by large factors without any of them near zero:
 * the eigenvalues of the matrix along the step tell. */
#include "event_impl.h"
#include "step_matrix_impl.h"
#include "walk_impl.h"

#include <math.h>

/* The determinant at one or two places before the current chart, where it is +1 or -1. */
typedef struct past {
    double at[2], value[2];
    int n;
} past;

/* The latest ones, at distances that tell something. */
static past past_of(const rdg_tracer *t, double h)
{
    const double most = 50.0, apart = 0.05;
    past p = {.n = 0};
    double next = 0.0;
    for (int i = t->soundings.n - 1; i >= 0 && p.n < 2; i--) {
        const rdg_sounding *s = &t->soundings.point[i];
        if (s->at < next - apart * h) {
            p.at[p.n] = s->at;
            p.value[p.n++] = s->sign * exp(fmin(s->log - t->current.log_determinant, most));
            next = s->at;
        }
    }
    return p;
}

/* At the end of the step, in the same unit. */
static double value_ahead(const rdg_tracer *t)
{
    const double log_value = t->next.log_determinant - log(rdg_event_advance(t, t->next.chart.tangent));
    return t->next.determinant.sign * exp(fmin(log_value - t->current.log_determinant, 50.0));
}

/* What the determinant is about to do, in the unit of its value at the current chart. */
typedef struct outlook {
    double foretold, doubt; /* of the end of the step */
    bool nears_zero;        /* by more than half, or passes it */
} outlook;

static outlook outlook_of(const rdg_tracer *t, const past *p, double h)
{
    const double now = t->current.determinant.sign;
    const double slope = (now - p->value[0]) / -p->at[0];
    outlook o = {.foretold = now + slope * h, .doubt = 0.5 * fabs(slope * h)};
    if (p->n == 2) {
        const double before = (p->value[0] - p->value[1]) / (p->at[0] - p->at[1]);
        const double bend = (slope - before) / -p->at[1] * h * (h - p->at[0]);
        o.foretold += bend;
        o.doubt = fabs(bend);
    }
    o.nears_zero = now * o.foretold < 0.5;
    return o;
}

/* Does the chord of a step not belong to the tangents at its ends, and the one before? */
static bool is_askew(const rdg_tracer *t, double h)
{
    const double of_turning = 0.05, least = 1e-4;
    const rdg_chord chord = rdg_step_chord(t, h);
    return chord.tells && chord.off > (of_turning * chord.turned + least) * h;
}

bool rdg_step_hops(rdg_tracer *t, double h)
{
    const double now = t->current.determinant.sign;
    if (t->current.chart.point == 0) { /* nothing is known of it yet */
        return is_askew(t, h) && rdg_step_matrix_nears_real_zero(t, h);
    }
    const past p = now != 0.0 ? past_of(t, h) : (past){.n = 0};
    if (p.n == 0) {
        return false;
    }
    const outlook o = outlook_of(t, &p, h);
    const double ahead = value_ahead(t);
    const bool surprises = now * o.foretold < 0.0 && now * ahead > 0.0 && fabs(ahead - o.foretold) > o.doubt;
    const bool hops = surprises || (o.nears_zero && fabs(ahead) < 0.5 && is_askew(t, h));
    return hops && rdg_step_matrix_nears_real_zero(t, h);
}
