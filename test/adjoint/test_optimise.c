/* Optimisation in stages, with inequalities. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"
#include "sphere.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/linear.h>

static void the_largest_sum_on_a_sphere_in_five_dimensions(void **state)
{
    rdg_context *ctx = *state;
    static const char *const name[] = {"x1", "x2", "x3", "x4", "x5"};
    const rdg_index all[] = {0, 1, 2, 3, 4};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 5, (double[]){1, 0, 0, 0, 0});
    const rdg_function function = sphere_function(5);
    rdg_add_zero(p, &function, RDG_ALL);
    for (int i = 1; i < 5; i++) {
        rdg_add_parameter(p, name[i], "x", i);
    }
    rdg_add_linear_monitor(p, "sum", 1, 5, all, (double[]){1, 1, 1, 1, 1}, NULL, (const char *const[]){"sum"},
                           RDG_INACTIVE);
    rdg_adjoint *a = rdg_adjoint_add(p, "sum");
    for (rdg_index freed = 1; freed <= 4; freed++) { /* each time one more, from where the last one ended */
        rdg_optimum best;
        const rdg_optimise_options options = {.parameters = name + 1,
                                              .n_parameters = freed,
                                              .maximum = true,
                                              .options = RDG_OPTIONS(RDG_NO_TABLE)};
        memcpy(rdg_start_values(p), (double[]){1, 0, 0, 0, 0}, 5 * sizeof(double));
        memset(rdg_start_values(p) + 5, 0, (size_t)(rdg_variable_count(p) - 5) * sizeof(double));
        assert_ok(ctx, rdg_optimise(a, "sphere", &options, &best));
        assert_near(best.objective, sqrt(1.0 + (double)freed), 1e-10, 0);
        assert_int_equal(best.stages, freed + 1);
        for (rdg_index i = 0; i < 5; i++) {
            assert_near(rdg_start_values(p)[i], i <= freed ? 1.0 / sqrt(1.0 + (double)freed) : 0.0, 1e-8,
                        1e-10);
        }
    }
}

/* min x, x >= 2 */
static rdg_adjoint *bounded_line(rdg_context *ctx, double start)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &start);
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_linear_monitor(p, "G", 1, 1, &(rdg_index){0}, (double[]){-1}, (double[]){-2},
                           (const char *const[]){"G"}, RDG_INEQUALITY);
    rdg_adjoint *a = rdg_adjoint_add(p, "x");
    assert_ok(ctx, rdg_add_complementarity(a, "G", false, 0.0));
    assert_ok(ctx, rdg_check_derivatives(p, (double[]){start, 0.3, 0.7, 0.6}, 1e-7));
    return a;
}

static void a_bound_is_reached_from_both_sides(void **state)
{
    rdg_context *ctx = *state;
    const double start[] = {-1.0, 5.0};
    for (int i = 0; i < 2; i++) {
        rdg_adjoint *a = bounded_line(ctx, start[i]);
        rdg_optimum best;
        assert_ok(ctx, rdg_optimise(a, "line", &(rdg_optimise_options){.options = RDG_OPTIONS(RDG_NO_TABLE)},
                                    &best));
        assert_near(best.objective, 2.0, 1e-12, 0);
    }
}

/* min (x - 3)^2 + (y - 2)^2 with x + y <= top and y <= 3: the foot of the perpendicular where the first one
 * counts; the second never does. */
static int distance(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = (u[0] - 3) * (u[0] - 3) + (u[1] - 2) * (u[1] - 2);
    return 0;
}

static rdg_problem *distance_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 2, (double[]){0.5, 0.5});
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_parameter(p, "y", "x", 1);
    rdg_add_monitor(p, &(rdg_function){.name = "distance", .n = 2, .m = 1, .f = distance}, RDG_ALL, NULL,
                    RDG_INACTIVE);
    return p;
}

