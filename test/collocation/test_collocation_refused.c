/* Boundary-value problems that are none, in words. */
#include "fresh_context.h"
#include "segments.h"
#include "support.h"

#include "orbits.h"

static rdg_segment *bare(rdg_problem *p)
{
    return rdg_segment_add(p, NULL, bratu_system(rdg_problem_context(p), 1.0),
                           &(rdg_segment_options){.duration = 1.0, .intervals = 4});
}

static const rdg_function two = {
    .name = "ends", .n = 6, .m = 2, .f = clamped, .df = clamped_df, .d2f = no_d2f};

static int one_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1] - 0.5;
    return 0;
}

static void too_few_conditions_are_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = bare(p);
    assert_ok(
        ctx, rdg_segment_add_boundary(
                 s, &(rdg_function){.name = "left", .n = 6, .m = 1, .f = one_value, .by_differences = true}));
    rdg_continue(p, "few", RDG_RELEASE("lambda"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_SIZE, "has 2 states and 1 conditions of its own, left (1)");
}

static void one_condition_too_many_is_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = bare(p);
    assert_ok(ctx, rdg_segment_add_boundary(s, &two));
    assert_ok(ctx, rdg_segment_add_boundary(
                       s, &(rdg_function){
                              .name = "slope", .n = 6, .m = 1, .f = one_value, .by_differences = true}));
    rdg_solve(p);
    assert_failed(ctx, RDG_ERR_SIZE, "has 2 states and 3 conditions of its own, ends (2), slope (1)");
}

static void functions_of_wrong_sizes_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = bare(p);
    rdg_segment_add_boundary(s, &(rdg_function){.name = "ends", .n = 4, .m = 2, .f = clamped});
    assert_failed(ctx, RDG_ERR_SIZE, "(x(0), x(T), T, p), n = 6 (2 states, 1 parameters)");
    rdg_segment_add_integral(s, RDG_MEAN, &(rdg_function){.name = "mean", .n = 2, .m = 1, .f = one_value});
    assert_failed(ctx, RDG_ERR_SIZE, "(x, p), n = 3");
    rdg_segment_add_integral(s, RDG_MEAN, &(rdg_function){.name = "mean", .n = 3, .m = 0, .f = one_value});
    assert_failed(ctx, RDG_ERR_SIZE, "m = 0");
}

static void segments_of_no_sense_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_hybrid *h = bratu_system(ctx, 1.0);
    const struct {
        rdg_segment_options o;
        rdg_status status;
        const char *words;
    } wrong[] = {
        {{.duration = 0.0}, RDG_ERR_ARGUMENT, "lasts for some time"},
        {{.duration = NAN}, RDG_ERR_ARGUMENT, "duration = nan"},
        {{.duration = 1.0, .degree = 8}, RDG_ERR_ARGUMENT, "degree is to be from 1 to 7"},
        {{.duration = 1.0, .intervals = -1}, RDG_ERR_ARGUMENT, "-1 intervals"},
        {{.duration = 1.0, .count = 2}, RDG_ERR_ARGUMENT, "2 samples without states"},
        {{.duration = 1.0, .mode = "slip"}, RDG_ERR_NAME, "slip"},
        {{.duration = 1.0, .count = 1, .x = (const double[]){NAN, 0.0}}, RDG_ERR_NOT_FINITE, "sample 0"},
        {{.duration = 1.0, .count = 2, .x = (const double[4]){0.0}, .t = (const double[]){1.0, 1.0}},
         RDG_ERR_ARGUMENT,
         "must ascend"},
        {{.duration = 1.0, .intervals = 2, .mesh = (const double[]){0.0, 0.0, 1.0}},
         RDG_ERR_ARGUMENT,
         "mesh point 1"}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_null(rdg_segment_add(p, NULL, h, &wrong[k].o));
        assert_failed(ctx, wrong[k].status, wrong[k].words);
    }
}

