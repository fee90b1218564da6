/* Loads of a structure: forces and motions of the base. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static rdg_load *at(const rdg_structure *s, rdg_index i)
{
    return (rdg_load *)s->loads.items + i;
}

static bool is_taken(const rdg_structure *s, const char *name)
{
    for (rdg_index i = 0; i < s->loads.count; i++) {
        if (strcmp(at(s, i)->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void free_load(const rdg_load *load)
{
    rdg_free((char *)load->name);
    rdg_free((char *)load->at);
    rdg_free((double *)load->influence);
}

void rdg_structure_free_loads(rdg_structure *s)
{
    for (rdg_index i = 0; i < s->loads.count; i++) {
        free_load(at(s, i));
    }
    rdg_free(s->loads.items);
}

/* The list takes over what the load points to, also when it fails. */
static rdg_status append(rdg_structure *s, const rdg_load *load)
{
    rdg_load *added =
        rdg_error_status(s->ctx) == RDG_OK ? rdg_list_add(s->ctx, &s->loads, sizeof *added) : NULL;
    if (!added) {
        free_load(load);
        return rdg_error_status(s->ctx);
    }
    *added = *load;
    return RDG_OK;
}

rdg_status rdg_structure_copy_loads(rdg_structure *s, const rdg_structure *from, const char *prefix)
{
    for (rdg_index i = 0; i < from->loads.count; i++) {
        const rdg_load *theirs = at(from, i);
        rdg_load load = *theirs;
        load.name = rdg_structure_prefixed(s->ctx, prefix, theirs->name);
        load.at = theirs->at ? rdg_structure_prefixed(s->ctx, prefix, theirs->at) : NULL;
        load.influence = theirs->influence
                             ? rdg_structure_duplicate(s->ctx, s->n, sizeof(double), theirs->influence)
                             : NULL;
        RDG_TRY(append(s, &load));
    }
    return RDG_OK;
}

static rdg_status add_force(rdg_structure *s, const char *where, const rdg_load *given)
{
    const char *place = given->at ? given->at : "?";
    char what[280];
    snprintf(what, sizeof what, "the %s at \"%.250s\"",
             given->kind == RDG_LOAD_UNBALANCE ? "unbalance" : "force", place);
    RDG_TRY(rdg_structure_still_open(s, where, what));
    if (given->kind == RDG_LOAD_CONSTANT) {
        RDG_TRY(rdg_structure_not_at_rest(s, where, what));
    }
    if (given->harmonic < 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "harmonic %d of %s is negative: give 0 for a constant force, else 1, 2, ...",
                        given->harmonic, what);
    }
    if (!isfinite(given->amplitude) || !isfinite(given->phase)) {
        return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where, "%s is not finite", what);
    }
    if (!rdg_structure_named(s, where, given->at)) {
        return rdg_error_status(s->ctx);
    }
    rdg_load load = *given;
    load.at = rdg_context_strdup(s->ctx, place);
    load.name = rdg_structure_unique_name(s, place, is_taken);
    return append(s, &load);
}

rdg_status rdg_force_add(rdg_structure *s, const char *displacement, int harmonic, double amplitude)
{
    return add_force(
        s, __func__,
        &(rdg_load){
            .kind = RDG_LOAD_FORCE, .at = displacement, .harmonic = harmonic, .amplitude = amplitude});
}

rdg_status rdg_force_phase_add(rdg_structure *s, const char *displacement, int harmonic, double amplitude,
                               double phase)
{
    if (!s) {
        return RDG_ERR_EARLIER;
    }
    if (harmonic < 1) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "harmonic %d has no phase: it must be >= 1", harmonic);
    }
    return add_force(s, __func__,
                     &(rdg_load){.kind = RDG_LOAD_FORCE,
                                 .at = displacement,
                                 .harmonic = harmonic,
                                 .amplitude = amplitude,
                                 .phase = phase});
}

static rdg_status check_unbalance(rdg_structure *s, const char *where, const rdg_unbalance *u)
{
    if (!u) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "the unbalance of \"%s\" is NULL", s->name);
    }
    if (u->harmonic < 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "harmonic %d of the unbalance at \"%s\" is negative",
                        u->harmonic, u->x ? u->x : "?");
    }
    if (u->x && u->y && strcmp(u->x, u->y) == 0) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, where,
            "the unbalance at \"%s\" has this displacement as x and as y: give that across it, or "
            "none",
            u->x);
    }
    return u->y && !rdg_structure_named(s, where, u->y) ? rdg_error_status(s->ctx) : RDG_OK;
}

