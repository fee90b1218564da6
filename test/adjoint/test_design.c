/* Best numbers of dampers, one peak: against nested searches without multipliers (test/data/optimal_*.csv).
 */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "scratch.h"

#include <ridgewalk/design.h>
#include <ridgewalk/elements.h>

static const double hertz = 0.15915494309189533577;

/* Both contacts of the blades with numbers in common. */
static rdg_hbm *blades_with(rdg_context *ctx, double beta, double kt, double kn)
{
    const rdg_contact contact = {.kt = kt, .kn = kn, .mu = 0.3, .preload = 50.0, .parameters = "pads"};
    return rdg_hbm_create(blades_on(ctx, beta, contact), RDG_HARMONICS(1));
}

#define BLADES RDG_WINDOW("omega", RDG_HZ(185), RDG_HZ(300)), RDG_NO_TABLE, RDG_IN_MEMORY
#define BEAM RDG_WINDOW("omega", RDG_HZ(190), RDG_HZ(480)), RDG_NO_TABLE, RDG_IN_MEMORY

/* Everything scales with the preload: the best one at 1 N is 40 N by the level of the least Am/alpha. */
static void best_preload_of_the_beam(void **state)
{
    rdg_context *ctx = *state;
    rdg_design_result r;
    assert_ok(ctx, rdg_design(friction_beam(ctx, RDG_HARMONICS(1)), "one", "Am", RDG_HOLD_AT("alpha", 1.0),
                              RDG_DESIGN("pad.preload", 2, 80), BEAM, RDG_DESIGN_RESULT(&r)));
    assert_int_equal(r.kind, RDG_DESIGN_OPTIMUM);
    assert_true(r.certified);
    assert_near(r.number[0].value, 16.8505123151, 1e-11, 0.0);
    assert_near(r.amplitude, 8.40713499612e-06, 1e-11, 0.0);
    assert_near(hertz * r.omega, 267.1665813, 1e-9, 0.0);
    assert_near(r.number[0].value * 2.3738150658, 40.0, 1e-10, 0.0);
    assert_ok(ctx,
              rdg_design(friction_beam(ctx, RDG_HARMONICS(1, 3)), "three", "Am", RDG_HOLD_AT("alpha", 1.0),
                         RDG_DESIGN("pad.preload", 2, 80), BEAM, RDG_DESIGN_RESULT(&r)));
    assert_near(r.number[0].value, 21.7012678828, 1e-11, 0.0);
    assert_near(r.amplitude, 9.17632954565e-06, 1e-11, 0.0);
}

static void best_preload_of_the_blades(void **state)
{
    rdg_context *ctx = *state;
    rdg_design_result r;
    rdg_hbm *hb = blades_with(ctx, 1.5e-5, 1e5, 1e5);
    assert_ok(ctx, rdg_design(hb, "five", "Am", RDG_HOLD_AT("alpha", 5.0), BLADES,
                              RDG_DESIGN("pads.preload", 5, 60), RDG_DESIGN_RESULT(&r)));
    assert_near(r.number[0].value, 26.0931976189, 1e-11, 0.0);
    assert_near(r.amplitude / 5.0, 7.32431350292e-05, 1e-11, 0.0);
    hb = blades_with(ctx, 8e-6, 1e5, 1e5);
    assert_ok(ctx, rdg_design(hb, "eight", "Am", RDG_HOLD_AT("alpha", 8.13820669486), BLADES,
                              RDG_DESIGN("pads.preload", 10, 80), RDG_DESIGN_RESULT(&r)));
    assert_near(r.number[0].value, 50.0, 1e-10, 0.0);
    assert_near(r.amplitude / 8.13820669486, 9.409310500913e-05, 1e-11, 0.0);
}

