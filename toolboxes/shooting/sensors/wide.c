/* Modes of an orbit's system with integrals as further states. */
#include "shooting_sensors_impl.h"

#include <math.h>
#include <string.h>

static rdg_index states_of(const rdg_wide_mode *w)
{
    return rdg_hybrid_phase_at(w->all->s->hybrid, w->place)->n;
}

/* These variables. */
static const double *narrow(const rdg_wide_mode *w, rdg_index nz, const double *u)
{
    const rdg_index n = states_of(w), nq = w->all->n_integrals;
    memcpy(w->all->u, u, (size_t)n * sizeof *u);
    memcpy(w->all->u + n, u + n + nq, (size_t)(nz - n) * sizeof *u);
    return w->all->u;
}

rdg_integrand_value rdg_integrand_at(const rdg_quadrature *q, double g, double phi)
{
    const double k = q->harmonic, c = cos(k * phi), s = sin(k * phi);
    switch (q->of) {
    case RDG_OF_X:
        return (rdg_integrand_value){g, {1.0, 0.0}, {0.0, 0.0, 0.0}};
    case RDG_OF_SQUARE:
        return (rdg_integrand_value){g * g, {2.0 * g, 0.0}, {2.0, 0.0, 0.0}};
    case RDG_OF_COSINE:
        return (rdg_integrand_value){g * c, {c, -k * g * s}, {0.0, -k * s, -k * k * g * c}};
    default:
        return (rdg_integrand_value){g * s, {s, k * g * c}, {0.0, k * c, -k * k * g * s}};
    }
}

/* Phase of integrand `side`. */
static double phase(const rdg_orbit_sensors *all, int side, rdg_index nu, const double *u)
{
    return all->turns ? u[nu - 1] + (side == 1 ? rdg_half_turn(all) : 0.0) : 0.0;
}

/* Variables of the mode's own functions. */
static rdg_index narrow_count(const rdg_orbit_sensors *all, rdg_index nu)
{
    return nu - all->n_integrals - (all->by_own ? 2 : 0);
}

static int f(rdg_index nu, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_wide_mode *w = data;
    const rdg_orbit_sensors *all = w->all;
    const rdg_hybrid_function *field = &rdg_hybrid_phase_at(all->s->hybrid, w->place)->field;
    const rdg_index n = states_of(w), nq = all->n_integrals, nz = narrow_count(all, nu);
    const double *z = narrow(w, nz, u);
    (void)m;
    int answer = field->f(nz, z, n, y, field->data);
    for (rdg_index i = 0; i < nq && answer == 0; i++) {
        const rdg_quadrature *q = &all->integral[i];
        y[n + i] = 0.0;
        for (int side = 0; side < q->measured->sides && answer == 0; side++) {
            double g = 0.0;
            answer = rdg_measured_at(q->measured, side, w->place, nz, z, &g, NULL);
            y[n + i] += rdg_integrand_at(q, g, phase(all, side, nu, u)).f;
        }
    }
    return answer;
}

/* Row i of the derivatives, of an integrand. */
static int add_slope(const rdg_wide_mode *w, rdg_index i, rdg_index nu, const double *u, const double *z,
                     double *values)
{
    rdg_orbit_sensors *all = w->all;
    const rdg_quadrature *q = &all->integral[i];
    const rdg_index n = states_of(w), m = n + all->n_integrals, nz = narrow_count(all, nu);
    int answer = 0;
    for (int side = 0; side < q->measured->sides && answer == 0; side++) {
        double g = 0.0;
        answer = rdg_measured_at(q->measured, side, w->place, nz, z, &g, all->gradient);
        const rdg_integrand_value v = rdg_integrand_at(q, g, phase(all, side, nu, u));
        for (rdg_index c = 0; c < nz; c++) {
            values[n + i + m * rdg_widened(all, n, c)] += v.g[0] * all->gradient[c];
        }
        if (all->turns) {
            values[n + i + m * (nu - 1)] += v.g[1];
        }
    }
    return answer;
}

