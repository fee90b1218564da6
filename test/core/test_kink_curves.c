/* Random curves with kinks of 5 to 170 degrees, up to four in a step, next to folds and events: what is found
 * is right, and the cost does not rise. A pair of folds may still be lost where both lie within one step. */
#include "kink_curves.h"

#include "fresh_context.h"

typedef struct bound {
    int n;
    bool by_differences;
    uint64_t seed;
    int cases, silent, reported; /* at most silently wrong, and wrong with a warning */
    double residuals;            /* a run, at most */
} bound;

static void check(const bound *b)
{
    uint64_t seed = b->seed;
    campaign_tally t = {.inexact = 0};
    for (int i = 0; i < b->cases; i++) {
        kink_curve c = kink_any(b->n, b->by_differences, &seed);
        (void)kink_try(&c, &t, 1e-7);
    }
    campaign_print(b->by_differences ? "kinks, no derivatives" : "kinks", &t);
    assert_in_range(t.count[CAMPAIGN_SILENT], 0, b->silent);
    assert_in_range(t.count[CAMPAIGN_REPORTED], 0, b->reported);
    assert_int_equal(t.inexact, 0);
    assert_true(t.residuals <= b->residuals * b->cases);
}

static void kinks_of_plane_curves_are_where_they_are(void **state)
{
    (void)state;
    check(&(bound){3, false, 11, 200, 3, 0, 520});
}

static void kinks_among_12_variables_are_where_they_are(void **state)
{
    (void)state;
    check(&(bound){12, false, 5, 200, 2, 1, 500});
}

static void kinks_seen_through_differences_are_where_they_are(void **state)
{
    (void)state;
    check(&(bound){3, true, 11, 100, 3, 0, 620});
}

static void derivatives_are_right(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    for (int n = 2; n <= KINK_VARIABLES; n += 5) {
        kink_curve c = kink_any(n, false, &seed);
        double u[KINK_VARIABLES];
        for (int j = 0; j < n; j++) {
            u[j] = random_signed(&seed);
        }
        rdg_problem *p = rdg_problem_create(ctx);
        assert_ok(ctx, rdg_add_variables(p, "u", n, u));
        assert_ok(
            ctx,
            rdg_add_zero(
                p, &(rdg_function){.name = "g", .n = n, .m = n - 1, .f = kink_f, .df = kink_df, .data = &c},
                RDG_ALL));
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-6));
        rdg_problem_free(p);
    }
}

/* x^2 = p: a smooth fold, at p = 0 exactly, from any start and by any step, is FP, and nothing speaks of a
 * kink.
 */
static int parabola(rdg_index n, const double *u, rdg_index m, double *f, void *data)
{
    const double *scale = data;
    (void)n;
    (void)m;
    f[0] = u[0] * u[0] - *scale * u[1];
    return 0;
}

static void listen(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    *(bool *)data = *(bool *)data || strstr(text, "kink");
}

static void a_smooth_fold_at_zero_is_on_no_kink(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 9;
    bool speaks_of_kink = false;
    rdg_set_writer(ctx, listen, &speaks_of_kink);
    for (int i = 0; i < 200; i++) {
        campaign_run run = {.place = 1};
        double scale = pow(10, 1 + random_signed(&seed));
        const double h = pow(10, kink_between(&seed, -2, -0.3)),
                     x = i % 2 ? -0.9 : kink_between(&seed, -1, -0.1);
        const double u[] = {x, x * x / scale};
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "u", 2, u);
        rdg_add_zero(p,
                     &(rdg_function){
                         .name = "g", .n = 2, .m = 1, .f = parabola, .by_differences = true, .data = &scale},
                     RDG_ALL);
        rdg_add_parameter(p, "p", "u", 1);
        assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("p"), RDG_WINDOW("p", -1, 1.1 * u[1]), RDG_NO_TABLE,
                                    RDG_NO_FOLDER, RDG_STEP(h, 1e-6, h), RDG_OBSERVE(campaign_watch, &run),
                                    RDG_EXPECT_EARLY_END));
        if (run.count != 1) {
            print_error("case %d: x %g, scale %g, steps of %g: %d special points\n", i, x, scale, h,
                        run.count);
        }
        assert_int_equal(run.count, 1);
        assert_string_equal(run.type[0], "FP");
        assert_near(run.at[0], 0, 0, 1e-9);
        assert_false(speaks_of_kink);
        rdg_problem_free(p);
    }
    rdg_set_writer(ctx, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(derivatives_are_right), TEST(kinks_of_plane_curves_are_where_they_are),
        TEST(kinks_among_12_variables_are_where_they_are),
        TEST(kinks_seen_through_differences_are_where_they_are), TEST(a_smooth_fold_at_zero_is_on_no_kink)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
