/* Creation and end of a harmonic balance. What it takes from the structure: elements.c, loads.c, sensors.c.
 */
#include "hbm_impl.h"

#include <stdio.h>
#include <string.h>

static rdg_status check_harmonics(rdg_context *ctx, const char *structure, rdg_index n, const int *harmonics)
{
    const char *where = "rdg_hbm_create";
    if (n < 1 || !harmonics) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "no harmonics are given for \"%s\"", structure);
    }
    for (rdg_index i = 0; i < n; i++) {
        if (harmonics[i] < 0) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "harmonic %d of \"%s\" is negative", harmonics[i],
                            structure);
        }
        if (i > 0 && harmonics[i] <= harmonics[i - 1]) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                            "the harmonics of \"%s\" are not ascending: %d comes after %d; list each once, "
                            "the lowest first",
                            structure, harmonics[i], harmonics[i - 1]);
        }
    }
    if (harmonics[n - 1] == 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" has the static part alone: give at least one harmonic >= 1", structure);
    }
    return RDG_OK;
}

static void release(void *object)
{
    rdg_hbm *hb = object;
    rdg_hbm_free_attachments(hb); /* first: their instances use the data of the elements */
    rdg_hbm_free_closed_parts(hb);
    rdg_hbm_free_shorter(hb);
    rdg_hbm_free_elements(hb);
    rdg_hbm_free_loads(hb);
    rdg_hbm_free_sensors(hb);
    rdg_free(hb->shift);
    rdg_free(hb->harmonic);
    rdg_free(hb);
}

static rdg_status take_harmonics(rdg_hbm *hb, rdg_index n, const int *harmonics)
{
    hb->basis.has_static = harmonics[0] == 0;
    hb->basis.n_harmonics = n - hb->basis.has_static;
    hb->basis.n_coefficients = 2 * hb->basis.n_harmonics + hb->basis.has_static;
    hb->harmonic = rdg_context_calloc(hb->ctx, (size_t)hb->basis.n_harmonics, sizeof *hb->harmonic);
    if (!hb->harmonic) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < hb->basis.n_harmonics; i++) {
        hb->harmonic[i] = harmonics[i + hb->basis.has_static];
    }
    hb->basis.harmonic = hb->harmonic;
    hb->active = hb->basis;
    hb->shift = rdg_hbm_make_shift(hb->structure, &hb->basis);
    return hb->shift ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_status take_structure(rdg_hbm *hb)
{
    RDG_TRY(rdg_hbm_take_elements(hb));
    RDG_TRY(rdg_hbm_take_loads(hb));
    return rdg_hbm_take_sensors(hb);
}

rdg_hbm *rdg_hbm_create(rdg_structure *structure, rdg_index n, const int *harmonics)
{
    rdg_context *ctx = rdg_structure_context(structure);
    if (!ctx || rdg_error_status(ctx) != RDG_OK ||
        check_harmonics(ctx, rdg_structure_name(structure), n, harmonics) != RDG_OK) {
        return NULL;
    }
    rdg_hbm *hb = rdg_context_calloc(ctx, 1, sizeof *hb);
    if (!hb) {
        return NULL;
    }
    hb->ctx = ctx;
    hb->structure = structure;
    hb->threads = rdg_thread_count(ctx);
    if (take_harmonics(hb, n, harmonics) != RDG_OK || take_structure(hb) != RDG_OK) {
        release(hb);
        return NULL;
    }
    rdg_structure_take(structure, __func__);
    return rdg_context_own(ctx, hb, release) == RDG_OK ? hb : NULL;
}

void rdg_hbm_free(rdg_hbm *hb)
{
    if (!hb) {
        return;
    }
    /* the condensations, too, are the context's, and newer: when the context frees all, they go first */
    rdg_condensation_free(hb->stiffness.condensation);
    rdg_hbm_free_owned(hb);
    rdg_context_disown(hb->ctx, hb);
    release(hb);
}

rdg_status rdg_hbm_still_open(rdg_hbm *hb, const char *where)
{
    RDG_ENTER(hb, hb->ctx, RDG_ERR_EARLIER);
    if (hb->closed) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "the harmonic balance of \"%s\" is in use already: call this before a problem is "
                        "made or its equations are evaluated",
                        rdg_structure_name(hb->structure));
    }
    return RDG_OK;
}

rdg_status rdg_hbm_keep_all(rdg_hbm *hb)
{
    RDG_TRY(rdg_hbm_still_open(hb, "rdg_hbm_keep_all"));
    hb->solver = hb->solver == RDG_SPECTRAL ? RDG_SPECTRAL : RDG_WHOLE;
    return RDG_OK;
}

rdg_status rdg_hbm_condense_forces(rdg_hbm *hb)
{
    RDG_TRY(rdg_hbm_still_open(hb, "rdg_hbm_condense_forces"));
    hb->condenses_forces = true;
    return RDG_OK;
}

rdg_status rdg_hbm_threads(rdg_hbm *hb, int threads)
{
    RDG_ENTER(hb, hb->ctx, RDG_ERR_EARLIER);
    if (threads < 1) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT, "%d threads for the elements of \"%s\": give 1 or more",
                        threads, rdg_structure_name(hb->structure));
    }
    RDG_TRY(rdg_threads_provide(hb->ctx, __func__, threads));
    hb->threads = threads;
    return RDG_OK;
}
