/* The rules that set the steps along a curve. */
#include "harvest.h"
#include "problems.h"
#include "step_rule_impl.h"
#include "tracer_impl.h"

static double next(const rdg_run_setup *setup, double h, double angle, int iterations, double residual)
{
    rdg_tracer t = {.setup = setup};
    const rdg_step step = {.h = h, .angle = angle, .iterations = iterations, .predicted_residual = residual};
    return rdg_step_combined.next(&t, &step);
}

static bool rejects(const rdg_run_setup *setup, double h, double angle, double drift)
{
    rdg_tracer t = {.setup = setup};
    return rdg_step_combined.rejects(&t, &(rdg_step){.h = h, .angle = angle, .drift = drift});
}

static void steps_follow_angle_and_work_and_residual(void **state)
{
    (void)state;
    const rdg_run_setup setup = {.h_min = 1e-3, .h_max = 0.5, .angle = 0.1};
    assert_near(next(&setup, 0.1, 0.09, 4, 0), 0.1, 1e-12, 0);  /* as wished */
    assert_near(next(&setup, 0.1, 1e-9, 1, 0), 0.2, 1e-12, 0);  /* doubled at most */
    assert_near(next(&setup, 0.1, 0.18, 1, 0), 0.05, 1e-12, 0); /* as the angle asks */
    assert_near(next(&setup, 0.1, 9.0, 1, 0), 0.05, 1e-12, 0);  /* halved at most */
    assert_near(next(&setup, 0.1, 1e-9, 9, 0), 0.05, 1e-12, 0); /* too much work */
    assert_near(next(&setup, 0.1, 1e-9, 1, 4), 0.05, 1e-12, 0); /* too far from the curve */
    assert_near(next(&setup, 0.4, 0.0, 0, 0), 0.5, 0, 0);
    assert_near(next(&setup, 1.5e-3, 9.0, 9, 0), 1e-3, 0, 0);
    assert_false(rejects(&setup, 0.1, 0.15, 0.01));
    assert_true(rejects(&setup, 0.1, 0.3, 0.01));
    assert_true(rejects(&setup, 0.1, 0.01, 0.06));
    assert_false(rejects(&setup, 1e-3, 3.0, 1.0)); /* the least step is not shortened */
}

/* With nothing else against it the iterations alone set the step. */
static void each_iteration_more_makes_the_next_step_shorter(void **state)
{
    (void)state;
    const rdg_run_setup setup = {.h_min = 1e-3, .h_max = 0.5, .angle = 0.1};
    const double factor[] = {2.0, 2.0, 2.0, 1.4, 1.0, 0.8, 0.5, 0.5};
    for (int k = 0; k < 8; k++) {
        assert_near(next(&setup, 0.1, 1e-9, k, 0), 0.1 * factor[k], 1e-12, 0);
    }
    assert_near(next(&setup, 0.1, 1e-9, 1, 0.5), 0.1 * sqrt(2.0), 1e-12, 0); /* residual ahead */
    assert_near(next(&setup, 0.1, 0.06, 1, 0), 0.15, 1e-12, 0);              /* angle */
}

/* Over a kink the angle stays when the step is halved; on a smooth curve it is halved, too. */
static void a_kink_is_told_from_a_bend_by_the_angle_of_the_try_before(void **state)
{
    (void)state;
    const rdg_run_setup setup = {.h_min = 1e-3, .h_max = 0.5, .angle = 0.1};
    rdg_tracer t = {.setup = &setup};
    rdg_step step = {.h = 0.1, .angle = 0.5, .angle_before = 0.6, .drift = 0.1};
    assert_false(rdg_step_combined.rejects(&t, &step));
    step.angle_before = 0.7; /* it shrinks */
    assert_true(rdg_step_combined.rejects(&t, &step));
    step = (rdg_step){.h = 0.1, .angle = 0.5, .angle_before = 0.0, .drift = 0.1}; /* no try before */
    assert_true(rdg_step_combined.rejects(&t, &step));
    step = (rdg_step){.h = 0.1, .angle = 1.1, .angle_before = 1.1, .drift = 0.1}; /* another branch */
    assert_true(rdg_step_combined.rejects(&t, &step));
    step = (rdg_step){.h = 0.1, .angle = 0.5, .angle_before = 0.5, .drift = 0.17};
    assert_true(rdg_step_combined.rejects(&t, &step));
    step.drift = 0.15;
    assert_false(rdg_step_combined.rejects(&t, &step));
}

/* The circle in two blocks. COCO counts the second coordinate twice, as variable and as parameter: a typical
 * size of 1/sqrt(2) does the same. */
static rdg_problem *circle_as_coco_measures_it(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u1", 1, (double[]){1.0});
    rdg_add_variables(p, "u2", 1, (double[]){0.0});
    rdg_set_typical(p, "u2", sqrt(0.5), false);
    rdg_add_zero(p, &circle, RDG_ALL);
    rdg_add_parameter(p, "mu", "u2", 0);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static void coco_s_rule_takes_coco_s_steps(void **state)
{
    rdg_problem *p = circle_as_coco_measures_it(*state);
    harvest h = {0};
    assert_ok(*state, rdg_continue(p, "circle", RDG_RELEASE("mu"), RDG_WINDOW("mu", -2, 2), RDG_DIRECTION(1),
                                   RDG_STEP_RULE(RDG_STEP_RULE_COCO), RDG_STEP(0.1, 0.01, 0.5), RDG_ANGLE(7),
                                   RDG_MAX_POINTS(100), RDG_GO_ROUND, HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_MAX_POINTS);
    FILE *file = fopen("test/data/coco_circle.csv", "r");
    assert_non_null(file);
    char line[256];
    size_t chart = 0;
    int folds = 0;
    while (fgets(line, sizeof line, file)) {
        int step = 0;
        double radius = 0.0, mu = 0.0;
        char type[8] = "";
        if (sscanf(line, "%d,%lf,%lf,%7[A-Z]", &step, &radius, &mu, type) < 3) {
            continue; /* the lines before the numbers */
        }
        assert_true(chart < h.count);
        const harvested *c = &h.chart[chart];
        const bool is_fold = strcmp(type, "FP") == 0;
        assert_int_equal(strcmp(c->type, "FP") == 0, is_fold);
        folds += is_fold && (step == 19 || step == 57 || step == 95);
        /* our tangents come from factors that may lie 1e-5 off: so much the steps differ */
        assert_near(c->u[1], mu, 0, is_fold ? 4e-8 : 1e-5);
        if (!is_fold && step < 100 && strcmp(h.chart[chart + 1].type, "FP") != 0) {
            assert_near(h.chart[chart + 1].step, radius, 1e-4, 0);
        }
        chart++;
    }
    fclose(file);
    assert_int_equal(folds, 3);
    assert_int_equal(chart, h.count);
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_follow_angle_and_work_and_residual),
        TEST(each_iteration_more_makes_the_next_step_shorter),
        TEST(a_kink_is_told_from_a_bend_by_the_angle_of_the_try_before),
        TEST(coco_s_rule_takes_coco_s_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
