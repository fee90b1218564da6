/* Patterns of loads: what is put into one, and what of it the condensation has to know. */
#include "hbm_impl.h"

#include <ridgewalk/wave.h>

bool rdg_hbm_load_is_static(const rdg_hbm_load *load)
{
    return load->of->kind == RDG_LOAD_CONSTANT;
}

/* What acts on the next sector acts on this one as exp(i theta) (cosine - i sine). */
static void add_force(const rdg_hbm *hb, const rdg_hbm_load *load, double cosine, double sine,
                      const rdg_hbm_pattern *p)
{
    const double k = load->of->harmonic, factor = load->of->kind == RDG_LOAD_UNBALANCE ? k * k : 1.0;
    double turn_cosine = 1.0, turn_sine = 0.0;
    cosine *= factor;
    sine *= factor;
    rdg_structure_turn(hb->structure, p->harmonic, &turn_cosine, &turn_sine);
    for (rdg_index t = 0; t < load->terms.n; t++) {
        const rdg_hbm_term *term = &load->terms.term[t];
        p->cosine[term->dof] +=
            term->weight * cosine + term->across * (turn_cosine * cosine + turn_sine * sine);
        p->sine[term->dof] += term->weight * sine + term->across * (turn_cosine * sine - turn_sine * cosine);
    }
}

/* -M r x_b'', with x_b'' = -(k omega)^2 x_b where the displacement is given */
static rdg_status add_inertia(const rdg_hbm *hb, const rdg_hbm_load *load, double cosine, double sine,
                              const rdg_hbm_pattern *p)
{
    rdg_sparse M;
    RDG_TRY(rdg_structure_matrices(hb->structure, &M, NULL, NULL));
    const double k = load->of->harmonic, factor = load->of->kind == RDG_LOAD_DISPLACEMENT ? k * k : -1.0;
    for (rdg_index j = 0; j < M.pattern.cols; j++) {
        for (rdg_index e = M.pattern.start[j]; e < M.pattern.start[j + 1]; e++) {
            const double inertia = factor * M.values[e] * load->of->influence[j];
            p->cosine[M.pattern.row[e]] += inertia * cosine;
            p->sine[M.pattern.row[e]] += inertia * sine;
        }
    }
    return RDG_OK;
}

rdg_status rdg_hbm_add_to_pattern(rdg_hbm *hb, const rdg_hbm_load *load, double cosine, double sine,
                                  const rdg_hbm_pattern *p)
{
    if (load->of->influence) {
        return add_inertia(hb, load, cosine, sine, p);
    }
    add_force(hb, load, cosine, sine, p);
    return RDG_OK;
}

bool rdg_hbm_pattern_is_condensed(const rdg_hbm *hb, const rdg_hbm_pattern *p)
{
    for (rdg_index dof = 0; dof < rdg_structure_size(hb->structure); dof++) {
        if (hb->place[dof] < 0 && (p->cosine[dof] != 0.0 || p->sine[dof] != 0.0)) {
            return true;
        }
    }
    return false;
}

/* Only what is condensed depends on the damping. */
rdg_status rdg_hbm_keep_rates_of(const rdg_hbm *hb, rdg_hbm_pattern *p)
{
    const size_t n = 2 * (size_t)hb->n_kept;
    if (hb->excitation.keeps_rates && !p->rate[0] && p->load >= 0) {
        p->rate[0] = rdg_context_calloc(hb->ctx, 2 * n, sizeof(double));
        p->rate[1] = p->rate[0] ? p->rate[0] + n : NULL;
    }
    return rdg_error_status(hb->ctx);
}

rdg_status rdg_hbm_condense_pattern(rdg_hbm *hb, rdg_hbm_pattern *p)
{
    p->load = -1;
    if (hb->stiffness.condensation && rdg_hbm_pattern_is_condensed(hb, p)) {
        p->load = rdg_condensation_add_load(hb->stiffness.condensation, p->cosine, p->sine);
    }
    return rdg_hbm_keep_rates_of(hb, p);
}
