/* The continuous extension of a step, of order 7, with three more stages. */
#include "rk_impl.h"

#include <string.h>

int rdg_rk_extend(rdg_rk *k)
{
    const rdg_index n = k->n;
    const double h = k->share * k->tau;
    double *g = k->g, *r = k->dense;
    for (rdg_index c = 0; c < n; c++) {
        g[RDG_RK_END * n + c] = h * k->f1[c];
    }
    for (int i = RDG_RK_END + 1; i < RDG_RK_ALL; i++) {
        rdg_rk_combine(i, n, k->z, g, k->u);
        if (k->forced) {
            k->u[k->nu - 1] = k->phi0 + k->omega * (k->tau * (k->pos + rdg_rk_c[i] * k->share));
        }
        memset(g + i * n, 0, (size_t)n * sizeof(double));
        const int answer = k->field->f(k->nu, k->u, n, g + i * n, k->field->data);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index c = 0; c < n; c++) {
            g[i * n + c] *= h;
        }
    }
    for (rdg_index c = 0; c < n; c++) {
        const double rise = k->z1[c] - k->z[c], first = g[c], last = g[RDG_RK_END * n + c];
        r[c] = rise;
        r[n + c] = first - rise;
        r[2 * n + c] = 2 * rise - (first + last);
        for (int i = 0; i < 4; i++) {
            double sum = 0.0;
            for (int j = 0; j < RDG_RK_ALL; j++) {
                sum += rdg_rk_d[i][j] * g[j * n + c];
            }
            r[(3 + i) * n + c] = sum;
        }
    }
    return 0;
}

void rdg_rk_within(const rdg_rk *k, double place, double *x)
{
    const rdg_index n = k->n;
    const double t = place, v = 1.0 - place, *r = k->dense;
    for (rdg_index c = 0; c < n; c++) {
        const double *q = r + c;
        const double upper = q[3 * n] + t * (q[4 * n] + v * (q[5 * n] + t * q[6 * n]));
        x[c] = k->z[c] + t * (q[0] + v * (q[n] + t * (q[2 * n] + v * upper)));
    }
}
