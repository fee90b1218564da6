/* Building a harmonic balance: harmonics, elements, forces, ownership, margins. */
#include "differences.h"
#include "models.h"
#include "own_element.h"

#include <ridgewalk/toolbox.h>

/* A linear element F = stiffness z of d displacements, with a margin 3 - sum_i (i + 1) z_i. */
typedef struct probe {
    double stiffness;
    rdg_index d;
    int freed;
    bool held;
} probe;

static int probe_evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                          rdg_element_result *result)
{
    const probe *p = self;
    const rdg_index N = p->d * basis->n_coefficients;
    (void)omega;
    for (rdg_index i = 0; i < N; i++) {
        if (result->force) {
            result->force[i] = p->stiffness * z[i];
        }
        for (rdg_index j = 0; result->jacobian && j <= N; j++) {
            result->jacobian[i + N * j] = i == j ? p->stiffness : 0;
        }
    }
    for (rdg_index k = 0; result->hessian && k < (N + 1) * (N + 1); k++) {
        result->hessian[k] = 0;
    }
    return 0;
}

static int probe_margin(void *self, const rdg_basis *basis, const double *z, rdg_element_margin *margin)
{
    const probe *p = self;
    margin->value = 3;
    for (rdg_index i = 0; i < p->d * basis->n_coefficients; i++) {
        margin->value -= (double)(i + 1) * z[i];
        if (margin->gradient) {
            margin->gradient[i] = -(double)(i + 1);
        }
    }
    return 0;
}

static void probe_hold(void *self, bool hold)
{
    ((probe *)self)->held = hold;
}

static void probe_free(void *self)
{
    ((probe *)self)->freed++;
}

static const rdg_law_in_frequency plain = {OWN_LAW(probe_evaluate)};
static const rdg_law_in_frequency with_margin = {OWN_LAW(probe_evaluate), .margin = probe_margin,
                                                 .hold_stuck = probe_hold};

static rdg_status add_probe(rdg_structure *s, const char *name, const char *const *at,
                            const rdg_law_in_frequency *law, probe *p)
{
    return rdg_element_add(
        s,
        &(rdg_element){.name = name,
                       .d = p->d,
                       .at = at,
                       .kind = {.type = "probe", .frequency = law, .free_self = probe_free},
                       .self = p},
        "test");
}

static void harmonics_are_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 3, 2)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "not ascending: 2 comes after 3");
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "not ascending");
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(-1, 1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic -1 of \"chain\" is negative");
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "static part alone");
    assert_null(rdg_hbm_create(s, 0, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no harmonics");
    assert_null(rdg_hbm_create(NULL, RDG_HARMONICS(1)));
    const rdg_basis *basis = rdg_hbm_basis(rdg_hbm_create(s, RDG_HARMONICS(0, 2, 5)));
    assert_true(basis->has_static && basis->n_harmonics == 2 && basis->n_coefficients == 5);
    assert_true(basis->harmonic[0] == 2 && basis->harmonic[1] == 5);
}

static void forces_are_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    rdg_force_add(s, "tipp", 1, 1);
    assert_failed(ctx, RDG_ERR_NAME, "rdg_force_add: \"tipp\"");
    rdg_force_add(s, "a", -1, 1);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_force_add: harmonic -1 of the force at \"a\" is negative");
    rdg_force_add(s, "a", 1, NAN);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "\"a\"");
    rdg_force_phase_add(s, "a", 0, 1, 0.3);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no phase");
    assert_int_equal(rdg_hbm_unknowns(rdg_hbm_create(s, RDG_HARMONICS(1, 3))), 0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is empty");
    s = chain(ctx);
    assert_ok(ctx, rdg_force_add(s, "a", 1, 1));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    assert_int_equal(rdg_hbm_unknowns(hb), 4);
    rdg_force_add(s, "b", 1, 1);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_force_add: the force at \"b\" comes too late");
    rdg_hbm_harmonic(hb, "b", 1, (double[4]){0}, &(double){0}, &(double){0});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"b\" of \"chain\" is condensed");
}

static void forces_of_harmonics_that_are_not_kept_are_told(void **state)
{
    rdg_context *ctx = *state;
    for (int harmonic = 0; harmonic < 3; harmonic += 2) {
        rdg_structure *s = chain(ctx);
        char words[96];
        assert_ok(ctx, rdg_force_add(s, "a", harmonic, 1));
        assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 3)));
        snprintf(words, sizeof words, "rdg_hbm_create: harmonic %d of \"chain\", which load \"a\" drives",
                 harmonic);
        assert_non_null(strstr(rdg_error_message(ctx), words));
        assert_failed(ctx, RDG_ERR_ARGUMENT, "is not kept; kept are: 1 3");
        assert_non_null(rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2)));
    }
}

