/* Where a motion begins: memory and contact states of all elements at given displacements and velocities. */
#include "motion_impl.h"

#include "hybrid_of.h"

#include <ridgewalk/rest.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What an element sees: its displacements, the rates that report where they go, and where they are at rest.
 */
typedef struct beginning {
    double *x, *v, *rest; /* [d] */
    double *w;            /* [memory of all] */
    int *status;          /* [parts of all] */
    double *u, *rate;     /* variables of the first mode, and its field */
} beginning;

static double along(const rdg_weights *at, const double *q)
{
    double sum = 0.0;
    for (rdg_index t = 0; t < at->n; t++) {
        sum += at->weight[t] * q[at->dof[t]];
    }
    return sum;
}

/* a: accelerations, NULL: not known yet; they report where the motion goes from rest. q: displacements of
 * `count` instants, the last one is the start; a force law follows them from rest on. */
static void update(const rdg_motion *m, const rdg_motion_element *e, const rdg_motion_path *path,
                   const double *a, const beginning *b)
{
    const double *rest = rdg_structure_rest(m->structure);
    double *w = b->w + e->first_memory;
    int *status = b->status + e->first_part;
    for (rdg_index i = 0; i < e->d; i++) {
        b->rest[i] = rest ? along(&e->at[i], rest) : 0.0;
    }
    e->regimes->start(e->self, e->d, rest ? b->rest : NULL, rest ? b->rest : NULL, w, NULL);
    for (rdg_index k = 0; k < path->count; k++) {
        bool rests = a != NULL && k + 1 == path->count;
        for (rdg_index i = 0; i < e->d; i++) {
            b->x[i] = along(&e->at[i], path->q + k * m->n);
            b->v[i] = along(&e->at[i], path->v + k * m->n);
            rests = rests && b->v[i] == 0.0;
        }
        for (rdg_index i = 0; rests && i < e->d; i++) {
            b->v[i] = along(&e->at[i], a);
        }
        e->regimes->update(e->self, e->d, b->x, b->v, w, status, NULL);
    }
}

static void update_all(const rdg_motion *m, const rdg_motion_path *path, const double *a, const beginning *b)
{
    for (rdg_index i = 0; i < m->n_elements; i++) {
        if (m->element[i].regimes) {
            update(m, &m->element[i], path, a, b);
        }
    }
}

/* The states of a mode. */
static void fill(const rdg_motion_mode *mode, const double *q, const double *v, const double *w, double *x)
{
    const rdg_motion *m = mode->motion;
    memcpy(x, q, (size_t)m->n * sizeof *x);
    memcpy(x + m->n, v, (size_t)m->n * sizeof *x);
    for (rdg_index k = 0; k < m->memory; k++) {
        if (mode->kept[k] >= 0) {
            x[mode->kept[k]] = w[k];
        }
    }
}

static rdg_motion_mode *find(rdg_motion *m, const rdg_motion_path *path, double phi, const beginning *b)
{
    const double *q = path->q + (path->count - 1) * m->n, *v = path->v + (path->count - 1) * m->n;
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(m->hybrid);
    update_all(m, path, NULL, b);
    rdg_motion_mode *mode = rdg_motion_mode_of(m, b->status);
    if (!mode) {
        return NULL;
    }
    fill(mode, q, v, b->w, b->u);
    memcpy(b->u + mode->n, p.value, (size_t)p.n * sizeof *b->u);
    b->u[mode->n + p.n] = phi;
    const rdg_hybrid_function *field = &rdg_motion_field;
    if (field->f(rdg_motion_variables(mode), b->u, mode->n, b->rate, mode) != 0) {
        rdg_fail(m->ctx, RDG_ERR_CALLBACK, RDG_MOTION_WHERE,
                 "the elements of \"%s\" cannot be evaluated where the motion starts",
                 rdg_structure_name(m->structure));
        return NULL;
    }
    update_all(m, path, b->rate + m->n, b);
    return rdg_motion_mode_of(m, b->status);
}

rdg_motion_mode *rdg_motion_begin(rdg_motion *m, const rdg_motion_path *path, double phi, double *x)
{
    const rdg_index last = (path->count - 1) * m->n;
    const rdg_index d = m->most_arguments, states = 2 * m->n + m->memory;
    double *work =
        rdg_context_calloc(m->ctx, (size_t)(3 * d + m->memory + 2 * states + m->np + 1), sizeof *work);
    beginning b = {.x = work, .status = rdg_context_calloc(m->ctx, (size_t)m->parts, sizeof(int))};
    rdg_motion_mode *mode = NULL;
    if (work && b.status) {
        b.v = b.x + d;
        b.rest = b.v + d;
        b.w = b.rest + d;
        b.rate = b.w + m->memory;
        b.u = b.rate + states;
        mode = find(m, path, phi, &b);
    }
    if (mode) {
        fill(mode, path->q + last, path->v + last, b.w, x);
    }
    rdg_free(work);
    rdg_free(b.status);
    return mode;
}
