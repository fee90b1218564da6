/* Linear mechanisms: spectral radii and period errors against an independent computation, methods that agree,
 * second order, energy. */
#include "fresh_context.h"
#include "mechanisms.h"
#include "timestepping/chain.h"

#include <float.h>
#include <string.h>

/* q'' + w^2 q = 0 with h = 1; greatest |eigenvalue|, and the angle of that pair (NaN: it is real) */
static double spectral_radius(rdg_context *ctx, rdg_timestepping_options o, double share, double *angle)
{
    const double w = 2.0 * RDG_PI * share;
    oscillator numbers = {.z = 0.0};
    double re[4], im[4], most = 0.0;
    rdg_mechanism *m = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.n = 1, .terms = oscillator_terms, .constant = true, .data = &numbers});
    o.h = w; /* the oscillator has frequency 1 */
    o.tolerance = 1e-14;
    rdg_timestepping *ts = rdg_timestepping_create(m, &o);
    assert_ok(ctx, rdg_timestepping_spectrum(ts, re, im));
    *angle = NAN;
    double principal = -1.0;
    for (int i = 0; i < 4; i++) {
        const double size = hypot(re[i], im[i]);
        most = fmax(most, size);
        if (im[i] > 1e-12 && size > principal) {
            principal = size;
            *angle = w / atan2(im[i], re[i]) - 1.0;
        }
    }
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    return most;
}

static void spectral_radii_and_period_errors_are_those_of_the_schemes(void **state)
{
    char line[256], name[64];
    FILE *file = fopen("test/data/timestepping_spectral.csv", "r");
    int radii = 0, periods = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double rho, decay, am, af, share, radius, period, angle;
        int own;
        if (sscanf(line, "%63[^,],%lf,%lf,%d,%lf,%lf,%lf,%lf,%lf", name, &rho, &decay, &own, &am, &af, &share,
                   &radius, &period) != 9) {
            continue;
        }
        rdg_timestepping_options o = {
            .rho = rho, .decay = decay, .own_alphas = own != 0, .alpha_m = am, .alpha_f = af};
        while (strcmp(rdg_scheme_name(o.scheme), name) != 0) {
            o.scheme = (rdg_scheme)(o.scheme + 1);
            assert_true((int)o.scheme < SCHEMES);
        }
        assert_near(spectral_radius(*state, o, share, &angle), radius, 0.0,
                    2e-9); /* dt/T and radius have nine digits */
        radii++;
        if (!isnan(period)) {
            assert_near(angle, period, 1e-9, 1e-9);
            periods++;
        }
    }
    fclose(file);
    assert_int_equal(radii, 468);
    assert_in_range(periods, 100, 200);
}

static int pair_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)q, (void)v, (void)data;
    to->M[0] = 2.0;
    to->M[3] = 1.0;
    to->K[0] = 7.0;
    to->K[1] = to->K[2] = -3.0;
    to->K[3] = 5.0;
    to->C[0] = 0.3;
    to->h[1] = cos(1.7 * t);
    return 0;
}

static rdg_mechanism *make_pair(rdg_context *ctx)
{
    return rdg_mechanism_create(ctx, &(rdg_mechanism_options){.n = 2, .terms = pair_terms, .constant = true});
}

static int far_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = 100.0 - q[0];
    to->W[0] = -1.0;
    return 0;
}

static const double start_q[2] = {0.3, -0.2}, start_v[2] = {0.1, 0.7};

/* Where a motion of the pair is at t = 2 */
static void pair_at(rdg_context *ctx, rdg_mechanism *m, const rdg_timestepping_options *o, double *q)
{
    rdg_timestepping *ts = rdg_timestepping_create(m, o);
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, start_q, start_v));
    assert_ok(ctx, go_until(ts, 2.0, o->h));
    memcpy(q, rdg_timestepping_motion(ts)->q, 2 * sizeof *q);
    rdg_timestepping_free(ts);
}

static void all_schemes_are_of_order_two_where_nothing_touches(void **state)
{
    rdg_mechanism *m = make_pair(*state);
    double exact[2], q[3][2];
    pair_at(*state, m, &(rdg_timestepping_options){.scheme = RDG_ENERGY_DECAYING, .rho = 0.0, .h = 1e-4},
            exact);
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        for (int k = 0; k < 3; k++) {
            const rdg_timestepping_options o = scheme_at(scheme, 0.02 * pow(0.5, k));
            pair_at(*state, m, &o, q[k]);
        }
        const double order = log2(hypot(q[1][0] - exact[0], q[1][1] - exact[1]) /
                                  hypot(q[2][0] - exact[0], q[2][1] - exact[1]));
        /* the explicit rule takes damping at the start of the step */
        assert_true(scheme == RDG_MOREAU_MIDPOINT   ? order > 0.9
                    : scheme == RDG_ENERGY_DECAYING ? order > 1.95
                                                    : fabs(order - 2.0) < 0.03);
    }
}

