/* A labelled segment keeps the names of its system's parameters, however long they are. */
#include "fresh_context.h"
#include "segments.h"

#include <ridgewalk/run.h>

enum { LONG = 120 };

static int decay(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = -u[1] * u[0];
    return 0;
}

/* x(0) = 1 */
static int begins(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 1.0;
    return 0;
}

/* x' = -p x, with three parameters of which only the last letter of the last one tells which system it is. */
static rdg_problem *problem_of(rdg_context *ctx, char last)
{
    static const rdg_function start = {.name = "start", .n = 6, .m = 1, .f = begins, .by_differences = true};
    char name[3][LONG + 1] = {""};
    for (int k = 0; k < 3; k++) {
        memset(name[k], 'a' + k, LONG);
    }
    name[2][LONG - 1] = last;
    const char *const names[] = {name[0], name[1], name[2], NULL};
    const rdg_hybrid_function field = {.f = decay};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "decay", 1, &field, names, (const double[]){0.5, 0, 0}, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment_add_boundary(
        rdg_segment_add(p, NULL, h, &(rdg_segment_options){.duration = 1.0, .intervals = 2}), &start);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static void long_names_of_parameters_are_compared_to_their_ends(void **state)
{
    rdg_context *ctx = *state;
    assert_ok(ctx, rdg_continue(problem_of(ctx, 'x'), "first", RDG_IN_MEMORY));
    assert_ok(ctx, rdg_continue(problem_of(ctx, 'x'), "same", RDG_FROM("first", 1), RDG_IN_MEMORY));
    rdg_continue(problem_of(ctx, 'y'), "other", RDG_FROM("first", 1), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the solution is of another system");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(long_names_of_parameters_are_compared_to_their_ends)};
    return cmocka_run_group_tests_name("names of segments", tests, NULL, NULL);
}
