/* A response whose peaks are searched for: its problem, and what is requested of it at a point. */
#include "backbone_impl.h"

#include <ridgewalk/numbers.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const char where[] = "rdg_peak_response_create";

static void release(void *object)
{
    rdg_peak_response *r = object;
    if (r->backbones) {
        r->free_backbones(r->backbones);
    }
    rdg_bordered_scalar_free(r->scalar);
    rdg_problem_free(r->p);
    for (int k = 0; k < RDG_PEAK_VECTORS; k++) {
        rdg_free(r->vector[k]);
    }
    for (int k = 0; k < 3; k++) {
        rdg_free(r->margin[k]);
    }
    for (int k = 0; k < 2; k++) {
        rdg_free(r->margins[k]);
        rdg_free(r->margins_at[k]);
    }
    for (rdg_index k = 0; r->margin_sees && k < r->n_margins; k++) {
        rdg_free(r->margin_sees[k]);
    }
    rdg_free(r->margin_sees);
    rdg_free((void *)r->margin_of);
    for (rdg_index k = 0; r->number && k < r->n_numbers; k++) {
        rdg_free(r->number[k]);
    }
    rdg_free((void *)r->number);
    rdg_free(r->border);
    rdg_free(r->jump);
    rdg_free(r->sensor);
    rdg_free(r);
}

void rdg_peak_response_free(rdg_peak_response *r)
{
    if (r) {
        rdg_context_disown(r->ctx, r);
        release(r);
    }
}

static rdg_status make_problem(rdg_peak_response *r, const rdg_at *numbers)
{
    while (numbers && numbers[r->n_numbers].name) {
        r->n_numbers++;
    }
    const size_t count = (size_t)r->n_numbers;
    rdg_at *at = rdg_context_calloc(r->ctx, count + 3, sizeof *at);
    const char **held = rdg_context_calloc(r->ctx, count + 1, sizeof *held);
    r->number = rdg_context_calloc(r->ctx, count + 1, sizeof *r->number);
    if (at && held && r->number) {
        at[0] = RDG_AT("omega", r->low);
        at[1] = RDG_AT("alpha", 1.0);
        held[0] = "alpha";
        for (size_t k = 0; numbers && k < count; k++) {
            at[2 + k] = numbers[k];
            held[1 + k] = numbers[k].name;
            r->number[k] = rdg_context_strdup(r->ctx, numbers[k].name);
        }
        r->p = rdg_hbm_problem_at(r->hb, at);
        r->scalar = r->p ? rdg_bordered_scalar_create(r->p, r->sensor, 1 + r->n_numbers, held) : NULL;
    }
    rdg_free(at);
    rdg_free(held);
    return r->scalar ? RDG_OK : rdg_error_status(r->ctx);
}

static rdg_status allocate(rdg_peak_response *r)
{
    r->at = rdg_bordered_scalar_values(r->scalar);
    r->n = r->at->n;
    r->Q = rdg_variable_index(r->p, "Q", &r->n_Q);
    r->omega = rdg_variable_index(r->p, "omega");
    r->alpha = r->level = rdg_variable_index(r->p, "alpha");
    r->level_row = r->n_Q + 1;
    r->n_margins = rdg_hbm_margin_count(r->hb);
    for (int k = 0; k < RDG_PEAK_VECTORS; k++) {
        r->vector[k] = rdg_context_calloc(r->ctx, (size_t)r->n, sizeof(double));
    }
    for (int k = 0; k < 3; k++) {
        r->margin[k] = rdg_context_calloc(r->ctx, (size_t)r->n_margins, sizeof(double));
    }
    for (int k = 0; k < 2; k++) {
        r->margins[k] = rdg_context_calloc(r->ctx, (size_t)r->n_margins, sizeof(double));
        r->margins_at[k] = rdg_context_calloc(r->ctx, (size_t)r->n, sizeof(double)); /* omega 0: none */
    }
    r->border = rdg_context_calloc(r->ctx, (size_t)r->n, sizeof(double));
    r->jump = rdg_context_calloc(r->ctx, 2 * (size_t)r->n, sizeof(double));
    r->margin_of = rdg_context_calloc(r->ctx, (size_t)r->n_margins, sizeof *r->margin_of);
    r->margin_sees = rdg_context_calloc(r->ctx, (size_t)r->n_margins, sizeof *r->margin_sees);
    for (rdg_index k = 0; rdg_error_status(r->ctx) == RDG_OK && k < r->n_margins; k++) {
        r->margin_of[k] = rdg_hbm_problem_margin(r->hb, r->p, k, &r->margin_sees[k]);
    }
    return rdg_error_status(r->ctx);
}

