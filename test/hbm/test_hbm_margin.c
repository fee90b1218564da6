/* Margins to the onset of slip as functions of a harmonic balance's unknowns, and the jump of the Jacobian
 * there. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "scratch.h"

#include <ridgewalk/hbm_equations.h>

enum { STATES = 40, MOST = 128 };

/* A problem of Q and multipliers with the margin and the jump of one contact as parameters. */
static rdg_problem *margin_problem(rdg_context *ctx, rdg_hbm *hb, rdg_index contact)
{
    const rdg_index m = rdg_hbm_unknowns(hb), *given = NULL;
    rdg_index index[2 * MOST];
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "Q", m, NULL);
    rdg_add_variables(p, "lambda", m, NULL);
    rdg_set_typical(p, "Q", 1e-5, false);
    const rdg_function *margin = rdg_hbm_margin_function(hb, contact, &given);
    assert_ok(ctx, rdg_add_monitor(p, margin, given, NULL, RDG_ACTIVE));
    rdg_function jump = *rdg_hbm_jump_function(hb, contact, &given);
    for (rdg_index i = 0; i < jump.n; i++) {
        index[i] = given[i] + (i < jump.n / 2 ? 0 : m);
    }
    jump.name = "jump";
    jump.by_differences = true;
    assert_ok(ctx, rdg_add_monitor(p, &jump, index, NULL, RDG_ACTIVE));
    return p;
}

static void derivatives_agree_with_differences_at_random_states(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1, 2, 3)); /* one shroud in several terms */
    assert_int_equal(rdg_hbm_margin_count(hb), 2);
    for (rdg_index contact = 0; contact < 2; contact++) {
        rdg_problem *p = margin_problem(ctx, hb, contact);
        for (int k = 0; k < STATES; k++) {
            double u[2 * MOST];
            for (rdg_index i = 0; i < rdg_variable_count(p); i++) {
                u[i] = (i < rdg_hbm_unknowns(hb) ? 1e-5 : 1.0) * random_signed(&seed);
            }
            assert_ok(ctx, rdg_check_derivatives(p, u, 1e-6));
        }
    }
}

static void margin_is_that_of_the_whole_vector(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 4;
    double Q[MOST], gradient[MOST], local[MOST], values[MOST] = {0.0}, value = 0.0, y = 0.0;
    const rdg_index *index = NULL;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1, 3));
    for (rdg_index i = 0; i < rdg_hbm_unknowns(hb); i++) {
        Q[i] = 1e-5 * random_signed(&seed);
    }
    const rdg_function *f = rdg_hbm_margin_function(hb, 1, &index);
    assert_string_equal(f->name, "right.margin");
    for (rdg_index i = 0; i < f->n; i++) {
        local[i] = Q[index[i]];
    }
    assert_int_equal(rdg_hbm_margin(hb, 1, Q, &value, gradient), 0);
    assert_int_equal(f->f(f->n, local, 1, &y, f->data), 0);
    assert_int_equal(f->df(f->n, local, 1, values, f->data), 0);
    assert_near(y, value, 1e-14, 0.0);
    for (rdg_index i = 0; i < f->n; i++) {
        assert_near(values[i], gradient[index[i]], 1e-13, 1e-9);
    }
    assert_null(rdg_hbm_margin_function(hb, 2, NULL));
    assert_null(rdg_hbm_jump_function(hb, -1, NULL));
    assert_int_equal(rdg_hbm_focus(hb, 1, Q), 0);
    assert_int_equal(rdg_hbm_focus(hb, 1, NULL), 0);
    assert_true(rdg_hbm_focus(hb, 2, NULL) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(derivatives_agree_with_differences_at_random_states),
        SCRATCH_TEST(margin_is_that_of_the_whole_vector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
