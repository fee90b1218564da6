/* Contracted second derivatives of the end of a segment.
 *
 * Forward: variations of the states at all stages go to a tape. Backward: with mu the multiplier of the
 * states at the end of a step, those of its increments are
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
#include "radau_impl.h"

#include <math.h>
#include <string.h>

typedef struct work {
    rdg_index wide;      /* columns, filled up to whole blocks */
    double *gamma, *eta; /* [RDG_RK_STAGES n] */
    double *mu;          /* [n] */
    double *w;           /* [nu] A^T gamma */
    double *W;           /* [nu nu] gamma . D2F */
    double *dU;          /* [nu wide] of a stage */
    double *row;         /* [wide] */
    double *H;           /* [ns wide], right of its diagonal */
} work;

static work share_out(const rdg_flow *flow, const double *lambda)
{
    const rdg_rk *k = &flow->rk;
    work w = {.wide = rdg_rk_blocks(k) * RDG_RK_WIDE, .gamma = flow->second};
    w.eta = w.gamma + RDG_RK_STAGES * k->n;
    w.mu = w.eta + RDG_RK_STAGES * k->n;
    w.w = w.mu + k->n;
    w.W = w.w + k->nu;
    w.dU = w.W + k->nu * k->nu;
    w.row = w.dU + k->nu * w.wide;
    w.H = w.row + w.wide;
    memcpy(w.mu, lambda, (size_t)k->n * sizeof(double));
    memset(w.H, 0, (size_t)(k->ns * w.wide) * sizeof(double));
    memset(w.dU, 0, (size_t)(k->nu * w.wide) * sizeof(double));
    for (rdg_index q = k->n; q < k->nu; q++) {
        w.dU[q * w.wide + q] = 1.0;
    }
    return w;
}

/* Variations of the arguments at a stage; those of parameters stay. */
static void place(const rdg_rk *k, const work *w, int stage, const double *tape, double at)
{
    const rdg_index n = k->n;
    for (rdg_index b = 0; b < rdg_rk_blocks(k); b++) {
        const double *from = tape + (b * RDG_RK_STAGES + stage) * n * RDG_RK_WIDE;
        for (rdg_index m = 0; m < n; m++) {
            memcpy(w->dU + m * w->wide + b * RDG_RK_WIDE, from + m * RDG_RK_WIDE, RDG_RK_WIDE * sizeof *from);
        }
    }
    if (k->forced) {
        double *phase = w->dU + (k->nu - 1) * w->wide;
        phase[k->omega_at] = k->tau * at;
        phase[k->nu] = k->omega * at;
    }
}

/* row = sum over m of a_m dU_m; are there any? */
RDG_CLONED static bool contract(rdg_index nu, rdg_index wide, const double *a, const double *restrict dU,
                                double *restrict row)
{
    bool any = false;
    for (rdg_index m = 0; m < nu; m++, dU += wide) {
        const double by = a[m];
        if (by == 0.0) {
            continue;
        }
        for (rdg_index b = 0; b < wide; b += RDG_RK_WIDE) {
            for (rdg_index c = b; c < b + RDG_RK_WIDE && !any; c++) {
                row[c] = 0.0;
            }
#pragma omp simd
            for (int c = 0; c < RDG_RK_WIDE; c++) {
                row[b + c] += by * dU[b + c];
            }
        }
        any = true;
    }
    return any;
}

/* H += h dU row^T, right of the diagonal */
RDG_CLONED static void spread(rdg_index ns, rdg_index wide, double h, const double *restrict dU,
                              const double *restrict row, double *restrict H)
{
    for (rdg_index c = 0; c < ns; c++, H += wide) {
        const double by = h * dU[c];
        if (by == 0.0) {
            continue;
        }
        for (rdg_index b = c / RDG_RK_WIDE * RDG_RK_WIDE; b < wide; b += RDG_RK_WIDE) {
#pragma omp simd
            for (int d = 0; d < RDG_RK_WIDE; d++) {
                H[b + d] += by * row[b + d];
            }
        }
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

/* The share of a stage in H. */
static int add_stage(rdg_flow *flow, const work *w, const double *u, const double *value, int i, double at,
                     double share)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n, nu = k->nu, ns = k->ns;
    const double h = share * k->tau, *gamma = w->gamma + i * n;
    const int answer = rdg_flow_bends(k, u, gamma, w->W);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index m = 0; m < nu; m++) {
        if (contract(nu, w->wide, w->W + nu * m, w->dU, w->row)) {
            spread(ns, w->wide, h, w->dU + m * w->wide, w->row, w->H);
        }
    }
    rdg_rk_pull_through(k, value, gamma, w->w);
    double *by_tau = w->H + ns - 1;
    if (contract(nu, w->wide, w->w, w->dU, w->row)) {
        for (rdg_index c = 0; c < ns; c++) {
            by_tau[w->wide * c] += share * w->row[c] * (c == ns - 1 ? 2.0 : 1.0);
        }
    }
    if (k->forced) {
        by_tau[w->wide * k->omega_at] += h * w->w[nu - 1] * at;
    }
    return 0;
}

