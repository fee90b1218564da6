/* The ridge of a single higher harmonic, which is there only while a contact slips. Right at the onset it
 * grows steeply: its maxima are sharp kinks at first. */
#define _XOPEN_SOURCE 700

#include "backbones.h"
#include "random_response.h"

#include <ridgewalk/frc_peaks.h>

enum { SYSTEMS = 12, COMPARED = 4 };

/* A mass on its own, or a chain of three, with one elastic-friction element. */
static rdg_hbm *sliding_chain(rdg_context *ctx, uint64_t *seed, int masses, double *limit)
{
    static const char *const place[] = {"x0", "x1", "x2"};
    random_response r = {.masses = masses};
    random_matrices(seed, &r);
    rdg_structure *s = rdg_structure_create(ctx, "chain", masses, r.M, r.C, r.K);
    for (int i = 0; i < masses; i++) {
        rdg_name_dof(s, place[i], i);
    }
    *limit = random_scale(seed, 0.05, 1.0);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x0", .kt = random_scale(seed, 0.1, 1.0), .limit = *limit});
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_harmonic_add(s, "Am", place[masses - 1], 3);
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3));
}

/* Is the ridge at one of the maxima of the whole response at its level? */
static void compare(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row, int *compared)
{
    const rdg_peaks *found =
        rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", b->alpha[row]), RDG_WINDOW("omega", 0.4, 2.5));
    bool met = !found || !found->covered;
    *compared += !met;
    for (rdg_index k = 0; !met && k < found->count; k++) {
        met = fabs(found->maximum[k].amplitude / b->Am[row] - 1.0) < 1e-7 &&
              fabs(found->maximum[k].omega / b->omega[row] - 1.0) < 1e-4;
    }
    assert_true(met);
    rdg_peaks_free(found);
    rdg_error_clear(ctx);
}

static void check(uint64_t *seed, int masses, int *compared)
{
    void *state = NULL;
    double limit = 0.0;
    scratch_setup(&state);
    rdg_context *ctx = state;
    rdg_hbm *hb = sliding_chain(ctx, seed, masses, &limit);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 2.0 * limit));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_NO_TABLE));
    const rdg_status status = rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"),
                                        RDG_WINDOW("alpha", 0.001 * limit, 2.0 * limit), RDG_NO_TABLE,
                                        RDG_LABEL_EVERY(1), RDG_EXPECT_EARLY_END);
    if (status != RDG_OK) { /* it says that there is none */
        rdg_error_clear(ctx);
        const rdg_peaks *found =
            rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", 2.0 * limit), RDG_WINDOW("omega", 0.5, 2.0));
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(found->count, 0);
        scratch_teardown(&state);
        return;
    }
    const backbone b = backbone_open(ctx, "ridge");
    const double *local = rdg_run_column(b.run, "local_max");
    for (rdg_index k = 0; k < b.rows; k++) {
        if (b.Am[k] < 1e-10 * limit || strcmp(rdg_run_type(b.run, k), "FP") == 0) {
            continue; /* rounding, or about to vanish */
        }
        assert_true(local[k] == 1.0);
        if (k % (b.rows / COMPARED + 1) == 1) {
            compare(ctx, hb, &b, k, compared);
        }
    }
    rdg_run_free(b.run);
    scratch_teardown(&state);
}

static void ridge_of_a_higher_harmonic_is_on_its_maxima(void **state)
{
    uint64_t seed = 12;
    int compared = 0;
    (void)state;
    for (int k = 0; k < SYSTEMS; k++) {
        check(&seed, k % 2 ? 3 : 1, &compared);
    }
    print_message("%d points compared with all maxima\n", compared);
    assert_true(compared >= 2 * SYSTEMS);
}

/* Its slopes are some times its height for each unit of the way, on both sides. */
static void sharp_kinks_are_maxima(void **state)
{
    rdg_context *ctx = *state;
    const double M[9] = {0.576, 0, 0, 0, 0.783, 0, 0, 0, 0.822};
    const double C[9] = {0.003633, -0.001285, 0, -0.001285, 0.002364, -0.0009096, 0, -0.0009096, 0.001088};
    const double K[9] = {2.462, -0.902, 0, -0.902, 1.541, -0.6385, 0, -0.6385, 0.6385};
    int corners = 0;
    rdg_structure *s = rdg_structure_create(ctx, "chain", 3, M, C, K);
    rdg_name_dof(s, "x0", 0);
    rdg_name_dof(s, "x2", 2);
    rdg_name_relative(s, "between", 1, 2);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "between", .kt = 0.1228, .limit = 0.4032});
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_harmonic_add(s, "Am", "x2", 3);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.3), RDG_AT("alpha", 55.0));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.3, 2.97),
                                RDG_LABEL_EVERY(5), RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 4.0, 55.0),
                             RDG_LABEL_EVERY(1), RDG_NO_TABLE));
    const backbone b = backbone_open(ctx, "ridge");
    const double *local = rdg_run_column(b.run, "local_max");
    for (rdg_index k = 0; k < b.rows; k++) {
        assert_true(local[k] == 1.0);
        corners += b.corner[k] >= 0.0;
    }
    assert_true(corners > 20);
    assert_null(strstr(scratch_said, "are no local maxima"));
    rdg_run_free(b.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ridge_of_a_higher_harmonic_is_on_its_maxima),
        SCRATCH_TEST(sharp_kinks_are_maxima),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
