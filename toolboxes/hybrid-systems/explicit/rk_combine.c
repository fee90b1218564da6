/* The sums of a step. Each row has its own loop over the numbers: which of its weights are zero is known, and
 * nothing is found within. */
#include "rk_impl.h"

#include <math.h>

#define G(j) g[(j)*len + c]
#define ROW(i, sum)                                                                                          \
    RDG_CLONED static void row_##i(rdg_index len, const double *restrict x, const double *restrict g,        \
                                   double *restrict y)                                                       \
    {                                                                                                        \
        const double *a = rdg_rk_a[i];                                                                       \
        _Pragma("omp simd") for (rdg_index c = 0; c < len; c++)                                              \
        {                                                                                                    \
            y[c] = x[c] + (sum);                                                                             \
        }                                                                                                    \
    }

#define THREE_TO_5 (a[3] * G(3) + a[4] * G(4) + a[5] * G(5))
#define THREE_TO_7 (THREE_TO_5 + a[6] * G(6) + a[7] * G(7))

ROW(1, a[0] * G(0))
ROW(2, a[0] * G(0) + a[1] * G(1))
ROW(3, a[0] * G(0) + a[2] * G(2))
ROW(4, a[0] * G(0) + a[2] * G(2) + a[3] * G(3))
ROW(5, a[0] * G(0) + a[3] * G(3) + a[4] * G(4))
ROW(6, a[0] * G(0) + THREE_TO_5)
ROW(7, a[0] * G(0) + THREE_TO_5 + a[6] * G(6))
ROW(8, a[0] * G(0) + THREE_TO_7)
ROW(9, a[0] * G(0) + THREE_TO_7 + a[8] * G(8))
ROW(10, a[0] * G(0) + THREE_TO_7 + a[8] * G(8) + a[9] * G(9))
ROW(11, a[0] * G(0) + THREE_TO_7 + a[8] * G(8) + a[9] * G(9) + a[10] * G(10))
ROW(12, a[0] * G(0) + a[5] * G(5) + a[6] * G(6) + a[7] * G(7) + a[8] * G(8) + a[9] * G(9) + a[10] * G(10) +
            a[11] * G(11))
ROW(13, a[0] * G(0) + a[6] * G(6) + a[7] * G(7) + a[8] * G(8) + a[9] * G(9) + a[10] * G(10) + a[11] * G(11) +
            a[12] * G(12))
ROW(14, a[0] * G(0) + a[5] * G(5) + a[6] * G(6) + a[7] * G(7) + a[10] * G(10) + a[11] * G(11) +
            a[12] * G(12) + a[13] * G(13))
ROW(15, a[0] * G(0) + a[5] * G(5) + a[6] * G(6) + a[7] * G(7) + a[8] * G(8) + a[12] * G(12) + a[13] * G(13) +
            a[14] * G(14))

typedef void row(rdg_index len, const double *restrict x, const double *restrict g, double *restrict y);

void rdg_rk_combine(int i, rdg_index len, const double *x, const double *g, double *y)
{
    static row *const rows[RDG_RK_ALL] = {0,     row_1, row_2,  row_3,  row_4,  row_5,  row_6,  row_7,
                                          row_8, row_9, row_10, row_11, row_12, row_13, row_14, row_15};
    rows[i](len, x, g, y);
}

double rdg_rk_error(const rdg_rk *k, double absolute, double relative)
{
    const double *a = rdg_rk_a[RDG_RK_END], *e = rdg_rk_e5, *b = rdg_rk_b3;
    const rdg_index len = k->n;
    const double *g = k->g, *x = k->z, *x1 = k->z1;
    double sum5 = 0.0, sum3 = 0.0;
    for (rdg_index c = 0; c < k->n; c++) {
        const double size = absolute * k->unit[c] + relative * fmax(fabs(x[c]), fabs(x1[c]));
        const double five = e[0] * G(0) + e[5] * G(5) + e[6] * G(6) + e[7] * G(7) + e[8] * G(8) +
                            e[9] * G(9) + e[10] * G(10) + e[11] * G(11);
        const double three = (a[0] - b[0]) * G(0) + a[5] * G(5) + a[6] * G(6) + a[7] * G(7) +
                             (a[8] - b[8]) * G(8) + a[9] * G(9) + a[10] * G(10) + (a[11] - b[11]) * G(11);
        sum5 += (five / size) * (five / size);
        sum3 += (three / size) * (three / size);
    }
    const double all = sum5 + 0.01 * sum3 + 0.0 * x1[0];
    return all > 0.0 ? sum5 / sqrt((double)k->n * all) : all; /* NAN stays NAN */
}

void rdg_rk_pull_back(rdg_index n, int i, const double *mu, const double *eta, double *out)
{
    for (rdg_index c = 0; c < n; c++) {
        out[c] = rdg_rk_a[RDG_RK_END][i] * mu[c];
    }
    for (int l = i + 1; l < RDG_RK_STAGES; l++) {
        const double a = rdg_rk_a[l][i];
        for (rdg_index c = 0; c < n && a != 0.0; c++) {
            out[c] += a * eta[l * n + c];
        }
    }
}
