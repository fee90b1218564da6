/* Contracted second derivatives of the end of a segment, along one direction.
 *
 * The first derivatives of lambda.y by all of sigma come from one pass backward over the stages of the
 * segment (flow_second.c has its formulas). The derivative of that pass along d needs the variation dU of the
 * stages along d only: forward with it, and backward with the multipliers and their derivatives,
 *
 *     q = h A^T gamma,   dq = dh A^T gamma + h (gamma . D2F dU + A^T dgamma),   h = share tau.
 *
 * (A. Griewank and A. Walther, Evaluating Derivatives, 2008, chapter 5: second-order adjoints.) */
#include "linear_impl.h"
#include "radau_impl.h"

#include <math.h>
#include <string.h>

typedef struct work {
    const double *d;       /* [ns] the direction */
    double *gamma, *eta;   /* [RDG_RK_STAGES n] multipliers of increments; of the states in them */
    double *dgamma, *deta; /* their derivatives along d */
    double *mu, *dmu;      /* [n] of the states at the end of a step */
    double *dz, *dg;       /* [n], [RDG_RK_STAGES n] the variation along d, its increments */
    double *q, *dq;        /* [nu] */
    double *W;             /* [nu nu] gamma . D2F */
    double *bend;          /* [RDG_RK_STAGES nu] times dU, at the stages */
    double *out;           /* [ns] */
} work;

static work share_out(const rdg_flow *flow, const double *lambda, const double *d, double *out)
{
    const rdg_rk *k = &flow->rk;
    const rdg_index all = RDG_RK_STAGES * k->n;
    work w = {.d = d, .gamma = flow->second, .out = out};
    w.eta = w.gamma + all;
    w.dgamma = w.eta + all;
    w.deta = w.dgamma + all;
    w.mu = w.deta + all;
    w.dmu = w.mu + k->n;
    w.q = w.dmu + k->n;
    w.dq = w.q + k->nu;
    w.bend = w.dq + k->nu;
    w.dz = w.bend + RDG_RK_STAGES * k->nu;
    w.dg = w.dz + k->n;
    w.W = w.dg + all;
    memcpy(w.mu, lambda, (size_t)k->n * sizeof(double));
    memcpy(w.dz, d, (size_t)k->n * sizeof(double));
    memset(out, 0, (size_t)(k->nu + 1) * sizeof(double));
    return w;
}

/* A stage: arguments of the field and their variation, the field and its derivatives by the pattern. */
typedef struct stage {
    const double *u, *du, *F, *value;
} stage;

static stage stage_at(const rdg_rk *k, const rdg_rk_stages *stages, const double *value, int i,
                      const double *tape)
{
    return (stage){stages->u + i * k->nu, tape + i * k->nu, stages->f + i * k->n,
                   value + i * k->pattern.start[k->n]};
}

/* The variation of a step along d, from dz to dz, with those of the arguments at its stages: [RDG_RK_STAGES
 * nu] on the tape. */
static int step_along(rdg_flow *flow, const work *w, const rdg_rk_stages *stages, double pos, double share,
                      double *tape)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n, nu = k->nu;
    const double *d = w->d, dtau = d[nu], *value = NULL;
    const bool is_implicit = stages->count == RDG_RADAU_STAGES;
    const double *node = is_implicit ? rdg_radau_c : rdg_rk_c;
    int answer = rdg_rk_slopes_of(k, stages, &value);
    for (int i = 0; answer == 0 && i < stages->count; i++) {
        const double place = pos + node[i] * share;
        double *dg = w->dg + i * n, *du = tape + i * nu;
        const stage at = stage_at(k, stages, value, i, tape);
        if (is_implicit) {
            memset(du, 0, (size_t)n * sizeof *du); /* what they add comes behind */
        } else if (i > 0) {
            rdg_rk_combine(i, n, w->dz, w->dg, du);
        } else {
            memcpy(du, w->dz, (size_t)n * sizeof *du);
        }
        memcpy(du + n, d + n, (size_t)(nu - n) * sizeof *du);
        if (k->forced) {
            du[nu - 1] += (d[k->omega_at] * k->tau + k->omega * dtau) * place;
        }
        rdg_rk_push_through(k, at.value, du, dg);
        for (rdg_index c = 0; c < n; c++) {
            dg[c] = share * (dtau * at.F[c] + k->tau * dg[c]);
        }
    }
    if (answer == 0 && is_implicit) {
        answer = rdg_radau_take(flow, value, share * k->tau);
        if (answer == 0) {
            rdg_radau_push(flow, w->dz, w->dg, tape);
        }
        memcpy(w->dz, tape + (stages->count - 1) * nu, (size_t)n * sizeof *w->dz);
        return answer;
    }
    rdg_rk_combine(RDG_RK_END, n, w->dz, w->dg, w->dmu);
    memcpy(w->dz, w->dmu, (size_t)n * sizeof *w->dz);
    return answer;
}

