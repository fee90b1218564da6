/* Folds and maxima on kinks are points of their own: FK and PK. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"
#include "turned.h"

enum { CASES = 300 };

/* y = bend |x - at| + tilt (x - at) + curve (x - at)^2, all of it turned round if bend < 0 */
typedef struct roof {
    double at, bend, tilt, curve, jump;
} roof;

static double height(const roof *k, double x)
{
    const double d = x - k->at;
    return k->bend * fabs(d) + k->tilt * d + k->curve * d * d + (d > 0.0 ? k->jump : 0.0);
}

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[1] - height(data, u[0]);
    return 0;
}

static int gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const roof *k = data;
    const double d = u[0] - k->at;
    values[0] = -(copysign(k->bend, k->bend * d) + k->tilt + 2.0 * k->curve * d);
    values[1] = 1.0;
    return 0;
}

static void follow(rdg_context *ctx, roof *k, bool exact, harvest *h)
{
    const rdg_function f = {.name = "f",
                            .n = 2,
                            .m = 1,
                            .f = value,
                            .df = exact ? gradient : NULL,
                            .by_differences = true,
                            .data = k};
    const double x = k->at - 1.0;
    const double y = height(k, x);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &x);
    rdg_add_variables(p, "y", 1, &y);
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "y", "y", 0);
    rdg_add_parameter(p, "x", "x", 0);
    assert_ok(ctx, rdg_continue(p, "roof", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_WINDOW("x", k->at - 1.5, k->at + 1.5), HARVEST_ONLY(h)));
    rdg_problem_free(p);
}

static void find_folds(rdg_context *ctx, bool exact, double near)
{
    uint64_t seed = 1;
    for (int i = 0; i < CASES; i++) {
        roof k = {.at = random_signed(&seed), .bend = 0.5 + 0.45 * random_signed(&seed)};
        k.tilt = 0.9 * k.bend * random_signed(&seed);
        k.bend *= i % 2 ? 1.0 : -1.0;
        k.curve = 0.2 * random_signed(&seed) * (fabs(k.bend) - fabs(k.tilt));
        harvest h = {0};
        follow(ctx, &k, exact, &h);
        if (harvest_count(&h, "FK") != 1) {
            print_error("case %d: %zu FK, %zu FP: at %g bend %g tilt %g curve %g\n", i,
                        harvest_count(&h, "FK"), harvest_count(&h, "FP"), k.at, k.bend, k.tilt, k.curve);
        }
        assert_int_equal(harvest_count(&h, "FK"), 1);
        assert_int_equal(harvest_count(&h, "FP"), 0);
        assert_near(harvest_nth(&h, "FK", 0)->u[0], k.at, 0, near);
        assert_int_equal(h.summary.folds, 1);
        assert_int_equal(h.summary.kink_folds, 1);
        harvest_clear(&h);
    }
    assert_string_equal(scratch_said, "");
}

static void a_fold_on_a_kink_is_a_row(void **state)
{
    find_folds(*state, true, 5e-9);
}

/* Differences average over the kink, but the fold is where it is. */
static void it_is_one_without_derivatives(void **state)
{
    find_folds(*state, false, 5e-9);
}

static double turned_roof(const void *of, double z, double *slope)
{
    const roof *k = of;
    const double d = z - k->at;
    if (slope) {
        *slope = copysign(k->bend, k->bend * d) + k->tilt + 2.0 * k->curve * d;
    }
    return height(k, z);
}

/* The same in several dimensions, from one side of the kink to behind the other. */
static void follow_turned(rdg_context *ctx, const roof *of, turned *k, int side, bool exact, double h_max,
                          harvest *h)
{
    k->g = turned_roof;
    k->of = of;
    rdg_problem *p = turned_problem(ctx, k, of->at + side, exact);
    assert_ok(ctx, rdg_continue(p, "roof", RDG_RELEASE("y"), RDG_WINDOW("X", of->at - 1.1, of->at + 1.1),
                                RDG_MAX_POINTS(20000),
                                h_max > 0.0 ? RDG_STEP(h_max, 1e-6, h_max) : RDG_NO_FOLDER, HARVEST_ONLY(h)));
}

/* Its only fold on a kink, where that is. */
static void check_place(const roof *of, const harvest *h)
{
    const harvested *fold = harvest_nth(h, "FK", 0);
    assert_near(harvest_mu(h, fold, "X"), of->at, 0, fmax(5e-9, 4.0 * fold->interval));
}