/* In whatever order they are freed; their curvatures are 1e8 apart. */
static void two_numbers_inside(void **state)
{
    rdg_context *ctx = *state;
    static const char *const order[2][2] = {{"pads.preload", "pads.kn"}, {"pads.kn", "pads.preload"}};
    for (int i = 0; i < 2; i++) {
        rdg_design_result r;
        const bool first = i == 0;
        assert_ok(ctx, rdg_design(blades_with(ctx, 1.5e-5, 1e5, 1e5), "best", "Am", RDG_HOLD_AT("alpha", 7.0),
                                  BLADES, RDG_DESIGN_RESULT(&r),
                                  RDG_DESIGN(order[i][0], first ? 2 : 1e4, first ? 80 : 1e6),
                                  RDG_DESIGN(order[i][1], first ? 1e4 : 2, first ? 1e6 : 80)));
        assert_int_equal(r.kind, RDG_DESIGN_OPTIMUM);
        assert_true(r.certified);
        assert_near(r.number[i].value, 36.514198218, 1e-10, 0.0);
        assert_near(r.number[1 - i].value, 92016.8926, 1e-9, 0.0);
        assert_near(r.amplitude, 5.12646280334e-4, 1e-11, 0.0);
        assert_near(hertz * r.omega, 201.494357, 1e-8, 0.0);
    }
}

/* There is no best stiffness: it sits at the end of its range. */
static void a_stiffness_presses_against_its_bound(void **state)
{
    rdg_context *ctx = *state;
    rdg_design_result r;
    assert_ok(ctx, rdg_design(blades_with(ctx, 1.5e-5, 1e5, 4e5), "best", "Am", RDG_HOLD_AT("alpha", 7.0),
                              BLADES, RDG_DESIGN("pads.preload", 2, 80), RDG_DESIGN("pads.kt", 1e4, 4e5),
                              RDG_DESIGN_RESULT(&r)));
    assert_int_equal(r.kind, RDG_DESIGN_AT_BOUND);
    assert_int_equal(r.number[0].place, RDG_DESIGN_FREE);
    assert_int_equal(r.number[1].place, RDG_DESIGN_HIGH);
    assert_near(r.number[0].value, 36.3579743838, 1e-11, 0.0);
    assert_near(r.amplitude, 3.63780572136e-04, 1e-11, 0.0);
    assert_true(r.number[1].value == 4e5 && r.number[1].sensitivity < 0.0);
}

/* A cubic spring: N0 is not proportional to alpha any more; one run over the level. The nested search has
 * found the preload at 2.5 N to 1.5e-9, all others to 2e-12. */
static void best_preload_over_the_level(void **state)
{
    rdg_context *ctx = *state;
    static const double level[] = {0.5, 1, 2, 2.5, 3.5, 4, 6, 8};
    static const double best[] = {8.42295255474, 16.8321928720, 33.5578253499, 41.8512378513,
                                  58.2533117300, 66.3486108638, 97.9392482552, 128.230874999};
    static const double peak[] = {4.20064640094e-06, 8.38390536499e-06, 1.66327112703e-05, 2.06691653534e-05,
                                  2.85082872435e-05, 3.22943340729e-05, 4.64474665897e-05, 5.89980326671e-05};
    rdg_structure *s = cantilever_on_pad(ctx, &standard_beam);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "tip", .k3 = 1e13});
    assert_ok(ctx, rdg_design(rdg_hbm_create(s, RDG_HARMONICS(1)), "best", "Am", RDG_HOLD_AT("alpha", 1.0),
                              BEAM, RDG_DESIGN("pad.preload", 2, 200), RDG_WINDOW("alpha", 0.4, 8.5),
                              RDG_UZ_LIST("alpha", 8, level)));
    rdg_run *run = rdg_run_open(ctx, "best");
    const double *alpha = rdg_run_column(run, "alpha"), *am = rdg_run_column(run, "Am");
    const double *preload = rdg_run_column(run, "pad.preload");
    for (int k = 0; k < 8; k++) {
        rdg_index row = 0;
        while (row < rdg_run_count(run) - 1 && fabs(alpha[row] - level[k]) > 1e-9) {
            row++;
        }
        assert_near(preload[row], best[k], level[k] == 2.5 ? 2e-9 : 1e-11, 0.0);
        assert_near(am[row], peak[k], 1e-11, 0.0);
    }
    rdg_run_free(run);
}

