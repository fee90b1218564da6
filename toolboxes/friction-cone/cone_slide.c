/* A step in one phase without derivatives, as the march takes it thousands of times; cone_step.c has the
 * formulas. */
#include "cone_impl.h"

#include <math.h>

/* sum of y^k divided by successive products of factorials' factors, by Horner's rule */
static double nested(double y, const double *factor, int terms)
{
    double sum = 1;
    while (terms-- > 0) {
        sum = 1 + y * factor[terms] * sum;
    }
    return sum;
}

/* cosh r, sinh r / r, (cosh r - 1) / r^2 and 1 at y = r^2; all times exp(-r) where r > 1 */
static void hyperbolic(double y, double *C, double *S, double *D, double *one)
{
    enum { FEW = 5, ALL = 10 }; /* exact to rounding for y < 0.02, y < 1 */
    static const double sinus[ALL] = {1.0 / 6,   1.0 / 20,  1.0 / 42,  1.0 / 72,  1.0 / 110,
                                      1.0 / 156, 1.0 / 210, 1.0 / 272, 1.0 / 342, 1.0 / 420};
    static const double cosine[ALL] = {1.0 / 12,  1.0 / 30,  1.0 / 56,  1.0 / 90,  1.0 / 132,
                                       1.0 / 182, 1.0 / 240, 1.0 / 306, 1.0 / 380, 1.0 / 462};
    if (y < 1) {
        const int terms = y < 0.02 ? FEW : ALL;
        *S = nested(y, sinus, terms);
        *D = 0.5 * nested(y, cosine, terms);
        *C = 1 + y * *D;
        *one = 1;
        return;
    }
    const double r = sqrt(y), decay = exp(-r);
    *C = 0.5 + 0.5 * decay * decay;
    *S = (0.5 - 0.5 * decay * decay) / r;
    *D = (*C - decay) / y;
    *one = decay;
}

/* mean of 1/N where N goes from Na to Nb: atanh(w) / w * 2 / (Na + Nb), w = (Nb - Na) / (Na + Nb) */
static double mean_inverse(double Na, double Nb)
{
    enum { TERMS = 6 }; /* exact to rounding for w^2 < 0.002 */
    static const double odd[TERMS] = {1.0 / 3, 3.0 / 5, 5.0 / 7, 7.0 / 9, 9.0 / 11, 11.0 / 13};
    const double s = Na + Nb, w = (Nb - Na) / s;
    return 2 / s * (w * w < 0.002 ? nested(w * w, odd, TERMS) : atanh(w) / w);
}

/* From the cone to the cone; how much of a change of its force's angle is left at the end. */
static double slide(const rdg_cone *cone, const cone_node *a, const double way[2], double load, double t[2])
{
    const double size = 1 / hypot(a->t[0], a->t[1]), limit = cone->mu * load;
    const double kappa = cone->kt / cone->mu * mean_inverse(a->q[2][0], load);
    const double e[2] = {size * a->t[0], size * a->t[1]}, D[2] = {kappa * way[0], kappa * way[1]};
    const double p = e[0] * D[0] + e[1] * D[1];
    double C, S, D2, one;
    hyperbolic(D[0] * D[0] + D[1] * D[1], &C, &S, &D2, &one);
    const double inverse = 1 / (C + p * S), along = S + p * D2;
    for (int i = 0; i < 2; i++) {
        t[i] = limit * inverse * (one * e[i] + along * D[i]);
    }
    return one * inverse;
}

void rdg_cone_advance(const rdg_cone *cone, const cone_node *a, cone_node *b)
{
    const double way[2] = {b->q[0][0] - a->q[0][0], b->q[1][0] - a->q[1][0]};
    b->t[0] = b->t[1] = b->fade = 0;
    if (a->phase == CONE_OPEN || b->event == CONE_ZERO_LOAD) {
        return;
    }
    if (a->phase == CONE_STICK) {
        for (int i = 0; i < 2; i++) {
            b->t[i] = a->t[i] + cone->kt * way[i];
        }
    } else if (a->event == CONE_ZERO_LOAD) {
        const double scale = cone->mu * b->q[2][0] / hypot(way[0], way[1]);
        b->t[0] = scale * way[0];
        b->t[1] = scale * way[1];
    } else {
        b->fade = slide(cone, a, way, b->q[2][0], b->t);
    }
}
