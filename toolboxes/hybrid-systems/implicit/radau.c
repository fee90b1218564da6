/* An implicit step: Newton's method for its stages, to rounding. */
#include "radau_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { STAGES = RDG_RADAU_STAGES, MOST_ITERATIONS = 40, MOST_SIMPLE = 10 };

/* Corrections that fall by less request new derivatives. */
static const double fast = 0.05;

/* Of the states: what is left once corrections no longer fall is rounding. */
static const double rounding = 1e-10;

void rdg_radau_free(rdg_flow *flow)
{
    rdg_radau *r = flow->radaus;
    if (r) {
        void *arrays[] = {r->J, r->A, r->M, r->row, r->Y, r->F, r->left, r->wide, r->E, r->off, r->before};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
            rdg_free(arrays[i]);
        }
        rdg_free(r);
    }
    flow->radau = flow->radaus = NULL;
}

int rdg_radau_provide(rdg_flow *flow)
{
    const rdg_index n = flow->rk.n, nu = flow->rk.nu, size = STAGES * n;
    if (flow->radaus && flow->radaus->n >= n && flow->radaus->nu >= nu) {
        return 0;
    }
    rdg_radau_free(flow);
    rdg_radau *r = flow->radaus = rdg_context_calloc(flow->ctx, 1, sizeof *r);
    if (r) {
        const struct {
            double **array;
            rdg_index count;
        } part[] = {{&r->J, size * nu},
                    {&r->A, size * n},
                    {&r->M, size * size},
                    {&r->Y, size},
                    {&r->F, size},
                    {&r->left, size},
                    {&r->wide, size * RDG_RK_WIDE},
                    {&r->E, n * n},
                    {&r->off, n * RDG_RK_WIDE},
                    {&r->before, size + n}};
        for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
            *part[i].array = rdg_context_calloc(flow->ctx, (size_t)part[i].count, sizeof(double));
        }
        r->row = rdg_context_calloc(flow->ctx, (size_t)(size + n), sizeof *r->row);
        r->n = n;
        r->nu = nu;
        r->size = size;
    }
    if (rdg_error_status(flow->ctx) == RDG_OK) {
        return 0;
    }
    rdg_radau_free(flow);
    return rdg_flow_because(flow, -1, "%s", rdg_error_message(flow->ctx));
}

/* The field's arguments at a stage. */
static void stand(rdg_flow *flow, int i)
{
    rdg_rk *k = &flow->rk;
    memcpy(k->u, flow->radaus->Y + i * k->n, (size_t)k->n * sizeof *k->u);
    rdg_rk_set_phase(k, k->pos + rdg_radau_c[i] * k->share);
}

/* Rates at all stages. */
static int rates(rdg_flow *flow)
{
    int answer = 0;
    for (int i = 0; answer == 0 && i < STAGES; i++) {
        stand(flow, i);
        answer = rdg_rk_rate(&flow->rk, 1.0, flow->radaus->F + i * flow->rk.n);
    }
    return answer;
}

/* The derivatives at the step's beginning, and the factors with them. */
static int simplify(rdg_flow *flow, double h)
{
    rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    memcpy(k->u, k->z, (size_t)n * sizeof *k->u);
    rdg_rk_set_phase(k, k->pos);
    const int answer = rdg_hybrid_df(k->field, k->nu, k->u, k->size, n, r->J, k->work);
    r->trace = 0.0;
    for (rdg_index c = 0; c < n; c++) {
        r->trace += r->J[c + n * c];
        for (rdg_index d = 0; d < n; d++) {
            r->A[c * n + d] = r->J[c + n * d];
        }
    }
    return answer ? answer : rdg_radau_blocks(r, n, h) ? 0 : 1;
}

/* Derivatives at all stages, and the factors with them. */
static int linearise(rdg_flow *flow, double h)
{
    rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    for (int i = 0; i < STAGES; i++) {
        double *J = r->J + i * n * k->nu, *A = r->A + i * n * n;
        stand(flow, i);
        const int answer = rdg_hybrid_df(k->field, k->nu, k->u, k->size, n, J, k->work);
        if (answer != 0) {
            return answer;
        }
        r->trace = 0.0;
        for (rdg_index c = 0; c < n; c++) {
            r->trace += J[c + n * c];
            r->trace_before = i == 0 ? r->trace : r->trace_before;
            for (rdg_index d = 0; d < n; d++) {
                A[c * n + d] = J[c + n * d];
            }
        }
    }
    return rdg_radau_matrix(r, n, h) ? 0 : 1;
}

/* A correction; the greatest one relative to the states' sizes. */
static double correct(rdg_flow *flow, double h)
{
    const rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    double most = 0.0;
    for (int i = 0; i < STAGES; i++) {
        for (rdg_index c = 0; c < n; c++) {
            double sum = 0.0;
            for (int j = 0; j < STAGES; j++) {
                sum += rdg_radau_a[i][j] * r->F[j * n + c];
            }
            r->left[i * n + c] = k->z[c] - r->Y[i * n + c] + h * sum;
        }
    }
    if (r->tolerance > 0.0) {
        rdg_radau_solve_blocks(r, n, r->left);
    } else {
        rdg_radau_solve(STAGES * n, r->M, r->row, r->left);
    }
    for (rdg_index c = 0; c < n; c++) {
        double size = fmax(fabs(k->z[c]), 1e-3 * flow->options.absolute / flow->options.relative), by = 0.0;
        for (int i = 0; i < STAGES; i++) {
            r->Y[i * n + c] += r->left[i * n + c];
            size = fmax(size, fabs(r->Y[i * n + c]));
            by = fmax(by, fabs(r->left[i * n + c]));
            most += 0.0 * r->left[i * n + c]; /* NAN stays NAN */
        }
        most = by / size > most ? by / size : most;
    }
    return most;
}

