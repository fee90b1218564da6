/* The equations of the brake (doc/disc-brake.md), in numbers of any order: included once for each ORDER, see
 * numbers.h. */
#include "brake.h"
#include "planar_contact.h"

#define POINT OF(point)
#define VIEW OF(viewed)
#define SLIDE OF(sliding)

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

/* Accelerations by springs, dampers and preload; N acts on the pad, `over` is 1 / rho. */
static inline void OF(accelerate)(const disc_brake *b, const POINT *at, NUMBER over, const NUMBER *N,
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
    a[PAD_THETA] = COMBINE(0.5 * b->kit / b->m, MUL(q[PAD_Z], over), -b->cpt / b->m, v[PAD_THETA]);
    a[PAD_THETA] = COMBINE(1.0, a[PAD_THETA], -(b->kpt + 0.5 * b->kit) / b->m, q[PAD_THETA]);
    if (b->polar) { /* m (r'' - rho theta'^2), m (rho theta'' + 2 r' theta') */
        const NUMBER turn = v[PAD_THETA];
        a[PAD_R] = ADD(a[PAD_R], MUL(SHIFT(b->r0, q[PAD_R]), MUL(turn, turn)));
        a[PAD_THETA] = COMBINE(1.0, a[PAD_THETA], -2.0, MUL(MUL(v[PAD_R], turn), over));
    }
    const NUMBER tilt = COMBINE(0.5 * b->kit * b->r0, q[PAD_THETA], -0.5 * b->kit, q[PAD_Z]);
    a[PAD_Z] = SUB(ADD(half, tilt), at->parameter[N0]);
    a[PAD_Z] = COMBINE(1.0 / b->m, N ? ADD(a[PAD_Z], *N) : a[PAD_Z], -b->cz / b->m, v[PAD_Z]);
    if (!b->radial) {
        a[PAD_R] = SCALE(0.0, a[PAD_R]);
    }
}

/* The disc's place and velocity seen from the pad. With s, c = sin, cos (theta0 + theta): P = x s - y c, Q =
 * x c + y s, V and U the same of the disc's velocities, w = Omega + psi'. */
typedef struct VIEW {
    NUMBER s, c, P, Q, V, U, w, lever;
} VIEW;

/* Relative velocity along e_r, e_theta, pad minus disc. */
static inline VIEW OF(view)(const disc_brake *b, const POINT *at, NUMBER rho, NUMBER relative[2])
{
    const NUMBER *q = at->q, *v = at->v;
    const NUMBER angle = SHIFT(b->theta0, q[PAD_THETA]);
    VIEW e = {.s = SINE(angle), .c = COSINE(angle), .w = ADD(at->parameter[OMEGA], v[DISC_PSI])};
    e.P = SUB(MUL(q[DISC_X], e.s), MUL(q[DISC_Y], e.c));
    e.Q = ADD(MUL(q[DISC_X], e.c), MUL(q[DISC_Y], e.s));
    e.V = SUB(MUL(v[DISC_X], e.s), MUL(v[DISC_Y], e.c));
    e.U = ADD(MUL(v[DISC_X], e.c), MUL(v[DISC_Y], e.s));
    e.lever = SUB(e.Q, rho);
    relative[0] = ADD(SUB(v[PAD_R], e.U), MUL(e.w, e.P));
    relative[1] = ADD(ADD(MUL(rho, v[PAD_THETA]), e.V), MUL(e.w, e.lever));
    return e;
}

/* What slides: all that friction acts on, and by. */
typedef struct SLIDE {
    VIEW e;
    NUMBER over; /* 1 / rho */
    NUMBER a[DOFS];
    CONTACT k;
} SLIDE;

/* How the relative velocity changes: by itself, as that of its directions, and by accelerations along them;
 * and by friction. */
