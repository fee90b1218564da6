/* Nonlinear modes against reference numbers of independent harmonic balance codes: frequencies, energies and
 * damping ratios at given amplitudes, folds, tips of tongues of internal resonance. Amplitudes are norms over
 * all harmonics but where it says otherwise. All springs are odd: even harmonics vanish and are left out. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

static const double two_pi = 6.283185307179586477;

/* Values of a column at the labelled points of a type, in the order of the run. */
static void assert_column_at(rdg_context *ctx, const char *name, const char *type, const char *column,
                             rdg_index n, const double *expected, double rtol, double atol)
{
    rdg_run *run = rdg_run_open(ctx, name);
    for (rdg_index k = 0; k < n; k++) {
        const rdg_index row = rdg_run_find(run, type, k);
        assert_true(row >= 0);
        assert_near(rdg_run_column(run, column)[row], expected[k], rtol, atol);
    }
    rdg_run_free(run);
}

/* --- two masses between springs, one of them cubic (P4) */

static rdg_hbm *chain_with_cubic_spring(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "chain", 2, (double[]){1, 0, 0, 1}, NULL, (double[]){2, -1, -1, 2});
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "q1", .k3 = 0.5});
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9));
}

enum { CHAIN_LEVELS = 4 };
static const double chain_level[CHAIN_LEVELS] = {-0.5, 0.0, 0.5, 1.0}; /* log10(a) */

/* The first mode goes through two tongues: four folds in the reference, and the tip of the 3:1 tongue. */
static void mode_of_the_chain_goes_through_its_tongue(void **state)
{
    static const double omega[] = {1.004615838631, 1.040500921916, 1.181084737790, 1.310031189011};
    static const double energy[] = {0.050347656449, 0.531552028553, 6.642397107, 83.421342373};
    static const double fold[] = {1.835240476, 0.8039, 1.653125432, 1.629880426, 2.559588918};
    static const double fold_omega[] = {1.403820690, 1.40719, 1.394554750, 1.381035337, 1.409048452};
    rdg_context *ctx = *state;
    assert_ok(ctx, rdg_nonlinear_mode(chain_with_cubic_spring(ctx), "mode",
                                      RDG_MODE(.number = 1, .at = "q2", .norm = RDG_NORM_ALL_HARMONICS,
                                               .conservative = true, .energy = true),
                                      RDG_WINDOW("log10a", -3, 2.8),
                                      RDG_UZ_LIST("log10a", CHAIN_LEVELS, chain_level)));
    assert_column_at(ctx, "mode", "UZ", "omega", CHAIN_LEVELS, omega, 1e-11, 0.0);
    assert_column_at(ctx, "mode", "UZ", "energy", CHAIN_LEVELS, energy, 1e-10, 0.0);
    assert_column_at(ctx, "mode", "FP", "log10a", 1, fold, 1e-9, 0.0);
    assert_column_at(ctx, "mode", "FP", "omega", 1, fold_omega, 1e-8, 0.0);
    assert_column_at(ctx, "mode", "FP", "log10a", 2, fold, 3e-5,
                     0.0); /* the turn is printed to four digits */
    assert_column_at(ctx, "mode", "FP", "omega", 2, fold_omega, 5e-6, 0.0);
    rdg_run *run = rdg_run_open(ctx, "mode");
    for (int k = 2; k < 5; k++) {
        const rdg_index row = rdg_run_find(run, "FP", k);
        assert_near(rdg_run_column(run, "log10a")[row], fold[k], 1e-9, 0.0);
        assert_near(rdg_run_column(run, "omega")[row], fold_omega[k], 1e-8, 0.0);
    }
    const rdg_index first = rdg_run_find(run, "FP", 0);
    assert_near(log10(rdg_run_column(run, "energy")[first]), 3.674374063, 1e-9, 0.0);
}

/* The same curve with artificial damping and a phase condition: xi comes out zero. */
static void damped_formulation_finds_the_same_mode_without_damping(void **state)
{
    static const double omega[2][CHAIN_LEVELS] = {
        {1.004615838631, 1.040500921916, 1.181084737790, 1.310031189011},
        {1.734794204586, 1.763253521968, 2.422950249329, 6.416588740157}};
    rdg_context *ctx = *state;
    rdg_hbm *hb = chain_with_cubic_spring(ctx);
    for (int k = 0; k < 2; k++) {
        assert_ok(ctx, rdg_nonlinear_mode(
                           hb, "mode",
                           RDG_MODE(.number = k + 1, .at = "q2", .norm = RDG_NORM_ALL_HARMONICS,
                                    .phase = RDG_PHASE_VELOCITY),
                           RDG_WINDOW("log10a", -3, 1.2), RDG_UZ_LIST("log10a", CHAIN_LEVELS, chain_level)));
        assert_column_at(ctx, "mode", "UZ", "omega", CHAIN_LEVELS, omega[k], 1e-11, 0.0);
        assert_column_at(ctx, "mode", "UZ", "zeta", CHAIN_LEVELS, (double[CHAIN_LEVELS]){0}, 0.0, 1e-15);
    }
}

