/* An oscillator with dry friction, x'' + 0.02 x' + x + f = F cos(omega t), Jenkins element of 0.5 N/m and 1
 * N: one harmonic in closed form, seven against event-exact harmonic balance by another program (vibration
 * page, problem P10), more against integration in time. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/frc_peak.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/phase_resonance.h>

enum { MOST_HARMONICS = 32, MOST_UNKNOWNS = 2 * MOST_HARMONICS + 1 };

static const double kt = 0.5, fc = 1.0, c = 0.02;

/* Harmonics 0 .. H */
static rdg_hbm *model(rdg_context *ctx, int H)
{
    const double one = 1.0;
    int harmonic[MOST_HARMONICS];
    for (int h = 0; h <= H; h++) {
        harmonic[h] = h;
    }
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = kt, .limit = fc});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "amplitude", "x", 1);
    return rdg_hbm_create(s, H + 1, harmonic);
}

/* In-phase stiffness and quadrature force of the element for x = a cos tau. */
static void closed_form(double a, double *stiffness, double *loss)
{
    const double pi = RDG_PI, us = fc / kt;
    if (a <= us) {
        *stiffness = kt;
        *loss = 0;
        return;
    }
    const double th = acos(1 - 2 * us / a);
    *stiffness = kt / pi * (th - sin(2 * th) / 2);
    *loss = 4 * fc / pi * (1 - us / a);
}

static void one_harmonic_has_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double one = 1.0, none = 0.0;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &one, &none, &none);
    rdg_name_dof(s, "x", 0);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = kt, .limit = fc});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_hbm_keep_all(hb);
    uint64_t seed = 4;
    for (int i = 0; i < 1000; i++) {
        const double a = 2 * pow(10, 1.5 * random_signed(&seed)), phase = 4 * random_signed(&seed);
        const double Q[2] = {a * cos(phase), a * sin(phase)};
        double z[2], F[2], stiffness, loss;
        closed_form(a, &stiffness, &loss);
        assert_int_equal(rdg_hbm_element_state(hb, 0, Q, 1.0, z, F), 0);
        assert_near(F[0], stiffness * Q[0] + loss * Q[1] / a, 0, 1e-12);
        assert_near(F[1], stiffness * Q[1] - loss * Q[0] / a, 0, 1e-12);
    }
}

static void the_onset_of_slip_has_a_margin(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = model(ctx, 1);
    double margin, gradient[3];
    assert_int_equal(rdg_hbm_margin_count(hb), 1);
    assert_string_equal(rdg_hbm_margin_name(hb, 0), "x");
    assert_int_equal(rdg_hbm_margin(hb, 0, (const double[3]){0.3, 1.2, -0.9}, &margin, gradient), 0);
    assert_near(margin, 2 * fc - 2 * kt * 1.5, 0, 1e-15);
    assert_near(gradient[0], 0, 0, 1e-15);
    assert_near(gradient[1], -2 * kt * 1.2 / 1.5, 1e-14, 0);
    assert_near(gradient[2], 2 * kt * 0.9 / 1.5, 1e-14, 0);
}

typedef struct peak_row {
    double F, omega1, a1;        /* one harmonic */
    double omega_phase, a_phase; /* one harmonic, phase resonance */
    double omega7, a7;           /* harmonics 0 .. 7 */
} peak_row;

static const peak_row rows[] = {
    {.1, 1.2219832333, 2.0803122604, 1.2221444289, 2.0803067803, 1.221957853, 2.081623955},
    {.3, 1.1971745934, 2.4667701007, 1.1976004092, 2.4667462729, 1.197005032, 2.474497089},
    {.6, 1.1424606637, 3.3918517673, 1.1431426209, 3.3917564462, 1.142612281, 3.398972325},
    {1.0, 1.0658861911, 6.2606175977, 1.0665962787, 6.2600972999, 1.066506361, 6.213396827},
    {1.4, 1.0197381048, 14.7037298148, 1.0202000125, 14.7016006933, 1.019787424, 14.575919682},
    {2.0, 1.0045185639, 39.3876758687, 1.0047709503, 39.3830881544, 1.004468387, 39.313981650},
};

