/* Contracted second derivatives of the end of an arc, along one direction.
 *
 * The first derivatives of lambda.y by all of sigma come from one pass backward over the stages of the arc
 * (flow_second.c has its formulas). The derivative of that pass along d needs the variation dU of the stages
 * along d only: forward with it, and backward with the multipliers and their derivatives,
 *
 *     q = h A^T gamma,   dq = dh A^T gamma + h (gamma . D2F dU + A^T dgamma),   h = share tau.
 *
 * (A. Griewank and A. Walther, Evaluating Derivatives, 2008, chapter 5: second-order adjoints.) */
#include "linear_impl.h"
#include "stiff_impl.h"

#include <math.h>
#include <string.h>

typedef struct work {
    const double *d;       /* [ns] the direction */
    double *gamma, *eta;   /* [RDG_RK_STAGES n] multipliers of increments; of the states in them */
    double *dgamma, *deta; /* their derivatives along d */
    double *mu, *dmu;      /* [n] of the states at the end of a step */
    double *q, *dq;        /* [nu] */
    double *W;             /* [nu nu] gamma . D2F */
    double *bend;          /* [nu] times dU */
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
    w.W = w.bend + k->nu;
    memcpy(w.mu, lambda, (size_t)k->n * sizeof(double));
    memset(w.dmu, 0, (size_t)k->n * sizeof(double));
    memset(out, 0, (size_t)(k->nu + 1) * sizeof(double));
    return w;
}

/* What a stage leaves on the tape. */
typedef struct stage {
    double *u, *du; /* [nu] arguments of the field, their variation */
    double *F;      /* [n] the field */
    double *A;      /* [n nu] its derivatives */
} stage;

static rdg_index stage_size(const rdg_rk *k)
{
    return 2 * k->nu + k->n + k->n * k->nu;
}

static stage stage_at(const rdg_rk *k, double *tape)
{
    return (stage){tape, tape + k->nu, tape + 2 * k->nu, tape + 2 * k->nu + k->n};
}

/* A step with the variation along d, of which the rows lie before the states as those of all columns do. */
static int step_along(rdg_rk *k, const double *d, double pos, double share, double *tape)
{
    const rdg_index n = k->n, nu = k->nu;
    const double dtau = d[nu];
    k->pos = pos;
    k->share = share;
    for (int i = 0; i < RDG_RK_STAGES; i++) {
        const double place = pos + rdg_rk_c[i] * share;
        const stage at = stage_at(k, tape + i * stage_size(k));
        double *dg = k->g + i * k->len, *g = dg + n;
        if (i > 0) {
            rdg_rk_combine(i, k->len, k->z, k->g, k->s);
        } else {
            memcpy(k->s, k->z, (size_t)k->len * sizeof(double));
        }
        rdg_rk_set_phase(k, place);
        int answer = rdg_rk_rate(k, 1.0, at.F);
        answer = answer ? answer : rdg_rk_slopes(k);
        if (answer != 0) {
            return answer;
        }
        memcpy(at.u, k->u, (size_t)nu * sizeof(double));
        memcpy(at.A, k->A, (size_t)(n * nu) * sizeof(double));
        memcpy(at.du, k->s, (size_t)n * sizeof(double));
        memcpy(at.du + n, d + n, (size_t)(nu - n) * sizeof(double));
        if (k->forced) {
            at.du[nu - 1] += (d[k->omega_at] * k->tau + k->omega * dtau) * place;
        }
        for (rdg_index c = 0; c < n; c++) {
            g[c] = share * k->tau * at.F[c];
            dg[c] = share * dtau * at.F[c];
        }
        for (rdg_index q = 0; q < nu; q++) {
            const double by = share * k->tau * at.du[q];
            for (rdg_index c = 0; c < n && by != 0.0; c++) {
                dg[c] += by * at.A[c + n * q];
            }
        }
    }
    rdg_rk_combine(RDG_RK_END, k->len, k->z, k->g, k->z1);
    rdg_rk_spoil(k);
    return 0;
}

/* gamma . D2F dU */
static int bend_along(rdg_rk *k, work *w, const stage *at, const double *gamma)
{
    const rdg_index nu = k->nu;
    if (!k->field->d2f && k->field->df) {
        return rdg_hybrid_df_along(k->field, nu, at->u, k->size, k->n, gamma, at->du, w->bend, k->work);
    }
    const int answer = rdg_flow_bends(k, at->u, gamma, w->W);
    for (rdg_index m = 0; m < nu && answer == 0; m++) {
        w->bend[m] = 0.0;
        for (rdg_index l = 0; l < nu; l++) {
            w->bend[m] += w->W[l + nu * m] * at->du[l];
        }
    }
    return answer;
}

