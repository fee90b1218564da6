/* What a run goes on with: variables that change their meaning, rows of a run that was cut off, Ctrl-C. */
#define _GNU_SOURCE

#include "scratch.h"
#include "support.h"

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/run_writer.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/transport.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

/* A circle x^2 + y^2 = 1 in a = x / scale, whose scale is another one at each third point. */
typedef struct scaled {
    double scale, before, at_start;
    int chosen, restored, finished;
} scaled;

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const scaled *s = data;
    (void)n, (void)m;
    y[0] = s->scale * s->scale * u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

static int see_scale(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const scaled *s = data;
    (void)n, (void)m;
    y[0] = s->scale;
    y[1] = s->scale * u[0];
    return 0;
}

static int choose(rdg_problem *p, const rdg_chart *chart, void *data)
{
    scaled *s = data;
    (void)p;
    if (chart->point % 3 != 0 || chart->point == 0) {
        return 0;
    }
    s->before = s->scale;
    s->scale *= 1.25;
    s->chosen++;
    return 1;
}

static void carry(rdg_problem *p, double *u, void *data)
{
    const scaled *s = data;
    (void)p;
    u[0] *= s->before / s->scale;
}

static void undo(rdg_problem *p, void *data)
{
    scaled *s = data;
    (void)p;
    s->scale = s->before;
}

static void restore(rdg_problem *p, const rdg_chart *start, void *data)
{
    scaled *s = data;
    (void)p, (void)start;
    s->before = s->scale;
    s->scale = s->at_start;
    s->restored++;
}

static void finish(rdg_problem *p, const rdg_chart *start, void *data)
{
    scaled *s = data;
    (void)p, (void)start;
    s->at_start = s->scale;
    s->finished++;
}

static void variables_change_their_meaning_along_a_curve(void **state)
{
    rdg_context *ctx = *state;
    scaled s = {.scale = 1.0, .at_start = 1.0};
    static const char *const names[] = {"scale", "x"};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (const double[]){1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 2, .m = 1, .f = circle, .data = &s}, RDG_ALL);
    rdg_add_monitor(p, &(rdg_function){.name = "see", .n = 2, .m = 2, .f = see_scale, .data = &s}, RDG_ALL,
                    names, RDG_REGULAR);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx, rdg_add_transport(p, &(rdg_transport){choose, carry, undo, restore, finish, &s}));
    assert_ok(ctx, rdg_continue(p, "scaled", RDG_RELEASE("y"), RDG_WINDOW("y", -0.9, 0.9),
                                RDG_STEP(0.05, 1e-6, 0.05), RDG_LABEL_EVERY(1), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "scaled");
    const rdg_index n = rdg_run_count(run), middle = n / 2;
    const double *y = rdg_run_column(run, "y"), *x = rdg_run_column(run, "x"),
                 *scale = rdg_run_column(run, "scale"), *a = rdg_run_column(run, "u[0]");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(n, 29);
    assert_true(s.chosen == 8 && s.restored >= 1 && s.finished >= 1);
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index k = llabs(rdg_run_point(run, i)); /* both sides begin with the scale of the start */
        assert_near(scale[i], pow(1.25, (double)(k > 0 ? (k - 1) / 3 : 0)), 1e-15, 0.0);
        assert_near(a[i] * scale[i], x[i], 1e-15, 0.0);
        assert_near(x[i], sqrt(1.0 - y[i] * y[i]), 1e-9, 0.0);
        assert_near(y[i], -y[n - 1 - i], 1e-9, 1e-12);
    }
    for (rdg_index i = middle; i < n - 2; i++) { /* along the tangent of the ellipse in force */
        const double c = scale[i + 1], t[] = {-y[i], c * x[i]};
        const double along = t[0] * (x[i + 1] - x[i]) / c + t[1] * (y[i + 1] - y[i]);
        assert_near(along / hypot(t[0], t[1]), 0.05 * sqrt(2.0), 1e-6, 0.0);
    }
    rdg_run_free(run);
}

/* --- rows of a run that was cut off */

static const rdg_written_column column = {"s", "m", true};
static const rdg_written_block block = {"q", 2};

