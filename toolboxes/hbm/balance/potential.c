/* Potentials of elements: the work along the straight way from rest, by Lobatto's rule on intervals that are
 * halved until two halves agree with the whole. */
#include "clones_impl.h"
#include "hbm_impl.h"

#include <ridgewalk/hbm_potential.h>

#include <math.h>
#include <string.h>

enum { COEFFICIENTS = 3, DEEPEST = 40 }; /* static part and one harmonic, which stays zero */

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
    if (!hb || rdg_error_status(hb->ctx) != RDG_OK) {
        return NULL;
    }
    rdg_hbm_potential *potential = rdg_context_calloc(hb->ctx, 1, sizeof *potential);
    if (potential && fill(potential, hb) != RDG_OK) {
        rdg_hbm_potential_free(potential);
        return NULL;
    }
    return potential;
}

/* power = f(s x) . x */
static int power_at(const rdg_hbm_potential *potential, rdg_index i, double s, double *power)
{
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

/* Lobatto's rule with five points: with the ends, so that a gap that has just closed is not missed */
static int integrate(const rdg_hbm_potential *potential, rdg_index i, double from, double to, double *work)
{
    static const double inner = 0.654653670707977144; /* sqrt(3 / 7) */
    const double point[5] = {-1.0, -inner, 0.0, inner, 1.0};
    static const double weight[5] = {0.1, 49.0 / 90.0, 32.0 / 45.0, 49.0 / 90.0, 0.1};
    int status = 0;
    *work = 0.0;
    for (int k = 0; status == 0 && k < 5; k++) {
        double power = 0.0;
        status = power_at(potential, i, 0.5 * (from + to) + 0.5 * (to - from) * point[k], &power);
        *work += 0.5 * (to - from) * weight[k] * power;
    }
    return status;
}

/* Work of an element from rest to potential->x. The intervals left to do are those behind `at`, each as long
 * as the last one was or its double. */
static int work_of(const rdg_hbm_potential *potential, rdg_index i, double *work)
{
    const double accuracy = 1e-12;
    double at = 0.0;
    double length = 1.0;
    *work = 0.0;
    while (at < 1.0) {
        double whole = 0.0;
        double half[2] = {0.0, 0.0};
        int status = integrate(potential, i, at, at + length, &whole);
        for (int k = 0; status == 0 && k < 2; k++) {
            status = integrate(potential, i, at + 0.5 * k * length, at + 0.5 * (k + 1) * length, &half[k]);
        }
        if (status != 0) {
            return status;
        }
        const double both = half[0] + half[1];
        if (fabs(both - whole) > accuracy * fabs(*work + both) && length > ldexp(1.0, -DEEPEST)) {
            length *= 0.5;
            continue;
        }
        *work += both;
        at += length;
        length = fmin(2.0 * length, 1.0 - at);
    }
    return 0;
}

int rdg_hbm_potential_energy(rdg_hbm_potential *potential, const double *q, double *energy)
{
    if (!potential || !q || !energy) {
        return -1;
    }
    *energy = 0.0;
    for (rdg_index i = 0; i < potential->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(potential->clones.hb, i);
        memset(potential->x, 0, (size_t)e->d * sizeof(double));
        for (rdg_index t = 0; t < e->terms.n; t++) {
            const rdg_hbm_term *term = &e->terms.term[t];
            potential->x[term->slot] += term->weight * q[term->dof];
        }
        double work = 0.0;
        const int status = work_of(potential, i, &work);
        if (status != 0) {
            return status;
        }
        *energy += work;
    }
    return isfinite(*energy) ? 0 : 1;
}
