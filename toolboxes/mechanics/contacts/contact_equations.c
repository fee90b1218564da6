/* Alart and Curnier's functions, as velocities: with y = r_N - rho_N xi_N, s = max(0, y), z = r_T - rho_T
 * xi_T, F_N = (r_N - s) / rho_N,   F_T = (r_T - projection of z to the disc of radius mu s) / rho_T. They
 * vanish where the force law holds, and only there. */
#include "contact_solver_impl.h"

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>
#include <string.h>

void rdg_contact_velocity(const rdg_contact_scaled *p, const double *r, double *xi)
{
    memcpy(xi, p->b, (size_t)p->n * sizeof *xi);
    for (rdg_index j = 0; j < p->n; j++) {
        const double *column = p->G + j * p->n, factor = r[j];
        for (rdg_index i = 0; factor != 0.0 && i < p->n; i++) {
            xi[i] += column[i] * factor;
        }
    }
}

/* A contact at r */
typedef struct contact_now {
    rdg_index row;
    int d;
    double normal_rho, rho, y, limit; /* limit: mu s */
    double length;                    /* |z| */
    double z[2], n[2];
    bool sticks; /* |z| <= mu s */
} contact_now;

static contact_now look(const rdg_contact_scaled *p, rdg_index k, const double *r, const double *xi)
{
    const rdg_index row = p->first[k];
    const double own = p->G[row * p->n + row];
    contact_now c = {.row = row, .d = p->directions[k] == 2 ? 2 : p->directions[k] == 1, .rho = p->rho[k]};
    c.normal_rho = own > 0.0 ? 1.0 / own : 1.0;
    c.y = r[row] - c.normal_rho * xi[row];
    c.limit = p->mu[k] * rdg_larger(0.0, c.y);
    double squares = 0.0;
    for (int j = 0; j < c.d; j++) {
        c.z[j] = r[row + 1 + j] - c.rho * xi[row + 1 + j];
        squares += c.z[j] * c.z[j];
    }
    c.length = c.d == 1 ? fabs(c.z[0]) : sqrt(squares);
    c.sticks = c.length <= c.limit && c.limit > 0.0;
    for (int j = 0; j < c.d; j++) {
        c.n[j] = c.length > 0.0 ? c.z[j] / c.length : 0.0;
    }
    return c;
}

void rdg_contact_equations(const rdg_contact_scaled *p, const double *r, const double *xi, double *F)
{
    memcpy(F, xi, (size_t)p->bilateral * sizeof *F);
    for (rdg_index k = 0; k < p->contacts; k++) {
        const contact_now c = look(p, k, r, xi);
        F[c.row] = c.y > 0.0 ? xi[c.row] : r[c.row] / c.normal_rho;
        for (int j = 0; j < c.d; j++) {
            const rdg_index row = c.row + 1 + j;
            F[row] = c.sticks ? xi[row] : (r[row] - c.limit * c.n[j]) / c.rho;
        }
    }
}

/* Row of a slipping direction: D rho_T G_T + (1 - D) on r_T, and if y > 0 mu n (rho_N G_N - 1 on r_N), with
 * D = (mu s / |z|) (1 - n n^T); all divided by rho_T. */
static void slip_row(const rdg_contact_scaled *p, const contact_now *c, double mu, int j, double *J)
{
    const int d = c->d < 2 ? c->d : 2;
    const rdg_index n = p->n, row = c->row + 1 + j;
    const double share = c->length > 0.0 ? c->limit / c->length : 0.0;
    double D[2] = {0.0, 0.0};
    for (int i = 0; d == 2 && i < 2; i++) {
        D[i] = share * ((i == j ? 1.0 : 0.0) - c->n[j] * c->n[i]);
    }
    const double pull = c->y > 0.0 ? mu * c->n[j] * c->normal_rho / c->rho : 0.0;
    for (rdg_index col = 0; col < n; col++) {
        double sum = pull * p->G[col * n + c->row];
        for (int i = 0; i < d; i++) {
            sum += D[i] * p->G[col * n + c->row + 1 + i];
        }
        J[col * n + row] = sum;
    }
    J[c->row * n + row] -= c->y > 0.0 ? mu * c->n[j] / c->rho : 0.0;
    for (int i = 0; i < d; i++) {
        J[(c->row + 1 + i) * n + row] += ((i == j ? 1.0 : 0.0) - D[i]) / c->rho;
    }
}

