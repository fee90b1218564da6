/* The workspace of motions: memory, messages. */
#include "modal_impl.h"
#include "radau_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void destroy(void *object)
{
    rdg_flow *flow = object;
    rdg_linear_free(flow);
    rdg_modal_free(flow);
    rdg_radau_free(flow);
    rdg_free(flow->is_stiff);
    rdg_free(flow->memory);
    rdg_free(flow->tape);
    rdg_trail_free(flow);
    rdg_free(flow->watched);
    rdg_free(flow->straight);
    rdg_free(flow->size);
    rdg_free(flow);
}

typedef struct layout {
    double *memory; /* NULL: count only */
    size_t used;
} layout;

static double *part(layout *l, rdg_index count)
{
    double *here = l->memory ? l->memory + l->used : NULL;
    l->used += (size_t)count;
    return here;
}

static rdg_index *places(layout *l, rdg_index count)
{
    _Static_assert(sizeof(rdg_index) == sizeof(double), "places lie among numbers");
    void *here = part(l, count);
    return here;
}

/* Parts of the memory for modes of n states with nu arguments. */
static void lay_out(rdg_flow *flow, layout *l, rdg_index n, rdg_index nu)
{
    rdg_rk *k = &flow->rk;
    const rdg_index wide = RDG_RK_WIDE, block = n * wide, capacity = rdg_rk_pattern_workspace(n, nu);
    const rdg_index blocks = (nu + wide) / wide; /* of nu + 1 columns */
    k->z = part(l, n);
    k->z1 = part(l, n);
    k->unit = part(l, n);
    for (rdg_index i = 0; l->memory && i < n; i++) {
        k->unit[i] = 1.0;
    }
    k->u = part(l, nu);
    k->g = part(l, n * (nu + 1 > RDG_RK_ALL ? nu + 1 : RDG_RK_ALL));
    k->v = part(l, blocks * block);
    k->v1 = part(l, blocks * block);
    k->s = part(l, nu * wide);
    k->dg = part(l, RDG_RK_STAGES * block);
    k->pattern = (rdg_rk_pattern){.start = places(l, n + 1),
                                  .row_of = places(l, capacity),
                                  .place = places(l, capacity),
                                  .value = part(l, RDG_RK_STAGES * capacity),
                                  .A = part(l, n * nu + 1),
                                  .revision = k->pattern.revision + 1};
    k->f0 = part(l, n);
    k->f1 = part(l, n);
    k->A = part(l, n * nu);
    k->work = part(l, 2 * nu + 2 * n + 2 * n * nu);
    k->dense = part(l, 7 * n);
    const rdg_index all = rdg_flow_second_workspace(n, nu),
                    along = rdg_flow_second_along_workspace(n, nu) + 3 * (nu + 1);
    flow->second = part(l, all > along ? all : along);
    flow->look = part(l, rdg_watch_workspace(n, nu));
    flow->instant = part(l, 2 * n + nu);
    flow->extent = part(l, n);
}

/* Space for all modes and events that there are now. */
static int grow(rdg_flow *flow)
{
    rdg_index n = 1, nu = 1;
    const rdg_index modes = rdg_hybrid_phases(flow->h), events = rdg_hybrid_event_surfaces(flow->h);
    for (rdg_index i = 0; i < modes; i++) {
        n = rdg_hybrid_phase_at(flow->h, i)->n > n ? rdg_hybrid_phase_at(flow->h, i)->n : n;
        nu = rdg_hybrid_arguments(flow->h, i) > nu ? rdg_hybrid_arguments(flow->h, i) : nu;
    }
    layout l = {0};
    lay_out(flow, &l, n, nu);
    double *memory = rdg_context_calloc(flow->ctx, l.used, sizeof *memory);
    rdg_watch *watched = rdg_context_calloc(flow->ctx, (size_t)events + 1, sizeof *watched);
    bool *is_stiff = rdg_context_calloc(flow->ctx, (size_t)modes + 1, sizeof *is_stiff);
    bool *straight = rdg_context_calloc(flow->ctx, (size_t)events + 1, sizeof *straight);
    if (!memory || !watched || !is_stiff || !straight) {
        rdg_free(is_stiff);
        rdg_free(memory);
        rdg_free(watched);
        rdg_free(straight);
        flow->modes = -1; /* what there was is laid out no more */
        return rdg_flow_because(flow, -1, "there is no memory for the motion of \"%s\"",
                                rdg_hybrid_name(flow->h));
    }
    if (flow->watched && flow->events > 0 && flow->events <= events) {
        memcpy(watched, flow->watched, (size_t)flow->events * sizeof *watched);
    }
    if (flow->is_stiff && flow->modes > 0 && flow->modes <= modes) {
        memcpy(is_stiff, flow->is_stiff, (size_t)flow->modes * sizeof *is_stiff);
    }
    rdg_free(flow->memory);
    rdg_free(flow->watched);
    rdg_free(flow->is_stiff);
    rdg_free(flow->straight);
    flow->is_stiff = is_stiff;
    flow->memory = memory;
    flow->watched = watched;
    flow->straight = straight;
    l = (layout){.memory = memory};
    lay_out(flow, &l, n, nu);
    flow->modes = modes;
    flow->events = events;
    return 0;
}

