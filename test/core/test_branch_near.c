/* Single problems with branches that all but touch: an imperfect pitchfork, concentric circles, and lines far
 * from the origin, where rounding errors are as large as what parts them. */
#include "harvest.h"
#include "problems.h"

#include <ridgewalk/diagram.h>

/* la x - x^3 + eps = 0 */
static int pitchfork_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[1] * u[0] - u[0] * u[0] * u[0] + *(double *)data;
    return 0;
}

static int pitchfork_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = u[1] - 3.0 * u[0] * u[0];
    values[1] = u[0];
    return 0;
}

static rdg_problem *pitchfork(rdg_context *ctx, double *eps)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, eps);
    rdg_add_variables(p, "la", 1, (double[]){-1.0});
    const rdg_function f = {.name = "f",
                            .n = 2,
                            .m = 1,
                            .f = pitchfork_f,
                            .df = pitchfork_df,
                            .by_differences = true,
                            .data = eps};
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "la", "la", 0);
    return p;
}

static void an_imperfect_pitchfork_has_no_branch_point(void **state)
{
    const rdg_option options[][3] = {
        {{.kind = RDG_OPTION_END}},
        {RDG_STEP(0.01, 1e-6, 0.05), {.kind = RDG_OPTION_END}},
        {RDG_STEP(0.1, 0.01, 0.5), RDG_STEP_RULE(RDG_STEP_RULE_COCO), {.kind = RDG_OPTION_END}},
    };
    for (int k = 0; k < 17; k++) {
        const double size = 1e-1 * pow(3.0, -k);
        for (int way = 0; way < 6; way++) {
            double eps = way < 3 ? size : -size;
            harvest h = {0};
            rdg_problem *p = pitchfork(*state, &eps);
            rdg_option whole[9] = {RDG_RELEASE("la"), RDG_WINDOW("la", -1.0, 1.0), RDG_NO_FOLDER,
                                   RDG_NO_TABLE, HARVEST(&h)};
            memcpy(whole + 6, options[way % 3], sizeof options[0]);
            assert_ok(*state, rdg_continue_list(p, "r", whole));
            assert_int_equal(h.summary.branch_points, 0);
            assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
            const harvested *last = &h.chart[h.count - 1];
            assert_near(last->mu[0], 1.0, 1e-12, 0);
            assert_true(last->u[0] * eps > 0.0);
            rdg_problem_free(p);
            harvest_clear(&h);
        }
    }
}

static void a_diagram_leaves_a_branch_only_where_two_meet(void **state)
{
    const double sizes[] = {0.0, 1e-3, 1e-6};
    for (int k = 0; k < 3; k++) {
        double eps = sizes[k];
        rdg_problem *p = pitchfork(*state, &eps);
        rdg_index n_runs = 0;
        assert_ok(*state, rdg_diagram(p, "d", 10, &n_runs, RDG_RELEASE("la"), RDG_WINDOW("la", -1.0, 1.0),
                                      RDG_NO_FOLDER, RDG_NO_TABLE));
        assert_int_equal(n_runs, k == 0 ? 2 : 1);
        rdg_problem_free(p);
    }
}

/* (x^2 + y^2 - 1) ((x - 2 - gap)^2 + y^2 - 1) = 0: two circles side by side. */
static int circles_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double x = u[0] - 2.0 - *(double *)data;
    y[0] = (u[0] * u[0] + u[1] * u[1] - 1.0) * (x * x + u[1] * u[1] - 1.0);
    return 0;
}

static void a_circle_is_closed_beside_another_one(void **state)
{
    for (int k = 0; k < 13; k++) {
        double gap = 1e-1 * pow(3.0, -k);
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (double[]){-1.0, 0.0});
        rdg_add_zero(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = circles_f, .data = &gap}, RDG_ALL);
        rdg_add_parameter(p, "y", "u", 1);
        assert_ok(*state, rdg_continue(p, "r", RDG_RELEASE("y"), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
        assert_int_equal(h.summary.branch_points, 0);
        assert_int_equal(h.summary.folds, 2);
        for (size_t i = 0; i < h.count; i++) {
            assert_near(hypot(h.chart[i].u[0], h.chart[i].u[1]), 1.0, 1e-9, 0);
        }
        rdg_problem_free(p);
        harvest_clear(&h);
    }
}

/* (c x + s la - p) (c la - s x - q) with the product multiplied out: the lines meet far from the origin, and
 * the function is known there to rounding errors of p q only. */
typedef struct far_lines {
    double c, s, p, q, eps;
} far_lines;

static int far_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const far_lines *l = data;
    const double c = l->c, s = l->s;
    y[0] = c * s * (u[1] * u[1] - u[0] * u[0]) + (c * c - s * s) * u[0] * u[1] +
           (l->p * s - l->q * c) * u[0] - (l->p * c + l->q * s) * u[1] + l->p * l->q - l->eps;
    return 0;
}

static int far_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const far_lines *l = data;
    const double a = l->c * u[0] + l->s * u[1] - l->p;
    const double b = l->c * u[1] - l->s * u[0] - l->q;
    values[0] = l->c * b - l->s * a;
    values[1] = l->s * b + l->c * a;
    return 0;
}

static void rounding_errors_of_the_functions_do_not_part_branches(void **state)
{
    uint64_t seed = 3;
    for (int k = 0; k < 100; k++) {
        far_lines l = {.p = 400.0 * random_signed(&seed), .q = 400.0 * random_signed(&seed)};
        const double angle = random_signed(&seed);
        l.c = cos(angle);
        l.s = sin(angle);
        l.eps = k % 2 == 0 ? 0.0 : 1e-6;
        const double x = l.c * l.p - l.s * l.q, la = l.s * l.p + l.c * l.q; /* here they meet */
        const double off = 1.0 + fabs(random_signed(&seed));
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "x", 1, (double[]){x - off * l.c});
        rdg_add_variables(p, "la", 1, (double[]){la - off * l.s});
        rdg_set_typical(p, "x", 1.0, false);
        rdg_set_typical(p, "la", 1.0, false);
        rdg_add_zero(
            p,
            &(rdg_function){
                .name = "f", .n = 2, .m = 1, .f = far_f, .df = far_df, .by_differences = true, .data = &l},
            RDG_ALL);
        rdg_add_parameter(p, "la", "la", 0);
        assert_ok(*state, rdg_continue(p, "r", RDG_RELEASE("la"), RDG_WINDOW("la", la - 3.0, la + 3.0),
                                       RDG_MAX_POINTS(100), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.branch_points, k % 2 == 0 ? 1 : 0);
        for (size_t i = 0; i < h.count; i++) {
            if (strcmp(h.chart[i].type, "BP") == 0) {
                assert_near(h.chart[i].u[0], x, 0, 1e-8);
                assert_near(h.chart[i].u[1], la, 0, 1e-8);
            }
        }
        rdg_problem_free(p);
        harvest_clear(&h);
    }
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_imperfect_pitchfork_has_no_branch_point),
        TEST(a_diagram_leaves_a_branch_only_where_two_meet),
        TEST(rounding_errors_of_the_functions_do_not_part_branches),
        TEST(a_circle_is_closed_beside_another_one),
    };
    return cmocka_run_group_tests_name("core: branches that all but touch", tests, NULL, NULL);
}
