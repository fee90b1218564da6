/* A pattern for a load whose amplitude and phase vary (excitation_turned.c), taken out of those that loads
 * share. */
#include "hbm_impl.h"

#include <string.h>

/* Space for what the others make up. */
static rdg_status share(rdg_hbm *hb)
{
    rdg_hbm_excitation *e = &hb->excitation;
    double *capacity = e->shared[0] ? NULL : rdg_context_calloc(hb->ctx, 4 * (size_t)hb->m, sizeof *capacity);
    for (int k = 0; capacity && k < 4; k++) {
        e->shared[k] = capacity + k * hb->m;
    }
    return rdg_error_status(hb->ctx);
}

static bool is_member(const rdg_hbm *hb, rdg_index load, const rdg_hbm_pattern *p)
{
    const rdg_hbm_load *l = &hb->load[load];
    return p->alone < 0 && p->harmonic == l->of->harmonic && p->power == rdg_load_frequency_power(l->of) &&
           p->is_static == rdg_hbm_load_is_static(l) && !l->alone;
}

/* A pattern anew, of those that are left in it. */
static rdg_status gather_rest(rdg_hbm *hb, rdg_hbm_pattern *p)
{
    const size_t size = (size_t)rdg_structure_size(hb->structure);
    memset(p->cosine, 0, size * sizeof(double));
    memset(p->sine, 0, size * sizeof(double));
    for (rdg_index i = 0; i < hb->n_loads; i++) {
        if (is_member(hb, i, p)) {
            RDG_TRY(rdg_hbm_add_to_pattern(hb, &hb->load[i], hb->load[i].cosine, hb->load[i].sine, p));
        }
    }
    return rdg_hbm_condense_pattern(hb, p);
}

static rdg_status make_alone(rdg_hbm *hb, rdg_index load, rdg_hbm_pattern *p)
{
    rdg_hbm_load *l = &hb->load[load];
    const size_t size = (size_t)rdg_structure_size(hb->structure), n = 2 * (size_t)hb->n_kept;
    p->cosine = rdg_context_calloc(hb->ctx, size, sizeof(double));
    p->sine = rdg_context_calloc(hb->ctx, size, sizeof(double));
    double *unit = rdg_context_calloc(hb->ctx, 3 * n, sizeof *unit);
    for (int order = 0; unit && order < 3; order++) {
        p->unit[order] = unit + (size_t)order * n;
    }
    RDG_TRY(rdg_error_status(hb->ctx));
    p->harmonic = l->of->harmonic;
    p->power = rdg_load_frequency_power(l->of);
    p->is_static = rdg_hbm_load_is_static(l);
    p->alone = load;
    p->amplitude = l->of->amplitude;
    p->phase = l->of->phase;
    RDG_TRY(rdg_hbm_add_to_pattern(hb, l, 1.0, 0.0, p));
    return rdg_hbm_condense_pattern(hb, p);
}

rdg_status rdg_hbm_single_out(rdg_hbm *hb, rdg_index load)
{
    rdg_hbm_excitation *e = &hb->excitation;
    rdg_hbm_load *l = &hb->load[load];
    if (l->alone) {
        return RDG_OK;
    }
    RDG_TRY(share(hb));
    RDG_TRY(rdg_context_grow(hb->ctx, &e->pattern, e->n, 1, sizeof *e->pattern));
    RDG_TRY(rdg_context_grow(hb->ctx, &e->acting, e->n, 1, sizeof *e->acting));
    rdg_hbm_pattern fresh = {.load = -1}, *own = &e->pattern[e->n];
    const rdg_status status = make_alone(hb, load, &fresh);
    if (status != RDG_OK) {
        rdg_free(fresh.cosine);
        rdg_free(fresh.sine);
        rdg_free(fresh.unit[0]);
        rdg_free(fresh.rate[0]);
        return status;
    }
    *own = fresh;
    l->alone = true;
    e->n++;
    e->known = false;
    hb->stiffness.order = -1;
    for (rdg_index i = 0; i < e->n - 1; i++) {
        rdg_hbm_pattern *p = &e->pattern[i];
        if (p->alone < 0 && p->harmonic == own->harmonic && p->power == own->power &&
            p->is_static == own->is_static) {
            RDG_TRY(gather_rest(hb, p));
        }
    }
    return RDG_OK;
}