/* out = W^T x, both square */
RDG_CLONED static void multiply_bend(rdg_index nu, const double *W, const double *x, double *out)
{
    for (rdg_index m = 0; m < nu; m++) {
        double sum = 0.0;
#pragma omp simd reduction(+ : sum)
        for (rdg_index l = 0; l < nu; l++) {
            sum += W[l + nu * m] * x[l];
        }
        out[m] = sum;
    }
}

/* gamma . D2F dU */
static int bend_along(rdg_rk *k, const work *w, const stage *at, int i)
{
    const rdg_index nu = k->nu;
    const double *gamma = w->gamma + i * k->n;
    double *bend = w->bend + i * nu;
    if (!k->field->d2f && k->field->df) {
        return rdg_hybrid_df_along(k->field, nu, at->u, k->size, k->n, gamma, at->du, bend, k->work);
    }
    const int answer = rdg_flow_bends(k, at->u, gamma, w->W);
    if (answer == 0) {
        multiply_bend(nu, w->W, at->du, bend);
    }
    return answer;
}

/* q and dq of a stage, and what it adds to the parameters, the phase and the duration. */
static void add_stage(const rdg_rk *k, const work *w, const stage *at, int i, double place, double share)
{
    const rdg_index n = k->n, nu = k->nu;
    const double h = share * k->tau, dtau = w->d[nu];
    const double *gamma = w->gamma + i * n, *dgamma = w->dgamma + i * n, *bend = w->bend + i * nu;
    double *end = &w->out[nu];
    rdg_rk_pull_through(k, at->value, gamma, w->q);
    rdg_rk_pull_through(k, at->value, dgamma, w->dq);
    for (rdg_index m = 0; m < nu; m++) {
        const double by_state = w->q[m], change = w->dq[m] + bend[m];
        w->q[m] = h * by_state;
        w->dq[m] = share * dtau * by_state + h * change;
        *end += share * by_state * at->du[m];
        w->out[m] += m < n ? 0.0 : w->dq[m];
    }
    for (rdg_index c = 0; c < n; c++) {
        *end += share * at->F[c] * dgamma[c];
    }
    if (k->forced) {
        const double q = w->q[nu - 1], dq = w->dq[nu - 1];
        w->out[k->omega_at] += place * (dtau * q + k->tau * dq);
        *end += place * (w->d[k->omega_at] * q + k->omega * dq);
    }
}

/* Multipliers of all increments of an implicit step, and their derivatives: dq as in add_stage(), of which
 * what does not stand on dgamma is known first. */
static int pull_back(rdg_flow *flow, work *w, const rdg_rk_stages *stages, const double *tape,
                     const double *value, double share)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n;
    const double h = share * k->tau, dtau = w->d[k->nu];
    int answer = rdg_radau_take(flow, value, h);
    if (answer != 0) {
        return answer;
    }
    rdg_radau_pull_back(flow, h, w->mu, NULL, w->eta, w->gamma);
    for (int i = 0; answer == 0 && i < stages->count; i++) {
        const stage at = stage_at(k, stages, value, i, tape);
        answer = bend_along(k, w, &at, i);
        rdg_rk_pull_through(k, at.value, w->gamma + i * n, w->q);
        for (rdg_index c = 0; c < n; c++) {
            w->dg[i * n + c] = share * dtau * w->q[c] + h * w->bend[i * k->nu + c];
        }
    }
    rdg_radau_pull_back(flow, h, w->dmu, w->dg, w->deta, w->dgamma);
    return answer;
}

