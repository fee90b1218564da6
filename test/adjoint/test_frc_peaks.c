/* All maxima of responses: against transfer functions, and against small steps along curves with contacts,
 * stops and overhanging peaks. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "random_response.h"
#include "response_scan.h"
#include "scratch.h"

#include <ridgewalk/frc_peaks.h>

#include <complex.h>

static brute_force brute;

static const rdg_peaks *find(random_response *r)
{
    return rdg_frc_peaks(r->hb, "Am", RDG_HOLD_AT("alpha", r->alpha), RDG_WINDOW("omega", r->low, r->high));
}

/* --- linear: |x| of (K - omega^2 M + i omega C) x = f by elimination */

static double transfer(const random_response *r, int sensor, double omega)
{
    const int n = r->masses;
    double complex A[RANDOM_MASSES][RANDOM_MASSES + 1];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            A[i][j] = r->K[i + n * j] - omega * omega * r->M[i + n * j] + I * omega * r->C[i + n * j];
        }
        A[i][n] = i == 0 ? r->alpha : 0.0;
    }
    for (int k = 0; k < n; k++) { /* complex symmetric with a positive imaginary part: no pivots needed */
        for (int i = 0; i < n; i++) {
            const double complex factor = A[i][k] / A[k][k];
            for (int j = k; i != k && j <= n; j++) {
                A[i][j] -= factor * A[k][j];
            }
        }
    }
    return sqrt(0.5) * cabs(A[sensor][n] / A[sensor][sensor]);
}

