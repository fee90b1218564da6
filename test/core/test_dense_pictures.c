/* Pictures of dense output: smooth curves, and gaps where the curve jumps. */
#define _XOPEN_SOURCE 700

#include "dense_follow.h"
#include "plot_impl.h"
#include "run_data_impl.h"

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

/* Nobody sees the polygon that is drawn: it leaves the curve by less than a quarter of a pixel of 900, at the
 * ends of its sides and in their middle, and it has not many of them. */
static void pictures_show_the_curve(void **state)
{
    rdg_context *ctx = *state;
    int all = 0;
    for (int k = 0; k < N_DENSE_CASES; k++) {
        const dense_case *c = &dense_cases[k];
        rdg_run *run = dense_follow(ctx, c, c->n, 0, true);
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
        assert_true(worst < 0.25 * fmin(high[0] - low[0], high[1] - low[1]) / 900.0);
        all += lines;
        rdg_run_free(run);
    }
    assert_in_range(all, 500, 1100);
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

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(pictures_show_the_curve), SCRATCH_TEST(jumps_stay_gaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
