/* What is left of the force laws of contact problems of many bodies. */
#include "contact_large_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Impulses that push and lie in their cones, exactly; those of contacts that do not act vanish. */
static void tidy(const rdg_large_contacts *s, const double *r, double *out)
{
    memcpy(out, r, (size_t)s->rows * sizeof *out);
    for (rdg_index b = s->bilateral; b < s->blocks; b++) {
        double *own = out + s->first[b];
        const int rows = rdg_large_rows(s, b);
        own[0] = rdg_large_acts(s, b) ? rdg_larger(0.0, own[0]) : 0.0;
        const double limit = s->mu[b] * own[0], length = rows == 3   ? hypot(own[1], own[2])
                                                         : rows == 2 ? fabs(own[1])
                                                                     : 0.0;
        for (int j = 1; length > limit && j < rows; j++) {
            own[j] *= limit / length;
        }
    }
}

/* Alart and Curnier's functions of a block, as velocities: the largest */
static double law_of(const rdg_large_contacts *s, rdg_index b, const double *r, const double *xi)
{
    const int rows = rdg_large_rows(s, b);
    const rdg_index at = s->first[b];
    if (b < s->bilateral) {
        return fabs(xi[at]);
    }
    if (!rdg_large_acts(s, b)) {
        return 0.0;
    }
    const double y = r[at] - s->rho[at] * xi[at], limit = s->mu[b] * rdg_larger(0.0, y);
    double most = fabs(y > 0.0 ? xi[at] : r[at] / s->rho[at]), z[2] = {0.0, 0.0};
    for (int j = 1; j < rows; j++) {
        z[j - 1] = r[at + j] - s->rho[at + j] * xi[at + j];
    }
    const double length = hypot(z[0], z[1]);
    for (int j = 1; j < rows; j++) {
        const double off = length <= limit && limit > 0.0 ? xi[at + j]
                           : length > 0.0 ? (r[at + j] - limit * z[j - 1] / length) / s->rho[at + j]
                                          : r[at + j] / s->rho[at + j];
        most = rdg_larger(most, fabs(off));
    }
    return most;
}

/* The balance of momentum as a velocity, and what rounding makes of it */
static double momentum(rdg_large_contacts *s, const double *v, const double *r, double *rounding)
{
    double most = 0.0, *left = s->left, *size = s->left + s->size;
    memcpy(left, s->now->f, (size_t)s->n * sizeof *left);
    rdg_large_push(s, r, left);
    for (rdg_index i = 0; i < s->n; i++) {
        size[i] = fabs(s->now->f[i]) + fabs(left[i]);
    }
    rdg_large_slow(s, v, left);
    for (rdg_index row = 0; row < s->rows; row++) {
        for (rdg_index e = s->start[row]; e < s->start[row + 1]; e++) {
            size[s->dof[e]] += fabs(s->W[e] * r[row]);
        }
    }
    for (rdg_index i = 0; i < s->n; i++) {
        const double mass = s->now->M[s->diagonal[i]];
        most = rdg_larger(most, fabs(left[i]) / mass);
        *rounding = rdg_larger(*rounding, DBL_EPSILON * size[i] / mass);
    }
    return most;
}

bool rdg_large_accept(rdg_large_contacts *s, const double *v, const double *r, rdg_contact_answer *answer)
{
    double all = 0.0, rounding = 0.0;
    for (rdg_index i = 0; i < s->n; i++) {
        all += fabs(v[i]);
    }
    for (rdg_index i = 0; i < s->rows; i++) {
        all += fabs(r[i]);
    }
    answer->residual = INFINITY;
    answer->worst = 0;
    if (!isfinite(all)) {
        return false;
    }
    tidy(s, r, s->tidy);
    rdg_large_velocities(s, v, s->xi);
    double most = momentum(s, v, s->tidy, &rounding);
    for (rdg_index b = 0; b < s->blocks; b++) {
        const double own = law_of(s, b, s->tidy, s->xi);
        answer->worst = own > most ? (b < s->bilateral ? -1 - b : b - s->bilateral) : answer->worst;
        most = rdg_larger(most, own);
    }
    answer->residual = most / s->speed;
    return most <= rdg_larger(1e-12 * s->speed, 8.0 * rounding);
}
