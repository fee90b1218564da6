/* First derivatives once more, by hand: of the fields of slip and apart, which shooting evaluates more often
 * than all else, and of slowness, which a motion evaluates at every step. Numbers that carry 18 derivatives
 * each take ten times as long. A test compares both. Included by models.h. */
#ifndef DISC_BRAKE_HAND_SLOPES_H
#define DISC_BRAKE_HAND_SLOPES_H

#include <string.h>

/* What the functions of a motion see: displacements, velocities, parameters, of all degrees of freedom. */
enum { SEEN = 2 * DOFS + BRAKE_PARAMETERS, AT_PARAMETER = 2 * DOFS };

/* a += factor b */
static inline void add_gradient(double factor, const double *b, double *a)
{
    for (int i = 0; i < SEEN; i++) {
        a[i] += factor * b[i];
    }
}

/* Of the relative velocity. */
static inline void velocity_gradients(const viewed0 *e, double rho, double turn, double by[2][SEEN])
{
    const double of[2][SEEN] = {
        {e->w * e->s, -e->w * e->c, 0.0, 0.0, e->V + e->w * e->Q, 0.0, -e->c, -e->s, e->P, 1.0, 0.0, 0.0},
        {e->w * e->c, e->w * e->s, 0.0, turn - e->w, e->U - e->w * e->P, 0.0, e->s, -e->c, e->lever, 0.0, rho,
         0.0}};
    memcpy(by, of, sizeof of);
    by[0][AT_PARAMETER + OMEGA] = e->P;
    by[1][AT_PARAMETER + OMEGA] = e->lever;
}

/* Of the accelerations without friction; pressed by a normal force of the stiffness kz. */
static inline void free_gradients(const disc_brake *b, const point0 *at, double kz, double a[DOFS][SEEN])
{
    const double *q = at->q, *v = at->v, *p = at->parameter, rho = b->r0 + q[PAD_R], over = 1.0 / rho;
    memset(a, 0, DOFS * sizeof *a);
    for (int i = 0; i < 2; i++) {
        a[i][i] = -b->kd / b->M;
        a[i][DOFS + i] = -b->cd / b->M;
    }
    a[DISC_PSI][DISC_PSI] = -b->kdpsi / b->I;
    a[DISC_PSI][DOFS + DISC_PSI] = -b->cdpsi / b->I;
    a[PAD_R][PAD_R] = -(0.5 * p[KIR] + p[KPR]) / b->m;
    a[PAD_R][PAD_Z] = a[PAD_Z][PAD_R] = 0.5 * p[KIR] / b->m;
    a[PAD_R][DOFS + PAD_R] = -b->cpr / b->m;
    a[PAD_Z][AT_PARAMETER + KIR] = 0.5 * (q[PAD_R] - q[PAD_Z]) / b->m;
    a[PAD_R][AT_PARAMETER + KIR] = -a[PAD_Z][AT_PARAMETER + KIR];
    a[PAD_R][AT_PARAMETER + KPR] = -q[PAD_R] / b->m;
    a[PAD_THETA][PAD_Z] = 0.5 * b->kit / b->m * over;
    a[PAD_THETA][PAD_R] = -a[PAD_THETA][PAD_Z] * q[PAD_Z] * over;
    a[PAD_THETA][PAD_THETA] = -(b->kpt + 0.5 * b->kit) / b->m;
    a[PAD_THETA][DOFS + PAD_THETA] = -b->cpt / b->m;
    if (b->polar) {
        const double turn = v[PAD_THETA];
        a[PAD_R][PAD_R] += turn * turn;
        a[PAD_R][DOFS + PAD_THETA] += 2.0 * rho * turn;
        a[PAD_THETA][PAD_R] += 2.0 * v[PAD_R] * turn * over * over;
        a[PAD_THETA][DOFS + PAD_R] -= 2.0 * turn * over;
        a[PAD_THETA][DOFS + PAD_THETA] -= 2.0 * v[PAD_R] * over;
    }
    a[PAD_Z][PAD_THETA] = 0.5 * b->kit * b->r0 / b->m;
    a[PAD_Z][PAD_Z] = -(0.5 * (p[KIR] + b->kit) + kz) / b->m;
    a[PAD_Z][DOFS + PAD_Z] = -b->cz / b->m;
    a[PAD_Z][AT_PARAMETER + N0] = -1.0 / b->m;
}

