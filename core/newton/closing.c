/* Closing conditions.
 *
 * Fold: with M = [G_u; r] for a fixed row r, the tangent is t = M^-1 e_n and the condition e = mu_u . t = 0.
 * For its gradient let z = M^-T mu_u^T = [w; zeta]. Differentiating M t = e_n gives e_u = (mu_uu - sum_k w_k
 * (G_k)_uu) t, one product with second derivatives and two solves with the same factors (minimally augmented
 * system). */
#include "closing_impl.h"

#include "toolbox.h"

#include <string.h>

rdg_closing rdg_closing_plane(const double *row, const double *origin, double offset)
{
    return (rdg_closing){.n_planes = 1, .row = row, .origin = origin, .offset = offset};
}

rdg_closing rdg_closing_with_planes(rdg_closing closing, rdg_index n_planes, const double *row,
                                    const double *origin)
{
    closing.n_planes = n_planes;
    closing.row = row;
    closing.origin = origin;
    return closing;
}

int rdg_closing_values(const rdg_closing *closing, rdg_system *s, const double *u, double *e)
{
    int answer = 0;
    if (closing->value) {
        answer = closing->value(closing, s, u, e++);
    }
    for (rdg_index i = 0; i < closing->n_planes; i++) {
        const double *row = closing->row + i * s->n;
        e[i] = i == 0 ? -closing->offset : 0.0;
        for (rdg_index j = 0; j < s->n; j++) {
            e[i] += row[j] * (u[j] - closing->origin[j]);
        }
    }
    return answer;
}

int rdg_closing_gradients(const rdg_closing *closing, rdg_system *s, const double *u, double *rows)
{
    int answer = 0;
    if (closing->gradient) {
        answer = closing->gradient(closing, s, u, rows);
        rows += s->n;
    }
    if (closing->n_planes > 0) {
        memcpy(rows, closing->row, (size_t)(closing->n_planes * s->n) * sizeof *rows);
    }
    return answer;
}

static int value_value(const rdg_closing *closing, rdg_system *s, const double *u, double *e)
{
    const int answer = rdg_problem_parameter(s->p, closing->parameter, u, e, NULL);
    *e -= closing->target;
    return answer;
}

static int value_gradient(const rdg_closing *closing, rdg_system *s, const double *u, double *row)
{
    double value = 0.0;
    return rdg_problem_parameter(s->p, closing->parameter, u, &value, row);
}

rdg_closing rdg_closing_value(rdg_index parameter, double value)
{
    return (rdg_closing){
        .value = value_value, .gradient = value_gradient, .parameter = parameter, .target = value};
}

/* Tangent at u into s->probe_tangent, gradient of the parameter into s->probe_row, factors in s->probe. */
static int probe_fold(const rdg_closing *closing, rdg_system *s, const double *u, double *e)
{
    double value = 0.0;
    rdg_bordered *probe = rdg_system_probe(s);
    int answer = probe ? rdg_system_jacobian(s, u) : -1;
    if (answer != 0) {
        return answer;
    }
    if (!rdg_system_factor(s, probe, NULL, closing->along)) {
        return 1;
    }
    rdg_system_solve(s, probe, s->probe_unit, s->probe_tangent);
    answer = rdg_problem_parameter(s->p, closing->parameter, u, &value, s->probe_row);
    *e = 0.0;
    for (rdg_index j = 0; j < s->n; j++) {
        *e += s->probe_row[j] * s->probe_tangent[j];
    }
    return answer;
}

static int fold_gradient(const rdg_closing *closing, rdg_system *s, const double *u, double *row)
{
    double e = 0.0;
    int answer = probe_fold(closing, s, u, &e);
    if (answer != 0) {
        return answer;
    }
    rdg_system_solve_transposed(s, s->probe, s->probe_row, s->probe_adjoint);
    answer = rdg_system_hessian_times(s, u, s->probe_adjoint, s->probe_tangent, row);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        row[j] = -row[j];
    }
    return rdg_problem_parameter_hessian_times(s->p, closing->parameter, u, s->probe_tangent, row);
}

rdg_closing rdg_closing_fold(rdg_index parameter, const double *along)
{
    return (rdg_closing){
        .value = probe_fold, .gradient = fold_gradient, .parameter = parameter, .along = along};
}