/* --- a light mass that rubs, on a heavy one (P5) */

static const int odd_to_21[11] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21};

static rdg_hbm *rubbing_chain(rdg_context *ctx, rdg_index n_harmonics)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "chain", 2, (double[]){0.02, 0, 0, 1}, NULL, (double[]){40, -40, -40, 640});
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_tanh_friction_add(s,
                          &(rdg_tanh_friction){.at = "q1", .force = 5.0, .epsilon = 0.05, .samples = 1024});
    return rdg_hbm_create(s, n_harmonics, odd_to_21);
}

/* tanh friction at rest is a strong damper: the mode begins where the light mass is held fixed. */
#define RUBBING_MODE                                                                                         \
    RDG_MODE(.number = 1, .at = "q2", .norm = RDG_NORM_ALL_HARMONICS, .phase = RDG_PHASE_VELOCITY,           \
             .fixed = RDG_NAMES("q1"))

static void mode_with_regularised_friction_begins_with_the_contact_fixed(void **state)
{
    static const double level[] = {-1.0, -0.5, 0.0};
    static const double omega[] = {25.298015710, 24.225081581, 24.162666964};
    static const double zeta[] = {6.17506350721e-4, 0.0236899213579, 0.00754774995};
    rdg_context *ctx = *state;
    assert_ok(ctx, rdg_nonlinear_mode(rubbing_chain(ctx, 11), "mode", RUBBING_MODE,
                                      RDG_WINDOW("log10a", -1.5, 0.5), RDG_UZ_LIST("log10a", 3, level)));
    rdg_run *run = rdg_run_open(ctx, "mode");
    assert_near(rdg_run_column(run, "omega")[0], sqrt(640.0), 1e-3, 0.0);
    assert_column_at(ctx, "mode", "UZ", "omega", 3, omega, 1e-10, 0.0);
    assert_column_at(ctx, "mode", "UZ", "zeta", 2, zeta, 1e-10, 0.0);
    const rdg_index last = rdg_run_find(run, "UZ", 2);
    assert_near(rdg_run_column(run, "zeta")[last], zeta[2], 0.0, 5e-12);
}

static void assert_extremum(rdg_context *ctx, const char *name, const char *column, double value,
                            double log10a)
{
    assert_column_at(ctx, name, "FP", column, 1, &value, 1e-9, 0.0);
    assert_column_at(ctx, name, "FP", "log10a", 1, &log10a, 2e-8, 0.0);
}

/* Folds with respect to zeta are extrema of the damping ratio. */
static void greatest_damping_and_frequency_are_located(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = rubbing_chain(ctx, 11);
    assert_ok(ctx, rdg_nonlinear_mode(hb, "zeta", RUBBING_MODE, RDG_WINDOW("log10a", -1.5, 0.5),
                                      RDG_RELEASE("zeta")));
    assert_extremum(ctx, "zeta", "zeta", 0.037921502057, -0.7779547773);
    assert_ok(ctx, rdg_nonlinear_mode(hb, "omega", RUBBING_MODE, RDG_WINDOW("log10a", -0.9, 0.5),
                                      RDG_RELEASE("omega")));
    assert_extremum(ctx, "omega", "omega", 25.330131469, -0.86912183);
    const double coarse = 0.035152981272;
    assert_ok(ctx, rdg_nonlinear_mode(rubbing_chain(ctx, 4), "coarse", RUBBING_MODE,
                                      RDG_WINDOW("log10a", -1.5, 0.5), RDG_RELEASE("zeta")));
    assert_column_at(ctx, "coarse", "FP", "zeta", 1, &coarse, 1e-9, 0.0);
}

/* --- a clamped beam with a cubic spring at its tip (P9) */

static const double tip_k3 = 6e9; /* N/m^3 */

static rdg_structure *long_beam(rdg_context *ctx)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.7;
    b.width = b.height = 0.014;
    b.young = 2.05e11;
    b.density = 7800;
    b.elements = 19;
    rdg_structure *s = rdg_beam_create(ctx, &b);
    rdg_name_dof(s, "tip", rdg_beam_deflection(s, 19));
    return s;
}

