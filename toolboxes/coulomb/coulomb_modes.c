/* Modes of a structure over its reference mass and stiffness, with their damping. */
#include "coulomb_impl.h"

#include <ridgewalk/modes.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <float.h>
#include <math.h>
#include <string.h>

/* left = phi^-1 to rounding, by a step of Newton's method: where masses differ by orders of magnitude modes
 * are at right angles to fewer digits. work: [2 n n] */
static void invert(rdg_coulomb *c, double *work)
{
    const rdg_index n = c->n;
    double *off = work + n * n;
    memcpy(work, c->left, (size_t)(n * n) * sizeof *work);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            double sum = i == j ? 1.0 : 0.0;
            for (rdg_index k = 0; k < n; k++) {
                sum -= c->phi[i + n * k] * work[k + n * j];
            }
            off[i + n * j] = sum;
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            for (rdg_index k = 0; k < n; k++) {
                c->left[i + n * j] += work[i + n * k] * off[k + n * j];
            }
        }
    }
}

/* d = soft + stiff wn^2 by least squares, as damping in proportion to mass and stiffness is. */
static void fit(rdg_coulomb *c)
{
    const rdg_index n = c->n;
    const double *wn = c->wn;
    const double *d = c->d;
    double mean[2] = {0.0, 0.0};
    double product = 0.0;
    double square = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        mean[0] += wn[k] * wn[k] / (double)n;
        mean[1] += d[k] / (double)n;
    }
    for (rdg_index k = 0; k < n; k++) {
        const double x = wn[k] * wn[k] - mean[0];
        product += x * (d[k] - mean[1]);
        square += x * x;
    }
    c->stiff = square > 1e-20 * mean[0] * mean[0] ? product / square : 0.0;
    c->soft = mean[1] - c->stiff * mean[0];
}

/* phi^T C phi has to be diagonal, and of that form. C: over sqrt(k m) and in those modes, times scale. */
static rdg_status find_damping(const rdg_coulomb_making *m, double scale)
{
    rdg_coulomb *c = m->c;
    const rdg_index n = c->n;
    rdg_sparse C;
    double most = 0.0;
    double off = 0.0;
    RDG_TRY(rdg_structure_matrices(m->s, NULL, &C, NULL));
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index k = 0; k < n; k++) {
            double sum = 0.0;
            for (rdg_index j = 0; j < n; j++) {
                for (rdg_index e = C.pattern.start[j]; e < C.pattern.start[j + 1]; e++) {
                    sum += c->phi[C.pattern.row[e] + n * i] * C.values[e] * c->phi[j + n * k] * scale;
                }
            }
            c->d[i] = i == k ? sum : c->d[i];
            *(i == k ? &most : &off) = fmax(i == k ? most : off, fabs(sum));
        }
    }
    c->damped = fmax(most, off) > 0.0;
    if (!c->damped) {
        return RDG_OK;
    }
    fit(c);
    for (rdg_index k = 0; k < n; k++) {
        off = fmax(off, fabs(c->d[k] - c->soft - c->stiff * c->wn[k] * c->wn[k]));
        if (!(c->d[k] >= -1e-9 * most)) {
            return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, m->where, "the damping of \"%s\" is negative (%g)",
                            c->name, c->d[k]);
        }
        c->d[k] = fmax(c->d[k], 0.0);
    }
    return off <= 1e-9 * most
               ? RDG_OK
               : rdg_fail(c->ctx, RDG_ERR_ARGUMENT, m->where,
                          "the damping of \"%s\" is not in proportion to mass and stiffness, as "
                          "rigid friction needs it (rdg_damping_proportional()); shooting with "
                          "rdg_hybrid_of() takes any",
                          c->name);
}

