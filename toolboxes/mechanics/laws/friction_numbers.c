/* Derivatives of a dry contact by its numbers: the chain rule of friction_numbers.h. */
#include "friction_numbers.h"

#include <math.h>
#include <string.h>

/* Coefficients of a displacement of the unit contact. */
static rdg_index unit_length(const rdg_friction_state *at)
{
    return at->n + !at->has_static;
}

/* Where those of s begin. */
static rdg_index load_at(const rdg_friction_state *at)
{
    return at->tangential * unit_length(at);
}

/* Place of coefficient i of displacement j in the unit contact. */
static rdg_index place(const rdg_friction_state *at, rdg_index j, rdg_index i)
{
    return j * unit_length(at) + !at->has_static + i;
}

static rdg_index displacements(const rdg_friction_state *at)
{
    return at->tangential + at->has_normal;
}

rdg_index rdg_friction_length(const rdg_friction_state *at)
{
    if (!at) {
        return 0;
    }
    return (at->tangential + 1) * unit_length(at);
}

/* Y, and where the assembled structure rests, if its static part does not report. */
static double normal(const rdg_friction_state *at, rdg_index i)
{
    const rdg_index missing = !at->has_static;
    if (!at->has_normal) {
        return 0;
    }
    return i < missing ? at->rest[at->tangential] : at->z[at->tangential * at->n + i - missing];
}

void rdg_friction_load(const rdg_friction_state *at, double *unit)
{
    if (!at || !unit) {
        return;
    }
    const rdg_contact_law *law = at->law;
    const rdg_index m = unit_length(at), missing = !at->has_static;
    for (rdg_index j = 0; j < at->tangential; j++) {
        for (rdg_index i = 0; i < m; i++) {
            unit[j * m + i] = law->kt * (i < missing ? at->rest[j] : at->z[j * at->n + i - missing]);
        }
    }
    for (rdg_index i = 0; i < m; i++) {
        unit[load_at(at) + i] = (i == 0 ? law->preload : 0) + law->kn * normal(at, i);
    }
}

void rdg_friction_spread(const rdg_friction_state *at, const double *lambda, double *unit)
{
    if (!at || !lambda || !unit) {
        return;
    }
    memset(unit, 0, sizeof *unit * (size_t)rdg_friction_length(at));
    for (rdg_index j = 0; j < displacements(at); j++) {
        memcpy(unit + place(at, j, 0), lambda + j * at->n, sizeof *unit * (size_t)at->n);
    }
}

/* ds/dp: of the friction coefficient that of mu s, with what divides it. */
static double along(const rdg_friction_state *at, rdg_friction_parameter which, const double *unit,
                    rdg_index i)
{
    switch (which) {
    case RDG_FRICTION_PRELOAD:
        return i == 0;
    case RDG_FRICTION_KN:
        return normal(at, i);
    case RDG_FRICTION_START:
        return 0;
    default:
        return unit[load_at(at) + i];
    }
}

static double inverse(double x)
{
    return x != 0 ? 1 / x : 0;
}

/* sum_i a_(stride i) ds_i/dp */
static double dot(const rdg_friction_state *at, rdg_friction_parameter which, const double *unit,
                  const double *a, rdg_index stride)
{
    double sum = 0;
    for (rdg_index i = 0; i < unit_length(at); i++) {
        sum += a[stride * i] * along(at, which, unit, i);
    }
    return sum;
}

void rdg_friction_column(const rdg_friction_state *at, rdg_friction_parameter which, const double *unit,
                         const double *force, const double *jacobian, double *column)
{
    if (!at || !unit || !force || !jacobian || !column) {
        return;
    }
    const rdg_index M = rdg_friction_length(at);
    for (rdg_index j = 0; j < displacements(at); j++) {
        for (rdg_index i = 0; i < at->n; i++) {
            const rdg_index row = place(at, j, i);
            const double f = dot(at, which, unit, jacobian + row + M * load_at(at), M);
            const bool tangential = j < at->tangential;
            column[j * at->n + i] = which == RDG_FRICTION_KT   ? tangential * (force[row] - f) / at->law->kt
                                    : which == RDG_FRICTION_MU ? tangential * f * inverse(at->law->mu)
                                                               : f;
        }
    }
}

