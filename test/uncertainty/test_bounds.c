/* Bounds of a peak over all residual stresses: a closed form, tables of an independent program, differences.
 */
#define _XOPEN_SOURCE 700

#include "bounds_random.h"
#include "bounds_table.h"
#include "hbm/wedge.h"
#include "scratch.h"

#include <ridgewalk/peak_set.h>
#include <ridgewalk/run_data.h>

static rdg_hbm *wedge_balance(rdg_context *ctx)
{
    rdg_structure *s = wedge_create(ctx, RDG_SLIDER_ZERO);
    rdg_sensor_harmonic_add(s, "A1", "y2", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
}

static void bounds_of_wedge(rdg_context *ctx, double level, rdg_bounds_result *b)
{
    assert_ok(ctx, rdg_bounds_at(wedge_balance(ctx), "A1", level, RDG_HZ(135), RDG_HZ(160), b));
}

/* A mass on a Jenkins element whose limit is the normal load N: 4 N^2/(kt (4 N - pi alpha)) at the resonance.
 * The load is N20 + kn y, with y = v1/(ky + kn + kt1) held by another contact of limit L1. */
static rdg_hbm *closed_form(rdg_context *ctx, double N20, double L1)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {0, 0, 0, 0.1}, K[4] = {1, 0, 0, 1};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(s, &(rdg_contact){.name = "holds", .tangential = "y", .kt = 1, .mu = 1, .preload = L1});
    rdg_contact_add(
        s,
        &(rdg_contact){
            .name = "slips", .tangential = "x", .normal = "y", .kt = 1, .kn = 0.5, .mu = 1, .preload = N20});
    rdg_static_force_add(s, "y", N20);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1));
}

static void both_ends_of_the_closed_form_have_12_digits(void **state)
{
    static const struct {
        double N20, L1, low, omega_low, high, omega_high;
    } rows[] = {{2.0, 3.0, 3.1415926535898, 1.2247448713916, 4.6597923663255, 1.0758486619155},
                {2.5, 3.0, 3.1415926535898, 1.2247448713916, 4.5126323259736, 1.3535963983831}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        rdg_bounds_result b;
        assert_ok(*state,
                  rdg_bounds_at(closed_form(*state, rows[k].N20, rows[k].L1), "A", 1.0, 0.8, 1.6, &b));
        assert_int_equal(b.reason, RDG_BOUNDS_BAND);
        assert_near(b.low.amplitude, rows[k].low, 1e-12, 0.0);
        assert_near(b.high.amplitude, rows[k].high, 1e-12, 0.0);
        assert_near(b.low.omega, rows[k].omega_low, 1e-7, 0.0);
        assert_near(b.high.omega, rows[k].omega_high, 1e-7, 0.0);
        assert_int_equal(b.low.slider[0].state, RDG_BOUNDS_FREE);
        assert_true(is_dragged(&b.high.slider[0]) || fabs(fabs(b.high.slider[0].v) - 5.0) < 1e-6);
        assert_int_equal(b.low.slider[1].state, RDG_BOUNDS_SLIPS);
        /* N2 = pi/2: y = (pi/2 - N20)/kn, v1 = 2.5 y */
        assert_near(b.low.slider[0].v, 5.0 * (M_PI / 2.0 - rows[k].N20), 0.0, 1e-4);
        assert_int_equal(b.free, 1);
        assert_true(b.outside == 0.0 && b.starts == 30 && b.responses < 100);
    }
}

/* The default start of this damper gives the least conservative of all answers. */
static void the_band_of_the_wedge_has_all_digits(void **state)
{
    rdg_bounds_result b;
    bounds_of_wedge(*state, 0.9, &b);
    assert_int_equal(b.reason, RDG_BOUNDS_BAND);
    assert_near(b.low.amplitude, 2.892871758106e-4, 5e-13, 0.0);
    assert_near(b.high.amplitude, 3.039017975592e-4, 5e-13, 0.0);
    assert_near(b.given.amplitude, 2.892871758106e-4, 5e-13, 0.0);
    assert_near(b.low.omega, RDG_HZ(147.527903668), 1e-7, 0.0);
    assert_near(b.high.omega, RDG_HZ(147.569472346), 1e-7, 0.0);
    assert_int_equal(b.low.slider[0].state, RDG_BOUNDS_AT_LOWER);
    assert_int_equal(b.low.slider[1].state, RDG_BOUNDS_SLIPS);
    assert_near(b.low.slider[0].v, 25.4766017, 1e-8, 0.0);
    assert_near(b.low.slider[0].slope, 4.76e-7, 1e-3, 0.0);
    assert_true(isnan(b.low.slider[1].v));
    assert_true(b.outside == 0.0 && b.responses < 100);
}

