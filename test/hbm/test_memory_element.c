/* Hysteretic laws of one's own in harmonic balance, against closed forms and integration in time. */
#include "differences.h"
#include "fresh_context.h"
#include "hysteretic_laws.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/sampling_error.h>

enum { MOST = 16, SAMPLES = 1024, COEFFICIENTS = 7 };

static rdg_structure *oscillator(rdg_context *ctx)
{
    const double one = 1, c = 0.02;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return s;
}

static rdg_hbm *balance(rdg_context *ctx, int law, rdg_index samples)
{
    rdg_structure *s = oscillator(ctx);
    const rdg_memory_element e = hysteretic_element(law, samples);
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    assert_non_null(hb);
    return hb;
}

static void random_motion(uint64_t *seed, double size, double *z)
{
    for (int i = 0; i < COEFFICIENTS; i++) {
        z[i] = size * random_signed(seed) / (i < 3 ? 1 : 3);
    }
}

static void a_jenkins_law_is_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1});
    rdg_hbm *exact = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3)), *own = balance(ctx, JENKINS, SAMPLES);
    uint64_t seed = 3;
    for (int k = 0; k < 200; k++) {
        double Q[MOST], z[MOST], F[2][MOST], largest = 0;
        random_motion(&seed, 0.2 * pow(1.02, k), Q);
        Q[0] = 0; /* the memory begins at 0 here, at the mean there */
        assert_int_equal(rdg_hbm_element_state(exact, 0, Q, 0.9, z, F[0]), 0);
        assert_int_equal(rdg_hbm_element_state(own, 0, Q, 0.9, z, F[1]), 0);
        for (int i = 0; i < COEFFICIENTS; i++) {
            largest = fmax(largest, fabs(F[0][i]));
        }
        for (int i = 1; i < COEFFICIENTS; i++) {
            assert_near(F[1][i], F[0][i], 0, 1e-9 * largest);
        }
    }
}

/* Displacement or velocity at tau. */
static void move(const double *z, double omega, double tau, double *x, double *v)
{
    *x = z[0];
    *v = 0;
    for (int k = 1; k <= 3; k++) {
        const double c = z[2 * k - 1], s = z[2 * k];
        *x += c * cos(k * tau) + s * sin(k * tau);
        *v += omega * k * (s * cos(k * tau) - c * sin(k * tau));
    }
}

