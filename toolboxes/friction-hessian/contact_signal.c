/* The signals of a contact: kt x, the normal load, and the bounds of the memory. */
#include "contact_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

int rdg_contact_load(rdg_contact_element *e, const double *z)
{
    const size_t bytes = sizeof *z * (size_t)(e->d * e->n);
    if (e->progress != CONTACT_NOTHING && memcmp(e->z, z, bytes) == 0) {
        return 0;
    }
    memcpy(e->z, z, bytes);
    rdg_signal *s = e->signal;
    const rdg_index first = e->series.has_static;
    const double *y = e->d == 2 ? z + e->n : NULL;
    double size = e->mu * fabs(e->preload), ripple = 0;
    e->vibration = 0;
    s[CONTACT_TANGENTIAL].mean = first ? e->kt * z[0] : 0;
    s[CONTACT_NORMAL].mean = e->preload + (first && y ? e->kn * y[0] : 0);
    for (rdg_index i = first; i < e->n; i++) {
        const double p = e->kt * z[i], f = y ? e->kn * y[i] : 0;
        s[CONTACT_TANGENTIAL].coef[i - first] = p;
        s[CONTACT_NORMAL].coef[i - first] = f;
        s[CONTACT_LOWER].coef[i - first] = rdg_contact_lower(e->mu, p, f);
        s[CONTACT_UPPER].coef[i - first] = rdg_contact_upper(e->mu, p, f);
        e->vibration += fabs(p) + e->mu * fabs(f);
        ripple += fabs(f);
    }
    const double p = s[CONTACT_TANGENTIAL].mean, f = s[CONTACT_NORMAL].mean;
    s[CONTACT_LOWER].mean = rdg_contact_lower(e->mu, p, f);
    s[CONTACT_UPPER].mean = rdg_contact_upper(e->mu, p, f);
    size += e->vibration + fabs(s[CONTACT_TANGENTIAL].mean) + fabs(e->mu * s[CONTACT_NORMAL].mean);
    e->steady = ripple == 0;
    e->tolerance = 4 * DBL_EPSILON * size;
    const bool finite = isfinite(size) && isfinite(ripple) && isfinite(s[CONTACT_NORMAL].mean);
    e->progress = finite ? CONTACT_LOADED : CONTACT_NOTHING;
    return finite ? 0 : 1;
}

void rdg_contact_jets(const rdg_contact_element *e, double p[RDG_JET], double y[RDG_JET])
{
    rdg_series_jet(&e->series, &e->signal[CONTACT_TANGENTIAL], p);
    if (!e->steady) {
        rdg_series_jet(&e->series, &e->signal[CONTACT_NORMAL], y);
        return;
    }
    memset(y, 0, RDG_JET * sizeof *y);
    y[0] = e->signal[CONTACT_NORMAL].mean;
}

double rdg_contact_start(const rdg_contact_element *e)
{
    return e->law.start == RDG_SLIDER_AT
               ? e->law.start_force
               : rdg_slider_begins(e->law.start, e->signal[CONTACT_TANGENTIAL].mean, e->kt * e->rest[0]);
}