static void without_a_band_the_reason_is_given(void **state)
{
    rdg_bounds_result b;
    bounds_of_wedge(*state, 0.5, &b);
    assert_int_equal(b.reason, RDG_BOUNDS_ALL_STICK);
    assert_near(b.low.amplitude, 1.688343319774e-4, 5e-13, 0.0);
    assert_near(b.high.amplitude, b.low.amplitude, 1e-12, 0.0);
    bounds_of_wedge(*state, 1.8, &b);
    assert_int_equal(b.reason, RDG_BOUNDS_NONE_STICKS);
    assert_near(b.low.amplitude, 5.432128818320e-4, 5e-13, 0.0);
    assert_near(b.high.amplitude, b.low.amplitude, 1e-12, 0.0);
}

/* Two contacts with constant loads, one of which slips: the residual stress of the other changes no
 * amplitude. */
static void constant_loads_make_no_band(void **state)
{
    rdg_context *ctx = *state;
    const double M[4] = {1, 0, 0, 1}, C[4] = {0.02, 0, 0, 0.02}, K[4] = {2, -1, -1, 2};
    rdg_structure *s = rdg_structure_create(ctx, "constant", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(s, &(rdg_contact){.name = "slips", .tangential = "x", .kt = 1, .mu = 1, .preload = 1});
    rdg_contact_add(s,
                    &(rdg_contact){.name = "sticks", .tangential = "y", .kt = 1, .mu = 1, .preload = 1000});
    rdg_force_add(s, "x", 1, 1);
    rdg_static_force_add(s, "y", 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    rdg_bounds_result b;
    assert_ok(ctx, rdg_bounds_at(rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3)), "A", 1.0, 0.6, 1.6, &b));
    assert_int_equal(b.reason, RDG_BOUNDS_CONSTANT_LOADS);
    assert_near(b.high.amplitude, b.low.amplitude, 1e-11, 0.0);
    assert_int_equal(b.low.slider[0].state, RDG_BOUNDS_SLIPS);
    assert_true(b.low.slider[1].state <= RDG_BOUNDS_AT_UPPER);
}

/* The peak with the sliders of the wedge started at given forces; its sensitivity to the left one. */
static double peak_at(rdg_hbm *hb, double left, double *slope)
{
    rdg_peak_response *r =
        rdg_peak_response_create(hb, "A1", RDG_HZ(135), RDG_HZ(160),
                                 RDG_AT_LIST(RDG_AT("left.start", left), RDG_AT("right.start", -5.0)));
    const rdg_peak_set *set = rdg_peak_set_at(r, 0.9);
    assert_non_null(set);
    const rdg_peak_point *peak = set->peak[set->greatest];
    *slope = rdg_peak_sensitivity(r, peak, "left.start");
    const double amplitude = peak->amplitude;
    rdg_peak_set_free(set);
    rdg_peak_response_free(r);
    return amplitude;
}

static void the_start_of_a_slider_has_a_sensitivity(void **state)
{
    rdg_hbm *hb = wedge_balance(*state);
    double slope, other;
    peak_at(hb, 30.0, &slope);
    const double h = 1e-3,
                 difference = (peak_at(hb, 30.0 + h, &other) - peak_at(hb, 30.0 - h, &other)) / (2 * h);
    assert_near(slope, difference, 1e-7, 0.0);
    peak_at(hb, 0.0, &slope);
    assert_true(slope == 0.0); /* it is dragged */
}

/* Beside the point where the left slider begins to be dragged the response has a kink between two maxima,
 * 0.012 Hz apart. */
static void maxima_on_both_sides_of_a_kink_are_found(void **state)
{
    rdg_hbm *hb = wedge_balance(*state);
    const double start[3] = {25.45, 25.47, 25.476};
    for (int k = 0; k < 3; k++) {
        rdg_peak_response *r = rdg_peak_response_create(
            hb, "A1", RDG_HZ(135), RDG_HZ(160),
            RDG_AT_LIST(RDG_AT("left.start", start[k]), RDG_AT("right.start", -5.0)));
        const rdg_peak_set *set = rdg_peak_set_at(r, 0.9);
        assert_non_null(set);
        assert_int_equal(set->count, 2);
        assert_near(set->peak[0]->amplitude, 2.8928718e-04, 1e-7, 0.0);
        assert_near(set->peak[1]->amplitude, 2.8928225e-04 + (start[k] - 25.45) * 4.788e-7, 1e-6, 0.0);
        rdg_peak_set_free(set);
        rdg_peak_response_free(r);
    }
}

/* test_bounds_slow.c has them all, and more starts of more structures. */
static void a_random_structure_is_that_of_the_table(void **state)
{
    (void)state;
    assert_int_equal(compare_with_table("rand_2"), 1);
}

/* The load N of the closed form lies in [1, 3]. Its least peak is at N = pi alpha/2, or at N = 1 for alpha <
 * 2/pi. */
