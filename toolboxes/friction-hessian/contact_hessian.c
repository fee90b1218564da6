/* Second derivatives of the force, contracted with multipliers: a sum of few rank-one matrices.
 *
 * With H the basis, weights r_i (1/pi, static 1/(2 pi)), xi the direction of slip, all at transition times:
 *   Hes_i = sum_stick w_j(i) c_uu,j - sum_transitions r_i H_i B
 *   slip -> stick:  c_uu = xi P_u P_u^T / P', P_u = [xi kt H'; -mu kn H'], P' = xi kt x'' - mu kn y'' < 0
 *   separation -> stick: c = -kt x(tau), t = dtau/du = [0; -H/y'],
 *                   c_uu = -kt [ [H';0] t^T + t [H';0]^T + x'' t t^T + x' t_uu ]
 *   stick -> slip:  B_x = G_u G_u^T / G', G_u = c_u + [kt H; -xi mu kn H], G' = kt x' - xi mu kn y'
 *   stick -> separation: B_x with xi = 0. The slip in between has no length where x and y move in proportion
 * and the contact sticks to the last; other motions have slip, and for all that keep the proportion its two
 * terms have this sum slip -> stick:  none, the derivative of the integrand is continuous
 *   -> separation:  B_y = kn/y' [0;H][0;H]^T; after slip B_x = xi mu B_y
 *   separation ->:  B_y = -kn/y' [0;H][0;H]^T; before slip B_x = xi mu B_y;
 *                   before stick B_x = -kt x'/y'^2 [0;H][0;H]^T
 * These are equations (44) to (63) of the paper with their misprints corrected. No second derivative of the
 * transition times slip -> stick is needed: its factor vanishes identically. */
#include "contact_impl.h"

#include <ridgewalk/vectors.h>

/* A symmetric matrix that rank-one terms are added to, entry (i, j) at i + stride*j. */
typedef struct target {
    const rdg_contact_element *e;
    rdg_index stride;
    double *entry;
} target;

void rdg_contact_add_product(const rdg_contact_element *e, double factor, const double a[2], const double *f,
                             const double b[2], const double *g, rdg_index stride, double *hessian)
{
    for (int block = 0; block < 4; block++) {
        const int p = block % 2, q = block / 2;
        const double fg = 0.5 * factor * a[p] * b[q], gf = 0.5 * factor * b[p] * a[q];
        if (p >= e->d || q >= e->d || (fg == 0 && gf == 0)) {
            continue;
        }
        for (rdg_index j = 0; j < e->n; j++) {
            double *column = hessian + stride * (q * e->n + j) + p * e->n;
            for (rdg_index i = 0; i < e->n; i++) {
                column[i] += fg * f[i] * g[j] + gf * g[i] * f[j];
            }
        }
    }
}

static void add_product(const target *h, double factor, const double a[2], const double *f, const double b[2],
                        const double *g)
{
    rdg_contact_add_product(h->e, factor, a, f, b, g, h->stride, h->entry);
}

/* += factor a a^T, a = [ax f; ay f] */
static void add_square(const target *h, double factor, const double a[2], const double *f)
{
    add_product(h, factor, a, f, a, f);
}

/* factor * c_uu of the stick phase that begins at t */
static void add_stick_origin(rdg_contact_element *e, const target *h, double factor,
                             const contact_transition *t)
{
    double *slope = e->vector[1];
    rdg_series_slopes(&e->series, t->basis, slope);
    const double xi = rdg_contact_direction(t->from);
    if (t->from != RDG_SEPARATION) {
        const double gradient[2] = {xi * e->kt, -e->mu * e->kn};
        add_square(h, factor * xi / (xi * t->p[2] - e->mu * t->y[2]), gradient, slope);
        return;
    }
    const double s = e->kn / t->y[1]; /* 1/y' */
    const double x[2] = {1, 0}, y[2] = {0, 1};
    add_product(h, 2 * factor * e->kt * s, x, slope, y, t->basis);
    add_square(h, -factor * s * s * (t->p[2] - t->p[1] * t->y[2] / t->y[1]), y, t->basis);
    add_product(h, -2 * factor * s * s * t->p[1], y, slope, y, t->basis);
}

/* -weight * G_u G_u^T / G' where the stick phase that began at s begins to slip, or opens, at t */
static void add_slip_onset(rdg_contact_element *e, const target *h, double weight,
                           const contact_transition *s, const contact_transition *t)
{
    const double xi = rdg_contact_direction(t->to), friction = xi * e->mu * e->kn;
    const double rate = t->p[1] - xi * e->mu * t->y[1];
    const double factor = rate != 0 ? -weight / rate : 0;
    const double before[2] = {-e->kt, s->stick_slope}, now[2] = {e->kt, -friction};
    add_square(h, factor, before, s->basis);
    add_square(h, factor, now, t->basis);
    add_product(h, 2 * factor, before, s->basis, now, t->basis);
}

/* Contact lost or made at t. */
static void add_contact_change(rdg_contact_element *e, const target *h, double weight_x, double weight_y,
                               const contact_transition *t)
{
    const double y[2] = {0, 1}, s = e->kn / t->y[1];
    const double xi = rdg_contact_direction(t->from) + rdg_contact_direction(t->to);
    const double sign = t->to == RDG_SEPARATION ? 1 : -1;
    double factor = -sign * (weight_y + xi * e->mu * weight_x) * e->kn * s;
    if (t->from == RDG_SEPARATION && t->to == RDG_STICK) {
        factor += weight_x * t->p[1] * s * s;
    }
    add_square(h, factor, y, t->basis);
}

void rdg_contact_add_hessian(rdg_contact_element *e, const double *lambda, rdg_index stride, double *hessian)
{
    const target h = {.e = e, .stride = stride, .entry = hessian};
    const rdg_index n = e->n_transitions;
    for (rdg_index j = 0; j < n; j++) {
        const contact_transition *t = &e->transition[j];
        const double weight = rdg_series_contracted(&e->series, lambda, t->basis);
        if (t->to == RDG_STICK) {
            rdg_contact_stick_weight(e, j, e->vector[0]);
            add_stick_origin(e, &h, rdg_dot(e->n, lambda, e->vector[0]), t);
        }
        if (t->from == RDG_STICK) {
            add_slip_onset(e, &h, weight, &e->transition[j > 0 ? j - 1 : n - 1], t);
        }
        if (t->from == RDG_SEPARATION || t->to == RDG_SEPARATION) {
            const double weight_y = rdg_series_contracted(&e->series, lambda + e->n, t->basis);
            add_contact_change(e, &h, weight, weight_y, t);
        }
    }
}

/* factor times the second derivative of c, the constant of the stick phase that begins at t: c = -v */
void rdg_contact_add_origin_hessian(rdg_contact_element *e, const contact_transition *t, double factor,
                                    rdg_index stride, double *hessian)
{
    const target h = {.e = e, .stride = stride, .entry = hessian};
    add_stick_origin(e, &h, factor, t);
}
