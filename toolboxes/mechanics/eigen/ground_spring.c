/* Springs between a displacement and the ground. */
#include "modes_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_status rdg_ground_spring_terms(rdg_structure *s, const char *where, const rdg_ground_spring *spring,
                                   rdg_index *n, const rdg_index **dof, const double **weight)
{
    RDG_TRY(rdg_structure_displacement(s, where, spring->name, n, dof, weight));
    return isfinite(spring->stiffness)
               ? RDG_OK
               : rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where, "stiffness of the ground spring at \"%s\" is %g",
                          spring->name, spring->stiffness);
}