rdg_peak_response *rdg_peak_response_create(rdg_hbm *hb, const char *sensor, double low, double high,
                                            const rdg_at *numbers)
{
    if (!hb) {
        return NULL;
    }
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_NEED(ctx, sensor, NULL);
    if (!(low > 0.0 && low < high && isfinite(high))) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                 "the domain of omega is %g to %g rad/s: give two positive ends, the lower one first", low,
                 high);
        return NULL;
    }
    rdg_peak_response *r = rdg_context_calloc(ctx, 1, sizeof *r);
    if (!r) {
        return NULL;
    }
    r->ctx = ctx;
    r->hb = hb;
    r->low = low;
    r->high = high;
    r->sensor = rdg_context_strdup(ctx, sensor);
    rdg_status status = r->sensor ? make_problem(r, numbers) : RDG_ERR_NO_MEMORY;
    status = status == RDG_OK ? allocate(r) : status;
    if (status != RDG_OK) {
        release(r);
        return NULL;
    }
    return rdg_context_own(ctx, r, release) == RDG_OK ? r : NULL;
}

rdg_index rdg_peak_parameter(rdg_peak_response *r, const char *name, const char *call)
{
    const rdg_index at = rdg_variable_index(r->p, name);
    if (rdg_error_status(r->ctx) == RDG_OK && at > r->omega) {
        return at;
    }
    rdg_fail(r->ctx, RDG_ERR_NAME, call,
             "\"%s\" is neither alpha nor a number given to rdg_peak_response_create()", name);
    return -1;
}

rdg_status rdg_peak_response_release(rdg_peak_response *r, const char *name)
{
    if (!r) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(r->ctx, name, RDG_ERR_ARGUMENT);
    const rdg_index at = rdg_peak_parameter(r, name, "rdg_peak_response_release");
    if (at < 0) {
        return RDG_ERR_NAME;
    }
    r->level = at;
    r->level_row = r->n_Q + 1 + at - r->alpha;
    return RDG_OK;
}

rdg_status rdg_peak_response_hold(rdg_peak_response *r, const char *name, double value)
{
    if (!r) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(r->ctx, name, RDG_ERR_ARGUMENT);
    const rdg_index at = rdg_peak_parameter(r, name, "rdg_peak_response_hold");
    if (at < 0) {
        return RDG_ERR_NAME;
    }
    if (!isfinite(value)) {
        return rdg_fail(r->ctx, RDG_ERR_ARGUMENT, "rdg_peak_response_hold",
                        "\"%s\" = %g: give a finite value", name, value);
    }
    rdg_start_values(r->p)[at] = value;
    return RDG_OK;
}

static void add_counts(const rdg_peak_response *r, rdg_peak_counts *sum)
{
    const rdg_scalar_counts c = rdg_bordered_scalar_counts(r->scalar);
    sum->residuals += c.residuals;
    sum->factorisations += c.factorisations;
    sum->hessian_products += c.hessian_products;
}

rdg_peak_counts rdg_peak_response_counts(const rdg_peak_response *r)
{
    rdg_peak_counts sum = {0};
    if (r) {
        add_counts(r, &sum);
        for (rdg_index k = 0; r->backbones && k < r->backbones->n; k++) {
            add_counts(r->backbones->of[k].mode, &sum);
        }
    }
    return sum;
}

/* --- geometry */

