/* Two structures in their modes, and what these do at the contact. */
#include "sliding_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/modes.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void free_side(const rdg_sliding_side *side)
{
    rdg_free(side->phi);
    rdg_free(side->w2);
    rdg_free(side->c);
    rdg_free(side->f);
    rdg_free(side->x);
    rdg_free(side->y);
}

static void destroy(void *object)
{
    rdg_sliding *c = object;
    free_side(&c->slider);
    free_side(&c->target);
    rdg_free(c->node_x);
    rdg_free(c->node_y);
    rdg_free(c->statics.node_rest);
    rdg_free(c->statics.node_compliance);
    rdg_free(c);
}

void rdg_sliding_free(rdg_sliding *c)
{
    if (c) {
        rdg_context_disown(c->ctx, c);
        destroy(c);
    }
}

/* Squares of the frequencies, 0 where they are rounding errors of the largest, and modal damping */
static rdg_status decouple(rdg_context *ctx, const char *where, rdg_sliding_side *side, const double *omega)
{
    double mass = 0.0, stiffness = 0.0;
    if (!rdg_structure_proportional(side->s, &mass, &stiffness)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the damping of \"%s\" is not proportional, so that its modes are coupled (see "
                        "rdg_damping_proportional)",
                        rdg_structure_name(side->s));
    }
    const double largest = omega[side->n - 1] * omega[side->n - 1];
    for (rdg_index i = 0; i < side->n; i++) {
        const double square = omega[i] * fabs(omega[i]);
        side->w2[i] = fabs(square) > 1e-12 * largest ? square : 0.0;
        side->c[i] = mass + stiffness * side->w2[i];
        if (side->w2[i] < 0.0) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\" has a motion of negative stiffness",
                            rdg_structure_name(side->s));
        }
    }
    return RDG_OK;
}

/* phi^T w for each mode */
static void project(const rdg_sliding_side *side, rdg_index n, const rdg_index *dof, const double *weight,
                    double factor, double *row)
{
    for (rdg_index i = 0; i < side->n; i++) {
        for (rdg_index t = 0; t < n; t++) {
            row[i] += factor * weight[t] * side->phi[dof[t] + side->n * i];
        }
    }
}

static rdg_status project_loads(rdg_context *ctx, const char *where, rdg_sliding_side *side)
{
    for (rdg_index l = 0; l < rdg_load_count(side->s); l++) {
        const rdg_load *load = rdg_load_at(side->s, l);
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        if (load->kind != RDG_LOAD_CONSTANT) {
            return rdg_fail(
                ctx, RDG_ERR_ARGUMENT, where,
                "load \"%s\" of \"%s\" is not constant: steady sliding knows constant forces only",
                load->name, rdg_structure_name(side->s));
        }
        RDG_TRY(rdg_structure_displacement(side->s, where, load->at, &n, &dof, &weight));
        project(side, n, dof, weight, load->amplitude, side->f);
    }
    return RDG_OK;
}

static rdg_status make_side(rdg_context *ctx, const char *where, rdg_structure *s, rdg_index places,
                            rdg_sliding_side *side)
{
    side->s = s;
    side->n = rdg_structure_size(s);
    const size_t n = (size_t)side->n;
    double *omega = rdg_context_calloc(ctx, n, sizeof *omega);
    side->phi = rdg_context_calloc(ctx, n * n, sizeof *side->phi);
    side->w2 = rdg_context_calloc(ctx, n, sizeof *side->w2);
    side->c = rdg_context_calloc(ctx, n, sizeof *side->c);
    side->f = rdg_context_calloc(ctx, n, sizeof *side->f);
    side->x = rdg_context_calloc(ctx, n * (size_t)places, sizeof *side->x);
    side->y = rdg_context_calloc(ctx, n * (size_t)places, sizeof *side->y);
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = rdg_structure_modes(s, 0, NULL, side->n, omega, side->phi);
    }
    if (status == RDG_OK) {
        status = decouple(ctx, where, side, omega);
    }
    rdg_free(omega);
    return status == RDG_OK ? project_loads(ctx, where, side) : status;
}

