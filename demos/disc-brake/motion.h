/* The equations of the brake (doc/disc-brake.md), in numbers of any order: included once for each ORDER, see
 * numbers.h. */
#include "brake.h"
#include "planar_contact.h"

#define POINT OF(point)

/* What the functions of a motion see: displacements, velocities, parameters. */
typedef struct POINT {
    NUMBER q[DOFS], v[DOFS], parameter[BRAKE_PARAMETERS];
} POINT;

static inline POINT OF(point_at)(const disc_brake *b, const double *u)
{
    POINT at;
    const int dofs = brake_dofs(b);
    for (int i = 0; i < dofs; i++) {
        const int dof = brake_dof(b, i);
        at.q[dof] = VARIABLE(u[i], i);
        at.v[dof] = VARIABLE(u[dofs + i], dofs + i);
    }
    if (!b->radial) {
        at.q[PAD_R] = at.v[PAD_R] = SCALE(0.0, at.q[0]);
    }
    for (int k = 0; k < BRAKE_PARAMETERS; k++) {
        at.parameter[k] = VARIABLE(u[2 * dofs + k], 2 * dofs + k);
    }
    return at;
}

/* Accelerations by springs, dampers and preload; N acts on the pad. */
static inline void OF(accelerate)(const disc_brake *b, const POINT *at, NUMBER rho, const NUMBER *N,
                                  NUMBER a[DOFS])
{
    const NUMBER *q = at->q, *v = at->v;
    const NUMBER kir = at->parameter[KIR], kpr = at->parameter[KPR];
    for (int i = 0; i < 2; i++) {
        a[i] = COMBINE(-b->kd / b->M, q[i], -b->cd / b->M, v[i]);
    }
    a[DISC_PSI] = COMBINE(-b->kdpsi / b->I, q[DISC_PSI], -b->cdpsi / b->I, v[DISC_PSI]);

    const NUMBER half = SCALE(0.5, MUL(kir, SUB(q[PAD_R], q[PAD_Z]))); /* along r on z, against r */
    a[PAD_R] = COMBINE(-1.0 / b->m, ADD(half, MUL(kpr, q[PAD_R])), -b->cpr / b->m, v[PAD_R]);
    a[PAD_THETA] = COMBINE(0.5 * b->kit / b->m, MUL(q[PAD_Z], INVERSE(rho)), -b->cpt / b->m, v[PAD_THETA]);
    a[PAD_THETA] = COMBINE(1.0, a[PAD_THETA], -(b->kpt + 0.5 * b->kit) / b->m, q[PAD_THETA]);
    if (b->polar) { /* m (r'' - rho theta'^2), m (rho theta'' + 2 r' theta') */
        const NUMBER turn = v[PAD_THETA];
        a[PAD_R] = ADD(a[PAD_R], MUL(rho, MUL(turn, turn)));
        a[PAD_THETA] = COMBINE(1.0, a[PAD_THETA], -2.0, MUL(MUL(v[PAD_R], turn), INVERSE(rho)));
    }
    const NUMBER tilt = COMBINE(0.5 * b->kit * b->r0, q[PAD_THETA], -0.5 * b->kit, q[PAD_Z]);
    a[PAD_Z] = SUB(ADD(half, tilt), at->parameter[N0]);
    a[PAD_Z] = COMBINE(1.0 / b->m, N ? ADD(a[PAD_Z], *N) : a[PAD_Z], -b->cz / b->m, v[PAD_Z]);
    if (!b->radial) {
        a[PAD_R] = SCALE(0.0, a[PAD_R]);
    }
}

/* Relative velocity along e_r, e_theta, pad minus disc, with all that follows from it. With s, c = sin, cos
 * (theta0 + theta): P = x s - y c, Q = x c + y s, V and U the same of the disc's velocities, w = Omega +
 * psi'. */
static inline void OF(slide)(const disc_brake *b, const POINT *at, NUMBER rho, CONTACT *k)
{
    const NUMBER *q = at->q, *v = at->v;
    const NUMBER angle = SHIFT(b->theta0, q[PAD_THETA]), s = SINE(angle), c = COSINE(angle);
    const NUMBER P = SUB(MUL(q[DISC_X], s), MUL(q[DISC_Y], c)), Q = ADD(MUL(q[DISC_X], c), MUL(q[DISC_Y], s));
    const NUMBER V = SUB(MUL(v[DISC_X], s), MUL(v[DISC_Y], c)), U = ADD(MUL(v[DISC_X], c), MUL(v[DISC_Y], s));
    const NUMBER w = ADD(at->parameter[OMEGA], v[DISC_PSI]), lever = SUB(Q, rho);
    const NUMBER turn = v[PAD_THETA], none = SCALE(0.0, rho), one = SHIFT(b->radial ? 1.0 : 0.0, none);

    k->v[0] = ADD(SUB(v[PAD_R], U), MUL(w, P));
    k->v[1] = ADD(ADD(MUL(rho, turn), V), MUL(w, lever));
    k->g[0] = ADD(MUL(turn, V), MUL(w, ADD(V, MUL(turn, Q))));
    k->g[1] = MUL(turn, ADD(v[PAD_R], U));
    k->g[1] = ADD(k->g[1], MUL(w, SUB(SUB(U, v[PAD_R]), MUL(turn, P))));

    const NUMBER A[2][DOFS] = {{SCALE(-1.0, c), SCALE(-1.0, s), P, one, none, none},
                               {s, SCALE(-1.0, c), lever, none, rho, none}};
    const double inertia[DOFS] = {b->M, b->M, b->I, b->m, b->m, b->m};
    for (int d = 0; d < 2; d++) { /* forces on displacements are A again, but on theta over rho */
        for (int i = 0; i < DOFS; i++) {
            k->A[d][i] = A[d][i];
            k->W[d][i] = SCALE(1.0 / inertia[i], A[d][i]);
        }
    }
    k->W[1][PAD_THETA] = SHIFT(1.0 / b->m, none);
    k->W[1][PAD_THETA] = MUL(k->W[1][PAD_THETA], INVERSE(rho));
}