static void contacts_that_stay_open_change_nothing(void **state)
{
    rdg_mechanism *m = make_pair(*state);
    rdg_mechanism *far =
        rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 2,
                                                              .terms = pair_terms,
                                                              .contacts = 1,
                                                              .law = &(rdg_contact_law){.restitution = 0.5},
                                                              .geometry = far_geometry,
                                                              .constant = true});
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        double a[2], b[2];
        const rdg_timestepping_options o = scheme_at(scheme, 0.01);
        pair_at(*state, m, &o, a);
        pair_at(*state, far, &o, b);
        assert_memory_equal(a, b, sizeof a);
    }
}

/* Free motion: the energy-decaying method of rho = 0 and decay = 1/12 has Bathe's rational function. */
static void bathes_method_is_a_member_of_the_energy_decaying_family(void **state)
{
    oscillator numbers = {.z = 0.0};
    rdg_mechanism *m = rdg_mechanism_create(
        *state,
        &(rdg_mechanism_options){.n = 1, .terms = oscillator_terms, .constant = true, .data = &numbers});
    double q[2];
    for (int k = 0; k < 2; k++) {
        rdg_timestepping *ts = rdg_timestepping_create(
            m, &(rdg_timestepping_options){.scheme = k ? RDG_BATHE : RDG_ENERGY_DECAYING,
                                           .decay = 1.0 / 12.0,
                                           .h = 0.3,
                                           .tolerance = 1e-14});
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.4}));
        for (int i = 0; i < 50; i++) {
            assert_ok(*state, rdg_timestepping_step(ts));
        }
        q[k] = rdg_timestepping_motion(ts)->q[0];
    }
    assert_near(q[0], q[1], 0.0, 1e-12);
}

static void newmarks_method_keeps_the_energy_of_a_linear_mechanism(void **state)
{
    oscillator numbers = {.z = 0.0};
    rdg_mechanism *m = rdg_mechanism_create(
        *state,
        &(rdg_mechanism_options){.n = 1, .terms = oscillator_terms, .constant = true, .data = &numbers});
    rdg_timestepping *ts =
        rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = RDG_NEWMARK, .rho = 1.0, .h = 0.2});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.4}));
    for (int i = 0; i < 1000; i++) {
        assert_ok(*state, rdg_timestepping_step(ts));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        assert_near(at->kinetic + 0.5 * at->q[0] * at->q[0], 0.58, 0.0, 1e-12);
    }
}

/* Three masses whose third is held, from rest, the first acceleration without the constraint */
static void constraints_on_accelerations_drift_and_those_on_velocities_err_by_a_constant(void **state)
{
    double stiff = 0.0;
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 3,
                                                                             .terms = chain_terms,
                                                                             .bilateral = 1,
                                                                             .geometry = chain_held,
                                                                             .constant = true,
                                                                             .data = &stiff});
    static const double zero[3] = {0};
    const double h = 0.05, g = 9.81;
    for (int level = 0; level < 2; level++) {
        for (int k = 0; k < 3; k++) {
            const rdg_timestepping_options o = {.scheme = k < 2 ? RDG_GENERALISED_ALPHA : RDG_BATHE,
                                                .rho = k == 1 ? 1.0 : 0.0,
                                                .h = h,
                                                .tolerance = 1e-13,
                                                .plain_start = true,
                                                .acceleration_level = level == 0};
            rdg_timestepping *ts = rdg_timestepping_create(m, &o);
            double force[2];
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, zero, zero));
            for (int i = 0; i < 100; i++) {
                assert_ok(*state, rdg_timestepping_step(ts));
                force[i % 2] = rdg_timestepping_motion(ts)->force[0];
            }
            const rdg_motion *at = rdg_timestepping_motion(ts);
            if (level == 0) {
                assert_near(at->v[2], k == 2 ? h * g / 3 : h * g / 2, 1e-9, 0.0);
                assert_true(at->q[2] > 90 * h * at->v[2]);
            } else {
                assert_near(at->v[2], 0.0, 0.0, 1e-12);
                if (k == 0) {
                    assert_near(at->q[2], -6.13125e-3, 1e-9, 0.0);
                }
                assert_true(k == 1 ? fabs(force[1] - force[0]) > g : fabs(force[1] - force[0]) < 2.0);
            }
        }
    }
    rdg_timestepping_create(
        make_ball(*state, 0.5),
        &(rdg_timestepping_options){.h = h, .scheme = RDG_BATHE, .acceleration_level = true});
    assert_failed(*state, RDG_ERR_ARGUMENT, "for ideal constraints alone");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(spectral_radii_and_period_errors_are_those_of_the_schemes),
        TEST(all_schemes_are_of_order_two_where_nothing_touches),
        TEST(contacts_that_stay_open_change_nothing),
        TEST(bathes_method_is_a_member_of_the_energy_decaying_family),
        TEST(constraints_on_accelerations_drift_and_those_on_velocities_err_by_a_constant),
        TEST(newmarks_method_keeps_the_energy_of_a_linear_mechanism),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
