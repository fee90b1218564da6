/* Small motions about states in which contacts stick although an earlier load has dragged their sliders: the
 * slider positions are constants. Reference: test/data/stuck_exponents.csv. */
#define _XOPEN_SOURCE 700

#include "floquet.h"
#include "scratch.h"
#include "wedge.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/ridge.h>

enum { MOST_ROWS = 16 };

/* The rows of a case and quantity; exponents stand for conjugate pairs. */
static rdg_index reference(const char *name, const char *quantity, double *re, double *im)
{
    FILE *file = fopen("test/data/stuck_exponents.csv", "r");
    char line[256], at[32], of[32];
    rdg_index n = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%31[^,],%31[^,],%lf,%lf", at, of, &re[n], &im[n]) == 4 && !strcmp(at, name) &&
            !strcmp(of, quantity)) {
            n++;
        }
    }
    fclose(file);
    return n;
}

/* All exponents of a solution, and the reference's with their conjugates. */
static void assert_exponents(rdg_hbm *hb, const double *Q, double omega, const char *name)
{
    double re[MOST_ROWS], im[MOST_ROWS], expected_re[2 * MOST_ROWS], expected_im[2 * MOST_ROWS];
    const rdg_index pairs = reference(name, "exponent", expected_re, expected_im);
    assert_int_equal(2 * pairs, 2 * rdg_structure_size(rdg_hbm_structure(hb)));
    for (rdg_index i = 0; i < pairs; i++) {
        expected_re[pairs + i] = expected_re[i];
        expected_im[pairs + i] = -expected_im[i];
    }
    assert_int_equal(rdg_hbm_exponents(hb, Q, omega, 2 * pairs, re, im), RDG_OK);
    for (rdg_index i = 0; i < 2 * pairs; i++) { /* up to multiples of i omega */
        double least = HUGE_VAL;
        for (rdg_index j = 0; j < 2 * pairs; j++) {
            const double turns = (im[j] - expected_im[i]) / omega;
            const double off = omega * (turns - floor(turns + 0.5));
            least = fmin(least, hypot(re[j] - expected_re[i], off));
        }
        assert_near(least, 0, 0, 1e-9 * hypot(expected_re[i], expected_im[i]));
    }
}

static void a_dragged_slider_changes_no_exponent(void **state)
{
    rdg_context *ctx = *state;
    double M[4] = {1, 0, 0, 1}, K[4] = {2, -1, -1, 1.4}, C[4];
    for (int i = 0; i < 4; i++) {
        C[i] = 0.02 * K[i];
    }
    for (int start = RDG_SLIDER_ZERO; start <= RDG_SLIDER_PRESTRESS; start++) {
        rdg_structure *s = rdg_structure_create(ctx, "two", 2, M, C, K);
        rdg_name_dof(s, "x", 0);
        rdg_name_dof(s, "y", 1);
        rdg_contact_add(s, &(rdg_contact){.tangential = "x",
                                          .normal = "y",
                                          .kt = 0.8,
                                          .kn = 0.6,
                                          .mu = 0.3,
                                          .preload = 1,
                                          .start = (rdg_slider_start)start});
        rdg_static_force_add(s, "x", 1.2);
        rdg_force_add(s, "x", 1, 1.0);
        rdg_sensor_add(s, "A", "x");
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
        for (int i = 0; i < 3; i++) {
            const double omega = 0.5 + 0.4 * i;
            double Q[10];
            harvest h = {0};
            rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 0.02));
            assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));
            assert_ok(ctx, rdg_continue(p, "points", HARVEST_ONLY(&h)));
            memcpy(Q, h.chart[0].u, sizeof Q);
            assert_near(h.chart[0].mu[rdg_parameter_index(p, "stability")], -0.006601051183, 1e-9, 0);
            assert_true(h.chart[0].mu[rdg_parameter_index(p, "stability.estimate")] == 0.0);
            assert_exponents(hb, Q, omega, "masses");
            harvest_clear(&h);
            rdg_problem_free(p);
        }
    }
}

