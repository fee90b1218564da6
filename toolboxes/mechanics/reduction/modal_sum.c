/* Sums over modes: what an evaluation costs. */
#include "modal_sum_impl.h"

rdg_modal_coefficients rdg_modal_coefficients_at(const rdg_modal_sum *self, double k, double omega)
{
    const double w = k * omega;
    return (rdg_modal_coefficients){.p = rdg_complex(1, w * self->b + (w > 0.0 ? self->loss : 0.0)),
                                    .p1 = rdg_complex(0, k * self->b),
                                    .m = rdg_complex(w * w, -w * self->a),
                                    .m1 = rdg_complex(2 * k * w, -k * self->a),
                                    .m2 = 2 * k * k};
}

int rdg_modal_find_factors(rdg_modal_sum *self, const rdg_modal_coefficients *at, const double complex a[3])
{
    const rdg_modal_coefficients z = *at;
    for (rdg_index j = 0; j < self->n; j++) {
        const double mu = self->mu[j];
        double complex inverse;
        if (!rdg_modal_invert(&z, mu, &inverse)) {
            return 1;
        }
        const double complex d1 = z.p1 - mu * z.m1;
        const double d2 = -mu * z.m2;
        const double complex f = rdg_times(a[0], inverse);
        const double complex f1 = rdg_times(a[1] - rdg_times(f, d1), inverse);
        const double complex f2 = rdg_times(a[2] - 2 * rdg_times(f1, d1) - d2 * f, inverse);
        double(*factor)[2] = self->factor[j];
        factor[0][0] = creal(f);
        factor[0][1] = cimag(f);
        factor[1][0] = creal(f1);
        factor[1][1] = cimag(f1);
        factor[2][0] = creal(f2);
        factor[2][1] = cimag(f2);
    }
    return 0;
}

/* sum_j a_j b_j f_j, and of f', f''. Each sum in a variable of its own: an array would be stored and loaded
 * again at each step, which is the price of an evaluation. */
static void add_up(const rdg_modal_sum *self, const double *a, const double *b, double sum[3][2])
{
    double re0 = 0.0, im0 = 0.0, re1 = 0.0, im1 = 0.0, re2 = 0.0, im2 = 0.0;
    for (rdg_index j = 0; j < self->n; j++) {
        const double(*f)[2] = (const double(*)[2])self->factor[j];
        const double product = a[j] * b[j];
        re0 += f[0][0] * product;
        im0 += f[0][1] * product;
        re1 += f[1][0] * product;
        im1 += f[1][1] * product;
        re2 += f[2][0] * product;
        im2 += f[2][1] * product;
    }
    sum[0][0] = re0;
    sum[0][1] = im0;
    sum[1][0] = re1;
    sum[1][1] = im1;
    sum[2][0] = re2;
    sum[2][1] = im2;
}

int rdg_modal_reduce(rdg_modal_sum *self, double k, double omega, double *D, double *D1, double *D2)
{
    const rdg_index n = self->n;
    const rdg_index m = self->n_kept;
    const rdg_index imaginary = m * m;
    const rdg_modal_coefficients z = rdg_modal_coefficients_at(self, k, omega);
    const double complex squared[3] = {rdg_times(z.m, z.m), 2 * rdg_times(z.m, z.m1),
                                       2 * rdg_times(z.m1, z.m1) + 2 * z.m2 * z.m};
    if (rdg_modal_find_factors(self, &z, squared)) {
        return 1;
    }
    double *const target[3] = {D, D1, D2};
    for (rdg_index c = 0; c < m; c++) {
        for (rdg_index r = 0; r <= c; r++) {
            double sum[3][2];
            add_up(self, self->L + n * r, self->L + n * c, sum);
            for (int i = 0; i < 3; i++) {
                if (target[i]) {
                    target[i][r + m * c] -= sum[i][0];
                    target[i][imaginary + r + m * c] -= sum[i][1];
                    target[i][c + m * r] = target[i][r + m * c];
                    target[i][imaginary + c + m * r] = target[i][imaginary + r + m * c];
                }
            }
        }
    }
    return 0;
}
