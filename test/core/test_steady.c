/* A Jacobian is remembered from one call to the next while data are said to be steady, and no longer. */
#include "problems.h"

#include "assembly.h"
#include "problem_impl.h"

typedef struct scaled {
    double a;
    int asked, answer;
} scaled;

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const scaled *s = data;
    (void)n;
    (void)m;
    y[0] = s->a * (u[0] - u[1]);
    return 0;
}

static int jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    scaled *s = data;
    (void)n;
    (void)m;
    s->asked++;
    values[0] = s->a * u[0];
    values[1] = -s->a;
    return s->answer;
}

static int adjoint(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[2];
    y[1] = -u[2];
    return 0;
}

/* What is asked for at u; whether the callback was. */
static void ask(rdg_problem *p, scaled *s, const double *u, bool anew)
{
    rdg_entry *e = &p->entry[0];
    const int before = s->asked;
    assert_int_equal(rdg_entry_jacobian(p, e, u), s->answer);
    assert_int_equal(s->asked - before, anew);
    if (s->answer == 0) {
        assert_true(e->df_values[0] == s->a * u[0] && e->df_values[1] == -s->a);
    }
}

static void a_jacobian_is_remembered_while_data_are_steady(void **state)
{
    rdg_context *ctx = *state;
    scaled s = {.a = 2};
    const double here[3] = {1, 0.5, 0.1}, there[3] = {1.3, 0.5, 0.1},
                 here_with_another_multiplier[3] = {1, 0.5, 7};
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "u", 2, here));
    assert_ok(
        ctx, rdg_add_zero(
                 p, &(rdg_function){.name = "scaled", .n = 2, .m = 1, .f = value, .df = jacobian, .data = &s},
                 RDG_ALL));
    assert_ok(ctx, rdg_add_variables(p, "lambda", 1, &here[2]));
    rdg_problem_hold_steady(p);
    ask(p, &s, here, true); /* without adjoint equations nobody asks twice */
    ask(p, &s, here, true);
    rdg_problem_release_steady(p);
    assert_ok(ctx,
              rdg_add_zero(p, &(rdg_function){.name = "adjoint", .n = 3, .m = 2, .f = adjoint}, RDG_ALL));
    assert_ok(ctx, rdg_declare_adjoint(p, "adjoint", "lambda"));
    ask(p, &s, here, true);
    ask(p, &s, here, true); /* not steady */
    rdg_problem_hold_steady(p);
    ask(p, &s, here, true);
    ask(p, &s, here, false);
    ask(p, &s, here_with_another_multiplier, false);
    ask(p, &s, there, true);
    ask(p, &s, here, true);
    rdg_problem_hold_steady(p); /* nested: the same period */
    ask(p, &s, here, false);
    rdg_problem_release_steady(p);
    ask(p, &s, here, false);
    s.answer = 1; /* a failure is not remembered, neither there nor where it was */
    ask(p, &s, there, true);
    ask(p, &s, there, true);
    s.answer = 0;
    ask(p, &s, here, true); /* what was known is overwritten */
    ask(p, &s, there, true);
    ask(p, &s, there, false);
    rdg_problem_release_steady(p);
    s.a = 5; /* another period, other data */
    rdg_problem_hold_steady(p);
    ask(p, &s, there, true);
    ask(p, &s, there, false);
    rdg_problem_release_steady(p);
    s.a = 7;
    ask(p, &s, there, true);
    rdg_problem_hold_steady(p);
    ask(p, &s, there, true);
    rdg_problem_release_steady(p);
}

/* With a variable its row is left out, and with that the multiplier of the row and the adjoint equation of
 * the variable. */
static void multipliers_are_eliminated_with_their_rows(void **state)
{
    rdg_context *ctx = *state;
    scaled s = {.a = 2};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (const double[]){1, 0.5});
    rdg_add_zero(p, &(rdg_function){.name = "scaled", .n = 2, .m = 1, .f = value, .df = jacobian, .data = &s},
                 RDG_ALL);
    rdg_add_variables(p, "lambda", 1, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "adjoint", .n = 3, .m = 2, .f = adjoint}, RDG_ALL);
    assert_ok(ctx, rdg_declare_adjoint(p, "adjoint", "lambda"));
    for (rdg_index k = 0; k < 4; k++) {
        const rdg_eliminated part = {.block = "u", .first = k % 2, .n = 1, .zero = "scaled"};
        assert_ok(ctx, rdg_eliminate(p, &part));
        assert_int_equal(rdg_eliminated_count(p), 2);
        assert_true(rdg_is_eliminated(p, k % 2) && !rdg_is_eliminated(p, 1 - k % 2) &&
                    rdg_is_eliminated(p, 2));
        assert_ok(ctx, rdg_restore(p, "u", k % 2, 1));
        assert_int_equal(rdg_eliminated_count(p), 0);
        assert_false(rdg_is_eliminated(p, 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_jacobian_is_remembered_while_data_are_steady),
                                       TEST(multipliers_are_eliminated_with_their_rows)};
    return cmocka_run_group_tests_name("core: Jacobians of steady data", tests, NULL, NULL);
}
