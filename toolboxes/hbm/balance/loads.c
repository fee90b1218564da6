/* Loads of a harmonic balance: the structure's, as cosine and sine of their harmonics. */
#include "hbm_impl.h"

#include <ridgewalk/rest.h>

#include <math.h>
#include <stdio.h>

static rdg_status take(rdg_hbm *hb, const rdg_load *of, rdg_hbm_load *load)
{
    if (of->kind != RDG_LOAD_CONSTANT && rdg_hbm_coefficient(&hb->basis, of->harmonic) < 0) {
        char what[300];
        snprintf(what, sizeof what, ", which load \"%.250s\" drives,", of->name);
        return rdg_hbm_check_harmonic(hb, "rdg_hbm_create", of->harmonic, what);
    }
    if (of->kind == RDG_LOAD_CONSTANT && !hb->basis.has_static && !rdg_structure_rest(hb->structure)) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, "rdg_hbm_create",
                        "the static force \"%s\" on \"%s\" does nothing: keep harmonic 0, or call "
                        "rdg_prestress() before rdg_hbm_create()",
                        of->name, rdg_structure_name(hb->structure));
    }
    /* amplitude cos(k tau + phase) = cos(phase) cos(k tau) - sin(phase) sin(k tau) */
    *load = (rdg_hbm_load){
        .of = of, .cosine = of->amplitude * cos(of->phase), .sine = -of->amplitude * sin(of->phase)};
    return of->at ? rdg_hbm_resolve(hb, 1, &of->at, &load->terms) : RDG_OK;
}

rdg_status rdg_hbm_take_loads(rdg_hbm *hb)
{
    const rdg_index n = rdg_load_count(hb->structure);
    hb->load = rdg_context_calloc(hb->ctx, (size_t)n, sizeof *hb->load);
    hb->n_loads = hb->load ? n : 0;
    for (rdg_index i = 0; i < hb->n_loads; i++) {
        RDG_TRY(take(hb, rdg_load_at(hb->structure, i), &hb->load[i]));
    }
    return rdg_error_status(hb->ctx);
}

void rdg_hbm_free_loads(rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->n_loads; i++) {
        rdg_free(hb->load[i].terms.term);
    }
    rdg_free(hb->load);
}
