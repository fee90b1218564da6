/* Random families of orbits at Hopf points in 2 to 6 dimensions, whose orbits are known.
 *
 * Normal form (X, Y, z): r' = s r (mu - mu0 - l r^2), theta' = w + c r^2, z_i' = -d_i z_i; l > 0:
 * supercritical, l < 0: subcritical. Coordinates: W = (X + a Y^2, Y, z_i + b_i X Y + g_i X^2), x = B W + at +
 * drift (mu - mu0).
 */
#ifndef RDG_TEST_HOPF_FAMILIES_H
#define RDG_TEST_HOPF_FAMILIES_H

#include "orbits.h"

#include <math.h>
#include <string.h>

enum { HOPF_MOST = 6 };

typedef struct hopf_family {
    int n;
    double s, mu0, l, w, c, a, size;
    double d[HOPF_MOST], b[HOPF_MOST], g[HOPF_MOST];
    double B[HOPF_MOST * HOPF_MOST], inverse[HOPF_MOST * HOPF_MOST]; /* columns */
    double at[HOPF_MOST], drift[HOPF_MOST];
    double amplitude, far, small; /* of first orbits: collocation; shooting, large and small */
    double within;                /* tolerance of the Hopf point */
    bool has_slopes;              /* the field has derivatives */
} hopf_family;

/* The state of the normal form's state z. */
static inline void hopf_state(const hopf_family *q, const double *z, double mu, double *x)
{
    double W[HOPF_MOST];
    memcpy(W, z, (size_t)q->n * sizeof *W);
    W[0] += q->a * z[1] * z[1];
    for (int i = 2; i < q->n; i++) {
        W[i] += q->b[i] * z[0] * z[1] + q->g[i] * z[0] * z[0];
    }
    for (int i = 0; i < q->n; i++) {
        x[i] = q->at[i] + q->drift[i] * (mu - q->mu0);
        for (int k = 0; k < q->n; k++) {
            x[i] += q->B[i + q->n * k] * q->size * W[k];
        }
    }
}

static inline int hopf_family_field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const hopf_family *q = data;
    const double mu = u[n - 1];
    double W[HOPF_MOST], z[HOPF_MOST], rate[HOPF_MOST];
    for (int i = 0; i < m; i++) {
        W[i] = 0.0;
        for (int k = 0; k < m; k++) {
            W[i] += q->inverse[i + m * k] * (u[k] - q->at[k] - q->drift[k] * (mu - q->mu0)) / q->size;
        }
    }
    memcpy(z, W, sizeof z);
    z[0] -= q->a * W[1] * W[1];
    for (int i = 2; i < m; i++) {
        z[i] -= q->b[i] * z[0] * z[1] + q->g[i] * z[0] * z[0];
    }
    const double r2 = z[0] * z[0] + z[1] * z[1], grow = q->s * (mu - q->mu0 - q->l * r2),
                 w = q->w + q->c * r2;
    const double X = grow * z[0] - w * z[1], Y = w * z[0] + grow * z[1];
    rate[0] = X + 2.0 * q->a * z[1] * Y;
    rate[1] = Y;
    for (int i = 2; i < m; i++) {
        rate[i] = -q->d[i] * z[i] + q->b[i] * (X * z[1] + z[0] * Y) + 2.0 * q->g[i] * z[0] * X;
    }
    for (int i = 0; i < m; i++) {
        y[i] = 0.0;
        for (int k = 0; k < m; k++) {
            y[i] += q->B[i + m * k] * q->size * rate[k];
        }
    }
    return 0;
}

