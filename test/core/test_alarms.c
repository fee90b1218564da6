/* A curve that turns round must do so at a fold that is reported; if not, it is said, once and with the
 * place. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"
#include "straight_line.h"

enum { CASES = 100, SMOOTH_CASES = 300, WAVES = 4 };

typedef struct model {
    double at, jump; /* something is wrong there, and by so much */
    double size[WAVES], phase[WAVES];
} model;

/* y = x, but less behind the place: the curve itself jumps back. */
static int broken_line(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const model *k = data;
    y[0] = u[1] - u[0] + (u[0] > k->at ? k->jump : 0.0);
    return 0;
}

static int position(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0];
    return 0;
}

static int broken_position(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const model *k = data;
    y[0] = u[0] - (u[0] > k->at ? k->jump : 0.0);
    return 0;
}

static int position_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = 1.0;
    return 0;
}

/* Of another sign than it should be behind the place. */
static int wrong_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const model *k = data;
    values[0] = u[0] > k->at ? -1.0 : 1.0;
    return 0;
}

static int waves(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const model *k = data;
    y[0] = u[1];
    for (int i = 0; i < WAVES; i++) {
        y[0] -= k->size[i] * sin((i + 1.0) * u[0] + k->phase[i]);
    }
    return 0;
}

static double slope(const model *k, double x)
{
    double sum = 0.0;
    for (int i = 0; i < WAVES; i++) {
        sum += k->size[i] * (i + 1.0) * cos((i + 1.0) * x + k->phase[i]);
    }
    return sum;
}

static int waves_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    values[0] = -slope(data, u[0]);
    values[1] = 1.0;
    return 0;
}

static rdg_problem *curve(rdg_context *ctx, model *k,
                          int (*f)(rdg_index, const double *, rdg_index, double *, void *),
                          int (*df)(rdg_index, const double *, rdg_index, double *, void *))
{
    double start[2] = {-1.0, -1.0};
    const rdg_function zero = {.name = "f", .n = 2, .m = 1, .f = f, .df = df, .data = k};
    double miss = 0.0;
    f(2, start, 1, &miss, k);
    start[1] -= miss;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &start[0]);
    rdg_add_variables(p, "y", 1, &start[1]);
    rdg_add_zero(p, &zero, RDG_ALL);
    rdg_add_parameter(p, "y", "y", 0);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static void watch(rdg_context *ctx, rdg_problem *p, model *k,
                  int (*f)(rdg_index, const double *, rdg_index, double *, void *),
                  int (*df)(rdg_index, const double *, rdg_index, double *, void *))
{
    const rdg_function q = {.name = "q", .n = 1, .m = 1, .f = f, .df = df, .data = k};
    assert_ok(ctx, rdg_add_monitor(p, &q, (const rdg_index[]){0}, NULL, RDG_ACTIVE));
}

static model draw(uint64_t *seed)
{
    return (model){.at = 0.5 * random_signed(seed), .jump = pow(10.0, -0.8 + 0.5 * random_signed(seed))};
}

static size_t times(const char *words)
{
    size_t count = 0;
    for (const char *at = scratch_said; (at = strstr(at, words)); at++) {
        count++;
    }
    return count;
}

/* One warning of this kind, and the two values of the parameter in it enclose the place up to some slack. */
static void assert_said_once(const char *parameter, double place, double slack, int which)
{
    double a = NAN, b = NAN;
    char form[64];
    snprintf(form, sizeof form, " between %s = ", parameter);
    const char *at = strstr(scratch_said, form);
    if (times("the curve turns round") != 1 || times("warning") != 1 || !at ||
        sscanf(at + strlen(form), "%lf and %lf", &a, &b) != 2 || fabs(a - place) > slack ||
        fabs(b - place) > slack) {
        print_error("case %d, at %s = %.9g: %s\n", which, parameter, place, scratch_said);
        fail();
    }
    scratch_said[0] = '\0';
}

