/* Evaluation of one function: what it sees, what it answers, and differences where it gives no derivative. */
#include "problems.h"

#include "problem_impl.h"

/* y = [sin(u0) u1^2, exp(u0 u1) + u2], scaled to see that typical sizes set the steps */
typedef struct model {
    double size; /* of the variables */
    int answer;
    double poison; /* added to y1 */
    int calls;
} model;

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    model *k = data;
    const double a = u[0] / k->size, b = u[1] / k->size, c = u[2] / k->size;
    k->calls++;
    y[0] = sin(a) * b * b;
    y[1] = exp(a * b) + c + k->poison;
    return k->answer;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    model *k = data;
    const double a = u[0] / k->size, b = u[1] / k->size, e = exp(a * b);
    const double exact[6] = {cos(a) * b * b, b * e, 2 * sin(a) * b, a * e, 0, 1};
    for (int i = 0; i < 6; i++) {
        values[i] = exact[i] / k->size;
    }
    return k->answer;
}

static void exact_hessian(const model *k, const double *u, const double *lambda, double *h)
{
    const double a = u[0] / k->size, b = u[1] / k->size, e = exp(a * b) * lambda[1];
    memset(h, 0, 9 * sizeof *h);
    h[0] = -lambda[0] * sin(a) * b * b + b * b * e;
    h[1] = h[3] = lambda[0] * 2 * cos(a) * b + (1 + a * b) * e;
    h[4] = lambda[0] * 2 * sin(a) + a * a * e;
    for (int i = 0; i < 9; i++) {
        h[i] /= k->size * k->size;
    }
}

static int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)n;
    (void)m;
    exact_hessian(data, u, lambda, values);
    return 0;
}

/* The function sees the variables 3, 1, 2 of 4; with = how many of df, d2f are given. */
static rdg_entry *entry(rdg_context *ctx, model *k, int with, rdg_problem **p)
{
    *p = rdg_problem_create(ctx);
    rdg_add_variables(*p, "v", 4, NULL);
    rdg_set_typical(*p, "v", k->size, false);
    const rdg_function function = {.name = "g",
                                   .n = 3,
                                   .m = 2,
                                   .f = f,
                                   .df = with > 0 ? df : NULL,
                                   .d2f = with > 1 ? d2f : NULL,
                                   .data = k};
    assert_ok(ctx, rdg_add_zero(*p, &function, (rdg_index[]){3, 1, 2}));
    assert_ok(ctx, rdg_entry_prepare_hessian(ctx, &(*p)->entry[0]));
    return &(*p)->entry[0];
}

static void derivatives_by_differences_are_those_in_closed_form(void **state)
{
    for (int with = 0; with < 3; with++) {
        for (int exponent = -7; exponent <= 5; exponent += 3) {
            model k = {.size = pow(10, exponent)};
            rdg_problem *p = NULL;
            rdg_entry *e = entry(*state, &k, with, &p);
            uint64_t seed = 11;
            for (int s = 0; s < 30; s++) {
                double u[4], local[3], jacobian[6], hessian[9], product[4] = {0}, v[4];
                const double lambda[2] = {1.3, -0.7};
                for (int j = 0; j < 4; j++) {
                    u[j] = 2 * k.size * random_signed(&seed);
                    v[j] = k.size * random_signed(&seed);
                }
                const int index[3] = {3, 1, 2};
                for (int j = 0; j < 3; j++) {
                    local[j] = u[index[j]];
                }
                df(3, local, 2, jacobian, &k);
                exact_hessian(&k, local, lambda, hessian);
                assert_int_equal(rdg_entry_jacobian(p, e, u), 0);
                for (int i = 0; i < 6; i++) {
                    assert_near(e->df_values[i], jacobian[i], 0, 1e-7 / k.size);
                }
                assert_int_equal(rdg_entry_hessian(p, e, u, lambda), 0);
                const double tolerance[] = {3e-3, 1e-6, 1e-14};
                for (int i = 0; i < 9; i++) {
                    assert_near(e->d2f_values[i], hessian[i], 0, tolerance[with] / (k.size * k.size));
                }
                assert_int_equal(rdg_entry_hessian_times(p, e, u, lambda, v, product), 0);
                for (int i = 0; i < 3; i++) {
                    double exact = 0;
                    for (int j = 0; j < 3; j++) {
                        exact += hessian[i + 3 * j] * v[index[j]];
                    }
                    assert_near(product[index[i]], exact, 0, tolerance[with] / k.size);
                }
                assert_near(product[0], 0, 0, 0);
            }
            rdg_problem_free(p);
        }
    }
}

static void a_hessian_along_no_direction_is_zero(void **state)
{
    model k = {.size = 1};
    rdg_problem *p = NULL;
    rdg_entry *e = entry(*state, &k, 1, &p);
    double out[4] = {1, 2, 3, 4};
    assert_int_equal(
        rdg_entry_hessian_times(p, e, (double[]){1, 1, 1, 1}, (double[]){1, 1}, (double[4]){0}, out), 0);
    assert_memory_equal(out, ((double[]){1, 2, 3, 4}), sizeof out);
}

