/* Every allocation of a search for a stationary point, and of a ridge, fails in turn: a message and no leak.
 */
#include "failing_memory.h"

#include "design/absorber.h"
#include "friction-backbone/models.h"

#include <ridgewalk/equal_peaks.h>
#include <ridgewalk/ridge.h>

#include <string.h>

static int sphere_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

static int sum_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] + u[1];
    return 0;
}

static void search(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 2, .m = 1, .f = sphere_f}, RDG_ALL);
    rdg_add_monitor(p, &(rdg_function){.name = "sum", .n = 2, .m = 1, .f = sum_f}, RDG_ALL, NULL, RDG_ACTIVE);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_adjoint *a = rdg_adjoint_add(p, "sum");
    rdg_stationary_find(
        a, "search",
        &(rdg_stationary_options){.along = "x", .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)});
    double defect = 1.0;
    if (rdg_adjoint_solve(a, "x", NULL, &defect) == RDG_OK) {
        assert_near(defect, 0.0, 0.0, 1e-6);
    }
}

static int bowl_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = (u[0] - 2.0) * (u[0] - 2.0) + (u[1] - 3.0) * (u[1] - 3.0);
    return 0;
}

/* x meets its bound, the sum its inequality. */
static void optimise(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.0, 0.0});
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_add_monitor(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = bowl_f}, RDG_ALL, NULL,
                    RDG_INACTIVE);
    rdg_add_linear_monitor(p, "G", 1, 2, (rdg_index[]){0, 1}, (double[]){1, 1}, (double[]){3},
                           (const char *const[]){"G"}, RDG_INEQUALITY);
    rdg_adjoint *a = rdg_adjoint_add(p, "f");
    rdg_add_complementarity(a, "G", false, 0.0);
    rdg_optimise(a, "best",
                 &(rdg_optimise_options){.parameters = (const char *const[]){"x", "y"},
                                         .n_parameters = 2,
                                         .low = (double[]){-1, -1},
                                         .high = (double[]){0.5, 9},
                                         .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)},
                 NULL);
}

/* Without a run to start from the ridge fails as well, but says so. */
static void begin_ridge(rdg_context *ctx)
{
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_ridge(hb, "ridge", "Am", RDG_FROM("no such run", 0));
    if (rdg_error_status(ctx) == RDG_ERR_NAME || rdg_error_status(ctx) == RDG_ERR_IO) {
        assert_non_null(strstr(rdg_error_message(ctx), "no such run"));
        rdg_error_clear(ctx);
    }
}

static void equal_peaks(rdg_context *ctx)
{
    const absorber a = {.mass = 0.05, .c = 0.02, .k2 = 0.044, .c2 = 0.011};
    rdg_hbm *hb = tuned_absorber(ctx, &a);
    rdg_equal_peaks(hb, "Am", 2, 0.3, 2.0, RDG_AT("alpha", 0.01), RDG_AT("spring.k", a.k2));
}

static void every_allocation_of_a_search_may_fail(void **state)
{
    (void)state;
    exhaust_memory(search);
}

static void every_allocation_of_an_optimisation_may_fail(void **state)
{
    (void)state;
    exhaust_memory(optimise);
}

static void every_allocation_before_a_ridge_may_fail(void **state)
{
    (void)state;
    exhaust_memory(begin_ridge);
}

static void every_allocation_of_equal_peaks_may_fail(void **state)
{
    (void)state;
    exhaust_memory(equal_peaks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_search_may_fail),
        cmocka_unit_test(every_allocation_of_an_optimisation_may_fail),
        cmocka_unit_test(every_allocation_before_a_ridge_may_fail),
        cmocka_unit_test(every_allocation_of_equal_peaks_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