double rdg_friction_first(const rdg_friction_state *at, rdg_friction_parameter which, const double *unit,
                          int degree, const rdg_friction_function *f)
{
    if (!at || !unit || !f) {
        return NAN;
    }
    const double fs = dot(at, which, unit, f->friction + load_at(at), 1);
    return which == RDG_FRICTION_KT   ? (degree * f->value - fs) / at->law->kt
           : which == RDG_FRICTION_MU ? fs * inverse(at->law->mu)
                                      : fs;
}

/* out = f_us (ds/dp) */
static void curve(const rdg_friction_state *at, rdg_friction_parameter which, const double *unit,
                  const rdg_friction_function *f, double *out)
{
    const rdg_index M = rdg_friction_length(at), load = load_at(at);
    memset(out, 0, sizeof *out * (size_t)M);
    for (rdg_index j = 0; j < unit_length(at); j++) {
        const double ds = along(at, which, unit, j), *column = f->hessian + f->stride * (load + j);
        for (rdg_index i = 0; ds != 0 && i < M; i++) {
            out[i] += column[i] * ds;
        }
    }
}

/* d2f/dz dp from q = f_us (ds/dp) */
static void fill_mixed(const rdg_friction_state *at, rdg_friction_parameter which,
                       const rdg_friction_function *f, const double *q, double *mixed)
{
    const rdg_contact_law *law = at->law;
    for (rdg_index j = 0; j < displacements(at); j++) {
        const bool tangential = j < at->tangential;
        const double scale = tangential ? law->kt : law->kn;
        for (rdg_index i = 0; i < at->n; i++) {
            const rdg_index k = place(at, j, i);
            double *entry = &mixed[j * at->n + i];
            switch (which) {
            case RDG_FRICTION_KT:
                *entry = (tangential ? f->friction[k] : 0) - scale * q[k] / law->kt;
                break;
            case RDG_FRICTION_MU:
                *entry = scale * (q[k] + (tangential ? 0 : f->friction[k])) * inverse(law->mu);
                break;
            case RDG_FRICTION_KN:
                *entry = scale * q[k] + (tangential ? 0 : f->gradient[k]);
                break;
            default:
                *entry = scale * q[k];
            }
        }
    }
}

/* d2f/da db from q of a; the friction coefficient first, if it is one of them, then the stiffness. */
static double pair(const rdg_friction_state *at, rdg_friction_parameter a, rdg_friction_parameter b,
                   const double *unit, const rdg_friction_function *f, const double *q)
{
    const bool load = b == RDG_FRICTION_PRELOAD || b == RDG_FRICTION_KN;
    const double kt = 1 / at->law->kt, mu = inverse(at->law->mu);
    const double factor_b = load ? 1 : b == RDG_FRICTION_MU ? mu : -kt;
    const double curvature = factor_b * dot(at, b, unit, q + load_at(at), 1);
    switch (a) {
    case RDG_FRICTION_KT:
        return -kt * curvature;
    case RDG_FRICTION_MU:
        return mu * (curvature + (load ? dot(at, b, unit, f->friction + load_at(at), 1) : 0));
    default:
        return curvature;
    }
}

void rdg_friction_second(const rdg_friction_state *at, rdg_index n, const int *which, const double *unit,
                         const rdg_friction_function *f, double *work, double *mixed, rdg_index stride,
                         double *second)
{
    for (rdg_index k = 0; at && which && unit && f && work && k < n; k++) {
        const rdg_friction_parameter a = (rdg_friction_parameter)which[k];
        curve(at, a, unit, f, work);
        if (mixed) {
            fill_mixed(at, a, f, work, mixed + stride * k);
        }
        for (rdg_index l = 0; second && l < n; l++) {
            const rdg_friction_parameter b = (rdg_friction_parameter)which[l];
            const bool swapped = b == RDG_FRICTION_MU && a != RDG_FRICTION_MU; /* mu comes first */
            if (!swapped) {
                second[k + n * l] = second[l + n * k] = pair(at, a, b, unit, f, work);
            }
        }
    }
}
