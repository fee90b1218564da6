/* Dense output: every quantity of the table between two neighbouring rows.
 *
 * The variables follow the polynomial of degree 5 of the curve segment (curve_segment.c). The quantities are
 * sampled on it (dense_leaves.c), because they need not be smooth where the variables are: an amplitude is
 * not where it almost vanishes. */
#include "dense_parts_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

rdg_status rdg_dense_create(rdg_tracer *t)
{
    const size_t n = (size_t)t->p->n;
    rdg_dense_output *d = rdg_context_calloc(t->ctx, 1, sizeof *d);
    if (!d) {
        return rdg_error_status(t->ctx);
    }
    t->dense = d;
    d->from = rdg_context_calloc(t->ctx, 2 * n, sizeof *d->from);
    d->end = rdg_context_calloc(t->ctx, 2 * n, sizeof *d->end);
    RDG_TRY(rdg_dense_create_samples(d, t->p));
    return rdg_curve_segment_create(&d->segment, t);
}

void rdg_dense_free(rdg_dense_output *d)
{
    if (d) {
        rdg_curve_segment_release(&d->segment);
        rdg_free(d->from);
        rdg_free(d->end);
        rdg_dense_release_samples(d);
        rdg_free(d);
    }
}

static void keep_row(const rdg_tracer *t, const rdg_chart *chart, bool is_special)
{
    const size_t n = (size_t)t->p->n;
    memcpy(t->dense->from, chart->u, n * sizeof(double));
    memcpy(t->dense->from + n, chart->tangent, n * sizeof(double));
    t->dense->is_from_special = is_special;
}

void rdg_dense_begin_step(rdg_tracer *t, const rdg_leap *leap)
{
    if (t->dense) {
        keep_row(t, &t->current.chart, false);
        t->dense->leap = leap->is_there ? fmin(leap->at, rdg_step_along(t, t->next.chart.u)) : NAN;
        t->dense->is_described = false;
    }
}

/* At a non-smooth point a special point has the tangent of one side. Where both tangents contradict the
 * chord, by more than the run lets tangents turn, that of a special point is replaced by the parabola's, or
 * by the chord. */
static void choose_tangents(const rdg_tracer *t, const double *u, const double *tangent, bool is_special,
                            double length)
{
    const rdg_dense_output *d = t->dense;
    const rdg_index n = t->s->n;
    const double *start = d->from + n;
    double *a = d->end, *b = a + n;
    const double rate[] = {rdg_step_rate(t, start), rdg_step_rate(t, tangent)};
    const bool advances = rate[0] > 0.0 && rate[1] > 0.0;
    double sum = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        const double chord = (u[j] - d->from[j]) / length;
        a[j] = advances ? start[j] / rate[0] : start[j];
        b[j] = advances ? tangent[j] / rate[1] : tangent[j];
        const double off = a[j] + b[j] - 2.0 * chord;
        sum += t->s->metric[j] * off * off;
    }
    const bool agrees = advances && sqrt(sum) <= t->setup->angle;
    for (rdg_index j = 0; j < n && !agrees; j++) {
        const double chord = (u[j] - d->from[j]) / length;
        const double of_a = d->is_from_special ? chord : a[j], of_b = is_special ? chord : b[j];
        a[j] = d->is_from_special ? 2.0 * chord - of_b : a[j];
        b[j] = is_special ? 2.0 * chord - of_a : b[j];
    }
}

/* Where a step could not be halved the functions need not be smooth: the curve is a chord, which may be wrong
 * by the difference of its ends. */
static void sample_chord(const rdg_tracer *t, const double *u)
{
    rdg_dense_output *d = t->dense;
    const rdg_index n = t->s->n;
    double *c = d->segment.coefficient;
    d->is_cubic = false;
    memset(c, 0, (size_t)(RDG_SEGMENT_DEGREE + 1) * (size_t)n * sizeof *c);
    for (rdg_index j = 0; j < n; j++) {
        c[j] = d->from[j];
        c[n + j] = u[j] - d->from[j];
    }
    rdg_dense_sample(t);
    const double *end = d->value + RDG_LEAF_INTERVALS * d->gap.n_leaves * d->width;
    for (rdg_index i = 0; i < d->gap.n_leaves * d->width; i++) {
        d->error[i] += fabs(end[i % d->width] - d->value[i % d->width]);
    }
}

