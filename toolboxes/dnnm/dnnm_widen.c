/* Numbers of the structure that a mode's problem gets when a run first releases or holds them. A mode
 * vibrates by itself: loads that alpha scales are not in its equations, and a conservative one has no
 * damping. */
#include "dnnm_impl.h"

#include <ridgewalk/loads.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>

static const char *const where = "rdg_nonlinear_mode";

static const char *why_not(rdg_hbm *hb, const rdg_mode_widening *how, const rdg_structure_parameter *number)
{
    const rdg_load *load = rdg_load_at(rdg_hbm_structure(hb), number->item);
    switch (number->kind) {
    case RDG_PARAMETER_AMPLITUDE:
    case RDG_PARAMETER_PHASE:
        return load && load->kind == RDG_LOAD_CONSTANT ? NULL : "a mode vibrates without excitation";
    case RDG_PARAMETER_DAMPING_MASS:
    case RDG_PARAMETER_DAMPING_STIFFNESS:
    case RDG_PARAMETER_DAMPING_LOSS:
        return how->is_conservative ? "a conservative mode has no damping" : NULL;
    case RDG_PARAMETER_OF_ELEMENT:
        break;
    }
    return NULL;
}

static rdg_status check(rdg_hbm *hb, const rdg_mode_widening *how, const char *name)
{
    rdg_structure_parameter number;
    RDG_TRY(rdg_structure_parameter_find(rdg_hbm_structure(hb), where, name, &number));
    const char *reason = why_not(hb, how, &number);
    return reason ? rdg_fail(rdg_hbm_context(hb), RDG_ERR_ARGUMENT, where, "\"%s\" cannot be released: %s",
                             name, reason)
                  : RDG_OK;
}

/* The model with one number more takes the place of the old one. */
static rdg_status widen(rdg_problem *problem, rdg_hbm *hb, const rdg_mode_widening *how, void *model,
                        const char *name)
{
    rdg_index variable = 0;
    void *wider = how->widen(model, name);
    if (!wider) {
        return rdg_error_status(rdg_hbm_context(hb));
    }
    const rdg_function function = how->describe(wider);
    rdg_status status = rdg_hbm_parameters_add_variable(how->numbers(wider), problem, &variable);
    status = status == RDG_OK ? rdg_widen_function(problem, how->function, &function, &variable) : status;
    if (status != RDG_OK) {
        function.free_data(wider);
    }
    return status;
}

rdg_status rdg_mode_add_number(rdg_problem *problem, const char *name, rdg_hbm *hb,
                               const rdg_mode_widening *how)
{
    const rdg_function *f = rdg_find_function(problem, how->function);
    if (!f || !rdg_structure_parameter_exists(rdg_hbm_structure(hb), name)) {
        return RDG_ERR_NAME;
    }
    if (!rdg_hbm_parameters_have(how->numbers(f->data), name)) {
        RDG_TRY(check(hb, how, name));
        RDG_TRY(widen(problem, hb, how, f->data, name));
        f = rdg_find_function(problem, how->function);
    }
    return rdg_hbm_parameters_spread(how->numbers(f->data), problem, name);
}

bool rdg_mode_number_name(rdg_index index, char *name, rdg_hbm *hb, const rdg_mode_widening *how)
{
    const rdg_structure *structure = rdg_hbm_structure(hb);
    rdg_structure_parameter number;
    for (rdg_index k = 0; rdg_structure_parameter_name(structure, k, name); k++) {
        if (rdg_structure_parameter_peek(structure, name, &number) && !why_not(hb, how, &number) &&
            index-- == 0) {
            return true;
        }
    }
    return false;
}
