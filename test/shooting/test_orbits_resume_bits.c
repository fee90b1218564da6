/* link: -Wl,--wrap=rdg_run_store_append */
/* Runs of orbits that are cut off behind any of their charts, once or twice, and taken up again are the
 * undisturbed runs, bit for bit. */
#define _GNU_SOURCE

#include "../cut_run.h"
#include "orbit_scenarios.h"
#include "planar_belt.h"

#ifndef STRIDE
#define STRIDE 43 /* charts between those behind which it is cut */
#endif

/* Segments that run to their events, behind resets that project; without derivatives of most functions. */
static rdg_shooting *planar_orbits(rdg_context *ctx)
{
    static planar_belt belt = {.eps = 1e-7};
    const rdg_shooting_options o = {.x = (double[]){0.5, 0.3, 0.0, 0.1},
                                    .transient = 60.0,
                                    .segments = 4,
                                    .flow = {.method = RDG_FLOW_EXPLICIT, .slopes = 1e-3}};
    return rdg_shooting_create(planar_belt_system(ctx, &belt, true, true), &o);
}

/* Relaxation oscillations, by steps that are implicit where it pays. */
static rdg_shooting *mixed_orbits(rdg_context *ctx)
{
    const rdg_shooting_options o = {
        .x = (double[]){2.0, 0.0}, .transient = 40.0, .flow = {.relative = 1e-9, .method = RDG_FLOW_MIXED}};
    return rdg_shooting_create(van_der_pol_system(ctx, 10.0), &o);
}

RUN_OF(speeds, RDG_RELEASE("V"), RDG_WINDOW("V", 0.3, 0.5), RDG_NO_TABLE, RDG_LABEL_EVERY(3),
       RDG_MAX_POINTS(40))
RUN_OF(relaxations, RDG_RELEASE("mu"), RDG_WINDOW("mu", 8.0, 14.0), RDG_NO_TABLE, RDG_LABEL_EVERY(3),
       RDG_MAX_POINTS(40))

static const scenario others[] = {{.name = "planar", .make = planar_orbits, .run = speeds},
                                  {.name = "mixed", .make = mixed_orbits, .run = relaxations}};

static const scenario *taken;

static rdg_status go(rdg_context *ctx, const char *name, bool resumes)
{
    rdg_problem *p = rdg_shooting_problem(taken->make(ctx));
    return p ? taken->run(p, name, resumes) : rdg_error_status(ctx);
}

static void assert_the_same(const scenario *all, size_t n)
{
    int count = 0;
    for (size_t i = 0; i < n; i++) {
        taken = &all[i];
        count += cut_everywhere(&(cut_case){.name = taken->name, .go = go}, 1, STRIDE);
    }
    assert_int_equal(count, 0);
}

static void runs_of_orbits_cut_anywhere_are_the_same(void **state)
{
    (void)state;
    assert_the_same(scenarios, N_SCENARIOS);
}

static void so_are_those_of_segments_that_are_reached_and_of_stiff_motions(void **state)
{
    (void)state;
    assert_the_same(others, sizeof others / sizeof *others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(runs_of_orbits_cut_anywhere_are_the_same),
        SCRATCH_TEST(so_are_those_of_segments_that_are_reached_and_of_stiff_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
