/* Orbits of hybrid systems against closed forms. */
#include "hybrid_systems.h"
#include "orbit_run.h"

#include <ridgewalk/ep.h>

static void a_mass_on_a_belt_sticks_and_slips_as_the_closed_form_tells(void **state)
{
    static const struct {
        double p[4], T, dT_dv;
    } known[] = {{{1.0, 0.5, 0.2, 0.0}, 8.90260540781452301, -21.5517241379310345},
                 {{1.2, 1.0, 0.1, 0.0}, 8.06888787159140547, -32.0},
                 {{2.0, 1.0, 1.0, 0.0}, 6.71238898038468986, -1.0},
                 {{1.0, 0.5, 0.2, 0.05}, 8.38379742099103121, NAN}};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        rdg_hybrid *h = belt_system(ctx, known[k].p);
        rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = "stick", .transient = 50.0});
        rdg_problem *p = rdg_shooting_problem(s);
        solve_orbit(ctx, p, "belt");
        assert_near(value_at(ctx, "belt", "EP", 0, "T"), known[k].T, 1e-11, 0.0);
        double u[100], re[2], im[2];
        assert_true(rdg_variable_count(p) <= 100);
        solution_at(ctx, p, "belt", "EP", 0, u);
        assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
        assert_near(re[0], 0.0, 0.0, 1e-9);
        assert_non_null(strstr("stick, break, slip, catch, stick, break", rdg_shooting_sequence(s)));
        assert_int_equal(strlen(rdg_shooting_sequence(s)), strlen("stick, break, slip, catch"));
    }
}

static void two_half_planes_have_the_orbit_of_the_closed_form(void **state)
{
    static const struct {
        double p[3], T, multiplier;
    } known[] = {{{1.0, 2.0, 1.5}, 4.81027160599416496, 0.00243051142018620298},
                 {{1.0, 1.5, 1.5}, 4.99433710551395922, 0.00345328163692608069},
                 {{1.0, 4.0, 1.5}, 4.34872297268446653, 0.000971122480429542711},
                 {{2.0, 2.0, 1.5}, 5.01239534050068306, 0.0000401229256967166408}};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        rdg_hybrid *h = plane_system(ctx, known[k].p);
        const rdg_shooting_options o = {.mode = "right", .x = (double[]){0.5, 0.0}, .transient = 50.0};
        rdg_shooting *s = rdg_shooting_create(h, &o);
        rdg_problem *p = rdg_shooting_problem(s);
        solve_orbit(ctx, p, "planes");
        assert_near(value_at(ctx, "planes", "EP", 0, "T"), known[k].T, 1e-11, 0.0);
        double u[100], re[1], im[1];
        solution_at(ctx, p, "planes", "EP", 0, u);
        assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
        assert_near(re[0], known[k].multiplier, 1e-7, 0.0);
    }
}

static void impacts_have_the_velocity_multipliers_and_period_doubling_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = impact_system(ctx, 0.6);
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 300.0});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_non_null(p);
    solve_orbit(ctx, p, "impact");
    double u[100], re[2], im[2];
    solution_at(ctx, p, "impact", "EP", 0, u);
    assert_near(u[1], -0.398471315840829264, 1e-10, 0.0);
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    assert_near(re[0], -0.231651764680838, 1e-8, 0.0);
    assert_near(fabs(im[0]), 0.145513255088764, 1e-8, 0.0);
    assert_ok(ctx, rdg_continue(p, "levels", RDG_RELEASE("A"), RDG_WINDOW("A", 0.42, 1.0), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "levels", "PD", 0, "A"), 0.496038905736942946, 1e-9, 0.0);
}

static void the_motion_of_an_orbit_is_that_of_the_closed_form(void **state)
{
    enum { COUNT = 200 };
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.0});
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = "stick", .transient = 50.0});
    rdg_problem *p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "belt");
    double u[100], t[COUNT], x[2 * COUNT];
    rdg_index mode[COUNT];
    solution_at(ctx, p, "belt", "EP", 0, u);
    assert_ok(ctx, rdg_shooting_motion(s, u, COUNT, t, mode, x));
    double greatest = -INFINITY;
    for (int i = 0; i < COUNT; i++) {
        const bool slips = mode[i] == 0;
        greatest = fmax(greatest, x[2 * i]);
        /* a circle about (Fk, 0) in slip, the belt's velocity in stick */
        assert_near(slips ? hypot(x[2 * i] - 0.5, x[2 * i + 1]) : 0.5385164807134504, 0.5385164807134504,
                    1e-10, 0.0);
    }
    assert_near(greatest, 1.0385164807134504, 1e-3, 0.0);
    rdg_shooting_motion(s, NULL, COUNT, t, mode, x);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "it needs variables");
}

/* x' = -x + 1 and x' = -x - 1 in turn, by the sign of sin phi; u = (x, omega, phi) */
RDG_TEST_FUNCTION(pushed_up)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0 - u[0];
    return 0;
}

RDG_TEST_FUNCTION(pushed_down)
{
    RDG_TEST_UNUSED;
    y[0] = -1.0 - u[0];
    return 0;
}

RDG_TEST_FUNCTION(sine)
{
    RDG_TEST_UNUSED;
    y[0] = sin(u[2]);
    return 0;
}

static void a_event_as_the_period_begins_is_counted_once(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < 20; k++) {
        const double omega = 0.3 + 0.17 * k;
        rdg_hybrid *h = rdg_hybrid_create(ctx, "relay", RDG_PARAMETERS("omega"), &omega);
        rdg_hybrid_forcing(h, "omega");
        rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "up", .n = 1, .field = {.f = pushed_up}});
        rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "down", .n = 1, .field = {.f = pushed_down}});
        rdg_hybrid_add_event_surface(
            h,
            &(rdg_hybrid_event_surface){.name = "fall", .from = "up", .to = "down", .surface = {.f = sine}});
        rdg_hybrid_add_event_surface(
            h, &(rdg_hybrid_event_surface){
                   .name = "rise", .from = "down", .to = "up", .direction = 1, .surface = {.f = sine}});
        rdg_problem *p =
            rdg_shooting_problem(rdg_shooting_create(h, &(rdg_shooting_options){.transient = 100.0}));
        solve_orbit(ctx, p, "relay");
        double u[60];
        solution_at(ctx, p, "relay", "EP", 0, u);
        const double half = 3.14159265358979323846 / omega;
        assert_near(value_at(ctx, "relay", "EP", 0, "T"), 2.0 * half, 1e-12, 0.0);
        assert_near(fabs(u[0]), tanh(0.5 * half), 1e-10, 0.0);
        assert_near(u[0], -u[1], 1e-10, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_mass_on_a_belt_sticks_and_slips_as_the_closed_form_tells),
        TEST(two_half_planes_have_the_orbit_of_the_closed_form),
        TEST(impacts_have_the_velocity_multipliers_and_period_doubling_of_the_closed_form),
        TEST(the_motion_of_an_orbit_is_that_of_the_closed_form),
        TEST(a_event_as_the_period_begins_is_counted_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
