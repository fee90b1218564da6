/* Seven families of problems with special points at known places, each in 3 (family 3: 5) variables, or
 * inside a larger system: further variables follow the first ones by smooth functions, states and equations
 * are mixed by reflections. Noise can be added to the residual. */
#ifndef RDG_TEST_CAMPAIGN_PROBLEMS_H
#define RDG_TEST_CAMPAIGN_PROBLEMS_H

#include "campaign_tally.h"

enum {
    CAMPAIGN_FOLDS = 1, /* two folds, d apart */
    CAMPAIGN_CROSSINGS, /* two branches that nearly cross */
    CAMPAIGN_HOPF,      /* two pairs of eigenvalues cross the axis, d apart */
    CAMPAIGN_TOUCH,     /* two branches that touch */
    CAMPAIGN_KINK,      /* a kink at which the parameter turns back */
    CAMPAIGN_EVENT,     /* a monitor with two zeros, d apart */
    CAMPAIGN_BRANCHES,  /* two branch points, d apart, on a curved branch */
    CAMPAIGN_FAMILIES,
    CAMPAIGN_MOST = 200 /* variables */
};

typedef struct campaign_case {
    int family;
    int n; /* variables */
    double d, phase, tie, slope, centre, speed[2];
    double noise; /* amplitude, absolute */
    bool by_differences;
    long df_calls;
    double v[CAMPAIGN_MOST], w[CAMPAIGN_MOST]; /* mirrors: I - 2 v v^T of the variables, w of the equations */
} campaign_case;

/* Variables and equations of the family itself. */
static inline int campaign_own(const campaign_case *c)
{
    return c->family == CAMPAIGN_HOPF ? 5 : 3;
}

/* x + sin(1.7 x + phase)/4, increasing */
static inline double campaign_bent(const campaign_case *c, double x, double *slope)
{
    *slope = 1 + 0.425 * cos(1.7 * x + c->phase);
    return x + 0.25 * sin(1.7 * x + c->phase);
}

/* x + sin(1.5 x + phase)/5: real part of eigenvalues of family 3, but for a constant */
static inline double campaign_damping(const campaign_case *c, double x, double *slope)
{
    *slope = 1 + 0.3 * cos(1.5 * x + c->phase);
    return x + 0.2 * sin(1.5 * x + c->phase);
}

/* The branch y = a(x). */
static inline double campaign_branch(const campaign_case *c, double x)
{
    return 0.4 * sin(x + c->phase);
}

/* The other branch less the branch, and its slope. */
static inline double campaign_other(const campaign_case *c, double x, double *slope)
{
    const double k = c->slope, s = x - c->centre;
    switch (c->family) {
    case CAMPAIGN_CROSSINGS:
        *slope = k;
        return k * s;
    case CAMPAIGN_TOUCH:
        *slope = 2 * k * s;
        return k * s * s;
    default:
        *slope = k * (2 * s - c->d);
        return k * s * (s - c->d);
    }
}

/* The family's scalar equation g(x, y) = 0, its gradient. */
static inline double campaign_equation(const campaign_case *c, double x, double y, double gradient[2])
{
    const double a = campaign_branch(c, x), da = 0.4 * cos(x + c->phase);
    double slope;
    gradient[1] = 1;
    if (c->family == CAMPAIGN_FOLDS) {
        const double e = 0.75 * c->d * c->d, v = campaign_bent(c, x, &slope);
        gradient[0] = -(3 * v * v - e) * slope;
        return y - (v * v * v - e * v);
    }
    if (c->family == CAMPAIGN_KINK) {
        gradient[0] = -0.5 * da - (x > c->centre ? c->slope : -c->slope);
        return y - 0.5 * a - c->slope * fabs(x - c->centre);
    }
    if (c->family == CAMPAIGN_EVENT) {
        gradient[0] = -da;
        return y - a;
    }
    const double above = campaign_other(c, x, &slope), b = a + above;
    gradient[0] = -da * (y - b) - (da + slope) * (y - a);
    gradient[1] = 2 * y - a - b;
    return (y - a) * (y - b) - (c->family == CAMPAIGN_CROSSINGS ? c->d : 0.0);
}

