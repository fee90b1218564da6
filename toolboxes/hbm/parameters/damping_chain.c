/* How what is condensed of K (1 + i g) + i w C - w^2 M, C = a M + b K, w = k omega, depends on a, b and g.
 *
 * It is Z = p K - m M with p = 1 + i (w b + g), m = w^2 - i w a, so that the stiffness is D = p d(r) and a
 * load T(r) of r = m / p alone: derivatives in omega report those in the three. With x one of them and c =
 * r_x / r_omega,
 *
 *     T_x = c T',   D_x = (p_x - c p_omega) / p D + c D' ,
 *
 * and differentiated once more. r_omega vanishes at w = 0 alone. */
#include "damping_chain_impl.h"

#include <math.h>

typedef double _Complex number;

enum { OMEGA, A, B, G, VARIABLES };

/* p, m or r with derivatives in (omega, a, b, g) */
typedef struct jet {
    number value, first[VARIABLES], second[VARIABLES][VARIABLES];
} jet;

static number make(double re, double im)
{
    const union {
        double part[2];
        number z;
    } u = {.part = {re, im}};
    return u.z;
}

static jet quotient(const jet *m, const jet *p)
{
    jet r = {.value = m->value / p->value};
    for (int i = 0; i < VARIABLES; i++) {
        r.first[i] = (m->first[i] - r.value * p->first[i]) / p->value;
    }
    for (int i = 0; i < VARIABLES; i++) {
        for (int j = 0; j < VARIABLES; j++) {
            r.second[i][j] = (m->second[i][j] - r.first[i] * p->first[j] - r.first[j] * p->first[i] -
                              r.value * p->second[i][j]) /
                             p->value;
        }
    }
    return r;
}

/* d/dy of c = r_x / r_omega */
static number slope_of_rate(const jet *r, int x, int y)
{
    const number w = r->first[OMEGA];
    return (r->second[x][y] - r->first[x] / w * r->second[OMEGA][y]) / w;
}

/* d/dy of (p_x - c p_omega) / p */
static number slope_of_share(const jet *p, const jet *r, int x, int y)
{
    const number c = r->first[x] / r->first[OMEGA];
    return (p->second[x][y] - slope_of_rate(r, x, y) * p->first[OMEGA] - c * p->second[OMEGA][y] -
            (p->first[x] - c * p->first[OMEGA]) * p->first[y] / p->value) /
           p->value;
}

void rdg_damping_chain_at(int k, double omega, const double damping[RDG_DAMPING_NUMBERS],
                          rdg_damping_chain *chain)
{
    const double w = k * omega, a = damping[0], b = damping[1], g = damping[2];
    const jet p = {.value = make(1.0, w * b + g),
                   .first = {make(0.0, k * b), 0.0, make(0.0, w), make(0.0, 1.0)},
                   .second = {{0.0, 0.0, make(0.0, k)}, {0.0}, {make(0.0, k), 0.0, 0.0}}};
    const jet m = {
        .value = make(w * w, -w * a),
        .first = {make(2.0 * k * w, -k * a), make(0.0, -w), 0.0},
        .second = {{make(2.0 * k * k, 0.0), make(0.0, -k), 0.0}, {make(0.0, -k), 0.0, 0.0}, {0.0}}};
    const jet r = quotient(&m, &p);
    for (int x = 0; x < RDG_DAMPING_NUMBERS; x++) {
        const int i = A + x;
        const number c = r.first[i] / r.first[OMEGA], share = (p.first[i] - c * p.first[OMEGA]) / p.value;
        const number c1 = slope_of_rate(&r, i, OMEGA);
        chain->first[x][0] = share;
        chain->first[x][1] = c;
        chain->mixed[x][0] = slope_of_share(&p, &r, i, OMEGA);
        chain->mixed[x][1] = share + c1;
        chain->mixed[x][2] = c;
        chain->load_mixed[x] = c1;
    }
    /* D_xy = (share_x)_y D + share_x D_y + (c_x)_y D' + c_x D'_y */
    for (int x = 0; x < RDG_DAMPING_NUMBERS; x++) {
        for (int y = 0; y < RDG_DAMPING_NUMBERS; y++) {
            const number share = chain->first[x][0], c = chain->first[x][1];
            const number cy = slope_of_rate(&r, A + x, A + y);
            chain->second[x][y][0] =
                slope_of_share(&p, &r, A + x, A + y) + share * chain->first[y][0] + c * chain->mixed[y][0];
            chain->second[x][y][1] = share * chain->first[y][1] + cy + c * chain->mixed[y][1];
            chain->second[x][y][2] = c * chain->mixed[y][2];
            chain->load_second[x][y][0] = cy + c * chain->load_mixed[y];
            chain->load_second[x][y][1] = c * chain->first[y][1];
        }
    }
}
