/* Points of a nonlinear mode at given amplitudes, or of a response at given frequencies.
 *
 * Both are points of a curve of solutions F(u) = 0 at which a scalar, the abscissa, has a given value. Its
 * gradient is the border row t of B = [F_u; t; e_h]: Newton's step is del + tau (value - abscissa), and the
 * multipliers of B^T w = -A_u of held parameters are -dA/dp at a fixed abscissa (bordered_scalar.h). */
#include "fit_impl.h"

#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 40, MOST_DIVISIONS = 12 };
/* Newton's method ends at a step relative to the solution of: */
#define CLOSE 1e-12

void rdg_fit_model_free(fit_model *m)
{
    for (rdg_index k = 0; k < m->n_outputs; k++) {
        rdg_bordered_scalar_free(m->output[k].scalar);
        rdg_free(m->fitted[k]);
    }
    rdg_problem_free(m->problem);
    rdg_free(m->u);
    rdg_free(m->place);
    rdg_free(m->jacobian);
}

static rdg_status make_problem(fit_model *m)
{
    if (m->mode) {
        /* at a small amplitude, where contacts stick */
        m->problem =
            rdg_nonlinear_mode_problem(m->hb, m->mode, 1e-3 * m->measured->value[RDG_MEASURED_AMPLITUDE][0]);
    } else {
        m->problem = rdg_hbm_problem(
            m->hb, RDG_AT("omega", 2.0 * RDG_PI * m->measured->value[RDG_MEASURED_FREQUENCY][0]),
            RDG_AT("alpha", 1.0));
    }
    RDG_TRY(rdg_error_status(m->ctx));
    for (rdg_index j = 0; j < m->fit.n; j++) {
        RDG_TRY(rdg_need_parameter(m->problem, m->fit.parameter[j].name));
    }
    return RDG_OK;
}

static rdg_status make_scalars(fit_model *m)
{
    const char *held[RDG_FIT_MOST + 1];
    rdg_index n = 0;
    if (!m->mode) {
        held[n++] = "alpha";
    }
    for (rdg_index j = 0; j < m->fit.n; j++) {
        held[n++] = m->fit.parameter[j].name;
    }
    for (rdg_index k = 0; k < m->n_outputs; k++) {
        m->output[k].scalar = rdg_bordered_scalar_create(m->problem, m->output[k].parameter, n, held);
        RDG_TRY(rdg_error_status(m->ctx));
    }
    return RDG_OK;
}

static rdg_status find_displacement(fit_model *m)
{
    const rdg_index *dof;
    RDG_TRY(rdg_structure_displacement(rdg_hbm_structure(m->hb), "rdg_fit", m->mode->at, &m->n_terms, &dof,
                                       &m->weight));
    m->place = rdg_context_calloc(m->ctx, (size_t)m->n_terms, sizeof *m->place);
    m->sine = rdg_hbm_kept(m->hb, NULL);
    return m->place ? rdg_hbm_places(m->hb, "rdg_fit", m->mode->at, 1, m->n_terms, m->place)
                    : RDG_ERR_NO_MEMORY;
}

rdg_status rdg_fit_curve_begin(fit_model *m)
{
    RDG_TRY(make_problem(m));
    RDG_TRY(make_scalars(m));
    if (m->mode) {
        RDG_TRY(find_displacement(m));
    }
    m->n_u = rdg_bordered_scalar_values(m->output[0].scalar)->n;
    m->u = rdg_context_calloc(m->ctx, (size_t)(m->n_u * (2 + m->measured->n)), sizeof *m->u);
    RDG_TRY(rdg_error_status(m->ctx));
    m->row = m->u + m->n_u;
    m->points = m->row + m->n_u;
    return RDG_OK;
}

/* The abscissa: amplitude of the first harmonic of the displacement, or omega; its gradient in m->row. */
static double abscissa(fit_model *m, const double *u)
{
    memset(m->row, 0, sizeof *m->row * (size_t)m->n_u);
    if (!m->mode) {
        const rdg_index omega = rdg_variable_index(m->problem, "omega");
        m->row[omega] = 1.0;
        return u[omega];
    }
    const double *Q = u + rdg_variable_index(m->problem, "Q");
    double *row = m->row + rdg_variable_index(m->problem, "Q");
    double c = 0.0;
    double s = 0.0;
    for (rdg_index i = 0; i < m->n_terms; i++) {
        c += m->weight[i] * Q[m->place[i]];
        s += m->weight[i] * Q[m->place[i] + m->sine];
    }
    const double size = hypot(c, s);
    for (rdg_index i = 0; i < m->n_terms && size > 0.0; i++) {
        row[m->place[i]] += m->weight[i] * c / size;
        row[m->place[i] + m->sine] += m->weight[i] * s / size;
    }
    return size;
}

