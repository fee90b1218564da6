/* Dry friction at one point that slides in a plane, of any mechanical system q'' = a + W F: F is the friction
 * force along two directions, v = the relative velocity along them, v' = g + A q''. Included once for each
 * ORDER, see numbers.h. With `first` = 1 friction acts along the second direction alone. */
#include "numbers.h"

#ifndef DISC_BRAKE_PLANAR_CONTACT
#define DISC_BRAKE_PLANAR_CONTACT
enum { DOFS = 6 };
#define CONTACT OF(contact)
#endif

typedef struct CONTACT {
    int first;                     /* direction along which friction acts: 0, both; 1 */
    NUMBER a[DOFS];                /* accelerations without friction */
    NUMBER v[2], g[2];             /* relative velocity; its rate where nothing accelerates */
    NUMBER A[2][DOFS], W[2][DOFS]; /* its change with velocities; accelerations by forces of 1 N */
    NUMBER limit;                  /* mu N */
} CONTACT;

/* |x|^2 */
static inline NUMBER OF(square)(int first, const NUMBER x[2])
{
    /* cppcheck-suppress ctuArrayIndex ; it takes these numbers to be of size 0 */
    const NUMBER second = MUL(x[1], x[1]);
    return first ? second : ADD(MUL(x[0], x[0]), second);
}

/* |v| */
static inline NUMBER OF(speed)(const CONTACT *c)
{
    return ROOT(OF(square)(c->first, c->v));
}

/* F = - mu N v / |v|; false: v = 0, F stays as it is. */
static inline bool OF(slip_force)(const CONTACT *c, NUMBER F[2])
{
    if (!(VALUE(OF(square)(c->first, c->v)) > 0.0)) {
        return false;
    }
    const NUMBER factor = SCALE(-1.0, MUL(c->limit, INVERSE(OF(speed)(c))));
    for (int d = c->first; d < 2; d++) {
        F[d] = MUL(factor, c->v[d]);
    }
    return true;
}

/* Sum over the degrees of freedom. */
static inline NUMBER OF(inner)(const NUMBER x[DOFS], const NUMBER y[DOFS])
{
    NUMBER sum = MUL(x[0], y[0]);
    for (int i = 1; i < DOFS; i++) {
        sum = ADD(sum, MUL(x[i], y[i]));
    }
    return sum;
}

/* F by which v changes as asked for: (A W) F = change. */
static inline void OF(force_of)(const CONTACT *c, const NUMBER change[2], NUMBER F[2])
{
    const NUMBER K11 = OF(inner)(c->A[1], c->W[1]);
    if (c->first) {
        F[1] = MUL(change[1], INVERSE(K11));
        return;
    }
    const NUMBER K00 = OF(inner)(c->A[0], c->W[0]);
    const NUMBER K01 = OF(inner)(c->A[0], c->W[1]);
    const NUMBER K10 = OF(inner)(c->A[1], c->W[0]);
    const NUMBER over = INVERSE(SUB(MUL(K00, K11), MUL(K01, K10)));
    F[0] = MUL(over, SUB(MUL(K11, change[0]), MUL(K01, change[1])));
    F[1] = MUL(over, SUB(MUL(K00, change[1]), MUL(K10, change[0])));
}

/* The force that keeps v as it is. */
static inline void OF(stick_force)(const CONTACT *c, NUMBER F[2])
{
    NUMBER change[2] = {0};
    for (int d = 0; d < 2; d++) {
        change[d] = COMBINE(-1.0, c->g[d], -1.0, OF(inner)(c->A[d], c->a));
    }
    OF(force_of)(c, change, F);
}

/* x += W F: accelerations by a force, or changes of velocities by an impulse. */
static inline void OF(act)(const CONTACT *c, const NUMBER F[2], NUMBER x[DOFS])
{
    for (int i = 0; i < DOFS; i++) {
        for (int d = c->first; d < 2; d++) {
            x[i] = ADD(x[i], MUL(c->W[d][i], F[d]));
        }
    }
}

/* The impulse that makes the relative velocity `speed` against a force, 0 without one. */
static inline void OF(impulse)(const CONTACT *c, double speed, const NUMBER *against, NUMBER F[2])
{
    NUMBER change[2] = {0};
    for (int d = 0; d < 2; d++) {
        change[d] = SCALE(-1.0, c->v[d]);
    }
    if (against) {
        const NUMBER factor = SCALE(-speed, INVERSE(ROOT(OF(square)(c->first, against))));
        for (int d = c->first; d < 2; d++) {
            change[d] = ADD(change[d], MUL(factor, against[d]));
        }
    }
    OF(force_of)(c, change, F);
}

/* 1 - |F|^2 / (mu N)^2: smooth also where there is no force */
static inline NUMBER OF(margin)(const CONTACT *c, const NUMBER F[2])
{
    const NUMBER over = INVERSE(c->limit);
    return SHIFT(1.0, SCALE(-1.0, MUL(OF(square)(c->first, F), MUL(over, over))));
}
