/* A run that lasts longer than a second says on a terminal where it is, and nothing of it elsewhere. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* usleep() */

#include "support.h"

#include <ridgewalk/core.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

static char heard[1 << 16];

static int slow_line(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    usleep(*(const int *)data);
    y[0] = u[1] - u[0];
    return 0;
}

static int slow_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = -1.0;
    values[1] = 1.0;
    return 0;
}

static int make_run(int pause)
{
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){20.0, 20.0});
    rdg_add_zero(
        p, &(rdg_function){.name = "line", .n = 2, .m = 1, .f = slow_line, .df = slow_slope, .data = &pause},
        RDG_ALL);
    rdg_add_parameter(p, "omega", "u", 0);
    rdg_set_unit(p, "omega", "rad/s");
    rdg_continue(p, "slow", RDG_RELEASE("omega"), RDG_WINDOW("omega", 20, 120), RDG_MAX_POINTS(1000),
                 RDG_NO_FOLDER);
    return rdg_exit(ctx);
}

/* What a run says, on a terminal or a pipe. */
static void hear(bool terminal, int pause)
{
    int end[2];
    if (terminal) {
        end[0] = posix_openpt(O_RDWR | O_NOCTTY);
        assert_true(end[0] >= 0 && grantpt(end[0]) == 0 && unlockpt(end[0]) == 0);
        end[1] = open(ptsname(end[0]), O_RDWR | O_NOCTTY);
    } else {
        assert_int_equal(pipe(end), 0);
    }
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0 && end[1] >= 0);
    if (child == 0) {
        dup2(end[1], STDOUT_FILENO);
        dup2(end[1], STDERR_FILENO);
        close(end[0]);
        setenv("TERM", "xterm", 1);
        _exit(make_run(pause));
    }
    close(end[1]);
    size_t used = 0;
    ssize_t n = 0;
    while (used < sizeof heard - 1 && (n = read(end[0], heard + used, sizeof heard - 1 - used)) > 0) {
        used += (size_t)n;
    }
    heard[used] = '\0';
    close(end[0]);
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void a_long_run_tells_place_rate_and_what_is_left(void **state)
{
    (void)state;
    hear(true, 4000);
    assert_non_null(strstr(heard, "\r\033[Kslow: "));
    assert_non_null(strstr(heard, " points, "));
    assert_non_null(strstr(heard, " a second, f = "));
    assert_non_null(strstr(heard, " s left"));
    const char *last = NULL; /* taken away before the last line of the table */
    for (const char *at = heard; (at = strstr(at, "\r\033[K")) != NULL; at++) {
        last = at;
    }
    assert_non_null(last);
    assert_null(strstr(last, "a second"));
    assert_non_null(strstr(last, "boundary of the domain"));
}

static void nothing_of_it_is_in_a_pipe(void **state)
{
    (void)state;
    hear(false, 4000);
    assert_null(strchr(heard, '\033'));
    assert_null(strstr(heard, "a second"));
    assert_non_null(strstr(heard, "boundary of the domain"));
}

static void a_short_run_tells_nothing(void **state)
{
    (void)state;
    hear(true, 0);
    assert_null(strchr(heard, '\033'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_run_tells_place_rate_and_what_is_left),
        cmocka_unit_test(nothing_of_it_is_in_a_pipe),
        cmocka_unit_test(a_short_run_tells_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
