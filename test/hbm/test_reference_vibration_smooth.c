/* Forced responses of vibration problems with smooth force laws, against an independent harmonic balance
 * whose digits those of two other packages share: folds, peaks, the cusp of the fold curve, a ridge. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "levels.h"
#include "oscillators.h"
#include "scratch.h"

#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridge.h>

static const int odd[] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21};

/* x'' + 0.05 x' + x + 0.1 x^3 = 0.18 cos(omega t) with n odd harmonics */
static rdg_hbm *duffing(rdg_context *ctx, rdg_index n)
{
    const oscillator o = {.c = 0.05, .k3 = 0.1, .n_harmonics = n, .harmonics = odd};
    return oscillator_hbm(ctx, &o);
}

static void assert_chart(const harvest *h, const char *type, size_t nth, double omega, const char *sensor,
                         double value)
{
    const harvested *c = harvest_nth(h, type, nth);
    assert_near(harvest_mu(h, c, "omega"), omega, 1e-11, 0);
    assert_near(harvest_mu(h, c, sensor), value, 1e-10, 0);
}

/* The greatest displacement of a period, and its gradient: the basis functions there (the instant does not
 * matter to first order). Q holds odd harmonics only, hence the least one is its opposite. */
static double series(const double *Q, rdg_index n, double tau, int derivative)
{
    double sum = 0;
    for (rdg_index i = 0; i < n / 2; i++) {
        const double k = odd[i], c = cos(k * tau), s = sin(k * tau);
        const double value[3] = {Q[2 * i] * c + Q[2 * i + 1] * s, k * (Q[2 * i + 1] * c - Q[2 * i] * s),
                                 -k * k * (Q[2 * i] * c + Q[2 * i + 1] * s)};
        sum += value[derivative];
    }
    return sum;
}

static double instant_of_greatest(const double *Q, rdg_index n)
{
    double at = 0, most = -INFINITY;
    for (int s = 0; s < 256; s++) {
        const double tau = 6.283185307179586 * s / 256, x = series(Q, n, tau, 0);
        at = x > most ? tau : at;
        most = fmax(x, most);
    }
    for (int k = 0; k < 10; k++) {
        at -= series(Q, n, at, 1) / series(Q, n, at, 2);
    }
    return at;
}

static int greatest(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    (void)data;
    y[0] = series(u, n, instant_of_greatest(u, n), 0);
    return 0;
}

static int greatest_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const double tau = instant_of_greatest(u, n);
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < n / 2; i++) {
        values[2 * i] = cos(odd[i] * tau);
        values[2 * i + 1] = sin(odd[i] * tau);
    }
    return 0;
}

static void duffing_response_meets_the_reference(void **state)
{
    static const double fold[2][2][2] = {
        {{1.267536959513, 2.836222596637}, {1.115585927182, 1.084080112843}},
        {{1.269601955545, 2.825016712935}, {1.115700251771, 1.081870323394}}};
    static const double peak[2][2] = {{1.266634231845, 2.841624599369}, {1.268716735979, 2.830198059451}};
    rdg_context *ctx = *state;
    for (int k = 0; k < 2; k++) {
        const rdg_index n = k == 0 ? 1 : 4;
        rdg_problem *p = rdg_hbm_problem(duffing(ctx, n), RDG_AT("omega", 0.5), RDG_AT("alpha", 0.18));
        const rdg_function max = {.name = "max", .n = 2 * n, .m = 1, .f = greatest, .df = greatest_gradient};
        const rdg_index Q[] = {0, 1, 2, 3, 4, 5, 6, 7};
        assert_ok(ctx, rdg_add_monitor(p, &max, Q, NULL, RDG_ACTIVE));
        assert_ok(ctx, rdg_add_slope(p, "slope", "amp", "omega", RDG_ACTIVE));
        assert_ok(ctx, rdg_add_slope(p, "slope of max", "max", "omega", RDG_ACTIVE));
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.6),
                                    RDG_EVENT("PEAK", "slope", 0), RDG_EVENT("MAX", "slope of max", 0),
                                    HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "FP"), 2);
        assert_int_equal(harvest_count(&h, "PEAK"), 1);
        assert_chart(&h, "PEAK", 0, peak[k][0], "amp", peak[k][1]);
        for (size_t i = 0; i < 2; i++) {
            assert_chart(&h, "FP", i, fold[k][i][0], "amp", fold[k][i][1]);
        }
        if (n == 1) { /* a cosine: the same point */
            assert_chart(&h, "MAX", 0, peak[k][0], "max", peak[k][1]);
        } else {
            assert_chart(&h, "MAX", harvest_count(&h, "MAX") - 1, 1.268690612810, "max", 2.877112082163);
        }
        harvest_clear(&h);
    }
}

