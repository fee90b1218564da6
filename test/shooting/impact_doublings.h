/* Motions with one impact per period of the forcing, x'' + 2 z x' + x = A cos(omega t + phi), x <= g, in
 * closed form: the family over the velocity v < 0 behind the impact, which ends at a graze, v = 0. */
#ifndef RDG_TEST_IMPACT_DOUBLINGS_H
#define RDG_TEST_IMPACT_DOUBLINGS_H

#include "impact_families.h"

/* Changes of (x, v) over the time t without forcing and impact: P[2 i + j], row i. */
static inline void free_flow(const impact_oscillator *q, double t, double *P)
{
    const double w = sqrt(1.0 - q->z * q->z), decay = exp(-q->z * t), c = cos(w * t), s = sin(w * t) / w;
    P[0] = decay * (c + q->z * s);
    P[1] = decay * s;
    P[2] = -decay * s;
    P[3] = decay * (c - q->z * s);
}

/* (x, v) of the forced motion at time t, to the force a cos(omega t) - b sin(omega t). */
static inline void forced_motion(const impact_oscillator *q, double t, double a, double b, double *x)
{
    const double re = 1.0 - q->omega * q->omega, im = 2.0 * q->z * q->omega, D = re * re + im * im;
    const double zr = (a * re + b * im) / D, zi = (b * re - a * im) / D;
    const double c = cos(q->omega * t), s = sin(q->omega * t);
    x[0] = zr * c - zi * s;
    x[1] = -q->omega * (zr * s + zi * c);
}

/* Force of the motion that leaves the stop with velocity v at t = 0: q->A, and its phase phi. */
static inline double force_of_impact(impact_oscillator *q, double v)
{
    double P[4], M[2][2];
    free_flow(q, RDG_HZ(1.0) / q->omega, P);
    for (int k = 0; k < 2; k++) {
        double x[2];
        forced_motion(q, 0.0, k == 0, k == 1, x);
        M[0][k] = x[0] - P[0] * x[0] - P[1] * x[1];
        M[1][k] = x[1] - P[2] * x[0] - P[3] * x[1];
    }
    const double r[] = {q->g - P[0] * q->g - P[1] * v, -v / q->e - P[2] * q->g - P[3] * v};
    const double D = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    const double a = (r[0] * M[1][1] - M[0][1] * r[1]) / D, b = (M[0][0] * r[1] - M[1][0] * r[0]) / D;
    q->A = hypot(a, b);
    return atan2(b, a);
}

/* (x, v) of that motion at time t. */
static inline void impact_motion(const impact_oscillator *q, double v, double phi, double t, double *x)
{
    double P[4], start[2];
    free_flow(q, t, P);
    forced_motion(q, 0.0, q->A * cos(phi), q->A * sin(phi), start);
    forced_motion(q, t, q->A * cos(phi), q->A * sin(phi), x);
    x[0] += P[0] * (q->g - start[0]) + P[1] * (v - start[1]);
    x[1] += P[2] * (q->g - start[0]) + P[3] * (v - start[1]);
}

/* det(Q + 1) = (1 + mu_1) (1 + mu_2) of the period map's derivative Q; zero at a period doubling. */
static inline double doubling_of_impact(impact_oscillator q, double v)
{
    double P[4];
    const double phi = force_of_impact(&q, v), before = -v / q.e;
    free_flow(&q, RDG_HZ(1.0) / q.omega, P);
    const double a0 = q.A * cos(phi) - 2.0 * q.z * before - q.g, a1 = q.A * cos(phi) - 2.0 * q.z * v - q.g;
    const double s = (a1 + q.e * a0) / before;
    const double trace = -q.e * P[0] + s * P[1] - q.e * P[3];
    return 1.0 + trace + q.e * q.e * (P[0] * P[3] - P[1] * P[2]);
}

/* Does the motion stay in front of the stop, but for the impact? */
static inline bool stays_in_front(impact_oscillator q, double v)
{
    enum { POINTS = 400, BESIDE = 4 };
    const double T = RDG_HZ(1.0) / q.omega, phi = force_of_impact(&q, v);
    bool stays = true;
    for (int i = BESIDE; i <= POINTS - BESIDE; i++) {
        double x[2];
        impact_motion(&q, v, phi, T * i / POINTS, x);
        stays = stays && x[0] < q.g;
    }
    return stays;
}

