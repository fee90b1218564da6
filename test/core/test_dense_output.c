/* Dense output: columns between the rows lie on the exact curve, to the error that is stated. */
#define _XOPEN_SOURCE 700

#include "dense_random.h"
#include "plot_impl.h"
#include "run_data_impl.h"
#include "scratch.h"

#include <sqlite3.h>

enum { PLACES = 1000 };

static const double rounding = 1e-9; /* rows are solved to this residual */

static rdg_run *follow(rdg_context *ctx, const dense_case *c, rdg_index n, uint64_t seed, bool is_dense)
{
    rdg_problem *p = dense_problem(ctx, c, n, seed);
    assert_ok(ctx,
              rdg_continue(p, c->name, RDG_RELEASE("x"), RDG_WINDOW("x", c->low, c->high), RDG_IN_MEMORY,
                           is_dense ? RDG_DENSE_OUTPUT : RDG_IN_MEMORY, RDG_NO_TABLE, RDG_EXPECT_EARLY_END));
    rdg_problem_free(p);
    rdg_run *run = rdg_run_open(ctx, c->name);
    assert_ok(ctx, rdg_error_status(ctx));
    return run;
}

/* Distance from the exact curve in the plane of x and A, about, and what the stated errors allow. */
typedef struct distance {
    double is, stated;
} distance;

static distance from_curve(const dense_case *c, double x, double A, double x_error, double A_error)
{
    const double h = 1e-6;
    const double of_x = (c->relation(x + h, A) - c->relation(x - h, A)) / (2.0 * h);
    const double of_A = (c->relation(x, A + h) - c->relation(x, A - h)) / (2.0 * h);
    const double length = hypot(of_x, of_A);
    return (distance){fabs(c->relation(x, A)) / length,
                      (fabs(of_x) * x_error + fabs(of_A) * A_error) / length};
}

static distance at_place(rdg_run *run, const dense_case *c, double place, double *x, double *A)
{
    double x_error = NAN, A_error = NAN;
    assert_int_equal(rdg_run_interpolate(run, "x", place, x, &x_error), RDG_OK);
    assert_int_equal(rdg_run_interpolate(run, "A", place, A, &A_error), RDG_OK);
    return from_curve(c, *x, *A, x_error, A_error);
}

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
            rdg_run *run = follow(ctx, c, seed == 2 ? MOST_VARIABLES : c->n, seed, true);
            compare(run, c);
            rdg_run_free(run);
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
        rdg_run *plain = follow(ctx, c, c->n, 5, false), *dense = follow(ctx, c, c->n, 5, true);
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
    rdg_run *run = follow(ctx, ring, ring->n, 3, true);
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
    run = follow(ctx, duffing, duffing->n, 0, true);
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
        rdg_run *run = follow(ctx, roof, roof->n, seed, true);
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
    rdg_run *run = follow(ctx, absorber, absorber->n, 1, true);
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

/* A = sin 3 x, and more behind x = 0.7 */
static int broken_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[0] - sin(3.0 * u[1]) - (u[1] > 0.7 ? *(double *)data : 0.0);
    return 0;
}

static rdg_run *follow_broken(rdg_context *ctx, double *jump)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.0, 0.0});
    rdg_add_zero(p,
                 &(rdg_function){
                     .name = "f", .n = 2, .m = 1, .f = broken_residual, .by_differences = true, .data = jump},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 1);
    rdg_add_parameter(p, "A", "u", 0);
    assert_ok(ctx, rdg_continue(p, "broken", RDG_RELEASE("x"), RDG_RELEASE("A"), RDG_WINDOW("x", 0, 2),
                                RDG_IN_MEMORY, RDG_NO_TABLE, RDG_DENSE_OUTPUT));
    rdg_problem_free(p);
    return rdg_run_open(ctx, "broken");
}

/* What is drawn of a run: lines of data for gnuplot, empty ones between parts. */
static char drawn[1 << 18];

