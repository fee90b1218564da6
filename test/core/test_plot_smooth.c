/* What is drawn between the points of a run: round where the curve is, straight at corners. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"

#include "plot_impl.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180.0;
static char script[1 << 16];

static void write_run(fixture *f, const char *name, int n, const double *x, const double *y, int corner)
{
    const char *const block[] = {"Q"}, *const parameter[] = {"x", "y"};
    const rdg_index start[] = {0, 9};
    const rdg_layout layout = {1, block, start, 2, parameter, fixture_units, NULL};
    rdg_run_store *store = NULL;
    fixture_chart c;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &layout, NULL, 0, &store));
    for (int i = 0; i < n; i++) {
        fixture_fill(&c, i, 0, i == corner ? "PK" : "");
        c.mu[0] = x[i];
        c.mu[1] = y[i];
        assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    }
    rdg_run_store_free(store);
}

/* Largest distance from the unit circle of what is drawn between neighbouring rows; count: of points. */
static double drawn_off_the_circle(fixture *f, const char *name, bool log_axes, int *count)
{
    const rdg_plot_item item = RDG_CURVE(name, "x", "y");
    rdg_run *run = rdg_run_open(f->ctx, name);
    assert_non_null(run);
    rdg_plot_curve curve = {.item = &item, .run = run, .n = rdg_run_count(run), .factor = {1.0, 1.0, 1.0}};
    curve.values[0] = rdg_run_column(run, "x");
    curve.values[1] = rdg_run_column(run, "y");
    rdg_plot_page page = {.width = 1200, .height = 900, .n_axes = 2, .curve = &curve, .n_curves = 1};
    for (int k = 0; k < 2; k++) {
        page.axis[k] = (rdg_plot_axis){
            .least = log_axes ? exp(-1.0) : -1.0, .most = log_axes ? exp(1.0) : 1.0, .log = log_axes};
    }
    memset(script, 0, sizeof script);
    FILE *file = fmemopen(script, sizeof script - 1, "w");
    for (rdg_index i = 1; i < curve.n; i++) {
        rdg_plot_between(&page, &curve, i - 1, i, file);
    }
    fclose(file);
    double worst = 0.0, x = 0.0, y = 0.0;
    *count = 0;
    for (char *line = strtok(script, "\n"); line; line = strtok(NULL, "\n")) {
        assert_int_equal(sscanf(line, "%lf %lf", &x, &y), 2);
        worst = fmax(worst, fabs((log_axes ? hypot(log(x), log(y)) : hypot(x, y)) - 1.0));
        ++*count;
    }
    rdg_run_free(run);
    return worst;
}

static void a_circle_of_few_points_is_drawn_round(void **state)
{
    fixture *f = *state;
    enum { N = 37 };
    double x[N], y[N], X[N], Y[N];
    for (int i = 0; i < N; i++) {
        x[i] = cos(10.0 * i * degree), y[i] = sin(10.0 * i * degree);
        X[i] = exp(x[i]), Y[i] = exp(y[i]);
    }
    int count = 0;
    write_run(f, "circle", N, x, y, -1);
    write_run(f, "powers", N, X, Y, -1);
    /* the polygon is off by 1 - cos(5 degrees) = 3.8e-3 */
    assert_true(drawn_off_the_circle(f, "circle", false, &count) < 6e-4);
    assert_true(count > 2 * N);
    assert_true(drawn_off_the_circle(f, "powers", true, &count) < 6e-4);
}

/* Rows of a run over time as lines; the largest step back in time between two drawn points, of the picture.
 */
static double drawn_back_in_time(fixture *f, const char *name, double end, int *count)
{
    const rdg_plot_item item = RDG_CURVE(name, "x", "y");
    rdg_run *run = rdg_run_open(f->ctx, name);
    assert_non_null(run);
    rdg_plot_curve curve = {.item = &item, .run = run, .n = rdg_run_count(run), .factor = {1.0, 1.0, 1.0}};
    curve.values[0] = rdg_run_column(run, "x");
    curve.values[1] = rdg_run_column(run, "y");
    rdg_plot_page page = {.width = 1200, .height = 900, .n_axes = 2, .curve = &curve, .n_curves = 1};
    page.axis[0] = (rdg_plot_axis){.least = 0.0, .most = end};
    page.axis[1] = (rdg_plot_axis){.least = -2.0, .most = 2.0};
    double back = 0.0;
    *count = 0;
    for (rdg_index i = 1; i < curve.n; i++) {
        memset(script, 0, sizeof script);
        FILE *file = fmemopen(script, sizeof script - 1, "w");
        rdg_plot_between(&page, &curve, i - 1, i, file);
        fclose(file);
        double x = 0.0, y = 0.0, last = curve.values[0][i - 1];
        for (char *line = strtok(script, "\n"); line; line = strtok(NULL, "\n")) {
            assert_int_equal(sscanf(line, "%lf %lf", &x, &y), 2);
            back = fmax(back, (last - x) / end);
            last = x;
            ++*count;
        }
        back = fmax(back, (last - curve.values[0][i]) / end);
    }
    rdg_run_free(run);
    return back;
}

