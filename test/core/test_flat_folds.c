/* Folds as flat as those of x^4, x^6 and x^8: around them the parameter's slope is nothing but rounding, and
 * yet each is found once, or said. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "plane_curve.h"
#include "scratch.h"
#include "turned.h"

enum { CASES = 300 };

typedef struct flat {
    int power;
    double scale;
} flat;

static int curve(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const flat *k = data;
    y[0] = u[1] - k->scale * pow(u[0], k->power);
    return 0;
}

static int curve_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const flat *k = data;
    values[0] = -k->scale * k->power * pow(u[0], k->power - 1);
    values[1] = 1.0;
    return 0;
}

static size_t times_said(const char *words)
{
    size_t count = 0;
    for (const char *at = strstr(scratch_said, words); at; at = strstr(at + 1, words)) {
        count++;
    }
    return count;
}

/* A random case; the folds that were found or said. */
static size_t folds_of(rdg_context *ctx, int i, double nearest, uint64_t *seed)
{
    flat k = {.power = i % 6 + 3, .scale = pow(10.0, random_signed(seed))};
    const double far = nearest > 0.0 ? nearest + (1.0 - nearest) * fabs(random_signed(seed))
                       : i % 10      ? pow(10.0, -3.0 + 2.9 * random_signed(seed))
                                     : 0.0;
    const double x = i % 2 ? -far : far;
    const double y = k.scale * pow(x, k.power);
    const double h_max = pow(10.0, -1.25 + 0.75 * random_signed(seed));
    rdg_problem *p = plane_curve(ctx, curve, i / 6 % 2 ? curve_gradient : NULL, &k, x, y);
    harvest h = {0};
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_continue(p, "flat", RDG_RELEASE("y"), RDG_WINDOW("X", -1.1, 1.1),
                                RDG_MAX_POINTS(20000), RDG_STEP(h_max, 1e-6, h_max), HARVEST_ONLY(&h)));
    const size_t rows = (size_t)h.summary.folds;
    const size_t said = times_said("fold was found") + times_said("type FP") + times_said("starts on a fold");
    const size_t expected = k.power % 2 ? 0 : 1;
    if (rows + said != expected) {
        print_error("x^%d scale %g from %g, steps of %g: %zu rows, said %zu times\n%s", k.power, k.scale, x,
                    h_max, rows, said, scratch_said);
    }
    harvest_clear(&h);
    rdg_problem_free(p);
    return rows + said == expected ? rows : 1000000;
}

static void a_flat_fold_is_found_once_or_said_and_an_inflection_is_none(void **state)
{
    uint64_t seed = 3;
    size_t rows = 0;
    for (int i = 0; i < CASES; i++) {
        rows += folds_of(*state, i, 0.2, &seed);
    }
    assert_true(rows < 1000000);
    assert_true(rows >= 145); /* all of the 150 but those on which a step ends */
}

static void a_start_on_a_flat_fold_or_next_to_it_is_said(void **state)
{
    uint64_t seed = 7;
    for (int i = 0; i < CASES; i++) {
        assert_true(folds_of(*state, i, 0.0, &seed) < 1000000);
    }
}

typedef struct power {
    int power;
    double scale, shift;
} power;

static double even(const void *of, double z, double *slope)
{
    const power *k = of;
    if (slope) {
        *slope = k->scale * k->power * pow(z - k->shift, k->power - 1);
    }
    return k->scale * pow(z - k->shift, k->power);
}

/* Is its fold one row, without a word, where it is? */
static bool is_one_row(rdg_context *ctx, int i, uint64_t *seed)
{
    power of = {.power = 4 + 2 * (i % 3), .scale = pow(10.0, random_signed(seed))};
    of.scale *= i % 2 ? 1.0 : -1.0;
    of.shift = 3.0 * random_signed(seed);
    turned k = turned_draw(1 + i % TURNED_MOST, seed);
    k.g = even;
    k.of = &of;
    const bool exact = i % 7 < 4;
    const double far = (i % 4 < 2 ? 1.0 : -1.0) * (0.6 + 0.4 * random_signed(seed));
    const double h_max = pow(10.0, -1.25 + 0.75 * random_signed(seed));
    rdg_problem *p = turned_problem(ctx, &k, of.shift + far, exact);
    harvest h = {0};
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_continue(p, "even", RDG_RELEASE("y"), RDG_WINDOW("X", of.shift - 1.1, of.shift + 1.1),
                                RDG_MAX_POINTS(20000), RDG_STEP(h_max, 1e-6, h_max), HARVEST_ONLY(&h)));
    double at = INFINITY;
    for (size_t c = 0; c < h.count; c++) {
        at = strcmp(h.chart[c].type, "FP") == 0 ? harvest_mu(&h, &h.chart[c], "X") : at;
    }
    const double off = fabs(at - of.shift);
    const double flat = pow((exact ? 1e-10 : 1e-7) / fabs(of.scale), 1.0 / (of.power - 1));
    const bool good = harvest_count(&h, "FP") == 1 && h.summary.folds == 1 && !scratch_said[0] && off <= flat;
    if (!good) {
        print_error(
            "case %d: (z - %g)^%d, %d states, from %g, steps %g, %s df: %zu FP, off by %g of %g, \"%s\"\n", i,
            of.shift, of.power, k.n, far, h_max, exact ? "with" : "without", harvest_count(&h, "FP"), off,
            flat, scratch_said);
    }
    harvest_clear(&h);
    rdg_problem_free(p);
    return good;
}

static void a_fold_of_an_even_power_is_a_row_in_any_number_of_dimensions(void **state)
{
    uint64_t seed = 11;
    for (int i = 0; i < CASES; i++) {
        assert_true(is_one_row(*state, i, &seed));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_flat_fold_is_found_once_or_said_and_an_inflection_is_none),
        SCRATCH_TEST(a_start_on_a_flat_fold_or_next_to_it_is_said),
        SCRATCH_TEST(a_fold_of_an_even_power_is_a_row_in_any_number_of_dimensions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
