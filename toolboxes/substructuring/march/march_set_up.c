/* Memory, rows and coefficients of a motion, once for all its steps. */
#include "sliding_march_impl.h"

#include <ridgewalk/toolbox.h>

static rdg_index march_padded(rdg_index n)
{
    return (n + RDG_MARCH_LANES - 1) / RDG_MARCH_LANES * RDG_MARCH_LANES;
}

/* The next array of n numbers of a block, which begins at a whole vector */
static double *take(double **block, rdg_index n)
{
    double *taken = *block;
    *block += n;
    return taken;
}

static rdg_status allocate(rdg_marching *m)
{
    rdg_march_arrays *a = &m->m;
    a->slider = march_padded(m->c->slider.n);
    a->target = march_padded(m->c->target.n);
    const rdg_index n = a->slider + a->target, nodes = m->c->nodes;
    const rdg_index rows = 2 * a->slider + 2 * a->target * nodes;
    m->memory = rdg_context_calloc(m->c->ctx, (size_t)(6 * n + rows + RDG_MARCH_LANES), sizeof *m->memory);
    m->at_node = rdg_context_calloc(m->c->ctx, (size_t)nodes, sizeof *m->at_node);
    m->at_next = rdg_context_calloc(m->c->ctx, (size_t)nodes, sizeof *m->at_next);
    if (!m->memory || !m->at_node || !m->at_next) {
        return rdg_error_status(m->c->ctx);
    }
    double *block = m->memory;
    while ((uintptr_t)block % (RDG_MARCH_LANES * sizeof *block) != 0) {
        block++;
    }
    a->z = take(&block, n);
    a->d = take(&block, n);
    a->decay = take(&block, n);
    a->recall = take(&block, n);
    a->give_f = take(&block, n);
    a->give = take(&block, n);
    a->row_c = take(&block, 2 * a->slider);
    a->rows = take(&block, 2 * a->target * nodes);
    return RDG_OK;
}

static void set_modes(rdg_marching *m, const rdg_sliding_side *side, rdg_index first)
{
    for (rdg_index i = 0; i < side->n; i++) {
        const rdg_march_mode mode = rdg_march_mode_of(m->o.scheme, side->w2[i], side->c[i], m->o.h);
        m->m.decay[first + i] = mode.decay;
        m->m.recall[first + i] = mode.recall;
        m->m.give_f[first + i] = mode.give * side->f[i];
        m->m.give[first + i] = mode.give;
    }
}

/* The rows of a place, padded */
static void set_rows(const rdg_sliding_side *side, rdg_index place, rdg_index padded, double *row)
{
    for (rdg_index i = 0; i < side->n; i++) {
        row[i] = side->x[i + side->n * place];
        row[padded + i] = side->y[i + side->n * place];
    }
}

/* sum give u v^T over modes, for the rows of two places */
static rdg_march_flexibility flexibility(rdg_index n, const double *give, const double *u, const double *v)
{
    rdg_march_flexibility e = {0};
    for (rdg_index i = 0; i < n; i++) {
        e.xx += give[i] * u[i] * v[i];
        e.xy += give[i] * u[i] * v[n + i];
        e.yx += give[i] * u[n + i] * v[i];
        e.yy += give[i] * u[n + i] * v[n + i];
    }
    return e;
}

rdg_status rdg_march_set_up(rdg_marching *m)
{
    const rdg_sliding *c = m->c;
    rdg_march_arrays *a = &m->m;
    RDG_TRY(allocate(m));
    set_modes(m, &c->slider, 0);
    set_modes(m, &c->target, a->slider);
    set_rows(&c->slider, 0, a->slider, a->row_c);
    m->at_c = flexibility(a->slider, a->give, a->row_c, a->row_c);
    const double *give = a->give + a->slider;
    for (rdg_index k = 0; k < c->nodes; k++) {
        double *row = a->rows + 2 * a->target * k;
        set_rows(&c->target, k, a->target, row);
        m->at_node[k] = flexibility(a->target, give, row, row);
        if (k > 0) {
            m->at_next[k - 1] = flexibility(a->target, give, row - 2 * a->target, row);
        }
    }
    m->kernel = rdg_march_kernel_best();
    return RDG_OK;
}
