/* Linearly implicit steps. With W = 1 / (gamma h) - J, stage i solves
 *
 *     W u_i = f(t + c_i h, x + sum_j a_ij u_j) + sum_j c_ij u_j / h + g_i h f_t,
 *
 * and the step's end is x + sum_j m_j u_j. The last two stages are at the end itself: the error is u_6. */
#include "rosenbrock_impl.h"

#include <math.h>
#include <string.h>

enum { STAGES = RDG_ROSENBROCK_STAGES };

static const double gamma_ = 0.25;
static const double node[STAGES] = {0.0, 0.75, 0.21, 0.63, 1.0, 1.0};
static const double by_time[STAGES] = {0.25, -0.5, -0.023504, -0.0362, 0.0, 0.0};
static const double a[STAGES][STAGES] = {
    {0.0},
    {3.0},
    {1.831036793486759, 0.4955183967433795},
    {2.304376582692669, -0.05249275245743001, -1.176798761832782},
    {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401},
    {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401, 1.0}};
static const double c_[STAGES][STAGES] = {
    {0.0},
    {-12.0},
    {-8.791795173947035, -2.207865586973518},
    {10.81793056857153, 6.780270611428266, 19.53485944642410},
    {34.19095006749676, 15.49671153725963, 54.74760875964130, 14.16005392148534},
    {34.62605830930532, 15.30084976114473, 56.99955578662667, 18.40807009793095, -5.714285714285717}};
static const double dense[2][STAGES - 1] = {
    {25.09876703708589, 11.62013104361867, 28.49148307714626, -5.664021568594133, 0.0},
    {1.638054557396973, -0.7373619806678748, 8.477918219238990, 15.99253148779520, -1.882352941176471}};

void rdg_rosenbrock_free(rdg_flow *flow)
{
    rdg_rosenbrock *r = flow->implicits;
    if (r) {
        void *arrays[] = {r->at, r->J, r->W, r->u, r->f0, r->sum, r->row};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
            rdg_free(arrays[i]);
        }
        rdg_free(r);
    }
    flow->implicit = flow->implicits = NULL;
}

/* Room for the mode at hand. */
static int provide(rdg_flow *flow)
{
    const rdg_index n = flow->rk.n, nu = flow->rk.nu;
    if (flow->implicits && flow->implicits->n >= n && flow->implicits->nu >= nu) {
        return 0;
    }
    rdg_rosenbrock_free(flow);
    rdg_rosenbrock *r = flow->implicits = rdg_context_calloc(flow->ctx, 1, sizeof *r);
    if (r) {
        double **array[] = {&r->at, &r->J, &r->W, &r->u, &r->f0, &r->sum};
        const rdg_index size[] = {n, n * nu, n * n, STAGES * n, n, 3 * n};
        for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
            *array[i] = rdg_context_calloc(flow->ctx, (size_t)size[i], sizeof(double));
        }
        r->row = rdg_context_calloc(flow->ctx, (size_t)n, sizeof *r->row);
        r->n = n;
        r->nu = nu;
    }
    if (rdg_error_status(flow->ctx) == RDG_OK) {
        return 0;
    }
    rdg_rosenbrock_free(flow);
    return rdg_flow_because(flow, -1, "%s", rdg_error_message(flow->ctx));
}

/* The derivatives of the field at k->z, unless they are at hand; k->f0 is the field there. */
static int linearise(rdg_flow *flow, double pos)
{
    rdg_rk *k = &flow->rk;
    rdg_rosenbrock *r = flow->implicits;
    const size_t bytes = (size_t)k->n * sizeof(double);
    if (r->known && r->mode == flow->place && memcmp(r->at, k->z, bytes) == 0) {
        return 0;
    }
    memcpy(k->u, k->z, bytes);
    rdg_rk_set_phase(k, pos);
    const int answer = rdg_hybrid_df(k->field, k->nu, k->u, k->size, k->n, r->J, k->work);
    r->known = answer == 0;
    r->mode = flow->place;
    r->trace = 0.0;
    memcpy(r->at, k->z, bytes);
    for (rdg_index i = 0; i < k->n; i++) {
        r->trace += r->J[i + k->n * i];
    }
    return answer;
}

int rdg_rosenbrock_begin(rdg_flow *flow)
{
    const int answer = provide(flow);
    return answer == 0 ? linearise(flow, 0.0) : answer;
}