/* Modes of the structure over the reference mass and stiffness. */
rdg_status rdg_coulomb_find_modes(const rdg_coulomb_making *m, const rdg_coulomb_options *o, double *work)
{
    rdg_coulomb *c = m->c;
    const rdg_index n = c->n;
    RDG_TRY(rdg_structure_modes(m->s, 0, NULL, n, c->wn, c->phi));
    double compliance = 0.0;
    /* squares of frequencies are known to rounding errors of the greatest */
    const double least = sqrt(1e3 * DBL_EPSILON) * c->wn[n - 1];
    for (rdg_index k = 0; k < n; k++) {
        if (!(c->wn[k] > least)) {
            return rdg_fail(
                c->ctx, RDG_ERR_SINGULAR, m->where,
                "\"%s\" has a mode that nothing holds (%g rad/s), the closed forms need a stiffness "
                "that is positive definite",
                c->name, c->wn[k]);
        }
        compliance += c->phi[n * k] * c->phi[n * k] / (c->wn[k] * c->wn[k]);
    }
    rdg_sparse M;
    RDG_TRY(rdg_structure_matrices(m->s, &M, NULL, NULL));
    double first = 0.0;
    for (rdg_index e = M.pattern.start[0]; e < M.pattern.start[1]; e++) {
        first += M.pattern.row[e] == 0 ? M.values[e] : 0.0;
    }
    const double mass = o->mass > 0 ? o->mass : first;
    const double stiffness = o->stiffness > 0 ? o->stiffness : 1.0 / compliance;
    for (rdg_index k = 0; k < n; k++) {
        c->wn[k] *= sqrt(mass / stiffness);
    }
    for (rdg_index i = 0; i < n * n; i++) {
        c->phi[i] *= sqrt(mass);
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = M.pattern.start[j]; e < M.pattern.start[j + 1]; e++) {
            for (rdg_index k = 0; k < n; k++) {
                c->left[k + n * j] += c->phi[M.pattern.row[e] + n * k] * M.values[e] / mass;
            }
        }
    }
    invert(c, work);
    return find_damping(m, sqrt(mass / stiffness) / mass);
}

/* Turns modes i and k, of one frequency, so that the contact moves in i alone. */
static void turn(rdg_coulomb *c, rdg_index i, rdg_index k)
{
    const double length = hypot(c->a[i], c->a[k]);
    const double C = length > 0.0 ? c->a[i] / length : 1.0;
    const double S = length > 0.0 ? c->a[k] / length : 0.0;
    for (rdg_index j = 0; j < c->n; j++) {
        double *const pairs[2][2] = {{&c->phi[j + c->n * i], &c->phi[j + c->n * k]},
                                     {&c->left[i + c->n * j], &c->left[k + c->n * j]}};
        for (int l = 0; l < 2; l++) {
            const double first = *pairs[l][0];
            const double second = *pairs[l][1];
            *pairs[l][0] = C * first + S * second;
            *pairs[l][1] = C * second - S * first;
        }
    }
    const double p = c->p[i];
    c->a[i] = length;
    c->a[k] = 0.0;
    c->p[i] = C * p + S * c->p[k];
    c->p[k] = C * c->p[k] - S * p;
    c->wn[k] = c->wn[i];
}

/* What is left by rounding of modes that the contact, or the load, does not move is nothing: at their
 * resonances it would be divided by itself. */
void rdg_coulomb_clear_modes(rdg_coulomb *c)
{
    for (rdg_index k = 1; k < c->n; k++) {
        for (rdg_index i = 0; i < k; i++) {
            if (c->wn[k] - c->wn[i] <= 1e-13 * c->wn[k] && c->a[i] != 0.0) {
                turn(c, i, k);
                break;
            }
        }
    }
    const double least_a = 1e-13 * rdg_norm(c->n, c->a);
    const double least_p = 1e-13 * rdg_norm(c->n, c->p);
    for (rdg_index k = 0; k < c->n; k++) {
        c->a[k] = fabs(c->a[k]) > least_a ? c->a[k] : 0.0;
        c->p[k] = fabs(c->p[k]) > least_p ? c->p[k] : 0.0;
    }
}
