/* Families of problems whose curves of folds have cusps and branch points at known places, in random
 * coordinates. */
#ifndef RDG_TEST_FOLD_FAMILIES_H
#define RDG_TEST_FOLD_FAMILIES_H

#include "support.h"

#include <ridgewalk/core.h>

enum { MAX_STATES = 5, FAMILIES = 8 };

/* The scalar function g(z; l, m) of a family with its derivatives. */
typedef struct jet {
    double g, G[3], H[3][3];
} jet;

/* States Y with z the first of Q Y, and the others of Q Y tied to z, l and m; equations mixed by R. */
typedef struct problem {
    int family, n;
    double k;
    double Q[MAX_STATES][MAX_STATES], R[MAX_STATES][MAX_STATES];
    double tie[MAX_STATES][4]; /* of z^2, l, m, sin z */
} problem;

typedef struct facts {
    const char *name;
    size_t cusps, branch_points;
} facts;

static const facts of_family[FAMILIES] = {
    {"cusp and pitchfork", 1, 0}, {"transcritical", 0, 0},      {"isola", 0, 0},
    {"plane of zeros", 0, 1},     {"crossing folds", 0, 1},     {"cone of solutions", 0, 1},
    {"two cusps", 2, 0},          {"folds that pass by", 0, 0},
};

static inline void set_second(jet *j, int a, int b, double value)
{
    j->H[a][b] = j->H[b][a] = value;
}

static inline jet evaluate(const problem *p, double z, double l, double m)
{
    const double k = p->k, e = exp(z), gap = 0.05 + 0.05 * fabs(k);
    jet j = {0};
    switch (p->family) {
    case 0:
        j = (jet){
            m + l * z - z * z * z + k * z * z * l, {l - 3 * z * z + 2 * k * z * l, z + k * z * z, 1}, {{0}}};
        set_second(&j, 0, 0, -6 * z + 2 * k * l);
        set_second(&j, 0, 1, 1 + 2 * k * z);
        break;
    case 1:
        j = (jet){z * (l - z) + m + k * z * z * z, {l - 2 * z + 3 * k * z * z, z, 1}, {{0}}};
        set_second(&j, 0, 0, -2 + 6 * k * z);
        set_second(&j, 0, 1, 1);
        break;
    case 2:
        j = (jet){z * z + l * l - m + k * z * z * l, {2 * z + 2 * k * z * l, 2 * l + k * z * z, -1}, {{0}}};
        set_second(&j, 0, 0, 2 + 2 * k * l);
        set_second(&j, 0, 1, 2 * k * z);
        set_second(&j, 1, 1, 2);
        break;
    case 3:
        j = (jet){m * e + l * z, {m * e + l, z, e}, {{0}}};
        set_second(&j, 0, 0, m * e);
        set_second(&j, 0, 1, 1);
        set_second(&j, 0, 2, e);
        break;
    case 4:
        j = (jet){m + z * z * z - l * l * z + k * l * z * z,
                  {3 * z * z - l * l + 2 * k * l * z, -2 * l * z + k * z * z, 1},
                  {{0}}};
        set_second(&j, 0, 0, 6 * z + 2 * k * l);
        set_second(&j, 0, 1, -2 * l + 2 * k * z);
        set_second(&j, 1, 1, -2 * z);
        break;
    case 5:
        j = (jet){z * z - l * l + m * m * (1 + k), {2 * z, -2 * l, 2 * m * (1 + k)}, {{0}}};
        set_second(&j, 0, 0, 2);
        set_second(&j, 1, 1, -2);
        set_second(&j, 2, 2, 2 * (1 + k));
        break;
    case 6:
        j = (jet){
            m - z * z * z * z + z * z * (1 + k) + l * z, {-4 * z * z * z + 2 * z * (1 + k) + l, z, 1}, {{0}}};
        set_second(&j, 0, 0, -12 * z * z + 2 * (1 + k));
        set_second(&j, 0, 1, 1);
        break;
    default:
        j = (jet){m + z * z * z - (l * l + gap) * z, {3 * z * z - l * l - gap, -2 * l * z, 1}, {{0}}};
        set_second(&j, 0, 0, 6 * z);
        set_second(&j, 0, 1, -2 * l);
        set_second(&j, 1, 1, -2 * z);
        break;
    }
    return j;
}

/* A point (z, l, m) of the curve of folds; the curve's special points have s = 0 where they have one s. */
static inline void fold_at(const problem *p, double s, double at[3])
{
    const double k = p->k, gap = 0.05 + 0.05 * fabs(k);
    double z = s, l = s, m = 0;
    switch (p->family) {
    case 0:
        l = 3 * s * s / (1 + 2 * k * s);
        m = -l * s + s * s * s - k * s * s * l;
        break;
    case 1:
        l = 2 * s - 3 * k * s * s;
        m = -s * (l - s) - k * s * s * s;
        break;
    case 2:
        z = 0;
        m = s * s;
        break;
    case 3:
        z = 1;
        m = 0.3 * s;
        l = -m * exp(1);
        break;
    case 4:
        z = (-k * s + sqrt(k * k * s * s + 3 * s * s)) / 3;
        m = -z * z * z + l * l * z - k * l * z * z;
        break;
    case 5:
        z = 0;
        m = s;
        l = s * sqrt(1 + k);
        break;
    case 6:
        l = 4 * s * s * s - 2 * s * (1 + k);
        m = s * s * s * s - s * s * (1 + k) - l * s;
        break;
    default:
        z = sqrt((s * s + gap) / 3);
        m = -z * z * z + (s * s + gap) * z;
        break;
    }
    at[0] = z;
    at[1] = l;
    at[2] = m;
}