static void forces_add_up(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, rdg_force_add(s, "bc", 1, 2.0));
    assert_ok(ctx, rdg_force_phase_add(s, "b", 1, 3.0, -RDG_HZ(0.25))); /* 3 sin */
    assert_ok(ctx, rdg_force_add(s, "c", 1, 0.5));
    assert_ok(ctx, rdg_force_add(s, "c", 0, 7.0));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    const rdg_function *g = rdg_hbm_function(hb);
    const double u[8] = {0, 0, 0, 0, 0, 0, 1.0, 1.5};
    const double force[6] = {0, 7, 2.6, -0.9, 3, 0}; /* at (b, c): static, cos, sin */
    double y[6];
    assert_int_equal(g->f(8, u, 6, y, g->data), 0);
    for (int i = 0; i < 6; i++) {
        assert_near(y[i], -1.5 * force[i], 1e-14, 1e-14);
    }
}

static void elements_have_unique_names(void **state)
{
    rdg_context *ctx = *state;
    probe p[7] = {{.d = 1}, {.d = 1}, {.d = 1}, {.d = 1}, {.d = 1}, {.d = 0}, {.d = 1}};
    const char *a = "a";
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, add_probe(s, NULL, &a, &plain, &p[0]));
    assert_ok(ctx, add_probe(s, NULL, &a, &plain, &p[1]));
    assert_ok(ctx, add_probe(s, "pad", &a, &plain, &p[2]));
    assert_string_equal(rdg_element_at(s, 0)->name, "a");
    assert_string_equal(rdg_element_at(s, 1)->name, "a 2");
    assert_int_equal(rdg_element_index(s, "pad"), 2);
    assert_null(rdg_element_at(s, 3));
    assert_int_equal(rdg_element_index(s, "pat"), -1);
    assert_failed(ctx, RDG_ERR_NAME, "\"pat\" is no element of \"chain\"; it has: a, a 2, pad");
    add_probe(s, "pad", &a, &plain, &p[3]);
    assert_failed(ctx, RDG_ERR_NAME, "element \"pad\" already");
    add_probe(s, "", &a, &plain, &p[4]);
    assert_failed(ctx, RDG_ERR_NAME, "empty");
    add_probe(s, NULL, &a, &plain, &p[5]);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no displacement");
    add_probe(s, NULL, &(const char *){"q"}, &plain, &p[6]);
    assert_failed(ctx, RDG_ERR_NAME, "\"q\"");
    assert_int_equal(rdg_element_count(s), 3);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(p[i].freed, i > 2);
    }
    rdg_hbm_free(rdg_hbm_create(s, RDG_HARMONICS(1)));
    rdg_structure_free(s);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(p[i].freed, 1);
    }
}

/* Each lacks something without which it cannot answer in harmonic balance. */
static void elements_that_cannot_answer_are_refused(void **state)
{
    rdg_context *ctx = *state;
    const rdg_law_in_frequency lacking[] = {{.free_instance = own_free, .evaluate = probe_evaluate},
                                            {.create = own_create, .evaluate = probe_evaluate},
                                            {.create = own_create, .free_instance = own_free},
                                            {OWN_LAW(probe_evaluate), .margin = probe_margin},
                                            {OWN_LAW(probe_evaluate), .hold_stuck = probe_hold}};
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
        probe p = {.d = 1};
        rdg_structure *s = chain(ctx);
        assert_ok(ctx, add_probe(s, NULL, &(const char *){"a"}, &lacking[i], &p));
        assert_null(rdg_hbm_create(s, RDG_HARMONICS(1)));
        assert_failed(ctx, RDG_ERR_ARGUMENT,
                      i < 3 ? "element \"a\" (probe) lacks one of the operations create"
                            : "element \"a\" (probe) has only one of the operations margin and hold_stuck");
        assert_int_equal(p.freed, 0);
        rdg_structure_free(s);
        assert_int_equal(p.freed, 1);
    }
}

