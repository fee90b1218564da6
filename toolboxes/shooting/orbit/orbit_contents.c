/* What runs of orbits state of their system: modes, events, parameters as they were at first. */
#include <ridgewalk/contents.h>
#include <ridgewalk/hybrid.h>

#include "orbit_contents_impl.h"

static void say(const rdg_contents *out, rdg_model_fact fact)
{
    if (out->fact) {
        out->fact(out, &fact);
    }
}

static void describe_event(const rdg_contents *out, const rdg_hybrid *h, rdg_index k)
{
    rdg_index from = 0, to = 0;
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(h, k, &from, &to);
    const rdg_hybrid_phase *before = rdg_hybrid_phase_at(h, from), *after = rdg_hybrid_phase_at(h, to);
    if (c && before && after) {
        say(out,
            (rdg_model_fact){.part = "event surface", .name = c->name, .key = "from", .text = before->name});
        say(out,
            (rdg_model_fact){.part = "event surface", .name = c->name, .key = "to", .text = after->name});
        say(out, (rdg_model_fact){.part = "event surface",
                                  .name = c->name,
                                  .key = "direction",
                                  .value = c->direction > 0 ? 1.0 : -1.0});
    }
}

void rdg_orbit_describe(const rdg_contents *out, const char *block, void *hybrid)
{
    const rdg_hybrid *h = hybrid;
    const char *name = rdg_hybrid_name(h);
    (void)block;
    if (!out || !h || !name) {
        return;
    }
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(h);
    say(out, (rdg_model_fact){
                 .part = "system", .name = name, .key = "modes", .value = (double)rdg_hybrid_phases(h)});
    for (rdg_index k = 0; k < rdg_hybrid_phases(h); k++) {
        const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(h, k);
        say(out,
            (rdg_model_fact){.part = "phase", .name = mode->name, .key = "states", .value = (double)mode->n});
    }
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(h); k++) {
        describe_event(out, h, k);
    }
    for (rdg_index i = 0; i < p.n; i++) {
        say(out, (rdg_model_fact){.part = "parameter",
                                  .name = p.name[i],
                                  .key = i == p.omega ? "excitation" : "value",
                                  .value = p.value[i],
                                  .unit = p.unit[i]});
    }
}
