/* Monitors and special points of equilibria and fixed points, and the state that the functions share. */
#include "ep_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

static void release(rdg_ep_state *s)
{
    rdg_assembly_free(s->assembly);
    rdg_ep_lyapunov_free(s->lyapunov);
    void *arrays[] = {s->values, s->at,       s->J,      s->T,    s->Q,    s->re,     s->im,
                      s->T2,     s->schur_re, s->Q2,     s->V,    s->W,    s->lambda, s->schur_im,
                      s->v,      s->out,      s->select, s->work, s->iwork};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(s);
}

void rdg_ep_leave(void *state)
{
    rdg_ep_state *s = state;
    if (--s->users == 0) {
        release(s);
    }
}

rdg_function rdg_ep_shared(rdg_ep_state *s, const char *name, rdg_index n, rdg_index m)
{
    s->users++;
    return (rdg_function){.name = name, .n = n, .m = m, .data = s, .free_data = rdg_ep_leave};
}

typedef int (*value_function)(rdg_index, const double *, rdg_index, double *, void *);

/* Its place among the parameters into *place, which may be NULL. */
static rdg_status add_monitor(rdg_ep_state *s, const char *name, value_function f, value_function df,
                              rdg_monitor_kind kind, rdg_index *place)
{
    rdg_function monitor = rdg_ep_shared(s, name, s->nu, 1);
    monitor.f = f;
    monitor.df = df;
    monitor.by_differences = true;
    const rdg_status status = rdg_add_monitor(s->problem, &monitor, RDG_ALL, NULL, kind);
    if (status != RDG_OK) {
        rdg_ep_leave(s);
    } else if (place) {
        *place = rdg_parameter_index(s->problem, name);
    }
    return status;
}

static rdg_status add_event(rdg_ep_state *s, const char *type, const char *monitor, rdg_event_where where,
                            rdg_event_check check)
{
    return rdg_add_event(s->problem,
                         &(rdg_event_definition){
                             .type = type, .parameter = monitor, .where = where, .check = check, .data = s});
}

/* Along a curve of Hopf points, or of neutral saddles, the sum of the pair stays zero. Asked for at every
 * chart: most are sorted out by their eigenvalues. */
static bool is_on_hopf_curve(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    rdg_ep_state *s = data;
    rdg_critical c;
    const double sum = fabs(at->mu[s->hopf]);
    return rdg_ep_decompose(s, at->u) == 0 && sum < 1e-7 * s->norm && rdg_ep_bases(s, RDG_EP_SUM, &c) == 0 &&
           sum < 1e-7 * sqrt(rdg_ep_square(&c));
}

static bool is_hopf_point(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_ep_state *s = data;
    return at->mu[s->omega2] > 0.0 && is_on_hopf_curve(p, at, data);
}

/* On a curve of folds one of the pair is zero, up to rounding, and both are where their sum is. */
static const char *judge_hopf(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                              const rdg_chart *after, void *data)
{
    (void)p;
    (void)before;
    (void)after;
    rdg_ep_state *s = data;
    rdg_critical c;
    if (rdg_ep_decompose(s, at->u) == 0 && rdg_ep_bases(s, RDG_EP_SUM, &c) == 0 &&
        fabs(c.product) < 1e-10 * rdg_ep_square(&c)) {
        return "BTP";
    }
    return at->mu[s->omega2] > 0.0 ? "HB" : "NSA";
}

/* The multipliers of a neutral saddle are real, lambda and 1 / lambda: their sum is beyond 2. */
static const char *judge_torus(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                               const rdg_chart *after, void *data)
{
    (void)p;
    (void)before;
    (void)after;
    rdg_ep_state *s = data;
    rdg_critical c;
    if (rdg_ep_decompose(s, at->u) != 0) {
        return NULL;
    }
    rdg_ep_critical(s, RDG_EP_PRODUCT, &c);
    return fabs(c.sum) < 2.0 ? "NS" : "NSA";
}

static rdg_status add_equilibrium_monitors(rdg_ep_state *s)
{
    if (s->n < 2) {
        return RDG_OK;
    }
    s->lyapunov = rdg_ep_lyapunov_create(s);
    RDG_TRY(rdg_error_status(rdg_problem_context(s->problem)));
    RDG_TRY(add_monitor(s, "hopf", rdg_ep_hopf_f, rdg_ep_hopf_df, RDG_ACTIVE, &s->hopf));
    RDG_TRY(add_monitor(s, "omega2", rdg_ep_omega2_f, rdg_ep_omega2_df, RDG_ACTIVE, &s->omega2));
    RDG_TRY(add_monitor(s, "l1", rdg_ep_l1, NULL, RDG_REGULAR, NULL));
    RDG_TRY(add_event(s, "HB", "hopf", NULL, judge_hopf));
    RDG_TRY(add_event(s, "BTP", "omega2", is_on_hopf_curve, NULL));
    return add_event(s, "GH", "l1", is_hopf_point, NULL);
}

static rdg_status add_map_monitors(rdg_ep_state *s)
{
    RDG_TRY(add_monitor(s, "pd", rdg_ep_pd_f, rdg_ep_pd_df, RDG_ACTIVE, NULL));
    RDG_TRY(add_event(s, "PD", "pd", NULL, NULL));
    if (s->n < 2) {
        return RDG_OK;
    }
    RDG_TRY(add_monitor(s, "ns", rdg_ep_ns_f, rdg_ep_ns_df, RDG_ACTIVE, NULL));
    return add_event(s, "NS", "ns", NULL, judge_torus);
}

rdg_status rdg_ep_add_monitors(rdg_ep_state *s)
{
    RDG_TRY(add_monitor(s, "unstable", rdg_ep_unstable, NULL, RDG_REGULAR, NULL));
    RDG_TRY(rdg_ep_add_count(s));
    return s->is_map ? add_map_monitors(s) : add_equilibrium_monitors(s);
}
