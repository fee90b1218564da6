/* Contracted second derivatives of the end of an arc.
 *
 * Forward: states Y, variations dU of the field's arguments, and derivatives A of the field at all stages go
 * to a tape. Backward: with mu the multiplier of the states at the end of a step, those of its increments are
 *
 *     gamma_i = b_i mu + sum over l > i of a_li eta_l,     eta_l = h A_x^T gamma_l,
 *
 * and mu + sum eta_i is that at its beginning. An increment is g = share tau F(U), U = (Y, p, phi), so that
 *
 *     H = sum over stages of dU^T [h gamma . D2F] dU + share (dtau (A^T gamma . dU) + its transpose)
 *         + h (gamma . F_phi) d2phi,
 *
 * where d2phi is the share of the time so far for (omega, tau), as phi = phi0 + omega tau place. */
#include "linear_impl.h"
#include "stiff_impl.h"

#include <math.h>
#include <string.h>

typedef struct work {
    double *gamma, *eta; /* [RDG_RK_STAGES n] */
    double *mu;          /* [n] */
    double *w;           /* [nu] A^T gamma */
    double *W;           /* [nu nu] h gamma . D2F */
    double *row;         /* [ns] */
    double *H;           /* [ns ns], its lower half by columns */
} work;

static work share_out(const rdg_flow *flow, const double *lambda, double *H)
{
    const rdg_rk *k = &flow->rk;
    work w = {.gamma = flow->second, .H = H};
    w.eta = w.gamma + RDG_RK_STAGES * k->n;
    w.mu = w.eta + RDG_RK_STAGES * k->n;
    w.w = w.mu + k->n;
    w.W = w.w + k->nu;
    w.row = w.W + k->nu * k->nu;
    memcpy(w.mu, lambda, (size_t)k->n * sizeof(double));
    memset(H, 0, (size_t)(k->ns * k->ns) * sizeof(double));
    return w;
}

/* out = sum over m of a_m dU_m, from a column on */
static void contract(const rdg_rk *k, const double *a, rdg_index from, const double *dY, double place,
                     double *restrict out)
{
    const rdg_index n = k->n, ns = k->ns;
    for (rdg_index c = from; c < ns; c++) {
        out[c] = 0.0;
    }
    for (rdg_index m = 0; m < n; m++) {
        const double by = a[m];
        for (rdg_index c = from; c < ns && by != 0.0; c++) {
            out[c] += by * dY[ns * m + c];
        }
    }
    for (rdg_index q = n > from ? n : from; q < n + k->np; q++) {
        out[q] += a[q];
    }
    if (k->forced) {
        const double by = a[k->nu - 1];
        out[k->nu - 1] += by;
        out[k->omega_at] += by * k->tau * place;
        out[ns - 1] += by * k->omega * place;
    }
}

/* What is in row c and right of it gets by * row. */
static void add(const rdg_rk *k, double *restrict H, rdg_index c, double by, const double *restrict row)
{
    for (rdg_index d = c; d < k->ns && by != 0.0; d++) {
        H[k->ns * c + d] += by * row[d];
    }
}

int rdg_flow_bends(rdg_rk *k, const double *u, const double *gamma, double *W)
{
    if (!k->field->d2f) {
        return rdg_hybrid_d2f(k->field, k->nu, u, k->size, k->n, gamma, W, k->work);
    }
    memset(W, 0, (size_t)(k->nu * k->nu) * sizeof *W);
    return k->field->d2f(k->nu, u, k->n, gamma, W, k->field->data);
}

/* The share of a stage in H; A, dY and u are on the tape. */
static int add_stage(rdg_flow *flow, work *w, const double *gamma, const double *tape, double place,
                     double share)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n, nu = k->nu, ns = k->ns;
    const double h = share * k->tau, *dY = tape, *u = tape + n * ns, *A = tape + k->len + k->np + 1;
    const int answer = rdg_flow_bends(k, u, gamma, w->W);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index m = 0; m < n; m++) {
        contract(k, w->W + nu * m, 0, dY, place, w->row);
        for (rdg_index c = 0; c < ns; c++) {
            add(k, w->H, c, h * dY[ns * m + c], w->row);
        }
    }
    for (rdg_index m = n; m < nu; m++) {
        const bool phase = k->forced && m == nu - 1;
        contract(k, w->W + nu * m, phase ? k->omega_at : m, dY, place, w->row);
        add(k, w->H, m, h, w->row);
        if (phase) {
            add(k, w->H, k->omega_at, h * k->tau * place, w->row);
            add(k, w->H, ns - 1, h * k->omega * place, w->row);
        }
    }
    for (rdg_index m = 0; m < nu; m++) {
        w->w[m] = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            w->w[m] += A[i + n * m] * gamma[i];
        }
    }
    contract(k, w->w, 0, dY, place, w->row);
    for (rdg_index c = 0; c < ns; c++) {
        w->H[ns * c + ns - 1] += share * w->row[c] * (c == ns - 1 ? 2.0 : 1.0);
    }
    if (k->forced) {
        w->H[ns * k->omega_at + ns - 1] += h * w->w[nu - 1] * place;
    }
    return 0;
}