/* Random coordinates and steps. */
static void a_fold_on_a_kink_is_a_row_in_any_number_of_dimensions(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 4;
    for (int i = 0; i < CASES; i++) {
        roof of = {.at = 3.0 * random_signed(&seed), .bend = 0.4 + 0.3 * random_signed(&seed)};
        of.tilt = 0.9 * of.bend * random_signed(&seed);
        of.bend *= i % 2 ? 1.0 : -1.0;
        of.curve = 0.2 * random_signed(&seed) * (fabs(of.bend) - fabs(of.tilt));
        turned k = turned_draw(1 + i % TURNED_MOST, &seed);
        const double h_max = pow(10.0, -1.5 + 0.75 * random_signed(&seed));
        harvest h = {0};
        follow_turned(ctx, &of, &k, i % 4 < 2 ? 1 : -1, i % 3 == 0, h_max, &h);
        if (harvest_count(&h, "FK") != 1 || harvest_count(&h, "FP") != 0 || scratch_said[0]) {
            print_error("case %d: bend %g tilt %g, %d states, steps %g: %zu FK, %zu FP; %s\n", i, of.bend,
                        of.tilt, k.n, h_max, harvest_count(&h, "FK"), harvest_count(&h, "FP"), scratch_said);
        }
        assert_int_equal(harvest_count(&h, "FK"), 1);
        assert_int_equal(harvest_count(&h, "FP"), 0);
        const harvested *fold = harvest_nth(&h, "FK", 0);
        assert_true(fold->interval > 0.0 && fold->interval < 1e-6);
        check_place(&of, &h);
        rdg_problem_free(h.p);
        harvest_clear(&h);
    }
    assert_string_equal(scratch_said, "");
}

/* Kinks at which the curve turns by more than a right angle, up to 175 degrees, with and without derivatives:
 * it goes on in one way only, and ends in the window. */
static void a_sharp_kink_is_got_over(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    int blurred = 0; /* with differences: said, or taken for a smooth one */
    for (int i = 0; i < CASES; i++) {
        roof of = {.at = 3.0 * random_signed(&seed), .bend = pow(10.0, 0.65 + 0.65 * random_signed(&seed))};
        of.tilt = 0.7 * of.bend * random_signed(&seed);
        of.bend *= i % 2 ? 1.0 : -1.0;
        turned k = turned_draw(1 + i % TURNED_MOST, &seed);
        harvest h = {0};
        follow_turned(ctx, &of, &k, i % 4 < 2 ? 1 : -1, i % 3 > 0, 0.0, &h);
        const size_t smooth = harvest_count(&h, "FP");
        const size_t rows = harvest_count(&h, "FK") + smooth;
        assert_true(h.summary.covered);
        if (rows + (strstr(scratch_said, "type FP between") != NULL) != 1 || (rows == 1 && scratch_said[0])) {
            print_error("case %d: bend %g tilt %g, %d states: %zu; %s\n", i, of.bend, of.tilt, k.n, rows,
                        scratch_said);
            fail();
        }
        if (rows == 1 && smooth == 0) {
            check_place(&of, &h);
        }
        blurred += rows == 0 || smooth == 1;
        assert_true(i % 3 == 0 || (rows == 1 && smooth == 0));
        scratch_said[0] = '\0';
        rdg_problem_free(h.p);
        harvest_clear(&h);
    }
    assert_in_range(blurred, 0, 45); /* of 100 */
}

/* A curve that jumps has no fold there, and the jump is told. */
static void a_jump_is_no_fold(void **state)
{
    rdg_context *ctx = *state;
    for (int i = 0; i < 6; i++) {
        roof k = {.at = 0.3, .bend = 0.2, .tilt = 0.05, .jump = pow(10.0, -2.0 - i)};
        harvest h = {0};
        scratch_said[0] = '\0';
        follow(ctx, &k, true, &h);
        assert_int_equal(harvest_count(&h, "FK") + harvest_count(&h, "FP"), 0);
        assert_int_equal(h.summary.folds, 0);
        assert_non_null(strstr(scratch_said, "the curve jumps from y = "));
        harvest_clear(&h);
    }
}

/* The same curves with x released: what was a fold is a maximum of y, or a minimum, which counts for nothing.
 */
