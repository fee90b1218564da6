/* The forced responses of the vibration demos: at each of their points a cycle takes out what the force puts
 * in. */
#include "fresh_context.h"
#include "harvest.h"
#include "hbm/energy.h"
#include "vibration/models.h"

/* What a cycle puts in at a point of a response. */
typedef double (*input)(rdg_hbm *hb, const void *how, const double *Q, double omega, double alpha);

static void follow(rdg_context *ctx, rdg_hbm *hb, input work, const void *how, double alpha,
                   const double window[2])
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", window[0]), RDG_AT("alpha", alpha));
    harvest h = {0};
    assert_ok(ctx,
              rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", window[0], window[1]),
                           RDG_MAX_POINTS(2000), HARVEST_ONLY(&h)));
    assert_true(h.count > 20);
    for (size_t k = 0; k < h.count; k++) {
        const double *Q = h.chart[k].u, omega = harvest_mu(&h, &h.chart[k], "omega");
        assert_taken_out(hb, work(hb, how, Q, omega, alpha), Q, omega, alpha);
    }
    harvest_clear(&h);
}

static double of_force(rdg_hbm *hb, const void *at, const double *Q, double omega, double alpha)
{
    (void)omega;
    return force_work(hb, at, Q, alpha);
}

static void assert_balance_along(rdg_context *ctx, rdg_hbm *hb, const char *force_at, double alpha,
                                 double low, double high)
{
    follow(ctx, hb, of_force, force_at, alpha, (const double[2]){low, high});
}

static void hardening_oscillator(void **state)
{
    const double alpha[] = {0.06, 0.18, 0.4};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        assert_balance_along(*state, p01(*state, 7), "x", alpha[k], 0.5, 2.0);
    }
}

static void chain(void **state)
{
    assert_balance_along(*state, p02(*state, 7), "q1", 0.11, 0.8, 1.4);
    assert_balance_along(*state, p02(*state, 7), "q1", 0.135, 0.8, 1.4);
}

static void beam_that_rubs(void **state)
{
    assert_balance_along(*state, p08(*state, 7, 128), "tip", 0.2, 110.0, 370.0);
}

static void impact_oscillator(void **state)
{
    static const int highest[] = {1, 5, 21};
    for (size_t k = 0; k < sizeof highest / sizeof *highest; k++) {
        assert_balance_along(*state, p03(*state, highest[k]), "q2", 0.1, 0.5, 0.95);
    }
}

static void elastic_friction(void **state)
{
    static const double alpha[] = {0.1, 0.3, 0.6, 1.0, 1.4};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        assert_balance_along(*state, p10(*state, 7), "x", alpha[k], 0.8, 1.4);
    }
}

static void superharmonic_resonance(void **state)
{
    static const double alpha[] = {0.3, 0.6, 1.2, 2.4};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        assert_balance_along(*state, p01(*state, 9), "x", alpha[k], 0.25, 0.5);
    }
}

static void mass_that_hangs(void **state)
{
    for (int load = 0; load < 3; load++) {
        assert_balance_along(*state, hanging_mass(*state, load, true), "x", 0.05, 0.8, 2.2);
        assert_balance_along(*state, hanging_mass(*state, load, false), "x", 0.05, 0.8, 2.2);
    }
}

static double of_base(rdg_hbm *hb, const void *displacement, const double *Q, double omega, double alpha)
{
    return base_work(hb, *(const double *)displacement, Q, omega, alpha);
}

static void beam_on_a_shaker(void **state)
{
    static const double micrometres[] = {0.1, 1, 3, 10, 100}, metres = 1e-6;
    for (size_t k = 0; k < sizeof micrometres / sizeof *micrometres; k++) {
        follow(*state, beam_on_shaker(*state), of_base, &metres, micrometres[k],
               (const double[2]){RDG_HZ(150), RDG_HZ(300)});
    }
}

/* alpha cos(omega t) along x1, alpha/2 sin(omega t) along x2 */
static double of_both_forces(rdg_hbm *hb, const void *unused, const double *Q, double omega, double alpha)
{
    double cosine = 0.0;
    double sine = 0.0;
    (void)unused;
    (void)omega;
    rdg_hbm_harmonic(hb, "x2", 1, Q, &cosine, &sine);
    return force_work(hb, "x1", Q, alpha) - energy_pi * 0.5 * alpha * cosine;
}

static void block_in_the_plane(void **state)
{
    static const double alpha[] = {0.02, 0.3, 0.6, 1.0, 3.0};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        follow(*state, block_on_contact(*state), of_both_forces, NULL, alpha[k], (const double[2]){0.7, 1.7});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(hardening_oscillator), TEST(chain),
                                       TEST(impact_oscillator),    TEST(elastic_friction),
                                       TEST(beam_that_rubs),       TEST(superharmonic_resonance),
                                       TEST(mass_that_hangs),      TEST(beam_on_a_shaker),
                                       TEST(block_in_the_plane)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
