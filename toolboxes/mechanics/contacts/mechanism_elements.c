/* The elements of a structure over a time step. */
#include "mechanism_of_impl.h"

#include <ridgewalk/force_law.h>
#include <ridgewalk/rest.h>

#include <math.h>
#include <string.h>

static void free_self(rdg_model_element *e)
{
    if (e->self != e->of.self && e->of.kind.free_self && e->of.kind.copy_self) {
        e->of.kind.free_self(e->self);
    } else if (e->self != e->of.self) {
        rdg_free(e->self);
    }
}

void rdg_model_free_elements(rdg_model *m)
{
    for (rdg_index i = 0; m->element && i < m->n_elements; i++) {
        rdg_law_workspace_free(m->element[i].workspace);
        rdg_free(m->element[i].at);
        free_self(&m->element[i]);
    }
    rdg_free(m->element);
    rdg_free(m->workspace.memory);
}

static rdg_status refuse(const rdg_model *m, const rdg_element *of, const char *why)
{
    return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, RDG_MODEL_WHERE, "element \"%s\" (%s) of \"%s\" %s", of->name,
                    of->kind.type, rdg_structure_name(m->structure), why);
}

static rdg_status take(rdg_model *m, rdg_model_element *e)
{
    const rdg_law_in_time *law = e->of.kind.time;
    if (!law || !law->force) {
        return refuse(m, &e->of, "has a force in the frequency domain only, none in time");
    }
    if (law->regimes && (!law->regimes->start || !law->regimes->update)) {
        return refuse(
            m, &e->of,
            "has contact states, but its force law in time is not complete: .start and .update are needed");
    }
    e->at = rdg_context_calloc(m->ctx, (size_t)e->of.d, sizeof *e->at);
    RDG_TRY(rdg_error_status(m->ctx));
    for (rdg_index i = 0; i < e->of.d; i++) {
        rdg_model_displacement *at = &e->at[i];
        RDG_TRY(rdg_structure_displacement(m->structure, RDG_MODEL_WHERE, e->of.at[i], &at->n, &at->dof,
                                           &at->weight));
    }
    return RDG_OK;
}

rdg_status rdg_model_take_elements(rdg_model *m)
{
    const rdg_index count = rdg_element_count(m->structure);
    m->element = rdg_context_calloc(m->ctx, (size_t)count, sizeof *m->element);
    m->n_elements = m->element ? count : 0;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        m->element[i].of = *rdg_element_at(m->structure, i);
        m->element[i].self = m->element[i].of.self;
        RDG_TRY(take(m, &m->element[i]));
    }
    return rdg_error_status(m->ctx);
}

/* Numbers of its own, which can be changed */
static rdg_status own_numbers(rdg_model *m, rdg_model_element *e)
{
    const rdg_element_kind *kind = &e->of.kind;
    if (e->self != e->of.self) {
        return RDG_OK;
    }
    const rdg_force_law *law = kind->time == &rdg_force_law_in_time ? e->of.self : NULL;
    if ((!kind->copy_self && (e->of.size == 0 || !e->of.self)) || (law && law->data_size == 0)) {
        return refuse(m, &e->of, "cannot have other numbers here: they cannot be copied");
    }
    void *copy =
        kind->copy_self ? kind->copy_self(m->ctx, e->of.self) : rdg_context_calloc(m->ctx, 1, e->of.size);
    if (!copy) {
        return rdg_error_status(m->ctx);
    }
    if (!kind->copy_self) {
        memcpy(copy, e->of.self, e->of.size);
    }
    e->self = copy;
    return RDG_OK;
}

rdg_status rdg_model_set_number(rdg_model *m, const rdg_structure_parameter *number, const char *name,
                                double value)
{
    if (!(value >= number->least)) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, RDG_MODEL_WHERE, "\"%s\" is %g: it must be %g %s or more",
                        name, value, number->least, number->unit);
    }
    for (rdg_index i = 0; i < m->n_elements; i++) {
        rdg_model_element *e = &m->element[i];
        const int which = rdg_structure_parameter_of(m->structure, number, i);
        if (which < 0) {
            continue;
        }
        RDG_TRY(own_numbers(m, e));
        if (e->of.kind.set_number) {
            e->of.kind.set_number(e->self, which, value);
        } else {
            memcpy((char *)e->self + e->of.kind.number[which].offset, &value, sizeof value);
        }
    }
    return RDG_OK;
}

