/* link: -Wl,--wrap=rdg_run_store_append */
/* Runs of orbits with a rigid contact, and of the boundaries of their regimes, that are cut off anywhere and
 * taken up again are the undisturbed runs, bit for bit. */
#define _GNU_SOURCE

#include "../cut_run.h"
#include "../run_sql.h"
#include "coulomb_systems.h"

#include <ridgewalk/regimes.h>
#include <ridgewalk/ridgewalk.h>

#ifndef STRIDE
#define STRIDE 29 /* charts between those behind which it is cut */
#endif

typedef struct orbit_case {
    const char *system;
    double beta, r1, low, high;
} orbit_case;

static const orbit_case *taken;

static rdg_status range(rdg_context *ctx, const char *name, bool resumes)
{
    const orbit_case *o = taken;
    rdg_problem *p =
        rdg_orbit_problem(coulomb_named(ctx, o->system, 1.0), RDG_AT("r1", o->r1), RDG_AT("beta", o->beta));
    return p ? rdg_continue(p, name, resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END, RDG_RELEASE("r1"),
                            RDG_WINDOW("r1", o->low, o->high), RDG_STEP(0.05, 1e-6, 0.1), RDG_NO_TABLE,
                            RDG_LABEL_EVERY(3))
             : rdg_error_status(ctx);
}

static void orbits_over_changes_of_their_segments_are_the_same(void **state)
{
    static const orbit_case cases[] = {{"two_m1", 0.2, 0.3, 0.2, 0.6},
                                       {"two_m1", 0.8, 0.3, 0.2, 0.9},
                                       {"two_m2", 0.4, 0.4, 0.2, 0.6},
                                       {"five_m1", 0.6, 1.2, 1.05, 1.3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        taken = &cases[i];
        assert_int_equal(cut_everywhere(&(cut_case){.name = "orbits", .go = range}, 1, STRIDE), 0);
    }
}

static rdg_status limit(rdg_context *ctx, const char *name, bool resumes)
{
    rdg_problem *p =
        rdg_regime_problem(coulomb_named(ctx, taken->system, 1.0), RDG_CONTINUOUS, RDG_AT("r1", taken->r1));
    return p ? rdg_continue(p, name, resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END, RDG_RELEASE("r1"),
                            RDG_RELEASE("beta"), RDG_WINDOW("r1", taken->low, taken->high), RDG_NO_TABLE,
                            RDG_MAX_POINTS(300), RDG_LABEL_EVERY(3))
             : rdg_error_status(ctx);
}

static void boundaries_over_their_corners_are_the_same(void **state)
{
    static const orbit_case cases[] = {{"two_m1", 0, 1.3, 0.3, 3.0}, {"two_m2", 0, 1.3, 0.3, 3.0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        taken = &cases[i];
        assert_int_equal(cut_everywhere(&(cut_case){.name = "limit", .go = limit}, 1, STRIDE), 0);
    }
}

static void a_run_says_what_system_it_is_of(void **state)
{
    (void)state;
    taken = &(orbit_case){"two_m1", 0.8, 0.3, 0.25, 0.3};
    assert_int_equal(cut_go(&(cut_case){.name = "orbits", .go = range}, "whole", false, 0), RDG_OK);
    char path[128];
    snprintf(path, sizeof path, "%s/whole/orbits.db", scratch_folder);
    sql_is(path, "select value from model where part = 'system' and key = 'modes'", "2.0");
    sql_is(path, "select count(*) from model where part = 'mode' and key = 'circular frequency'", "2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(orbits_over_changes_of_their_segments_are_the_same),
        SCRATCH_TEST(boundaries_over_their_corners_are_the_same),
        SCRATCH_TEST(a_run_says_what_system_it_is_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
