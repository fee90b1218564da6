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

/* A slip step on the way: cone_step.c has the formulas. */
typedef struct slide {
    double size, e[2]; /* of t at the start */
    double kappa, kappa_slope[2];
    double D[2], u2[2], u3[2]; /* x_b - x_a and the curvature */
    double w[2], a[2], b[2];   /* those times kappa */
    double c2, c3, c23, G[3], Q[3], F[3];
    double W[2], rho;                               /* the exponent */
    double f[HYPERBOLIC], inverse, fade, turned[2]; /* turned: e at the end */
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
    enum { FEW = 4, ALL = 8 }; /* exact to rounding for |y| < 0.02, -4 < y < 1 */
    static const double odd[ALL] = {1.0 / 20,  1.0 / 42,  1.0 / 72,  1.0 / 110,
                                    1.0 / 156, 1.0 / 210, 1.0 / 272, 1.0 / 342};
    static const double even[ALL] = {1.0 / 30,  1.0 / 56,  1.0 / 90,  1.0 / 132,
                                     1.0 / 182, 1.0 / 240, 1.0 / 306, 1.0 / 380};
    if (y < 1) {
        const int terms = fabs(y) < 0.02 ? FEW : ALL;
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

static double cross(const double x[2], const double y[2])
{
    return x[0] * y[1] - x[1] * y[0];
}

static double dot(const double x[2], const double y[2])
{
    return x[0] * y[0] + x[1] * y[1];
}

void rdg_cone_coth_factor(double y, double f[3])
{
    enum { TERMS = 11 };
    /* B_2m / (2 m)! with Bernoulli's numbers B, exact to rounding for y < 1 */
    static const double c[TERMS] = {1.0 / 12,
                                    -1.0 / 720,
                                    1.0 / 30240,
                                    -1.0 / 1209600,
                                    1.0 / 47900160,
                                    -691.0 / 1307674368000,
                                    1.0 / 74724249600,
                                    -3617.0 / 10670622842880000,
                                    43867.0 / 5109094217170944000,
                                    -174611.0 / 802857662698291200000.0,
                                    77683.0 / 14101100039391805440000.0};
    if (y < 1) {
        f[0] = f[1] = f[2] = 0;
        for (int k = TERMS; k-- > 0;) {
            f[2] = f[2] * y + 2 * f[1];
            f[1] = f[1] * y + f[0];
            f[0] = f[0] * y + c[k];
        }
        return;
    }
    const double r = sqrt(y), coth = 1 / tanh(0.5 * r), square = coth * coth - 1;
    const double slope = 0.5 * coth - 0.25 * r * square, bend = 0.25 * r * coth * square - 0.5 * square;
    f[0] = (0.5 * r * coth - 1) / y;
    f[1] = (0.5 * slope / r - f[0]) / y;
    f[2] = (0.25 * (bend - slope / r) / y - 2 * f[1]) / y;
}

/* The exponent of the flow over the step */
static void find_exponent(const rdg_cone *cone, const cone_node *a, const cone_node *b, slide *s)
{
    const double factor = cone->kt / cone->mu;
    s->kappa = factor * mean_inverse(a->q[2][0], b->q[2][0], s->kappa_slope);
    rdg_cone_curvature(a, b, s->u2, s->u3);
    for (int i = 0; i < 2; i++) {
        s->kappa_slope[i] *= factor;
        s->D[i] = b->q[i][0] - a->q[i][0];
        s->w[i] = s->kappa * s->D[i];
        s->a[i] = s->kappa * s->u2[i];
        s->b[i] = s->kappa * s->u3[i];
    }
    s->c2 = cross(s->w, s->a);
    s->c3 = cross(s->w, s->b);
    s->c23 = cross(s->a, s->b);
    rdg_cone_coth_factor(dot(s->w, s->w), s->G);
    rdg_cone_held_back(dot(s->a, s->a), CONE_ROTATION, s->Q);
    rdg_cone_held_back(dot(s->w, s->w), CONE_SMALL, s->F);
    const double b3 = s->F[0] * s->c3 / 360, b2 = s->F[0] * s->c2 / 240;
    s->rho = s->c2 * s->Q[0] * (s->G[0] + s->F[0] * dot(s->a, s->a) / 5400) + s->F[0] * s->c23 / 360;
    s->W[0] = s->w[0] - b3 * s->w[1] + b2 * s->a[1];
    s->W[1] = s->w[1] + b3 * s->w[0] - b2 * s->a[0];
}

void rdg_cone_exponent(const rdg_cone *cone, const cone_node *a, const cone_node *b, double W[2], double *rho)
{
    slide s;
    find_exponent(cone, a, b, &s);
    W[0] = s.W[0];
    W[1] = s.W[1];
    *rho = s.rho;
}

static void begin_slide(const rdg_cone *cone, const cone_node *a, const cone_node *b, slide *s)
{
    find_exponent(cone, a, b, s);
    s->size = hypot(a->t[0], a->t[1]);
    s->e[0] = a->t[0] / s->size;
    s->e[1] = a->t[1] / s->size;
    const double *e = s->e, *W = s->W, rho = s->rho, p = dot(W, e);
    const double one = hyperbolic(dot(W, W) - rho * rho, s->f);
    s->inverse = 1 / (s->f[0] + p * s->f[1] + s->f[2] * rho * (rho + cross(e, W)));
    s->fade = one * s->inverse;
    const double by_e = one - s->f[2] * rho * rho, by_W = s->f[1] + s->f[2] * p;
    s->turned[0] = s->inverse * (by_e * e[0] + by_W * W[0] - rho * (s->f[1] * e[1] + s->f[2] * W[1]));
    s->turned[1] = s->inverse * (by_e * e[1] + by_W * W[1] + rho * (s->f[1] * e[0] + s->f[2] * W[0]));
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

/* The angle at the end, by W and rho. */
static void angle_by_exponent(const slide *s, double by_W[2], double *by_rho)
{
    const double *e = s->e, *W = s->W, *f = s->f, rho = s->rho, p = dot(W, e);
    const double across[2] = {-s->turned[1], s->turned[0]};
    const double Je[2] = {-e[1], e[0]}, JW[2] = {-W[1], W[0]};
    const double S_by_y = 0.5 * (f[2] - f[3]), D_by_y = 0.5 * f[3] - f[4];
    const double on_e = dot(across, e), on_W = dot(across, W), on_Je = dot(across, Je),
                 on_JW = dot(across, JW);
    const double by_y = S_by_y * (on_W + rho * on_Je) + D_by_y * (p * on_W + rho * on_JW - rho * rho * on_e);
    const double J_across[2] = {across[1], -across[0]}; /* by J transposed */
    for (int i = 0; i < 2; i++) {
        by_W[i] = s->inverse * (f[1] * across[i] + f[2] * (e[i] * on_W + p * across[i] + rho * J_across[i]) +
                                2 * W[i] * by_y);
    }
    *by_rho = s->inverse * (f[1] * on_Je + f[2] * (on_JW - 2 * rho * on_e) - 2 * rho * by_y);
}

/* Backward from W and rho to the inputs 2 .. 9 of a step. */
static void angle_by_inputs(const slide *s, const double by_W[2], double by_rho, double angle[CONE_INPUTS])
{
    const double *w = s->w, *a = s->a, *b = s->b, F = s->F[0];
    const double Jw[2] = {-w[1], w[0]}, Ja[2] = {-a[1], a[0]}, J_by_W[2] = {by_W[1], -by_W[0]};
    const double bend = dot(a, a) / 5400, G = s->G[0] + F * bend;
    const double by_c2 = by_rho * G * s->Q[0] - F / 240 * dot(by_W, Ja);
    const double by_c3 = F / 360 * dot(by_W, Jw), by_c23 = by_rho * F / 360;
    const double by_F = by_rho * (s->c23 / 360 + s->c2 * s->Q[0] * bend) + dot(by_W, Jw) * s->c3 / 360 -
                        dot(by_W, Ja) * s->c2 / 240;
    const double by_square = by_rho * s->c2 * s->Q[0] * s->G[1] + by_F * s->F[1];
    const double by_bend = by_rho * s->c2 * (G * s->Q[1] + s->Q[0] * F / 5400);
    const double turn_a[2] = {a[1], -a[0]}, turn_b[2] = {b[1], -b[0]};
    double by_kappa = 0;
    for (int i = 0; i < 2; i++) {
        const double by_w = by_W[i] + F / 360 * s->c3 * J_by_W[i] + by_c2 * turn_a[i] + by_c3 * turn_b[i] +
                            2 * w[i] * by_square;
        const double by_a =
            -F / 240 * s->c2 * J_by_W[i] + by_c2 * Jw[i] + by_c23 * turn_b[i] + 2 * a[i] * by_bend;
        const double by_b = by_c3 * Jw[i] + by_c23 * Ja[i];
        angle[2 + i] = s->kappa * by_w;
        angle[6 + i] = s->kappa * by_a;
        angle[8 + i] = s->kappa * by_b;
        by_kappa += by_w * s->D[i] + by_a * s->u2[i] + by_b * s->u3[i];
    }
    angle[4] = by_kappa * s->kappa_slope[0];
    angle[5] = by_kappa * s->kappa_slope[1];
}

void rdg_cone_slide_slopes(const rdg_cone *cone, const cone_node *a, const cone_node *b,
                           double first[2][CONE_INPUTS])
{
    slide s = {0};
    double angle[CONE_INPUTS] = {0}; /* derivatives of the angle at the end */
    if (a->event == CONE_ZERO_LOAD) {
        begin_at_zero_load(a, b, s.turned, angle + 2);
    } else {
        double by_W[2], by_rho;
        begin_slide(cone, a, b, &s);
        angle[0] = -s.fade * s.e[1] / s.size;
        angle[1] = s.fade * s.e[0] / s.size;
        angle_by_exponent(&s, by_W, &by_rho);
        angle_by_inputs(&s, by_W, by_rho, angle);
    }
    const double limit = cone->mu * b->q[2][0];
    for (int j = 0; j < CONE_INPUTS; j++) {
        first[0][j] = -limit * s.turned[1] * angle[j];
        first[1][j] = limit * s.turned[0] * angle[j];
    }
    first[0][5] += cone->mu * s.turned[0];
    first[1][5] += cone->mu * s.turned[1];
}
