/* Loci of Neimark-Sacker points over numbers of the structure: against the one over the level and responses.
 */
#define _XOPEN_SOURCE 700
#include "harvest.h"
#include "scratch.h"
#include "vibration/models.h"

#include <ridgewalk/provide.h>

/* An oscillator with a small one on it, as p02(), whose cubic springs are k3 and 0.0042 k3. */
static rdg_hbm *absorber(rdg_context *ctx, double d2)
{
    const two_masses c = {.m = {1.0, 0.05}, .k = {1.0, 0.0453, 0.0}, .d = {0.002, d2, 0.0}};
    rdg_structure *chain = chain_of_two(ctx, &c);
    rdg_cubic_spring_add(chain, &(rdg_cubic_spring){.at = "q1", .k3 = 1.0});
    rdg_cubic_spring_add(chain, &(rdg_cubic_spring){.at = "q1-q2", .k3 = 0.0042});
    rdg_force_add(chain, "q1", 1, 1.0);
    rdg_sensor_harmonic_add(chain, "A1", "q1", 1);
    return with_harmonics(chain, 3);
}

static rdg_index torus(rdg_context *ctx, rdg_hbm *hb, double alpha, const char *name)
{
    harvest h = {0};
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", alpha));
    rdg_hbm_add_bifurcations(hb, p, "stability");
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.4), HARVEST(&h));
    harvest_clear(&h);
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index row = rdg_run_find(run, "NS", 0), label = row >= 0 ? rdg_run_label(run, row) : -1;
    rdg_run_free(run);
    assert_true(label >= 0);
    return label;
}

/* Over the amplitude of the force as over the level, though with another name. */
static void the_locus_over_the_force_is_that_over_the_level(void **state)
{
    static const double level[] = {0.102, 0.12};
    rdg_context *ctx = *state;
    rdg_hbm *hb = absorber(ctx, 0.013);
    const rdg_index label = torus(ctx, hb, 0.11, "frc");
    harvest over_level = {0}, over_force = {0};
    assert_ok(ctx, rdg_continue(rdg_hbm_critical_problem(hb, "frc", label), "level", RDG_RELEASE("alpha"),
                                RDG_RELEASE("omega"), RDG_WINDOW("alpha", 0.05, 0.2),
                                RDG_UZ_LIST("alpha", 2, level), HARVEST(&over_level)));
    rdg_problem *q = rdg_hbm_critical_problem(hb, "frc", label);
    assert_ok(ctx, rdg_need_parameter(q, "q1.amplitude"));
    assert_ok(ctx, rdg_continue(q, "force", RDG_RELEASE("q1.amplitude"), RDG_RELEASE("omega"),
                                RDG_WINDOW("q1.amplitude", 0.05 / 0.11, 0.2 / 0.11),
                                RDG_UZ_LIST("q1.amplitude", 2, ((double[]){0.102 / 0.11, 0.12 / 0.11})),
                                HARVEST(&over_force)));
    assert_int_equal(harvest_count(&over_force, "UZ"), harvest_count(&over_level, "UZ"));
    assert_true(harvest_count(&over_force, "UZ") > 1);
    for (size_t i = 0; i < harvest_count(&over_force, "UZ"); i++) {
        const harvested *c = harvest_nth(&over_force, "UZ", i);
        double best = HUGE_VAL;
        for (size_t k = 0; k < harvest_count(&over_level, "UZ"); k++) {
            const harvested *d = harvest_nth(&over_level, "UZ", k);
            best = fmin(best,
                        fabs(harvest_mu(&over_level, d, "alpha") / 0.11 -
                             harvest_mu(&over_force, c, "q1.amplitude")) +
                            fabs(harvest_mu(&over_level, d, "omega") - harvest_mu(&over_force, c, "omega")));
        }
        assert_near(best, 0.0, 0.0, 1e-7);
    }
    harvest_clear(&over_level);
    harvest_clear(&over_force);
}

/* Along the locus over the spring of the absorber, points are those of responses of a structure with that
 * spring, and a locus goes on from a point of it, with its numbers. */
static void the_locus_over_a_spring_meets_responses_with_it(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = absorber(ctx, 0.013);
    const rdg_index label = torus(ctx, hb, 0.11, "frc");
    harvest locus = {0}, again = {0};
    assert_ok(ctx, rdg_continue(rdg_hbm_critical_problem(hb, "frc", label), "locus", RDG_RELEASE("q1-q2.k3"),
                                RDG_RELEASE("omega"), RDG_WINDOW("q1-q2.k3", 0.003, 0.006),
                                RDG_LABEL_EVERY(1), RDG_UZ("q1-q2.k3", 0.0045), HARVEST(&locus)));
    assert_true(harvest_count(&locus, "UZ") > 0);
    const harvested *c = harvest_nth(&locus, "UZ", 0);
    const double omega = harvest_mu(&locus, c, "omega");
    harvest response = {0};
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.11), RDG_AT("q1-q2.k3", 0.0045));
    assert_ok(ctx, rdg_hbm_add_bifurcations(hb, p, "stability"));
    assert_ok(ctx, rdg_continue(p, "with", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.4),
                                HARVEST(&response)));
    double best = HUGE_VAL;
    for (size_t i = 0; i < harvest_count(&response, "NS"); i++) {
        best = fmin(best, fabs(harvest_mu(&response, harvest_nth(&response, "NS", i), "omega") - omega));
    }
    assert_near(best, 0.0, 0.0, 1e-8);
    rdg_run *run = rdg_run_open(ctx, "with");
    const rdg_index from = rdg_run_label(run, rdg_run_find(run, "NS", 0));
    rdg_run_free(run);
    rdg_problem *q = rdg_hbm_critical_problem(hb, "with", from);
    assert_ok(ctx, rdg_continue(q, "again", RDG_RELEASE("alpha"), RDG_RELEASE("omega"),
                                RDG_WINDOW("alpha", 0.105, 0.115), HARVEST(&again)));
    assert_near(harvest_mu(&again, &again.chart[0], "q1-q2.k3"), 0.0045, 1e-12, 0.0);
    harvest_clear(&locus);
    harvest_clear(&again);
    harvest_clear(&response);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_locus_over_the_force_is_that_over_the_level),
        SCRATCH_TEST(the_locus_over_a_spring_meets_responses_with_it),
    };
    return cmocka_run_group_tests_name("loci over numbers", tests, NULL, NULL);
}
