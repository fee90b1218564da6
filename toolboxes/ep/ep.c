/* The problem of equilibria or fixed points: variables, zero function, parameters. */
#include "ep_impl.h"

#include <ridgewalk/description.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

static void release(rdg_ep_state *s)
{
    rdg_assembly_free(s->assembly);
    rdg_ep_lyapunov_free(s->lyapunov);
    rdg_free(s->values);
    rdg_free(s->lambda);
    rdg_free(s->v);
    rdg_free(s->out);
    rdg_free(s->df_at);
    rdg_free(s->df_values);
    rdg_free(s);
}

static void leave(void *state)
{
    rdg_ep_state *s = state;
    if (--s->users == 0) {
        release(s);
    }
}

static rdg_function shared(rdg_ep_state *s, const char *name, rdg_index n, rdg_index m)
{
    s->users++;
    return (rdg_function){.name = name, .n = n, .m = m, .data = s, .free_data = leave};
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

/* Newton's method and the eigenvalues request it at the same points. Between runs f may change. */
static int jacobian(rdg_ep_state *s, rdg_index n, const double *u, rdg_index m, double *values)
{
    const size_t point = (size_t)n * sizeof *u;
    const size_t bytes =
        (size_t)(s->field.df_pattern ? rdg_pattern_count(s->field.df_pattern) : m * n) * sizeof *values;
    const long run = rdg_run_under_way(s->problem);
    if (run > 0 && run == s->df_run && memcmp(s->df_at, u, point) == 0) {
        memcpy(values, s->df_values, bytes);
        return 0;
    }
    const int answer = s->field.df(n, u, m, values, s->field.data);
    s->df_run = answer == 0 ? run : 0;
    memcpy(s->df_at, u, point);
    memcpy(s->df_values, values, bytes);
    return answer;
}

static int zero_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_ep_state *s = data;
    const int answer = jacobian(s, n, u, m, values);
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

static rdg_status add_zero(rdg_ep_state *s)
{
    const rdg_ep *ep = &s->field;
    rdg_context *ctx = rdg_problem_context(s->problem);
    const rdg_index count = ep->n + ep->n_parameters;
    rdg_index *index = rdg_context_calloc(ctx, (size_t)count, sizeof *index);
    if (!index) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index j = 0; j < count; j++) {
        index[j] = s->column + j;
    }
    const rdg_index entries = ep->df_pattern ? rdg_pattern_count(ep->df_pattern) : count * ep->n;
    s->df_at = rdg_context_calloc(ctx, (size_t)count, sizeof(double));
    s->df_values = rdg_context_calloc(ctx, (size_t)entries, sizeof(double));
    rdg_function zero = shared(s, "ep", count, ep->n);
    zero.f = zero_f;
    zero.df = ep->df ? zero_df : NULL;
    zero.d2f = ep->d2f ? zero_d2f : NULL;
    zero.df_pattern = ep->df_pattern;
    zero.d2f_pattern = ep->d2f_pattern;
    const rdg_status status =
        rdg_error_status(ctx) == RDG_OK ? rdg_add_zero(s->problem, &zero, index) : rdg_error_status(ctx);
    if (status != RDG_OK) {
        leave(s);
    }
    rdg_free(index);
    return status;
}

static rdg_status add_field(rdg_ep_state *s)
{
    const rdg_ep *ep = &s->field;
    s->column = rdg_variable_count(s->problem);
    RDG_TRY(rdg_add_variables(s->problem, "x", ep->n, ep->x));
    if (ep->n_parameters > 0) {
        RDG_TRY(rdg_add_variables(s->problem, "p", ep->n_parameters, ep->p));
    }
    RDG_TRY(add_zero(s));
    for (rdg_index k = 0; k < ep->n_parameters; k++) {
        if (!ep->parameters[k]) {
            return RDG_FAIL(rdg_problem_context(s->problem), RDG_ERR_NAME,
                            "parameter %" PRId64 " of %" PRId64 " has no name", k, ep->n_parameters);
        }
        RDG_TRY(rdg_add_parameter(s->problem, ep->parameters[k], "p", k));
    }
    return RDG_OK;
}

