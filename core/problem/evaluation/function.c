/* Evaluation of one function of a problem: gathering its variables, and differences in place of derivatives
 * that it does not give. */
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

void rdg_entry_gather(rdg_entry *e, const double *u)
{
    for (rdg_index i = 0; i < e->function.n; i++) {
        e->u[i] = u[e->index[i]];
    }
}

void rdg_entry_measure(const rdg_problem *p, rdg_entry *e)
{
    for (rdg_index i = 0; i < e->function.n; i++) {
        e->size[i] = fmax(fabs(e->u[i]), rdg_problem_block_of(p, e->index[i])->typical);
    }
}

int rdg_entry_value(rdg_problem *p, rdg_entry *e, const double *u)
{
    rdg_entry_gather(e, u);
    const int answer = rdg_entry_value_here(p, e, e->y);
    if (!e->function.df) {
        rdg_entry_keep_middle(e, answer == 0);
    }
    return answer;
}

static void warn_once(rdg_problem *p, rdg_entry *e, const char *derivative)
{
    e->warned = e->warned || e->function.by_differences;
    if (!e->warned) {
        e->warned = true;
        rdg_write(p->ctx, RDG_CHANNEL_NOTE, "note: function \"%s\" has no %s: central differences are used\n",
                  e->function.name, derivative);
    }
}

int rdg_entry_jacobian_here(rdg_problem *p, rdg_entry *e, double *values)
{
    const rdg_function *f = &e->function;
    const rdg_index count = rdg_pattern_count(f->df_pattern);
    memset(values, 0, (size_t)count * sizeof *values);
    if (rdg_problem_is_over(p)) {
        return -1;
    }
    if (!f->df) {
        warn_once(p, e, "df");
        return rdg_entry_differences(p, e, values);
    }
    return rdg_entry_judge(p, e, "df", f->df(f->n, e->u, f->m, values, f->data), count, values);
}

/* Only adjoint equations request a Jacobian a second time. */
static bool is_repeated(const rdg_problem *p)
{
    return p->steady > 0 && p->adjoint.n > 0;
}

/* Into `values`, of variables that are in e->u. */
static int take_jacobian(rdg_problem *p, rdg_entry *e, double *values)
{
    if (!e->function.df) {
        rdg_entry_measure(p, e);
        const int answer = rdg_entry_need_middle(p, e);
        if (answer < 0) {
            return answer;
        }
    }
    return rdg_entry_jacobian_here(p, e, values);
}

int rdg_entry_jacobian(rdg_problem *p, rdg_entry *e, const double *u)
{
    const size_t bytes = (size_t)e->function.n * sizeof *u;
    rdg_entry_gather(e, u);
    if (is_repeated(p) && e->known == p->period && memcmp(e->known_at, e->u, bytes) == 0) {
        return 0;
    }
    e->known = 0;
    const int answer = take_jacobian(p, e, e->df_values);
    if (answer == 0 && is_repeated(p)) {
        memcpy(e->known_at, e->u, bytes);
        e->known = p->period;
    }
    return answer;
}

int rdg_entry_jacobian_to(rdg_problem *p, rdg_entry *e, const double *u, double *values)
{
    rdg_entry_gather(e, u);
    return take_jacobian(p, e, values);
}

/* Step of a difference of derivatives: of df if there is one, otherwise of differences. */
static double outer_step(const rdg_entry *e)
{
    return e->function.df ? cbrt(DBL_EPSILON) : pow(DBL_EPSILON, 0.2);
}

/* out[i] += factor * sum_k lambda_k dy_k/du_i for the local variables i. */
static void add_transposed(const rdg_entry *e, const double *values, const double *lambda, double factor,
                           double *out)
{
    const rdg_pattern *a = e->function.df_pattern;
    for (rdg_index j = 0; j < a->cols; j++) {
        double sum = 0.0;
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            sum += lambda[a->row[k]] * values[k];
        }
        out[j] += factor * sum;
    }
}

/* Column j of the contracted Hessian from two Jacobians; d2f_pattern is dense here. */
static int hessian_by_differences(rdg_problem *p, rdg_entry *e, const double *lambda)
{
    const rdg_index n = e->function.n;
    for (rdg_index j = 0; j < n; j++) {
        const double middle = e->u[j];
        const double h = outer_step(e) * e->size[j];
        for (int side = 1; side >= -1; side -= 2) {
            e->u[j] = middle + side * h;
            const int answer = rdg_entry_jacobian_here(p, e, e->df_values2);
            e->u[j] = middle;
            if (answer != 0) {
                return answer;
            }
            add_transposed(e, e->df_values2, lambda, side / (2.0 * h), e->d2f_values + n * j);
        }
    }
    return 0;
}

int rdg_entry_hessian_here(rdg_problem *p, rdg_entry *e, const double *lambda)
{
    const rdg_function *f = &e->function;
    if (rdg_entry_prepare_hessian(p->ctx, e) != RDG_OK) {
        return -1;
    }
    const rdg_index count = rdg_pattern_count(f->d2f_pattern);
    memset(e->d2f_values, 0, (size_t)count * sizeof *e->d2f_values);
    if (rdg_problem_is_over(p)) {
        return -1;
    }
    if (!f->d2f) {
        if (f->df) {
            warn_once(p, e, "d2f");
        }
        return hessian_by_differences(p, e, lambda);
    }
    return rdg_entry_judge(p, e, "d2f", f->d2f(f->n, e->u, f->m, lambda, e->d2f_values, f->data), count,
                           e->d2f_values);
}

