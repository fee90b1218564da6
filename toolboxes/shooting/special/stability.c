/* Multipliers of orbits and what they report, as monitors and special points of a problem. */
#include "monodromy_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

static void release(void *data)
{
    rdg_monodromy *m = data;
    for (rdg_index j = 0; m->segment && j < m->slots; j++) {
        rdg_free(m->segment[j].R);
        rdg_free(m->segment[j].h);
    }
    void *arrays[] = {m->segment, m->at,       m->velocity, m->velocity_slope, m->x,      m->v,   m->w,
                      m->left,    m->capacity, m->unit,     m->changes,        m->lambda, m->size};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(m);
}

static rdg_status allocate(rdg_monodromy *m)
{
    const rdg_shooting *s = m->s;
    const rdg_orbit_layout *at = &s->at;
    const size_t states = (size_t)at->states;
    m->slots = at->slots;
    m->segment = rdg_context_calloc(s->ctx, (size_t)at->slots, sizeof *m->segment);
    for (rdg_index j = 0; m->segment && j < at->slots; j++) {
        m->segment[j].R = rdg_context_calloc(s->ctx, states * (states + 2), sizeof(double));
        m->segment[j].h = rdg_context_calloc(s->ctx, states + 2, sizeof(double));
    }
    const struct {
        double **array;
        size_t size;
    } arrays[] = {{&m->at, (size_t)at->n},
                  {&m->velocity, states},
                  {&m->velocity_slope, states * (states + (size_t)at->np + 1)},
                  {&m->x, states},
                  {&m->v, states},
                  {&m->w, states},
                  {&m->left, states},
                  {&m->capacity, states},
                  {&m->unit, states},
                  {&m->size, states},
                  {&m->changes, (size_t)at->n},
                  {&m->lambda, (size_t)at->m}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i].array = rdg_context_calloc(s->ctx, arrays[i].size, sizeof(double));
    }
    return rdg_error_status(s->ctx);
}

/* Beyond the end of an event signature of events multipliers mean nothing, and at an event that is not passed
 * they have no bounds. Along a curve of such ends what ends the event signature is zero, but for rounding. */
static bool is_orbit(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_monodromy *m = data;
    const double rounding = 1e-9 * fmax(m->s->largest, 1.0);
    const rdg_index passing = m->watched[1];
    bool is = passing < 0 || rdg_orbit_holds_end(p, m->s) ||
              (at->mu[passing] > 0.0 && rdg_monodromy_is_known(m, at->u));
    for (int k = 0; k < 3; k++) {
        is = is && (m->watched[k] < 0 || at->mu[m->watched[k]] >= -rounding);
    }
    return is;
}

rdg_status rdg_orbit_add_multipliers(rdg_shooting *s, rdg_problem *p)
{
    const rdg_index n = s->at.states - (s->at.forced ? 0 : 1);
    if (n < 1) {
        return RDG_OK; /* an autonomous system of one state has no other multiplier */
    }
    rdg_monodromy *m = rdg_context_calloc(s->ctx, 1, sizeof *m);
    if (!m) {
        return RDG_ERR_NO_MEMORY;
    }
    m->s = s;
    m->n = n;
    static const char *const watched[] = {"graze", "passing", "duration"};
    for (int k = 0; k < 3; k++) {
        m->watched[k] = rdg_hybrid_event_surfaces(s->hybrid) > 0 ? rdg_parameter_index(p, watched[k]) : -1;
    }
    if (allocate(m) != RDG_OK) {
        release(m);
        return rdg_error_status(s->ctx);
    }
    return rdg_add_spectrum(p, &(rdg_spectrum_source){.n = n,
                                                      .is_map = true,
                                                      .matrix = rdg_monodromy_matrix,
                                                      .slope = rdg_monodromy_slope,
                                                      .eigenvalues = rdg_monodromy_eigenvalues,
                                                      .where = is_orbit,
                                                      .data = m,
                                                      .free_data = release});
}
