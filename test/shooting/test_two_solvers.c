/* One structure by shooting and by harmonic balance, and its multipliers beside those of the motion itself.
 */
#include "driven_mass.h"
#include "orbit_run.h"

#include "friction-backbone/models.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/ep.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/shooting_sensors.h>

enum { ODD = 16, INSTANTS = 64 };

typedef rdg_structure *maker(rdg_context *ctx);

static rdg_structure *cubic(rdg_context *ctx)
{
    rdg_structure *s = mass(ctx, 0.04);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = 1});
    return s;
}

static rdg_structure *slider(rdg_context *ctx)
{
    rdg_structure *s = mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "x", .kt = 0.5, .limit = 1});
    return s;
}

typedef struct walk {
    maker *make;
    double alpha, omega, low, high, asked, more; /* response at a frequency; ridge at a level */
} walk;

static const walk smooth = {cubic, 0.2, 0.9, 0.9, 2.4, 1.8, 0.25};
static const walk slipping = {slider, 0.6, 1.12, 1.12, 1.2, 1.18, 0.8};

/* A at the frequency; frequency and A of the ridge at the level */
static void follow(rdg_context *ctx, rdg_problem *p, const walk *w, double *out)
{
    assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", w->low, w->high),
                                RDG_UZ("omega", w->asked), RDG_IN_MEMORY));
    out[0] = value_at(ctx, "response", "UZ", 0, "A");
    rdg_adjoint *a = rdg_adjoint_add(p, "A");
    assert_ok(ctx, rdg_stationary_find(a, "peak",
                                       &(rdg_stationary_options){.along = "omega",
                                                                 .low = w->low,
                                                                 .high = w->high,
                                                                 .options = RDG_OPTIONS(RDG_IN_MEMORY)}));
    assert_ok(ctx, rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("A"),
                                RDG_RELEASE("d.alpha"), RDG_UZ("alpha", w->more),
                                RDG_WINDOW("alpha", w->alpha, 1.1 * w->more), RDG_IN_MEMORY));
    out[1] = value_at(ctx, "ridge", "UZ", 0, "omega");
    out[2] = value_at(ctx, "ridge", "UZ", 0, "A");
}

static void shoot(const walk *w, double *out)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_hybrid *h = rdg_hybrid_of(w->make(ctx), RDG_AT("omega", w->omega), RDG_AT("alpha", w->alpha));
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    follow(ctx, p, w, out);
    rdg_context_free(ctx);
}

static void balance(const walk *w, int H, double *out)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    int harmonic[ODD];
    rdg_index count = 0;
    for (int k = 1; k <= H; k += 2) {
        harmonic[count++] = k;
    }
    rdg_hbm *hb = rdg_hbm_create(w->make(ctx), count, harmonic);
    follow(ctx, rdg_hbm_problem(hb, RDG_AT("omega", w->omega), RDG_AT("alpha", w->alpha)), w, out);
    rdg_context_free(ctx);
}

static void a_smooth_structure_is_the_same_by_both(void **state)
{
    double exact[3], at[3];
    (void)state;
    shoot(&smooth, exact);
    balance(&smooth, 15, at);
    for (int i = 0; i < 3; i++) {
        assert_near(at[i], exact[i], 0, 1e-9);
    }
}

/* Force has kinks: its harmonics fall with the second power, those of the displacement with the fourth, and
 * what is left out comes back to harmonic 1 through the stiffness, which jumps: in all with the fourth power
 * of H. */
static void with_a_slider_differences_fall_with_the_fourth_power(void **state)
{
    double exact[3], few[3], more[3];
    (void)state;
    shoot(&slipping, exact);
    balance(&slipping, 7, few);
    balance(&slipping, 31, more);
    for (int i = 0; i < 3; i++) {
        const double power = log(fabs(few[i] - exact[i]) / fabs(more[i] - exact[i])) / log(31.0 / 7);
        assert_true(fabs(more[i] - exact[i]) < 1e-6);
        assert_near(power, 4, 0, 1);
    }
}