static void margins_belong_to_the_elements_that_have_one(void **state)
{
    rdg_context *ctx = *state;
    probe p[2] = {{.d = 1, .stiffness = 2}, {.d = 2, .stiffness = 1.7}};
    const char *names[2] = {"bc", "a"};
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, add_probe(s, "first", names, &plain, &p[0]));
    assert_ok(ctx, add_probe(s, "second", names, &with_margin, &p[1]));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_int_equal(rdg_hbm_margin_count(hb), 1);
    assert_string_equal(rdg_hbm_margin_name(hb, 0), "second");
    assert_null(rdg_hbm_margin_name(hb, 1));
    const double Q[6] = {0.3, -0.2, 0.5, 0.7, 0.11, -0.4};
    double value, gradient[6], z[4], force[4];
    assert_int_equal(rdg_hbm_margin(hb, 0, Q, &value, gradient), 0);
    const double bc[2] = {1.3 * -0.2 - 0.7 * 0.5, 1.3 * 0.11 + 0.7 * 0.4};
    assert_near(value, 3 - bc[0] - 2 * bc[1] - 3 * 0.3 - 4 * 0.7, 1e-14, 0);
    const double expected[6] = {-3, -1.3, 0.7, -4, -2.6, 1.4};
    for (int i = 0; i < 6; i++) {
        assert_near(gradient[i], expected[i], 1e-15, 0);
    }
    assert_true(rdg_hbm_margin(hb, 1, Q, &value, NULL) < 0);
    rdg_hbm_hold_stuck(hb, 0, true);
    assert_true(p[1].held && !p[0].held);
    rdg_hbm_hold_stuck(hb, 0, false);
    assert_false(p[1].held);
    assert_int_equal(rdg_hbm_element_size(hb, 1), 2);
    assert_int_equal(rdg_hbm_element_state(hb, 1, Q, 1, z, force), 0);
    assert_near(z[1], bc[1], 1e-15, 0);
    assert_near(force[2], 1.7 * 0.3, 1e-15, 0);
    assert_true(rdg_hbm_element_state(hb, 2, Q, 1, z, force) < 0);
    rdg_hbm_free(hb);
}

static void coupled_element_acts_through_its_combinations(void **state)
{
    rdg_context *ctx = *state;
    probe p = {.d = 2, .stiffness = 1.7};
    const char *names[2] = {"bc", "b"}; /* both contain q_b */
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, add_probe(s, NULL, names, &plain, &p));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
    assert_ok(ctx, rdg_hbm_keep_all(hb));
    const rdg_function *g = rdg_hbm_function(hb);
    double u[17] = {0}, J[15 * 17];
    dense_jacobian(g, u, J); /* omega = 0: K + B^T k B in every block */
    const double added[9] = {0, 0, 0, 0, 1.7 * (1.69 + 1), -1.7 * 0.91, 0, -1.7 * 0.91, 1.7 * 0.49};
    for (int c = 0; c < 5; c++) {
        for (int i = 0; i < 9; i++) {
            assert_near(J[3 * c + i % 3 + 15 * (3 * c + i / 3)], chain_K[i] + added[i], 1e-14, 1e-15);
        }
    }
    rdg_hbm_free(hb);
    assert_int_equal(p.freed, 0); /* it is the structure's */
    rdg_structure_free(s);
    assert_int_equal(p.freed, 1);
}

static void calls_after_a_failure_do_nothing(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    rdg_force_add(s, "nowhere", 1, 1);
    assert_int_equal(rdg_force_add(s, "a", 1, 1), RDG_ERR_EARLIER);
    assert_int_equal(rdg_sensor_add(s, "Am", "a"), RDG_ERR_EARLIER);
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1)));
    assert_failed(ctx, RDG_ERR_NAME, "nowhere");
    rdg_hbm *hb = rdg_hbm_create(chain(ctx), RDG_HARMONICS(1));
    rdg_force_add(s, "nowhere", 1, 1);
    assert_int_equal(rdg_hbm_unknowns(hb), 0);
    assert_null(rdg_hbm_function(hb));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1)));
    assert_failed(ctx, RDG_ERR_NAME, "nowhere");
    assert_int_equal(rdg_force_add(NULL, "a", 1, 1), RDG_ERR_EARLIER);
    assert_int_equal(rdg_hbm_sensor_count(NULL) + rdg_element_count(NULL) + rdg_hbm_margin_count(NULL), 0);
    rdg_hbm_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(harmonics_are_checked, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(forces_are_checked, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(forces_of_harmonics_that_are_not_kept_are_told, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(forces_add_up, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(elements_have_unique_names, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(elements_that_cannot_answer_are_refused, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(margins_belong_to_the_elements_that_have_one, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(coupled_element_acts_through_its_combinations, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(calls_after_a_failure_do_nothing, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