rdg_status rdg_sliding_row_of(const rdg_sliding *c, bool target, const char *where, const char *name,
                              double *row)
{
    const rdg_sliding_side *side = target ? &c->target : &c->slider;
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(rdg_structure_displacement(side->s, where, name, &n, &dof, &weight));
    project(side, n, dof, weight, 1.0, row);
    return RDG_OK;
}

static rdg_status place_polyline(rdg_sliding *c, const char *where, const char *name, double *rows)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double one = 1.0;
    RDG_TRY(rdg_structure_set(c->target.s, where, name, &n, &dof));
    for (rdg_index node = 0; node < n; node++) {
        project(&c->target, 1, &dof[node], &one, 1.0, rows + c->target.n * node);
    }
    return RDG_OK;
}

static rdg_status check(rdg_context *ctx, const char *where, rdg_structure *target,
                        const rdg_sliding_options *o, rdg_index *nodes)
{
    rdg_index n[2] = {0, 0};
    const rdg_index *dof = NULL;
    if (!o || !o->node_x) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the options, or positions of the polyline's nodes, are NULL");
    }
    RDG_TRY(rdg_structure_set(target, where, o->target_x, &n[0], &dof));
    RDG_TRY(rdg_structure_set(target, where, o->target_y, &n[1], &dof));
    if (n[0] != n[1] || n[0] < 2) {
        return rdg_fail(ctx, RDG_ERR_SIZE, where,
                        "\"%s\" has %" PRId64 " and \"%s\" %" PRId64
                        " members: the same number is needed, 2 or more",
                        o->target_x, n[0], o->target_y, n[1]);
    }
    for (rdg_index i = 0; i < n[0]; i++) {
        if (!isfinite(o->node_x[i]) || (i > 0 && !(o->node_x[i] > o->node_x[i - 1])) ||
            (o->node_y && !isfinite(o->node_y[i]))) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                            "node %" PRId64 " of the polyline is at x = %g m: x must ascend", i,
                            o->node_x[i]);
        }
    }
    if (o->interpolation != RDG_SEGMENTS && o->interpolation != RDG_C1) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "there is no interpolation %d", (int)o->interpolation);
    }
    if (!(o->mu >= 0.0) || !isfinite(o->mu) || !isfinite(o->height)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "mu = %g (0 or more), height = %g m", o->mu, o->height);
    }
    *nodes = n[0];
    return RDG_OK;
}

static rdg_status fill(rdg_sliding *c, const char *where, rdg_structure *slider, rdg_structure *target,
                       const rdg_sliding_options *o)
{
    RDG_TRY(check(c->ctx, where, target, o, &c->nodes));
    c->mu = o->mu;
    c->height = o->height;
    c->interpolation = o->interpolation;
    c->node_x = rdg_context_calloc(c->ctx, (size_t)c->nodes, sizeof *c->node_x);
    c->node_y = rdg_context_calloc(c->ctx, (size_t)c->nodes, sizeof *c->node_y);
    RDG_TRY(rdg_error_status(c->ctx));
    memcpy(c->node_x, o->node_x, (size_t)c->nodes * sizeof *c->node_x);
    if (o->node_y) {
        memcpy(c->node_y, o->node_y, (size_t)c->nodes * sizeof *c->node_y);
    }
    RDG_TRY(make_side(c->ctx, where, slider, 1, &c->slider));
    RDG_TRY(make_side(c->ctx, where, target, c->nodes, &c->target));
    RDG_TRY(rdg_sliding_row_of(c, false, where, o->x, c->slider.x));
    RDG_TRY(rdg_sliding_row_of(c, false, where, o->y, c->slider.y));
    RDG_TRY(place_polyline(c, where, o->target_x, c->target.x));
    RDG_TRY(place_polyline(c, where, o->target_y, c->target.y));
    if (c->target.w2[0] == 0.0 || (c->slider.n > 1 && c->slider.w2[1] == 0.0)) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" must be held, and \"%s\" may have one rigid motion, towards it",
                        rdg_structure_name(target), rdg_structure_name(slider));
    }
    return rdg_statics_create(c);
}

