/* The zero function of a conservative mode: with R the residual of the forced harmonic balance at alpha = 0,
 *
 *     R_c(Q_c, omega) = 0,   Q_s = 0
 *
 * in the cosine and sine parts. The sine parts of R vanish where there is no damping: forces that depend on
 * displacements alone are even in time if those are. So neither a phase condition nor an artificial damping
 * is needed, and motions in which a phase is not determined (harmonic 1 at the tip of a tongue of internal
 * resonance) are regular or simple branch points. */
#include "conservative_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* (Q_c, 0, omega, alpha = 0, numbers) for the forced harmonic balance */
static const double *cosines(const rdg_conservative *model, const double *u)
{
    for (rdg_index i = 0; i <= model->m; i++) {
        model->u[i] = model->sine[i] ? 0.0 : u[i];
    }
    model->u[model->m + 1] = 0.0;
    for (rdg_index i = model->m + 1; i < model->size; i++) {
        model->u[i + 1] = u[i];
    }
    return model->u;
}

/* Are the forces y of a motion of cosines cosines, to rounding? Compared with the inertia, omega/2 dD/domega
 * Q: D Q itself vanishes on a linear mode. */
static bool is_even(const rdg_conservative *model, const double *y)
{
    const double tolerance = 1e-8, omega = model->u[model->m];
    double sine = 0.0;
    double scale = 0.0;
    if (rdg_hbm_stiffness_product(model->hb, 1, omega, model->u, model->product[0]) != 0) {
        return false;
    }
    for (rdg_index i = 0; i < model->m; i++) {
        scale = rdg_larger(scale, 0.5 * omega * fabs(model->product[0][i]));
        sine = model->sine[i] ? rdg_larger(sine, fabs(y[i])) : sine;
    }
    return sine <= tolerance * scale;
}

int rdg_conservative_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const rdg_conservative *model = data;
    int status = model->forced->f(model->size + 1, cosines(model, u), m, y, model->forced->data);
    if (status == 0 && !is_even(model, y)) {
        status = 1; /* a contact slips, state */
    }
    for (rdg_index i = 0; i < m; i++) {
        y[i] = model->sine[i] ? u[i] : y[i];
    }
    return status;
}

static void take_part(const rdg_conservative_part *part, double *values)
{
    for (rdg_index e = 0; e < part->count; e++) {
        values[e] = part->source[e] < 0 ? 1.0 : part->values[part->source[e]];
    }
}

int rdg_conservative_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    rdg_conservative *model = data;
    const rdg_function *forced = model->forced;
    const rdg_index whole =
        forced->df_pattern ? forced->df_pattern->start[model->size + 1] : m * (model->size + 1);
    memset(model->jacobian.values, 0, (size_t)whole * sizeof *values);
    const int status =
        forced->df(model->size + 1, cosines(model, u), m, model->jacobian.values, forced->data);
    take_part(&model->jacobian, values);
    return status;
}

int rdg_conservative_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    (void)n;
    rdg_conservative *model = data;
    const rdg_function *forced = model->forced;
    const rdg_index whole = forced->d2f_pattern ? forced->d2f_pattern->start[model->size + 1]
                                                : (model->size + 1) * (model->size + 1);
    for (rdg_index i = 0; i < m; i++) {
        model->lambda[i] = model->sine[i] ? 0.0 : lambda[i];
    }
    memset(model->hessian.values, 0, (size_t)whole * sizeof *values);
    const int status = forced->d2f(model->size + 1, cosines(model, u), m, model->lambda,
                                   model->hessian.values, forced->data);
    take_part(&model->hessian, values);
    return status;
}