/* Equilibrium w(p) and Jacobian B(p) of family 3, with derivatives. */
static inline void campaign_spectrum(const campaign_case *c, double p, double B[4][4], double dB[4][4],
                                     double w[4], double dw[4])
{
    static const double S[4][4] = {{1, .3, -.2, .1}, {.2, 1, .4, -.3}, {-.1, .2, 1, .3}, {.3, -.2, .1, 1}};
    /* inverse of S, by Newton's iteration X (2 - S X) from the transpose's scaled first guess */
    double X[4][4];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            X[i][j] = S[j][i] / 2.5;
        }
    }
    for (int it = 0; it < 12; it++) {
        double R[4][4], Y[4][4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                R[i][j] = i == j ? 2 : 0;
                for (int k = 0; k < 4; k++) {
                    R[i][j] -= S[i][k] * X[k][j];
                }
            }
        }
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                Y[i][j] = 0;
                for (int k = 0; k < 4; k++) {
                    Y[i][j] += X[i][k] * R[k][j];
                }
            }
        }
        memcpy(X, Y, sizeof X);
    }
    double slope;
    const double damping = campaign_damping(c, p, &slope);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            B[i][j] = dB[i][j] = 0;
            for (int m = 0; m < 2; m++) {
                const double real = damping - c->centre - m * c->d;
                const int a = 2 * m, b = a + 1;
                const double same = S[i][a] * X[a][j] + S[i][b] * X[b][j];
                B[i][j] += real * same + c->speed[m] * (S[i][b] * X[a][j] - S[i][a] * X[b][j]);
                dB[i][j] += slope * same;
            }
        }
    }
    const double at[4] = {sin(p), cos(1.2 * p), .5 * p, .3 * p * p};
    const double rate[4] = {cos(p), -1.2 * sin(1.2 * p), .5, .6 * p};
    memcpy(w, at, sizeof at);
    memcpy(dw, rate, sizeof rate);
}

/* Variable number j >= own follows x (family 3: p) and y as h_j = amplitude sin(rate x + y/2 + j). */
static inline double campaign_follower(const campaign_case *c, int j, double x, double y, double gradient[2])
{
    const double amplitude = 0.5 / sqrt((double)c->n), rate = 0.5 + 1.5 * j / c->n;
    gradient[0] = amplitude * rate * cos(rate * x + 0.5 * y + j);
    gradient[1] = 0.5 * amplitude * cos(rate * x + 0.5 * y + j);
    return amplitude * sin(rate * x + 0.5 * y + j);
}

static inline void campaign_reflect(int n, const double *mirror, double *x)
{
    double dot = 0;
    for (int i = 0; i < n; i++) {
        dot += mirror[i] * x[i];
    }
    for (int i = 0; i < n; i++) {
        x[i] -= 2 * dot * mirror[i];
    }
}

/* Residual g [n - 1] and, if J is not NULL, Jacobian [n - 1, n] by columns, unmixed. Family 3: the
 * parameter is the last variable. */
