/* A chain of two masses whose first one hits a stiff stop, 100 N/m behind a gap of 1 m: problem P3 of the
 * vibration page, by event-exact harmonic balance of another program. The response has two folds for every
 * number of harmonics: one where it grazes the stop, with a turn like a kink, and one near resonance. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/frc_peak.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>

enum { MOST_HARMONICS = 42 };

/* Harmonics 0 .. H */
static rdg_hbm *model(rdg_context *ctx, int H)
{
    const double M[4] = {1, 0, 0, 1}, K[4] = {1, -1, -1, 2};
    double C[4];
    int harmonic[MOST_HARMONICS];
    for (int i = 0; i < 4; i++) {
        C[i] = 0.03 * K[i];
    }
    for (int h = 0; h <= H; h++) {
        harmonic[h] = h;
    }
    rdg_structure *s = rdg_structure_create(ctx, "chain", 2, M, C, K);
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "q1", .k = 100, .gap = 1});
    rdg_force_add(s, "q2", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A1", "q1", 1);
    rdg_sensor_harmonic_add(s, "A2", "q2", 1);
    return rdg_hbm_create(s, H + 1, harmonic);
}

/* All of the response from above down to 0.5 rad/s. */
static harvest response(rdg_context *ctx, int H)
{
    harvest h = {0};
    rdg_problem *p =
        rdg_hbm_problem(model(ctx, H), RDG_AT("omega", H == 1 ? 1.0 : 0.8), RDG_AT("alpha", 0.1));
    assert_ok(ctx, rdg_continue(p, "stop", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, H == 1 ? 1.0 : 0.8),
                                HARVEST_ONLY(&h)));
    assert_near(harvest_mu(&h, &h.chart[h.count - 1], "omega"), 0.5, 1e-12, 0);
    return h;
}

typedef struct folds {
    int H;
    double grazing, upper;
} folds;

static void folds_meet_the_reference(void **state)
{
    rdg_context *ctx = *state;
    const folds expected[] = {{1, .653440133368, .915763011852},
                              {5, .653440134215, .754792244996},
                              {21, .653440134469, .755630987220},
                              {41, .653440134509, .755627054818}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        harvest h = response(ctx, expected[i].H);
        assert_int_equal(harvest_count(&h, "FP"), 2);
        assert_near(harvest_mu(&h, harvest_nth(&h, "FP", 0), "omega"), expected[i].grazing, 1e-12, 1e-12);
        assert_near(harvest_mu(&h, harvest_nth(&h, "FP", 1), "omega"), expected[i].upper, 1e-11, 1e-12);
        harvest_clear(&h);
    }
}

static void there_are_two_folds_for_every_number_of_harmonics(void **state)
{
    rdg_context *ctx = *state;
    const int levels[] = {2, 3, 4, 7, 10, 13, 16, 27, 34};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        harvest h = response(ctx, levels[i]);
        assert_int_equal(harvest_count(&h, "FP"), 2);
        assert_near(harvest_mu(&h, harvest_nth(&h, "FP", 0), "omega"), .65344013, 0, 1e-8);
        harvest_clear(&h);
    }
}

typedef struct peak_row {
    int H;
    const char *sensor;
    double amplitude, omega, digits; /* digits: to which the frequency is printed */
} peak_row;

static void peaks_meet_the_reference(void **state)
{
    rdg_context *ctx = *state;
    const peak_row row[] = {
        {1, "A1", 4.122760965669, .915416715340, 1e-11}, {5, "A1", 1.391191379, .7531996858, 1e-9},
        {21, "A1", 1.326508010615, .754268796, 1e-8},    {41, "A1", 1.325217669740, .754270891, 1e-8},
        {5, "A2", .982631649, .750365612, 1e-8},         {21, "A2", .937272137344, .751183811, 1e-8},
        {41, "A2", .936318088, .751184285, 1e-8}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        rdg_peak peak;
        assert_ok(ctx, rdg_frc_peak(model(ctx, row[i].H), row[i].sensor, 0.1, 0.5, row[i].H == 1 ? 1.0 : 0.8,
                                    &peak));
        assert_near(peak.amplitude, row[i].amplitude, 1e-9, 0);
        assert_near(peak.omega, row[i].omega, 0, row[i].digits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(folds_meet_the_reference),
        SCRATCH_TEST(there_are_two_folds_for_every_number_of_harmonics),
        SCRATCH_TEST(peaks_meet_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
