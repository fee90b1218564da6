/* Modal damping ratio zeta = xi / (2 omega). */
#include "dnnm_impl.h"

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
