/* The ridge of a friction beam: printed reference numbers with the third harmonic, its slope, its file, and
 * what is said when something is missing. */
#define _XOPEN_SOURCE 700

#include "backbones.h"

static const double two_pi = 6.28318530717958647692;

/* Slip begins again inside stick phases near 2.6 N: the ridge gets past these, too. Reference: brute force of
 * an independent prototype, printed to nine digits. */
static void ridge_with_the_third_harmonic_passes_every_new_slip_phase(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_3);
    enum { N = 8 };
    static const double alpha[N] = {0.158777883, 0.3035326548, 0.5413479067, 0.9654893846,
                                    1.721942101, 2.299609347,  3.071069083,  4.101333701};
    static const double f[N] = {317.455336, 318.666118, 319.339823, 313.302366,
                                281.848304, 249.678835, 222.905235, 210.141287};
    static const double amplitude[N] = {1.05493839e-05, 1.14317012e-05, 1.19401280e-05, 1.28229340e-05,
                                        1.59286488e-05, 2.44909242e-05, 5.67873392e-05, 2.22778415e-04};
    assert_ok(ctx, rdg_ridge(hb, "third", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 10.0),
                             RDG_UZ_LIST("alpha", N, alpha)));
    const backbone b = backbone_open(ctx, "third");
    for (int k = 0; k < N; k++) {
        const rdg_index row = backbone_row(&b, alpha[k]);
        assert_near(b.omega[row] / two_pi, f[k], 3e-9, 0.0);
        assert_near(b.Am[row], amplitude[k], 5e-9, 0.0);
    }
    rdg_run_free(b.run);
}

static void slope_of_the_ridge_is_minus_the_multiplier_of_the_level(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    const double h = 1e-5;
    const double level[3] = {1.0 - h, 1.0, 1.0 + h};
    assert_ok(ctx, rdg_ridge(hb, "slope", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 2.0),
                             RDG_UZ_LIST("alpha", 3, level)));
    const backbone b = backbone_open(ctx, "slope");
    const double slope = (b.Am[backbone_row(&b, level[2])] - b.Am[backbone_row(&b, level[0])]) / (2.0 * h);
    assert_near(-rdg_run_column(b.run, "d.alpha")[backbone_row(&b, 1.0)], slope, 1e-6, 0.0);
    rdg_run_free(b.run);
}

static void ridge_is_exported_with_the_kind_of_each_point(void **state)
{
    rdg_context *ctx = *state;
    char path[128], line[256];
    int smooth = 0;
    int corners = 0;
    snprintf(path, sizeof path, "%s/ridge.csv", scratch_folder);
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    assert_ok(ctx, rdg_ridge(hb, "export", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 0.2)));
    assert_ok(ctx, rdg_ridge_export(ctx, "export", "Am", path));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "alpha_N,f_Hz,Am_m,kind,local_max,global_gap\n");
    while (fgets(line, sizeof line, file)) {
        double alpha = 0.0, f = 0.0, Am = 0.0, local_max = 0.0;
        char kind[16] = "";
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%15[^,],%lf", &alpha, &f, &Am, kind, &local_max), 5);
        assert_true(local_max == 1.0 || isnan(local_max));
        const bool corner = strcmp(kind, "nonsmooth:0") == 0;
        assert_true(corner || strcmp(kind, "smooth") == 0);
        assert_true(!corner || (alpha > 0.158302973 && alpha < 0.158347778));
        smooth += !corner;
        corners += corner;
    }
    fclose(file);
    assert_true(smooth > 5);
    assert_true(corners > 1);
    assert_int_not_equal(rdg_ridge_export(ctx, "export", "no sensor", path), RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "no sensor"));
}

static void what_is_missing_is_said(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    assert_int_equal(rdg_ridge(hb, "none", "Am", RDG_WINDOW("alpha", 0.03, 1.0)), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_FROM");
    assert_int_not_equal(rdg_ridge(hb, "none", "Am", RDG_FROM("no such run", 0)), RDG_OK);
    assert_failed(ctx, RDG_ERR_NAME, "no such run");
    assert_int_not_equal(rdg_ridge(hb, "none", "amp", RDG_FROM_GREATEST("frc")), RDG_OK);
    assert_failed(ctx, RDG_ERR_NAME, "Am");
}

/* The row of the ridge and the columns of multipliers, at states next to every fifth chart. */
static bool check_beside(rdg_problem *p, const rdg_chart *chart, void *data)
{
    int *smooth = data;
    uint64_t seed = 11 + (uint64_t)chart->point;
    const rdg_index n = rdg_variable_count(p);
    if (chart->mu[rdg_parameter_index(p, "nonsmooth")] < 0.0 && chart->point % 5 == 0) {
        double *u = calloc((size_t)n, sizeof *u);
        assert_non_null(u);
        for (rdg_index i = 0; i < n; i++) {
            u[i] = chart->u[i] * (1.0 + 1e-4 * random_signed(&seed));
        }
        assert_ok(rdg_problem_context(p), rdg_check_derivatives(p, u, 1e-5));
        free(u);
        ++*smooth;
    }
    return false;
}

static void derivatives_are_exact_sticking_and_slipping(void **state)
{
    rdg_context *ctx = *state;
    int smooth = 0;
    for (rdg_index n = 1; n <= 3; n += 2) {
        rdg_hbm *hb = n == 1 ? friction_beam(ctx, RDG_HARMONICS(1)) : friction_beam(ctx, RDG_HARMONICS(1, 3));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.1));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"),
                                    RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)), RDG_NO_TABLE));
        assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.1, 2.0),
                                 RDG_SENSITIVITIES, RDG_NO_TABLE, RDG_STEP(0.05, 1e-7, 0.1),
                                 RDG_OBSERVE(check_beside, &smooth)));
    }
    assert_true(smooth > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(ridge_with_the_third_harmonic_passes_every_new_slip_phase),
        SCRATCH_TEST(slope_of_the_ridge_is_minus_the_multiplier_of_the_level),
        SCRATCH_TEST(ridge_is_exported_with_the_kind_of_each_point),
        SCRATCH_TEST(derivatives_are_exact_sticking_and_slipping),
        SCRATCH_TEST(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
