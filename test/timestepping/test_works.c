/* Works of loads, dampers and elements: with them the energy of a run comes out even. */
#include "mechanisms.h"
#include "shooting/structures.h"

#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/ridgewalk.h>

enum { STEPS = 400 };

static rdg_mechanism *any_mechanism(rdg_context *ctx, int kind)
{
    uint64_t seed = 3;
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    add_loads(s);
    adders[kind](s, &seed);
    return rdg_mechanism_of(s, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.8));
}

/* The largest `balance` of a run of 10 s, J; how much work was done in it */
static double uneven(rdg_context *ctx, rdg_mechanism *m, rdg_scheme scheme, int steps, rdg_motion *end)
{
    static const double q[DOFS] = {0.3, -0.2, 0.1}, v[DOFS] = {0.4, 0.5, -0.6};
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){
               .scheme = scheme, .rho = 0.8, .h = 10.0 / steps, .tolerance = 1e-13, .works = true});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, q, v));
    assert_ok(ctx, rdg_timestepping_run(
                       ts, "works",
                       &(rdg_timestepping_run_options){.until = 10.0, .in_memory = true, .silent = true}));
    *end = *rdg_timestepping_motion(ts);
    rdg_run *run = rdg_run_open(ctx, "works");
    const double *balance = rdg_run_column(run, "balance"), *loads = rdg_run_column(run, "load_work");
    double worst = 0.0;
    for (int k = 0; k <= steps; k++) {
        worst = fmax(worst, fabs(balance[k]));
    }
    assert_near(loads[steps], end->load_work, 0.0, 0.0);
    rdg_run_free(run);
    rdg_timestepping_free(ts);
    return worst;
}

static void the_energy_of_a_run_comes_out_even(void **state)
{
    for (int kind = 0; kind < KINDS; kind++) {
        rdg_mechanism *m = any_mechanism(*state, kind);
        rdg_motion end;
        const double exact = uneven(*state, m, RDG_MOREAU, STEPS, &end);
        print_message("kind %d: even to %.1e J; loads %.3g, dampers %.3g, elements %.3g J\n", kind, exact,
                      end.load_work, end.damper_work, end.element_work);
        assert_true(exact < 1e-11);
        assert_true(fabs(end.load_work) > 0.01 && end.damper_work < -0.01);
        assert_true(end.element_work < 1e-12 || kind == 0); /* a force that is none of a potential */
        const double coarse = uneven(*state, m, RDG_BATHE, STEPS, &end),
                     fine = uneven(*state, m, RDG_BATHE, 4 * STEPS, &end);
        print_message("    Bathe: %.1e, %.1e J\n", coarse, fine);
        assert_true(fine < coarse / 3.0 && fine < 1e-3);
    }
}

static void works_need_a_mechanism_that_tells_them(void **state)
{
    assert_null(rdg_timestepping_create(make_ball(*state, 0.5),
                                        &(rdg_timestepping_options){.h = 0.01, .works = true}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "works are those of a mechanism with potential");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_energy_of_a_run_comes_out_even),
        TEST(works_need_a_mechanism_that_tells_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
