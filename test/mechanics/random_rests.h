/* Chains with unilateral springs under static forces: rests against all sets of closed springs. */
#ifndef RANDOM_RESTS_H
#define RANDOM_RESTS_H

#include "support.h"

#include <ridgewalk/gap_spring.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <string.h>

enum { REST_MOST = 4, REST_SPRINGS = 6 };

typedef struct random_rest {
    int n, m, at[REST_SPRINGS];
    double K[REST_MOST * REST_MOST], f[REST_MOST], k[REST_SPRINGS], gap[REST_SPRINGS];
} random_rest;

static inline double rest_uniform(uint64_t *seed)
{
    return 0.5 + 0.5 * random_signed(seed);
}

static inline double rest_between(uint64_t *seed, double low, double high)
{
    return low * pow(high / low, rest_uniform(seed));
}

/* A third of the chains is held by nothing but its springs. */
static inline void draw_rest(random_rest *r, uint64_t *seed)
{
    *r =
        (random_rest){.n = 1 + (int)(rest_uniform(seed) * 3.999), .m = 1 + (int)(rest_uniform(seed) * 5.999)};
    const double ground = rest_uniform(seed) < 0.3 ? 0 : rest_between(seed, 1e-3, 1);
    for (int i = 0; i < r->n; i++) {
        r->K[i * r->n + i] += rest_uniform(seed) < 0.5 ? ground : 0;
        r->f[i] = rest_uniform(seed) < 0.7
                      ? (rest_uniform(seed) < 0.8 ? 1 : -1) * rest_between(seed, 1e-3, 1e3)
                      : 0;
    }
    for (int i = 0; i + 1 < r->n; i++) {
        const double k = rest_between(seed, 0.1, 100);
        r->K[i * r->n + i] += k;
        r->K[(i + 1) * r->n + i + 1] += k;
        r->K[i * r->n + i + 1] -= k;
        r->K[(i + 1) * r->n + i] -= k;
    }
    for (int j = 0; j < r->m; j++) {
        const double kind = rest_uniform(seed);
        r->at[j] = (int)(rest_uniform(seed) * (r->n - 0.001));
        r->k[j] = rest_between(seed, 1e-2, 1e6);
        r->gap[j] = kind < 0.3 ? 0 : rest_between(seed, 1e-4, 0.1) * (kind < 0.85 ? 1 : -1);
    }
}

static inline rdg_structure *rest_structure(rdg_context *ctx, const random_rest *r)
{
    static const char *const name[REST_MOST] = {"a", "b", "c", "d"};
    static const char *const spring[REST_SPRINGS] = {"s0", "s1", "s2", "s3", "s4", "s5"};
    double M[REST_MOST * REST_MOST] = {0};
    for (int i = 0; i < r->n; i++) {
        M[i * r->n + i] = 1;
    }
    rdg_structure *s = rdg_structure_create(ctx, "chain", r->n, M, M, r->K);
    for (int i = 0; i < r->n; i++) {
        rdg_name_dof(s, name[i], i);
        rdg_static_force_add(s, name[i], r->f[i]);
    }
    for (int j = 0; j < r->m; j++) {
        rdg_gap_spring_add(
            s, &(rdg_gap_spring){.name = spring[j], .at = name[r->at[j]], .k = r->k[j], .gap = r->gap[j]});
    }
    assert_ok(ctx, rdg_error_status(ctx));
    return s;
}

/* Gauss elimination; false: singular but for rounding */
static inline bool rest_solve(int n, double *A, double *x)
{
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c; i < n; i++) {
            pivot = fabs(A[i * n + c]) > fabs(A[pivot * n + c]) ? i : pivot;
        }
        if (fabs(A[pivot * n + c]) < 1e-10) {
            return false;
        }
        for (int k = 0; k <= n; k++) {
            double *a = k < n ? &A[c * n + k] : &x[c], *b = k < n ? &A[pivot * n + k] : &x[pivot];
            const double t = *a;
            *a = *b;
            *b = t;
        }
        for (int i = c + 1; i < n; i++) {
            const double factor = A[i * n + c] / A[c * n + c];
            for (int k = c; k < n; k++) {
                A[i * n + k] -= factor * A[c * n + k];
            }
            x[i] -= factor * x[c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            x[i] -= A[i * n + k] * x[k];
        }
        x[i] /= A[i * n + i];
    }
    return true;
}

/* Whether a set of closed springs, all of them pressed, holds the chain. */
static inline bool rest_exists(const random_rest *r)
{
    for (int set = 0; set < 1 << r->m; set++) {
        double A[REST_MOST * REST_MOST], x[REST_MOST];
        memcpy(A, r->K, sizeof A);
        memcpy(x, r->f, sizeof x);
        for (int j = 0; j < r->m; j++) {
            if (set >> j & 1) {
                A[r->at[j] * (r->n + 1)] += r->k[j];
                x[r->at[j]] += r->k[j] * r->gap[j];
            }
        }
        bool fits = rest_solve(r->n, A, x);
        for (int j = 0; fits && j < r->m; j++) {
            const double g = x[r->at[j]] - r->gap[j], size = fabs(x[r->at[j]]) + fabs(r->gap[j]);
            fits = set >> j & 1 ? g > 1e-9 * size : g <= 1e-12 * size;
        }
        if (fits) {
            return true;
        }
    }
    return false;
}

/* Forces of a rest balance to 1e-9 of the largest; a chain that can rest does. */
static inline void check_rests(uint64_t seed, int times)
{
    static const char *const name[REST_MOST] = {"a", "b", "c", "d"};
    for (int c = 0; c < times; c++) {
        random_rest r;
        double q[REST_MOST], worst = 0, largest = 0;
        draw_rest(&r, &seed);
        rdg_context *ctx = rdg_context_create();
        rdg_structure *s = rest_structure(ctx, &r);
        if (rdg_prestress(s) != RDG_OK) {
            assert_false(rest_exists(&r));
            rdg_context_free(ctx);
            continue;
        }
        for (int i = 0; i < r.n; i++) {
            assert_ok(ctx, rdg_rest(s, name[i], &q[i]));
        }
        for (int i = 0; i < r.n; i++) {
            double y = -r.f[i];
            largest = fmax(largest, fabs(r.f[i]));
            for (int j = 0; j < r.n; j++) {
                y += r.K[i * r.n + j] * q[j];
                largest = fmax(largest, fabs(r.K[i * r.n + j] * q[j]));
            }
            for (int j = 0; j < r.m; j++) {
                y += r.at[j] == i ? r.k[j] * fmax(0, q[i] - r.gap[j]) : 0;
                largest = fmax(largest, r.at[j] == i && q[i] > r.gap[j] ? r.k[j] * fabs(q[i]) : 0);
            }
            worst = fmax(worst, fabs(y));
        }
        assert_true(worst <= 1e-9 * largest);
        rdg_context_free(ctx);
    }
}

#endif
