/* The phase of an autonomous orbit: with x* an orbit that a run has come through,
 *
 *     int_0^1 <x - x*, x*'> dtau = 0,
 *
 * among all shifts of x the one nearest to x* in the mean. */
#include "collocated_orbit_impl.h"

#include <ridgewalk/moving.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* x* is chosen anew where rates of the motion and of x* agree less, as a cosine in the mean. */
static const double oblique = 0.9;

/* An orbit of which the condition states more, of the size of its terms, is none by it. */
static const double off = 1e-8;

typedef struct rdg_colloc_phase {
    rdg_collocation *c;
    rdg_segment *s;
    long revision;     /* of the mesh that the rest is on */
    double *reference; /* [nx] x* */
    double *row;       /* [nx] int <., x*'> dtau */
    double *carried;   /* [nx] */
    double constant;   /* int <x*, x*'> dtau */
} phase;

static void release(void *data)
{
    phase *a = data;
    rdg_free(a->reference);
    rdg_free(a->row);
    rdg_free(a->carried);
    if (a->s) {
        rdg_segment_leave(a->s);
    }
    rdg_collocation_leave(a->c);
    rdg_free(a);
}

/* Rate of state a at point g of interval i, times the length of the interval. */
static double rate_at(const rdg_segment *s, const double *x, rdg_index i, rdg_index g, rdg_index a)
{
    double rate = 0.0;
    for (rdg_index k = 0; k <= s->at.K; k++) {
        rate += s->basis.slope[g][k] * x[i * s->at.block + k * s->at.n + a];
    }
    return rate;
}

/* The condition's row, of the reference on the present mesh. */
static void write_row(phase *a)
{
    const rdg_segment *s = a->s;
    const rdg_segment_layout *at = &s->at;
    memset(a->row, 0, (size_t)at->nx * sizeof *a->row);
    for (rdg_index e = 0; e < at->N * at->K * at->n; e++) {
        const rdg_index i = e / at->block, g = e / at->n % at->K, j = e % at->n;
        const double rate = s->basis.weight[g] * rate_at(s, a->reference, i, g, j);
        for (rdg_index k = 0; k <= at->K; k++) {
            a->row[i * at->block + k * at->n + j] += rate * s->basis.value[g][k];
        }
    }
    a->constant = rdg_dot(at->nx, a->row, a->reference);
    a->revision = s->revision;
}

static void take(phase *a, const double *x)
{
    memcpy(a->reference, x, (size_t)a->s->at.nx * sizeof *x);
    write_row(a);
}

/* The mesh has moved: x* by its values at the new places. */
static void keep_up(phase *a)
{
    if (a->revision == a->s->revision) {
        return;
    }
    memcpy(a->carried, a->reference, (size_t)a->s->at.nx * sizeof(double));
    rdg_segment_carry_states(a->s, a->carried, a->reference);
    write_row(a);
}

static int phase_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    phase *a = data;
    (void)m;
    keep_up(a);
    y[0] = rdg_dot(n, a->row, u) - a->constant;
    return 0;
}

static int phase_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    phase *a = data;
    (void)u, (void)m;
    keep_up(a);
    memcpy(values, a->row, (size_t)n * sizeof *values);
    return 0;
}

static int no_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)n, (void)u, (void)m, (void)lambda, (void)values, (void)data;
    return 0;
}

/* Cosine between the rates of a motion and of x*, in the mean. */
static double cosine(const phase *a, const double *x)
{
    const rdg_segment *s = a->s;
    const rdg_segment_layout *at = &s->at;
    double both = 0.0, one = 0.0, other = 0.0;
    for (rdg_index e = 0; e < at->N * at->K * at->n; e++) {
        const rdg_index i = e / at->block, g = e / at->n % at->K, j = e % at->n;
        const double weight = s->basis.weight[g] / (s->mesh[i + 1] - s->mesh[i]);
        const double p = rate_at(s, x, i, g, j), q = rate_at(s, a->reference, i, g, j);
        both += weight * p * q;
        one += weight * p * p;
        other += weight * q * q;
    }
    return both / sqrt(one * other);
}

/* Does an orbit have the phase, as far as rounding reports? */
static bool is_met(phase *a, const double *x)
{
    double value = 0.0, terms = 0.0;
    phase_f(a->s->at.nx, x, 1, &value, a);
    for (rdg_index j = 0; j < a->s->at.nx; j++) {
        terms += fabs(a->row[j] * x[j]);
    }
    return fabs(value) <= off * terms;
}

static int move(rdg_problem *p, const rdg_chart *chart, void *data)
{
    phase *a = data;
    const double *x = chart->u + a->s->index[0];
    (void)p;
    keep_up(a);
    if (chart->label > 0 || !(cosine(a, x) > oblique) || !is_met(a, x)) {
        take(a, x);
    }
    return 0;
}

static void restore(rdg_problem *p, const rdg_chart *start, void *data)
{
    phase *a = data;
    (void)p;
    take(a, start->u + a->s->index[0]);
}

const double *rdg_collocation_reference(phase *a)
{
    keep_up(a);
    return a->reference;
}

static void begin(void *data, const double *x)
{
    take(data, x);
}

static rdg_status add(phase *a, rdg_problem *p)
{
    rdg_segment *s = a->s;
    const rdg_function zero = {.name = "phase",
                               .n = s->at.nx,
                               .m = 1,
                               .f = phase_f,
                               .df = phase_df,
                               .d2f = no_d2f,
                               .d2f_pattern = &s->no_entries,
                               .data = a,
                               .free_data = release};
    const rdg_status status = rdg_add_zero(p, &zero, s->index);
    if (status != RDG_OK) {
        release(a);
        return status;
    }
    a->c->phase = a;
    RDG_TRY(rdg_move_along(p, move, a));
    s->on_start = begin;
    s->on_start_data = a;
    take(a, rdg_start_values(p) + s->index[0]);
    return rdg_add_transport(p, &(rdg_transport){.restore = restore, .data = a});
}

rdg_status rdg_collocation_add_phase(rdg_collocation *c, rdg_problem *p)
{
    rdg_segment *s = c->segment;
    phase *a = rdg_context_calloc(c->ctx, 1, sizeof *a);
    if (!a) {
        return RDG_ERR_NO_MEMORY;
    }
    *a = (phase){.c = c, .s = s};
    c->users++;
    s->users++;
    a->reference = rdg_context_calloc(c->ctx, (size_t)s->at.nx, sizeof(double));
    a->row = rdg_context_calloc(c->ctx, (size_t)s->at.nx, sizeof(double));
    a->carried = rdg_context_calloc(c->ctx, (size_t)s->at.nx, sizeof(double));
    if (rdg_error_status(c->ctx) != RDG_OK) {
        release(a);
        return rdg_error_status(c->ctx);
    }
    return add(a, p);
}
