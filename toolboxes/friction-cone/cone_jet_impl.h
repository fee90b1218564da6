/* Numbers with their first and second derivatives in the inputs of a step, for maps whose derivatives are
   long by hand.  */
#ifndef RDG_CONE_JET_IMPL_H
#define RDG_CONE_JET_IMPL_H

#include "cone_impl.h"

typedef struct cone_jet {
    double v, g[CONE_INPUTS], h[CONE_INPUTS][CONE_INPUTS]; /* h: j <= i only */
} cone_jet;

static inline void jet_variable(cone_jet *r, double value, int input)
{
    *r = (cone_jet){.v = value};
    r->g[input] = 1;
}

/* r = a x + b y; x or y may be r */
static inline void jet_combine(cone_jet *r, double a, const cone_jet *x, double b, const cone_jet *y)
{
    r->v = a * x->v + b * y->v;
    for (int i = 0; i < CONE_INPUTS; i++) {
        for (int j = 0; j <= i; j++) {
            r->h[i][j] = a * x->h[i][j] + b * y->h[i][j];
        }
        r->g[i] = a * x->g[i] + b * y->g[i];
    }
}

/* r = x y; x or y may be r */
static inline void jet_multiply(cone_jet *r, const cone_jet *x, const cone_jet *y)
{
    for (int i = 0; i < CONE_INPUTS; i++) {
        for (int j = 0; j <= i; j++) {
            r->h[i][j] = x->v * y->h[i][j] + x->g[i] * y->g[j] + x->g[j] * y->g[i] + x->h[i][j] * y->v;
        }
    }
    for (int i = 0; i < CONE_INPUTS; i++) {
        r->g[i] = x->v * y->g[i] + x->g[i] * y->v;
    }
    r->v = x->v * y->v;
}

/* r = f(x) from f, f' and f'' at x; x may be r */
static inline void jet_compose(cone_jet *r, const cone_jet *x, const double f[3])
{
    for (int i = 0; i < CONE_INPUTS; i++) {
        for (int j = 0; j <= i; j++) {
            r->h[i][j] = f[1] * x->h[i][j] + f[2] * x->g[i] * x->g[j];
        }
    }
    for (int i = 0; i < CONE_INPUTS; i++) {
        r->g[i] = f[1] * x->g[i];
    }
    r->v = f[0];
}

#endif
