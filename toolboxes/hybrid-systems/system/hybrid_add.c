/* Modes and events of a hybrid system. */
#include "hybrid_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>

/* So that products of sizes are numbers; memory ends before. */
static const rdg_index most_states = 1 << 20;
static const rdg_index most_harmonics = 1000;

static rdg_status check_linear(rdg_hybrid *h, const char *where, const rdg_hybrid_phase *mode)
{
    if (mode->linear && !mode->field.df) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "phase \"%s\" of \"%s\" is linear, but field.df is NULL: it gives the matrix",
                        mode->name, h->name);
    }
    if (mode->harmonics < 0 || mode->harmonics > most_harmonics || (mode->harmonics > 0 && !mode->linear)) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "phase \"%s\" of \"%s\" has harmonics = %" PRId64 ": 0 to %" PRId64
                        ", of a linear phase",
                        mode->name, h->name, mode->harmonics, most_harmonics);
    }
    if (mode->harmonics > 0 && h->omega < 0) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "phase \"%s\" of \"%s\" has %" PRId64 " harmonics of a forcing that there is not: "
                        "rdg_hybrid_forcing() is called before",
                        mode->name, h->name, mode->harmonics);
    }
    return RDG_OK;
}

static rdg_status check_pattern(rdg_hybrid *h, const char *where, const rdg_hybrid_phase *mode)
{
    const rdg_pattern *pattern = mode->field_pattern;
    const rdg_index arguments = mode->n + h->n_parameters + (h->omega >= 0);
    if (pattern && (pattern->rows != mode->n || pattern->cols != arguments)) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "phase \"%s\" of \"%s\": the field's pattern has shape [%" PRId64 ", %" PRId64
                        "]: the derivatives have [%" PRId64 ", %" PRId64 "]",
                        mode->name, h->name, pattern->rows, pattern->cols, mode->n, arguments);
    }
    return RDG_OK;
}

rdg_status rdg_hybrid_append_mode(rdg_hybrid *h, const char *where, const rdg_hybrid_phase *mode)
{
    RDG_TRY(rdg_hybrid_new_name(h, where, "phase", rdg_hybrid_mode_name, h->n_modes, mode->name));
    if (mode->n < 1 || mode->n > most_states) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "phase \"%s\" of \"%s\" cannot have n = %" PRId64 " states: 1 to %" PRId64,
                        mode->name, h->name, mode->n, most_states);
    }
    if (!mode->field.f) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "phase \"%s\" of \"%s\" has no motion: field.f is NULL", mode->name, h->name);
    }
    RDG_TRY(check_linear(h, where, mode));
    RDG_TRY(check_pattern(h, where, mode));
    RDG_TRY(
        rdg_context_reserve(h->ctx, (void *)&h->mode, &h->mode_capacity, h->n_modes + 1, sizeof *h->mode));
    rdg_pattern *pattern = mode->field_pattern ? rdg_pattern_copy(h->ctx, mode->field_pattern) : NULL;
    char *name = rdg_error_status(h->ctx) == RDG_OK ? rdg_context_strdup(h->ctx, mode->name) : NULL;
    if (!name) {
        rdg_pattern_free(pattern);
        return rdg_error_status(h->ctx);
    }
    h->mode[h->n_modes] = *mode;
    h->mode[h->n_modes].name = name;
    h->mode[h->n_modes].field_pattern = pattern;
    h->n_modes++;
    return RDG_OK;
}

rdg_status rdg_hybrid_add_phase(rdg_hybrid *h, const rdg_hybrid_phase *mode)
{
    RDG_ENTER(h, h->ctx, RDG_ERR_EARLIER);
    RDG_NEED(h->ctx, mode, RDG_ERR_ARGUMENT);
    return rdg_hybrid_append_mode(h, __func__, mode);
}

static rdg_status check_edge(rdg_hybrid *h, const char *where, const rdg_hybrid_edge *edge)
{
    const rdg_hybrid_event_surface *c = &edge->event;
    const rdg_hybrid_phase *from = &h->mode[edge->from], *to = &h->mode[edge->to];
    if (c->direction < -1 || c->direction > 1) {
        return rdg_fail(
            h->ctx, RDG_ERR_ARGUMENT, where,
            "event surface \"%s\" of \"%s\" has the direction %d: it is -1 (or 0), from + to -, or 1",
            c->name, h->name, c->direction);
    }
    if (!c->surface.f) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "event surface \"%s\" of \"%s\" has no function: surface.f is NULL", c->name,
                        h->name);
    }
    if (!c->reset.f && from->n != to->n) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "event surface \"%s\" of \"%s\" leads from %" PRId64 " states (\"%s\") to %" PRId64
                        " (\"%s\"): it needs a reset",
                        c->name, h->name, from->n, from->name, to->n, to->name);
    }
    if (c->projects && (!c->reset.f || from->n != to->n)) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "event surface \"%s\" of \"%s\" is declared a projection, but %s", c->name, h->name,
                        c->reset.f ? "its phases have different numbers of states" : "it has no reset");
    }
    return RDG_OK;
}

rdg_status rdg_hybrid_add_event_surface(rdg_hybrid *h, const rdg_hybrid_event_surface *event)
{
    RDG_ENTER(h, h->ctx, RDG_ERR_EARLIER);
    RDG_NEED(h->ctx, event, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_hybrid_new_name(h, __func__, "event surface", rdg_hybrid_edge_name, h->n_edges, event->name));
    rdg_hybrid_edge edge = {.event = *event};
    edge.from = rdg_hybrid_need(h, __func__, "phase", rdg_hybrid_mode_name, h->n_modes, event->from);
    edge.to = edge.from < 0
                  ? -1
                  : rdg_hybrid_need(h, __func__, "phase", rdg_hybrid_mode_name, h->n_modes, event->to);
    if (edge.to < 0) {
        return rdg_error_status(h->ctx);
    }
    RDG_TRY(check_edge(h, __func__, &edge));
    RDG_TRY(
        rdg_context_reserve(h->ctx, (void *)&h->edge, &h->edge_capacity, h->n_edges + 1, sizeof *h->edge));
    char *name = rdg_context_strdup(h->ctx, event->name);
    if (!name) {
        return RDG_ERR_NO_MEMORY;
    }
    /* the modes' names are the modes' own: they stay when the caller's texts are gone, and when modes move */
    edge.event.name = name;
    edge.event.from = h->mode[edge.from].name;
    edge.event.to = h->mode[edge.to].name;
    edge.event.direction = event->direction > 0 ? 1 : -1;
    h->edge[h->n_edges++] = edge;
    return RDG_OK;
}
