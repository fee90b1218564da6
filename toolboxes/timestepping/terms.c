/* What the mechanism's functions say, and matrices of it. */
#include "timestepping_impl.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

static void clear(double *x, rdg_index n)
{
    memset(x, 0, (size_t)n * sizeof *x);
}

rdg_status rdg_ts_terms(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    const rdg_index n = ts->n;
    clear(ts->terms.M, n * n);
    clear(ts->terms.C, n * n);
    clear(ts->terms.K, n * n);
    clear(ts->terms.h, n);
    ts->motion.evaluations++;
    const int answer = ts->about->terms(t, q, v, &ts->terms, ts->about->data);
    if (answer != 0) {
        return rdg_ts_fail(ts, RDG_ERR_CALLBACK, "the mechanism's terms answer %d", answer);
    }
    return isfinite(rdg_ts_size(n, ts->terms.h)) && isfinite(rdg_ts_size(n * n, ts->terms.M))
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_NOT_FINITE,
                             "the mechanism's terms are not finite at |q| = %.2g, |v| = %.2g",
                             rdg_ts_size(n, q), rdg_ts_size(n, v));
}

rdg_status rdg_ts_geometry(rdg_timestepping *ts, double t, const double *q)
{
    if (ts->rows == 0) {
        return RDG_OK;
    }
    const rdg_index many = ts->about->bilateral + ts->about->contacts;
    clear(ts->geometry.g, many);
    clear(ts->geometry.W, ts->n * ts->rows);
    clear(ts->geometry.drift, ts->rows);
    const int answer = ts->about->geometry(t, q, &ts->geometry, ts->about->data);
    if (answer != 0) {
        return rdg_ts_fail(ts, RDG_ERR_CALLBACK, "the mechanism's geometry answers %d", answer);
    }
    return isfinite(rdg_ts_size(many, ts->geometry.g)) &&
                   isfinite(rdg_ts_size(ts->n * ts->rows, ts->geometry.W))
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_NOT_FINITE, "the mechanism's geometry is not finite");
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

/* y -= A x */
static void subtract(rdg_index n, const double *A, const double *x, double *y)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; x[j] != 0.0 && i < n; i++) {
            y[i] -= A[j * n + i] * x[j];
        }
    }
}

void rdg_ts_force(const rdg_timestepping *ts, const double *v, const double *q, double *y)
{
    memcpy(y, ts->terms.h, (size_t)ts->n * sizeof *y);
    subtract(ts->n, ts->terms.C, v, y);
    subtract(ts->n, ts->terms.K, q, y);
}

rdg_ts_dense *rdg_ts_factor(rdg_timestepping *ts, int slot, double cv, double cq)
{
    rdg_ts_dense *d = &ts->factor[slot];
    if (ts->about->constant && d->ready && d->cv == cv && d->cq == cq) {
        return d;
    }
    for (rdg_index i = 0; i < ts->n * ts->n; i++) {
        d->A[i] = ts->terms.M[i] + cv * ts->terms.C[i] + cq * ts->terms.K[i];
    }
    d->cv = cv;
    d->cq = cq;
    if (!rdg_ts_dense_factor(d)) {
        rdg_ts_fail(ts, RDG_ERR_SINGULAR,
                    "the masses (with their share of damping and stiffness) are singular");
        return NULL;
    }
    return d;
}
