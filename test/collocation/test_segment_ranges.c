/* A state that hardly changes beside its size has no say in the error of a segment: what changes is next to
 * rounding. */
#include "fresh_context.h"
#include "segments.h"

#include <ridgewalk/run.h>

/* x' = -x; c' = r cos(40 t), with c near 5; t' = 1 */
static int decay_beside(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = -u[0];
    y[1] = u[3] * cos(40.0 * u[2]);
    y[2] = 1.0;
    return 0;
}

static int begins(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 1.0;
    y[1] = u[1] - 5.0;
    y[2] = u[2];
    return 0;
}

static double error_with(rdg_context *ctx, const char *run, double r)
{
    static const rdg_function start = {.name = "start", .n = 8, .m = 3, .f = begins, .by_differences = true};
    const rdg_hybrid_function field = {.f = decay_beside};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, run, 3, &field, RDG_PARAMETERS("r"), &r, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    const double x[6] = {1.0, 5.0, 0.0, 0.4, 5.0, 1.0};
    rdg_segment_add_boundary(
        rdg_segment_add(p, NULL, h,
                        &(rdg_segment_options){.duration = 1.0, .intervals = 6, .count = 2, .x = x}),
        &start);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_ok(ctx, rdg_continue(p, run, RDG_IN_MEMORY));
    rdg_run *done = rdg_run_open(ctx, run);
    const double error = rdg_run_column(done, "error")[0];
    rdg_run_free(done);
    return error;
}

static void what_hardly_changes_has_no_say(void **state)
{
    const double still = error_with(*state, "still", 0.0), beside = error_with(*state, "beside", 1e-9);
    assert_true(still > 0.0 && still < 1e-6);
    assert_true(beside < 1e-6); /* c changes by 1e-11 of its size, of which 1e-6 counts as nothing */
    assert_true(error_with(*state, "moving", 1.0) > 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(what_hardly_changes_has_no_say)};
    return cmocka_run_group_tests_name("ranges of segments", tests, NULL, NULL);
}
