/* NaN and infinity within a vector that a call reads are refused by name and place, and nothing is written.
 */
#include "fresh_context.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/component.h>
#include <ridgewalk/deflate.h>
#include <ridgewalk/finite.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/sampling_error.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/truncation.h>

#include <float.h>

enum { MOST = 64 };

static const double not_finite[] = {NAN, INFINITY, -INFINITY};

/* Each place of u in turn; what is written is in y, which stays zero. */
typedef rdg_status (*reader)(void *object, const double *u, double *y);

static void assert_each_place_is_refused(rdg_context *ctx, reader read, void *object, const char *name,
                                         rdg_index n)
{
    for (rdg_index i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) {
            double u[MOST] = {0.0}, y[MOST] = {0.0};
            char said[32];
            u[i] = not_finite[k];
            assert_int_equal(read(object, u, y), RDG_ERR_NOT_FINITE);
            snprintf(said, sizeof said, "%s[%lld] is", name, (long long)i);
            assert_failed(ctx, RDG_ERR_NOT_FINITE, said);
            for (int j = 0; j < MOST; j++) {
                assert_true(y[j] == 0.0);
            }
        }
    }
}

static void finite_numbers_pass(void **state)
{
    const double u[3] = {1.0, -2.385, DBL_MAX};
    assert_ok(*state, rdg_require_finite(*state, "test", "u", 3, u));
    assert_ok(*state, rdg_require_finite(*state, "test", "u", 0, NULL));
    assert_int_equal(rdg_require_finite(*state, "test", "u", 1, NULL), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "u is NULL");
}

/* --- harmonic balance */

static rdg_hbm *two_masses(rdg_context *ctx)
{
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    rdg_damping_proportional(s, 0.02, 0.0);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "A", "x");
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3));
}

static rdg_status expand(void *hb, const double *u, double *y)
{
    return rdg_hbm_expand(hb, 1, 1.0, 1.0, u, y);
}

static rdg_status harmonic(void *hb, const double *u, double *y)
{
    return rdg_hbm_harmonic(hb, "x", 1, u, y, y + 1);
}

static rdg_status exponents(void *hb, const double *u, double *y)
{
    return rdg_hbm_exponents(hb, u, 1.0, 2, y, y + 2);
}

static rdg_status sampling(void *hb, const double *u, double *y)
{
    return rdg_hbm_sampling_error(hb, u, 1.0, y, NULL);
}

static rdg_status truncation(void *hb, const double *u, double *y)
{
    return rdg_hbm_truncation(hb, u, 1.0, y);
}

static rdg_status spectrum(void *hb, const double *u, double *y)
{
    return rdg_hbm_spectrum(hb, u, 1.0, 3, y);
}

static void solutions_of_harmonic_balances_are_finite(void **state)
{
    const reader readers[] = {expand, harmonic, exponents, sampling, truncation, spectrum};
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++) {
        rdg_hbm *hb = two_masses(*state);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("alpha", 1.0));
        assert_ok(*state, rdg_error_status(*state));
        rdg_index n = 0;
        rdg_variable_index(p, "Q", &n);
        assert_each_place_is_refused(*state, readers[k], hb, "Q", n);
    }
}

/* --- components, deflation */

static rdg_status expand_component(void *c, const double *u, double *y)
{
    return rdg_component_expand(c, u, y);
}

static void coordinates_of_components_are_finite(void **state)
{
    rdg_structure *s = rdg_chain_create(*state, 4, (double[]){1, 1, 1, 1}, (double[]){1, 1, 1, 1});
    rdg_name_set(s, "end", 1, (rdg_index[]){3});
    rdg_component *c = rdg_component_fixed(s, "end", RDG_MODES(2));
    assert_ok(*state, rdg_error_status(*state));
    assert_each_place_is_refused(*state, expand_component, c, "q", 3);
}

static int parabola(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] - 2.0;
    return 0;
}

static rdg_status add(void *d, const double *u, double *y)
{
    (void)y;
    return rdg_deflation_add(d, u);
}

static rdg_status measure(void *d, const double *u, double *y)
{
    return rdg_deflation_log(d, u, y, NULL);
}

static rdg_status search(void *d, const double *u, double *y)
{
    bool found = false;
    const rdg_status status = rdg_deflation_search(d, u, &found);
    y[0] = found;
    return status;
}

static void points_of_deflations_are_finite(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, (double[]){1.0});
    rdg_add_zero(p,
                 &(rdg_function){.name = "parabola", .n = 1, .m = 1, .f = parabola, .by_differences = true},
                 RDG_ALL);
    rdg_deflation *d = rdg_deflation_create(p, NULL);
    assert_ok(*state, rdg_error_status(*state));
    assert_each_place_is_refused(*state, add, d, "u", 1);
    assert_each_place_is_refused(*state, measure, d, "u", 1);
    assert_each_place_is_refused(*state, search, d, "u", 1);
    assert_int_equal(rdg_deflation_count(d), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(finite_numbers_pass),
        TEST(solutions_of_harmonic_balances_are_finite),
        TEST(coordinates_of_components_are_finite),
        TEST(points_of_deflations_are_finite),
    };
    return cmocka_run_group_tests_name("not finite", tests, NULL, NULL);
}
