/* Multipliers of orbits, as monitors and special points of a problem.
 *
 * The equations of an interval give its later states from the first one, to first order; the end of the orbit
 * from its start follows: M. Run backwards they give the multipliers of the equations whose contracted second
 * derivatives are the change of w . M v. Of an autonomous system M f = f: with Q an orthonormal basis of what
 * is at right angles to f at the start, Q^T M Q has the other multipliers. */
#include "colloc_variation_impl.h"

#include <ridgewalk/frame.h>
#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

static void release(void *data)
{
    rdg_colloc_monodromy *m = data;
    if (m->walk) {
        rdg_colloc_variation_release(m->walk);
        rdg_free(m->walk);
    }
    void *arrays[] = {m->G, m->until, m->log,      m->angle,  m->A,       m->LU,  m->pivot,
                      m->M, m->at,    m->velocity, m->slope,  m->x,       m->out, m->v,
                      m->w, m->unit,  m->states,   m->lambda, m->gradient};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    if (m->s) {
        rdg_segment_leave(m->s);
    }
    rdg_collocation_leave(m->c);
    rdg_free(m);
}

static rdg_status allocate(rdg_colloc_monodromy *m)
{
    const rdg_segment_layout *at = &m->s->at;
    const size_t n = (size_t)at->n, block = (size_t)at->block, N = (size_t)at->N, width = block + n;
    const struct {
        double **array;
        size_t size;
    } arrays[] = {{&m->A, N * block * n},
                  {&m->LU, N * block * block},
                  {&m->M, n * n},
                  {&m->G, N * n * n},
                  {&m->until, N},
                  {&m->log, n},
                  {&m->angle, n},
                  {&m->at, (size_t)at->count},
                  {&m->velocity, n},
                  {&m->slope, n * (size_t)at->nz},
                  {&m->x, (block + n) * n},
                  {&m->out, n},
                  {&m->v, n},
                  {&m->w, n},
                  {&m->unit, n},
                  {&m->states, (size_t)at->nx},
                  {&m->lambda, N * block},
                  {&m->gradient, (size_t)at->count + width * block}};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k].array = rdg_context_calloc(m->c->ctx, arrays[k].size, sizeof(double));
    }
    m->pivot = rdg_context_calloc(m->c->ctx, N * block, sizeof *m->pivot);
    return rdg_error_status(m->c->ctx);
}

rdg_status rdg_collocation_add_multipliers(rdg_collocation *c, rdg_problem *p)
{
    rdg_segment *s = c->segment;
    const rdg_index n = c->n - (c->forced ? 0 : 1);
    if (n < 1) {
        return RDG_OK; /* an autonomous system of one state has no other multiplier */
    }
    rdg_colloc_monodromy *m = rdg_context_calloc(c->ctx, 1, sizeof *m);
    if (!m) {
        return RDG_ERR_NO_MEMORY;
    }
    *m = (rdg_colloc_monodromy){.c = c, .s = s, .n = n};
    c->users++;
    s->users++;
    if (allocate(m) != RDG_OK) {
        release(m);
        return rdg_error_status(c->ctx);
    }
    c->monodromy = m;
    return rdg_add_spectrum(p, &(rdg_spectrum_source){.n = n,
                                                      .is_map = true,
                                                      .matrix = rdg_colloc_monodromy_matrix,
                                                      .slope = rdg_colloc_monodromy_slope,
                                                      .eigenvalues = rdg_colloc_monodromy_eigenvalues,
                                                      .data = m,
                                                      .free_data = release});
}
