/* The problem of equilibria or fixed points: its functions, monitors and special points. */
#include "ep_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void release(rdg_ep_state *s)
{
    rdg_assembly_free(s->assembly);
    void *arrays[] = {s->values, s->at, s->J, s->T,      s->Q,   s->re,   s->im,     s->T2,   s->Q2,
                      s->V,      s->W,  s->v, s->lambda, s->out, s->work, s->select, s->iwork};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(s);
}

/* The functions of a problem share its state; the last one that is freed takes it along. */
static void leave(void *data)
{
    rdg_ep_state *s = data;
    if (--s->users == 0) {
        release(s);
    }
}

static int zero_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_ep_state *s = data;
    const int answer = s->field.f(n, u, m, y, s->field.data);
    for (rdg_index i = 0; s->is_map && i < m; i++) {
        y[i] -= u[i];
    }
    return answer;
}

static int zero_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_ep_state *s = data;
    const int answer = s->field.df(n, u, m, values, s->field.data);
    for (rdg_index i = 0; s->is_map && i < m; i++) {
        values[i + m * i] -= 1.0;
    }
    return answer;
}

static int zero_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data)
{
    const rdg_ep_state *s = data;
    return s->field.d2f(n, u, m, lambda, values, s->field.data);
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_ep *ep, bool is_map)
{
    if (!ep || !ep->f || ep->n < 1 || ep->n_parameters < 0 || (ep->n_parameters > 0 && !ep->parameters)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "it needs a function f, at least one state (n = %" PRId64
                        ") and a name for each of its "
                        "parameters",
                        ep ? ep->n : 0);
    }
    return is_map && ep->df_pattern
               ? rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the Jacobian of a map must be dense")
               : RDG_OK;
}

/* One of the functions that share the state. */
static rdg_function shared(rdg_ep_state *s, const char *name, rdg_index n, rdg_index m)
{
    return (rdg_function){.name = name, .n = n, .m = m, .data = s, .free_data = leave};
}

static rdg_status add_field(rdg_problem *p, rdg_ep_state *s)
{
    const rdg_ep *ep = &s->field;
    RDG_TRY(rdg_add_variables(p, "x", ep->n, ep->x));
    if (ep->n_parameters > 0) {
        RDG_TRY(rdg_add_variables(p, "p", ep->n_parameters, ep->p));
    }
    rdg_function zero = shared(s, "ep", ep->n + ep->n_parameters, ep->n);
    zero.f = zero_f;
    zero.df = ep->df ? zero_df : NULL;
    zero.d2f = ep->d2f ? zero_d2f : NULL;
    zero.df_pattern = ep->df_pattern;
    zero.d2f_pattern = ep->d2f_pattern;
    s->users++;
    const rdg_status status = rdg_add_zero(p, &zero, RDG_ALL);
    if (status != RDG_OK) {
        s->users--;
        return status;
    }
    for (rdg_index k = 0; k < ep->n_parameters; k++) {
        RDG_TRY(rdg_add_parameter(p, ep->parameters[k], "p", k));
    }
    return RDG_OK;
}

static rdg_status allocate(rdg_problem *p, rdg_ep_state *s)
{
    rdg_context *ctx = rdg_problem_context(p);
    s->assembly = rdg_assembly_create(p);
    if (!s->assembly) {
        return rdg_error_status(ctx);
    }
    const size_t n = (size_t)s->n;
    const size_t nu = (size_t)s->nu;
    s->n_work = 8 * s->n + 16;
    s->values = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(rdg_assembly_jacobian_pattern(s->assembly)),
                                   sizeof(double));
    s->lambda = rdg_context_calloc(ctx, (size_t)rdg_assembly_rows(s->assembly, NULL), sizeof(double));
    s->work = rdg_context_calloc(ctx, (size_t)s->n_work, sizeof(double));
    s->select = rdg_context_calloc(ctx, n, sizeof *s->select);
    s->iwork = rdg_context_calloc(ctx, n, sizeof *s->iwork);
    double **square[] = {&s->J, &s->T, &s->Q, &s->T2, &s->Q2};
    for (size_t i = 0; i < sizeof square / sizeof *square; i++) {
        *square[i] = rdg_context_calloc(ctx, n * n, sizeof(double));
    }
    double **vectors[] = {&s->re, &s->im, &s->V, &s->W, &s->at, &s->v, &s->out};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, 2 * n + nu, sizeof(double));
    }
    return rdg_error_status(ctx);
}

typedef int (*value_function)(rdg_index, const double *, rdg_index, double *, void *);

static rdg_status add_monitor(rdg_problem *p, rdg_ep_state *s, const char *name, value_function f,
                              value_function df, rdg_monitor_kind kind)
{
    rdg_function monitor = shared(s, name, s->nu, 1);
    monitor.f = f;
    monitor.df = df;
    monitor.by_differences = true;
    s->users++;
    const rdg_status status = rdg_add_monitor(p, &monitor, RDG_ALL, NULL, kind);
    if (status != RDG_OK) {
        s->users--;
    }
    return status;
}

