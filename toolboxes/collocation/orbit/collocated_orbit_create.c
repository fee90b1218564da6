/* Periodic orbits: made from a predictor; their problem. */
#include "colloc_segments_impl.h"

#include <ridgewalk/linear.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_collocation_create";

void rdg_collocation_free(rdg_collocation *c)
{
    if (c) {
        rdg_context_disown(c->ctx, c);
        rdg_collocation_leave(c);
    }
}

static rdg_status check(rdg_collocation *c, const rdg_collocation_options *o)
{
    const rdg_hybrid *h = c->hybrid;
    if (rdg_hybrid_phases(h) != 1 || rdg_hybrid_event_surfaces(h) != 0) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" has %" PRId64 " phases and %" PRId64
                        " event surfaces: an orbit of it is found by shooting first, rdg_shooting_create(), "
                        "and taken from there, rdg_collocation_from_shooting()",
                        rdg_hybrid_name(h), rdg_hybrid_phases(h), rdg_hybrid_event_surfaces(h));
    }
    if (o->order < 0 || !(o->period >= 0.0) || isinf(o->period) || o->count < 0 || !isfinite(o->phase)) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\": order = %" PRId64 ", period = %g, count = %" PRId64 ", phase = %g"
                        ": none may be infinite, and the first three not negative",
                        rdg_hybrid_name(h), o->order, o->period, o->count, o->phase);
    }
    if (o->count > 0 && !o->x) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where, "\"%s\": %" PRId64 " samples without states x",
                        rdg_hybrid_name(h), o->count);
    }
    if (o->mesh && o->intervals < 1) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\": a mesh of intervals = %" PRId64 ": it has one point more than .intervals",
                        rdg_hybrid_name(h), o->intervals);
    }
    if (!c->forced && o->count < 3) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" is autonomous: Newton's method finds its equilibria as well, and needs a "
                        "predictor of the orbit, at least 3 samples, where there are %" PRId64,
                        rdg_hybrid_name(h), o->count);
    }
    if (!c->forced && o->period == 0.0 && !o->t) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" is autonomous: a predictor needs a period, or instants t over one",
                        rdg_hybrid_name(h));
    }
    return RDG_OK;
}

static double *copy(rdg_context *ctx, const double *from, rdg_index count, rdg_index capacity)
{
    double *to = rdg_context_calloc(ctx, (size_t)capacity, sizeof *to);
    if (to) {
        memcpy(to, from, (size_t)count * sizeof *to);
    }
    return to;
}

/* Samples at equal distances do not have the end, which is the start once more; at base points of a mesh they
 * do.
 */
static rdg_status take_samples(rdg_collocation *c, const rdg_collocation_options *o)
{
    rdg_segment_options *to = &c->options;
    const rdg_index n = c->n;
    const bool open = o->count > 0 && !o->t && !o->mesh;
    to->count = open ? o->count + 1 : o->count;
    c->mesh = o->mesh ? copy(c->ctx, o->mesh, o->intervals + 1, o->intervals + 1) : NULL;
    to->mesh = c->mesh;
    if (o->count == 0) {
        return rdg_error_status(c->ctx);
    }
    c->x = copy(c->ctx, o->x, n * o->count, n * to->count);
    if (c->x && open) {
        memcpy(c->x + n * o->count, o->x, (size_t)n * sizeof *c->x);
    }
    c->t = o->t ? copy(c->ctx, o->t, o->count, o->count) : NULL;
    to->x = c->x;
    to->t = c->t;
    return rdg_error_status(c->ctx);
}

static rdg_status fill(rdg_collocation *c, const rdg_collocation_options *o)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(c->hybrid);
    c->forced = q.omega >= 0;
    RDG_TRY(check(c, o));
    c->n = rdg_hybrid_phase_at(c->hybrid, 0)->n;
    c->order = o->order > 0 ? o->order : 1;
    c->p = copy(c->ctx, o->p ? o->p : q.value, q.n, q.n);
    if (!c->p) {
        return RDG_ERR_NO_MEMORY;
    }
    c->options = (rdg_segment_options){.intervals = o->intervals,
                                       .degree = o->degree,
                                       .adapt = o->adapt,
                                       .duration = o->period,
                                       .phase = o->phase,
                                       .p = c->p};
    if (c->forced && o->period == 0.0) {
        c->options.duration = RDG_HZ(1.0) * (double)c->order / c->p[q.omega];
    }
    return take_samples(c, o);
}

rdg_collocation *rdg_collocation_create(rdg_hybrid *h, const rdg_collocation_options *options)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    const rdg_collocation_options o = options ? *options : (rdg_collocation_options){.intervals = 0};
    rdg_collocation *c =
        ctx && rdg_error_status(ctx) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *c) : NULL;
    if (!c) {
        return NULL;
    }
    c->ctx = ctx;
    c->hybrid = h;
    c->users = 1;
    if (fill(c, &o) != RDG_OK) {
        rdg_collocation_leave(c);
        return NULL;
    }
    return rdg_context_own(ctx, c, rdg_collocation_leave) == RDG_OK ? c : NULL;
}

static rdg_status fill_problem(rdg_collocation *c, rdg_problem *p)
{
    if (c->segments > 0) {
        return rdg_colloc_segments_fill(c, p);
    }
    c->segment = rdg_segment_create(p, NULL, c->hybrid, &c->options, -1);
    if (!c->segment) {
        return rdg_error_status(c->ctx);
    }
    RDG_TRY(rdg_let_vary(p, "T"));
    RDG_TRY(rdg_set_domain(p, "T", 0.0, INFINITY));
    RDG_TRY(rdg_collocation_add_joint(c, p));
    if (c->forced) {
        RDG_TRY(rdg_collocation_add_period(c, p));
    } else {
        RDG_TRY(rdg_collocation_add_phase(c, p));
        RDG_TRY(rdg_collocation_add_size(c, p));
    }
    return rdg_collocation_add_multipliers(c, p);
}

rdg_problem *rdg_collocation_problem(rdg_collocation *c)
{
    RDG_ENTER(c, c->ctx, NULL);
    rdg_problem *p = rdg_problem_create(c->ctx);
    if (p && fill_problem(c, p) != RDG_OK) {
        rdg_problem_free(p);
        c->segment = NULL;
        return NULL;
    }
    return p;
}

rdg_segment *rdg_collocation_segment(const rdg_collocation *c)
{
    return c ? c->segment : NULL;
}
