/* A problem of harmonic balance with every kind of element: all its derivatives against differences. */
#include "fresh_context.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

/* Two masses; the first rubs on the ground, with and without normal motion, the second has smooth laws. */
static rdg_problem *problem(rdg_context *ctx)
{
    const double M[9] = {1.21, 0, 0, 0, 0.87, 0, 0, 0, 0.6};
    const double C[9] = {0.17, -0.06, 0, -0.06, 0.13, 0, 0, 0, 0.11};
    const double K[9] = {3.7, -1.9, 0, -1.9, 4.1, 0.2, 0, 0.2, 2.9};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 3, M, C, K);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_name_dof(s, "n", 2);
    rdg_contact_add(s,
                    &(rdg_contact){.name = "rail", .tangential = "a", .kt = 2.3, .mu = 0.4, .preload = 1.1});
    rdg_contact_add(s, &(rdg_contact){.name = "pad",
                                      .tangential = "b",
                                      .normal = "n",
                                      .kt = 1.7,
                                      .kn = 2.1,
                                      .mu = 0.3,
                                      .preload = 0.9});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "b", .k3 = 0.83});
    rdg_tanh_friction_add(
        s, &(rdg_tanh_friction){.name = "rubber", .at = "b", .force = 0.1, .epsilon = 0.6, .samples = 256});
    rdg_force_add(s, "a", 1, 1.0);
    rdg_force_add(s, "n", 2, 0.4);
    rdg_sensor_add(s, "Am", "a");
    rdg_sensor_harmonic_add(s, "first", "b", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 5));
    return rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 1.3));
}

static void every_derivative_of_a_frictional_structure_is_exact(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_index n = 0;
    const rdg_index Q = rdg_variable_index(p, "Q", &n);
    double *u = rdg_start_values(p);
    uint64_t seed = 31;
    for (int s = 0; s < 12; s++) {
        const double size = s < 4 ? 0.05 : 1.5; /* stuck; slipping, opening */
        for (rdg_index j = 0; j < n; j++) {
            u[Q + j] = size * random_signed(&seed) / (1.0 + 0.2 * (double)j);
        }
        assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-6));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_derivative_of_a_frictional_structure_is_exact, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests_name("friction-hessian: whole problem", tests, NULL, NULL);
}
