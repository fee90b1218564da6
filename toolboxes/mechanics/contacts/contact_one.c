/* One contact in closed form: open, stuck, or slipping, in a spatial one in a direction that one scalar
 * equation gives. */
#include "contact_solver_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/rigid_contact.h>
#include <ridgewalk/root.h>

#include <math.h>

static bool planar_stick(const double G[4], const double b[2], double r[2])
{
    const double det = G[0] * G[3] - G[2] * G[1];
    if (!(fabs(det) > 1e-13 * G[0] * G[3])) {
        return false;
    }
    r[0] = (G[2] * b[1] - G[3] * b[0]) / det;
    r[1] = (G[1] * b[0] - G[0] * b[1]) / det;
    return true;
}

bool rdg_rigid_force(rdg_rigid_state state, double mu, const double G[4], const double b[2], double r[2])
{
    if (!G || !b || !r) {
        return false;
    }
    if (!rdg_rigid_is_closed(state)) {
        r[0] = r[1] = 0.0;
        return true;
    }
    if (state == RDG_RIGID_STICKS) {
        return planar_stick(G, b, r);
    }
    const double friction = -rdg_rigid_direction(state) * mu, below = G[0] + friction * G[2];
    if (!(below > 0.0)) {
        return false;
    }
    r[0] = -b[0] / below;
    r[1] = friction * r[0];
    return true;
}

bool rdg_rigid_close(double mu, const double G[4], const double b[2], double r[2], rdg_rigid_state *state)
{
    static const rdg_rigid_state closed[] = {RDG_RIGID_STICKS, RDG_RIGID_SLIPS_BACK, RDG_RIGID_SLIPS_FORWARD};
    if (!G || !b || !r || !state) {
        return false;
    }
    *state = RDG_RIGID_OPEN;
    if (b[0] >= 0.0) {
        r[0] = r[1] = 0.0;
        return true;
    }
    for (int i = 0; i < 3; i++) {
        if (rdg_rigid_force(closed[i], mu, G, b, r) &&
            rdg_rigid_friction_margin(closed[i], b[1] + G[1] * r[0] + G[3] * r[1], r[1], mu * r[0]) >= 0.0) {
            *state = closed[i];
            return true;
        }
    }
    return false;
}

enum { ANGLES = 48 };

typedef struct one {
    double mu, G[3][3], b[3];
} one;

/* The function whose zeros are the directions n of slip, r_T = -mu r_N n, times the denominator of
 * r_N = -b_N / (G_NN - mu G_NT n); and whether there r_N > 0 and slip has the direction n. */
static double across(const one *c, double angle, double n[2])
{
    n[0] = cos(angle);
    n[1] = sin(angle);
    const double below = c->G[0][0] - c->mu * (c->G[0][1] * n[0] + c->G[0][2] * n[1]);
    double slip[2];
    for (int i = 0; i < 2; i++) {
        slip[i] = below * c->b[1 + i] -
                  c->b[0] * (c->G[1 + i][0] - c->mu * (c->G[1 + i][1] * n[0] + c->G[1 + i][2] * n[1]));
    }
    return n[0] * slip[1] - n[1] * slip[0];
}

static bool slips(const one *c, const double n[2], double *r)
{
    const double below = c->G[0][0] - c->mu * (c->G[0][1] * n[0] + c->G[0][2] * n[1]);
    if (!(below > 0.0)) {
        return false;
    }
    r[0] = -c->b[0] / below;
    double along = 0.0;
    for (int i = 0; i < 2; i++) {
        r[1 + i] = -c->mu * r[0] * n[i];
    }
    for (int i = 1; i < 3; i++) {
        along += n[i - 1] * (c->b[i] + c->G[i][0] * r[0] + c->G[i][1] * r[1] + c->G[i][2] * r[2]);
    }
    return along >= 0.0;
}

static bool spatial_slip(const one *c, double *r)
{
    const double turn = 2.0 * RDG_PI;
    double n[2], before = across(c, 0.0, n);
    for (int k = 1; k <= ANGLES; k++) {
        const double f = across(c, turn * k / ANGLES, n);
        if ((f > 0.0) != (before > 0.0)) {
            rdg_root angle = rdg_root_between(turn * (k - 1) / ANGLES, before, turn * k / ANGLES, f, 1e-15);
            while (rdg_root_next(&angle, across(c, angle.at, n), NAN)) {
            }
            across(c, angle.at, n);
            if (slips(c, n, r)) {
                return true;
            }
        }
        before = f;
    }
    return false;
}

/* By Cramer's rule */
static bool spatial_stick(const one *c, double *r)
{
    double cross[3][3], det = 0.0, size = 1.0;
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            cross[i][j] = c->G[i1][j1] * c->G[i2][j2] - c->G[i1][j2] * c->G[i2][j1];
        }
        size *= c->G[i][i];
    }
    for (int j = 0; j < 3; j++) {
        det += c->G[0][j] * cross[0][j];
    }
    if (!(fabs(det) > 1e-13 * fabs(size))) {
        return false;
    }
    for (int j = 0; j < 3; j++) {
        r[j] = -(cross[0][j] * c->b[0] + cross[1][j] * c->b[1] + cross[2][j] * c->b[2]) / det;
    }
    return r[0] >= 0.0 && hypot(r[1], r[2]) <= c->mu * r[0];
}

bool rdg_contact_one(int directions, double mu, const double *G, rdg_index stride, const double *b, double *r)
{
    if (directions == 1 && mu > 0.0) {
        const double pair[4] = {G[0], G[1], G[stride], G[stride + 1]};
        rdg_rigid_state state;
        return rdg_rigid_close(mu, pair, b, r, &state);
    }
    one c = {.mu = mu};
    for (int i = 0; i <= directions; i++) {
        r[i] = 0.0;
        c.b[i] = b[i];
        for (int j = 0; j <= directions; j++) {
            c.G[i][j] = G[j * stride + i];
        }
    }
    if (b[0] >= 0.0) {
        return true;
    }
    if (!(c.G[0][0] > 0.0)) {
        return false;
    }
    if (directions == 0 || mu == 0.0) {
        r[0] = -b[0] / c.G[0][0];
        return true;
    }
    return spatial_stick(&c, r) || spatial_slip(&c, r);
}
