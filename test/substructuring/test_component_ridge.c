/* The beam with a dry contact, reduced: response and ridge approach those of the whole beam with the modes
 * kept. */
#include "fresh_context.h"

#include <ridgewalk/component.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/ridgewalk.h>

enum { PAD = 8, SHAKER = 22, TIP = 38 };

static rdg_structure *beam_with_contact(rdg_context *ctx)
{
    const rdg_index boundary[] = {PAD, SHAKER};
    rdg_structure *s = rdg_beam_create(ctx, NULL);
    rdg_damping_proportional(s, 0.0, 1.5e-5);
    rdg_name_dof(s, "pad", PAD);
    rdg_name_dof(s, "shaker", SHAKER);
    rdg_name_dof(s, "tip", TIP);
    rdg_name_set(s, "places", 2, boundary);
    rdg_contact_add(s, &(rdg_contact){.tangential = "pad", .kt = 2e8, .kn = 2e8, .mu = 0.3, .preload = 40});
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return s;
}

/* Amplitude and frequency of the ridge at 300 N */
static void follow(rdg_context *ctx, rdg_structure *s, double *Am, double *omega)
{
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(310)), RDG_AT("alpha", 0.03));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                 RDG_IN_MEMORY);
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 300.0), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const rdg_index last = rdg_run_count(run) - 1;
    assert_near(rdg_run_column(run, "alpha")[last], 300, 1e-12, 0);
    *Am = rdg_run_column(run, "Am")[last];
    *omega = rdg_run_column(run, "omega")[last];
}

static void a_ridge_of_a_component_approaches_that_of_the_whole_beam(void **state)
{
    static const rdg_index modes[] = {1, 2, 4, 8, 16, 38};
    /* the largest errors there may be; all modes: rounding alone */
    static const double error[] = {5e-4, 5e-4, 5e-5, 1e-6, 1e-7, 1e-9};
    double Am, omega, reduced_Am, reduced_omega;
    follow(*state, beam_with_contact(*state), &Am, &omega);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        rdg_component *c = rdg_component_fixed(beam_with_contact(*state), "places", RDG_MODES(modes[i]));
        follow(*state, rdg_component_structure(c), &reduced_Am, &reduced_omega);
        const double off = fabs(reduced_Am / Am - 1);
        print_message("%d modes: amplitude off by %.2e, frequency by %.2e\n", (int)modes[i], off,
                      fabs(reduced_omega / omega - 1));
        assert_true(off < error[i]);
        assert_true(reduced_omega >= omega * (1 - 1e-9)); /* stiffer than the whole */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_ridge_of_a_component_approaches_that_of_the_whole_beam)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
