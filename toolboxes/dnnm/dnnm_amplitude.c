/* Modal amplitude a = sqrt(x^T M x) of the coefficients x of harmonic 1, a_x = M x / a,
 * a_xx = (M - a_x a_x^T) / a; and modal damping ratio zeta = xi / (2 omega). */
#include "dnnm_impl.h"

#include <math.h>
#include <string.h>

/* model->product = M x for both parts; returns a */
static double amplitude(const rdg_dnnm_model *model, const double *x)
{
    double *Q = model->u; /* harmonic 1 alone */
    memset(Q, 0, (size_t)model->m * sizeof *Q);
    memcpy(Q + model->first, x, 2 * (size_t)model->n * sizeof *x);
    rdg_dnnm_multiply_energy(model, Q, model->product);
    return sqrt(rdg_dnnm_dot(model->m, Q, model->product));
}

static int amplitude_value(rdg_index n, const double *x, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = amplitude(data, x);
    return 0;
}

static int amplitude_gradient(rdg_index n, const double *x, rdg_index m, double *values, void *data)
{
    (void)m;
    const rdg_dnnm_model *model = data;
    const double a = amplitude(model, x);
    for (rdg_index i = 0; i < n; i++) {
        values[i] = model->product[model->first + i] / a;
    }
    return a == 0.0;
}

static int amplitude_hessian(rdg_index n, const double *x, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    (void)m;
    const rdg_dnnm_model *model = data;
    const rdg_pattern *mass = &model->M.pattern;
    const double a = amplitude(model, x), *Mx = model->product + model->first;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            values[i + n * j] = -lambda[0] * Mx[i] * Mx[j] / (a * a * a);
        }
        const rdg_index part = j / model->n, dof = j % model->n;
        for (rdg_index e = mass->start[dof]; e < mass->start[dof + 1]; e++) {
            values[part * model->n + mass->row[e] + n * j] += lambda[0] * model->M.values[e] / a;
        }
    }
    return a == 0.0;
}

rdg_function rdg_dnnm_amplitude(rdg_dnnm_model *model)
{
    return (rdg_function){.name = "a",
                          .n = 2 * model->n,
                          .m = 1,
                          .f = amplitude_value,
                          .df = amplitude_gradient,
                          .d2f = amplitude_hessian,
                          .data = model};
}

static int ratio_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] / (2.0 * u[0]);
    return 0;
}

static int ratio_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = -u[1] / (2.0 * u[0] * u[0]);
    values[1] = 1.0 / (2.0 * u[0]);
    return 0;
}

static int ratio_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                         void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = lambda[0] * u[1] / (u[0] * u[0] * u[0]);
    values[1] = -lambda[0] / (2.0 * u[0] * u[0]);
    values[2] = values[1];
    return 0;
}

rdg_function rdg_dnnm_damping_ratio(void)
{
    return (rdg_function){
        .name = "zeta", .n = 2, .m = 1, .f = ratio_value, .df = ratio_gradient, .d2f = ratio_hessian};
}