int rdg_entry_hessian(rdg_problem *p, rdg_entry *e, const double *u, const double *lambda)
{
    rdg_entry_gather(e, u);
    if (!e->function.d2f) {
        rdg_entry_measure(p, e);
    }
    return rdg_entry_hessian_here(p, e, lambda);
}

/* Add lambda^T times the Jacobian at u + way v, by a factor. */
static int add_jacobian_aside(rdg_problem *p, rdg_entry *e, const double *u, const double *v, double way,
                              const double *lambda, double factor)
{
    for (rdg_index i = 0; i < e->function.n; i++) {
        e->u[i] = u[e->index[i]] + way * v[e->index[i]];
    }
    const int answer = rdg_entry_jacobian_here(p, e, e->df_values2);
    if (answer == 0) {
        add_transposed(e, e->df_values2, lambda, factor, e->d2f_values);
    }
    return answer;
}

/* Differences of the Jacobian along v: two Jacobians instead of 2 n, or four of fine differences. */
static int hessian_times_by_differences(rdg_problem *p, rdg_entry *e, const double *u, const double *lambda,
                                        const double *v, double *out)
{
    static const double coarse[] = {1.0 / 2.0}, fine[] = {8.0 / 12.0, -1.0 / 12.0};
    const bool is_fine = p->fine_differences && !e->function.df;
    const double *weight = is_fine ? fine : coarse;
    const rdg_index n = e->function.n;
    double length = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        length = fmax(length, fabs(v[e->index[i]]) / e->size[i]);
    }
    if (length == 0.0) {
        return 0;
    }
    const double h = outer_step(e) / length;
    memset(e->d2f_values, 0, (size_t)n * sizeof *e->d2f_values);
    for (int k = 1; k <= (is_fine ? 2 : 1); k++) {
        int answer = add_jacobian_aside(p, e, u, v, k * h, lambda, weight[k - 1] / h);
        answer = answer == 0 ? add_jacobian_aside(p, e, u, v, -k * h, lambda, -weight[k - 1] / h) : answer;
        if (answer != 0) {
            return answer;
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        out[e->index[i]] += e->d2f_values[i];
    }
    return 0;
}

int rdg_entry_hessian_times(rdg_problem *p, rdg_entry *e, const double *u, const double *lambda,
                            const double *v, double *out)
{
    if (!e->function.d2f) {
        rdg_entry_gather(e, u);
        rdg_entry_measure(p, e);
        return hessian_times_by_differences(p, e, u, lambda, v, out);
    }
    const int answer = rdg_entry_hessian(p, e, u, lambda);
    const rdg_pattern *h = e->function.d2f_pattern;
    for (rdg_index j = 0; answer == 0 && j < h->cols; j++) {
        for (rdg_index k = h->start[j]; k < h->start[j + 1]; k++) {
            out[e->index[h->row[k]]] += e->d2f_values[k] * v[e->index[j]];
        }
    }
    return answer;
}

int rdg_problem_parameters(rdg_problem *p, const double *u, double *mu)
{
    for (rdg_index k = 0; k < p->n_entries; k++) {
        rdg_entry *e = &p->entry[k];
        if (!e->is_monitor) {
            continue;
        }
        const int answer = rdg_entry_value(p, e, u);
        if (answer != 0) {
            return answer;
        }
        memcpy(mu + e->first_parameter, e->y, (size_t)e->function.m * sizeof *mu);
    }
    return 0;
}

int rdg_parameter_gradient(rdg_problem *p, rdg_index parameter, rdg_index n, const double *u, double *value,
                           double *gradient)
{
    if (!p || !u || !value || parameter < 0 || parameter >= p->n_parameters) {
        return -1;
    }
    rdg_entry *e = &p->entry[p->parameter[parameter].entry];
    const rdg_index component = p->parameter[parameter].component;
    int answer = rdg_entry_value(p, e, u);
    *value = e->y[component];
    if (answer != 0 || !gradient) {
        return answer;
    }
    answer = rdg_entry_jacobian(p, e, u);
    memset(gradient, 0, (size_t)n * sizeof *gradient);
    const rdg_pattern *a = e->function.df_pattern;
    for (rdg_index j = 0; answer == 0 && j < a->cols; j++) {
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            if (a->row[k] == component) {
                gradient[e->index[j]] += e->df_values[k];
            }
        }
    }
    return answer;
}

int rdg_problem_parameter(rdg_problem *p, rdg_index parameter, const double *u, double *value,
                          double *gradient)
{
    return rdg_parameter_gradient(p, parameter, p->n, u, value, gradient);
}

int rdg_problem_parameter_hessian_times(rdg_problem *p, rdg_index parameter, const double *u, const double *v,
                                        double *out)
{
    rdg_entry *e = &p->entry[p->parameter[parameter].entry];
    memset(e->lambda, 0, (size_t)e->function.m * sizeof *e->lambda);
    e->lambda[p->parameter[parameter].component] = 1.0;
    return rdg_entry_hessian_times(p, e, u, e->lambda, v, out);
}

rdg_status rdg_parameter_value(rdg_problem *p, const char *name, const double *u, double *value)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_parameter(p, __func__, name);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    RDG_NEED(p->ctx, u, RDG_ERR_ARGUMENT);
    RDG_NEED(p->ctx, value, RDG_ERR_ARGUMENT);
    if (rdg_problem_parameter(p, k, u, value, NULL) != 0) {
        return RDG_FAIL(p->ctx, RDG_ERR_NOT_FINITE, "parameter \"%s\" has no value here: %s", name,
                        p->trouble);
    }
    return RDG_OK;
}
