/* What impacts do to energy: where it is lost, where it is gained, and that a gain is told. */
#define _GNU_SOURCE

#include "mechanisms.h"
#include "scratch.h"

#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

/* A rod of 1 m that falls on its tip, without weight: (x, y, phi) of its centre */
static int rod_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = to->M[4] = 1.0;
    to->M[8] = 0.25 / 3.0;
    return 0;
}

static int rod_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    const double c = 0.5 * cos(q[2]), s = 0.5 * sin(q[2]);
    to->g[0] = q[1] - s;
    to->W[1] = 1.0;
    to->W[2] = -c;
    to->W[3] = 1.0;
    to->W[5] = s;
    return 0;
}

static double no_potential(double t, const double *q, void *data)
{
    (void)t, (void)q, (void)data;
    return 0.0;
}

/* Falls from many angles: how often the kinetic energy grows, and how many runs warn of it */
static void fall(rdg_context *ctx, double tangential, rdg_scheme scheme, int *grown, int *told)
{
    rdg_mechanism *m = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = "rod",
                                      .n = 3,
                                      .terms = rod_terms,
                                      .contacts = 1,
                                      .law = &(rdg_contact_law){.mu = 1.5,
                                                                .directions = 1,
                                                                .restitution = 0.9,
                                                                .restitution_tangential = tangential},
                                      .geometry = rod_geometry,
                                      .potential = no_potential});
    *grown = *told = 0;
    for (int k = 0; k < 60; k++) {
        const double phi = 0.2 + 0.02 * k, vx = -2.0 + 0.07 * (k * 7 % 60);
        rdg_timestepping *ts = rdg_timestepping_create(
            m, &(rdg_timestepping_options){.scheme = scheme, .h = 1e-5, .rho = 0.8, .tolerance = 1e-13});
        assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){0.0, 0.5 * sin(phi) + 2e-5, phi},
                                              (double[]){vx, -1.0, 0.0}));
        const double before = rdg_timestepping_motion(ts)->kinetic;
        scratch_said[0] = '\0';
        assert_ok(ctx, rdg_timestepping_run(
                           ts, "fall", &(rdg_timestepping_run_options){.until = 5e-5, .in_memory = true}));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        assert_int_equal(at->impacts, 1);
        assert_near(at->kinetic - before, at->normal_work + at->friction_work, 0.0, 1e-3 * before);
        *grown += at->kinetic > before * (1.0 + 1e-4);
        *told += strstr(scratch_said, "of the kinetic energy") != NULL;
        rdg_timestepping_free(ts);
    }
}

static void a_gain_of_energy_is_told_and_equal_coefficients_have_none(void **state)
{
    const rdg_scheme scheme[3] = {RDG_MOREAU, RDG_HALF_EXPLICIT, RDG_BATHE};
    for (int k = 0; k < 3; k++) {
        int grown, told;
        fall(*state, 0.0, scheme[k], &grown, &told);
        assert_in_range(grown, 1, 59);
        assert_int_equal(told, grown);
        fall(*state, 0.9, scheme[k], &grown, &told);
        assert_int_equal(grown, 0);
        assert_int_equal(told, 0);
    }
}

static void three_balls_part_by_newtons_simultaneous_law(void **state)
{
    const double after[3][3] = {{-1, 2, 2}, {0, 1.5, 1.5}, {1, 1, 1}};
    for (int k = 0; k < 3; k++) {
        rdg_mechanism *m = make_balls(*state, 1.0 - 0.5 * k);
        for (int scheme = 0; scheme < SCHEMES; scheme++) {
            const rdg_timestepping_options o = scheme_at(scheme, 1e-3);
            rdg_timestepping *ts = rdg_timestepping_create(m, &o);
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){-1e-4, 0, 0}, (double[]){1, 0, 0}));
            assert_ok(*state, rdg_timestepping_step(ts));
            assert_ok(*state, rdg_timestepping_step(ts));
            for (int i = 0; i < 3; i++) {
                assert_near(rdg_timestepping_motion(ts)->v[i], after[k][i] / 3, 0.0, 1e-15);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_gain_of_energy_is_told_and_equal_coefficients_have_none),
        TEST(three_balls_part_by_newtons_simultaneous_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
