/* How much mistuning can amplify: the bound of Whitehead for linear wheels, and the worst wheel of a given
 * spread by adjoint equations, against random wheels. */
#define _XOPEN_SOURCE 700

#include "mistuned_wheel.h"
#include "scratch.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/peak.h>

#include <complex.h>

static double scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

/* Blades of mass 1 and stiffness 1 with springs k between them. */
static rdg_sector *make_sector(rdg_context *ctx, rdg_index blades, double k, double damping)
{
    const double M[4] = {1.0, 0.0, 0.0, 0.0}, K[4] = {1.0 + k, -k, -k, k};
    rdg_structure *s = rdg_structure_create(ctx, "sector", 2, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, damping, 0.0);
    rdg_name_dof(s, "q", 0);
    rdg_name_dof(s, "right", 1);
    return rdg_sector_create(s, &(rdg_sector_options){.sectors = blades, .left = "q", .right = "right"});
}

static void name_of(int j, char name[32])
{
    snprintf(name, 32, j == 0 ? "q" : "sector%d.q", j);
}

enum { BLADES = 9 };

/* Greatest amplitude of all blades and frequencies under a wave of engine order r, from the modes. */
static double greatest_linear(rdg_context *ctx, rdg_structure *wheel, rdg_index order, double damping)
{
    double omega[BLADES], x[BLADES * BLADES], blade[BLADES][BLADES], largest = 0.0;
    double complex force[BLADES] = {0};
    assert_ok(ctx, rdg_structure_modes(wheel, RDG_NO_SPRINGS, BLADES, omega, x));
    for (int k = 0; k < BLADES; k++) {
        for (int j = 0; j < BLADES; j++) {
            char name[32];
            name_of(j, name);
            blade[k][j] = at(wheel, name, x + BLADES * k);
            const double theta = 2.0 * acos(-1.0) * (double)(order * j) / BLADES;
            force[k] += blade[k][j] * (cos(theta) - I * sin(theta));
        }
    }
    for (int step = 0; step <= 2000; step++) {
        const double w = 0.8 + 0.7 * step / 2000.0;
        for (int j = 0; j < BLADES; j++) {
            double complex sum = 0.0;
            for (int k = 0; k < BLADES; k++) {
                sum += blade[k][j] * force[k] / (omega[k] * omega[k] - w * w + I * w * damping);
            }
            largest = fmax(largest, cabs(sum));
        }
    }
    return largest;
}

/* D. S. Whitehead, J. Mech. Engng. Sci. 8 (1966) 15: at most (1 + sqrt N) / 2 times the tuned amplitude. */
static void no_wheel_exceeds_the_bound_of_whitehead(void **state)
{
    uint64_t seed = 446;
    double worst = 0.0;
    for (int trial = 0; trial < 100; trial++) {
        rdg_context *ctx = *state;
        const double k = scale(&seed, 0.003, 0.1), damping = 0.005;
        rdg_sector *sector = make_sector(ctx, BLADES, k, damping);
        double deviation[BLADES] = {0};
        rdg_index start[3], row[4];
        const rdg_sparse blade = sparse_of(2, (const double[]){1.0, 0.0, 0.0, 0.0}, start, row);
        const rdg_index order = 1 + trial % BLADES;
        const double tuned =
            greatest_linear(ctx, rdg_sector_mistuned(sector, 1, &blade, deviation), order, damping);
        for (int j = 0; j < BLADES; j++) {
            deviation[j] = 0.05 * random_signed(&seed);
        }
        const double mistuned =
            greatest_linear(ctx, rdg_sector_mistuned(sector, 1, &blade, deviation), order, damping);
        worst = fmax(worst, mistuned / tuned);
        scratch_teardown(state);
        scratch_setup(state);
    }
    print_message("greatest amplification %.3f, bound %.3f\n", worst, 0.5 * (1.0 + sqrt(BLADES)));
    assert_true(worst > 1.3 && worst <= 0.5 * (1.0 + sqrt(BLADES)));
}

enum { FEW = 5, RANDOM = 60 };

static const double spread = 0.05, force = 0.02, low = 0.8, high = 1.6;

static rdg_hbm *make_wheel(rdg_context *ctx, const double *deviation)
{
    rdg_sector *sector = make_sector(ctx, FEW, 0.05, 0.01);
    rdg_index start[3], row[4];
    const rdg_sparse blade = sparse_of(2, (const double[]){1.0, 0.0, 0.0, 0.0}, start, row);
    rdg_structure *wheel = rdg_sector_mistuned_parameters(sector, 1, &blade, deviation);
    for (int j = 0; j < FEW; j++) {
        char at[32];
        name_of(j, at);
        rdg_force_phase_add(wheel, at, 1, 1.0, -2.0 * acos(-1.0) * 2.0 * j / FEW);
        rdg_jenkins_add(wheel, &(rdg_jenkins){.at = at, .kt = 0.1, .limit = 0.01});
    }
    rdg_sensor_harmonic_add(wheel, "A", "q", 1);
    return rdg_hbm_create(wheel, RDG_HARMONICS(1));
}

