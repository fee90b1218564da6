/* Folds as a monitor.
 *
 * A = [G_u; mu_u], the Jacobian of the curve over the gradient of the parameter, is singular at a fold and
 * nowhere else. With M = [A b; c 0], b in general position to the range of A and c to its null vector, the
 * solution of M [v; s] = e_{n+1} has s = det A / det M, and the value is sigma = +-s/|v|, signed as det A.
 * Differentiating A v + b s = 0 gives sigma_u ~ -(sum_k w_k (A_k)_uu) v, M^T [w; .] = e_{n+1} - s/|v|^2 [W v;
 * 0]. Nothing of this depends on the row c, for which the last null vector is taken.
 *
 * With b the unit vector of the last row, v is the tangent and sigma the slope of the parameter along it.
 * Where the curve has a singular point (a pitchfork, a transcritical point, an isola's centre) its tangent,
 * and with it the slope, is lost, while the curve of folds passes smoothly. There b is the left null vector
 * of A, and the value is the slope times a positive factor.
 *
 * Cusps: the curve of folds has the direction of v. Its tangent T and v lie both in the tangent plane of the
 * surface of solutions, so that sigma_u v vanishes where they agree. The sign of v is that of a general
 * functional g v; where g v vanishes is no cusp, and judged to be none. As it may vanish right beside a cusp,
 * and hide it, there are two of them. At a branch point of the curve of folds sigma_u vanishes on the plane
 * and comes back with the other sign, as the run's determinant does: their product goes on. */
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
    rdg_index row;     /* of A, the parameter's */
    rdg_index monitor; /* this monitor */
    int users;         /* the fold and its cusp share the rest */
    bool general;      /* b is not the unit vector of the row */
    double widest;     /* largest share of the parameter's row in w so far */
    double *scale;     /* [n] of the rows of A, kept with a general b */
    double *b, *c;     /* [n] in row scales; [n] */
    double *g[2];      /* [n] rows in general position */
    double *v, *w;     /* [n + 1] null vectors, s behind v */
    double *rhs;       /* [n + 1] */
    double *product;   /* [n] (sum_k w_k (A_k)_uu) v */
    double length;     /* |v| */
    double factor;     /* sigma = factor s / |v| */
    double slope;      /* largest one of the parameter, for a change of typical size */
} fold;

