/* Period doublings and Neimark-Sacker points over numbers of the structure: how their functions depend on
 * them, against differences. */
#define _XOPEN_SOURCE 700
#include "differences.h"
#include "models.h"
#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/ridgewalk.h>

static void add_contact(rdg_structure *s)
{
    rdg_contact_add(
        s,
        &(rdg_contact){
            .name = "e", .tangential = "bc", .normal = "a", .kt = 1.1, .kn = 0.9, .mu = 0.4, .preload = 0.7});
}

static void add_tanh_friction(rdg_structure *s)
{
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.name = "e", .at = "bc", .force = 0.7, .epsilon = 1.3});
}

static void add_cubic_spring(rdg_structure *s)
{
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "e", .at = "bc", .k3 = 0.7});
}

static void add_cubic_damper(rdg_structure *s)
{
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "e", .at = "bc", .c3 = 0.1});
}

typedef struct numbers_case {
    void (*add)(rdg_structure *s);
    double tolerance;
    const char *number[5]; /* besides those of the damping and the force */
} numbers_case;

static const numbers_case cases[] = {{add_contact, 1e-5, {"e.kt", "e.kn", "e.mu", "e.preload"}},
                                     {add_tanh_friction, 1e-5, {"e.force", "e.epsilon"}},
                                     {add_cubic_spring, 1e-5, {"e.k3"}},
                                     {add_cubic_damper, 1e-5, {"e.c3"}}};
enum { CASES = sizeof cases / sizeof *cases, MOST = 64, STATES = 300 };

/* A heavy chain: all of its exponents are near the imaginary axis at rest. */
static rdg_hbm *heavy_chain(rdg_context *ctx, void (*add)(rdg_structure *))
{
    double M[9], K[9];
    for (int i = 0; i < 9; i++) {
        M[i] = 8.0 * chain_M[i];
        K[i] = 8.0 * chain_K[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "heavy", 3, M, NULL, K);
    rdg_damping_proportional(s, 2e-3, 1e-3);
    rdg_name_dof(s, "a", 0);
    rdg_name_combination(s, "bc", 2, (rdg_index[]){1, 2}, (double[]){1.3, -0.7});
    add(s);
    rdg_force_add(s, "bc", 1, 1.0);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3));
}

static void need(rdg_problem *p, const numbers_case *c)
{
    for (int k = 0; c->number[k]; k++) {
        rdg_need_parameter(p, c->number[k]);
    }
    rdg_need_parameter(p, "damping.mass");
    rdg_need_parameter(p, "bc.amplitude");
    rdg_need_parameter(p, "damping.stiffness");
}

/* The columns of the numbers, the last ones; first: of them. Where a kink lies within the differences
 * (singular values that cross, a contact that changes its regime), smaller steps decide. */
static void check_columns(rdg_problem *p, const char *name, const rdg_basis *basis, rdg_index m,
                          rdg_index first, double tolerance)
{
    uint64_t seed = 11;
    const rdg_function *f = rdg_find_function(p, name);
    assert_non_null(f);
    const double *start = rdg_start_values(p) + rdg_variable_count(p) - (f->n - first);
    const rdg_index kept = m / basis->n_coefficients;
    int doubtful = 0;
    for (int k = 0; k < STATES; k++) {
        double u[MOST] = {0}, size[MOST] = {0}, J[2 * MOST] = {0};
        for (rdg_index i = 0; i < f->n; i++) {
            const rdg_index group = i / kept + 1;
            u[i] = i < m       ? 2.0 * random_signed(&seed) / (double)group
                   : i == m    ? 1.3 + 0.4 * random_signed(&seed)
                   : i < first ? 0.5 + 0.4 * random_signed(&seed)
                               : start[i - first] * (1.0 + 0.5 * random_signed(&seed));
            size[i] = i < first ? 1.0 : 0.1 * fabs(u[i]);
        }
        dense_jacobian(f, u, J);
        double error = worst_error_from(f, u, NULL, size, first, f->m, J);
        for (int smaller = 0; error >= tolerance && smaller < 2; smaller++) {
            for (rdg_index i = 0; i < f->n; i++) {
                size[i] *= 0.1;
            }
            error = fmin(error, worst_error_from(f, u, NULL, size, first, f->m, J));
        }
        if (error >= tolerance)
            print_message("%d: %g\n", k, error);
        doubtful += error >= tolerance;
    }
    assert_true(doubtful <= STATES / 100);
}

static void period_doublings_have_exact_slopes_in_numbers(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < CASES; k++) {
        rdg_hbm *hb = heavy_chain(ctx, cases[k].add);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1));
        assert_ok(ctx, rdg_hbm_add_doubling(hb, p, "doubling"));
        need(p, &cases[k]);
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_index m = rdg_hbm_unknowns(hb);
        check_columns(p, "doubling", rdg_hbm_basis(hb), m, m + 1, cases[k].tolerance);
    }
}

static void critical_points_have_exact_slopes_in_numbers(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < CASES; k++) {
        rdg_hbm *hb = heavy_chain(ctx, cases[k].add);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 1e-3));
        assert_ok(ctx, rdg_continue(p, "rest", RDG_NO_TABLE, RDG_LABEL_EVERY(1)));
        rdg_problem *q = rdg_hbm_critical_problem(hb, "rest", 1);
        need(q, &cases[k]);
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_index m = rdg_hbm_unknowns(hb);
        check_columns(q, "critical", rdg_hbm_basis(hb), m, m + 2, cases[k].tolerance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(period_doublings_have_exact_slopes_in_numbers),
        SCRATCH_TEST(critical_points_have_exact_slopes_in_numbers),
    };
    return cmocka_run_group_tests_name("bifurcations over numbers", tests, NULL, NULL);
}