static double greatest(rdg_context *ctx, const double *deviation)
{
    rdg_peak peak;
    assert_ok(ctx, rdg_frc_peak(make_wheel(ctx, deviation), "A", force, low, high, &peak));
    return peak.amplitude;
}

/* From a wheel to a worst one, in place; the amplitude there. */
static double climb(rdg_context *ctx, double *deviation)
{
    const char *name[FEW + 1] = {"omega"};
    char text[FEW][32];
    double least[FEW + 1] = {low}, most[FEW + 1] = {high};
    rdg_hbm *hb = make_wheel(ctx, deviation);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", force));
    for (int j = 0; j < FEW; j++) {
        snprintf(text[j], sizeof text[j], "blade%d.stiffness", j);
        name[j + 1] = text[j];
        least[j + 1] = 1.0 - spread;
        most[j + 1] = 1.0 + spread;
        assert_ok(ctx, rdg_need_parameter(p, text[j]));
    }
    const rdg_peaks *all =
        rdg_frc_peaks(hb, "A", RDG_HOLD_AT("alpha", force), RDG_WINDOW("omega", low, high));
    assert_ok(ctx, rdg_error_status(ctx));
    memcpy(rdg_start_values(p), all->maximum[all->greatest].u, (size_t)all->n * sizeof(double));
    rdg_optimum found = {0};
    assert_ok(ctx, rdg_optimise(rdg_adjoint_add(p, "A"), "worst",
                                &(rdg_optimise_options){.parameters = name,
                                                        .n_parameters = FEW + 1,
                                                        .low = least,
                                                        .high = most,
                                                        .maximum = true,
                                                        .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY)},
                                &found));
    for (int j = 0; j < FEW; j++) {
        double stiffness = 0.0;
        assert_ok(ctx, rdg_parameter_value(p, text[j], rdg_start_values(p), &stiffness));
        deviation[j] = stiffness - 1.0;
    }
    return found.objective;
}

/* At the optimum each blade is at an end of its range and pushes outwards, or the peak does not depend on it.
 */
static void assert_optimal(rdg_context *ctx, const double *deviation, double amplitude)
{
    char text[FEW][32];
    rdg_at at[FEW + 1] = {{0}};
    for (int j = 0; j < FEW; j++) {
        snprintf(text[j], sizeof text[j], "blade%d.stiffness", j);
        at[j] = (rdg_at){text[j], 1.0 + deviation[j]};
    }
    rdg_peak peak;
    rdg_hbm *hb = make_wheel(ctx, deviation);
    assert_ok(ctx, rdg_frc_peak(hb, "A", force, low, high, &peak));
    assert_near(peak.amplitude, amplitude, 1e-8, 0.0);
    rdg_peak_response *response = rdg_peak_response_create(hb, "A", low, high, at);
    rdg_peak_point *point = rdg_peak_find(response, force, peak.omega);
    assert_non_null(point);
    assert_near(point->amplitude, amplitude, 1e-8, 0.0);
    for (int j = 0; j < FEW; j++) {
        const double slope = rdg_peak_sensitivity(response, point, text[j]) / amplitude;
        if (fabs(deviation[j]) > spread * (1.0 - 1e-9)) {
            assert_true(slope * deviation[j] > 0.0);
        } else {
            assert_near(slope, 0.0, 0.0, 1e-5);
        }
    }
    rdg_peak_point_free(point);
    rdg_peak_response_free(response);
}

static void no_random_wheel_is_worse_than_the_worst(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 447;
    double deviation[FEW] = {0.0}, worst[FEW] = {0.0}, largest = 0.0;
    const double tuned = greatest(ctx, deviation);
    for (int trial = 0; trial < RANDOM; trial++) {
        for (int j = 0; j < FEW; j++) {
            deviation[j] = spread * random_signed(&seed);
        }
        const double amplitude = greatest(ctx, deviation);
        if (amplitude > largest) {
            largest = amplitude;
            memcpy(worst, deviation, sizeof worst);
        }
    }
    const double found = climb(ctx, worst);
    print_message("worst of %d random wheels: %.4f times the tuned amplitude; by adjoint equations %.4f\n",
                  RANDOM, largest / tuned, found / tuned);
    assert_true(found > largest);
    assert_optimal(ctx, worst, found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(no_wheel_exceeds_the_bound_of_whitehead),
                                       SCRATCH_TEST(no_random_wheel_is_worse_than_the_worst)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
