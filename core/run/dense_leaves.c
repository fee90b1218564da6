/* Samples of dense output: every quantity of the table along a segment.
 *
 * They are taken at eight intervals of equal length, a leaf; a leaf is halved until its four inner values
 * agree with the polynomial of degree 4 through the other five. The error of a quantity is what the
 * corrections at the check points change of it, plus that disagreement. */
#include "dense_parts_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { NODES = RDG_LEAF_INTERVALS / 2 + 1, INNER = RDG_LEAF_INTERVALS / 2 };

/* A leaf is halved so many times at most: 512 intervals between two rows, each below a pixel of a picture
 * that shows ten rows. */
enum { DEEPEST = 6, MOST_LEAVES = 1 << DEEPEST };

/* A segment may be wrong by this many times what the corrections change: around a non-smooth point between
 * two rows it is 1.7 times, where the curve is smooth a tenth. Relative to that change. */
static const double of_corrections = 2.0;

/* Interpolation of a leaf may be wrong by this part of the largest value on it: a hundredth of a pixel, of a
 * picture 1000 pixels high. Where the segment is worse, by as much as that. */
static const double relative_tolerance = 1e-5;

static rdg_index small_variables(const rdg_problem *p)
{
    return p->n <= RDG_SMALL_PROBLEM ? p->n : 0;
}

rdg_status rdg_dense_create_samples(rdg_dense_output *d, const rdg_problem *p)
{
    d->width = 1 + p->n_parameters + small_variables(p);
    const size_t width = (size_t)d->width;
    d->u = rdg_context_calloc(p->ctx, (size_t)p->n, sizeof *d->u);
    d->sample = rdg_context_calloc(p->ctx, (NODES + INNER * (DEEPEST + 1)) * 2 * width, sizeof *d->sample);
    d->edge = rdg_context_calloc(p->ctx, MOST_LEAVES + 1, sizeof *d->edge);
    d->value = rdg_context_calloc(p->ctx, (RDG_LEAF_INTERVALS * MOST_LEAVES + 1) * width, sizeof *d->value);
    d->error = rdg_context_calloc(p->ctx, MOST_LEAVES * width, sizeof *d->error);
    d->gap = (rdg_dense_gap){.width = d->width, .edge = d->edge, .value = d->value, .error = d->error};
    return rdg_error_status(p->ctx);
}

void rdg_dense_release_samples(rdg_dense_output *d)
{
    rdg_free(d->u);
    rdg_free(d->sample);
    rdg_free(d->edge);
    rdg_free(d->value);
    rdg_free(d->error);
}

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
    rdg_curve_segment_at(&d->segment, t->p->n, x, d->u);
    observe(t->p, d->u, out);
    lower_at(d, t->p->n, x, d->u);
    observe(t->p, d->u, change);
    for (rdg_index k = 0; k < d->width; k++) {
        change[k] = fabs(change[k] - out[k]);
    }
}

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
    double *workspace = d->sample + (NODES + INNER * depth) * 2 * d->width;
    for (int i = 0; i < INNER; i++) {
        sample(t, low + (high - low) * (2 * i + 1) / RDG_LEAF_INTERVALS, workspace + 2 * i * d->width);
        inner[i] = workspace + 2 * i * d->width;
    }
    if (judge(d, node, inner, d->error + d->gap.n_leaves * d->width) || depth == DEEPEST) {
        add_leaf(d, high, node, inner);
        return;
    }
    const double middle = 0.5 * (low + high);
    divide(t, low, middle, (const double *[]){node[0], inner[0], node[1], inner[1], node[2]}, depth + 1);
    divide(t, middle, high, (const double *[]){node[2], inner[2], node[3], inner[3], node[4]}, depth + 1);
}

void rdg_dense_sample(const rdg_tracer *t)
{
    rdg_dense_output *d = t->dense;
    const double *node[NODES];
    for (int i = 0; i < NODES; i++) {
        double *workspace = d->sample + 2 * i * d->width;
        sample(t, (double)i / (NODES - 1), workspace);
        node[i] = workspace;
    }
    d->gap.n_leaves = 0;
    d->edge[0] = 0.0;
    divide(t, 0.0, 1.0, node, 0);
}
