/* Runs that are killed and taken up again. */
#define _XOPEN_SOURCE 700

#include "cusp.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 12, KILLS = 50 };

/* A curve with folds in SIZE variables: x_0 = sin s + s / 10, the others follow it; made slow to be killed.
 */
static bool slow;

static int winding(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)data;
    if (slow) {
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    const double s = u[m];
    y[0] = u[0] - sin(s) - 0.1 * s;
    for (rdg_index i = 1; i < m; i++) {
        y[i] = u[i] - u[i - 1] * cos(0.3 * u[i]) * 0.9;
    }
    return 0;
}

static rdg_problem *winding_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "x", SIZE - 1, NULL));
    assert_ok(ctx, rdg_add_variables(p, "s", 1, NULL));
    assert_ok(ctx, rdg_add_zero(p, &(rdg_function){.name = "winding", .n = SIZE, .m = SIZE - 1, .f = winding},
                                RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "x0", "x", 0));
    assert_ok(ctx, rdg_add_parameter(p, "s", "s", 0));
    return p;
}

#define OPTIONS                                                                                              \
    RDG_RELEASE("x0"), RDG_RELEASE("s"), RDG_WINDOW("s", -8, 8), RDG_UZ("s", 2.5), RDG_MAX_POINTS(2000),     \
        RDG_STEP(0.02, 1e-6, 0.1), RDG_NO_TABLE

/* Where runs lie: "whole" or "killed" in the scratch folder. */
static const char *folder(const char *name)
{
    static char path[96];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    return path;
}

/* Run or resume in a process of its own; killed after some time, or left to its end (microseconds < 0). */
static void run_in_child(bool resumes, long microseconds)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_set_run_folder(ctx, folder("killed"));
        rdg_problem *p = winding_problem(ctx);
        slow = microseconds >= 0;
        const rdg_status status = resumes ? rdg_resume(p, "run", OPTIONS) : rdg_continue(p, "run", OPTIONS);
        _exit(status == RDG_OK ? 0 : 1);
    }
    if (microseconds >= 0) {
        nanosleep(
            &(struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000},
            NULL);
        kill(child, SIGKILL);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    if (microseconds < 0) {
        assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    }
}

/* The same rows, labels, types and values, and every solution is there. */
static void assert_same_run(rdg_context *ctx)
{
    rdg_set_run_folder(ctx, folder("whole"));
    rdg_run *whole = rdg_run_open(ctx, "run");
    rdg_set_run_folder(ctx, folder("killed"));
    rdg_run *killed = rdg_run_open(ctx, "run");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(rdg_run_finished(killed));
    assert_int_equal(rdg_run_count(killed), rdg_run_count(whole));
    assert_string_equal(rdg_run_text(killed, "stop_forwards"), rdg_run_text(whole, "stop_forwards"));
    assert_string_equal(rdg_run_text(killed, "stop_backwards"), rdg_run_text(whole, "stop_backwards"));
    assert_near(rdg_run_number(killed, "points"), rdg_run_number(whole, "points"), 0, 0);
    assert_near(rdg_run_number(killed, "folds"), rdg_run_number(whole, "folds"), 0, 0);
    const char *const column[] = {"x0", "s", "step", "next_step"};
    for (rdg_index row = 0; row < rdg_run_count(whole); row++) {
        const rdg_index label = rdg_run_label(whole, row);
        assert_int_equal(rdg_run_point(killed, row), rdg_run_point(whole, row));
        assert_int_equal(rdg_run_label(killed, row), label);
        assert_string_equal(rdg_run_type(killed, row), rdg_run_type(whole, row));
        for (int k = 0; k < 4; k++) {
            assert_near(rdg_run_column(killed, column[k])[row], rdg_run_column(whole, column[k])[row], 1e-9,
                        1e-12);
        }
        double x[SIZE - 1];
        if (label > 0) {
            assert_ok(ctx, rdg_run_solution(killed, label, "x", SIZE - 1, x, NULL));
        }
    }
    rdg_run_free(whole);
    rdg_run_free(killed);
}

static void a_run_killed_fifty_times_becomes_the_whole_run(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 11;
    rdg_set_run_folder(ctx, folder("whole"));
    assert_ok(ctx, rdg_continue(winding_problem(ctx), "run", OPTIONS));
    int unfinished = 0;
    for (int kill_number = 0; kill_number < KILLS;) {
        run_in_child(false, (long)(40000.0 * (1.0 + random_signed(&seed))));
        kill_number++;
        while (random_signed(&seed) > 0.0 && kill_number < KILLS) { /* and killed again while it goes on */
            run_in_child(true, (long)(30000.0 * (1.0 + random_signed(&seed))));
            kill_number++;
        }
        rdg_set_run_folder(ctx, folder("killed"));
        rdg_run *run = rdg_run_open(ctx, "run");
        unfinished += run && !rdg_run_finished(run);
        rdg_run_free(run);
        rdg_error_clear(ctx); /* killed before there was anything */
        run_in_child(true, -1);
        assert_same_run(ctx);
    }
    assert_true(unfinished > 10);
}

static void a_complete_run_is_left_as_it_is(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary first, second;
    rdg_problem *p = cusp_problem(ctx);
    assert_ok(ctx, rdg_resume(p, "r", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE,
                              RDG_SUMMARY(&first)));
    assert_ok(ctx, rdg_resume(p, "r", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE,
                              RDG_SUMMARY(&second)));
    assert_non_null(strstr(scratch_said, "run r is complete: nothing to resume"));
    assert_int_equal(second.points, first.points);
    assert_int_equal(second.folds, 2);
    assert_int_equal(second.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(second.iterations, first.iterations);
}

/* An observer that ends the process's view of the run: what a kill leaves, without one. */
static bool leave_unfinished(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)data;
    if (chart->point == 15) {
        rdg_fail(rdg_problem_context(p), RDG_ERR_CALLBACK, "test", "killed");
    }
    return false;
}

static void other_options_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE,
                 RDG_OBSERVE(leave_unfinished, NULL));
    assert_failed(ctx, RDG_ERR_CALLBACK, "killed");
    rdg_resume(p, "r", RDG_RELEASE("la"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "first_active = \"ka\", not \"la\"");
    rdg_resume(p, "r", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE, RDG_ANGLE(3));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "angle_rad");
    assert_ok(ctx, rdg_resume(p, "r", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "r");
    assert_true(rdg_run_finished(run));
    rdg_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_run_killed_fifty_times_becomes_the_whole_run),
        SCRATCH_TEST(a_complete_run_is_left_as_it_is),
        SCRATCH_TEST(other_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