static void duffing_folds_meet_in_the_cusp_of_the_reference(void **state)
{
    static const double cusp[2][3] = {{1.0442383311, 0.0540540045, 0.8965796351},
                                      {1.0441742291, 0.0539311115, 0.8948542464}};
    rdg_context *ctx = *state;
    for (int k = 0; k < 2; k++) {
        harvest frc = {0}, folds = {0};
        rdg_problem *p =
            rdg_hbm_problem(duffing(ctx, k == 0 ? 1 : 4), RDG_AT("omega", 0.5), RDG_AT("alpha", 0.18));
        assert_ok(ctx, rdg_add_fold(p, "fold", "omega", NULL));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.6),
                                    HARVEST_ONLY(&frc)));
        assert_ok(ctx,
                  rdg_continue(p, "folds", RDG_START(harvest_nth(&frc, "FP", 0)->u), RDG_HOLD_AT("fold", 0),
                               RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_WINDOW("omega", 0.9, 1.6),
                               RDG_WINDOW("alpha", 0.01, 0.4), HARVEST_ONLY(&folds)));
        assert_int_equal(harvest_count(&folds, "CP"), 1);
        const harvested *c = harvest_nth(&folds, "CP", 0);
        assert_near(harvest_mu(&folds, c, "omega"), cusp[k][0], 0, 6e-11);
        assert_near(harvest_mu(&folds, c, "alpha"), cusp[k][1], 0, 6e-11);
        assert_near(harvest_mu(&folds, c, "amp"), cusp[k][2], 0, 1e-10);
        harvest_clear(&frc);
        harvest_clear(&folds);
    }
}

static void duffing_ridge_meets_the_reference(void **state)
{
    static const double ridge[5][3] = {{0.06, 1.0475940912, 1.1450094554},
                                       {0.1, 1.1144181525, 1.7931011822},
                                       {0.15, 1.2101224353, 2.4744505487},
                                       {0.25, 1.4020184492, 3.5511910753},
                                       {0.4, 1.6620620825, 4.7790004127}};
    const double level[5] = {0.06, 0.1, 0.15, 0.25, 0.4};
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx, 4);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.05));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.6)));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "amp", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.05, 0.41),
                             RDG_UZ_LIST("alpha", 5, level)));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    for (size_t k = 0; k < 5; k++) {
        const rdg_index row = row_at_level(run, ridge[k][0]);
        assert_near(rdg_run_column(run, "omega")[row], ridge[k][1], 0, 6e-11);
        assert_near(rdg_run_column(run, "amp")[row], ridge[k][2], 0, 6e-11);
    }
}

/* Masses 1 and 0.05, springs 1 and 0.0453, dampers 0.002 and 0.013 to ground and between, cubic springs 1 and
 * 0.0042: a vibration absorber. */
static void absorber_meets_the_reference(void **state)
{
    const double M[4] = {1, 0, 0, 0.05}, C[4] = {0.015, -0.013, -0.013, 0.013},
                 K[4] = {1.0453, -0.0453, -0.0453, 0.0453};
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_structure_create(ctx, "absorber", 2, M, C, K);
    assert_ok(ctx, rdg_name_dof(s, "mass", 0));
    assert_ok(ctx, rdg_name_dof(s, "absorber", 1));
    assert_ok(ctx, rdg_name_relative(s, "between", 0, 1));
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "mass", .k3 = 1}));
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "between", .k3 = 0.0042}));
    assert_ok(ctx, rdg_force_add(s, "mass", 1, 1));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "Q11", "mass", 1));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "Q12", "absorber", 1));
    rdg_hbm *hb = rdg_hbm_create(s, 4, odd);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.11));
    assert_ok(ctx, rdg_add_slope(p, "slope 1", "Q11", "omega", RDG_ACTIVE));
    assert_ok(ctx, rdg_add_slope(p, "slope 2", "Q12", "omega", RDG_ACTIVE));
    harvest h = {0};
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.4),
                           RDG_EVENT("P1", "slope 1", 0), RDG_EVENT("P2", "slope 2", 0), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_chart(&h, "FP", 0, 1.214626225159, "Q11", 0.5654418180);
    assert_chart(&h, "FP", 0, 1.214626225159, "Q12", 1.2458089061);
    assert_chart(&h, "FP", 1, 1.206219457364, "Q11", 0.4322311419);
    assert_chart(&h, "FP", 1, 1.206219457364, "Q12", 0.7889916327);
    assert_int_equal(harvest_count(&h, "P1"), 3); /* peak, trough, peak */
    assert_chart(&h, "P1", 0, 1.026999027645, "Q11", 0.591801733390);
    assert_chart(&h, "P1", 2, 1.210426325483, "Q11", 0.578465301072);
    assert_int_equal(harvest_count(&h, "P2"), 1);
    assert_chart(&h, "P2", 0, 1.034793715489, "Q12", 2.428125787025);
    harvest_clear(&h);
}

/* A beam of 2 m with 16 degrees of freedom that rubs at its third node; its displacements are some 1e-8 m.
 * unit: of displacements, in m */