enum { ROWS = sizeof rows / sizeof *rows };

static rdg_peak peak_of(rdg_context *ctx, int H, double F)
{
    rdg_peak peak;
    rdg_hbm *hb = model(ctx, H);
    assert_ok(ctx, rdg_frc_peak(hb, "amplitude", F, 0.7, 1.5, &peak));
    return peak;
}

/* The peak's height satisfies the closed form at its frequency, and is the greatest there is: the response a
 * of (1 + keq - omega^2)^2 a^2 + (c omega a + L)^2 = F^2 is stationary where d/d(omega^2) of the left side is
 * 0. */
static void peaks_of_one_harmonic_meet_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    for (int i = 0; i < ROWS; i++) {
        const peak_row *row = &rows[i];
        const rdg_peak peak = peak_of(ctx, 1, row->F);
        double stiffness, loss;
        closed_form(peak.amplitude, &stiffness, &loss);
        const double a = peak.amplitude, w = peak.omega;
        const double elastic = (1 + stiffness - w * w) * a, damping = c * w * a + loss;
        assert_near(hypot(elastic, damping), row->F, 1e-10, 0);
        assert_near(-2 * w * elastic + c * damping, 0, 0, 1e-6);
        assert_near(peak.omega, row->omega1, 1e-8, 1e-10);
        assert_near(peak.amplitude, row->a1, 0, 1e-10);
    }
}

typedef struct surface {
    double omega, amplitude;
    int count;
} surface;

static bool read_event(rdg_problem *p, const rdg_chart *chart, void *data)
{
    surface *found = data;
    if (strcmp(chart->type, "UZ") == 0) {
        found->omega = chart->mu[rdg_parameter_index(p, "omega")];
        found->amplitude = chart->mu[rdg_parameter_index(p, "amplitude")];
        found->count++;
    }
    return false;
}

static void phase_resonances_of_one_harmonic_meet_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    for (int i = 0; i < ROWS; i++) {
        surface found = {0};
        rdg_hbm *hb = model(ctx, 1);
        rdg_hbm_keep_all(hb);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", rows[i].F));
        assert_ok(ctx, rdg_phase_resonance_add(hb, p, "x"));
        assert_ok(ctx, rdg_continue(p, "phase", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.5),
                                    RDG_UZ("phase.x", 0.0), RDG_NO_FOLDER, RDG_NO_TABLE,
                                    RDG_OBSERVE(read_event, &found)));
        assert_int_equal(found.count, 1);
        assert_near(found.omega, rows[i].omega_phase, 0, 1e-10);
        assert_near(found.amplitude, rows[i].a_phase, 0, 1e-9);
    }
}

static void peaks_of_seven_harmonics_meet_the_reference(void **state)
{
    rdg_context *ctx = *state;
    for (int i = 0; i < ROWS; i++) {
        const rdg_peak peak = peak_of(ctx, 7, rows[i].F);
        assert_near(peak.amplitude, rows[i].a7, 0, 6e-10 * fmax(1, rows[i].a7));
        assert_near(peak.omega, rows[i].omega7, 0, 2e-9);
        assert_int_equal(peak.peaks, 1);
    }
}

static void the_ridge_has_the_optimum_of_friction_damping(void **state)
{
    rdg_context *ctx = *state;
    const double ratio[][2] = {{.1, 20.82}, {.3, 8.248}, {.6, 5.665}, {1.0, 6.213}, {1.4, 10.41}};
    const rdg_peak best = peak_of(ctx, 7, .8);
    assert_near(best.omega, 1.103203400, 0, 2e-9);
    assert_near(best.amplitude, 4.445796248, 0, 2e-9);
    assert_near(best.amplitude / .8, 5.557246, 0, 1e-6);
    for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++) {
        const rdg_peak peak = peak_of(ctx, 7, ratio[i][0]);
        assert_near(peak.amplitude / ratio[i][0], ratio[i][1], 5e-4, 0);
        assert_true(peak.amplitude / ratio[i][0] > best.amplitude / .8);
    }
}

