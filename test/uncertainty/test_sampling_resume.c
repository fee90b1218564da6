/* Samples of a model that are interrupted by Ctrl-C, or killed, and gone on with. */
#define _GNU_SOURCE

#include "scratch.h"

#include <ridgewalk/sampling.h>
#include <ridgewalk/toolbox.h>

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { CASES = 40, RESULTS = 2, NUMBERS = CASES * RESULTS };

static const rdg_uncertain quantities[] = {RDG_UNIFORM("a", 0, 1), RDG_UNIFORM("b", 1, 2)};
static const rdg_sampling plan = {
    .method = RDG_SOBOL_POINTS, .samples = CASES, .n = 2, .quantity = quantities};

/* What happens in which case */
typedef struct events {
    rdg_index interrupt, kill, fail_from; /* cases; 0: never */
    atomic_int calls;
} events;

static rdg_status model(rdg_context *own, rdg_index number, const double *value, double *result, void *data)
{
    events *e = data;
    atomic_fetch_add(&e->calls, 1);
    result[0] = value[0] / value[1];
    result[1] = (double)number;
    if (number == e->interrupt) {
        raise(SIGINT);
        return rdg_fail(own, RDG_ERR_INTERRUPTED, "model", "its run has ended");
    }
    if (number == e->kill) {
        raise(SIGKILL);
    }
    return e->fail_from && number >= e->fail_from ? RDG_ERR_NO_CONVERGENCE : RDG_OK;
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    return path;
}

static rdg_status resume(rdg_context *ctx, events *e, double *result)
{
    return rdg_sampling_resume(ctx, path_of("cases"), &plan, model, e, RESULTS, result);
}

static int count_numbers(const double *result)
{
    int count = 0;
    for (int k = 0; k < CASES; k++) {
        count += !isnan(result[k]);
        assert_int_equal(isnan(result[k]) != 0, isnan(result[CASES + k]) != 0);
        assert_true(isnan(result[k]) || result[CASES + k] == k + 1);
    }
    return count;
}

static void compute_whole(rdg_context *ctx, double *whole)
{
    events none = {0};
    assert_ok(ctx, rdg_sampling_compute(ctx, &plan, model, &none, RESULTS, whole));
    assert_int_equal(none.calls, CASES);
}

/* Without a file the results are in memory. The case under way is not: it may have ended anyhow. */
static void ctrl_c_ends_the_cases_and_keeps_what_is_computed(void **state)
{
    double result[NUMBERS];
    events e = {.interrupt = 10};
    const long before = rdg_warnings(*state);
    rdg_sampling_compute(*state, &plan, model, &e, RESULTS, result);
    assert_failed(*state, RDG_ERR_INTERRUPTED,
                  "9 of 40 cases are computed, the others NaN; rdg_sampling_resume()");
    assert_int_equal(rdg_warnings(*state), before); /* cases that were not computed have not failed */
    assert_int_equal(e.calls, 10);
    assert_int_equal(count_numbers(result), 9);
    rdg_sampling_compute(*state, &plan, model, &e, RESULTS, result);
    assert_failed(*state, RDG_ERR_INTERRUPTED, "0 of 40");
    assert_int_equal(e.calls, 10);
    rdg_interrupt_forget();
    struct sigaction now;
    sigaction(SIGINT, NULL, &now);
    assert_true(now.sa_handler == SIG_DFL);
}

static void the_same_call_goes_on(void **state)
{
    for (int threads = 1; threads <= 3; threads += 2) {
        double whole[NUMBERS], result[NUMBERS];
        rdg_threads(*state, threads);
        compute_whole(*state, whole);
        events e = {.interrupt = 25};
        resume(*state, &e, result);
        assert_failed(*state, RDG_ERR_INTERRUPTED, "the same call goes on");
        rdg_interrupt_forget();
        const int computed = count_numbers(result);
        assert_true(computed >= 20 && computed < CASES);
        events rest = {0};
        assert_ok(*state, resume(*state, &rest, result));
        assert_int_equal(rest.calls, CASES - computed);
        assert_memory_equal(result, whole, sizeof whole);
        assert_ok(*state, resume(*state, &rest, result));
        assert_int_equal(rest.calls, CASES - computed);
        assert_memory_equal(result, whole, sizeof whole);
        remove(path_of("cases"));
    }
}

