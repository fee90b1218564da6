/* A step in one phase as the march takes it thousands of times, and the first derivatives of slip;
 * cone_step.c has the formulas.
 *
 * f_m = sum_k y^k / (2 k + m)!: C = f_0, S = f_1, D2 = f_2. With f_m = 1/m! + y f_(m+2) and 2 f_m' = f_(m+1)
 * - m f_(m+2), the series of f_3 and f_4 give all that is needed. A slip step turns the unit vector e by an
 * angle; of a change of its angle at the start the share 1 / (C + kappa (e_a.D) S) is left. */
#include "cone_impl.h"

#include <math.h>
#include <string.h>

enum { HYPERBOLIC = 5 };

/* A slip step on the way. */
typedef struct slide {
    double size, e[2]; /* of t at the start */
    double kappa, kappa_slope[2], w[2], p;
    double f[HYPERBOLIC], inverse, along, fade, turned[2]; /* turned: e at the end */
} slide;

/* 1 + y factor_0 (1 + y factor_1 (1 + ... )) */
static double nested(double y, const double *factor, int terms)
{
    double sum = 1;
    while (terms-- > 0) {
        sum = 1 + y * factor[terms] * sum;
    }
    return sum;
}

/* f at y = r^2, times exp(-r) where r > 1; that factor */
static double hyperbolic(double y, double f[HYPERBOLIC])
{
    enum { FEW = 4, ALL = 8 }; /* exact to rounding for y < 0.02, y < 1 */
    static const double odd[ALL] = {1.0 / 20,  1.0 / 42,  1.0 / 72,  1.0 / 110,
                                    1.0 / 156, 1.0 / 210, 1.0 / 272, 1.0 / 342};
    static const double even[ALL] = {1.0 / 30,  1.0 / 56,  1.0 / 90,  1.0 / 132,
                                     1.0 / 182, 1.0 / 240, 1.0 / 306, 1.0 / 380};
    if (y < 1) {
        const int terms = y < 0.02 ? FEW : ALL;
        f[3] = nested(y, odd, terms) / 6;
        f[4] = nested(y, even, terms) / 24;
        f[1] = 1 + y * f[3];
        f[2] = 0.5 + y * f[4];
        f[0] = 1 + y * f[2];
        return 1;
    }
    const double r = sqrt(y), decay = exp(-r);
    f[0] = 0.5 + 0.5 * decay * decay;
    f[1] = (0.5 - 0.5 * decay * decay) / r;
    f[2] = (f[0] - decay) / y;
    f[3] = (f[1] - decay) / y;
    f[4] = (f[2] - 0.5 * decay) / y;
    return decay;
}

/* mean of 1/N where N goes from Na to Nb: 2 A / (Na + Nb), A = atanh(w) / w, w = (Nb - Na) / (Na + Nb) */
static double mean_inverse(double Na, double Nb, double slope[2])
{
    enum { TERMS = 6 }; /* exact to rounding for w^2 < 0.002 */
    static const double ratio[TERMS] = {3.0 / 5, 5.0 / 7, 7.0 / 9, 9.0 / 11, 11.0 / 13, 13.0 / 15};
    const double inverse = 1 / (Na + Nb), w = (Nb - Na) * inverse, square = w * w;
    const double rest = square < 0.002 ? nested(square, ratio, TERMS) / 3 : (atanh(w) / w - 1) / square;
    const double mean = 2 * inverse * (1 + square * rest);
    const double by_w = 2 * inverse * w * (1 / (1 - square) - rest);
    slope[0] = -inverse * ((1 + w) * by_w + mean);
    slope[1] = inverse * ((1 - w) * by_w - mean);
    return mean;
}

