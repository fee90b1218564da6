/* Multipliers of orbits, as monitors and special points of a problem.
 *
 * The equations of an interval give its later states from the first one, to first order; the end of the orbit
 * from its start follows: M. Run backwards they give the multipliers of the equations whose contracted second
 * derivatives are the change of w . M v. Of an autonomous system M f = f: with Q an orthonormal basis of what
 * is at right angles to f at the start, Q^T M Q has the other multipliers. */
#include "colloc_variation_impl.h"

#include <ridgewalk/saltation.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

static void release_part(rdg_colloc_part *part)
{
    void *arrays[] = {part->at, part->LU, part->pivot, part->W,      part->V,      part->G, part->E,
                      part->R,  part->h,  part->S,     part->states, part->lambda, part->mu};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    if (part->s) {
        rdg_segment_leave(part->s);
    }
}

static void release(void *data)
{
    rdg_colloc_monodromy *m = data;
    if (m->walk) {
        rdg_colloc_variation_release(m->walk);
        rdg_free(m->walk);
    }
    for (rdg_index k = 0; m->part && k < m->parts; k++) {
        release_part(&m->part[k]);
    }
    void *arrays[] = {m->part,  m->velocity,  m->slope, m->x, m->y, m->out, m->v,     m->w,       m->unit,
                      m->block, m->workspace, m->until, m->P, m->Q, m->log, m->angle, m->gradient};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_collocation_leave(m->c);
    rdg_free(m);
}

typedef struct array {
    double **array;
    size_t size;
} array;

static rdg_status allocate_all(rdg_context *ctx, const array *arrays, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        *arrays[k].array =
            arrays[k].size > 0 ? rdg_context_calloc(ctx, arrays[k].size, sizeof(double)) : NULL;
    }
    return rdg_error_status(ctx);
}