/* Its derivatives. */
static inline int hopf_family_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const hopf_family *q = data;
    const double mu = u[n - 1];
    double z[HOPF_MOST], dz[HOPF_MOST], rate[HOPF_MOST];
    for (int i = 0; i < m; i++) {
        z[i] = 0.0;
        for (int k = 0; k < m; k++) {
            z[i] += q->inverse[i + m * k] * (u[k] - q->at[k] - q->drift[k] * (mu - q->mu0)) / q->size;
        }
    }
    z[0] -= q->a * z[1] * z[1];
    for (int i = 2; i < m; i++) {
        z[i] -= q->b[i] * z[0] * z[1] + q->g[i] * z[0] * z[0];
    }
    const double r2 = z[0] * z[0] + z[1] * z[1], grow = q->s * (mu - q->mu0 - q->l * r2);
    const double w = q->w + q->c * r2, X = grow * z[0] - w * z[1], Y = w * z[0] + grow * z[1];
    for (int c = 0; c < n; c++) {
        for (int i = 0; i < m; i++) {
            dz[i] = 0.0;
            for (int k = 0; k < m; k++) {
                dz[i] += q->inverse[i + m * k] * ((k == c) - (c == m) * q->drift[k]) / q->size;
            }
        }
        dz[0] -= 2.0 * q->a * z[1] * dz[1];
        for (int i = 2; i < m; i++) {
            dz[i] -= q->b[i] * (dz[0] * z[1] + z[0] * dz[1]) + 2.0 * q->g[i] * z[0] * dz[0];
        }
        const double dr2 = 2.0 * (z[0] * dz[0] + z[1] * dz[1]), dw = q->c * dr2;
        const double dgrow = q->s * ((c == m) - q->l * dr2);
        const double dX = dgrow * z[0] + grow * dz[0] - dw * z[1] - w * dz[1];
        const double dY = dw * z[0] + w * dz[0] + dgrow * z[1] + grow * dz[1];
        rate[0] = dX + 2.0 * q->a * (dz[1] * Y + z[1] * dY);
        rate[1] = dY;
        for (int i = 2; i < m; i++) {
            rate[i] = -q->d[i] * dz[i] + 2.0 * q->g[i] * (dz[0] * X + z[0] * dX) +
                      q->b[i] * (dX * z[1] + X * dz[1] + dz[0] * Y + z[0] * dY);
        }
        for (int i = 0; i < m; i++) {
            values[i + m * c] = 0.0;
            for (int k = 0; k < m; k++) {
                values[i + m * c] += q->B[i + m * k] * q->size * rate[k];
            }
        }
    }
    return 0;
}

/* Its inverse by Gauss-Jordan elimination. */
static inline void hopf_invert(int n, const double *B, double *inverse)
{
    double A[HOPF_MOST * HOPF_MOST];
    memcpy(A, B, (size_t)(n * n) * sizeof *A);
    for (int i = 0; i < n * n; i++) {
        inverse[i] = i % (n + 1) == 0;
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++) {
            best = fabs(A[i + n * k]) > fabs(A[best + n * k]) ? i : best;
        }
        for (int j = 0; j < n; j++) {
            const double first = A[k + n * j], second = inverse[k + n * j];
            A[k + n * j] = A[best + n * j], A[best + n * j] = first;
            inverse[k + n * j] = inverse[best + n * j], inverse[best + n * j] = second;
        }
        const double pivot = A[k + n * k];
        for (int j = 0; j < n; j++) {
            A[k + n * j] /= pivot;
            inverse[k + n * j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            const double by = A[i + n * k];
            for (int j = 0; j < n && i != k; j++) {
                A[i + n * j] -= by * A[k + n * j];
                inverse[i + n * j] -= by * inverse[k + n * j];
            }
        }
    }
}

/* Family number k of a seed. */
static inline hopf_family any_hopf_family(uint64_t seed, int k)
{
    uint64_t state = (seed * 1000003u + (uint64_t)k) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 8; i++) {
        (void)random_signed(&state);
    }
    hopf_family q = {.n = 2 + (int)(5.0 * fabs(random_signed(&state))), .size = 1.0, .within = 1e-10};
    q.s = 0.3 + fabs(random_signed(&state));
    q.mu0 = k % 5 == 0 ? 0.0 : 2.0 * random_signed(&state);
    q.l = (random_signed(&state) > 0.0 ? 1.0 : -1.0) * (0.5 + fabs(random_signed(&state)));
    q.w = 1.0 + 2.0 * fabs(random_signed(&state));
    q.c = 0.5 * random_signed(&state);
    q.a = 0.3 * random_signed(&state);
    for (int i = 0; i < q.n; i++) {
        q.d[i] = (random_signed(&state) > 0.8 ? -0.5 : 1.0) * (0.3 + fabs(random_signed(&state)));
        q.b[i] = 0.5 * random_signed(&state);
        q.g[i] = 0.5 * random_signed(&state);
        q.at[i] = k % 3 == 0 ? 0.0 : 3.0 * random_signed(&state);
        q.drift[i] = 0.3 * random_signed(&state);
    }
    for (int i = 0; i < q.n * q.n; i++) {
        q.B[i] = (i % (q.n + 1) == 0) + 0.3 * random_signed(&state);
    }
    hopf_invert(q.n, q.B, q.inverse);
    q.amplitude = 0.003 * pow(60.0, fabs(random_signed(&state)));
    q.small = 0.003 * pow(60.0, fabs(random_signed(&state)));
    q.far = 0.3 + 0.3 * fabs(random_signed(&state));
    return q;
}

