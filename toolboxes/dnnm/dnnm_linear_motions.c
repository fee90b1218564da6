/* Motions of an eigenspace on which no nonlinear element acts, at any amplitude.
 *
 * About such a direction the bifurcation equation is degenerate at every amplitude, as forces on the others
 * grow with their third power: Newton's method locates it to a few digits only, and the equations of the mode
 * are singular. Where forces have a potential they have no part along it, so that these motions are what the
 * forces on sampled motions do not span. */
#include "dnnm_direction_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* Forces on sampled motions of the whole eigenspace as they change with the amplitude, relative to the
 * largest one at each: G [multiplicity^2] becomes the sum of f f^T. False: the linear part distinguishes
 * directions. */
static bool sum_forces(rdg_dnnm_search *s, double *G)
{
    enum { SAMPLES = 2 * RDG_DNNM_MULTIPLICITY };
    const double least = 1e-15, most = 1e6, step = 2.0;
    const double square = s->space->omega * s->space->omega;
    const rdg_index m = s->m;
    double at_rest[SAMPLES][2 * RDG_DNNM_MULTIPLICITY] = {{0.0}};
    double force[SAMPLES][2 * RDG_DNNM_MULTIPLICITY] = {{0.0}};
    double c[2 * RDG_DNNM_MULTIPLICITY], shift[2], largest = 0.0;
    for (s->a = least; s->a < most && largest <= rdg_dnnm_strong * square; s->a *= step) {
        uint64_t seed = 5;
        largest = 0.0;
        for (int i = 0; i < SAMPLES; i++) {
            for (rdg_index k = 0; k < s->d; k++) {
                c[k] = rdg_dnnm_sample(&seed);
            }
            if (!rdg_dnnm_bifurcation(s, c, s->F, shift)) {
                return false;
            }
            if (s->a == least && rdg_norm(s->d, s->F) > rdg_dnnm_distinct * square) {
                return false;
            }
            rdg_dnnm_normalise(s->d, c);
            for (rdg_index k = 0; k < s->d; k++) {
                const double quarter = s->d == m ? 0.0 : k < m ? -shift[1] * c[m + k] : shift[1] * c[k - m];
                const double whole = s->F[k] + shift[0] * c[k] + quarter;
                at_rest[i][k] = s->a == least ? whole : at_rest[i][k];
                force[i][k] = whole - at_rest[i][k];
                largest = fmax(largest, fabs(force[i][k]));
            }
        }
        for (rdg_index j = 0; largest > rdg_dnnm_distinct * square && j < m * m; j++) {
            for (int i = 0; i < SAMPLES; i++) {
                for (rdg_index part = 0; part < s->d; part += m) {
                    G[j] += force[i][part + j % m] * force[i][part + j / m] / (largest * largest);
                }
            }
        }
    }
    return true;
}

rdg_status rdg_dnnm_find_linear_motions(rdg_dnnm_search *s)
{
    const double nothing = 1e-14; /* squares of forces, relative to the largest */
    const rdg_index m = s->space->m;
    double G[RDG_DNNM_MULTIPLICITY * RDG_DNNM_MULTIPLICITY] = {0.0}, value[RDG_DNNM_MULTIPLICITY];
    for (rdg_index k = 0; k < m; k++) {
        s->frame[k * (m + 1)] = 1.0;
    }
    if (!(s->space->omega > 0.0) || !sum_forces(s, G)) {
        return RDG_OK;
    }
    const lapack_int size = (lapack_int)m;
    if (RDG_BLAS(LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', size, G, size, value)) != 0) {
        return RDG_ERR_SINGULAR;
    }
    rdg_index moved = 0;
    for (rdg_index k = 0; k < m; k++) {
        moved += value[k] > nothing * value[m - 1];
    }
    if (moved < m) {
        for (rdg_index k = 0; k < m; k++) {
            memcpy(s->frame + m * k, G + m * (m - 1 - k), (size_t)m * sizeof *G);
        }
        s->d = s->d / m * moved;
        s->m = moved;
    }
    return RDG_OK;
}
