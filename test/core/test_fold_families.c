/* Cusps and branch points on curves of folds: families of problems in which their number and place are known,
 * with random coordinates, with either parameter named first, and with derivatives missing. */
#define _XOPEN_SOURCE 700

#include "fold_families.h"
#include "harvest.h"
#include "scratch.h"

enum { TRIALS = 12 };

/* The zero function at every chart, and the place of each special point to so many digits. */
static void check_points(problem *p, const harvest *h, double digits)
{
    for (size_t k = 0; k < h->count; k++) {
        const char *type = h->chart[k].type;
        const bool is_special = strcmp(type, "CP") == 0 || strcmp(type, "BP") == 0;
        double y[MAX_STATES];
        f(p->n + 2, h->chart[k].u, p->n, y, p);
        for (int i = 0; i < p->n; i++) {
            assert_near(y[i], 0.0, 0.0, is_special ? 1e-13 : 1e-9);
        }
        assert_true(!is_special || distance(p, h->chart[k].u) <= digits);
    }
}

/* derivatives: 2 with d2f, 1 with df, 0 by differences */
static void follow(rdg_context *ctx, problem *p, int derivatives, bool swapped, uint64_t *seed)
{
    static const double digits[] = {2e-6, 1e-9, 1e-11};
    double at[3], u[MAX_STATES + 2];
    const double s = random_signed(seed);
    fold_at(p, copysign(0.2 + 0.4 * fabs(s), s), at);
    states_at(p, at, u);
    const double h_max = pow(10.0, -1.3 + 0.8 * random_signed(seed));
    const char *const first = swapped ? "l" : "m";
    const rdg_function g = {.name = "g",
                            .n = p->n + 2,
                            .m = p->n,
                            .f = f,
                            .df = derivatives >= 1 ? df : NULL,
                            .d2f = derivatives >= 2 ? d2f : NULL,
                            .by_differences = true,
                            .data = p};
    rdg_problem *problem = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(problem, "Y", p->n, u));
    assert_ok(ctx, rdg_add_variables(problem, "k", 2, u + p->n));
    assert_ok(ctx, rdg_add_zero(problem, &g, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(problem, "l", "k", 0));
    assert_ok(ctx, rdg_add_parameter(problem, "m", "k", 1));
    if (derivatives == 2) {
        assert_ok(ctx, rdg_check_derivatives(problem, u, 1e-6));
    }
    assert_ok(ctx, rdg_add_fold(problem, "fold", first, NULL));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(problem, "folds", RDG_HOLD_AT("fold", 0), RDG_RELEASE(first),
                                RDG_RELEASE(swapped ? "m" : "l"), RDG_WINDOW("l", -2, 2),
                                RDG_WINDOW("m", -1.5, 1.5), RDG_STEP(fmin(0.02, h_max), 1e-6, h_max),
                                RDG_MAX_POINTS(3000), RDG_NO_FOLDS, HARVEST_ONLY(&h)));
    const facts *known = &of_family[p->family];
    if (harvest_count(&h, "CP") != known->cusps || harvest_count(&h, "BP") != known->branch_points ||
        harvest_count(&h, "EP") != 3) {
        print_error("%s, %d derivatives, first %s: CP %zu BP %zu EP %zu\n", known->name, derivatives, first,
                    harvest_count(&h, "CP"), harvest_count(&h, "BP"), harvest_count(&h, "EP"));
        fail();
    }
    check_points(p, &h, digits[derivatives]);
    harvest_clear(&h);
    rdg_problem_free(problem);
}

/* All families, random coordinates, starts and steps, either parameter first: no warning either. Curves of
 * folds that turn back within the box of both windows are complete. */
static void count_warnings(rdg_channel channel, const char *text, void *data)
{
    if (channel == RDG_CHANNEL_WARNING) {
        print_error("%s", text);
        ++*(int *)data;
    }
}

static void follow_all(rdg_context *ctx, int derivatives)
{
    uint64_t seed = 11 + (uint64_t)derivatives;
    int warnings = 0;
    rdg_set_writer(ctx, count_warnings, &warnings);
    for (int trial = 0; trial < TRIALS; trial++) {
        for (int family = 0; family < FAMILIES; family++) {
            problem p = draw(family, &seed);
            for (int swapped = 0; swapped < 2; swapped++) {
                follow(ctx, &p, derivatives, swapped, &seed);
            }
        }
    }
    assert_int_equal(warnings, 0);
}

static void cusps_and_branch_points_on_folds_are_all_there_and_no_others(void **state)
{
    follow_all(*state, 2);
}

static void they_are_without_second_derivatives(void **state)
{
    follow_all(*state, 1);
}

static void they_are_without_derivatives(void **state)
{
    follow_all(*state, 0);
}

/* u'' + p e^u + la u = 0 in 20 intervals: along folds in p, with p = 0 and la the first eigenvalue, the line
 * of eigenvectors crosses. */
enum { NODES = 19 };

static int bratu(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        const double neighbours = (i > 0 ? u[i - 1] : 0.0) + (i < m - 1 ? u[i + 1] : 0.0);
        y[i] = 400.0 * (neighbours - 2.0 * u[i]) + u[m] * exp(u[i]) + u[m + 1] * u[i];
    }
    return 0;
}

static int bratu_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        values[i + m * i] = -800.0 + u[m] * exp(u[i]) + u[m + 1];
        if (i > 0) {
            values[i + m * (i - 1)] = values[i - 1 + m * i] = 400.0;
        }
        values[i + m * m] = exp(u[i]);
        values[i + m * (m + 1)] = u[i];
    }
    return 0;
}

