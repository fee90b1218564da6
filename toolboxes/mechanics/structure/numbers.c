/* Numbers of a structure by name. */
#include "numbers.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LIST_SIZE = 1024 };

/* The name before the point of an element's numbers. */
static const char *prefix_of(const rdg_element *e)
{
    return e->parameters ? e->parameters : e->name;
}

static bool is_called(const char *prefix, const char *suffix, const char *name)
{
    const size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 && name[n] == '.' && strcmp(name + n + 1, suffix) == 0;
}

static double value_of(const rdg_element *e, int which)
{
    double value = 0.0;
    memcpy(&value, (const char *)e->self + e->kind.number[which].offset, sizeof value);
    return value;
}

/* The parameter of an element that has this name, or -1. */
static int find_in(const rdg_element *e, const char *name)
{
    for (int k = 0; k < (int)e->kind.n_numbers; k++) {
        if (is_called(prefix_of(e), e->kind.number[k].name, name)) {
            return k;
        }
    }
    return -1;
}

static bool find_element(const rdg_structure *s, const char *name, rdg_structure_parameter *found)
{
    for (rdg_index i = 0; i < rdg_element_count(s); i++) {
        const rdg_element *e = rdg_element_at(s, i);
        const int which = find_in(e, name);
        if (which >= 0) {
            const rdg_element_parameter *number = &e->kind.number[which];
            *found = (rdg_structure_parameter){.kind = RDG_PARAMETER_OF_ELEMENT,
                                               .item = i,
                                               .which = which,
                                               .value = value_of(e, which),
                                               .least = number->least,
                                               .unit = number->unit};
            return true;
        }
    }
    return false;
}

static const char *unit_of(rdg_load_kind kind)
{
    static const char *const units[] = {[RDG_LOAD_FORCE] = "N",
                                        [RDG_LOAD_CONSTANT] = "N",
                                        [RDG_LOAD_DISPLACEMENT] = "m",
                                        [RDG_LOAD_ACCELERATION] = "m/s^2",
                                        [RDG_LOAD_UNBALANCE] = "kg m"};
    return units[kind];
}

static bool find_load(const rdg_structure *s, const char *name, rdg_structure_parameter *found)
{
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        const rdg_load *load = rdg_load_at(s, i);
        const bool phase = load->harmonic > 0 && is_called(load->name, "phase", name);
        if (phase || is_called(load->name, "amplitude", name)) {
            *found = (rdg_structure_parameter){.kind = phase ? RDG_PARAMETER_PHASE : RDG_PARAMETER_AMPLITUDE,
                                               .item = i,
                                               .value = phase ? load->phase : load->amplitude,
                                               .least = -INFINITY,
                                               .unit = phase ? "rad" : unit_of(load->kind)};
            return true;
        }
    }
    return false;
}

static bool find_damping(const rdg_structure *s, const char *name, rdg_structure_parameter *found)
{
    const bool mass = is_called("damping", "mass", name);
    if (s->loss_factor > 0.0 && is_called("damping", "loss", name)) {
        *found = (rdg_structure_parameter){
            .kind = RDG_PARAMETER_DAMPING_LOSS, .value = s->loss_factor, .least = 0.0, .unit = ""};
        return true;
    }
    if (!mass && !is_called("damping", "stiffness", name)) {
        return false;
    }
    *found =
        (rdg_structure_parameter){.kind = mass ? RDG_PARAMETER_DAMPING_MASS : RDG_PARAMETER_DAMPING_STIFFNESS,
                                  .value = mass ? s->mass_factor : s->stiffness_factor,
                                  .least = -INFINITY,
                                  .unit = mass ? "1/s" : "s"};
    return true;
}

/* "pad.kt, pad.mu, shaker.amplitude"; cut with "..." where the text is full */
static void list_names(const rdg_structure *s, char list[LIST_SIZE])
{
    size_t used = 0;
    list[0] = '\0';
    for (rdg_index i = 0; i < rdg_element_count(s) && used < LIST_SIZE; i++) {
        const rdg_element *e = rdg_element_at(s, i);
        for (int k = 0; k < (int)e->kind.n_numbers && used < LIST_SIZE; k++) {
            used += (size_t)snprintf(list + used, LIST_SIZE - used, "%s%s.%s", used ? ", " : "", prefix_of(e),
                                     e->kind.number[k].name);
        }
    }
    for (rdg_index i = 0; i < rdg_load_count(s) && used < LIST_SIZE; i++) {
        const rdg_load *load = rdg_load_at(s, i);
        used +=
            (size_t)snprintf(list + used, LIST_SIZE - used, "%s%s.amplitude", used ? ", " : "", load->name);
        if (load->harmonic > 0 && used < LIST_SIZE) {
            used += (size_t)snprintf(list + used, LIST_SIZE - used, ", %s.phase", load->name);
        }
    }
    if (s->proportional && used < LIST_SIZE) {
        used += (size_t)snprintf(list + used, LIST_SIZE - used, "%sdamping.mass, damping.stiffness%s",
                                 used ? ", " : "", s->loss_factor > 0.0 ? ", damping.loss" : "");
    }
    if (used >= LIST_SIZE) {
        memcpy(list + LIST_SIZE - 4, "...", 4);
    }
}

