/* Dense output: columns between the rows lie on the exact curve, to the error that is stated. */
#define _XOPEN_SOURCE 700

#include "dense_follow.h"
#include "dense_random.h"
#include "scratch.h"

#include <sqlite3.h>

static const double rounding = 1e-9; /* rows are solved to this residual */

static double chord(const double *values, double place)
{
    const rdg_index row = (rdg_index)place;
    const double f = place - (double)row;
    return f > 0.0 ? values[row] + f * (values[row + 1] - values[row]) : values[row];
}

static void compare(rdg_run *run, const dense_case *c)
{
    const double *x = rdg_run_column(run, "x"), *A = rdg_run_column(run, "A");
    double largest = 0.0, stated = 0.0, of_chords = 0.0;
    for (int i = 0; i <= PLACES; i++) {
        const double place = (double)(rdg_run_count(run) - 1) * i / PLACES;
        double value[2];
        const distance d = at_place(run, c, place, &value[0], &value[1]);
        if (!(d.is <= d.stated + rounding)) {
            print_error("%s at %g: off by %g, stated %g\n", c->name, place, d.is, d.stated);
            fail();
        }
        largest = fmax(largest, d.is);
        stated += d.stated / PLACES;
        of_chords += from_curve(c, chord(x, place), chord(A, place), 0.0, 0.0).is / PLACES;
    }
    assert_true(largest < (c->is_singular ? 1e-3 : 3e-5));
    assert_true(stated < (c->is_singular ? 0.1 : 0.05) * of_chords);
}

static void columns_lie_on_the_exact_curve(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < N_DENSE_CASES; k++) {
        for (uint64_t seed = 0; seed < 3; seed++) { /* variables as they are; turned; many of them, turned */
            const dense_case *c = &dense_cases[k];
            rdg_run *run = dense_follow(ctx, c, seed == 2 ? MOST_VARIABLES : c->n, seed, true);
            compare(run, c);
            rdg_run_free(run);
            if (c->is_singular) { /* notes of the point at which branches touch */
                assert_null(strstr(scratch_said, "warning"));
                scratch_said[0] = '\0';
            }
        }
    }
    assert_string_equal(scratch_said, "");
}

static void random_curves_are_met(void **state)
{
    dense_tally tally = {0};
    for (int i = 0; i < 40; i++) {
        dense_random_curve(*state, i, 3, &tally);
    }
    assert_int_equal(tally.beyond, 0);
    assert_int_equal(tally.unknown, 0);
    assert_true(tally.is < 0.01 * tally.chords && tally.stated < 0.06 * tally.chords);
}

static void rows_are_the_same_and_have_no_error(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < N_DENSE_CASES; k++) {
        const dense_case *c = &dense_cases[k];
        rdg_run *plain = dense_follow(ctx, c, c->n, 5, false), *dense = dense_follow(ctx, c, c->n, 5, true);
        assert_int_equal(rdg_run_count(plain), rdg_run_count(dense));
        static const char *const column[] = {"x", "A", "norm", "u[0]"};
        for (rdg_index row = 0; row < rdg_run_count(plain); row++) {
            for (int i = 0; i < 4; i++) {
                double value = NAN, error = NAN;
                assert_ok(ctx, rdg_run_interpolate(dense, column[i], (double)row, &value, &error));
                assert_true(value == rdg_run_column(plain, column[i])[row] && error == 0.0);
            }
        }
        double value = 17.0;
        assert_int_equal(rdg_run_interpolate(plain, "A", 0.5, &value), RDG_ERR_ARGUMENT);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "has no dense output: give RDG_DENSE_OUTPUT");
        assert_int_equal(rdg_run_interpolate(dense, "time", 0.5, &value), RDG_ERR_ARGUMENT);
        assert_failed(ctx, RDG_ERR_ARGUMENT,
                      "\"time\" has values on rows only; between them there are: norm, x");
        assert_int_equal(rdg_run_interpolate(dense, "A", (double)rdg_run_count(dense), &value),
                         RDG_ERR_ARGUMENT);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "its rows are 0 to");
        assert_true(value == 17.0);
        rdg_run_free(plain);
        rdg_run_free(dense);
    }
}

/* Two residuals for each row at most, and Jacobians only where an event was located. */
static void it_costs_two_residuals_a_row(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < N_DENSE_CASES; k++) {
        const dense_case *c = &dense_cases[k];
        rdg_run_summary summary[2];
        for (int is_dense = 0; is_dense < 2; is_dense++) {
            rdg_problem *p = dense_problem(ctx, c, c->n, 5);
            assert_ok(ctx, rdg_continue(p, "cost", RDG_RELEASE("x"), RDG_WINDOW("x", c->low, c->high),
                                        RDG_IN_MEMORY, is_dense ? RDG_DENSE_OUTPUT : RDG_IN_MEMORY,
                                        RDG_SUMMARY(&summary[is_dense]), RDG_NO_TABLE, RDG_EXPECT_EARLY_END));
            rdg_problem_free(p);
        }
        const rdg_timing *a = &summary[0].timing, *b = &summary[1].timing;
        rdg_run *run = rdg_run_open(ctx, "cost");
        long special = 0;
        for (rdg_index row = 0; row < rdg_run_count(run); row++) {
            special += *rdg_run_type(run, row) != '\0';
        }
        assert_in_range(b->residuals - a->residuals, 1, 2 * (summary[1].points - 1));
        assert_in_range(b->jacobians - a->jacobians, 0, 2 * special);
        rdg_run_free(run);
    }
}

