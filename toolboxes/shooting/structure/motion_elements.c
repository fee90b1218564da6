/* The elements of a structure, as they are requested in time. */
#include "motion_impl.h"

#include <ridgewalk/force_law.h>

#include <math.h>
#include <string.h>

void rdg_motion_free_elements(rdg_motion *m)
{
    for (rdg_index i = 0; m->element && i < m->n_elements; i++) {
        rdg_motion_element *e = &m->element[i];
        if (e->n_numbers > 0 && e->self && e->self != e->of.self) {
            e->of.kind.free_self(e->self);
        }
        rdg_columns_release(&e->push);
        rdg_free(e->at);
        rdg_free(e->number);
    }
    rdg_free(m->element);
}

static rdg_status check(const rdg_motion *m, const rdg_element *of)
{
    const rdg_law_in_time *law = of->kind.time;
    if (!law) {
        return rdg_fail(
            m->ctx, RDG_ERR_ARGUMENT, RDG_MOTION_WHERE,
            "element \"%s\" (%s) of \"%s\" has a force in the frequency domain only, none in time", of->name,
            of->kind.type, rdg_structure_name(m->structure));
    }
    const rdg_law_regimes *r = law->regimes;
    if (r && (!r->start || !r->update || !r->rate || !r->event_surfaces || !r->pass || !r->follows)) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, RDG_MOTION_WHERE,
                        "element \"%s\" (%s) of \"%s\" has contact states, but its force law in time is not "
                        "complete: .start, .update, .rate, .event_surfaces, .pass and .follows are needed",
                        of->name, of->kind.type, rdg_structure_name(m->structure));
    }
    return RDG_OK;
}

/* Displacements, and what forces there do to all. */
static rdg_status resolve(rdg_motion *m, rdg_motion_element *e)
{
    e->at = rdg_context_calloc(m->ctx, (size_t)e->d, sizeof *e->at);
    double *b = rdg_context_calloc(m->ctx, (size_t)(m->n * e->d), sizeof *b);
    rdg_status status = rdg_error_status(m->ctx);
    for (rdg_index i = 0; i < e->d && status == RDG_OK; i++) {
        rdg_weights *at = &e->at[i];
        status = rdg_structure_displacement(m->structure, RDG_MOTION_WHERE, e->of.at[i], &at->n, &at->dof,
                                            &at->weight);
        for (rdg_index t = 0; status == RDG_OK && t < at->n; t++) {
            b[at->dof[t] + m->n * i] += at->weight[t];
        }
    }
    status = status == RDG_OK ? rdg_motion_pushes(m, e->d, b, &e->push) : status;
    rdg_free(b);
    return status;
}

static rdg_index larger(rdg_index a, rdg_index b)
{
    return a > b ? a : b;
}

/* Where a slider starts matters while it does not slip; one that is to start at the mean of a motion to come,
 * which is known of a periodic one alone, starts at rest. Stated by name. */
static rdg_status tell_start(rdg_motion *m, const rdg_motion_element *e)
{
    if (e->m == 0) {
        return RDG_OK;
    }
    double *w = rdg_context_calloc(m->ctx, (size_t)(e->m + e->d + e->m * e->d), sizeof *w);
    if (!w) {
        return RDG_ERR_NO_MEMORY;
    }
    double *mean = w + e->m, *w_mean = mean + e->d;
    bool asks = false;
    e->regimes->start(e->self, e->d, NULL, mean, w, w_mean);
    for (rdg_index i = 0; i < e->m * e->d; i++) {
        asks = asks || w_mean[i] != 0.0;
    }
    rdg_free(w);
    if (asks) {
        rdg_warn(
            m->ctx, "sliders that start at a mean",
            "sliders of element \"%s\" of \"%s\" are to start at their mean displacement, which a motion "
            "in time does not know: while they do not slip they stay where they are at rest, or where "
            "rdg_hybrid_start() puts them",
            e->of.name, rdg_structure_name(m->structure));
    }
    return RDG_OK;
}

rdg_status rdg_motion_take_elements(rdg_motion *m)
{
    const rdg_index count = rdg_element_count(m->structure);
    m->element = rdg_context_calloc(m->ctx, (size_t)count, sizeof *m->element);
    m->n_elements = m->element ? count : 0;
    m->most_values = m->most_arguments = 1;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        rdg_motion_element *e = &m->element[i];
        *e = (rdg_motion_element){.of = *rdg_element_at(m->structure, i), .index = i};
        e->self = e->of.self;
        RDG_TRY(check(m, &e->of));
        e->d = e->of.d;
        e->regimes = e->of.kind.time->regimes;
        e->parts = !e->regimes ? 0 : e->regimes->parts ? e->regimes->parts(e->self) : 1;
        e->memory = e->regimes ? e->regimes->memory : 0;
        e->m = e->memory * e->parts;
        e->n = 2 * e->d + e->m;
        e->first_part = m->parts;
        e->first_memory = m->memory;
        m->parts += e->parts;
        m->memory += e->m;
        m->most_values = larger(m->most_values, larger(e->d, e->m));
        m->most_arguments = larger(m->most_arguments, e->n + e->of.kind.n_numbers);
        RDG_TRY(resolve(m, e));
        RDG_TRY(tell_start(m, e));
    }
    return rdg_error_status(m->ctx);
}