/* W = L U in place, with pivots; it is small. */
static bool factorise(rdg_rosenbrock *r, rdg_index n, double shift)
{
    double *W = r->W; /* by rows */
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            W[i * n + j] = (i == j ? shift : 0.0) - r->J[i + n * j];
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        rdg_index best = j;
        for (rdg_index i = j + 1; i < n; i++) {
            best = fabs(W[i * n + j]) > fabs(W[best * n + j]) ? i : best;
        }
        r->row[j] = best;
        for (rdg_index q = 0; best != j && q < n; q++) {
            const double aside = W[j * n + q];
            W[j * n + q] = W[best * n + q];
            W[best * n + q] = aside;
        }
        const double pivot = W[j * n + j];
        if (pivot == 0.0 || !isfinite(pivot)) {
            return false;
        }
        for (rdg_index i = j + 1; i < n; i++) {
            const double factor = W[i * n + j] / pivot;
            W[i * n + j] = factor;
            for (rdg_index q = j + 1; factor != 0.0 && q < n; q++) {
                W[i * n + q] -= factor * W[j * n + q];
            }
        }
    }
    return true;
}

static void solve(const rdg_rosenbrock *r, rdg_index n, double *x)
{
    const double *W = r->W;
    for (rdg_index j = 0; j < n; j++) {
        const double aside = x[r->row[j]];
        x[r->row[j]] = x[j];
        x[j] = aside;
    }
    for (rdg_index i = 1; i < n; i++) {
        for (rdg_index q = 0; q < i; q++) {
            x[i] -= W[i * n + q] * x[q];
        }
    }
    for (rdg_index i = n - 1; i >= 0; i--) {
        for (rdg_index q = i + 1; q < n; q++) {
            x[i] -= W[i * n + q] * x[q];
        }
        x[i] /= W[i * n + i];
    }
}

int rdg_rosenbrock_step(rdg_flow *flow, double pos, double share)
{
    rdg_rk *k = &flow->rk;
    rdg_rosenbrock *r = flow->implicits;
    const rdg_index n = k->n;
    const double h = share * k->tau;
    int answer = linearise(flow, pos);
    k->pos = pos;
    k->share = share;
    if (answer != 0 || !factorise(r, n, 1.0 / (gamma_ * h))) {
        return answer != 0 ? answer : 1;
    }
    const double *f_t = k->forced ? r->J + n * (k->nu - 1) : NULL;
    for (int i = 0; i < STAGES; i++) {
        double *u = r->u + i * n;
        if (i > 0) {
            for (rdg_index c = 0; c < n; c++) {
                double x = k->z[c];
                for (int j = 0; j < i; j++) {
                    x += a[i][j] * r->u[j * n + c];
                }
                k->u[c] = x;
            }
            memcpy(k->z1, k->u, (size_t)n * sizeof *u);
            rdg_rk_set_phase(k, pos + node[i] * share);
            answer = rdg_rk_rate(k, 1.0, u);
            if (answer != 0) {
                return answer;
            }
        } else {
            memcpy(u, k->f0, (size_t)n * sizeof *u);
        }
        for (rdg_index c = 0; c < n; c++) {
            for (int j = 0; j < i; j++) {
                u[c] += c_[i][j] / h * r->u[j * n + c];
            }
            u[c] += f_t ? by_time[i] * h * k->omega * f_t[c] : 0.0;
        }
        solve(r, n, u);
    }
    for (rdg_index c = 0; c < n; c++) {
        k->z1[c] += r->u[(STAGES - 1) * n + c];
    }
    rdg_rk_spoil(k);
    return 0;
}

void rdg_rosenbrock_extend(rdg_flow *flow)
{
    const rdg_rk *k = &flow->rk;
    rdg_rosenbrock *r = flow->implicits;
    for (rdg_index c = 0; c < k->n; c++) {
        r->sum[c] = k->z1[c];
        for (int d = 0; d < 2; d++) {
            double sum = 0.0;
            for (int j = 0; j < STAGES - 1; j++) {
                sum += dense[d][j] * r->u[j * k->n + c];
            }
            r->sum[(1 + d) * k->n + c] = sum;
        }
    }
}

void rdg_rosenbrock_within(const rdg_flow *flow, double place, double *x)
{
    const rdg_rk *k = &flow->rk;
    const double *s = flow->implicits->sum, left = 1.0 - place;
    for (rdg_index c = 0; c < k->n; c++) {
        const double inner = s[k->n + c] + place * s[2 * k->n + c];
        x[c] = left * k->z[c] + place * (s[c] + left * inner);
    }
}
