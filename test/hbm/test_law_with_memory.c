/* Laws in time with memory in harmonic balance: elements of the toolboxes without their laws in frequency,
 * against these; derivatives against differences; a response. */
#include "differences.h"
#include "fresh_context.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/run_data.h>

enum { SAMPLES = 1024, MOST = 32, STATES = 12 };

/* Regimes of a law, but for the samples that harmonic balance takes. */
typedef struct twin {
    rdg_law_regimes regimes;
    rdg_law_in_time time;
} twin;

static rdg_index many(const void *self)
{
    (void)self;
    return SAMPLES;
}

/* The same element at the same displacements, answering in time only. */
static void add_twin(rdg_structure *s, const rdg_element *of, twin *t)
{
    t->regimes = *of->kind.time->regimes;
    t->regimes.samples = many;
    t->time = *of->kind.time;
    t->time.regimes = &t->regimes;
    rdg_element own = *of;
    own.name = "twin";
    own.kind = (rdg_element_kind){.type = "twin", .time = &t->time};
    own.size = 0;
    assert_ok(rdg_structure_context(s), rdg_element_add(s, &own, "test"));
}

/* Two masses. */
static rdg_structure *masses(rdg_context *ctx)
{
    const double M[4] = {1, 0, 0, 0.6}, C[4] = {0.03, -0.01, -0.01, 0.03}, K[4] = {2, -1, -1, 1.5};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_force_add(s, "x", 1, 1);
    return s;
}

static void add_jenkins(rdg_structure *s)
{
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1});
}

static void add_contact(rdg_structure *s)
{
    rdg_contact_add(
        s, &(rdg_contact){.tangential = "x", .normal = "y", .kt = 0.7, .kn = 1.3, .mu = 0.4, .preload = 0.8});
}

typedef void adder(rdg_structure *s);

/* The balances with the element itself, and with its twin. */
static void make_both(rdg_context *ctx, adder *add, twin *t, rdg_hbm *both[2])
{
    rdg_structure *s = masses(ctx), *own = masses(ctx);
    add(s);
    add_twin(own, rdg_element_at(s, 0), t);
    both[0] = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    both[1] = rdg_hbm_create(own, RDG_HARMONICS(0, 1, 2, 3));
    assert_non_null(both[1]);
}

static void random_state(uint64_t *seed, double size, rdg_index n, double *u, double *lambda)
{
    for (rdg_index i = 0; i < n; i++) {
        u[i] = size * random_signed(seed);
        lambda[i] = random_signed(seed);
    }
    u[n - 2] = 0.7 + 0.5 * random_signed(seed); /* omega, rad/s */
    u[n - 1] = 1;                               /* alpha */
}

static double difference_of(rdg_index n, const double *x, const double *y)
{
    double change = 0, largest = 0;
    for (rdg_index i = 0; i < n; i++) {
        change = fmax(change, fabs(x[i] - y[i]));
        largest = fmax(largest, fabs(x[i]));
    }
    return change / largest;
}

static void compare(rdg_context *ctx, adder *add, double tolerance)
{
    twin t;
    rdg_hbm *both[2];
    double u[MOST], lambda[MOST], R[2][MOST], J[2][MOST * MOST], H[2][MOST * MOST];
    double worst[3] = {0};
    uint64_t seed = 11;
    make_both(ctx, add, &t, both);
    for (int k = 0; k < STATES; k++) {
        for (int i = 0; i < 2; i++) {
            const rdg_function *g = rdg_hbm_function(both[i]);
            if (i == 0) {
                random_state(&seed, ldexp(0.3, k / 2), g->n, u, lambda);
            }
            assert_int_equal(g->f(g->n, u, g->m, R[i], g->data), 0);
            dense_jacobian(g, u, J[i]);
            dense_hessian(g, u, lambda, H[i]);
        }
        const rdg_function *g = rdg_hbm_function(both[0]);
        worst[0] = fmax(worst[0], difference_of(g->m, R[0], R[1]));
        worst[1] = fmax(worst[1], difference_of(g->m * g->n, J[0], J[1]));
        worst[2] = fmax(worst[2], difference_of(g->n * g->n, H[0], H[1]));
    }
    assert_near(worst[0], 0, 0, tolerance);
    assert_near(worst[1], 0, 0, tolerance);
    assert_near(worst[2], 0, 0, 1e-5);
}

static void a_jenkins_element_in_time_is_that_in_closed_form(void **state)
{
    compare(*state, add_jenkins, 1e-6);
}

static void a_contact_in_time_is_that_in_closed_form(void **state)
{
    compare(*state, add_contact, 1e-6);
}

static void derivatives_are_those_of_the_scheme(void **state)
{
    adder *const add[] = {add_jenkins, add_contact};
    for (int e = 0; e < 2; e++) {
        twin t;
        rdg_hbm *both[2];
        double u[MOST], lambda[MOST], size[MOST];
        uint64_t seed = 5;
        make_both(*state, add[e], &t, both);
        const rdg_function *g = rdg_hbm_function(both[1]);
        for (int k = 0; k < 6; k++) {
            random_state(&seed, 0.5 * pow(2, k), g->n, u, lambda);
            for (rdg_index i = 0; i < g->n; i++) {
                size[i] = 1e-3 * pow(2, k);
            }
            check_jacobian(g, u, size, 1e-9);
        }
    }
}

/* The greatest response of the oscillator x'' + 0.02 x' + x + f = cos(omega t) */
static double greatest(rdg_context *ctx, rdg_hbm *hb, const char *name)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.6), RDG_AT("alpha", 1));
    assert_ok(ctx, rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.6, 1.6), RDG_ANGLE(3),
                                RDG_MAX_POINTS(2000)));
    rdg_run *run = rdg_run_open(ctx, name);
    const double *A = rdg_run_column(run, "A");
    double most = 0;
    for (rdg_index row = 0; A && row < rdg_run_count(run); row++) {
        most = fmax(most, A[row]);
    }
    return most;
}

static void a_response_is_that_in_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double one = 1, c = 0.02;
    double most[2];
    twin t;
    rdg_structure *s[2];
    for (int i = 0; i < 2; i++) {
        s[i] = rdg_structure_create(ctx, "oscillator", 1, &one, &c, &one);
        rdg_name_dof(s[i], "x", 0);
        rdg_force_add(s[i], "x", 1, 1);
        rdg_sensor_harmonic_add(s[i], "A", "x", 1);
    }
    add_jenkins(s[0]);
    add_twin(s[1], rdg_element_at(s[0], 0), &t);
    most[0] = greatest(ctx, rdg_hbm_create(s[0], RDG_HARMONICS(1, 3, 5)), "itself");
    most[1] = greatest(ctx, rdg_hbm_create(s[1], RDG_HARMONICS(1, 3, 5)), "twin");
    assert_true(most[0] > 3);
    assert_near(most[1], most[0], 1e-4, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_jenkins_element_in_time_is_that_in_closed_form, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(a_contact_in_time_is_that_in_closed_form, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(derivatives_are_those_of_the_scheme, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_response_is_that_in_closed_form, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