/* Elements that share a number have the same one, of the same kind. */
static rdg_status check_shared(rdg_structure *s, const char *where, const char *name,
                               const rdg_structure_parameter *found)
{
    const rdg_element *first = rdg_element_at(s, found->item);
    for (rdg_index i = 0; i < rdg_element_count(s); i++) {
        const rdg_element *e = rdg_element_at(s, i);
        const int which = find_in(e, name);
        if (which >= 0 && value_of(e, which) != found->value) {
            return rdg_fail(
                rdg_structure_context(s), RDG_ERR_ARGUMENT, where,
                "\"%s\" of \"%s\" is shared, but element \"%s\" has %.17g and element \"%s\" %.17g: "
                "give all the same value",
                name, rdg_structure_name(s), first->name, found->value, e->name, value_of(e, which));
        }
    }
    const char *fixed = first->kind.number[found->which].fixed;
    return fixed ? rdg_fail(rdg_structure_context(s), RDG_ERR_ARGUMENT, where,
                            "\"%s\" cannot be released: element \"%s\" (%s) is not differentiated by it: %s",
                            name, first->name, first->kind.type, fixed)
                 : RDG_OK;
}

rdg_status rdg_structure_parameter_find(rdg_structure *s, const char *where, const char *name,
                                        rdg_structure_parameter *found)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, name, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, found, RDG_ERR_ARGUMENT);
    if (find_element(s, name, found)) {
        return check_shared(s, where, name, found);
    }
    if (find_load(s, name, found)) {
        return RDG_OK;
    }
    if (find_damping(s, name, found)) {
        return s->proportional
                   ? RDG_OK
                   : rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                              "\"%s\" cannot be released: the damping of \"%s\" is not a multiple of the "
                              "mass plus one of the stiffness (rdg_damping_proportional)",
                              name, rdg_structure_name(s));
    }
    char list[LIST_SIZE];
    list_names(s, list);
    return rdg_fail(ctx, RDG_ERR_NAME, where, "\"%s\" is no number of \"%s\"; it has: omega, alpha%s%s", name,
                    rdg_structure_name(s), list[0] ? ", " : "", list);
}

bool rdg_structure_parameter_peek(const rdg_structure *s, const char *name, rdg_structure_parameter *found)
{
    rdg_structure_parameter ignored = {0};
    rdg_structure_parameter *to = found ? found : &ignored;
    return s && name && (find_element(s, name, to) || find_load(s, name, to) || find_damping(s, name, to));
}

bool rdg_structure_parameter_exists(const rdg_structure *s, const char *name)
{
    return rdg_structure_parameter_peek(s, name, NULL);
}

/* Does an element before this one share its numbers? */
static bool is_met(const rdg_structure *s, rdg_index element)
{
    for (rdg_index i = 0; i < element; i++) {
        if (strcmp(prefix_of(rdg_element_at(s, i)), prefix_of(rdg_element_at(s, element))) == 0) {
            return true;
        }
    }
    return false;
}

static bool name_element(const rdg_structure *s, rdg_index *index, char name[RDG_PARAMETER_NAME])
{
    for (rdg_index i = 0; i < rdg_element_count(s); i++) {
        const rdg_element *e = rdg_element_at(s, i);
        for (rdg_index k = 0; !is_met(s, i) && k < e->kind.n_numbers; k++) {
            if (!e->kind.number[k].fixed && (*index)-- == 0) {
                snprintf(name, RDG_PARAMETER_NAME, "%.255s.%.30s", prefix_of(e), e->kind.number[k].name);
                return true;
            }
        }
    }
    return false;
}

/* Constant forces cannot be released where the rest depends on them. */
static bool name_load(const rdg_structure *s, rdg_index *index, char name[RDG_PARAMETER_NAME])
{
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        const rdg_load *load = rdg_load_at(s, i);
        for (int phase = 0; phase < (load->harmonic > 0 ? 2 : 1); phase++) {
            if (!(load->kind == RDG_LOAD_CONSTANT && s->rest) && (*index)-- == 0) {
                snprintf(name, RDG_PARAMETER_NAME, "%.255s.%s", load->name, phase ? "phase" : "amplitude");
                return true;
            }
        }
    }
    return false;
}

bool rdg_structure_parameter_name(const rdg_structure *s, rdg_index index, char name[RDG_PARAMETER_NAME])
{
    if (!s || !name || index < 0) {
        return false;
    }
    if (name_element(s, &index, name) || name_load(s, &index, name)) {
        return true;
    }
    static const char *const of_damping[] = {"mass", "stiffness", "loss"};
    if (!s->proportional || index > (s->loss_factor > 0.0 ? 2 : 1)) {
        return false;
    }
    snprintf(name, RDG_PARAMETER_NAME, "damping.%s", of_damping[index]);
    return true;
}

int rdg_structure_parameter_of(const rdg_structure *s, const rdg_structure_parameter *number,
                               rdg_index element)
{
    if (!number) {
        return -1;
    }
    const rdg_element *first = rdg_element_at(s, number->item), *e = rdg_element_at(s, element);
    if (number->kind != RDG_PARAMETER_OF_ELEMENT || !first || !e ||
        strcmp(prefix_of(first), prefix_of(e)) != 0) {
        return -1;
    }
    for (int k = 0; k < (int)e->kind.n_numbers; k++) {
        if (strcmp(e->kind.number[k].name, first->kind.number[number->which].name) == 0) {
            return k;
        }
    }
    return -1;
}