static inline void campaign_plain(const campaign_case *c, const double *u, double *g, double *J)
{
    const int n = c->n, m = n - 1, own = campaign_own(c), first = own - 1;
    const bool hopf = c->family == CAMPAIGN_HOPF;
    const int at_x = hopf ? m : 0;
    const double x = u[at_x], y = hopf ? 0.0 : u[1];
    if (J) {
        memset(J, 0, (size_t)(m * n) * sizeof *J);
    }
    if (hopf) {
        double B[4][4], dB[4][4], w[4], dw[4];
        campaign_spectrum(c, x, B, dB, w, dw);
        for (int i = 0; i < 4; i++) {
            g[i] = 0;
            for (int j = 0; j < 4; j++) {
                g[i] += B[i][j] * (u[j] - w[j]);
                if (J) {
                    J[i + m * j] = B[i][j];
                    J[i + m * m] += dB[i][j] * (u[j] - w[j]) - B[i][j] * dw[j];
                }
            }
        }
    } else {
        double gradient[2];
        g[0] = campaign_equation(c, x, y, gradient);
        g[1] = u[2] - cos(1.3 * x + c->tie) - 0.2 * y;
        if (J) {
            J[0] = gradient[0];
            J[m] = gradient[1];
            J[1] = 1.3 * sin(1.3 * x + c->tie);
            J[1 + m] = -0.2;
            J[1 + 2 * m] = 1;
        }
    }
    for (int i = first; i < m; i++) {
        const int own_column = hopf ? i : i + 1;
        const double rate = hopf ? -(2.0 + (double)i / n) : 1.0;
        double gradient[2];
        g[i] = rate * (u[own_column] - campaign_follower(c, own_column, x, y, gradient));
        if (J) {
            J[i + m * own_column] = rate;
            J[i + m * at_x] -= rate * gradient[0];
            if (!hopf) {
                J[i + m] -= rate * gradient[1];
            }
        }
    }
}

/* A number in [-1, 1] that depends on all bits of x: rounding of a computation that is not repeated. */
static inline double campaign_noise(const double *u, int n, int row)
{
    uint64_t h = 0x9e3779b97f4a7c15ULL * (uint64_t)(row + 1);
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, u + i, sizeof bits);
        h = (h ^ bits) * 0xbf58476d1ce4e5b9ULL;
        h ^= h >> 29;
    }
    return random_signed(&h);
}

static inline int campaign_f(rdg_index n, const double *u, rdg_index m, double *g, void *data)
{
    const campaign_case *c = data;
    double plain[CAMPAIGN_MOST];
    memcpy(plain, u, (size_t)n * sizeof *u);
    campaign_reflect((int)n, c->v, plain);
    campaign_plain(c, plain, g, NULL);
    campaign_reflect((int)m, c->w, g);
    for (int i = 0; i < m && c->noise > 0; i++) {
        g[i] += c->noise * campaign_noise(u, (int)n, i);
    }
    return 0;
}

static inline int campaign_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    campaign_case *c = data;
    c->df_calls++;
    double plain[CAMPAIGN_MOST], g[CAMPAIGN_MOST], row[CAMPAIGN_MOST];
    memcpy(plain, u, (size_t)n * sizeof *u);
    campaign_reflect((int)n, c->v, plain);
    campaign_plain(c, plain, g, J);
    for (rdg_index j = 0; j < n; j++) {
        campaign_reflect((int)m, c->w, J + m * j);
    }
    for (rdg_index i = 0; i < m; i++) {
        for (rdg_index j = 0; j < n; j++) {
            row[j] = J[i + m * j];
        }
        campaign_reflect((int)n, c->v, row);
        for (rdg_index j = 0; j < n; j++) {
            J[i + m * j] = row[j];
        }
    }
    return 0;
}

/* The monitor of family 6: zeros where the bent x is centre -+ d/2. */
static inline int campaign_monitor(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    const campaign_case *c = data;
    double slope;
    const double v = campaign_bent(c, u[0], &slope) - c->centre;
    y[0] = (v * v - 0.25 * c->d * c->d) * (1 + 0.3 * sin(2 * u[0]));
    return 0;
}

static inline int campaign_monitor_slope(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    const campaign_case *c = data;
    double slope;
    const double v = campaign_bent(c, u[0], &slope) - c->centre, w = v * v - 0.25 * c->d * c->d;
    memset(y, 0, (size_t)n * sizeof *y);
    y[0] = 2 * v * slope * (1 + 0.3 * sin(2 * u[0])) + w * 0.6 * cos(2 * u[0]);
    return 0;
}

#endif