/* Along the places the curve goes on in one direction, also round the folds. */
static void it_never_goes_back(void **state)
{
    rdg_context *ctx = *state;
    const dense_case *ring = &dense_cases[3];
    rdg_run *run = dense_follow(ctx, ring, ring->n, 3, true);
    double x = NAN, A = NAN, before = NAN, turned = 0.0;
    for (int i = 0; i <= 20 * PLACES; i++) {
        at_place(run, ring, (double)(rdg_run_count(run) - 1) * i / (20 * PLACES), &x, &A);
        const double angle = atan2(A, x), step = remainder(angle - before, 2.0 * 3.14159265358979323846);
        if (i > 0) {
            assert_true(turned * step >= 0.0);
            turned += step;
        }
        before = angle;
    }
    assert_true(fabs(turned) > 6.2);
    rdg_run_free(run);
    /* omega of an oscillator goes back between the two folds only */
    const dense_case *duffing = &dense_cases[0];
    run = dense_follow(ctx, duffing, duffing->n, 0, true);
    int turns = 0;
    double last = 0.0, direction = 0.0;
    for (int i = 0; i <= 20 * PLACES; i++) {
        at_place(run, duffing, (double)(rdg_run_count(run) - 1) * i / (20 * PLACES), &x, &A);
        turns += i > 1 && (x - last) * direction < 0.0;
        direction = i > 0 ? x - last : 0.0;
        last = x;
    }
    assert_int_equal(turns, 2);
    rdg_run_free(run);
}

/* The greatest x of the roof is its ridge, and none beside it is greater. */
static void kinks_stay_sharp(void **state)
{
    rdg_context *ctx = *state;
    const dense_case *roof = &dense_cases[4];
    for (uint64_t seed = 0; seed < 4; seed++) {
        rdg_run *run = dense_follow(ctx, roof, roof->n, seed, true);
        const rdg_index kink = rdg_run_find(run, "FK", 0);
        assert_true(kink > 0);
        for (int i = -PLACES; i <= PLACES; i++) {
            double x = NAN, A = NAN;
            at_place(run, roof, (double)kink + (double)i / PLACES, &x, &A);
            assert_true(x <= rdg_run_column(run, "x")[kink] + 1e-8);
        }
        rdg_run_free(run);
    }
}

/* Amplitudes at an antiresonance: the least value between the rows is that of the exact curve. */
static void antiresonances_are_met(void **state)
{
    rdg_context *ctx = *state;
    const dense_case *absorber = &dense_cases[2];
    rdg_run *run = dense_follow(ctx, absorber, absorber->n, 1, true);
    double least = INFINITY, low = 0.0, x = NAN, A = NAN;
    for (int i = 0; i <= 50 * PLACES; i++) {
        at_place(run, absorber, (double)(rdg_run_count(run) - 1) * i / (50 * PLACES), &x, &A);
        least = fmin(least, A);
    }
    assert_ok(ctx, rdg_run_range(run, "A", &low, NULL));
    assert_near(least, 1e-4, 0.01, 0.0);
    assert_true(low > 10.0 * least);
    rdg_run_free(run);
}

static void execute(const char *statement)
{
    char path[300];
    sqlite3 *database = NULL;
    snprintf(path, sizeof path, "%s/ring.db", scratch_folder);
    assert_int_equal(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

/* In a file: what is damaged is reported; what is missing has no value. */
static void damage_is_reported(void **state)
{
    static const char *const harm[] = {"update dense set value = zeroblob(length(value)) where point = 3",
                                       "update dense set error = zeroblob(8) where point = 3",
                                       "update dense set edge = zeroblob(8) where point = 3",
                                       "update dense set checksum = checksum + 1 where point = 3"};
    rdg_context *ctx = *state;
    const dense_case *ring = &dense_cases[3];
    for (size_t k = 0; k <= sizeof harm / sizeof *harm; k++) {
        const bool is_missing = k == sizeof harm / sizeof *harm;
        rdg_problem *p = dense_problem(ctx, ring, ring->n, 0);
        assert_ok(ctx, rdg_continue(p, "ring", RDG_RELEASE("x"), RDG_NO_TABLE, RDG_DENSE_OUTPUT));
        rdg_problem_free(p);
        execute(is_missing ? "delete from dense where point = 3" : harm[k]);
        rdg_run *run = rdg_run_open(ctx, "ring");
        double value = 17.0, error = 17.0;
        const double place = (double)rdg_run_find(run, "EP", 0) + 2.5;
        const rdg_status status = rdg_run_interpolate(run, "A", place, &value, &error);
        if (is_missing) {
            assert_ok(ctx, status);
            assert_true(isnan(value) && isnan(error));
        } else {
            assert_int_equal(status, RDG_ERR_FORMAT);
            assert_failed(ctx, RDG_ERR_FORMAT, "is damaged: the curve at point ");
            assert_true(value == 17.0);
        }
        rdg_run_free(run);
    }
}

static void surfaces_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = dense_problem(ctx, &dense_cases[3], 2, 0);
    assert_int_equal(rdg_continue(p, "ring", RDG_RELEASE("x"), RDG_COVER, RDG_DENSE_OUTPUT),
                     RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_DENSE_OUTPUT is for curves");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(columns_lie_on_the_exact_curve),
        SCRATCH_TEST(random_curves_are_met),
        SCRATCH_TEST(rows_are_the_same_and_have_no_error),
        SCRATCH_TEST(it_costs_two_residuals_a_row),
        SCRATCH_TEST(it_never_goes_back),
        SCRATCH_TEST(kinks_stay_sharp),
        SCRATCH_TEST(antiresonances_are_met),
        SCRATCH_TEST(damage_is_reported),
        SCRATCH_TEST(surfaces_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