/* The contact at a point, with N = -kz z. */
static inline CONTACT OF(contact_at)(const disc_brake *b, const POINT *at)
{
    CONTACT k;
    const NUMBER rho = SHIFT(b->r0, at->q[PAD_R]), N = SCALE(-b->kz, at->q[PAD_Z]);
    k.first = b->direction == BRAKE_THETA ? 1 : 0;
    k.limit = MUL(at->parameter[MU], N);
    OF(accelerate)(b, at, rho, &N, k.a);
    OF(slide)(b, at, rho, &k);
    return k;
}

static inline void OF(rates)(const disc_brake *b, const POINT *at, const NUMBER a[DOFS], NUMBER *y)
{
    const int dofs = brake_dofs(b);
    for (int i = 0; i < dofs; i++) {
        y[i] = at->v[brake_dof(b, i)];
        y[dofs + i] = a[brake_dof(b, i)];
    }
}

static inline void OF(slip)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    CONTACT k = OF(contact_at)(b, &at);
    NUMBER F[2] = {0};
    OF(slip_force)(&k, F);
    OF(act)(&k, F, k.a);
    OF(rates)(b, &at, k.a, y);
}

static inline void OF(stick)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    CONTACT k = OF(contact_at)(b, &at);
    NUMBER F[2] = {0};
    OF(stick_force)(&k, F);
    OF(act)(&k, F, k.a);
    OF(rates)(b, &at, k.a, y);
}

static inline void OF(apart)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    NUMBER a[DOFS];
    OF(accelerate)(b, &at, SHIFT(b->r0, at.q[PAD_R]), NULL, a);
    OF(rates)(b, &at, a, y);
}

/* --- surfaces and guards: one value */

static inline void OF(lift)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    y[0] = at.q[PAD_Z];
}

static inline void OF(slowness)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    const CONTACT k = OF(contact_at)(b, &at);
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    y[0] = SHIFT(-b->eps, OF(speed)(&k));
}

static inline void OF(hold)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    const CONTACT k = OF(contact_at)(b, &at);
    NUMBER F[2] = {0};
    OF(stick_force)(&k, F);
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    y[0] = OF(margin)(&k, F);
}

/* --- resets: the state behind a crossing */

/* Velocities with which the relative one is `speed` against the force that would hold, 0: none. */
static inline POINT OF(changed)(const disc_brake *b, const POINT *at, double speed)
{
    POINT after = *at;
    const CONTACT k = OF(contact_at)(b, at);
    NUMBER impulse[2] = {0};
    OF(impulse)(&k, 0.0, NULL, impulse);
    OF(act)(&k, impulse, after.v);
    if (speed > 0.0) {
        const CONTACT held = OF(contact_at)(b, &after);
        NUMBER F[2] = {0};
        OF(stick_force)(&held, F);
        OF(impulse)(&held, speed, F, impulse);
        OF(act)(&held, impulse, after.v);
    }
    return after;
}

static inline void OF(state)(const disc_brake *b, const POINT *at, NUMBER *y)
{
    const int dofs = brake_dofs(b);
    for (int i = 0; i < dofs; i++) {
        y[i] = at->q[brake_dof(b, i)];
        y[dofs + i] = at->v[brake_dof(b, i)];
    }
}

static inline void OF(stop)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u), after = OF(changed)(b, &at, 0.0);
    OF(state)(b, &after, y);
}

static inline void OF(start)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u), after = OF(changed)(b, &at, 1.5 * b->eps);
    OF(state)(b, &after, y);
}

/* The margin of friction once the velocity has been brought to zero: >= 0, it is held. */
static inline void OF(holds)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u), after = OF(changed)(b, &at, 0.0);
    const CONTACT k = OF(contact_at)(b, &after);
    NUMBER F[2] = {0};
    OF(stick_force)(&k, F);
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    y[0] = OF(margin)(&k, F);
}
