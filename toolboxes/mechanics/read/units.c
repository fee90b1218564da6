/* From the units of a file to SI. */
#include "fe_nodes.h"

#include "structure_impl.h"
#include "wave_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* SI values of the units of length (m) and energy (J) */
typedef struct unit_sizes {
    double length, energy;
} unit_sizes;

/* Is each degree of freedom a translation? Others (rotations, modes) have no length. */
static rdg_status find_translations(const rdg_structure *s, bool *is_translation)
{
    if (s->n_labels == 0 && (s->mixed || s->beam_elements > 0 || s->plane_nx > 0)) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, "rdg_structure_units",
            "which degrees of freedom of \"%s\" are rotations is not known: give the file that names its "
            "nodes, or convert the matrices before",
            s->name);
    }
    memset(is_translation, s->n_labels == 0, (size_t)s->n * sizeof *is_translation);
    for (rdg_index i = 0; i < s->n_labels; i++) {
        is_translation[s->labels[i].dof] = s->labels[i].direction >= 'x';
    }
    return RDG_OK;
}

/* An entry is an energy by two displacements (and times, which stay in s). */
static void convert(rdg_structure *s, unit_sizes unit, const bool *is_translation)
{
    const double factor[] = {unit.energy, unit.energy / unit.length,
                             unit.energy / (unit.length * unit.length)};
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index k = s->start[j]; k < s->start[j + 1]; k++) {
            const double f = factor[is_translation[s->row[k]] + is_translation[j]];
            s->M[k] *= f;
            s->C[k] *= f;
            s->K[k] *= f;
            for (int which = 0; s->wave && which < 3; which++) {
                s->wave->S[which][k] *= f;
                s->wave->G[which][k] *= f;
            }
        }
    }
    for (rdg_index i = 0; i < s->n_places; i++) {
        for (int d = 0; d < 3; d++) {
            s->places[i].position[d] *= unit.length;
        }
    }
}

rdg_status rdg_structure_units(rdg_structure *s, rdg_units units)
{
    static const unit_sizes sizes[] = {[RDG_SI] = {1.0, 1.0}, [RDG_MM_TONNE_S] = {1e-3, 1e-3}};
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if ((int)units < RDG_SI || units > RDG_MM_TONNE_S) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "there are no units %d: RDG_SI, RDG_MM_TONNE_S",
                        (int)units);
    }
    RDG_TRY(rdg_structure_still_open(s, __func__, "other units"));
    RDG_TRY(rdg_structure_not_at_rest(s, __func__, "other units"));
    if (s->file_length > 0) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "\"%s\" is in SI units already: it was converted before",
                        s->name);
    }
    bool *is_translation = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *is_translation);
    rdg_status status = is_translation ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK && units != RDG_SI) {
        status = find_translations(s, is_translation);
    }
    if (status == RDG_OK) {
        convert(s, sizes[units], is_translation);
        s->file_length = sizes[units].length;
    }
    rdg_free(is_translation);
    return status;
}
