/* Sensitivities of peaks to all numbers, smooth and in corners: against differences of brute-force peaks
 * (test/data/optimal_sensitivities.csv), and exact relations along whole ridges. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "scratch.h"

#include <ridgewalk/ridge.h>
#include <ridgewalk/ridgewalk.h>

typedef struct reference_row {
    char model[32], parameter[32], kind[32];
    double alpha, f, amplitude, slope;
} reference_row;

typedef struct peak_model {
    rdg_hbm *hb;
    const char *pads;
    double preload, low, high; /* N; Hz */
} peak_model;

static peak_model make_model(rdg_context *ctx, const char *name)
{
    const double beta = strncmp(name, "blade", 5) == 0 ? strtod(name + 5, NULL) : 0.0;
    if (beta > 0.0) {
        const rdg_contact contact = {.kt = 1e5, .kn = 1e5, .mu = 0.3, .preload = 50.0, .parameters = "pads"};
        rdg_hbm *hb = rdg_hbm_create(blades_on(ctx, beta, contact), RDG_HARMONICS(1));
        return (peak_model){hb, "pads", 50.0, 195.0, 208.0};
    }
    rdg_hbm *hb = strcmp(name, "beam13") == 0 ? friction_beam(ctx, RDG_HARMONICS(1, 3))
                                              : friction_beam(ctx, RDG_HARMONICS(1));
    return (peak_model){hb, "pad", 40.0, 240.0, 335.0};
}

/* The ridge of a model between two levels, with all sensitivities. Shorter steps would lead nearer to onsets
 * of slip within a stick phase, where the times of slip are known to the root of rounding only. */
static rdg_run *follow(rdg_context *ctx, const peak_model *m, double from, double to)
{
    rdg_problem *p = rdg_hbm_problem(m->hb, RDG_AT("omega", RDG_HZ(m->low)), RDG_AT("alpha", from));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(m->low), RDG_HZ(m->high)),
                 RDG_NO_TABLE, RDG_IN_MEMORY);
    assert_ok(ctx, rdg_ridge(m->hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", from, to),
                             RDG_SENSITIVITIES, RDG_NO_TABLE, RDG_IN_MEMORY, RDG_STEP(0.05, 1e-6, 0.5),
                             RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), RDG_EXPECT_EARLY_END));
    return rdg_run_open(ctx, "ridge");
}

static bool read_row(FILE *file, reference_row *row)
{
    char line[256];
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%31[^,],%lf,%lf,%lf,%31[^,],%lf,%31[a-z]", row->model, &row->alpha, &row->f,
                   &row->amplitude, row->parameter, &row->slope, row->kind) == 7) {
            return true;
        }
    }
    return false;
}

static const double *column_of(rdg_run *run, const char *pads, const char *parameter)
{
    char name[64];
    if (strcmp(parameter, "alpha") == 0) {
        return rdg_run_column(run, "d.alpha");
    }
    if (strcmp(parameter, "beta") == 0) {
        return rdg_run_column(run, "d.damping.stiffness");
    }
    snprintf(name, sizeof name, "d.%s.%s", pads, strcmp(parameter, "N0") == 0 ? "preload" : parameter);
    return rdg_run_column(run, name);
}

static rdg_index row_of_start(rdg_run *run)
{
    rdg_index row = 0;
    while (rdg_run_point(run, row) != 0) {
        row++;
    }
    return row;
}

static void sensitivities_are_those_of_the_reference(void **state)
{
    rdg_context *ctx = *state;
    FILE *file = fopen("test/data/optimal_sensitivities.csv", "r");
    assert_non_null(file);
    reference_row row, last = {.alpha = 0.0};
    peak_model model = {.hb = NULL};
    rdg_run *run = NULL;
    int rows = 0, corners = 0;
    while (read_row(file, &row)) {
        if (row.alpha != last.alpha || strcmp(row.model, last.model) != 0) {
            model = make_model(ctx, row.model);
            rdg_run_free(run);
            run = follow(ctx, &model, row.alpha, 1.0001 * row.alpha);
            last = row;
        }
        const rdg_index start = row_of_start(run);
        const bool is_corner = strcmp(row.kind, "corner") == 0;
        const double *column = column_of(run, model.pads, row.parameter);
        assert_non_null(column);
        assert_near(rdg_run_column(run, "Am")[start], row.amplitude, 1e-11, 0.0);
        assert_true((rdg_run_column(run, "nonsmooth")[start] >= 0.0) == is_corner);
        assert_near(-column[start], row.slope, is_corner ? 1e-9 : 1e-10, 0.0);
        rows++;
        corners += is_corner;
    }
    fclose(file);
    rdg_run_free(run);
    assert_int_equal(rows, 48);
    assert_int_equal(corners, 10);
}

/* (z, N0, alpha) -> c (z, N0, alpha): N0 dA/dN0 + alpha dA/dalpha = A wherever a contact sticks or slips, and
 * in corners; and where corners begin and end the sensitivities do not jump. */
static void a_peak_is_homogeneous_and_smooth_in_its_numbers(void **state)
{
    rdg_context *ctx = *state;
    static const char *const models[] = {"beam1", "beam13", "blade1.5e-5", "blade8e-6"};
    static const double levels[][2] = {{0.05, 50.0}, {0.05, 20.0}, {2.0, 60.0}, {1.5, 30.0}};
    for (int k = 0; k < 4; k++) {
        const peak_model model = make_model(ctx, models[k]);
        rdg_run *run = follow(ctx, &model, levels[k][0], levels[k][1]);
        const double *alpha = rdg_run_column(run, "alpha"), *am = rdg_run_column(run, "Am");
        const double *by_preload = column_of(run, model.pads, "N0"), *by_alpha = column_of(run, "", "alpha");
        const double *by_mu = column_of(run, model.pads, "mu"), *corner = rdg_run_column(run, "nonsmooth");
        int corners = 0;
        for (rdg_index row = 0; row < rdg_run_count(run); row++) {
            assert_near(model.preload * by_preload[row] + alpha[row] * by_alpha[row], -am[row], 5e-12, 0.0);
            corners += corner[row] >= 0.0;
            if (strcmp(rdg_run_type(run, row), "RS") == 0 && row > 0 &&
                fabs(alpha[row] / alpha[row - 1] - 1.0) < 2e-6) {
                const double elasticity = 0.3 / am[row];
                assert_near(by_mu[row] * elasticity, by_mu[row - 1] * elasticity, 0.0, 2e-3);
            }
        }
        assert_true(corners > 1);
        rdg_run_free(run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(sensitivities_are_those_of_the_reference),
        SCRATCH_TEST(a_peak_is_homogeneous_and_smooth_in_its_numbers),
    };
    return cmocka_run_group_tests_name("sensitivities of peaks", tests, NULL, NULL);
}