static rdg_status allocate(rdg_ep_state *s)
{
    rdg_context *ctx = rdg_problem_context(s->problem);
    s->assembly = rdg_assembly_create(s->problem);
    if (!s->assembly) {
        return rdg_error_status(ctx);
    }
    rdg_index zero_rows = 0;
    const rdg_index rows = rdg_assembly_rows(s->assembly, &zero_rows);
    s->row = zero_rows - s->n; /* the last zero function that was added */
    s->nu = rdg_assembly_variables(s->assembly);
    s->values = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(rdg_assembly_jacobian_pattern(s->assembly)),
                                   sizeof(double));
    s->lambda = rdg_context_calloc(ctx, (size_t)rows, sizeof(double));
    s->v = rdg_context_calloc(ctx, (size_t)s->nu, sizeof(double));
    s->out = rdg_context_calloc(ctx, (size_t)s->nu, sizeof(double));
    return rdg_error_status(ctx);
}

static bool is_hopf_point(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_ep_state *s = data;
    (void)p;
    return at->mu[s->spectrum->omega2] > 0.0 && rdg_spectrum_is_on_hopf_curve(s->spectrum, at);
}

/* "l1", and the points GH where it vanishes. */
static rdg_status add_lyapunov(rdg_ep_state *s)
{
    s->lyapunov = rdg_ep_lyapunov_create(s);
    RDG_TRY(rdg_error_status(rdg_problem_context(s->problem)));
    rdg_function monitor = shared(s, "l1", s->nu, 1);
    monitor.f = rdg_ep_l1;
    monitor.df = rdg_ep_l1_df;
    monitor.by_differences = true;
    monitor.estimated_df = true;
    const rdg_status status = rdg_add_monitor(s->problem, &monitor, RDG_ALL, NULL, RDG_REGULAR);
    if (status != RDG_OK) {
        leave(s);
        return status;
    }
    return rdg_add_event(s->problem, &(rdg_event_definition){
                                         .type = "GH", .parameter = "l1", .where = is_hopf_point, .data = s});
}

static rdg_status add_spectrum(rdg_ep_state *s)
{
    const rdg_spectrum_source source = {.n = s->n,
                                        .is_map = s->is_map,
                                        .matrix = rdg_ep_jacobian,
                                        .slope = rdg_ep_slope,
                                        .data = s,
                                        .free_data = leave};
    s->users++;
    RDG_TRY(rdg_spectrum_create(s->problem, &source, &s->spectrum));
    return s->is_map || s->n < 2 ? RDG_OK : add_lyapunov(s);
}

/* Its name is that of its states. */
static void describe(const rdg_contents *out, const char *block, void *data)
{
    const rdg_ep_state *s = data;
    if (!out || !out->fact || !block) {
        return;
    }
    out->fact(
        out, &(rdg_model_fact){.part = "system",
                               .name = block,
                               .key = "solutions",
                               .text = s->is_map ? "fixed points of a map" : "equilibria of a vector field"});
    out->fact(out,
              &(rdg_model_fact){.part = "system", .name = block, .key = "states", .value = (double)s->n});
    out->fact(out, &(rdg_model_fact){.part = "system",
                                     .name = block,
                                     .key = "parameters",
                                     .value = (double)s->field.n_parameters});
}

static rdg_status fill(rdg_ep_state *s)
{
    RDG_TRY(add_field(s));
    RDG_TRY(allocate(s));
    RDG_TRY(rdg_describe_problem(s->problem, "x", describe, s));
    return add_spectrum(s);
}

static rdg_status fill_part(rdg_ep_state *s, const char *name)
{
    RDG_TRY(rdg_problem_enter(s->problem, name));
    const rdg_status status = fill(s);
    rdg_problem_leave(s->problem);
    return status;
}

static rdg_status add(rdg_problem *p, const char *name, const rdg_ep *ep, bool is_map, const char *where)
{
    rdg_context *ctx = rdg_problem_context(p);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(ctx, where, ep, is_map));
    rdg_ep_state *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (!s) {
        return RDG_ERR_NO_MEMORY;
    }
    *s = (rdg_ep_state){.field = *ep, .is_map = is_map, .users = 1, .problem = p, .n = ep->n};
    const rdg_status status = name ? fill_part(s, name) : fill(s);
    leave(s); /* the functions have it now */
    return status;
}

static rdg_problem *make(rdg_context *ctx, const rdg_ep *ep, bool is_map, const char *where)
{
    rdg_problem *p = rdg_problem_create(ctx);
    if (add(p, NULL, ep, is_map, where) != RDG_OK) {
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

rdg_status rdg_ep_add(rdg_problem *p, const char *name, const rdg_ep *ep)
{
    return add(p, name, ep, false, __func__);
}

rdg_status rdg_map_add(rdg_problem *p, const char *name, const rdg_ep *map)
{
    return add(p, name, map, true, __func__);
}