static void the_band_over_the_level_is_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_bounds_result b;
    assert_ok(ctx, rdg_bounds(closed_form(ctx, 2.0, 3.0), "band", "A", RDG_WINDOW("alpha", 0.5, 0.8),
                              RDG_WINDOW("omega", 0.8, 1.6), RDG_BOUNDS_LEVELS(7), RDG_BOUNDS_RESULT(&b)));
    rdg_run *low = rdg_run_open(ctx, "band.low"), *high = rdg_run_open(ctx, "band.high");
    assert_ok(ctx, rdg_error_status(ctx));
    const double *alpha = rdg_run_column(low, "alpha"), *A = rdg_run_column(low, "A");
    assert_int_equal(rdg_run_count(low), 8);
    for (rdg_index k = 0; k < 8; k++) {
        const double N = fmax(1.0, M_PI * alpha[k] / 2.0);
        assert_near(A[k], 4 * N * N / (4 * N - M_PI * alpha[k]), 1e-10, 0.0);
    }
    assert_int_equal(rdg_run_label_of(low, "FREE", 0), 2);
    for (rdg_index k = 0; k < 8; k++) {
        if (rdg_run_label(low, k) == 2) {
            /* eleven halvings; peaks known to 1e-13 tell the states of sliders to the root of some times this
             */
            assert_near(alpha[k], 2.0 / M_PI, 0.0, 0.05 / 2048 + 2e-6);
        }
    }
    assert_int_equal(rdg_run_count(high), 7);
    alpha = rdg_run_column(high, "alpha");
    A = rdg_run_column(high, "A");
    for (rdg_index k = 0; k < 7; k++) {
        assert_near(A[k], 36.0 / (12.0 - M_PI * alpha[k]), 1e-10, 0.0);
        assert_true(isnan(rdg_run_column(high, "slips.v")[k]));
    }
    assert_near(b.level, 0.8, 1e-15, 0.0);
    rdg_run_free(low);
    rdg_run_free(high);
}

static void options_of_bounds_are_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = closed_form(ctx, 2.0, 3.0);
    assert_int_equal(rdg_bounds(hb, "b", "A", RDG_HOLD_AT("alpha", 1.0)), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "RDG_WINDOW(\"omega\""));
    rdg_error_clear(ctx);
    assert_int_equal(rdg_bounds(hb, "b", "A", RDG_WINDOW("alpha", 2.0, 1.0), RDG_WINDOW("omega", 0.8, 1.6)),
                     RDG_ERR_ARGUMENT);
    rdg_error_clear(ctx);
    assert_int_equal(rdg_bounds(hb, "b", "none", RDG_HOLD_AT("alpha", 1.0), RDG_WINDOW("omega", 0.8, 1.6)),
                     RDG_ERR_NAME);
    rdg_error_clear(ctx);
}

static void no_random_start_is_outside(void **state)
{
    (void)state;
    bounds_score score = {0};
    for (uint64_t k = 7; k < 9; k++) {
        score_bounds(2026 + 7919 * k, 6, &score);
    }
    print_score(&score);
    assert_int_equal(score.outside_systems, 0);
    assert_true(score.worst_end < 1e-9);
    assert_int_equal(score.not_reached, 0);
    assert_int_equal(score.refused, 0);
    assert_int_equal(score.bands, 1);
}

static void what_has_no_bounds_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_bounds_result b;
    bounds_model m;
    read_model("test/data/bounds_rand_2.csv", &m);
    memset(m.fstat, 0, sizeof m.fstat);
    rdg_hbm *hb = rdg_hbm_create(build_model(ctx, &m), RDG_HARMONICS(1, 3));
    assert_int_equal(rdg_bounds_at(hb, "A", 0.9, 1.0, 2.0, &b), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "no static harmonic"));
    rdg_error_clear(ctx);
    const double one = 1.0;
    rdg_structure *bare = rdg_structure_create(ctx, "bare", 1, &one, &one, &one);
    rdg_name_dof(bare, "x", 0);
    rdg_force_add(bare, "x", 1, 1.0);
    rdg_sensor_add(bare, "A", "x");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(rdg_bounds_at(rdg_hbm_create(bare, RDG_HARMONICS(0, 1)), "A", 0.9, 0.5, 2.0, &b),
                     RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "no contact"));
    rdg_error_clear(ctx);
    assert_int_equal(rdg_bounds_at(hb, "A", -1.0, 0.5, 2.0, &b), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "give a positive one"));
    rdg_error_clear(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(both_ends_of_the_closed_form_have_12_digits),
                                       SCRATCH_TEST(the_band_of_the_wedge_has_all_digits),
                                       SCRATCH_TEST(maxima_on_both_sides_of_a_kink_are_found),
                                       SCRATCH_TEST(without_a_band_the_reason_is_given),
                                       SCRATCH_TEST(constant_loads_make_no_band),
                                       SCRATCH_TEST(the_start_of_a_slider_has_a_sensitivity),
                                       SCRATCH_TEST(a_random_structure_is_that_of_the_table),
                                       SCRATCH_TEST(the_band_over_the_level_is_the_closed_form),
                                       SCRATCH_TEST(options_of_bounds_are_checked),
                                       SCRATCH_TEST(no_random_start_is_outside),
                                       SCRATCH_TEST(what_has_no_bounds_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
