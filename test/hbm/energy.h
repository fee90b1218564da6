/* The energy balance of a cycle: what the force puts in against what dampers and elements take out. It asks
 * the structure for its whole motion and the elements for their forces, not the equations that were solved.
 */
#ifndef RDG_TEST_ENERGY_H
#define RDG_TEST_ENERGY_H

#include "support.h"

#include <ridgewalk/hbm.h>

static const double energy_pi = 3.14159265358979323846;

/* Work of forces F on displacements z over a cycle: pi sum_k k (F_kc z_ks - F_ks z_kc). */
static inline double cycle_work(const rdg_basis *basis, rdg_index d, const double *F, const double *z)
{
    double work = 0.0;
    for (rdg_index slot = 0; slot < d; slot++) {
        for (rdg_index h = 0; h < basis->n_harmonics; h++) {
            const rdg_index c = slot * basis->n_coefficients + basis->has_static + 2 * h;
            work += basis->harmonic[h] * (F[c] * z[c + 1] - F[c + 1] * z[c]);
        }
    }
    return energy_pi * work;
}

/* pi omega sum_k k^2 (Q_kc^T C Q_kc + Q_ks^T C Q_ks) */
static inline double damper_work(rdg_hbm *hb, const double *Q, double omega, double alpha)
{
    const rdg_basis *basis = rdg_hbm_basis(hb);
    const size_t n = (size_t)rdg_structure_size(rdg_hbm_structure(hb));
    rdg_sparse C;
    rdg_structure_matrices(rdg_hbm_structure(hb), NULL, &C, NULL);
    double *full = calloc(2 * n, sizeof *full);
    double work = 0.0;
    assert_non_null(full);
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        const double k = basis->harmonic[h];
        rdg_hbm_expand(hb, basis->harmonic[h], omega, alpha, Q, full);
        for (size_t part = 0; part < 2; part++) {
            const double *x = full + part * n;
            for (rdg_index j = 0; j < C.pattern.cols; j++) {
                for (rdg_index e = C.pattern.start[j]; e < C.pattern.start[j + 1]; e++) {
                    work += k * k * x[C.pattern.row[e]] * C.values[e] * x[j];
                }
            }
        }
    }
    free(full);
    return energy_pi * omega * work;
}

static inline double element_work(rdg_hbm *hb, const double *Q, double omega)
{
    const rdg_basis *basis = rdg_hbm_basis(hb);
    double work = 0.0;
    for (rdg_index i = 0; i < rdg_element_count(rdg_hbm_structure(hb)); i++) {
        const rdg_index d = rdg_hbm_element_size(hb, i);
        double *z = calloc((size_t)(d * basis->n_coefficients), sizeof *z);
        double *F = calloc((size_t)(d * basis->n_coefficients), sizeof *F);
        assert_true(z && F);
        assert_int_equal(rdg_hbm_element_state(hb, i, Q, omega, z, F), 0);
        work += cycle_work(basis, d, F, z);
        free(z);
        free(F);
    }
    return work;
}

/* Of the force alpha cos(omega t) at a named displacement. */
static inline double force_work(rdg_hbm *hb, const char *at, const double *Q, double alpha)
{
    double cosine = 0.0;
    double sine = 0.0;
    assert_ok(rdg_hbm_context(hb), rdg_hbm_harmonic(hb, at, 1, Q, &cosine, &sine));
    return energy_pi * alpha * sine;
}

/* Of the base's motion alpha X cos(omega t) along all translations: of the inertia forces on the motion
 * relative to it, pi omega^2 X r^T M Q_s. */
static inline double base_work(rdg_hbm *hb, double X, const double *Q, double omega, double alpha)
{
    const rdg_structure *s = rdg_hbm_structure(hb);
    const size_t n = (size_t)rdg_structure_size(s);
    rdg_sparse M;
    rdg_structure_matrices(s, &M, NULL, NULL);
    double *full = calloc(2 * n, sizeof *full), *r = calloc(n, sizeof *r);
    double work = 0.0;
    assert_true(full && r);
    rdg_structure_translation(s, r);
    rdg_hbm_expand(hb, 1, omega, alpha, Q, full);
    for (rdg_index j = 0; j < M.pattern.cols; j++) {
        for (rdg_index e = M.pattern.start[j]; e < M.pattern.start[j + 1]; e++) {
            work += r[M.pattern.row[e]] * M.values[e] * full[(rdg_index)n + j];
        }
    }
    free(full);
    free(r);
    return energy_pi * omega * omega * alpha * X * work;
}

/* in: the work that is put in */
static inline void assert_taken_out(rdg_hbm *hb, double in, const double *Q, double omega, double alpha)
{
    const double out = damper_work(hb, Q, omega, alpha) + element_work(hb, Q, omega);
    assert_near(out, in, 1e-10, 0.0);
}

static inline void assert_energy_balance(rdg_hbm *hb, const char *force_at, const double *Q, double omega,
                                         double alpha)
{
    assert_taken_out(hb, force_work(hb, force_at, Q, alpha), Q, omega, alpha);
}

#endif
