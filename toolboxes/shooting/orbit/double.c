/* Orbits of twice the period, from a period doubling: the orbit gone through twice is a branch point there.
 */
#include "orbit_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_shooting_double";

/* Variables and tangent of a labelled solution, in the order of the layout. */
static rdg_status read_blocks(rdg_shooting *s, rdg_run *run, rdg_index label, double *u, double *tangent)
{
    const rdg_orbit_layout *at = &s->at;
    const struct {
        const char *name;
        rdg_index first, n;
    } blocks[] = {{"x", 0, at->tau},
                  {"tau", at->tau, at->slots},
                  {"phi", at->phi, at->forced ? 1 : 0},
                  {"p", at->p, at->np}};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        if (blocks[k].n > 0) {
            RDG_TRY(rdg_run_solution(run, label, blocks[k].name, blocks[k].n, u + blocks[k].first,
                                     tangent + blocks[k].first));
        }
    }
    return RDG_OK;
}

/* The arcs once more behind themselves. */
static rdg_status write_twice(rdg_shooting *s, const double *u, rdg_draft *draft)
{
    const rdg_orbit_layout *at = &s->at;
    double t = 0.0;
    for (rdg_index k = 0; k < 2 * s->arcs; k++) {
        const rdg_index j = k % s->arcs;
        const rdg_orbit_arc *arc = &s->arc[j];
        rdg_draft_arc copy = {.mode = arc->mode,
                              .crossing = arc->crossing,
                              .ratio = arc->ratio,
                              .at_once = arc->at_once,
                              .phi = at->forced ? u[at->phi] + u[at->p + at->omega] * t : 0.0,
                              .tau = u[at->tau + j],
                              .x = u + j * at->states};
        if (arc->crossing < 0 && arc->ratio == 0.0 && k < s->arcs) {
            copy.ratio = u[at->tau + j] / u[at->tau];
        }
        RDG_TRY(rdg_draft_append(s, draft, &copy));
        t += copy.tau;
    }
    return RDG_OK;
}

/* The tangent of the branch that is gone through twice, by the doubled orbit's variables. */
static rdg_status double_tangent(const rdg_shooting *s, const double *tangent, rdg_shooting *d)
{
    const rdg_orbit_layout *from = &s->at;
    const rdg_orbit_layout *to = &d->at;
    d->tangent = rdg_context_calloc(d->ctx, (size_t)to->n, sizeof *d->tangent);
    if (!d->tangent) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < 2 * s->arcs; k++) {
        const rdg_index j = k % s->arcs;
        memcpy(d->tangent + k * to->states, tangent + j * from->states,
               (size_t)from->states * sizeof *tangent);
        d->tangent[to->tau + k] = tangent[from->tau + j];
    }
    memcpy(d->tangent + to->phi, tangent + from->phi, (size_t)(from->n - from->phi) * sizeof *tangent);
    return RDG_OK;
}

static rdg_shooting *make(rdg_shooting *s, const double *u, const double *tangent)
{
    rdg_draft draft = {.count = 0};
    rdg_shooting *d = NULL;
    if (write_twice(s, u, &draft) == RDG_OK) {
        d = rdg_shooting_of(s, u + s->at.p, 2 * s->order, &draft);
    }
    rdg_draft_release(&draft);
    if (d && double_tangent(s, tangent, d) != RDG_OK) {
        return NULL;
    }
    return d;
}

static bool is_orbit(rdg_shooting *s, const double *u, const char *run, rdg_index label)
{
    const bool is = rdg_orbit_is_solved(s, u);
    if (!is && rdg_error_status(s->ctx) == RDG_OK) {
        rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                 "\"%s\": label %" PRId64 " of run \"%s\" is no orbit of the sequence %s: it has another one",
                 rdg_hybrid_name(s->hybrid), label, run, rdg_shooting_sequence(s));
    }
    return is;
}

rdg_shooting *rdg_shooting_double(rdg_shooting *s, const char *run, rdg_index label)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK) {
        return NULL;
    }
    if (s->symmetry) {
        rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, where,
            "\"%s\": half of a symmetric orbit is computed, whose period doubling is a loss of symmetry: "
            "follow the whole orbit, without .symmetry, through the branch point",
            rdg_hybrid_name(s->hybrid));
        return NULL;
    }
    rdg_run *r = rdg_run_open(s->ctx, run);
    double *u = rdg_context_calloc(s->ctx, 2 * (size_t)s->at.n, sizeof *u);
    rdg_shooting *d = NULL;
    if (r && u && read_blocks(s, r, label, u, u + s->at.n) == RDG_OK && is_orbit(s, u, run, label)) {
        d = make(s, u, u + s->at.n);
    }
    rdg_free(u);
    rdg_run_free(r);
    return d;
}

rdg_option rdg_shooting_flip(const rdg_shooting *s)
{
    return s && s->tangent ? RDG_SWITCH_AT(s->first, s->tangent) : RDG_SWITCH_AT(NULL, NULL);
}
