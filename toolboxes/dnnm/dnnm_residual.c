/* The zero function: with R the residual of the forced harmonic balance,
 *
 *     F(Q, omega, xi) = R(Q, omega, 0) - xi omega G Q,
 *     F_Q = R_Q - xi omega G,   F_omega = R_omega - xi G Q,   F_xi = -omega G Q,
 *
 * and contracted with lambda, beside the second derivatives of R:
 *
 *     Q omega: -xi G^T lambda,   Q xi: -omega G^T lambda,   omega xi: -lambda^T G Q. */
#include "dnnm_impl.h"

#include <string.h>

/* (Q, omega, alpha = 0, numbers) for the forced harmonic balance */
static const double *without_force(const rdg_dnnm_model *model, const double *u)
{
    memcpy(model->u, u, (size_t)model->size * sizeof *u);
    model->u[model->m + 1] = 0.0;
    return model->u;
}

int rdg_dnnm_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_dnnm_model *model = data;
    const double omega = u[m], xi = u[m + 1];
    const int status = model->forced->f(n, without_force(model, u), m, y, model->forced->data);
    rdg_dnnm_multiply_damping(model, u, model->product);
    for (rdg_index i = 0; i < m; i++) {
        y[i] -= xi * omega * model->product[i];
    }
    return status;
}

/* values -= factor G; the entries of a sine column are in the cosine rows */
static void subtract_damping(const rdg_dnnm_model *model, double factor, double *values)
{
    const rdg_index n = model->n;
    const rdg_pattern *mass = &model->M.pattern;
    const rdg_index *place = model->mass_place;
    for (rdg_index column = model->basis->has_static * n; column < model->m; column++) {
        const rdg_index c = column / n, dof = column % n;
        const double k = rdg_dnnm_harmonic(model, c);
        const bool sine = (c - model->basis->has_static) % 2 == 1;
        for (rdg_index e = mass->start[dof]; e < mass->start[dof + 1]; e++) {
            values[*place++] -= factor * (sine ? k : -k) * model->M.values[e];
        }
    }
}

int rdg_dnnm_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_dnnm_model *model = data;
    const double omega = u[m], xi = u[m + 1];
    const int status = model->forced->df(n, without_force(model, u), m, values, model->forced->data);
    subtract_damping(model, xi * omega, values);
    rdg_dnnm_multiply_damping(model, u, model->product);
    double *omega_column = values + model->jacobian_start[m];
    double *xi_column = values + model->jacobian_start[m + 1]; /* where `forced` has alpha */
    for (rdg_index i = 0; i < m; i++) {
        omega_column[i] -= xi * model->product[i];
        xi_column[i] = -omega * model->product[i];
    }
    return status;
}

static int add_forced_hessian(const rdg_dnnm_model *model, rdg_index n, const double *u, const double *lambda,
                              double *values)
{
    memset(model->forced_hessian, 0, model->forced_entries * sizeof *values);
    const int status = model->forced->d2f(n, without_force(model, u), model->m, lambda, model->forced_hessian,
                                          model->forced->data);
    for (rdg_index e = 0; e < model->hessian_start[n]; e++) {
        const rdg_index source = model->hessian_source[e];
        values[e] = source < 0 ? 0.0 : model->forced_hessian[source];
    }
    return status;
}

int rdg_dnnm_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    const rdg_dnnm_model *model = data;
    const double omega = u[m], xi = u[m + 1];
    const int status = add_forced_hessian(model, n, u, lambda, values);
    double *omega_column = values + model->hessian_start[m]; /* both begin with the rows of Q */
    double *xi_column = values + model->hessian_start[m + 1];
    rdg_dnnm_multiply_damping_transposed(model, lambda, model->product);
    for (rdg_index j = 0; j < m; j++) {
        values[model->omega_place[j]] -= xi * model->product[j];
        values[model->xi_place[j]] -= omega * model->product[j];
        omega_column[j] -= xi * model->product[j];
        xi_column[j] -= omega * model->product[j];
    }
    const double mixed = rdg_dot(m, model->product, u); /* lambda^T G Q */
    values[model->xi_place[m]] -= mixed;
    xi_column[m] -= mixed;
    return status;
}
