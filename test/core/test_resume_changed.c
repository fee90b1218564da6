/* A run that was cut off and is taken up with another problem: it says so. */
#define _XOPEN_SOURCE 700
#include "problems.h"
#include "scratch.h"
#include "toolbox.h"

/* A circle with a dent behind a certain height. */
typedef struct dented {
    double r, dent;
    int charts;
} dented;

static int dented_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const dented *k = data;
    const double above = u[1] > 0.76 ? u[1] - 0.76 : 0.0;
    y[0] = u[0] * u[0] + u[1] * u[1] - k->r * k->r - k->dent * above * above;
    return 0;
}

static bool cut_off(rdg_problem *p, const rdg_chart *chart, void *data)
{
    dented *k = data;
    (void)chart;
    if (++k->charts == 15) {
        rdg_fail(rdg_problem_context(p), RDG_ERR_CALLBACK, "test", "cut off");
    }
    return false;
}

/* Cut off after 15 charts, the labels being those of every 6th; then taken up with another dent and radius.
 */
static rdg_status take_up(rdg_context *ctx, double r, double dent)
{
    dented k = {.r = 1.0};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "dented", .n = 2, .m = 1, .f = dented_f, .data = &k}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    const rdg_option options[] = {
        RDG_RELEASE("y"),   RDG_STEP(0.05, 1e-6, 0.05),      RDG_LABEL_EVERY(6),
        RDG_MAX_POINTS(30), RDG_OBSERVE(cut_off, &k),        RDG_NO_TABLE,
        RDG_DIRECTION(1),   RDG_CHECKPOINT("cut", NULL, &k), {.kind = RDG_OPTION_END}};
    rdg_continue_list(p, "c", options);
    assert_failed(ctx, RDG_ERR_CALLBACK, "cut off");
    k.r = r;
    k.dent = dent;
    const rdg_status status = rdg_resume_list(p, "c", options);
    rdg_problem_free(p);
    return status;
}

static void same_problem_goes_on_without_a_word(void **state)
{
    scratch_said[0] = '\0';
    assert_ok(*state, take_up(*state, 1.0, 0.0));
    assert_null(strstr(scratch_said, "warning"));
}

static void label_that_no_longer_solves_is_refused(void **state)
{
    assert_int_equal(take_up(*state, 1.0 + 1e-5, 0.0), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "does not solve this problem");
}

static void points_that_differ_are_warned_of(void **state)
{
    scratch_said[0] = '\0';
    assert_ok(*state, take_up(*state, 1.0, 0.05));
    assert_non_null(strstr(scratch_said, "has the problem changed?"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(same_problem_goes_on_without_a_word),
        SCRATCH_TEST(label_that_no_longer_solves_is_refused),
        SCRATCH_TEST(points_that_differ_are_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