static void an_optimum_moves_onto_a_violated_inequality_and_keeps_the_others(void **state)
{
    rdg_context *ctx = *state;
    const double top[] = {4.0, 6.0};
    for (int i = 0; i < 2; i++) {
        rdg_problem *p = distance_problem(ctx);
        rdg_add_linear_monitor(p, "G", 2, 2, (rdg_index[]){0, 1}, (double[]){1, 0, 1, 1},
                               (double[]){top[i], 3.0}, (const char *const[]){"sum", "ceiling"},
                               RDG_INEQUALITY);
        rdg_adjoint *a = rdg_adjoint_add(p, "distance");
        assert_ok(ctx, rdg_add_complementarity(a, "sum", false, 0.0));
        assert_ok(ctx, rdg_add_complementarity(a, "ceiling", false, 0.0));
        rdg_optimum best;
        const rdg_optimise_options options = {.parameters = (const char *const[]){"x", "y"},
                                              .n_parameters = 2,
                                              .options = RDG_OPTIONS(RDG_NO_TABLE)};
        assert_ok(ctx, rdg_optimise(a, "foot", &options, &best));
        const double *u = rdg_start_values(p);
        const double over = fmax(0.0, 5.0 - top[i]);
        assert_near(u[0], 3.0 - 0.5 * over, 1e-7, 0);
        assert_near(u[1], 2.0 - 0.5 * over, 1e-7, 0);
        assert_near(best.objective, 0.5 * over * over, 1e-9, 1e-12);
        double multiplier = -1.0;
        assert_ok(ctx, rdg_parameter_value(p, "d.sum", u, &multiplier));
        assert_near(multiplier, over, 1e-7, 1e-9);
    }
}

static void a_parameter_may_end_at_its_bound(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = distance_problem(ctx);
    rdg_adjoint *a = rdg_adjoint_add(p, "distance");
    rdg_optimum best;
    const rdg_optimise_options options = {.parameters = (const char *const[]){"x", "y"},
                                          .n_parameters = 2,
                                          .low = (double[]){-10, 0},
                                          .high = (double[]){10, 1.5},
                                          .options = RDG_OPTIONS(RDG_NO_TABLE)};
    assert_ok(ctx, rdg_optimise(a, "bounded", &options, &best));
    assert_int_equal(best.bounded, 1);
    assert_near(best.objective, 0.25, 1e-9, 0);
}

/* min (x - 2)^2, -1 <= x <= 1, and with y free, whichever is named first */
static void an_optimum_at_a_bound_of_the_parameter_named_first(void **state)
{
    rdg_context *ctx = *state;
    for (int i = 0; i < 3; i++) {
        rdg_problem *p = distance_problem(ctx);
        rdg_adjoint *a = rdg_adjoint_add(p, "distance");
        const bool swapped = i == 1;
        rdg_optimum best;
        const rdg_optimise_options options = {.parameters = swapped ? (const char *const[]){"y", "x"}
                                                                    : (const char *const[]){"x", "y"},
                                              .n_parameters = 2,
                                              .low = (double[]){-1, -1},
                                              .high = swapped  ? (double[]){9, 1}
                                                      : i == 2 ? (double[]){1, 1}
                                                               : (double[]){1, 9},
                                              .options = RDG_OPTIONS(RDG_NO_TABLE)};
        assert_ok(ctx, rdg_optimise(a, "first", &options, &best));
        assert_int_equal(best.bounded, i == 2 ? 2 : 1);
        assert_near(best.objective, i == 2 ? 5.0 : 4.0, 1e-9, 0);
        assert_near(rdg_start_values(p)[0], 1.0, 1e-12, 0);
    }
}

/* min (x - 3)^2 + (y + 3)^2 + (x - 3)(y + 3) with x <= y, x <= 1: (0, 0), the second inequality has no force
 */
static int tilted(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double a = u[0] - 3, b = u[1] + 3;
    y[0] = a * a + b * b + a * b;
    return 0;
}

static rdg_adjoint *tilted_problem(rdg_context *ctx, double second)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 2, (double[]){0, 0});
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_parameter(p, "y", "x", 1);
    rdg_add_monitor(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = tilted}, RDG_ALL, NULL,
                    RDG_INACTIVE);
    rdg_add_linear_monitor(p, "G", 2, 2, (rdg_index[]){0, 1}, (double[]){2, second, -2, 0}, (double[]){0, 1},
                           (const char *const[]){"order", "wall"}, RDG_INEQUALITY);
    rdg_adjoint *a = rdg_adjoint_add(p, "f");
    rdg_add_complementarity(a, "order", false, 0.0);
    rdg_add_complementarity(a, "wall", false, 0.0);
    return a;
}

