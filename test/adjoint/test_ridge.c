/* The ridge of the friction beam against brute force, its slip onset against the closed form, its restart. */
#include "support.h"

#include "friction-backbone/models.h"

#include <ridgewalk/ridge.h>

#include <string.h>

static const double two_pi = 6.28318530717958647692;

enum { MAX_LEVELS = 64 };

typedef struct reference {
    rdg_index n;
    double alpha[MAX_LEVELS], f[MAX_LEVELS], Am[MAX_LEVELS];
} reference;

/* The smooth levels up to `highest` of the reference backbone. */
static void read_reference(reference *r, double highest)
{
    FILE *file = fopen("test/data/beam_backbone_nh1.csv", "r");
    assert_non_null(file);
    char line[512];
    char kind[16];
    r->n = 0;
    while (fgets(line, sizeof line, file)) {
        double alpha = 0.0, f = 0.0, Am = 0.0;
        if (sscanf(line, "%lf,%*f,%*f,%*[^,],%lf,%lf,%15s", &alpha, &f, &Am, kind) == 4 &&
            strcmp(kind, "smooth") == 0 && alpha <= highest) {
            r->alpha[r->n] = alpha;
            r->f[r->n] = f;
            r->Am[r->n++] = Am;
        }
    }
    fclose(file);
    assert_true(r->n > 30);
}

static rdg_context *silent_context(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, "build/test/runs/ridge");
    return ctx;
}

static rdg_hbm *beam_with_frc(rdg_context *ctx, double alpha, rdg_index n_harmonics, const int *harmonics)
{
    rdg_hbm *hb = friction_beam(ctx, n_harmonics, harmonics);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                                RDG_LABEL_EVERY(3)));
    return hb;
}

static rdg_index row_at(rdg_run *run, double alpha)
{
    const double *levels = rdg_run_column(run, "alpha");
    rdg_index best = 0;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        best = fabs(levels[row] - alpha) < fabs(levels[best] - alpha) ? row : best;
    }
    assert_near(levels[best], alpha, 1e-10, 0.0);
    return best;
}

static void ridge_of_the_beam_is_the_maximum_of_its_forced_response(void **state)
{
    (void)state;
    rdg_context *ctx = silent_context();
    rdg_hbm *hb = beam_with_frc(ctx, 0.03, RDG_HARMONICS(1));
    reference r;
    read_reference(&r, 1000.0);
    assert_ok(ctx, rdg_ridge(hb, "beam", "Am", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 1000.0),
                             RDG_UZ_LIST("alpha", r.n, r.alpha)));
    rdg_run *run = rdg_run_open(ctx, "beam");
    const double *omega = rdg_run_column(run, "omega");
    const double *Am = rdg_run_column(run, "Am");
    for (rdg_index k = 0; k < r.n; k++) {
        const rdg_index row = row_at(run, r.alpha[k]);
        assert_near(omega[row] / two_pi, r.f[k], 1e-9, 0.0);
        assert_near(Am[row], r.Am[k], 1e-9, 0.0);
    }
    const rdg_index onset = rdg_run_find(run, "SLIP", 0);
    assert_true(onset >= 0);
    assert_near(rdg_run_column(run, "alpha")[onset], 0.1583029740, 1e-9, 0.0);
    assert_near(omega[onset] / two_pi, 317.3774508, 1e-9, 0.0);
    assert_near(Am[onset], 1.053478766e-5, 1e-9, 0.0);
    assert_int_equal(rdg_exit(ctx), 0);
}

/* With the third harmonic slip begins again inside stick phases, near 2.6 N: the ridge gets past these, too.
 * Reference: brute force of an independent prototype, printed to nine digits. */
static void ridge_with_the_third_harmonic_passes_every_new_slip_phase(void **state)
{
    (void)state;
    rdg_context *ctx = silent_context();
    rdg_hbm *hb = beam_with_frc(ctx, 0.03, RDG_HARMONICS(1, 3));
    enum { N = 8 };
    static const double alpha[N] = {0.158777883, 0.3035326548, 0.5413479067, 0.9654893846,
                                    1.721942101, 2.299609347,  3.071069083,  4.101333701};
    static const double f[N] = {317.455336, 318.666118, 319.339823, 313.302366,
                                281.848304, 249.678835, 222.905235, 210.141287};
    static const double amplitude[N] = {1.05493839e-05, 1.14317012e-05, 1.19401280e-05, 1.28229340e-05,
                                        1.59286488e-05, 2.44909242e-05, 5.67873392e-05, 2.22778415e-04};
    assert_ok(ctx, rdg_ridge(hb, "third", "Am", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 10.0),
                             RDG_UZ_LIST("alpha", N, alpha)));
    rdg_run *run = rdg_run_open(ctx, "third");
    for (int k = 0; k < N; k++) {
        const rdg_index row = row_at(run, alpha[k]);
        assert_near(rdg_run_column(run, "omega")[row] / two_pi, f[k], 3e-9, 0.0);
        assert_near(rdg_run_column(run, "Am")[row], amplitude[k], 5e-9, 0.0);
    }
    assert_int_equal(rdg_exit(ctx), 0);
}

