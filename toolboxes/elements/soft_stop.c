/* A stop f = g(s) u(v), g = k s / (1 + a s), u = 1 + d v, s = x - gap; 0 where s or u is not positive. */
#include "law_numbers_impl.h"

#include <ridgewalk/soft_stop.h>

enum { K, GAP, SOFTENING, DAMPING };

static const law_field fields[] = {
    [K] = {"k", "N/m", offsetof(rdg_soft_stop, k), RDG_POSITIVE},
    [GAP] = {"gap", "m", offsetof(rdg_soft_stop, gap), RDG_ANY_PARAMETER},
    [SOFTENING] = {"softening", "1/m", offsetof(rdg_soft_stop, softening), RDG_NOT_NEGATIVE},
    [DAMPING] = {"damping", "s/m", offsetof(rdg_soft_stop, damping), RDG_NOT_NEGATIVE}};

/* At penetration s: g with derivatives in s, and u */
typedef struct touch {
    double s, q, g, g1, g2, u; /* q = 1 + a s */
} touch;

static bool touches(const rdg_soft_stop *stop, double x, double v, touch *t)
{
    t->s = x - stop->gap;
    t->u = 1.0 + stop->damping * v;
    if (!(t->s > 0.0) || !(t->u > 0.0)) {
        return false;
    }
    t->q = 1.0 + stop->softening * t->s;
    t->g = stop->k * t->s / t->q;
    t->g1 = stop->k / (t->q * t->q);
    t->g2 = -2.0 * stop->softening * t->g1 / t->q;
    return true;
}

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const rdg_soft_stop *stop = data;
    touch t;
    if (touches(stop, x, v, &t)) {
        value->f = t.g * t.u;
        value->fx = t.g1 * t.u;
        value->fv = t.g * stop->damping;
        value->fxx = t.g2 * t.u;
        value->fxv = t.g1 * stop->damping;
    }
    return 0;
}

/* g_a = -k s^2 / q^2, g1_a = -2 k s / q^3, g_aa = 2 k s^3 / q^3 */
static void by_number(double x, double v, rdg_index number, rdg_law_by_parameter *value, void *data)
{
    const rdg_soft_stop *stop = data;
    touch t;
    if (!touches(stop, x, v, &t)) {
        return;
    }
    const double d = stop->damping, k = stop->k, g_a = -t.s * t.g / t.q, g1_a = 2.0 * g_a / (t.s * t.q);
    const double second[4][4] = {
        [K] = {0.0, -t.g1 * t.u / k, g_a * t.u / k, t.g * v / k},
        [GAP] = {-t.g1 * t.u / k, t.g2 * t.u, -g1_a * t.u, -t.g1 * v},
        [SOFTENING] = {g_a * t.u / k, -g1_a * t.u, -2.0 * g_a * t.s / t.q * t.u, g_a * v},
        [DAMPING] = {t.g * v / k, -t.g1 * v, g_a * v, 0.0}};
    const double f[4] = {t.g * t.u / k, -t.g1 * t.u, g_a * t.u, t.g * v};
    const double fx[4] = {t.g1 * t.u / k, -t.g2 * t.u, g1_a * t.u, t.g1 * v};
    const double fv[4] = {t.g * d / k, -t.g1 * d, g_a * d, t.g};
    value->f = f[number];
    value->fx = fx[number];
    value->fv = fv[number];
    for (int l = 0; l < 4; l++) {
        value->second[l] = second[number][l];
    }
}

rdg_status rdg_soft_stop_add(rdg_structure *s, const rdg_soft_stop *stop)
{
    return RDG_LAW_ADD(s, stop, "soft stop", 0, fields);
}
