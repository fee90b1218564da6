/* Random oscillators before a stop, x'' + 2 z x' + x = A cos(omega t), x <= g, restitution e; and their
 * motions by a method of their own. */
#ifndef RDG_TEST_IMPACT_FAMILIES_H
#define RDG_TEST_IMPACT_FAMILIES_H

#include "orbit_run.h"

#include <math.h>
#include <string.h>

typedef struct impact_oscillator {
    double A, omega, z, e, g;
} impact_oscillator;

/* u = x, v, A, omega, z, e, g, phi */
static inline int oscillator_motion(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = u[2] * cos(u[7]) - 2.0 * u[4] * u[1] - u[0];
    return 0;
}

static inline int oscillator_gap(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[6] - u[0];
    return 0;
}

static inline int oscillator_rebound(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = -u[5] * u[1];
    return 0;
}

static inline rdg_hybrid *impact_oscillator_system(rdg_context *ctx, const impact_oscillator *q)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "stop", RDG_PARAMETERS("A", "omega", "z", "e", "g"),
                                      (double[]){q->A, q->omega, q->z, q->e, q->g});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "free", .n = 2, .field = {.f = oscillator_motion}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "hit",
                                                                .from = "free",
                                                                .to = "free",
                                                                .surface = {.f = oscillator_gap},
                                                                .reset = {.f = oscillator_rebound}});
    return h;
}

/* Oscillator number k of a seed. */
static inline impact_oscillator any_impact_oscillator(uint64_t seed, int k)
{
    uint64_t state = (seed * 1000003u + (uint64_t)k) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 8; i++) {
        (void)random_signed(&state);
    }
    return (impact_oscillator){.A = 0.3 + 0.7 * fabs(random_signed(&state)),
                               .omega = 0.5 + 1.5 * fabs(random_signed(&state)),
                               .z = 0.02 + 0.15 * fabs(random_signed(&state)),
                               .e = 0.4 + 0.5 * fabs(random_signed(&state)),
                               .g = 0.1 + 1.2 * fabs(random_signed(&state))};
}

/* The classical method of order 4. */
static inline void oscillator_step(const impact_oscillator *q, double t, double h, const double *x,
                                   double *out)
{
    double k[4][2];
    for (int i = 0; i < 4; i++) {
        const double by = i == 0 ? 0.0 : i < 3 ? 0.5 * h : h;
        const double p = x[0] + (i ? by * k[i - 1][0] : 0.0), v = x[1] + (i ? by * k[i - 1][1] : 0.0);
        k[i][0] = v;
        k[i][1] = q->A * cos(q->omega * (t + by)) - 2.0 * q->z * v - p;
    }
    for (int i = 0; i < 2; i++) {
        out[i] = x[i] + h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
}

/* The motion from x at time t for so long, with all its impacts: their instants by bisection. */
static inline void oscillator_follow(const impact_oscillator *q, double t, double time, double *x)
{
    enum { STEPS = 2000, HALVES = 60 };
    const double end = t + time, h = time / STEPS;
    while (end - t > 1e-14 * time) {
        double y[2], step = fmin(h, end - t);
        oscillator_step(q, t, step, x, y);
        if (y[0] > q->g && y[1] > 0.0) {
            double low = 0.0, high = step;
            for (int i = 0; i < HALVES; i++) {
                step = 0.5 * (low + high);
                oscillator_step(q, t, step, x, y);
                low = y[0] > q->g ? low : step;
                high = y[0] > q->g ? step : high;
            }
            y[0] = q->g;
            y[1] *= -q->e;
        }
        memcpy(x, y, sizeof y);
        t += step;
    }
}

/* Has the row of a run an orbit of direct simulation? Next to a graze changes grow without bounds. */
static inline void check_by_simulation(rdg_problem *p, rdg_run *r, rdg_index row, impact_oscillator q)
{
    double x[64], phi = 0.0;
    rdg_index n = 0;
    rdg_variable_index(p, "x", &n);
    assert_true(n <= 64);
    const rdg_index label = rdg_run_label(r, row);
    assert_int_equal(rdg_run_solution(r, label, "x", n, x, NULL), RDG_OK);
    assert_int_equal(rdg_run_solution(r, label, "phi", 1, &phi, NULL), RDG_OK);
    q.omega = rdg_run_column(r, "omega")[row];
    const double T = rdg_run_column(r, "T")[row], begin = phi / q.omega,
                 off = 0.0371 * T; /* no impact there */
    oscillator_follow(&q, begin, off, x);
    double after[2] = {x[0], x[1]};
    oscillator_follow(&q, begin + off, T, after);
    const double far = hypot(after[0] - x[0], after[1] - x[1]);
    if (far > 1e-5) {
        print_error("omega = %.17g: (%.9g, %.9g) returns as (%.9g, %.9g)\n", q.omega, x[0], x[1], after[0],
                    after[1]);
    }
    assert_true(far <= 1e-5);
}

/* A branch over frequency: no special point at a graze but GR, RS; all of the window, or back to where it has
 * been; each orbit of up to three periods of the forcing that does not all but graze is one of direct
 * simulation: along longer ones changes grow too much. Number of grazes. */
static inline int check_impact_oscillator(const impact_oscillator *q)
{
    const double together = 1e-8;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const double low = 0.6 * q->omega, high = 1.5 * q->omega;
    rdg_shooting *s =
        rdg_shooting_create(impact_oscillator_system(ctx, q),
                            &(rdg_shooting_options){.transient = 300.0 * RDG_HZ(1.0) / q->omega});
    if (!s) { /* a motion that is not periodic */
        rdg_context_free(ctx);
        return 0;
    }
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "o", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                                RDG_MAX_POINTS(200), RDG_LABEL_EVERY(1), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "o");
    const rdg_index rows = rdg_run_count(r);
    const double *omega = rdg_run_column(r, "omega"), *unstable = rdg_run_column(r, "unstable");
    const double *graze = rdg_run_column(r, "graze"), *passing = rdg_run_column(r, "passing");
    int grazes = 0;
    for (rdg_index row = 0; row < rows; row++) {
        const char *type = rdg_run_type(r, row);
        const bool ends = strcmp(type, "GR") == 0 || strcmp(type, "RS") == 0 || strcmp(type, "EP") == 0;
        grazes += strcmp(type, "GR") == 0;
        for (rdg_index k = 0; *type && !ends && k < rows; k++) {
            assert_true(strcmp(rdg_run_type(r, k), "GR") != 0 || fabs(omega[k] - omega[row]) > together ||
                        fabs(passing[k] - passing[row]) > together);
        }
        assert_true(!*type || ends || unstable[row] >= 0.0);
        const bool is_short = rdg_run_column(r, "T")[row] * omega[row] < 3.5 * RDG_HZ(1.0);
        if (is_short && graze[row] > 1e-3 && passing[row] > 2e-2) {
            check_by_simulation(p, r, row, *q);
        }
    }
    const bool starts_at_end = fabs(omega[0] - low) < 1e-9 || fabs(omega[0] - high) < 1e-9;
    const bool ends_at_end = fabs(omega[rows - 1] - low) < 1e-9 || fabs(omega[rows - 1] - high) < 1e-9;
    if (!starts_at_end || !ends_at_end) { /* the maximum of points, told; or orbits met before, a note */
        assert_true(rdg_shortfalls(ctx) > 0 || rows >= 200 || grazes > 1);
    }
    rdg_run_free(r);
    rdg_context_free(ctx);
    return grazes;
}

#endif