/* The level nearest to `from`, upwards or downwards, of the nine that are looked at where the peak is not
 * between these frequencies. */
static double first_level_outside(rdg_context *ctx, double from, bool up, double low, double high)
{
    rdg_run *run = rdg_run_open(ctx, "best");
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega");
    double found = up ? INFINITY : 0.0;
    for (rdg_index k = 0; k < 9; k++) {
        const rdg_index row = (rdg_run_count(run) - 1) * k / 8;
        const bool outside = omega[row] < low || omega[row] > high;
        if (outside && up == (alpha[row] > from)) {
            found = up ? fmin(found, alpha[row]) : fmax(found, alpha[row]);
        }
    }
    rdg_run_free(run);
    return found;
}

/* The peak leaves the window of frequencies at about 4.9 N, upwards through its upper end and downwards
 * through its lower one: from there on nothing is known of the greatest one. The nearest such level is told.
 */
static void levels_that_are_not_certain_are_told(void **state)
{
    rdg_context *ctx = *state;
    for (int up = 0; up < 2; up++) {
        const double low = RDG_HZ(up ? 190 : 300), high = RDG_HZ(up ? 300 : 480), level = up ? 1.0 : 7.0;
        rdg_design_result r;
        char said[120];
        const char *since = scratch_said + strlen(scratch_said);
        rdg_structure *s = cantilever_on_pad(ctx, &standard_beam);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "tip", .k3 = 1e13});
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", level),
                                         RDG_AT("pad.preload", 20.0 * level));
        rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_NO_TABLE,
                     RDG_IN_MEMORY);
        assert_ok(ctx, rdg_design(hb, "best", "Am", RDG_DESIGN("pad.preload", 2, 160), RDG_FROM("frc", 1),
                                  RDG_WINDOW("alpha", 0.4, 8.5), RDG_DESIGN_RESULT(&r), RDG_NO_TABLE,
                                  RDG_IN_MEMORY));
        assert_int_equal(r.kind, RDG_DESIGN_OPTIMUM);
        assert_false(r.certified);
        if (up) {
            assert_near(r.number[0].value, 16.8321928720, 1e-11, 0.0);
        }
        snprintf(said, sizeof said, "alpha = %.6g N, the first scanned forcing amplitude %s",
                 first_level_outside(ctx, level, up, low, high), up ? "upwards" : "downwards");
        assert_non_null(strstr(since, said));
        assert_null(strstr(since, up ? "downwards" : "upwards"));
        assert_int_equal(rdg_shortfalls(ctx), 1 + up);
    }
}

/* The best preload of the beam, 16.85 N, is outside of these ranges. */
static void a_preload_presses_against_either_end(void **state)
{
    rdg_context *ctx = *state;
    static const double range[2][2] = {{20.0, 80.0}, {2.0, 12.0}};
    for (int high = 0; high < 2; high++) {
        rdg_design_result r;
        assert_ok(ctx,
                  rdg_design(friction_beam(ctx, RDG_HARMONICS(1)), "best", "Am", RDG_HOLD_AT("alpha", 1.0),
                             BEAM, RDG_DESIGN("pad.preload", range[high][0], range[high][1]),
                             RDG_DESIGN_RESULT(&r)));
        assert_int_equal(r.kind, RDG_DESIGN_AT_BOUND);
        assert_int_equal(r.number[0].place, high ? RDG_DESIGN_HIGH : RDG_DESIGN_LOW);
        assert_true(r.number[0].value == range[high][high]);
        assert_true(high ? r.number[0].sensitivity < 0.0 : r.number[0].sensitivity > 0.0);
        assert_true(r.certified && r.amplitude > 8.40713499612e-06);
    }
}

