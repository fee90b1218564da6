/* Hysteretic laws of one's own in harmonic balance, against closed forms and integration in time. */
#ifndef RDG_TEST_MEMORY_ELEMENTS_H
#define RDG_TEST_MEMORY_ELEMENTS_H

#include "differences.h"
#include "hysteretic_laws.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/sampling_error.h>

enum { MOST = 16, SAMPLES = 1024, COEFFICIENTS = 7 };

static inline rdg_structure *oscillator(rdg_context *ctx)
{
    const double one = 1, c = 0.02;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return s;
}

static inline rdg_hbm *balance(rdg_context *ctx, int law, rdg_index samples)
{
    rdg_structure *s = oscillator(ctx);
    const rdg_memory_element e = hysteretic_element(law, samples);
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    assert_non_null(hb);
    return hb;
}

static inline void random_motion(uint64_t *seed, double size, double *z)
{
    for (int i = 0; i < COEFFICIENTS; i++) {
        z[i] = size * random_signed(seed) / (i < 3 ? 1 : 3);
    }
}

/* Displacement or velocity at tau. */
static inline void move(const double *z, double omega, double tau, double *x, double *v)
{
    *x = z[0];
    *v = 0;
    for (int k = 1; k <= 3; k++) {
        const double c = z[2 * k - 1], s = z[2 * k];
        *x += c * cos(k * tau) + s * sin(k * tau);
        *v += omega * k * (s * cos(k * tau) - c * sin(k * tau));
    }
}

/* Half the range of a motion */
static inline double half_range(const double *z)
{
    enum { POINTS = 2000 };
    double least = INFINITY, most = -INFINITY;
    for (int p = 0; p < POINTS; p++) {
        double x, v;
        move(z, 1, 2 * RDG_PI * p / POINTS, &x, &v);
        least = fmin(least, x);
        most = fmax(most, x);
    }
    return (most - least) / 2;
}

/* Where the element slips in both directions, its start is forgotten. Elsewhere the mean force is that of the
 * start of the memory: 0 at the beginning of the period here, 0 at the mean displacement there. */
static inline void check_jenkins(rdg_context *ctx, uint64_t seed, int states)
{
    const double kt = 0.5, limit = 1;
    rdg_structure *s = oscillator(ctx);
    int slipping = 0;
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = kt, .limit = limit});
    rdg_hbm *exact = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3)), *own = balance(ctx, JENKINS, SAMPLES);
    for (int k = 0; k < states; k++) {
        double Q[MOST], z[MOST], F[2][MOST], largest = 0;
        random_motion(&seed, 0.2 * pow(52, (double)k / states), Q);
        const bool slips = half_range(Q) > 1.01 * limit / kt;
        slipping += slips;
        assert_int_equal(rdg_hbm_element_state(exact, 0, Q, 0.9, z, F[0]), 0);
        assert_int_equal(rdg_hbm_element_state(own, 0, Q, 0.9, z, F[1]), 0);
        for (int i = 0; i < COEFFICIENTS; i++) {
            largest = fmax(largest, fabs(F[0][i]));
        }
        for (int i = slips ? 0 : 1; i < COEFFICIENTS; i++) {
            assert_near(F[1][i], F[0][i], 0, 1e-9 * largest);
        }
    }
    assert_in_range(slipping, states / 4, 3 * states / 4);
}

static inline rdg_memory_value ask(const rdg_memory_element *e, const double *z, double omega, double tau,
                                   double w)
{
    rdg_memory_state at = {.w = &w};
    rdg_memory_value value = {.f = 0};
    move(z, omega, tau, &at.x, &at.v);
    at.v_sign = at.v < 0 ? -1 : 1;
    at.w_sign = w < 0 ? -1 : 1;
    assert_int_equal(e->law(&at, &value, NULL), 0);
    return value;
}

