/* The exact flow of one regime, and motions from event to event. */
#include "coulomb_systems.h"

static double rates(const rdg_coulomb *c, int regime, double r1, double beta, double tau, double t,
                    const double *x, double h, double *second)
{
    const rdg_index n = rdg_coulomb_size(c);
    double y[3][2 * COULOMB_MOST];
    double error = 0.0;
    for (int k = 0; k < 3; k++) {
        memcpy(y[k], x, sizeof y[k]);
        rdg_modal_flow(c, (rdg_contact_regime)regime, r1, beta, tau, t + h * (k - 1), y[k]);
    }
    for (rdg_index i = 0; i < n; i++) {
        error = fmax(error, fabs((y[2][i] - y[0][i]) / (2 * h) - y[1][n + i]));
        second[i] = (y[2][n + i] - y[0][n + i]) / (2 * h);
    }
    return error;
}

/* r1^2 x'' = cos(tau) - beta s - x of one mass of frequency 1: W = 1/r1, at resonance, close to it, and far.
 */
static void the_flow_solves_its_equation(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_chain(ctx, 1, 1, (rdg_coulomb_options){.contact = "m1"});
    const double r1[] = {1.0, 1.0 + 1e-9, 1.0 - 1e-12, 0.3, 2.7, 1.0 + 1e-4};
    for (size_t i = 0; i < sizeof r1 / sizeof *r1; i++) {
        for (int s = -1; s <= 1; s += 2) {
            const double start[2 * COULOMB_MOST] = {0.3, 0.2};
            double x[2] = {0.3, 0.2};
            double second = 0.0;
            assert_true(rates(c, s, r1[i], 0.4, 0.7, 2.0, start, 1e-4, &second) < 1e-6);
            assert_ok(ctx, rdg_modal_flow(c, (rdg_contact_regime)s, r1[i], 0.4, 0.7, 2.0, x));
            assert_near(r1[i] * r1[i] * second, cos(2.7) - 0.4 * s - x[0], 0, 1e-6);
        }
    }
}

/* Two segments in a row are one, in each regime, whatever the state. */
static void flows_compose(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (int k = 0; k < 200; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_coulomb_options o;
        rdg_coulomb *c = coulomb_random(ctx, &seed, &o);
        const rdg_index n = rdg_coulomb_size(c);
        const int regime = (int)random_below(&seed, 3) - 1;
        const double r1 = random_in(&seed, 0.2, 3.0);
        const double tau = random_in(&seed, -3.0, 3.0);
        const double first = random_in(&seed, 0.0, 3.0);
        double x[2 * COULOMB_MOST];
        double y[2 * COULOMB_MOST];
        for (rdg_index i = 0; i < 2 * n; i++) {
            x[i] = y[i] = random_signed(&seed);
        }
        const rdg_contact_regime now = (rdg_contact_regime)regime;
        assert_ok(ctx, rdg_modal_flow(c, now, r1, 0.5, tau, first + 1.0, x));
        assert_ok(ctx, rdg_modal_flow(c, now, r1, 0.5, tau, first, y));
        assert_ok(ctx, rdg_modal_flow(c, now, r1, 0.5, tau + first, 1.0, y));
        for (rdg_index i = 0; i < 2 * n; i++) {
            assert_near(y[i], x[i], 0, 3e-13 * (1.0 + greatest_of(2 * n, x)));
        }
        if (now == RDG_COULOMB_STICK) {
            double z[2];
            assert_ok(ctx, rdg_coulomb_contact_motion(c, tau + first + 1.0, x, z));
            assert_near(z[1], 0.0, 0, 1e-13 * (1.0 + greatest_of(2 * n, x)));
        }
        rdg_context_free(ctx);
    }
}

/* What holds the contact is the force for which it stays: with it in place of friction the velocity does not
 * grow. */
static void the_holding_force_holds(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "base_wall", 1.0);
    double x[4] = {0.1, 0.4, 0, 0.2};
    double force = 0.0;
    double z[2];
    x[2] = -sin(0.6); /* at rest in the contact: z' = x' + sin(tau) */
    assert_ok(ctx, rdg_coulomb_holding_force(c, 1.3, 0.6, x, &force));
    double y[4];
    memcpy(y, x, sizeof y);
    const int s = force > 0.0 ? 1 : -1;
    assert_ok(ctx, rdg_modal_flow(c, (rdg_contact_regime)s, 1.3, fabs(force), 0.6, 1e-4, y));
    assert_ok(ctx, rdg_coulomb_contact_motion(c, 0.6 + 1e-4, y, z));
    assert_near(z[1], 0.0, 0, 1e-7); /* of second order */
}

