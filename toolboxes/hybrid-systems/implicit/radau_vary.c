/* Variations of an implicit step, forward and backward. Those of increments without what the variations of
 * the states at the stages add are k_j = h A_j dU_j + share F_j dtau; then
 *
 *     M dY = (dz + sum over j of a_ij k_j),     dz1 = dY_5. */
#include "radau_impl.h"

#include <math.h>
#include <string.h>

enum { STAGES = RDG_RADAU_STAGES, W = RDG_RK_WIDE };

/* A column that has died away as far, of what it was at the start, no longer counts. */
static const double gone = 1e-10;

int rdg_radau_take(rdg_flow *flow, const double *value, double h)
{
    const rdg_rk *k = &flow->rk;
    const rdg_rk_pattern *p = &k->pattern;
    const int answer = rdg_radau_provide(flow);
    if (answer != 0) {
        return answer;
    }
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n, entries = p->start[n];
    memset(r->A, 0, (size_t)(STAGES * n * n) * sizeof *r->A);
    for (int j = 0; j < STAGES; j++) {
        for (rdg_index i = 0; i < n; i++) {
            double *to = r->A + (j * n + i) * n;
            for (rdg_index e = p->start[i]; e < p->start[i + 1]; e++) {
                if (p->row_of[e] < n && p->place[e] < n * p->nu) { /* what fills a row up is nowhere */
                    to[p->row_of[e]] += value[j * entries + e];
                }
            }
        }
    }
    return rdg_radau_matrix(r, n, h) ? 0 : 1;
}

/* dY of the columns of a block, in r->wide. */
static void carry(rdg_flow *flow, rdg_index block, const double *v, const rdg_rk_stages *stages,
                  const double *value)
{
    rdg_rk *k = &flow->rk;
    double *wide = flow->radaus->wide;
    const rdg_index n = k->n, count = n * W, entries = k->pattern.start[n];
    rdg_rk_vary_arguments(k, block);
    for (int j = 0; j < STAGES; j++) {
        const double place = k->pos + rdg_radau_c[j] * k->share;
        memset(k->s, 0, (size_t)count * sizeof *k->s);
        rdg_rk_vary_stage(k, block, place, value + j * entries, stages->f + j * n, k->dg + j * count);
    }
    for (int i = 0; i < STAGES; i++) {
        double *to = wide + i * count;
        for (rdg_index c = 0; c < count; c++) {
            to[c] = v[c];
            for (int j = 0; j < STAGES; j++) {
                to[c] += rdg_radau_a[i][j] * k->dg[j * count + c];
            }
        }
    }
    rdg_radau_solve_wide(STAGES * n, flow->radaus->M, flow->radaus->row, wide);
}

static double size_of(const rdg_rk *k, rdg_index i)
{
    return k->size && k->size[i] > 0.0 ? k->size[i] : 1.0;
}

/* The factors of the estimate's matrix, and the field's derivatives at the step's beginning, in k->A. */
static int prepare_errors(rdg_flow *flow, rdg_index *row)
{
    rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    memcpy(k->u, k->z, (size_t)n * sizeof *k->u);
    rdg_rk_set_phase(k, k->pos);
    const int answer = rdg_rk_slopes(k);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index c = 0; c < n; c++) {
            r->E[i * n + c] = (i == c ? 1.0 : 0.0) - rdg_radau_shift * k->share * k->tau * k->A[i + n * c];
        }
    }
    return answer ? answer : rdg_radau_factorise(n, r->E, row) ? 0 : 1;
}

/* As rdg_radau_error(), of the columns of a block that are variations by the states; each row in the size of
 * its state. */
