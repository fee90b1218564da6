/* The excitation F_ex(omega), its derivatives, and what alpha does not scale.
 *
 * The loads of a harmonic k that depend on omega alike make up one pattern, omega^p (c cos k tau + s sin k
 * tau) on all degrees of freedom. A base that moves by x_b exerts -M r x_b'': p = 2, and k^2 M r times its
 * amplitude. An unbalance has p = 2 and k^2 times its moment. Where degrees of freedom are condensed that are
 * loaded, the pattern turns into
 *
 *     F = omega^p T(omega),   T = f_b - Z_bi Z_ii^-1 f_i   (condensation.h). */
#include "hbm_impl.h"

#include <string.h>

/* The pattern that a load belongs to, made if there is none yet; NULL without memory. */
static rdg_hbm_pattern *find_pattern(rdg_hbm *hb, const rdg_hbm_load *load)
{
    rdg_hbm_excitation *e = &hb->excitation;
    for (rdg_index i = 0; i < e->n; i++) {
        rdg_hbm_pattern *p = &e->pattern[i];
        if (p->harmonic == load->of->harmonic && p->power == rdg_load_frequency_power(load->of) &&
            p->is_static == rdg_hbm_load_is_static(load)) {
            return p;
        }
    }
    const size_t size = (size_t)rdg_structure_size(hb->structure);
    rdg_hbm_pattern *p = &e->pattern[e->n++];
    *p = (rdg_hbm_pattern){.harmonic = load->of->harmonic,
                           .power = rdg_load_frequency_power(load->of),
                           .is_static = rdg_hbm_load_is_static(load),
                           .load = -1,
                           .alone = -1,
                           .cosine = rdg_context_calloc(hb->ctx, size, sizeof(double)),
                           .sine = rdg_context_calloc(hb->ctx, size, sizeof(double))};
    return p->cosine && p->sine ? p : NULL;
}

static rdg_status gather(rdg_hbm *hb, const rdg_hbm_load *load)
{
    if (rdg_hbm_load_is_static(load) && !hb->basis.has_static) {
        return RDG_OK; /* it acts through the state of rest alone */
    }
    rdg_hbm_pattern *p = find_pattern(hb, load);
    return p ? rdg_hbm_add_to_pattern(hb, load, load->cosine, load->sine, p) : RDG_ERR_NO_MEMORY;
}

static void set_places(const rdg_hbm *hb, const rdg_hbm_load *load)
{
    for (rdg_index t = 0; t < load->terms.n; t++) {
        load->terms.term[t].place = hb->place[load->terms.term[t].dof];
    }
}

/* Does it load a degree of freedom that is condensed, whatever its amplitude is? */
static bool reaches_condensed(const rdg_hbm_load *load)
{
    bool reaches = false;
    for (rdg_index t = 0; t < load->terms.n; t++) {
        reaches = reaches || load->terms.term[t].place < 0;
    }
    return reaches;
}

rdg_status rdg_hbm_gather_loads(rdg_hbm *hb)
{
    rdg_hbm_excitation *e = &hb->excitation;
    e->pattern = rdg_context_calloc(hb->ctx, (size_t)hb->n_loads, sizeof *e->pattern);
    e->acting = rdg_context_calloc(hb->ctx, (size_t)hb->n_loads, sizeof *e->acting);
    e->F_static = rdg_context_calloc(hb->ctx, (size_t)hb->m, sizeof *e->F_static);
    for (int order = 0; order < 3; order++) {
        e->F[order] = rdg_context_calloc(hb->ctx, (size_t)hb->m, sizeof *e->F[order]);
        e->work[order] = rdg_context_calloc(hb->ctx, 2 * (size_t)hb->n_kept, sizeof *e->work[order]);
    }
    RDG_TRY(rdg_error_status(hb->ctx));
    for (rdg_index i = 0; i < hb->n_loads; i++) {
        set_places(hb, &hb->load[i]);
        RDG_TRY(gather(hb, &hb->load[i]));
        e->varies = e->varies || (hb->load[i].of->harmonic > 0 && reaches_condensed(&hb->load[i]));
    }
    for (rdg_index i = 0; i < e->n; i++) {
        const rdg_hbm_pattern *p = &e->pattern[i];
        e->varies = e->varies || p->power > 0 || (p->harmonic > 0 && rdg_hbm_pattern_is_condensed(hb, p));
    }
    return RDG_OK;
}

rdg_status rdg_hbm_keep_rates(rdg_hbm *hb)
{
    hb->excitation.keeps_rates = true;
    for (rdg_index l = 0; l < hb->excitation.n; l++) {
        RDG_TRY(rdg_hbm_keep_rates_of(hb, &hb->excitation.pattern[l]));
    }
    return RDG_OK;
}

rdg_status rdg_hbm_condense_loads(rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->excitation.n; i++) {
        RDG_TRY(rdg_hbm_condense_pattern(hb, &hb->excitation.pattern[i]));
    }
    return RDG_OK;
}