static void a_jenkins_element_sticks_about_rest(void **state)
{
    rdg_context *ctx = *state;
    const double M = 1, K = 1, F[2] = {0.05, 0.5};
    for (int i = 0; i < 2; i++) { /* within the limit, and beyond it */
        double omega = 0;
        rdg_structure *s = rdg_structure_create(ctx, "one", 1, &M, NULL, &K);
        rdg_name_dof(s, "x", 0);
        rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 1, .limit = 0.1});
        rdg_static_force_add(s, "x", F[i]);
        assert_ok(ctx, rdg_prestress(s));
        assert_ok(ctx, rdg_structure_rest_frequencies(s, 1, &omega));
        assert_near(omega, sqrt(2.0), 1e-14, 0);
    }
}

static void a_wedge_damper_sticks_about_rest(void **state)
{
    rdg_context *ctx = *state;
    double expected[MOST_ROWS], unused[MOST_ROWS], omega[WEDGE];
    assert_int_equal(reference("wedge", "frequency", expected, unused), WEDGE);
    for (int start = RDG_SLIDER_ZERO; start <= 1 + RDG_SLIDER_PRESTRESS; start++) {
        const bool is_loaded = start <= RDG_SLIDER_PRESTRESS; /* else the contacts only touch */
        rdg_structure *s = wedge_create(ctx, is_loaded ? (rdg_slider_start)start : RDG_SLIDER_ZERO);
        assert_ok(ctx, is_loaded ? rdg_prestress(s) : RDG_OK);
        assert_ok(ctx, rdg_structure_rest_frequencies(s, WEDGE, omega));
        for (int k = 0; k < WEDGE; k++) {
            assert_near(omega[k] / (2 * M_PI), expected[k], 1e-11, 0);
        }
    }
}

static void modes_and_ridges_of_the_wedge_damper_start(void **state)
{
    rdg_context *ctx = *state;
    double expected[MOST_ROWS], unused[MOST_ROWS];
    rdg_run_summary summary;
    reference("wedge", "frequency", expected, unused);
    for (int start = RDG_SLIDER_ZERO; start <= RDG_SLIDER_PRESTRESS; start++) {
        rdg_structure *s = wedge_create(ctx, (rdg_slider_start)start);
        assert_ok(ctx, rdg_prestress(s));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
        rdg_problem *p = rdg_nonlinear_mode_problem(hb, RDG_MODE(.number = 1, .at = "x1"), 1e-9);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_near(rdg_start_values(p)[rdg_variable_index(p, "omega", NULL)] / (2 * M_PI), expected[0], 1e-9,
                    0);
        assert_ok(ctx, rdg_ridge(hb, "ridge", "A", RDG_FROM_MODE(2), RDG_WINDOW("alpha", 0.01, 0.02),
                                 RDG_IN_MEMORY, RDG_NO_TABLE, RDG_SUMMARY(&summary)));
        rdg_run *run = rdg_run_open(ctx, "ridge");
        assert_non_null(run);
        assert_near(rdg_run_column(run, "omega")[0] / (2 * M_PI), expected[1], 1e-3, 0);
    }
}

/* With the static harmonic, and without it about the rest. */
static void the_wedge_dampers_exponents_are_those_of_its_springs(void **state)
{
    rdg_context *ctx = *state;
    for (int start = RDG_SLIDER_ZERO; start <= RDG_SLIDER_PRESTRESS; start++) {
        rdg_structure *s = wedge_create(ctx, (rdg_slider_start)start);
        assert_ok(ctx, rdg_prestress(s));
        rdg_hbm *const hb[] = {rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2)),
                               rdg_hbm_create(s, RDG_HARMONICS(1, 3))};
        for (int i = 0; i < 2; i++) {
            harvest h = {0};
            const double omega = 2 * M_PI * 140;
            rdg_problem *p = rdg_hbm_problem(hb[i], RDG_AT("omega", omega), RDG_AT("alpha", 0.1));
            assert_ok(ctx, rdg_continue(p, "points", HARVEST_ONLY(&h)));
            assert_exponents(hb[i], h.chart[0].u, omega, "wedge");
            harvest_clear(&h);
            rdg_problem_free(p);
        }
    }
}

/* K^-1 bx = (2, -0.5) / 3.75 with both springs of the contact, so that d(max L)/dv = (2 + 0.5 mu) / 3.75: 1
 * at mu = 3.5. The force holds x = 10, y = 1, where the normal load is 1.5 and the slider has been dragged.
 */
