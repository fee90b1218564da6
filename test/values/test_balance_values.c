/* What problems of a harmonic balance get beside their equations, against the closed form of a Duffing
 * oscillator with one harmonic: ((1 - w^2) A + 3/4 k3 A^3)^2 + (c w A)^2 = alpha^2. */
#define _GNU_SOURCE

#include "scratch.h"
#include "support.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/structure.h>

enum { cubic = 1 }; /* of the parameters of a cubic spring: k, k3 */
static const double c = 0.1, k3 = 0.5, omega = 0.8, alpha = 0.3;

static rdg_hbm *duffing(rdg_context *ctx)
{
    const double one = 1.0;
    rdg_structure *s = rdg_structure_create(ctx, "duffing", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = k3});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_error_status(ctx));
    return hb;
}

/* A^2, and omega times the k3 that the element has now */
static int size_and_stiffness(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    double stiffness = 0.0;
    y[0] = u[0] * u[0] + u[1] * u[1];
    if (!rdg_hbm_element_parameter(data, 0, cubic, &stiffness)) {
        return -1;
    }
    y[1] = u[2] * stiffness;
    return 0;
}

static int frequency_times_cosine(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] * u[0];
    return 0;
}

static void add_observers(rdg_hbm *hb, rdg_problem *p)
{
    static const char *const names[] = {"square", "stiffness"};
    const rdg_function both = {.name = "both", .n = 3, .m = 2, .f = size_and_stiffness, .data = hb};
    const rdg_function product = {.name = "product", .n = 3, .m = 1, .f = frequency_times_cosine};
    rdg_context *ctx = rdg_hbm_context(hb);
    assert_ok(ctx, rdg_hbm_add_named_observer(hb, p, "test", &both, names, RDG_REGULAR));
    assert_ok(ctx, rdg_hbm_add_observer(hb, p, "test", &product, RDG_REGULAR));
}

static void assert_duffing(rdg_context *ctx, const char *name)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index n = rdg_run_count(run);
    const double *k = rdg_run_column(run, "spring.k3"), *square = rdg_run_column(run, "square"),
                 *stiffness = rdg_run_column(run, "stiffness"), *product = rdg_run_column(run, "product"),
                 *cosine = rdg_run_column(run, "Q[0]");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(n > 5);
    assert_near(k[0], k3, 1e-12, 0.0);
    assert_near(k[n - 1], 2.0, 1e-9, 0.0);
    for (rdg_index i = 0; i < n; i++) {
        const double A = sqrt(square[i]), elastic = (1.0 - omega * omega) * A + 0.75 * k[i] * A * square[i];
        assert_near(stiffness[i], omega * k[i], 1e-14, 0.0);
        assert_near(hypot(elastic, c * omega * A), alpha, 1e-7, 0.0);
        if (rdg_run_label(run, i) > 0) {
            assert_near(product[i], omega * cosine[i], 1e-14, 0.0);
        }
    }
    rdg_run_free(run);
}

static void observers_see_solutions_with_their_parameters(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    add_observers(hb, p);
    assert_ok(ctx, rdg_continue(p, "made", RDG_RELEASE("spring.k3"), RDG_WINDOW("spring.k3", k3, 2.0),
                                RDG_LABEL_EVERY(1), RDG_NO_TABLE));
    assert_duffing(ctx, "made");
}

/* A problem whose equations a toolbox adds by itself. */
static void parameters_are_variables_of_other_equations(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_hbm_parameters *numbers = rdg_hbm_parameters_create(hb, "test", NULL, "spring.k3");
    rdg_index place[] = {0, 1, 2, 3, -1};
    rdg_add_variables(p, "Q", 2, (const double[]){0.5, 0.1});
    rdg_add_variables(p, "omega", 1, &omega);
    rdg_add_variables(p, "alpha", 1, &alpha);
    add_observers(hb, p);
    assert_ok(ctx, rdg_hbm_parameters_add_variable(numbers, p, &place[4]));
    assert_int_equal(place[4], 4);
    assert_near(rdg_start_values(p)[4], k3, 0.0, 0.0);
    assert_ok(ctx, rdg_hbm_parameters_add_variable(numbers, p, &place[4])); /* it is there: no second one */
    assert_int_equal(place[4], 4);
    assert_ok(ctx, rdg_add_zero(p, rdg_hbm_parameters_function(numbers), place));
    rdg_add_parameter(p, "omega", "omega", 0);
    rdg_add_parameter(p, "alpha", "alpha", 0);
    assert_ok(ctx, rdg_hbm_parameters_spread(numbers, p, "spring.k3"));
    assert_ok(ctx, rdg_continue(p, "own", RDG_RELEASE("spring.k3"), RDG_WINDOW("spring.k3", k3, 2.0),
                                RDG_LABEL_EVERY(1), RDG_NO_TABLE));
    assert_duffing(ctx, "own");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(observers_see_solutions_with_their_parameters),
        SCRATCH_TEST(parameters_are_variables_of_other_equations),
    };
    return cmocka_run_group_tests_name("values of a harmonic balance", tests, NULL, NULL);
}
