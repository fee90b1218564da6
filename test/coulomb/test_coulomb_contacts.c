/* Several rigid contacts as one hybrid system: motions, slopes of what it consists of, bad input. */
#include "coulomb_systems.h"

#include <ridgewalk/coulomb_hybrid.h>
#include <ridgewalk/flow.h>
#include <ridgewalk/ridgewalk.h>

static void run_until(rdg_hybrid *h, rdg_flow *flow, rdg_hybrid_state *state, double time)
{
    if (rdg_flow_run(flow, rdg_hybrid_parameters_of(h).value, state, time, 0, NULL) != 0) {
        fail_msg("%s", rdg_flow_reason(flow));
    }
}

/* Two masses, not coupled, a contact at each, a load on both: as two systems by themselves. */
static void two_contacts_of_two_systems(void **state)
{
    rdg_context *ctx = *state;
    const double mass[4] = {1, 0, 0, 1};
    const double stiffness[4] = {1, 0, 0, 2};
    rdg_structure *both = rdg_structure_create(ctx, "both", 2, mass, NULL, stiffness);
    assert_ok(ctx, rdg_name_dof(both, "a", 0));
    assert_ok(ctx, rdg_name_dof(both, "b", 1));
    assert_ok(ctx, rdg_name_combination(both, "load", 2, (rdg_index[]){0, 1}, (double[]){1, 1}));
    rdg_coulomb *a = rdg_coulomb_create(
        both,
        &(rdg_coulomb_options){.contact = "a", .load = "load", .mass = 1, .stiffness = 1, .ratio = 1.2});
    rdg_coulomb *b = rdg_coulomb_create(
        both, &(rdg_coulomb_options){.contact = "b", .load = "load", .mass = 1, .stiffness = 1});
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_coulomb_hybrid_options o = {.more = (const rdg_coulomb *const[]){b, NULL}};
    const rdg_at at[] = {
        RDG_AT("r1", 0.5), RDG_AT("beta", 0.5), RDG_AT("beta2", 0.4), RDG_AT("mu2", 1.3), {0, 0.0}};
    rdg_hybrid *h = rdg_coulomb_hybrid_at(a, &o, at);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_string_equal(rdg_hybrid_phase_at(h, 0)->name, "slip+ slip+");
    rdg_flow *flow = rdg_flow_create(h, NULL);
    double x[4] = {0};
    rdg_hybrid_state end = {.x = x};
    const double time = 40.0;
    run_until(h, flow, &end, time);
    for (int k = 0; k < 2; k++) {
        rdg_structure *one = rdg_structure_create(ctx, "one", 1, (double[]){1}, NULL, &stiffness[3 * k]);
        assert_ok(ctx, rdg_name_dof(one, "x", 0));
        rdg_coulomb *c = rdg_coulomb_create(
            one, &(rdg_coulomb_options){.contact = "x", .mass = 1, .stiffness = 1, .ratio = k ? 1.3 : 1.2});
        double y[2] = {0};
        double tau = 0.0;
        assert_ok(ctx,
                  rdg_coulomb_march(
                      c, &(rdg_coulomb_march_options){.r1 = 0.5, .beta = k ? 0.4 : 0.5, .until = 0.5 * time},
                      &tau, y, NULL));
        assert_near(x[k], y[0], 0, 1e-11);
        assert_near(x[2 + k], 0.5 * y[1], 0, 1e-11);
    }
}

/* Four masses in a chain, the first three with contacts, a load on all. The first and the third stick all the
 * time: the second stops and goes by itself between them, so that at times all three stick at once, and the
 * fourth is free. */
