/* A contact with a friction cone: closed forms, invariance, energy, histories, a forced response, misuse. */
#define _XOPEN_SOURCE 700
#include "../../toolboxes/hbm/balance/hbm_impl.h"
#include "random_cone.h"
#include "scratch.h"

#include <ridgewalk/ridgewalk.h>

/* Uniform sliding on a circle of radius R: t of modulus mu N keeps the angle psi behind the velocity, with
 * sin psi = mu N / (kt R). */
static double circle_error(rdg_index samples)
{
    const double R = 1.237, kt = 1.9, limit = 0.43 * 2.385, psi = asin(limit / (kt * R));
    const double z[4] = {R, 0, 0, R};
    const double expected[4] = {limit * sin(psi), -limit * cos(psi), limit * cos(psi), limit * sin(psi)};
    const rdg_cone_contact law = {
        .tangential = {"x1", "x2"}, .kt = kt, .mu = 0.43, .preload = 2.385, .samples = samples};
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(1));
    double force[4], error = 0;
    assert_int_equal(cone_force(hb, z, force), 0);
    for (int i = 0; i < 4; i++) {
        error = fmax(error, fabs(force[i] - expected[i]));
    }
    rdg_context_free(ctx);
    return error;
}

static void sliding_on_a_circle_converges_to_its_closed_form(void **state)
{
    (void)state;
    double error = circle_error(16);
    assert_near(error, 0, 0, 2e-5);
    for (rdg_index samples = 32; samples <= 64; samples *= 2) {
        const double finer = circle_error(samples);
        assert_true(error / finer > 40); /* order six */
        error = finer;
    }
    assert_near(error, 0, 0, 2e-9);
    assert_near(circle_error(128), 0, 0, 3e-11);
}

/* Radial return at ever more samples has the same limit; the order is two in every regime. */
static void force_converges_with_the_square_of_the_samples(void **state)
{
    (void)state;
    uint64_t seed = 97;
    for (int regime = CONE_SLIDING; regime < CONE_REGIMES; regime++) {
        double sum[3] = {0};
        for (int k = 0; k < 20; k++) {
            random_cone c;
            double fine[CONE_MAX_N], force[CONE_MAX_N], radial[CONE_MAX_N];
            draw_cone(&c, &seed, (cone_regime)regime);
            const rdg_basis *basis = rdg_hbm_basis(c.hb);
            int harmonics[8] = {0};
            for (rdg_index h = 0; h < basis->n_harmonics; h++) {
                harmonics[h + basis->has_static] = basis->harmonic[h];
            }
            for (int level = 3; level >= 0; level--) {
                rdg_cone_contact law = c.law;
                law.samples = level == 3 ? 8192 : 256 << level;
                rdg_hbm *hb = cone_balance(c.ctx, &law, basis->n_harmonics + basis->has_static, harmonics);
                assert_int_equal(cone_force(hb, c.z, level == 3 ? fine : force), 0);
                for (rdg_index i = 0; level < 3 && i < c.N; i++) {
                    sum[level] += (force[i] - fine[i]) * (force[i] - fine[i]);
                }
            }
            cone_radial_return(&c.law, basis, c.z, 1000, 40, radial); /* some take long to repeat */
            for (rdg_index i = 0; i < c.N; i++) {
                assert_near(fine[i], radial[i], 5e-3, 5e-3);
            }
            rdg_context_free(c.ctx);
        }
        assert_near(log2(sum[0] / sum[1]) / 2, 2, 0, 0.25);
        assert_near(log2(sum[1] / sum[2]) / 2, 2, 0, 0.25);
    }
}

static void rotating_the_motion_rotates_the_force(void **state)
{
    (void)state;
    uint64_t seed = 13;
    for (int k = 0; k < 200; k++) {
        random_cone c;
        double turned[CONE_MAX_N], force[CONE_MAX_N], of_turned[CONE_MAX_N];
        draw_cone(&c, &seed, (cone_regime)(k % CONE_REGIMES));
        const rdg_index n = rdg_hbm_basis(c.hb)->n_coefficients;
        const double angle = 3 * random_signed(&seed), cosine = cos(angle), sine = sin(angle);
        memcpy(turned, c.z, sizeof turned);
        for (rdg_index i = 0; i < n; i++) {
            turned[i] = cosine * c.z[i] - sine * c.z[n + i];
            turned[n + i] = sine * c.z[i] + cosine * c.z[n + i];
        }
        assert_int_equal(cone_force(c.hb, c.z, force), 0);
        assert_int_equal(cone_force(c.hb, turned, of_turned), 0);
        for (rdg_index i = 0; i < n; i++) {
            assert_near(of_turned[i], cosine * force[i] - sine * force[n + i], 0, 1e-9);
            assert_near(of_turned[n + i], sine * force[i] + cosine * force[n + i], 0, 1e-9);
        }
        rdg_context_free(c.ctx);
    }
}