static double top_between(const random_response *r, int sensor, double low, double high)
{
    const double ratio = 0.6180339887498949;
    for (int i = 0; i < 60; i++) {
        const double a = high - ratio * (high - low);
        const double b = low + ratio * (high - low);
        if (transfer(r, sensor, a) > transfer(r, sensor, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return 0.5 * (low + high);
}

static void maxima_of_a_linear_response_are_those_of_its_transfer_function(void **state)
{
    enum { SAMPLES = 20000, SYSTEMS = 100 };
    uint64_t seed = 11;
    int maxima = 0;
    (void)state;
    for (int k = 0; k < SYSTEMS; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_response r = random_system(ctx, &seed, LINEAR);
        const rdg_peaks *found = find(&r);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_true(found->covered);
        const int sensor =
            fabs(found->end[0].amplitude / transfer(&r, 0, r.low) - 1.0) < 1e-9 ? 0 : r.masses - 1;
        const double h = (r.high - r.low) / SAMPLES;
        rdg_index met = 0;
        double before = transfer(&r, sensor, r.low), here = transfer(&r, sensor, r.low + h);
        for (int i = 1; i < SAMPLES; i++) {
            const double omega = r.low + i * h, after = transfer(&r, sensor, omega + h);
            if (here > before && here >= after) {
                const double top = top_between(&r, sensor, omega - h, omega + h);
                assert_true(met < found->count);
                const rdg_maximum *m = &found->maximum[met++];
                assert_near(m->omega, top, 1e-6, 0.0); /* golden section finds half of the digits */
                assert_near(m->amplitude, transfer(&r, sensor, top), 1e-11, 0.0);
                assert_int_equal(m->kind, RDG_MAXIMUM_SMOOTH);
                assert_true(m->low < m->omega + 1e-9 && m->omega < m->high + 1e-9 && m->high - m->low < 1e-6);
            }
            before = here;
            here = after;
        }
        assert_int_equal(met, found->count);
        maxima += (int)met;
        rdg_context_free(ctx);
    }
    assert_true(maxima > 2 * SYSTEMS);
}

/* --- everything else against small steps */

/* Every maximum of the samples is found, and there are no others but for some between two samples. */
static void compare(const rdg_peaks *found, const brute_force *b)
{
    bool met[BRUTE_PEAKS] = {false};
    assert_true(found->count <= BRUTE_PEAKS);
    for (int q = 0; q < b->peaks; q++) {
        const long j = b->peak[q];
        const double *omega = b->omega, *A = b->amplitude;
        const double near = 2.0 * (fabs(omega[j + 1] - omega[j]) + fabs(omega[j] - omega[j - 1]));
        const double drop = A[j] - fmax(A[j - 1], A[j + 1]);
        bool hit = drop < 1e-9 * A[j];
        for (rdg_index k = 0; k < found->count && !hit; k++) {
            const rdg_maximum *m = &found->maximum[k];
            hit = met[k] = !met[k] && fabs(m->omega - omega[j]) <= near &&
                           m->amplitude >= A[j] * (1.0 - 1e-8) &&
                           m->amplitude <= A[j] + 4.0 * (A[j] - fmin(A[j - 1], A[j + 1]));
        }
        assert_true(hit);
    }
    for (rdg_index k = 0; k < found->count; k++) {
        assert_true(met[k] || found->maximum[k].high - found->maximum[k].low < 1e-5);
    }
}

static void check_random(random_kind kind, int systems, uint64_t seed)
{
    int compared = 0;
    for (int k = 0; k < systems; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_response r = random_system(ctx, &seed, kind);
        const rdg_peaks *found = find(&r);
        assert_non_null(found);
        assert_int_equal(found->covered, rdg_error_status(ctx) == RDG_OK);
        rdg_error_clear(ctx);
        if (found->covered && brute_follow(ctx, &r, 4e-3, &brute)) {
            compare(found, &brute);
            compared++;
        }
        rdg_context_free(ctx);
    }
    assert_true(compared >= systems - 1 - systems / 20);
}

static void no_maximum_of_a_response_with_contacts_is_lost(void **state)
{
    (void)state;
    check_random(RUBBING, 8, 101);
    check_random(SLIDING, 5, 102);
}

static void no_maximum_of_a_response_with_stops_is_lost(void **state)
{
    (void)state;
    check_random(STOPPED, 5, 103);
}

static void no_maximum_of_an_overhanging_response_is_lost(void **state)
{
    (void)state;
    check_random(HARDENING, 6, 104);
}

static void no_maximum_of_a_response_with_all_sorts_of_elements_is_lost(void **state)
{
    (void)state;
    check_random(ALL_SORTS, 8, 105);
}

/* x'' + c x' + x + k3 x^3, one harmonic, where the curve has two folds: with a the amplitude, (1 + 3/4 k3 a^2
 * - w^2)^2 a^2 + (c w a)^2 = F^2; da = 0 where 2 (w^2 - 1 - 3/4 k3 a^2) + c^2 = 0. */
static void the_maximum_of_a_duffing_oscillator_has_its_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double one = 1.0, c = 0.02, k3 = 0.5, F = 0.1;
    rdg_structure *s = rdg_structure_create(ctx, "duffing", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "a", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    const rdg_peaks *found = rdg_frc_peaks(hb, "a", RDG_HOLD_AT("alpha", F), RDG_WINDOW("omega", 0.5, 3.0));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(found->count, 1);
    const rdg_maximum *m = &found->maximum[0];
    const double a = m->amplitude, w = m->omega;
    assert_near(2.0 * (w * w - 1.0 - 0.75 * k3 * a * a), -c * c, 0.0, 1e-8);
    assert_near(hypot((1.0 + 0.75 * k3 * a * a - w * w) * a, c * w * a), F, 1e-10, 0.0);
    assert_true(found->end[0].amplitude < a && found->end[1].amplitude < a);
    assert_false(found->end[0].falls || found->end[1].falls);
}

/* --- what a maximum looks like */

static double amplitude_at(rdg_context *ctx, rdg_hbm *hb, const rdg_peaks *found, const rdg_maximum *m,
                           double omega)
{
    double Am = 0.0;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega));
    memcpy(rdg_start_values(p), m->u, (size_t)found->n * sizeof(double));
    rdg_start_values(p)[rdg_variable_index(p, "omega", NULL)] = omega;
    assert_ok(ctx, rdg_solve(p));
    assert_ok(ctx, rdg_parameter_value(p, "Am", rdg_start_values(p), &Am));
    rdg_problem_free(p);
    return Am;
}

static void a_kink_has_a_slope_on_either_side(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    const rdg_peaks *found = rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", 0.1583188043),
                                           RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(found->count, 1);
    const rdg_maximum *m = &found->maximum[0];
    assert_int_equal(m->kind, RDG_MAXIMUM_KINK);
    assert_near(m->omega, RDG_HZ(317.406608), 1e-9, 0.0);
    assert_true(m->low < m->high && m->high - m->low < 1e-6);
    const double d = 2e-4, before = amplitude_at(ctx, hb, found, m, m->omega - d),
                 after = amplitude_at(ctx, hb, found, m, m->omega + d);
    assert_near(m->slope_before, (m->amplitude - before) / d, 1e-2, 0.0);
    assert_near(m->slope_after, (after - m->amplitude) / d, 1e-2, 0.0);
    assert_true(m->slope_before > 0.0 && m->slope_after < 0.0);
}

/* A curve that is begun at one of its maxima has the same ones; those below a bound are left out. */
static void the_curve_through_a_response_has_the_same_maxima(void **state)
{
    enum { SYSTEMS = 12 };
    uint64_t seed = 31;
    (void)state;
    for (int i = 0; i < SYSTEMS; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_response r = random_system(ctx, &seed, i % 2 ? RUBBING : LINEAR);
        const rdg_peaks *found = find(&r);
        assert_ok(ctx, rdg_error_status(ctx));
        if (found->count > 1) {
            const rdg_maximum *m = &found->maximum[i % found->count];
            const rdg_peaks *again = rdg_frc_peaks(r.hb, "Am", RDG_HOLD_AT("alpha", r.alpha),
                                                   RDG_WINDOW("omega", r.low, r.high), RDG_START(m->u));
            const double above = m->amplitude * (1.0 - 1e-6);
            const rdg_peaks *greater =
                rdg_frc_peaks(r.hb, "Am", RDG_PEAKS_ABOVE(above), RDG_HOLD_AT("alpha", r.alpha),
                              RDG_WINDOW("omega", r.low, r.high), RDG_START(m->u));
            assert_ok(ctx, rdg_error_status(ctx));
            assert_int_equal(again->count, found->count);
            rdg_index expected = 0;
            for (rdg_index k = 0; k < found->count; k++) {
                assert_near(again->maximum[k].omega, found->maximum[k].omega, 1e-8, 0.0);
                assert_near(again->maximum[k].amplitude, found->maximum[k].amplitude, 1e-11, 0.0);
                assert_int_equal(again->maximum[k].kind, found->maximum[k].kind);
                if (found->maximum[k].amplitude > above) {
                    assert_true(expected < greater->count);
                    assert_near(greater->maximum[expected++].omega, found->maximum[k].omega, 1e-8, 0.0);
                }
            }
            assert_int_equal(greater->count, expected);
            assert_true(expected > 1 || greater->iterations < again->iterations);
            rdg_peaks_free(again);
        }
        rdg_context_free(ctx);
    }
}

static void an_end_of_the_window_is_no_maximum(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    const rdg_peaks *found =
        rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", 0.1), RDG_WINDOW("omega", RDG_HZ(280), RDG_HZ(300)));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(found->count, 0);
    assert_int_equal(found->greatest, -1);
    assert_true(found->covered && found->end[1].falls && !found->end[0].falls);
    assert_int_equal(found->higher_end, 1);
    assert_near(found->end[1].omega, RDG_HZ(300), 1e-12, 0.0);
    assert_true(found->end[1].amplitude > found->end[0].amplitude);
}

static void a_curve_that_ends_early_is_not_covered(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    const rdg_peaks *found = rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", 0.1),
                                           RDG_WINDOW("omega", RDG_HZ(280), RDG_HZ(330)), RDG_MAX_POINTS(20));
    assert_non_null(found);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "maximum of points");
    assert_false(found->covered);
    assert_int_equal(found->stop, RDG_STOP_MAX_POINTS);
    assert_true(found->end[1].omega < RDG_HZ(330) && found->points == 20);
}

