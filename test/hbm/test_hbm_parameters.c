/* Parameters of elements and loads as arguments of a harmonic balance's equations, for toolboxes with
 * equations of their own: against structures that were made with other values. */
#include "fresh_context.h"
#include "numbered_masses.h"

#include <ridgewalk/friction_numbers.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/toolbox.h>

enum { MOST = 64, STATES = 30 };

static const double omega = 1.3, alpha = 0.6;

static rdg_hbm *balance(rdg_context *ctx, double preload, double force)
{
    rdg_contact contact = standard;
    contact.preload = preload;
    return rdg_hbm_create(masses_with(ctx, &contact, force, 0.005), RDG_HARMONICS(0, 1, 2, 3));
}

static void random_state(uint64_t *seed, rdg_index m, double *u)
{
    for (rdg_index i = 0; i < m; i++) {
        u[i] = 0.8 * random_signed(seed);
    }
    u[m] = omega;
    u[m + 1] = alpha;
}

static void parameters_are_arguments_behind_the_others(void **state)
{
    rdg_hbm *hb = balance(*state, 0.5, 1.0);
    const rdg_index m = rdg_hbm_unknowns(hb);
    rdg_hbm_parameters *one = rdg_hbm_parameters_create(hb, "test", NULL, "pad.preload");
    rdg_hbm_parameters *two = rdg_hbm_parameters_create(hb, "test", one, "x.amplitude");
    assert_ok(*state, rdg_error_status(*state));
    assert_true(rdg_hbm_parameters_have(two, "pad.preload") && rdg_hbm_parameters_have(two, "x.amplitude"));
    assert_true(rdg_hbm_parameters_have(one, "pad.preload") && !rdg_hbm_parameters_have(one, "x.amplitude"));
    assert_false(rdg_hbm_parameters_have(NULL, "pad.preload"));
    assert_null(rdg_hbm_parameters_create(hb, "test", one, "pad.colour"));
    assert_failed(*state, RDG_ERR_NAME, "pad.colour");
    const rdg_function *f = rdg_hbm_parameters_function(two);
    assert_int_equal(f->n, m + 4);
    assert_int_equal(f->m, m);
    uint64_t seed = 5;
    for (int k = 0; k < STATES; k++) {
        double u[MOST], y[MOST], expected[MOST];
        random_state(&seed, m, u);
        u[m + 2] = 0.5 + 0.4 * random_signed(&seed);
        u[m + 3] = 1.0 + 0.5 * random_signed(&seed);
        rdg_hbm *other = balance(*state, u[m + 2], u[m + 3]);
        const rdg_function *plain = rdg_hbm_function(other);
        assert_int_equal(f->f(f->n, u, m, y, f->data), 0);
        assert_int_equal(plain->f(plain->n, u, m, expected, plain->data), 0);
        for (rdg_index i = 0; i < m; i++) {
            assert_near(y[i], expected[i], 1e-13, 1e-14);
        }
    }
    rdg_hbm_parameters_free(two);
    rdg_hbm_parameters_free(one);
}

/* Without a problem the elements have the values that are given, until they are given none. */
static void elements_use_the_values_given(void **state)
{
    rdg_hbm *hb = balance(*state, 0.5, 1.0), *other = balance(*state, 0.3, 1.0);
    rdg_hbm_parameters *one = rdg_hbm_parameters_create(hb, "test", NULL, "pad.preload");
    double Q[MOST], gradient[MOST], margin[3], exact[2], value = 7.0;
    uint64_t seed = 9;
    random_state(&seed, rdg_hbm_unknowns(hb), Q);
    assert_int_equal(rdg_hbm_margin(hb, 0, Q, &exact[0], gradient), 0);
    assert_int_equal(rdg_hbm_margin(other, 0, Q, &exact[1], gradient), 0);
    assert_int_equal(rdg_hbm_parameters_use(hb, one, (const double[]){0.3}), 0);
    assert_int_equal(rdg_hbm_margin(hb, 0, Q, &margin[0], gradient), 0);
    assert_true(rdg_hbm_element_parameter(hb, 0, RDG_FRICTION_PRELOAD, &value));
    assert_near(value, 0.3, 0.0, 0.0);
    assert_true(rdg_hbm_element_parameter(hb, 0, RDG_FRICTION_MU, &value));
    assert_near(value, standard.mu, 0.0, 0.0);
    assert_false(rdg_hbm_element_parameter(hb, 1, 0, &value)); /* the stop */
    assert_int_equal(rdg_hbm_parameters_use(hb, NULL, NULL), 0);
    assert_int_equal(rdg_hbm_margin(hb, 0, Q, &margin[1], gradient), 0);
    assert_true(rdg_hbm_element_parameter(hb, 0, RDG_FRICTION_PRELOAD, &value));
    assert_near(value, 0.5, 0.0, 0.0);
    assert_near(margin[0], exact[1], 1e-14, 0.0);
    assert_near(margin[1], exact[0], 1e-14, 0.0);
    assert_true(rdg_hbm_parameters_use(NULL, one, Q) < 0);
    rdg_hbm_parameters_free(one);
}

