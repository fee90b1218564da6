/* Periodic orbits of a system: made from a motion, and the workspace of their equations. */
#include "orbit_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Slots for segments of systems with events, whose orbits may change: at least, and more than the first
 * orbit has. */
enum { SLOTS = 16, MORE = 8 };

/* Orbits whose motion is kept: an iterate, the ends of a step and places in between are requested in turns.
 */
enum { KEPT = 3 };

static void release_work(rdg_orbit_work *w)
{
    void *arrays[] = {w->sigma,  w->y,     w->dy,    w->z,      w->value,    w->slope,   w->Z,
                      w->D,      w->H,     w->curve, w->lambda, w->gradient, w->scratch, w->column,
                      w->factor, w->along, w->given, w->reach,  w->bent};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_mesh_release(&w->mesh);
    rdg_free(w);
}

static void release(void *object)
{
    rdg_shooting *s = object;
    for (rdg_index j = 0; s->segment && j < s->at.slots; j++) {
        rdg_mesh_release(&s->segment[j].mesh);
        rdg_free(s->segment[j].at);
        rdg_free(s->segment[j].y);
        rdg_free(s->segment[j].dy);
        rdg_free(s->segment[j].extent);
        rdg_free(s->segment[j].dstart);
        rdg_free(s->segment[j].dflow);
    }
    if (s->work) {
        release_work(s->work);
    }
    rdg_orbit_release_walk(s);
    for (rdg_index k = 0; k < s->n_past; k++) {
        rdg_orbit_past_release(&s->past[k]);
    }
    rdg_free(s->past);
    rdg_stencil_release(&s->df);
    rdg_stencil_release(&s->d2f);
    void *arrays[] = {s->named,   s->tangent, s->home,    s->ended,    s->trace,
                      s->trace_p, s->slope,   s->segment, s->symmetry, s->sequence,
                      s->written, s->p,       s->first,   s->anchor,   s->end.x};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(s);
}

void rdg_orbit_leave(void *shooting)
{
    rdg_shooting *s = shooting;
    if (--s->users == 0) {
        release(s);
    }
}

void rdg_shooting_free(rdg_shooting *s)
{
    if (s) {
        rdg_context_disown(s->ctx, s);
        rdg_orbit_leave(s);
    }
}

static rdg_status create_work(rdg_shooting *s)
{
    rdg_orbit_work *w = rdg_context_calloc(s->ctx, 1, sizeof *w);
    if (!w) {
        return RDG_ERR_NO_MEMORY;
    }
    s->work = w;
    const size_t states = (size_t)s->at.states;
    const size_t nz = states + (size_t)s->at.np + (s->at.forced ? 1 : 0);
    const size_t ns = nz + 1;
    const struct {
        double **array;
        size_t size;
    } arrays[] = {{&w->sigma, ns},
                  {&w->y, states},
                  {&w->dy, states * ns},
                  {&w->z, nz},
                  {&w->value, nz},
                  {&w->slope, nz * nz},
                  {&w->Z, nz * ns},
                  {&w->D, states * ns},
                  {&w->H, ns * ns},
                  {&w->curve, nz * nz},
                  {&w->lambda, states},
                  {&w->gradient, nz},
                  {&w->reach, ns},
                  {&w->given, ns},
                  {&w->bent, ns * ns},
                  {&w->along, 2 * ns},
                  {&w->scratch, 2 * (nz + states + nz * states)}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i].array = rdg_context_calloc(s->ctx, arrays[i].size, sizeof(double));
    }
    s->anchor = rdg_context_calloc(s->ctx, 2 * states, sizeof(double));
    return rdg_error_status(s->ctx);
}

/* Periods of the forcing in one of the orbit, and segments: a motion as long takes minutes, a longer one has
 * no end that anybody waits for. */
static const rdg_index most_order = (rdg_index)1 << 16;