static rdg_structure *jam(rdg_context *ctx, double mu)
{
    const double M[4] = {1, 0, 0, 1}, K[4] = {1, 0.5, 0.5, 1}, C[4] = {0.1, 0, 0, 0.1};
    rdg_structure *s = rdg_structure_create(ctx, "jam", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(
        s, &(rdg_contact){
               .name = "c", .tangential = "x", .normal = "y", .kt = 1, .kn = 1, .mu = mu, .preload = 0.5});
    rdg_static_force_add(s, "x", 10.5 + 1.5 * mu);
    rdg_static_force_add(s, "y", 7.5);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "A", "x");
    return s;
}

/* At mu = 3.45 a push ends if it is slow, d(max L)/dv being 0.9933, but not with its transients: in time,
 * too, it goes on. */
static void a_contact_that_wedges_is_named(void **state)
{
    rdg_context *ctx = *state;
    static const double mu[] = {3.2, 3.45, 3.55};
    for (int i = 0; i < 3; i++) {
        const int wedges = i > 0;
        double re[4], im[4];
        rdg_structure *s = jam(ctx, mu[i]);
        scratch_said[0] = '\0';
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
        harvest h = {0};
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 1e-3));
        rdg_start_values(p)[0] = 10; /* the slider could also stick where it started */
        rdg_start_values(p)[1] = 1;
        assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));
        assert_ok(ctx, rdg_continue(p, "point", HARVEST_ONLY(&h)));
        assert_near(h.chart[0].mu[rdg_parameter_index(p, "stability.exponent")], -0.05, 1e-9, 0);
        assert_int_equal(h.chart[0].mu[rdg_parameter_index(p, "stability")] > 0, wedges);
        assert_int_equal(strstr(scratch_said, "the contact \"c\" wedges") != NULL, wedges);
        scratch_said[0] = '\0';
        assert_ok(ctx, rdg_hbm_exponents(hb, h.chart[0].u, 0.8, 4, re, im));
        assert_int_equal(strstr(scratch_said, "the contact \"c\" wedges") != NULL, wedges);
        assert_near(re[0], -0.05, 1e-9, 0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* A cubic spring couples mean and vibration: the slider is dragged by the motion. Beyond the fold of the
 * response a push of the slider goes on, although exponents at a constant slider do not change there. */
static void a_dragged_slider_runs_away_beyond_a_fold(void **state)
{
    rdg_context *ctx = *state;
    const double M = 1, K = 1, C = 0.02;
    harvest h = {0};
    rdg_structure *s = rdg_structure_create(ctx, "one", 1, &M, &C, &K);
    rdg_name_dof(s, "x", 0);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 1, .limit = 0.8});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.5});
    rdg_static_force_add(s, "x", 3);
    rdg_force_add(s, "x", 1, 0.01);
    rdg_sensor_add(s, "A", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 2.0), RDG_AT("alpha", 1));
    assert_ok(ctx, rdg_hbm_add_bifurcations(hb, p, "stability"));
    assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", 2.0, 2.3),
                                HARVEST_ONLY(&h)));
    const rdg_index first = rdg_parameter_index(p, "stability"),
                    exponent = rdg_parameter_index(p, "stability.exponent");
    int folds = 0;
    for (size_t k = 0; k < h.count; k++) {
        const bool is_beyond = folds % 2 == 1;
        const bool is_fold = strcmp(h.chart[k].type, "FP") == 0;
        if (!is_fold) {
            assert_true(h.chart[k].mu[exponent] < 0);
            assert_int_equal(h.chart[k].mu[first] > 0, is_beyond);
        }
        folds += is_fold;
        assert_string_not_equal(h.chart[k].type, "NS");
        assert_string_not_equal(h.chart[k].type, "ZE");
    }
    assert_int_equal(folds, 2);
    harvest_clear(&h);
    rdg_problem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_dragged_slider_changes_no_exponent),
                                       SCRATCH_TEST(a_jenkins_element_sticks_about_rest),
                                       SCRATCH_TEST(a_wedge_damper_sticks_about_rest),
                                       SCRATCH_TEST(modes_and_ridges_of_the_wedge_damper_start),
                                       SCRATCH_TEST(the_wedge_dampers_exponents_are_those_of_its_springs),
                                       SCRATCH_TEST(a_contact_that_wedges_is_named),
                                       SCRATCH_TEST(a_dragged_slider_runs_away_beyond_a_fold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
