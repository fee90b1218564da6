/* The force law of a contact follows the motion from one instant to the next, for two periods: its memory
 * is that of the periodic motion then, as sliders forget where they began within one. */
#include "contact_march_impl.h"

#include "animation.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { LEAST_INSTANTS = 2048, PERIODS = 2 };

/* --- parameters */

static void set_number(const rdg_element *element, void *self, int which, double value)
{
    if (element->kind.set_number) {
        element->kind.set_number(self, which, value);
    } else {
        memcpy((char *)self + element->kind.number[which].offset, &value, sizeof value);
    }
}

/* The parameters that the run has as columns */
static rdg_status take_released(rdg_structure *s, rdg_index element, rdg_run *run, rdg_index row, void *self)
{
    const char *name = NULL;
    for (rdg_index c = 0; (name = rdg_run_column_name(run, c)) != NULL; c++) {
        rdg_structure_parameter number;
        const int which = rdg_structure_parameter_peek(s, name, &number)
                              ? rdg_structure_parameter_of(s, &number, element)
                              : -1;
        const double *column = which >= 0 ? rdg_run_column(run, name) : NULL;
        if (column) {
            set_number(rdg_element_at(s, element), self, which, column[row]);
        }
    }
    return rdg_error_status(rdg_structure_context(s));
}

void *rdg_contact_self(rdg_structure *s, rdg_index element, rdg_run *run, rdg_index row)
{
    const rdg_element *e = rdg_element_at(s, element);
    rdg_context *ctx = rdg_structure_context(s);
    if (!e->kind.copy_self && e->size == 0) {
        return e->self; /* nothing of it can be released */
    }
    void *self = e->kind.copy_self ? e->kind.copy_self(ctx, e->self) : rdg_context_calloc(ctx, 1, e->size);
    if (self && !e->kind.copy_self) {
        memcpy(self, e->self, e->size);
    }
    if (self && take_released(s, element, run, row, self) != RDG_OK) {
        rdg_contact_self_free(e, self);
        return NULL;
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

/* --- the march */

typedef struct march {
    const rdg_contact_motion *of;
    const rdg_law_in_time *law;
    rdg_index d, parts;
    double *x, *v, *w, *force; /* [d], [d], memory, [d] */
    int *status;               /* [parts] */
} march;

/* Displacements and velocities at a phase; means without a phase */
static void place(const march *m, double tau)
{
    const rdg_basis *b = m->of->basis;
    for (rdg_index j = 0; j < m->d; j++) {
        const double *z = m->of->z + j * b->n_coefficients;
        m->x[j] = (m->of->rest ? m->of->rest[j] : 0.0) + (b->has_static ? *z++ : 0.0);
        m->v[j] = 0.0;
        for (rdg_index k = 0; k < b->n_harmonics && isfinite(tau); k++) {
            const double h = b->harmonic[k], c = cos(h * tau), s = sin(h * tau);
            m->x[j] += z[2 * k] * c + z[2 * k + 1] * s;
            m->v[j] += h * m->of->omega * (z[2 * k + 1] * c - z[2 * k] * s);
        }
    }
}

/* The number of a contact state by its name in the force law */
static int shown_as(const char *name)
{
    return strstr(name, "slip")                                 ? RDG_SHOWN_SLIP
           : strstr(name, "separation") || strstr(name, "open") ? RDG_SHOWN_OPEN
                                                                : RDG_SHOWN_STICK;
}

static int worst_state(const march *m)
{
    int worst = RDG_SHOWN_NO_CONTACT;
    for (rdg_index part = 0; part < m->parts; part++) {
        const int shown = shown_as(m->law->regimes->name[m->status[part]]);
        worst = shown > worst ? shown : worst;
    }
    return worst;
}

static int read_force(const march *m, double *force)
{
    const rdg_law_state at = {.x = m->x, .v = m->v, .w = m->w, .status = m->status};
    memset(m->force, 0, (size_t)m->d * sizeof *m->force);
    const int answer = m->law->force(m->of->self, m->d, &at, &(rdg_law_force){.f = m->force});
    for (rdg_index j = 0; j < m->d; j++) {
        force[j] = -m->force[j]; /* the force law's force is against the displacements */
    }
    return answer;
}

static rdg_status walk(const march *m, rdg_context *ctx, rdg_index frames, int *state, double *force)
{
    const rdg_law_regimes *regimes = m->law->regimes;
    const rdg_index stride = (LEAST_INSTANTS + frames - 1) / frames, instants = stride * frames;
    place(m, INFINITY);
    memcpy(m->force, m->x, (size_t)m->d * sizeof *m->x);
    regimes->start(m->of->self, m->d, m->of->rest, m->force, m->w, NULL);
    for (rdg_index i = 0; i < PERIODS * instants; i++) {
        place(m, 2.0 * RDG_PI * (double)(i % instants) / (double)instants);
        regimes->update(m->of->self, m->d, m->x, m->v, m->w, m->status, NULL);
        const rdg_index frame = (i - (PERIODS - 1) * instants) / stride;
        if (i < (PERIODS - 1) * instants || i % stride != 0) {
            continue;
        }
        state[frame] = worst_state(m);
        if (read_force(m, force + frame * m->d) != 0) {
            return rdg_fail(ctx, RDG_ERR_CALLBACK, "rdg_animate",
                            "the force law of \"%s\" is outside its domain", m->of->element->name);
        }
    }
    return RDG_OK;
}

rdg_status rdg_contact_march(rdg_context *ctx, const rdg_contact_motion *motion, rdg_index frames, int *state,
                             double *force)
{
    const rdg_law_in_time *law = motion->element->kind.time;
    const rdg_law_regimes *regimes = law->regimes;
    march m = {.of = motion, .law = law, .d = motion->element->d};
    m.parts = regimes->parts ? regimes->parts(motion->self) : 1;
    const size_t d = (size_t)m.d, memory = (size_t)(m.parts * regimes->memory);
    m.x = rdg_context_calloc(ctx, d, sizeof *m.x);
    m.v = rdg_context_calloc(ctx, d, sizeof *m.v);
    m.w = rdg_context_calloc(ctx, memory, sizeof *m.w);
    m.force = rdg_context_calloc(ctx, d, sizeof *m.force);
    m.status = rdg_context_calloc(ctx, (size_t)m.parts, sizeof *m.status);
    rdg_status status = m.x && m.v && m.w && m.force && m.status ? RDG_OK : RDG_ERR_NO_MEMORY;
    status = status == RDG_OK ? walk(&m, ctx, frames, state, force) : status;
    rdg_free(m.x);
    rdg_free(m.v);
    rdg_free(m.w);
    rdg_free(m.force);
    rdg_free(m.status);
    return status;
}