static void orbits_of_no_sense_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = van_der_pol_system(ctx, 1.0);
    assert_null(rdg_collocation_create(h, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a predictor of the orbit");
    const double x[6] = {1.0, 0.0, 0.0, 1.0, -1.0, 0.0};
    assert_null(rdg_collocation_create(h, &(rdg_collocation_options){.count = 3, .x = x}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a period");
    assert_null(rdg_collocation_create(h, &(rdg_collocation_options){.count = 3, .x = x, .period = -1.0}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "period = -1");
    assert_null(rdg_collocation_from_run(h, "nothing", 1, NULL));
    assert_failed(ctx, RDG_ERR_NAME, "nothing");
    const double mesh[] = {0.0, 0.5, 0.4, 1.0};
    assert_null(rdg_collocation_create(
        h, &(rdg_collocation_options){.count = 3, .x = x, .period = 6.0, .mesh = mesh}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a mesh of intervals = 0");
    assert_null(rdg_collocation_from_hopf(h, "nothing", 1, "mu", 0.0, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "amplitude = 0");
}

/* Of a driven system without samples, too. */
static void a_mesh_that_does_not_ascend_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.1, 1.0, 0.3, 1.0);
    const double wrong[] = {0.0, 0.5, 0.4, 1.0}, right[] = {0.0, 0.3, 0.5, 1.0};
    const rdg_collocation_options o = {.intervals = 3, .mesh = wrong}, q = {.intervals = 3, .mesh = right};
    assert_null(rdg_collocation_problem(rdg_collocation_create(h, &o)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "mesh point 2 is 0.4: they ascend from 0 to 1");
    rdg_collocation *c = rdg_collocation_create(h, &q);
    assert_non_null(rdg_collocation_problem(c));
    assert_memory_equal(rdg_segment_mesh(rdg_collocation_segment(c)), right, sizeof right);
}

/* Heard by the writer. */
static int errors_told;

static void hear(rdg_channel channel, const char *text, void *data)
{
    (void)data, (void)channel;
    errors_told += strstr(text, "do not follow it") != NULL;
}

static void a_mesh_that_cannot_follow_a_layer_is_warned_of_once(void **state)
{
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, hear, NULL);
    errors_told = 0;
    double x[80];
    for (int j = 0; j < 40; j++) {
        x[2 * j] = 2.0 * cos(RDG_HZ(1.0) * j / 40.0);
        x[2 * j + 1] = -2.0 * sin(RDG_HZ(1.0) * j / 40.0);
    }
    rdg_problem *p = rdg_collocation_problem(rdg_collocation_create(
        van_der_pol_system(ctx, 0.1),
        &(rdg_collocation_options){.intervals = 12, .adapt = -1, .period = 6.28, .count = 40, .x = x}));
    rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 5.0), RDG_MAX_POINTS(60), RDG_IN_MEMORY);
    assert_int_equal(errors_told, 1);
    rdg_run *run = rdg_run_open(ctx, "mu");
    double high = 0.0;
    assert_ok(ctx, rdg_run_range(run, "error", NULL, &high));
    assert_true(high > 1e-3);
}

static int no_number(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = NAN;
    return 0;
}

static void names_and_partners_of_other_problems_are_refused(void **state)
{
    rdg_context *ctx = *state;
    const rdg_segment_options o = {.duration = 1.0, .intervals = 4};
    rdg_hybrid *h = bratu_system(ctx, 1.0);
    rdg_problem *p = rdg_problem_create(ctx), *q = rdg_problem_create(ctx);
    rdg_segment *s = rdg_segment_add(p, "a", h, &o);
    assert_null(rdg_segment_add(p, "a", h, &o));
    assert_failed(ctx, RDG_ERR_NAME, "there is a segment \"a\" (variables \"a.x\") already");
    rdg_segment_add(q, NULL, h, &o);
    assert_null(rdg_segment_add(q, NULL, h, &o));
    assert_failed(ctx, RDG_ERR_NAME, "each of a problem needs a name of its own");
    const rdg_segment_options with = {.duration = 1.0, .intervals = 4, .partner = s};
    assert_null(rdg_segment_add(q, "b", h, &with));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the partner, \"a\", belongs to another problem");
    assert_null(rdg_segment_add(p, "b", van_der_pol_system(ctx, 1.0), &with));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "or is of another system");
    rdg_context *other = rdg_context_create();
    rdg_set_writer(other, NULL, NULL);
    assert_null(rdg_segment_add(p, "c", bratu_system(other, 1.0), &o));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "belong to two contexts");
    rdg_context_free(other);
    rdg_segment_add_integral(s, (rdg_integral_kind)7,
                             &(rdg_function){.name = "i", .n = 3, .m = 1, .f = one_value});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"i\": the kind is 7: RDG_INTEGRAL or RDG_MEAN");
}