double rdg_peak_dot(rdg_index n, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

void rdg_peak_add(rdg_index n, const double *x, double a, const double *y, double *sum)
{
    for (rdg_index i = 0; i < n; i++) {
        sum[i] = x[i] + a * y[i];
    }
}

void rdg_peak_between(rdg_index n, const double *a, const double *b, double share, double *u)
{
    for (rdg_index i = 0; i < n; i++) {
        u[i] = a[i] + share * (b[i] - a[i]);
    }
}

double rdg_peak_distance(rdg_peak_response *r, const double *a, const double *b)
{
    double *d = r->vector[PEAK_STEP];
    rdg_peak_add(r->n, b, -1.0, a, d);
    return rdg_peak_size(r, a, d);
}

double rdg_peak_size(const rdg_peak_response *r, const double *u, const double *d)
{
    const double *Q = u + r->Q;
    const double *dQ = d + r->Q;
    const double motion = sqrt(rdg_peak_dot(r->n_Q, dQ, dQ) / rdg_peak_dot(r->n_Q, Q, Q));
    return fmax(motion, fabs(d[r->omega] / u[r->omega]));
}

double rdg_peak_product(const rdg_peak_response *r, const double *u, const double *a, const double *b)
{
    const double square = rdg_peak_dot(r->n_Q, u + r->Q, u + r->Q), omega = u[r->omega] * u[r->omega];
    return rdg_peak_dot(r->n_Q, a + r->Q, b + r->Q) / square + a[r->omega] * b[r->omega] / omega;
}

double rdg_peak_angle(const rdg_peak_response *r, const double *u, const double *a, const double *b)
{
    const double cosine =
        rdg_peak_product(r, u, a, b) / sqrt(rdg_peak_product(r, u, a, a) * rdg_peak_product(r, u, b, b));
    return acos(fmin(1.0, fmax(-1.0, cosine)));
}

void rdg_peak_border_omega(const rdg_peak_response *r, const double *u, double *row)
{
    memset(row, 0, (size_t)r->n * sizeof *row);
    row[r->omega] = 1.0 / u[r->omega];
}

void rdg_peak_border_along(const rdg_peak_response *r, const double *u, const double *direction, double *row)
{
    const double square = rdg_peak_dot(r->n_Q, u + r->Q, u + r->Q);
    const double omega = direction[r->omega] / u[r->omega];
    const double *dQ = direction + r->Q;
    const double length = sqrt(rdg_peak_dot(r->n_Q, dQ, dQ) / square + omega * omega);
    memset(row, 0, (size_t)r->n * sizeof *row);
    for (rdg_index i = 0; i < r->n_Q; i++) {
        row[r->Q + i] = dQ[i] / (square * length);
    }
    row[r->omega] = omega / (u[r->omega] * length);
}

/* --- at a point */

int rdg_peak_factor(rdg_peak_response *r, const double *u, const double *row, bool with_gradient)
{
    if (row != r->border) {
        memcpy(r->border, row, (size_t)r->n * sizeof *row);
    }
    const int answer = rdg_bordered_scalar_factor(r->scalar, u, r->border);
    return answer == 0 && with_gradient ? rdg_bordered_scalar_differentiate(r->scalar) : answer;
}

double rdg_peak_corrected_slope(const rdg_peak_response *r)
{
    return r->at->slope + rdg_peak_dot(r->n, r->at->gradient, r->at->correction);
}

double rdg_peak_step(const rdg_peak_response *r, double slope)
{
    const double below = 3.0 * slope * slope - r->at->second * r->at->value;
    return below > 0.0 ? slope * r->at->value / below : copysign(INFINITY, slope);
}

double rdg_peak_amplitude(rdg_peak_response *r, const double *u)
{
    double value = NAN;
    rdg_parameter_value(r->p, r->sensor, u, &value);
    return value;
}

void rdg_peak_forget_margins(rdg_peak_response *r)
{
    for (int k = 0; k < 2; k++) {
        memset(r->margins_at[k], 0, (size_t)r->n * sizeof(double));
    }
}

static void compute_margins(rdg_peak_response *r, const double *u, double *margin)
{
    if (r->n_numbers > 0) {
        rdg_hbm_use_parameters(r->hb, r->p, u);
    }
    for (rdg_index k = 0; k < r->n_margins; k++) {
        margin[k] = 0.0;
        rdg_hbm_margin(r->hb, k, u + r->Q, &margin[k], NULL);
    }
}

void rdg_peak_margins(rdg_peak_response *r, const double *u, double *margin)
{
    const size_t size = (size_t)r->n * sizeof *u, many = (size_t)r->n_margins * sizeof *margin;
    if (r->n_margins == 0) {
        return;
    }
    int known = 0;
    while (known < 2 && memcmp(r->margins_at[known], u, size) != 0) {
        known++;
    }
    if (known == 2) {
        known = r->oldest_margins;
        compute_margins(r, u, r->margins[known]);
        memcpy(r->margins_at[known], u, size);
    }
    r->oldest_margins = 1 - known;
    memcpy(margin, r->margins[known], many);
}
