/* Sensors: what is measured over a whole period of the excitation, by sums over its steps; the peak by the
 * parabola between two steps at which the velocity changes sign. */
#include "timestepping_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/sensors.h>

#include <math.h>
#include <string.h>

/* Sums of a sensor since the period began, and where it was in the last step */
enum { SUM, SQUARES, COSINE, SINE, PEAK, LAST_X, LAST_V, VALUE, KEPT };

rdg_index rdg_ts_sensors_size(const rdg_timestepping *ts)
{
    return ts->about->sensors * KEPT + 1;
}

bool rdg_ts_sensors_create(rdg_timestepping *ts)
{
    const double turn = ts->about->omega > 0.0 ? 2.0 * RDG_PI / (ts->about->omega * ts->o.h) : 0.0;
    const double whole = nearbyint(turn);
    ts->period = turn >= 1.5 && turn < 1e9 && fabs(turn - whole) <= 1e-6 ? (rdg_index)whole : 0;
    ts->sums = rdg_context_calloc(ts->ctx, (size_t)rdg_ts_sensors_size(ts), sizeof *ts->sums);
    ts->measured = rdg_context_calloc(ts->ctx, (size_t)ts->about->sensors, sizeof *ts->measured);
    return ts->sums && ts->measured;
}

double rdg_ts_sensor_place(const rdg_timestepping *ts, rdg_index sensor, bool rate)
{
    const rdg_mechanism_sensor *s = &ts->about->sensor[sensor];
    const double *x = rate ? ts->now.v : ts->now.q;
    double sum = 0.0;
    for (rdg_index k = 0; k < s->n; k++) {
        sum += s->weight[k] * x[s->dof[k]];
    }
    return sum;
}

static void clear(rdg_timestepping *ts)
{
    for (rdg_index i = 0; i < ts->about->sensors; i++) {
        double *own = ts->sums + i * KEPT;
        memset(own, 0, LAST_X * sizeof *own);
    }
    ts->sums[ts->about->sensors * KEPT] = 0.0;
}

void rdg_ts_sensors_begin(rdg_timestepping *ts)
{
    clear(ts);
    for (rdg_index i = 0; i < ts->about->sensors; i++) {
        double *own = ts->sums + i * KEPT;
        own[LAST_X] = rdg_ts_sensor_place(ts, i, false);
        own[LAST_V] = rdg_ts_sensor_place(ts, i, true);
        own[VALUE] = (double)NAN;
    }
    rdg_ts_sensors_tell(ts);
}

static double answer(const rdg_mechanism_sensor *s, const double *own, double n)
{
    const double mean = own[SUM] / n, square = own[SQUARES] / n;
    switch ((rdg_sensor_kind)s->kind) {
    case RDG_SENSOR_HARMONIC:
        return 2.0 / n * hypot(own[COSINE], own[SINE]);
    case RDG_SENSOR_RMS:
        return sqrt(square);
    case RDG_SENSOR_MEAN:
        return mean;
    case RDG_SENSOR_PEAK:
        return own[PEAK];
    case RDG_SENSOR_DYNAMIC:
    default:
        return sqrt(rdg_larger(0.0, square - mean * mean));
    }
}

static void add(rdg_timestepping *ts, const rdg_mechanism_sensor *s, double *own, double x, double v)
{
    const double angle = s->harmonic * ts->about->omega * rdg_ts_time(ts, 0.0);
    own[SUM] += x;
    own[SQUARES] += x * x;
    if (s->harmonic > 0) {
        own[COSINE] += x * cos(angle);
        own[SINE] += x * sin(angle);
    }
    own[PEAK] = rdg_larger(own[PEAK], fabs(x));
    if ((v > 0.0) != (own[LAST_V] > 0.0) && v != own[LAST_V]) {
        const double share = own[LAST_V] / (own[LAST_V] - v);
        own[PEAK] = rdg_larger(own[PEAK], fabs(own[LAST_X] + 0.5 * ts->o.h * share * own[LAST_V]));
    }
    own[LAST_X] = x;
    own[LAST_V] = v;
}

void rdg_ts_sensors_step(rdg_timestepping *ts)
{
    const rdg_index count = ts->about->sensors;
    double *steps = ts->sums + count * KEPT;
    if (ts->period == 0 || count == 0) {
        return;
    }
    for (rdg_index i = 0; i < count; i++) {
        add(ts, &ts->about->sensor[i], ts->sums + i * KEPT, rdg_ts_sensor_place(ts, i, false),
            rdg_ts_sensor_place(ts, i, true));
    }
    *steps += 1.0;
    if (*steps >= (double)ts->period) {
        for (rdg_index i = 0; i < count; i++) {
            double *own = ts->sums + i * KEPT;
            own[VALUE] = answer(&ts->about->sensor[i], own, *steps);
        }
        clear(ts);
        rdg_ts_sensors_tell(ts);
    }
}

void rdg_ts_sensors_tell(rdg_timestepping *ts)
{
    for (rdg_index i = 0; i < ts->about->sensors; i++) {
        ts->measured[i] = ts->sums[i * KEPT + VALUE];
    }
}
