/* Equilibria x = 0 of fields M(p) x - x^3, and fixed points of such maps, whose eigenvalues are known: pairs,
 * and real ones that stay stable, mixed by a similarity. Each pair crosses the boundary of stability once, or
 * twice within a gap, at known places. */
#ifndef RDG_TEST_EIGENVALUE_PAIRS_H
#define RDG_TEST_EIGENVALUE_PAIRS_H

#include "harvest.h"

#include <ridgewalk/ep.h>

enum { PAIRS_PAIRS = 3, PAIRS_REAL = 6, PAIRS_MOST = 2 * PAIRS_PAIRS + PAIRS_REAL };

typedef struct eigenvalue_pairs {
    int pairs, real;
    bool is_map;
    double at[PAIRS_PAIRS], gap[PAIRS_PAIRS], rate[PAIRS_PAIRS], angle[PAIRS_PAIRS];
    double bend, stable[PAIRS_REAL], mirror[PAIRS_MOST];
    long calls; /* of the Jacobian */
} eigenvalue_pairs;

/* A gap of 0: one crossing, with a bend; else two, half the gap on either side. */
static inline double pairs_growth(const eigenvalue_pairs *c, int k, double p, double *slope)
{
    const double x = p - c->at[k], half = 0.5 * c->gap[k];
    if (half == 0.0) {
        *slope = c->rate[k] * (1.0 + c->bend * cos(p));
        return c->rate[k] * (x + c->bend * (sin(p) - sin(c->at[k])));
    }
    *slope = 2.0 * c->rate[k] * x;
    return c->rate[k] * (x * x - half * half);
}

/* The matrix and its derivative, [n n] by columns. */
static inline void pairs_matrix(const eigenvalue_pairs *c, double p, double *A, double *dA)
{
    const int n = 2 * c->pairs + c->real;
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    memset(dA, 0, (size_t)(n * n) * sizeof *dA);
    for (int k = 0; k < c->pairs; k++) {
        double slope;
        const double growth = pairs_growth(c, k, p, &slope);
        const double size = c->is_map ? 1.0 + growth : 1.0, re = c->is_map ? size * cos(c->angle[k]) : growth,
                     im = c->is_map ? size * sin(c->angle[k]) : c->angle[k];
        const int i = 2 * k, j = i + 1;
        A[i + n * i] = A[j + n * j] = re;
        A[i + n * j] = -im;
        A[j + n * i] = im;
        dA[i + n * i] = dA[j + n * j] = slope * (c->is_map ? cos(c->angle[k]) : 1.0);
        dA[i + n * j] = c->is_map ? -slope * sin(c->angle[k]) : 0.0;
        dA[j + n * i] = -dA[i + n * j];
    }
    for (int k = 2 * c->pairs; k < n; k++) {
        A[k + n * k] = c->stable[k - 2 * c->pairs];
    }
    double *of[2] = {A, dA};
    for (int which = 0; which < 2; which++) { /* reflected from both sides */
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < n; i++) {
                const int first = side ? n * i : i, stride = side ? 1 : n;
                double dot = 0.0;
                for (int j = 0; j < n; j++) {
                    dot += of[which][first + stride * j] * c->mirror[j];
                }
                for (int j = 0; j < n; j++) {
                    of[which][first + stride * j] -= 2.0 * dot * c->mirror[j];
                }
            }
        }
    }
}

static inline int pairs_f(rdg_index count, const double *u, rdg_index n, double *y, void *data)
{
    double A[PAIRS_MOST * PAIRS_MOST], dA[PAIRS_MOST * PAIRS_MOST];
    pairs_matrix(data, u[count - 1], A, dA);
    for (rdg_index i = 0; i < n; i++) {
        y[i] = -u[i] * u[i] * u[i];
        for (rdg_index j = 0; j < n; j++) {
            y[i] += A[i + n * j] * u[j];
        }
    }
    return 0;
}

static inline int pairs_df(rdg_index count, const double *u, rdg_index n, double *J, void *data)
{
    eigenvalue_pairs *c = data;
    double A[PAIRS_MOST * PAIRS_MOST], dA[PAIRS_MOST * PAIRS_MOST];
    c->calls++;
    pairs_matrix(c, u[count - 1], A, dA);
    memcpy(J, A, (size_t)(n * n) * sizeof *J);
    for (rdg_index i = 0; i < n; i++) {
        J[i + n * i] -= 3.0 * u[i] * u[i];
        for (rdg_index j = 0; j < n; j++) {
            J[i + n * n] += dA[i + n * j] * u[j];
        }
    }
    return 0;
}

