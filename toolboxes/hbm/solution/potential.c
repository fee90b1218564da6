/* Potentials of elements: the work along the straight way from rest. */
#include "clones_impl.h"
#include "hbm_impl.h"

#include <ridgewalk/hbm_potential.h>
#include <ridgewalk/straight_work.h>

#include <math.h>
#include <string.h>

enum { COEFFICIENTS = 3 }; /* static part and one harmonic, which stays zero */

struct rdg_hbm_potential {
    rdg_hbm_clones clones; /* for slow motions */
    double *x, *z, *force; /* [d], [3 d], [3 d] of the largest element */
};

void rdg_hbm_potential_free(rdg_hbm_potential *potential)
{
    if (!potential) {
        return;
    }
    rdg_hbm_free_clones(&potential->clones);
    rdg_free(potential->x);
    rdg_free(potential->z);
    rdg_free(potential->force);
    rdg_free(potential);
}

static rdg_status fill(rdg_hbm_potential *potential, rdg_hbm *hb)
{
    RDG_TRY(rdg_hbm_make_clones(hb, 1, 1, &potential->clones));
    const size_t d = (size_t)potential->clones.largest;
    potential->x = rdg_context_calloc(hb->ctx, d, sizeof(double));
    potential->z = rdg_context_calloc(hb->ctx, COEFFICIENTS * d, sizeof(double));
    potential->force = rdg_context_calloc(hb->ctx, COEFFICIENTS * d, sizeof(double));
    return rdg_error_status(hb->ctx);
}

rdg_hbm_potential *rdg_hbm_potential_create(rdg_hbm *hb)
{
    RDG_ENTER(hb, hb->ctx, NULL);
    rdg_hbm_potential *potential = rdg_context_calloc(hb->ctx, 1, sizeof *potential);
    if (potential && fill(potential, hb) != RDG_OK) {
        rdg_hbm_potential_free(potential);
        return NULL;
    }
    return potential;
}

/* An element on its way from rest to potential->x. */
typedef struct journey {
    const rdg_hbm_potential *potential;
    rdg_index i;
} journey;

static int power_at(void *data, double s, double *power)
{
    const journey *way = data;
    const rdg_hbm_potential *potential = way->potential;
    const rdg_index i = way->i;
    const rdg_hbm_element *e = rdg_hbm_element_at(potential->clones.hb, i);
    const rdg_index d = e->d;
    memset(potential->z, 0, (size_t)(COEFFICIENTS * d) * sizeof(double));
    for (rdg_index j = 0; j < d; j++) {
        potential->z[COEFFICIENTS * j] = s * potential->x[j];
    }
    rdg_element_result result = {.force = potential->force};
    const int status =
        e->law->evaluate(potential->clones.self[i], &potential->clones.basis, potential->z, 1.0, &result);
    *power = 0.0;
    for (rdg_index j = 0; status == 0 && j < d; j++) {
        *power += potential->force[COEFFICIENTS * j] * potential->x[j];
    }
    return status;
}

int rdg_hbm_potential_energy(rdg_hbm_potential *potential, const double *q, double *energy)
{
    if (!potential || !q || !energy) {
        return -1;
    }
    *energy = 0.0;
    rdg_hbm_keep_clones_up(&potential->clones);
    for (rdg_index i = 0; i < potential->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(potential->clones.hb, i);
        memset(potential->x, 0, (size_t)e->d * sizeof(double));
        for (rdg_index t = 0; t < e->terms.n; t++) {
            const rdg_hbm_term *term = &e->terms.term[t];
            potential->x[term->slot] += term->weight * q[term->dof];
        }
        double work = 0.0;
        const int status = rdg_straight_work(power_at, &(journey){potential, i}, &work);
        if (status != 0) {
            return status;
        }
        *energy += work;
    }
    return isfinite(*energy) ? 0 : 1;
}