/* Newton's method from m->u for the point at which the abscissa has a value. */
static bool correct(fit_model *m, double value)
{
    for (int k = 0; k < MOST_STEPS; k++) {
        const double at = abscissa(m, m->u);
        if (rdg_bordered_scalar_factor(m->output[0].scalar, m->u, m->row) != 0) {
            return false;
        }
        const rdg_scalar_values *v = rdg_bordered_scalar_values(m->output[0].scalar);
        double step = 0.0;
        double size = 0.0;
        for (rdg_index i = 0; i < m->n_u; i++) {
            const double d = v->correction[i] + v->tangent[i] * (value - at);
            const bool is_Q = i < m->n_u - m->fit.n - 2;
            step = fmax(step, is_Q ? fabs(d) : 0.0);
            m->u[i] += d;
            size = fmax(size, is_Q ? fabs(m->u[i]) : 0.0);
        }
        if (!isfinite(step) || !(size > 0.0)) {
            return false;
        }
        if (step < CLOSE * size) {
            return true;
        }
    }
    return false;
}

static void set_parameters(fit_model *m, const double *p, rdg_index point)
{
    for (rdg_index j = 0; j < m->fit.n; j++) {
        m->u[rdg_variable_index(m->problem, m->fit.parameter[j].name)] = p[j];
    }
    if (!m->mode) {
        m->u[rdg_variable_index(m->problem, "alpha")] = m->measured->value[RDG_MEASURED_LEVEL][point];
    }
}

static double abscissa_of(const fit_model *m, rdg_index point)
{
    return m->mode ? m->measured->value[RDG_MEASURED_AMPLITUDE][point]
                   : 2.0 * RDG_PI * m->measured->value[RDG_MEASURED_FREQUENCY][point];
}

/* From the solution in m->u along the curve to the abscissa of a point, in shorter steps where it does not
 * converge. */
static bool approach(fit_model *m, const double *p, rdg_index point)
{
    const double to = abscissa_of(m, point);
    double from = abscissa(m, m->u);
    double step = to - from;
    double *last = m->points + m->n_u * point; /* free until the point is known */
    memcpy(last, m->u, sizeof *last * (size_t)m->n_u);
    for (int divisions = 0; divisions < MOST_DIVISIONS;) {
        const double next = fabs(step) >= fabs(to - from) ? to : from + step;
        if (m->mode && next > 0.0 && from > 0.0) { /* the motion grows with its amplitude */
            const rdg_index Q = rdg_variable_index(m->problem, "Q");
            for (rdg_index i = Q; i < m->n_u - m->fit.n - 2; i++) {
                m->u[i] *= next / from;
            }
        }
        set_parameters(m, p, point);
        if (correct(m, next)) {
            if (next == to) {
                memcpy(last, m->u, sizeof *last * (size_t)m->n_u);
                return true;
            }
            from = next;
            memcpy(last, m->u, sizeof *last * (size_t)m->n_u);
        } else {
            step *= 0.5;
            divisions++;
            memcpy(m->u, last, sizeof *last * (size_t)m->n_u);
        }
    }
    return false;
}

/* A point at the parameters: from its last solution, or from the point before, or from the start. */
static bool find_point(fit_model *m, const double *p, rdg_index point)
{
    double *u = m->points + m->n_u * point;
    if (m->is_known) {
        memcpy(m->u, u, sizeof *u * (size_t)m->n_u);
        set_parameters(m, p, point);
        if (correct(m, abscissa_of(m, point))) {
            memcpy(u, m->u, sizeof *u * (size_t)m->n_u);
            return true;
        }
    }
    if (point > 0) {
        memcpy(m->u, u - m->n_u, sizeof *u * (size_t)m->n_u);
    } else {
        memcpy(m->u, rdg_start_values(m->problem), sizeof *u * (size_t)m->n_u);
        set_parameters(m, p, point);
        if (!m->mode && rdg_hbm_use_parameters(m->hb, m->problem, m->u) == 0) {
            rdg_hbm_linear_response(m->hb, abscissa_of(m, 0), m->measured->value[RDG_MEASURED_LEVEL][0],
                                    m->u + rdg_variable_index(m->problem, "Q"));
        }
    }
    return approach(m, p, point);
}

int rdg_fit_curve_residuals(const double *p, double *residual, double *jacobian, void *data)
{
    fit_model *m = data;
    const rdg_index rows = m->fit.m;
    for (rdg_index i = 0; i < m->measured->n; i++) {
        if (!find_point(m, p, i)) {
            rdg_error_forgive(m->ctx);
            m->is_known = false;
            m->missed = i;
            return 1;
        }
        for (rdg_index k = 0; k < m->n_outputs; k++) {
            fit_output *o = &m->output[k];
            abscissa(m, m->u);
            if (rdg_bordered_scalar_factor(o->scalar, m->u, m->row) != 0) {
                return 1;
            }
            const rdg_scalar_values *v = rdg_bordered_scalar_values(o->scalar);
            const rdg_index row = i + k * m->measured->n;
            const rdg_index held = v->m + 1 + !m->mode; /* behind F, t and alpha */
            m->fitted[k][i] = v->value / o->unit;
            residual[row] = (v->value / o->unit - o->value[i]) / o->error[i];
            for (rdg_index j = 0; j < m->fit.n; j++) {
                jacobian[row + rows * j] = -v->multipliers[held + j] / o->unit / o->error[i];
            }
        }
    }
    m->is_known = true;
    return 0;
}
