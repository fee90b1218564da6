/* The truncation error against the solution with many harmonics, and harmonics that come and go. */
#include "harvest.h"
#include "models.h"

#include <ridgewalk/run.h>

enum { MANY = 31 };

/* m x'' + 0.05 x' + x + 0.1 x^3 = alpha cos(omega t), harmonics 0 .. H */
static rdg_hbm *duffing(rdg_context *ctx, int H)
{
    int harmonic[MANY + 1];
    for (int k = 0; k <= H; k++) {
        harmonic[k] = k;
    }
    rdg_structure *s = oscillator(ctx, 1.0, 0.05, 1.0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return rdg_hbm_create(s, H + 1, harmonic);
}

static void solve_at(rdg_context *ctx, rdg_hbm *hb, double omega, double *Q)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 1.0));
    assert_ok(ctx, rdg_solve(p));
    memcpy(Q, rdg_start_values(p), (size_t)rdg_hbm_unknowns(hb) * sizeof *Q);
    rdg_problem_free(p);
}

/* Relative root mean square of the difference of two solutions, the second one with all harmonics to MANY. */
static double distance(int H, const double *Q, const double *exact)
{
    double off = 0.0;
    double size = 0.0;
    for (int c = 0; c < 2 * MANY + 1; c++) {
        const double difference = exact[c] - (c < 2 * H + 1 ? Q[c] : 0.0);
        off += (c == 0 ? 1.0 : 0.5) * difference * difference;
        size += c == 0 ? 0.0 : 0.5 * exact[c] * exact[c];
    }
    return sqrt(off / size);
}

static void error_is_estimated_within_a_factor(void **state)
{
    rdg_context *ctx = *state;
    const double omega[] = {0.45, 2.4};
    const int kept[] = {1, 2, 3, 5, 7};
    rdg_hbm *many = duffing(ctx, MANY);
    for (size_t i = 0; i < sizeof omega / sizeof *omega; i++) {
        double exact[2 * MANY + 1];
        solve_at(ctx, many, omega[i], exact);
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
            double Q[2 * MANY + 1], error = -1.0;
            rdg_hbm *few = duffing(ctx, kept[k]);
            solve_at(ctx, few, omega[i], Q);
            assert_ok(ctx, rdg_hbm_truncation(few, Q, omega[i], &error));
            const double true_error = distance(kept[k], Q, exact);
            assert_true(error < 2.0 * true_error + 1e-13 && error > 0.4 * true_error - 1e-13);
        }
    }
}

static void spectrum_shows_what_is_left_out(void **state)
{
    rdg_context *ctx = *state;
    double Q[2 * MANY + 1], exact[2 * MANY + 1], amplitude[12];
    rdg_hbm *few = duffing(ctx, 1);
    solve_at(ctx, duffing(ctx, MANY), 2.4, exact);
    solve_at(ctx, few, 2.4, Q);
    assert_ok(ctx, rdg_hbm_spectrum(few, Q, 2.4, 12, amplitude));
    assert_near(amplitude[1], hypot(Q[1], Q[2]) / sqrt(2.0), 1e-12, 0.0);
    assert_near(amplitude[3], hypot(exact[5], exact[6]) / sqrt(2.0), 1e-2, 0.0);
    assert_near(amplitude[2], 0.0, 0.0, 1e-14);
    assert_true(amplitude[11] == 0.0); /* beyond 2 H + 3 */
}

/* The amplitude of a run with all harmonics where it passes omega. */
static double amplitude_at(rdg_context *ctx, rdg_hbm *hb, double omega, double A)
{
    double exact[2 * MANY + 1];
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 1.0));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "full", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.4, 2.6),
                                RDG_UZ("omega", omega), HARVEST_ONLY(&h)));
    memset(exact, 0, sizeof exact);
    const harvested *nearest = harvest_near(&h, "", "A", A);
    for (size_t k = 0; k < h.count; k++) {
        const bool there = fabs(harvest_mu(&h, &h.chart[k], "omega") - omega) < 1e-9;
        const bool nearer =
            fabs(harvest_mu(&h, &h.chart[k], "A") - A) < fabs(harvest_mu(&h, nearest, "A") - A);
        nearest = there && nearer ? &h.chart[k] : nearest;
    }
    const double found = harvest_mu(&h, nearest, "A");
    harvest_clear(&h);
    rdg_problem_free(p);
    return found;
}

