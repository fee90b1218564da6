/* Contact problems of many bodies: the law by itself, the dense solver's answers, columns. */
#include "column.h"
#include "contact_cases.h"
#include "fresh_context.h"

#include <ridgewalk/sparse.h>

typedef struct tried {
    int unanswered, newton, interior;
} tried;

/* A solver for a case of contact_cases.h, by sparse matrices, which are full */
static rdg_large_contacts *solver_of(rdg_context *ctx, const contact_case *c)
{
    rdg_pattern *M = rdg_pattern_dense(ctx, c->n, c->n), *W = rdg_pattern_dense(ctx, c->n, c->rows);
    rdg_large_contacts *s =
        rdg_large_contacts_create(ctx, &(rdg_large_contacts_options){.M = M,
                                                                     .W = W,
                                                                     .bilateral = c->problem.bilateral,
                                                                     .contacts = c->problem.contacts,
                                                                     .directions = c->directions,
                                                                     .mu = c->mu});
    assert_non_null(s);
    rdg_pattern_free(M);
    rdg_pattern_free(W);
    return s;
}

/* r is left in the case. */
static int solve_with(rdg_large_contacts *s, contact_case *c, rdg_contact_answer *answer, double *v)
{
    static double M[CASE_DOFS * CASE_DOFS], f[CASE_DOFS], none[CASE_ROWS];
    memset(M, 0, sizeof M);
    for (rdg_index k = 0; k < c->n; k++) {
        M[k * c->n + k] = c->mass[k];
        f[k] = c->mass[k] * c->v[k];
        v[k] = c->v[k];
    }
    return rdg_large_contacts_try(s, &(rdg_large_contacts_numbers){.M = M, .W = c->W, .f = f, .c = none}, v,
                                  c->r, answer);
}

static int solve_case(rdg_context *ctx, contact_case *c, rdg_contact_answer *answer, double *v)
{
    rdg_large_contacts *s = solver_of(ctx, c);
    const int answered = solve_with(s, c, answer, v);
    rdg_large_contacts_free(s);
    return answered;
}

static tried try_many(rdg_context *ctx, int directions, double mu, bool redundant, int problems)
{
    static contact_case c;
    double v[CASE_DOFS];
    uint64_t seed = 11;
    tried t = {.newton = 0};
    for (int k = 0; k < problems; k++) {
        rdg_contact_answer a;
        case_draw(&c, 1 + k % 12, directions, k % 3 ? 0 : 2, redundant, 0.5 * (k % 3), mu, 0, &seed);
        if (solve_case(ctx, &c, &a, v) != 0) {
            t.unanswered++;
            continue;
        }
        law_holds(&c, redundant ? 1e-10 : 1e-11);
        t.newton += a.method == RDG_CONTACT_NEWTON;
        t.interior += a.method == RDG_CONTACT_INTERIOR;
    }
    print_message("directions %d mu %g redundant %d: unanswered %d, Newton %d, interior point %d\n",
                  directions, mu, redundant, t.unanswered, t.newton, t.interior);
    return t;
}

static void random_problems_satisfy_the_law(void **state)
{
    for (int redundant = 0; redundant < 2; redundant++) {
        assert_int_equal(try_many(*state, 0, 0.0, redundant, 150).unanswered, 0);
        assert_int_equal(try_many(*state, 1, 0.3, redundant, 150).unanswered, 0);
        assert_int_equal(try_many(*state, 2, 0.5, redundant, 400).unanswered, 0);
    }
    assert_int_equal(try_many(*state, 1, 1.0, false, 150).unanswered, 0);
}

/* A solver keeps matrix and factors; whatever of the problem has changed since, or has not, its answer is bit
 * for bit that of a new one. */
static void answers_depend_on_no_problem_before(void **state)
{
    static contact_case c, fresh;
    double v[CASE_DOFS], v_fresh[CASE_DOFS];
    uint64_t seed = 23;
    for (int kind = 0; kind < 6; kind++) {
        case_draw(&c, kind % 2 ? 6 : 1, kind / 2, 2, false, 0.5, 0.4, 0, &seed);
        rdg_large_contacts *used = solver_of(*state, &c);
        for (int k = 0; k < 60; k++) {
            rdg_contact_answer a, b;
            const rdg_index dof = k % c.n;
            double *const changed[] = {&c.mass[dof], &c.W[k % (c.n * c.rows)], &c.v[dof]};
            *changed[k / 2 % 3] *= k % 2 ? 1.0 : 1.0 + 0.5 * random_signed(&seed);
            fresh = c;
            assert_int_equal(solve_with(used, &c, &a, v), solve_case(*state, &fresh, &b, v_fresh));
            assert_int_equal(a.iterations, b.iterations);
            assert_memory_equal(c.r, fresh.r, (size_t)c.rows * sizeof *c.r);
            assert_memory_equal(v, v_fresh, (size_t)c.n * sizeof *v);
        }
        rdg_large_contacts_free(used);
    }
}

