/* Dense output: every quantity of the table between two neighbouring rows.
 *
 * The variables follow the polynomial of degree 5 of the curve segment (curve_segment.c). The quantities are
 * evaluated on it, because they need not be smooth where the variables are: an amplitude is not where it
 * almost vanishes. They are sampled at eight intervals of equal length, a leaf; a leaf is halved until its
 * four inner values agree with the polynomial of degree 4 through the other five.
 * The error of a quantity is what the corrections at the check points change of it, plus that disagreement.
 */
#include "dense_output_impl.h"

#include "curve_segment_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { NODES = RDG_LEAF_INTERVALS / 2 + 1, INNER = RDG_LEAF_INTERVALS / 2 };

/* A leaf is halved so many times at most: 512 intervals between two rows, each below a pixel of a picture
 * that shows ten rows. */
enum { DEEPEST = 6, MOST_LEAVES = 1 << DEEPEST };

/* A segment may be wrong by this many times what the corrections change: around a kink between two rows it is
 * 1.7 times, where the curve is smooth a tenth. Relative to that change. */
static const double of_corrections = 2.0;

/* Interpolation of a leaf may be wrong by this part of the largest value on it: a hundredth of a pixel, of a
 * picture 1000 pixels high. Where the segment is worse, by as much as that. */
static const double relative_tolerance = 1e-5;

struct rdg_dense_output {
    rdg_curve_segment segment;
    bool is_cubic;        /* the segment has no corrections */
    double *from;         /* [2 n] variables and tangent of the last row */
    bool is_from_special; /* an event was located there */
    double leap;          /* arclength on the step behind a jump; NaN: there is none */
    double *end;          /* [2 n] tangents of both ends, of length 1 along the step */
    double *u;            /* [n] */
    rdg_index width;      /* number of quantities */
    double *sample; /* [(2 + NODES + INNER (DEEPEST + 1)) 2 width] values, what corrections change of them */
    double *edge, *value, *error; /* of the gap */
    rdg_dense_gap gap;
    bool is_described;
};

static rdg_index small_variables(const rdg_problem *p)
{
    return p->n <= RDG_SMALL_PROBLEM ? p->n : 0;
}

rdg_status rdg_dense_create(rdg_tracer *t)
{
    const size_t n = (size_t)t->p->n;
    rdg_dense_output *d = rdg_context_calloc(t->ctx, 1, sizeof *d);
    if (!d) {
        return rdg_error_status(t->ctx);
    }
    t->dense = d;
    d->width = 1 + t->p->n_parameters + small_variables(t->p);
    const size_t width = (size_t)d->width;
    d->from = rdg_context_calloc(t->ctx, 2 * n, sizeof *d->from);
    d->end = rdg_context_calloc(t->ctx, 2 * n, sizeof *d->end);
    d->u = rdg_context_calloc(t->ctx, n, sizeof *d->u);
    d->sample = rdg_context_calloc(t->ctx, (NODES + INNER * (DEEPEST + 1)) * 2 * width, sizeof *d->sample);
    d->edge = rdg_context_calloc(t->ctx, MOST_LEAVES + 1, sizeof *d->edge);
    d->value = rdg_context_calloc(t->ctx, (RDG_LEAF_INTERVALS * MOST_LEAVES + 1) * width, sizeof *d->value);
    d->error = rdg_context_calloc(t->ctx, MOST_LEAVES * width, sizeof *d->error);
    d->gap = (rdg_dense_gap){.width = d->width, .edge = d->edge, .value = d->value, .error = d->error};
    return rdg_curve_segment_create(&d->segment, t);
}

