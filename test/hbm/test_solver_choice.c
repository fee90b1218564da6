/* Which solver a harmonic balance takes by itself, and that all of them give the same curve. */
#include "../../toolboxes/hbm/interface/solver_costs_impl.h"

#include "spectral_structures.h"

#include "fresh_context.h"

#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/mechanics.h>

enum { ACROSS = 4, SIDE = 2 * (ACROSS + 1), FEW = 4, MANY = 36, LARGE = 260 };

/* A clamped plate, sparse, on so many contacts along its edge; a cone, a gap and a varying normal load among
 * them */
static rdg_structure *plate(rdg_context *ctx, int along, int contacts)
{
    rdg_plane_options o = rdg_plane_options_default();
    rdg_index clamp[SIDE];
    o.length = 0.5, o.height = 0.12, o.thickness = 5e-3, o.nx = along, o.ny = ACROSS;
    for (int i = 0; i < SIDE; i++) {
        clamp[i] = i;
    }
    rdg_structure *s = rdg_structure_hold(rdg_plane_create(ctx, &o), SIDE, clamp);
    rdg_damping_proportional(s, 0.0, 2e-6);
    for (int c = 0; c < contacts; c++) {
        char x[16], y[16];
        const rdg_index node = (rdg_index)c * along * (ACROSS + 1) / contacts;
        snprintf(x, sizeof x, "x%d", c);
        snprintf(y, sizeof y, "y%d", c);
        rdg_name_dof(s, x, 2 * node);
        rdg_name_dof(s, y, 2 * node + 1);
        if (c % 12 == 5) {
            rdg_cone_contact_add(
                s, &(rdg_cone_contact){.tangential = {x, y}, .kt = 1e6, .mu = 0.3, .preload = 10});
        } else {
            rdg_contact_add(s, &(rdg_contact){.tangential = y,
                                              .normal = c % 3 == 0 ? x : NULL,
                                              .kt = 1e6,
                                              .kn = 1e6,
                                              .mu = 0.3,
                                              .preload = c % 12 == 6 ? -1.0 : 10.0 + c});
        }
    }
    rdg_name_dof(s, "end", 2 * (rdg_index)along * (ACROSS + 1) - 1);
    rdg_force_add(s, "end", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A1", "end", 1);
    return s;
}

static rdg_hbm *balance(rdg_structure *s, rdg_hbm_solver_kind kind)
{
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    rdg_hbm_solver(hb, kind);
    return hb;
}

static rdg_hbm_solver_kind choice(rdg_structure *s, rdg_hbm_solver_kind kind)
{
    return rdg_hbm_solver_in_use(balance(s, kind));
}

static void few_contacts_are_condensed(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    assert_int_equal(choice(plate(ctx, 30, FEW), RDG_AUTO), RDG_DENSE);
    assert_int_equal(choice(plate(ctx, 30, FEW), RDG_FACTORS), RDG_DENSE);
    assert_int_equal(choice(spectral_structure(ctx, &seed, FEW, SPECTRAL_PROPORTIONAL), RDG_AUTO), RDG_DENSE);
}

static void many_contacts_on_sparse_matrices_keep_all(void **state)
{
    rdg_context *ctx = *state;
    assert_int_equal(choice(plate(ctx, 20, 80), RDG_AUTO), RDG_WHOLE);
    assert_int_equal(choice(plate(ctx, 20, 80), RDG_FACTORS), RDG_WHOLE);
    assert_int_equal(choice(plate(ctx, 20, 80), RDG_DENSE), RDG_DENSE);
    rdg_hbm *hb = balance(plate(ctx, 20, FEW), RDG_AUTO);
    assert_ok(ctx, rdg_hbm_keep_all(hb));
    assert_int_equal(rdg_hbm_solver_in_use(hb), RDG_WHOLE);
}

static void many_contacts_on_full_matrices_take_modes(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 11;
    assert_true(choice(spectral_structure(ctx, &seed, MANY, SPECTRAL_PROPORTIONAL), RDG_AUTO) !=
                RDG_SPECTRAL);
    assert_int_equal(choice(spectral_structure(ctx, &seed, LARGE, SPECTRAL_PROPORTIONAL), RDG_AUTO),
                     RDG_SPECTRAL);
    assert_int_equal(choice(spectral_structure(ctx, &seed, LARGE, SPECTRAL_OTHER), RDG_AUTO), RDG_SPECTRAL);
    assert_true(choice(spectral_structure(ctx, &seed, LARGE, SPECTRAL_PROPORTIONAL), RDG_FACTORS) !=
                RDG_SPECTRAL);
}

/* Full matrices; `massless` of the degrees of freedom have no mass. */
static rdg_structure *full(rdg_context *ctx, int n, int massless, double skew)
{
    double *M = calloc((size_t)n * (size_t)n, sizeof *M), *K = calloc((size_t)n * (size_t)n, sizeof *K);
    assert_true(M && K);
    for (int i = 0; i < n; i++) {
        M[i * (n + 1)] = i < massless ? 0.0 : 1.0;
        for (int j = 0; j < n; j++) {
            K[i + n * j] = i == j ? 2.0 * n : -1.0 + (i < j ? skew : 0.0);
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "full", n, M, RDG_UNDAMPED, K);
    free(M);
    free(K);
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        rdg_name_dof(s, name, i);
        rdg_contact_add(s, &(rdg_contact){.tangential = name, .kt = 1.0, .mu = 0.3, .preload = 1.0});
    }
    rdg_force_add(s, "x0", 1, 1.0);
    return s;
}

static void modes_that_there_are_not_are_not_chosen(void **state)
{
    rdg_context *ctx = *state;
    assert_int_equal(choice(full(ctx, LARGE, 0, 0), RDG_AUTO), RDG_SPECTRAL);
    assert_int_equal(choice(full(ctx, LARGE, 1, 0), RDG_AUTO), RDG_WHOLE);
    assert_int_equal(choice(full(ctx, LARGE, 0, 0.1), RDG_AUTO), RDG_WHOLE);
    rdg_structure *s = full(ctx, LARGE, 0, 0);
    assert_ok(ctx, rdg_damping_structural(s, 0.01));
    assert_int_equal(choice(s, RDG_AUTO), RDG_WHOLE);
}

static void another_solver_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = rdg_hbm_create(plate(ctx, 10, FEW), RDG_HARMONICS(1));
    assert_int_equal(rdg_hbm_solver(hb, RDG_FACTORS + 1), RDG_ERR_ARGUMENT);
    rdg_error_clear(ctx);
    assert_int_equal(rdg_hbm_solver_in_use(hb), RDG_DENSE);
}