static double value_of(rdg_problem *p, const rdg_chart *chart, const char *name)
{
    return chart->mu[rdg_parameter_index(p, name)];
}

/* A size for eigenvalues: the Frobenius norm of the Jacobian at the last decomposition. */
static double norm_of(const rdg_ep_state *s)
{
    double sum = 0.0;
    for (rdg_index k = 0; k < s->n * s->n; k++) {
        sum += s->J[k] * s->J[k];
    }
    return sqrt(sum);
}

static const char *judge_hopf(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                              const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    const double size = norm_of(data);
    const double omega2 = value_of(p, at, "omega2");
    return fabs(omega2) < 1e-10 * size * size ? "BTP" : omega2 > 0.0 ? "HB" : "NSA";
}

static bool is_on_hopf_curve(rdg_problem *p, const rdg_chart *at, const rdg_ep_state *s)
{
    return fabs(value_of(p, at, "hopf")) < 1e-9 * norm_of(s);
}

static const char *judge_bogdanov_takens(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                         const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    return is_on_hopf_curve(p, at, data) ? "BTP" : NULL;
}

static const char *judge_generalised(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                     const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    return is_on_hopf_curve(p, at, data) && value_of(p, at, "omega2") > 0.0 ? "GH" : NULL;
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

static rdg_status add_event(rdg_problem *p, rdg_ep_state *s, const char *type, const char *monitor,
                            rdg_event_check judge)
{
    return rdg_add_event(
        p, &(rdg_event_definition){.type = type, .parameter = monitor, .check = judge, .data = s});
}

static rdg_status add_equilibrium_monitors(rdg_problem *p, rdg_ep_state *s)
{
    if (s->n < 2) {
        return RDG_OK;
    }
    RDG_TRY(add_monitor(p, s, "hopf", rdg_ep_hopf_f, rdg_ep_hopf_df, RDG_ACTIVE));
    RDG_TRY(add_monitor(p, s, "omega2", rdg_ep_omega2_f, rdg_ep_omega2_df, RDG_ACTIVE));
    RDG_TRY(add_monitor(p, s, "btp", rdg_ep_btp_f, rdg_ep_btp_df, RDG_REGULAR));
    RDG_TRY(add_monitor(p, s, "l1", rdg_ep_l1, NULL, RDG_REGULAR));
    RDG_TRY(add_event(p, s, "HB", "hopf", judge_hopf));
    RDG_TRY(add_event(p, s, "BTP", "btp", judge_bogdanov_takens));
    return add_event(p, s, "GH", "l1", judge_generalised);
}

static rdg_status add_map_monitors(rdg_problem *p, rdg_ep_state *s)
{
    RDG_TRY(add_monitor(p, s, "pd", rdg_ep_pd_f, rdg_ep_pd_df, RDG_ACTIVE));
    RDG_TRY(add_event(p, s, "PD", "pd", NULL));
    if (s->n < 2) {
        return RDG_OK;
    }
    RDG_TRY(add_monitor(p, s, "ns", rdg_ep_ns_f, rdg_ep_ns_df, RDG_ACTIVE));
    return add_event(p, s, "NS", "ns", judge_torus);
}

static rdg_status fill(rdg_problem *p, rdg_ep_state *s)
{
    RDG_TRY(add_field(p, s));
    RDG_TRY(allocate(p, s));
    RDG_TRY(add_monitor(p, s, "unstable", rdg_ep_unstable, NULL, RDG_REGULAR));
    return s->is_map ? add_map_monitors(p, s) : add_equilibrium_monitors(p, s);
}

static rdg_problem *make(rdg_context *ctx, const rdg_ep *ep, bool is_map, const char *where)
{
    if (rdg_error_status(ctx) != RDG_OK || check(ctx, where, ep, is_map) != RDG_OK) {
        return NULL;
    }
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_ep_state *s = p ? rdg_context_calloc(ctx, 1, sizeof *s) : NULL;
    if (!s) {
        rdg_problem_free(p);
        return NULL;
    }
    *s = (rdg_ep_state){
        .field = *ep, .is_map = is_map, .users = 1, .problem = p, .n = ep->n, .nu = ep->n + ep->n_parameters};
    const rdg_status status = fill(p, s);
    leave(s); /* the functions have it now */
    if (status != RDG_OK) {
        rdg_problem_free(p);
        return NULL;
    }
    return p;
}

rdg_problem *rdg_ep_problem(rdg_context *ctx, const rdg_ep *ep)
{
    return make(ctx, ep, false, __func__);
}

rdg_problem *rdg_map_problem(rdg_context *ctx, const rdg_ep *map)
{
    return make(ctx, map, true, __func__);
}
