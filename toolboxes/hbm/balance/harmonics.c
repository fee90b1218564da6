/* Harmonics of a basis, and what a harmonic balance is made of. */
#include "hbm_impl.h"

#include <stdio.h>

rdg_context *rdg_hbm_context(const rdg_hbm *hb)
{
    return hb ? hb->ctx : NULL;
}

rdg_structure *rdg_hbm_structure(const rdg_hbm *hb)
{
    return hb ? hb->structure : NULL;
}

const rdg_basis *rdg_hbm_basis(const rdg_hbm *hb)
{
    return hb ? &hb->basis : NULL;
}

rdg_index rdg_hbm_coefficient(const rdg_basis *basis, int harmonic)
{
    if (harmonic == 0) {
        return basis->has_static ? 0 : -1;
    }
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        if (basis->harmonic[i] == harmonic) {
            return basis->has_static + 2 * i;
        }
    }
    return -1;
}

rdg_status rdg_hbm_check_harmonic(rdg_hbm *hb, const char *where, int harmonic, const char *what)
{
    if (rdg_hbm_coefficient(&hb->basis, harmonic) >= 0) {
        return RDG_OK;
    }
    char list[256] = "";
    size_t used = 0;
    if (hb->basis.has_static) {
        used = (size_t)snprintf(list, sizeof list, " 0");
    }
    for (rdg_index i = 0; i < hb->basis.n_harmonics && used < sizeof list; i++) {
        used += (size_t)snprintf(list + used, sizeof list - used, " %d", hb->basis.harmonic[i]);
    }
    return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                    "harmonic %d of \"%s\"%s is not kept; kept are:%s: add it to RDG_HARMONICS()", harmonic,
                    rdg_structure_name(hb->structure), what, list);
}
