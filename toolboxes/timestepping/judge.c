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