/* The classical Runge-Kutta method over many periods with small steps; coefficients of the last one. */
static inline void integrate(const rdg_memory_element *e, const double *z, double omega, int steps, double *F)
{
    enum { PERIODS = 12 };
    const double h = 2 * RDG_PI / steps, dt = h / omega;
    double w = 0;
    for (int period = 0; period < PERIODS; period++) {
        memset(F, 0, COEFFICIENTS * sizeof *F);
        for (int s = 0; s < steps; s++) {
            const double tau = h * s;
            const rdg_memory_value now = ask(e, z, omega, tau, w);
            F[0] += now.f / steps;
            for (int k = 1; k <= 3; k++) {
                F[2 * k - 1] += 2 * now.f * cos(k * tau) / steps;
                F[2 * k] += 2 * now.f * sin(k * tau) / steps;
            }
            const double k1 = now.rate[0], k2 = ask(e, z, omega, tau + h / 2, w + dt / 2 * k1).rate[0],
                         k3 = ask(e, z, omega, tau + h / 2, w + dt / 2 * k2).rate[0],
                         k4 = ask(e, z, omega, tau + h, w + dt * k3).rate[0];
            w += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
    }
}

/* Against integration in time with so many steps a period */
static inline void check_smooth_laws(rdg_context *ctx, uint64_t seed, int states, int steps, double tolerance)
{
    for (int law = BOUC_WEN; law < HYSTERETIC_LAWS; law++) {
        const rdg_memory_element e = hysteretic_element(law, SAMPLES);
        rdg_hbm *hb = balance(ctx, law, SAMPLES);
        for (int k = 0; k < states; k++) {
            const double omega = 0.8;
            double Q[MOST], z[MOST], F[MOST], expected[MOST], largest = 0;
            random_motion(&seed, 1 + k, Q);
            assert_int_equal(rdg_hbm_element_state(hb, 0, Q, omega, z, F), 0);
            integrate(&e, Q, omega, steps, expected);
            for (int i = 0; i < COEFFICIENTS; i++) {
                largest = fmax(largest, fabs(expected[i]));
            }
            for (int i = 0; i < COEFFICIENTS; i++) {
                assert_near(F[i], expected[i], 0, tolerance * largest);
            }
        }
    }
}

/* Jacobians at so many states, Hessians at the first of them */
static inline void check_derivatives(rdg_context *ctx, uint64_t seed, int states, rdg_index samples)
{
    for (int law = 0; law < HYSTERETIC_LAWS; law++) {
        rdg_hbm *hb = balance(ctx, law, samples);
        const rdg_function *g = rdg_hbm_function(hb);
        for (int k = 0; k < states; k++) {
            double u[MOST], size[MOST], lambda[MOST], J[MOST * MOST], H[MOST * MOST];
            random_motion(&seed, 0.4 * pow(4, (k + 1) % 3), u);
            u[g->n - 2] = 0.8;
            u[g->n - 1] = 1;
            for (rdg_index i = 0; i < g->n; i++) {
                size[i] = 1e-2 * pow(4, (k + 1) % 3);
                lambda[i] = random_signed(&seed);
            }
            dense_jacobian(g, u, J);
            double error = worst_error(g, u, NULL, size, g->m, J);
            for (int finer = 0; finer < 2 && !(error < 1e-9); finer++) { /* regimes changed within a step */
                for (rdg_index i = 0; i < g->n; i++) {
                    size[i] /= 8;
                }
                error = worst_error(g, u, NULL, size, g->m, J);
            }
            assert_near(error, 0, 0, 1e-9);
            if (k == 0) {
                dense_hessian(g, u, lambda, H);
                assert_near(worst_error(g, u, lambda, size, g->n, H), 0, 0, 2e-5);
            }
        }
    }
}

/* x'' + 0.02 x' + x + f = cos(omega t) from rest, by the classical Runge-Kutta method; first harmonic of the
 * last period. */
static inline double steady_amplitude(const rdg_memory_element *e, double omega, int steps)
{
    enum { PERIODS = 200 };
    const double dt = 2 * RDG_PI / omega / steps;
    double y[3] = {0}, c = 0, s = 0;
    for (int n = 0; n < steps * PERIODS; n++) {
        double k[4][3], at[3];
        static const double part[4] = {0, 0.5, 0.5, 1};
        c = n % steps == 0 ? 0 : c;
        s = n % steps == 0 ? 0 : s;
        c += 2 * y[0] * cos(omega * dt * n) / steps;
        s += 2 * y[0] * sin(omega * dt * n) / steps;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 3; j++) {
                at[j] = y[j] + (i > 0 ? part[i] * dt * k[i - 1][j] : 0);
            }
            rdg_memory_value value = {.f = 0};
            const rdg_memory_state now = {.x = at[0],
                                          .v = at[1],
                                          .w = &at[2],
                                          .v_sign = at[1] < 0 ? -1 : 1,
                                          .w_sign = at[2] < 0 ? -1 : 1};
            assert_int_equal(e->law(&now, &value, NULL), 0);
            k[i][0] = at[1];
            k[i][1] = cos(omega * dt * (n + part[i])) - 0.02 * at[1] - at[0] - value.f;
            k[i][2] = value.rate[0];
        }
        for (int j = 0; j < 3; j++) {
            y[j] += dt / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
        }
    }
    return hypot(c, s);
}

/* At both ends of the curve */
static inline void check_response(rdg_context *ctx, rdg_index count, const int *harmonics, double from,
                                  double to, int steps, double tolerance)
{
    const rdg_memory_element e = hysteretic_element(BOUC_WEN, 0);
    rdg_structure *s = oscillator(ctx);
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    rdg_hbm *hb = rdg_hbm_create(s, count, harmonics);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", from), RDG_AT("alpha", 1));
    assert_ok(ctx, rdg_hbm_add_sampling_error(hb, p, "sampling.error"));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", from, to)));
    rdg_run *run = rdg_run_open(ctx, "frc");
    const rdg_index last = rdg_run_count(run) - 1;
    const double *A = rdg_run_column(run, "A"), *omega = rdg_run_column(run, "omega"),
                 *error = rdg_run_column(run, "sampling.error");
    assert_non_null(A);
    assert_near(omega[0], from, 1e-12, 0);
    assert_near(omega[last], to, 1e-12, 0);
    assert_near(A[0], steady_amplitude(&e, from, steps), tolerance, 0);
    assert_near(A[last], steady_amplitude(&e, to, steps), tolerance, 0);
    for (rdg_index row = 0; row <= last; row++) {
        assert_true(error[row] < 1e-6);
    }
}

#endif