void rdg_dense_free(rdg_dense_output *d)
{
    if (d) {
        rdg_curve_segment_release(&d->segment);
        rdg_free(d->from);
        rdg_free(d->end);
        rdg_free(d->u);
        rdg_free(d->sample);
        rdg_free(d->edge);
        rdg_free(d->value);
        rdg_free(d->error);
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

/* --- the quantities at one place */

/* A monitor that may jump, or has no value there, is NaN. */
static void observe(rdg_problem *p, const double *u, double *out)
{
    out[0] = 0.0;
    for (rdg_index j = 0; j < p->n; j++) {
        out[0] += u[j] * u[j];
    }
    out[0] = sqrt(out[0]);
    for (rdg_index k = 0; k < p->n_entries; k++) {
        rdg_entry *e = &p->entry[k];
        if (!e->is_monitor) {
            continue;
        }
        const bool jumps = p->parameter[e->first_parameter].kind == RDG_JUMPING;
        const bool is_known = !jumps && rdg_entry_value(p, e, u) == 0;
        for (rdg_index i = 0; i < e->function.m; i++) {
            out[1 + e->first_parameter + i] = is_known ? e->y[i] : NAN;
        }
    }
    memcpy(out + 1 + p->n_parameters, u, (size_t)small_variables(p) * sizeof *out);
}

/* The polynomial without what makes the difference between it and the curve small: the cubic through the ends
 * and their tangents, or, if the polynomial is this cubic, the chord. */
static void lower_at(const rdg_dense_output *d, rdg_index n, double x, double *u)
{
    const double *c = d->segment.coefficient;
    const double weight = x * x * (1.0 - x) * (1.0 - x);
    for (rdg_index j = 0; j < n; j++) {
        const double fourth = c[4 * n + j], fifth = c[5 * n + j];
        u[j] = d->is_cubic ? c[j] + x * (c[n + j] + c[2 * n + j] + c[3 * n + j])
                           : u[j] - weight * (fourth + 2.0 * fifth + x * fifth);
    }
}

static void sample(const rdg_tracer *t, double x, double *out)
{
    const rdg_dense_output *d = t->dense;
    double *change = out + d->width;
    rdg_curve_segment_at(&d->segment, t->p->n, x, d->u, NULL);
    observe(t->p, d->u, out);
    lower_at(d, t->p->n, x, d->u);
    observe(t->p, d->u, change);
    for (rdg_index k = 0; k < d->width; k++) {
        change[k] = fabs(change[k] - out[k]);
    }
}

/* --- leaves */

/* Values at the ends and three places between divide a leaf into four parts; here is the middle of each. */
static double between(const double *const node[NODES], int i, rdg_index k)
{
    static const double weight[INNER][NODES] = {
        {35, 140, -70, 28, -5}, {-5, 60, 90, -20, 3}, {3, -20, 90, 60, -5}, {-5, 28, -70, 140, 35}};
    double sum = 0.0;
    for (int j = 0; j < NODES; j++) {
        sum += weight[i][j] * node[j][k];
    }
    return sum / 128.0;
}

/* Errors of a leaf: of the segment, and of interpolation. True: the latter is small. */
static bool judge(const rdg_dense_output *d, const double *const node[NODES],
                  const double *const inner[INNER], double *error)
{
    bool is_small = true;
    for (rdg_index k = 0; k < d->width; k++) {
        double change = 0.0, off = 0.0, largest = 0.0;
        for (int i = 0; i < NODES; i++) {
            change = fmax(change, node[i][d->width + k]);
            largest = fmax(largest, fabs(node[i][k]));
        }
        for (int i = 0; i < INNER; i++) {
            change = fmax(change, inner[i][d->width + k]);
            off = fmax(off, fabs(inner[i][k] - between(node, i, k)));
        }
        is_small = is_small && !isgreater(off, fmax(of_corrections * change, relative_tolerance * largest));
        error[k] = of_corrections * change + off;
    }
    return is_small;
}

static void add_leaf(rdg_dense_output *d, double high, const double *const node[NODES],
                     const double *const inner[INNER])
{
    const size_t bytes = (size_t)d->width * sizeof *d->value;
    double *value = d->value + RDG_LEAF_INTERVALS * d->gap.n_leaves * d->width;
    for (int i = 0; i < NODES; i++) {
        memcpy(value + 2 * i * d->width, node[i], bytes);
    }
    for (int i = 0; i < INNER; i++) {
        memcpy(value + (2 * i + 1) * d->width, inner[i], bytes);
    }
    d->edge[++d->gap.n_leaves] = high;
}

/* The leaves of a part of the gap. Its inner values are kept until its halves are done. */
static void divide(const rdg_tracer *t, double low, double high, const double *const node[NODES], int depth)
{
    rdg_dense_output *d = t->dense;
    const double *inner[INNER];
    double *room = d->sample + (NODES + INNER * depth) * 2 * d->width;
    for (int i = 0; i < INNER; i++) {
        sample(t, low + (high - low) * (2 * i + 1) / RDG_LEAF_INTERVALS, room + 2 * i * d->width);
        inner[i] = room + 2 * i * d->width;
    }
    if (judge(d, node, inner, d->error + d->gap.n_leaves * d->width) || depth == DEEPEST) {
        add_leaf(d, high, node, inner);
        return;
    }
    const double middle = 0.5 * (low + high);
    divide(t, low, middle, (const double *[]){node[0], inner[0], node[1], inner[1], node[2]}, depth + 1);
    divide(t, middle, high, (const double *[]){node[2], inner[2], node[3], inner[3], node[4]}, depth + 1);
}

static void sample_all(const rdg_tracer *t)
{
    rdg_dense_output *d = t->dense;
    const double *node[NODES];
    for (int i = 0; i < NODES; i++) {
        double *room = d->sample + 2 * i * d->width;
        sample(t, (double)i / (NODES - 1), room);
        node[i] = room;
    }
    d->gap.n_leaves = 0;
    d->edge[0] = 0.0;
    divide(t, 0.0, 1.0, node, 0);
}

/* --- the segment */

/* At a kink a special point has the tangent of one side. Where both tangents contradict the chord, by more
 * than the run lets tangents turn, that of a special point is replaced by the parabola's, or by the chord. */
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
    sample_all(t);
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

static void solve_in_the_middle(rdg_tracer *t, double x, const double *residual, double *delta, void *data)
{
    (void)x;
    (void)data;
    rdg_system_solve(t->s, rdg_system_probe(t->s), residual, delta);
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
                      rdg_curve_segment_make(t, start, end, has_events ? solve_in_the_middle : NULL, NULL,
                                             &d->segment) == RDG_CONVERGED;
    if (d->is_described) {
        check_corrections(t, high - low);
        sample_all(t);
    }
}

void rdg_dense_describe(rdg_tracer *t, const double *u, const double *tangent, bool is_special)
{
    if (!t->dense) {
        return;
    }
    char trouble[RDG_TROUBLE_SIZE];
    const rdg_status status = t->p->trouble_status;
    memcpy(trouble, t->p->trouble, sizeof trouble);
    describe(t, u, tangent, is_special);
    if (!rdg_problem_is_aborted(t->p)) { /* no value in between ends no run */
        t->p->trouble_status = status;
        memcpy(t->p->trouble, trouble, sizeof trouble);
    }
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