static rdg_run_writer *open_writer(rdg_context *ctx, bool resumes)
{
    rdg_run_writer *w = rdg_run_writer_open(ctx, &(rdg_run_writer_options){.name = "rows",
                                                                           .resumes = resumes,
                                                                           .columns = 1,
                                                                           .column = &column,
                                                                           .blocks = 1,
                                                                           .block = &block});
    assert_ok(ctx, rdg_error_status(ctx));
    return w;
}

static void add_row(rdg_context *ctx, rdg_run_writer *w, rdg_index point, bool labelled)
{
    const double s = 0.5 * (double)point, q[] = {s + 0.125, -s}, memory[] = {7.0 + s, 8.0, 9.0 - s};
    assert_ok(ctx, rdg_run_writer_add(w, &(rdg_written_row){.point = point,
                                                            .labelled = labelled,
                                                            .column = &s,
                                                            .state = q,
                                                            .memory = memory,
                                                            .n_memory = 3}));
}

static void a_run_is_taken_up_at_its_last_labelled_row(void **state)
{
    rdg_context *ctx = *state;
    double q[2] = {0.0}, memory[3] = {0.0};
    rdg_taken_up at = {.point = -1};
    rdg_run_writer *w = open_writer(ctx, true);
    assert_ok(ctx, rdg_run_writer_take_up(w, q, memory, 3, &at));
    assert_false(at.is_there || at.is_complete);
    for (rdg_index point = 0; point < 6; point++) {
        add_row(ctx, w, point, point % 2 == 1 && point < 5);
    }
    (void)rdg_fail(ctx, RDG_ERR_CALLBACK, "test", "cut off");
    rdg_run_writer_close(w, "cut off", NULL);
    rdg_error_clear(ctx);
    w = open_writer(ctx, true);
    assert_ok(ctx, rdg_run_writer_take_up(w, q, memory, 3, &at));
    assert_true(at.is_there && !at.is_complete);
    assert_int_equal(at.point, 3);
    assert_near(q[0], 1.625, 0.0, 0.0);
    assert_near(q[1], -1.5, 0.0, 0.0);
    assert_near(memory[0], 8.5, 0.0, 0.0);
    assert_near(memory[1], 8.0, 0.0, 0.0);
    assert_near(memory[2], 7.5, 0.0, 0.0);
    for (rdg_index point = 4; point < 8; point++) { /* two of them are there already */
        add_row(ctx, w, point, point == 7);
    }
    assert_ok(ctx, rdg_run_writer_close(w, "end", NULL));
    w = open_writer(ctx, true);
    assert_ok(ctx, rdg_run_writer_take_up(w, q, memory, 3, &at));
    assert_true(at.is_complete);
    assert_ok(ctx, rdg_run_writer_close(w, "end", NULL));
    rdg_run *run = rdg_run_open(ctx, "rows");
    assert_int_equal(rdg_run_count(run), 8);
    for (rdg_index i = 0; i < 8; i++) {
        assert_int_equal(rdg_run_point(run, i), i);
        assert_near(rdg_run_column(run, "s")[i], 0.5 * (double)i, 0.0, 0.0);
    }
    rdg_run_free(run);
}

/* --- Ctrl-C */

static void interrupts_are_seen_while_watched(void **state)
{
    (void)state;
    rdg_interrupt_forget();
    rdg_interrupts_watch();
    rdg_interrupts_watch();
    assert_false(rdg_interrupted());
    rdg_interrupts_leave();
    raise(SIGINT); /* one watches still */
    assert_true(rdg_interrupted());
    rdg_interrupts_leave();
    assert_true(rdg_interrupted());
    rdg_interrupt_forget();
    assert_false(rdg_interrupted());
    const pid_t child = fork();
    if (child == 0) {
        raise(SIGINT); /* nobody watches: it ends the process */
        _exit(0);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGINT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(variables_change_their_meaning_along_a_curve),
        SCRATCH_TEST(a_run_is_taken_up_at_its_last_labelled_row),
        SCRATCH_TEST(interrupts_are_seen_while_watched),
    };
    return cmocka_run_group_tests_name("values of runs that go on", tests, NULL, NULL);
}
