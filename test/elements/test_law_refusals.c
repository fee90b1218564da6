/* What is no law of an element is refused, in words. */
#include "hbm/models.h"
#include "laws.h"

#include "../../toolboxes/hbm/balance/hbm_impl.h"

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/toolbox.h>

/* Bad laws: answers as the law's. */
static double not_a_number(double x, double v, void *data)
{
    (void)x;
    (void)v;
    (void)data;
    return NAN;
}

static int not_a_number_with_derivatives(double x, double v, rdg_law_value *value, void *data)
{
    (void)x;
    (void)v;
    (void)data;
    value->f = NAN;
    return 0;
}

static int answering(rdg_index d, const double *x, const double *v, double *f, void *data)
{
    (void)v;
    for (rdg_index i = 0; i < d; i++) {
        f[i] = x[i];
    }
    return *(const int *)data;
}

static void bad_laws_end_in_a_status(void **state)
{
    rdg_context *ctx = *state;
    double y[2], J[8] = {0};
    rdg_structure *s = oscillator(ctx, 1, 0, 1);
    assert_ok(ctx, rdg_time_element_add(s, &(rdg_time_element){.at = "x", .plain = not_a_number}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    const rdg_function *g = rdg_hbm_function(hb);
    assert_int_equal(g->f(4, (double[]){0.4, 0, 1, 1}, 2, y, g->data), 1);
    assert_int_equal(g->df(4, (double[]){0.4, 0, 1, 1}, 2, J, g->data), 1);
    for (int answer = -1; answer <= 1; answer++) {
        rdg_structure *structure = oscillator(ctx, 1, 0, 1);
        assert_ok(ctx, rdg_vector_element_add(structure, &(rdg_vector_element){.d = 1,
                                                                               .at = (const char *[]){"x"},
                                                                               .plain = answering,
                                                                               .data = &answer}));
        hb = rdg_hbm_create(structure, RDG_HARMONICS(1));
        g = rdg_hbm_function(hb);
        assert_int_equal(g->f(4, (double[]){0.4, 0, 1, 1}, 2, y, g->data), answer);
    }
    rdg_structure *model = oscillator(ctx, 1, 0.1, 1);
    assert_ok(ctx, rdg_time_element_add(
                       model, &(rdg_time_element){.at = "x", .law = not_a_number_with_derivatives}));
    assert_ok(ctx, rdg_force_add(model, "x", 1, 1));
    hb = rdg_hbm_create(model, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 1));
    assert_true(rdg_solve(p) != RDG_OK);
    assert_true(rdg_error_message(ctx)[0] != '\0');
    rdg_error_clear(ctx);
}

static void misuse_is_named(void **state)
{
    rdg_context *ctx = *state;
    const char *const at[2] = {"x", "y"};
    rdg_structure *s = oscillator(ctx, 1, 0, 1);
    rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.at = "x"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"x\" has n = 0 and no k");
    rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.at = "x", .n = 2, .k = (double[]){1, NAN}});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "k[1] = nan N/m^2");
    rdg_polynomial_spring_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "polynomial spring is NULL");
    rdg_polynomial_stiffness_add(s, &(rdg_polynomial_stiffness){.d = 1, .at = at});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "terms = 0");
    rdg_polynomial_stiffness_add(
        s, &(rdg_polynomial_stiffness){
               .d = 1, .at = at, .terms = 2, .exponent = (int[]){1, 0}, .coefficient = (double[]){1, 1}});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "term 1");
    rdg_polynomial_stiffness_add(
        s,
        &(rdg_polynomial_stiffness){
            .d = 2, .at = at, .terms = 1, .exponent = (int[]){1, 2}, .coefficient = (double[]){1, INFINITY}});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "coefficient[1] = inf");
    rdg_polynomial_stiffness_add(
        s, &(rdg_polynomial_stiffness){
               .d = 2, .at = at, .terms = 1, .exponent = (int[]){1, 2}, .coefficient = (double[]){1, 2}});
    assert_failed(ctx, RDG_ERR_NAME, "\"y\"");
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.at = "x", .c3 = NAN});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "c3 = nan");
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.at = "x", .c = INFINITY});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "c = inf");
    rdg_quadratic_damper_add(s, &(rdg_quadratic_damper){.at = "x", .c2 = INFINITY});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "c2 = inf");
    rdg_time_element_add(s, &(rdg_time_element){.at = "x", .law = mixed_law, .plain = mixed_plain});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "two force laws");
    rdg_time_element_add(s, &(rdg_time_element){.at = "x", .law = mixed_law, .degree = -3});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "degree = -3");
    rdg_time_element_add(
        s,
        &(rdg_time_element){
            .at = "x", .plain = mixed_plain, .v_size = -1, .data = rdg_calloc(1, 8), .free_data = rdg_free});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "v_size = -1");
    rdg_vector_element_add(
        s, &(rdg_vector_element){.law = coupled_law, .data = rdg_calloc(1, 8), .free_data = rdg_free});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "d = 0");
    rdg_vector_element_add(s, &(rdg_vector_element){.d = 2, .at = at});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no force law");
    rdg_vector_element_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "NULL");
    assert_int_equal(rdg_cubic_damper_add(NULL, &(rdg_cubic_damper){.at = "x"}), RDG_ERR_EARLIER);
    assert_int_equal(rdg_element_count(s), 0);
    rdg_name_relative(s, "twice", 0, 0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "twice");
    rdg_fluid_drag_add(s, &(rdg_fluid_drag){.at = "x", .c = 1, .samples = 20});
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 7)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "20 samples a period: harmonic 7 needs 32 or more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bad_laws_end_in_a_status, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(misuse_is_named, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
