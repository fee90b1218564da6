/* The normal force max(0, N0 + kn y): integrals over the time in which the contact is closed, in closed form
 * between the instants at which it opens and closes.
 *
 *     F_i = g_i / (2 pi) int N phi_i,   dF_i/dz_j = g_i kn / (2 pi) int phi_i phi_j,
 *     d2(lambda . F)/dz_i dz_j = sum over those instants of m kn^2 phi_i phi_j / |N'|,   m = sum lambda_i g_i
 * phi_i / (2 pi)
 */
#include "cone_impl.h"

#include <ridgewalk/root.h>

#include <float.h>
#include <math.h>

/* The instant between two samples at which N vanishes. */
static void find_zero(const rdg_cone *cone, rdg_index i, cone_node *node)
{
    const double step = 2 * RDG_PI / (double)cone->samples, low = step * (double)i, high = low + step;
    const double next = cone->motion[(i + 1) % cone->samples][2][0];
    rdg_root root = rdg_root_between(low, cone->motion[i][2][0], high, next, DBL_EPSILON * high);
    do {
        rdg_cone_instant(cone, root.at, node);
    } while (rdg_root_next(&root, node->q[2][0], node->q[2][1]));
    rdg_cone_instant(cone, root.at, node);
    node->event = CONE_ZERO_LOAD;
}

/* Second derivatives at one instant. */
static void add_corner(rdg_cone *cone, const cone_node *node, const double *lambda, double *H)
{
    const rdg_index n = cone->n, first = 2 * n, ld = cone->N + 1;
    rdg_cone_basis(cone, node, &cone->rows[0]);
    const double *phi = cone->rows[0].phi[0];
    double m = 0;
    for (rdg_index i = 0; i < n; i++) {
        m += lambda[first + i] * rdg_cone_galerkin(cone, i) * phi[i];
    }
    const double factor = m * cone->kn * cone->kn / fabs(node->q[2][1]);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            H[first + i + ld * (first + j)] += factor * phi[i] * phi[j];
        }
    }
}

/* Integrals over the closed time; the end blocks of the Hessian on the way. */
static void integrate(rdg_cone *cone, const double *lambda, double *H)
{
    rdg_cone_clear_time(cone, &cone->closed);
    for (rdg_index i = 0; i < cone->samples; i++) {
        const bool now = cone->motion[i][2][0] > 0, then = cone->motion[(i + 1) % cone->samples][2][0] > 0;
        if (now != then) {
            cone_node node;
            find_zero(cone, i, &node);
            rdg_cone_add_time(cone, now ? 1 : -1, node.tau, &cone->closed);
            if (H) {
                add_corner(cone, &node, lambda, H);
            }
        }
    }
    if (cone->motion[0][2][0] > 0) { /* closed across the end of the period */
        rdg_cone_add_time(cone, 1, 2 * RDG_PI, &cone->closed);
    }
}

void rdg_cone_normal(rdg_cone *cone, double *F, double *J, const double *lambda, double *H)
{
    const rdg_index n = cone->n, first = 2 * n, N = cone->N;
    const double *wave = cone->wave + first;
    integrate(cone, lambda, H);
    for (rdg_index i = 0; i < n; i++) {
        const double g = rdg_cone_galerkin(cone, i);
        double force = cone->constant_load * rdg_cone_single(cone, &cone->closed, i);
        for (rdg_index j = 0; j < n; j++) {
            const double entry = rdg_cone_product(cone, &cone->closed, i, j);
            force += wave[j] * entry;
            if (J) {
                J[first + i + N * (first + j)] = g * cone->kn * entry;
            }
        }
        if (F) {
            F[first + i] = g * force;
        }
    }
}