static bool check_options(rdg_context *ctx, const rdg_flow_options *o)
{
    const double number[] = {o->relative, o->absolute, o->slopes};
    const char *const name[] = {"relative", "absolute", "slopes"};
    for (int i = 0; i < 3; i++) {
        if (!(number[i] >= 0.0) || isinf(number[i])) {
            rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_flow_create",
                     "%s = %g: it must be > 0, or 0 for the default", name[i], number[i]);
            return false;
        }
    }
    if (o->method < RDG_FLOW_CHOSEN || o->method > RDG_FLOW_MIXED) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_flow_create", "there is no method %d", (int)o->method);
        return false;
    }
    if (o->sizes && o->method != RDG_FLOW_EXPLICIT) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_flow_create", "sizes are those of RDG_FLOW_EXPLICIT");
        return false;
    }
    if (o->max_steps < 0 || o->max_events < 0) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_flow_create",
                 "max_steps = %ld, max_events = %ld: they must be > 0, or 0 for the default", o->max_steps,
                 o->max_events);
        return false;
    }
    return true;
}

rdg_flow *rdg_flow_create(rdg_hybrid *h, const rdg_flow_options *options)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    if (!ctx || rdg_error_status(ctx) != RDG_OK || (options && !check_options(ctx, options))) {
        return NULL;
    }
    rdg_flow *flow = rdg_context_calloc(ctx, 1, sizeof *flow);
    if (!flow) {
        return NULL;
    }
    flow->h = h;
    flow->ctx = ctx;
    flow->options = options ? *options : (rdg_flow_options){0};
    if (flow->options.method == RDG_FLOW_STIFF) {
        flow->options.method = RDG_FLOW_MIXED;
    }
    rdg_flow_options *o = &flow->options;
    o->relative = o->relative > 0.0 ? o->relative : 1e-11;
    o->absolute = o->absolute > 0.0 ? o->absolute : 1e-13;
    o->slopes = o->slopes > 0.0 ? o->slopes : 10.0 * o->relative;
    o->max_steps = o->max_steps > 0 ? o->max_steps : 1000000;
    o->max_events = o->max_events > 0 ? o->max_events : 1000000;
    flow->most_looks = o->max_steps;
    if (grow(flow) != 0) {
        destroy(flow);
        return NULL;
    }
    return rdg_context_own(ctx, flow, destroy) == RDG_OK ? flow : NULL;
}

void rdg_flow_free(rdg_flow *flow)
{
    if (flow) {
        rdg_context_disown(flow->ctx, flow);
        destroy(flow);
    }
}

const char *rdg_flow_reason(const rdg_flow *flow)
{
    return flow ? flow->reason : "";
}

rdg_index rdg_flow_arguments(const rdg_flow *flow, rdg_index mode)
{
    const rdg_index count = flow ? rdg_hybrid_arguments(flow->h, mode) : 0;
    return count > 0 ? count + 1 : 0;
}

void rdg_flow_limit(rdg_flow *flow, long steps)
{
    if (flow && steps > 0) {
        flow->options.max_steps = steps;
    }
}

void rdg_mesh_release(rdg_mesh *mesh)
{
    if (mesh) {
        rdg_free(mesh->share);
        *mesh = (rdg_mesh){0};
    }
}

int rdg_flow_enter(rdg_flow *flow, rdg_index mode, bool varied)
{
    flow->reason[0] = '\0';
    if (!rdg_hybrid_phase_at(flow->h, mode)) {
        return rdg_flow_because(flow, -1, "\"%s\" has no phase %" PRId64 ": it has %" PRId64,
                                rdg_hybrid_name(flow->h), mode, rdg_hybrid_phases(flow->h));
    }
    if (rdg_hybrid_enter(flow->h, mode) != RDG_OK) {
        return rdg_flow_because(flow, -1, "%s", rdg_error_message(flow->ctx));
    }
    const rdg_hybrid_phase *m = rdg_hybrid_phase_at(flow->h, mode);
    if ((flow->modes != rdg_hybrid_phases(flow->h) || flow->events != rdg_hybrid_event_surfaces(flow->h)) &&
        grow(flow) != 0) {
        return -1;
    }
    if (!rdg_flow_provide_sizes(flow, mode)) {
        return rdg_flow_because(flow, -1, "%s", rdg_error_message(flow->ctx));
    }
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(flow->h);
    rdg_rk *k = &flow->rk;
    flow->place = mode;
    flow->mode = m->name;
    flow->closed = NULL;
    flow->stride = 0.0;
    flow->radau = NULL;
    flow->started = 0.0;
    flow->field = m->field; /* a copy: modes that are added may move this one */
    k->field = &flow->field;
    k->size = rdg_flow_sizes(flow, mode);
    k->n = m->n;
    k->np = p.n;
    k->nu = rdg_hybrid_arguments(flow->h, mode);
    k->ns = varied ? k->nu + 1 : 0;
    k->forced = p.omega >= 0;
    k->omega_at = k->forced ? k->n + p.omega : -1;
    return 0;
}

int rdg_flow_segment_begin(rdg_flow *flow, rdg_index mode, const double *sigma, bool varied)
{
    const int answer = rdg_flow_enter(flow, mode, varied);
    if (answer != 0) {
        return answer;
    }
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n;
    memcpy(k->u + n, sigma + n, (size_t)k->np * sizeof(double));
    k->tau = sigma[k->nu];
    k->phi0 = k->forced ? sigma[k->nu - 1] : 0.0;
    k->omega = k->forced ? sigma[k->omega_at] : 0.0;
    memcpy(k->z, sigma, (size_t)n * sizeof(double));
    if (varied) {
        rdg_rk_vary_begin(k);
    }
    return rdg_flow_choose(flow, varied);
}