typedef struct tip {
    double log10a, f; /* f in Hz */
} tip;

/* 5 omega_1 - omega_2 with the spring at the tip replaced by its stiffness in each harmonic, see below */
static double mismatch(rdg_structure *s, double stiffness, double *omega_2, double *motion)
{
    double first = 0.0;
    double omega[2];
    double shapes[2 * 38];
    assert_int_equal(rdg_structure_modes(s, 1, &(rdg_ground_spring){"tip", 2.0 * stiffness}, 1, &first, NULL),
                     RDG_OK);
    assert_int_equal(rdg_structure_modes(s, 1, &(rdg_ground_spring){"tip", stiffness}, 2, omega, shapes),
                     RDG_OK);
    *omega_2 = omega[1];
    *motion = shapes[38 + rdg_beam_deflection(s, 19)];
    return 5.0 * first - omega[1];
}

/* At the tip of the 5:1 tongue the motion is harmonic 5 alone, c cos(5 omega t): of the first five harmonics
 * the spring answers with 3/4 k3 c^3 cos(5 omega t), and to a small motion in harmonic 1 with the stiffness
 * 3/2 k3 c^2. So with s = 3/4 k3 c^2 mode 2 with the spring s has five times the frequency of mode 1 with the
 * spring 2 s: two linear eigenvalue problems. */
static tip tip_of_the_tongue(rdg_structure *s)
{
    double low = 1.0;
    double high = 1e5;
    double omega = 0.0;
    double motion = 0.0;
    assert_true(mismatch(s, low, &omega, &motion) * mismatch(s, high, &omega, &motion) < 0.0);
    while (high - low > 1e-10 * high) {
        const double middle = 0.5 * (low + high);
        *(mismatch(s, middle, &omega, &motion) < 0.0 ? &low : &high) = middle;
    }
    const double c = sqrt(low / (0.75 * tip_k3));
    return (tip){.log10a = log10(c / fabs(motion)), .f = omega / (5.0 * two_pi)};
}

static void mode_of_the_beam_reaches_the_tip_of_its_tongue(void **state)
{
    enum { LEVELS = 5 };
    static const double level[LEVELS] = {-4.0, -3.75, -3.5, -3.25, -3.0};
    static const double f[] = {23.9950217002, 24.6965616176, 26.7546168366};
    rdg_context *ctx = *state;
    rdg_structure *s = long_beam(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "tip", .k3 = tip_k3});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    assert_ok(ctx, rdg_nonlinear_mode(hb, "mode",
                                      RDG_MODE(.number = 1, .at = "tip", .norm = RDG_NORM_ALL_HARMONICS,
                                               .conservative = true),
                                      RDG_WINDOW("log10a", -5, -3), RDG_STEP(0.01, 1e-7, 0.1),
                                      RDG_UZ_LIST("log10a", LEVELS, level)));
    rdg_run *run = rdg_run_open(ctx, "mode");
    for (int k = 0; k < 3; k++) {
        const rdg_index row = rdg_run_find(run, "UZ", k);
        assert_near(rdg_run_column(run, "omega")[row], two_pi * f[k], 1e-10, 0.0);
    }
    const rdg_index fold = rdg_run_find(run, "FP", 0), branch = rdg_run_find(run, "BP", 0);
    assert_near(rdg_run_column(run, "log10a")[fold], -3.3196399473, 1e-10, 0.0);
    assert_near(rdg_run_column(run, "omega")[fold], two_pi * 30.1152899196, 1e-10, 0.0);
    /* the reference has -3.493374727 and 29.76943265 Hz here, which its last three digits do not bear out */
    const tip exact = tip_of_the_tongue(s);
    assert_near(rdg_run_column(run, "log10a")[branch], exact.log10a, 1e-9, 0.0);
    assert_near(rdg_run_column(run, "omega")[branch], two_pi * exact.f, 1e-9, 0.0);
    assert_near(exact.log10a, -3.493374727, 2e-7, 0.0);
    assert_near(exact.f, 29.76943265, 3e-8, 0.0);
}

