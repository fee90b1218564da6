/* The conditions of an orbit's events: where slip ends the contact rests, z' = 0; where stick ends the force
 * that holds it has reached its bound, +- mu beta. */
#include "segments_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Does leg j begin where slip has ended? */
static bool behind_slip(const rdg_coulomb_orbit *o, rdg_index j)
{
    return o->now.regime[j > 0 ? j - 1 : o->now.legs - 1] != RDG_COULOMB_STICK;
}

/* Slip begins without velocity, and for mu = 1 behind stick without acceleration, so that z' = 0 has a root,
 * a double one there, at its begin besides the one that is looked for. Where leg j begins behind slip that
 * lasts D z' is divided by D, or by D^2, but for what is no slip any more. by_D: the factor's derivative. */
static double growth(const rdg_coulomb_orbit *o, const double *u, rdg_index j, double *by_D)
{
    const rdg_index slip = (j + o->now.legs - 1) % o->now.legs;
    const double D = rdg_legs_leg(o, u, slip).t;
    const double least = 0.5 * rdg_legs_least(o, slip);
    const double power = rdg_legs_gave_way(o, slip) ? 2.0 : 1.0;
    const double factor = pow(fmax(fabs(D), least), -power);
    *by_D = fabs(D) > least ? -power * factor / D : 0.0;
    return factor;
}

int rdg_legs_events(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)n;
    const int answer = rdg_legs_evaluate(o, u);
    if (answer != 0) {
        return answer;
    }
    const double *number = rdg_legs_numbers(u);
    memset(y, 0, (size_t)m * sizeof *y);
    for (rdg_index j = 0; j < o->now.legs; j++) {
        const double *state = o->state + o->n2 * j;
        double by_D = 0.0;
        y[j] = behind_slip(o, j) ? growth(o, u, j, &by_D) * rdg_modal_velocity(o->c, u[j], state)
                                 : rdg_modal_force(o->c, number[0], u[j], state) -
                                       (double)o->now.regime[j] * number[2] * number[1];
    }
    return 0;
}

/* What a variable does to the end of leg j, from the same start. */
static void source(const rdg_coulomb_orbit *o, const double *u, rdg_index variable, rdg_index j,
                   double *change)
{
    const rdg_leg leg = rdg_legs_known_leg(o, u, j);
    const double *start = o->state + o->n2 * j;
    double *rate = o->work + o->n2 * (o->now.legs + 2);
    const bool begins = variable == j;
    const bool ends = variable == (j + 1 < o->now.legs ? j + 1 : 0);
    memset(change, 0, (size_t)o->n2 * sizeof *change);
    if (variable >= RDG_ORBIT_LEGS) {
        if (variable - RDG_ORBIT_LEGS < 2) {
            rdg_leg_slope_by(o->c, &leg, variable == RDG_ORBIT_LEGS ? RDG_LEG_R1 : RDG_LEG_BETA, start,
                             change);
        }
        return;
    }
    if (begins) {
        rdg_leg_slope_by(o->c, &leg, RDG_LEG_TAU, start, change);
    }
    if (begins != ends) { /* else the leg moves as a whole */
        rdg_leg_rate(o->c, &leg, leg.tau + leg.t, o->state + o->n2 * (j + 1), rate);
        for (rdg_index i = 0; i < o->n2; i++) {
            change[i] += ends ? rate[i] : -rate[i];
        }
    }
}

/* The changes of all states with a variable: [n2 (legs + 1)], in work. */
static void propagate(rdg_coulomb_orbit *o, const double *u, rdg_index variable)
{
    const rdg_index n2 = o->n2;
    double *change = o->work;
    double *own = o->work + n2 * (o->now.legs + 1);
    double *start = o->work + n2 * (o->now.legs + 3);
    memset(change, 0, (size_t)n2 * sizeof *change);
    for (rdg_index j = 0; j < o->now.legs; j++) {
        const rdg_leg leg = rdg_legs_known_leg(o, u, j);
        double *next = change + n2 * (j + 1);
        rdg_leg_carry(o->c, &leg, change + n2 * j, next);
        source(o, u, variable, j, own);
        for (rdg_index i = 0; i < n2; i++) {
            next[i] += own[i];
        }
    }
    memcpy(start, change + n2 * o->now.legs, (size_t)n2 * sizeof *start);
    rdg_legs_solve(o, start);
    for (rdg_index j = 0; j <= o->now.legs; j++) {
        const double *map = o->map + n2 * n2 * j;
        for (rdg_index k = 0; k < n2; k++) {
            for (rdg_index i = 0; i < n2; i++) {
                change[i + n2 * j] += map[i + n2 * k] * start[k];
            }
        }
    }
}

/* The condition at the begin of leg j: its change with that of the state, and of a variable itself. */
static double slope_of_event(const rdg_coulomb_orbit *o, const double *u, rdg_index variable, rdg_index j)
{
    const rdg_coulomb *c = o->c;
    const double *number = rdg_legs_numbers(u);
    const double *change = o->work + o->n2 * j;
    if (behind_slip(o, j)) {
        const rdg_index slip = (j + o->now.legs - 1) % o->now.legs;
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
    } else if (variable == RDG_ORBIT_LEGS) {
        slope += 2.0 * c->b * number[0] * cos(u[j]) / c->aa;
        for (rdg_index k = 0; k < c->n; k++) {
            slope -= c->a[k] * c->d[k] * o->state[o->n2 * j + c->n + k] / c->aa;
        }
    } else if (variable == RDG_ORBIT_LEGS + 1) {
        slope -= (double)o->now.regime[j] * number[2];
    } else if (variable == RDG_ORBIT_LEGS + 2) {
        slope -= (double)o->now.regime[j] * number[1];
    }
    return slope;
}

int rdg_legs_events_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_coulomb_orbit *o = data;
    const int answer = rdg_legs_evaluate(o, u);
    for (rdg_index variable = 0; answer == 0 && variable < n; variable++) {
        if (variable >= o->now.legs && variable < RDG_ORBIT_LEGS) {
            continue; /* frozen */
        }
        propagate(o, u, variable);
        for (rdg_index j = 0; j < o->now.legs; j++) {
            values[j + m * variable] = slope_of_event(o, u, variable, j);
        }
    }
    return answer;
}
