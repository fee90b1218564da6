/* Dry friction at one point that slides in a plane, of any mechanical system: F is the friction force along
 * two directions, v the relative velocity along them, v' = rate + K F. Included once for each ORDER, see
 * numbers.h. With `first` = 1 friction acts along the second direction alone. */
#include "numbers.h"

#ifndef DISC_BRAKE_PLANAR_CONTACT
#define DISC_BRAKE_PLANAR_CONTACT
#define CONTACT OF(contact)
#endif

typedef struct CONTACT {
    int first;      /* direction along which friction acts: 0, both; 1 */
    NUMBER v[2];    /* relative velocity */
    NUMBER rate[2]; /* its rate without friction */
    NUMBER K[3];    /* its rate by forces of 1 N: along the first by the first, across, along the second */
    NUMBER limit;   /* mu N */
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

/* F by which v changes as asked for: K F = change. */
static inline void OF(force_of)(const CONTACT *c, const NUMBER change[2], NUMBER F[2])
{
    const NUMBER *K = c->K;
    if (c->first) {
        F[1] = MUL(change[1], INVERSE(K[2]));
        return;
    }
    const NUMBER over = INVERSE(SUB(MUL(K[0], K[2]), MUL(K[1], K[1])));
    F[0] = MUL(over, SUB(MUL(K[2], change[0]), MUL(K[1], change[1])));
    F[1] = MUL(over, SUB(MUL(K[0], change[1]), MUL(K[1], change[0])));
}

/* The force that keeps v as it is. */
static inline void OF(stick_force)(const CONTACT *c, NUMBER F[2])
{
    const NUMBER change[2] = {SCALE(-1.0, c->rate[0]), SCALE(-1.0, c->rate[1])};
    OF(force_of)(c, change, F);
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