/* A part of segment s, behind which there are `next` states. */
static rdg_status add_part(rdg_colloc_monodromy *m, rdg_segment *s, rdg_index event, rdg_index next)
{
    const rdg_segment_layout *at = &s->at;
    rdg_colloc_part *part = &m->part[m->parts++];
    *part = (rdg_colloc_part){.s = s, .event = event, .next = next};
    s->users++;
    const size_t n = (size_t)at->n, N = (size_t)at->N, nz = (size_t)at->nz;
    const size_t behind = event >= 0 ? (size_t)next : 0;
    const array arrays[] = {
        {&part->at, (size_t)at->count},  {&part->G, N * n * n},           {&part->E, n * (n + 2)},
        {&part->R, behind * nz},         {&part->h, event >= 0 ? nz : 0}, {&part->S, behind * n},
        {&part->states, (size_t)at->nx}, {&part->lambda, (size_t)at->m},  {&part->mu, behind}};
    RDG_TRY(rdg_colloc_interval_provide(part, false));
    return allocate_all(m->c->ctx, arrays, sizeof arrays / sizeof *arrays);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* What all parts work in. */
static rdg_status allocate(rdg_colloc_monodromy *m)
{
    const size_t n = (size_t)m->states;
    size_t count = 0, links = 0, block = 0, workspace = 0;
    for (rdg_index k = 0; k < m->parts; k++) {
        const rdg_colloc_part *part = &m->part[k];
        const rdg_segment_layout *at = &part->s->at;
        const size_t wide = (size_t)at->block, nz = (size_t)at->nz, next = (size_t)part->next;
        const size_t one = (wide + n) * (n + 2); /* an interval's solutions, and space for them */
        const size_t salt = (size_t)rdg_hybrid_saltation_workspace(m->c->hybrid, part->event);
        const size_t bent = nz * (nz + 5) + 2 * (next + 1) * (nz + 1);
        count = larger(count, (size_t)at->count);
        block = larger(block, one);
        workspace = larger(workspace, larger(bent, nz + salt));
        links += (size_t)at->N + 1;
    }
    const array arrays[] = {{&m->velocity, n},  {&m->slope, n * (size_t)m->part[0].s->at.nz},
                            {&m->x, n},         {&m->y, n},
                            {&m->out, n},       {&m->v, n},
                            {&m->w, n},         {&m->unit, n},
                            {&m->block, block}, {&m->workspace, workspace},
                            {&m->until, links}, {&m->P, n * n},
                            {&m->Q, n * n},     {&m->log, n},
                            {&m->angle, n},     {&m->gradient, count}};
    return allocate_all(m->c->ctx, arrays, sizeof arrays / sizeof *arrays);
}

/* The first segment of those with the most states. */
static rdg_index most_states(const rdg_collocation *c)
{
    rdg_index most = 0;
    for (rdg_index j = 1; j < c->segments; j++) {
        most = c->chain[j].n > c->chain[most].n ? j : most;
    }
    return most;
}

/* The segment, or the segments from the first one of the most states on. */
static rdg_status add_parts(rdg_colloc_monodromy *m)
{
    rdg_collocation *c = m->c;
    m->part = rdg_context_calloc(c->ctx, (size_t)(c->segments > 0 ? c->segments : 1), sizeof *m->part);
    if (!m->part) {
        return RDG_ERR_NO_MEMORY;
    }
    if (c->segments == 0) {
        return add_part(m, c->segment, -1, c->n);
    }
    const rdg_index first = most_states(c);
    for (rdg_index j = 0; j < c->segments; j++) {
        const rdg_colloc_segment *segment = &c->chain[(first + j) % c->segments];
        RDG_TRY(add_part(m, segment->collocated, segment->event, rdg_colloc_segment_next(segment)->n));
    }
    return RDG_OK;
}

/* Beyond the end of an event signature of segments multipliers mean nothing, and at an event that is not
 * passed they have no bounds. Along a curve of such ends what ends the event signature is zero, but for
 * rounding. */
static bool is_orbit(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_colloc_monodromy *m = data;
    const double rounding = 1e-9 * m->c->largest;
    const rdg_index passing = m->watched[1];
    bool is = passing < 0 || rdg_run_holds(p, passing) || at->mu[passing] > rounding;
    for (int k = 0; k < 3; k++) {
        is = is && (m->watched[k] < 0 || at->mu[m->watched[k]] >= -rounding);
    }
    return is;
}

rdg_status rdg_collocation_add_multipliers(rdg_collocation *c, rdg_problem *p)
{
    const rdg_index states = c->segments > 0 ? c->chain[most_states(c)].n : c->n;
    const rdg_index n = states - (c->forced ? 0 : 1);
    if (n < 1) {
        return RDG_OK; /* an autonomous system of one state has no other multiplier */
    }
    rdg_colloc_monodromy *m = rdg_context_calloc(c->ctx, 1, sizeof *m);
    if (!m) {
        return RDG_ERR_NO_MEMORY;
    }
    *m = (rdg_colloc_monodromy){.c = c, .n = n, .states = states};
    c->users++;
    static const char *const watched[] = {"graze", "passing", "guard"};
    for (int k = 0; k < 3; k++) {
        m->watched[k] = c->segments > 0 && c->watches[k] ? rdg_parameter_index(p, watched[k]) : -1;
    }
    if (add_parts(m) != RDG_OK || allocate(m) != RDG_OK) {
        release(m);
        return rdg_error_status(c->ctx);
    }
    c->monodromy = m;
    return rdg_add_spectrum(p, &(rdg_spectrum_source){.n = n,
                                                      .is_map = true,
                                                      .matrix = rdg_colloc_monodromy_matrix,
                                                      .slope = rdg_colloc_monodromy_slope,
                                                      .eigenvalues = rdg_colloc_monodromy_eigenvalues,
                                                      .where = is_orbit,
                                                      .data = m,
                                                      .free_data = release});
}