/* Work of a force in a period: pi sum k (c_x s' - ...), from the coefficients alone. */
static double work(const rdg_basis *basis, const double *x, const double *f)
{
    double sum = 0;
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        const rdg_index c = basis->has_static + 2 * h;
        sum += cone_pi * basis->harmonic[h] * (f[c] * x[c + 1] - f[c + 1] * x[c]);
    }
    return sum;
}

static void the_work_in_a_period_is_that_of_the_slider(void **state)
{
    (void)state;
    uint64_t seed = 29;
    for (int k = 0; k < 200; k++) {
        random_cone c;
        double force[CONE_MAX_N];
        draw_cone(&c, &seed, (cone_regime)(k % CONE_REGIMES));
        const rdg_basis *basis = rdg_hbm_basis(c.hb);
        const rdg_index n = basis->n_coefficients;
        assert_int_equal(cone_force(c.hb, c.z, force), 0);
        const double done = work(basis, c.z, force) + work(basis, c.z + n, force + n);
        const double lost = cone_radial_return(&c.law, basis, c.z, 4000, 8, NULL).work;
        assert_true(done > -1e-12 * (1 + lost));
        assert_near(done, lost, 2e-2, 2e-2);
        rdg_context_free(c.ctx);
    }
}

/* A contact that sticks: its dynamic force is kt x; its static force is told by where the slider starts. */
static void the_slider_starts_where_it_is_told(void **state)
{
    rdg_context *ctx = *state;
    const double z[9] = {0.11, 0.02, -0.03, -0.07, 0.01, 0.04, 0.05, 0.02, 0.03}, kt = 1.3;
    const enum rdg_slider_start starts[3] = {RDG_SLIDER_ZERO, RDG_SLIDER_MEAN, RDG_SLIDER_PRESTRESS};
    for (int i = 0; i < 3; i++) {
        const rdg_cone_contact law = {.tangential = {"x1", "x2"},
                                      .normal = "y",
                                      .kt = kt,
                                      .kn = 0.8,
                                      .mu = 0.5,
                                      .preload = 1.1,
                                      .start = starts[i]};
        double force[9];
        rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(0, 1));
        assert_int_equal(cone_force(hb, z, force), 0);
        for (int c = 0; c < 6; c++) {
            const bool is_static = c % 3 == 0;
            const double expected = is_static && starts[i] == RDG_SLIDER_MEAN ? 0 : kt * z[c];
            assert_near(force[c], expected, 0, 1e-14);
        }
        assert_near(force[6], 1.1 + 0.8 * 0.05, 1e-14, 0);
        assert_near(force[7], 0.8 * 0.02, 1e-13, 0);
    }
}

/* The rest position: the slider starts there if it is told to, and without a static harmonic the motion is
 * about it. */
static void the_assembled_structure_rests_elsewhere(void **state)
{
    rdg_context *ctx = *state;
    const double rest[3] = {0.04, -0.02, 0.3};
    const double z[9] = {0.11, 0.02, -0.03, -0.07, 0.01, 0.04, 0.05, 0.02, 0.03},
                 large[6] = {1, 0, 0, 1, 0, 2};
    double force[9], same[6];
    rdg_cone_contact law = {.tangential = {"x1", "x2"},
                            .normal = "y",
                            .kt = 1.3,
                            .kn = 0.8,
                            .mu = 0.5,
                            .preload = 1.1,
                            .start = RDG_SLIDER_PRESTRESS};
    const rdg_hbm_element *e = rdg_hbm_element_at(cone_balance(ctx, &law, RDG_HARMONICS(0, 1)), 0);
    rdg_element_result result = {.force = force};
    const rdg_basis *basis = &(rdg_basis){1, (const int[]){1}, true, 3};
    void *with_static = e->law->create(e->source, ctx, basis, rest);
    assert_non_null(with_static);
    assert_int_equal(e->law->evaluate(with_static, basis, z, 1, &result), 0);
    e->law->free_instance(with_static);
    for (int c = 0; c < 6; c++) {
        assert_near(force[c], 1.3 * (z[c] - (c % 3 == 0 ? rest[c / 3] : 0)), 0, 1e-14);
    }
    assert_near(force[6], 1.1 + 0.8 * z[6], 1e-14, 0);

    basis = &(rdg_basis){1, (const int[]){1}, false, 2};
    void *dynamic = e->law->create(e->source, ctx, basis, rest);
    assert_non_null(dynamic);
    assert_int_equal(e->law->evaluate(dynamic, basis, large, 1, &result), 0);
    e->law->free_instance(dynamic);
    law.preload += 0.8 * rest[2];
    assert_int_equal(cone_force(cone_balance(ctx, &law, RDG_HARMONICS(1)), large, same), 0);
    for (int c = 0; c < 6; c++) {
        assert_near(force[c], same[c], 0, 1e-12);
    }
}

