/* How a manifold bends: its second derivatives at a chart's centre, across the tangent space.
 *
 * Along u(x) = u + Phi x + 1/2 II(x, x) + ... the equations G(u(x)) = 0 give G_u II_ab = -G_uu phi_a phi_b,
 * and II_ab is orthogonal to the tangent space. */
#include "covering_impl.h"
#include "sparse.h"

#include <math.h>
#include <string.h>

/* Derivative of the Jacobian along phi_a by a difference, into c->bent_jacobian. */
static bool bend(rdg_covering *c, const rdg_patch *patch, int a)
{
    rdg_system *s = c->t->s;
    const rdg_index count = rdg_pattern_count(rdg_assembly_jacobian_pattern(s->assembly));
    const double h = 1e-4;
    memset(c->bent_jacobian, 0, (size_t)count * sizeof(double));
    for (int side = -1; side <= 1; side += 2) {
        for (rdg_index j = 0; j < c->n; j++) {
            c->difference[j] = patch->u[j] + side * h * patch->basis[a * c->n + j];
        }
        if (rdg_system_jacobian(s, c->difference) != 0) {
            return false;
        }
        for (rdg_index e = 0; e < count; e++) {
            c->bent_jacobian[e] += side * s->jacobian[e] / (2.0 * h);
        }
    }
    return true;
}

/* M^-1 [-G_uu phi_a phi_b; 0] without what of it lies in the tangent space. */
static void bend_along(rdg_covering *c, const rdg_patch *patch, int b, double *second)
{
    const rdg_system *s = c->t->s;
    const rdg_pattern *p = rdg_assembly_jacobian_pattern(s->assembly);
    memset(c->mean, 0, (size_t)c->n * sizeof(double));
    for (rdg_index j = 0; j < c->n; j++) {
        const double weight = -patch->basis[b * c->n + j];
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            if (p->row[e] < s->m) {
                c->mean[p->row[e]] += weight * c->bent_jacobian[e];
            }
        }
    }
    rdg_system_solve(c->t->s, s->matrix, c->mean, second);
    for (int a = 0; a < c->k; a++) {
        const double *phi = patch->basis + a * c->n;
        const double along = rdg_system_dot(s, phi, second);
        for (rdg_index j = 0; j < c->n; j++) {
            second[j] -= along * phi[j];
        }
    }
}

rdg_outcome rdg_patch_bend(rdg_covering *c, rdg_patch *patch)
{
    double sum = 0.0;
    for (int a = 0; a < c->k; a++) {
        if (!bend(c, patch, a)) {
            memset(patch->second, 0, (size_t)(c->k * (c->k + 1) / 2 * c->n) * sizeof(double));
            return rdg_failure_of(c->t->p);
        }
        for (int b = 0; b <= a; b++) {
            double *second = rdg_second(c, patch, a, b);
            bend_along(c, patch, b, second);
            sum += (a == b ? 1.0 : 2.0) * rdg_system_dot(c->t->s, second, second);
        }
    }
    patch->bent = sqrt(sum);
    return RDG_CONVERGED;
}

void rdg_patch_lift(const rdg_covering *c, const rdg_patch *patch, const double *x, double *u)
{
    memcpy(u, patch->u, (size_t)c->n * sizeof(double));
    for (int a = 0; a < c->k; a++) {
        const double *phi = patch->basis + a * c->n;
        for (rdg_index j = 0; j < c->n; j++) {
            u[j] += x[a] * phi[j];
        }
        for (int b = 0; b <= a; b++) {
            const double *second = rdg_second(c, patch, a, b);
            const double weight = (a == b ? 0.5 : 1.0) * x[a] * x[b];
            for (rdg_index j = 0; j < c->n; j++) {
                u[j] += weight * second[j];
            }
        }
    }
}