static inline void OF(rate)(const disc_brake *b, const POINT *at, NUMBER rho, SLIDE *m)
{
    const VIEW *e = &m->e;
    const NUMBER turn = at->v[PAD_THETA], slide = at->v[PAD_R], *a = m->a;
    NUMBER along = ADD(MUL(turn, e->V), MUL(e->w, ADD(e->V, MUL(turn, e->Q))));
    NUMBER across = MUL(turn, ADD(slide, e->U));
    across = ADD(across, MUL(e->w, SUB(SUB(e->U, slide), MUL(turn, e->P))));
    const double by_place = b->kd / b->M, by_velocity = b->cd / b->M; /* of the disc: x'' = - both */
    along = ADD(along, COMBINE(by_place, e->Q, by_velocity, e->U));
    across = SUB(across, COMBINE(by_place, e->P, by_velocity, e->V));
    along = ADD(along, MUL(e->P, a[DISC_PSI]));
    across = ADD(across, MUL(e->lever, a[DISC_PSI]));
    m->k.rate[0] = b->radial ? ADD(along, a[PAD_R]) : along;
    m->k.rate[1] = ADD(across, MUL(rho, a[PAD_THETA]));
    m->k.K[0] = SHIFT(1.0 / b->M + (b->radial ? 1.0 / b->m : 0.0), SCALE(1.0 / b->I, MUL(e->P, e->P)));
    m->k.K[1] = SCALE(1.0 / b->I, MUL(e->P, e->lever));
    m->k.K[2] = SHIFT(1.0 / b->M + 1.0 / b->m, SCALE(1.0 / b->I, MUL(e->lever, e->lever)));
}

/* The contact at a point, with N = -kz z; `held`: with what a force that holds follows from. */
static inline SLIDE OF(slide_at)(const disc_brake *b, const POINT *at, bool held)
{
    SLIDE m;
    const NUMBER rho = SHIFT(b->r0, at->q[PAD_R]), N = SCALE(-b->kz, at->q[PAD_Z]);
    m.over = INVERSE(rho);
    /* cppcheck-suppress uninitvar ; the velocity is written there */
    m.e = OF(view)(b, at, rho, m.k.v);
    m.k.first = b->direction == BRAKE_THETA ? 1 : 0;
    m.k.limit = MUL(at->parameter[MU], N);
    OF(accelerate)(b, at, m.over, &N, m.a);
    if (held) {
        OF(rate)(b, at, rho, &m);
    }
    return m;
}

/* x += accelerations by a force, or changes of velocities by an impulse. */
static inline void OF(act)(const disc_brake *b, const SLIDE *m, const NUMBER F[2], NUMBER x[DOFS])
{
    const VIEW *e = &m->e;
    const NUMBER along = SUB(MUL(e->c, F[0]), MUL(e->s, F[1]));
    const NUMBER across = ADD(MUL(e->s, F[0]), MUL(e->c, F[1]));
    const NUMBER moment = ADD(MUL(e->P, F[0]), MUL(e->lever, F[1]));
    x[DISC_X] = COMBINE(1.0, x[DISC_X], -1.0 / b->M, along);
    x[DISC_Y] = COMBINE(1.0, x[DISC_Y], -1.0 / b->M, across);
    x[DISC_PSI] = COMBINE(1.0, x[DISC_PSI], 1.0 / b->I, moment);
    x[PAD_R] = b->radial ? COMBINE(1.0, x[PAD_R], 1.0 / b->m, F[0]) : x[PAD_R];
    x[PAD_THETA] = COMBINE(1.0, x[PAD_THETA], 1.0 / b->m, MUL(m->over, F[1]));
}

static inline void OF(rates)(const disc_brake *b, const POINT *at, const NUMBER a[DOFS], NUMBER *y)
{
    const int dofs = brake_dofs(b);
    for (int i = 0; i < dofs; i++) {
        y[i] = at->v[brake_dof(b, i)];
        y[dofs + i] = a[brake_dof(b, i)];
    }
}

/* false: friction has no direction, as nothing slips; what is far below eps has come to rest. */
static inline bool OF(slip)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    SLIDE m = OF(slide_at)(b, &at, false);
    NUMBER F[2] = {0};
    const bool slips =
        OF(slip_force)(&m.k, F) && VALUE(OF(square)(m.k.first, m.k.v)) > 0.01 * b->eps * b->eps;
    OF(act)(b, &m, F, m.a);
    OF(rates)(b, &at, m.a, y);
    return slips;
}

static inline bool OF(stick)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    SLIDE m = OF(slide_at)(b, &at, true);
    NUMBER F[2] = {0};
    OF(stick_force)(&m.k, F);
    OF(act)(b, &m, F, m.a);
    OF(rates)(b, &at, m.a, y);
    return true;
}