static void release(fold *f)
{
    double *arrays[] = {f->scale, f->b, f->c, f->g[0], f->g[1], f->v, f->w, f->rhs, f->product};
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

/* Let b be the unit vector of the parameter's row. */
static void use_unit_border(fold *f)
{
    memset(f->b, 0, (size_t)f->curve.n * sizeof *f->b);
    f->b[f->row] = 1.0;
    f->general = false;
    rdg_bordered_fix_row_scale(f->curve.matrix, NULL);
}

static int solve_right(fold *f, const double *u)
{
    rdg_curve *c = &f->curve;
    const int answer = rdg_curve_factor(c, u, f->b, f->c);
    if (answer != 0) {
        return answer;
    }
    memset(f->rhs, 0, (size_t)c->n * sizeof *f->rhs);
    f->rhs[c->n] = 1.0;
    rdg_bordered_solve(c->matrix, f->rhs, f->v);
    f->length = rdg_curve_length(c, f->v);
    f->slope = rdg_bordered_row_scale(c->matrix)[f->row];
    /* the sign of det A is that of s times this determinant; rows of A below the parameter's turn it round */
    const bool odd = (c->n - 1 - f->row) % 2 != 0;
    const double sign = rdg_bordered_determinant(c->matrix).sign;
    f->factor = f->slope * (odd ? -sign : sign);
    return f->length > 0.0 && isfinite(f->length) ? 0 : 1;
}

/* w, such that sigma_u = -factor/|v| (sum_k w_k (A_k)_uu) v. */
static void solve_left(fold *f)
{
    rdg_curve *c = &f->curve;
    const double back = f->v[c->n] / (f->length * f->length);
    for (rdg_index j = 0; j < c->n; j++) {
        f->rhs[j] = -back * c->metric[j] * f->v[j];
    }
    f->rhs[c->n] = 1.0;
    rdg_bordered_solve_transposed(c->matrix, f->rhs, f->w);
}

/* Length of w, each row counted by its scale. */
static double left_length(const fold *f)
{
    const double *scale = rdg_bordered_row_scale(f->curve.matrix);
    double sum = 0.0;
    for (rdg_index i = 0; i < f->curve.n; i++) {
        sum += f->w[i] * scale[i] * f->w[i] * scale[i];
    }
    return sqrt(sum);
}

static void point_row_along(fold *f)
{
    for (rdg_index j = 0; j < f->curve.n; j++) {
        f->c[j] = f->curve.metric[j] * f->v[j] / f->length;
    }
}

/* Borders in general position, then along the solutions that they give. */
static int choose_general_border(fold *f, const double *u)
{
    rdg_curve *c = &f->curve;
    f->general = true;
    rdg_bordered_fix_row_scale(c->matrix, NULL);
    rdg_curve_general_row(c, 0.0, f->c);
    for (rdg_index i = 0; i < c->n; i++) {
        f->b[i] = rdg_general(i);
    }
    int answer = rdg_curve_factor(c, u, f->b, f->c);
    memcpy(f->scale, rdg_bordered_row_scale(c->matrix), (size_t)c->n * sizeof *f->scale);
    rdg_bordered_fix_row_scale(c->matrix, f->scale);
    for (int pass = 0; answer == 0 && pass < 2; pass++) {
        answer = solve_right(f, u);
        if (answer == 0) {
            solve_left(f);
            const double length = left_length(f);
            for (rdg_index i = 0; i < c->n; i++) {
                f->b[i] = f->w[i] * f->scale[i] / length;
            }
            point_row_along(f);
        }
    }
    return answer;
}

/* v with the borders at hand, or with others where they fail. */
static int probe(fold *f, const double *u)
{
    int answer = solve_right(f, u);
    if (answer > 0 && !rdg_problem_is_aborted(f->curve.p)) {
        rdg_curve_general_row(&f->curve, 0.0, f->c);
        answer = solve_right(f, u);
    }
    if (answer > 0) {
        answer = choose_general_border(f, u);
        answer = answer == 0 ? solve_right(f, u) : answer;
    }
    return answer;
}

/* Share of the parameter's row in w; all of w is of about unit length along b. */
static double share(const fold *f)
{
    return fabs(f->w[f->row]) * rdg_bordered_row_scale(f->curve.matrix)[f->row] / left_length(f);
}

/* As above with w, and a border b that is well off the range of A: the unit vector again where it is. */
static int probe_both(fold *f, const double *u)
{
    const double singular = 1e-3, regular = 1e-2, flat = 0.1;
    int answer = probe(f, u);
    if (answer != 0) {
        return answer;
    }
    solve_left(f);
    const double part = share(f);
    f->widest = fmax(f->widest, part);
    if (f->general && part > regular * f->widest) {
        use_unit_border(f);
    } else if ((!f->general && part < singular * f->widest) || (f->general && left_length(f) * flat > 1.0)) {
        answer = choose_general_border(f, u);
    } else {
        return 0;
    }
    answer = answer == 0 ? solve_right(f, u) : answer;
    if (answer == 0) {
        solve_left(f);
    }
    return answer;
}

/* As above, and the product with second derivatives. */
static int probe_gradient(fold *f, const double *u)
{
    int answer = probe_both(f, u);
    if (answer == 0) {
        point_row_along(f);
        answer = rdg_curve_hessian_times(&f->curve, u, f->w, f->v, f->product);
    }
    return answer;
}

static int fold_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    fold *f = data;
    const int answer = probe(f, u);
    y[0] = f->factor * f->v[n] / f->length;
    return answer;
}

static int fold_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    fold *f = data;
    const int answer = probe_gradient(f, u);
    for (rdg_index j = 0; j < n; j++) {
        values[j] = -f->factor / f->length * f->product[j];
    }
    return answer;
}

static double dot(rdg_index n, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        sum += a[j] * b[j];
    }
    return sum;
}

/* The parameter's second derivative along the curve, and what changes its sign at cusps. */
static int cusp_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    fold *f = data;
    const int answer = probe_gradient(f, u);
    const double square = f->length * f->length;
    const double second = dot(n, f->product, f->v) / square;
    const double derivative = second / f->w[f->row];
    y[0] = isfinite(derivative) ? derivative : 0.0;
    for (int i = 0; i < 2; i++) {
        y[1 + i] = -copysign(1.0, f->factor) * second / left_length(f) * dot(n, f->g[i], f->v) / f->length;
    }
    return answer;
}

/* A cusp is one only on a curve of folds. */
static bool is_on_folds(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    const fold *f = data;
    return fabs(at->mu[f->monitor]) <= 1e-7 * f->slope;
}

/* There the curve of folds runs along the null vector. */
static bool is_cusp(rdg_problem *p, const rdg_chart *at, fold *f)
{
    const double least = 0.99;
    if (!is_on_folds(p, at, f) || probe(f, at->u) != 0) {
        return false;
    }
    const rdg_curve *c = &f->curve;
    double along = 0.0;
    for (rdg_index j = 0; j < c->n; j++) {
        along += c->metric[j] * at->tangent[j] * f->v[j];
    }
    return fabs(along) >= least * f->length * rdg_curve_length(c, at->tangent);
}

/* Each cusp is that of the row by which the sign of the null vector is plainer. */
static const char *judge(rdg_problem *p, const rdg_chart *at, fold *f, bool by_first)
{
    const rdg_index n = f->curve.n;
    const bool cusp = is_cusp(p, at, f);
    const bool first_is_plainer = fabs(dot(n, f->g[0], f->v)) >= fabs(dot(n, f->g[1], f->v));
    return cusp && first_is_plainer == by_first ? "CP" : NULL;
}

