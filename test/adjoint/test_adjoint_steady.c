/* The Jacobian that a problem's adjoint equations ask for is evaluated once an iterate, and never is that of
 * an earlier time: data of a callback may change between two corrections. */
#include "fresh_context.h"

#include <ridgewalk/adjoint.h>

/* f = a (x + x^3 - p): whatever a is, the solutions are the same, and the multiplier is -1 / (a (1 + 3 x^2))
 * where d.x = 1. */
typedef struct slanted {
    double a;
    long jacobians;
} slanted;

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const slanted *s = data;
    (void)n;
    (void)m;
    y[0] = s->a * (u[0] + pow(u[0], 3) - u[1]);
    return 0;
}

static int jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    slanted *s = data;
    (void)n;
    (void)m;
    values[0] = s->a * (1 + 3 * u[0] * u[0]);
    values[1] = -s->a;
    s->jacobians++;
    return 0;
}

static int hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                   void *data)
{
    const slanted *s = data;
    (void)n;
    (void)m;
    values[0] = lambda[0] * s->a * 6 * u[0];
    return 0;
}

static rdg_problem *problem_of(rdg_context *ctx, slanted *s)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.7, 0.7});
    rdg_add_zero(
        p,
        &(rdg_function){
            .name = "slanted", .n = 2, .m = 1, .f = value, .df = jacobian, .d2f = hessian, .data = s},
        RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "p", "u", 1);
    assert_non_null(rdg_adjoint_add(p, "x"));
    return p;
}

enum { SIZE = 5, LAMBDA = 2 };

typedef struct seen {
    slanted *s;
    long points;
    double u[SIZE];
    double step;  /* by which a grows from point to point */
    double worst; /* relative error of the multiplier */
} seen;

static bool see(rdg_problem *p, const rdg_chart *chart, void *data)
{
    seen *w = data;
    assert_int_equal(rdg_variable_count(p), SIZE);
    memcpy(w->u, chart->u, sizeof w->u);
    w->worst = fmax(w->worst, fabs(chart->u[LAMBDA] * w->s->a * (1 + 3 * chart->u[0] * chart->u[0]) + 1));
    w->points++;
    w->s->a += w->step;
    return false;
}

static void data_that_change_between_corrections_are_seen(void **state)
{
    rdg_context *ctx = *state;
    slanted s = {.a = 2};
    seen w = {.s = &s};
    rdg_problem *p = problem_of(ctx, &s);
    assert_ok(ctx, rdg_continue(p, "first", RDG_RELEASE("x"), RDG_RELEASE("d.p"), RDG_HOLD_AT("d.x", 1),
                                RDG_OBSERVE(see, &w), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_true(w.worst < 1e-12);
    for (int i = 3; i < 9; i++) { /* from the very same u */
        double u[SIZE];
        memcpy(u, w.u, sizeof u);
        s.a = i; /* worst starts anew with it */
        w.worst = 0;
        assert_ok(ctx, rdg_continue(p, "again", RDG_RELEASE("x"), RDG_RELEASE("d.p"), RDG_HOLD_AT("d.x", 1),
                                    RDG_START(u), RDG_OBSERVE(see, &w), RDG_NO_FOLDER, RDG_NO_TABLE));
        assert_near(w.u[0], u[0], 1e-12, 0);
        assert_true(w.worst < 1e-12);
    }
}

static void a_jacobian_is_evaluated_once_an_iterate(void **state)
{
    rdg_context *ctx = *state;
    slanted s = {.a = 2};
    seen w = {.s = &s};
    rdg_run_summary summary;
    rdg_problem *p = problem_of(ctx, &s);
    assert_ok(ctx, rdg_continue(p, "along", RDG_RELEASE("p"), RDG_RELEASE("x"), RDG_RELEASE("d.p"),
                                RDG_HOLD_AT("d.x", 1), RDG_WINDOW("p", 0.5, 20.0), RDG_OBSERVE(see, &w),
                                RDG_SUMMARY(&summary), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_true(w.points > 10 && w.worst < 1e-10);
    /* a Jacobian is asked for where the residual was: it is known there; what is more is of the tangents, and
     * of the determinant between the charts */
    assert_true((double)s.jacobians < 1.25 * (double)summary.timing.residuals);
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, fresh_context, free_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FRESH(data_that_change_between_corrections_are_seen),
        FRESH(a_jacobian_is_evaluated_once_an_iterate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
