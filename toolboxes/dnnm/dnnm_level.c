/* The equivalent level, with e the gradient of the sine part s = e^T Q of the displacement x:
 *
 *     alpha = xi omega N / s,   N = Q^T E Q,
 *     alpha_Q = 2 xi omega E Q / s - alpha e / s,   alpha_omega = alpha / omega,   alpha_xi = omega N / s,
 *     QQ: 2 xi omega E / s - (g e^T + e g^T) / s,   g = alpha_Q,
 *     Q omega: alpha_Q / omega,   Q xi: omega (2 E Q - N e / s) / s,   omega xi: N / s. */
#include "dnnm_impl.h"

/* What all three callbacks need; model->product = E Q afterwards. False: the displacement is at rest. */
static bool energies(const rdg_dnnm_model *model, const double *u, double *N, double *s)
{
    rdg_dnnm_multiply_energy(model, u, model->product);
    *N = rdg_dnnm_dot(model->m, u, model->product);
    *s = 0.0;
    for (rdg_index i = 0; i < model->n_terms; i++) {
        *s += model->weight[i] * u[model->place[i] + model->n];
    }
    return *s != 0.0;
}

static int level_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    double N = 0.0;
    double s = 0.0;
    const bool moves = energies(data, u, &N, &s);
    y[0] = u[n - 1] * u[n - 2] * N / s;
    return !moves;
}

/* gradient: [m], of N / s by Q */
static void ratio_gradient(const rdg_dnnm_model *model, double N, double s, double *gradient)
{
    for (rdg_index i = 0; i < model->m; i++) {
        gradient[i] = 2.0 * model->product[i] / s;
    }
    for (rdg_index i = 0; i < model->n_terms; i++) {
        gradient[model->place[i] + model->n] -= model->weight[i] * N / (s * s);
    }
}

static int level_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    const rdg_dnnm_model *model = data;
    const double omega = u[n - 2], xi = u[n - 1];
    double N = 0.0;
    double s = 0.0;
    const bool moves = energies(model, u, &N, &s);
    ratio_gradient(model, N, s, values);
    for (rdg_index i = 0; i < model->m; i++) {
        values[i] *= xi * omega;
    }
    values[n - 2] = xi * N / s;
    values[n - 1] = omega * N / s;
    return !moves;
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

static int level_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                         void *data)
{
    (void)m;
    const rdg_dnnm_model *model = data;
    const double omega = u[n - 2], xi = u[n - 1], factor = lambda[0] * xi * omega;
    double N = 0.0;
    double s = 0.0;
    const bool moves = energies(model, u, &N, &s);
    add_energy(model, 2.0 * factor / s, n, values);
    double *omega_column = values + n * (n - 2), *xi_column = values + n * (n - 1);
    double *gradient = xi_column; /* of N / s, scaled below */
    ratio_gradient(model, N, s, gradient);
    for (rdg_index t = 0; t < model->n_terms; t++) {
        const rdg_index e = model->place[t] + model->n;
        for (rdg_index i = 0; i < model->m; i++) {
            const double entry = factor * model->weight[t] * gradient[i] / s;
            values[i + n * e] -= entry;
            values[e + n * i] -= entry;
        }
    }
    for (rdg_index i = 0; i < model->m; i++) {
        omega_column[i] = lambda[0] * xi * gradient[i];
        xi_column[i] = lambda[0] * omega * gradient[i];
        values[n - 2 + n * i] = omega_column[i];
        values[n - 1 + n * i] = xi_column[i];
    }
    omega_column[n - 1] = lambda[0] * N / s;
    xi_column[n - 2] = lambda[0] * N / s;
    return !moves;
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
