/* link: -Wl,--wrap=rdg_seconds */
/* SQLite's log is removed, renamed or replaced under a run that is written: the next commit begins a new one
 * with all that was in it, and a kill behind that loses nothing that was shown. */
#define _GNU_SOURCE

#include "killed_runs.h"
#include "run_problems.h"

typedef enum harm { REMOVED, RENAMED, REPLACED, N_HARMS } harm;

static struct {
    harm how;
    rdg_index at, killed_at;
} plan;

static void harm_log(void)
{
    char log[160], other[160];
    snprintf(log, sizeof log, "%s", in_scratch("disturbed/curve.db-wal"));
    snprintf(other, sizeof other, "%s", in_scratch("disturbed/other"));
    if (plan.how == RENAMED) {
        assert_int_equal(rename(log, other), 0);
        return;
    }
    assert_int_equal(remove(log), 0);
    if (plan.how == REPLACED) {
        FILE *file = fopen(log, "w");
        assert_non_null(file);
        fclose(file);
    }
}

static bool disturb(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)data;
    if (plan.at > 0 && chart->point == plan.at) {
        harm_log();
    }
    if (plan.killed_at > 0 && chart->point == plan.killed_at) {
        kill(getpid(), SIGKILL);
    }
    return false;
}

static rdg_status run_curve(rdg_context *ctx, bool resumes)
{
    const rdg_option resume = resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END;
    return rdg_continue(winding_problem_of(ctx, "x"), "curve", resume, RDG_RELEASE("x0"), RDG_RELEASE("s"),
                        RDG_WINDOW("s", -4, 4), RDG_STEP(0.02, 1e-6, 0.2), RDG_LABEL_EVERY(1),
                        RDG_OBSERVE(disturb, NULL));
}

static const run_kind curve = {"curve", run_curve, true, BLOCKS("curve"), BLOCKS("x", "s")};

static void a_log_that_is_removed_is_begun_anew(void **state)
{
    (void)state;
    const disturbance none = {.how = LEFT_ALONE};
    clock_speed = 1e6; /* each point is committed */
    plan.at = plan.killed_at = 0;
    run_undisturbed(&curve);
    for (plan.how = REMOVED; plan.how < N_HARMS; plan.how++) {
        for (int killed = 0; killed < 2; killed++) {
            remove_all("disturbed");
            remove_all("shown");
            plan.at = 8 + 2 * (rdg_index)plan.how;
            plan.killed_at = killed ? plan.at + 1 : 0;
            assert_int_equal(run_in_child(&curve, "disturbed", false, &none), killed ? -1 : RDG_OK);
            assert_true(assert_nothing_shown_is_lost() > 8);
            plan.at = plan.killed_at = 0;
            make_whole(&curve);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_log_that_is_removed_is_begun_anew),
    };
    return cmocka_run_group_tests_name("runs: their log is removed", tests, NULL, NULL);
}
