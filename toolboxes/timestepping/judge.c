/* Why a step is not made; sizes of vectors, and whether they are numbers. */
#include "timestepping_impl.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *rdg_scheme_name(rdg_scheme scheme)
{
    static const char *const name[] = {
        "Moreau-Jean", "Moreau midpoint", "half-explicit",   "generalised alpha",
        "Newmark",     "Bathe",           "energy-decaying", "nonsmooth generalised alpha",
        "event-driven"};
    return (unsigned)scheme < sizeof name / sizeof *name ? name[scheme] : "unknown scheme";
}

rdg_status rdg_ts_fail(rdg_timestepping *ts, rdg_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(ts->text, sizeof ts->text, format, arguments);
    va_end(arguments);
    ts->failure = status;
    return status;
}

double rdg_ts_time(const rdg_timestepping *ts, double share)
{
    return ts->t0 + ((double)ts->motion.steps + share) * ts->o.h;
}

/* Sum of sizes: not finite where one is not (adding does not trap, as comparing would). */
static double sizes(rdg_index n, const double *x)
{
    double even = 0.0, odd = 0.0;
    for (rdg_index i = 0; i + 1 < n; i += 2) {
        even += fabs(x[i]);
        odd += fabs(x[i + 1]);
    }
    return even + odd + (n % 2 ? fabs(x[n - 1]) : 0.0);
}

bool rdg_ts_finite(rdg_index n, const double *x)
{
    return isfinite(sizes(n, x));
}

/* Largest size; not a number where one is none */
double rdg_ts_size(rdg_index n, const double *x)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        const double size = fabs(x[i]);
        most = size <= most ? most : size;
        if (isnan(size)) {
            return size;
        }
    }
    return most;
}