/* The doubling at the velocity nearest to zero, beyond v: by a scan and bisection; 0: there is none. */
static inline double last_doubling(const impact_oscillator *q, double v)
{
    enum { POINTS = 2000, HALVES = 60 };
    double low = v, high = 0.0;
    for (int i = 1; i < POINTS; i++) {
        const double a = v * (1.0 - (i - 1.0) / POINTS), b = v * (1.0 - (double)i / POINTS);
        const bool changes = doubling_of_impact(*q, a) * doubling_of_impact(*q, b) < 0.0;
        low = changes ? a : low;
        high = changes ? b : high;
    }
    for (int i = 0; i < HALVES && high < 0.0; i++) {
        const double middle = 0.5 * (low + high);
        *(doubling_of_impact(*q, middle) * doubling_of_impact(*q, low) > 0.0 ? &low : &high) = middle;
    }
    return high < 0.0 ? low : 0.0;
}

/* Does the family lead from v to its graze, in front of the stop, over falling forces? */
static inline bool leads_to_graze(impact_oscillator q, double v)
{
    enum { POINTS = 200 };
    double before = INFINITY;
    bool leads = true;
    for (int i = 0; leads && i < POINTS; i++) {
        const double at = v * (1.0 - (double)i / POINTS);
        (void)force_of_impact(&q, at);
        leads = q.A < before && stays_in_front(q, at);
        before = q.A;
    }
    return leads;
}

/* The oscillator with lengths in units of `length` m and times in `time` s.
 * u = x, v, A, omega, z, e, g, length, time, phi */
static inline int motion_in_units(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double length = u[7], time = u[8], x = u[0] / length, v = u[1] * time / length;
    y[0] = u[1];
    y[1] = (u[2] * cos(u[9]) - 2.0 * u[4] * v - x) * length / (time * time);
    return 0;
}

static inline int gap_in_units(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[6] * u[7] - u[0];
    return 0;
}

static inline rdg_hybrid *oscillator_in_units(rdg_context *ctx, const impact_oscillator *q, double length,
                                              double time)
{
    rdg_hybrid *h =
        rdg_hybrid_create(ctx, "stop", RDG_PARAMETERS("A", "omega", "z", "e", "g", "length", "time"),
                          (double[]){q->A, q->omega / time, q->z, q->e, q->g, length, time});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "free", .n = 2, .field = {.f = motion_in_units}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "hit",
                                                                .from = "free",
                                                                .to = "free",
                                                                .surface = {.f = gap_in_units},
                                                                .reset = {.f = oscillator_rebound}});
    return h;
}

/* The run over the force from the motion at v through its graze has the doubling in front of that. 1: there
 * is one. */
static inline int check_doubling_at_graze(impact_oscillator q, double v, double length, double time)
{
    const double at = leads_to_graze(q, v) ? last_doubling(&q, v) : 0.0, share = 0.3;
    if (at == 0.0) {
        return 0;
    }
    impact_oscillator there = q;
    (void)force_of_impact(&there, at);
    const double phi = force_of_impact(&q, v), T = RDG_HZ(1.0) / q.omega;
    double x[2];
    impact_motion(&q, v, phi, share * T, x);
    x[0] *= length;
    x[1] *= length / time;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_shooting *s = rdg_shooting_create(oscillator_in_units(ctx, &q, length, time),
                                          &(rdg_shooting_options){.x = x,
                                                                  .phase = phi + share * RDG_HZ(1.0),
                                                                  .period = T * time,
                                                                  .order = 1,
                                                                  .sequence = RDG_SEQUENCE("hit")});
    assert_ok(ctx, rdg_continue(rdg_shooting_problem(s), "o", RDG_RELEASE("A"),
                                RDG_WINDOW("A", 0.5 * there.A, 1.1 * q.A), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "o");
    double nearest = INFINITY;
    for (rdg_index row = 0; row < rdg_run_count(r); row++) {
        const double off = fabs(rdg_run_column(r, "A")[row] / there.A - 1.0);
        nearest = strcmp(rdg_run_type(r, row), "PD") == 0 ? fmin(nearest, off) : nearest;
    }
    if (nearest > 1e-8) {
        print_error("omega = %.17g, z = %.17g, e = %.17g, g = %.17g, v = %.17g, length = %g, time = %g: no "
                    "PD at A = %.12g\n",
                    q.omega, q.z, q.e, q.g, v, length, time, there.A);
    }
    assert_true(nearest <= 1e-8);
    assert_int_equal(rdg_shortfalls(ctx), 0);
    rdg_run_free(r);
    rdg_context_free(ctx);
    return 1;
}

/* Member number k of a seed. */
static inline int check_any_doubling_at_graze(uint64_t seed, int k)
{
    impact_oscillator q = any_impact_oscillator(seed, k);
    const double v = -q.A; /* 0.3 to 1, random as well */
    const double length = pow(10.0, -(k % 7)), time = pow(10.0, k % 5 - 2);
    return check_doubling_at_graze(q, v, length, time);
}

#endif