static void slope_of_the_ridge_is_minus_the_multiplier_of_the_level(void **state)
{
    (void)state;
    rdg_context *ctx = silent_context();
    rdg_hbm *hb = beam_with_frc(ctx, 0.03, RDG_HARMONICS(1));
    const double h = 1e-5;
    const double level[3] = {1.0 - h, 1.0, 1.0 + h};
    assert_ok(ctx, rdg_ridge(hb, "slope", "Am", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 2.0),
                             RDG_UZ_LIST("alpha", 3, level)));
    rdg_run *run = rdg_run_open(ctx, "slope");
    const double *Am = rdg_run_column(run, "Am");
    const double slope = (Am[row_at(run, level[2])] - Am[row_at(run, level[0])]) / (2.0 * h);
    assert_near(-rdg_run_column(run, "d.alpha")[row_at(run, 1.0)], slope, 1e-6, 0.0);
    assert_int_equal(rdg_exit(ctx), 0);
}

/* From a slipping level downwards the contact sticks again: the ridge must come back to the stuck resonance.
 */
static void ridge_runs_down_through_the_onset_as_well(void **state)
{
    (void)state;
    rdg_context *ctx = silent_context();
    rdg_hbm *hb = beam_with_frc(ctx, 0.3, RDG_HARMONICS(1));
    const double level[2] = {0.05, 0.25};
    assert_ok(ctx, rdg_ridge(hb, "down", "Am", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 0.35),
                             RDG_UZ_LIST("alpha", 2, level)));
    rdg_run *run = rdg_run_open(ctx, "down");
    const rdg_index stuck = row_at(run, 0.05);
    assert_near(rdg_run_column(run, "omega")[stuck] / two_pi, 317.3774508, 1e-8, 0.0);
    assert_near(rdg_run_column(run, "Am")[stuck] / 0.05, 6.654826119e-5, 1e-8, 0.0);
    assert_int_equal(rdg_exit(ctx), 0);
}

static void ridge_is_exported_with_the_kind_of_each_point(void **state)
{
    (void)state;
    static const char path[] = "build/test/ridge.csv";
    rdg_context *ctx = silent_context();
    rdg_hbm *hb = beam_with_frc(ctx, 0.03, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_ridge(hb, "export", "Am", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 0.2)));
    assert_ok(ctx, rdg_ridge_export(ctx, "export", "Am", path));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[256];
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "alpha_N,f_Hz,Am_m,kind\n");
    int smooth = 0;
    int corners = 0;
    while (fgets(line, sizeof line, file)) {
        double alpha = 0.0, f = 0.0, Am = 0.0;
        char kind[16] = "";
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%15s", &alpha, &f, &Am, kind), 4);
        const bool corner = strcmp(kind, "corner:0") == 0;
        assert_true(corner || strcmp(kind, "smooth") == 0);
        smooth += !corner;
        corners += corner;
        if (corner) {
            assert_true(alpha > 0.158302973 && alpha < 0.158347778);
        }
    }
    fclose(file);
    assert_true(smooth > 5);
    assert_true(corners > 5);
    assert_int_not_equal(rdg_ridge_export(ctx, "export", "no sensor", path), RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "no sensor"));
    rdg_context_free(ctx);
}

static void ridge_without_a_start_says_what_to_give(void **state)
{
    (void)state;
    rdg_context *ctx = silent_context();
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    assert_int_equal(rdg_ridge(hb, "none", "Am", RDG_WINDOW("alpha", 0.03, 1.0)), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "RDG_FROM"));
    rdg_error_clear(ctx);
    assert_int_not_equal(rdg_ridge(hb, "none", "Am", RDG_FROM("no such run", 0)), RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "no such run"));
    rdg_context_free(ctx);
}

static void ridge_of_an_unknown_sensor_lists_the_sensors(void **state)
{
    (void)state;
    rdg_context *ctx = silent_context();
    rdg_hbm *hb = beam_with_frc(ctx, 0.03, RDG_HARMONICS(1));
    assert_int_equal(rdg_ridge(hb, "none", "amp", RDG_FROM("frc", 0)), RDG_ERR_NAME);
    assert_non_null(strstr(rdg_error_message(ctx), "Am"));
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ridge_of_the_beam_is_the_maximum_of_its_forced_response),
        cmocka_unit_test(ridge_with_the_third_harmonic_passes_every_new_slip_phase),
        cmocka_unit_test(slope_of_the_ridge_is_minus_the_multiplier_of_the_level),
        cmocka_unit_test(ridge_runs_down_through_the_onset_as_well),
        cmocka_unit_test(ridge_is_exported_with_the_kind_of_each_point),
        cmocka_unit_test(ridge_without_a_start_says_what_to_give),
        cmocka_unit_test(ridge_of_an_unknown_sensor_lists_the_sensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