static int backward(rdg_flow *flow, work *w, const double *tape, double pos, double share)
{
    const rdg_rk *k = &flow->rk;
    const rdg_index n = k->n, stage = rdg_rk_tape(k);
    const double h = share * k->tau;
    for (int i = RDG_RK_STAGES - 1; i >= 0; i--) {
        double *gamma = w->gamma + i * n, *eta = w->eta + i * n;
        for (rdg_index c = 0; c < n; c++) {
            gamma[c] = rdg_rk_a[RDG_RK_END][i] * w->mu[c];
        }
        for (int l = i + 1; l < RDG_RK_STAGES; l++) {
            const double a = rdg_rk_a[l][i];
            for (rdg_index c = 0; c < n && a != 0.0; c++) {
                gamma[c] += a * w->eta[l * n + c];
            }
        }
        const int answer = add_stage(flow, w, gamma, tape + i * stage, pos + rdg_rk_c[i] * share, share);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index c = 0; c < n; c++) {
            eta[c] = h * w->w[c];
        }
    }
    for (int i = 0; i < RDG_RK_STAGES; i++) {
        for (rdg_index c = 0; c < n; c++) {
            w->mu[c] += w->eta[i * n + c];
        }
    }
    return 0;
}

int rdg_flow_record(rdg_flow *flow, rdg_index steps, const double *share, rdg_index size,
                    rdg_flow_taped *taped, const double *d)
{
    rdg_rk *k = &flow->rk;
    if (rdg_context_reserve(flow->ctx, (void *)&flow->tape, &flow->on_tape, size * steps, sizeof(double)) !=
        RDG_OK) {
        return rdg_flow_because(flow, -1, "there is no memory for the stages of %ld steps", (long)steps);
    }
    double pos = 0.0;
    for (rdg_index i = 0; i < steps; i++) {
        int answer = taped(k, d, pos, share[i], flow->tape + size * i);
        answer =
            answer == 0 ? rdg_flow_not_a_state(flow, pos + share[i]) : rdg_flow_refused(flow, answer, pos);
        if (answer != 0) {
            return answer;
        }
        pos += share[i];
        rdg_rk_advance(k);
    }
    return 0;
}

/* A step with the variations of all columns. */
static int step(rdg_rk *k, const double *d, double pos, double share, double *tape)
{
    (void)d;
    return rdg_rk_vary(k, pos, share, tape);
}

int rdg_flow_not_bent(rdg_flow *flow)
{
    return rdg_flow_because(flow, 1,
                            "second derivatives of the motion in mode \"%s\" of \"%s\" are not finite",
                            flow->mode, rdg_hybrid_name(flow->h));
}

static int mirror(rdg_flow *flow, double *H)
{
    const rdg_index ns = flow->rk.ns;
    double sum = 0.0;
    for (rdg_index c = 0; c < ns; c++) {
        for (rdg_index d = c; d < ns; d++) {
            sum += 0.0 * H[ns * c + d];
            H[ns * d + c] = H[ns * c + d];
        }
    }
    return isnan(sum) ? rdg_flow_not_bent(flow) : 0;
}

int rdg_flow_second(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                    const double *lambda, double *d2y)
{
    if (!flow) {
        return -1;
    }
    if (!mesh || !sigma || !lambda || !d2y) {
        return rdg_flow_because(flow, -1, "%s is NULL",
                                !mesh     ? "mesh"
                                : !sigma  ? "sigma"
                                : !lambda ? "lambda"
                                          : "d2y");
    }
    int answer = rdg_flow_arc_begin(flow, mode, sigma, true);
    if (answer == 0 && flow->closed) {
        answer = rdg_linear_second(flow, sigma, lambda, d2y);
        return answer == 0 ? mirror(flow, d2y) : answer;
    }
    if (answer == 0 && flow->stiff) {
        answer = rdg_stiff_second(flow, mode, sigma, lambda, d2y);
        return answer == 0 ? mirror(flow, d2y) : answer;
    }
    if (answer != 0) {
        return answer;
    }
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    answer = rdg_flow_record(flow, steps, share, rdg_rk_tape(&flow->rk) * RDG_RK_STAGES, step, NULL);
    if (answer != 0) {
        return answer;
    }
    work w = share_out(flow, lambda, d2y);
    const rdg_index stage = rdg_rk_tape(&flow->rk) * RDG_RK_STAGES;
    double pos = 0.0;
    for (rdg_index i = 0; i < steps; i++) {
        pos += share[i];
    }
    for (rdg_index i = steps - 1; i >= 0; i--) {
        pos -= share[i];
        answer = backward(flow, &w, flow->tape + stage * i, pos, share[i]);
        if (answer != 0) {
            return rdg_flow_refused(flow, answer, pos);
        }
    }
    return mirror(flow, d2y);
}
