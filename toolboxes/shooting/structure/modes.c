/* Modes, made as they are visited, and the events that end them. */
#include "motion_impl.h"

#include <ridgewalk/force_law.h>

#include <string.h>

static bool remembers(const rdg_motion_element *e, int regime)
{
    return !e->regimes->remembers || e->regimes->remembers(e->self, regime);
}

/* Places of the memory among the states. */
static void lay_out(rdg_motion_mode *mode)
{
    const rdg_motion *m = mode->motion;
    mode->n = 2 * m->n;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const rdg_motion_element *e = &m->element[i];
        for (rdg_index k = 0; k < e->m; k++) {
            const int regime = mode->status[e->first_part + k / e->memory];
            mode->kept[e->first_memory + k] = remembers(e, regime) ? mode->n++ : -1;
        }
    }
}

/* Whether an element is a linear one in the contact states of its parts. */
static bool is_linear(const rdg_motion_element *e, const int *status)
{
    if (!e->regimes) {
        const rdg_force_law *law = e->self;
        return e->of.kind.time == &rdg_force_law_in_time && law->degree == 1;
    }
    for (rdg_index part = 0; part < e->parts; part++) {
        if (!e->regimes->linear || !e->regimes->linear(e->self, status[e->first_part + part])) {
            return false;
        }
    }
    return true;
}

/* Whether all are; *harmonics: of the loads. */
static bool is_linear_mode(const rdg_motion *m, const int *status, rdg_index *harmonics)
{
    *harmonics = 0;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        if (!is_linear(&m->element[i], status)) {
            return false;
        }
    }
    for (rdg_index i = 0; i < m->n_loads; i++) {
        *harmonics = m->load[i].harmonic > *harmonics ? m->load[i].harmonic : *harmonics;
    }
    return true;
}

static rdg_status make(rdg_motion *m, const int *status, rdg_motion_mode *mode)
{
    mode->motion = m;
    mode->status = rdg_context_calloc(m->ctx, (size_t)m->parts, sizeof *mode->status);
    mode->kept = rdg_context_calloc(m->ctx, (size_t)m->memory, sizeof *mode->kept);
    RDG_TRY(rdg_error_status(m->ctx));
    memcpy(mode->status, status, (size_t)m->parts * sizeof *status);
    lay_out(mode);
    char *name = rdg_motion_mode_name(m, status);
    if (!name) {
        return rdg_fail(m->ctx, RDG_ERR_NO_MEMORY, RDG_MOTION_WHERE, "no memory for a phase of \"%s\"",
                        rdg_structure_name(m->structure));
    }
    rdg_hybrid_function field = rdg_motion_field;
    field.data = mode;
    mode->place = rdg_hybrid_phases(m->hybrid);
    rdg_hybrid_phase given = {.name = name, .n = mode->n, .field = field};
    rdg_index harmonics = 0;
    if (is_linear_mode(m, status, &harmonics)) {
        given.linear = true;
        given.harmonics = harmonics;
    }
    const rdg_status added = rdg_hybrid_add_phase(m->hybrid, &given);
    rdg_free(name);
    return added;
}

rdg_motion_mode *rdg_motion_mode_of(rdg_motion *m, const int *status)
{
    for (rdg_index i = 0; i < m->n_modes; i++) {
        if (memcmp(m->mode[i]->status, status, (size_t)m->parts * sizeof *status) == 0) {
            return m->mode[i];
        }
    }
    if (rdg_context_reserve(m->ctx, (void *)&m->mode, &m->mode_capacity, m->n_modes + 1, sizeof(void *)) !=
        RDG_OK) {
        return NULL;
    }
    rdg_motion_mode *mode = rdg_context_calloc(m->ctx, 1, sizeof *mode);
    if (!mode) {
        return NULL;
    }
    m->mode[m->n_modes++] = mode; /* it is freed with the others */
    return make(m, status, mode) == RDG_OK ? mode : NULL;
}

