/* Condensation of a structure: of its matrices, or of those of a travelling wave by nodal diameter. */
#include "condensation_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

static rdg_condensation *create(rdg_structure *s, const char *where, rdg_index n_kept, const rdg_index *kept,
                                rdg_interior_method method)
{
    rdg_condensation *c =
        rdg_condensation_make(s, where, n_kept, kept, method,
                              rdg_structure_is_wave(s) ? rdg_wave_family_build : rdg_condensation_build);
    return c && rdg_context_own(s->ctx, c, rdg_condensation_destroy) == RDG_OK ? c : NULL;
}

rdg_condensation *rdg_condensation_create(rdg_structure *s, rdg_index n_kept, const rdg_index *kept)
{
    return create(s, __func__, n_kept, kept, RDG_INTERIOR_AUTO);
}

rdg_condensation *rdg_condensation_create_with(rdg_structure *s, rdg_index n_kept, const rdg_index *kept,
                                               rdg_interior_method method)
{
    return create(s, __func__, n_kept, kept, method);
}