static void motion_that_is_not_finite_is_refused(void **state)
{
    rdg_context *ctx = *state;
    const rdg_cone_contact law = {.tangential = {"x1", "x2"}, .kt = 1, .mu = 0.5, .preload = 1};
    rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(1));
    double z[4] = {0.3, NAN, 0, 0}, force[4];
    assert_int_equal(cone_force(hb, z, force), 1);
    z[1] = 0.1;
    z[3] = INFINITY;
    assert_int_equal(cone_force(hb, z, force), 1);
    z[3] = 0;
    assert_int_equal(cone_force(hb, z, force), 0);
}

static void without_friction_or_load_nothing_is_transmitted(void **state)
{
    rdg_context *ctx = *state;
    const double z[6] = {1.2, 0.4, -0.7, 0.3, 0.5, 0.6};
    double force[6];
    const rdg_cone_contact smooth = {
        .tangential = {"x1", "x2"}, .normal = "y", .kt = 2, .kn = 1.5, .preload = 3};
    assert_int_equal(cone_force(cone_balance(ctx, &smooth, RDG_HARMONICS(1)), z, force), 0);
    for (int i = 0; i < 6; i++) {
        assert_near(force[i], i < 4 ? 0 : 1.5 * z[i], 0, 1e-14);
    }
    const rdg_cone_contact open = {
        .tangential = {"x1", "x2"}, .normal = "y", .kt = 2, .kn = 1.5, .mu = 0.3, .preload = -4};
    assert_int_equal(cone_force(cone_balance(ctx, &open, RDG_HARMONICS(1)), z, force), 0);
    for (int i = 0; i < 6; i++) {
        assert_near(force[i], 0, 0, 0);
    }
}

/* A block on a contact, excited around an ellipse: stuck at a small force, the linear resonance; sliding at a
 * larger one, damped by friction. */
static double peak_of_response(double alpha, double *least_stable)
{
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, C[9] = {0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.04},
                 K[9] = {1, 0, 0, 0, 1, 0, 0, 0, 6};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, scratch_folder);
    rdg_structure *s = rdg_structure_create(ctx, "block", 3, M, C, K);
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_name_dof(s, "y", 2);
    rdg_cone_contact_add(s, &(rdg_cone_contact){.tangential = {"x1", "x2"},
                                                .normal = "y",
                                                .kt = 0.7,
                                                .kn = 0.5,
                                                .mu = 0.4,
                                                .preload = 1,
                                                .start = RDG_SLIDER_MEAN});
    rdg_force_add(s, "x1", 1, 1);
    rdg_force_phase_add(s, "x2", 1, 0.6, -cone_pi / 2);
    rdg_force_add(s, "y", 1, 0.5);
    rdg_force_add(s, "y", 0, 0.3);
    rdg_sensor_harmonic_add(s, "amp", "x1", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", alpha));
    rdg_hbm_add_stability(hb, p, "stability");
    /* at the onset the static force of the last stuck state bends within the smallest step of default */
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.7),
                                RDG_STEP(0.02, 1e-3, 0.1)));
    double peak = 0;
    rdg_run *run = rdg_run_open(ctx, "frc");
    const rdg_index rows = rdg_run_count(run);
    const double *amp = rdg_run_column(run, "amp"), *stability = rdg_run_column(run, "stability");
    assert_true(rows > 10);
    *least_stable = -INFINITY;
    for (rdg_index i = 0; i < rows; i++) {
        peak = fmax(peak, amp[i]);
        *least_stable = fmax(*least_stable, stability[i]);
    }
    rdg_context_free(ctx);
    return peak;
}

static void forced_response_sticks_and_slides(void **state)
{
    (void)state;
    const double levels[3] = {0.003, 0.15, 0.6};
    double ratio[3];
    for (int i = 0; i < 3; i++) {
        double least_stable;
        ratio[i] = peak_of_response(levels[i], &least_stable) / levels[i];
        assert_true(least_stable < 0);
    }
    /* stuck: 1 / (c omega) at omega^2 = 1 + kt, nearly */
    assert_near(ratio[0], 1 / (0.02 * sqrt(1.7)), 2e-2, 0);
    assert_true(ratio[1] < 0.3 * ratio[0]);
    assert_true(ratio[2] > ratio[1]);
}

typedef struct misuse {
    rdg_cone_contact contact;
    rdg_status status;
    const char *words;
} misuse;

