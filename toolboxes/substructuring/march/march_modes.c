/* A mode's own recurrence, and what steps make of eigenvalues. */
#include "sliding_march_impl.h"

#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <float.h>
#include <math.h>

/* The exact one has decay e^-ch and recall 1 - A - B = (1 - e1)(1 - e2) for the two factors e of its motion,
 * which for a frequency nu and q = c/2 is (1 - e^-qh)^2 + 4 e^-qh sin^2(nu h/2): no differences of near
 * numbers. */
rdg_march_mode rdg_march_mode_of(rdg_march_scheme scheme, double w2, double c, double h)
{
    if (scheme == RDG_MARCH_CENTRAL) {
        return (rdg_march_mode){.decay = 1.0 - c * h, .recall = h * h * w2, .give = h * h};
    }
    const double q = 0.5 * c, square = w2 - q * q, decay = exp(-c * h);
    if (w2 == 0.0) {
        return (rdg_march_mode){.decay = decay, .give = c > 0.0 ? -h * expm1(-c * h) / c : h * h};
    }
    double recall = 0.0;
    if (square >= 0.0) {
        const double wave = sin(0.5 * sqrt(square) * h), fade = expm1(-q * h);
        recall = fade * fade + 4.0 * exp(-q * h) * wave * wave;
    } else {
        const double fast = q + sqrt(-square);
        recall = expm1(-fast * h) * expm1(-w2 / fast * h);
    }
    return (rdg_march_mode){.decay = decay, .recall = recall, .give = recall / w2};
}

static double limit_of_side(const rdg_sliding_side *side)
{
    double limit = INFINITY;
    for (rdg_index i = 0; i < side->n; i++) {
        const double c = side->c[i], w2 = side->w2[i];
        if (w2 > 0.0 || c > 0.0) { /* (sqrt(c^2 + 4 w^2) - c)/w^2 */
            limit = fmin(limit, 4.0 / (c + sqrt(c * c + 4.0 * w2)));
        }
    }
    return limit;
}

double rdg_march_limit_of(const rdg_sliding *c, rdg_march_scheme scheme)
{
    return scheme == RDG_MARCH_EXACT ? INFINITY : fmin(limit_of_side(&c->slider), limit_of_side(&c->target));
}

static bool is_scheme(rdg_march_scheme scheme)
{
    return scheme == RDG_MARCH_EXACT || scheme == RDG_MARCH_CENTRAL;
}

double rdg_march_limit(rdg_sliding *c, rdg_march_scheme scheme)
{
    RDG_ENTER(c, c->ctx, NAN);
    if (!is_scheme(scheme)) {
        RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "there is no scheme %d", (int)scheme);
        return NAN;
    }
    return rdg_march_limit_of(c, scheme);
}

/* The step of Newton's method in p: its zero is where sum a_i b_i give_i/(x^2 + (1 - decay + recall) x +
 * recall) vanishes, x = e^ph - 1 */
static double complex newton_step(const rdg_sliding *c, rdg_march_scheme scheme, double h, const double *a,
                                  const double *b, double complex p)
{
    const double complex growth = cexp(p * h), x = growth - 1.0;
    double complex g = 0.0, dg = 0.0;
    for (rdg_index i = 0; i < c->slider.n + c->target.n; i++) {
        const rdg_sliding_side *side = i < c->slider.n ? &c->slider : &c->target;
        const rdg_index k = i < c->slider.n ? i : i - c->slider.n;
        const rdg_march_mode mode = rdg_march_mode_of(scheme, side->w2[k], side->c[k], h);
        const double damping = 1.0 - mode.decay + mode.recall;
        const double complex d = x * (x + damping) + mode.recall;
        const double complex term = a[i] * b[i] * mode.give / d;
        g += term;
        dg -= term * (2.0 * x + damping) / d;
    }
    return g / (dg * h * growth);
}

static rdg_status solve(rdg_sliding *c, const char *where, const rdg_sliding_state *at,
                        rdg_march_scheme scheme, double h, double *work, double complex *p)
{
    enum { STEPS = 30 };
    double *a = work, *b = work + rdg_sliding_modes(c);
    rdg_sliding_rows(c, at, c->mu, a, b);
    for (int step = 0; step < STEPS; step++) {
        const double complex change = newton_step(c, scheme, h, a, b, *p);
        if (!isfinite(creal(change)) || !isfinite(cimag(change))) {
            break;
        }
        *p -= change;
        if (cabs(change) <= 1e4 * DBL_EPSILON * cabs(*p)) {
            return RDG_OK;
        }
    }
    return rdg_fail(c->ctx, RDG_ERR_NO_CONVERGENCE, where,
                    "no eigenvalue of steps of %g s is found from this one", h);
}

rdg_status rdg_march_eigenvalue(rdg_sliding *c, const rdg_sliding_state *at, rdg_march_scheme scheme,
                                double h, double _Complex *p)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, at, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, p, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_sliding_check_state(c, __func__, at));
    if (!is_scheme(scheme) || !(h > 0.0) || !isfinite(h) || !isfinite(creal(*p)) || !isfinite(cimag(*p))) {
        return RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "scheme %d, h = %g s, p = %g %+g i 1/s", (int)scheme, h,
                        creal(*p), cimag(*p));
    }
    double *work = rdg_context_calloc(c->ctx, (size_t)(2 * rdg_sliding_modes(c)), sizeof *work);
    const rdg_status status = work ? solve(c, __func__, at, scheme, h, work, p) : rdg_error_status(c->ctx);
    rdg_free(work);
    return status;
}
