/* An implicit step, seen whole: states within it, its error. */
#include "radau_impl.h"

#include <math.h>
#include <string.h>

enum { STAGES = RDG_RADAU_STAGES };

void rdg_radau_extend(rdg_flow *flow)
{
    const rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    memcpy(r->before, k->z, (size_t)n * sizeof *k->z);
    for (int i = 0; i < STAGES; i++) {
        for (rdg_index c = 0; c < n; c++) {
            r->before[(1 + i) * n + c] = r->Y[i * n + c] - k->z[c];
        }
    }
    r->before_at = k->pos;
    r->before_length = k->share;
    r->follows = true;
}

void rdg_radau_within(const rdg_flow *flow, double place, double *x)
{
    const rdg_rk *k = &flow->rk;
    const rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    memcpy(x, r->before, (size_t)n * sizeof *x);
    for (int j = 0; j < STAGES; j++) {
        double by = place / rdg_radau_c[j];
        for (int q = 0; q < STAGES; q++) {
            by *= q == j ? 1.0 : (place - rdg_radau_c[q]) / (rdg_radau_c[j] - rdg_radau_c[q]);
        }
        for (rdg_index c = 0; c < n; c++) {
            x[c] += by * r->before[(1 + j) * n + c];
        }
    }
}

double rdg_radau_judge(double estimate)
{
    return pow(estimate, 8.0 / 6.0);
}

double rdg_radau_error(rdg_flow *flow)
{
    const rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    const double h = k->share * k->tau, relative = flow->options.relative, absolute = flow->options.absolute;
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        r->off[i] = rdg_radau_shift * h * k->f0[i];
        for (int j = 0; j < STAGES; j++) {
            r->off[i] += rdg_radau_e[j] * (r->Y[j * n + i] - k->z[i]);
        }
        for (rdg_index c = 0; r->tolerance == 0.0 && c < n; c++) {
            r->E[i * n + c] = (i == c ? 1.0 : 0.0) - rdg_radau_shift * h * r->A[i * n + c];
        }
    }
    if (r->tolerance > 0.0) {
        rdg_radau_solve_transposed(n, r->M, r->row, r->off);
    } else if (rdg_radau_factorise(n, r->E, r->row + r->size)) {
        rdg_radau_solve(n, r->E, r->row + r->size, r->off);
    } else {
        return NAN;
    }
    for (rdg_index i = 0; i < n; i++) {
        const double size = absolute + relative * fmax(fabs(k->z[i]), fabs(k->z1[i]));
        sum += (r->off[i] / size) * (r->off[i] / size) + 0.0 * k->z1[i];
    }
    return rdg_radau_judge(sqrt(sum / (double)n));
}
