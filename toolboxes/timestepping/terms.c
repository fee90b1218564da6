/* What the mechanism's functions state, and matrices of it. */
#include "timestepping_impl.h"

#include <string.h>

rdg_status rdg_ts_smooth_terms(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    const rdg_index n = ts->n;
    const rdg_index entries = ts->entries;
    double *C = ts->terms.C; /* with K behind it, as h is behind M */
    memset(ts->terms.M, 0, (size_t)(entries + n) * sizeof *ts->terms.M);
    if (!ts->explicit_forces) { /* else they are zero */
        memset(C, 0, (size_t)(2 * entries) * sizeof *C);
    }
    ts->explicit_forces = false;
    ts->motion.evaluations++;
    const int answer = ts->about->terms(t, q, v, &ts->terms, ts->about->data);
    if (answer != 0) {
        return rdg_ts_fail(ts, RDG_ERR_CALLBACK, "the mechanism's terms answer %d", answer);
    }
    /* zero if so is the first and each is as the next */
    ts->explicit_forces = C[0] == 0.0 && memcmp(C, C + 1, (size_t)(2 * entries - 1) * sizeof *C) == 0;
    return rdg_ts_finite(entries + n, ts->terms.M) && (ts->explicit_forces || rdg_ts_finite(2 * entries, C))
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_NOT_FINITE,
                             "the mechanism's terms are not finite at |q| = %.2g, |v| = %.2g",
                             rdg_ts_size(n, q), rdg_ts_size(n, v));
}

rdg_status rdg_ts_terms(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    RDG_TRY(rdg_ts_smooth_terms(ts, t, q, v));
    return ts->about->elements ? rdg_ts_pull(ts, t, q, v, 1.0, q, v) : RDG_OK;
}

rdg_status rdg_ts_geometry(rdg_timestepping *ts, double t, const double *q)
{
    if (ts->rows == 0 || (ts->placed && t == ts->place_t && rdg_ts_same(ts->n, q, ts->place_q))) {
        return RDG_OK;
    }
    const rdg_index all = ts->pushes + ts->rows + ts->about->bilateral + ts->about->contacts;
    ts->placed = false;
    memset(ts->geometry.W, 0, (size_t)all * sizeof *ts->geometry.W); /* with drift and g behind it */
    const int answer = ts->about->geometry(t, q, &ts->geometry, ts->about->data);
    if (answer != 0) {
        return rdg_ts_fail(ts, RDG_ERR_CALLBACK, "the mechanism's geometry answers %d", answer);
    }
    if (!rdg_ts_finite(all, ts->geometry.W)) {
        return rdg_ts_fail(ts, RDG_ERR_NOT_FINITE, "the mechanism's geometry is not finite");
    }
    ts->placed = true;
    ts->place_t = t;
    for (rdg_index k = 0; k < ts->n; k++) {
        ts->place_q[k] = q[k];
    }
    return RDG_OK;
}

rdg_ts_dense *rdg_ts_factor(rdg_timestepping *ts, int slot, double cv, double cq)
{
    rdg_ts_dense *d = &ts->factor[slot];
    const bool same = (cv == 0.0 && cq == 0.0) || d->age == ts->elements.age;
    if (ts->about->constant && same && d->ready && d->cv == cv && d->cq == cq) {
        return d;
    }
    const double *A = ts->explicit_forces ? ts->terms.M : d->A;
    for (rdg_index i = 0; !ts->explicit_forces && i < ts->n * ts->n; i++) {
        d->A[i] = ts->terms.M[i] + cv * ts->terms.C[i] + cq * ts->terms.K[i];
    }
    d->cv = cv;
    d->cq = cq;
    d->age = ts->elements.age;
    if (!rdg_ts_dense_factor(d, A)) {
        rdg_ts_fail(ts, RDG_ERR_SINGULAR,
                    "the masses (with their share of damping and stiffness) are singular");
        return NULL;
    }
    return d;
}