static void three_contacts_stick_at_once(void **state)
{
    rdg_context *ctx = *state;
    const double ones[4] = {1, 1, 1, 1};
    rdg_structure *s = rdg_chain_create(ctx, 4, ones, ones);
    static const char *const names[] = {"m1", "m2", "m3"};
    rdg_coulomb *c[3];
    assert_ok(ctx, rdg_name_combination(s, "load", 4, (rdg_index[]){0, 1, 2, 3}, ones));
    for (int k = 0; k < 3; k++) {
        assert_ok(ctx, rdg_name_dof(s, names[k], k));
    }
    for (int k = 0; k < 3; k++) {
        c[k] = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = names[k], .load = "load"});
    }
    assert_ok(ctx, rdg_error_status(ctx));
    const double r1 = 0.5;
    const double beta = 0.6;
    const rdg_coulomb_hybrid_options o = {.more = (const rdg_coulomb *const[]){c[1], c[2], NULL}};
    rdg_hybrid *h = rdg_coulomb_hybrid_at(
        c[0], &o,
        (const rdg_at[]){
            RDG_AT("r1", r1), RDG_AT("beta", 50), RDG_AT("beta2", beta), RDG_AT("beta3", 50), {0, 0.0}});
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_structure *one = rdg_structure_create(ctx, "one", 1, ones, NULL, (double[]){2});
    assert_ok(ctx, rdg_name_dof(one, "x", 0));
    rdg_coulomb *alone =
        rdg_coulomb_create(one, &(rdg_coulomb_options){.contact = "x", .mass = 1, .stiffness = 1});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    double x[8] = {0};
    double y[2] = {0};
    double tau = 0.0;
    const char *mode = NULL;
    assert_ok(ctx, rdg_coulomb_hybrid_start(h, 0.0, (double[8]){0}, &mode, x));
    rdg_hybrid_state end = {.x = x, .mode = rdg_hybrid_phase_index(h, mode)};
    int stuck = 0;
    for (int k = 1; k <= 100; k++) {
        const double time = 0.3 * k;
        rdg_contact_regime regime = RDG_COULOMB_STICK;
        run_until(h, flow, &end, time);
        assert_ok(ctx, rdg_coulomb_march(
                           alone, &(rdg_coulomb_march_options){.r1 = r1, .beta = beta, .until = r1 * time},
                           &tau, y, &regime));
        const bool are_stuck = strcmp(rdg_hybrid_phase_at(h, end.mode)->name, "stick stick stick") == 0;
        assert_int_equal(are_stuck, regime == RDG_COULOMB_STICK);
        stuck += are_stuck;
        assert_near(x[0], 0.0, 0, 1e-12);
        assert_near(x[1], y[0], 0, 1e-11);
        assert_near(x[5], r1 * y[1], 0, 1e-11);
        assert_near(x[2], 0.0, 0, 1e-12);
        assert_near(x[3], (cos(r1 * time) - cos(time)) / (1.0 - r1 * r1), 0, 1e-11);
    }
    assert_int_equal(stuck, 43);
}

/* The energy norm of the difference of two motions of a chain with two contacts does not grow; where a
 * contact sticks it holds what is below its bound. */
static void two_contacts_do_not_expand(void **state)
{
    rdg_context *ctx = *state;
    const double mass[3] = {1, 0.5, 2};
    rdg_structure *s = rdg_chain_create(ctx, 3, mass, (double[]){1, 1, 1});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_ok(ctx, rdg_name_dof(s, "m3", 2));
    assert_ok(ctx, rdg_name_relative(s, "between", 1, 0));
    rdg_coulomb *a = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1", .load = "m3"});
    rdg_coulomb *b = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "between"});
    const rdg_coulomb_hybrid_options o = {.more = (const rdg_coulomb *const[]){b, NULL}};
    const rdg_at at[] = {RDG_AT("r1", 0.7), RDG_AT("beta", 0.3), RDG_AT("beta2", 0.15), {0, 0.0}};
    rdg_hybrid *h = rdg_coulomb_hybrid_at(a, &o, at);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_flow *flow = rdg_flow_create(h, NULL);
    uint64_t seed = 4;
    double start[2][6];
    double x[2][6];
    rdg_hybrid_state end[2];
    for (int k = 0; k < 2; k++) {
        const char *mode = NULL;
        for (int i = 0; i < 6; i++) {
            start[k][i] = random_signed(&seed);
        }
        assert_ok(ctx, rdg_coulomb_hybrid_start(h, 0.0, start[k], &mode, x[k]));
        end[k] = (rdg_hybrid_state){.x = x[k], .mode = rdg_hybrid_phase_index(h, mode)};
    }
    double before = INFINITY;
    double first = 0.0;
    for (int turn = 1; turn < 60; turn++) {
        for (int k = 0; k < 2; k++) {
            run_until(h, flow, &end[k], 2.0 * turn);
        }
        double energy = 0.0;
        double left = 0.0;
        for (int i = 0; i < 3; i++) {
            const double d = x[0][i] - x[1][i];
            const double v = x[0][3 + i] - x[1][3 + i];
            energy += (d - left) * (d - left) + mass[i] * v * v;
            left = d;
        }
        assert_true(energy <= before * (1.0 + 1e-9) + 1e-20);
        first = turn == 1 ? energy : first;
        before = energy;
    }
    assert_true(before < 0.5 * first);
}