/* Steps of an adaptive integration, short where the motion is fast: no curve goes back in time. */
static void a_time_series_is_drawn_as_a_function_of_time(void **state)
{
    fixture *f = *state;
    enum { N = 60, SERIES = 40 };
    uint64_t seed = 4;
    int drawn = 0;
    for (int k = 0; k < SERIES; k++) {
        double t[N] = {0.0}, y[N] = {0.0};
        char name[32];
        for (int i = 1; i < N; i++) {
            t[i] = t[i - 1] + pow(10.0, 1.0 * random_signed(&seed));
            y[i] = sin(0.3 * t[i]) + 0.5 * cos(1.1 * t[i] + k);
        }
        int count = 0;
        snprintf(name, sizeof name, "series %d", k);
        write_run(f, name, N, t, y, -1);
        assert_true(drawn_back_in_time(f, name, t[N - 1], &count) <= 1e-9);
        drawn += count;
    }
    print_message("%d points between %d rows\n", drawn, N * SERIES);
    assert_true(drawn > N * SERIES / 2); /* still curves, where steps are short against the motion */
}

/* Three rows a period: the data are joined by straight lines, not by curves of limited slopes. */
static void rows_that_are_too_few_are_joined_by_chords(void **state)
{
    fixture *f = *state;
    enum { N = 31 };
    double t[N], y[N], fine[N];
    int count = 0;
    for (int i = 0; i < N; i++) {
        t[i] = (double)i;
        y[i] = 1.5 * sin(2.0 * 180.0 / 3.1 * i * degree);
        fine[i] = 1.5 * sin(2.0 * 180.0 / 31.0 * i * degree);
    }
    write_run(f, "coarse", N, t, y, -1);
    drawn_back_in_time(f, "coarse", t[N - 1], &count);
    assert_int_equal(count, 0);
    write_run(f, "fine", N, t, fine, -1);
    drawn_back_in_time(f, "fine", t[N - 1], &count);
    assert_true(count > N);
}

static void corners_stay_corners(void **state)
{
    fixture *f = *state;
    const double x[5] = {0.0, 0.25, 0.5, 0.75, 1.0}, y[5] = {0.0, 0.4, 0.8, 0.4, 0.0};
    const double bent[5] = {0.0, 0.2, 0.4, 0.45, 0.5};
    int count = 0;
    write_run(f, "peak", 5, x, y, -1); /* turns by more than a smooth curve does */
    drawn_off_the_circle(f, "peak", false, &count);
    assert_int_equal(count, 0);
    write_run(f, "kink", 5, x, bent, 2); /* turns by less, but is a kink by its type */
    drawn_off_the_circle(f, "kink", false, &count);
    assert_int_equal(count, 0);
    write_run(f, "bend", 5, x, bent, -1);
    drawn_off_the_circle(f, "bend", false, &count);
    assert_true(count > 4);
}

/* A run that ended at an event and went on elsewhere: nothing is drawn in between, whichever way it is read.
 */
static void a_leap_is_no_line(void **state)
{
    fixture *f = *state;
    const char *const types[2][2] = {{"TO", "RS"}, {"RS", "MX"}}, *const parameter[] = {"x", "y"};
    const rdg_index start[] = {0, 9};
    const rdg_layout layout = {1, (const char *const[]){"Q"}, start, 2, parameter, fixture_units, NULL};
    for (int turned = 0; turned < 2; turned++) {
        rdg_run_store *store = NULL;
        fixture_chart c;
        assert_ok(f->ctx, fixture_create(f->ctx, turned ? "back" : "forth", &layout, NULL, 0, &store));
        for (int i = 0; i < 4; i++) { /* a leap from row 1 to 2, and none from 2 to 3 */
            fixture_fill(&c, turned ? i - 4 : i, 0, i == 0 ? "" : types[turned][(i + 1) % 2]);
            c.mu[0] = (const double[]){0.0, 0.4, 0.6, 0.601}[i];
            c.mu[1] = 0.5;
            assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
        }
        rdg_run_store_free(store);
        const rdg_plot_item item = RDG_CURVE("x", "x", "y");
        rdg_run *run = rdg_run_open(f->ctx, turned ? "back" : "forth");
        rdg_plot_curve curve = {.item = &item, .run = run, .n = 4, .factor = {1.0, 1.0, 1.0}};
        curve.values[0] = rdg_run_column(run, "x");
        curve.values[1] = rdg_run_column(run, "y");
        rdg_plot_page page = {.width = 1200, .height = 900, .n_axes = 2};
        page.axis[0] = page.axis[1] = (rdg_plot_axis){.least = 0.0, .most = 1.0};
        assert_false(rdg_plot_leaps(&page, &curve, 0, 1));
        assert_true(rdg_plot_leaps(&page, &curve, 1, 2));
        assert_false(rdg_plot_leaps(&page, &curve, 2, 3));
        rdg_run_free(run);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_circle_of_few_points_is_drawn_round),
        TEST(a_time_series_is_drawn_as_a_function_of_time),
        TEST(rows_that_are_too_few_are_joined_by_chords),
        TEST(corners_stay_corners),
        TEST(a_leap_is_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
