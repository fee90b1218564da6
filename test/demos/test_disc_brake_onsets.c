/* Where steady sliding of the disc brake loses its stability: numbers of figures 4 to 6 that an independent
 * program has found, from Newton's method for each. */
#define _XOPEN_SOURCE 700

#include "disc-brake/models.h"
#include "harvest.h"
#include "scratch.h"

/* The Hopf point next to a known value of a parameter. */
static double onset(disc_brake *b, int parameter, double known, double beside)
{
    rdg_context *ctx = rdg_context_create();
    harvest h = {0};
    b->value[parameter] = known - beside;
    rdg_problem *p = brake_sliding(ctx, b);
    const char *name = brake_parameter[parameter];
    assert_ok(ctx, rdg_continue(p, "onset", RDG_RELEASE(name),
                                RDG_WINDOW(name, known - beside, known + beside), HARVEST_ONLY(&h)));
    double found = NAN;
    for (size_t k = 0; k < harvest_count(&h, "HB"); k++) {
        const double value = harvest_mu(&h, harvest_nth(&h, "HB", k), name);
        found = isnan(found) || fabs(value - known) < fabs(found - known) ? value : found;
    }
    harvest_clear(&h);
    rdg_context_free(ctx);
    return found;
}

static void friction_at_which_sliding_loses_its_stability(void **state)
{
    static const struct {
        bool lc, radial;
        double mu;
    } known[] = {{false, true, 0.2},
                 {false, true, 0.296840408},
                 {false, false, 0.31},
                 {true, true, 0.074583217},
                 {true, false, 0.080749296}};
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        disc_brake b = known[k].lc ? preset_lc() : preset_cea();
        b.radial = known[k].radial;
        assert_near(onset(&b, MU, known[k].mu, 0.01), known[k].mu, 0.0, 1e-9);
    }
}

static void loads_at_which_sliding_loses_its_stability(void **state)
{
    static const struct {
        double mu;
        bool radial;
        double N0[5]; /* N, at 1 to 5 rad/s; 0: not known */
    } known[] = {{0.2, true, {97.3140828, 91.065548, 81.9774076, 66.2137807, 50.0}},
                 {0.3, true, {55.8906218, 51.5596512, 50.1800992, 43.6765103, 29.3799724}},
                 {0.3, false, {45.2563586, 43.4976695, 46.5267981, 49.7424834, 52.7465733}},
                 {0.2, false, {0.0, 89.072766}}};
    (void)state;
    for (size_t c = 0; c < sizeof known / sizeof *known; c++) {
        for (int k = 0; k < 5; k++) {
            disc_brake b = preset_cea();
            b.radial = known[c].radial;
            b.value[MU] = known[c].mu;
            b.value[OMEGA] = 1.0 + k;
            const double load = known[c].N0[k];
            if (load > 0.0) {
                assert_near(onset(&b, N0, load, 1.0), load, 5e-8, 6e-8);
            }
        }
    }
    disc_brake b = preset_cea();
    b.value[OMEGA] = 6.0;
    assert_near(onset(&b, N0, 5.38197815, 0.5), 5.38197815, 1e-8, 0.0);
    assert_near(onset(&b, N0, 32.5932055, 1.0), 32.5932055, 1e-8, 0.0);
}

static void stiffness_moves_the_load(void **state)
{
    static const struct {
        double kir, kpr, N0;
    } known[] = {{50.0, 100.0, 64.5372687}, {100.0, 50.0, 35.6009182}, {100.0, 150.0, 68.611753}};
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        disc_brake b = preset_cea();
        b.value[KIR] = known[k].kir;
        b.value[KPR] = known[k].kpr;
        assert_near(onset(&b, N0, known[k].N0, 1.0), known[k].N0, 1e-8, 0.0);
    }
}

/* Growth of more than 1e-9: a pair of the disc's is next to the axis at all times. */
static bool is_unstable(double kir, double speed, double load)
{
    rdg_context *ctx = rdg_context_create();
    disc_brake b = preset_cea();
    double re[STATES], im[STATES];
    bool grows = false;
    b.value[KIR] = kir;
    b.value[OMEGA] = speed;
    b.value[N0] = load;
    rdg_problem *p = brake_sliding(ctx, &b);
    assert_ok(ctx, rdg_solve(p));
    assert_ok(ctx, rdg_ep_eigenvalues(p, rdg_start_values(p), re, im));
    for (int k = 0; k < STATES; k++) {
        grows = grows || re[k] > 1e-9;
    }
    rdg_context_free(ctx);
    return grows;
}

static void stiff_interfaces_and_high_speeds_leave_no_stable_load(void **state)
{
    (void)state;
    for (double load = 4.0; load <= 100.0; load += 8.0) {
        assert_true(is_unstable(150.0, 5.0, load));
        assert_true(is_unstable(200.0, 5.0, load));
        assert_true(is_unstable(100.0, 8.0, load));
    }
    assert_false(is_unstable(100.0, 5.0, 45.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(friction_at_which_sliding_loses_its_stability),
        SCRATCH_TEST(loads_at_which_sliding_loses_its_stability),
        SCRATCH_TEST(stiffness_moves_the_load),
        SCRATCH_TEST(stiff_interfaces_and_high_speeds_leave_no_stable_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
