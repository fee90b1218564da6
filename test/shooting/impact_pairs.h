/* Two masses, the first one driven, that hit stops or each other; states are in rotated coordinates. */
#ifndef RDG_TEST_IMPACT_PAIRS_H
#define RDG_TEST_IMPACT_PAIRS_H

#include "orbit_run.h"

#include <math.h>
#include <string.h>

enum { ONE_STOP, TWO_STOPS, EACH_OTHER, IMPACT_KINDS };

typedef struct impact_pair {
    int kind;
    double cosine, sine;        /* of the rotation */
    double stiffness, coupling; /* of the second mass to ground; between both */
    double A, omega, z, e, g;   /* parameters */
} impact_pair;

/* Displacements or velocities of the masses, from q[2] to out[2]; back: the other way. */
static inline void rotate_pair(const impact_pair *p, bool back, const double *q, double *out)
{
    const double s = back ? -p->sine : p->sine;
    out[0] = p->cosine * q[0] - s * q[1];
    out[1] = s * q[0] + p->cosine * q[1];
}

/* u = q, q', A, omega, z, e, g, phi */
static inline int pair_motion(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const impact_pair *p = data;
    double x[2], v[2], a[2];
    (void)n, (void)m;
    rotate_pair(p, false, u, x);
    rotate_pair(p, false, u + 2, v);
    a[0] = u[4] * cos(u[9]) - 2.0 * u[6] * v[0] - x[0] - p->coupling * (x[0] - x[1]);
    a[1] = -2.0 * u[6] * v[1] - p->stiffness * x[1] - p->coupling * (x[1] - x[0]);
    y[0] = u[2];
    y[1] = u[3];
    rotate_pair(p, true, a, y + 2);
    return 0;
}

static inline int first_gap(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double x[2];
    (void)n, (void)m;
    rotate_pair(data, false, u, x);
    y[0] = u[8] - x[0];
    return 0;
}

static inline int second_gap(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double x[2];
    (void)n, (void)m;
    rotate_pair(data, false, u, x);
    y[0] = 0.9 * u[8] - x[1];
    return 0;
}

static inline int gap_between(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double x[2];
    (void)n, (void)m;
    rotate_pair(data, false, u, x);
    y[0] = u[8] - (x[0] - x[1]);
    return 0;
}

static inline int first_rebound(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[2];
    (void)n, (void)m;
    rotate_pair(data, false, u + 2, v);
    v[0] *= -u[7];
    memcpy(y, u, 2 * sizeof *y);
    rotate_pair(data, true, v, y + 2);
    return 0;
}

static inline int second_rebound(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[2];
    (void)n, (void)m;
    rotate_pair(data, false, u + 2, v);
    v[1] *= -u[7];
    memcpy(y, u, 2 * sizeof *y);
    rotate_pair(data, true, v, y + 2);
    return 0;
}

static inline int rebound_between(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[2];
    (void)n, (void)m;
    rotate_pair(data, false, u + 2, v);
    const double mean = 0.5 * (v[0] + v[1]), half = 0.5 * u[7] * (v[0] - v[1]);
    v[0] = mean - half;
    v[1] = mean + half;
    memcpy(y, u, 2 * sizeof *y);
    rotate_pair(data, true, v, y + 2);
    return 0;
}

typedef int pair_function(rdg_index n, const double *u, rdg_index m, double *y, void *data);

static inline void add_pair_impact(rdg_hybrid *h, impact_pair *p, const char *name, pair_function *gap,
                                   pair_function *rebound)
{
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = name,
                                                                .from = "free",
                                                                .to = "free",
                                                                .surface = {.f = gap, .data = p},
                                                                .reset = {.f = rebound, .data = p}});
}

