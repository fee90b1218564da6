/* Robust optimum over one design. */
#include "robust.h"

#include "bounds.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/minimum.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/statistics.h>
#include <ridgewalk/timing.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

enum { SCANS_DEFAULT = 9, MESSAGE = 512 };
#define ACCURACY_DEFAULT 1e-3

typedef struct robust_search {
    rdg_context *ctx;
    const rdg_robust_problem *problem;
    rdg_robust_result *result;
    double *upper;         /* [samples or 1] */
    bool open;             /* the bands of the last design have an upper end that was not reached */
    char message[MESSAGE]; /* of the model that failed last */
} robust_search;

/* What is minimised. */
typedef double robust_objective(robust_search *s, double design);

/* A model of its own for each question. */
static rdg_hbm *make(robust_search *s, rdg_context **own, double design, double uncertain)
{
    *own = rdg_context_create();
    if (!*own) {
        return NULL;
    }
    rdg_set_writer(*own, NULL, NULL);
    return s->problem->model(*own, design, uncertain, s->problem->data);
}

static void drop(robust_search *s, rdg_context *own)
{
    const char *message = own ? rdg_error_message(own) : NULL;
    if (message && *message) {
        snprintf(s->message, sizeof s->message, "%s", message);
    }
    rdg_context_free(own);
}

/* The peak with the slider starts of the model; NAN: there is none. */
static double peak_at(robust_search *s, double design)
{
    const rdg_robust_problem *p = s->problem;
    rdg_context *own;
    rdg_hbm *hb = make(s, &own, design, p->samples > 0 ? p->nominal : NAN);
    rdg_peak_response *r =
        hb ? rdg_peak_response_create(hb, p->sensor, p->omega[0], p->omega[1], NULL) : NULL;
    const rdg_peak_set *set = r ? rdg_peak_set_at(r, p->level) : NULL;
    const double peak = set && set->greatest >= 0 ? set->peak[set->greatest]->amplitude : NAN;
    rdg_peak_set_free(set);
    rdg_peak_response_free(r);
    drop(s, own);
    return peak;
}

static double upper_of(robust_search *s, double design, double uncertain)
{
    const rdg_robust_problem *p = s->problem;
    rdg_bounds_result band = {.level = NAN};
    rdg_context *own;
    rdg_hbm *hb = make(s, &own, design, uncertain);
    const bool known =
        hb && rdg_bounds_at(hb, p->sensor, p->level, p->omega[0], p->omega[1], &band) == RDG_OK;
    s->result->bands++;
    s->open = s->open || (known && band.open > 0);
    drop(s, own);
    return known ? band.high.amplitude : NAN;
}

static double upper_at(robust_search *s, double design)
{
    const rdg_robust_problem *p = s->problem;
    s->open = false;
    if (p->samples == 0) {
        return upper_of(s, design, NAN);
    }
    for (rdg_index k = 0; k < p->samples; k++) {
        s->upper[k] = upper_of(s, design, p->sample[k]);
        if (isnan(s->upper[k])) {
            return NAN;
        }
    }
    return rdg_quantile_of(p->samples, s->upper, p->quantile);
}

/* The least value over the range: NAN if there is none; open: its bands are. */
static double minimise(robust_search *s, robust_objective *objective, double *design, bool *open)
{
    const rdg_robust_problem *p = s->problem;
    const rdg_index scans = p->scans > 1 ? p->scans : SCANS_DEFAULT;
    const double width = p->design[1] - p->design[0];
    const double step = width / (double)(scans - 1);
    double least = NAN;
    for (rdg_index k = 0; k < scans; k++) {
        const double x = p->design[0] + step * (double)k;
        const double value = objective(s, x);
        if (!isnan(value) && (isnan(least) || value < least)) {
            least = value;
            *design = x;
            *open = s->open;
        }
    }
    if (isnan(least)) {
        return NAN;
    }
    rdg_minimum minimum =
        rdg_minimum_between(fmax(p->design[0], *design - step), fmin(p->design[1], *design + step),
                            (p->accuracy > 0.0 ? p->accuracy : ACCURACY_DEFAULT) * width);
    double value;
    do {
        value = objective(s, minimum.at);
        if (!isnan(value) && value < least) {
            least = value;
            *design = minimum.at;
            *open = s->open;
        }
    } while (rdg_minimum_next(&minimum, value));
    return least;
}

static rdg_status check(rdg_context *ctx, const rdg_robust_problem *p)
{
    static const char where[] = "rdg_robust_optimum";
    const double number[] = {p->level,     p->omega[0], p->omega[1], p->design[0],
                             p->design[1], p->quantile, p->accuracy};
    if (!p->model || !p->sensor) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "give a model and a sensor");
    }
    RDG_TRY(rdg_require_finite(ctx, where, "forcing amplitude, omega, design, quantile or accuracy",
                               (rdg_index)(sizeof number / sizeof *number), number));
    if (!(p->design[0] < p->design[1])) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the design is to be between %g and %g: give two numbers, the lower one first",
                        p->design[0], p->design[1]);
    }
    if (p->samples < 0 || (p->samples > 0 && !p->sample)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "samples of the uncertain parameter have no values");
    }
    if (p->samples > 0 && !(p->quantile >= 0.0 && p->quantile <= 1.0)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the quantile is %g: give one between 0 and 1",
                        p->quantile);
    }
    return p->samples > 0 ? rdg_require_finite(ctx, where, "sample", p->samples, p->sample) : RDG_OK;
}

static void find_optima(robust_search *s)
{
    rdg_robust_result *r = s->result;
    const rdg_robust_problem *p = s->problem;
    r->nominal.peak = minimise(s, peak_at, &r->nominal.value, &r->nominal.open);
    r->robust.upper = isnan(r->nominal.peak) ? NAN : minimise(s, upper_at, &r->robust.value, &r->robust.open);
    if (isnan(r->robust.upper)) {
        return;
    }
    r->nominal.upper = upper_at(s, r->nominal.value);
    r->nominal.open = s->open;
    r->robust.peak = peak_at(s, r->robust.value);
    if (isless(r->nominal.upper, r->robust.upper)) { /* the search has missed it */
        r->robust = r->nominal;
    }
    const double within =
        (p->accuracy > 0.0 ? p->accuracy : ACCURACY_DEFAULT) * (p->design[1] - p->design[0]);
    r->at_bound = r->robust.value - p->design[0] < within || p->design[1] - r->robust.value < within;
    r->price = r->robust.peak / r->nominal.peak - 1.0;
    r->gain = r->nominal.open || r->robust.open ? NAN : 1.0 - r->robust.upper / r->nominal.upper;
}

rdg_status rdg_robust_optimum(rdg_context *ctx, const rdg_robust_problem *problem, rdg_robust_result *result)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, problem, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, result, RDG_ERR_ARGUMENT);
    robust_search s = {.ctx = ctx, .problem = problem, .result = result};
    const double begin = rdg_seconds();
    *result = (rdg_robust_result){.price = NAN};
    RDG_TRY(check(ctx, problem));
    if (problem->samples > 0) {
        s.upper = rdg_context_calloc(ctx, (size_t)problem->samples, sizeof *s.upper);
        RDG_TRY(rdg_error_status(ctx));
    }
    find_optima(&s);
    rdg_free(s.upper);
    result->seconds = rdg_seconds() - begin;
    return isnan(result->price)
               ? rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, __func__, "no design between %g and %g has a band: %s",
                          problem->design[0], problem->design[1], *s.message ? s.message : "there is no peak")
               : RDG_OK;
}
