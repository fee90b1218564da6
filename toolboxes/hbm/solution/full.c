/* The same harmonics of the same structure with every degree of freedom kept. */
#include "hbm_impl.h"

/* A harmonic balance of the same structure and harmonics. */
static rdg_hbm *create_alike(const rdg_hbm *hb)
{
    const rdg_index n = hb->basis.n_harmonics + hb->basis.has_static;
    int *harmonic = rdg_context_calloc(hb->ctx, (size_t)n, sizeof *harmonic);
    if (!harmonic) {
        return NULL;
    }
    for (rdg_index i = hb->basis.has_static; i < n; i++) { /* the static part, 0, comes first */
        harmonic[i] = hb->harmonic[i - hb->basis.has_static];
    }
    rdg_hbm *full = rdg_hbm_create(hb->structure, n, harmonic);
    rdg_free(harmonic);
    return full;
}

rdg_hbm *rdg_hbm_full(rdg_hbm *hb)
{
    RDG_ENTER(hb, hb->ctx, NULL);
    rdg_hbm *full = create_alike(hb);
    if (full && rdg_hbm_keep_all(full) != RDG_OK) {
        rdg_hbm_free(full);
        return NULL;
    }
    return full;
}
