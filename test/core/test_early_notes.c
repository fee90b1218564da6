/* What is said before a run's first chart, and how often a warning came up, is among the run's notes. */
#define _XOPEN_SOURCE 700

#include "problems.h"
#include "run_sql.h"
#include "scratch.h"

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/toolbox.h>

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

static bool warn(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)data;
    rdg_warn(rdg_problem_context(p), "odd places", "point %lld is odd", (long long)chart->point);
    return false;
}

static void what_is_said_early_and_in_the_end_is_kept(void **state)
{
    char path[128];
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.1});
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 2, .m = 1, .f = circle}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx, rdg_continue(p, "c", RDG_RELEASE("y"), RDG_MAX_POINTS(5), RDG_NO_TABLE, RDG_DIRECTION(1),
                                RDG_OBSERVE(warn, NULL)));
    snprintf(path, sizeof path, "%s/c.db", scratch_folder);
    sql_is(path, "select count(*) from note where text like '%circle%central differences%' and point is null",
           "1");
    sql_is(path, "select count(*) from note where text like 'run c: odd places: 6 times in all'", "1");
    assert_non_null(strstr(scratch_said, "6 times in all"));
    assert_null(strstr(strstr(scratch_said, "6 times in all") + 1, "6 times in all"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(what_is_said_early_and_in_the_end_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