/* The energy norm of the difference of two motions. */
static double distance(rdg_index n, double second, const double *x, const double *y, double r1)
{
    double energy = 0.0;
    double left = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        const double d = x[i] - y[i];
        const double v = r1 * (x[n + i] - y[n + i]);
        energy += (i == 1 ? second : 1.0) * (v * v + (d - left) * (d - left));
        left = d;
    }
    return energy;
}

/* mu = 1: two motions never come apart. */
static void motions_do_not_expand(void **state)
{
    uint64_t seed = 8;
    rdg_context *ctx = *state;
    const char *const systems[] = {"two_m1", "two_m2", "five_m1", "mass_mass", "base_wall"};
    for (int k = 0; k < 50; k++) {
        rdg_coulomb *c = coulomb_named(ctx, systems[k % 5], 1.0);
        const double second = k % 5 == 3 ? 0.5 : 1.0;
        const rdg_index n = rdg_coulomb_size(c);
        const double r1 = random_in(&seed, 0.3, 2.0);
        const double beta = random_in(&seed, 0.1, 1.0);
        double x[2 * COULOMB_MOST];
        double y[2 * COULOMB_MOST];
        double tau = 0.0;
        for (rdg_index i = 0; i < 2 * n; i++) {
            x[i] = random_signed(&seed);
            y[i] = random_signed(&seed);
        }
        double before = distance(n, second, x, y, r1);
        for (int half = 0; half < 12; half++) {
            double same = tau;
            const rdg_coulomb_march_options o = {.r1 = r1, .beta = beta, .until = tau + coulomb_pi};
            assert_ok(ctx, rdg_coulomb_march(c, &o, &tau, x, NULL));
            assert_ok(ctx, rdg_coulomb_march(c, &o, &same, y, NULL));
            const double now = distance(n, second, x, y, r1);
            assert_true(now <= before * (1.0 + 1e-12) + 1e-24);
            before = now;
        }
        rdg_coulomb_free(c);
    }
}

/* All signs reversed, half a period later: the same motion. */
static void motions_have_mirror_images(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "mass_mass", 1.5);
    double x[4] = {0.3, -0.2, 0.5, 0.1};
    double y[4] = {-0.3, 0.2, -0.5, -0.1};
    double tau = 0.4;
    double later = tau + coulomb_pi;
    rdg_contact_regime a = RDG_COULOMB_STICK;
    rdg_contact_regime b = RDG_COULOMB_STICK;
    assert_ok(ctx, rdg_coulomb_march(c, &(rdg_coulomb_march_options){.r1 = 0.8, .beta = 0.5, .until = 20.0},
                                     &tau, x, &a));
    assert_ok(ctx, rdg_coulomb_march(
                       c, &(rdg_coulomb_march_options){.r1 = 0.8, .beta = 0.5, .until = 20.0 + coulomb_pi},
                       &later, y, &b));
    assert_int_equal(a, -(int)b);
    for (int i = 0; i < 4; i++) {
        assert_near(x[i], -y[i], 0, 1e-11);
    }
}

/* With so much friction that nothing slips the motion stays where it is; the end is met exactly. */
static void stuck_motions_stay(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_chain(ctx, 1, 1, (rdg_coulomb_options){.contact = "m1"});
    double x[2] = {0, 0};
    double tau = 0.0;
    rdg_contact_regime regime = RDG_COULOMB_FORWARD;
    assert_ok(ctx, rdg_coulomb_march(c, &(rdg_coulomb_march_options){.r1 = 0.7, .beta = 1.1, .until = 50},
                                     &tau, x, &regime));
    assert_int_equal(regime, RDG_COULOMB_STICK);
    assert_true(x[0] == 0.0 && x[1] == 0.0 && tau == 50.0);
    x[0] = 3.0;
    tau = 0.0;
    assert_int_equal(
        rdg_coulomb_march(c, &(rdg_coulomb_march_options){.r1 = 0.7, .beta = 0.1, .until = 500, .most = 3},
                          &tau, x, NULL),
        RDG_ERR_NO_CONVERGENCE);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "3 changes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_flow_solves_its_equation), TEST(flows_compose),
                                       TEST(the_holding_force_holds),      TEST(motions_do_not_expand),
                                       TEST(motions_have_mirror_images),   TEST(stuck_motions_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
