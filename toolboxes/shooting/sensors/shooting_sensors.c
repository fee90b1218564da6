/* Sensors of orbits: those of a structure, and what else is measured. */
#include "shooting_sensors.h"
#include "motion_impl.h"
#include "shooting_sensors_impl.h"

#include <inttypes.h>

static rdg_status take(rdg_orbit_sensors *all, const char *where, rdg_structure *structure,
                       const rdg_sensor *of)
{
    rdg_measured m = {0};
    RDG_TRY(rdg_structure_displacement(structure, where, of->at, &m.n, &m.dof, &m.weight));
    for (rdg_index t = 0; t < m.n; t++) {
        m.states = m.dof[t] + 1 > m.states ? m.dof[t] + 1 : m.states;
    }
    return rdg_sensors_take(all, where, of->name, of->kind, of->harmonic, &m);
}

rdg_status rdg_shooting_add_sensors(rdg_shooting *s, rdg_problem *p)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, p, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_same_context(s->ctx, rdg_problem_context(p), __func__, "the orbits and the problem"));
    const rdg_hybrid *h = s->hybrid;
    if (h->entry != rdg_motion_open) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" was not made from a structure, and has no sensors: rdg_shooting_add_sensor()",
                        rdg_hybrid_name(h));
    }
    rdg_structure *structure = ((const rdg_motion *)h->entry_data)->structure;
    const rdg_index count = rdg_sensor_count(structure);
    rdg_orbit_sensors *all = rdg_sensors_begin(s, count);
    for (rdg_index i = 0; all && i < count; i++) {
        RDG_TRY(take(all, __func__, structure, rdg_sensor_at(structure, i)));
    }
    if (!all) {
        return rdg_error_status(s->ctx);
    }
    RDG_TRY(rdg_sensors_complete(all));
    for (rdg_index i = 0; i < count; i++) {
        RDG_TRY(rdg_sensor_monitor(p, &all->sensor[i], "m"));
    }
    return count > 0 ? rdg_sensors_look_at_sliders(p, &all->sensor[0]) : RDG_OK;
}

static rdg_status check(rdg_shooting *s, const char *where, const rdg_shooting_sensor *of)
{
    const char *name = of->name ? of->name : "";
    if (!*name) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where, "a sensor needs a name");
    }
    if (of->kind < RDG_SENSOR_DYNAMIC || of->kind > RDG_SENSOR_PEAK) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "sensor \"%s\" is of no kind: %d", name,
                        (int)of->kind);
    }
    if ((of->kind == RDG_SENSOR_HARMONIC) != (of->harmonic > 0)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "sensor \"%s\" measures harmonic %d: %s", name,
                        of->harmonic,
                        of->kind == RDG_SENSOR_HARMONIC ? "the first is 1" : "it is of another kind");
    }
    if (!of->of.f && of->state < 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "sensor \"%s\" measures state %" PRId64, name,
                        (int64_t)of->state);
    }
    return RDG_OK;
}

rdg_status rdg_shooting_add_sensor(rdg_shooting *s, rdg_problem *p, const rdg_shooting_sensor *sensor)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, p, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, sensor, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_same_context(s->ctx, rdg_problem_context(p), __func__, "the orbits and the problem"));
    RDG_TRY(check(s, __func__, sensor));
    rdg_orbit_sensors *all = rdg_sensors_begin(s, 1);
    if (!all) {
        return rdg_error_status(s->ctx);
    }
    const bool own = sensor->of.f != NULL;
    const rdg_measured m = {
        .n = own ? 0 : 1, .state = sensor->state, .states = own ? 0 : sensor->state + 1, .own = sensor->of};
    RDG_TRY(rdg_sensors_take(all, __func__, sensor->name, sensor->kind, sensor->harmonic, &m));
    RDG_TRY(rdg_sensors_complete(all));
    return rdg_sensor_monitor(p, &all->sensor[0], sensor->unit);
}