/* One event into one contact state; status: that of the mode that follows, put back. */
static rdg_status add_edge(rdg_motion *m, const rdg_motion_edge *given, bool guarded, int *status, int next)
{
    const rdg_motion_element *e = given->element;
    const int before = given->from->status[e->first_part + given->part];
    const bool together = e->regimes->together && e->regimes->together(e->self, before);
    for (rdg_index part = 0; part < e->parts; part++) {
        int *at = &status[e->first_part + part];
        *at = part == given->part || (together && *at == before) ? next : *at;
    }
    rdg_motion_edge *edge = NULL;
    rdg_motion_mode *to = rdg_motion_mode_of(m, status);
    memcpy(status, given->from->status, (size_t)m->parts * sizeof *status);
    if (!to || rdg_context_reserve(m->ctx, (void *)&m->edge, &m->edge_capacity, m->n_edges + 1,
                                   sizeof(void *)) != RDG_OK) {
        return rdg_error_status(m->ctx);
    }
    edge = rdg_context_calloc(m->ctx, 1, sizeof *edge);
    if (!edge) {
        return RDG_ERR_NO_MEMORY;
    }
    m->edge[m->n_edges++] = edge;
    *edge = *given;
    edge->to = to;
    rdg_hybrid_function surface = rdg_motion_surface, reset = rdg_motion_reset, guard = {0};
    guard = guarded ? rdg_motion_guard : guard;
    reset.data = guard.data = edge;
    surface.data = m->edge[m->n_edges - 1 - edge->choice]; /* one surface for all choices */
    char *name = rdg_motion_edge_name(edge);
    if (!name) {
        return rdg_fail(m->ctx, RDG_ERR_NO_MEMORY, RDG_MOTION_WHERE,
                        "no memory for an event surface of \"%s\"", rdg_structure_name(m->structure));
    }
    const rdg_hybrid_event_surface event = {.name = name,
                                            .from = rdg_hybrid_phase_at(m->hybrid, edge->from->place)->name,
                                            .to = rdg_hybrid_phase_at(m->hybrid, to->place)->name,
                                            .direction = -1,
                                            .surface = surface,
                                            .reset = reset,
                                            .guard = guard,
                                            .linear = !e->regimes->second};
    const rdg_status added = rdg_hybrid_add_event_surface(m->hybrid, &event);
    rdg_free(name);
    return added;
}

/* The events of a part; those of parts that leave together are the first one's. */
static rdg_status open_part(rdg_motion *m, const rdg_motion_mode *mode, const rdg_motion_element *e,
                            rdg_index part, const double *still, int *status)
{
    const int *regime = mode->status + e->first_part;
    const bool together = e->regimes->together && e->regimes->together(e->self, regime[part]);
    for (rdg_index other = 0; together && other < part; other++) {
        if (regime[other] == regime[part]) {
            return RDG_OK;
        }
    }
    rdg_law_event_surface c[RDG_LAW_EVENTS] = {{0}};
    const rdg_law_state at = {.x = still, .v = still, .w = e->m > 0 ? still : NULL, .status = regime};
    const int count = e->regimes->event_surfaces(e->self, e->d, part, &at, c);
    for (int k = 0; k < count; k++) {
        int next[RDG_LAW_CHOICES];
        const int choices = e->regimes->follows(e->self, e->d, regime[part], k, next);
        for (int i = 0; i < choices; i++) {
            const rdg_motion_edge edge = {.from = mode, .element = e, .part = part, .event = k, .choice = i};
            RDG_TRY(add_edge(m, &edge, i < choices - 1, status, next[i]));
        }
    }
    return RDG_OK;
}

static rdg_status open_all(rdg_motion *m, const rdg_motion_mode *mode, const double *still, int *status)
{
    memcpy(status, mode->status, (size_t)m->parts * sizeof *status);
    for (rdg_index i = 0; i < m->n_elements; i++) {
        for (rdg_index part = 0; part < m->element[i].parts; part++) {
            RDG_TRY(open_part(m, mode, &m->element[i], part, still, status));
        }
    }
    return RDG_OK;
}

rdg_status rdg_motion_open(rdg_hybrid *h, rdg_index place, void *data)
{
    rdg_motion *m = data;
    const rdg_motion_mode *mode = NULL;
    for (rdg_index i = 0; i < m->n_modes; i++) {
        mode = m->mode[i]->place == place ? m->mode[i] : mode;
    }
    if (!mode) { /* the user's own */
        return RDG_OK;
    }
    double *still = rdg_context_calloc(rdg_hybrid_context(h), (size_t)m->most_arguments, sizeof *still);
    int *status = rdg_context_calloc(m->ctx, (size_t)m->parts, sizeof *status);
    const rdg_status opened = still && status ? open_all(m, mode, still, status) : RDG_ERR_NO_MEMORY;
    rdg_free(still);
    rdg_free(status);
    return opened;
}
