/* Sensors of a structure. */
#include "structure_impl.h"

#include <ridgewalk/text_list.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

static rdg_sensor *at(const rdg_structure *s, rdg_index i)
{
    return (rdg_sensor *)s->sensors.items + i;
}

static rdg_status check_name(rdg_structure *s, const char *where, const char *name)
{
    if (!name || name[0] == '\0' || strcmp(name, "omega") == 0 || strcmp(name, "alpha") == 0) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where,
                        "a sensor of \"%s\" cannot be named \"%s\": it needs a name, and omega and alpha are "
                        "parameters already",
                        s->name, name ? name : "");
    }
    for (rdg_index i = 0; i < s->sensors.count; i++) {
        if (strcmp(at(s, i)->name, name) == 0) {
            return rdg_fail(s->ctx, RDG_ERR_NAME, where, "\"%s\" has a sensor \"%s\" already", s->name, name);
        }
    }
    return RDG_OK;
}

/* A sensor with texts of its own. */
static rdg_status append(rdg_structure *s, const rdg_sensor *given, const char *prefix)
{
    char *name = rdg_structure_prefixed(s->ctx, prefix, given->name);
    char *place = rdg_structure_prefixed(s->ctx, prefix, given->at);
    rdg_sensor *added = name && place ? rdg_list_add(s->ctx, &s->sensors, sizeof *added) : NULL;
    if (!added) {
        rdg_free(name);
        rdg_free(place);
        return rdg_error_status(s->ctx);
    }
    *added = (rdg_sensor){.name = name, .at = place, .kind = given->kind, .harmonic = given->harmonic};
    return RDG_OK;
}

rdg_status rdg_structure_copy_sensors(rdg_structure *s, const rdg_structure *from, const char *prefix)
{
    for (rdg_index i = 0; i < from->sensors.count; i++) {
        RDG_TRY(append(s, at(from, i), prefix));
    }
    return RDG_OK;
}

static rdg_status add(rdg_structure *s, const char *where, const rdg_sensor *given)
{
    char what[280];
    snprintf(what, sizeof what, "sensor \"%.255s\"", given->name ? given->name : "");
    RDG_TRY(rdg_structure_still_open(s, where, what));
    RDG_TRY(check_name(s, where, given->name));
    if (!rdg_structure_named(s, where, given->at)) {
        return rdg_error_status(s->ctx);
    }
    return append(s, given, NULL);
}

rdg_status rdg_sensor_add(rdg_structure *s, const char *name, const char *displacement)
{
    return add(s, __func__, &(rdg_sensor){.name = name, .at = displacement, .kind = RDG_SENSOR_DYNAMIC});
}

rdg_status rdg_sensor_rms_add(rdg_structure *s, const char *name, const char *displacement)
{
    return add(s, __func__, &(rdg_sensor){.name = name, .at = displacement, .kind = RDG_SENSOR_RMS});
}

rdg_status rdg_sensor_mean_add(rdg_structure *s, const char *name, const char *displacement)
{
    return add(s, __func__, &(rdg_sensor){.name = name, .at = displacement, .kind = RDG_SENSOR_MEAN});
}

rdg_status rdg_sensor_peak_add(rdg_structure *s, const char *name, const char *displacement)
{
    return add(s, __func__, &(rdg_sensor){.name = name, .at = displacement, .kind = RDG_SENSOR_PEAK});
}

rdg_status rdg_sensor_harmonic_add(rdg_structure *s, const char *name, const char *displacement, int harmonic)
{
    if (!s) {
        return RDG_ERR_EARLIER;
    }
    if (harmonic < 1) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "harmonic %d has no amplitude: give a harmonic >= 1 for \"%s\"", harmonic,
                        name ? name : "");
    }
    return add(
        s, __func__,
        &(rdg_sensor){.name = name, .at = displacement, .kind = RDG_SENSOR_HARMONIC, .harmonic = harmonic});
}

void rdg_structure_free_sensors(rdg_structure *s)
{
    for (rdg_index i = 0; i < s->sensors.count; i++) {
        rdg_free((char *)at(s, i)->name);
        rdg_free((char *)at(s, i)->at);
    }
    rdg_free(s->sensors.items);
}

rdg_index rdg_sensor_count(const rdg_structure *s)
{
    return s ? s->sensors.count : 0;
}

const rdg_sensor *rdg_sensor_at(const rdg_structure *s, rdg_index sensor)
{
    return sensor >= 0 && sensor < rdg_sensor_count(s) ? at(s, sensor) : NULL;
}

static rdg_status no_such_sensor(const rdg_structure *s, const char *where, const char *name)
{
    char chars[512];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    for (rdg_index i = 0; i < s->sensors.count; i++) {
        rdg_text_item(&list, at(s, i)->name);
    }
    return rdg_fail(s->ctx, RDG_ERR_NAME, where, "\"%s\" is no sensor of \"%s\"; it has: %s", name, s->name,
                    s->sensors.count > 0 ? rdg_text_list(&list) : "none (see rdg_sensor_add)");
}

rdg_status rdg_sensor_require_amplitude(rdg_structure *s, const char *where, const char *name)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    const rdg_sensor *sensor = NULL;
    for (rdg_index i = 0; name && !sensor && i < s->sensors.count; i++) {
        sensor = strcmp(at(s, i)->name, name) == 0 ? at(s, i) : NULL;
    }
    if (!sensor && name) {
        return no_such_sensor(s, where, name);
    }
    return !sensor || sensor->kind != RDG_SENSOR_MEAN
               ? RDG_OK
               : rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                          "sensor \"%s\" of \"%s\" measures a mean, which is no amplitude: it may be zero or "
                          "negative. Take its peak (rdg_sensor_peak_add()) or root mean square "
                          "(rdg_sensor_rms_add())",
                          name, s->name);
}
