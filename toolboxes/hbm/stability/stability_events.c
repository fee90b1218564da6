/* Special points at which the stability of a response changes. */
#include "wave_hill_impl.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/event.h>
#include <ridgewalk/wave.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A real part below this share of omega is nothing but rounding. */
static const double near_zero = 1e-8;

/* Exponents of m and of -m are conjugate, and s of m is s + i k omega of m - k r. So where 2 m + k r = 0 (mod
 * N) the exponent i k omega / 2 is its own conjugate: a multiplier 1, if k is even, or -1, which truncation
 * moves unless k = 0. Another m meets these values by a symmetry of standing waves, exactly. A wave has no
 * branch point of its own where another m begins: it is the wheel's. */
static const char *judge_wave(const rdg_stability_monitor *s, const double *mu, double omega)
{
    const rdg_structure *wave = s->hb->structure;
    const double ratio = mu[RDG_FREQUENCY] / omega;
    const rdg_index m = (rdg_index)mu[RDG_DIAMETER], k = (rdg_index)round(2.0 * ratio),
                    r = rdg_structure_engine_order(wave);
    const rdg_hill_candidate halved = {.im = mu[RDG_FREQUENCY] + (k % 2 == 0 ? 0.5 * omega : 0.0),
                                       .tail = mu[RDG_TAIL]};
    const bool own = k != 0 && (2 * m + k * r) % rdg_structure_sectors(wave) == 0;
    if (fabs(ratio - 0.5 * (double)k) > 1e-9 && !(own && rdg_hill_doubles(&halved, omega))) {
        return "NS";
    }
    if (k % 2 != 0) {
        return "PD";
    }
    return m == 0 && k == 0 && !(mu[RDG_OUTSIDE] > 0.5) ? NULL : "BP";
}

/* The largest real part vanishes. A real exponent is a fold or a branch point, which every run finds itself
 * unless the motion that grows has only harmonics that are not kept. Along a locus of such points the value
 * is zero but for rounding. */
static const char *judge_change(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                const rdg_chart *after, void *data)
{
    (void)p;
    const rdg_stability_monitor *s = data;
    const double *mu = at->mu + s->first;
    const double omega = at->u[s->omega];
    const rdg_index exponent_at = s->first + RDG_EXPONENT;
    if (fmax(fabs(before->mu[exponent_at]), fabs(after->mu[exponent_at])) < near_zero * omega) {
        return NULL;
    }
    if (s->wave) {
        return judge_wave(s, mu, omega);
    }
    if (mu[RDG_FREQUENCY] < 1e-9 * omega) {
        return mu[RDG_OUTSIDE] > 0.5 ? "BP" : NULL;
    }
    const rdg_hill_candidate exponent = {.im = mu[RDG_FREQUENCY], .tail = mu[RDG_TAIL]};
    return rdg_hill_doubles(&exponent, omega) ? "PD" : "NS";
}

/* 1 where the response is unstable: how many exponents are,
 * nobody searches for where it is so already. */
static int range(rdg_problem *p, const rdg_chart *at, double share, rdg_index *least, rdg_index *greatest,
                 void *data)
{
    (void)p;
    const rdg_stability_monitor *s = data;
    const double largest = at->mu[s->first + RDG_EXPONENT];
    const double rounding = fmax(share, near_zero) * at->u[s->omega];
    *least = largest > rounding;
    *greatest = largest >= -rounding;
    return 0;
}

static rdg_index change(rdg_problem *p, const char *type, const rdg_chart *at, void *data)
{
    static const char *const known[] = {"NS", "PD", "FP", "FK", "BP", "ZE"};
    (void)p;
    (void)at;
    (void)data;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(type, known[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

/* A change that is not met by its event is that of a real exponent. */
static const char *name(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                        void *data)
{
    (void)p;
    (void)before;
    (void)at;
    (void)after;
    (void)data;
    return "ZE";
}

static rdg_status add_count(rdg_stability_monitor *s, rdg_problem *problem)
{
    return rdg_add_count(problem, &(rdg_count_definition){.name = s->name,
                                                          .what = "instability (0 or 1)",
                                                          .range = range,
                                                          .change = change,
                                                          .type = name,
                                                          .data = s});
}

rdg_status rdg_hbm_add_bifurcations(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    if (!hb || !problem || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_stability_monitor *s = rdg_stability_add(hb, problem, name, __func__);
    if (!s) {
        return rdg_error_status(hb->ctx);
    }
    char exponent[RDG_STABILITY_NAME + 16];
    snprintf(exponent, sizeof exponent, "%s.exponent", name);
    RDG_TRY(add_count(s, problem));
    return rdg_add_event(problem, &(rdg_event_definition){
                                      .type = "NS", .parameter = exponent, .check = judge_change, .data = s});
}