/* At one frequency, for more and more harmonics; integration in time has 3.3988383753. */
static void harmonics_converge_to_integration_in_time(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        int H;
        double amplitude;
    } level[] = {
        {1, 3.3918477471}, {3, 3.3999397670}, {7, 3.3989722938}, {15, 3.3988433496}, {31, 3.3988378283}};
    for (size_t i = 0; i < sizeof level / sizeof *level; i++) {
        surface found = {0};
        rdg_problem *p = rdg_hbm_problem(model(ctx, level[i].H), RDG_AT("omega", 1.0), RDG_AT("alpha", 0.6));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.0, 1.2),
                                    RDG_UZ("omega", 1.1426), RDG_NO_FOLDER, RDG_NO_TABLE,
                                    RDG_OBSERVE(read_event, &found)));
        assert_int_equal(found.count, 1);
        assert_near(found.amplitude, level[i].amplitude, 0, 1e-9);
    }
    assert_near(level[4].amplitude, 3.3988383753, 0, 6e-7);
}

/* Two periods marched sample by sample, the second one kept, as other packages do it. */
static void march(const double *z, int H, int samples, double *F)
{
    double v = 0;
    memset(F, 0, (size_t)(2 * H + 1) * sizeof *F);
    for (int i = 0; i < 2 * samples; i++) {
        const double tau = 2 * RDG_PI * i / samples;
        double x = z[0];
        for (int h = 1; h <= H; h++) {
            x += z[2 * h - 1] * cos(h * tau) + z[2 * h] * sin(h * tau);
        }
        v = fmin(fmax(v, kt * x - fc), kt * x + fc);
        const double f = (kt * x - v) / samples;
        for (int h = 0; i >= samples && h <= H; h++) {
            F[h == 0 ? 0 : 2 * h - 1] += (h == 0 ? 1 : 2) * f * cos(h * tau);
            F[2 * h] += h == 0 ? 0 : 2 * f * sin(h * tau);
        }
    }
}

static double distance(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

/* Errors of the sampled force, averaged over states since they jump as instants pass samples. */
static void the_sampled_path_converges_to_the_exact_one(void **state)
{
    enum { H = 5, N = 2 * H + 1, STATES = 40, LEVELS = 4 };
    rdg_context *ctx = *state;
    rdg_hbm *hb = model(ctx, H);
    rdg_hbm_keep_all(hb);
    uint64_t seed = 77;
    double error[LEVELS] = {0};
    for (int k = 0; k < STATES; k++) {
        double z[N], exact[N], sampled[N];
        for (int i = 0; i < N; i++) {
            z[i] = 4.0 * random_signed(&seed) / (1.0 + i * i / 4.0);
        }
        assert_int_equal(rdg_hbm_element_state(hb, 0, z, 1.0, sampled, exact), 0);
        for (int l = 0; l < LEVELS; l++) {
            march(z, H, 200 << 2 * l, sampled);
            error[l] += distance(sampled, exact, N) / STATES;
        }
    }
    for (int l = 1; l < LEVELS; l++) { /* four times the samples: a sixteenth of the error */
        const double order = log(error[l - 1] / error[l]) / log(4.0);
        assert_near(order, 2.0, 0, 0.35);
    }
    assert_true(error[LEVELS - 1] < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(one_harmonic_has_the_closed_form),
        SCRATCH_TEST(the_onset_of_slip_has_a_margin),
        SCRATCH_TEST(peaks_of_one_harmonic_meet_the_closed_form),
        SCRATCH_TEST(phase_resonances_of_one_harmonic_meet_the_closed_form),
        SCRATCH_TEST(peaks_of_seven_harmonics_meet_the_reference),
        SCRATCH_TEST(the_ridge_has_the_optimum_of_friction_damping),
        SCRATCH_TEST(harmonics_converge_to_integration_in_time),
        SCRATCH_TEST(the_sampled_path_converges_to_the_exact_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