rdg_sliding *rdg_sliding_create(rdg_structure *slider, rdg_structure *target,
                                const rdg_sliding_options *options)
{
    rdg_context *ctx = rdg_structure_context(slider);
    RDG_ENTER(slider, ctx, NULL);
    RDG_NEED(ctx, target, NULL);
    if (rdg_same_context(ctx, rdg_structure_context(target), __func__, "\"%s\" and \"%s\"",
                         rdg_structure_name(slider), rdg_structure_name(target)) != RDG_OK ||
        rdg_structure_refuse_wave(slider, __func__) != RDG_OK ||
        rdg_structure_refuse_wave(target, __func__) != RDG_OK ||
        rdg_structure_refuse_loss(slider, __func__) != RDG_OK ||
        rdg_structure_refuse_loss(target, __func__) != RDG_OK ||
        rdg_structure_refuse_gyroscopic(slider, __func__) != RDG_OK ||
        rdg_structure_refuse_gyroscopic(target, __func__) != RDG_OK) {
        return NULL;
    }
    rdg_sliding *c = rdg_context_calloc(ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    c->ctx = ctx;
    if (fill(c, __func__, slider, target, options) != RDG_OK) {
        destroy(c);
        return NULL;
    }
    return rdg_context_own(ctx, c, destroy) == RDG_OK ? c : NULL;
}

rdg_index rdg_sliding_modes(const rdg_sliding *c)
{
    return c ? c->slider.n + c->target.n : 0;
}

void rdg_sliding_rows(const rdg_sliding *c, const rdg_sliding_state *at, double mu, double *a, double *b)
{
    const double sine = sin(at->gamma), cosine = cos(at->gamma);
    const double force[2] = {-sine - mu * cosine, cosine - mu * sine}, normal[2] = {-sine, cosine};
    for (rdg_index i = 0; i < c->slider.n; i++) {
        b[i] = -force[0] * c->slider.x[i] - force[1] * c->slider.y[i];
        if (a) {
            a[i] = -normal[0] * c->slider.x[i] - normal[1] * c->slider.y[i];
        }
    }
    rdg_stencil node;
    rdg_polyline_stencil(c, at->segment, at->alpha, &node);
    const double *x = c->target.x + c->target.n * node.first, *y = c->target.y + c->target.n * node.first;
    for (rdg_index i = 0; i < c->target.n; i++) {
        double here_x = 0.0, here_y = 0.0;
        for (int k = 0; k < node.n; k++) {
            here_x += node.weight[k] * x[i + c->target.n * k];
            here_y += node.weight[k] * y[i + c->target.n * k];
        }
        b[c->slider.n + i] = force[0] * here_x + force[1] * here_y;
        if (a) {
            a[c->slider.n + i] = normal[0] * here_x + normal[1] * here_y;
        }
    }
}

rdg_status rdg_sliding_check_state(const rdg_sliding *c, const char *where, const rdg_sliding_state *at)
{
    if (at->segment < 0 || at->segment > c->nodes - 2 || !isfinite(at->alpha) || !isfinite(at->gamma)) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "the contact is at alpha = %g, gamma = %g of segment %" PRId64, at->alpha, at->gamma,
                        at->segment);
    }
    return RDG_OK;
}

rdg_status rdg_sliding_displacement(rdg_sliding *c, bool target, const char *name, const double *z, double *u)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, z, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, u, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(c->ctx, __func__, "z", c->slider.n + c->target.n, z));
    const rdg_sliding_side *side = target ? &c->target : &c->slider;
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(rdg_structure_displacement(side->s, __func__, name, &n, &dof, &weight));
    *u = 0.0;
    for (rdg_index i = 0; i < side->n; i++) {
        for (rdg_index t = 0; t < n; t++) {
            *u += weight[t] * side->phi[dof[t] + side->n * i] * z[(target ? c->slider.n : 0) + i];
        }
    }
    return RDG_OK;
}
