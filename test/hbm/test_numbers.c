/* Numbers of elements as variables of a harmonic balance's problem: the same equations as those of a
 * structure that has them, exact derivatives, runs in them, and what is refused. */
#include "numbered_masses.h"

#include <ridgewalk/iwan.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/toolbox.h>

/* A structure with the numbers and a variable with them are the same: residual and Jacobian. */
static void the_equations_are_those_of_a_structure_with_the_numbers(void **state)
{
    (void)state;
    uint64_t seed = 1;
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(masses(ctx, &standard), RDG_HARMONICS(0, 1, 2, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.7),
                                     RDG_AT("pad.preload", 0.3), RDG_AT("pad.mu", 0.6));
    assert_non_null(p);
    const rdg_index m = rdg_hbm_unknowns(hb), n = m + 4;
    const rdg_function *f = rdg_find_function(p, "hbm");
    assert_int_equal(f->n, n);
    for (int i = 0; i < 50; i++) {
        rdg_contact contact = standard;
        double u[64], y[64], expected[64];
        for (rdg_index k = 0; k < m; k++) {
            u[k] = random_signed(&seed);
        }
        u[m] = 1.0 + 0.5 * random_signed(&seed);
        u[m + 1] = random_signed(&seed);
        u[m + 2] = contact.preload = 0.5 + 0.4 * random_signed(&seed);
        u[m + 3] = contact.mu = 0.5 + 0.4 * random_signed(&seed);
        rdg_context *other = rdg_context_create();
        rdg_hbm *same = rdg_hbm_create(masses(other, &contact), RDG_HARMONICS(0, 1, 2, 3));
        const rdg_function *g = rdg_hbm_function(same);
        assert_int_equal(f->f(n, u, m, y, f->data), 0);
        assert_int_equal(g->f(m + 2, u, m, expected, g->data), 0);
        for (rdg_index k = 0; k < m; k++) {
            assert_near(y[k], expected[k], 1e-14, 1e-14);
        }
        /* the plain equations have the structure's numbers again */
        const rdg_function *plain = rdg_hbm_function(hb);
        double before[64], after[64];
        assert_int_equal(plain->f(m + 2, u, m, before, plain->data), 0);
        assert_int_equal(f->f(n, u, m, y, f->data), 0);
        assert_int_equal(plain->f(m + 2, u, m, after, plain->data), 0);
        assert_memory_equal(before, after, (size_t)m * sizeof *before);
        rdg_context_free(other);
    }
    rdg_context_free(ctx);
}

/* The masses, pressed onto the contact and the stop by a constant force */
static rdg_structure *resting_masses(rdg_context *ctx, const rdg_contact *contact, double force)
{
    rdg_structure *s = masses(ctx, contact);
    rdg_static_force_add(s, "y", force);
    assert_ok(ctx, rdg_prestress(s));
    return s;
}

/* Where a structure rests depends on its numbers. With the static harmonic this is no more than a start: the
 * equations with released numbers are those of a structure that rests with these. */
static void numbers_are_released_at_rest(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 20; i++) {
        rdg_context *ctx = rdg_context_create(), *other = rdg_context_create();
        rdg_contact contact = standard;
        contact.start = i % 2 ? RDG_SLIDER_MEAN : RDG_SLIDER_ZERO;
        rdg_hbm *hb = rdg_hbm_create(resting_masses(ctx, &contact, 0.8), RDG_HARMONICS(0, 1, 2));
        contact.kt = 1.2 + random_signed(&seed);
        contact.preload = 0.5 + 0.4 * random_signed(&seed);
        const double force = random_signed(&seed);
        rdg_problem *p =
            rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.7), RDG_AT("pad.kt", contact.kt),
                            RDG_AT("pad.preload", contact.preload), RDG_AT("y.amplitude", force));
        assert_non_null(p);
        rdg_hbm *same = rdg_hbm_create(resting_masses(other, &contact, force), RDG_HARMONICS(0, 1, 2));
        const rdg_function *f = rdg_find_function(p, "hbm"), *g = rdg_hbm_function(same);
        const rdg_index m = rdg_hbm_unknowns(hb);
        double u[64], y[64], expected[64];
        memcpy(u, rdg_start_values(p), (size_t)f->n * sizeof *u);
        for (rdg_index k = 0; k < m; k++) {
            u[k] = random_signed(&seed);
        }
        assert_int_equal(f->f(f->n, u, m, y, f->data), 0);
        assert_int_equal(g->f(m + 2, u, m, expected, g->data), 0);
        for (rdg_index k = 0; k < m; k++) {
            assert_near(y[k], expected[k], 1e-14, 1e-14);
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
        rdg_context_free(other);
        rdg_context_free(ctx);
    }
}