/* What the extension of the last step states of this one's stages, or that they are where it begins. */
static void predict(rdg_flow *flow, bool extrapolate)
{
    const rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    for (int i = 0; i < STAGES; i++) {
        double *Y = r->Y + i * n;
        memcpy(Y, k->z, (size_t)n * sizeof *Y);
        if (extrapolate) {
            const double at = (k->pos + rdg_radau_c[i] * k->share - r->before_at) / r->before_length;
            for (int j = 0; j < STAGES; j++) { /* what it has risen since that step's end */
                double by = 1.0, end = 1.0;
                for (int q = -1; q < STAGES; q++) {
                    const double node = q < 0 ? 0.0 : rdg_radau_c[q];
                    by *= q == j ? 1.0 : (at - node) / (rdg_radau_c[j] - node);
                    end *= q == j ? 1.0 : (1.0 - node) / (rdg_radau_c[j] - node);
                }
                for (rdg_index c = 0; c < n; c++) {
                    Y[c] += (by - end) * r->before[(1 + j) * n + c];
                }
            }
        }
    }
}

/* Newton's method. As callbacks; 1: it does not converge. */
static int iterate(rdg_flow *flow, double h)
{
    double last = INFINITY;
    int answer = rates(flow);
    answer = answer ? answer : linearise(flow, h);
    for (int i = 0; answer == 0 && i < MOST_ITERATIONS; i++) {
        const double by = correct(flow, h);
        if (!(by <= 1e10)) {
            return 1;
        }
        answer = rates(flow);
        if (by <= DBL_EPSILON || (by <= rounding && by > 0.3 * last)) {
            return answer;
        }
        if (by > last && i > 6) {
            return 1;
        }
        if (answer == 0 && by > fast * last && by > rounding) {
            answer = linearise(flow, h);
        }
        last = by;
    }
    return answer ? answer : 1;
}

/* The same for motions, with the derivatives at the step's beginning. Corrections fall by a constant rate, by
 * which the rest behind each is known; the rest behind the first is taken from the last step (Hairer, Wanner,
 * IV.8). */
static int iterate_simply(rdg_flow *flow, double h)
{
    rdg_radau *r = flow->radaus;
    double last = 0.0, rest = pow(fmax(r->rest, DBL_EPSILON), 0.8);
    int answer = simplify(flow, h);
    r->rest = 1.0;
    for (int i = 1; answer == 0 && i <= MOST_SIMPLE; i++) {
        answer = rates(flow);
        const double by = answer == 0 ? correct(flow, h) : 0.0, rate = last > 0.0 ? by / last : 0.0;
        if (answer != 0 || !(by <= 1e10 && rate < 1.0)) {
            return answer ? answer : 1;
        }
        rest = last > 0.0 ? rate / (1.0 - rate) : rest;
        if (rest * by <= r->tolerance) {
            r->rest = rest;
            return 0;
        }
        if (rest * by * pow(rate, MOST_SIMPLE - i) > r->tolerance && last > 0.0) {
            return 1; /* too slow */
        }
        last = by;
    }
    return answer ? answer : 1;
}

int rdg_radau_step(rdg_flow *flow, double pos, double share)
{
    rdg_rk *k = &flow->rk;
    int answer = rdg_radau_provide(flow);
    if (answer != 0) {
        return answer;
    }
    rdg_radau *r = flow->radaus;
    const rdg_index n = k->n;
    const double ahead = r->before_at + r->before_length;
    const bool extrapolate = r->follows && fabs(pos - ahead) <= 1e-12 && share < 8.0 * r->before_length;
    k->pos = pos;
    k->share = share;
    k->spoilt = 0.0;
    predict(flow, extrapolate);
    int (*const solve)(rdg_flow *, double) = r->tolerance > 0.0 ? iterate_simply : iterate;
    answer = solve(flow, share * k->tau);
    if (answer > 0 && extrapolate && solve == iterate) {
        k->spoilt = 0.0;
        predict(flow, false);
        answer = solve(flow, share * k->tau);
    }
    memcpy(k->z1, r->Y + (STAGES - 1) * n, (size_t)n * sizeof *k->z1);
    rdg_rk_spoil(k);
    return answer;
}

int rdg_radau_trace(rdg_flow *flow, double pos, double share, const rdg_rk_stages *stages)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n, nu = k->nu;
    k->pos = pos;
    memcpy(k->u, k->z, (size_t)n * sizeof *k->u);
    rdg_rk_set_phase(k, pos);
    int answer = rdg_rk_rate(k, 1.0, k->f0);
    answer = answer ? answer : rdg_radau_step(flow, pos, share);
    for (int i = 0; answer == 0 && i < STAGES; i++) {
        stand(flow, i);
        memcpy(stages->u + i * nu, k->u, (size_t)nu * sizeof *k->u);
        memcpy(stages->f + i * n, flow->radaus->F + i * n, (size_t)n * sizeof *k->u);
    }
    if (answer == 0) {
        rdg_radau_extend(flow);
    }
    return answer;
}