static void a_parameter_that_jumps_back_is_told_with_its_place(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    for (int i = 0; i < CASES; i++) {
        model k = draw(&seed);
        rdg_problem *p = curve(ctx, &k, straight_line, straight_line_df);
        watch(ctx, p, &k, broken_position, position_gradient);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "jump", RDG_RELEASE("q"), RDG_RELEASE("y"), RDG_WINDOW("y", -1, 1),
                                    RDG_STEP(0.01, 1e-6, 0.04), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.warnings, 1);
        assert_int_equal(harvest_count(&h, "FP"), 0);
        assert_said_once("q", k.at, k.jump + 1e-5, i);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void a_curve_that_jumps_back_is_told_with_its_place(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 2;
    for (int i = 0; i < CASES; i++) {
        model k = draw(&seed);
        rdg_problem *p = curve(ctx, &k, broken_line, straight_line_df);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "jump", RDG_RELEASE("y"), RDG_WINDOW("y", -1, 1),
                                    RDG_STEP(0.01, 1e-6, 0.04), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "FP"), 0);
        assert_said_once("y", k.at, k.jump + 1e-5, i);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* The slope turns over, and the parameter does not: a fold there is not borne out behind it. */
static void a_wrong_derivative_that_makes_a_fold_is_told(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    for (int i = 0; i < CASES; i++) {
        model k = draw(&seed);
        rdg_problem *p = curve(ctx, &k, straight_line, straight_line_df);
        watch(ctx, p, &k, position, wrong_gradient);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "wrong", RDG_RELEASE("q"), RDG_RELEASE("y"), RDG_WINDOW("y", -1, 1),
                                    HARVEST_ONLY(&h)));
        if (i == 0)
            for (size_t q = 0; q < h.count; q++)
                printf("%s %g %g\n", h.chart[q].type, h.chart[q].u[0], h.chart[q].mu[1]);
        if (h.summary.warnings == 0 || times("the curve turns round") != 1 ||
            times("rdg_check_derivatives") != 1) {
            print_error("case %d at %g: %s\n", i, k.at, scratch_said);
            fail();
        }
        scratch_said[0] = '\0';
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* Changes of the slope's sign on a grid that is finer than the folds are close. */
static size_t count_folds(const model *k, double low, double high)
{
    enum { GRID = 20000 };
    size_t count = 0;
    for (int i = 0; i < GRID; i++) {
        const double a = low + (high - low) * i / GRID;
        count += slope(k, a) * slope(k, a + (high - low) / GRID) < 0.0;
    }
    return count;
}

static void smooth_curves_give_no_alarm(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 4;
    for (int i = 0; i < SMOOTH_CASES; i++) {
        model k = {0};
        for (int j = 0; j < WAVES; j++) {
            k.size[j] = pow(10.0, random_signed(&seed) - 0.5);
            k.phase[j] = 3.0 * random_signed(&seed);
        }
        rdg_problem *p = curve(ctx, &k, waves, waves_gradient);
        rdg_add_parameter(p, "x", "x", 0);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "smooth", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("x", -3, 3),
                                    RDG_MAX_POINTS(2000), HARVEST_ONLY(&h)));
        if (*scratch_said || harvest_count(&h, "FP") != count_folds(&k, -3.0, 3.0)) {
            print_error("case %d: %zu folds, not %zu: %s\n", i, harvest_count(&h, "FP"),
                        count_folds(&k, -3.0, 3.0), scratch_said);
            fail();
        }
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* Least values are no maxima, and are none of the folds that nobody asked for. */
static void maxima_are_no_folds(void **state)
{
    rdg_context *ctx = *state;
    model k = {.size = {1.0}};
    rdg_problem *p = curve(ctx, &k, waves, waves_gradient);
    scratch_said[0] = '\0';
    rdg_add_parameter(p, "x", "x", 0);
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "maxima", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("x", -4, 4),
                                RDG_NO_FOLDS, RDG_MAXIMA("y"), HARVEST_ONLY(&h)));
    assert_string_equal(scratch_said, "");
    assert_int_equal(harvest_count(&h, "PM"), 1);
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_parameter_that_jumps_back_is_told_with_its_place),
                                       SCRATCH_TEST(a_curve_that_jumps_back_is_told_with_its_place),
                                       SCRATCH_TEST(a_wrong_derivative_that_makes_a_fold_is_told),
                                       SCRATCH_TEST(smooth_curves_give_no_alarm),
                                       SCRATCH_TEST(maxima_are_no_folds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
