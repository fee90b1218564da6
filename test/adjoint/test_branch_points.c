/* Branch points of sampled responses: two equal masses on equal cubic springs, driven alike. Where the
 * symmetry of their motion breaks, a response crosses at which one mass moves more than the other one: higher
 * than all maxima of the symmetric response. */
#define _XOPEN_SOURCE 700

#include "adjoint/symmetric_structures.h"
#include "scratch.h"

#include <ridgewalk/design.h>

static const double low = 0.5, high = 2.6; /* rad/s */

static rdg_hbm *pair(rdg_context *ctx)
{
    const double k[4] = {1.185, 0.185, 0.185, 1.185}, c[4] = {0.0185, 0.0029, 0.0029, 0.0185};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, (double[]){1.0, 0.0, 0.0, 1.0}, c, k);
    for (int i = 0; i < 2; i++) {
        const char *at = i ? "b" : "a";
        rdg_name_dof(s, at, i);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = i ? "kb" : "ka", .at = at, .k3 = 0.05});
        rdg_force_add(s, at, 1, 1.0);
    }
    rdg_sensor_add(s, "A", "a");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

/* Branch points of a run of the core, and the greatest amplitude on all branches. */
typedef struct diagram {
    int n;
    double omega[16], amplitude[16], most;
    rdg_index sensor, omega_at;
} diagram;

static bool see(rdg_problem *p, const rdg_chart *chart, void *data)
{
    diagram *d = data;
    (void)p;
    d->most = fmax(d->most, chart->mu[d->sensor]);
    if (strcmp(chart->type, "BP") == 0 && d->n < 16) {
        d->amplitude[d->n] = chart->mu[d->sensor];
        d->omega[d->n++] = chart->u[d->omega_at];
    }
    return false;
}

static diagram follow_all(rdg_hbm *hb, double level)
{
    diagram d = {.n = 0};
    rdg_index runs = 0;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", level));
    d.sensor = rdg_parameter_index(p, "A");
    d.omega_at = rdg_variable_index(p, "omega", NULL);
    rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_OBSERVE(see, &d),
                 RDG_NO_TABLE, RDG_IN_MEMORY);
    const int n = d.n;
    rdg_diagram(p, "diagram", 9, &runs, RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                RDG_OBSERVE(see, &d), RDG_NO_TABLE, RDG_IN_MEMORY);
    d.n = n;
    rdg_problem_free(p);
    return d;
}

static void branch_points_of_a_response_are_listed(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = pair(ctx);
    const double level = 0.3;
    const rdg_peaks *found =
        rdg_frc_peaks(hb, "A", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", low, high));
    const diagram d = follow_all(hb, level);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(found->covered && found->greatest >= 0);
    assert_true(d.n > 0);
    assert_int_equal(found->branch_points, d.n);
    for (int k = 0; k < d.n; k++) {
        assert_near(found->branch_point[k].omega, d.omega[k], 1e-7, 0.0);
        assert_near(found->branch_point[k].level, level, 0.0, 0.0);
        assert_near(found->branch_point[k].amplitude, d.amplitude[k], 1e-7, 0.0);
    }
    assert_true(d.most > 1.05 * found->maximum[found->greatest].amplitude);
    assert_int_equal(found->higher_end, -1);
}

/* The file of all ridges: forcing amplitude, frequency, amplitude, and the ridge's number from 1 */
static void check_export(rdg_context *ctx, const rdg_ridges *all)
{
    char path[96], line[256];
    snprintf(path, sizeof path, "%s/ridges.csv", scratch_folder);
    assert_ok(ctx, rdg_ridges_export(all, path));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file)); /* header */
    for (rdg_index k = 0; k < all->count; k++) {
        for (rdg_index i = 0; i < all->ridge[k].n; i++) {
            double value[4] = {0};
            assert_non_null(fgets(line, sizeof line, file));
            assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf", &value[0], &value[1], &value[2], &value[3]), 4);
            assert_near(value[0], all->ridge[k].level[i], 1e-8, 0.0);
            assert_near(value[1], all->ridge[k].omega[i] / RDG_HZ(1.0), 1e-8, 0.0);
            assert_near(value[2], all->ridge[k].amplitude[i], 1e-8, 0.0);
            assert_true(value[3] == (double)(k + 1));
        }
    }
    assert_null(fgets(line, sizeof line, file));
    fclose(file);
}