static void derivatives_are_exact(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 40; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_hbm *hb = i % 2 ? rdg_hbm_create(masses(ctx, &standard), RDG_HARMONICS(1, 3))
                            : rdg_hbm_create(masses(ctx, &standard), RDG_HARMONICS(0, 1, 2, 3, 4, 5));
        if (i % 3 == 0) {
            rdg_hbm_keep_all(hb);
        }
        rdg_problem *p =
            rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.7), RDG_AT("pad.preload", 0.5),
                            RDG_AT("pad.kt", 1.2), RDG_AT("pad.mu", 0.4), RDG_AT("pad.kn", 0.7));
        assert_non_null(p);
        const rdg_index n = rdg_variable_count(p), m = rdg_hbm_unknowns(hb);
        double *u = rdg_start_values(p);
        for (rdg_index k = 0; k < n; k++) {
            u[k] = k < m ? 0.7 * random_signed(&seed) : u[k] * (1.0 + 0.2 * random_signed(&seed));
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
        rdg_context_free(ctx);
    }
}

/* A run over the preload ends at the response of a structure with that preload. */
static void a_response_over_the_preload(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(masses(ctx, &standard), RDG_HARMONICS(0, 1, 2, 3));
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.6), RDG_AT("pad.preload", 0.5));
    rdg_run_summary summary;
    rdg_continue(p, "preload", RDG_RELEASE("pad.preload"), RDG_WINDOW("pad.preload", 0.2, 0.9), RDG_NO_TABLE,
                 RDG_IN_MEMORY, RDG_SUMMARY(&summary));
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run *run = rdg_run_open(ctx, "preload");
    const double *preload = rdg_run_column(run, "pad.preload"), *am = rdg_run_column(run, "Am");
    assert_non_null(am);
    for (rdg_index row = 0; row < rdg_run_count(run); row += 7) {
        rdg_contact contact = standard;
        contact.preload = preload[row];
        rdg_context *other = rdg_context_create();
        rdg_hbm *same = rdg_hbm_create(masses(other, &contact), RDG_HARMONICS(0, 1, 2, 3));
        rdg_problem *q = rdg_hbm_problem(same, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.6));
        assert_ok(other, rdg_solve(q));
        double expected = 0.0;
        rdg_parameter_value(q, "Am", rdg_start_values(q), &expected);
        assert_near(am[row], expected, 1e-9, 0);
        rdg_context_free(other);
    }
    assert_near(preload[0] < preload[rdg_run_count(run) - 1] ? preload[0] : preload[rdg_run_count(run) - 1],
                0.2, 1e-9, 0);
    rdg_context_free(ctx);
}

/* There the equations are those at zero; Newton's method comes from there, too. */
static void beyond_zero_derivatives_are_exact(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < 40; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_hbm *hb = rdg_hbm_create(masses(ctx, &standard), RDG_HARMONICS(0, 1, 2, 3));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.7),
                                         RDG_AT("pad.mu", 0.4), RDG_AT("pad.kn", 0.7));
        assert_non_null(p);
        const rdg_index m = rdg_hbm_unknowns(hb);
        double *u = rdg_start_values(p);
        for (rdg_index k = 0; k < m; k++) {
            u[k] = 0.7 * random_signed(&seed);
        }
        u[rdg_variable_index(p, "pad.kn", NULL)] = -0.02 * fabs(random_signed(&seed));
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
        rdg_context_free(ctx);
    }
}

