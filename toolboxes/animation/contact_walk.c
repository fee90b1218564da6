/* What maps and animations share: parameters, rest and memory of a contact along a motion. */
#include "contact_walk_impl.h"

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

bool rdg_is_contact(const rdg_element *e)
{
    return e->kind.time && e->kind.time->regimes && e->kind.time->regimes->update;
}

/* --- parameters */

static void set_number(const rdg_element *element, void *self, int which, double value)
{
    if (element->kind.set_number) {
        element->kind.set_number(self, which, value);
    } else {
        memcpy((char *)self + element->kind.number[which].offset, &value, sizeof value);
    }
}

void *rdg_contact_self(rdg_hbm *hb, rdg_index element)
{
    const rdg_element *e = rdg_element_at(rdg_hbm_structure(hb), element);
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!e->kind.copy_self && e->size == 0) {
        return e->self; /* nothing of it can be released */
    }
    void *self = e->kind.copy_self ? e->kind.copy_self(ctx, e->self) : rdg_context_calloc(ctx, 1, e->size);
    if (self && !e->kind.copy_self) {
        memcpy(self, e->self, e->size);
    }
    double value = 0.0;
    for (int k = 0; self && rdg_hbm_element_parameter(hb, element, k, &value); k++) {
        set_number(e, self, k, value);
    }
    return self;
}

void rdg_contact_self_free(const rdg_element *element, void *self)
{
    if (self == element->self) {
        return;
    }
    if (element->kind.copy_self) {
        element->kind.free_self(self);
    } else {
        rdg_free(self);
    }
}

static rdg_status find_columns(rdg_hbm *hb, const char *where, rdg_run *run, rdg_index row, double *values,
                               rdg_hbm_parameters **numbers)
{
    rdg_structure_parameter number;
    const char *name = NULL;
    rdg_index n = 0;
    for (rdg_index c = 0; (name = rdg_run_column_name(run, c)) != NULL; c++) {
        if (!rdg_structure_parameter_peek(rdg_hbm_structure(hb), name, &number)) {
            continue;
        }
        const double *column = rdg_run_column(run, name);
        rdg_hbm_parameters *next = rdg_hbm_parameters_create(hb, where, *numbers, name);
        rdg_hbm_parameters_free(*numbers);
        *numbers = next;
        RDG_TRY(rdg_error_status(rdg_hbm_context(hb)));
        values[n++] = column[row];
    }
    return RDG_OK;
}

rdg_status rdg_contact_use_row(rdg_hbm *hb, const char *where, rdg_run *run, rdg_index row,
                               rdg_hbm_parameters **numbers)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_index n = 0;
    while (rdg_run_column_name(run, n)) {
        n++;
    }
    double *values = rdg_context_calloc(ctx, (size_t)n, sizeof *values);
    rdg_status status = values ? find_columns(hb, where, run, row, values, numbers) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK && rdg_hbm_parameters_use(hb, *numbers, values) != 0) {
        status = rdg_fail(ctx, RDG_ERR_CALLBACK, where, "a parameter is outside its domain");
    }
    rdg_free(values);
    return status;
}

rdg_status rdg_contact_rest(rdg_hbm *hb, const char *where, const rdg_element *e, double *values,
                            const double **to)
{
    rdg_structure *s = rdg_hbm_structure(hb);
    const double *rest = rdg_structure_rest(s);
    *to = NULL;
    if (!rest || rdg_hbm_basis(hb)->has_static) {
        return RDG_OK;
    }
    for (rdg_index j = 0; j < e->d; j++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_structure_displacement(s, where, e->at[j], &n, &dof, &weight));
        values[j] = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            values[j] += weight[i] * rest[dof[i]];
        }
    }
    *to = values;
    return RDG_OK;
}

/* --- the walk */

rdg_status rdg_contact_walk_create(rdg_context *ctx, const rdg_contact_motion *motion, rdg_contact_walk *walk)
{
    const rdg_law_in_time *law = motion->element->kind.time;
    const rdg_law_regimes *regimes = law->regimes;
    *walk = (rdg_contact_walk){.of = motion, .law = law, .d = motion->element->d};
    walk->parts = regimes->parts ? regimes->parts(motion->self) : 1;
    walk->memory = walk->parts * regimes->memory;
    const size_t d = (size_t)walk->d;
    walk->x = rdg_context_calloc(ctx, d, sizeof *walk->x);
    walk->v = rdg_context_calloc(ctx, d, sizeof *walk->v);
    walk->w = rdg_context_calloc(ctx, (size_t)walk->memory, sizeof *walk->w);
    walk->force = rdg_context_calloc(ctx, d, sizeof *walk->force);
    walk->status = rdg_context_calloc(ctx, (size_t)walk->parts, sizeof *walk->status);
    return walk->x && walk->v && walk->w && walk->force && walk->status ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_contact_walk_free(rdg_contact_walk *walk)
{
    rdg_free(walk->x);
    rdg_free(walk->v);
    rdg_free(walk->w);
    rdg_free(walk->force);
    rdg_free(walk->status);
}

void rdg_contact_turn(const rdg_basis *basis, double tau, double *turn)
{
    const double c = cos(tau), s = sin(tau);
    double at[2] = {1.0, 0.0};
    int harmonic = 0;
    for (rdg_index k = 0; k < basis->n_harmonics; k++) {
        for (; harmonic < basis->harmonic[k]; harmonic++) {
            const double next = c * at[0] - s * at[1];
            at[1] = s * at[0] + c * at[1];
            at[0] = next;
        }
        turn[2 * k] = at[0];
        turn[2 * k + 1] = at[1];
    }
}

void rdg_contact_place(const rdg_contact_walk *walk, const double *turn)
{
    const rdg_basis *b = walk->of->basis;
    for (rdg_index j = 0; j < walk->d; j++) {
        const double *z = walk->of->z + j * b->n_coefficients;
        double x = (walk->of->rest ? walk->of->rest[j] : 0.0) + (b->has_static ? *z++ : 0.0), v = 0.0;
        for (rdg_index k = 0; turn && k < b->n_harmonics; k++, z += 2) {
            x += z[0] * turn[2 * k] + z[1] * turn[2 * k + 1];
            v += b->harmonic[k] * (z[1] * turn[2 * k] - z[0] * turn[2 * k + 1]);
        }
        walk->x[j] = x;
        walk->v[j] = v * walk->of->omega;
    }
}

void rdg_contact_begin(const rdg_contact_walk *walk)
{
    rdg_contact_place(walk, NULL);
    memcpy(walk->force, walk->x, (size_t)walk->d * sizeof *walk->x);
    walk->law->regimes->start(walk->of->self, walk->d, walk->of->rest, walk->force, walk->w, NULL);
}

rdg_animation_state rdg_contact_shown(const rdg_contact_walk *walk, int status)
{
    const char *name = walk->law->regimes->name[status];
    return strstr(name, "slip")                                 ? RDG_SHOWN_SLIP
           : strstr(name, "separation") || strstr(name, "open") ? RDG_SHOWN_OPEN
                                                                : RDG_SHOWN_STICK;
}
