/* Options of a ridge among those of its run: what they do, who refuses them, and ridges that are kept in
 * memory. */
#define _XOPEN_SOURCE 700

#include "backbones.h"

#include <ridgewalk/frc_peak.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/nonlinear_mode.h>
#include <ridgewalk/phase_resonance.h>

#define LEVELS                                                                                               \
    RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", beam_1.start, 8.0 * beam_1.start),                         \
        RDG_UZ_LIST("alpha", N_LEVELS, level), RDG_NO_TABLE

static bool lies_on_disk(const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s.db", scratch_folder, name);
    return access(path, F_OK) == 0;
}

enum { N_LEVELS = 4 };
static const double level[N_LEVELS] = {0.05, 0.1, 0.17, 0.22}; /* before and behind the onset of slip */

/* The same maxima at these levels. */
static void assert_same_ridge(const backbone *a, const backbone *b)
{
    for (int k = 0; k < N_LEVELS; k++) {
        const rdg_index i = backbone_row(a, level[k]), j = backbone_row(b, level[k]);
        assert_near(b->omega[j], a->omega[i], 1e-10, 0);
        assert_near(b->Am[j], a->Am[i], 1e-9, 0);
    }
}

/* It is for programs that were written when the multipliers were variables. */
static void direct_changes_nothing(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    assert_ok(ctx, rdg_ridge(hb, "plain", "Am", LEVELS));
    assert_ok(ctx, rdg_ridge(hb, "direct", "Am", RDG_RIDGE_DIRECT, LEVELS));
    const backbone plain = backbone_open(ctx, "plain"), direct = backbone_open(ctx, "direct");
    assert_int_equal(plain.rows, direct.rows);
    assert_memory_equal(plain.Am, direct.Am, (size_t)plain.rows * sizeof *plain.Am);
}

/* The multipliers are no variables. */
static void a_ridge_is_a_curve_of_responses(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", LEVELS));
    const backbone ridge = backbone_open(ctx, "ridge");
    rdg_peak peak = {0};
    assert_ok(ctx, rdg_frc_peak(hb, "Am", ridge.alpha[0], RDG_HZ(beam_1.window[0]), RDG_HZ(beam_1.window[1]),
                                &peak));
    assert_near(ridge.Am[0], peak.amplitude, 1e-9, 0.0);
    assert_near(ridge.omega[0], peak.omega, 1e-7, 0.0);
    double lambda = 0.0;
    rdg_run_solution(ridge.run, 1, "lambda", 1, &lambda, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "lambda");
}

static void a_ridge_may_be_kept_in_memory(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    assert_ok(ctx, rdg_ridge(hb, "folder", "Am", LEVELS));
    const backbone folder = backbone_open(ctx, "folder");
    rdg_run *response = rdg_run_open(ctx, "frc");
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(beam_1.window[0])), RDG_AT("alpha", beam_1.start));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_IN_MEMORY, RDG_NO_TABLE,
                                RDG_WINDOW("omega", RDG_HZ(beam_1.window[0]), RDG_HZ(beam_1.window[1])),
                                RDG_LABEL_EVERY(2)));
    assert_int_equal(rdg_run_count(rdg_run_open(ctx, "frc")), rdg_run_count(response));
    assert_ok(ctx, rdg_set_run_folder(ctx, "/dev/null/runs")); /* no folder can be made there */
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", LEVELS, RDG_IN_MEMORY));
    const backbone memory = backbone_open(ctx, "ridge");
    assert_same_ridge(&folder, &memory);
    char csv[160];
    snprintf(csv, sizeof csv, "%s/ridge.csv", scratch_folder);
    assert_ok(ctx, rdg_ridge_export(ctx, "ridge", "Am", csv));
    assert_ok(ctx, rdg_phase_resonance(hb, "resonance", "tip", LEVELS, RDG_IN_MEMORY));
    assert_non_null(rdg_run_open(ctx, "resonance/stage1"));
    assert_ok(ctx, rdg_nonlinear_mode(hb, "mode", RDG_MODE(.number = 1, .at = "tip"),
                                      RDG_WINDOW("a", 1e-6, 2e-6), RDG_NO_TABLE, RDG_IN_MEMORY));
    assert_non_null(rdg_run_open(ctx, "mode"));
    rdg_ridge(hb, "ridge", "Am", LEVELS, RDG_IN_MEMORY, RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give one of them");
}

