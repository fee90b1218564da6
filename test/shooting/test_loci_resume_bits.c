/* link: -Wl,--wrap=rdg_run_store_append */
/* Curves of special orbits that are cut off anywhere and taken up again are the undisturbed runs, bit for
 * bit.
 */
#define _GNU_SOURCE

#include "../cut_run.h"
#include "bouncing_ball.h"
#include "hybrid_systems.h"

#include <ridgewalk/shooting.h>

#ifndef STRIDE
#define STRIDE 9 /* charts between those behind which it is cut */
#endif

#define GO(...) resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END, __VA_ARGS__, RDG_NO_TABLE, RDG_LABEL_EVERY(3)

/* A bounce in each period, where this doubles: test_orbit_loci.c has the closed form. */
static rdg_status doublings(rdg_context *ctx, const char *name, bool resumes)
{
    const double pi = 3.14159265358979323846, e = 0.5, fold = pi * (1.0 - e) / (1.0 + e);
    const double a = hypot(fold, 2.0 * (1.0 + e * e) / ((1.0 + e) * (1.0 + e)));
    const double phase = acos(fold / a), t = 2.0 * pi - phase;
    const double x[2] = {a * sin(phase) + pi * t - 0.5 * t * t, pi - t};
    rdg_problem *p =
        rdg_shooting_problem(rdg_shooting_create(ball_system(ctx, a, e), &(rdg_shooting_options){.x = x}));
    return rdg_continue(
        p, name, GO(RDG_HOLD_AT("pd", 0), RDG_RELEASE("e"), RDG_RELEASE("a"), RDG_WINDOW("e", 0.25, 0.85)));
}

/* From where a run along the level comes to touch the wall; that run is kept whole. */
static rdg_status grazes(rdg_context *ctx, const char *name, bool resumes)
{
    const long before = cut_written, at = cut_at;
    rdg_problem *p = rdg_shooting_problem(
        rdg_shooting_create(impact_system(ctx, 0.55), &(rdg_shooting_options){.transient = 300.0}));
    cut_at = 0;
    const rdg_status status = rdg_continue(p, "down", RDG_RELEASE("A"), RDG_WINDOW("A", 0.1, 0.56),
                                           RDG_NO_TABLE, RDG_DIRECTION(-1));
    cut_written = before;
    cut_at = at;
    assert_int_equal(status, RDG_OK);
    return rdg_continue(p, name,
                        GO(RDG_FROM_POINT("down", "GR", 0), RDG_HOLD_AT("passing", 0), RDG_RELEASE("omega"),
                           RDG_RELEASE("A"), RDG_WINDOW("omega", 0.7, 0.9)));
}

static void curves_of_special_orbits_are_the_same(void **state)
{
    static const cut_case cases[] = {{.name = "pd", .go = doublings}, {.name = "graze", .go = grazes}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(cut_everywhere(&cases[i], 1, STRIDE), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(curves_of_special_orbits_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