/* The same response with harmonics that come and go, from the other end as well. */
static void harmonics_come_and_go_without_a_jump(void **state)
{
    rdg_context *ctx = *state;
    const double tolerance = 1e-3;
    const double start[] = {0.4, 2.6};
    for (int end = 0; end < 2; end++) {
        rdg_hbm *hb = duffing(ctx, 13);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", start[end]), RDG_AT("alpha", 0.5));
        harvest h = {0};
        assert_ok(ctx, rdg_hbm_adapt(hb, p, tolerance));
        assert_near(rdg_hbm_tolerance(hb), tolerance, 0.0, 0.0);
        assert_ok(ctx, rdg_continue(p, "adapted", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.4, 2.6),
                                    RDG_HBM_ADAPT(hb), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "FP"), 2);
        assert_true(harvest_count(&h, "H+") >= 1 && harvest_count(&h, "H-") >= 1);
        assert_int_equal(harvest_count(&h, "RS"), harvest_count(&h, "H+") + harvest_count(&h, "H-"));
        for (size_t k = 0; k < h.count; k++) {
            const harvested *c = &h.chart[k];
            assert_true(harvest_mu(&h, c, "truncation") <= tolerance);
            if (strcmp(c->type, "RS") == 0) {
                const double before = harvest_mu(&h, c - 1, "A"), after = harvest_mu(&h, c, "A");
                assert_near(harvest_mu(&h, c, "omega"), harvest_mu(&h, c - 1, "omega"), 1e-12, 0.0);
                assert_near(after, before, tolerance, 0.0);
            }
        }
        /* both ends are reached: nowhere did the branch turn back */
        assert_near(harvest_mu(&h, &h.chart[h.count - 1], "omega"), start[1 - end], 1e-9, 0.0);
        assert_true(harvest_mu(&h, &h.chart[h.count / 2], "harmonics") >= 3.0);
        harvest_clear(&h);
    }
}

static void adapted_curve_is_the_full_one(void **state)
{
    rdg_context *ctx = *state;
    const double tolerance = 1e-4;
    rdg_hbm *hb = duffing(ctx, 13), *full = duffing(ctx, 13);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.4), RDG_AT("alpha", 1.0));
    harvest h = {0};
    assert_ok(ctx, rdg_hbm_adapt(hb, p, tolerance));
    assert_ok(ctx, rdg_continue(p, "adapted", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.4, 2.6),
                                RDG_HBM_ADAPT(hb), HARVEST_ONLY(&h)));
    for (size_t k = 1; k < h.count; k += h.count / 7) {
        const double A = harvest_mu(&h, &h.chart[k], "A"), omega = harvest_mu(&h, &h.chart[k], "omega");
        assert_near(A, amplitude_at(ctx, full, omega, A), 3.0 * tolerance, 0.0);
    }
    harvest_clear(&h);
}

/* Charts of a run without harmonics that change, and the same of a harmonic balance that has only those. */
static void frozen_harmonics_are_as_if_they_were_not_there(void **state)
{
    uint64_t seed = 41;
    (void)state;
    for (int c = 0; c < 12; c++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const double alpha = 0.6 + 0.4 * random_signed(&seed), start = c % 2 == 0 ? 0.3 : 2.6;
        rdg_hbm *hb = duffing(ctx, 13);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", start), RDG_AT("alpha", alpha));
        harvest h = {0}, few = {0};
        assert_ok(ctx, rdg_hbm_adapt(hb, p, pow(10.0, -2.5 + random_signed(&seed))));
        assert_ok(ctx, rdg_continue(p, "frozen", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.3, 2.6),
                                    RDG_MAX_POINTS(400), HARVEST_ONLY(&h)));
        const int highest = (int)harvest_mu(&h, &h.chart[0], "harmonics");
        assert_int_equal(rdg_eliminated_count(p), 2 * (13 - highest));
        rdg_problem *q =
            rdg_hbm_problem(duffing(ctx, highest), RDG_AT("omega", start), RDG_AT("alpha", alpha));
        assert_ok(ctx, rdg_solve(q));
        assert_ok(ctx, rdg_continue(q, "few", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.3, 2.6),
                                    RDG_MAX_POINTS(400), HARVEST_ONLY(&few)));
        assert_int_equal(h.count, few.count);
        for (size_t k = 0; k < h.count; k++) {
            assert_string_equal(h.chart[k].type, few.chart[k].type);
            assert_near(harvest_mu(&h, &h.chart[k], "omega"), harvest_mu(&few, &few.chart[k], "omega"), 1e-7,
                        0.0);
            for (int i = 0; i < 2 * 13 + 1; i++) {
                assert_near(h.chart[k].u[i], i < 2 * highest + 1 ? few.chart[k].u[i] : 0.0, 1e-7, 1e-9);
            }
        }
        harvest_clear(&h);
        harvest_clear(&few);
        rdg_context_free(ctx);
    }
}

