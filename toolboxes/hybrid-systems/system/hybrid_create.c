/* Hybrid systems: parameters and forcing, and what a system is requested. */
#include "hybrid_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void destroy(void *object)
{
    rdg_hybrid *h = object;
    for (rdg_index i = 0; i < h->n_parameters; i++) {
        rdg_free(h->parameter ? h->parameter[i] : NULL);
        rdg_free(h->unit ? h->unit[i] : NULL);
    }
    for (rdg_index i = 0; i < h->n_modes; i++) {
        rdg_free((char *)h->mode[i].name);
        rdg_pattern_free((rdg_pattern *)h->mode[i].field_pattern);
    }
    for (rdg_index i = 0; i < h->n_edges; i++) {
        rdg_free((char *)h->edge[i].event.name);
    }
    if (h->free_entry) {
        h->free_entry(h->entry_data);
    }
    rdg_free(h->entered);
    rdg_free(h->parameter);
    rdg_free(h->unit);
    rdg_free(h->value);
    rdg_free(h->mode);
    rdg_free(h->edge);
    rdg_free(h->name);
    rdg_free(h);
}

static rdg_status take_parameters(rdg_hybrid *h, const char *where, const char *const *parameters,
                                  const double *values)
{
    rdg_index count = 0;
    while (parameters && parameters[count]) {
        count++;
    }
    /* one more than there are: names are a list ended by NULL */
    h->parameter = rdg_context_calloc(h->ctx, (size_t)count + 1, sizeof *h->parameter);
    h->unit = rdg_context_calloc(h->ctx, (size_t)count + 1, sizeof *h->unit);
    h->value = rdg_context_calloc(h->ctx, (size_t)count + 1, sizeof *h->value);
    if (!h->parameter || !h->unit || !h->value) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < count; i++) {
        RDG_TRY(rdg_hybrid_new_name(h, where, "parameter", rdg_hybrid_parameter_name, i, parameters[i]));
        if (values && !isfinite(values[i])) {
            return rdg_fail(h->ctx, RDG_ERR_NOT_FINITE, where, "parameter \"%s\" of \"%s\" is %g",
                            parameters[i], h->name, values[i]);
        }
        h->n_parameters = i + 1; /* so many are to be freed */
        h->value[i] = values ? values[i] : 0.0;
        h->parameter[i] = rdg_context_strdup(h->ctx, parameters[i]);
        h->unit[i] = rdg_context_strdup(h->ctx, "");
        if (!h->parameter[i] || !h->unit[i]) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    return RDG_OK;
}

static rdg_hybrid *create(rdg_context *ctx, const char *where, const char *name,
                          const char *const *parameters, const double *values)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    if (!name || !*name) {
        rdg_fail(ctx, RDG_ERR_NAME, where, "a hybrid system needs a name");
        return NULL;
    }
    rdg_hybrid *h = rdg_blas_provide(ctx, where) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *h) : NULL;
    if (!h) {
        return NULL;
    }
    *h = (rdg_hybrid){.ctx = ctx, .omega = -1, .name = rdg_context_strdup(ctx, name)};
    if (!h->name || take_parameters(h, where, parameters, values) != RDG_OK) {
        destroy(h);
        return NULL;
    }
    return rdg_context_own(ctx, h, destroy) == RDG_OK ? h : NULL;
}

rdg_hybrid *rdg_hybrid_create(rdg_context *ctx, const char *name, const char *const *parameters,
                              const double *values)
{
    return create(ctx, __func__, name, parameters, values);
}

static rdg_status hybrid_force(rdg_hybrid *h, const char *where, const char *omega)
{
    if (h->n_modes > 0) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" has the phase \"%s\" already, whose functions do not take the phase of the "
                        "forcing: state "
                        "the forcing before the first phase",
                        h->name, h->mode[0].name);
    }
    if (h->omega >= 0) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" is driven with \"%s\" already", h->name,
                        h->parameter[h->omega]);
    }
    const rdg_index at =
        rdg_hybrid_need(h, where, "parameter", rdg_hybrid_parameter_name, h->n_parameters, omega);
    if (at < 0) {
        return rdg_error_status(h->ctx);
    }
    if (!(h->value[at] > 0.0)) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" cannot be driven with \"%s\" = %g rad/s: it must be > 0", h->name, omega,
                        h->value[at]);
    }
    h->omega = at;
    return RDG_OK;
}

