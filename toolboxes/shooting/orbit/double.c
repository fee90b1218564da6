/* Orbits from a labelled solution, in the event signature that it has; and of twice the period, from a period
 * doubling: the orbit gone through twice is a branch point there. */
#include "orbit_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A labelled solution, in the order of a layout that has as many slots as it has. */
typedef struct solution {
    const char *where, *run; /* for messages */
    rdg_orbit_layout at;
    rdg_orbit_past is; /* its event signature */
    double *u, *tangent;
} solution;

static void release(solution *v)
{
    rdg_orbit_past_release(&v->is);
    rdg_free(v->u);
}

static void lay_out(solution *v, rdg_index slots)
{
    rdg_orbit_layout *at = &v->at;
    at->slots = slots;
    at->tau = slots * at->states;
    at->phi = at->tau + slots;
    at->p = at->phi + (at->forced ? 1 : 0);
    at->n = at->p + at->np;
}

static rdg_status read_blocks(rdg_shooting *s, rdg_run *run, rdg_index label, solution *v)
{
    const rdg_index slots = rdg_run_block_size(run, label, "tau");
    v->at = s->at;
    if (slots < 0) {
        return rdg_error_status(s->ctx);
    }
    lay_out(v, slots);
    const rdg_orbit_layout *at = &v->at;
    v->u = rdg_context_calloc(s->ctx, 2 * (size_t)at->n, sizeof *v->u);
    if (!v->u) {
        return RDG_ERR_NO_MEMORY;
    }
    v->tangent = v->u + at->n;
    const struct {
        const char *name;
        rdg_index first, n;
    } blocks[] = {{"x", 0, at->tau},
                  {"tau", at->tau, at->slots},
                  {"phi", at->phi, at->forced ? 1 : 0},
                  {"p", at->p, at->np}};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        if (blocks[k].n > 0) {
            RDG_TRY(rdg_run_solution(run, label, blocks[k].name, blocks[k].n, v->u + blocks[k].first,
                                     v->tangent + blocks[k].first));
        }
    }
    return RDG_OK;
}

/* What is kept with it reports the event signature, else it must be the present one. */
static rdg_status read_sequence(rdg_shooting *s, rdg_run *run, rdg_index label, solution *v)
{
    char *kept = NULL;
    RDG_TRY(rdg_run_kept(run, label, &kept));
    const rdg_status status = rdg_orbit_read(s, kept, &v->is);
    rdg_free(kept);
    if (status != RDG_OK || v->is.segments > 0) {
        return v->is.segments <= v->at.slots ? status
                                             : RDG_FAIL(s->ctx, RDG_ERR_FORMAT, "more segments than slots");
    }
    if (v->at.slots != s->at.slots || !rdg_orbit_is_solved(s, v->u)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, v->where,
                        "\"%s\": label %" PRId64
                        " of run \"%s\" is no orbit of the event signature %s: it has another one",
                        rdg_hybrid_name(s->hybrid), label, v->run, rdg_shooting_sequence(s));
    }
    v->is.segment = rdg_context_calloc(s->ctx, (size_t)s->segments, sizeof *v->is.segment);
    if (!v->is.segment) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_orbit_copy_segments(v->is.segment, s->segment, s->segments);
    v->is.segments = s->segments;
    v->is.order = s->order;
    return RDG_OK;
}

/* The segments, and once more behind themselves for two turns. */
static rdg_status write_turns(rdg_shooting *s, const solution *v, rdg_index turns, rdg_draft *draft)
{
    const rdg_orbit_layout *at = &v->at;
    const double *u = v->u;
    double t = 0.0;
    for (rdg_index k = 0; k < turns * v->is.segments; k++) {
        const rdg_index j = k % v->is.segments;
        const rdg_orbit_segment *segment = &v->is.segment[j];
        rdg_draft_segment copy = {.mode = segment->mode,
                                  .event = segment->event,
                                  .ratio = segment->ratio,
                                  .at_once = segment->at_once,
                                  .phi = at->forced ? u[at->phi] + u[at->p + at->omega] * t : 0.0,
                                  .tau = u[at->tau + j],
                                  .x = u + j * at->states};
        if (segment->event < 0 && segment->ratio == 0.0 && k + 1 < turns * v->is.segments) {
            copy.ratio = u[at->tau + j] / u[at->tau];
        }
        RDG_TRY(rdg_draft_append(s, draft, &copy));
        t += copy.tau;
    }
    return RDG_OK;
}

/* The tangent of the branch that is gone through twice, by the doubled orbit's variables. */
static rdg_status double_tangent(const solution *v, rdg_shooting *d)
{
    const rdg_orbit_layout *from = &v->at;
    const rdg_orbit_layout *to = &d->at;
    const double *tangent = v->tangent;
    d->tangent = rdg_context_calloc(d->ctx, (size_t)to->n, sizeof *d->tangent);
    if (!d->tangent) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < 2 * v->is.segments; k++) {
        const rdg_index j = k % v->is.segments;
        memcpy(d->tangent + k * to->states, tangent + j * from->states,
               (size_t)from->states * sizeof *tangent);
        d->tangent[to->tau + k] = tangent[from->tau + j];
    }
    memcpy(d->tangent + to->phi, tangent + from->phi, (size_t)(from->n - from->phi) * sizeof *tangent);
    return RDG_OK;
}

static rdg_shooting *make(rdg_shooting *s, const solution *v, rdg_index turns)
{
    rdg_draft draft = {.count = 0};
    rdg_shooting *d = NULL;
    if (write_turns(s, v, turns, &draft) == RDG_OK) {
        d = rdg_shooting_of(s, v->u + v->at.p, turns * v->is.order, &draft);
    }
    rdg_draft_release(&draft);
    if (d && turns > 1 && double_tangent(v, d) != RDG_OK) {
        return NULL;
    }
    return d;
}

static rdg_shooting *make_from(rdg_shooting *s, const char *run, rdg_index label, rdg_index turns,
                               const char *where)
{
    rdg_run *r = rdg_run_open(s->ctx, run);
    solution v = {.where = where, .run = run};
    rdg_shooting *d = NULL;
    if (r && read_blocks(s, r, label, &v) == RDG_OK && read_sequence(s, r, label, &v) == RDG_OK) {
        d = make(s, &v, turns);
    }
    release(&v);
    rdg_run_free(r);
    return d;
}

static bool is_half(const rdg_shooting *s, const char *where, const char *why)
{
    if (s->symmetry) {
        rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                 "\"%s\": half of a symmetric orbit is computed%s: follow the whole orbit, without .symmetry",
                 rdg_hybrid_name(s->hybrid), why);
    }
    return s->symmetry;
}

rdg_shooting *rdg_shooting_double(rdg_shooting *s, const char *run, rdg_index label)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK ||
        is_half(s, __func__, ", whose period doubling is a loss of symmetry, a branch point of the whole")) {
        return NULL;
    }
    return make_from(s, run, label, 2, __func__);
}

rdg_shooting *rdg_shooting_at(rdg_shooting *s, const char *run, rdg_index label)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK || is_half(s, __func__, "")) {
        return NULL;
    }
    return make_from(s, run, label, 1, __func__);
}

rdg_option rdg_shooting_flip(const rdg_shooting *s)
{
    return s && s->tangent ? RDG_SWITCH_AT(s->first, s->tangent) : RDG_SWITCH_AT(NULL, NULL);
}
