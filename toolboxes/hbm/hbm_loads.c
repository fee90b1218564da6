/* Loads of a harmonic balance: forces and motions of the base, as they are added. */
#include "hbm_impl.h"

#include <ridgewalk/excitation.h>

#include <math.h>
#include <string.h>

static void free_load(const rdg_hbm_load *load)
{
    rdg_free(load->terms.term);
    rdg_free(load->influence);
}

void rdg_hbm_free_loads(rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->loads.count; i++) {
        free_load(rdg_hbm_load_at(hb, i));
    }
    rdg_free(hb->loads.items);
}

/* The list takes over what the load points to, also when it fails. */
static rdg_status append(rdg_hbm *hb, const rdg_hbm_load *load)
{
    rdg_hbm_load *added = rdg_hbm_list_add(hb->ctx, &hb->loads, sizeof *added);
    if (!added) {
        free_load(load);
        return RDG_ERR_NO_MEMORY;
    }
    *added = *load;
    return RDG_OK;
}

static rdg_status add_force(rdg_hbm *hb, const char *where, const char *at, rdg_hbm_load load)
{
    if (!isfinite(load.cosine) || !isfinite(load.sine)) {
        return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where, "the force at \"%s\" is not finite",
                        at ? at : "?");
    }
    RDG_TRY(rdg_hbm_resolve(hb, where, 1, &at, &load.terms));
    return append(hb, &load);
}

rdg_status rdg_hbm_force(rdg_hbm *hb, const char *at, int harmonic, double amplitude)
{
    const char *where = "rdg_hbm_force";
    RDG_TRY(rdg_hbm_still_open(hb, where));
    RDG_TRY(rdg_hbm_check_harmonic(hb, where, harmonic));
    return add_force(hb, where, at,
                     (rdg_hbm_load){.kind = RDG_HBM_POINT, .harmonic = harmonic, .cosine = amplitude});
}

/* amplitude cos(k tau + phase) = cos(phase) cos(k tau) - sin(phase) sin(k tau) */
static rdg_hbm_load harmonic_load(rdg_hbm_load_kind kind, int harmonic, double amplitude, double phase)
{
    return (rdg_hbm_load){.kind = kind,
                          .harmonic = harmonic,
                          .cosine = amplitude * cos(phase),
                          .sine = -amplitude * sin(phase)};
}

rdg_status rdg_hbm_force_phase(rdg_hbm *hb, const char *at, int harmonic, double amplitude, double phase)
{
    const char *where = "rdg_hbm_force_phase";
    RDG_TRY(rdg_hbm_still_open(hb, where));
    if (harmonic < 1) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where, "harmonic %d has no phase: it must be >= 1",
                        harmonic);
    }
    RDG_TRY(rdg_hbm_check_harmonic(hb, where, harmonic));
    return add_force(hb, where, at, harmonic_load(RDG_HBM_POINT, harmonic, amplitude, phase));
}

rdg_status rdg_hbm_static_force(rdg_hbm *hb, const char *at, double force)
{
    const char *where = "rdg_hbm_static_force";
    RDG_TRY(rdg_hbm_still_open(hb, where));
    if (hb->rest) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" rests already: add the force at \"%s\" before rdg_hbm_prestress",
                        rdg_structure_name(hb->structure), at ? at : "?");
    }
    return add_force(hb, where, at, (rdg_hbm_load){.kind = RDG_HBM_STATIC, .cosine = force});
}

/* r from what was given: a named combination, a vector, or the translations */
static rdg_status fill_influence(rdg_hbm *hb, const char *where, const rdg_base_motion *base, double *r)
{
    const rdg_index size = rdg_structure_size(hb->structure);
    if (base->direction) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_structure_displacement(hb->structure, where, base->direction, &n, &dof, &weight));
        for (rdg_index i = 0; i < n; i++) {
            r[dof[i]] = weight[i];
        }
        return RDG_OK;
    }
    if (!base->influence) {
        return rdg_structure_translation(hb->structure, r);
    }
    memcpy(r, base->influence, (size_t)size * sizeof *r);
    for (rdg_index i = 0; i < size; i++) {
        if (!isfinite(r[i])) {
            return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where,
                            "the influence of the base on degree of freedom %lld of \"%s\" is %g",
                            (long long)i, rdg_structure_name(hb->structure), r[i]);
        }
    }
    return RDG_OK;
}