/* Beyond the tongue */
static void mode_of_the_beam_goes_on_behind_the_tongue(void **state)
{
    static const double level[2] = {-3.25, -3.0};
    static const double omega[2] = {6.283185307179586477 * 32.0397973649,
                                    6.283185307179586477 * 42.2236029213};
    rdg_context *ctx = *state;
    rdg_structure *s = long_beam(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "tip", .k3 = tip_k3});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_problem *p = rdg_nonlinear_mode_problem(
        rdg_hbm_full(hb),
        RDG_MODE(.number = 1, .at = "tip", .norm = RDG_NORM_ALL_HARMONICS, .conservative = true), 1e-4);
    /* long steps jump over the tongue */
    assert_ok(ctx, rdg_continue(p, "mode", RDG_RELEASE("a"), RDG_WINDOW("log10a", -4, -2.9), RDG_DIRECTION(1),
                                RDG_STEP(0.1, 1e-3, 0.5), RDG_UZ_LIST("log10a", 2, level)));
    assert_column_at(ctx, "mode", "UZ", "omega", 2, omega, 1e-10, 0.0);
}

/* --- an oscillator with a Jenkins element (P13) */

static rdg_hbm *jenkins_oscillator(rdg_context *ctx, bool seven)
{
    const double m = 1.0, c = 0.02, k = 1.0;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &m, &c, &k);
    rdg_name_dof(s, "x", 0);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x", .kt = 0.5, .mu = 1.0, .preload = 1.0});
    return seven ? rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7)) : rdg_hbm_create(s, RDG_HARMONICS(1));
}

enum { JENKINS_LEVELS = 4 };

typedef struct jenkins_case {
    bool seven;
    rdg_mode_norm norm;
    double omega[JENKINS_LEVELS], zeta[JENKINS_LEVELS];
    double best_zeta, best_a;
} jenkins_case;

static void check_jenkins(rdg_context *ctx, const jenkins_case *c)
{
    static const double level[JENKINS_LEVELS] = {2.5, 4.0, 10.0, 100.0};
    const rdg_mode mode = {.number = 1, .at = "x", .norm = c->norm};
    rdg_hbm *hb = jenkins_oscillator(ctx, c->seven);
    assert_ok(ctx, rdg_nonlinear_mode(hb, "mode", &mode, RDG_WINDOW("a", 0.5, 150.0),
                                      RDG_UZ_LIST("a", JENKINS_LEVELS, level)));
    assert_column_at(ctx, "mode", "UZ", "omega", JENKINS_LEVELS, c->omega, 1e-10, 0.0);
    assert_column_at(ctx, "mode", "UZ", "zeta", JENKINS_LEVELS, c->zeta, 0.0, 6e-11);
    assert_ok(ctx, rdg_nonlinear_mode(hb, "best", &mode, RDG_WINDOW("a", 2.5, 150.0), RDG_RELEASE("zeta")));
    assert_column_at(ctx, "best", "FP", "zeta", 1, &c->best_zeta, 0.0, 6e-11);
    assert_column_at(ctx, "best", "FP", "a", 1, &c->best_a, 2e-8, 0.0);
}

static void mode_with_a_jenkins_element_in_both_norms(void **state)
{
    static const jenkins_case cases[] = {
        {.seven = false,
         .norm = RDG_NORM_FIRST_HARMONIC,
         .omega = {1.1953287226, 1.1180339887, 1.0349827269, 1.0011924823},
         .zeta = {.0440106353, .0726062491, .0572068935, .0162121102},
         .best_zeta = .0738218003,
         .best_a = 4.63622274},
        {.seven = true,
         .norm = RDG_NORM_ALL_HARMONICS,
         .omega = {1.1957546224, 1.1184263680, 1.0347552553, 1.0011796553},
         .zeta = {.0434905701, .0725249387, .0574415376, .0162148783},
         .best_zeta = .0739124249,
         .best_a = 4.67976973},
        {.seven = true,
         .norm = RDG_NORM_FIRST_HARMONIC,
         .omega = {1.1957538810, 1.1184243464, 1.0347548619, 1.0011796550},
         .zeta = {.0434910873, .0725252014, .0574412910, .0162148775},
         .best_zeta = .0739124249,
         .best_a = 4.67970146},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        check_jenkins(*state, &cases[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(mode_of_the_chain_goes_through_its_tongue),
        SCRATCH_TEST(damped_formulation_finds_the_same_mode_without_damping),
        SCRATCH_TEST(mode_with_regularised_friction_begins_with_the_contact_fixed),
        SCRATCH_TEST(greatest_damping_and_frequency_are_located),
        SCRATCH_TEST(mode_of_the_beam_reaches_the_tip_of_its_tongue),
        SCRATCH_TEST(mode_of_the_beam_goes_on_behind_the_tongue),
        SCRATCH_TEST(mode_with_a_jenkins_element_in_both_norms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
