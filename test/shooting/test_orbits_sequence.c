/* Two masses and an elastic stop (stiffness 100, gap 1): a branch along which the sequence of crossings
 * changes several times, with folds, period doublings and a Neimark-Sacker point. The references are closed
 * forms of each piece, in many digits. */
#include "orbit_run.h"
#include "two_masses.h"

static void one_run_passes_all_special_points_and_changes_its_sequence(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(two_masses(ctx, 0.8), &(rdg_shooting_options){.settle = 400.0});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "down", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 0.8), RDG_IN_MEMORY,
                                RDG_DIRECTION(-1), RDG_MAX_POINTS(3000)));
    static const struct {
        const char *type;
        double omega, within;
    } known[] = {{"NS", 0.5819006504, 1e-10},    {"NS", 0.6186068743, 1e-10}, {"PD", 0.7387830254, 1e-10},
                 {"PD", 0.7555861594, 1e-10},    {"FP", 0.7556273526, 1e-10}, {"FP", 0.65344013454, 1e-10},
                 {"GR", 0.6534401404163, 1e-12}, {"RS", 0.5818996390, 1e-8},  {"EP", 0.5, 1e-12}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assert_near(nearest_at(ctx, "down", known[k].type, "omega", known[k].omega), known[k].omega, 0.0,
                    known[k].within);
    }
}

/* With room for one arc the run ends where the stop is touched. */
static void a_sequence_that_ends_within_the_window_is_a_shortfall_of_its_run(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_shooting_problem(
        rdg_shooting_create(two_masses(ctx, 0.8), &(rdg_shooting_options){.settle = 400.0, .arcs = 1}));
    assert_ok(ctx, rdg_continue(p, "few arcs", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 0.8),
                                RDG_IN_MEMORY, RDG_DIRECTION(-1), RDG_MAX_POINTS(3000)));
    rdg_run *r = rdg_run_open(ctx, "few arcs");
    assert_string_equal(rdg_run_text(r, "covered"), "0");
    assert_non_null(
        strstr(rdg_run_text(r, "not_reached"), "shows no other one that repeats and has at most 1 arcs"));
    rdg_run_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_run_passes_all_special_points_and_changes_its_sequence),
        TEST(a_sequence_that_ends_within_the_window_is_a_shortfall_of_its_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