/* The margin and the jump of the Jacobian with the preload that a problem has as a variable: those of a
 * structure with that preload. */
static void margins_and_jumps_have_the_parameters_of_a_problem(void **state)
{
    rdg_hbm *hb = balance(*state, 0.5, 1.0);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    assert_ok(*state, rdg_need_parameter(p, "pad.preload"));
    const rdg_index m = rdg_hbm_unknowns(hb), at = rdg_variable_index(p, "pad.preload", NULL);
    const rdg_index behind = rdg_variable_count(p);
    assert_ok(*state, rdg_add_variables(p, "multipliers", m, NULL));
    rdg_index *index = NULL;
    const rdg_function *jump = rdg_hbm_problem_jump(hb, p, 0, behind, &index);
    assert_non_null(jump);
    uint64_t seed = 6;
    for (int k = 0; k < STATES; k++) {
        double u[2 * MOST], local[2 * MOST], y, expected, gradient[MOST], margin, exact;
        random_state(&seed, m, u);
        u[at] = 0.5 + 0.4 * random_signed(&seed);
        for (rdg_index i = 0; i < m; i++) {
            u[behind + i] = random_signed(&seed);
        }
        rdg_hbm *other = balance(*state, u[at], 1.0);
        assert_int_equal(rdg_hbm_margin(other, 0, u, &exact, gradient), 0);
        assert_int_equal(rdg_hbm_use_parameters(hb, p, u), 0);
        assert_int_equal(rdg_hbm_margin(hb, 0, u, &margin, gradient), 0);
        assert_near(margin, exact, 1e-13, 1e-14);
        for (rdg_index i = 0; i < jump->n; i++) {
            local[i] = u[index[i]];
        }
        assert_int_equal(jump->f(jump->n, local, 1, &y, jump->data), 0);
        const rdg_index *place = NULL;
        const rdg_function *plain = rdg_hbm_jump_function(other, 0, &place);
        for (rdg_index i = 0; i < plain->n; i++) {
            local[i] = u[place[i] + (i < plain->n / 2 ? 0 : behind)];
        }
        assert_int_equal(plain->f(plain->n, local, 1, &expected, plain->data), 0);
        assert_near(y, expected, 1e-13, 1e-14);
    }
    rdg_free(index);
}

typedef struct described {
    int facts, coefficients;
    bool preload, seen[MOST];
} described;

static void take_fact(const rdg_contents *out, const rdg_model_fact *fact)
{
    described *d = out->to;
    d->facts++;
    d->preload |= strcmp(fact->name, "pad") == 0 && strcmp(fact->key, "preload") == 0 && fact->value == 0.25;
}

/* Harmonics 0 to 3 of three displacements, one after the other in any order; each once */
static void take_coefficient(const rdg_contents *out, const rdg_coefficient *c)
{
    described *d = out->to;
    assert_string_equal(c->block, "Q");
    assert_false(d->seen[c->i]);
    d->seen[c->i] = true;
    d->coefficients++;
    assert_true(c->harmonic >= 0 && c->harmonic <= 3);
    assert_true((c->harmonic == 0) == (strcmp(c->part, "mean") == 0));
}

static void a_harmonic_balance_is_described(void **state)
{
    rdg_hbm *hb = balance(*state, 0.25, 1.0);
    described d = {0};
    const rdg_contents out = {.fact = take_fact, .coefficient = take_coefficient, .to = &d};
    rdg_hbm_describe(&out, "Q", hb);
    assert_true(d.preload);
    assert_int_equal(d.coefficients, rdg_hbm_unknowns(hb));
    const int facts = d.facts;
    rdg_hbm_describe(&out, NULL, hb);
    assert_int_equal(d.facts, 2 * facts);
    assert_int_equal(d.coefficients, rdg_hbm_unknowns(hb));
    rdg_hbm_describe(NULL, "Q", hb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(parameters_are_arguments_behind_the_others),
        TEST(elements_use_the_values_given),
        TEST(margins_and_jumps_have_the_parameters_of_a_problem),
        TEST(a_harmonic_balance_is_described),
    };
    return cmocka_run_group_tests_name("parameters of a harmonic balance", tests, NULL, NULL);
}