static void what_pays_is_decided_by_costs(void **state)
{
    (void)state;
    const double ms = 1e6;
    const struct {
        rdg_solver_costs costs;
        bool whole, spectral;
    } cases[] = {{{0.99 * ms, 1e-3 * ms, 1e-3 * ms}, false, false}, /* not worth it */
                 {{1.01 * ms, 1e-3 * ms, 1e-3 * ms}, true, false},
                 {{9.9 * ms, 5.0 * ms, 9.0 * ms}, false, false},
                 {{10.1 * ms, 5.0 * ms, 9.0 * ms}, true, false},
                 {{99.0 * ms, 150.0 * ms, ms}, false, false},
                 {{101.0 * ms, 150.0 * ms, ms}, false, true},
                 {{900.0 * ms, 99.0 * ms, ms}, true, false},
                 {{200.0 * ms, 990.0 * ms, 51.0 * ms}, false, false},
                 {{200.0 * ms, 990.0 * ms, 49.0 * ms}, false, true},
                 {{990.0 * ms, 200.0 * ms, 51.0 * ms}, true, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(rdg_solver_whole_pays(&cases[k].costs), cases[k].whole);
        assert_int_equal(rdg_solver_spectral_pays(&cases[k].costs), cases[k].spectral);
    }
}

/* Points of a curve with its first sensor. */
typedef struct curve {
    rdg_index n;
    double omega[64], value[64];
} curve;

static bool record(rdg_problem *p, const rdg_chart *chart, void *data)
{
    curve *c = data;
    c->omega[c->n] = chart->mu[rdg_parameter_index(p, "omega")];
    c->value[c->n++] = chart->mu[rdg_parameter_index(p, "A1")];
    return c->n == 64;
}

/* Points of a curve by sparse factors lie on those of the other solvers. */
static void all_solvers_give_the_same_curve(void **state)
{
    static const rdg_hbm_solver_kind others[] = {RDG_DENSE, RDG_SPECTRAL, RDG_AUTO};
    rdg_context *ctx = *state;
    rdg_structure *s = plate(ctx, 10, 24);
    rdg_hbm *whole = balance(s, RDG_WHOLE);
    curve c = {0};
    double first = 0;
    assert_ok(ctx, rdg_structure_frequencies(s, 0, NULL, 1, &first));
    const double alpha = 60.0;
    rdg_problem *p = rdg_hbm_problem(whole, RDG_AT("omega", first), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", first, 2.0 * first),
                                RDG_OBSERVE(record, &c), RDG_MAX_POINTS(12), RDG_NO_BRANCH_POINTS,
                                RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_true(c.n >= 10);
    int slip = 0;
    for (rdg_index i = 0; i < rdg_element_count(s); i++) {
        slip += rdg_hbm_element_regime(whole, i, rdg_start_values(p)) != RDG_ELEMENT_STICKS;
    }
    assert_true(slip > 0);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        rdg_hbm *hb = balance(s, others[k]);
        for (rdg_index i = 0; i < c.n; i += 3) {
            rdg_problem *q = rdg_hbm_problem(hb, RDG_AT("omega", c.omega[i]), RDG_AT("alpha", alpha));
            double value = 0;
            assert_ok(ctx, rdg_solve(q));
            assert_ok(ctx, rdg_parameter_value(q, "A1", rdg_start_values(q), &value));
            assert_near(value, c.value[i], 1e-10, 0);
            rdg_problem_free(q);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(few_contacts_are_condensed),
        TEST(many_contacts_on_sparse_matrices_keep_all),
        TEST(many_contacts_on_full_matrices_take_modes),
        TEST(modes_that_there_are_not_are_not_chosen),
        TEST(another_solver_is_refused),
        TEST(what_pays_is_decided_by_costs),
        TEST(all_solvers_give_the_same_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