rdg_status rdg_unbalance_add(rdg_structure *s, const rdg_unbalance *unbalance)
{
    const double quarter = 1.570796326794896619231; /* the sine is the cosine of a quarter less */
    RDG_TRY(rdg_structure_still_open(s, __func__, "an unbalance"));
    RDG_TRY(check_unbalance(s, __func__, unbalance));
    rdg_load load = {.kind = RDG_LOAD_UNBALANCE,
                     .at = unbalance->x,
                     .harmonic = unbalance->harmonic == 0 ? 1 : unbalance->harmonic,
                     .amplitude = unbalance->moment,
                     .phase = unbalance->phase};
    RDG_TRY(add_force(s, __func__, &load));
    load.at = unbalance->y;
    load.phase -= quarter;
    return unbalance->y ? add_force(s, __func__, &load) : RDG_OK;
}

rdg_status rdg_static_force_add(rdg_structure *s, const char *displacement, double force)
{
    return add_force(s, __func__,
                     &(rdg_load){.kind = RDG_LOAD_CONSTANT, .at = displacement, .amplitude = force});
}

/* r from what was given: a named combination, a vector, or the translations */
static rdg_status fill_influence(rdg_structure *s, const char *where, const rdg_base_motion *base, double *r)
{
    if (base->direction) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_structure_displacement(s, where, base->direction, &n, &dof, &weight));
        for (rdg_index i = 0; i < n; i++) {
            r[dof[i]] = weight[i];
        }
        return RDG_OK;
    }
    if (!base->influence) {
        return rdg_structure_translation(s, r);
    }
    memcpy(r, base->influence, (size_t)s->n * sizeof *r);
    for (rdg_index i = 0; i < s->n; i++) {
        if (!isfinite(r[i])) {
            return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where,
                            "the influence of the base on degree of freedom %lld of \"%s\" is %g",
                            (long long)i, s->name, r[i]);
        }
    }
    return RDG_OK;
}

static rdg_status check_base(rdg_structure *s, const char *where, const rdg_base_motion *base)
{
    if (!base) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "the motion of the base of \"%s\" is NULL", s->name);
    }
    if (base->harmonic < 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "harmonic %d of the base of \"%s\" is negative",
                        base->harmonic, s->name);
    }
    if (!isfinite(base->displacement) || !isfinite(base->acceleration) || !isfinite(base->phase)) {
        return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where,
                        "the base of \"%s\" has displacement = %g m, acceleration = %g m/s^2, phase = %g",
                        s->name, base->displacement, base->acceleration, base->phase);
    }
    if ((base->displacement == 0.0) == (base->acceleration == 0.0)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "the base of \"%s\" has displacement = %g m and acceleration = %g m/s^2: give the "
                        "amplitude of one of them",
                        s->name, base->displacement, base->acceleration);
    }
    if (base->direction && base->influence) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, where,
            "the base of \"%s\" has both the direction \"%s\" and a vector of influence: give one", s->name,
            base->direction);
    }
    if (base->influence && base->n_influence != s->n) {
        return rdg_fail(
            s->ctx, RDG_ERR_SIZE, where,
            "the influence of the base has n_influence = %lld entries, \"%s\" has %lld degrees of freedom",
            (long long)base->n_influence, s->name, (long long)s->n);
    }
    return RDG_OK;
}

rdg_status rdg_base_motion_add(rdg_structure *s, const rdg_base_motion *base)
{
    const char *where = __func__;
    RDG_TRY(rdg_structure_still_open(s, where, "a motion of the base"));
    RDG_TRY(check_base(s, where, base));
    const bool shaken = base->acceleration != 0.0;
    double *influence = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *influence);
    if (!influence) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_load load = {.name = rdg_structure_unique_name(s, "base", is_taken),
                           .kind = shaken ? RDG_LOAD_ACCELERATION : RDG_LOAD_DISPLACEMENT,
                           .influence = influence,
                           .harmonic = base->harmonic == 0 ? 1 : base->harmonic,
                           .amplitude = shaken ? base->acceleration : base->displacement,
                           .phase = base->phase};
    const rdg_status status = fill_influence(s, where, base, influence);
    if (status != RDG_OK) {
        free_load(&load);
        return status;
    }
    return append(s, &load);
}

int rdg_load_frequency_power(const rdg_load *load)
{
    return load && (load->kind == RDG_LOAD_DISPLACEMENT || load->kind == RDG_LOAD_UNBALANCE) ? 2 : 0;
}

rdg_index rdg_load_count(const rdg_structure *s)
{
    return s ? s->loads.count : 0;
}

const rdg_load *rdg_load_at(const rdg_structure *s, rdg_index load)
{
    return load >= 0 && load < rdg_load_count(s) ? at(s, load) : NULL;
}
