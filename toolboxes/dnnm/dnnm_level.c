/* The equivalent forcing amplitude. With s = hypot(x_c, x_s) the first harmonic of the displacement x, x_c =
 * c^T Q, x_s = d^T Q, and its gradient e = (x_c c + x_s d) / s:
 *
 *     alpha = xi omega N / s,   N = Q^T E Q,
 *     alpha_Q = 2 xi omega E Q / s - alpha e / s,   alpha_omega = alpha / omega,   alpha_xi = omega N / s,
 *     QQ: 2 xi omega E / s - (g e^T + e g^T) / s - alpha / s^2 (c c^T + d d^T - e e^T),   g = alpha_Q,
 *     Q omega: alpha_Q / omega,   Q xi: omega (2 E Q - N e / s) / s,   omega xi: N / s. */
#include "dnnm_impl.h"

#include <math.h>

/* What all three callbacks need. */
typedef struct state {
    double omega, xi;
    double N;
    double s;            /* 0: the displacement is at rest */
    double cosine, sine; /* of e: x_c / s, x_s / s */
} state;

/* model->product = E Q afterwards */
static state state_at(const rdg_dnnm_model *model, const double *u)
{
    double cosine = 0.0;
    double sine = 0.0;
    rdg_dnnm_multiply_energy(model, u, model->product);
    for (rdg_index i = 0; i < model->n_terms; i++) {
        cosine += model->weight[i] * u[model->place[i]];
        sine += model->weight[i] * u[model->place[i] + model->n];
    }
    const double s = hypot(cosine, sine);
    return (state){.omega = u[model->m],
                   .xi = u[model->m + 1],
                   .N = rdg_dot(model->m, u, model->product),
                   .s = s,
                   .cosine = cosine / s,
                   .sine = sine / s};
}

static int level_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const state at = state_at(data, u);
    y[0] = at.xi * at.omega * at.N / at.s;
    return at.s == 0.0;
}

/* gradient: [m], of N / s by Q */
static void ratio_gradient(const rdg_dnnm_model *model, const state *at, double *gradient)
{
    for (rdg_index i = 0; i < model->m; i++) {
        gradient[i] = 2.0 * model->product[i] / at->s;
    }
    const double slope = at->N / (at->s * at->s);
    for (rdg_index i = 0; i < model->n_terms; i++) {
        gradient[model->place[i]] -= slope * model->weight[i] * at->cosine;
        gradient[model->place[i] + model->n] -= slope * model->weight[i] * at->sine;
    }
}

static int level_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    const rdg_dnnm_model *model = data;
    const state at = state_at(model, u);
    ratio_gradient(model, &at, values);
    for (rdg_index i = 0; i < model->m; i++) {
        values[i] *= at.xi * at.omega;
    }
    values[n - 2] = at.xi * at.N / at.s;
    values[n - 1] = at.omega * at.N / at.s;
    return at.s == 0.0;
}

/* values += factor E in the leading part; leading dimension n */
static void add_energy(const rdg_dnnm_model *model, double factor, rdg_index n, double *values)
{
    const rdg_pattern *mass = &model->M.pattern;
    for (rdg_index column = model->basis->has_static * model->n; column < model->m; column++) {
        const rdg_index c = column / model->n, dof = column % model->n;
        const double k = rdg_dnnm_harmonic(model, c);
        for (rdg_index e = mass->start[dof]; e < mass->start[dof + 1]; e++) {
            values[c * model->n + mass->row[e] + n * column] += factor * k * k * model->M.values[e];
        }
    }
}

/* values -= factor (g e^T + e g^T), e the gradient of s */
static void subtract_products(const rdg_dnnm_model *model, const state *at, double factor, const double *g,
                              rdg_index n, double *values)
{
    for (rdg_index t = 0; t < 2 * model->n_terms; t++) {
        const bool sine = t >= model->n_terms;
        const rdg_index term = t % model->n_terms, e = model->place[term] + sine * model->n;
        const double slope = factor * model->weight[term] * (sine ? at->sine : at->cosine);
        for (rdg_index i = 0; i < model->m; i++) {
            values[i + n * e] -= slope * g[i];
            values[e + n * i] -= slope * g[i];
        }
    }
}

/* values -= factor (c c^T + d d^T - e e^T) = factor f f^T, f = (x_s c - x_c d) / s */
static void subtract_turn(const rdg_dnnm_model *model, const state *at, double factor, rdg_index n,
                          double *values)
{
    const double part[2] = {at->sine, -at->cosine};
    const rdg_index T = model->n_terms;
    for (rdg_index k = 0; k < 4 * T * T; k++) {
        const rdg_index i = k % (2 * T), j = k / (2 * T);
        values[model->place[i % T] + i / T * model->n + n * (model->place[j % T] + j / T * model->n)] -=
            factor * model->weight[i % T] * part[i / T] * model->weight[j % T] * part[j / T];
    }
}

static int level_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                         void *data)
{
    (void)m;
    const rdg_dnnm_model *model = data;
    const state at = state_at(model, u);
    const double factor = lambda[0] * at.xi * at.omega, ratio = at.N / at.s;
    add_energy(model, 2.0 * factor / at.s, n, values);
    double *omega_column = values + n * (n - 2), *xi_column = values + n * (n - 1);
    double *gradient = xi_column; /* of N / s, scaled below */
    ratio_gradient(model, &at, gradient);
    subtract_products(model, &at, factor / at.s, gradient, n, values);
    subtract_turn(model, &at, factor * ratio / (at.s * at.s), n, values);
    for (rdg_index i = 0; i < model->m; i++) {
        omega_column[i] = lambda[0] * at.xi * gradient[i];
        xi_column[i] = lambda[0] * at.omega * gradient[i];
        values[n - 2 + n * i] = omega_column[i];
        values[n - 1 + n * i] = xi_column[i];
    }
    omega_column[n - 1] = lambda[0] * ratio;
    xi_column[n - 2] = lambda[0] * ratio;
    return at.s == 0.0;
}

rdg_function rdg_dnnm_level(rdg_dnnm_model *model)
{
    return (rdg_function){.name = "alpha",
                          .n = model->m + 2,
                          .m = 1,
                          .f = level_value,
                          .df = level_gradient,
                          .d2f = level_hessian,
                          .data = model};
}
