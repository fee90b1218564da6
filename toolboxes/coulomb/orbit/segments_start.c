/* The segments of a motion, and an orbit's start from them. */
#include "limit_impl.h"
#include "march_impl.h"
#include "segments_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How near times of a motion are to those of the period before, for Newton's method to go on from there. */
static const double near_to = 1e-3;

static void note_segment(rdg_modal_segment_list *list, rdg_contact_regime regime, double tau)
{
    if (list->count < 4 * RDG_ORBIT_SEGMENTS) {
        list->regime[list->count] = regime;
        list->tau[list->count] = tau;
    }
    list->count++;
}

static void follow(rdg_bank *bank, double tau, double *state, double time, rdg_modal_segment_list *list)
{
    const double until = tau + time;
    rdg_contact_regime regime = rdg_march_regime(bank, tau, state);
    list->count = 0;
    while (tau < until && list->count < 4 * RDG_ORBIT_SEGMENTS) {
        rdg_bank_begin(bank, regime, tau, state);
        const bool is_over = rdg_march_segment(bank, regime, until);
        if (is_over) {
            regime = rdg_march_next(bank, tau, state);
            note_segment(list, regime, bank->tau);
        } else {
            rdg_bank_state(bank, state);
        }
        tau = bank->tau;
    }
}

rdg_status rdg_segments_record(const rdg_coulomb *c, double r1, double beta, double mu, double tau,
                               double *state, double time, rdg_modal_segment_list *list)
{
    rdg_bank *bank = NULL;
    RDG_TRY(rdg_bank_create(c, r1, beta, mu, &bank));
    follow(bank, tau, state, time, list);
    rdg_bank_free(bank);
    return RDG_OK;
}

/* Do the segments from the first on come again after so many of them, so much later, with this sign? */
static bool comes_again(const rdg_modal_segment_list *list, rdg_index segments, double later, int sign,
                        double tolerance)
{
    if (2 * segments > list->count || segments > RDG_ORBIT_SEGMENTS) {
        return false;
    }
    for (rdg_index j = 0; j < segments; j++) {
        if (list->regime[j + segments] != sign * (int)list->regime[j] ||
            fabs(list->tau[j + segments] - list->tau[j] - later) > tolerance) {
            return false;
        }
    }
    return true;
}

bool rdg_segments_repeats(const rdg_modal_segment_list *list, bool whole_only, double tolerance,
                          rdg_sequence *sequence, double *times)
{
    for (int whole = whole_only; whole < 2; whole++) {
        const double later = whole ? 2.0 * RDG_PI : RDG_PI;
        /* segments may be shorter than the tolerance: any that begins near the end may be the first one again
         */
        for (rdg_index segments = 1; segments < list->count && segments <= RDG_ORBIT_SEGMENTS; segments++) {
            if (fabs(list->tau[segments] - list->tau[0] - later) <= tolerance &&
                comes_again(list, segments, later, whole ? 1 : -1, tolerance)) {
                sequence->segments = segments;
                sequence->whole = whole;
                memcpy(sequence->regime, list->regime, (size_t)segments * sizeof *sequence->regime);
                memcpy(times, list->tau, (size_t)segments * sizeof *times);
                return true;
            }
        }
    }
    return false;
}

void rdg_segments_shift(rdg_sequence *sequence, double *times)
{
    const double turn = (sequence->whole ? 2.0 * RDG_PI : RDG_PI);
    const double turns = floor(times[0] / turn);
    for (rdg_index j = 0; j < sequence->segments; j++) {
        times[j] -= turns * turn;
        if (!sequence->whole && fmod(fabs(turns), 2.0) > 0.5) {
            sequence->regime[j] = (rdg_contact_regime)(-(int)sequence->regime[j]);
        }
    }
}

static rdg_status refuse_stuck(const rdg_coulomb_orbit *o, const double *number)
{
    rdg_jet force;
    rdg_jet Q;
    if (o->c->damped) {
        return rdg_fail(
            o->c->ctx, RDG_ERR_ARGUMENT, "rdg_orbit_problem",
            "\"%s\" at r1 = %g, beta = %g: the motion comes to stick all the time, there are no events",
            o->c->name, number[0], number[1]);
    }
    rdg_limit_stuck(o->c, number[0], &force, &Q);
    return rdg_fail(
        o->c->ctx, RDG_ERR_ARGUMENT, "rdg_orbit_problem",
        "\"%s\" at r1 = %g, beta = %g: the motion comes to stick all the time, there are no events (without "
        "free vibration of what is stuck it does so from beta = %.9g on)",
        o->c->name, number[0], number[1], fabs(force.f / Q.f) / number[2]);
}

/* One step of Newton's method for the times; false: there is none. */
static bool correct(rdg_coulomb_orbit *o, double *u, double *slope, double *largest)
{
    const rdg_index segments = o->now.segments;
    const rdg_index n = RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS;
    double y[RDG_ORBIT_SEGMENTS];
    lapack_int pivot[RDG_ORBIT_SEGMENTS];
    memset(slope, 0, (size_t)(segments * n) * sizeof *slope);
    if (rdg_segments_events(n, u, segments, y, o) != 0 ||
        rdg_segments_events_df(n, u, segments, slope, o) != 0 ||
        RDG_BLAS(LAPACKE_dgesv(LAPACK_COL_MAJOR, (lapack_int)segments, 1, slope, (lapack_int)segments, pivot,
                               y, (lapack_int)segments)) != 0) {
        return false;
    }
    *largest = 0.0;
    for (rdg_index j = 0; j < segments; j++) {
        u[j] -= y[j];
        *largest = fmax(*largest, fabs(y[j]));
    }
    return isfinite(*largest);
}