static rdg_status optimise_both(rdg_adjoint *a, const char *name, rdg_optimum *best)
{
    const rdg_optimise_options options = {.parameters = (const char *const[]){"x", "y"},
                                          .n_parameters = 2,
                                          .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY)};
    return rdg_optimise(a, name, &options, best);
}

static void an_inequality_without_force_is_kept(void **state)
{
    rdg_context *ctx = *state;
    rdg_adjoint *a = tilted_problem(ctx, 1);
    rdg_optimum best;
    assert_ok(ctx, optimise_both(a, "tilted", &best));
    assert_near(best.objective, 9.0, 1e-9, 0);
}

/* 0 <= -1 never holds. */
static void constraints_that_cannot_be_met_are_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = distance_problem(ctx);
    rdg_add_linear_monitor(p, "G", 2, 2, (rdg_index[]){0, 1}, (double[]){1, -1, 1, -1}, (double[]){-1, -1},
                           (const char *const[]){"below", "above"}, RDG_INEQUALITY);
    rdg_adjoint *a = rdg_adjoint_add(p, "distance");
    rdg_add_complementarity(a, "below", false, 0.0);
    rdg_add_complementarity(a, "above", false, 0.0);
    optimise_both(a, "empty", NULL);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "cannot be met together");
}

static void conditions_of_a_maximum_are_none_of_a_minimum(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = distance_problem(ctx);
    rdg_add_linear_monitor(p, "G", 1, 1, &(rdg_index){0}, (double[]){1}, NULL, (const char *const[]){"G"},
                           RDG_INEQUALITY);
    rdg_adjoint *a = rdg_adjoint_add(p, "distance");
    rdg_add_complementarity(a, "G", true, 0.0);
    optimise_both(a, "mixed", NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "that of a maximum");
}

/* f = x^4 / 4 - x^2 / 2 + y^2: the start is a maximum along x and stationary. */
static int two_wells(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = 0.25 * pow(u[0], 4) - 0.5 * u[0] * u[0] + u[1] * u[1];
    return 0;
}

static void a_start_on_a_maximum_is_left(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 2, (double[]){0, 0});
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_parameter(p, "y", "x", 1);
    rdg_add_monitor(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = two_wells}, RDG_ALL, NULL,
                    RDG_INACTIVE);
    rdg_adjoint *a = rdg_adjoint_add(p, "f");
    rdg_optimum best;
    assert_ok(ctx, optimise_both(a, "wells", &best));
    assert_near(best.objective, -0.25, 1e-9, 0);
    assert_near(fabs(rdg_start_values(p)[0]), 1.0, 1e-7, 0);
}

/* f = x^2 + y^2 - 4 x y + x^4 + y^4 is least along x and along y at (0, 0), which is a saddle. */
static int saddle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 4 * u[0] * u[1] + pow(u[0], 4) + pow(u[1], 4);
    return 0;
}

static void a_saddle_is_left(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 2, (double[]){0, 0});
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_parameter(p, "y", "x", 1);
    rdg_add_monitor(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = saddle}, RDG_ALL, NULL,
                    RDG_INACTIVE);
    rdg_adjoint *a = rdg_adjoint_add(p, "f");
    rdg_optimum best;
    assert_ok(ctx, optimise_both(a, "saddle", &best));
    assert_near(best.objective, -0.5, 1e-9, 0); /* x = y, 2 x^4 - 2 x^2 */
}