/* Where nothing slips the preload does nothing: no event there, whatever rounding does. */
static void no_optimum_where_all_sticks(void **state)
{
    rdg_context *ctx = *state;
    rdg_design_result r;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_design(hb, "stuck", "Am", RDG_HOLD_AT("alpha", 0.1), BEAM,
                              RDG_DESIGN("pad.preload", 300, 900), RDG_DESIGN_RESULT(&r)));
    assert_int_equal(r.kind, RDG_DESIGN_NONE);
    assert_int_equal(r.number[0].place, RDG_DESIGN_IDLE);
    assert_non_null(strstr(scratch_said, "no least peak"));
    assert_int_equal(rdg_shortfalls(ctx), 1);
    assert_ok(ctx, rdg_design(hb, "from stuck", "Am", RDG_HOLD_AT("alpha", 0.1), BEAM,
                              RDG_DESIGN("pad.preload", 0.2, 900), RDG_DESIGN_RESULT(&r)));
    assert_near(r.number[0].value, 1.68505123151, 1e-10, 0.0);
    rdg_run *run = rdg_run_open(ctx, "from stuck/1-pad.preload");
    assert_true(rdg_run_find(run, "OPT", 0) >= 0 && rdg_run_find(run, "OPT", 1) < 0);
    rdg_run_free(run);
}

/* The blades at 2 N stick from 41.74 N on; on the way down the ridge jumps to the other mode. */
static void rounding_makes_no_events(void **state)
{
    rdg_context *ctx = *state;
    rdg_design_result r;
    assert_ok(ctx, rdg_design(blades_with(ctx, 1.5e-5, 1e5, 1e5), "best", "Am", RDG_HOLD_AT("alpha", 2.0),
                              BLADES, RDG_DESIGN("pads.preload", 3, 80), RDG_DESIGN_RESULT(&r)));
    assert_near(r.number[0].value, 2.0 * 50.0 / 9.58104114535, 1e-10, 0.0);
    assert_true(r.certified);
    rdg_run *run = rdg_run_open(ctx, "best/1-pads.preload");
    const double *preload = rdg_run_column(run, "pads.preload");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_true(preload[row] < 42.0 || !*rdg_run_type(run, row) ||
                    strcmp(rdg_run_type(run, row), "EP") == 0);
    }
    rdg_run_free(run);
}

static rdg_hbm *absorber_with(rdg_context *ctx, double k2, double c2)
{
    static const double M[] = {1.0, 0.0, 0.0, 0.05}, none[4] = {0.0}, K[] = {1.0, 0.0, 0.0, 0.0};
    rdg_structure *s = rdg_structure_create(ctx, "absorber", 2, M, none, K);
    rdg_name_dof(s, "main", 0);
    rdg_name_relative(s, "relative", 1, 0);
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "support", .at = "main", .c = 0.02});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "damper", .at = "relative", .c = c2});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "relative", .k = k2});
    rdg_force_add(s, "main", 1, 1.0);
    rdg_sensor_add(s, "Am", "main");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

#define ABSORBER                                                                                             \
    RDG_HOLD_AT("alpha", 1.0), RDG_WINDOW("omega", 0.5, 1.5), RDG_DESIGN("spring.k", 0.03, 0.07),            \
        RDG_NO_TABLE, RDG_IN_MEMORY

/* An absorber of a given damping: the best stiffness is where both peaks are equal. A design comes from
 * either side to that point, also with the damping held in place of the structure's. */
