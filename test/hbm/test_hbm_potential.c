/* What elements store, and products with the dynamic stiffness. */
#include "models.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>

static double energy_at(rdg_context *ctx, rdg_hbm *hb, const double *q)
{
    double energy = -1.0;
    rdg_hbm_potential *potential = rdg_hbm_potential_create(hb);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(rdg_hbm_potential_energy(potential, q, &energy), 0);
    rdg_hbm_potential_free(potential);
    return energy;
}

static void springs_store_their_potential(void **state)
{
    rdg_context *ctx = *state;
    const double k = 0.3, k3 = 1.7, q[3] = {0.4, -1.1, 0.7}, x = 1.3 * q[1] - 0.7 * q[2];
    rdg_structure *s = chain(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "bc", .at = "bc", .k = k, .k3 = k3});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "a", .at = "a", .k3 = 2.1});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    const double expected = 0.5 * k * x * x + 0.25 * k3 * pow(x, 4) + 0.25 * 2.1 * pow(q[0], 4);
    assert_near(energy_at(ctx, hb, q), expected, 1e-12, 0.0);
    assert_near(energy_at(ctx, hb, (double[3]){0}), 0.0, 0.0, 0.0);
}

/* A gap that closes on the way */
static int bumper(double x, double v, rdg_law_value *value, void *data)
{
    (void)v;
    const double gap = *(const double *)data;
    value->f = x > gap ? 100.0 * (x - gap) : 0.0;
    value->fx = x > gap ? 100.0 : 0.0;
    return 0;
}

static void kinks_cost_no_accuracy(void **state)
{
    rdg_context *ctx = *state;
    double gap = 0.37;
    rdg_structure *s = oscillator(ctx, 1.0, 0.0, 1.0);
    rdg_time_element_add(s, &(rdg_time_element){.at = "x", .law = bumper, .data = &gap});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_near(energy_at(ctx, hb, (double[]){1.3}), 50.0 * 0.93 * 0.93, 1e-11, 0.0);
    assert_near(energy_at(ctx, hb, (double[]){-1.3}), 0.0, 0.0, 0.0);
    assert_near(energy_at(ctx, hb, (double[]){0.3701}), 50.0 * 1e-8, 1e-9, 0.0);
}

/* A contact stores what its spring takes before it slips, then friction takes its work. */
static void first_loading_of_a_contact_takes_work(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1.0, 0.0, 1.0);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x", .kt = 0.5, .mu = 0.4, .preload = 3.0});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_near(energy_at(ctx, hb, (double[]){1.1}), 0.25 * 1.1 * 1.1, 1e-12, 0.0);
    const double slip = 0.4 * 3.0 / 0.5;
    assert_near(energy_at(ctx, hb, (double[]){4.0}), 0.25 * slip * slip + 1.2 * (4.0 - slip), 1e-11, 0.0);
}

/* Products are those with the linear part of the residual, and with its differences; with and without
 * damping. */
static void stiffness_products_are_the_linear_part(void **state)
{
    rdg_context *ctx = *state;
    const double omega = 1.3, h = 1e-4;
    for (int damped = 0; damped < 2; damped++) {
        rdg_structure *s = chain(ctx);
        if (!damped) {
            rdg_damping_proportional(s, 0.0, 0.0);
        }
        rdg_sensor_add(s, "Am", "bc");
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 4)); /* "a" is condensed */
        const rdg_index m = rdg_hbm_unknowns(hb);
        assert_int_equal(m, 10);
        double u[12], y[10], product[3][10], other[10];
        uint64_t seed = 5;
        for (int i = 0; i < 10; i++) {
            u[i] = random_signed(&seed);
        }
        u[10] = omega;
        u[11] = 0.0;
        const rdg_function *R = rdg_hbm_function(hb);
        assert_int_equal(R->f(12, u, 10, y, R->data), 0);
        for (int order = 0; order < 3; order++) {
            assert_int_equal(rdg_hbm_stiffness_product(hb, order, omega, u, product[order]), 0);
        }
        for (int i = 0; i < 10; i++) {
            assert_near(product[0][i], y[i], 1e-13, 1e-13);
        }
        for (int order = 1; order < 3; order++) {
            assert_int_equal(rdg_hbm_stiffness_product(hb, order - 1, omega + h, u, y), 0);
            assert_int_equal(rdg_hbm_stiffness_product(hb, order - 1, omega - h, u, other), 0);
            for (int i = 0; i < 10; i++) {
                assert_near(product[order][i], (y[i] - other[i]) / (2.0 * h), 1e-6, 1e-6);
            }
        }
        assert_true(rdg_hbm_stiffness_product(hb, 3, omega, u, y) < 0);
    }
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, fresh_context, free_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FRESH(springs_store_their_potential),
        FRESH(kinks_cost_no_accuracy),
        FRESH(first_loading_of_a_contact_takes_work),
        FRESH(stiffness_products_are_the_linear_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
