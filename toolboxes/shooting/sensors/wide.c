/* Modes of an orbit's system with integrals as further states. */
#include "shooting_sensors_impl.h"

#include <math.h>
#include <string.h>

static rdg_index states_of(const rdg_wide_mode *w)
{
    return rdg_hybrid_mode_at(w->all->s->hybrid, w->place)->n;
}

/* The variables without the integrals. */
static const double *narrow(const rdg_wide_mode *w, rdg_index nu, const double *u)
{
    const rdg_index n = states_of(w), nq = w->all->n_integrals;
    memcpy(w->all->u, u, (size_t)n * sizeof *u);
    memcpy(w->all->u + n, u + n + nq, (size_t)(nu - n - nq) * sizeof *u);
    return w->all->u;
}

/* The place of a variable among those with the integrals. */
static rdg_index widened(rdg_index n, rdg_index nq, rdg_index j)
{
    return j < n ? j : j + nq;
}

double rdg_quadrature_of(const rdg_quadrature *q, const double *u)
{
    double x = 0.0;
    for (rdg_index t = 0; t < q->n; t++) {
        x += q->weight[t] * u[q->dof[t]];
    }
    return x;
}

rdg_integrand_value rdg_integrand_at(const rdg_quadrature *q, double x, double phi)
{
    const double k = q->harmonic, c = cos(k * phi), s = sin(k * phi);
    switch (q->of) {
    case RDG_OF_X:
        return (rdg_integrand_value){x, {1.0, 0.0}, {0.0, 0.0, 0.0}};
    case RDG_OF_SQUARE:
        return (rdg_integrand_value){x * x, {2.0 * x, 0.0}, {2.0, 0.0, 0.0}};
    case RDG_OF_COSINE:
        return (rdg_integrand_value){x * c, {c, -k * x * s}, {0.0, -k * s, -k * k * x * c}};
    default:
        return (rdg_integrand_value){x * s, {s, k * x * c}, {0.0, k * c, -k * k * x * s}};
    }
}

static double phase(const rdg_wide_mode *w, rdg_index nu, const double *u)
{
    return w->all->s->at.forced ? u[nu - 1] : 0.0;
}

static int f(rdg_index nu, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_wide_mode *w = data;
    const rdg_hybrid_function *field = &rdg_hybrid_mode_at(w->all->s->hybrid, w->place)->field;
    const rdg_index n = states_of(w), nq = w->all->n_integrals;
    (void)m;
    const int answer = field->f(nu - nq, narrow(w, nu, u), n, y, field->data);
    for (rdg_index i = 0; i < nq; i++) {
        const rdg_quadrature *q = &w->all->integral[i];
        y[n + i] = rdg_integrand_at(q, rdg_quadrature_of(q, u), phase(w, nu, u)).f;
    }
    return answer;
}

static int df(rdg_index nu, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_wide_mode *w = data;
    const rdg_hybrid_function *field = &rdg_hybrid_mode_at(w->all->s->hybrid, w->place)->field;
    const rdg_index n = states_of(w), nq = w->all->n_integrals;
    const int answer =
        rdg_hybrid_df(field, nu - nq, narrow(w, nu, u), rdg_flow_sizes(w->all->s->flow, w->place), n,
                      w->all->first, w->all->narrow);
    for (rdg_index j = 0; j < nu - nq; j++) {
        memcpy(values + m * widened(n, nq, j), w->all->first + n * j, (size_t)n * sizeof *values);
    }
    for (rdg_index i = 0; i < nq; i++) {
        const rdg_quadrature *q = &w->all->integral[i];
        const rdg_integrand_value v = rdg_integrand_at(q, rdg_quadrature_of(q, u), phase(w, nu, u));
        for (rdg_index t = 0; t < q->n; t++) {
            values[n + i + m * q->dof[t]] += v.g[0] * q->weight[t];
        }
        if (w->all->s->at.forced) {
            values[n + i + m * (nu - 1)] += v.g[1];
        }
    }
    return answer;
}

static int d2f(rdg_index nu, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    const rdg_wide_mode *w = data;
    const rdg_hybrid_function *field = &rdg_hybrid_mode_at(w->all->s->hybrid, w->place)->field;
    const rdg_index n = states_of(w), nq = w->all->n_integrals, nn = nu - nq;
    (void)m;
    const int answer = rdg_hybrid_d2f(field, nn, narrow(w, nu, u), rdg_flow_sizes(w->all->s->flow, w->place),
                                      n, lambda, w->all->second, w->all->narrow);
    for (rdg_index k = 0; k < nn * nn; k++) {
        values[widened(n, nq, k % nn) + nu * widened(n, nq, k / nn)] = w->all->second[k];
    }
    for (rdg_index i = 0; i < nq; i++) {
        const rdg_quadrature *q = &w->all->integral[i];
        const rdg_integrand_value v = rdg_integrand_at(q, rdg_quadrature_of(q, u), phase(w, nu, u));
        const double l = lambda[n + i];
        for (rdg_index t = 0; t < q->n; t++) {
            for (rdg_index r = 0; r < q->n; r++) {
                values[q->dof[t] + nu * q->dof[r]] += l * v.h[0] * q->weight[t] * q->weight[r];
            }
            if (w->all->s->at.forced) {
                values[q->dof[t] + nu * (nu - 1)] += l * v.h[1] * q->weight[t];
                values[nu - 1 + nu * q->dof[t]] += l * v.h[1] * q->weight[t];
            }
        }
        if (w->all->s->at.forced) {
            values[nu * nu - 1] += l * v.h[2];
        }
    }
    return answer;
}

rdg_status rdg_wide_reach(rdg_orbit_sensors *all, rdg_index place)
{
    rdg_context *ctx = all->s->ctx;
    while (all->n_wide <= place) {
        RDG_TRY(
            rdg_context_reserve(ctx, (void *)&all->mode, &all->wide_room, all->n_wide + 1, sizeof(void *)));
        rdg_wide_mode *w = rdg_context_calloc(ctx, 1, sizeof *w);
        if (!w) {
            return RDG_ERR_NO_MEMORY;
        }
        *w = (rdg_wide_mode){all, all->n_wide};
        all->mode[all->n_wide++] = w;
        const rdg_hybrid_mode *of = rdg_hybrid_mode_at(all->s->hybrid, w->place);
        RDG_TRY(rdg_hybrid_add_mode(
            all->wide,
            &(rdg_hybrid_mode){.name = of->name, .n = of->n + all->n_integrals, .field = {f, df, d2f, w}}));
    }
    return RDG_OK;
}
