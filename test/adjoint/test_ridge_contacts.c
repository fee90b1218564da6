/* A ridge past many contacts: a cantilever on five pads, which begin to slip one after the other, followed in
 * both directions from a level at which some slip, against the maximum of the whole forced response. */
#define _XOPEN_SOURCE 700

#include "backbones.h"

#include <ridgewalk/frc_peak.h>

enum { PADS = 5, LEVELS = 40 };

static const char *const pad_name[PADS] = {"p3", "p6", "p9", "p13", "p16"};
static const double low = 0.02, high = 200.0; /* N */

/* Softer or stiffer than the beam at the pads. */
typedef struct pads {
    double kt[PADS], preload[PADS]; /* N/m, N */
} pads;

static const pads soft = {{2e5, 4e5, 6e5, 8e5, 1e6}, {20.0, 20.0, 20.0, 20.0, 20.0}};
static const pads stiff = {{2e6, 2e6, 2e6, 2e6, 2e6}, {5.0, 8.0, 11.0, 14.0, 17.0}};

/* f_stuck: Hz, of the first mode with all pads stuck */
static rdg_hbm *cantilever_on(rdg_context *ctx, const pads *on, rdg_index n_harmonics, double *f_stuck)
{
    static const int odd[] = {1, 3};
    static const rdg_index node[PADS] = {3, 6, 9, 13, 16};
    rdg_ground_spring spring[PADS];
    rdg_structure *beam = cantilever(ctx, &standard_beam);
    for (int k = 0; k < PADS; k++) {
        rdg_name_dof(beam, pad_name[k], rdg_beam_deflection(beam, node[k]));
        spring[k] = (rdg_ground_spring){pad_name[k], on->kt[k]};
    }
    for (int k = 0; k < PADS; k++) {
        rdg_contact_add(
            beam,
            &(rdg_contact){.tangential = pad_name[k], .kt = on->kt[k], .mu = 0.3, .preload = on->preload[k]});
    }
    rdg_force_add(beam, "shaker", 1, 1.0);
    rdg_sensor_add(beam, "Am", "tip");
    rdg_hbm *hb = rdg_hbm_create(beam, n_harmonics, odd);
    assert_ok(ctx, rdg_structure_modes(beam, PADS, spring, 1, f_stuck, NULL));
    *f_stuck /= 6.28318530717958647692;
    return hb;
}

static backbone follow(rdg_context *ctx, rdg_hbm *hb, double start, double f_stuck, const double *level)
{
    rdg_run_summary summary;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(180.0)), RDG_AT("alpha", start));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"),
                           RDG_WINDOW("omega", RDG_HZ(180.0), RDG_HZ(1.1 * f_stuck)), RDG_LABEL_EVERY(1)));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", low, high),
                             RDG_UZ_LIST("alpha", LEVELS, level), RDG_SUMMARY(&summary)));
    assert_int_equal(summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(summary.backwards, RDG_STOP_BOUNDARY);
    return backbone_open(ctx, "ridge");
}

/* The forced response next to a point of the ridge, at a frequency `factor` times as high. */
static double amplitude_beside(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row, double factor)
{
    double amplitude = 0.0;
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", factor * b->omega[row]), RDG_AT("alpha", b->alpha[row]));
    double *u = rdg_start_values(p); /* Q comes first */
    assert_ok(ctx, rdg_run_solution(b->run, rdg_run_label(b->run, row), "Q", rdg_hbm_unknowns(hb), u, NULL));
    assert_ok(ctx, rdg_solve(p));
    assert_ok(ctx, rdg_parameter_value(p, "Am", u, &amplitude));
    rdg_problem_free(p);
    return amplitude;
}

static void assert_local_maximum(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row)
{
    assert_true(amplitude_beside(ctx, hb, b, row, 1.0 - 1e-5) < b->Am[row]);
    assert_true(amplitude_beside(ctx, hb, b, row, 1.0 + 1e-5) < b->Am[row]);
}

/* The ridge stays on a maximum until it vanishes, so that for a few levels another one may be greater. */
static void check(rdg_context *ctx, const pads *on, rdg_index n_harmonics, double start)
{
    double level[LEVELS], f_stuck = 0.0;
    int lesser = 0;
    for (int k = 0; k < LEVELS; k++) {
        level[k] = low * pow(high / low, (k + 0.3) / LEVELS);
    }
    rdg_hbm *hb = cantilever_on(ctx, on, n_harmonics, &f_stuck);
    const backbone b = follow(ctx, hb, start, f_stuck, level);
    for (int k = 0; k < LEVELS; k++) {
        rdg_peak peak;
        const rdg_index row = backbone_row(&b, level[k]);
        assert_ok(ctx, rdg_frc_peak(hb, "Am", level[k], RDG_HZ(180.0), RDG_HZ(1.1 * f_stuck), &peak));
        if (b.Am[row] < 0.999 * peak.amplitude) {
            assert_local_maximum(ctx, hb, &b, row);
            lesser++;
            continue;
        }
        assert_near(b.omega[row], peak.omega, 1e-7, 0.0);
        assert_near(b.Am[row], peak.amplitude, 1e-9, 0.0);
    }
    assert_true(lesser <= 1);
    rdg_run_free(b.run);
}

static void equal_loads_with_one_harmonic(void **state)
{
    check(*state, &soft, 1, 0.4);
    check(*state, &soft, 1, 3.0);
}

static void equal_loads_with_the_third_harmonic(void **state)
{
    check(*state, &soft, 2, 3.0);
}

/* With the third harmonic the onset of one pad passes from one instant of the period to another one. */
static void pads_with_unlike_loads(void **state)
{
    check(*state, &stiff, 1, 12.0);
    check(*state, &stiff, 2, 3.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(equal_loads_with_one_harmonic),
        SCRATCH_TEST(equal_loads_with_the_third_harmonic),
        SCRATCH_TEST(pads_with_unlike_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