static int backward(rdg_flow *flow, work *w, const rdg_rk_stages *stages, const double *tape, double pos,
                    double share)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n;
    const bool is_implicit = stages->count == RDG_RADAU_STAGES;
    const double *node = is_implicit ? rdg_radau_c : rdg_rk_c, *value = NULL;
    int answer = rdg_rk_slopes_of(k, stages, &value);
    answer = answer == 0 && is_implicit ? pull_back(flow, w, stages, tape, value, share) : answer;
    for (int i = stages->count - 1; answer == 0 && i >= 0; i--) {
        const stage at = stage_at(k, stages, value, i, tape);
        if (!is_implicit) {
            rdg_rk_pull_back(n, i, w->mu, w->eta, w->gamma + i * n);
            rdg_rk_pull_back(n, i, w->dmu, w->deta, w->dgamma + i * n);
            answer = bend_along(k, w, &at, i);
        }
        add_stage(k, w, &at, i, pos + node[i] * share, share);
        memcpy(w->eta + i * n, w->q, (size_t)n * sizeof(double));
        memcpy(w->deta + i * n, w->dq, (size_t)n * sizeof(double));
    }
    for (int i = 0; i < stages->count; i++) {
        for (rdg_index c = 0; c < n; c++) {
            w->mu[c] += w->eta[i * n + c];
            w->dmu[c] += w->deta[i * n + c];
        }
    }
    return answer ? rdg_flow_refused(flow, answer, pos) : 0;
}

/* In closed form all of them come at once. */
static int closed_along(rdg_flow *flow, rdg_index mode, const double *sigma, const double *lambda,
                        const double *d, double *out)
{
    int answer = rdg_flow_segment_begin(flow, mode, sigma, true);
    double *H = flow->linears->work.all;
    answer = answer ? answer : rdg_linear_second(flow, sigma, lambda, H);
    if (answer != 0) {
        return answer;
    }
    const rdg_index ns = flow->rk.ns;
    double sum = 0.0;
    for (rdg_index i = 0; i < ns; i++) {
        out[i] = 0.0;
        for (rdg_index j = 0; j < ns; j++) {
            out[i] += H[i + ns * j] * d[j];
        }
        sum += 0.0 * out[i];
    }
    return isnan(sum) ? rdg_flow_not_bent(flow) : 0;
}

static int check(rdg_flow *flow, const double *sigma, const double *lambda, const double *d,
                 const double *out)
{
    const struct {
        const char *name;
        const void *given;
    } needed[] = {{"sigma", sigma}, {"lambda", lambda}, {"d", d}, {"out", out}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (!needed[i].given) {
            return rdg_flow_because(flow, -1, "%s is NULL", needed[i].name);
        }
    }
    return 0;
}

int rdg_flow_second_along(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                          const double *lambda, const double *d, double *out)
{
    if (!flow) {
        return -1;
    }
    int answer = mesh ? check(flow, sigma, lambda, d, out) : rdg_flow_because(flow, -1, "mesh is NULL");
    answer = answer ? answer : rdg_flow_segment_begin(flow, mode, sigma, false);
    if (answer == 0 && flow->closed) {
        return closed_along(flow, mode, sigma, lambda, d, out);
    }
    if (answer != 0) {
        return answer;
    }
    rdg_rk *k = &flow->rk;
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    const rdg_index each = RDG_RK_STAGES * k->nu;
    rdg_trail *trail = NULL;
    flow->judges = flow->kept > 0;
    answer = rdg_flow_reserve_tape(flow, each * steps);
    answer = answer ? answer : rdg_trail_follow(flow, sigma, steps, share, true, NULL, &trail);
    work w = share_out(flow, lambda, d, out);
    double pos = 0.0;
    for (rdg_index i = 0; i < steps && answer == 0; i++) {
        const rdg_rk_stages stages = rdg_trail_at(flow, trail, i);
        answer = step_along(flow, &w, &stages, pos, fabs(share[i]), flow->tape + each * i);
        answer = answer ? rdg_flow_refused(flow, answer, pos) : 0;
        pos += fabs(share[i]);
    }
    if (answer != 0) {
        return answer;
    }
    trail->sloped = true;
    memset(w.dmu, 0, (size_t)k->n * sizeof *w.dmu);
    for (rdg_index i = steps - 1; i >= 0 && answer == 0; i--) {
        const rdg_rk_stages stages = rdg_trail_at(flow, trail, i);
        pos -= fabs(share[i]);
        answer = backward(flow, &w, &stages, flow->tape + each * i, pos, fabs(share[i]));
    }
    double sum = 0.0;
    for (rdg_index c = 0; c <= k->nu; c++) {
        out[c] += c < k->n ? w.dmu[c] : 0.0;
        sum += 0.0 * out[c];
    }
    return answer != 0 || !isnan(sum) ? answer : rdg_flow_not_bent(flow);
}
