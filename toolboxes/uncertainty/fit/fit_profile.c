/* Profile likelihood: one parameter held, the others optimal. The interval ends where the sum of squares has
 * risen by 1. */
#include "least_squares_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Steps outwards, each twice as long, and inwards. */
enum { WIDENINGS = 40, NARROWINGS = 120 };
/* Relative accuracy of the rise of chi^2 at the ends of an interval. */
#define RISE 1e-6
/* A place this close to an end of the bracket, as a share of it, narrows it too little. */
#define MARGIN 1e-3

static void place(fit_search *s, const rdg_fit_result *fit)
{
    for (rdg_index j = 0; j < s->n; j++) {
        s->x[j] = rdg_fit_scaled(&s->problem->parameter[j], fit->parameter[j].value);
        s->held[j] = false;
    }
}

/* The least sum of squares with parameter j at x, from the last optimum. */
static double held_at(fit_search *s, rdg_index j, double x)
{
    s->x[j] = x;
    s->held[j] = true;
    rdg_fit_search(s);
    s->held[j] = false;
    return s->converged ? s->chi2 : NAN;
}

/* A bracket of the end of an interval: places, and how far chi^2 has risen there. */
typedef struct bracket {
    double inside, outside;   /* outside is NAN: not known yet */
    double rise, rise_beyond; /* NAN: the model has no answer there */
} bracket;

/* Where a parabola through both ends has risen by 1; in the middle if there is none, or close to an end, and
 * at each third step: one end may never move where the profile has a non-smooth point. */
static double choose(const bracket *b, int step)
{
    const double from = sqrt(fmax(b->rise, 0.0));
    double share = 0.5;
    if (!isnan(b->rise_beyond) && step % 3 != 2) {
        share = (1.0 - from) / (sqrt(b->rise_beyond) - from);
        share = share > MARGIN && share < 1.0 - MARGIN ? share : 0.5;
    }
    return b->inside + share * (b->outside - b->inside);
}

/* Chi^2 at x, from the best point inside, which it becomes if it is inside, too. */
static void narrow(fit_search *s, rdg_index j, double least, double x, bracket *b)
{
    double best[RDG_FIT_MOST];
    memcpy(best, s->x, sizeof best);
    const double rise = held_at(s, j, x) - least;
    if (isnan(rise) || rise >= 1.0) {
        b->outside = x;
        b->rise_beyond = rise;
        memcpy(s->x, best, sizeof best);
    } else {
        b->inside = x;
        b->rise = rise;
    }
}

/* The end of the interval towards `bound`; whether chi^2 does not rise by 1 up to there. */
static double find_end(fit_search *s, const rdg_fit_result *fit, rdg_index j, double step, double bound,
                       bool *open)
{
    place(s, fit);
    bracket b = {.inside = s->x[j], .outside = NAN, .rise_beyond = NAN};
    for (int k = 0; k < WIDENINGS && isnan(b.outside) && b.inside != bound; k++, step *= 2.0) {
        const double x = step > 0.0 ? fmin(b.inside + step, bound) : fmax(b.inside + step, bound);
        narrow(s, j, fit->chi2, x, &b);
    }
    *open = isnan(b.outside);
    for (int k = 0; k < NARROWINGS && !*open && 1.0 - b.rise > RISE; k++) {
        if (!isnan(b.rise_beyond) && b.rise_beyond - 1.0 < RISE) {
            return b.outside;
        }
        narrow(s, j, fit->chi2, choose(&b, k), &b);
    }
    return b.inside;
}

void rdg_fit_intervals(fit_search *s, rdg_fit_result *result)
{
    for (rdg_index j = 0; j < s->n; j++) {
        const rdg_fit_parameter *q = &s->problem->parameter[j];
        rdg_fitted *f = &result->parameter[j];
        place(s, result);
        const double slope = rdg_fit_slope(q, s->x[j]);
        const double scale = isfinite(f->error) && f->error > 0.0 ? 0.5 * f->error / slope : 0.01;
        const double low = find_end(s, result, j, -scale, s->low[j], &f->open_low);
        const double high = find_end(s, result, j, scale, s->high[j], &f->open_high);
        f->low = f->open_low ? q->low : rdg_fit_value(q, low);
        f->high = f->open_high ? q->high : rdg_fit_value(q, high);
    }
}

rdg_status rdg_fit_profile(rdg_context *ctx, const rdg_fit_problem *problem, const rdg_fit_result *fit,
                           rdg_index parameter, rdg_index count, const double *value, double *chi2,
                           double *others)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, problem, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, fit, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, value, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, chi2, RDG_ERR_ARGUMENT);
    if (parameter < 0 || parameter >= fit->n || fit->n != problem->n) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "the fit has no parameter of this number");
    }
    RDG_TRY(rdg_require_finite(ctx, __func__, "value", count, value));
    fit_search s;
    const rdg_status status = rdg_fit_begin(&s, ctx, problem);
    if (status == RDG_OK) {
        place(&s, fit);
    }
    for (rdg_index k = 0; status == RDG_OK && k < count; k++) {
        chi2[k] = held_at(&s, parameter, rdg_fit_scaled(&problem->parameter[parameter], value[k]));
        for (rdg_index j = 0; others && j < s.n; j++) {
            others[j + s.n * k] = rdg_fit_value(&problem->parameter[j], s.x[j]);
        }
    }
    rdg_fit_end(&s);
    return status;
}