static void bad_options_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_adjoint *a = bounded_line(ctx, 5.0);
    const char *const no[] = {"y"}, *const active[] = {"G"};
    rdg_optimise(a, "no", &(rdg_optimise_options){.parameters = no, .n_parameters = 1}, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "\"y\"");
    rdg_optimise(a, "no", &(rdg_optimise_options){.parameters = active, .n_parameters = 1}, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "varies already");
    rdg_optimise(a, "", &(rdg_optimise_options){.n_parameters = 0}, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a name");
    rdg_add_complementarity(a, "x", false, 0.0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no monitor of kind RDG_INEQUALITY");
}

/* The greatest x of a circle is that of a sphere whose last variable is frozen at 0, whichever comes first;
 * at 0.6 it is that of a smaller circle. */
static void adjoint_equations_leave_out_what_is_frozen(void **state)
{
    rdg_context *ctx = *state;
    for (int kind = 0; kind < 4; kind++) {
        const bool freezes_first = kind % 2 == 0;
        const double at = kind < 2 ? 0.0 : 0.6;
        const rdg_eliminated last = {.block = "u", .first = 2, .n = 1, .zero = "other", .at = &at};
        rdg_problem *p = rdg_problem_create(ctx);
        const rdg_function f = sphere_function(3), g = sphere_function(3);
        rdg_function other = g;
        other.name = "other";
        rdg_add_variables(p, "u", 3, (double[]){0.6, 0.6, at});
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_zero(p, &other, RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        rdg_add_parameter(p, "y", "u", 1);
        if (freezes_first) {
            assert_ok(ctx, rdg_eliminate(p, &last));
        }
        rdg_adjoint *a = rdg_adjoint_add(p, "x");
        assert_non_null(a);
        assert_ok(ctx, freezes_first ? RDG_OK : rdg_eliminate(p, &last));
        const rdg_index lambda = rdg_variable_index(p, "lambda", NULL);
        assert_false(rdg_is_eliminated(p, lambda));
        assert_true(rdg_is_eliminated(p, lambda + 1));
        assert_int_equal(rdg_eliminated_count(p), 2);
        rdg_start_values(p)[0] = sqrt(1 - at * at - 0.09);
        rdg_start_values(p)[1] = 0.3;
        assert_ok(ctx, rdg_stationary_find(a, "top",
                                           &(rdg_stationary_options){.along = "y",
                                                                     .low = -0.5,
                                                                     .high = 0.5,
                                                                     .direct = kind == 3,
                                                                     .options = RDG_OPTIONS(RDG_NO_TABLE)}));
        const double *u = rdg_start_values(p), radius = sqrt(1 - at * at);
        assert_near(u[0], radius, 1e-9, 0);
        assert_near(u[lambda], -1 / (2 * radius), 1e-8, 0);
        assert_near(u[lambda + 1], 0, 0, 0);
        rdg_restore(p, "u", 2, 1);
        assert_int_equal(rdg_eliminated_count(p), 0);
        assert_false(rdg_is_eliminated(p, lambda + 1));
    }
}

static void multipliers_are_not_frozen_by_themselves(void **state)
{
    rdg_context *ctx = *state;
    const rdg_eliminated parts[] = {{.block = "lambda", .n = 1, .zero = "sphere"},
                                    {.block = "u", .first = 1, .n = 1, .zero = "adjoint"}};
    for (int kind = 0; kind < 2; kind++) {
        rdg_problem *p = rdg_problem_create(ctx);
        const rdg_function f = sphere_function(3);
        rdg_add_variables(p, "u", 3, (double[]){0.6, 0.8, 0.0});
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        assert_non_null(rdg_adjoint_add(p, "x"));
        rdg_eliminate(p, &parts[kind]);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "not by themselves");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_largest_sum_on_a_sphere_in_five_dimensions),
        SCRATCH_TEST(a_bound_is_reached_from_both_sides),
        SCRATCH_TEST(an_optimum_moves_onto_a_violated_inequality_and_keeps_the_others),
        SCRATCH_TEST(a_parameter_may_end_at_its_bound),
        SCRATCH_TEST(an_optimum_at_a_bound_of_the_parameter_named_first),
        SCRATCH_TEST(an_inequality_without_force_is_kept),
        SCRATCH_TEST(constraints_that_cannot_be_met_are_reported),
        SCRATCH_TEST(conditions_of_a_maximum_are_none_of_a_minimum),
        SCRATCH_TEST(a_start_on_a_maximum_is_left),
        SCRATCH_TEST(a_saddle_is_left),
        SCRATCH_TEST(adjoint_equations_leave_out_what_is_frozen),
        SCRATCH_TEST(multipliers_are_not_frozen_by_themselves),
        SCRATCH_TEST(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