static rdg_status check_base(rdg_hbm *hb, const char *where, const rdg_base_motion *base)
{
    const char *name = rdg_structure_name(hb->structure);
    if (!base) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where, "the motion of the base of \"%s\" is NULL", name);
    }
    if (!isfinite(base->displacement) || !isfinite(base->acceleration) || !isfinite(base->phase)) {
        return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where,
                        "the base of \"%s\" has displacement = %g m, acceleration = %g m/s^2, phase = %g",
                        name, base->displacement, base->acceleration, base->phase);
    }
    if ((base->displacement == 0.0) == (base->acceleration == 0.0)) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "the base of \"%s\" has displacement = %g m and acceleration = %g m/s^2: give the "
                        "amplitude of one of them",
                        name, base->displacement, base->acceleration);
    }
    if (base->direction && base->influence) {
        return rdg_fail(
            hb->ctx, RDG_ERR_ARGUMENT, where,
            "the base of \"%s\" has both the direction \"%s\" and a vector of influence: give one", name,
            base->direction);
    }
    if (base->influence && base->n_influence != rdg_structure_size(hb->structure)) {
        return rdg_fail(
            hb->ctx, RDG_ERR_SIZE, where,
            "the influence of the base has n_influence = %lld entries, \"%s\" has %lld degrees of freedom",
            (long long)base->n_influence, name, (long long)rdg_structure_size(hb->structure));
    }
    return RDG_OK;
}

rdg_status rdg_hbm_base(rdg_hbm *hb, const rdg_base_motion *base)
{
    const char *where = "rdg_hbm_base";
    RDG_TRY(rdg_hbm_still_open(hb, where));
    RDG_TRY(check_base(hb, where, base));
    const int harmonic = base->harmonic == 0 ? 1 : base->harmonic;
    RDG_TRY(rdg_hbm_check_harmonic(hb, where, harmonic));
    const bool shaken = base->acceleration != 0.0;
    rdg_hbm_load load = harmonic_load(shaken ? RDG_HBM_SHAKEN : RDG_HBM_MOVED, harmonic,
                                      shaken ? base->acceleration : base->displacement, base->phase);
    load.influence =
        rdg_context_calloc(hb->ctx, (size_t)rdg_structure_size(hb->structure), sizeof *load.influence);
    if (!load.influence) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_status status = fill_influence(hb, where, base, load.influence);
    if (status != RDG_OK) {
        free_load(&load);
        return status;
    }
    return append(hb, &load);
}

rdg_status rdg_hbm_base_harmonic(rdg_hbm *hb, const char *at, int harmonic, double omega, double alpha,
                                 double *cosine, double *sine)
{
    const char *where = "rdg_hbm_base_harmonic";
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    if (!hb || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (harmonic < 1 || !(omega > 0.0) || !isfinite(alpha)) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "harmonic = %d (>= 1 is needed), omega = %g rad/s (> 0), alpha = %g", harmonic, omega,
                        alpha);
    }
    RDG_NEED(hb->ctx, cosine, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, sine, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_structure_displacement(hb->structure, where, at, &n, &dof, &weight));
    *cosine = 0.0;
    *sine = 0.0;
    for (rdg_index i = 0; i < hb->loads.count; i++) {
        const rdg_hbm_load *load = rdg_hbm_load_at(hb, i);
        for (rdg_index t = 0; load->influence && load->harmonic == harmonic && t < n; t++) {
            const double w = harmonic * omega, x = load->kind == RDG_HBM_MOVED ? 1.0 : -1.0 / (w * w);
            *cosine += alpha * weight[t] * load->influence[dof[t]] * x * load->cosine;
            *sine += alpha * weight[t] * load->influence[dof[t]] * x * load->sine;
        }
    }
    return RDG_OK;
}

const char *rdg_hbm_level_unit(const rdg_hbm *hb)
{
    bool shaken = false, forced = false;
    for (rdg_index i = 0; hb && i < hb->loads.count; i++) {
        shaken = shaken || rdg_hbm_load_at(hb, i)->influence;
        forced = forced || rdg_hbm_load_at(hb, i)->kind == RDG_HBM_POINT;
    }
    return shaken && !forced ? "" : "N";
}