static void begin_slide(const rdg_cone *cone, const cone_node *a, const cone_node *b, slide *s)
{
    double y = 0;
    s->size = hypot(a->t[0], a->t[1]);
    s->kappa = cone->kt / cone->mu * mean_inverse(a->q[2][0], b->q[2][0], s->kappa_slope);
    s->p = 0;
    for (int i = 0; i < 2; i++) {
        s->e[i] = a->t[i] / s->size;
        s->w[i] = s->kappa * (b->q[i][0] - a->q[i][0]);
        s->p += s->e[i] * s->w[i];
        y += s->w[i] * s->w[i];
    }
    const double one = hyperbolic(y, s->f);
    s->inverse = 1 / (s->f[0] + s->p * s->f[1]);
    s->along = s->f[1] + s->p * s->f[2];
    s->fade = one * s->inverse;
    for (int i = 0; i < 2; i++) {
        s->turned[i] = s->fade * s->e[i] + s->inverse * s->along * s->w[i];
    }
}

void rdg_cone_advance(const rdg_cone *cone, const cone_node *a, cone_node *b)
{
    const double way[2] = {b->q[0][0] - a->q[0][0], b->q[1][0] - a->q[1][0]};
    const double limit = cone->mu * b->q[2][0];
    slide s = {0};
    b->t[0] = b->t[1] = b->fade = 0;
    if (a->phase == CONE_OPEN || b->event == CONE_ZERO_LOAD) {
        return;
    }
    if (a->phase == CONE_SLIP && a->event != CONE_ZERO_LOAD) {
        begin_slide(cone, a, b, &s);
        b->fade = s.fade;
    }
    for (int i = 0; i < 2; i++) {
        b->t[i] = a->phase == CONE_STICK       ? a->t[i] + cone->kt * way[i]
                  : a->event == CONE_ZERO_LOAD ? limit * way[i] / hypot(way[0], way[1])
                                               : limit * s.turned[i];
    }
}

/* Just closed: t points along the way. */
static void begin_at_zero_load(const cone_node *a, const cone_node *b, double turned[2], double by_way[2])
{
    const double way[2] = {b->q[0][0] - a->q[0][0], b->q[1][0] - a->q[1][0]};
    const double size = hypot(way[0], way[1]);
    for (int i = 0; i < 2; i++) {
        turned[i] = way[i] / size;
    }
    by_way[0] = -turned[1] / size;
    by_way[1] = turned[0] / size;
}

void rdg_cone_slide_slopes(const rdg_cone *cone, const cone_node *a, const cone_node *b,
                           double first[2][CONE_INPUTS])
{
    slide s = {0};
    double angle[CONE_INPUTS] = {0}; /* derivatives of the angle at the end */
    if (a->event == CONE_ZERO_LOAD) {
        begin_at_zero_load(a, b, s.turned, angle + 2);
    } else {
        begin_slide(cone, a, b, &s);
        const double *f = s.f, across[2] = {-s.turned[1], s.turned[0]};
        const double side = across[0] * s.w[0] + across[1] * s.w[1];
        const double by_y = 0.5 * (f[2] - f[3]) + s.p * (0.5 * f[3] - f[4]);
        angle[0] = -s.fade * s.e[1] / s.size;
        angle[1] = s.fade * s.e[0] / s.size;
        for (int i = 0; i < 2; i++) {
            const double g = s.inverse * (s.along * across[i] + side * (f[2] * s.e[i] + 2 * by_y * s.w[i]));
            const double by_kappa = g * (b->q[i][0] - a->q[i][0]) * cone->kt / cone->mu;
            angle[2 + i] = g * s.kappa;
            angle[4] += by_kappa * s.kappa_slope[0];
            angle[5] += by_kappa * s.kappa_slope[1];
        }
    }
    const double limit = cone->mu * b->q[2][0];
    for (int j = 0; j < CONE_INPUTS; j++) {
        first[0][j] = -limit * s.turned[1] * angle[j];
        first[1][j] = limit * s.turned[0] * angle[j];
    }
    first[0][5] += cone->mu * s.turned[0];
    first[1][5] += cone->mu * s.turned[1];
}