static inline double pairs_between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1.0 + random_signed(seed));
}

/* Crossings are 1e-3 apart at least, but for those of one gap, from 1e-5 on; of maps from 1e-3 on, as a
 * product within 1e-9 of 1 is that of a map that keeps areas. */
static inline eigenvalue_pairs pairs_draw(uint64_t *seed)
{
    eigenvalue_pairs c = {.is_map = random_signed(seed) > 0.0, .bend = 0.5 * random_signed(seed)};
    c.pairs = 1 + (int)pairs_between(seed, 0.0, PAIRS_PAIRS - 0.01);
    c.real = (int)pairs_between(seed, 0.0, PAIRS_REAL + 0.99);
    for (int k = 0; k < c.pairs; k++) {
        bool is_clear = false;
        c.gap[k] =
            random_signed(seed) > 0.0 ? pow(10.0, pairs_between(seed, c.is_map ? -3.0 : -5.0, -1.0)) : 0.0;
        while (!is_clear) {
            c.at[k] = pairs_between(seed, -0.8, 0.8);
            is_clear = true;
            for (int j = 0; j < k; j++) {
                is_clear = is_clear && fabs(c.at[k] - c.at[j]) > 1e-3 + 0.5 * (c.gap[k] + c.gap[j]);
            }
        }
        c.rate[k] = copysign(pairs_between(seed, 0.2, 1.0), random_signed(seed)) * (c.is_map ? 0.4 : 1.0);
        c.angle[k] = c.is_map ? 0.5 + 0.7 * k + pairs_between(seed, 0.0, 0.2)
                              : 1.0 + 1.3 * k + pairs_between(seed, 0.0, 0.5);
    }
    for (int k = 0; k < c.real; k++) {
        c.stable[k] = c.is_map ? pairs_between(seed, -0.7, 0.7) : -pairs_between(seed, 0.3, 2.0);
    }
    const int n = 2 * c.pairs + c.real;
    double square = 0.0;
    for (int i = 0; i < n; i++) {
        c.mirror[i] = random_signed(seed);
        square += c.mirror[i] * c.mirror[i];
    }
    for (int i = 0; i < n; i++) {
        c.mirror[i] /= sqrt(square);
    }
    return c;
}

/* Follow x = 0 over p from -1 to 1. Are the points HB, or NS, those that are known? *warned: the run says
 * something. */
static inline bool pairs_is_right(eigenvalue_pairs *c, rdg_run_summary *summary, bool *warned)
{
    harvest h = {.count = 0};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const rdg_ep ep = {.n = 2 * c->pairs + c->real,
                       .n_parameters = 1,
                       .parameters = (const char *const[]){"p"},
                       .p = (const double[]){-1.0},
                       .f = pairs_f,
                       .df = pairs_df,
                       .data = c};
    rdg_problem *p = c->is_map ? rdg_map_problem(ctx, &ep) : rdg_ep_problem(ctx, &ep);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("p"), RDG_WINDOW("p", -1.0, 1.0), RDG_DIRECTION(1),
                                HARVEST_ONLY(&h)));
    *warned = rdg_warnings(ctx) > 0;
    *summary = h.summary;
    const char *type = c->is_map ? "NS" : "HB";
    size_t wanted = 0;
    bool right = true;
    for (int k = 0; k < c->pairs; k++) {
        for (int side = c->gap[k] > 0.0 ? -1 : 0; side <= (c->gap[k] > 0.0); side += 2) {
            const double at = c->at[k] + 0.5 * side * c->gap[k];
            bool is_met = false;
            wanted++;
            for (size_t i = 0; i < harvest_count(&h, type); i++) {
                const harvested *found = harvest_nth(&h, type, i);
                is_met = is_met || fabs(found->u[2 * c->pairs + c->real] - at) < 1e-7;
            }
            right = right && is_met;
        }
    }
    right = right && harvest_count(&h, type) == wanted;
    harvest_clear(&h);
    rdg_context_free(ctx);
    return right;
}

#endif