static int bratu_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        const double e = lambda[i] * exp(u[i]);
        values[i + n * i] += u[m] * e;
        values[i + n * m] += e;
        values[m + n * i] += e;
        values[i + n * (m + 1)] += lambda[i];
        values[m + 1 + n * i] += lambda[i];
    }
    return 0;
}

static void take_note(rdg_channel channel, const char *text, void *data)
{
    *(int *)data += channel == RDG_CHANNEL_NOTE && strstr(text, "and cusps to about 6") != NULL;
}

static void branch_point_on_folds_of_bratu_needs_no_derivatives(void **state)
{
    static const double digits[] = {1e-6, 1e-8, 1e-11};
    rdg_context *ctx = *state;
    int notes = 0;
    rdg_set_writer(ctx, take_note, &notes);
    for (int derivatives = 0; derivatives <= 2; derivatives++) {
        for (int fine = 0; fine < 2; fine++) {
            const rdg_function b = {.name = "bratu",
                                    .n = NODES + 2,
                                    .m = NODES,
                                    .f = bratu,
                                    .df = derivatives >= 1 ? bratu_df : NULL,
                                    .d2f = derivatives >= 2 ? bratu_d2f : NULL};
            rdg_problem *p = rdg_problem_create(ctx);
            harvest h = {0};
            assert_ok(ctx, rdg_add_variables(p, "u", NODES, NULL));
            assert_ok(ctx, rdg_add_variables(p, "k", 2, NULL));
            assert_ok(ctx, rdg_add_zero(p, &b, RDG_ALL));
            assert_ok(ctx, rdg_add_parameter(p, "p", "k", 0));
            assert_ok(ctx, rdg_add_parameter(p, "la", "k", 1));
            notes = 0;
            assert_ok(ctx, rdg_add_fold(p, "fold", "p", NULL));
            assert_int_equal(notes, derivatives == 0);
            assert_ok(ctx, rdg_continue(p, "b", RDG_RELEASE("p"), RDG_WINDOW("p", 0, 4), RDG_NO_TABLE));
            assert_ok(ctx, rdg_continue(p, "f", RDG_FROM_POINT("b", "FP", 0), RDG_HOLD_AT("fold", 0),
                                        RDG_RELEASE("la"), RDG_RELEASE("p"), RDG_WINDOW("la", -1, 11),
                                        RDG_STEP(0.01, 1e-6, fine ? 0.02 : 0.5), RDG_MAX_POINTS(2000),
                                        HARVEST_ONLY(&h)));
            assert_int_equal(harvest_count(&h, "BP"), 1);
            assert_int_equal(harvest_count(&h, "CP"), 0);
            const harvested *point = harvest_nth(&h, "BP", 0);
            assert_near(harvest_mu(&h, point, "la"), 1600.0 * pow(sin(RDG_PI / 40.0), 2.0),
                        digits[derivatives], 0.0);
            assert_near(harvest_mu(&h, point, "p"), 0.0, 0.0, 10.0 * digits[derivatives]);
            harvest_clear(&h);
            rdg_problem_free(p);
        }
    }
}

/* x (la - x^2) = eps at the pitchfork: the curve has no tangent there. */
static void monitor_is_smooth_at_a_pitchfork(void **state)
{
    rdg_context *ctx = *state;
    problem p = {.family = 0, .n = 1, .Q = {{1}}, .R = {{1}}};
    const rdg_function g = {.name = "g", .n = 3, .m = 1, .f = f, .df = df, .d2f = d2f, .data = &p};
    rdg_problem *problem = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(problem, "Y", 1, NULL));
    assert_ok(ctx, rdg_add_variables(problem, "k", 2, NULL));
    assert_ok(ctx, rdg_add_zero(problem, &g, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(problem, "l", "k", 0));
    assert_ok(ctx, rdg_add_parameter(problem, "m", "k", 1));
    assert_ok(ctx, rdg_add_fold(problem, "fold", "l", NULL));
    uint64_t seed = 3;
    double side = 0.0;
    for (int trial = 0; trial < 60; trial++) { /* on the curve of folds, at and next to the pitchfork */
        const double z = trial < 4 ? 0.0 : pow(10.0, -trial % 12) * random_signed(&seed);
        double u[3] = {z, 3 * z * z, -2 * z * z * z}, value = 1.0;
        if (fabs(z) > 0.1 || fabs(z) < 1e-6) { /* in between the slope is steeper than differences see */
            assert_ok(ctx, rdg_check_derivatives(problem, u, 1e-5));
        }
        assert_ok(ctx, rdg_parameter_value(problem, "fold", u, &value));
        assert_near(value, 0.0, 0.0, 1e-14);
        u[1] += 1e-3;
        assert_ok(ctx, rdg_parameter_value(problem, "fold", u, &value));
        assert_true(value < -1e-6 || value > 1e-6);
        side = side == 0.0 ? value : side;
        assert_true(side * value > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(cusps_and_branch_points_on_folds_are_all_there_and_no_others),
        SCRATCH_TEST(they_are_without_second_derivatives),
        SCRATCH_TEST(they_are_without_derivatives),
        SCRATCH_TEST(branch_point_on_folds_of_bratu_needs_no_derivatives),
        SCRATCH_TEST(monitor_is_smooth_at_a_pitchfork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
