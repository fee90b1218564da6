/* Which degrees of freedom go with a base that moves. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

rdg_status rdg_structure_translation(const rdg_structure *s, double *r)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, r, RDG_ERR_ARGUMENT);
    if (s->mixed) {
        return RDG_FAIL(
            s->ctx, RDG_ERR_ARGUMENT,
            "how the degrees of freedom of \"%s\" go with a moving base is not known: give the base "
            "motion a direction or an influence",
            s->name);
    }
    for (rdg_index dof = 0; dof < s->n; dof++) {
        r[dof] = s->beam_elements > 0 && dof % 2 == 1 ? 0.0 : 1.0; /* a beam's deflection, rotation, ... */
    }
    return RDG_OK;
}
