/* Force laws of a user that the tests share, each with and without derivatives. */
#ifndef RDG_TEST_LAWS_H
#define RDG_TEST_LAWS_H

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>

#include <math.h>

/* f = (x^2 - 1.3) v + 0.4 x v^2: all five derivatives differ from zero */
static inline int mixed_law(double x, double v, rdg_law_value *value, void *data)
{
    (void)data;
    *value = (rdg_law_value){.f = (x * x - 1.3) * v + 0.4 * x * v * v,
                             .fx = 2 * x * v + 0.4 * v * v,
                             .fv = x * x - 1.3 + 0.8 * x * v,
                             .fxx = 2 * v,
                             .fxv = 2 * x + 0.8 * v,
                             .fvv = 0.8 * x};
    return 0;
}

static inline double mixed_plain(double x, double v, void *data)
{
    (void)data;
    return (x * x - 1.3) * v + 0.4 * x * v * v;
}

/* Two displacements without any symmetry:
 *     f_0 = sin(x_0 - 0.7 x_1) + 0.3 x_1^2 v_0,   f_1 = 0.2 v_0 v_1^2 + x_0^2 x_1 - 0.6 x_1 v_1 */
static inline int coupled_law(rdg_index d, const double *x, const double *v, const rdg_vector_value *value,
                              void *data)
{
    (void)data;
    const double s = sin(x[0] - 0.7 * x[1]), c = cos(x[0] - 0.7 * x[1]);
    if (d != 2) {
        return -1;
    }
    value->f[0] = s + 0.3 * x[1] * x[1] * v[0];
    value->f[1] = 0.2 * v[0] * v[1] * v[1] + x[0] * x[0] * x[1] - 0.6 * x[1] * v[1];
    value->fx[0] = c;
    value->fx[1] = 2 * x[0] * x[1];
    value->fx[2] = -0.7 * c + 0.6 * x[1] * v[0];
    value->fx[3] = x[0] * x[0] - 0.6 * v[1];
    value->fv[0] = 0.3 * x[1] * x[1];
    value->fv[1] = 0.2 * v[1] * v[1];
    value->fv[3] = 0.4 * v[0] * v[1] - 0.6 * x[1];
    if (value->mu) {
        const double a = value->mu[0], b = value->mu[1];
        value->hxx[0] = -a * s + 2 * b * x[1];
        value->hxx[2] = 0.7 * a * s + 2 * b * x[0];
        value->hxx[3] = -0.49 * a * s + 0.6 * a * v[0];
        value->hxv[1] = 0.6 * a * x[1];
        value->hxv[3] = -0.6 * b;
        value->hvv[2] = 0.4 * b * v[1];
        value->hvv[3] = 0.4 * b * v[0];
    }
    return 0;
}

static inline int coupled_plain(rdg_index d, const double *x, const double *v, double *f, void *data)
{
    (void)d;
    (void)data;
    f[0] = sin(x[0] - 0.7 * x[1]) + 0.3 * x[1] * x[1] * v[0];
    f[1] = 0.2 * v[0] * v[1] * v[1] + x[0] * x[0] * x[1] - 0.6 * x[1] * v[1];
    return 0;
}

#endif
