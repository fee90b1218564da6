/* The loads of a structure at an instant. */
#include "mechanism_of_impl.h"

#include <math.h>

void rdg_model_free_loads(rdg_model *m)
{
    for (rdg_index i = 0; m->load && i < m->n_loads; i++) {
        rdg_free(m->load[i].along);
    }
    rdg_free(m->load);
}

/* -M r x_b''; where the displacement is given x_b'' = -(k omega)^2 x_b */
static void take_base(const rdg_model *m, const rdg_load *of, rdg_model_load *load)
{
    const double rate = of->harmonic * m->omega;
    const double factor = of->kind == RDG_LOAD_DISPLACEMENT ? rate * rate : -1.0;
    for (rdg_index j = 0; j < m->n; j++) {
        for (rdg_index k = m->M.pattern.start[j]; k < m->M.pattern.start[j + 1]; k++) {
            load->along[m->M.pattern.row[k]] += factor * m->M.values[k] * of->influence[j];
        }
    }
}

static rdg_status take(rdg_model *m, const rdg_load *of, rdg_model_load *load)
{
    load->harmonic = of->harmonic;
    load->level = of->kind == RDG_LOAD_CONSTANT ? 1.0 : m->alpha;
    load->amplitude = of->amplitude;
    load->phase = of->phase;
    load->along = rdg_context_calloc(m->ctx, (size_t)m->n, sizeof *load->along);
    RDG_TRY(rdg_error_status(m->ctx));
    if (of->influence) {
        take_base(m, of, load);
        return RDG_OK;
    }
    const double rate = of->harmonic * m->omega, factor = of->kind == RDG_LOAD_UNBALANCE ? rate * rate : 1.0;
    rdg_model_displacement at;
    RDG_TRY(rdg_structure_displacement(m->structure, RDG_MODEL_WHERE, of->at, &at.n, &at.dof, &at.weight));
    for (rdg_index k = 0; k < at.n; k++) {
        load->along[at.dof[k]] += factor * at.weight[k];
    }
    return RDG_OK;
}

rdg_status rdg_model_take_loads(rdg_model *m)
{
    const rdg_index count = rdg_load_count(m->structure);
    m->load = rdg_context_calloc(m->ctx, (size_t)count, sizeof *m->load);
    m->n_loads = m->load ? count : 0;
    for (rdg_index i = 0; i < m->n_loads; i++) {
        RDG_TRY(take(m, rdg_load_at(m->structure, i), &m->load[i]));
    }
    return rdg_error_status(m->ctx);
}

static double size_at(const rdg_model *m, const rdg_model_load *load, double t)
{
    const double angle = load->harmonic > 0 ? load->harmonic * m->omega * t + load->phase : load->phase;
    return load->level * load->amplitude * cos(angle);
}

void rdg_model_add_loads(const rdg_model *m, double t, double *h)
{
    for (rdg_index i = 0; i < m->n_loads; i++) {
        const rdg_model_load *load = &m->load[i];
        const double s = size_at(m, load, t);
        for (rdg_index k = 0; k < m->n; k++) {
            h[k] += s * load->along[k];
        }
    }
}

double rdg_model_load_energy(const rdg_model *m, const double *q)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < m->n_loads; i++) {
        const rdg_model_load *load = &m->load[i];
        for (rdg_index k = 0; load->harmonic == 0 && k < m->n; k++) {
            sum -= load->level * load->amplitude * cos(load->phase) * load->along[k] * q[k];
        }
    }
    return sum;
}

double rdg_model_load_power(const rdg_model *m, double t, const double *v)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < m->n_loads; i++) {
        const rdg_model_load *load = &m->load[i];
        const double s = load->harmonic > 0 ? size_at(m, load, t) : 0.0; /* of others there is an energy */
        for (rdg_index k = 0; s != 0.0 && k < m->n; k++) {
            sum += s * load->along[k] * v[k];
        }
    }
    return sum;
}