/* A run ends with other harmonics than it began with, and leaves nothing of them to the next one. */
static void next_run_begins_as_the_first_one(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx, 13);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.4), RDG_AT("alpha", 0.5));
    harvest h[2] = {{0}, {0}};
    assert_ok(ctx, rdg_hbm_adapt(hb, p, 1e-3));
    for (int i = 0; i < 2; i++) {
        assert_ok(ctx, rdg_continue(p, "run", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.4, 2.6),
                                    RDG_HBM_ADAPT(hb), HARVEST_ONLY(&h[i])));
    }
    const harvested *end = &h[0].chart[h[0].count - 1];
    assert_true(harvest_mu(&h[0], end, "harmonics") != harvest_mu(&h[0], &h[0].chart[0], "harmonics"));
    assert_int_equal(h[0].count, h[1].count);
    for (size_t k = 0; k < h[0].count; k++) {
        assert_memory_equal(h[0].chart[k].u, h[1].chart[k].u, (size_t)rdg_variable_count(p) * sizeof(double));
    }
    harvest_clear(&h[0]);
    harvest_clear(&h[1]);
}

/* A second problem of the same harmonic balance has all its harmonics. */
static void new_problem_has_all_harmonics(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx, 7), *other = duffing(ctx, 7);
    double Q[15], expected[15];
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 2.4), RDG_AT("alpha", 1.0));
    assert_ok(ctx, rdg_hbm_adapt(hb, p, 1e-2));
    assert_near(rdg_start_values(p)[13], 0.0, 0.0, 1e-15);
    solve_at(ctx, hb, 2.4, Q);
    solve_at(ctx, other, 2.4, expected);
    for (int i = 0; i < 15; i++) {
        assert_near(Q[i], expected[i], 1e-12, 1e-15);
    }
    assert_true(Q[13] != 0.0);
}

static void misuse_is_named(void **state)
{
    rdg_context *ctx = *state;
    double error = 0.0;
    double Q[7] = {0};
    rdg_hbm *hb = duffing(ctx, 3);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 2.4), RDG_AT("alpha", 1.0));
    rdg_hbm_adapt(hb, p, 0.0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "tolerance 0 of the harmonics of \"oscillator\"");
    rdg_hbm_truncation(hb, Q, -1.0, &error);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega = -1 rad/s is not positive");
    rdg_hbm_add_truncation(duffing(ctx, 5), p, "error");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give the harmonic balance that the problem was made from");
    Q[1] = NAN;
    rdg_hbm_truncation(hb, Q, 1.0, &error);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "Q[1] is nan");
}

static void rest_has_no_error(void **state)
{
    rdg_context *ctx = *state;
    double error = -1.0;
    rdg_hbm *hb = duffing(ctx, 3);
    assert_int_equal(rdg_hbm_unknowns(hb), 7);
    assert_ok(ctx, rdg_hbm_truncation(hb, (double[7]){0}, 1.0, &error));
    assert_true(error == 0.0);
    rdg_hbm_free(hb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(error_is_estimated_within_a_factor, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(spectrum_shows_what_is_left_out, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(harmonics_come_and_go_without_a_jump, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(adapted_curve_is_the_full_one, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(frozen_harmonics_are_as_if_they_were_not_there, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(next_run_begins_as_the_first_one, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(new_problem_has_all_harmonics, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(misuse_is_named, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(rest_has_no_error, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
