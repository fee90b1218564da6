/* A fit: several starts, covariance, what the data do not determine. */
#include "least_squares_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Sums of squares this close are one end; share of a parameter in directions that are not determined. */
#define SAME 1e-6
#define SHARE 1e-3

static rdg_status check(rdg_context *ctx, const rdg_fit_problem *p)
{
    static const char where[] = "rdg_least_squares";
    if (p->n < 1 || p->n > RDG_FIT_MOST || !p->function) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%" PRId64 " parameters: give 1 to %d, and a function",
                        p->n, RDG_FIT_MOST);
    }
    if (p->m < p->n) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " parameters and %" PRId64
                        " measured values: give fewer parameters or more points",
                        p->n, p->m);
    }
    for (rdg_index j = 0; j < p->n; j++) {
        const rdg_fit_parameter *q = &p->parameter[j];
        if (!(isfinite(q->low) && isfinite(q->high) && q->low < q->high)) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                            "the range of \"%s\" is %g to %g: give two numbers, the lower one first",
                            q->name ? q->name : "", q->low, q->high);
        }
    }
    return RDG_OK;
}

/* Start k > 0: points of a lattice (Weyl's series) over the ranges. */
static void spread(fit_search *s, rdg_index k)
{
    for (rdg_index j = 0; k > 0 && j < s->n; j++) {
        const double at = fmod((double)k * sqrt((double)(2 * j + 2) + 0.25), 1.0);
        s->x[j] = s->low[j] + at * (s->high[j] - s->low[j]);
    }
}

static bool is_undetermined(const fit_search *s, rdg_index j, rdg_index rank)
{
    double share = 0.0;
    for (rdg_index k = rank; k < s->n; k++) {
        const double v = s->V[j + RDG_FIT_MOST * k];
        share += v * v;
    }
    return share > SHARE;
}

/* (J^T J)^-1 of the directions that are determined. */
static double covariance(const fit_search *s, rdg_index rank, rdg_index i, rdg_index j)
{
    double sum = 0.0;
    for (rdg_index k = 0; k < rank; k++) {
        sum += s->V[i + RDG_FIT_MOST * k] * s->V[j + RDG_FIT_MOST * k] / (s->singular[k] * s->singular[k]);
    }
    return sum;
}

static void describe(const fit_search *s, rdg_fit_result *r)
{
    r->n = s->n;
    r->chi2 = s->chi2;
    r->iterations = s->iterations;
    for (r->rank = 0; r->rank < s->n && s->singular[r->rank] > RDG_FIT_RANK * s->singular[0];) {
        r->rank++;
    }
    memcpy(r->singular, s->singular, sizeof r->singular);
    memcpy(r->direction, s->V, sizeof r->direction);
    r->freedom = s->m - r->rank;
    const double spread = r->freedom > 0 ? fmax(1.0, r->chi2 / (double)r->freedom) : 1.0;
    for (rdg_index j = 0; j < s->n; j++) {
        const rdg_fit_parameter *q = &s->problem->parameter[j];
        rdg_fitted *f = &r->parameter[j];
        *f = (rdg_fitted){.value = rdg_fit_value(q, s->x[j]), .low = NAN, .high = NAN};
        f->at_bound = s->fixed[j];
        f->determined = !f->at_bound && !is_undetermined(s, j, r->rank);
        const double error = sqrt(spread * covariance(s, r->rank, j, j)) * rdg_fit_slope(q, s->x[j]);
        f->error = f->at_bound ? 0.0 : f->determined ? error : INFINITY;
    }
    for (rdg_index i = 0; i < s->n; i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            const bool both = r->parameter[i].determined && r->parameter[j].determined;
            const double size = covariance(s, r->rank, i, i) * covariance(s, r->rank, j, j);
            r->correlation[i + RDG_FIT_MOST * j] = both ? covariance(s, r->rank, i, j) / sqrt(size) : 0.0;
        }
    }
}

rdg_status rdg_least_squares(rdg_context *ctx, const rdg_fit_problem *problem, rdg_fit_result *result)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, problem, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, result, RDG_ERR_ARGUMENT);
    *result = (rdg_fit_result){.chi2 = INFINITY};
    RDG_TRY(check(ctx, problem));
    fit_search s;
    rdg_status status = rdg_fit_begin(&s, ctx, problem);
    rdg_index converged = 0;
    for (rdg_index k = 0; status == RDG_OK && k <= problem->starts; k++) {
        spread(&s, k);
        rdg_fit_search(&s);
        status = rdg_error_status(ctx);
        if (s.converged && s.chi2 < result->chi2 - SAME * (1.0 + s.chi2)) {
            describe(&s, result);
            converged = 1;
        } else if (s.converged && s.chi2 < result->chi2 + SAME * (1.0 + s.chi2)) {
            converged++;
        }
    }
    if (status == RDG_OK && converged == 0) {
        status = RDG_FAIL(ctx, RDG_ERR_NO_CONVERGENCE,
                          "no start converged: give starts nearer to the data, or narrower ranges");
    }
    if (status == RDG_OK && problem->profiles) {
        rdg_fit_intervals(&s, result);
    }
    result->converged = converged;
    result->evaluations = s.evaluations;
    rdg_fit_end(&s);
    return status;
}
