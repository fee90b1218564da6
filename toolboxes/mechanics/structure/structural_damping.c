/* Structural damping: a loss factor for the whole stiffness. */
#include "structural_damping.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_status rdg_damping_structural(rdg_structure *s, double loss_factor)
{
    RDG_TRY(rdg_structure_still_open(s, __func__, "its structural damping"));
    if (!isfinite(loss_factor)) {
        return RDG_FAIL(s->ctx, RDG_ERR_NOT_FINITE, "the loss factor of \"%s\" is %g", s->name, loss_factor);
    }
    if (loss_factor < 0.0) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "the loss factor of \"%s\" is %g: K (1 + i g) feeds in energy for g < 0; it must be "
                        "0 or positive",
                        s->name, loss_factor);
    }
    s->loss_factor = loss_factor;
    return RDG_OK;
}

double rdg_structure_loss_factor(const rdg_structure *s)
{
    return s ? s->loss_factor : 0.0;
}

rdg_status rdg_structure_refuse_loss(const rdg_structure *s, const char *where)
{
    return s && s->loss_factor > 0.0
               ? rdg_fail(
                     s->ctx, RDG_ERR_ARGUMENT, where,
                     "\"%s\" has structural damping (loss factor %g), which %s() cannot take: K (1 + i g) "
                     "is defined for harmonic motion only. Give viscous damping instead: C = g / omega K "
                     "is the same at one frequency omega (rdg_damping_proportional)",
                     s->name, s->loss_factor, where ? where : "the call")
               : RDG_OK;
}