/* A bound that belongs to the domain is reached, and there is what a problem has that begins there. */
static void runs_end_at_zero_where_it_is_allowed(void **state)
{
    (void)state;
    rdg_contact slider = standard;
    slider.normal = NULL;
    const struct {
        const char *name;
        const rdg_contact *contact;
    } number[] = {
        {"pad.mu", &slider}, {"pad.preload", &slider}, {"pad.mu", &standard}, {"pad.kn", &standard}};
    for (int k = 0; k < 12; k++) {
        const char *name = number[k % 4].name;
        const int third = k / 4;
        const double omega = 0.5 + 0.45 * third;
        rdg_context *ctx = rdg_context_create();
        rdg_hbm *hb = rdg_hbm_create(masses(ctx, number[k % 4].contact), RDG_HARMONICS(0, 1, 2, 3));
        rdg_run_summary summary;
        rdg_continue(rdg_hbm_problem(hb, RDG_AT("omega", omega)), "down", RDG_RELEASE(name),
                     RDG_WINDOW(name, 0.0, 1.0), RDG_DIRECTION(-1), RDG_NO_TABLE, RDG_IN_MEMORY,
                     RDG_SUMMARY(&summary));
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(summary.backwards, RDG_STOP_BOUNDARY);
        assert_true(summary.reached[0] == 0.0);
        assert_int_equal(summary.covered, 1);
        rdg_run *run = rdg_run_open(ctx, "down");
        const double *value = rdg_run_column(run, name), *am = rdg_run_column(run, "Am");
        const rdg_index end = value[0] == 0.0 ? 0 : rdg_run_count(run) - 1;
        assert_true(value[end] == 0.0);
        rdg_problem *q = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT(name, 0.0));
        assert_ok(ctx, rdg_solve(q));
        double expected = 0.0;
        rdg_parameter_value(q, "Am", rdg_start_values(q), &expected);
        assert_near(am[end], expected, 1e-9, 0);
        rdg_run_free(run);
        assert_int_equal(rdg_exit(ctx), 0);
    }
}

static void elements_may_share_their_numbers(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s =
        rdg_structure_create(ctx, "two", 2, (double[]){1, 0, 0, 1}, NULL, (double[]){2, -1, -1, 2});
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_contact_add(
        s, &(rdg_contact){.tangential = "a", .kt = 1, .mu = 0.3, .preload = 1, .parameters = "pads"});
    rdg_contact_add(
        s, &(rdg_contact){.tangential = "b", .kt = 2, .mu = 0.3, .preload = 1, .parameters = "pads"});
    rdg_force_add(s, "a", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.7), RDG_AT("pads.mu", 0.4));
    assert_non_null(p);
    uint64_t seed = 3;
    for (rdg_index k = 0; k < rdg_hbm_unknowns(hb); k++) {
        rdg_start_values(p)[k] = random_signed(&seed);
    }
    assert_ok(ctx, rdg_check_derivatives(p, rdg_start_values(p), 1e-5));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("pads.kt", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give all the same value");
    rdg_context_free(ctx);
}

static void what_is_refused(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = masses(ctx, &standard);
    rdg_iwan_add(s, &(rdg_iwan){.name = "joint", .at = "x", .Kt = 1, .Fs = 1, .chi = -0.5, .sliders = 5});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("pad.mass", 1.0)));
    assert_failed(ctx, RDG_ERR_NAME, "it has: omega, alpha, pad.kt, pad.preload");
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("pad.mu", -0.5)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"pad.mu\" is -0.5");
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("pad.mu", 0.5), RDG_AT("pad.mu", 0.5)));
    assert_failed(ctx, RDG_ERR_NAME, "is given twice");
    rdg_problem *plain = rdg_hbm_problem(hb, RDG_AT("omega", 1.1));
    rdg_continue(plain, "run", RDG_RELEASE("pad.mass"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_NAME,
                  "it has: omega, alpha, Am; runs can release as well: pad.kt, pad.preload");
    rdg_continue(plain, "run", RDG_RELEASE("joint.beta"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"joint.beta\" cannot be released: element \"joint\" (Iwan");
    rdg_structure *heavy = masses(ctx, &standard);
    rdg_static_force_add(heavy, "x", 0.1);
    assert_ok(ctx, rdg_prestress(heavy));
    assert_null(rdg_hbm_problem(rdg_hbm_create(heavy, RDG_HARMONICS(1)), RDG_AT("omega", 1.1),
                                RDG_AT("pad.kt", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "Add harmonic 0");
    rdg_contact dragged = standard;
    dragged.start = RDG_SLIDER_PRESTRESS;
    heavy = resting_masses(ctx, &dragged, 0.1);
    hb = rdg_hbm_create(heavy, RDG_HARMONICS(0, 1));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("stop.gap", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sliders of element \"pad\" start there");
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("y.amplitude", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sliders of element \"pad\" start there");
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_equations_are_those_of_a_structure_with_the_numbers),
        cmocka_unit_test(numbers_are_released_at_rest),
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(a_response_over_the_preload),
        cmocka_unit_test(runs_end_at_zero_where_it_is_allowed),
        cmocka_unit_test(beyond_zero_derivatives_are_exact),
        cmocka_unit_test(elements_may_share_their_numbers),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests_name("numbers of elements", tests, NULL, NULL);
}
