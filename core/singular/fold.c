/* Folds as a monitor.
 *
 * With M = [G_u; r], z = M^-1 e_n and t = +-z/|z|, signed so that det [G_u; t] > 0, the value is sigma = mu_u
 * . t. Differentiating G_u t = 0, |t| = 1 gives dt = -(1 - t t^T W) M^-1 [G_uu t du; 0], hence sigma_u =
 * (mu_uu - sum_k w_k (G_k)_uu) t,   M^T [w; .] = mu_u - sigma W t . Neither depends on the row r, for which
 * the last tangent is taken. */
#include "event.h"
#include "singular.h"
#include "singular_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

typedef struct fold {
    rdg_curve curve;
    rdg_index parameter, monitor; /* what is stationary; this monitor */
    int users;                    /* the fold and its cusp share the rest */
    double *border;               /* [n] the row r */
    double *unit, *z, *t;         /* [n] e_n; solution; tangent */
    double *slope, *w, *product;  /* [n] mu_u; adjoint solution; sigma_u */
    double scale;                 /* largest slope of the parameter, for changes of typical size */
} fold;

static void release(fold *f)
{
    double *arrays[] = {f->border, f->unit, f->z, f->t, f->slope, f->w, f->product};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_curve_release(&f->curve);
    rdg_free(f);
}

static void leave(void *data)
{
    fold *f = data;
    if (--f->users == 0) {
        release(f);
    }
}

/* Factors at u with the last tangent as border row, or with a general one. */
static int factor(fold *f, const double *u)
{
    const int answer = rdg_curve_factor(&f->curve, u, NULL, f->border);
    if (answer <= 0) {
        return answer;
    }
    rdg_curve_general_row(&f->curve, 0.0, f->border);
    return rdg_curve_factor(&f->curve, u, NULL, f->border);
}

/* Tangent and slope; sigma. */
static int probe(fold *f, const double *u, double *sigma)
{
    rdg_curve *c = &f->curve;
    int answer = factor(f, u);
    if (answer != 0) {
        return answer;
    }
    rdg_bordered_solve(c->matrix, f->unit, f->z);
    const double length = rdg_curve_length(c, f->z);
    if (!(length > 0.0) || !isfinite(length)) {
        return 1;
    }
    const double sign = rdg_bordered_determinant(c->matrix).sign;
    double value = 0.0;
    answer = rdg_problem_parameter(c->p, f->parameter, u, &value, f->slope);
    *sigma = 0.0;
    f->scale = 0.0;
    for (rdg_index j = 0; j < c->n; j++) {
        f->t[j] = sign * f->z[j] / length;
        *sigma += f->slope[j] * f->t[j];
        f->scale = fmax(f->scale, fabs(f->slope[j]) * c->size[j]);
    }
    return answer;
}

/* As above, and the gradient of sigma into f->product. */
static int probe_gradient(fold *f, const double *u)
{
    rdg_curve *c = &f->curve;
    double sigma = 0.0;
    int answer = probe(f, u, &sigma);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index j = 0; j < c->n; j++) {
        f->z[j] = f->slope[j] - sigma * c->metric[j] * f->t[j];
    }
    rdg_bordered_solve_transposed(c->matrix, f->z, f->w);
    answer = rdg_assembly_hessian_times(c->assembly, u, f->w, f->t, f->product);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index j = 0; j < c->n; j++) {
        f->product[j] = -f->product[j];
        f->border[j] = c->metric[j] * f->t[j];
    }
    return rdg_problem_parameter_hessian_times(c->p, f->parameter, u, f->t, f->product);
}

static int fold_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    return probe(data, u, y);
}

static int fold_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    fold *f = data;
    const int answer = probe_gradient(f, u);
    memcpy(values, f->product, (size_t)n * sizeof *values);
    return answer;
}

static int cusp_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    fold *f = data;
    const int answer = probe_gradient(f, u);
    y[0] = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        y[0] += f->product[j] * f->t[j];
    }
    return answer;
}

/* A cusp is one only on a curve of folds. */
static const char *judge_cusp(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                              const rdg_chart *after, void *data)
{
    (void)p;
    (void)before;
    (void)after;
    const fold *f = data;
    return fabs(at->mu[f->monitor]) <= 1e-7 * f->scale ? "CP" : NULL;
}

static fold *create(rdg_problem *p, const char *where, const char *parameter, const char *released)
{
    fold *f = rdg_context_calloc(p->ctx, 1, sizeof *f);
    if (!f) {
        return NULL;
    }
    f->parameter = rdg_problem_require_parameter(p, where, parameter);
    if (f->parameter < 0 ||
        rdg_curve_init(&f->curve, p, where, released ? released : parameter, 0) != RDG_OK) {
        rdg_free(f);
        return NULL;
    }
    double **arrays[] = {&f->border, &f->unit, &f->z, &f->t, &f->slope, &f->w, &f->product};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = rdg_context_calloc(p->ctx, (size_t)p->n, sizeof(double));
    }
    if (rdg_error_status(p->ctx) != RDG_OK) {
        release(f);
        return NULL;
    }
    f->unit[p->n - 1] = 1.0;
    rdg_curve_general_row(&f->curve, 0.0, f->border);
    return f;
}

/* One of the two monitors of f; it becomes one of f's users. */
static rdg_status add_monitor(rdg_problem *p, fold *f, const char *name, rdg_monitor_kind kind, bool is_cusp)
{
    f->users++;
    const rdg_function function = {.name = name,
                                   .n = p->n,
                                   .m = 1,
                                   .f = is_cusp ? cusp_f : fold_f,
                                   .df = is_cusp ? NULL : fold_df,
                                   .by_differences = true,
                                   .data = f,
                                   .free_data = leave};
    const rdg_status status = rdg_add_monitor(p, &function, RDG_ALL, NULL, kind);
    if (status != RDG_OK) {
        leave(f);
    }
    return status;
}

rdg_status rdg_add_fold(rdg_problem *p, const char *name, const char *parameter, const char *released)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    char cusp[NAME_SIZE];
    if (!name || !*name || strlen(name) + sizeof ".cusp" > sizeof cusp) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "the fold of \"%s\" needs a name of 1 to %zu characters",
                        parameter ? parameter : "(null)", sizeof cusp - sizeof ".cusp");
    }
    snprintf(cusp, sizeof cusp, "%s.cusp", name);
    fold *f = create(p, __func__, parameter, released);
    if (!f) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(add_monitor(p, f, name, RDG_ACTIVE, false));
    RDG_TRY(add_monitor(p, f, cusp, RDG_ACTIVE, true));
    f->monitor = rdg_parameter_index(p, name);
    return rdg_add_event(
        p, &(rdg_event_definition){.type = "CP", .parameter = cusp, .check = judge_cusp, .data = f});
}

rdg_status rdg_add_slope(rdg_problem *p, const char *name, const char *parameter, const char *released,
                         rdg_monitor_kind kind)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    fold *f = create(p, __func__, parameter, released);
    if (!f) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(add_monitor(p, f, name, kind, false));
    f->monitor = rdg_parameter_index(p, name);
    return RDG_OK;
}
