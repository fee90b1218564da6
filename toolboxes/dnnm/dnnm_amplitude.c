/* Measures of the modal amplitude: functions phi(s) of s = x^T M x = a^2, x the part of Q that counts, M the
 * mass matrix in each of its coefficients,
 *
 *     phi_x = 2 phi' M x,   phi_xx = 2 phi' M + 4 phi'' (M x)(M x)^T. */
#include "dnnm_impl.h"

#include <math.h>
#include <string.h>

double rdg_dnnm_root(double s, int order)
{
    const double a = sqrt(s);
    return order == 0 ? a : order == 1 ? 0.5 / a : -0.25 / (a * s);
}

double rdg_dnnm_decimal_logarithm(double s, int order)
{
    static const double ln10 = 2.302585092994045684;
    const double scale = 0.5 / ln10;
    return order == 0 ? scale * log(s) : order == 1 ? scale / s : -scale / (s * s);
}

void rdg_dnnm_make_measures(rdg_dnnm_model *model)
{
    model->linear = (rdg_dnnm_measure){.model = model, .name = "a", .phi = rdg_dnnm_root};
    model->logarithm =
        (rdg_dnnm_measure){.model = model, .name = "log10a", .phi = rdg_dnnm_decimal_logarithm};
}

/* model->product = M x; returns s */
static double squared(const rdg_dnnm_model *model, const double *x)
{
    memset(model->product, 0, (size_t)model->norm_count * sizeof *x);
    for (rdg_index start = 0; start < model->norm_count; start += model->n) {
        rdg_dnnm_add_mass(model, x + start, model->product + start);
    }
    return rdg_dot(model->norm_count, x, model->product);
}

static int amplitude_value(rdg_index n, const double *x, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const rdg_dnnm_measure *measure = data;
    y[0] = measure->phi(squared(measure->model, x), 0);
    return 0;
}

static int amplitude_gradient(rdg_index n, const double *x, rdg_index m, double *values, void *data)
{
    (void)m;
    const rdg_dnnm_measure *measure = data;
    const double s = squared(measure->model, x), slope = 2.0 * measure->phi(s, 1);
    for (rdg_index i = 0; i < n; i++) {
        values[i] = slope * measure->model->product[i];
    }
    return s == 0.0;
}

static int amplitude_hessian(rdg_index n, const double *x, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    (void)m;
    const rdg_dnnm_measure *measure = data;
    const rdg_dnnm_model *model = measure->model;
    const rdg_pattern *mass = &model->M.pattern;
    const double s = squared(model, x), slope = 2.0 * lambda[0] * measure->phi(s, 1),
                 bend = 4.0 * lambda[0] * measure->phi(s, 2), *Mx = model->product;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            values[i + n * j] = bend * Mx[i] * Mx[j];
        }
        const rdg_index dof = j % model->n, coefficient = j - dof;
        for (rdg_index e = mass->start[dof]; e < mass->start[dof + 1]; e++) {
            values[coefficient + mass->row[e] + n * j] += slope * model->M.values[e];
        }
    }
    return s == 0.0;
}

rdg_function rdg_dnnm_amplitude(rdg_dnnm_measure *measure)
{
    return (rdg_function){.name = measure->name,
                          .n = measure->model->norm_count,
                          .m = 1,
                          .f = amplitude_value,
                          .df = amplitude_gradient,
                          .d2f = amplitude_hessian,
                          .data = measure};
}