static inline void take_states(const problem *p, const double *u, double zeta[MAX_STATES])
{
    for (int i = 0; i < p->n; i++) {
        zeta[i] = 0.0;
        for (int j = 0; j < p->n; j++) {
            zeta[i] += p->Q[i][j] * u[j];
        }
    }
}

static inline int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const problem *p = data;
    double zeta[MAX_STATES] = {0}, r[MAX_STATES];
    take_states(p, u, zeta);
    const double z = zeta[0];
    r[0] = evaluate(p, z, u[m], u[m + 1]).g;
    for (int i = 1; i < p->n; i++) {
        const double *tie = p->tie[i];
        r[i] = zeta[i] - tie[0] * z * z - tie[1] * u[m] - tie[2] * u[m + 1] - tie[3] * sin(z);
    }
    for (int i = 0; i < p->n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < p->n; j++) {
            y[i] += p->R[i][j] * r[j];
        }
    }
    return 0;
}

static inline int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const problem *p = data;
    double zeta[MAX_STATES] = {0};
    take_states(p, u, zeta);
    const jet g = evaluate(p, zeta[0], u[m], u[m + 1]);
    for (rdg_index c = 0; c < n; c++) {
        for (int j = 0; j < p->n; j++) { /* row j of the derivatives of r by column c */
            const double *tie = p->tie[j];
            double d = c < m ? p->Q[j][c] : 0.0;
            const double dz = c < m ? p->Q[0][c] : 0.0;
            const double dl = c == m, dm = c == m + 1;
            d = j == 0 ? g.G[0] * dz + g.G[1] * dl + g.G[2] * dm
                       : d - (2 * tie[0] * zeta[0] + tie[3] * cos(zeta[0])) * dz - tie[1] * dl - tie[2] * dm;
            for (rdg_index i = 0; i < m; i++) {
                values[i + m * c] += p->R[i][j] * d;
            }
        }
    }
    return 0;
}

static inline int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                      void *data)
{
    const problem *p = data;
    double zeta[MAX_STATES] = {0}, weight[MAX_STATES] = {0};
    take_states(p, u, zeta);
    jet g = evaluate(p, zeta[0], u[m], u[m + 1]);
    for (int j = 0; j < p->n; j++) {
        for (int i = 0; i < p->n; i++) {
            weight[j] += lambda[i] * p->R[i][j];
        }
    }
    for (int a = 0; a < 9; a++) {
        g.H[a / 3][a % 3] *= weight[0];
    }
    for (int i = 1; i < p->n; i++) {
        g.H[0][0] += weight[i] * (-2 * p->tie[i][0] + p->tie[i][3] * sin(zeta[0]));
    }
    for (rdg_index c = 0; c < n * n; c++) {
        const rdg_index place[2] = {c % n, c / n};
        double cast[2][3];
        for (int side = 0; side < 2; side++) {
            cast[side][0] = place[side] < m ? p->Q[0][place[side]] : 0.0;
            cast[side][1] = place[side] == m;
            cast[side][2] = place[side] == m + 1;
        }
        for (int a = 0; a < 9; a++) {
            values[c] += g.H[a / 3][a % 3] * cast[0][a / 3] * cast[1][a % 3];
        }
    }
    return 0;
}

static inline problem draw(int family, uint64_t *seed)
{
    problem p = {.family = family, .n = 3 + (int)(2.99 * random_signed(seed))};
    p.n = p.n < 1 ? 1 : p.n;
    p.k = (family == 1 ? 0.1 : 0.3) * random_signed(seed);
    for (int i = 0; i < p.n; i++) {
        for (int j = 0; j < p.n; j++) {
            p.Q[i][j] = 1.5 * (i == j) + 0.5 * random_signed(seed) / (1 + abs(i - j));
            p.R[i][j] = 1.5 * (i == j) + 0.5 * random_signed(seed) / (1 + abs(i - j));
        }
        for (int j = 0; j < 4; j++) {
            p.tie[i][j] = random_signed(seed);
        }
    }
    return p;
}

/* States of a point (z, l, m), by Gauss-Seidel's iteration with the dominant diagonal of Q. */
static inline void states_at(const problem *p, const double at[3], double *u)
{
    memset(u, 0, MAX_STATES * sizeof *u);
    for (int pass = 0; pass < 200; pass++) {
        for (int i = 0; i < p->n; i++) {
            const double *tie = p->tie[i];
            double sum = i == 0
                             ? at[0]
                             : tie[0] * at[0] * at[0] + tie[1] * at[1] + tie[2] * at[2] + tie[3] * sin(at[0]);
            for (int j = 0; j < p->n; j++) {
                sum -= j == i ? 0.0 : p->Q[i][j] * u[j];
            }
            u[i] = sum / p->Q[i][i];
        }
    }
    u[p->n] = at[1];
    u[p->n + 1] = at[2];
}

/* How far a special point is from where it is known to be. */
static inline double distance(const problem *p, const double *u)
{
    double zeta[MAX_STATES] = {0};
    take_states(p, u, zeta);
    const double cusp = sqrt((1 + p->k) / 6);
    const double z = p->family == 3 ? 1.0 : p->family == 6 ? copysign(cusp, zeta[0]) : 0.0;
    const double aside = p->family == 6 ? 0.0 : fmax(fabs(u[p->n]), fabs(u[p->n + 1]));
    return fmax(fabs(zeta[0] - z), aside);
}

#endif