static void copy_row(const rdg_contact_scaled *p, rdg_index row, double *J)
{
    for (rdg_index col = 0; col < p->n; col++) {
        J[col * p->n + row] = p->G[col * p->n + row];
    }
}

void rdg_contact_jacobian(const rdg_contact_scaled *p, const double *r, const double *xi, double *J)
{
    const rdg_index n = p->n;
    for (rdg_index row = 0; row < p->bilateral; row++) {
        copy_row(p, row, J);
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        const contact_now c = look(p, k, r, xi);
        if (c.y > 0.0) {
            copy_row(p, c.row, J);
        } else {
            for (rdg_index col = 0; col < n; col++) {
                J[col * n + c.row] = col == c.row ? 1.0 / c.normal_rho : 0.0;
            }
        }
        for (int j = 0; j < c.d; j++) {
            if (c.sticks) {
                copy_row(p, c.row + 1 + j, J);
            } else {
                slip_row(p, &c, p->mu[k], j, J);
            }
        }
    }
}

/* What rounding makes of xi, as a multiple of eps: |b| + |G| |r|, as a velocity of the problem requested. */
static double rounding_of(const rdg_contact_scaled *p, const double *r, rdg_index row)
{
    double sum = fabs(p->b[row]);
    for (rdg_index j = 0; j < p->n; j++) {
        sum += fabs(p->G[j * p->n + row] * r[j]);
    }
    return DBL_EPSILON * sum * p->scale[row];
}

static rdg_index contact_of(const rdg_contact_scaled *p, rdg_index row)
{
    rdg_index k = 0;
    while (k + 1 < p->contacts && p->first[k + 1] <= row) {
        k++;
    }
    return row < p->bilateral ? -1 - row : k;
}

double rdg_contact_law_residual(rdg_contact_solver *s, const double *r, rdg_index *worst, double *rounding)
{
    const rdg_contact_scaled *p = &s->p;
    double most = 0.0, noise = 0.0;
    rdg_index at = 0;
    rdg_contact_velocity(p, r, s->xi);
    rdg_contact_equations(p, r, s->xi, s->F);
    for (rdg_index i = 0; i < p->n; i++) {
        const double size = fabs(s->F[i]) * p->scale[i];
        if (!(size <= most)) { /* also where it is not a number */
            most = size;
            at = i;
        }
        noise = rdg_larger(noise, rounding_of(p, r, i));
    }
    if (worst) {
        *worst = p->n > 0 ? contact_of(p, at) : 0;
    }
    const double size = p->size > 0.0 ? p->size : 1.0;
    *rounding = noise / size;
    return most / size;
}

/* Impulses that push and lie in their cones, exactly. */
static void tidy(const rdg_contact_scaled *p, const double *r, double *out)
{
    memcpy(out, r, (size_t)p->n * sizeof *out);
    for (rdg_index k = 0; k < p->contacts; k++) {
        double *own = out + p->first[k];
        own[0] = rdg_larger(0.0, own[0]);
        const double limit = p->mu[k] * own[0];
        const double length = p->directions[k] == 2   ? hypot(own[1], own[2])
                              : p->directions[k] == 1 ? fabs(own[1])
                                                      : 0.0;
        for (int j = 1; length > limit && j <= p->directions[k]; j++) {
            own[j] *= limit / length;
        }
    }
}

bool rdg_contact_accept(rdg_contact_solver *s, const double *r)
{
    double rounding;
    tidy(&s->p, r, s->best);
    const double residual = rdg_contact_law_residual(s, s->best, NULL, &rounding);
    return residual <= rdg_larger(1e-12, 8.0 * rounding);
}