/* Where events were located, the factors at hand are those of some point on the step, which may be singular.
 * Those of the middle are kept apart: the residual of the next row is measured by the scales at hand. */
static bool factor_in_the_middle(rdg_tracer *t, const double *u)
{
    const rdg_dense_output *d = t->dense;
    for (rdg_index j = 0; j < t->s->n; j++) {
        d->u[j] = 0.5 * (d->from[j] + u[j]);
    }
    rdg_bordered *matrix = rdg_system_probe(t->s);
    return matrix && rdg_system_jacobian(t->s, d->u) == 0 && rdg_system_factor(t->s, matrix, NULL, t->row);
}

/* Corrections that are larger than the steps let the curve turn lead elsewhere: the matrix is singular there,
 * as where branches touch. */
static void check_corrections(const rdg_tracer *t, double length)
{
    rdg_dense_output *d = t->dense;
    const rdg_index n = t->s->n;
    double *c = d->segment.coefficient;
    d->is_cubic = d->segment.deviation > t->setup->angle * length;
    for (rdg_index j = 0; j < n && d->is_cubic; j++) {
        const double fifth = c[5 * n + j], all = c[4 * n + j] + 2.0 * fifth;
        c[2 * n + j] -= all;
        c[3 * n + j] -= fifth - 2.0 * all;
        c[4 * n + j] = c[5 * n + j] = 0.0;
    }
}

static void describe(rdg_tracer *t, const double *u, const double *tangent, bool is_special)
{
    rdg_dense_output *d = t->dense;
    const double low = rdg_step_along(t, d->from), high = rdg_step_along(t, u);
    d->gap.n_leaves = 0;
    d->is_described = true;
    if (isless(low, d->leap) && islessequal(d->leap, high)) {
        return;
    }
    if (high - low < 2.0 * t->setup->h_min) {
        sample_chord(t, u);
        return;
    }
    choose_tangents(t, u, tangent, is_special, high - low);
    const rdg_segment_end start = {d->from, d->end, low}, end = {u, d->end + t->s->n, high};
    const bool has_events = is_special || d->is_from_special;
    d->is_described = (!has_events || factor_in_the_middle(t, u)) &&
                      rdg_curve_segment_make(t, start, end, rdg_segment_solve_by_factors,
                                             has_events ? rdg_system_probe(t->s) : t->s->matrix,
                                             &d->segment) == RDG_CONVERGED;
    if (d->is_described) {
        check_corrections(t, high - low);
        rdg_dense_sample(t);
    }
}

void rdg_dense_describe(rdg_tracer *t, const double *u, const double *tangent, bool is_special)
{
    if (!t->dense) {
        return;
    }
    const rdg_trouble kept = rdg_trouble_keep(t->p);
    describe(t, u, tangent, is_special); /* a value that does not exist in between ends no run */
    rdg_trouble_restore(t->p, &kept);
}

/* A function that completes charts has changed values of the row: they are not known in front of it. */
static void forget_completed(const rdg_tracer *t, const rdg_chart *chart)
{
    rdg_dense_output *d = t->dense;
    const rdg_index samples = RDG_LEAF_INTERVALS * d->gap.n_leaves;
    for (rdg_index k = 1; k <= t->p->n_parameters; k++) {
        if (d->value[samples * d->width + k] != chart->mu[k - 1]) {
            for (rdg_index i = 0; i <= samples; i++) {
                d->value[i * d->width + k] = NAN;
            }
        }
    }
}

const rdg_dense_gap *rdg_dense_take(rdg_tracer *t, const rdg_chart *chart)
{
    rdg_dense_output *d = t->dense;
    if (!d) {
        return NULL;
    }
    const bool is_described = d->is_described;
    keep_row(t, chart, *chart->type != '\0');
    d->is_described = false;
    if (is_described && d->gap.n_leaves > 0 && t->setup->completer) {
        forget_completed(t, chart);
    }
    return is_described ? &d->gap : NULL;
}
