/* Bare loops for one model, the slider-crank in an ideal guide: what its time stepping costs at least. They
 * keep nothing but the motion. */
#ifndef RDG_BENCH_CRANK_LOOPS_H
#define RDG_BENCH_CRANK_LOOPS_H

#include <math.h>

typedef struct crank_loop {
    double q[2], v[2], a[2], A[2], force; /* th3 stays 0 */
} crank_loop;

/* Masses, forces and the direction of the guide at a place; table 1 of the paper */
typedef struct crank_place {
    double m11, m12, m22, h1, h2, w1, w2;
} crank_place;

static inline crank_place crank_at(const double *q, const double *v)
{
    const double l1 = 0.153, l2 = 0.306, m1 = 0.038, m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4,
                 g = 9.81, mc = (0.5 * m2 + m3) * l1 * l2;
    const double c1 = cos(q[0]), s1 = sin(q[0]), c2 = cos(q[1]), s2 = sin(q[1]);
    const double c = c1 * c2 + s1 * s2, s = s1 * c2 - c1 * s2;
    return (crank_place){.m11 = J1 + (0.25 * m1 + m2 + m3) * l1 * l1,
                         .m12 = mc * c,
                         .m22 = J2 + (0.25 * m2 + m3) * l2 * l2,
                         .h1 = -mc * s * v[1] * v[1] - g * l1 * c1 * (0.5 * m1 + m2 + m3),
                         .h2 = mc * s * v[0] * v[0] - g * l2 * c2 * (0.5 * m2 + m3),
                         .w1 = l1 * c1,
                         .w2 = l2 * c2};
}

/* x = M^-1 y */
static inline void crank_solve(const crank_place *p, double y1, double y2, double *x)
{
    const double below = 1.0 / (p->m11 * p->m22 - p->m12 * p->m12);
    x[0] = (p->m22 * y1 - p->m12 * y2) * below;
    x[1] = (p->m11 * y2 - p->m12 * y1) * below;
}

/* Moreau's midpoint rule */
static inline void crank_loop_midpoint(crank_loop *s, double h)
{
    const double q[2] = {s->q[0] + 0.5 * h * s->v[0], s->q[1] + 0.5 * h * s->v[1]};
    const crank_place p = crank_at(q, s->v);
    double a[2], x[2];
    crank_solve(&p, p.h1, p.h2, a);
    crank_solve(&p, p.w1, p.w2, x);
    const double v[2] = {s->v[0] + h * a[0], s->v[1] + h * a[1]};
    const double r = -(p.w1 * v[0] + p.w2 * v[1]) / (p.w1 * x[0] + p.w2 * x[1]);
    for (int i = 0; i < 2; i++) {
        const double next = v[i] + x[i] * r;
        s->q[i] += 0.5 * h * (s->v[i] + next);
        s->v[i] = next;
    }
    s->force = r / h;
}

/* Generalised alpha; answers how often it has asked for the terms. */
static inline int crank_loop_alpha(crank_loop *s, double h, double rho, double tolerance)
{
    const double am = (2.0 * rho - 1.0) / (rho + 1.0), af = rho / (rho + 1.0), ga = 0.5 - am + af,
                 be = 0.25 * (1.0 - am + af) * (1.0 - am + af), cf = (1.0 - af) / (1.0 - am);
    const double cv = h * ga * cf, cq = h * h * be * cf;
    double vs[2], qs[2], ahead[2], a[2] = {s->a[0], s->a[1]}, v[2], q[2];
    for (int i = 0; i < 2; i++) {
        ahead[i] = (af * s->a[i] - am * s->A[i]) / (1.0 - am);
        vs[i] = s->v[i] + h * ((1.0 - ga) * s->A[i] + ga * ahead[i]);
        qs[i] = s->q[i] + h * s->v[i] + h * h * ((0.5 - be) * s->A[i] + be * ahead[i]);
        v[i] = vs[i] + cv * a[i];
        q[i] = qs[i] + cq * a[i];
    }
    for (int k = 1; k <= 60; k++) {
        const crank_place p = crank_at(q, v);
        double x[2], change = 0.0, size = 0.0;
        crank_solve(&p, p.h1, p.h2, a);
        crank_solve(&p, p.w1, p.w2, x);
        const double u = p.w1 * (vs[0] + cv * a[0]) + p.w2 * (vs[1] + cv * a[1]);
        s->force = -u / (cv * (p.w1 * x[0] + p.w2 * x[1]));
        for (int i = 0; i < 2; i++) {
            a[i] += x[i] * s->force;
            const double next = vs[i] + cv * a[i];
            change = fmax(change, fabs(next - v[i]));
            size = fmax(size, fabs(next));
            v[i] = next;
            q[i] = qs[i] + cq * a[i];
        }
        if (change <= tolerance * (1.0 + size)) {
            for (int i = 0; i < 2; i++) {
                s->q[i] = q[i];
                s->v[i] = v[i];
                s->a[i] = a[i];
                s->A[i] = ahead[i] + cf * a[i];
            }
            return k;
        }
    }
    return 0;
}

#endif
