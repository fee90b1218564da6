/* A labelled solution of harmonic balance as a motion of all degrees of freedom. */
#include "verification_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/numbers.h>

#include <math.h>
#include <string.h>

static bool has_column(const rdg_run *run, const char *name)
{
    const char *column = NULL;
    for (rdg_index i = 0; (column = rdg_run_column_name(run, i)) != NULL; i++) {
        if (strcmp(column, name) == 0) {
            return true;
        }
    }
    return false;
}

static double value_of(rdg_run *run, const char *name, rdg_index row)
{
    const double *column = rdg_run_column(run, name);
    return column ? column[row] : NAN;
}

/* Numbers of the structure that the run has as parameters; their names are the run's. */
static rdg_status read_numbers(rdg_balanced_motion *m, const rdg_structure *s, rdg_run *run, rdg_index row)
{
    rdg_index columns = 0;
    while (rdg_run_column_name(run, columns)) {
        columns++;
    }
    m->at = rdg_context_calloc(m->ctx, (size_t)columns + 3, sizeof *m->at);
    if (!m->at) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_index count = 0;
    m->at[count++] = (rdg_at){"omega", m->omega};
    m->at[count++] = (rdg_at){"alpha", m->alpha};
    for (rdg_index i = 0; i < columns; i++) {
        const char *name = rdg_run_column_name(run, i);
        if (rdg_structure_parameter_exists(s, name)) {
            m->at[count++] = (rdg_at){name, value_of(run, name, row)};
        }
    }
    return rdg_error_status(m->ctx);
}

static rdg_status read_harmonics(rdg_balanced_motion *m, rdg_hbm *hb, const double *Q)
{
    const rdg_basis *basis = rdg_hbm_basis(hb);
    m->terms = basis->n_harmonics + basis->has_static;
    m->part = rdg_context_calloc(m->ctx, (size_t)(2 * m->n * m->terms), sizeof *m->part);
    int *harmonic = rdg_context_calloc(m->ctx, (size_t)m->terms, sizeof *harmonic);
    m->harmonic = harmonic;
    for (rdg_index k = 0; m->part && harmonic && k < m->terms; k++) {
        harmonic[k] = k < basis->has_static ? 0 : basis->harmonic[k - basis->has_static];
        RDG_TRY(rdg_hbm_expand(hb, harmonic[k], m->omega, m->alpha, Q, m->part + 2 * m->n * k));
    }
    return rdg_error_status(m->ctx);
}

static rdg_status read(rdg_balanced_motion *m, rdg_hbm *hb, rdg_run *run, rdg_index label)
{
    const rdg_index unknowns = rdg_hbm_unknowns(hb), row = rdg_run_row_of_label(run, label);
    double *Q = rdg_context_calloc(m->ctx, (size_t)unknowns, sizeof *Q);
    rdg_status status = Q ? rdg_run_solution(run, label, "Q", unknowns, Q) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        m->omega = value_of(run, "omega", row);
        m->alpha = has_column(run, "alpha") ? value_of(run, "alpha", row) : 1.0;
        status = read_numbers(m, rdg_hbm_structure(hb), run, row);
    }
    status = status == RDG_OK ? read_harmonics(m, hb, Q) : status;
    rdg_free(Q);
    return status;
}

rdg_status rdg_balanced_motion_read(rdg_hbm *hb, const char *name, rdg_index label, rdg_balanced_motion *m)
{
    *m = (rdg_balanced_motion){.ctx = rdg_hbm_context(hb)};
    if (!m->ctx || rdg_error_status(m->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, "rdg_hbm_verify", "it needs the name of a run and a label");
    }
    m->n = rdg_structure_size(rdg_hbm_structure(hb));
    m->run = rdg_run_open(m->ctx, name);
    return m->run ? read(m, hb, m->run, label) : rdg_error_status(m->ctx);
}

void rdg_balanced_motion_release(rdg_balanced_motion *m)
{
    rdg_free(m->part);
    rdg_free((void *)m->harmonic);
    rdg_free(m->at);
    rdg_run_free(m->run);
}

void rdg_balanced_motion_at(const rdg_balanced_motion *m, double phase, double *q, double *v)
{
    for (rdg_index i = 0; i < m->n; i++) {
        double place = 0.0, speed = 0.0;
        for (rdg_index k = 0; k < m->terms; k++) {
            const double *part = m->part + 2 * m->n * k;
            const double c = cos(m->harmonic[k] * phase), s = sin(m->harmonic[k] * phase);
            place += part[i] * c + part[m->n + i] * s;
            speed += m->harmonic[k] * m->omega * (part[m->n + i] * c - part[i] * s);
        }
        q[i] = place;
        if (v) {
            v[i] = speed;
        }
    }
}
