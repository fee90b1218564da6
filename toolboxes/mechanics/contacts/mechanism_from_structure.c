/* A structure as a mechanism: what is given, and its functions. */
#include "mechanism_of.h"
#include "mechanism_of_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = RDG_MODEL_WHERE;

static void destroy(void *data)
{
    rdg_model *m = data;
    rdg_model_free_elements(m);
    rdg_model_free_loads(m);
    rdg_free(m->sensor);
    rdg_free(m->damping);
    rdg_free(m);
}

static void spread(const rdg_sparse *A, const double *values, rdg_index n, double *to)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index k = A->pattern.start[j]; k < A->pattern.start[j + 1]; k++) {
            to[A->pattern.row[k] + n * j] = values[k];
        }
    }
}

static int terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const rdg_model *m = data;
    (void)q;
    (void)v;
    spread(&m->M, m->M.values, m->n, to->M);
    spread(&m->C, m->damping, m->n, to->C);
    spread(&m->K, m->K.values, m->n, to->K);
    rdg_model_add_loads(m, t, to->h);
    return 0;
}

static double potential(double t, const double *q, void *data)
{
    const rdg_model *m = data;
    double energy = rdg_model_load_energy(m, q);
    (void)t;
    for (rdg_index j = 0; j < m->n; j++) {
        for (rdg_index k = m->K.pattern.start[j]; k < m->K.pattern.start[j + 1]; k++) {
            energy += 0.5 * q[m->K.pattern.row[k]] * m->K.values[k] * q[j];
        }
    }
    return energy;
}

static void power(double t, const double *q, const double *v, double *loads, double *dampers, void *data)
{
    const rdg_model *m = data;
    (void)q;
    *loads = rdg_model_load_power(m, t, v);
    for (rdg_index j = 0; j < m->n; j++) {
        for (rdg_index k = m->C.pattern.start[j]; k < m->C.pattern.start[j + 1]; k++) {
            *dampers -= v[m->C.pattern.row[k]] * m->damping[k] * v[j];
        }
    }
}

/* C = a M + b K: one of the two has another value. */
static void change_damping(rdg_model *m, const rdg_structure_parameter *number, double value)
{
    const double *by = number->kind == RDG_PARAMETER_DAMPING_MASS ? m->M.values : m->K.values;
    for (rdg_index k = 0; k < m->C.pattern.start[m->n]; k++) {
        m->damping[k] += (value - number->value) * by[k];
    }
}

static rdg_status set_number(rdg_model *m, const char *name, double value)
{
    rdg_structure_parameter number;
    RDG_TRY(rdg_structure_parameter_find(m->structure, where, name, &number));
    switch (number.kind) {
    case RDG_PARAMETER_AMPLITUDE:
        m->load[number.item].amplitude = value;
        return RDG_OK;
    case RDG_PARAMETER_PHASE:
        m->load[number.item].phase = value;
        return RDG_OK;
    case RDG_PARAMETER_DAMPING_MASS:
    case RDG_PARAMETER_DAMPING_STIFFNESS:
        change_damping(m, &number, value);
        return RDG_OK;
    default:
        return rdg_model_set_number(m, &number, name, value);
    }
}

static rdg_status take_matrices(rdg_model *m)
{
    RDG_TRY(rdg_structure_matrices(m->structure, &m->M, &m->C, &m->K));
    const rdg_index count = m->C.pattern.start[m->n];
    m->damping = rdg_context_calloc(m->ctx, (size_t)count, sizeof *m->damping);
    RDG_TRY(rdg_error_status(m->ctx));
    memcpy(m->damping, m->C.values, (size_t)count * sizeof *m->damping);
    return RDG_OK;
}

static rdg_status take_sensors(rdg_model *m)
{
    m->n_sensors = rdg_sensor_count(m->structure);
    m->sensor = rdg_context_calloc(m->ctx, (size_t)m->n_sensors, sizeof *m->sensor);
    RDG_TRY(rdg_error_status(m->ctx));
    for (rdg_index i = 0; i < m->n_sensors; i++) {
        const rdg_sensor *of = rdg_sensor_at(m->structure, i);
        rdg_mechanism_sensor *to = &m->sensor[i];
        *to = (rdg_mechanism_sensor){
            .name = of->name, .at = of->at, .kind = (int)of->kind, .harmonic = of->harmonic};
        RDG_TRY(rdg_structure_displacement(m->structure, where, of->at, &to->n, &to->dof, &to->weight));
    }
    return RDG_OK;
}

static rdg_status fill(rdg_model *m, const rdg_given_values *given)
{
    m->omega = given->forced ? given->value[0] : 0.0;
    m->alpha = given->value[given->forced];
    RDG_TRY(take_matrices(m));
    RDG_TRY(rdg_model_take_loads(m));
    RDG_TRY(rdg_model_take_elements(m));
    for (rdg_index k = given->forced + 1; k < given->n; k++) {
        RDG_TRY(set_number(m, given->name[k], given->value[k]));
    }
    RDG_TRY(rdg_model_open_elements(m));
    return take_sensors(m);
}

static rdg_mechanism *make(rdg_structure *s, const rdg_given_values *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    rdg_model *m = rdg_context_calloc(ctx, 1, sizeof *m);
    if (!m) {
        return NULL;
    }
    *m = (rdg_model){.ctx = ctx, .structure = s, .n = rdg_structure_size(s)};
    if (fill(m, given) != RDG_OK) {
        destroy(m);
        return NULL;
    }
    rdg_mechanism *made = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = rdg_structure_name(s),
                                      .n = m->n,
                                      .terms = terms,
                                      .potential = potential,
                                      .power = power,
                                      .constant = true,
                                      .elements = m->n_elements > 0 ? rdg_model_pull : NULL,
                                      .memory = m->memory,
                                      .begin = rdg_model_begin,
                                      .omega = m->omega,
                                      .sensors = m->n_sensors,
                                      .sensor = m->sensor,
                                      .data = m,
                                      .free_data = destroy});
    if (made) {
        rdg_structure_take(s, where);
    }
    return made;
}

rdg_mechanism *rdg_mechanism_of_at(rdg_structure *s, const rdg_at *at)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, NULL);
    if (rdg_structure_size(s) > RDG_MECHANISM_MOST) {
        rdg_fail(ctx, RDG_ERR_SIZE, where, "\"%s\" has %" PRId64 " degrees of freedom: at most %d",
                 rdg_structure_name(s), rdg_structure_size(s), RDG_MECHANISM_MOST);
        return NULL;
    }
    rdg_given_values given = {0};
    rdg_mechanism *made = rdg_given_values_read(s, where, at, &given) == RDG_OK ? make(s, &given) : NULL;
    rdg_given_values_free(&given);
    return made;
}