static void misuse_is_named_in_the_message(void **state)
{
    rdg_context *ctx = *state;
    const misuse cases[] = {
        {{.tangential = {"a", "b"}, .kt = -2}, RDG_ERR_ARGUMENT, "kt of the cone contact \"a\" is -2"},
        {{.tangential = {"a", "b"}, .kt = NAN}, RDG_ERR_NOT_FINITE, "kt of the cone contact \"a\" is nan"},
        {{.name = "pad", .tangential = {"a", "b"}, .kt = 1, .kn = -3}, RDG_ERR_ARGUMENT, "\"pad\" is -3"},
        {{.tangential = {"a", "b"}, .kt = 1, .mu = -0.1}, RDG_ERR_ARGUMENT, "mu of the cone contact"},
        {{.tangential = {"a", "b"}, .kt = 1, .preload = -1}, RDG_ERR_ARGUMENT, "no normal displacement"},
        {{.tangential = {"a", "b"}, .kt = 1, .preload = INFINITY}, RDG_ERR_NOT_FINITE, "preload"},
        {{.tangential = {"a"}, .kt = 1}, RDG_ERR_NAME, "no tangential[1]"},
        {{.tangential = {"a", "a"}, .kt = 1}, RDG_ERR_ARGUMENT, "names a displacement twice"},
        {{.tangential = {"a", "b"}, .normal = "b", .kt = 1}, RDG_ERR_ARGUMENT, "names a displacement twice"},
        {{.tangential = {"a", "q"}, .kt = 1}, RDG_ERR_NAME, "\"q\""},
        {{.tangential = {"a", "b"}, .kt = 1, .samples = -1}, RDG_ERR_ARGUMENT, "-1 samples"},
        {{.tangential = {"a", "b"}, .kt = 1, .start = (enum rdg_slider_start)7}, RDG_ERR_ARGUMENT, "is 7"},
    };
    rdg_structure *s = chain(ctx);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(rdg_cone_contact_add(s, &cases[i].contact), cases[i].status);
        assert_failed(ctx, cases[i].status, cases[i].words);
    }
    rdg_cone_contact_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "NULL");
    assert_int_equal(rdg_cone_contact_add(NULL, &cases[0].contact), RDG_ERR_EARLIER);
    assert_int_equal(rdg_element_count(s), 0);
    rdg_cone_contact_add(s, &(rdg_cone_contact){.tangential = {"a", "b"}, .kt = 1, .samples = 15});
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 3)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic 3 needs 16 or more");
}

static bool remembers(rdg_hbm *hb, const double *z)
{
    const rdg_hbm_element *element = rdg_hbm_element_at(hb, 0);
    return element->law->remembers(element->self, rdg_hbm_basis(hb), z);
}

/* Even all-time slip, as its direction follows that of the motion with delay; not without friction, nor where
 * slip dies out in the course of periods. */
static void a_contact_that_slips_remembers(void **state)
{
    (void)state;
    uint64_t seed = 98;
    for (int i = 0; i < 20 * CONE_REGIMES; i++) {
        random_cone c;
        draw_cone(&c, &seed, (cone_regime)(i % CONE_REGIMES));
        const cone_history h = cone_radial_return(&c.law, rdg_hbm_basis(c.hb), c.z, 500, 50, NULL);
        assert_int_equal(remembers(c.hb, c.z), h.work > 1e-8 || h.open > 0);
        c.law.mu = 0.0;
        const rdg_basis *basis = rdg_hbm_basis(c.hb);
        rdg_hbm *smooth = cone_balance(c.ctx, &c.law, basis->n_harmonics, basis->harmonic);
        assert_false(remembers(smooth, c.z));
        rdg_context_free(c.ctx);
    }
}

static void a_contact_that_is_never_closed_remembers_nothing(void **state)
{
    const double z[6] = {1.3, 0, 0, 0.9, 0.2, 0};
    const rdg_cone_contact law = {
        .tangential = {"x1", "x2"}, .normal = "y", .kt = 1, .kn = 1, .mu = 0.5, .preload = -1};
    assert_false(remembers(cone_balance(*state, &law, RDG_HARMONICS(1)), z));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sliding_on_a_circle_converges_to_its_closed_form),
        cmocka_unit_test(force_converges_with_the_square_of_the_samples),
        cmocka_unit_test(rotating_the_motion_rotates_the_force),
        cmocka_unit_test(the_work_in_a_period_is_that_of_the_slider),
        SCRATCH_TEST(forced_response_sticks_and_slides),
        cmocka_unit_test_setup_teardown(the_slider_starts_where_it_is_told, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(the_assembled_structure_rests_elsewhere, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(motion_that_is_not_finite_is_refused, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(without_friction_or_load_nothing_is_transmitted, fresh_context,
                                        free_context),
        cmocka_unit_test(a_contact_that_slips_remembers),
        cmocka_unit_test_setup_teardown(a_contact_that_is_never_closed_remembers_nothing, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(misuse_is_named_in_the_message, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