static inline bool OF(apart)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    NUMBER a[DOFS];
    OF(accelerate)(b, &at, INVERSE(SHIFT(b->r0, at.q[PAD_R])), NULL, a);
    OF(rates)(b, &at, a, y);
    return true;
}

/* --- surfaces and guards: one value */

static inline bool OF(lift)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    y[0] = at.q[PAD_Z];
    return true;
}

static inline bool OF(slowness)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    NUMBER relative[2];
    OF(view)(b, &at, SHIFT(b->r0, at.q[PAD_R]), relative);
    const NUMBER square = OF(square)(b->direction == BRAKE_THETA ? 1 : 0, relative);
    const bool slips = VALUE(square) > 0.0;
    if (slips) {
        /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
        y[0] = SHIFT(-b->eps, ROOT(square));
    }
    return slips;
}

static inline bool OF(hold)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    const SLIDE m = OF(slide_at)(b, &at, true);
    NUMBER F[2] = {0};
    OF(stick_force)(&m.k, F);
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    y[0] = OF(margin)(&m.k, F);
    return true;
}

/* --- resets: the state behind an event */

/* Velocities with which the relative one is `speed` against the force that would hold, 0: none. */
static inline POINT OF(changed)(const disc_brake *b, const POINT *at, double speed)
{
    POINT after = *at;
    const SLIDE m = OF(slide_at)(b, at, true);
    NUMBER impulse[2] = {0};
    OF(impulse)(&m.k, 0.0, NULL, impulse);
    OF(act)(b, &m, impulse, after.v);
    if (speed > 0.0) {
        const SLIDE held = OF(slide_at)(b, &after, true);
        NUMBER F[2] = {0};
        OF(stick_force)(&held.k, F);
        OF(impulse)(&held.k, speed, F, impulse);
        OF(act)(b, &held, impulse, after.v);
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

static inline bool OF(stop)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u), after = OF(changed)(b, &at, 0.0);
    OF(state)(b, &after, y);
    return true;
}

static inline bool OF(start)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u), after = OF(changed)(b, &at, 1.5 * b->eps);
    OF(state)(b, &after, y);
    return true;
}

/* The same with the lift, and so the normal force, at which what holds is all that friction can do. Where
 * stick breaks that is so already; what Newton's method makes of such a state is brought back to it, or else
 * slip would end as it begins. The holding force is linear in z: |F0 + s (F - F0)| = s mu N for z -> s z. */
static inline bool OF(release)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u);
    POINT after = OF(changed)(b, &at, 0.0), flat = after;
    flat.q[PAD_Z] = SCALE(0.0, flat.q[PAD_Z]);
    const SLIDE m = OF(slide_at)(b, &after, true), none = OF(slide_at)(b, &flat, true);
    NUMBER F[2] = {0}, F0[2] = {0};
    OF(stick_force)(&m.k, F);
    OF(stick_force)(&none.k, F0);
    NUMBER by = SCALE(-1.0, MUL(m.k.limit, m.k.limit)), along = SCALE(0.0, m.k.limit), fixed = along;
    for (int d = m.k.first; d < 2; d++) {
        const NUMBER D = SUB(F[d], F0[d]);
        by = ADD(by, MUL(D, D));
        along = ADD(along, MUL(D, F0[d]));
        fixed = ADD(fixed, MUL(F0[d], F0[d]));
    }
    const NUMBER root = ROOT(SUB(MUL(along, along), MUL(by, fixed))); /* by < 0 */
    after.q[PAD_Z] = MUL(after.q[PAD_Z], MUL(fixed, INVERSE(SUB(root, along))));
    after = OF(changed)(b, &after, 1.5 * b->eps);
    OF(state)(b, &after, y);
    return true;
}

/* The margin of friction once the velocity has been brought to zero: >= 0, it is held. */
static inline bool OF(holds)(const disc_brake *b, const double *u, NUMBER *y)
{
    const POINT at = OF(point_at)(b, u), after = OF(changed)(b, &at, 0.0);
    const SLIDE m = OF(slide_at)(b, &after, true);
    NUMBER F[2] = {0};
    OF(stick_force)(&m.k, F);
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    y[0] = OF(margin)(&m.k, F);
    return true;
}