static inline rdg_hybrid *hopf_system(rdg_context *ctx, hopf_family *q)
{
    const rdg_hybrid_function f = {
        .f = hopf_family_field, .df = q->has_slopes ? hopf_family_slope : NULL, .data = q};
    return rdg_hybrid_smooth(ctx, "family", q->n, &f, RDG_PARAMETERS("mu"), &q->mu0, NULL);
}

/* Domain of mu: orbits end at the end `far` of it, and there are none beyond mu0. */
typedef struct hopf_domain {
    double low, high, far;
} hopf_domain;

static inline hopf_domain hopf_domain_of(const hopf_family *q)
{
    const double way = 0.5 * fabs(q->l), behind = 0.7;
    return q->l > 0.0 ? (hopf_domain){q->mu0 - behind, q->mu0 + way, q->mu0 + way}
                      : (hopf_domain){q->mu0 - way, q->mu0 + behind, q->mu0 - way};
}

/* Orbits by collocation from the Hopf point of the equilibria. */
static inline void run_from_hopf(rdg_context *ctx, hopf_family *q, int label_every)
{
    const double start = q->mu0 - 0.37, rest[HOPF_MOST] = {0.0};
    const hopf_domain d = hopf_domain_of(q);
    double x[HOPF_MOST];
    hopf_state(q, rest, start, x);
    rdg_problem *e = rdg_ep_problem(ctx, &(rdg_ep){.n = q->n,
                                                   .n_parameters = 1,
                                                   .parameters = RDG_PARAMETERS("mu"),
                                                   .x = x,
                                                   .p = &start,
                                                   .f = hopf_family_field,
                                                   .data = q});
    assert_ok(ctx,
              rdg_continue(e, "eq", RDG_RELEASE("mu"), RDG_WINDOW("mu", start, q->mu0 + 0.4), RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "eq");
    const rdg_index hopf = rdg_run_label(run, rdg_run_find(run, "HB", 0));
    rdg_run_free(run);
    rdg_collocation *c = rdg_collocation_from_hopf(hopf_system(ctx, q), "eq", hopf, "mu", q->amplitude, NULL);
    assert_ok(ctx,
              rdg_continue(rdg_collocation_problem(c), "orbits", RDG_RELEASE("mu"),
                           RDG_WINDOW("mu", d.low, d.high), RDG_LABEL_EVERY(label_every), RDG_IN_MEMORY));
}

/* Orbits by shooting from one of this radius, stable or not. */
static inline void run_by_shooting(rdg_context *ctx, hopf_family *q, double radius, int label_every)
{
    const double mu = q->mu0 + q->l * radius * radius;
    const double z[HOPF_MOST] = {0.8 * radius, 0.6 * radius};
    const hopf_domain d = hopf_domain_of(q);
    double x[HOPF_MOST];
    hopf_state(q, z, mu, x);
    rdg_shooting *s = rdg_shooting_create(
        hopf_system(ctx, q),
        &(rdg_shooting_options){.x = x, .period = RDG_HZ(1.0) / (q->w + q->c * radius * radius), .p = &mu});
    assert_ok(ctx,
              rdg_continue(rdg_shooting_problem(s), "orbits", RDG_RELEASE("mu"),
                           RDG_WINDOW("mu", d.low, d.high), RDG_LABEL_EVERY(label_every), RDG_IN_MEMORY));
}

/* One Hopf point, at its place; one end of the domain; no other special point (NSA apart, which orbits of
 * these families have); periods and stability as they are; nothing left undone. */
static inline void check_hopf_run(rdg_context *ctx, const hopf_family *q)
{
    const hopf_domain d = hopf_domain_of(q);
    rdg_run *run = rdg_run_open(ctx, "orbits");
    assert_non_null(run);
    const double *mu = rdg_run_column(run, "mu"), *T = rdg_run_column(run, "T");
    const double *unstable = rdg_run_column(run, "unstable");
    int hopf = 0, ends = 0, grow = q->l < 0.0;
    for (int i = 2; i < q->n; i++) {
        grow += q->d[i] < 0.0;
    }
    const rdg_index rows = rdg_run_count(run);
    for (rdg_index row = 0; row < rows; row++) {
        const char *type = rdg_run_type(run, row);
        const bool is_hopf = strcmp(type, "HB") == 0, is_end = strcmp(type, "EP") == 0;
        if (*type && !is_hopf && !is_end && strcmp(type, "NSA") != 0) {
            print_error("%s at mu = %.17g, Hopf point %.17g\n", type, mu[row], q->mu0);
        }
        assert_true(!*type || is_hopf || is_end || strcmp(type, "NSA") == 0);
        hopf += is_hopf;
        ends += is_end && fabs(mu[row] - d.far) < 1e-9;
        assert_near(T[row], RDG_HZ(1.0) / (q->w + q->c * (mu[row] - q->mu0) / q->l), 1e-6, 0.0);
        assert_near(unstable[row], grow, 0.0, 0.0);
        if (is_hopf) {
            assert_near(mu[row], q->mu0, 0.0, q->within);
            assert_near(T[row], RDG_HZ(1.0) / q->w, q->within, 0.0);
        }
    }
    rdg_run_free(run);
    assert_int_equal(hopf, 1);
    assert_int_equal(ends, 1);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

/* Families from `first` on, each by three ways and with three label settings. */
static inline void check_hopf_families(uint64_t seed, int first, int count)
{
    static const int every[] = {0, 1, 10};
    for (int k = first; k < first + count; k++) {
        hopf_family q = any_hopf_family(seed, k);
        for (int i = 0; i < 9; i++) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            const int label_every = every[i % 3];
            if (i < 3) {
                run_from_hopf(ctx, &q, label_every);
            } else {
                run_by_shooting(ctx, &q, i < 6 ? q.far : q.small, label_every);
            }
            check_hopf_run(ctx, &q);
            rdg_context_free(ctx);
        }
    }
}

/* Family number k of a seed in other units, far from the origin: equilibria lie up to so many sizes away. The
 * normal form, and so the results, are the same. */
static inline hopf_family far_hopf_family(uint64_t seed, int k, double offset, double size)
{
    hopf_family q = any_hopf_family(seed, k);
    uint64_t state = seed * 77u + (uint64_t)k;
    for (int i = 0; i < q.n; i++) {
        q.at[i] = offset * size * random_signed(&state);
        q.drift[i] *= size;
    }
    q.size = size;
    q.within = 1e-8; /* differences round as numbers of the offset do */
    return q;
}

/* Offsets of up to 1e4 amplitudes of the first orbit. By shooting, with and without derivatives, from a large
 * and a small orbit, with three label settings. */
static inline void check_hopf_offsets(uint64_t seed, int first, int count)
{
    static const double offset[] = {0.0, 20.0, 300.0, 1e4}, size[] = {1.0, 1e-3};
    static const int every[] = {0, 1, 10};
    for (int i = first; i < first + count; i++) {
        const hopf_family near = any_hopf_family(seed, i / 16);
        for (int k = 0; k < 6; k++) {
            const double radius = k < 3 ? near.far : near.small;
            hopf_family q = far_hopf_family(seed, i / 16, offset[i % 4] * radius, size[i / 4 % 2]);
            q.has_slopes = i / 8 % 2 == 1;
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            run_by_shooting(ctx, &q, radius, every[k % 3]);
            check_hopf_run(ctx, &q);
            rdg_context_free(ctx);
        }
    }
}

#endif