/* T and its derivatives, [2 n_kept] each: cosine parts, sine parts. */
static int condense(const rdg_hbm *hb, const rdg_hbm_pattern *p, double omega, double *const T[3])
{
    const rdg_index nk = hb->n_kept;
    if (p->load >= 0) {
        return rdg_condensation_evaluate_load(hb->stiffness.condensation, p->load, p->harmonic, omega, T[0],
                                              T[1], T[2]);
    }
    for (rdg_index i = 0; i < nk; i++) {
        T[0][i] = p->cosine[hb->kept[i]];
        T[0][nk + i] = p->sine[hb->kept[i]];
    }
    memset(T[1], 0, 2 * (size_t)nk * sizeof *T[1]);
    memset(T[2], 0, 2 * (size_t)nk * sizeof *T[2]);
    return 0;
}

/* T by omega^power and its derivatives, added to F, [n] each, of which NULL is not requested */
static void add_scaled(const rdg_hbm_pattern *p, double omega, rdg_index n, double *const T[3],
                       double *const F[3])
{
    const bool squared = p->power == 2;
    const double s = squared ? omega * omega : 1.0, s1 = squared ? 2.0 * omega : 0.0;
    const double s2 = squared ? 2.0 : 0.0;
    for (rdg_index i = 0; i < n; i++) {
        F[0][i] += s * T[0][i];
        F[1][i] += s1 * T[0][i] + s * T[1][i];
        F[2][i] += s2 * T[0][i] + 2.0 * s1 * T[1][i] + s * T[2][i];
    }
}

static void clear(rdg_index n, double *const F[3])
{
    for (int order = 0; order < 3; order++) {
        memset(F[order], 0, (size_t)n * sizeof(double));
    }
}

int rdg_hbm_excitation_update(rdg_hbm *hb, int harmonic, double omega)
{
    rdg_hbm_excitation *e = &hb->excitation;
    if (e->known && !e->varies) {
        return 0;
    }
    const rdg_index first = rdg_hbm_coefficient(&hb->basis, harmonic) * hb->n_kept;
    const rdg_index n = (harmonic > 0 ? 2 : 1) * hb->n_kept;
    double *const *to = e->shared[0] ? e->shared : e->F;
    double *const F[3] = {to[0] + first, to[1] + first, to[2] + first};
    double *const F_static = (e->shared[0] ? e->shared[3] : e->F_static) + first;
    clear(n, F);
    memset(F_static, 0, (size_t)n * sizeof(double));
    for (rdg_index l = 0; l < e->n; l++) {
        const rdg_hbm_pattern *p = &e->pattern[l];
        if (p->harmonic != harmonic) {
            continue;
        }
        const int status = condense(hb, p, omega, e->work);
        if (status != 0) {
            return status;
        }
        for (int order = 1; p->rate[0] && order < 3; order++) {
            memcpy(p->rate[order - 1], e->work[order], 2 * (size_t)hb->n_kept * sizeof(double));
        }
        if (p->alone >= 0) {
            clear(2 * hb->n_kept, p->unit);
            add_scaled(p, omega, n, e->work, p->unit);
        } else {
            add_scaled(p, omega, n, e->work, p->is_static ? (double *const[]){F_static, F[1], F[2]} : F);
        }
    }
    rdg_hbm_combine(hb, harmonic);
    return 0;
}

int rdg_hbm_expand_loaded(rdg_hbm *hb, int harmonic, double omega, double alpha, const double *kept,
                          double *full)
{
    rdg_hbm_excitation *e = &hb->excitation;
    rdg_index n = 0;
    for (rdg_index l = 0; l < e->n; l++) {
        const rdg_hbm_pattern *p = &e->pattern[l];
        if (p->harmonic == harmonic && p->load >= 0) {
            const double level = p->is_static ? 1.0 : alpha;
            e->acting[n++] = (rdg_load_factor){.load = p->load,
                                               .factor = (p->power == 2 ? level * omega * omega : level) *
                                                         (p->alone >= 0 ? p->amplitude : 1.0),
                                               .phase = p->alone >= 0 ? p->phase : 0.0};
        }
    }
    return rdg_condensation_expand(hb->stiffness.condensation, harmonic, omega, kept, n, e->acting, full);
}

void rdg_hbm_free_excitation(rdg_hbm_excitation *e)
{
    for (rdg_index l = 0; l < e->n; l++) {
        rdg_free(e->pattern[l].cosine);
        rdg_free(e->pattern[l].sine);
        rdg_free(e->pattern[l].unit[0]);
        rdg_free(e->pattern[l].rate[0]);
    }
    rdg_free(e->pattern);
    rdg_free(e->acting);
    rdg_free(e->shared[0]);
    rdg_free(e->F_static);
    for (int order = 0; order < 3; order++) {
        rdg_free(e->F[order]);
        rdg_free(e->work[order]);
    }
    *e = (rdg_hbm_excitation){0};
}