static rdg_problem *rubbing_beam(rdg_context *ctx, rdg_index n, rdg_index samples, double unit)
{
    enum { SIZE = 16 };
    double matrix[3][SIZE * SIZE] = {{0}};
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 2;
    b.height = 0.1;
    b.width = 0.3;
    b.young = 185e9;
    b.density = 7830;
    b.elements = SIZE / 2;
    rdg_structure *metres = rdg_beam_create(ctx, &b);
    assert_ok(ctx, rdg_damping_proportional(metres, 0, 8.032993e-5));
    rdg_sparse given[3];
    assert_ok(ctx, rdg_structure_matrices(metres, &given[0], &given[1], &given[2]));
    for (int k = 0; k < 3; k++) {
        const rdg_pattern *pattern = &given[k].pattern;
        for (rdg_index j = 0; j < SIZE; j++) {
            for (rdg_index q = pattern->start[j]; q < pattern->start[j + 1]; q++) {
                matrix[k][pattern->row[q] + SIZE * j] = unit * given[k].values[q];
            }
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "beam", SIZE, matrix[0], matrix[1], matrix[2]);
    assert_ok(ctx, rdg_name_dof(s, "rub", rdg_beam_deflection(metres, 3)));
    assert_ok(ctx, rdg_name_dof(s, "tip", rdg_beam_deflection(metres, SIZE / 2)));
    assert_ok(ctx, rdg_tanh_friction_add(
                       s, &(rdg_tanh_friction){
                              .at = "rub", .force = 1.5, .epsilon = 6e-7 / unit, .samples = samples}));
    assert_ok(ctx, rdg_force_add(s, "tip", 1, 1));
    assert_ok(ctx, rdg_sensor_add(s, "rms", "tip"));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "amp", "tip", 1));
    rdg_hbm *hb = rdg_hbm_create(s, n, odd);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 370), RDG_AT("alpha", 0.2));
    assert_ok(ctx, rdg_add_slope(p, "slope", "rms", "omega", RDG_ACTIVE));
    assert_ok(ctx, rdg_add_slope(p, "slope of amp", "amp", "omega", RDG_ACTIVE));
    return p;
}

static void trace_beam(rdg_context *ctx, rdg_problem *p, harvest *h)
{
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 110, 370),
                                RDG_DIRECTION(-1), RDG_EVENT("PEAK", "slope", 0),
                                RDG_EVENT("P1", "slope of amp", 0), HARVEST_ONLY(h)));
    assert_int_equal(harvest_count(h, "PEAK"), 1);
}

static void rubbing_beam_peaks_at_the_reference(void **state)
{
    static const struct {
        rdg_index n, samples;
        double omega, rms;
    } reference[] = {{4, 128, 193.7864078669, 6.71736085449e-8},
                     {7, 256, 195.2190915, 6.71259146735e-8},
                     {11, 256, 195.4333077, 6.71090324188e-8}};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof reference / sizeof *reference; k++) {
        harvest h = {0};
        trace_beam(ctx, rubbing_beam(ctx, reference[k].n, reference[k].samples, 1), &h);
        const harvested *peak = harvest_nth(&h, "PEAK", 0);
        /* the place of a maximum is known to the root of what its value is */
        assert_near(harvest_mu(&h, peak, "omega"), reference[k].omega, 3e-10, 0);
        assert_near(harvest_mu(&h, peak, "rms"), reference[k].rms, 3e-11, 0);
        if (k == 0) {
            assert_near(harvest_mu(&h, harvest_nth(&h, "P1", 0), "omega"), 193.7680282443, 3e-10, 0);
            assert_near(harvest_mu(&h, harvest_nth(&h, "P1", 0), "amp"), 9.49374840368e-8, 3e-11, 0);
        }
        harvest_clear(&h);
    }
}

static void rubbing_beam_takes_the_same_steps_in_any_unit(void **state)
{
    rdg_context *ctx = *state;
    harvest metres = {0}, micrometres = {0};
    trace_beam(ctx, rubbing_beam(ctx, 4, 128, 1), &metres);
    trace_beam(ctx, rubbing_beam(ctx, 4, 128, 1e-6), &micrometres);
    assert_int_equal(metres.count, micrometres.count);
    assert_int_equal(metres.summary.corrections, micrometres.summary.corrections);
    assert_int_equal(metres.summary.iterations, micrometres.summary.iterations);
    for (size_t k = 0; k < metres.count; k++) {
        const harvested *a = &metres.chart[k], *b = &micrometres.chart[k];
        assert_string_equal(a->type, b->type);
        assert_int_equal(a->iterations, b->iterations);
        assert_near(harvest_mu(&metres, a, "omega"), harvest_mu(&micrometres, b, "omega"), 1e-11, 0);
        assert_near(harvest_mu(&metres, a, "rms"), 1e-6 * harvest_mu(&micrometres, b, "rms"), 1e-10, 0);
    }
    harvest_clear(&metres);
    harvest_clear(&micrometres);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(duffing_response_meets_the_reference),
        SCRATCH_TEST(duffing_folds_meet_in_the_cusp_of_the_reference),
        SCRATCH_TEST(duffing_ridge_meets_the_reference),
        SCRATCH_TEST(absorber_meets_the_reference),
        SCRATCH_TEST(rubbing_beam_peaks_at_the_reference),
        SCRATCH_TEST(rubbing_beam_takes_the_same_steps_in_any_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
