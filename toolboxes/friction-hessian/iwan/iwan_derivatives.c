/* The sliders of an Iwan model by its parameters. With a = chi + 1, q = beta (a + 1) + a and cells from t_a
 * to t_b, a slider has
 *
 *     k = Kt kappa,   kappa = (t_b^a - t_a^a)/(1 + beta),          the lump beta/(1 + beta),
 *     k phi = Fs pi,  pi = (a/q) (t_b^(a + 1) - t_a^(a + 1)),      the lump 1 - a/q,
 *
 * and phi = (Fs/Kt) pi/kappa. */
#include "iwan_impl.h"

#include <math.h>

/* A function of a and beta, and its derivatives. */
typedef struct shape {
    double value, a, b, aa, ab, bb;
} shape;

static shape product(shape x, shape y)
{
    return (shape){.value = x.value * y.value,
                   .a = x.a * y.value + x.value * y.a,
                   .b = x.b * y.value + x.value * y.b,
                   .aa = x.aa * y.value + 2.0 * x.a * y.a + x.value * y.aa,
                   .ab = x.ab * y.value + x.a * y.b + x.b * y.a + x.value * y.ab,
                   .bb = x.bb * y.value + 2.0 * x.b * y.b + x.value * y.bb};
}

static shape inverse(shape x)
{
    const double v = 1.0 / x.value;
    return (shape){.value = v,
                   .a = -x.a * v * v,
                   .b = -x.b * v * v,
                   .aa = (2.0 * x.a * x.a * v - x.aa) * v * v,
                   .ab = (2.0 * x.a * x.b * v - x.ab) * v * v,
                   .bb = (2.0 * x.b * x.b * v - x.bb) * v * v};
}

/* t^(a + shift) at the ends of a cell, their difference */
static shape difference(double from, double to, double exponent)
{
    const double end[2] = {from, to};
    shape s = {.value = 0.0};
    for (int i = 0; i < 2; i++) {
        if (end[i] > 0.0) {
            const double power = (i == 0 ? -1.0 : 1.0) * pow(end[i], exponent);
            const double logarithm = log(end[i]);
            s.value += power;
            s.a += power * logarithm;
            s.aa += power * logarithm * logarithm;
        }
    }
    return s;
}

/* Kt^m Fs^n f(a, beta), m = -1, 0, 1, n = 0, 1 */
static iwan_quantity expand(double Kt, int m, double Fs, int n, shape f)
{
    const double K = m == 0 ? 1.0 : m > 0 ? Kt : 1.0 / Kt;
    const double F = n == 0 ? 1.0 : Fs;
    const double unit = K * F;
    iwan_quantity x = {.value = unit * f.value,
                       .by = {[IWAN_KT] = m * unit * f.value / Kt,
                              [IWAN_FS] = n * unit * f.value / Fs,
                              [IWAN_CHI] = unit * f.a,
                              [IWAN_BETA] = unit * f.b}};
    x.second[IWAN_KT][IWAN_KT] = m * (m - 1) * unit * f.value / (Kt * Kt);
    x.second[IWAN_KT][IWAN_FS] = m * n * unit * f.value / (Kt * Fs);
    x.second[IWAN_KT][IWAN_CHI] = m * unit * f.a / Kt;
    x.second[IWAN_KT][IWAN_BETA] = m * unit * f.b / Kt;
    x.second[IWAN_FS][IWAN_CHI] = n * unit * f.a / Fs;
    x.second[IWAN_FS][IWAN_BETA] = n * unit * f.b / Fs;
    x.second[IWAN_CHI][IWAN_CHI] = unit * f.aa;
    x.second[IWAN_CHI][IWAN_BETA] = unit * f.ab;
    x.second[IWAN_BETA][IWAN_BETA] = unit * f.bb;
    for (int i = 0; i < IWAN_NUMBERS; i++) {
        for (int j = 0; j < i; j++) {
            x.second[i][j] = x.second[j][i];
        }
    }
    return x;
}

iwan_derivatives rdg_iwan_differentiate(const rdg_iwan *joint, rdg_index m)
{
    const double a = joint->chi + 1.0;
    const double beta = joint->beta;
    const rdg_index cells = rdg_iwan_count_sliders(joint) - (beta > 0.0);
    const shape parts = {.value = 1.0 + beta, .b = 1.0};
    const shape of_a = {.value = a, .a = 1.0};
    const shape q = {.value = beta * (a + 1.0) + a, .a = beta + 1.0, .b = a + 1.0, .ab = 1.0};
    shape kappa = inverse(parts);
    shape pi = product(of_a, inverse(q));
    if (m < cells) {
        const double root[2] = {(double)m / (double)cells, (double)(m + 1) / (double)cells};
        const double from = root[0] * root[0];
        const double to = root[1] * root[1];
        kappa = product(difference(from, to, a), kappa);
        pi = product(difference(from, to, a + 1.0), pi);
    } else {
        const shape lump[2] = {{.value = beta, .b = 1.0},
                               {.value = beta * (a + 1.0), .a = beta, .b = a + 1.0, .ab = 1.0}};
        kappa = product(lump[0], kappa);
        pi = product(lump[1], inverse(q));
    }
    return (iwan_derivatives){.k = expand(joint->Kt, 1, joint->Fs, 0, kappa),
                              .limit = expand(joint->Kt, 0, joint->Fs, 1, pi),
                              .phi = expand(joint->Kt, -1, joint->Fs, 1, product(pi, inverse(kappa)))};
}
