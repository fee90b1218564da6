/* The conditions of an orbit's events: where slip ends the contact rests, z' = 0; where stick ends the force
 * that holds it has reached its bound, +- mu beta. */
#include "segments_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Does segment j begin where slip has ended? */
static bool behind_slip(const rdg_coulomb_orbit *o, rdg_index j)
{
    return o->now.regime[j > 0 ? j - 1 : o->now.segments - 1] != RDG_COULOMB_STICK;
}

/* Slip begins without velocity, and for mu = 1 behind stick without acceleration, so that z' = 0 has a root,
 * a double one there, at its begin besides the one that is searched for. Where segment j begins behind slip
 * that lasts D z' is divided by D, or by D^2, but for what is no slip any more. by_D: the factor's
 * derivative. */
static double growth(const rdg_coulomb_orbit *o, const double *u, rdg_index j, double *by_D)
{
    const rdg_index slip = (j + o->now.segments - 1) % o->now.segments;
    const double D = rdg_segments_at(o, u, slip).t;
    const double least = 0.5 * rdg_segments_least(o, slip);
    const double power = rdg_segments_gave_way(o, slip) ? 2.0 : 1.0;
    const double factor = pow(fmax(fabs(D), least), -power);
    *by_D = fabs(D) > least ? -power * factor / D : 0.0;
    return factor;
}

int rdg_segments_events(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)n;
    const int answer = rdg_segments_evaluate(o, u);
    if (answer != 0) {
        return answer;
    }
    const double *number = rdg_segments_numbers(u);
    memset(y, 0, (size_t)m * sizeof *y);
    for (rdg_index j = 0; j < o->now.segments; j++) {
        const double *state = o->state + o->n2 * j;
        double by_D = 0.0;
        y[j] = behind_slip(o, j) ? growth(o, u, j, &by_D) * rdg_modal_velocity(o->c, u[j], state)
                                 : rdg_modal_force(o->c, number[0], u[j], state) -
                                       (double)o->now.regime[j] * number[2] * number[1];
    }
    return 0;
}

/* What a variable does to the end of segment j, from the same start. */
static void source(const rdg_coulomb_orbit *o, const double *u, rdg_index variable, rdg_index j,
                   double *change)
{
    const rdg_modal_segment segment = rdg_segments_known(o, u, j);
    const double *start = o->state + o->n2 * j;
    double *rate = o->work + o->n2 * (o->now.segments + 2);
    const bool begins = variable == j;
    const bool ends = variable == (j + 1 < o->now.segments ? j + 1 : 0);
    memset(change, 0, (size_t)o->n2 * sizeof *change);
    if (variable >= RDG_ORBIT_SEGMENTS) {
        if (variable - RDG_ORBIT_SEGMENTS < 2) {
            rdg_modal_segment_slope_by(o->c, &segment,
                                       variable == RDG_ORBIT_SEGMENTS ? RDG_SEGMENT_R1 : RDG_SEGMENT_BETA,
                                       start, change);
        }
        return;
    }
    if (begins) {
        rdg_modal_segment_slope_by(o->c, &segment, RDG_SEGMENT_TAU, start, change);
    }
    if (begins != ends) { /* else the segment moves as a whole */
        rdg_modal_segment_rate(o->c, &segment, segment.tau + segment.t, o->state + o->n2 * (j + 1), rate);
        for (rdg_index i = 0; i < o->n2; i++) {
            change[i] += ends ? rate[i] : -rate[i];
        }
    }
}

/* The changes of all states with a variable: [n2 (segments + 1)], in work. */
static void propagate(rdg_coulomb_orbit *o, const double *u, rdg_index variable)
{
    const rdg_index n2 = o->n2;
    double *change = o->work;
    double *own = o->work + n2 * (o->now.segments + 1);
    double *start = o->work + n2 * (o->now.segments + 3);
    memset(change, 0, (size_t)n2 * sizeof *change);
    for (rdg_index j = 0; j < o->now.segments; j++) {
        const rdg_modal_segment segment = rdg_segments_known(o, u, j);
        double *next = change + n2 * (j + 1);
        rdg_modal_segment_carry(o->c, &segment, change + n2 * j, next);
        source(o, u, variable, j, own);
        for (rdg_index i = 0; i < n2; i++) {
            next[i] += own[i];
        }
    }
    memcpy(start, change + n2 * o->now.segments, (size_t)n2 * sizeof *start);
    rdg_segments_solve(o, start);
    for (rdg_index j = 0; j <= o->now.segments; j++) {
        const double *map = o->map + n2 * n2 * j;
        for (rdg_index k = 0; k < n2; k++) {
            for (rdg_index i = 0; i < n2; i++) {
                change[i + n2 * j] += map[i + n2 * k] * start[k];
            }
        }
    }
}

/* The condition at the begin of segment j: its change with that of the state, and of a variable itself. */
static double slope_of_event(const rdg_coulomb_orbit *o, const double *u, rdg_index variable, rdg_index j)
{
    const rdg_coulomb *c = o->c;
    const double *number = rdg_segments_numbers(u);
    const double *change = o->work + o->n2 * j;
    if (behind_slip(o, j)) {
        const rdg_index slip = (j + o->now.segments - 1) % o->now.segments;
        const double ends = (variable == j ? 1.0 : 0.0) - (variable == slip ? 1.0 : 0.0);
        double by_D = 0.0;
        const double by_velocity = growth(o, u, j, &by_D);
        return by_velocity * (rdg_dot(c->n, c->a, change + c->n) + (variable == j ? c->b * cos(u[j]) : 0.0)) +
               by_D * ends * rdg_modal_velocity(c, u[j], o->state + o->n2 * j);
    }
    double slope = 0.0;
    for (rdg_index k = 0; k < c->n; k++) {
        slope -= c->a[k] * (c->wn[k] * c->wn[k] * change[k] + number[0] * c->d[k] * change[c->n + k]) / c->aa;
    }
    if (variable == j) {
        slope -= (rdg_dot(c->n, c->a, c->p) + c->b * number[0] * number[0]) * sin(u[j]) / c->aa;
    } else if (variable == RDG_ORBIT_SEGMENTS) {
        slope += 2.0 * c->b * number[0] * cos(u[j]) / c->aa;
        for (rdg_index k = 0; k < c->n; k++) {
            slope -= c->a[k] * c->d[k] * o->state[o->n2 * j + c->n + k] / c->aa;
        }
    } else if (variable == RDG_ORBIT_SEGMENTS + 1) {
        slope -= (double)o->now.regime[j] * number[2];
    } else if (variable == RDG_ORBIT_SEGMENTS + 2) {
        slope -= (double)o->now.regime[j] * number[1];
    }
    return slope;
}

int rdg_segments_events_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_coulomb_orbit *o = data;
    const int answer = rdg_segments_evaluate(o, u);
    for (rdg_index variable = 0; answer == 0 && variable < n; variable++) {
        if (variable >= o->now.segments && variable < RDG_ORBIT_SEGMENTS) {
            continue; /* eliminated */
        }
        propagate(o, u, variable);
        for (rdg_index j = 0; j < o->now.segments; j++) {
            values[j + m * variable] = slope_of_event(o, u, variable, j);
        }
    }
    return answer;
}