void rdg_motion_set(const rdg_motion_element *e, void *self, rdg_index k, double value)
{
    const rdg_element_kind *kind = &e->of.kind;
    if (kind->set_number) {
        kind->set_number(self, e->number[k].which, value);
    } else {
        memcpy((char *)self + kind->number[e->number[k].which].offset, &value, sizeof value);
    }
}

void *rdg_motion_copy(const rdg_motion *m, const rdg_motion_element *e)
{
    if (e->of.kind.copy_self) {
        return e->of.kind.copy_self(m->ctx, e->of.self);
    }
    void *copy = rdg_context_calloc(m->ctx, 1, e->of.size);
    return copy ? memcpy(copy, e->of.self, e->of.size) : NULL;
}

static rdg_status release(rdg_motion *m, rdg_motion_element *e, const rdg_structure_parameter *number,
                          const char *name, int which, rdg_index parameter)
{
    const rdg_element_kind *kind = &e->of.kind;
    if (!kind->copy_self && e->of.size == 0) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, RDG_MOTION_WHERE,
                        "\"%s\" cannot be released in time: the numbers of element \"%s\" (%s) cannot be "
                        "copied",
                        name, e->of.name, kind->type);
    }
    if (!e->number) {
        e->number = rdg_context_calloc(m->ctx, (size_t)kind->n_numbers, sizeof *e->number);
        RDG_TRY(rdg_error_status(m->ctx));
    }
    rdg_motion_number made = {.which = which, .parameter = parameter, .given = number->value};
    if (kind->time == &rdg_force_law_in_time) {
        const rdg_force_law *law = e->of.self;
        made.step = law->number[which].size;
        e->in_place = law->data_size == 0;
    }
    e->number[e->n_numbers++] = made;
    return RDG_OK;
}

rdg_status rdg_motion_release(rdg_motion *m, const rdg_structure_parameter *number, const char *name,
                              rdg_index parameter)
{
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const int which = rdg_structure_parameter_of(m->structure, number, i);
        if (which >= 0) {
            RDG_TRY(release(m, &m->element[i], number, name, which, parameter));
        }
    }
    return RDG_OK;
}

/* Whether a force law has the same events and memory with other numbers. */
static bool is_alike(const rdg_motion_element *e, const void *a, const void *b, const double *still,
                     int *status)
{
    const rdg_law_regimes *r = e->regimes;
    const rdg_law_state at = {.x = still, .v = still, .w = e->m > 0 ? still : NULL, .status = status};
    for (int regime = 0; regime < r->count; regime++) {
        if (r->remembers && r->remembers(a, regime) != r->remembers(b, regime)) {
            return false;
        }
        status[0] = regime;
        rdg_law_event_surface c[RDG_LAW_EVENTS] = {{0}};
        const int count = r->event_surfaces(a, e->d, 0, &at, c);
        if (count != r->event_surfaces(b, e->d, 0, &at, c)) {
            return false;
        }
        for (int k = 0; k < count; k++) {
            int next[2][RDG_LAW_CHOICES] = {{0}};
            const int choices = r->follows(a, e->d, regime, k, next[0]);
            if (choices != r->follows(b, e->d, regime, k, next[1]) ||
                memcmp(next[0], next[1], (size_t)choices * sizeof(int)) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* A number at its least value must not make another force law of it than it is beyond. */
static rdg_status check_numbers(const rdg_motion *m, const rdg_motion_element *e, const double *p)
{
    void *other = rdg_motion_copy(m, e);
    double *still = rdg_context_calloc(m->ctx, (size_t)e->n, sizeof *still);
    int *status = rdg_context_calloc(m->ctx, (size_t)e->parts, sizeof *status);
    for (rdg_index k = 0; other && still && status && k < e->n_numbers; k++) {
        const double value = p[e->number[k].parameter];
        for (rdg_index l = 0; l < e->n_numbers; l++) {
            rdg_motion_set(e, other, l, p[e->number[l].parameter]);
        }
        rdg_motion_set(e, other, k, value + (value != 0.0 ? 1e-3 * fabs(value) : 1e-3));
        if (!is_alike(e, e->self, other, still, status)) {
            rdg_fail(m->ctx, RDG_ERR_ARGUMENT, RDG_MOTION_WHERE,
                     "\"%s\" of element \"%s\" (%s) cannot be a parameter that starts at %g: the element "
                     "works differently beyond it",
                     e->of.kind.number[e->number[k].which].name, e->of.name, e->of.kind.type, value);
            break;
        }
    }
    if (other) {
        e->of.kind.free_self(other);
    }
    rdg_free(still);
    rdg_free(status);
    return rdg_error_status(m->ctx);
}

rdg_status rdg_motion_set_numbers(rdg_motion *m, const double *p)
{
    for (rdg_index i = 0; i < m->n_elements; i++) {
        rdg_motion_element *e = &m->element[i];
        if (e->n_numbers == 0) {
            continue;
        }
        e->self = rdg_motion_copy(m, e);
        if (!e->self) {
            return rdg_error_status(m->ctx);
        }
        for (rdg_index k = 0; !e->in_place && k < e->n_numbers; k++) {
            rdg_motion_set(e, e->self, k, p[e->number[k].parameter]);
        }
        if (e->regimes) {
            RDG_TRY(check_numbers(m, e, p));
        }
    }
    return RDG_OK;
}
