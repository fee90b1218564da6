/* What the integration of a memory works in. */
#include "memory_march_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

static double *doubles(rdg_context *ctx, rdg_index n)
{
    return rdg_context_calloc(ctx, (size_t)(n > 0 ? n : 1), sizeof(double));
}

static void fill_instant(rdg_context *ctx, const rdg_memory_march *m, rdg_memory_march_instant *at)
{
    const rdg_index nc = m->basis.n_coefficients;
    at->tau = NAN;
    at->phi = doubles(ctx, nc);
    at->dphi = doubles(ctx, nc);
    at->d2phi = doubles(ctx, nc);
    at->x = doubles(ctx, m->d);
    at->v = doubles(ctx, m->d);
    at->dx = doubles(ctx, m->d);
    at->dv = doubles(ctx, m->d);
}

static void free_instant(rdg_memory_march_instant *at)
{
    rdg_free(at->phi);
    rdg_free(at->dphi);
    rdg_free(at->d2phi);
    rdg_free(at->x);
    rdg_free(at->v);
    rdg_free(at->dx);
    rdg_free(at->dv);
}

rdg_status rdg_memory_march_create(rdg_context *ctx, rdg_memory_march *m)
{
    const rdg_law_regimes *regimes = m->law->regimes;
    m->parts = regimes->parts ? regimes->parts(m->self) : 1;
    m->m = regimes->memory * m->parts;
    m->n = 2 * m->d + m->m;
    m->N = m->d * m->basis.n_coefficients;
    const rdg_index columns = m->N + 1, n = RDG_MEMORY_STAGES * m->m;
    for (int i = 0; i < RDG_MEMORY_STAGES; i++) {
        fill_instant(ctx, m, &m->stage[i]);
    }
    m->w = doubles(ctx, m->m);
    m->w0 = doubles(ctx, m->m);
    m->peak = doubles(ctx, m->m);
    m->steepest = doubles(ctx, m->m);
    m->pw = doubles(ctx, m->m);
    m->S = doubles(ctx, m->m * columns);
    m->S0 = doubles(ctx, m->m * columns);
    m->T = doubles(ctx, columns);
    m->end = doubles(ctx, columns + 1);
    m->W = doubles(ctx, n);
    m->g = doubles(ctx, n);
    m->gy = doubles(ctx, n * m->n);
    m->A = doubles(ctx, n * n);
    m->rhs = doubles(ctx, n * (columns + 1));
    m->f = doubles(ctx, m->d);
    m->df = doubles(ctx, m->d * m->n);
    m->dh = doubles(ctx, RDG_LAW_EVENTS * m->n);
    m->pdw = doubles(ctx, m->m * m->n);
    m->y = doubles(ctx, m->n);
    m->mean = doubles(ctx, m->d);
    m->w_x = doubles(ctx, m->m * m->d);
    m->F = doubles(ctx, m->N);
    m->J = doubles(ctx, m->N * columns);
    m->C = doubles(ctx, m->N * m->N);
    m->status = rdg_context_calloc(ctx, (size_t)m->parts + 1, sizeof(int));
    m->status0 = rdg_context_calloc(ctx, (size_t)m->parts + 1, sizeof(int));
    m->pivot = rdg_context_calloc(ctx, (size_t)n + 1, sizeof(int));
    return rdg_error_status(ctx);
}

void rdg_memory_march_free(rdg_memory_march *m)
{
    for (int i = 0; i < RDG_MEMORY_STAGES; i++) {
        free_instant(&m->stage[i]);
    }
    double *const all[] = {m->w,   m->w0,  m->peak, m->steepest, m->pw,  m->S,   m->S0, m->T,
                           m->end, m->W,   m->g,    m->gy,       m->A,   m->rhs, m->f,  m->df,
                           m->dh,  m->pdw, m->y,    m->mean,     m->w_x, m->F,   m->J,  m->C};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        rdg_free(all[k]);
    }
    rdg_free(m->status);
    rdg_free(m->status0);
    rdg_free(m->pivot);
}
