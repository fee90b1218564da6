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
 * of A, and the value is the slope times a positive factor. */
#include "fold_point_impl.h"
#include "moving.h"
#include "problem.h"
#include "singular.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

static void release(rdg_fold *f)
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
    rdg_fold *f = data;
    if (--f->users == 0) {
        release(f);
    }
}

static int fold_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    rdg_fold *f = data;
    const int answer = rdg_fold_probe(f, u);
    y[0] = f->factor * f->v[n] / f->length;
    return answer;
}

static int fold_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    rdg_fold *f = data;
    const int answer = rdg_fold_probe_gradient(f, u);
    for (rdg_index j = 0; j < n; j++) {
        values[j] = -f->factor / f->length * f->product[j];
    }
    return answer;
}

/* The borders, which are those of points before; with every label. */
static void remember(rdg_problem *p, rdg_checkpoint *memo, void *data)
{
    rdg_fold *f = data;
    (void)p;
    rdg_checkpoint_flag(memo, &f->general);
    rdg_checkpoint_number(memo, &f->widest);
    rdg_checkpoint_numbers(memo, f->scale, f->curve.n);
    rdg_checkpoint_numbers(memo, f->b, f->curve.n);
    rdg_checkpoint_numbers(memo, f->c, f->curve.n);
    rdg_bordered_fix_row_scale(f->curve.matrix, f->general ? f->scale : NULL);
}

/* Pivots of points before are forgotten where a run is taken up. */
static int forget(rdg_problem *p, const rdg_chart *chart, void *data)
{
    const rdg_fold *f = data;
    if (p == f->curve.p && chart->label > 0) {
        rdg_bordered_forget(f->curve.matrix);
    }
    return 0;
}

static rdg_status let_remember(rdg_problem *p, rdg_fold *f)
{
    RDG_TRY(rdg_move_along(p, forget, f));
    return rdg_checkpoint_along(p, "fold", remember, f);
}

static rdg_fold *create(rdg_problem *p, const char *where, const char *parameter, const char *released)
{
    if (!parameter) {
        rdg_fail(p->ctx, RDG_ERR_NAME, where, "the name of the parameter that is stationary is NULL");
        return NULL;
    }
    rdg_fold *f = rdg_context_calloc(p->ctx, 1, sizeof *f);
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
    rdg_fold_use_unit_border(f);
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
static rdg_status add_monitor(rdg_problem *p, rdg_fold *f, const char *name, const char *const *values,
                              rdg_monitor_kind kind)
{
    const bool has_turn = values != NULL;
    f->users++;
    const rdg_function function = {.name = name,
                                   .n = p->n,
                                   .m = has_turn ? 3 : 1,
                                   .f = has_turn ? rdg_cusp_f : fold_f,
                                   .df = has_turn ? NULL : fold_df,
                                   .by_differences = true,
                                   .data = f,
                                   .free_data = leave};
    const rdg_status status = rdg_add_monitor(p, &function, RDG_ALL, values, kind);
    if (status != RDG_OK) {
        leave(f);
    }
    if (status == RDG_OK) {
        p->stands_on = "the folds and slopes";
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

#undef rdg_add_fold /* the macro, with which an argument may be left out */

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
    rdg_fold *f = create(p, __func__, parameter, released);
    if (!f) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(add_monitor(p, f, name, NULL, RDG_ACTIVE));
    RDG_TRY(add_monitor(p, f, cusp, (const char *const[]){cusp, turn[0], turn[1]}, RDG_ACTIVE));
    RDG_TRY(let_remember(p, f));
    f->monitor = rdg_parameter_index(p, name);
    say_digits(p, name);
    rdg_event_definition event = {
        .type = "CP", .turns_with_curve = true, .where = rdg_cusp_is_on_folds, .data = f};
    for (int i = 0; i < 2; i++) {
        event.parameter = turn[i];
        event.check = i == 0 ? rdg_cusp_judge_by_first : rdg_cusp_judge_by_second;
        RDG_TRY(rdg_hide_parameter(p, turn[i]));
        RDG_TRY(rdg_add_event(p, &event));
    }
    return RDG_OK;
}

rdg_status rdg_add_slope(rdg_problem *p, const char *name, const char *parameter, const char *released,
                         rdg_monitor_kind kind)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    rdg_fold *f = create(p, __func__, parameter, released);
    if (!f) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(add_monitor(p, f, name, NULL, kind));
    RDG_TRY(let_remember(p, f));
    f->monitor = rdg_parameter_index(p, name);
    return RDG_OK;
}