static void draw(rdg_context *ctx, rdg_run *run, const rdg_plot_item *item)
{
    rdg_plot_curve curve = {.item = item, .run = run, .n = rdg_run_count(run), .factor = {1.0, 1.0, 1.0}};
    rdg_plot_page page = {
        .ctx = ctx, .width = 1200, .height = 900, .n_axes = 2, .curve = &curve, .n_curves = 1};
    const char *const column[] = {item->x, item->y};
    curve.is_dense = rdg_run_read_dense(run, "test");
    for (int k = 0; k < 2; k++) {
        curve.values[k] = rdg_run_column(run, column[k]);
        curve.quantity[k] = rdg_run_dense_quantity(run, curve.values[k]);
        page.axis[k] = (rdg_plot_axis){.least = INFINITY, .most = -INFINITY};
        for (rdg_index i = 0; i < curve.n; i++) {
            page.axis[k].least = fmin(page.axis[k].least, curve.values[k][i]);
            page.axis[k].most = fmax(page.axis[k].most, curve.values[k][i]);
        }
    }
    for (rdg_index i = 0; i < curve.n; i++) {
        rdg_plot_measure_dense(&page, &curve, i);
    }
    memset(drawn, 0, sizeof drawn);
    FILE *file = fmemopen(drawn, sizeof drawn - 1, "w");
    for (rdg_index i = 0; i < curve.n; i++) {
        if (i > 0 && rdg_plot_leaps(&page, &curve, i - 1, i)) {
            fputs("\n", file);
        } else if (i > 0) {
            rdg_plot_between(&page, &curve, i - 1, i, file);
        }
        rdg_plot_point(&page, &curve, i, file);
    }
    fclose(file);
}

/* Nobody sees the polygon that is drawn: it leaves the curve by less than a pixel of 900, at the ends of its
 * sides and in their middle, and it has not many of them. */
static void pictures_show_the_curve(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < N_DENSE_CASES; k++) {
        const dense_case *c = &dense_cases[k];
        rdg_run *run = follow(ctx, c, c->n, 0, true);
        draw(ctx, run, &(rdg_plot_item){.x = "x", .y = "A"});
        double low[2], high[2], before[2] = {NAN, NAN}, at[2], worst = 0.0;
        rdg_run_range(run, "x", &low[0], &high[0]);
        rdg_run_range(run, "A", &low[1], &high[1]);
        int lines = 0;
        for (char *line = strtok(drawn, "\n"); line; line = strtok(NULL, "\n"), lines++) {
            assert_int_equal(sscanf(line, "%lf %lf", &at[0], &at[1]), 2);
            const double x = lines > 0 ? 0.5 * (at[0] + before[0]) : at[0];
            const double A = lines > 0 ? 0.5 * (at[1] + before[1]) : at[1];
            worst = fmax(worst, from_curve(c, x, A, 0.0, 0.0).is);
            memcpy(before, at, sizeof at);
        }
        assert_true(worst < fmin(high[0] - low[0], high[1] - low[1]) / 900.0);
        assert_in_range(lines, rdg_run_count(run), 12 * rdg_run_count(run));
        rdg_run_free(run);
    }
}

static void jumps_stay_gaps(void **state)
{
    rdg_context *ctx = *state;
    for (double jump = 0.01; jump < 1.0; jump *= 30.0) {
        rdg_run *run = follow_broken(ctx, &jump);
        const double *x = rdg_run_column(run, "x");
        const rdg_index rows = rdg_run_count(run);
        rdg_index gaps = 0;
        for (rdg_index row = 0; row + 1 < rows; row++) {
            double value = NAN, error = NAN;
            assert_ok(ctx, rdg_run_interpolate(run, "A", (double)row + 0.5, &value, &error));
            const bool is_gap = x[row] <= 0.7 && x[row + 1] > 0.7;
            assert_true(isnan(value) == is_gap && isnan(error) == is_gap);
            gaps += is_gap;
        }
        assert_int_equal(gaps, 1);
        draw(ctx, run, &(rdg_plot_item){.x = "x", .y = "A"});
        const char *gap = strstr(drawn, "\n\n");
        assert_non_null(gap);
        assert_null(strstr(gap + 1, "\n\n"));
        rdg_run_free(run);
    }
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
        SCRATCH_TEST(pictures_show_the_curve),
        SCRATCH_TEST(jumps_stay_gaps),
        SCRATCH_TEST(damage_is_reported),
        SCRATCH_TEST(surfaces_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