static const char *judge_by_first(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                  const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    return judge(p, at, data, true);
}

static const char *judge_by_second(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                   const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    return judge(p, at, data, false);
}

static fold *create(rdg_problem *p, const char *where, const char *parameter, const char *released)
{
    if (!parameter) {
        rdg_fail(p->ctx, RDG_ERR_NAME, where, "the name of the parameter that is stationary is NULL");
        return NULL;
    }
    fold *f = rdg_context_calloc(p->ctx, 1, sizeof *f);
    if (!f) {
        return NULL;
    }
    if (rdg_curve_init(&f->curve, p, where, released ? released : parameter, parameter) != RDG_OK) {
        rdg_free(f);
        return NULL;
    }
    f->row = rdg_curve_row(&f->curve, parameter);
    double **arrays[] = {&f->scale, &f->b, &f->c, &f->g[0], &f->g[1], &f->v, &f->w, &f->rhs, &f->product};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = rdg_context_calloc(p->ctx, (size_t)p->n + 1, sizeof(double));
    }
    if (rdg_error_status(p->ctx) != RDG_OK) {
        release(f);
        return NULL;
    }
    use_unit_border(f);
    f->widest = 0.01; /* until a regular point has shown more */
    rdg_curve_general_row(&f->curve, 0.0, f->c);
    rdg_curve_general_row(&f->curve, 0.5, f->g[0]);
    rdg_curve_general_row(&f->curve, 0.25, f->g[1]);
    for (rdg_index j = 1; j < p->n; j += 2) {
        f->g[1][j] *= -1.7; /* in few variables, too, it is another one */
    }
    return f;
}

/* The monitor of f itself, or those of its cusp; it becomes one of f's users. */
static rdg_status add_monitor(rdg_problem *p, fold *f, const char *name, const char *const *values,
                              rdg_monitor_kind kind)
{
    const bool has_turn = values != NULL;
    f->users++;
    const rdg_function function = {.name = name,
                                   .n = p->n,
                                   .m = has_turn ? 3 : 1,
                                   .f = has_turn ? cusp_f : fold_f,
                                   .df = has_turn ? NULL : fold_df,
                                   .by_differences = true,
                                   .data = f,
                                   .free_data = leave};
    const rdg_status status = rdg_add_monitor(p, &function, RDG_ALL, values, kind);
    if (status != RDG_OK) {
        leave(f);
    }
    return status;
}

/* How well special points on the curve of folds can be found, where that is not to be expected. */
static void say_digits(const rdg_problem *p, const char *name)
{
    for (rdg_index k = 0; k < p->n_entries; k++) {
        const rdg_function *function = &p->entry[k].function;
        if (!function->df && !function->by_differences) {
            rdg_write(
                p->ctx, RDG_CHANNEL_NOTE,
                "note: \"%s\": function \"%s\" has no df, so that differences of differences stand in for "
                "second derivatives: on its curve folds are good to about 10 digits, branch points and "
                "cusps to about 6 (with df to 9, with d2f to rounding)\n",
                name, function->name);
            return;
        }
    }
}

rdg_status rdg_add_fold(rdg_problem *p, const char *name, const char *parameter, const char *released)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    char cusp[NAME_SIZE];
    char turn[2][NAME_SIZE];
    if (!name || !*name || strlen(name) + sizeof ".cusp" > sizeof cusp) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "the fold of \"%s\" needs a name of 1 to %zu characters",
                        parameter ? parameter : "(null)", sizeof cusp - sizeof ".cusp");
    }
    snprintf(cusp, sizeof cusp, "%s.cusp", name);
    snprintf(turn[0], sizeof turn[0], "%s.turn", name);
    snprintf(turn[1], sizeof turn[1], "%s.twin", name);
    fold *f = create(p, __func__, parameter, released);
    if (!f) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(add_monitor(p, f, name, NULL, RDG_ACTIVE));
    RDG_TRY(add_monitor(p, f, cusp, (const char *const[]){cusp, turn[0], turn[1]}, RDG_ACTIVE));
    f->monitor = rdg_parameter_index(p, name);
    say_digits(p, name);
    rdg_event_definition event = {.type = "CP", .turns_with_curve = true, .where = is_on_folds, .data = f};
    for (int i = 0; i < 2; i++) {
        event.parameter = turn[i];
        event.check = i == 0 ? judge_by_first : judge_by_second;
        RDG_TRY(rdg_hide_parameter(p, turn[i]));
        RDG_TRY(rdg_add_event(p, &event));
    }
    return RDG_OK;
}

rdg_status rdg_add_slope(rdg_problem *p, const char *name, const char *parameter, const char *released,
                         rdg_monitor_kind kind)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    fold *f = create(p, __func__, parameter, released);
    if (!f) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(add_monitor(p, f, name, NULL, kind));
    f->monitor = rdg_parameter_index(p, name);
    return RDG_OK;
}
