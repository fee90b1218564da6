/* Forced oscillators against independently computed solutions. */
#include "differences.h"
#include "models.h"

#include <ridgewalk/beam.h>

#include <lapacke.h>

enum { MOST = 64 };

/* x = A^-1 x with the leading columns of a Jacobian of m rows, which is destroyed. */
static void solve(rdg_index m, double *A, double *x)
{
    lapack_int pivot[MOST];
    assert_int_equal(
        LAPACKE_dgesv(LAPACK_COL_MAJOR, (lapack_int)m, 1, A, (lapack_int)m, pivot, x, (lapack_int)m), 0);
}

/* Newton's method in Q at fixed omega and alpha; u = (Q, omega, alpha). */
static void newton(rdg_hbm *hb, double *u)
{
    const rdg_function *g = rdg_hbm_function(hb);
    static double J[MOST * (MOST + 2)];
    double step[MOST], length = 1;
    assert_true(g->m <= MOST);
    for (int iteration = 0; length > 1e-13 && iteration < 30; iteration++) {
        assert_int_equal(g->f(g->n, u, g->m, step, g->data), 0);
        dense_jacobian(g, u, J);
        solve(g->m, J, step);
        length = 0;
        for (rdg_index i = 0; i < g->m; i++) {
            u[i] -= step[i];
            length = fmax(length, fabs(step[i]));
        }
    }
    assert_near(length, 0, 0, 1e-10);
}

/* Value of a sensor, and its slopes in omega and alpha along the solutions. */
static double sensor(rdg_hbm *hb, rdg_index i, const double *u, double *slope_omega, double *slope_alpha)
{
    const rdg_function *g = rdg_hbm_function(hb);
    const rdg_index *index = NULL, m = g->m;
    const rdg_function *s = rdg_hbm_sensor_function(hb, i, &index);
    static double J[MOST * (MOST + 2)];
    double local[MOST], gradient[MOST], value;
    for (rdg_index l = 0; l < s->n; l++) {
        local[l] = u[index[l]];
    }
    assert_int_equal(s->f(s->n, local, 1, &value, s->data), 0);
    assert_int_equal(s->df(s->n, local, 1, gradient, s->data), 0);
    double *slopes[2] = {slope_omega, slope_alpha};
    for (int k = 0; k < 2; k++) {
        dense_jacobian(g, u, J);
        solve(m, J, J + m * (m + k)); /* dQ = -R_Q^-1 R_parameter */
        *slopes[k] = 0;
        for (rdg_index l = 0; l < s->n; l++) {
            *slopes[k] -= gradient[l] * J[m * (m + k) + index[l]];
        }
    }
    return value;
}

/* Start near the solution x = a cos(tau - phase) + b cos 3 (tau - phase): balance of the first harmonic,
   (w0^2 - w^2) a + k3 (3/4 a^3 + 3/4 a^2 b + 3/2 a b^2) = F cos phase, 2 z w0 w a = F sin phase */
static void start_duffing(double omega, double a, double b, double *u)
{
    const double in_phase =
        (1 - omega * omega) * a + 0.1 * (0.75 * a * a * a + 0.75 * a * a * b + 1.5 * a * b * b);
    const double phase = atan2(0.02 * omega * a, in_phase);
    u[0] = a * cos(phase);
    u[1] = a * sin(phase);
    u[2] = b * cos(3 * phase);
    u[3] = b * sin(3 * phase);
}

static void duffing_amplitudes_meet_the_reference(void **state)
{
    rdg_context *ctx = *state;
    FILE *file = fopen("test/data/duffing_points.csv", "r");
    char line[256];
    int points = 0;
    assert_non_null(file);
    rdg_structure *s = oscillator(ctx, 1, 0.02, 1);
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1}));
    assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "first", "x", 1));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "third", "x", 3));
    assert_ok(ctx, rdg_sensor_add(s, "rms", "x"));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29));
    while (fgets(line, sizeof line, file)) {
        double omega, rms, first, third, unused, u[32] = {0};
        if (sscanf(line, "%lf,%lf,%lf,%lf", &omega, &rms, &first, &third) != 4) {
            continue;
        }
        start_duffing(omega, first, third, u);
        u[30] = omega;
        u[31] = 0.1;
        newton(hb, u);
        assert_near(sensor(hb, 0, u, &unused, &unused), first, 0, 2e-12);
        assert_near(sensor(hb, 1, u, &unused, &unused), third, 1e-6, 0);
        assert_near(sensor(hb, 2, u, &unused, &unused), rms, 0, 2e-12);
        points++;
    }
    fclose(file);
    assert_int_equal(points, 8);
}

/* A ridge point: amp does not change with omega, and changes with the force as listed. The values solve the
   conditions of stationarity to a residual of 1e-12, computed independently. */
typedef struct ridge_point {
    double force, omega, amp, slope;
} ridge_point;

/* Slope of the amplitude in omega at the solution for u = (start, omega, alpha). */
static double slope_at(rdg_hbm *hb, double *u, double omega)
{
    double slope_omega, slope_alpha;
    u[rdg_hbm_unknowns(hb)] = omega;
    newton(hb, u);
    sensor(hb, 0, u, &slope_omega, &slope_alpha);
    return slope_omega;
}

