/* One segment of a motion to its end. */
#include "march_impl.h"

#include <ridgewalk/rigid_contact.h>
#include <ridgewalk/root.h>

#include <math.h>

/* What must stay positive, from the observed: s z' while slipping, the distance from both bounds while stuck.
 */
struct guard {
    double sign, bound;
};

static rdg_sloped held_against(const struct guard *guard, rdg_sloped o)
{
    return (rdg_sloped){guard->bound + guard->sign * o.value, guard->sign * o.slope};
}

static rdg_sloped look(const rdg_bank *b, const struct guard *guard, double t)
{
    return held_against(guard, rdg_bank_look(b, t));
}

/* The root between a place where the guard is positive and one where it is not. */
static double find_root(const rdg_bank *b, const struct guard *guard, double low, double high)
{
    rdg_root root = rdg_root_between(low, NAN, high, NAN, 1e-16 * (1.0 + fabs(b->tau)));
    rdg_sloped g;
    do {
        g = look(b, guard, root.at);
    } while (rdg_root_next(&root, g.value, g.slope));
    return root.at;
}

/* The guard is zero where a segment begins: a place in the step where it is positive, or -1. */
static double leaves_zero(const rdg_bank *b, const struct guard *guard, double step)
{
    double t = step;
    for (int i = 0; i < 15; i++) {
        if (look(b, guard, t).value > 0.0) {
            return t;
        }
        t *= 0.25;
    }
    return -1.0;
}

/* The first zero of a guard within a step, or -1. */
static double zero_within(const rdg_bank *b, const struct guard *guard, double step, rdg_sloped first,
                          rdg_sloped last, bool begins)
{
    if (!(last.value > 0.0)) {
        const double low = begins ? leaves_zero(b, guard, step) : 0.0;
        return low < 0.0 ? 0.0 : find_root(b, guard, low, step);
    }
    if (!begins && first.slope < 0.0 && last.slope > 0.0) { /* a dip */
        rdg_root least = rdg_root_between(0.0, first.slope, step, last.slope, 1e-15);
        while (rdg_root_next(&least, look(b, guard, least.at).slope, NAN)) {
        }
        return look(b, guard, least.at).value > 0.0 ? -1.0 : find_root(b, guard, 0.0, least.at);
    }
    return -1.0;
}

/* Slip that does not get off zero in a step by more than rounding does: at rest without friction, or at the
 * very end of a motion. */
static bool does_not_move(const rdg_bank *b, rdg_sloped first, rdg_sloped last)
{
    double size = fabs(b->observed_sin);
    for (rdg_index k = 0; k < b->now->count; k++) {
        size += fabs(b->now->row[k]) * (fabs(b->dy[k]) + b->now->W[k] * fabs(b->y[k]));
    }
    return !b->is_stuck && fmax(fabs(first.value), fabs(last.value)) <= 1e-15 * size;
}

bool rdg_march_segment(rdg_bank *b, rdg_contact_regime regime, double until)
{
    const double bound = b->bound;
    const struct guard guards[] = {
        {regime == RDG_COULOMB_STICK ? -1.0 : (double)regime, regime == RDG_COULOMB_STICK ? bound : 0.0},
        {1.0, bound}};
    const int count = regime == RDG_COULOMB_STICK ? 2 : 1;
    bool begins = true;
    rdg_sloped first = rdg_bank_look(b, 0.0);
    /* in what is left behind an event by rounding no slip shows that it has begun */
    const double least_step = 1e-12 * (1.0 + fabs(until));
    while (until - b->tau > least_step) {
        const bool is_whole = b->tau + b->h <= until;
        const double step = is_whole ? b->h : until - b->tau;
        const rdg_sloped last = rdg_bank_look(b, step);
        double end = -1.0;
        for (int i = 0; i < count; i++) {
            const bool from_zero = begins && !(held_against(&guards[i], first).value > 0.0);
            const double t =
                zero_within(b, &guards[i], end < 0.0 ? step : end, held_against(&guards[i], first),
                            end < 0.0 ? held_against(&guards[i], last) : look(b, &guards[i], end),
                            from_zero || (begins && regime != RDG_COULOMB_STICK));
            end = t >= 0.0 ? t : end;
        }
        if (end >= 0.0 && !does_not_move(b, first, last)) {
            rdg_bank_move(b, end);
            return true;
        }
        if (is_whole) {
            rdg_bank_step(b);
        } else {
            rdg_bank_move(b, step);
            b->tau = until;
        }
        first = last;
        begins = false;
    }
    if (until > b->tau) {
        rdg_bank_move(b, until - b->tau);
    }
    b->tau = until;
    return false;
}

/* The contact state at a velocity that is zero up to `none`; force: what would hold the contact, against
 * which it stands */
static rdg_contact_regime regime_at(double velocity, double none, double force, double bound)
{
    return (rdg_contact_regime)rdg_rigid_direction(rdg_rigid_friction_state(velocity, none, -force, bound));
}

rdg_contact_regime rdg_march_regime(const rdg_bank *b, double tau, const double *state)
{
    const rdg_coulomb *c = b->c;
    const double velocity = rdg_modal_velocity(c, tau, state);
    double size = c->b;
    for (rdg_index k = 0; k < c->n; k++) {
        size += fabs(c->a[k]) * (fabs(state[c->n + k]) + c->wn[k] / b->r1 * fabs(state[k]));
    }
    return regime_at(velocity, 1e-13 * size, rdg_modal_force(c, b->r1, tau, state), b->bound);
}

rdg_contact_regime rdg_march_next(const rdg_bank *b, double begun, double *state)
{
    const rdg_coulomb *c = b->c;
    rdg_bank_state(b, state);
    const double force = rdg_modal_force(c, b->r1, b->tau, state);
    if (b->is_stuck) { /* the force has reached its bound */
        return force > 0.0 ? RDG_COULOMB_FORWARD : RDG_COULOMB_BACK;
    }
    const double velocity = rdg_modal_velocity(c, b->tau, state);
    for (rdg_index k = 0; k < c->n; k++) {
        state[c->n + k] -= c->along[k] * velocity;
    }
    /* where the force only just reaches its bound, and falls, slip that has not begun is none */
    return regime_at(0.0, 0.0, force, b->tau > begun ? b->bound : b->bound * (1.0 + 1e-9));
}