/* G, of a system of one mode, with G^2 = 1. */
static rdg_status take_symmetry(rdg_shooting *s, const double *G)
{
    const rdg_index n = s->at.states;
    if (!G) {
        return RDG_OK;
    }
    if (rdg_hybrid_phases(s->hybrid) != 1) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_shooting_create",
                        "\"%s\" has %" PRId64 " phases: a symmetry is one of systems of one phase",
                        rdg_hybrid_name(s->hybrid), rdg_hybrid_phases(s->hybrid));
    }
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            double sum = i == j ? -1.0 : 0.0;
            for (rdg_index k = 0; k < n; k++) {
                sum += G[i + n * k] * G[k + n * j];
            }
            if (!(fabs(sum) <= 1e-12)) {
                return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_shooting_create",
                                "the symmetry of \"%s\" is none: entry %" PRId64 ", %" PRId64
                                " of G G - 1 is %g",
                                rdg_hybrid_name(s->hybrid), i, j, sum);
            }
        }
    }
    s->symmetry = rdg_context_calloc(s->ctx, (size_t)(n * n), sizeof(double));
    if (!s->symmetry) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(s->symmetry, G, (size_t)(n * n) * sizeof(double));
    return RDG_OK;
}

static rdg_status describe(rdg_shooting *s, const rdg_shooting_options *o)
{
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(s->hybrid);
    for (rdg_index k = 0; k < rdg_hybrid_phases(s->hybrid); k++) {
        const rdg_index n = rdg_hybrid_phase_at(s->hybrid, k)->n;
        s->at.states = n > s->at.states ? n : s->at.states;
    }
    s->flow_options = o->flow;
    s->at.np = p.n;
    s->at.omega = p.omega;
    s->at.forced = p.omega >= 0;
    s->order = 1;
    if (s->at.states == 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_shooting_create",
                        "\"%s\" has no phases: add them first, rdg_hybrid_add_phase()",
                        rdg_hybrid_name(s->hybrid));
    }
    if (o->order < 0 || o->segments < 0 || !(o->transient >= 0.0) || !(o->period >= 0.0) ||
        isinf(o->transient) || isinf(o->period)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_shooting_create",
                        "\"%s\": transient = %g, period = %g, order = %" PRId64 ", segments = %" PRId64
                        ": none may be negative or infinite",
                        rdg_hybrid_name(s->hybrid), o->transient, o->period, o->order, o->segments);
    }
    if (o->order > most_order || o->segments > most_order) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_shooting_create",
                        "\"%s\": order = %" PRId64 ", segments = %" PRId64 ": %" PRId64
                        " is the most, a motion of that many periods takes minutes",
                        rdg_hybrid_name(s->hybrid), o->order, o->segments, most_order);
    }
    s->p = rdg_context_calloc(s->ctx, (size_t)p.n, sizeof(double));
    if (!s->p) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(s->p, o->p ? o->p : p.value, (size_t)p.n * sizeof(double));
    RDG_TRY(create_work(s));
    s->flow = rdg_flow_create(s->hybrid, &o->flow);
    return s->flow ? take_symmetry(s, o->symmetry) : rdg_error_status(s->ctx);
}

/* Slots, the unknowns and the equations. */
static rdg_status lay_out(rdg_shooting *s, rdg_index wanted, rdg_index segments)
{
    rdg_orbit_layout *at = &s->at;
    const rdg_index forced = at->forced ? 1 : 0;
    const bool changes = rdg_hybrid_event_surfaces(s->hybrid) > 0;
    const rdg_index least = changes && segments + MORE < SLOTS ? SLOTS : changes ? segments + MORE : segments;
    at->slots = wanted > 0 ? wanted : least;
    at->slots = at->slots > segments ? at->slots : segments;
    rdg_flow_keep_stages(s->flow, at->slots + KEPT);
    at->tau = at->slots * at->states;
    at->phi = at->tau + at->slots;
    at->p = at->phi + forced;
    at->n = at->p + at->np;
    at->when = at->tau;
    at->period = at->when + at->slots;
    at->m = at->period + forced;
    s->segment = rdg_context_calloc(s->ctx, (size_t)at->slots, sizeof *s->segment);
    s->home = rdg_context_calloc(s->ctx, (size_t)at->slots, sizeof *s->home);
    s->ended = rdg_context_calloc(s->ctx, (size_t)at->slots, sizeof *s->ended);
    const size_t ns = (size_t)(at->states + at->np + forced + 1);
    for (rdg_index j = 0; s->segment && j < at->slots; j++) {
        s->segment[j].at = rdg_context_calloc(s->ctx, ns, sizeof(double));
        s->segment[j].y = rdg_context_calloc(s->ctx, (size_t)at->states, sizeof(double));
        s->segment[j].dy = rdg_context_calloc(s->ctx, (size_t)at->states * ns, sizeof(double));
        s->segment[j].extent = rdg_context_calloc(s->ctx, (size_t)at->states, sizeof(double));
        s->segment[j].dstart = rdg_context_calloc(s->ctx, (size_t)at->states * ns, sizeof(double));
        s->segment[j].dflow = rdg_context_calloc(s->ctx, (size_t)at->states * ns, sizeof(double));
    }
    s->first = rdg_context_calloc(s->ctx, (size_t)at->n, sizeof(double));
    s->work->column = rdg_context_calloc(s->ctx, 2 * (size_t)(at->slots + 2), sizeof *s->work->column);
    s->work->factor = rdg_context_calloc(s->ctx, 2 * (size_t)(at->slots + 2), sizeof *s->work->factor);
    RDG_TRY(rdg_error_status(s->ctx));
    memcpy(s->first + at->p, s->p, (size_t)at->np * sizeof(double));
    RDG_TRY(rdg_orbit_make_df_stencil(s));
    return rdg_orbit_make_d2f_stencil(s);
}