static void options_of_other_calls_are_refused_before_anything_is_done(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(beam_1.window[0])), RDG_AT("alpha", beam_1.start));
    const long before = rdg_newton_iterations(ctx);
    rdg_continue(p, "a", RDG_RELEASE("omega"), RDG_RIDGE_DIRECT);
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_continue: run \"a\": option RDG_RIDGE_DIRECT belongs to rdg_ridge()");
    rdg_ridge(hb, "a", "Am", LEVELS, RDG_PEAKS_QUICK);
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_ridge: run \"a\": option RDG_PEAKS_QUICK belongs to rdg_frc_peaks()");
    assert_null(
        rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", 1), RDG_WINDOW("omega", 1, 2), RDG_RIDGE_EFFORT(2)));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_frc_peaks: run \"response\": option RDG_RIDGE_EFFORT belongs to");
    rdg_phase_resonance(hb, "a", "tip", LEVELS, RDG_RIDGE_RESTART(0.1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "option RDG_RIDGE_RESTART belongs to rdg_ridge()");
    rdg_nonlinear_mode(hb, "a", RDG_MODE(.number = 1, .at = "tip"), RDG_RIDGE_CERTIFY(0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "option RDG_RIDGE_CERTIFY belongs to rdg_ridge()");
    rdg_adjoint *a = rdg_adjoint_add(p, "Am");
    rdg_stationary_find(
        a, "a", &(rdg_stationary_options){.along = "omega", .options = RDG_OPTIONS(RDG_RIDGE_DIRECT)});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "option RDG_RIDGE_DIRECT belongs to rdg_ridge()");
    assert_int_equal(rdg_newton_iterations(ctx), before);
    assert_false(lies_on_disk("a"));
}