static rdg_memory_value ask(const rdg_memory_element *e, const double *z, double omega, double tau, double w)
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
static void integrate(const rdg_memory_element *e, const double *z, double omega, double *F)
{
    enum { STEPS = 20000, PERIODS = 12 };
    const double h = 2 * RDG_PI / STEPS, dt = h / omega;
    double w = 0;
    for (int period = 0; period < PERIODS; period++) {
        memset(F, 0, COEFFICIENTS * sizeof *F);
        for (int s = 0; s < STEPS; s++) {
            const double tau = h * s;
            const rdg_memory_value now = ask(e, z, omega, tau, w);
            F[0] += now.f / STEPS;
            for (int k = 1; k <= 3; k++) {
                F[2 * k - 1] += 2 * now.f * cos(k * tau) / STEPS;
                F[2 * k] += 2 * now.f * sin(k * tau) / STEPS;
            }
            const double k1 = now.rate[0], k2 = ask(e, z, omega, tau + h / 2, w + dt / 2 * k1).rate[0],
                         k3 = ask(e, z, omega, tau + h / 2, w + dt / 2 * k2).rate[0],
                         k4 = ask(e, z, omega, tau + h, w + dt * k3).rate[0];
            w += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
    }
}

static void smooth_hysteresis_is_that_of_integration_in_time(void **state)
{
    uint64_t seed = 17;
    for (int law = BOUC_WEN; law < HYSTERETIC_LAWS; law++) {
        const rdg_memory_element e = hysteretic_element(law, SAMPLES);
        rdg_hbm *hb = balance(*state, law, SAMPLES);
        double worst = 0;
        for (int k = 0; k < 6; k++) {
            const double omega = 0.8;
            double Q[MOST], z[MOST], F[MOST], expected[MOST], largest = 0;
            random_motion(&seed, 1 + k, Q);
            assert_int_equal(rdg_hbm_element_state(hb, 0, Q, omega, z, F), 0);
            integrate(&e, Q, omega, expected);
            for (int i = 0; i < COEFFICIENTS; i++) {
                largest = fmax(largest, fabs(expected[i]));
            }
            for (int i = 0; i < COEFFICIENTS; i++) {
                worst = fmax(worst, fabs(F[i] - expected[i]) / largest);
            }
        }
        assert_near(worst, 0, 0, 1e-6);
    }
}

static void derivatives_are_those_of_the_scheme(void **state)
{
    uint64_t seed = 29;
    for (int law = 0; law < HYSTERETIC_LAWS; law++) {
        rdg_hbm *hb = balance(*state, law, 0);
        const rdg_function *g = rdg_hbm_function(hb);
        for (int k = 0; k < 3; k++) {
            double u[MOST], size[MOST], lambda[MOST], J[MOST * MOST], H[MOST * MOST];
            random_motion(&seed, 0.4 * pow(4, k), u);
            u[g->n - 2] = 0.8;
            u[g->n - 1] = 1;
            for (rdg_index i = 0; i < g->n; i++) {
                size[i] = 1e-2 * pow(4, k);
                lambda[i] = random_signed(&seed);
            }
            dense_jacobian(g, u, J);
            assert_near(worst_error(g, u, NULL, size, g->m, J), 0, 0, 1e-9);
            if (k == 1) {
                dense_hessian(g, u, lambda, H);
                assert_near(worst_error(g, u, lambda, size, g->n, H), 0, 0, 2e-5);
            }
        }
    }
}

/* x'' + 0.02 x' + x + f = cos(omega t) from rest, by the classical Runge-Kutta method; first harmonic of the
 * last period. */
static double steady_amplitude(const rdg_memory_element *e, double omega)
{
    enum { STEPS = 2000, PERIODS = 200 };
    const double dt = 2 * RDG_PI / omega / STEPS;
    double y[3] = {0}, c = 0, s = 0;
    for (int n = 0; n < STEPS * PERIODS; n++) {
        double k[4][3], at[3];
        static const double part[4] = {0, 0.5, 0.5, 1};
        c = n % STEPS == 0 ? 0 : c;
        s = n % STEPS == 0 ? 0 : s;
        c += 2 * y[0] * cos(omega * dt * n) / STEPS;
        s += 2 * y[0] * sin(omega * dt * n) / STEPS;
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

static void a_response_is_that_of_integration_in_time(void **state)
{
    rdg_context *ctx = *state;
    const rdg_memory_element e = hysteretic_element(BOUC_WEN, 0);
    rdg_structure *s = oscillator(ctx);
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 1));
    assert_ok(ctx, rdg_hbm_add_sampling_error(hb, p, "sampling.error"));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.2)));
    rdg_run *run = rdg_run_open(ctx, "frc");
    const rdg_index last = rdg_run_count(run) - 1;
    const double *A = rdg_run_column(run, "A"), *omega = rdg_run_column(run, "omega"),
                 *error = rdg_run_column(run, "sampling.error");
    assert_non_null(A);
    assert_near(omega[0], 0.8, 1e-12, 0);
    assert_near(omega[last], 1.2, 1e-12, 0);
    assert_near(A[0], steady_amplitude(&e, 0.8), 1e-4, 0);
    assert_near(A[last], steady_amplitude(&e, 1.2), 1e-4, 0);
    for (rdg_index row = 0; row <= last; row++) {
        assert_true(error[row] < 1e-6);
    }
}

/* A memory without a periodic motion: it grows in every period. */
static int drifting_law(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    (void)at;
    (void)data;
    value->rate[0] = 1;
    return 0;
}

static void a_memory_that_never_repeats_has_no_coefficients(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx);
    rdg_memory_element e = hysteretic_element(DAHL, 0);
    e.law = drifting_law;
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    double z[2], F[2];
    assert_true(rdg_hbm_element_state(hb, 0, (const double[2]){1, 0}, 1, z, F) > 0);
}

static void what_is_given_is_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_memory_element e = hysteretic_element(JENKINS, 0);
#define REFUSE(change, words)                                                                                \
    do {                                                                                                     \
        rdg_memory_element bad = e;                                                                          \
        change;                                                                                              \
        rdg_memory_element_add(oscillator(ctx), &bad);                                                       \
        assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_memory_element_add: the element at \"x\" has " words);     \
    } while (0)
    REFUSE(bad.law = NULL, "no law");
    REFUSE(bad.memory = 9, "memory = 9 components");
    REFUSE(bad.v_size = 0, "sizes 1 m, 0 m/s");
    REFUSE(bad.start = 2, "start = 2 and bound = 1");
    REFUSE(bad.memory = 2, "bound or kink_w and 2 components");
    REFUSE(bad.samples = -1, "-1 samples a period");
    e.samples = 8;
    rdg_structure *s = oscillator(ctx);
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 3)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_hbm_create: element \"x\" has 8 samples a period: harmonic 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_jenkins_law_is_the_closed_form, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(smooth_hysteresis_is_that_of_integration_in_time, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(derivatives_are_those_of_the_scheme, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_response_is_that_of_integration_in_time, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(a_memory_that_never_repeats_has_no_coefficients, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(what_is_given_is_checked, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
