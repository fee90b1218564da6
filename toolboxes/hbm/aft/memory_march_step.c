/* One piece of the integration of a memory, within one combination of contact states:
 *
 *     W_i = w0 + h / omega sum_j a_ij g(x(tau_j), v(tau_j), W_j),   tau_j = tau0 + c_j h,
 *
 * with dw/dt = g, and its derivatives by the parameters, with tau0 and h among what changes. */
#include "memory_march_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { S = RDG_MEMORY_STAGES, NEWTON_STEPS = 30 };

#define ROOT6 2.4494897427831780982
static const double a[S][S] = {
    {(88.0 - 7.0 * ROOT6) / 360.0, (296.0 - 169.0 * ROOT6) / 1800.0, (-2.0 + 3.0 * ROOT6) / 225.0},
    {(296.0 + 169.0 * ROOT6) / 1800.0, (88.0 + 7.0 * ROOT6) / 360.0, (-2.0 - 3.0 * ROOT6) / 225.0},
    {(16.0 - ROOT6) / 36.0, (16.0 + ROOT6) / 36.0, 1.0 / 9.0}};
static const double c[S] = {(4.0 - ROOT6) / 10.0, (4.0 + ROOT6) / 10.0, 1.0};

static const double two_pi = 6.283185307179586476925;

static int find_rates(rdg_memory_march *m)
{
    const rdg_law_regimes *regimes = m->law->regimes;
    memset(m->g, 0, (size_t)(S * m->m) * sizeof *m->g);
    memset(m->gy, 0, (size_t)(S * m->m * m->n) * sizeof *m->gy);
    for (int i = 0; i < S; i++) {
        const rdg_law_state at = {
            .x = m->stage[i].x, .v = m->stage[i].v, .w = m->W + m->m * i, .status = m->status};
        regimes->rate(m->self, m->d, &at,
                      &(rdg_law_rate){.w = m->g + m->m * i, .dw = m->gy + m->m * m->n * i});
    }
    for (rdg_index k = 0; k < S * m->m; k++) {
        if (!isfinite(m->g[k])) {
            return 1;
        }
    }
    return 0;
}

/* I - h / omega A x dg/dw, factored; false: singular */
static bool factorise(rdg_memory_march *m, double scale)
{
    const rdg_index n = S * m->m;
    for (rdg_index q = 0; q < n; q++) {
        for (rdg_index r = 0; r < n; r++) {
            const rdg_index i = r / m->m, k = r % m->m, j = q / m->m, l = q % m->m;
            const double slope = m->gy[m->m * m->n * j + k + m->m * (2 * m->d + l)];
            m->A[r + n * q] = (r == q) - scale * a[i][j] * slope;
        }
    }
    return RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)n, m->A, (lapack_int)n,
                                        m->pivot)) == 0;
}

static void solve(rdg_memory_march *m, rdg_index columns)
{
    const rdg_index n = S * m->m;
    (void)RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', (lapack_int)n, (lapack_int)columns, m->A,
                                       (lapack_int)n, m->pivot, m->rhs, (lapack_int)n));
}

/* One step of Newton's method for the stages: 0 goes on, 1 they are found, -1 there are none. */
static int improve(rdg_memory_march *m, double scale)
{
    double change = 0.0, size = 0.0;
    if (find_rates(m) != 0 || !factorise(m, scale)) {
        return -1;
    }
    for (rdg_index r = 0; r < S * m->m; r++) {
        const rdg_index i = r / m->m, k = r % m->m;
        double residual = m->w[k] - m->W[r];
        for (rdg_index j = 0; j < S; j++) {
            const double share = scale * a[i][j] * m->g[k + m->m * j];
            residual += share;
            size = fmax(size, fabs(share));
        }
        size = fmax(size, fabs(m->w[k]));
        m->rhs[r] = residual;
    }
    solve(m, 1);
    for (rdg_index r = 0; r < S * m->m; r++) {
        m->W[r] += m->rhs[r];
        change = fmax(change, fabs(m->rhs[r]));
        size = fmax(size, fabs(m->W[r]));
    }
    const double rounding = 1e-13; /* of sums of this size, with space for cancellation */
    return change <= rounding * size ? 1 : 0;
}

int rdg_memory_march_solve(rdg_memory_march *m, double from, double to)
{
    const double h = to - from;
    for (int i = 0; i < S; i++) {
        rdg_memory_march_move(m, i == S - 1 ? to : from + c[i] * h, &m->stage[i]);
        memcpy(m->W + m->m * i, m->w, (size_t)m->m * sizeof *m->w);
    }
    int done = m->m == 0;
    for (int k = 0; done == 0 && k < NEWTON_STEPS; k++) {
        done = improve(m, h / m->omega);
    }
    return done == 1 ? 0 : 1;
}

/* The derivative of the instant of a stage; column `columns` is the one by the end of the piece. */
static double instant_slope(const rdg_memory_march *m, int stage, rdg_index p)
{
    return p == m->columns ? c[stage] : (1.0 - c[stage]) * m->T[p] + c[stage] * m->end[p];
}

static double length_slope(const rdg_memory_march *m, rdg_index p)
{
    return p == m->columns ? 1.0 : m->end[p] - m->T[p];
}