static int df(rdg_index nu, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_wide_mode *w = data;
    const rdg_orbit_sensors *all = w->all;
    const rdg_hybrid_function *field = &rdg_hybrid_phase_at(all->s->hybrid, w->place)->field;
    const rdg_index n = states_of(w), nz = narrow_count(all, nu);
    const double *z = narrow(w, nz, u);
    int answer =
        rdg_hybrid_df(field, nz, z, rdg_flow_sizes(all->s->flow, w->place), n, all->first, all->narrow);
    for (rdg_index j = 0; j < nz; j++) {
        memcpy(values + m * rdg_widened(all, n, j), all->first + n * j, (size_t)n * sizeof *values);
    }
    for (rdg_index i = 0; i < all->n_integrals && answer == 0; i++) {
        answer = add_slope(w, i, nu, u, z, values);
    }
    return answer;
}

/* by times the second derivatives of integrand i. */
static int add_bend(const rdg_wide_mode *w, rdg_index i, rdg_index nu, const double *u, const double *z,
                    double by, double *values)
{
    rdg_orbit_sensors *all = w->all;
    const rdg_quadrature *q = &all->integral[i];
    const rdg_index n = states_of(w), nz = narrow_count(all, nu), last = nu - 1;
    int answer = 0;
    for (int side = 0; side < q->measured->sides && answer == 0; side++) {
        double g = 0.0;
        answer = rdg_measured_at(q->measured, side, w->place, nz, z, &g, all->gradient);
        const rdg_integrand_value v = rdg_integrand_at(q, g, phase(all, side, nu, u));
        if (answer == 0 && !rdg_measured_is_flat(q->measured)) {
            answer = rdg_measured_bend(q->measured, side, w->place, nz, z, by * v.g[0], all->curve);
            for (rdg_index k = 0; k < nz * nz; k++) {
                values[rdg_widened(all, n, k % nz) + nu * rdg_widened(all, n, k / nz)] += all->curve[k];
            }
        }
        for (rdg_index c = 0; c < nz; c++) {
            const double slope = by * all->gradient[c];
            const rdg_index at = rdg_widened(all, n, c);
            for (rdg_index b = 0; slope != 0.0 && b < nz; b++) {
                values[rdg_widened(all, n, b) + nu * at] += slope * v.h[0] * all->gradient[b];
            }
            if (all->turns) {
                values[at + nu * last] += slope * v.h[1];
                values[last + nu * at] += slope * v.h[1];
            }
        }
        if (all->turns) {
            values[nu * nu - 1] += by * v.h[2];
        }
    }
    return answer;
}

static int d2f(rdg_index nu, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    const rdg_wide_mode *w = data;
    const rdg_orbit_sensors *all = w->all;
    const rdg_hybrid_function *field = &rdg_hybrid_phase_at(all->s->hybrid, w->place)->field;
    const rdg_index n = states_of(w), nz = narrow_count(all, nu);
    const double *z = narrow(w, nz, u);
    (void)m;
    int answer = rdg_hybrid_d2f(field, nz, z, rdg_flow_sizes(all->s->flow, w->place), n, lambda, all->second,
                                all->narrow);
    for (rdg_index k = 0; k < nz * nz; k++) {
        values[rdg_widened(all, n, k % nz) + nu * rdg_widened(all, n, k / nz)] = all->second[k];
    }
    for (rdg_index i = 0; i < all->n_integrals && answer == 0; i++) {
        answer = lambda[n + i] != 0.0 ? add_bend(w, i, nu, u, z, lambda[n + i], values) : 0;
    }
    return answer;
}

rdg_status rdg_wide_reach(rdg_orbit_sensors *all, rdg_index place)
{
    rdg_context *ctx = all->s->ctx;
    for (rdg_index i = 0; i < all->n_sensors; i++) {
        RDG_TRY(rdg_measured_fits(&all->sensor[i].measured, "rdg_shooting_add_sensor", place));
    }
    while (all->n_wide <= place) {
        RDG_TRY(rdg_context_reserve(ctx, (void *)&all->mode, &all->wide_capacity, all->n_wide + 1,
                                    sizeof(void *)));
        rdg_wide_mode *w = rdg_context_calloc(ctx, 1, sizeof *w);
        if (!w) {
            return RDG_ERR_NO_MEMORY;
        }
        *w = (rdg_wide_mode){all, all->n_wide};
        all->mode[all->n_wide++] = w;
        const rdg_hybrid_phase *of = rdg_hybrid_phase_at(all->s->hybrid, w->place);
        RDG_TRY(rdg_hybrid_add_phase(
            all->wide,
            &(rdg_hybrid_phase){.name = of->name, .n = of->n + all->n_integrals, .field = {f, df, d2f, w}}));
    }
    return RDG_OK;
}
