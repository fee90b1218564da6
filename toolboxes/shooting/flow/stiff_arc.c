/* Arcs of stiff modes, with derivatives. */
#include "stiff_impl.h"

#include <math.h>
#include <string.h>

/* Far from an orbit Newton's method may try motions that take for ever. */
static const long most_steps = 100000;

static long limit(const rdg_flow *flow)
{
    const long asked = flow->options.max_steps;
    return asked > most_steps || asked == flow->most_looks ? asked : most_steps;
}

/* From k->z to the end, in k->z. */
static int march(rdg_flow *flow)
{
    rdg_rk *k = &flow->rk;
    int answer = rdg_stiff_begin(flow, 0.0, 1.0, true);
    double pos = 0.0;
    for (long i = 0; answer == 0 && pos < 1.0; i++) {
        double share = 0.0;
        if (i >= limit(flow)) {
            return rdg_flow_because(
                flow, 1, "the motion in mode \"%s\" of \"%s\" needs more than %ld steps: at t = %.10g",
                flow->mode, rdg_hybrid_name(flow->h), limit(flow), flow->started + k->tau * pos);
        }
        answer = rdg_stiff_step(flow, &share);
        pos = k->pos + share;
        memcpy(k->z, k->z1, (size_t)k->n * sizeof(double));
        rdg_flow_reach(flow);
    }
    return answer;
}

/* The column of the duration: the rate at the end. */
static int by_duration(rdg_flow *flow)
{
    rdg_rk *k = &flow->rk;
    memcpy(k->z1, k->z, (size_t)k->n * sizeof(double));
    k->pos = 0.0;
    k->share = 1.0;
    const int answer = rdg_rk_end(k);
    for (rdg_index i = 0; i < k->n; i++) {
        k->v[rdg_rk_place(k, i, k->ns - 1)] = k->f1[i];
    }
    return answer != 0 ? rdg_flow_refused(flow, answer, 1.0) : 0;
}

int rdg_stiff_arc(rdg_flow *flow)
{
    rdg_rk *k = &flow->rk;
    memset(flow->extent, 0, (size_t)k->n * sizeof *flow->extent);
    rdg_flow_reach(flow);
    int answer = k->tau != 0.0 ? march(flow) : 0;
    if (answer == 0 && k->ns > 0) {
        answer = k->tau != 0.0 ? rdg_stiff_variations(flow) : 0;
        answer = answer == 0 ? by_duration(flow) : answer;
    }
    return answer;
}

/* lambda . dy at sigma + by d, [ns] */
static int gradient(rdg_flow *flow, rdg_index mode, const double *sigma, double by, const double *lambda,
                    const double *d, double *out)
{
    rdg_rk *k = &flow->rk;
    double *at = flow->second;
    const rdg_index ns = k->nu + 1, n = k->n;
    for (rdg_index j = 0; j < ns; j++) {
        at[j] = sigma[j] + by * d[j];
    }
    int answer = rdg_flow_arc_begin(flow, mode, at, true);
    answer = answer == 0 ? rdg_stiff_arc(flow) : answer;
    for (rdg_index c = 0; answer == 0 && c < ns; c++) {
        out[c] = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            out[c] += lambda[i] * k->v[rdg_rk_place(k, i, c)];
        }
    }
    return answer;
}

/* Errors of first derivatives, about those of the motion, and of a third derivative are alike. */
static double stride(const rdg_flow *flow, const double *sigma, const double *d)
{
    const rdg_rk *k = &flow->rk;
    double size = 0.0;
    for (rdg_index j = 0; j <= k->nu; j++) {
        const double known = j < k->nu && k->size ? k->size[j] : 0.0, of = fmax(fabs(sigma[j]), known);
        size = fmax(size, fabs(d[j]) / (of > 0.0 ? of : 1.0));
    }
    return size > 0.0 ? cbrt(10.0 * flow->options.relative) / size : 0.0;
}

int rdg_stiff_bend(rdg_flow *flow, rdg_index mode, const double *sigma, const double *lambda, const double *d,
                   double *out)
{
    const rdg_index ns = flow->rk.nu + 1;
    const double by = stride(flow, sigma, d);
    double *other = flow->second + ns;
    for (rdg_index c = 0; c < ns; c++) {
        out[c] = 0.0;
    }
    if (!(by > 0.0)) {
        return 0;
    }
    int answer = gradient(flow, mode, sigma, by, lambda, d, out);
    answer = answer == 0 ? gradient(flow, mode, sigma, -by, lambda, d, other) : answer;
    for (rdg_index c = 0; answer == 0 && c < ns; c++) {
        out[c] = (out[c] - other[c]) / (2.0 * by);
    }
    return answer;
}

int rdg_stiff_second(rdg_flow *flow, rdg_index mode, const double *sigma, const double *lambda, double *H)
{
    const rdg_index ns = flow->rk.nu + 1;
    double *d = flow->second + 2 * ns;
    int answer = 0;
    for (rdg_index j = 0; j < ns && answer == 0; j++) {
        memset(d, 0, (size_t)ns * sizeof *d);
        d[j] = 1.0;
        answer = rdg_stiff_bend(flow, mode, sigma, lambda, d, H + ns * j);
    }
    for (rdg_index i = 0; i < ns; i++) {
        for (rdg_index j = 0; j < i; j++) {
            H[i + ns * j] = H[j + ns * i] = 0.5 * (H[i + ns * j] + H[j + ns * i]);
        }
    }
    return answer;
}