/* Derivative of the rate of memory k at a stage, at constant memory. */
static double rate_slope(const rdg_memory_march *m, int stage, rdg_index k, rdg_index p)
{
    const double *gy = m->gy + m->m * m->n * stage;
    const double dtau = instant_slope(m, stage, p);
    double sum = 0.0;
    for (rdg_index j = 0; j < m->d; j++) {
        sum += gy[k + m->m * j] * rdg_memory_march_dx(m, &m->stage[stage], j, p, dtau);
        sum += gy[k + m->m * (m->d + j)] * rdg_memory_march_dv(m, &m->stage[stage], j, p, dtau);
    }
    return sum;
}

static void fill_column(rdg_memory_march *m, double h, rdg_index p)
{
    const rdg_index n = S * m->m;
    const double scale = h / m->omega;
    const double d_scale = length_slope(m, p) / m->omega - (p == m->N ? scale / m->omega : 0.0);
    for (rdg_index k = 0; k < m->m; k++) {
        double b[S];
        for (int j = 0; j < S; j++) {
            b[j] = d_scale * m->g[k + m->m * j] + scale * rate_slope(m, j, k, p);
        }
        for (int i = 0; i < S; i++) {
            double sum = p == m->columns ? 0.0 : m->S[k + m->m * p];
            for (int j = 0; j < S; j++) {
                sum += a[i][j] * b[j];
            }
            m->rhs[m->m * i + k + n * p] = sum;
        }
    }
}

int rdg_memory_march_differentiate(rdg_memory_march *m, double from, double to)
{
    if (m->columns == 0 || m->m == 0) {
        return 0;
    }
    const double h = to - from;
    if (find_rates(m) != 0 || !factorise(m, h / m->omega)) {
        return 1;
    }
    for (rdg_index p = 0; p <= m->columns; p++) {
        fill_column(m, h, p);
    }
    solve(m, m->columns + 1);
    return 0;
}

/* dF/d(coefficients of the velocities), likewise */
static void add_damping(rdg_memory_march *m, const rdg_memory_march_instant *at, double weight)
{
    const rdg_index nc = m->basis.n_coefficients;
    for (rdg_index l = 0; l < m->d; l++) {
        for (rdg_index j = 0; j < m->d; j++) {
            const double slope = m->df[j + m->d * (m->d + l)];
            for (rdg_index r = 0; slope != 0.0 && r < nc; r++) {
                for (rdg_index q = 0; q < nc; q++) {
                    const double galerkin = q == 0 && m->basis.has_static ? weight : 2.0 * weight;
                    m->C[nc * j + q + m->N * (nc * l + r)] += galerkin * slope * at->phi[q] * at->phi[r];
                }
            }
        }
    }
}

/* Adds the share of a stage: weight times f phi, and its derivatives. */
static void add_stage(rdg_memory_march *m, int i, double h)
{
    const rdg_index nc = m->basis.n_coefficients, n = S * m->m;
    const rdg_memory_march_instant *at = &m->stage[i];
    const double b = a[S - 1][i] / two_pi;
    for (rdg_index q = 0; q < nc; q++) {
        const double galerkin = q == 0 && m->basis.has_static ? b : 2.0 * b;
        for (rdg_index j = 0; j < m->d; j++) {
            m->F[nc * j + q] += galerkin * h * m->f[j] * at->phi[q];
        }
    }
    for (rdg_index p = 0; p < m->columns; p++) {
        const double dtau = instant_slope(m, i, p), dh = length_slope(m, p);
        for (rdg_index j = 0; j < m->d; j++) {
            double slope = 0.0;
            for (rdg_index l = 0; l < m->d; l++) {
                slope += m->df[j + m->d * l] * rdg_memory_march_dx(m, at, l, p, dtau);
                slope += m->df[j + m->d * (m->d + l)] * rdg_memory_march_dv(m, at, l, p, dtau);
            }
            for (rdg_index l = 0; l < m->m; l++) {
                slope += m->df[j + m->d * (2 * m->d + l)] * m->rhs[m->m * i + l + n * p];
            }
            for (rdg_index q = 0; q < nc; q++) {
                const double galerkin = q == 0 && m->basis.has_static ? b : 2.0 * b;
                m->J[nc * j + q + m->N * p] +=
                    galerkin * ((h * slope + dh * m->f[j]) * at->phi[q] + h * m->f[j] * at->dphi[q] * dtau);
            }
        }
    }
}

int rdg_memory_march_add_force(rdg_memory_march *m, double from, double to)
{
    for (int i = 0; i < S; i++) {
        const rdg_law_state at = {
            .x = m->stage[i].x, .v = m->stage[i].v, .w = m->W + m->m * i, .status = m->status};
        memset(m->f, 0, (size_t)m->d * sizeof *m->f);
        memset(m->df, 0, (size_t)(m->d * m->n) * sizeof *m->df);
        const int answer = m->law->force(m->self, m->d, &at,
                                         &(rdg_law_force){.f = m->f, .df = m->columns > 0 ? m->df : NULL});
        if (answer != 0) {
            return answer;
        }
        add_stage(m, i, to - from);
        if (m->columns > 0) {
            add_damping(m, &m->stage[i], a[S - 1][i] * (to - from) / two_pi);
        }
    }
    return 0;
}