static double error_of(rdg_flow *flow, rdg_index block, const rdg_index *row, const double *v)
{
    const rdg_rk *k = &flow->rk;
    const rdg_radau *r = flow->radaus;
    const rdg_index n = k->n, count = n * W;
    const double *v1 = r->wide + (STAGES - 1) * count;
    double worst = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        for (int c = 0; c < W; c++) {
            double off = 0.0;
            for (rdg_index q = 0; q < n; q++) {
                off += k->A[i + n * q] * v[q * W + c];
            }
            off *= rdg_radau_shift * k->share * k->tau;
            for (int j = 0; j < STAGES; j++) {
                off += rdg_radau_e[j] * (r->wide[j * count + i * W + c] - v[i * W + c]);
            }
            r->off[i * W + c] = off;
        }
    }
    rdg_radau_solve_wide(n, r->E, row, r->off);
    for (rdg_index c = 0; c < W && block * W + c < n; c++) {
        double scale = gone / size_of(k, block * W + c), sum = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            const double size = size_of(k, i), off = r->off[i * W + c] / size;
            scale = fmax(scale, fmax(fabs(v[i * W + c]), fabs(v1[i * W + c])) / size);
            sum += off * off;
        }
        worst = fmax(worst, sqrt(sum / (double)n) / scale);
    }
    return worst;
}

int rdg_radau_vary(rdg_flow *flow, double pos, double share, const rdg_rk_stages *stages, double *tape)
{
    rdg_rk *k = &flow->rk;
    const rdg_radau *r = flow->radaus;
    const rdg_index n = k->n, count = n * W, blocks = rdg_rk_blocks(k);
    const double *value = NULL;
    k->pos = pos;
    k->share = share;
    int answer = rdg_rk_slopes_of(k, stages, &value);
    answer = answer ? answer : rdg_radau_take(flow, value, share * k->tau);
    for (rdg_index b = 0; answer == 0 && b < blocks; b++) {
        const double *v = k->v + b * count;
        carry(flow, b, v, stages, value);
        memcpy(k->v1 + b * count, r->wide + (STAGES - 1) * count, (size_t)count * sizeof *v);
        if (tape) {
            memcpy(tape + b * RDG_RK_STAGES * count, r->wide, (size_t)(STAGES * count) * sizeof *tape);
        }
        if (k->weigh > 0.0 && b * W < n) {
            rdg_index *row = r->row + r->size; /* those of the step's matrix serve the next block */
            answer = b == 0 ? prepare_errors(flow, row) : 0;
            const double error = answer == 0 ? error_of(flow, b, row, v) : 0.0;
            k->slope_error = fmax(k->slope_error, rdg_radau_judge(error / k->weigh));
        }
    }
    return answer;
}

/* out [n] = h A_j^T (x + ...) is eta_j of a multiplier. */
static void pull(const rdg_radau *r, rdg_index n, int j, double h, const double *x, double *out)
{
    const double *A = r->A + j * n * n;
    memset(out, 0, (size_t)n * sizeof *out);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index c = 0; c < n; c++) {
            out[c] += h * A[i * n + c] * x[i];
        }
    }
}

void rdg_radau_pull_back(rdg_flow *flow, double h, const double *mu, const double *more, double *eta,
                         double *gamma)
{
    const rdg_radau *r = flow->radaus;
    const rdg_index n = flow->rk.n;
    const double *b = rdg_radau_a[STAGES - 1];
    for (int j = 0; j < STAGES; j++) {
        for (rdg_index c = 0; c < n; c++) {
            gamma[j * n + c] = b[j] * mu[c];
        }
        pull(r, n, j, h, gamma + j * n, eta + j * n);
        for (rdg_index c = 0; more && c < n; c++) {
            eta[j * n + c] += more[j * n + c];
        }
    }
    rdg_radau_solve_transposed(STAGES * n, r->M, r->row, eta);
    for (int j = 0; j < STAGES; j++) {
        for (int l = 0; l < STAGES; l++) {
            for (rdg_index c = 0; c < n; c++) {
                gamma[j * n + c] += rdg_radau_a[l][j] * eta[l * n + c];
            }
        }
    }
}

void rdg_radau_push(rdg_flow *flow, const double *dz, const double *k, double *du)
{
    const rdg_radau *r = flow->radaus;
    const rdg_index n = flow->rk.n, nu = flow->rk.nu;
    for (int i = 0; i < STAGES; i++) {
        for (rdg_index c = 0; c < n; c++) {
            r->left[i * n + c] = dz[c];
            for (int j = 0; j < STAGES; j++) {
                r->left[i * n + c] += rdg_radau_a[i][j] * k[j * n + c];
            }
        }
    }
    rdg_radau_solve(STAGES * n, r->M, r->row, r->left);
    for (int i = 0; i < STAGES; i++) {
        memcpy(du + i * nu, r->left + i * n, (size_t)n * sizeof *du);
    }
}