static inline rdg_hybrid *impact_pair_system(rdg_context *ctx, impact_pair *p)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "pair", RDG_PARAMETERS("A", "omega", "z", "e", "g"),
                                      (double[]){p->A, p->omega, p->z, p->e, p->g});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h,
                         &(rdg_hybrid_phase){.name = "free", .n = 4, .field = {.f = pair_motion, .data = p}});
    if (p->kind == EACH_OTHER) {
        add_pair_impact(h, p, "meet", gap_between, rebound_between);
    } else {
        add_pair_impact(h, p, "hit", first_gap, first_rebound);
    }
    if (p->kind == TWO_STOPS) {
        add_pair_impact(h, p, "second", second_gap, second_rebound);
    }
    return h;
}

/* Pair number k of a seed. */
static inline impact_pair any_impact_pair(uint64_t seed, int k)
{
    uint64_t state = (seed * 1000003u + (uint64_t)k) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 8; i++) {
        (void)random_signed(&state);
    }
    const double angle = RDG_HZ(1.0) * random_signed(&state);
    impact_pair p = {.kind = k % IMPACT_KINDS, .cosine = cos(angle), .sine = sin(angle)};
    p.stiffness = 0.6 + 2.0 * fabs(random_signed(&state));
    p.coupling = 0.2 + 0.6 * fabs(random_signed(&state));
    p.A = 0.3 + 0.7 * fabs(random_signed(&state));
    p.omega = 0.5 + 1.5 * fabs(random_signed(&state));
    p.z = 0.03 + 0.12 * fabs(random_signed(&state));
    p.e = 0.4 + 0.5 * fabs(random_signed(&state));
    p.g = 0.2 + fabs(random_signed(&state));
    return p;
}

/* A branch over frequency: all of the window, or a reason; no special point at the end of a sequence, or
 * where stability is not known. Number of grazes. */
static inline int check_impact_pair(impact_pair *q)
{
    enum { MOST_POINTS = 120 };
    const double together = 1e-8;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const double low = 0.6 * q->omega, high = 1.5 * q->omega;
    rdg_shooting *s = rdg_shooting_create(
        impact_pair_system(ctx, q), &(rdg_shooting_options){.transient = 300.0 * RDG_HZ(1.0) / q->omega});
    if (!s) { /* a motion that is not periodic */
        rdg_context_free(ctx);
        return 0;
    }
    assert_ok(ctx,
              rdg_continue(rdg_shooting_problem(s), "o", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                           RDG_MAX_POINTS(MOST_POINTS), RDG_LABEL_EVERY(0), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "o");
    const rdg_index rows = rdg_run_count(r);
    const double *omega = rdg_run_column(r, "omega"), *unstable = rdg_run_column(r, "unstable");
    const double *passing = rdg_run_column(r, "passing");
    int grazes = 0;
    for (rdg_index row = 0; row < rows; row++) {
        const char *type = rdg_run_type(r, row);
        const bool is_graze = strcmp(type, "GR") == 0 || strcmp(type, "DU") == 0;
        const bool is_end = is_graze || strcmp(type, "RS") == 0 || strcmp(type, "EP") == 0;
        grazes += is_graze;
        assert_true(!*type || is_end || unstable[row] >= 0.0);
        for (rdg_index k = 0; *type && !is_end && k < rows; k++) {
            const char *other = rdg_run_type(r, k);
            assert_true((strcmp(other, "GR") != 0 && strcmp(other, "DU") != 0) ||
                        fabs(omega[k] - omega[row]) > together || fabs(passing[k] - passing[row]) > together);
        }
    }
    const bool starts_at_end = fabs(omega[0] - low) < 1e-9 || fabs(omega[0] - high) < 1e-9;
    const bool ends_at_end = fabs(omega[rows - 1] - low) < 1e-9 || fabs(omega[rows - 1] - high) < 1e-9;
    assert_true((starts_at_end && ends_at_end) || rdg_shortfalls(ctx) > 0 || rows >= MOST_POINTS);
    rdg_run_free(r);
    rdg_context_free(ctx);
    return grazes;
}

#endif
