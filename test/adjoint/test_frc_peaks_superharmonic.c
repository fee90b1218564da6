/* Maxima of single harmonics that are there only while a contact slips, and curves that pass through a given
 * response. */
#define _XOPEN_SOURCE 700

#include "random_response.h"
#include "scratch.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/hbm_equations.h>

static brute_force brute;

/* A chain with elastic-friction elements and the sensor of a harmonic, named Am as brute_follow() has it. */
static random_response sliding_chain(rdg_context *ctx, uint64_t *seed, int masses, int harmonic, bool all)
{
    static const char *const place[] = {"x0", "x1", "x2"};
    static const char *const element[] = {"e0", "e1"};
    random_response r = {.masses = masses, .low = 0.3, .high = 2.8};
    random_matrices(seed, &r);
    rdg_structure *s = rdg_structure_create(ctx, "chain", masses, r.M, r.C, r.K);
    for (int i = 0; i < masses; i++) {
        rdg_name_dof(s, place[i], i);
    }
    for (int i = 0; i < (masses > 1 ? 2 : 1); i++) {
        random_element(seed, s, SLIDING, element[i], place[i % masses]);
    }
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_harmonic_add(s, "Am", place[masses - 1], harmonic);
    r.hb = all ? rdg_hbm_create(s, RDG_HARMONICS(1, 2, 3)) : rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    r.alpha = random_scale(seed, 0.1, 2.0);
    return r;
}

/* Each maximum by small steps that is no rounding is found, and there are not more than a few others (between
 * two steps). */
static void check(rdg_context *ctx, const random_response *r, const rdg_peaks *found, int *compared)
{
    if (!brute_follow(ctx, r, 4e-3, &brute)) {
        rdg_error_clear(ctx);
        return;
    }
    ++*compared;
    for (int q = 0; q < brute.peaks; q++) {
        const long j = brute.peak[q];
        const double *omega = brute.omega, *A = brute.amplitude;
        const double drop = A[j] - fmax(A[j - 1], A[j + 1]);
        const double near = 2.0 * (fabs(omega[j + 1] - omega[j]) + fabs(omega[j] - omega[j - 1]));
        bool hit = drop < 1e-9 * A[j];
        for (rdg_index k = 0; k < found->count && !hit; k++) {
            hit = fabs(found->maximum[k].omega - omega[j]) <= near &&
                  found->maximum[k].amplitude >= A[j] * (1.0 - 1e-8);
        }
        assert_true(hit);
    }
    assert_true(found->count <= brute.peaks + 2);
}

static void search(int systems, int masses, int harmonic, bool all, uint64_t seed)
{
    int compared = 0, covered = 0;
    for (int k = 0; k < systems; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_response r = sliding_chain(ctx, &seed, masses, harmonic, all);
        const rdg_peaks *found =
            rdg_frc_peaks(r.hb, "Am", RDG_HOLD_AT("alpha", r.alpha), RDG_WINDOW("omega", r.low, r.high));
        assert_non_null(found);
        assert_int_equal(found->covered, rdg_error_status(ctx) == RDG_OK);
        covered += found->covered;
        rdg_error_clear(ctx);
        if (found->covered && k < 12) {
            check(ctx, &r, found, &compared);
        }
        rdg_context_free(ctx);
    }
    assert_true(covered >= systems - systems / 30);
    assert_true(compared >= 10);
}

static void third_harmonic_of_one_mass_is_looked_for_only_where_it_is(void **state)
{
    (void)state;
    search(60, 1, 3, false, 1);
}

static void highest_harmonic_of_two_masses(void **state)
{
    (void)state;
    search(40, 2, 3, true, 2);
}

/* The even one is nowhere: the law is symmetric. */
static void a_harmonic_that_is_not_excited_has_no_maximum(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (int k = 0; k < 20; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_response r = sliding_chain(ctx, &seed, 2, 2, true);
        r.alpha = 0.05; /* many of them stick all the way */
        const rdg_peaks *found =
            rdg_frc_peaks(r.hb, "Am", RDG_HOLD_AT("alpha", r.alpha), RDG_WINDOW("omega", r.low, r.high));
        assert_non_null(found);
        for (rdg_index i = 0; i < found->count; i++) {
            assert_true(found->maximum[i].amplitude > 0.0);
        }
        rdg_error_clear(ctx);
        rdg_context_free(ctx);
    }
}

/* What is left of the third harmonic while the contact sticks is rounding, and none of the sensor. */
static void a_harmonic_of_rounding_is_zero(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 4;
    random_response r = sliding_chain(ctx, &seed, 1, 3, false);
    const rdg_index *index = NULL;
    const rdg_function *sensor = rdg_hbm_sensor_function(r.hb, 0, &index);
    double u[4] = {3.0, -4.0, 0.0, 0.0}, gradient[4], value = -1.0;
    assert_int_equal(sensor->n, 4);
    for (int power = -20; power < -10; power++) {
        const double tiny = pow(10.0, power);
        u[2] = -tiny;
        assert_int_equal(sensor->f(4, u, 1, &value, sensor->data), 0);
        assert_int_equal(sensor->df(4, u, 1, gradient, sensor->data), 0);
        const bool is_there = tiny > 5e-14;
        assert_true(value == (is_there ? tiny : 0.0));
        assert_true(gradient[2] == (is_there ? -1.0 : 0.0) && gradient[0] == 0.0);
    }
}

/* --- through a given response */

static void a_curve_through_an_end_of_the_window_is_gone_along_to_the_other(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    for (int k = 0; k < 20; k++) {
        random_response r = random_system(ctx, &seed, LINEAR);
        const rdg_peaks *plain =
            rdg_frc_peaks(r.hb, "Am", RDG_HOLD_AT("alpha", r.alpha), RDG_WINDOW("omega", r.low, r.high));
        assert_true(plain->covered);
        for (int end = 0; end < 3; end++) {
            const double omega = end == 0 ? r.low : (end == 1 ? r.high : 0.7 * r.low + 0.3 * r.high);
            rdg_problem *p = rdg_hbm_problem(r.hb, RDG_AT("omega", omega), RDG_AT("alpha", r.alpha));
            assert_ok(ctx, rdg_solve(p));
            const rdg_peaks *found =
                rdg_frc_peaks(r.hb, "Am", RDG_HOLD_AT("alpha", r.alpha), RDG_WINDOW("omega", r.low, r.high),
                              RDG_START(rdg_start_values(p)));
            assert_ok(ctx, rdg_error_status(ctx));
            assert_true(found->covered);
            assert_int_equal(found->count, plain->count);
            for (int side = 0; side < 2; side++) {
                assert_near(found->end[side].omega, side ? r.high : r.low, 1e-12, 0.0);
                assert_near(found->end[side].amplitude, plain->end[side].amplitude, 1e-9, 0.0);
                assert_int_equal(found->end[side].falls, plain->end[side].falls);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(third_harmonic_of_one_mass_is_looked_for_only_where_it_is),
        cmocka_unit_test(highest_harmonic_of_two_masses),
        cmocka_unit_test(a_harmonic_that_is_not_excited_has_no_maximum),
        SCRATCH_TEST(a_harmonic_of_rounding_is_zero),
        SCRATCH_TEST(a_curve_through_an_end_of_the_window_is_gone_along_to_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