/* Killed in a case, and again; of a line that was cut off nothing is taken. */
static void a_killed_program_goes_on(void **state)
{
    double whole[NUMBERS], result[NUMBERS];
    compute_whole(*state, whole);
    for (int k = 7; k <= 27; k += 10) {
        const pid_t child = fork();
        if (child == 0) {
            events e = {.kill = k};
            resume(*state, &e, result);
            _exit(1);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        FILE *file = fopen(path_of("cases"), "a");
        assert_non_null(file);
        fprintf(file, "%d 3ff00000", k);
        fclose(file);
    }
    events rest = {0};
    assert_ok(*state, resume(*state, &rest, result));
    assert_int_equal(rest.calls, CASES - 26);
    assert_memory_equal(result, whole, sizeof whole);
}

static void cases_that_failed_are_computed_again(void **state)
{
    double whole[NUMBERS], result[NUMBERS];
    compute_whole(*state, whole);
    events e = {.fail_from = 31};
    const long before = rdg_warnings(*state);
    assert_ok(*state, resume(*state, &e, result));
    assert_int_equal(rdg_warnings(*state), before + 1);
    assert_int_equal(count_numbers(result), 30);
    e = (events){0};
    assert_ok(*state, resume(*state, &e, result));
    assert_int_equal(e.calls, 10);
    assert_memory_equal(result, whole, sizeof whole);
}

static void write_file(const char *name, const char *mode, const char *text)
{
    FILE *file = fopen(path_of(name), mode);
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_file_of_another_plan_is_refused(void **state)
{
    double result[4 * NUMBERS];
    events e = {0};
    assert_ok(*state, resume(*state, &e, result));
    const rdg_uncertain wider[] = {quantities[0], RDG_UNIFORM("b", 1, 2.0000001)};
    const rdg_uncertain renamed[] = {quantities[0], RDG_UNIFORM("c", 1, 2)};
    rdg_sampling other[5] = {plan, plan, plan, plan, plan};
    other[0].seed = 1;
    other[1].quantity = wider;
    other[2].quantity = renamed;
    other[3].indices = true;
    other[4].method = RDG_LATIN_HYPERCUBE;
    for (int k = 0; k < 5; k++) {
        rdg_sampling_resume(*state, path_of("cases"), &other[k], model, &e, RESULTS, result);
        assert_failed(*state, RDG_ERR_ARGUMENT, "cases holds cases of another plan");
    }
    rdg_sampling_resume(*state, path_of("cases"), &plan, model, &e, 1, result);
    assert_failed(*state, RDG_ERR_ARGUMENT, "cases holds cases of another plan");
    assert_int_equal(e.calls, CASES);
}

static void other_files_and_damaged_ones_are_refused(void **state)
{
    static const char *const lines[] = {"41 3ff0000000000000 3ff0000000000000 .\n",
                                        "0 .\n",
                                        "x\n",
                                        "\n",
                                        "4 3ff0000000000000 .\n",
                                        "4 3ff0000000000000 3ff0000000000000\n",
                                        "4 3ff000000000000 3ff0000000000000 .\n",
                                        "4 3ff0000000000000 3ff0000000000000 . 5\n"};
    double result[NUMBERS];
    events e = {0};
    write_file("cases", "w", "a letter\n");
    resume(*state, &e, result);
    assert_failed(*state, RDG_ERR_FORMAT, "cases is there and holds no cases");
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        write_file("cases", "w", "");
        e.calls = 0;
        assert_ok(*state, resume(*state, &e, result));
        assert_int_equal(e.calls, CASES);
        write_file("cases", "a", lines[k]);
        resume(*state, &e, result);
        assert_failed(*state, RDG_ERR_FORMAT, "damaged at case 41");
    }
    rdg_sampling_resume(*state, path_of("none/cases"), &plan, model, &e, RESULTS, result);
    assert_failed(*state, RDG_ERR_IO, "none/cases: No such file");
    rdg_sampling_resume(*state, "/dev/null", &plan, model, &e, RESULTS, result);
    assert_failed(*state, RDG_ERR_IO, "/dev/null: it is no file of its own");
    assert_int_equal(e.calls, CASES);
}

/* What a process that was killed while it began the file has left is begun again. */
static void a_plan_that_was_cut_off_is_written_again(void **state)
{
    double result[NUMBERS];
    events e = {0};
    write_file("cases", "w", "ridgewalk ca");
    assert_ok(*state, resume(*state, &e, result));
    assert_ok(*state, resume(*state, &e, result));
    assert_int_equal(e.calls, CASES);
}

static void two_processes_do_not_write_one_file(void **state)
{
    double result[NUMBERS];
    events e = {0};
    const int file = open(path_of("cases"), O_RDWR | O_CREAT, 0666);
    assert_true(file >= 0 && flock(file, LOCK_EX) == 0);
    resume(*state, &e, result);
    assert_failed(*state, RDG_ERR_BUSY, "another process computes these cases");
    close(file);
    assert_int_equal(e.calls, 0);
    assert_ok(*state, resume(*state, &e, result));
}

/* A limit of the size of files in place of a full disk: no result is lost, and a warning names the file. */
static void what_cannot_be_kept_is_computed(void **state)
{
    double whole[NUMBERS], result[NUMBERS];
    events e = {0};
    struct rlimit before;
    compute_whole(*state, whole);
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small = {.rlim_cur = 1000, .rlim_max = before.rlim_max};
    const long warnings = rdg_warnings(*state);
    setrlimit(RLIMIT_FSIZE, &small);
    assert_ok(*state, resume(*state, &e, result));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_memory_equal(result, whole, sizeof whole);
    assert_int_equal(rdg_warnings(*state), warnings + 1);
    assert_non_null(strstr(scratch_said, "cases: File too large: cases are computed, but not kept"));
    e.calls = 0;
    assert_ok(*state, resume(*state, &e, result));
    assert_memory_equal(result, whole, sizeof whole);
    assert_in_range(e.calls, 15, 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(ctrl_c_ends_the_cases_and_keeps_what_is_computed),
                                       SCRATCH_TEST(the_same_call_goes_on),
                                       SCRATCH_TEST(a_killed_program_goes_on),
                                       SCRATCH_TEST(cases_that_failed_are_computed_again),
                                       SCRATCH_TEST(a_file_of_another_plan_is_refused),
                                       SCRATCH_TEST(other_files_and_damaged_ones_are_refused),
                                       SCRATCH_TEST(a_plan_that_was_cut_off_is_written_again),
                                       SCRATCH_TEST(two_processes_do_not_write_one_file),
                                       SCRATCH_TEST(what_cannot_be_kept_is_computed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