static void two_peaks_become_equal(void **state)
{
    rdg_context *ctx = *state;
    static const double start[] = {0.035, 0.06};
    for (int i = 0; i < 4; i++) {
        rdg_design_result r;
        rdg_hbm *hb = absorber_with(ctx, start[i / 2], i % 2 == 0 ? 0.011 : 0.02);
        assert_ok(ctx, i % 2 == 0 ? rdg_design(hb, "best", "Am", ABSORBER, RDG_DESIGN_RESULT(&r))
                                  : rdg_design(hb, "best", "Am", ABSORBER, RDG_DESIGN_RESULT(&r),
                                               RDG_HOLD_AT("damper.c", 0.011)));
        assert_int_equal(r.kind, RDG_DESIGN_EQUAL_PEAKS);
        assert_int_equal(r.number[0].place, RDG_DESIGN_EQUAL);
        assert_near(r.number[0].value, 0.04519879834, 1e-9, 0.0);
        assert_near(r.amplitude, 4.17221326, 1e-8, 0.0);
        assert_near(r.other_amplitude, r.amplitude, 1e-10, 0.0);
        assert_true(r.certified);
        assert_int_equal(rdg_shortfalls(ctx), 0);
    }
}

/* Stiffness and damping of the absorber. */
static void equal_peaks_of_two_numbers(void **state)
{
    rdg_context *ctx = *state;
    rdg_design_result r;
    assert_ok(ctx, rdg_design(absorber_with(ctx, 0.035, 0.011), "best", "Am", ABSORBER, RDG_DESIGN_RESULT(&r),
                              RDG_DESIGN("damper.c", 0.005, 0.05)));
    assert_int_equal(r.kind, RDG_DESIGN_EQUAL_PEAKS);
    assert_true(r.certified);
    assert_near(r.number[0].value, 0.0450602448604, 1e-11, 0.0);
    assert_near(r.number[1].value, 0.0128614112457, 1e-11, 0.0);
    assert_near(r.amplitude * sqrt(2.0), 5.78376545151, 1e-11, 0.0);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

static void what_a_design_refuses(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_design(hb, "d", "Am", RDG_HOLD_AT("alpha", 1.0), BEAM);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give what is to be chosen");
    rdg_design(hb, "d", "Am", BEAM, RDG_DESIGN("pad.preload", 2, 80));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the forcing amplitude is missing");
    rdg_design(hb, "d", "Am", RDG_HOLD_AT("alpha", 1.0), RDG_DESIGN("pad.preload", 2, 80));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give the domain of the peaks");
    rdg_design(hb, "d", "Am", RDG_HOLD_AT("alpha", 1.0), BEAM, RDG_DESIGN("pad.preload", 80, 2));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the lower one first");
    rdg_design(hb, "d", "Am", RDG_HOLD_AT("alpha", 1.0), BEAM, RDG_DESIGN("pad.preload", 0, 2));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "above 0");
    rdg_design(hb, "d", "Am", RDG_HOLD_AT("alpha", 1.0), BEAM, RDG_DESIGN("pad.preload", 2, 80),
               RDG_DESIGN("pad.preload", 2, 90));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "given twice for pad.preload");
    rdg_design(hb, "d", "Am", RDG_HOLD_AT("alpha", 1.0), BEAM, RDG_DESIGN("pad.preloda", 2, 80));
    assert_failed(ctx, RDG_ERR_NAME, "preloda");
    rdg_ridge(hb, "r", "Am", RDG_FROM_GREATEST("frc"), RDG_RELEASE("pad.mu"), RDG_RIDGE_OPTIMAL("pad.mu"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "cannot be both at its best");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(best_preload_of_the_beam),
        SCRATCH_TEST(best_preload_of_the_blades),
        SCRATCH_TEST(two_numbers_inside),
        SCRATCH_TEST(a_stiffness_presses_against_its_bound),
        SCRATCH_TEST(best_preload_over_the_level),
        SCRATCH_TEST(levels_that_are_not_certain_are_told),
        SCRATCH_TEST(a_preload_presses_against_either_end),
        SCRATCH_TEST(no_optimum_where_all_sticks),
        SCRATCH_TEST(rounding_makes_no_events),
        SCRATCH_TEST(two_peaks_become_equal),
        SCRATCH_TEST(equal_peaks_of_two_numbers),
        SCRATCH_TEST(what_a_design_refuses),
    };
    return cmocka_run_group_tests_name("best numbers, one peak", tests, NULL, NULL);
}