/* F = -limit v / |v| along both directions, and its gradients. false: friction has no direction. */
static inline bool friction_gradients(const disc_brake *b, const point0 *at, const double v[2],
                                      double by[2][SEEN], double F[2], double dF[2][SEEN])
{
    const int first = b->direction == BRAKE_THETA ? 1 : 0;
    const double square = square0(first, v), speed = sqrt(square), mu = at->parameter[MU];
    const double N = -b->kz * at->q[PAD_Z];
    double rate[SEEN] = {0.0}; /* of the speed */
    if (!(square > 0.01 * b->eps * b->eps)) {
        return false;
    }
    for (int d = first; d < 2; d++) {
        add_gradient(v[d] / speed, by[d], rate);
    }
    memset(dF, 0, 2 * sizeof *dF);
    F[0] = F[1] = 0.0;
    for (int d = first; d < 2; d++) {
        const double share = v[d] / speed;
        F[d] = -mu * N * share;
        add_gradient(-mu * N / speed, by[d], dF[d]);
        add_gradient(mu * N / speed * share, rate, dF[d]);
        dF[d][PAD_Z] += mu * b->kz * share;
        dF[d][AT_PARAMETER + MU] -= N * share;
    }
    return true;
}

/* What friction adds to those of the accelerations. */
static inline void add_friction(const disc_brake *b, const viewed0 *e, double over, const double F[2],
                                double dF[2][SEEN], double a[DOFS][SEEN])
{
    const double of[DOFS][2] = {
        {-e->c / b->M, e->s / b->M}, {-e->s / b->M, -e->c / b->M}, {e->P / b->I, e->lever / b->I},
        {1.0 / b->m, 0.0},           {0.0, over / b->m},           {0.0, 0.0}};
    for (int i = 0; i < DOFS; i++) {
        add_gradient(of[i][0], dF[0], a[i]);
        add_gradient(of[i][1], dF[1], a[i]);
    }
    const double along = e->c * F[0] - e->s * F[1], across = e->s * F[0] + e->c * F[1];
    a[DISC_X][PAD_THETA] += across / b->M;
    a[DISC_Y][PAD_THETA] -= along / b->M;
    a[DISC_PSI][DISC_X] += across / b->I;
    a[DISC_PSI][DISC_Y] -= along / b->I;
    a[DISC_PSI][PAD_THETA] += (F[0] * e->Q - F[1] * e->P) / b->I;
    a[DISC_PSI][PAD_R] -= F[1] / b->I;
    a[PAD_THETA][PAD_R] -= F[1] * over * over / b->m;
}

/* A gradient as a row of a matrix of m rows. */
static inline void put_row(const disc_brake *b, const double *from, double *row, rdg_index m)
{
    const int dofs = brake_dofs(b);
    for (int j = 0; j < dofs; j++) {
        row[m * j] = from[brake_dof(b, j)];
        row[m * (dofs + j)] = from[DOFS + brake_dof(b, j)];
    }
    for (int k = 0; k < BRAKE_PARAMETERS; k++) {
        row[m * (2 * dofs + k)] = from[AT_PARAMETER + k];
    }
}

/* The derivatives of a field, from those of its accelerations. */
static inline void put_rates(const disc_brake *b, double a[DOFS][SEEN], rdg_index m, double *values)
{
    const int dofs = brake_dofs(b);
    for (int i = 0; i < dofs; i++) {
        values[i + m * (dofs + i)] = 1.0;
        put_row(b, a[brake_dof(b, i)], values + dofs + i, m);
    }
}

static inline int slip_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const disc_brake *b = data;
    const point0 at = point_at0(b, u);
    const double rho = b->r0 + at.q[PAD_R];
    double v[2], by[2][SEEN], F[2], dF[2][SEEN], a[DOFS][SEEN];
    (void)n;
    if (brake_is_outside(b, u)) {
        return 1;
    }
    const viewed0 e = view0(b, &at, rho, v);
    velocity_gradients(&e, rho, at.v[PAD_THETA], by);
    if (!friction_gradients(b, &at, v, by, F, dF)) {
        return 1;
    }
    free_gradients(b, &at, b->kz, a);
    add_friction(b, &e, 1.0 / rho, F, dF, a);
    put_rates(b, a, m, values);
    return 0;
}

static inline int apart_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const disc_brake *b = data;
    const point0 at = point_at0(b, u);
    double a[DOFS][SEEN];
    (void)n;
    if (brake_is_outside(b, u)) {
        return 1;
    }
    free_gradients(b, &at, 0.0, a);
    put_rates(b, a, m, values);
    return 0;
}

static inline int slowness_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const disc_brake *b = data;
    const point0 at = point_at0(b, u);
    const double rho = b->r0 + at.q[PAD_R];
    double v[2], by[2][SEEN], rate[SEEN] = {0.0};
    const viewed0 e = view0(b, &at, rho, v);
    const int first = b->direction == BRAKE_THETA ? 1 : 0;
    const double speed = sqrt(square0(first, v));
    (void)n;
    if (brake_is_outside(b, u) || !(speed > 0.0)) {
        return 1;
    }
    velocity_gradients(&e, rho, at.v[PAD_THETA], by);
    for (int d = first; d < 2; d++) {
        add_gradient(v[d] / speed, by[d], rate);
    }
    put_row(b, rate, values, m);
    return 0;
}

#endif