static void what_is_not_finite_is_told_by_name_and_place(void **state)
{
    model k = {.size = 1};
    rdg_problem *p = NULL;
    rdg_entry *e = entry(*state, &k, 1, &p);
    const double u[4] = {0.3, 0.4, 0.5, 0.6};
    const double poison[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        k.poison = poison[i];
        rdg_problem_forget_trouble(p);
        assert_int_equal(rdg_entry_value(p, e, u), 1);
        assert_int_equal(p->trouble_status, RDG_ERR_NOT_FINITE);
        assert_non_null(strstr(p->trouble, "zero function \"g\": f wrote "));
        assert_non_null(strstr(p->trouble, "as value 1 of 2"));
    }
}

static void a_request_to_end_is_not_overwritten(void **state)
{
    model k = {.size = 1, .answer = 2};
    rdg_problem *p = NULL;
    rdg_entry *e = entry(*state, &k, 1, &p);
    const double u[4] = {0.3, 0.4, 0.5, 0.6};
    assert_int_equal(rdg_entry_value(p, e, u), 2);
    assert_string_equal(p->trouble, "zero function \"g\": f returned 2 (outside its domain)");
    assert_false(rdg_problem_is_aborted(p));
    k.answer = -5;
    assert_int_equal(rdg_entry_jacobian(p, e, u), -5);
    assert_true(rdg_problem_is_aborted(p));
    k.answer = 3;
    assert_int_equal(rdg_entry_value(p, e, u), 3);
    assert_string_equal(p->trouble, "zero function \"g\": df returned -5");
    rdg_problem_forget_trouble(p);
    assert_false(rdg_problem_is_aborted(p));
    assert_string_equal(p->trouble, "");
}

static void a_failing_difference_leaves_the_point_in_place(void **state)
{
    model k = {.size = 1, .answer = 1};
    rdg_problem *p = NULL;
    rdg_entry *e = entry(*state, &k, 0, &p);
    const double u[4] = {0.3, 0.4, 0.5, 0.6};
    assert_int_equal(rdg_entry_jacobian(p, e, u), 1);
    assert_memory_equal(e->u, ((double[]){0.6, 0.4, 0.5}), 3 * sizeof(double));
    assert_int_equal(rdg_entry_hessian(p, e, u, (double[]){1, 1}), 1);
    assert_memory_equal(e->u, ((double[]){0.6, 0.4, 0.5}), 3 * sizeof(double));
}

static void count_notes(rdg_channel channel, const char *text, void *data)
{
    assert_int_equal(channel, RDG_CHANNEL_NOTE);
    assert_non_null(strstr(text, "function \"g\" has no df: central differences are used"));
    ++*(int *)data;
}

static void that_differences_stand_in_is_said_once(void **state)
{
    int notes = 0;
    model k = {.size = 1};
    rdg_problem *p = NULL;
    rdg_entry *e = entry(*state, &k, 0, &p);
    rdg_set_writer(*state, count_notes, &notes);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rdg_entry_jacobian(p, e, (double[]){0.3, 0.4, 0.5, 0.6}), 0);
    }
    assert_int_equal(notes, 1);
}

static void parameters_have_values_and_gradients(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "v", 4, NULL);
    model k = {.size = 1};
    const rdg_function function = {.name = "g", .n = 3, .m = 2, .f = f, .df = df, .data = &k};
    assert_ok(*state,
              rdg_add_monitor(p, &function, (rdg_index[]){3, 1, 3}, (const char *[]){"a", "b"}, RDG_ACTIVE));
    assert_ok(*state, rdg_add_parameter(p, "c", "v", 2));
    const double u[4] = {9, 0.4, 0.5, 0.6};
    double mu[3], value = 0, gradient[4];
    assert_int_equal(rdg_problem_parameters(p, u, mu), 0);
    assert_near(mu[0], sin(0.6) * 0.16, 1e-15, 0);
    assert_near(mu[1], exp(0.24) + 0.6, 1e-15, 0);
    assert_near(mu[2], 0.5, 0, 0);
    assert_int_equal(rdg_problem_parameter(p, 1, u, &value, gradient), 0);
    assert_near(value, mu[1], 0, 0);
    assert_near(gradient[3], 0.4 * exp(0.24) + 1, 1e-15, 0); /* the variable is seen twice */
    assert_near(gradient[1], 0.6 * exp(0.24), 1e-15, 0);
    assert_near(gradient[0], 0, 0, 0);
    assert_near(gradient[2], 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(derivatives_by_differences_are_those_in_closed_form),
        TEST(a_hessian_along_no_direction_is_zero),
        TEST(what_is_not_finite_is_told_by_name_and_place),
        TEST(a_request_to_end_is_not_overwritten),
        TEST(a_failing_difference_leaves_the_point_in_place),
        TEST(that_differences_stand_in_is_said_once),
        TEST(parameters_have_values_and_gradients),
    };
    return cmocka_run_group_tests_name("core: functions", tests, NULL, NULL);
}
