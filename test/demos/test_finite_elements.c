/* The blade from CalculiX: its modes are those of ccx itself, and a component of it vibrates as the whole. */
#define _XOPEN_SOURCE 700

#include "finite-elements/model.h"
#include "scratch.h"

#include <ridgewalk/ridge.h>

enum { MODES = 10 };

static void compare_modes(rdg_context *ctx, const char *job, const double *expected)
{
    double omega[MODES], worst = 0;
    assert_ok(ctx, rdg_structure_modes(blade_of(ctx, job, &coarse_blade), 0, NULL, MODES, omega, NULL));
    for (int k = 0; k < MODES; k++) {
        worst = fmax(worst, fabs(omega[k] / RDG_HZ(expected[k]) - 1));
    }
    print_message("frequencies are those of ccx to %.1e\n", worst);
    assert_true(worst < 1e-6);
}

static void stored_matrices_have_the_frequencies_of_ccx(void **state)
{
    double expected[MODES];
    char line[128];
    int k = 0;
    FILE *file = fopen("demos/finite-elements/blade.frequencies", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (*line != '#' && k < MODES) {
            expected[k++] = strtod(line, NULL);
        }
    }
    fclose(file);
    assert_int_equal(k, MODES);
    compare_modes(*state, stored_blade(), expected);
}

/* Where ccx is installed: its matrices and its own frequencies of today */
static void ccx_itself_agrees(void **state)
{
    char job[96], line[256];
    double expected[MODES];
    int k = 0;
    if (!run_ccx(scratch_folder, "own", &coarse_blade, false)) {
        print_message("skipped: ccx is not installed\n");
        skip();
    }
    snprintf(line, sizeof line, "%s/own.dat", scratch_folder);
    FILE *file = fopen(line, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        int mode;
        double value, omega, hertz;
        if (k < MODES && sscanf(line, "%d %lf %lf %lf", &mode, &value, &omega, &hertz) == 4 &&
            mode == k + 1) {
            expected[k++] = hertz;
        }
    }
    fclose(file);
    assert_int_equal(k, MODES);
    snprintf(job, sizeof job, "%s/blade", scratch_folder);
    assert_true(run_ccx(scratch_folder, "blade", &coarse_blade, true));
    compare_modes(*state, job, expected);
}

/* Amplitude where the ridge ends, at 1 N */
static double end_of_ridge(rdg_context *ctx, rdg_hbm *hb, const char *frc, const char *ridge)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(400)), RDG_AT("alpha", 0.05));
    rdg_continue(p, frc, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(400), RDG_HZ(460)));
    assert_ok(ctx, rdg_ridge(hb, ridge, "Am", RDG_FROM_GREATEST(frc), RDG_WINDOW("alpha", 0.05, 1.0)));
    rdg_run *run = rdg_run_open(ctx, ridge);
    return rdg_run_column(run, "Am")[rdg_run_count(run) - 1];
}

static void a_component_has_the_ridge_of_the_whole_blade(void **state)
{
    rdg_structure *blade = blade_of(*state, stored_blade(), &coarse_blade);
    rdg_component *c = rdg_component_fixed(blade, "places", RDG_MODES(MODES));
    const double reduced =
        end_of_ridge(*state, blade_response(rdg_component_structure(c)), "frc_reduced", "ridge_reduced");
    const double whole = end_of_ridge(*state, blade_response(blade), "frc", "ridge");
    print_message("amplitude at 1 N: %.8e of 13 coordinates, %.8e of 288\n", reduced, whole);
    assert_near(reduced, whole, 1e-4, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(stored_matrices_have_the_frequencies_of_ccx),
                                       SCRATCH_TEST(ccx_itself_agrees),
                                       SCRATCH_TEST(a_component_has_the_ridge_of_the_whole_blade)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