typedef struct watch {
    long seen, most;
    double omega, Am;
} watch;

static bool see(rdg_problem *p, const rdg_chart *chart, void *data)
{
    watch *w = data;
    w->omega = chart->u[rdg_variable_index(p, "omega", NULL)];
    w->Am = chart->mu[rdg_parameter_index(p, "Am")];
    return ++w->seen == w->most;
}

static void an_observer_sees_the_points_of_the_curve_and_may_end_it(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    const rdg_option level = RDG_HOLD_AT("alpha", 0.1),
                     window = RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335));
    watch w = {.most = -1};
    const rdg_peaks *found = rdg_frc_peaks(hb, "Am", level, window, RDG_OBSERVE(see, &w));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(w.seen, found->points);
    assert_near(w.omega, RDG_HZ(335), 1e-12, 0.0);
    assert_near(w.Am, found->end[1].amplitude, 1e-12, 0.0);
    w = (watch){.most = 5};
    found = rdg_frc_peaks(hb, "Am", level, window, RDG_OBSERVE(see, &w));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "stopped by the observer");
    assert_true(found->points == 5 && found->stop == RDG_STOP_OBSERVER && !found->covered);
    assert_near(w.omega, found->end[1].omega, 1e-12, 0.0);
}

/* A point of the curve costs two or three factorisations of Newton's method, one for the slope, and what is
 * inserted. */
static void a_point_costs_less_than_five_factorisations(void **state)
{
    static const random_kind kind[] = {LINEAR, RUBBING, SLIDING, STOPPED, HARDENING};
    long points = 0, iterations = 0;
    uint64_t seed = 77;
    (void)state;
    for (int k = 0; k < 20; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_response r = random_system(ctx, &seed, kind[k % 5]);
        const rdg_peaks *found = find(&r);
        assert_ok(ctx, rdg_error_status(ctx));
        points += found->points;
        iterations += found->iterations;
        rdg_context_free(ctx);
    }
    print_message("%ld points, %ld factorisations\n", points, iterations);
    assert_true((double)iterations < 4.8 * (double)points);
}