static rdg_status reserve(rdg_model *m, rdg_index d)
{
    rdg_model_workspace *workspace = &m->workspace;
    workspace->memory = rdg_context_calloc(m->ctx, (size_t)(5 * d + 2 * d * d), sizeof(double));
    RDG_TRY(rdg_error_status(m->ctx));
    workspace->x0 = workspace->memory;
    workspace->v0 = workspace->x0 + d;
    workspace->x = workspace->v0 + d;
    workspace->v = workspace->x + d;
    workspace->f = workspace->v + d;
    workspace->fx = workspace->f + d;
    workspace->fv = workspace->fx + d * d;
    return RDG_OK;
}

rdg_status rdg_model_open_elements(rdg_model *m)
{
    rdg_index most = 1;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        rdg_model_element *e = &m->element[i];
        const rdg_law_regimes *r = e->of.kind.time->regimes;
        e->workspace = rdg_law_workspace_create(m->ctx, e->of.kind.time, e->self, e->of.d);
        RDG_TRY(rdg_error_status(m->ctx));
        e->m = r ? r->memory * (r->parts ? r->parts(e->self) : 1) : 0;
        e->first = m->memory;
        m->memory += e->m;
        most = e->of.d > most ? e->of.d : most;
    }
    return reserve(m, most);
}

static void look(const rdg_model_element *e, const double *q, double *x)
{
    for (rdg_index i = 0; i < e->of.d; i++) {
        x[i] = 0.0;
        for (rdg_index k = 0; k < e->at[i].n; k++) {
            x[i] += e->at[i].weight[k] * q[e->at[i].dof[k]];
        }
    }
}

/* to[a] += w_a f_i, of a matrix to[a + n b] += w_a f_ij w_b */
static void spread(const rdg_model *m, const rdg_model_element *e, rdg_mechanism_way *way)
{
    const rdg_index d = e->of.d, n = m->n;
    for (rdg_index i = 0; i < d; i++) {
        const rdg_model_displacement *row = &e->at[i];
        for (rdg_index a = 0; a < row->n; a++) {
            way->f[row->dof[a]] += row->weight[a] * m->workspace.f[i];
        }
        for (rdg_index j = 0; j < d; j++) {
            const rdg_model_displacement *col = &e->at[j];
            const double fx = m->workspace.fx[i + d * j], fv = m->workspace.fv[i + d * j];
            for (rdg_index b = 0; b < col->n; b++) {
                for (rdg_index a = 0; a < row->n; a++) {
                    const rdg_index place = row->dof[a] + n * col->dof[b];
                    const double weight = row->weight[a] * col->weight[b];
                    way->K[place] += weight * fx;
                    way->C[place] += weight * fv;
                }
            }
        }
    }
}

int rdg_model_pull(rdg_mechanism_way *way, void *data)
{
    rdg_model *m = data;
    const rdg_model_workspace *workspace = &m->workspace;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const rdg_model_element *e = &m->element[i];
        look(e, way->q0, workspace->x0);
        look(e, way->v0, workspace->v0);
        look(e, way->q, workspace->x);
        look(e, way->v, workspace->v);
        double stored = 0.0;
        const rdg_law_way own = {.x0 = workspace->x0,
                                 .v0 = workspace->v0,
                                 .w0 = way->w0 + e->first,
                                 .x = workspace->x,
                                 .v = workspace->v,
                                 .w = way->w + e->first,
                                 .stored = way->energy ? &stored : NULL,
                                 .share = way->share};
        const int answer = rdg_law_step(
            e->workspace, &own, &(rdg_law_pull){.f = workspace->f, .fx = workspace->fx, .fv = workspace->fv});
        if (answer != 0) {
            return answer;
        }
        way->stored += stored;
        spread(m, e, way);
    }
    return 0;
}

int rdg_model_begin(const double *q, const double *v, double *w, void *data)
{
    rdg_model *m = data;
    const double *rest = rdg_structure_rest(m->structure);
    (void)q;
    (void)v;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const rdg_model_element *e = &m->element[i];
        const rdg_law_regimes *r = e->of.kind.time->regimes;
        if (!r) {
            continue;
        }
        memset(m->workspace.x0, 0, (size_t)e->of.d * sizeof *m->workspace.x0);
        if (rest) {
            look(e, rest, m->workspace.x0);
        }
        r->start(e->self, e->of.d, rest ? m->workspace.x0 : NULL, rest ? m->workspace.x0 : NULL, w + e->first,
                 NULL);
    }
    return 0;
}