static void no_conditions_and_no_numbers_are_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    (void)bare(p);
    rdg_continue(p, "none", RDG_RELEASE("lambda"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_SIZE, "has 2 states and 0 conditions of its own, none");
    p = rdg_problem_create(ctx);
    rdg_segment *s = bare(p);
    rdg_segment_add_boundary(
        s, &(rdg_function){.name = "nans", .n = 6, .m = 2, .f = no_number, .by_differences = true});
    rdg_continue(p, "nans", RDG_RELEASE("lambda"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "zero function \"nans\": f wrote nan as value 1 of 2");
    const double lambda = 1.0;
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "no numbers", 2, &(rdg_hybrid_function){.f = no_number, .df = bratu_df},
                          RDG_PARAMETERS("lambda"), &lambda, NULL);
    p = rdg_problem_create(ctx);
    s = rdg_segment_add(p, NULL, h, &(rdg_segment_options){.duration = 1.0, .intervals = 4});
    rdg_segment_add_boundary(s, &two);
    rdg_continue(p, "field", RDG_RELEASE("lambda"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "zero function \"collocation\": df wrote nan");
    p = rdg_problem_create(ctx);
    rdg_segment_add_boundary(bare(p), &two);
    rdg_continue(p, "delta", RDG_RELEASE("delta"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_NAME, "\"delta\" does not exist in the problem; it has: T, lambda");
}

/* One interval has no neighbour to tell its error by, and none of 0. */
static void one_interval_tells_an_error(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = rdg_segment_add(p, NULL, bratu_system(ctx, 1.0),
                                     &(rdg_segment_options){.duration = 1.0, .intervals = 1});
    rdg_segment_add_boundary(s, &two);
    assert_ok(ctx, rdg_continue(p, "one", RDG_IN_MEMORY));
    const double error = value_at(ctx, "one", "EP", 0, "error");
    assert_true(error > 1e-5 && error < 1e-3);
}

/* Of as many states and parameters. */
static void labels_of_another_system_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = bratu_system(ctx, 1.0);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment_add_boundary(
        rdg_segment_add(p, NULL, h, &(rdg_segment_options){.duration = 1.0, .intervals = 4}), &two);
    assert_ok(ctx, rdg_continue(p, "bratu", RDG_IN_MEMORY));
    double x[32];
    for (int k = 0; k < 16; k++) {
        x[2 * k] = 2.0 * cos(RDG_HZ(1.0) * k / 16.0);
        x[2 * k + 1] = -2.0 * sin(RDG_HZ(1.0) * k / 16.0);
    }
    rdg_hybrid *vdp = van_der_pol_system(ctx, 1.0);
    rdg_problem *orbits = rdg_collocation_problem(rdg_collocation_create(
        vdp, &(rdg_collocation_options){.period = 6.6, .count = 16, .x = x, .intervals = 10}));
    rdg_continue(orbits, "orbit", RDG_FROM("bratu", 1), RDG_RELEASE("mu"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "its states and parameters are 2 lambda, and those here 2 mu");
    assert_ok(ctx, rdg_continue(orbits, "orbit", RDG_IN_MEMORY));
    assert_null(rdg_collocation_from_run(h, "orbit", 1, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the solution is of another system");
    assert_null(rdg_collocation_to_shooting(h, "orbit", 1, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the solution is of another system");
    const rdg_collocation_options wrong[] = {
        {.intervals = -3}, {.degree = 9}, {.error = {NAN, 1.0}}, {.error = {1e-3, 1e-6}}};
    static const char *const words[] = {"-3 intervals", "of degree 9", "the range of errors",
                                        "0.001 to 1e-06"};
    for (int k = 0; k < 4; k++) {
        assert_null(rdg_collocation_from_run(vdp, "orbit", 1, &wrong[k]));
        assert_failed(ctx, RDG_ERR_ARGUMENT, words[k]);
    }
    rdg_shooting *s =
        rdg_shooting_create(vdp, &(rdg_shooting_options){.x = (double[]){2.0, 0.0}, .period = 6.6});
    assert_null(rdg_collocation_from_shooting(s, orbits, NULL, 0, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "none of orbits by shooting");
    assert_null(rdg_collocation_double(vdp, "orbit", 1, 0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "label 1 of run \"orbit\" is no period doubling (PD)");
    assert_null(rdg_collocation_beyond(vdp, "orbit", 1, NULL));
    assert_failed(ctx, RDG_ERR_FORMAT, "is no orbit of segments");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(too_few_conditions_are_told),
        TEST(one_condition_too_many_is_told),
        TEST(functions_of_wrong_sizes_are_refused),
        TEST(segments_of_no_sense_are_refused),
        TEST(names_and_partners_of_other_problems_are_refused),
        TEST(no_conditions_and_no_numbers_are_told),
        TEST(one_interval_tells_an_error),
        TEST(labels_of_another_system_are_refused),
        TEST(orbits_of_no_sense_are_refused),
        TEST(a_mesh_that_does_not_ascend_is_refused),
        TEST(a_mesh_that_cannot_follow_a_layer_is_warned_of_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