/* q and dq of a stage, and what it adds to the parameters, the phase and the duration. */
static int add_stage(rdg_flow *flow, work *w, const stage *at, int i, double place, double share)
{
    rdg_rk *k = &flow->rk;
    const rdg_index n = k->n, nu = k->nu;
    const double h = share * k->tau, dtau = w->d[nu];
    const double *gamma = w->gamma + i * n, *dgamma = w->dgamma + i * n;
    const int answer = bend_along(k, w, at, gamma);
    if (answer != 0) {
        return answer;
    }
    double *end = &w->out[nu];
    for (rdg_index m = 0; m < nu; m++) {
        double by_state = 0.0, change = 0.0;
        for (rdg_index c = 0; c < n; c++) {
            by_state += at->A[c + n * m] * gamma[c];
            change += at->A[c + n * m] * dgamma[c];
        }
        change += w->bend[m];
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
    return 0;
}

/* out = b_i mu + sum over l > i of a_li eta_l */
static void pull_back(rdg_index n, int i, const double *mu, const double *eta, double *out)
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

static int backward(rdg_flow *flow, work *w, double *tape, double pos, double share)
{
    const rdg_rk *k = &flow->rk;
    const rdg_index n = k->n;
    for (int i = RDG_RK_STAGES - 1; i >= 0; i--) {
        const stage at = stage_at(k, tape + i * stage_size(k));
        pull_back(n, i, w->mu, w->eta, w->gamma + i * n);
        pull_back(n, i, w->dmu, w->deta, w->dgamma + i * n);
        const int answer = add_stage(flow, w, &at, i, pos + rdg_rk_c[i] * share, share);
        if (answer != 0) {
            return rdg_flow_refused(flow, answer, pos);
        }
        memcpy(w->eta + i * n, w->q, (size_t)n * sizeof(double));
        memcpy(w->deta + i * n, w->dq, (size_t)n * sizeof(double));
    }
    for (int i = 0; i < RDG_RK_STAGES; i++) {
        for (rdg_index c = 0; c < n; c++) {
            w->mu[c] += w->eta[i * n + c];
            w->dmu[c] += w->deta[i * n + c];
        }
    }
    return 0;
}

/* At the beginning of the arc, with one variation. */
static int begin(rdg_flow *flow, rdg_index mode, const double *sigma, const double *d)
{
    const int answer = rdg_flow_arc_begin(flow, mode, sigma, false);
    if (answer == 0) {
        rdg_rk *k = &flow->rk;
        k->ns = 1;
        k->len = 2 * k->n;
        k->u = k->s + k->n;
        memcpy(k->u + k->n, sigma + k->n, (size_t)k->np * sizeof(double));
        memcpy(k->z, d, (size_t)k->n * sizeof(double));
        memcpy(k->z + k->n, sigma, (size_t)k->n * sizeof(double));
    }
    return answer;
}

/* In closed form all of them come at once. */
static int closed_along(rdg_flow *flow, rdg_index mode, const double *sigma, const double *lambda,
                        const double *d, double *out)
{
    int answer = rdg_flow_arc_begin(flow, mode, sigma, true);
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
    answer = answer ? answer : begin(flow, mode, sigma, d);
    if (answer == 0 && flow->closed) {
        return closed_along(flow, mode, sigma, lambda, d, out);
    }
    if (answer == 0 && flow->stiff) {
        return rdg_stiff_bend(flow, mode, sigma, lambda, d, out);
    }
    if (answer != 0) {
        return answer;
    }
    rdg_rk *k = &flow->rk;
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    answer = rdg_flow_record(flow, steps, share, stage_size(k) * RDG_RK_STAGES, step_along, d);
    work w = share_out(flow, lambda, d, out);
    double pos = 0.0;
    for (rdg_index i = 0; i < steps; i++) {
        pos += share[i];
    }
    for (rdg_index i = steps - 1; i >= 0 && answer == 0; i--) {
        pos -= share[i];
        answer = backward(flow, &w, flow->tape + stage_size(k) * RDG_RK_STAGES * i, pos, share[i]);
    }
    double sum = 0.0;
    for (rdg_index c = 0; c <= k->nu; c++) {
        out[c] += c < k->n ? w.dmu[c] : 0.0;
        sum += 0.0 * out[c];
    }
    return answer != 0 || !isnan(sum) ? answer : rdg_flow_not_bent(flow);
}