/* Two masses, each the normal direction of a contact of the other one. */
static random_response crossed_contacts(rdg_context *ctx, uint64_t *seed)
{
    static const char *const place[] = {"x0", "x1"}, *const element[] = {"e0", "e1"};
    random_response r = {.masses = 2, .low = 0.3, .high = 2.8, .alpha = 0.8};
    random_matrices(seed, &r);
    rdg_structure *s = rdg_structure_create(ctx, "crossed", 2, r.M, r.C, r.K);
    for (int i = 0; i < 2; i++) {
        rdg_name_dof(s, place[i], i);
    }
    for (int i = 0; i < 2; i++) {
        rdg_contact c = {.name = element[i], .tangential = place[i], .normal = place[1 - i], .mu = 0.5};
        c.kt = random_scale(seed, 0.1, 2.0);
        c.kn = random_scale(seed, 0.1, 2.0);
        c.preload = random_scale(seed, 0.1, 2.0);
        rdg_contact_add(s, &c);
    }
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_add(s, "Am", "x1");
    r.hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    return r;
}

/* The same maxima as by a run that brackets zeros of the slope. */
static void maxima_are_those_of_a_run_with_brackets(void **state)
{
    static const random_kind kind[] = {RUBBING, SLIDING, STOPPED, HARDENING};
    uint64_t seed = 4711;
    (void)state;
    for (int k = 0; k < 15; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_response r =
            k % 5 == 4 ? crossed_contacts(ctx, &seed) : random_system(ctx, &seed, kind[k % 5]);
        const rdg_peaks *found = find(&r);
        const rdg_peaks *known =
            scan_response(r.hb, "Am", RDG_HOLD_AT("alpha", r.alpha), RDG_WINDOW("omega", r.low, r.high));
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(found->count, known->count);
        assert_int_equal(found->greatest, known->greatest);
        for (rdg_index i = 0; i < found->count; i++) {
            assert_near(found->maximum[i].amplitude, known->maximum[i].amplitude, 1e-9, 0.0);
            assert_near(found->maximum[i].omega, known->maximum[i].omega, 1e-6, 0.0);
        }
        for (int i = 0; i < 2; i++) {
            assert_near(found->end[i].amplitude, known->end[i].amplitude, 1e-9, 0.0);
            assert_int_equal(found->end[i].falls, known->end[i].falls);
        }
        scan_free(known);
        rdg_context_free(ctx);
    }
}

static void bad_options_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    const rdg_option level = RDG_HOLD_AT("alpha", 0.1), window = RDG_WINDOW("omega", 1.0, 2.0);
    assert_null(rdg_frc_peaks(hb, "Am", window));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "forcing amplitude is missing");
    assert_null(rdg_frc_peaks(hb, "Am", level));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "two positive ends");
    assert_null(rdg_frc_peaks(hb, "Am", level, window, RDG_RELEASE("alpha")));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "option 2");
    assert_null(rdg_frc_peaks(hb, "amp", level, window));
    assert_failed(ctx, RDG_ERR_NAME, "amp");
    assert_null(rdg_frc_peaks(hb, NULL, level, window));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a sensor");
    assert_null(rdg_frc_peaks(NULL, "Am", level, window));
    rdg_peaks_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(maxima_of_a_linear_response_are_those_of_its_transfer_function),
        SCRATCH_TEST(no_maximum_of_a_response_with_contacts_is_lost),
        SCRATCH_TEST(no_maximum_of_a_response_with_stops_is_lost),
        SCRATCH_TEST(no_maximum_of_an_overhanging_response_is_lost),
        SCRATCH_TEST(no_maximum_of_a_response_with_all_sorts_of_elements_is_lost),
        SCRATCH_TEST(the_maximum_of_a_duffing_oscillator_has_its_closed_form),
        SCRATCH_TEST(a_kink_has_a_slope_on_either_side),
        SCRATCH_TEST(the_curve_through_a_response_has_the_same_maxima),
        SCRATCH_TEST(an_end_of_the_window_is_no_maximum),
        SCRATCH_TEST(a_curve_that_ends_early_is_not_covered),
        SCRATCH_TEST(an_observer_sees_the_points_of_the_curve_and_may_end_it),
        cmocka_unit_test(a_point_costs_less_than_five_factorisations),
        cmocka_unit_test(maxima_are_those_of_a_run_with_brackets),
        SCRATCH_TEST(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
