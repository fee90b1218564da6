/* What runs state of a structure. */
#include "structure_contents.h"
#include "gyroscopic.h"
#include "structure_impl.h"

#include <ridgewalk/text_list.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdio.h>

enum { LIST_SIZE = 600 };

/* What is reported of one part of the structure. */
typedef struct part {
    const rdg_contents *out;
    const char *kind, *name;
} part;

static void say(const part *p, const char *key, const char *text)
{
    p->out->fact(p->out, &(rdg_model_fact){.part = p->kind, .name = p->name, .key = key, .text = text});
}

static void count(const part *p, const char *key, double value, const char *unit)
{
    p->out->fact(p->out, &(rdg_model_fact){
                             .part = p->kind, .name = p->name, .key = key, .value = value, .unit = unit});
}

static void describe_whole(const rdg_contents *out, const rdg_structure *s)
{
    const part p = {out, "structure", s->name};
    count(&p, "degrees of freedom", (double)s->n, NULL);
    if (s->proportional) {
        count(&p, "damping.mass", s->mass_factor, "1/s");
        count(&p, "damping.stiffness", s->stiffness_factor, "s");
    }
    if (s->loss_factor > 0.0) {
        count(&p, "damping.loss", s->loss_factor, NULL);
    }
    say(&p, "rest", s->rest ? "prestressed" : "without prestress");
}

static void describe_element(const rdg_contents *out, const rdg_element *e)
{
    const part p = {out, "element", e->name};
    char chars[LIST_SIZE];
    rdg_text at = rdg_text_in(chars, sizeof chars);
    for (rdg_index d = 0; d < e->d; d++) {
        rdg_text_item(&at, e->at[d]);
    }
    say(&p, "type", e->kind.type);
    say(&p, "at", rdg_text_list(&at));
    for (rdg_index k = 0; k < e->kind.n_numbers; k++) {
        const rdg_element_parameter *number = &e->kind.number[k];
        const double *value = (const double *)(const void *)((const char *)e->self + number->offset);
        count(&p, number->name, *value, number->unit);
    }
}

static void describe_gyroscopic(const rdg_contents *out, const rdg_gyroscopic *pair)
{
    const part p = {out, "gyroscopic pair", pair->first};
    say(&p, "first", pair->first);
    say(&p, "second", pair->second);
    count(&p, "inertia", pair->inertia, "kg m^2");
    count(&p, "ratio", pair->ratio, NULL);
}

static void describe_load(const rdg_contents *out, const rdg_load *load)
{
    static const char *const kind[] = {[RDG_LOAD_FORCE] = "force",
                                       [RDG_LOAD_CONSTANT] = "constant force",
                                       [RDG_LOAD_DISPLACEMENT] = "displacement of the base",
                                       [RDG_LOAD_ACCELERATION] = "acceleration of the base",
                                       [RDG_LOAD_UNBALANCE] = "unbalance"};
    static const char *const unit[] = {[RDG_LOAD_FORCE] = "N",
                                       [RDG_LOAD_CONSTANT] = "N",
                                       [RDG_LOAD_DISPLACEMENT] = "m",
                                       [RDG_LOAD_ACCELERATION] = "m/s^2",
                                       [RDG_LOAD_UNBALANCE] = "kg m"};
    const part p = {out, "load", load->name};
    say(&p, "type", kind[load->kind]);
    if (load->at) {
        say(&p, "at", load->at);
    }
    count(&p, "harmonic", load->harmonic, NULL);
    count(&p, "amplitude", load->amplitude, unit[load->kind]);
    count(&p, "phase", load->phase, "rad");
}

static void describe_sensor(const rdg_contents *out, const rdg_sensor *sensor)
{
    static const char *const kind[] = {[RDG_SENSOR_DYNAMIC] = "dynamic amplitude",
                                       [RDG_SENSOR_HARMONIC] = "amplitude of a harmonic",
                                       [RDG_SENSOR_RMS] = "root mean square",
                                       [RDG_SENSOR_MEAN] = "mean",
                                       [RDG_SENSOR_PEAK] = "peak in time"};
    const part p = {out, "sensor", sensor->name};
    say(&p, "type", kind[sensor->kind]);
    say(&p, "at", sensor->at);
    if (sensor->kind == RDG_SENSOR_HARMONIC) {
        count(&p, "harmonic", sensor->harmonic, NULL);
    }
}

void rdg_structure_describe(const rdg_contents *out, const char *block, void *structure)
{
    const rdg_structure *s = structure;
    (void)block;
    if (!s || !out || !out->fact) {
        return;
    }
    describe_whole(out, s);
    for (rdg_index i = 0; i < rdg_element_count(s); i++) {
        describe_element(out, rdg_element_at(s, i));
    }
    for (rdg_index i = 0; i < rdg_gyroscopic_count(s); i++) {
        describe_gyroscopic(out, rdg_gyroscopic_at(s, i));
    }
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        describe_load(out, rdg_load_at(s, i));
    }
    for (rdg_index i = 0; i < rdg_sensor_count(s); i++) {
        describe_sensor(out, rdg_sensor_at(s, i));
    }
}

static void find_names(const rdg_structure *s, const char **name, const rdg_node_label **label)
{
    for (const rdg_named_displacement *named = s->first; named; named = named->next) {
        if (named->n == 1 && named->weight[0] == 1.0 && !name[named->dof[0]]) {
            name[named->dof[0]] = named->name;
        }
    }
    for (rdg_index i = 0; i < s->n_labels; i++) {
        label[s->labels[i].dof] = &s->labels[i];
    }
}

static void call_all(const rdg_structure *s, const char *const *name, const rdg_node_label *const *label,
                     void (*function)(rdg_index dof, const char *name, void *data), void *data)
{
    char text[48];
    for (rdg_index dof = 0; dof < s->n; dof++) {
        if (label[dof]) {
            snprintf(text, sizeof text, "%" PRId64 ".%c", label[dof]->node, label[dof]->direction);
        } else {
            snprintf(text, sizeof text, "dof %" PRId64, dof);
        }
        function(dof, name[dof] ? name[dof] : text, data);
    }
}

rdg_status rdg_structure_call_dofs(const rdg_structure *s,
                                   void (*function)(rdg_index dof, const char *name, void *data), void *data)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, function, RDG_ERR_ARGUMENT);
    const char **name = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *name);
    const rdg_node_label **label = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *label);
    const rdg_status status = name && label ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        find_names(s, name, label);
        call_all(s, name, label, function, data);
    }
    rdg_free((void *)name);
    rdg_free((void *)label);
    return status;
}