static int backward(rdg_flow *flow, const work *w, const rdg_rk_stages *stages, const double *tape,
                    double pos, double share)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n, nu = k->nu;
    const bool is_implicit = stages->count == RDG_RADAU_STAGES;
    const double *node = is_implicit ? rdg_radau_c : rdg_rk_c;
    const double h = share * k->tau, *value = NULL;
    int answer = rdg_rk_slopes_of(k, stages, &value);
    const rdg_index entries = rdg_rk_entries(k);
    if (answer == 0 && is_implicit) {
        answer = rdg_radau_take(flow, value, h);
        if (answer == 0) {
            rdg_radau_pull_back(flow, h, w->mu, NULL, w->eta, w->gamma);
        }
    }
    for (int i = stages->count - 1; answer == 0 && i >= 0; i--) {
        const double at = pos + node[i] * share;
        if (!is_implicit) {
            rdg_rk_pull_back(n, i, w->mu, w->eta, w->gamma + i * n);
        }
        place(k, w, i, tape, at);
        answer = add_stage(flow, w, stages->u + i * nu, value + i * entries, i, at, share);
        for (rdg_index c = 0; c < n; c++) {
            w->eta[i * n + c] = h * w->w[c];
        }
    }
    for (int i = 0; i < stages->count; i++) {
        for (rdg_index c = 0; c < n; c++) {
            w->mu[c] += w->eta[i * n + c];
        }
    }
    return answer;
}

int rdg_flow_reserve_tape(rdg_flow *flow, rdg_index count)
{
    return rdg_context_reserve(flow->ctx, (void *)&flow->tape, &flow->on_tape, count, sizeof(double)) ==
                   RDG_OK
               ? 0
               : rdg_flow_because(flow, -1, "there is no memory for the stages of a segment");
}

int rdg_flow_not_bent(rdg_flow *flow)
{
    return rdg_flow_because(flow, 1,
                            "second derivatives of the motion in phase \"%s\" of \"%s\" are not finite",
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
    int answer = rdg_flow_segment_begin(flow, mode, sigma, true);
    if (answer == 0 && flow->closed) {
        answer = rdg_linear_second(flow, sigma, lambda, d2y);
        return answer == 0 ? mirror(flow, d2y) : answer;
    }
    if (answer != 0) {
        return answer;
    }
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    const rdg_rk *k = &flow->rk;
    const rdg_index each = rdg_rk_blocks(k) * RDG_RK_STAGES * k->n * RDG_RK_WIDE;
    rdg_trail *trail = NULL;
    flow->judges = flow->kept > 0;
    answer = rdg_flow_reserve_tape(flow, each * steps);
    answer = answer == 0 ? rdg_trail_follow(flow, sigma, steps, share, true, flow->tape, &trail) : answer;
    if (answer != 0) {
        return answer;
    }
    const work w = share_out(flow, lambda);
    double pos = 0.0;
    for (rdg_index i = 0; i < steps; i++) {
        pos += fabs(share[i]);
    }
    for (rdg_index i = steps - 1; i >= 0; i--) {
        const rdg_rk_stages stages = rdg_trail_at(flow, trail, i);
        pos -= fabs(share[i]);
        answer = backward(flow, &w, &stages, flow->tape + each * i, pos, fabs(share[i]));
        if (answer != 0) {
            return rdg_flow_refused(flow, answer, pos);
        }
    }
    for (rdg_index c = 0; c < k->ns; c++) {
        memcpy(d2y + k->ns * c, w.H + w.wide * c, (size_t)k->ns * sizeof *d2y);
    }
    return mirror(flow, d2y);
}