/* The ridges behind branch points are followed, too: the envelope is the greatest of all branches. */
static void ridges_behind_branch_points_are_followed(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = pair(ctx);
    const rdg_ridges *all =
        rdg_ridges_of(hb, "all", "A", RDG_WINDOW("alpha", 0.01, 0.3), RDG_WINDOW("omega", low, high),
                      RDG_RIDGES_SAMPLES(5), RDG_IN_MEMORY, RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(all->certified);
    assert_int_equal(all->branch_points, 0); /* none that was not followed */
    check_export(ctx, all);
    for (int k = 0; k < 3; k++) {
        rdg_ridges_point top;
        const double level = 0.3 - 0.07 * k;
        assert_ok(ctx, rdg_ridges_greatest(all, level, &top));
        const double most = follow_all(hb, level).most;
        assert_true(top.amplitude > most * (1.0 - 1e-9));
        assert_near(top.amplitude, most, 1e-2, 0.0);
    }
}

static void a_ridge_compares_with_the_responses_that_branch_off(void **state)
{
    rdg_context *ctx = *state;
    const double level = 0.3;
    rdg_hbm *hb = pair(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", 0.01));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_NO_TABLE,
                                RDG_IN_MEMORY));
    assert_ok(ctx, rdg_ridge(hb, "r", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.01, level),
                             RDG_UZ("alpha", level), RDG_NO_TABLE, RDG_IN_MEMORY));
    const diagram d = follow_all(hb, level);
    rdg_run *run = rdg_run_open(ctx, "r");
    const double *gap = rdg_run_column(run, "global_gap"), *alpha = rdg_run_column(run, "alpha"),
                 *A = rdg_run_column(run, "A");
    bool at_low = false, at_high = false;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        at_low = at_low || (fabs(alpha[row] - 0.01) < 1e-12 && gap[row] == 0.0);
        if (fabs(alpha[row] - level) < 1e-9 && !isnan(gap[row])) {
            at_high = true;
            assert_near(gap[row], d.most / A[row] - 1.0, 1e-2, 0.0); /* the greatest chart of the diagram */
        }
    }
    assert_true(at_low && at_high);
    const char *warning = strstr(scratch_said, "warning: ridge \"r\": from alpha = ");
    assert_non_null(warning);
    assert_non_null(strstr(warning, "has a greater maximum elsewhere"));
    assert_null(strstr(scratch_said, "note: ridge \"r\": the response has branch points"));
    rdg_run_free(run);
}

/* At 0.3 N the design ends where the pair is symmetric, at the peak of a response that branches off. */
static void a_design_compares_with_the_responses_that_branch_off(void **state)
{
    rdg_context *ctx = *state;
    rdg_design_result r;
    rdg_hbm *hb = pair(ctx);
    for (int k = 0; k < 2; k++) {
        const double level = k ? 0.3 : 0.01;
        assert_ok(ctx, rdg_design(hb, k ? "large" : "small", "A", RDG_HOLD_AT("alpha", level),
                                  RDG_WINDOW("omega", low, high), RDG_DESIGN("ka.k3", 0.02, 0.05),
                                  RDG_DESIGN_RESULT(&r), RDG_IN_MEMORY, RDG_NO_TABLE));
        assert_true(r.certified);
        assert_int_equal(rdg_shortfalls(ctx), 0);
        if (k == 1) {
            assert_near(r.number[0].value, 0.05, 1e-12, 0.0);
            assert_near(r.amplitude, follow_all(hb, level).most, 1e-2, 0.0); /* its greatest chart */
            assert_true(r.amplitude > 1.05 * r.other_amplitude && r.other_amplitude > 0.0);
        }
    }
}

/* A few of those of test_branch_points_slow.c. */
static void no_certified_level_of_a_symmetric_structure_has_a_higher_response(void **state)
{
    (void)state;
    const symmetric_count sum = symmetric_campaign(14, 6, 5, 2, 40);
    assert_int_equal(sum.wrong, 0);
    assert_true(sum.certified >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(branch_points_of_a_response_are_listed),
        SCRATCH_TEST(ridges_behind_branch_points_are_followed),
        SCRATCH_TEST(a_ridge_compares_with_the_responses_that_branch_off),
        SCRATCH_TEST(a_design_compares_with_the_responses_that_branch_off),
        cmocka_unit_test(no_certified_level_of_a_symmetric_structure_has_a_higher_response),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
