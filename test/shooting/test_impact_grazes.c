/* Branches of orbits that graze an impact go on with the sequence on the other side. */
#include "impact_doublings.h"
#include "impact_pairs.h"

static void random_oscillators_pass_their_grazes(void **state)
{
    (void)state;
    int grazes = 0;
    for (int k = 0; k < 2; k++) {
        const impact_oscillator q = any_impact_oscillator(1, k);
        grazes += check_impact_oscillator(&q);
    }
    assert_true(grazes > 0);
}

/* Two masses, which meet each other. */
static void random_pairs_pass_their_grazes(void **state)
{
    (void)state;
    impact_pair p = any_impact_pair(1, EACH_OTHER);
    (void)check_impact_pair(&p);
}

/* Two impacts a period, of which the slower one becomes a graze. Both multipliers are real and positive in
 * front of it, and have no bounds: no PD. The steps do not become shorter towards the graze. */
static void no_period_doubling_stands_at_a_graze(void **state)
{
    rdg_context *ctx = *state;
    const impact_oscillator q = {.A = 0.71875534943995878,
                                 .omega = 0.53710882673116855,
                                 .z = 0.082811572034199005,
                                 .e = 0.61115155932827203,
                                 .g = 0.60089895021078232};
    rdg_shooting *s =
        rdg_shooting_create(impact_oscillator_system(ctx, &q),
                            &(rdg_shooting_options){.transient = 300.0 * RDG_HZ(1.0) / q.omega});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "o", RDG_RELEASE("omega"), RDG_WINDOW("omega", q.omega, 1.5 * q.omega),
                                RDG_LABEL_EVERY(1), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "o", "GR", 0, "omega"), 0.7066603545, 0.0, 1e-10);
    assert_near(value_at(ctx, "o", "FP", 0, "omega"), 0.71240, 0.0, 1e-5);
    rdg_run *r = rdg_run_open(ctx, "o");
    assert_int_equal(rdg_run_find(r, "PD", 0), -1);
    assert_int_equal(rdg_run_find(r, "ZE", 0), -1);
    int close = 0;
    for (rdg_index row = 0; row < rdg_run_count(r); row++) {
        const double passing = rdg_run_column(r, "passing")[row];
        close += passing > 0.0 && passing < 1e-3;
    }
    assert_in_range(close, 0, 3);
    rdg_run_free(r);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

/* The last step in front of the graze has the doubling: behind the graze there are no multipliers. */
static void doublings_in_front_of_a_graze_are_found(void **state)
{
    (void)state;
    const struct {
        impact_oscillator q;
        double v, length, time;
    } given[] = {{{.omega = 2.08, .z = 0.0861, .e = 0.86, .g = 0.559}, -0.43, 1.0, 1.0},
                 {{.omega = 0.882, .z = 0.447, .e = 0.68, .g = 0.631}, -0.413, 1.0, 1.0},
                 {{.omega = 0.994, .z = 0.0921, .e = 0.44, .g = 0.68}, -0.138, 1.0, 1.0},
                 {{.omega = 0.705, .z = 0.185, .e = 0.33, .g = 1.57}, -0.403, 1.0, 1.0},
                 {{.omega = 2.07, .z = 0.00538, .e = 0.69, .g = 0.896}, -1.47, 0.012, 0.011}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        assert_int_equal(check_doubling_at_graze(given[i].q, given[i].v, given[i].length, given[i].time), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_oscillators_pass_their_grazes), TEST(random_pairs_pass_their_grazes),
        TEST(no_period_doubling_stands_at_a_graze), TEST(doublings_in_front_of_a_graze_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
