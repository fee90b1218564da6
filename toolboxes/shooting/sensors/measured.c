/* What is measured at an instant: a sum of states or a function of one's own, and the same of the mirror
 * image. */
#include "shooting_sensors_impl.h"

#include <inttypes.h>
#include <string.h>

static int sum_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_measured *of = data;
    (void)n, (void)m;
    y[0] = 0.0;
    for (rdg_index t = 0; t < of->n; t++) {
        y[0] += of->weight[t] * u[of->dof[t]];
    }
    return 0;
}

static int sum_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_measured *of = data;
    (void)n, (void)u, (void)m;
    for (rdg_index t = 0; t < of->n; t++) {
        values[of->dof[t]] += of->weight[t];
    }
    return 0;
}

static int sum_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                   void *data)
{
    (void)n, (void)u, (void)m, (void)lambda, (void)values, (void)data;
    return 0;
}

/* Arguments of the mirror image, half a period later. */
static const double *image(const rdg_measured *of, rdg_index nz, const double *z)
{
    const rdg_shooting *s = of->all->s;
    memcpy(of->image, z, (size_t)nz * sizeof *z);
    rdg_orbit_mirror(s, false, z, of->image);
    if (s->at.forced) {
        of->image[nz - 1] += rdg_half_turn(of->all);
    }
    return of->image;
}

static int image_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_measured *of = data;
    return of->side[0].f(n, image(of, n, u), m, y, of->side[0].data);
}

static int image_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_measured *of = data;
    double *there = of->image + n;
    memset(there, 0, (size_t)n * sizeof *there);
    const int answer = of->side[0].df(n, image(of, n, u), m, there, of->side[0].data);
    memcpy(values, there, (size_t)n * sizeof *there);
    rdg_orbit_mirror(of->all->s, true, there, values);
    return answer;
}

rdg_status rdg_measured_begin(rdg_measured *m)
{
    const rdg_orbit_layout *at = &m->all->s->at;
    static const double whole = 1.0;
    const bool flat = rdg_measured_is_flat(m);
    if (flat && !m->dof) {
        m->dof = &m->state;
        m->weight = &whole;
    }
    m->sides = m->all->s->symmetry ? 2 : 1;
    m->side[0] = flat ? (rdg_hybrid_function){sum_f, sum_df, sum_d2f, m} : m->own;
    /* second derivatives of the mirror image are differences, unless there are none */
    m->side[1] = (rdg_hybrid_function){image_f, m->side[0].df ? image_df : NULL, flat ? sum_d2f : NULL, m};
    m->image = rdg_context_calloc(m->all->s->ctx, 2 * (size_t)(at->states + at->np + 1), sizeof(double));
    return m->image ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_measured_release(rdg_measured *m)
{
    rdg_free(m->image);
}

rdg_status rdg_measured_fits(const rdg_measured *m, const char *where, rdg_index mode)
{
    const rdg_hybrid *h = m->all->s->hybrid;
    const rdg_hybrid_phase *of = rdg_hybrid_phase_at(h, mode);
    return m->states <= of->n
               ? RDG_OK
               : rdg_fail(m->all->s->ctx, RDG_ERR_ARGUMENT, where,
                          "sensor \"%s\" measures state %" PRId64 ", counted from 0, of each phase: phase "
                          "\"%s\" of \"%s\" has %" PRId64 " of them; measure a function",
                          m->name, (int64_t)(m->states - 1), of->name, rdg_hybrid_name(h), (int64_t)of->n);
}

int rdg_measured_at(const rdg_measured *m, int side, rdg_index mode, rdg_index nz, const double *z, double *g,
                    double *slope)
{
    const rdg_hybrid_function *f = &m->side[side];
    const int answer = f->f(nz, z, 1, g, f->data);
    return answer == 0 && slope ? rdg_hybrid_df(f, nz, z, rdg_flow_sizes(m->all->s->flow, mode), 1, slope,
                                                m->all->s->work->scratch)
                                : answer;
}

int rdg_measured_bend(const rdg_measured *m, int side, rdg_index mode, rdg_index nz, const double *z,
                      double by, double *curve)
{
    return rdg_hybrid_d2f(&m->side[side], nz, z, rdg_flow_sizes(m->all->s->flow, mode), 1, &by, curve,
                          m->all->s->work->scratch);
}
