/* Loads in time: s(omega, alpha, amplitude, phase, phi) along a vector each. */
#include "motion_impl.h"

#include <math.h>
#include <string.h>

/* What a load depends on. */
enum { OMEGA, ALPHA, AMPLITUDE, PHASE, PHI, FACTORS };

typedef struct load_value {
    double s, g[FACTORS], h[FACTORS][FACTORS];
    rdg_index column[FACTORS]; /* variables; -1: none */
} load_value;

void rdg_motion_free_loads(rdg_motion *m)
{
    for (rdg_index i = 0; m->load && i < m->n_loads; i++) {
        rdg_columns_release(&m->load[i].along);
    }
    rdg_free(m->load);
}

/* -M r x_b'' is -r x_b'' behind the division by M; x_b'' = -(k omega)^2 x_b where the displacement is given.
 */
static rdg_status take_base(rdg_motion *m, const rdg_load *of, rdg_motion_load *load)
{
    const double k = of->harmonic, factor = of->kind == RDG_LOAD_DISPLACEMENT ? k * k : -1.0;
    const size_t n = (size_t)m->n;
    load->along.start = rdg_context_calloc(m->ctx, 2, sizeof(rdg_index));
    load->along.row = rdg_context_calloc(m->ctx, n, sizeof(rdg_index));
    load->along.value = rdg_context_calloc(m->ctx, n, sizeof(double));
    RDG_TRY(rdg_error_status(m->ctx));
    for (rdg_index i = 0; i < m->n; i++) {
        load->along.row[i] = i;
        load->along.value[i] = factor * of->influence[i];
    }
    load->along.start[1] = m->n;
    return RDG_OK;
}

static rdg_status take_force(rdg_motion *m, const rdg_load *of, rdg_motion_load *load)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    const double k = of->harmonic, factor = of->kind == RDG_LOAD_UNBALANCE ? k * k : 1.0;
    RDG_TRY(rdg_structure_displacement(m->structure, RDG_MOTION_WHERE, of->at, &n, &dof, &weight));
    double *b = rdg_context_calloc(m->ctx, (size_t)m->n, sizeof *b);
    if (!b) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index t = 0; t < n; t++) {
        b[dof[t]] += factor * weight[t];
    }
    const rdg_status status = rdg_motion_pushes(m, 1, b, &load->along);
    rdg_free(b);
    return status;
}

rdg_status rdg_motion_take_loads(rdg_motion *m)
{
    const rdg_index n = rdg_load_count(m->structure);
    m->load = rdg_context_calloc(m->ctx, (size_t)n, sizeof *m->load);
    m->n_loads = m->load ? n : 0;
    for (rdg_index i = 0; i < m->n_loads; i++) {
        const rdg_load *of = rdg_load_at(m->structure, i);
        rdg_motion_load *load = &m->load[i];
        load->harmonic = of->harmonic;
        load->power = rdg_load_frequency_power(of);
        load->scaled = of->kind != RDG_LOAD_CONSTANT;
        load->amplitude = of->amplitude;
        load->phase = of->phase;
        load->amplitude_at = load->phase_at = -1;
        RDG_TRY(of->influence ? take_base(m, of, load) : take_force(m, of, load));
    }
    return rdg_error_status(m->ctx);
}

/* u: variables of a mode with so many states */
static load_value look(const rdg_motion *m, const rdg_motion_load *load, rdg_index states, const double *u)
{
    const double *p = u + states;
    const double omega = m->forced ? p[0] : 0.0, phi = m->forced ? p[m->np] : 0.0;
    const double amplitude = load->amplitude_at >= 0 ? p[load->amplitude_at] : load->amplitude;
    const double phase = load->phase_at >= 0 ? p[load->phase_at] : load->phase, k = load->harmonic;
    const double level = load->scaled ? p[m->alpha] : 1.0;
    const bool squared = load->power == 2;
    const double w = squared ? omega * omega : 1.0, w1 = squared ? 2.0 * omega : 0.0;
    const double c = cos(k * phi + phase), s = k > 0 || phase != 0.0 ? sin(k * phi + phase) : 0.0;
    load_value v = {.s = w * level * amplitude * c,
                    .g = {w1 * level * amplitude * c, w * amplitude * c, w * level * c,
                          -w * level * amplitude * s, -k * w * level * amplitude * s},
                    .column = {m->forced ? states : -1, load->scaled ? states + m->alpha : -1,
                               load->amplitude_at >= 0 ? states + load->amplitude_at : -1,
                               load->phase_at >= 0 ? states + load->phase_at : -1,
                               m->forced ? states + m->np : -1}};
    const double turn[2] = {1.0, k}; /* of phase and phi */
    v.h[OMEGA][OMEGA] = squared ? 2.0 * level * amplitude * c : 0.0;
    v.h[OMEGA][ALPHA] = w1 * amplitude * c;
    v.h[OMEGA][AMPLITUDE] = w1 * level * c;
    v.h[ALPHA][AMPLITUDE] = w * c;
    for (int a = 0; a < 2; a++) {
        v.h[OMEGA][PHASE + a] = -turn[a] * w1 * level * amplitude * s;
        v.h[ALPHA][PHASE + a] = -turn[a] * w * amplitude * s;
        v.h[AMPLITUDE][PHASE + a] = -turn[a] * w * level * s;
        for (int b = a; b < 2; b++) {
            v.h[PHASE + a][PHASE + b] = -turn[a] * turn[b] * v.s;
        }
    }
    for (int a = 0; a < FACTORS; a++) {
        for (int b = 0; b < a; b++) {
            v.h[a][b] = v.h[b][a];
        }
    }
    return v;
}

void rdg_motion_add_loads(const rdg_motion *m, rdg_index states, const double *u, double *rate)
{
    for (rdg_index l = 0; l < m->n_loads; l++) {
        const rdg_columns *c = &m->load[l].along;
        const double s = look(m, &m->load[l], states, u).s;
        for (rdg_index k = 0; k < c->start[1]; k++) {
            rate[m->n + c->row[k]] += s * c->value[k];
        }
    }
}

void rdg_motion_add_load_slopes(const rdg_motion *m, rdg_index states, const double *u, double *values)
{
    for (rdg_index l = 0; l < m->n_loads; l++) {
        const rdg_columns *c = &m->load[l].along;
        const load_value v = look(m, &m->load[l], states, u);
        for (int a = 0; a < FACTORS; a++) {
            for (rdg_index k = 0; v.column[a] >= 0 && k < c->start[1]; k++) {
                values[m->n + c->row[k] + states * v.column[a]] += v.g[a] * c->value[k];
            }
        }
    }
}

void rdg_motion_add_load_curves(const rdg_motion *m, rdg_index states, const double *u, const double *lambda,
                                double *values)
{
    const rdg_index nu = states + m->np + m->forced;
    for (rdg_index l = 0; l < m->n_loads; l++) {
        const rdg_columns *c = &m->load[l].along;
        const load_value v = look(m, &m->load[l], states, u);
        double weight = 0.0;
        for (rdg_index k = 0; k < c->start[1]; k++) {
            weight += lambda[m->n + c->row[k]] * c->value[k];
        }
        for (int a = 0; a < FACTORS; a++) {
            for (int b = 0; b < FACTORS; b++) {
                if (v.column[a] >= 0 && v.column[b] >= 0) {
                    values[v.column[a] + nu * v.column[b]] += weight * v.h[a][b];
                }
            }
        }
    }
}