static void check_ridge_point(rdg_hbm *hb, const ridge_point *point, double *u)
{
    double slope_omega, slope_alpha, w[2] = {point->omega, point->omega * (1 + 1e-9)};
    u[rdg_hbm_unknowns(hb) + 1] = point->force;
    double s[2] = {slope_at(hb, u, w[0]), slope_at(hb, u, w[1])};
    for (int i = 0; i < 3 && s[1] != s[0]; i++) { /* secant steps to the peak */
        const double next = w[1] - s[1] * (w[1] - w[0]) / (s[1] - s[0]);
        w[0] = w[1];
        s[0] = s[1];
        w[1] = next;
        s[1] = slope_at(hb, u, next);
    }
    assert_near(w[1], point->omega, 0, 1e-10);
    assert_near(sensor(hb, 0, u, &slope_omega, &slope_alpha), point->amp, 0, 1e-10);
    assert_near(slope_alpha, point->slope, 0, 1e-8);
}

static void hardening_oscillator_has_the_listed_ridge(void **state)
{
    rdg_context *ctx = *state;
    const ridge_point points[] = {
        {0.002, 1.0005360510, 0.0499632281, 24.93498565}, {0.005, 1.0053827762, 0.1243059067, 24.57902033},
        {0.01, 1.0218386316, 0.2446030595, 23.44684554},  {0.015, 1.0467819770, 0.3581314366, 21.92740172},
        {0.05, 1.3030515167, 0.9564689962, 13.44207131},  {0.1, 1.6545108411, 1.5004276559, 9.07645714},
        {0.2, 2.2113991424, 2.2357409307, 6.16866453},
    };
    rdg_structure *s = oscillator(ctx, 1, 0.04, 1);
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1, .samples = 64}));
    assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "amp", "x", 1));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7));
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        double u[17] = {0};
        u[2] = points[i].amp; /* a ridge point is close to phase resonance: a sine */
        check_ridge_point(hb, &points[i], u);
    }
}

static void friction_oscillator_has_the_listed_ridge(void **state)
{
    rdg_context *ctx = *state;
    const ridge_point points[] = {
        {1.4, 0.8668504438, 1.6539328732, 6.39748028}, {1.6, 0.9715016614, 3.3834240314, 9.58520240},
        {2, 0.9904351817, 7.3245193749, 9.96118734},   {3, 0.9939477739, 17.3170029557, 10.00347473},
        {4, 0.9947590427, 27.3229118890, 10.00740189}, {6, 0.9953880087, 47.3397884316, 10.00902201},
        {8, 0.9956544238, 67.3582867002, 10.00940641},
    };
    rdg_structure *s = oscillator(ctx, 1, 0.1, 1);
    assert_ok(ctx, rdg_tanh_friction_add(
                       s, &(rdg_tanh_friction){.at = "x", .force = 1, .epsilon = 0.1, .samples = 256}));
    assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "amp", "x", 1));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        double u[21] = {0};
        u[2] = points[i].amp;
        check_ridge_point(hb, &points[i], u);
    }
}

/* The contact of the friction beam at the onset of slip is still a spring: onset at 317.3774508 Hz,
   0.1583029740 N, amplitude 1.053478766e-5 m at the tip, computed independently with the full model. */
static void stuck_friction_beam_has_its_amplitude_at_the_onset_of_slip(void **state)
{
    rdg_context *ctx = *state;
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.200;
    b.width = 0.010;
    b.height = 0.010;
    b.young = 210e9;
    b.density = 7830;
    b.elements = 20;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    assert_ok(ctx, rdg_damping_proportional(beam, 0, 1.5e-5));
    assert_ok(ctx, rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 5)));
    assert_ok(ctx, rdg_name_dof(beam, "shaker", rdg_beam_deflection(beam, 12)));
    assert_ok(ctx, rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20)));
    assert_ok(ctx, rdg_cubic_spring_add(beam, &(rdg_cubic_spring){.at = "pad", .k = 2e8}));
    assert_ok(ctx, rdg_force_add(beam, "shaker", 1, 1));
    assert_ok(ctx, rdg_sensor_add(beam, "Am", "tip"));
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1, 3));
    double u[14], slope_omega, slope_alpha;
    assert_int_equal(rdg_hbm_unknowns(hb), 12);
    u[12] = RDG_HZ(317.3774508);
    u[13] = 0.1583029740;
    assert_ok(ctx, rdg_hbm_linear_response(hb, u[12], u[13], u));
    assert_near(sensor(hb, 0, u, &slope_omega, &slope_alpha), 1.053478766e-5, 1e-9, 0);
    assert_near(slope_alpha, 6.654826119e-5, 1e-9, 0);
    assert_near(slope_omega * u[12] / 1.053478766e-5, 0, 0, 1e-5); /* the peak; off it, of order 1/damping */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(duffing_amplitudes_meet_the_reference, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(hardening_oscillator_has_the_listed_ridge, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(friction_oscillator_has_the_listed_ridge, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(stuck_friction_beam_has_its_amplitude_at_the_onset_of_slip,
                                        fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