/* Does the motion come to the orbit that its times are near to? Newton's method reports the times to all
 * digits; it may find an orbit that is none, or that attracts nothing. */
static bool comes_to(rdg_coulomb_orbit *o, double *u, double *slope)
{
    double first = 0.0;
    double last = 0.0;
    if (!correct(o, u, slope, &first) || first > 30.0 * near_to) {
        return false;
    }
    last = first;
    for (int i = 0; i < 4 && last > 1e-14; i++) {
        if (!correct(o, u, slope, &last)) {
            return false;
        }
    }
    return last < 1e-10 && rdg_segments_least_margin(o, u) > 0.0 && rdg_segments_multiplier(o, u) < 1.0;
}

/* An orbit of a whole period whose second half is the first with the other sign: its half reports all of it.
 */
static void take_half(rdg_coulomb_orbit *o, const double *times)
{
    const rdg_sequence *s = &o->now;
    const rdg_index half = s->segments / 2;
    bool is_symmetric = s->whole && 2 * half == s->segments;
    for (rdg_index j = 0; is_symmetric && j < half; j++) {
        is_symmetric = (int)s->regime[j + half] == -(int)s->regime[j] &&
                       fabs(times[j + half] - times[j] - RDG_PI) < 1e-9;
    }
    if (is_symmetric) {
        o->now.whole = false;
        o->now.segments = half;
        o->at[RDG_ORBIT_SEGMENTS] = NAN; /* what is known is of the whole */
    }
}

/* Periods are followed in lots, until the segments of the last ones repeat as they did before. slope: for
 * Newton's method. */
static rdg_status reach_steady(rdg_coulomb_orbit *o, const rdg_coulomb_start *start, double *state,
                               double *slope, double *u)
{
    const double *number = rdg_segments_numbers(u);
    const long most = start->periods > 0 ? start->periods : 20000;
    rdg_modal_segment_list list;
    double tau = start->tau;
    for (long done = 0; done < most; done += 5) {
        RDG_TRY(rdg_segments_record(o->c, number[0], number[1], number[2], tau, state, 10.0 * RDG_PI, &list));
        tau += 10.0 * RDG_PI;
        if (list.count == 0 && done > 20) {
            return refuse_stuck(o, number);
        }
        if (rdg_segments_repeats(&list, start->whole, near_to, &o->now, u)) {
            rdg_segments_shift(&o->now, u);
            if (comes_to(o, u, slope)) {
                if (!start->whole) {
                    take_half(o, u);
                }
                return RDG_OK;
            }
        }
    }
    return rdg_fail(
        o->c->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_orbit_problem",
        "\"%s\" at r1 = %g, beta = %g: after %ld periods the motion does not repeat every period (or has "
        "more than %d events in one); start elsewhere (rdg_coulomb_start.x)",
        o->c->name, number[0], number[1], most, RDG_ORBIT_SEGMENTS);
}

static rdg_status take_segments(rdg_coulomb_orbit *o, const rdg_coulomb_start *start, double *u)
{
    if (start->segments > RDG_ORBIT_SEGMENTS || !start->regimes || !start->times) {
        return rdg_fail(o->c->ctx, RDG_ERR_ARGUMENT, "rdg_orbit_problem",
                        "an orbit has 1 .. %d segments with contact states and times, not %ld%s",
                        RDG_ORBIT_SEGMENTS, (long)start->segments,
                        start->regimes && start->times ? "" : "; they are NULL");
    }
    o->now.segments = start->segments;
    o->now.whole = start->whole;
    for (rdg_index j = 0; j < o->now.segments; j++) {
        const double last = j > 0 ? start->times[j - 1] : start->times[j];
        if (!isfinite(start->times[j]) || start->times[j] < last ||
            start->times[j] > start->times[0] + rdg_segments_lasts(o) || abs((int)start->regimes[j]) > 1) {
            return rdg_fail(
                o->c->ctx, RDG_ERR_ARGUMENT, "rdg_orbit_problem",
                "segment %ld begins at tau = %g in contact state %d: times ascend and stay within %s "
                "period, contact "
                "states are -1, 0, 1",
                (long)j, start->times[j], (int)start->regimes[j], o->now.whole ? "a" : "half a");
        }
        o->now.regime[j] = start->regimes[j];
        u[j] = start->times[j];
    }
    return RDG_OK;
}

rdg_status rdg_segments_find_start(rdg_coulomb_orbit *o, const rdg_coulomb_start *start, double *u)
{
    if (start->segments > 0) {
        return take_segments(o, start, u);
    }
    RDG_TRY(rdg_require_finite(o->c->ctx, "rdg_orbit_problem_at", "tau", 1, &start->tau));
    RDG_TRY(start->x ? rdg_require_finite(o->c->ctx, "rdg_orbit_problem_at", "x", o->n2, start->x) : RDG_OK);
    const rdg_index n = RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS;
    double *state = rdg_context_calloc(o->c->ctx, (size_t)(o->n2 + RDG_ORBIT_SEGMENTS * n), sizeof *state);
    if (!state) {
        return RDG_ERR_NO_MEMORY;
    }
    if (start->x) {
        rdg_modal_from_x(o->c, start->x, state);
    }
    const rdg_status status = reach_steady(o, start, state, state + o->n2, u);
    rdg_free(state);
    return status;
}