static void a_maximum_on_a_kink_is_a_row(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 2;
    for (int i = 0; i < CASES; i++) {
        roof k = {.at = 0.3 * random_signed(&seed), .bend = 0.5 + 0.45 * random_signed(&seed)};
        k.tilt = 0.7 * k.bend * random_signed(&seed);
        k.curve = i % 3 ? 0.1 * (k.bend - fabs(k.tilt)) : -0.6 * (k.bend + fabs(k.tilt));
        k.bend *= i % 2 ? 1.0 : -1.0;
        const rdg_function f = {.name = "f", .n = 2, .m = 1, .f = value, .df = gradient, .data = &k};
        const double x = -1.2;
        const double y = height(&k, x);
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "x", 1, &x);
        rdg_add_variables(p, "y", 1, &y);
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_parameter(p, "x", "x", 0);
        rdg_add_parameter(p, "y", "y", 0);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "top", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_MAXIMA("y"),
                                    RDG_WINDOW("x", -1.2, 1.2), HARVEST_ONLY(&h)));
        /* smooth maxima where the slope of either side vanishes on that side */
        size_t smooth = 0;
        for (int side = -1; side <= 1; side += 2) {
            const double d = -(side * k.bend + k.tilt) / (2.0 * k.curve);
            const bool inside = side * d > 0.0 && fabs(k.at + d) < 1.2;
            smooth += k.curve < 0.0 && inside;
        }
        if (harvest_count(&h, "PM") != smooth) {
            print_error("case %d: %zu PM, not %zu; at %g bend %g tilt %g curve %g\n", i,
                        harvest_count(&h, "PM"), smooth, k.at, k.bend, k.tilt, k.curve);
        }
        assert_int_equal(harvest_count(&h, "PM"), smooth);
        assert_int_equal(harvest_count(&h, "PK"), k.bend < 0.0);
        if (k.bend < 0.0) {
            assert_near(harvest_nth(&h, "PK", 0)->u[0], k.at, 0, 5e-9);
        }
        assert_int_equal(h.summary.folds, 0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
    assert_string_equal(scratch_said, "");
}

/* y = bend sqrt(d^2 + width^2) + tilt d, d = x - at: a kink that is rounded off, too narrow to be seen */
typedef struct narrow {
    double at, bend, tilt, width;
} narrow;

static double narrow_slope(const narrow *k, double x)
{
    const double d = x - k->at;
    return k->tilt + k->bend * d / hypot(d, k->width);
}

static int narrow_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const narrow *k = data;
    const double d = u[0] - k->at;
    y[0] = u[1] - k->bend * hypot(d, k->width) - k->tilt * d;
    return 0;
}

static int narrow_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    values[0] = -narrow_slope(data, u[0]);
    values[1] = 1.0;
    return 0;
}

static int narrow_bending(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                          void *data)
{
    (void)n;
    (void)m;
    const narrow *k = data;
    const double across = k->width / hypot(u[0] - k->at, k->width);
    values[0] = -lambda[0] * k->bend * across * across * across / k->width;
    return 0;
}

/* Newton's method comes to rest there wherever it is, as the slope changes by any amount within the last
 * digits of x. Whether the fold is told as a smooth one or as one on a kink: a smooth one has no slope. */
static void what_is_told_as_a_smooth_fold_has_no_slope(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    for (int i = 0; i < 2 * CASES; i++) {
        narrow k = {.at = random_signed(&seed), .bend = 0.5 + 0.45 * random_signed(&seed)};
        k.tilt = 0.95 * k.bend * random_signed(&seed);
        k.bend *= i % 2 ? 1.0 : -1.0;
        const bool wide = i % 4 == 0; /* Newton's method has it, without enclosure */
        k.width = wide ? 0.2 : pow(10.0, -12.0 + 3.0 * random_signed(&seed));
        const rdg_function f = {.name = "f",
                                .n = 2,
                                .m = 1,
                                .f = narrow_value,
                                .df = narrow_gradient,
                                .d2f = narrow_bending,
                                .data = &k};
        const double x = k.at - 1.0 - 0.2 * random_signed(&seed);
        const double y = k.bend * hypot(x - k.at, k.width) + k.tilt * (x - k.at);
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "x", 1, &x);
        rdg_add_variables(p, "y", 1, &y);
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_parameter(p, "y", "y", 0);
        rdg_add_parameter(p, "x", "x", 0);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "roof", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                    RDG_WINDOW("x", k.at - 1.5, k.at + 1.5), HARVEST_ONLY(&h)));
        const size_t smooth = harvest_count(&h, "FP");
        assert_int_equal(smooth + harvest_count(&h, "FK"), 1);
        assert_true(!wide || (smooth && harvest_nth(&h, "FP", 0)->interval == 0.0));
        const double found = harvest_nth(&h, smooth ? "FP" : "FK", 0)->u[0];
        assert_near(found, k.at, 0, 5e-9 + 100.0 * k.width);
        if (smooth && fabs(narrow_slope(&k, found)) > 0.05 * fabs(k.bend)) {
            print_error("case %d: FP with slope %g; bend %g tilt %g width %g\n", i, narrow_slope(&k, found),
                        k.bend, k.tilt, k.width);
            fail();
        }
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_fold_on_a_kink_is_a_row),
                                       SCRATCH_TEST(it_is_one_without_derivatives),
                                       SCRATCH_TEST(a_fold_on_a_kink_is_a_row_in_any_number_of_dimensions),
                                       SCRATCH_TEST(a_sharp_kink_is_got_over),
                                       SCRATCH_TEST(a_jump_is_no_fold),
                                       SCRATCH_TEST(a_maximum_on_a_kink_is_a_row),
                                       SCRATCH_TEST(what_is_told_as_a_smooth_fold_has_no_slope)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
