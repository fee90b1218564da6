/* The Hopf point at which a family of small orbits ends: Newton's method for the equilibrium, the secant
 * method for the parameter at which the real part of a pair of eigenvalues vanishes. */
#include "hopf_point.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Of the frequency: how far that of the pair may differ from that of the orbit, and how fast the equilibrium
 * may grow at an orbit whose Hopf point is searched for. */
static const double other_frequency = 0.1, most_growth = 1e-2;

/* Growth rate of the equilibrium at the last orbit, of the frequency; greatest relative size of that. */
static const double last_growth = 1e-6, greatest_share = 0.25;

/* First step of the parameters, of their size, which counts as this at least. */
static const double first_step = 1e-6, least_size = 1e-2;

enum { NEWTON_STEPS = 12, SECANT_STEPS = 12 };

typedef struct workspace {
    rdg_index n, nz;
    const rdg_hybrid_function *field;
    const double *size;
    double *z, *J, *A, *y, *re, *im, *scratch;
    lapack_int *pivot;
    double *memory;
} workspace;

static bool begin(rdg_hybrid *h, rdg_index mode, const rdg_hopf_point *point, workspace *w)
{
    const rdg_hybrid_phase *m = rdg_hybrid_phase_at(h, mode);
    *w = (workspace){.memory = NULL};
    if (!m || !point || !point->x || !point->p) {
        return false;
    }
    const rdg_index n = m->n, nz = n + rdg_hybrid_parameters_of(h).n, scratch = 10 * n + nz + 16;
    *w = (workspace){.n = n, .nz = nz, .field = &m->field, .size = point->size};
    w->memory = rdg_context_calloc(rdg_hybrid_context(h), (size_t)(nz + n * nz + n * n + 3 * n + scratch),
                                   sizeof *w->memory);
    w->pivot = rdg_context_calloc(rdg_hybrid_context(h), (size_t)n, sizeof *w->pivot);
    if (!w->memory || !w->pivot) {
        return false;
    }
    w->z = w->memory;
    w->J = w->z + nz;
    w->A = w->J + n * nz;
    w->y = w->A + n * n;
    w->re = w->y + n;
    w->im = w->re + n;
    w->scratch = w->im + n;
    return true;
}

static void release(workspace *w)
{
    rdg_free(w->memory);
    rdg_free(w->pivot);
}

static bool take_jacobian(workspace *w)
{
    const bool is = rdg_hybrid_df(w->field, w->nz, w->z, w->size, w->n, w->J, w->scratch) == 0;
    memcpy(w->A, w->J, (size_t)(w->n * w->n) * sizeof *w->A);
    return is;
}

/* Newton's method until its steps are rounding of the state, or, of a state that is zero, of the first step;
 * z has the state. */
static bool find_equilibrium(workspace *w)
{
    const double rounding = 1e-13;
    const lapack_int n = (lapack_int)w->n;
    double first = 0.0, last = INFINITY;
    for (int k = 0; k < NEWTON_STEPS; k++) {
        memset(w->y, 0, (size_t)n * sizeof *w->y);
        if (w->field->f(w->nz, w->z, w->n, w->y, w->field->data) != 0 || !take_jacobian(w) ||
            RDG_BLAS(LAPACKE_dgesv_work(LAPACK_COL_MAJOR, n, 1, w->A, n, w->pivot, w->y, n)) != 0) {
            return false;
        }
        double step = 0.0, size = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            w->z[i] -= w->y[i];
            step = hypot(step, w->y[i]);
            size = hypot(size, w->z[i]);
        }
        first = k == 0 ? step : first;
        if (!(step > rounding * fmax(size, first)) || (k > 3 && step >= 0.5 * last)) {
            return isfinite(step);
        }
        last = step;
    }
    return false;
}

/* The pair nearest to i omega, of the Jacobian at z. */
static bool take_pair(workspace *w, rdg_hopf_point *point)
{
    const lapack_int n = (lapack_int)w->n;
    if (!take_jacobian(w) || RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, w->A, n, w->re, w->im,
                                                         NULL, 1, NULL, 1, w->scratch, 8 * n + 16)) != 0) {
        return false;
    }
    rdg_index best = -1;
    for (rdg_index i = 0; i < n; i++) {
        const bool is = w->im[i] > 0.0 && fabs(w->im[i] - point->omega) <= other_frequency * point->omega;
        best = is && (best < 0 || fabs(w->re[i]) < fabs(w->re[best])) ? i : best;
    }
    if (best >= 0) {
        point->omega = w->im[best];
        point->growth = w->re[best];
    }
    return best >= 0;
}

static bool pair_at(workspace *w, rdg_hopf_point *point)
{
    memcpy(w->z, point->x, (size_t)w->n * sizeof *w->z);
    memcpy(w->z + w->n, point->p, (size_t)(w->nz - w->n) * sizeof *w->z);
    const bool is = find_equilibrium(w) && take_pair(w, point);
    memcpy(point->x, w->z, (size_t)w->n * sizeof *w->z);
    return is;
}

bool rdg_hopf_pair(rdg_hybrid *h, rdg_index mode, rdg_hopf_point *point)
{
    workspace w;
    const bool is = begin(h, mode, point, &w) && pair_at(&w, point);
    release(&w);
    return is;
}

static double largest_of(const double *direction, const double *p, rdg_index np)
{
    double largest = 0.0;
    for (rdg_index k = 0; k < np; k++) {
        largest = fmax(largest, fabs(direction[k]) / fmax(fabs(p[k]), least_size));
    }
    return largest;
}

/* p += by times the direction. */
static void move(rdg_hopf_point *point, const double *direction, rdg_index np, double by)
{
    for (rdg_index k = 0; k < np; k++) {
        point->p[k] += by * direction[k];
    }
}

/* Secant method; its steps are along the direction, and relative to the size of the parameters with scale. */
static bool locate(workspace *w, const double *direction, rdg_hopf_point *point)
{
    const double rounding = 4e-16;
    const rdg_index np = direction ? w->nz - w->n : 0;
    const double scale = largest_of(direction, point->p, np);
    bool is = pair_at(w, point) && fabs(point->growth) <= most_growth * point->omega;
    double step = scale > 0.0 ? first_step / scale : 0.0;
    for (int k = 0; is && k < SECANT_STEPS && fabs(point->growth) > rounding * point->omega &&
                    fabs(step) * scale > rounding;
         k++) {
        const double before = point->growth;
        move(point, direction, np, step);
        is = pair_at(w, point);
        step *= before != point->growth ? -point->growth / (point->growth - before) : 0.0;
    }
    return is && fabs(point->growth) <= last_growth * point->omega;
}

bool rdg_hopf_locate(rdg_hybrid *h, rdg_index mode, const double *direction, rdg_hopf_point *point)
{
    workspace w;
    const bool is = begin(h, mode, point, &w) && locate(&w, direction, point);
    release(&w);
    return is;
}

double rdg_hopf_last_amplitude(rdg_hybrid *h, rdg_index mode, rdg_hopf_point *point)
{
    const double growth = rdg_hopf_pair(h, mode, point) ? fabs(point->growth) / point->omega : 1.0;
    const double least = last_growth / (greatest_share * greatest_share);
    return sqrt(last_growth / fmax(fmin(growth, 1.0), least));
}
