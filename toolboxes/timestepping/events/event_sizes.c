/* Sizes of states and forces of event-driven motion, in mechanisms of any units: each coordinate is weighed
 * by its mass, each reaction by the mass that it moves. */
#include "events_impl.h"

#include <math.h>

/* |M^-1/2 W|^2 of a row, with the masses on the diagonal */
static double find_mobility(const rdg_timestepping *ts, rdg_index row)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < ts->n; i++) {
        const double W = ts->geometry.W[row * ts->n + i];
        sum += W * W / ts->terms.M[i * ts->n + i];
    }
    return sum;
}

double rdg_ts_row_size(const rdg_timestepping *ts, rdg_index row, const double *x)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < ts->n; i++) {
        sum += fabs(ts->geometry.W[row * ts->n + i] * x[i]);
    }
    return sum;
}

double rdg_ts_find_push(const rdg_timestepping *ts, const double *q, const double *v)
{
    const rdg_index n = ts->n;
    double squares = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        double sum = fabs(ts->terms.h[i]);
        for (rdg_index j = 0; !ts->explicit_forces && j < n; j++) {
            sum += fabs(ts->terms.C[j * n + i] * v[j]) + fabs(ts->terms.K[j * n + i] * q[j]);
        }
        squares += sum * sum / ts->terms.M[i * n + i];
    }
    return sqrt(squares);
}

void rdg_ts_measure_states(rdg_index states, const double *from, const double *to, double step, double *size,
                           void *data)
{
    rdg_timestepping *ts = data;
    rdg_ts_events *e = ts->events;
    const rdg_index n = ts->n;
    double squares = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        const double fast = rdg_larger(fabs(from[n + i]), fabs(to[n + i]));
        squares += ts->terms.M[i * n + i] * fast * fast;
    }
    const double most = sqrt(squares) + step * e->push; /* of |M^1/2 v| */
    e->push = 0.0;
    e->length = step;
    for (rdg_index i = 0; i < n; i++) {
        size[n + i] = most / sqrt(ts->terms.M[i * n + i]);
        size[i] = step * size[n + i];
    }
    size[2 * n] = step;
    for (rdg_index row = 0; row < ts->rows; row++) {
        const double mobility = find_mobility(ts, row);
        size[2 * n + 1 + row] = mobility > 0.0 ? most / sqrt(mobility) : 0.0;
    }
    size[states - 2] = size[states - 1] = INFINITY;
}

double rdg_ts_find_reach(const rdg_timestepping *ts, const double *q, const double *v, rdg_index row)
{
    const double h = ts->o.h;
    double squares = 0.0;
    for (rdg_index i = 0; i < ts->n; i++) {
        const double fast = rdg_larger(fabs(ts->now.v[i]), fabs(v[i]));
        squares += ts->terms.M[i * ts->n + i] * fast * fast;
    }
    const double most = sqrt(squares) + h * rdg_ts_find_push(ts, q, v); /* of |M^1/2 v| */
    return h * (most * sqrt(find_mobility(ts, row)) + fabs(ts->geometry.drift[row]));
}

double rdg_ts_acting_force(const rdg_timestepping *ts, const double *q, const double *v, rdg_index row)
{
    const double mobility = find_mobility(ts, row);
    double most = 0.0;
    for (rdg_index other = 0; other < ts->rows; other++) {
        most = rdg_larger(most, fabs(ts->events->force[other]) * sqrt(find_mobility(ts, other)));
    }
    return mobility > 0.0 ? (rdg_ts_find_push(ts, q, v) + most) / sqrt(mobility) : 0.0;
}
