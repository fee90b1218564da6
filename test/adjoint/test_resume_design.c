/* link: -Wl,--wrap=rdg_run_store_append */
/* Searches for best numbers that are cut off anywhere and taken up again find the same, bit for bit. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include "../cut_run.h"
#include "friction-backbone/models.h"
#include "sphere.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/design.h>
#include <ridgewalk/linear.h>

#ifndef STRIDE
#define STRIDE 3 /* charts between those behind which it is cut */
#endif

static rdg_design_result found;

static rdg_status design(rdg_context *ctx, const char *name, bool resumes)
{
    memset(&found, 0, sizeof found);
    return rdg_design(friction_beam(ctx, RDG_HARMONICS(1)), name, "Am",
                      resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END, RDG_HOLD_AT("alpha", 1.0),
                      RDG_DESIGN("pad.preload", 2, 80), RDG_WINDOW("omega", RDG_HZ(190), RDG_HZ(480)),
                      RDG_NO_TABLE, RDG_DESIGN_RESULT(&found));
}

static void designs_are_the_same(void **state)
{
    const cut_case what = {.name = "best", .go = design};
    (void)state;
    assert_int_equal(cut_go(&what, "whole", false, 0), RDG_OK);
    const rdg_design_result whole = found;
    const long charts = cut_written;
    assert_true(charts > 5);
    for (long at = 1; at <= charts; at += STRIDE) {
        assert_int_not_equal(cut_go(&what, "cut", false, at), RDG_OK);
        assert_int_equal(cut_go(&what, "cut", true, 0), RDG_OK);
        assert_int_equal(found.kind, whole.kind);
        assert_int_equal(found.certified, whole.certified);
        assert_memory_equal(&found.amplitude, &whole.amplitude, sizeof found.amplitude);
        assert_memory_equal(&found.omega, &whole.omega, sizeof found.omega);
        assert_memory_equal(&found.number[0].value, &whole.number[0].value, sizeof found.omega);
    }
}

static rdg_optimum best;
static double best_at[3];

/* The largest sum of coordinates, one after the other freed. */
static rdg_status largest_sum(rdg_context *ctx, const char *name, bool resumes)
{
    static const char *const freed[] = {"x2", "x3"};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 3, (double[]){1, 0, 0});
    const rdg_function function = sphere_function(3);
    rdg_add_zero(p, &function, RDG_ALL);
    for (int i = 0; i < 2; i++) {
        rdg_add_parameter(p, freed[i], "x", i + 1);
    }
    rdg_add_linear_monitor(p, "sum", 1, 3, (const rdg_index[]){0, 1, 2}, (double[]){1, 1, 1}, NULL,
                           (const char *const[]){"sum"}, RDG_INACTIVE);
    rdg_adjoint *a = rdg_adjoint_add(p, "sum");
    const rdg_optimise_options options = {
        .parameters = freed,
        .n_parameters = 2,
        .maximum = true,
        .options = resumes ? RDG_OPTIONS(RDG_NO_TABLE, RDG_RESUME, RDG_LABEL_EVERY(3))
                           : RDG_OPTIONS(RDG_NO_TABLE, RDG_LABEL_EVERY(3))};
    const rdg_status status = rdg_optimise(a, name, &options, &best);
    if (status == RDG_OK) {
        memcpy(best_at, rdg_start_values(p), sizeof best_at);
    }
    return status;
}

static void optima_are_the_same(void **state)
{
    const cut_case what = {.name = "sphere", .go = largest_sum};
    (void)state;
    assert_int_equal(cut_go(&what, "whole", false, 0), RDG_OK);
    const long charts = cut_written;
    const rdg_optimum whole = best;
    double whole_at[3];
    memcpy(whole_at, best_at, sizeof whole_at);
    for (long at = 1; at <= charts; at += STRIDE) {
        assert_int_not_equal(cut_go(&what, "cut", false, at), RDG_OK);
        assert_int_equal(cut_go(&what, "cut", true, 0), RDG_OK);
        assert_memory_equal(best_at, whole_at, sizeof best_at);
        assert_memory_equal(&best.objective, &whole.objective, sizeof best.objective);
        assert_int_equal(best.stages, whole.stages);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(designs_are_the_same), SCRATCH_TEST(optima_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