static rdg_status take_draft(rdg_shooting *s, const rdg_shooting_options *o, const rdg_draft *draft)
{
    RDG_TRY(lay_out(s, o->segments, draft->count));
    RDG_TRY(rdg_orbit_take(s, draft, s->first));
    rdg_orbit_limit_steps(s, s->first);
    rdg_orbit_note_sizes(s, s->first);
    return RDG_OK;
}

static rdg_status fill(rdg_shooting *s, const rdg_shooting_options *o)
{
    rdg_draft draft = {.count = 0};
    RDG_TRY(describe(s, o));
    rdg_status status = rdg_orbit_find(s, o, &draft);
    if (status == RDG_OK) {
        status = take_draft(s, o, &draft);
    }
    rdg_draft_release(&draft);
    return status;
}

static rdg_shooting *begin(rdg_hybrid *h)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    rdg_shooting *s = ctx && rdg_error_status(ctx) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *s) : NULL;
    if (s) {
        s->ctx = ctx;
        s->hybrid = h;
        s->users = 1;
    }
    return s;
}

static rdg_shooting *finish(rdg_shooting *s, rdg_status status)
{
    if (status != RDG_OK) {
        release(s);
        return NULL;
    }
    return rdg_context_own(s->ctx, s, rdg_orbit_leave) == RDG_OK ? s : NULL;
}

rdg_shooting *rdg_shooting_create(rdg_hybrid *h, const rdg_shooting_options *options)
{
    const rdg_shooting_options o = options ? *options : (rdg_shooting_options){.transient = 0.0};
    rdg_shooting *s = begin(h);
    rdg_status status = s ? fill(s, &o) : RDG_ERR_EARLIER;
    while (s && s->too_narrow) { /* modes of more states have come up: once more, with space for them */
        release(s);
        rdg_error_clear(rdg_hybrid_context(h));
        s = begin(h);
        status = s ? fill(s, &o) : RDG_ERR_EARLIER;
    }
    return s ? finish(s, status) : NULL;
}

static rdg_status fill_like(rdg_shooting *s, const rdg_shooting *like, const double *p, rdg_index order,
                            const rdg_draft *draft)
{
    const rdg_shooting_options o = {.flow = like->flow_options,
                                    .segments =
                                        like->at.slots > draft->count ? like->at.slots : draft->count};
    RDG_TRY(describe(s, &o));
    memcpy(s->p, p, (size_t)s->at.np * sizeof *p);
    s->order = order;
    RDG_TRY(take_draft(s, &o, draft));
    const bool has_anchor = !s->at.forced && draft->segment[draft->count - 1].event < 0;
    if (has_anchor && rdg_orbit_anchor(s, draft->segment[0].mode, draft->segment[0].x, p) != 0) {
        return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_shooting_double",
                        "\"%s\": no motion at the start", rdg_hybrid_name(s->hybrid));
    }
    return RDG_OK;
}

rdg_shooting *rdg_shooting_of(const rdg_shooting *like, const double *p, rdg_index order,
                              const rdg_draft *draft)
{
    rdg_shooting *s = begin(like->hybrid);
    return s ? finish(s, fill_like(s, like, p, order, draft)) : NULL;
}

rdg_hybrid *rdg_shooting_system(const rdg_shooting *s)
{
    return s ? s->hybrid : NULL;
}

rdg_index rdg_shooting_order(const rdg_shooting *s)
{
    return s ? s->order : 0;
}