static void values_that_cannot_be_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    rdg_ridge(hb, "a", "Am", LEVELS, RDG_RIDGE_DIRECT, RDG_RIDGE_DIRECT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_RIDGE_DIRECT is given twice");
    rdg_ridge(hb, "a", "Am", LEVELS, RDG_RIDGE_RESTART(1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the distance of the restart is 1");
    rdg_ridge(hb, "a", "Am", LEVELS, RDG_RIDGE_RESTART(NAN));
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "RDG_RIDGE_RESTART is nan");
    rdg_ridge(hb, "a", "Am", LEVELS, RDG_RIDGE_EFFORT(-1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the effort is -1 times");
    rdg_ridge(hb, "a", "Am", LEVELS, RDG_RIDGE_CERTIFY(1.5));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "certify 1.5 is none of");
    rdg_ridge(hb, "a", "Am", RDG_FROM_MODE(1), RDG_WINDOW("alpha", 1.0, 0.1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the domain is 1 to 0.1 N: the lower bound comes first");
    assert_null(
        rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", 1), RDG_WINDOW("omega", 1, 2), RDG_PEAKS_ABOVE(NAN)));
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "RDG_PEAKS_ABOVE is nan");
}

static void a_ridge_starts_at_a_point_told_by_its_type_or_by_a_value(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
#define REST                                                                                                 \
    RDG_WINDOW("alpha", beam_1.start, 8.0 * beam_1.start), RDG_UZ_LIST("alpha", N_LEVELS, level), RDG_NO_TABLE
    assert_ok(ctx, rdg_ridge(hb, "greatest", "Am", LEVELS));
    assert_ok(ctx, rdg_ridge(hb, "typed", "Am", RDG_FROM_POINT("frc", "EP", 0), REST));
    assert_ok(ctx, rdg_ridge(hb, "near", "Am", RDG_FROM_NEAR("frc", "omega", RDG_HZ(317)), REST));
    const backbone greatest = backbone_open(ctx, "greatest");
    for (int k = 0; k < 2; k++) {
        const backbone b = backbone_open(ctx, k == 0 ? "typed" : "near");
        assert_same_ridge(&greatest, &b);
        rdg_run_free(b.run);
    }
    rdg_run_free(greatest.run);
    rdg_ridge(hb, "none", "Am", RDG_FROM_POINT("frc", "BP", 3), REST);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"frc\" has 0 points of type BP");
    rdg_phase_resonance(hb, "none", "shaker", RDG_FROM_NEAR("frc", "omgea", 1.0), REST);
    assert_failed(ctx, RDG_ERR_NAME, "omgea");
    rdg_ridge(hb, "none", "Am");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_FROM_GREATEST(\"frc\")");
}

static void a_ridge_starts_near_a_mode_by_its_number(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    rdg_structure *beam = rdg_hbm_structure(hb);
    double omega[2] = {0.0};
    assert_ok(ctx, rdg_structure_rest_frequencies(beam, 2, omega));
    assert_near(omega[0], RDG_HZ(317.4345272970112), 1e-10, 0); /* as with a ground spring of its stiffness */
    assert_near(omega[1], RDG_HZ(2021.932756837176), 1e-10, 0);
    assert_ok(ctx, rdg_ridge(hb, "from_run", "Am", LEVELS));
#define BY_MODE(n)                                                                                           \
    RDG_FROM_MODE(n), RDG_WINDOW("alpha", beam_1.start, 8.0 * beam_1.start),                                 \
        RDG_UZ_LIST("alpha", N_LEVELS, level), RDG_NO_TABLE
    assert_ok(ctx, rdg_ridge(hb, "by_mode", "Am", BY_MODE(1)));
    assert_true(lies_on_disk("by_mode/response"));
    const backbone from_run = backbone_open(ctx, "from_run"), by_mode = backbone_open(ctx, "by_mode");
    assert_same_ridge(&from_run, &by_mode);
    assert_ok(ctx, rdg_ridge(hb, "unseen", "Am", BY_MODE(1), RDG_IN_MEMORY));
    assert_false(lies_on_disk("unseen/response"));

    rdg_ridge(hb, "none", "Am", BY_MODE(4711));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has the modes 1 to");
    rdg_ridge(hb, "none", "Am", BY_MODE(1), RDG_FROM_GREATEST("frc"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give one start");
    rdg_ridge(hb, "none", "Am", RDG_FROM_MODE(1), RDG_RELEASE("damping.stiffness"),
              RDG_WINDOW("damping.stiffness", 1e-5, 2e-5));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_HOLD_AT(\"alpha\", ...)");
    rdg_continue(rdg_hbm_problem(hb, RDG_AT("omega", 1000.0), RDG_AT("alpha", 1.0)), "none",
                 RDG_RELEASE("omega"), RDG_FROM_MODE(1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_FROM_MODE belongs to rdg_ridge()");
}

/* Two equal masses, not coupled, and two that are free to move together. */
static void modes_of_equal_frequencies_and_of_rigid_bodies_are_told_apart(void **state)
{
    rdg_context *ctx = *state;
    const double M[4] = {1.0, 0.0, 0.0, 1.0}, C[4] = {1.0, 0.0, 0.0, 1.0}, K[4] = {1e3, 0.0, 0.0, 1e3},
                 K_free[4] = {1e3, -1e3, -1e3, 1e3};
    for (int is_free = 0; is_free < 2; is_free++) {
        rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, is_free ? K_free : K);
        rdg_name_dof(s, "b", 1);
        rdg_force_add(s, "b", 1, 1.0);
        rdg_sensor_add(s, "B", "b");
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
#define PAIR RDG_WINDOW("alpha", 0.1, 1.0), RDG_NO_TABLE, RDG_IN_MEMORY
        assert_ok(ctx, rdg_ridge(hb, "pair", "B", RDG_FROM_MODE(2), PAIR));
        rdg_run *run = rdg_run_open(ctx, "pair");
        const double *omega = rdg_run_column(run, "omega");
        assert_non_null(omega);
        assert_near(omega[0], sqrt((is_free ? 2e3 : 1e3) - 0.5), is_free ? 1e-2 : 1e-8, 0);
        rdg_run_free(run);
        rdg_ridge(hb, "pair", "B", RDG_FROM_MODE(1.5), PAIR);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "\"pair\" has the modes 1 to 2, not 1.5");
        rdg_ridge(hb, "pair", "B", RDG_FROM_MODE(0), RDG_WINDOW("omega", 20.0, 40.0), PAIR);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "\"pair\" has the modes 1 to 2, not 0");
        if (!is_free) {
            assert_ok(ctx, rdg_ridge(hb, "pair", "B", RDG_FROM_MODE(1), PAIR));
        } else {
            rdg_ridge(hb, "pair", "B", RDG_FROM_MODE(1), PAIR);
            assert_failed(ctx, RDG_ERR_ARGUMENT, "mode 1 of \"pair\" does not vibrate");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(direct_changes_nothing),
        SCRATCH_TEST(a_ridge_is_a_curve_of_responses),
        SCRATCH_TEST(a_ridge_may_be_kept_in_memory),
        SCRATCH_TEST(a_ridge_starts_at_a_point_told_by_its_type_or_by_a_value),
        SCRATCH_TEST(a_ridge_starts_near_a_mode_by_its_number),
        SCRATCH_TEST(modes_of_equal_frequencies_and_of_rigid_bodies_are_told_apart),
        SCRATCH_TEST(options_of_other_calls_are_refused_before_anything_is_done),
        SCRATCH_TEST(values_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
