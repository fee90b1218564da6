/* Motions that continue from a label do so bit for bit. */
#include "fresh_context.h"
#include "small_sliding.h"

#include <ridgewalk/run_data.h>

#include <string.h>

static const char *const column[] = {"t",          "s",     "lambda", "tau",   "v",
                                     "v_relative", "place", "gamma",  "u_end", "acc_end"};

enum { COLUMNS = sizeof column / sizeof *column };

/* All rows of the run from t on but the first, whose acceleration is not known, have a row of the whole one.
 */
static void assert_continues(rdg_context *ctx, const char *whole, const char *part)
{
    rdg_run *all = rdg_run_open(ctx, whole), *run = rdg_run_open(ctx, part);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_index n = rdg_run_count(run), first = rdg_run_count(all) - n;
    assert_true(n > 20 && first > 20);
    for (int c = 0; c < COLUMNS; c++) {
        assert_memory_equal(rdg_run_column(run, column[c]) + 1, rdg_run_column(all, column[c]) + first + 1,
                            (size_t)(n - 1) * sizeof(double));
    }
    double a[12], b[12]; /* of the last labels */
    for (int k = 0; k < 2; k++) {
        assert_ok(ctx, rdg_run_solution(all, rdg_run_label_of(all, "EP", 1), k ? "increment" : "z", 8, a));
        assert_ok(ctx, rdg_run_solution(run, rdg_run_label_of(run, "EP", 1), k ? "increment" : "z", 8, b));
        assert_memory_equal(a, b, 8 * sizeof *a);
    }
    rdg_run_free(all);
    rdg_run_free(run);
}

/* Sliding, in stick, open; by both schemes; with random forces. */
static void motions_continue_bit_for_bit(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    rdg_index stuck = 0, open = 0, changes = 0;
    for (int trial = 0; trial < 24; trial++) {
        small_case s = plain_case;
        s.stiffness_damping = 1e-6;
        s.mu = 0.2 + 0.6 * fabs(random_signed(&seed));
        s.F = trial % 3 == 2 ? 300.0 : 11.0;
        static const rdg_march_sensor end = {"end", "y", false};
        rdg_march_options o = {.scheme = trial % 2 ? RDG_MARCH_CENTRAL : RDG_MARCH_EXACT,
                               .h = 1e-5,
                               .speed = trial % 3 ? 0.1 : 1.0,
                               .start = 0.2,
                               .until = 0.21,
                               .unilateral = true,
                               .noise = trial % 4 ? 0.5 * (trial % 4) : 0.0,
                               .noise_rate = 2e3,
                               .seed = 5,
                               .record_rate = 2e3,
                               .sensors = 1,
                               .sensor = &end,
                               .in_memory = true,
                               .silent = true};
        rdg_sliding *c = small_sliding(ctx, &s);
        rdg_march_result whole, part, rest;
        assert_ok(ctx, rdg_march(c, "whole", &o, &whole));
        o.until = 0.07 + 1e-5 * trial;
        assert_ok(ctx, rdg_march(c, "part", &o, &part));
        o.until = 0.21;
        o.restart = "part";
        o.label = 2;
        assert_ok(ctx, rdg_march(c, "rest", &o, &rest));
        assert_continues(ctx, "whole", "rest");
        assert_int_equal(part.steps + rest.steps, whole.steps);
        assert_int_equal(part.steps_stuck + rest.steps_stuck, whole.steps_stuck);
        assert_int_equal(part.steps_open + rest.steps_open, whole.steps_open);
        assert_int_equal(part.changes + rest.changes, whole.changes);
        assert_near((part.lambda_mean * (double)part.steps + rest.lambda_mean * (double)rest.steps) /
                        (double)whole.steps,
                    whole.lambda_mean, 1e-12, 0.0);
        stuck += rest.steps_stuck;
        open += rest.steps_open;
        changes += rest.changes;
        rdg_sliding_free(c);
    }
    assert_true(stuck > 1000 && open > 1000 && changes > 100);
}

/* The first label: the motion begins once more. */
static void the_first_label_is_the_beginning(void **state)
{
    rdg_sliding *c = small_sliding(*state, &plain_case);
    rdg_march_options o = {
        .h = 1e-5, .speed = 0.3, .start = 0.2, .until = 0.01, .in_memory = true, .silent = true};
    rdg_march_result whole, again;
    assert_ok(*state, rdg_march(c, "whole", &o, &whole));
    o.restart = "whole";
    o.label = 1;
    assert_ok(*state, rdg_march(c, "again", &o, &again));
    assert_int_equal(again.steps, whole.steps);
    assert_true(again.lambda_max == whole.lambda_max && again.t == whole.t);
}

static void what_does_not_fit_is_refused(void **state)
{
    rdg_context *ctx = *state;
    small_case s = plain_case;
    s.mu = 30.0; /* jams */
    rdg_march_options o = {
        .h = 1e-5, .speed = 0.3, .start = 0.2, .until = 0.02, .in_memory = true, .silent = true};
    assert_ok(ctx, rdg_march(small_sliding(ctx, &s), "jammed", &o, NULL));
    rdg_sliding *c = small_sliding(ctx, &plain_case);
    assert_ok(ctx, rdg_march(c, "known", &o, NULL));
    o.restart = "known";
    o.label = 2;
    assert_int_equal(rdg_march(c, "known", &o, NULL), RDG_ERR_NAME);
    assert_non_null(strstr(rdg_error_message(ctx), "needs another name"));
    rdg_error_clear(ctx);
    const struct {
        const char *run, *said;
        rdg_index label;
        double h, speed, start;
        rdg_march_scheme scheme;
        rdg_status status;
    } wrong[] = {{"known", "made with h = 1e-05", 2, 2e-5, 0.3, 0.2, RDG_MARCH_EXACT, RDG_ERR_ARGUMENT},
                 {"known", "made with speed = 0.3", 2, 1e-5, 0.2, 0.2, RDG_MARCH_EXACT, RDG_ERR_ARGUMENT},
                 {"known", "made with start = 0.2", 2, 1e-5, 0.3, 0.3, RDG_MARCH_EXACT, RDG_ERR_ARGUMENT},
                 {"known", "made with scheme = 0", 2, 1e-5, 0.3, 0.2, RDG_MARCH_CENTRAL, RDG_ERR_ARGUMENT},
                 {"known", "label 7", 7, 1e-5, 0.3, 0.2, RDG_MARCH_EXACT, RDG_ERR_NAME},
                 {"none", "no run \"none\"", 2, 1e-5, 0.3, 0.2, RDG_MARCH_EXACT, RDG_ERR_NAME},
                 {"jammed", "had stopped at t = ", 2, 1e-5, 0.3, 0.2, RDG_MARCH_EXACT, RDG_ERR_ARGUMENT}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        o.h = wrong[i].h;
        o.speed = wrong[i].speed;
        o.start = wrong[i].start;
        o.scheme = wrong[i].scheme;
        rdg_marching *m = rdg_marching_create(c, &o);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(rdg_marching_restart(m, wrong[i].run, wrong[i].label), wrong[i].status);
        assert_non_null(strstr(rdg_error_message(ctx), wrong[i].said));
        rdg_error_clear(ctx);
        rdg_marching_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(motions_continue_bit_for_bit),
                                       TEST(the_first_label_is_the_beginning),
                                       TEST(what_does_not_fit_is_refused)};
    return cmocka_run_group_tests_name("restarted sliding", tests, NULL, NULL);
}
