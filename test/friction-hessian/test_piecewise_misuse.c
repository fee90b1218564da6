/* Gap spring, Jenkins element and Iwan model: what is wrong is named, memory that ends leaves no leak,
 * evaluation takes none, motion that is not finite is declined, answers do not depend on what was asked
 * before. */
#include "failing_memory.h"
#include "specimen.h"

static const specimen_basis wide = {4, {0, 1, 2, 4}}, alone = {1, {1}};

static void a_bad_gap_spring_is_named(void **state)
{
    (void)state;
    const struct {
        rdg_gap_spring spring;
        rdg_status status;
        const char *words;
    } bad[] = {
        {{.at = "x", .k = -3},
         RDG_ERR_ARGUMENT,
         "stiffness k of gap spring \"x\" is -3: a negative stiffness"},
        {{.at = "x"}, RDG_ERR_ARGUMENT, "a spring without stiffness has no force"},
        {{.at = "x", .k = NAN}, RDG_ERR_NOT_FINITE, "stiffness k of gap spring \"x\" is nan"},
        {{.name = "stop", .at = "x", .k = 1, .gap = INFINITY},
         RDG_ERR_NOT_FINITE,
         "gap of gap spring \"stop\""},
        {{.at = "x", .k = 1, .preload = NAN}, RDG_ERR_NOT_FINITE, "preload of gap spring \"x\" is nan"},
        {{.name = "stop", .k = 1}, RDG_ERR_NAME, "\"stop\" has no displacement: set .at"},
        {{.at = "y", .k = 1}, RDG_ERR_NAME, "\"y\" is no named degree of freedom"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        specimen s = specimen_open(&wide);
        assert_int_equal(rdg_gap_spring_add(s.mass, &bad[i].spring), bad[i].status);
        assert_failed(s.ctx, bad[i].status, bad[i].words);
        assert_int_equal(rdg_element_count(s.mass), 0);
        assert_int_equal(rdg_gap_spring_add(s.mass, NULL), RDG_ERR_ARGUMENT);
        assert_failed(s.ctx, RDG_ERR_ARGUMENT, "pass an rdg_gap_spring");
        rdg_context_free(s.ctx);
    }
    assert_int_equal(rdg_gap_spring_add(NULL, &bad[0].spring), RDG_ERR_EARLIER);
}

static void a_bad_jenkins_element_is_named(void **state)
{
    (void)state;
    const struct {
        rdg_jenkins jenkins;
        rdg_status status;
        const char *words;
    } bad[] = {
        {{.at = "x", .kt = 1},
         RDG_ERR_ARGUMENT,
         "limit of Jenkins element \"x\" is 0: a slider without limit"},
        {{.at = "x", .kt = 1, .limit = -2}, RDG_ERR_ARGUMENT, "a slider without limit"},
        {{.at = "x", .kt = 1, .limit = INFINITY},
         RDG_ERR_NOT_FINITE,
         "limit of Jenkins element \"x\" is inf"},
        {{.at = "x", .limit = 1}, RDG_ERR_ARGUMENT, "stiffness kt of Jenkins element \"x\" is 0: it must be"},
        {{.at = "x", .kt = NAN, .limit = 1}, RDG_ERR_NOT_FINITE, "stiffness kt"},
        {{.kt = 1, .limit = 1}, RDG_ERR_NAME, "has no displacement: set .at"},
        {{.at = "x", .kt = 1, .limit = 1, .start = (rdg_slider_start)7},
         RDG_ERR_ARGUMENT,
         "start 7 of Jenkins"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        specimen s = specimen_open(&wide);
        assert_int_equal(rdg_jenkins_add(s.mass, &bad[i].jenkins), bad[i].status);
        assert_failed(s.ctx, bad[i].status, bad[i].words);
        assert_int_equal(rdg_jenkins_add(s.mass, NULL), RDG_ERR_ARGUMENT);
        assert_failed(s.ctx, RDG_ERR_ARGUMENT, "pass an rdg_jenkins");
        rdg_context_free(s.ctx);
    }
    assert_int_equal(rdg_jenkins_add(NULL, &bad[0].jenkins), RDG_ERR_EARLIER);
}

static void a_bad_iwan_model_is_named(void **state)
{
    (void)state;
    const struct {
        rdg_iwan joint;
        rdg_status status;
        const char *words;
    } bad[] = {
        {{.at = "x", .Kt = 0, .Fs = 1}, RDG_ERR_ARGUMENT, "stiffness Kt of Iwan model \"x\" is 0"},
        {{.at = "x", .Kt = 1},
         RDG_ERR_ARGUMENT,
         "slip force Fs of Iwan model \"x\" is 0: a joint without limit"},
        {{.at = "x", .Kt = 1, .Fs = 1, .chi = -1}, RDG_ERR_ARGUMENT, "chi of Iwan model \"x\" is -1"},
        {{.at = "x", .Kt = 1, .Fs = 1, .chi = NAN}, RDG_ERR_NOT_FINITE, "exponent chi"},
        {{.at = "x", .Kt = 1, .Fs = 1, .beta = -0.1}, RDG_ERR_ARGUMENT, "beta of Iwan model \"x\" is -0.1"},
        {{.at = "x", .Kt = 1, .Fs = 1, .sliders = -4}, RDG_ERR_ARGUMENT, "number of sliders of Iwan"},
        {{.at = "x", .Kt = 1, .Fs = 1, .start = (rdg_slider_start)9}, RDG_ERR_ARGUMENT, "start 9 of Iwan"},
        {{.Kt = 1, .Fs = 1}, RDG_ERR_NAME, "has no displacement: set .at"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        specimen s = specimen_open(&wide);
        assert_int_equal(rdg_iwan_add(s.mass, &bad[i].joint), bad[i].status);
        assert_failed(s.ctx, bad[i].status, bad[i].words);
        assert_int_equal(rdg_iwan_add(s.mass, NULL), RDG_ERR_ARGUMENT);
        assert_failed(s.ctx, RDG_ERR_ARGUMENT, "pass an rdg_iwan");
        rdg_context_free(s.ctx);
    }
    assert_int_equal(rdg_iwan_add(NULL, &bad[0].joint), RDG_ERR_EARLIER);
}

/* One of each. */
static void add_all(rdg_structure *mass)
{
    rdg_gap_spring_add(mass, &(rdg_gap_spring){.name = "gap", .at = "x", .k = 2, .gap = 0.3});
    rdg_jenkins_add(mass, &(rdg_jenkins){.name = "jenkins", .at = "x", .kt = 1, .limit = 0.4});
    rdg_iwan_add(mass, &(rdg_iwan){.name = "iwan", .at = "x", .Kt = 1, .Fs = 0.4, .beta = 0.2});
}

enum { ALL = 3 };

static bool build(const specimen_basis *basis)
{
    const double one = 1;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *mass = rdg_structure_create(ctx, "mass", 1, &one, &one, &one);
    rdg_name_dof(mass, "x", 0);
    add_all(mass);
    rdg_hbm *hb = rdg_hbm_create(mass, basis->n, basis->harmonic);
    double re[2], im[2], Q[SPECIMEN_MOST] = {0.1, 0.9, 0.3};
    if (rdg_hbm_unknowns(hb) > 0) {
        rdg_hbm_exponents(hb, Q, 1.1, 2, re, im); /* of instances in other harmonics */
    }
    const bool built = rdg_error_status(ctx) == RDG_OK;
    assert_true(built || !ctx || rdg_error_status(ctx) == RDG_ERR_NO_MEMORY);
    rdg_context_free(ctx);
    return built && ctx;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const specimen_basis *const bases[] = {&wide, &alone};
    for (int b = 0; b < 2; b++) {
        bool built = false;
        long k = 0;
        for (; !built && k < 1000; k++) {
            memory_left = k;
            built = build(bases[b]);
            assert_int_equal(memory_held, 0);
        }
        memory_left = -1;
        assert_true(built && k > 40);
    }
}

static void evaluation_takes_no_memory_and_repeats_itself(void **state)
{
    (void)state;
    uint64_t seed = 8;
    const specimen_basis *const bases[] = {&wide, &alone};
    for (int k = 0; k < 400; k++) {
        specimen s = specimen_open(bases[k % 2]), fresh = specimen_open(bases[k % 2]);
        double force[2][SPECIMEN_MOST], J[2][SPECIMEN_MOST * (SPECIMEN_MOST + 2)];
        double H[2][(SPECIMEN_MOST + 2) * (SPECIMEN_MOST + 2)], other[SPECIMEN_MOST + 2] = {0};
        add_all(s.mass);
        add_all(fresh.mass);
        specimen_close(&s);
        specimen_close(&fresh);
        specimen_move(&s, &seed, pow(10, random_signed(&seed)));
        for (rdg_index i = 0; i < s.m; i++) {
            other[i] = random_signed(&seed);
        }
        const long asked = memory_asked;
        specimen_force(&fresh, s.u, force[0]);
        specimen_jacobian(&fresh, s.u, J[0]);
        specimen_hessian(&fresh, s.u, other, H[0]);
        specimen_jacobian(&s, other, J[1]);
        specimen_hessian(&s, s.u, other, H[1]);
        specimen_jacobian(&s, s.u, J[1]);
        specimen_force(&s, s.u, force[1]);
        assert_int_equal(memory_asked, asked);
        assert_memory_equal(force[0], force[1], (size_t)s.m * sizeof(double));
        assert_memory_equal(J[0], J[1], (size_t)(s.m * (s.m + 2)) * sizeof(double));
        assert_memory_equal(H[0], H[1], (size_t)((s.m + 2) * (s.m + 2)) * sizeof(double));
        rdg_context_free(s.ctx);
        rdg_context_free(fresh.ctx);
    }
}

static void motion_that_is_not_finite_is_declined(void **state)
{
    (void)state;
    const specimen_basis *const bases[] = {&wide, &alone};
    for (int b = 0; b < 2; b++) {
        specimen s = specimen_open(bases[b]);
        add_all(s.mass);
        specimen_close(&s);
        for (rdg_index element = 0; element < ALL; element++) {
            for (rdg_index i = 0; i < s.m; i++) {
                double Q[SPECIMEN_MOST] = {0}, z[SPECIMEN_MOST], force[SPECIMEN_MOST];
                Q[i] = i % 2 ? NAN : INFINITY;
                assert_true(rdg_hbm_element_state(s.hb, element, Q, 1.0, z, force) > 0);
                Q[i] = 0;
                assert_int_equal(rdg_hbm_element_state(s.hb, element, Q, 1.0, z, force), 0);
            }
        }
        rdg_context_free(s.ctx);
    }
}

/* In the largest and the smallest numbers there may be no answer, but there is no end without one. */
static void extreme_motion_comes_to_an_end(void **state)
{
    (void)state;
    uint64_t seed = 17;
    for (int exponent = -320; exponent < 308; exponent += 4) {
        specimen s = specimen_open(&wide);
        double force[SPECIMEN_MOST];
        add_all(s.mass);
        specimen_close(&s);
        specimen_move(&s, &seed, pow(10, exponent));
        const int answer = s.function->f(s.m + 2, s.u, s.m, force, s.function->data);
        assert_true(answer >= 0);
        for (rdg_index i = 0; answer == 0 && abs(exponent) < 150 && i < s.m; i++) {
            assert_true(isfinite(force[i]));
        }
        rdg_context_free(s.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_gap_spring_is_named),
        cmocka_unit_test(a_bad_jenkins_element_is_named),
        cmocka_unit_test(a_bad_iwan_model_is_named),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(evaluation_takes_no_memory_and_repeats_itself),
        cmocka_unit_test(motion_that_is_not_finite_is_declined),
        cmocka_unit_test(extreme_motion_comes_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