rdg_status rdg_hybrid_forcing(rdg_hybrid *h, const char *omega)
{
    RDG_ENTER(h, h->ctx, RDG_ERR_EARLIER);
    return hybrid_force(h, __func__, omega);
}

rdg_status rdg_hybrid_set_unit(rdg_hybrid *h, const char *parameter, const char *unit)
{
    RDG_ENTER(h, h->ctx, RDG_ERR_EARLIER);
    RDG_NEED(h->ctx, unit, RDG_ERR_ARGUMENT);
    const rdg_index at =
        rdg_hybrid_need(h, __func__, "parameter", rdg_hybrid_parameter_name, h->n_parameters, parameter);
    char *copy = at >= 0 ? rdg_context_strdup(h->ctx, unit) : NULL;
    if (!copy) {
        return rdg_error_status(h->ctx);
    }
    rdg_free(h->unit[at]);
    h->unit[at] = copy;
    return RDG_OK;
}

rdg_hybrid *rdg_hybrid_smooth(rdg_context *ctx, const char *name, rdg_index n,
                              const rdg_hybrid_function *field, const char *const *parameters,
                              const double *values, const char *omega)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    RDG_NEED(ctx, field, NULL);
    rdg_hybrid *h = create(ctx, __func__, name, parameters, values);
    if (!h) {
        return NULL;
    }
    if ((omega && hybrid_force(h, __func__, omega) != RDG_OK) ||
        rdg_hybrid_append_mode(h, __func__, &(rdg_hybrid_phase){.name = "smooth", .n = n, .field = *field}) !=
            RDG_OK) {
        rdg_context_disown(ctx, h);
        destroy(h);
        return NULL;
    }
    return h;
}

rdg_hybrid_parameters rdg_hybrid_parameters_of(const rdg_hybrid *h)
{
    static const char *const none[] = {NULL};
    if (!h) {
        return (rdg_hybrid_parameters){.name = none, .unit = none, .omega = -1};
    }
    return (rdg_hybrid_parameters){.n = h->n_parameters,
                                   .name = (const char *const *)h->parameter,
                                   .unit = (const char *const *)h->unit,
                                   .value = h->value,
                                   .omega = h->omega};
}

rdg_context *rdg_hybrid_context(const rdg_hybrid *h)
{
    return h ? h->ctx : NULL;
}

const char *rdg_hybrid_name(const rdg_hybrid *h)
{
    return h ? h->name : "";
}

rdg_index rdg_hybrid_phases(const rdg_hybrid *h)
{
    return h ? h->n_modes : 0;
}

rdg_index rdg_hybrid_event_surfaces(const rdg_hybrid *h)
{
    return h ? h->n_edges : 0;
}

const rdg_hybrid_phase *rdg_hybrid_phase_at(const rdg_hybrid *h, rdg_index mode)
{
    return h && mode >= 0 && mode < h->n_modes ? &h->mode[mode] : NULL;
}

const rdg_hybrid_event_surface *rdg_hybrid_event_surface_at(const rdg_hybrid *h, rdg_index event,
                                                            rdg_index *from, rdg_index *to)
{
    if (!h || event < 0 || event >= h->n_edges) {
        return NULL;
    }
    if (from) {
        *from = h->edge[event].from;
    }
    if (to) {
        *to = h->edge[event].to;
    }
    return &h->edge[event].event;
}

rdg_index rdg_hybrid_phase_index(rdg_hybrid *h, const char *name)
{
    return h ? rdg_hybrid_need(h, __func__, "phase", rdg_hybrid_mode_name, h->n_modes, name) : -1;
}

rdg_index rdg_hybrid_event_surface_index(rdg_hybrid *h, const char *name)
{
    return h ? rdg_hybrid_need(h, __func__, "event surface", rdg_hybrid_edge_name, h->n_edges, name) : -1;
}

rdg_index rdg_hybrid_arguments(const rdg_hybrid *h, rdg_index mode)
{
    const rdg_hybrid_phase *m = rdg_hybrid_phase_at(h, mode);
    return m ? m->n + h->n_parameters + (h->omega >= 0) : 0;
}
