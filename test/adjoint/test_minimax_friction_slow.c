/* The least greatest peak with dry friction: blades, whose peaks change places over the preload, and an
 * absorber with a friction damper, at whose best preload and stiffness two peaks are equal. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "friction_absorber.h"
#include "minimax_cases.h"
#include "response_scan.h"

/* At 25 N for each newton of excitation all sticks, the out-of-phase peak is the greater one and does not
 * depend on the preload; at 16.7 N the in-phase one is. Where both are equal there is no optimum: it is
 * farther down. */
static void blades_over_the_preload(void **state)
{
    rdg_context *ctx = *state;
    const rdg_contact contact = {.kt = 1e5, .kn = 1e5, .mu = 0.3, .preload = 50.0, .parameters = "pads"};
    const double start[] = {25.0, 12.0, 3.0};
    rdg_set_writer(ctx, NULL, NULL);
    rdg_hbm *hb = rdg_hbm_create(blades_on(ctx, 1.5e-5, contact), RDG_HARMONICS(1));
    for (int i = 0; i < 2; i++) { /* at 2 and 3 N with a preload of 50 N */
        const rdg_peaks *found = scan_response(hb, "Am", RDG_WINDOW("omega", RDG_HZ(185), RDG_HZ(300)),
                                               RDG_HOLD_AT("alpha", 2.0 + i));
        const double f = found->maximum[found->greatest].omega / RDG_HZ(1);
        assert_near(f, i == 0 ? 211.62 : 203.44, 1e-4, 0.0);
        scan_free(found);
    }
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
        rdg_minimax_result r;
        const rdg_minimax_options options = {.n = 1,
                                             .parameters = (const char *[]){"pads.preload"},
                                             .low = (double[]){1.0},
                                             .high = (double[]){100.0},
                                             .start = &start[i],
                                             .alpha = 1.0,
                                             .from = RDG_HZ(185),
                                             .to = RDG_HZ(300),
                                             .options = silent};
        assert_ok(ctx, rdg_minimax(hb, "best", "Am", &options, &r));
        assert_true(r.found && r.certified);
        assert_int_equal(r.n_peaks, 1);
        assert_near(50.0 / r.number[0].value, 9.58104114535, 2e-12, 0.0);
        assert_near(r.height, 7.324313502928e-5, 2e-12, 0.0);
    }
}

/* Where nothing slips at any preload asked for, it is idle, and not at its best. */
static void an_idle_preload(void **state)
{
    rdg_context *ctx = *state;
    const rdg_contact contact = {.kt = 1e5, .kn = 1e5, .mu = 0.3, .preload = 50.0, .parameters = "pads"};
    rdg_hbm *hb = rdg_hbm_create(blades_on(ctx, 1.5e-5, contact), RDG_HARMONICS(1));
    rdg_minimax_result r;
    const rdg_minimax_options options = {.n = 1,
                                         .parameters = (const char *[]){"pads.preload"},
                                         .low = (double[]){40.0},
                                         .high = (double[]){100.0},
                                         .alpha = 1.0,
                                         .from = RDG_HZ(185),
                                         .to = RDG_HZ(300),
                                         .options = silent};
    assert_ok(ctx, rdg_minimax(hb, "best", "Am", &options, &r));
    assert_true(r.number[0].is_idle);
    assert_near(r.number[0].value, 50.0, 0.0, 0.0);
}

static const double absorber_low[] = {0.01, 0.01}, absorber_high[] = {1.0, 0.1};

static rdg_minimax_options of_absorber(const double *start)
{
    static const char *const parameters[] = {"pad.preload", "spring.k"};
    return (rdg_minimax_options){.n = 2,
                                 .parameters = parameters,
                                 .low = absorber_low,
                                 .high = absorber_high,
                                 .start = start,
                                 .alpha = 1.0,
                                 .from = 0.5,
                                 .to = 1.8,
                                 .options = silent};
}

/* From three starts, and against the peaks at other numbers. */
static void two_equal_peaks_with_a_friction_damper(void **state)
{
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, NULL, NULL);
    rdg_hbm *hb = friction_absorber(ctx);
    rdg_minimax_result r[3];
    const double start[3][2] = {{0.05, 0.04}, {0.1, 0.04}, {0.3, 0.04}};
    for (int i = 0; i < 3; i++) {
        const rdg_minimax_options options = of_absorber(start[i]);
        assert_ok(ctx, rdg_minimax(hb, "best", "Am", &options, &r[i]));
        assert_true(r[i].found && r[i].certified);
        assert_int_equal(r[i].n_peaks, 2);
        assert_near(r[i].height, r[0].height, 1e-11, 0.0);
        assert_near(r[i].number[0].value, r[0].number[0].value, 1e-9, 0.0);
        assert_near(r[i].number[1].value, r[0].number[1].value, 1e-9, 0.0);
    }
    uint64_t seed = 11;
    for (int trial = 0; trial < 18; trial++) {
        const double far = pow(10.0, -1.0 - trial % 3);
        const rdg_peaks *found =
            scan_response(hb, "Am", RDG_WINDOW("omega", 0.5, 1.8), RDG_HOLD_AT("alpha", 1.0),
                          RDG_HOLD_AT("pad.preload", r[0].number[0].value * exp(far * random_signed(&seed))),
                          RDG_HOLD_AT("spring.k", r[0].number[1].value * exp(far * random_signed(&seed))));
        assert_ok(ctx, rdg_error_status(ctx));
        assert_true(found->maximum[found->greatest].amplitude > r[0].height * (1.0 - 1e-12));
        scan_free(found);
    }
}

/* Everything scales with the preload, so that the best preload is in proportion to the level. */
static void the_best_preload_is_proportional_to_the_level(void **state)
{
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, NULL, NULL);
    rdg_minimax_options options = of_absorber(NULL);
    rdg_minimax_result r;
    options.over = "alpha";
    options.over_low = 0.5;
    options.over_high = 2.0;
    assert_ok(ctx, rdg_minimax(friction_absorber(ctx), "best", "Am", &options, &r));
    assert_true(r.found);
    assert_near(r.reached[0], 0.5, 1e-12, 0.0);
    assert_near(r.reached[1], 2.0, 1e-12, 0.0);
    rdg_run *run = rdg_run_open(ctx, "best/up1");
    const double *alpha = rdg_run_column(run, "alpha"), *height = rdg_run_column(run, "height");
    const double *preload = rdg_run_column(run, "pad.preload"), *k = rdg_run_column(run, "spring.k");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_near(height[row], alpha[row] * r.height, 1e-11, 0.0);
        assert_near(preload[row], alpha[row] * r.number[0].value, 1e-9, 0.0);
        assert_near(k[row], r.number[1].value, 1e-9, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_SCRATCH(blades_over_the_preload), IN_SCRATCH(an_idle_preload),
                                       IN_SCRATCH(two_equal_peaks_with_a_friction_damper),
                                       IN_SCRATCH(the_best_preload_is_proportional_to_the_level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
