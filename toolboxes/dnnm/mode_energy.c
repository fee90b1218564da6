/* The mechanical energy of a mode's motion, at the instant at which the displacement whose phase is fixed is
 * farthest out: t = 0, or a quarter of a period where it is a sine. Without damping the energy is the same at
 * all times but for the harmonics that are left out. */
#include "dnnm_impl.h"

#include <ridgewalk/hbm_potential.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

typedef struct energy {
    rdg_hbm *hb;
    rdg_hbm_potential *potential;
    rdg_sparse M, K;
    rdg_index n;
    double instant;   /* omega t */
    double *harmonic; /* [2 n] */
    double *q, *v;    /* [n] */
} energy;

static void free_energy(void *object)
{
    energy *self = object;
    rdg_hbm_potential_free(self->potential);
    rdg_free(self->harmonic);
    rdg_free(self->q);
    rdg_free(self->v);
    rdg_free(self);
}

/* Displacements and velocities of the whole structure at the instant. */
static rdg_status find_state(energy *self, const double *Q, double omega)
{
    const rdg_basis *basis = rdg_hbm_basis(self->hb);
    const size_t size = (size_t)self->n * sizeof *self->q;
    memset(self->q, 0, size);
    memset(self->v, 0, size);
    for (rdg_index h = -(rdg_index)basis->has_static; h < basis->n_harmonics; h++) {
        const int k = h < 0 ? 0 : basis->harmonic[h];
        const double c = cos(k * self->instant), s = sin(k * self->instant);
        const double *cosine = self->harmonic, *sine = self->harmonic + self->n;
        RDG_TRY(rdg_hbm_expand(self->hb, k, omega, 0.0, Q, self->harmonic));
        for (rdg_index i = 0; i < self->n; i++) {
            self->q[i] += c * cosine[i] + (k > 0 ? s * sine[i] : 0.0);
            self->v[i] += k * omega * (c * sine[i] - s * cosine[i]);
        }
    }
    return RDG_OK;
}

/* x^T A x / 2 */
static double quadratic(const rdg_sparse *A, const double *x)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < A->pattern.cols; j++) {
        for (rdg_index e = A->pattern.start[j]; e < A->pattern.start[j + 1]; e++) {
            sum += 0.5 * x[A->pattern.row[e]] * A->values[e] * x[j];
        }
    }
    return sum;
}

static int energy_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    energy *self = data;
    double stored = 0.0;
    if (find_state(self, u, u[n - 1]) != RDG_OK) {
        return -1;
    }
    const int status = rdg_hbm_potential_energy(self->potential, self->q, &stored);
    y[0] = quadratic(&self->M, self->v) + quadratic(&self->K, self->q) + stored;
    return status;
}

static rdg_status create(rdg_hbm *hb, rdg_mode_phase phase, energy **created)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    energy *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    *created = self;
    self->hb = hb;
    self->n = rdg_structure_size(rdg_hbm_structure(hb));
    self->instant = phase == RDG_PHASE_VELOCITY ? 0.0 : acos(0.0);
    self->harmonic = rdg_context_calloc(ctx, 2 * (size_t)self->n, sizeof(double));
    self->q = rdg_context_calloc(ctx, (size_t)self->n, sizeof(double));
    self->v = rdg_context_calloc(ctx, (size_t)self->n, sizeof(double));
    self->potential = rdg_hbm_potential_create(hb);
    RDG_TRY(rdg_structure_matrices(rdg_hbm_structure(hb), &self->M, NULL, &self->K));
    return rdg_error_status(ctx);
}

rdg_status rdg_dnnm_add_energy(rdg_problem *problem, rdg_hbm *hb, rdg_mode_phase phase)
{
    energy *self = NULL;
    const rdg_status status = create(hb, phase, &self);
    if (status != RDG_OK) {
        if (self) {
            free_energy(self);
        }
        return status;
    }
    const rdg_function function = {.name = "energy",
                                   .n = rdg_hbm_unknowns(hb) + 1,
                                   .m = 1,
                                   .f = energy_value,
                                   .by_differences = true,
                                   .data = self,
                                   .free_data = free_energy};
    RDG_TRY(rdg_hbm_add_observer(hb, problem, "rdg_nonlinear_mode", &function, RDG_REGULAR));
    return rdg_set_unit(problem, "energy", "J");
}