/* The motion from where the orbit slips, over one period, displaced: central differences. */
static void map_of_motion(rdg_shooting *s, rdg_hybrid *h, rdg_problem *p, const double *u, double *J)
{
    double t[INSTANTS], x[3 * INSTANTS];
    rdg_index mode[INSTANTS];
    const double omega = u[rdg_variable_index(p, "p", NULL)], T = RDG_HZ(1) / omega, d = 1e-5;
    assert_int_equal(rdg_shooting_motion(s, u, INSTANTS, t, mode, x), RDG_OK);
    rdg_index i = 2;
    while (rdg_hybrid_phase_at(h, mode[i])->n != 2 || mode[i - 2] != mode[i] || mode[i + 2] != mode[i]) {
        assert_true(++i + 2 < INSTANTS);
    }
    rdg_flow *flow = rdg_flow_create(h, NULL);
    for (int j = 0; j < 2; j++) {
        double end[2][3];
        for (int side = 0; side < 2; side++) {
            end[side][0] = x[3 * i];
            end[side][1] = x[3 * i + 1];
            end[side][j] += side ? d : -d;
            rdg_hybrid_state at = {
                .phi = u[rdg_variable_index(p, "phi", NULL)] + omega * t[i], .mode = mode[i], .x = end[side]};
            assert_int_equal(rdg_flow_run(flow, u + rdg_variable_index(p, "p", NULL), &at, T, 0, NULL), 0);
            assert_int_equal(at.mode, mode[i]);
        }
        for (int k = 0; k < 2; k++) {
            J[k + 2 * j] = (end[1][k] - end[0][k]) / (2 * d);
            assert_near((end[1][k] + end[0][k]) / 2, x[3 * i + k], 0, 1e-8);
        }
    }
    rdg_flow_free(flow);
}

static void multipliers_of_a_slipping_state_are_those_of_the_motion(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_of(slider(ctx), RDG_AT("omega", 1.13), RDG_AT("alpha", 0.6));
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "orbit");
    double *u = rdg_start_values(p), J[4], re[3] = {0}, im[3] = {0};
    solution_at(ctx, p, "orbit", "EP", 0, u);
    map_of_motion(s, h, p, u, J);
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    double trace = 0, pairs = 0;
    for (int i = 0; i < 3; i++) {
        trace += re[i];
        for (int j = 0; j < i; j++) {
            pairs += re[i] * re[j] - im[i] * im[j];
        }
    }
    assert_near(trace, J[0] + J[3], 0, 1e-7);
    assert_near(pairs, J[0] * J[3] - J[1] * J[2], 0, 1e-7);
}

static rdg_structure *beam(rdg_context *ctx)
{
    rdg_structure *s = driven_cantilever(ctx, &standard_beam);
    rdg_sensor_harmonic_add(s, "A", "tip", 1);
    return s;
}

/* Two blades with a damper between them, at a level at which contacts stick, slip and separate. */
static rdg_structure *blades(rdg_context *ctx)
{
    rdg_structure *s = blades_on_damper(ctx, 1.5e-5);
    rdg_sensor_harmonic_add(s, "A", "right blade", 1);
    return s;
}

static double response_by_shooting(maker *make, double omega, double alpha, double transient)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_hybrid *h = rdg_hybrid_of(make(ctx), RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = transient, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    solve_orbit(ctx, p, "orbit");
    const double A = value_at(ctx, "orbit", "EP", 0, "A");
    rdg_context_free(ctx);
    return A;
}

static double response_by_balance(maker *make, double omega, double alpha, bool even, int H)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    int harmonic[INSTANTS];
    rdg_index count = 0;
    for (int k = even ? 0 : 1; k <= H; k += even ? 1 : 2) {
        harmonic[count++] = k;
    }
    rdg_problem *p = rdg_hbm_problem(rdg_hbm_create(make(ctx), count, harmonic), RDG_AT("omega", omega),
                                     RDG_AT("alpha", alpha));
    solve_orbit(ctx, p, "orbit");
    const double A = value_at(ctx, "orbit", "EP", 0, "A");
    rdg_context_free(ctx);
    return A;
}

/* What harmonic balance is off by, times H^4: the greatest over orders H in turn, as onsets of slip turn
 * phases with their order and it beats (over some 6 orders of the beam, by a factor of 5). */
static double share(maker *make, double omega, double alpha, bool even, int H, double exact)
{
    double most = 0;
    for (int k = H; k < H + 6; k += 2) {
        const double off = response_by_balance(make, omega, alpha, even, k) / exact - 1;
        most = fmax(most, fabs(off) * pow(k, 4));
    }
    return most;
}