/* All bodies fall at once onto each other: nothing says beforehand which contacts close. */
static void a_column_that_falls_is_solved_by_an_interior_point(void **state)
{
    column o = column_create(*state, 3000);
    rdg_contact_answer a;
    for (rdg_index k = 0; k < o.n; k++) {
        o.f[k] = -0.01;
    }
    assert_int_equal(column_solve(&o, &a), 0);
    assert_int_equal(a.method, RDG_CONTACT_INTERIOR);
    assert_true(a.residual <= 1e-12);
    for (rdg_index k = 0; k < o.n; k++) { /* each contact carries what is above it */
        assert_near(o.r[k], 0.01 * (double)(o.n - k), 1e-12, 0.0);
        assert_near(o.v[k], 0.0, 0.0, 1e-14);
    }
    assert_int_equal(column_solve(&o, &a), 0);
    assert_int_equal(a.method, RDG_CONTACT_NEWTON);
    assert_int_equal(a.iterations, 1);
    column_free(&o);
}

static void a_column_of_random_velocities_opens_and_closes(void **state)
{
    column o = column_create(*state, 3000);
    rdg_contact_answer a;
    uint64_t seed = 5;
    int open = 0;
    for (rdg_index k = 0; k < o.n; k++) {
        o.f[k] = random_signed(&seed);
    }
    assert_int_equal(column_solve(&o, &a), 0);
    assert_true(a.residual <= 1e-12);
    for (rdg_index k = 0; k < o.n; k++) {
        const double xi = o.v[k] - (k > 0 ? o.v[k - 1] : 0.0);
        const double above = k + 1 < o.n ? o.r[k + 1] : 0.0;
        assert_true(o.r[k] >= 0.0 && xi >= -1e-12);
        assert_near(fmin(xi, o.r[k]), 0.0, 0.0, 1e-12);
        assert_near(o.v[k], o.f[k] + o.r[k] - above, 0.0, 1e-12); /* momentum */
        open += o.r[k] == 0.0;
    }
    assert_in_range(open, 1, 3000);
    column_free(&o);
}

/* What does not act bears nothing; what is wrong is told. */
static void contacts_may_rest_and_numbers_are_checked(void **state)
{
    column o = column_create(*state, 4);
    const bool inside[4] = {true, false, true, true};
    rdg_contact_answer a;
    for (rdg_index k = 0; k < o.n; k++) {
        o.f[k] = -1.0 - (double)k;
    }
    rdg_large_contacts_numbers numbers = {.M = o.M, .W = o.W, .f = o.f, .c = o.c, .inside = inside};
    assert_int_equal(rdg_large_contacts_try(o.solver, &numbers, o.v, o.r, &a), 0);
    assert_true(o.r[1] == 0.0);
    assert_near(o.v[0], 0.0, 0.0, 1e-15);
    assert_near(o.v[1], -3.0, 1e-15, 0.0); /* bodies 1 to 3 go on together */
    o.M[2] = -1.0;
    assert_int_equal(rdg_large_contacts_try(o.solver, &numbers, o.v, o.r, &a), 1);
    o.M[2] = 1.0;
    o.f[2] = NAN;
    assert_int_equal(rdg_large_contacts_try(o.solver, &numbers, o.v, o.r, &a), 1);
    numbers.f = NULL;
    assert_int_equal(rdg_large_contacts_try(o.solver, &numbers, o.v, o.r, &a), -1);
    assert_null(rdg_large_contacts_create(
        *state,
        &(rdg_large_contacts_options){
            .M = &o.M_pattern, .W = &o.W_pattern, .contacts = 3, .directions = o.directions, .mu = o.mu}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "a column for each row");
    column_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_problems_satisfy_the_law),
        TEST(answers_depend_on_no_problem_before),
        TEST(a_column_that_falls_is_solved_by_an_interior_point),
        TEST(a_column_of_random_velocities_opens_and_closes),
        TEST(contacts_may_rest_and_numbers_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