/* What a function of a hybrid system says of its slopes, against differences over four points. */
static void check_slopes(const rdg_hybrid_function *f, rdg_index n, const double *u, rdg_index m)
{
    double slope[2 * COULOMB_MOST * 20] = {0.0};
    const double h = 1e-3;
    assert_int_equal(f->df(n, u, m, slope, f->data), 0);
    for (rdg_index j = 0; j < n; j++) {
        static const double at[4] = {-2, -1, 1, 2};
        static const double weight[4] = {1.0 / 12.0, -2.0 / 3.0, 2.0 / 3.0, -1.0 / 12.0};
        double sum[2 * COULOMB_MOST] = {0.0};
        for (int k = 0; k < 4; k++) {
            double y[2 * COULOMB_MOST] = {0.0};
            double v[20];
            memcpy(v, u, (size_t)n * sizeof *v);
            v[j] += at[k] * h;
            assert_int_equal(f->f(n, v, m, y, f->data), 0);
            for (rdg_index i = 0; i < m; i++) {
                sum[i] += weight[k] * y[i] / h;
            }
        }
        for (rdg_index i = 0; i < m; i++) {
            assert_near(slope[i + m * j], sum[i], 0, 1e-9);
        }
    }
}

/* Fields, surfaces and resets of all modes of systems with two contacts, one of them at a base that moves. */
static void slopes_are_those_of_differences(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_chain_create(ctx, 3, (double[]){1, 2, 1}, (double[]){1, 1, 3});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_ok(ctx, rdg_name_relative(s, "between", 2, 1));
    assert_ok(ctx, rdg_damping_proportional(s, 0.2, 0.3));
    rdg_coulomb *a = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1", .base = true});
    rdg_coulomb *b = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "between"});
    const rdg_coulomb_hybrid_options o = {.more = (const rdg_coulomb *const[]){b, NULL}};
    rdg_hybrid *h = rdg_coulomb_hybrid_at(
        a, &o, (const rdg_at[]){RDG_AT("r1", 0.7), RDG_AT("beta", 0.3), RDG_AT("beta2", 0.15), {0, 0.0}});
    assert_ok(ctx, rdg_error_status(ctx));
    uint64_t seed = 6;
    double u[20];
    for (int k = 0; k < 20; k++) {
        u[k] = 0.3 + random_signed(&seed);
    }
    for (rdg_index mode = 0; mode < rdg_hybrid_phases(h); mode++) { /* entering one makes others */
        assert_ok(ctx, rdg_hybrid_enter(h, mode));
        check_slopes(&rdg_hybrid_phase_at(h, mode)->field, rdg_hybrid_arguments(h, mode), u, 6);
    }
    assert_int_equal(rdg_hybrid_phases(h), 9);
    int resets = 0;
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(h); k++) {
        rdg_index from = 0;
        const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(h, k, &from, NULL);
        check_slopes(&c->surface, rdg_hybrid_arguments(h, from), u, 1);
        if (c->reset.df) {
            check_slopes(&c->reset, rdg_hybrid_arguments(h, from), u, 6);
            resets++;
        }
    }
    assert_true(resets > 10);
}

static void bad_systems_are_refused_in_words(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_ok(ctx, rdg_name_dof(s, "m2", 1));
    assert_ok(ctx, rdg_name_relative(s, "between", 1, 0));
    rdg_coulomb *a = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
    rdg_coulomb *b = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m2"});
    rdg_coulomb *d = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "between"});
    rdg_coulomb *other = coulomb_named(ctx, "mass_mass", 1.0);
    assert_null(rdg_coulomb_hybrid(a, RDG_AT("r1", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "beta = nan");
    assert_null(rdg_coulomb_hybrid(a, RDG_AT("r1", 1.0), RDG_AT("beta2", 1.0)));
    assert_failed(ctx, RDG_ERR_NAME, "beta2");
    assert_null(rdg_coulomb_hybrid(a, RDG_AT("r1", 1.0), RDG_AT("beta", 1.0), RDG_AT("mu", 0.9)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "mu = 0.9");
    const rdg_at at[] = {RDG_AT("r1", 1), RDG_AT("beta", 1), RDG_AT("beta2", 1), RDG_AT("beta3", 1), {0, 0}};
    assert_null(rdg_coulomb_hybrid_at(
        a, &(rdg_coulomb_hybrid_options){.more = (const rdg_coulomb *const[]){b, d, NULL}}, at));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "depend on each other");
    assert_null(rdg_coulomb_hybrid_at(
        a, &(rdg_coulomb_hybrid_options){.more = (const rdg_coulomb *const[]){b, other, NULL}}, at));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "contact 3");
    assert_null(rdg_coulomb_hybrid_at(
        a, &(rdg_coulomb_hybrid_options){.more = (const rdg_coulomb *const[]){b, b, b, b, NULL}}, at));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "more than 4 contacts");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(two_contacts_of_two_systems), TEST(three_contacts_stick_at_once),
                                       TEST(two_contacts_do_not_expand),
                                       TEST(slopes_are_those_of_differences),
                                       TEST(bad_systems_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