/* From 19 to 37 harmonics H^3 or H^5 would make a third more or less of it. */
static void check_power(maker *make, double omega, double alpha, double transient, bool even, double most)
{
    const double exact = response_by_shooting(make, omega, alpha, transient);
    const double few = share(make, omega, alpha, even, 19, exact);
    const double more = share(make, omega, alpha, even, 33, exact);
    assert_true(few < most);
    assert_near(more / few, 1, 0, 0.25);
}

/* A beam of 40 degrees of freedom, whose fastest motion decays a million times in a period. */
static void a_beam_on_a_pad_that_slips_is_the_same_by_both(void **state)
{
    (void)state;
    check_power(beam, RDG_HZ(320), 0.4, 0.2, false, 100);
}

static void blades_that_slip_and_separate_are_the_same_by_both(void **state)
{
    (void)state;
    check_power(blades, RDG_HZ(196.5), 80, 0.5, true, 1);
}

/* Frequency and A of the ridge of the beam at a level, from the peak at 0.4 N. */
static void ridge_of_beam(rdg_context *ctx, rdg_problem *p, double level, double step, double *out)
{
    solve_orbit(ctx, p, "orbit");
    rdg_adjoint *a = rdg_adjoint_add(p, "A");
    const rdg_stationary_options peak = {
        .along = "omega",
        .low = RDG_HZ(315),
        .high = RDG_HZ(328),
        .direct = true,
        .options = RDG_OPTIONS(RDG_FROM("orbit", 1), RDG_IN_MEMORY, RDG_STEP(step, 1e-6, 10 * step))};
    assert_ok(ctx, rdg_stationary_find(a, "peak", &peak));
    assert_ok(ctx, rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("A"),
                                RDG_RELEASE("d.alpha"), RDG_WINDOW("alpha", 0.4, level),
                                RDG_STEP(step, 1e-6, 10 * step), RDG_IN_MEMORY));
    out[0] = nearest_at(ctx, "ridge", "EP", "alpha", level);
    assert_near(out[0], level, 1e-9, 0);
    out[0] = value_at(ctx, "ridge", "EP", 1, "omega");
    out[1] = value_at(ctx, "ridge", "EP", 1, "A");
}

/* On a ridge nothing moves the matrices of modes: second derivatives of 81 states take milliseconds. */
static void the_ridge_of_a_beam_is_the_same_by_both(void **state)
{
    static const int H[2] = {7, 31};
    const double level = 0.42;
    double exact[2], at[2][2];
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_hybrid *h = rdg_hybrid_of(beam(ctx), RDG_AT("omega", RDG_HZ(322.5)), RDG_AT("alpha", 0.4));
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.transient = 0.2, .order = 1, .segments = 8});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    ridge_of_beam(ctx, p, level, 1, exact);
    rdg_context_free(ctx);
    for (int k = 0; k < 2; k++) {
        int harmonic[ODD];
        rdg_index count = 0;
        for (int j = 1; j <= H[k]; j += 2) {
            harmonic[count++] = j;
        }
        ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_hbm *hb = rdg_hbm_create(beam(ctx), count, harmonic);
        ridge_of_beam(ctx, rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(320)), RDG_AT("alpha", 0.4)), level,
                      0.05, at[k]);
        rdg_context_free(ctx);
    }
    const double few = fabs(at[0][1] - exact[1]), more = fabs(at[1][1] - exact[1]);
    assert_near(at[1][1], exact[1], 2e-5, 0);
    assert_near(log(few / more) / log(31.0 / 7), 4, 0, 0.3);
    /* the peak is broad, and of the slope H times as much is left */
    assert_near(at[0][0], exact[0], 1e-3, 0);
    assert_near(at[1][0], exact[0], 2e-4, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_smooth_structure_is_the_same_by_both),
                                       TEST(with_a_slider_differences_fall_with_the_fourth_power),
                                       TEST(multipliers_of_a_slipping_state_are_those_of_the_motion),
                                       TEST(a_beam_on_a_pad_that_slips_is_the_same_by_both),
                                       TEST(the_ridge_of_a_beam_is_the_same_by_both),
                                       TEST(blades_that_slip_and_separate_are_the_same_by_both)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
