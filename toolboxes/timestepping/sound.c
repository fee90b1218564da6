/* Whether a motion can begin: contacts that have a direction and do not penetrate, steps that an explicit
 * scheme can make. */
#include "timestepping_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool is_explicit(const rdg_timestepping *ts)
{
    return ts->o.scheme == RDG_HALF_EXPLICIT || ts->o.scheme == RDG_MOREAU_MIDPOINT;
}

/* y = K x */
static void stiffness_times(const rdg_timestepping *ts, const double *x, double *y)
{
    memset(y, 0, (size_t)ts->n * sizeof *y);
    for (rdg_index j = 0; j < ts->n; j++) {
        for (rdg_index i = 0; i < ts->n; i++) {
            y[i] += ts->terms.K[j * ts->n + i] * x[j];
        }
    }
}

/* The highest frequency of M and K by the power method, from below; 0: there is none */
static double highest_frequency(rdg_timestepping *ts, const rdg_ts_dense *masses)
{
    enum { TURNS = 200 };
    double *x = ts->vector[0], *y = ts->vector[1], square = 0.0;
    for (rdg_index i = 0; i < ts->n; i++) {
        x[i] = rdg_general(i);
    }
    for (int k = 0; k < TURNS; k++) {
        stiffness_times(ts, x, y);
        rdg_ts_dense_solve(masses, 1, y);
        double along = 0.0, length = 0.0;
        for (rdg_index i = 0; i < ts->n; i++) {
            along += x[i] * y[i];
            length += x[i] * x[i];
        }
        square = length > 0.0 ? along / length : 0.0;
        const double size = rdg_ts_size(ts->n, y);
        if (!(size > 0.0)) {
            return 0.0;
        }
        for (rdg_index i = 0; i < ts->n; i++) {
            x[i] = y[i] / size;
        }
    }
    return square > 0.0 ? sqrt(square) : 0.0;
}

/* Of mechanisms whose M and K are always the same the limit is sharp. */
static rdg_status step_is_short(rdg_timestepping *ts)
{
    if (!is_explicit(ts) || !ts->about->constant || ts->explicit_forces) {
        return RDG_OK;
    }
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    const double omega = masses ? highest_frequency(ts, masses) : 0.0;
    return !masses ? ts->failure
           : ts->o.h * omega <= 2.0001
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_ARGUMENT,
                             "the step h = %.4g s is too long for the scheme, which is "
                             "explicit: at most 2 / omega = %.4g s, omega = %.4g rad/s "
                             "being the highest frequency of M and K; a shorter step or "
                             "an implicit scheme is needed",
                             ts->o.h, 2.0 / omega, omega);
}

static double column_size(const rdg_timestepping *ts, rdg_index row)
{
    const rdg_pattern *p = ts->about->pushes;
    const rdg_index first = p ? p->start[row] : row * ts->n, last = p ? p->start[row + 1] : first + ts->n;
    return rdg_ts_size(last - first, ts->geometry.W + first);
}

/* After the examination of the start */
rdg_status rdg_ts_is_sound(rdg_timestepping *ts)
{
    const rdg_mechanism_options *m = ts->about;
    for (rdg_index k = 0; k < m->contacts; k++) {
        for (int j = 0; j <= m->law[k].directions; j++) {
            if (column_size(ts, ts->first[k] + j) == 0.0) {
                return rdg_ts_fail(ts, RDG_ERR_ARGUMENT,
                                   "contact %" PRId64
                                   " has no %s direction: its column of W is zero, so that "
                                   "nothing it does moves the mechanism; `geometry` must write it",
                                   k, j == 0 ? "normal" : "tangential");
            }
        }
        if (ts->now.gap[m->bilateral + k] < -1e4 * rdg_ts_close(ts, k) && !ts->o.project) {
            return rdg_ts_fail(ts, RDG_ERR_ARGUMENT,
                               "contact %" PRId64 " penetrates by %.4g at the start: its gap must be >= 0 "
                               "there, or `project` be set, which puts it back in the first step",
                               k, -ts->now.gap[m->bilateral + k]);
        }
    }
    return step_is_short(ts);
}
