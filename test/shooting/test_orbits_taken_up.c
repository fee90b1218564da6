/* Runs of orbits that another process goes on with: from one of their solutions, or where they were cut off.
 * The sequence of events comes with the solution. */
#define _GNU_SOURCE

#include "../core/moments.h"
#include "../run_sql.h"
#include "../scratch.h"
#include "orbit_run.h"
#include "orbit_scenarios.h"

#include <ridgewalk/toolbox.h>

#include <sys/wait.h>

enum { MOST = 200 };

static void run_folder(rdg_context *ctx, const char *part)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, part);
    rdg_set_run_folder(ctx, path);
}

/* Run or resume in a process of its own, which kills itself at a call to the disk; 0: not. True: it came to
 * its end. */
static bool in_child(const scenario *what, bool resumes, long at)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        run_folder(ctx, "killed");
        rdg_problem *p = rdg_shooting_problem(what->make(ctx));
        moments = 0;
        last_moment = at > 0 ? at : -1;
        const rdg_status status = what->run(p, what->name, resumes);
        if (status != RDG_OK) {
            fprintf(stderr, "%s: %s\n", what->name, rdg_error_message(ctx));
        }
        _exit(status == RDG_OK ? 0 : 1);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) ? WTERMSIG(how) == SIGKILL : WEXITSTATUS(how) == 0);
    return WIFEXITED(how);
}

static long run_whole(rdg_context *ctx, const scenario *what)
{
    run_folder(ctx, "whole");
    rdg_problem *p = rdg_shooting_problem(what->make(ctx));
    assert_non_null(p);
    moments = 0;
    last_moment = -1;
    assert_ok(ctx, what->run(p, what->name, false));
    return moments;
}

/* Rows, labels, types, values, and how the run ended. */
static void assert_same_run(rdg_context *ctx, const scenario *what)
{
    run_folder(ctx, "whole");
    rdg_run *whole = rdg_run_open(ctx, what->name);
    run_folder(ctx, "killed");
    rdg_run *killed = rdg_run_open(ctx, what->name);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(rdg_run_finished(killed));
    assert_string_equal(rdg_run_text(killed, "stop"), rdg_run_text(whole, "stop"));
    assert_int_equal(rdg_run_count(killed), rdg_run_count(whole));
    for (rdg_index row = 0; row < rdg_run_count(whole); row++) {
        assert_int_equal(rdg_run_label(killed, row), rdg_run_label(whole, row));
        assert_string_equal(rdg_run_type(killed, row), rdg_run_type(whole, row));
    }
    const char *const columns[] = {"T", "norm", what->parameter};
    for (int k = 0; k < 3; k++) {
        const double *a = rdg_run_column(whole, columns[k]), *b = rdg_run_column(killed, columns[k]);
        for (rdg_index row = 0; row < rdg_run_count(whole); row++) {
            assert_near(b[row], a[row], 1e-9, 1e-12);
        }
    }
    rdg_run_free(whole);
    rdg_run_free(killed);
}

static void runs_killed_at_any_moment_become_whole(void **state)
{
    uint64_t seed = 5;
    for (int i = 0; i < N_SCENARIOS; i++) {
        const scenario *what = &scenarios[i];
        const long count = run_whole(*state, what);
        for (int k = 0; k < 2; k++) {
            in_child(what, false, 1 + (long)(0.5 * (1 + random_signed(&seed)) * (double)count));
            while (random_signed(&seed) > 0.0) {
                in_child(what, true, 1 + (long)(0.25 * (1 + random_signed(&seed)) * (double)count));
            }
            assert_true(in_child(what, true, 0));
            assert_same_run(*state, what);
        }
    }
}

static void a_run_says_what_system_it_is_of(void **state)
{
    char path[128];
    run_whole(*state, &scenarios[1]);
    snprintf(path, sizeof path, "%s/whole/impact.db", scratch_folder);
    sql_is(path, "select count(*) > 0 from model where part = 'phase' and key = 'states' and value >= 2",
           "1");
    sql_is(path, "select count(*) > 0 from model where part = 'event surface' and key = 'from'", "1");
    sql_is(path, "select count(*) from model where part = 'parameter' and name = 'A'", "1");
}

/* What another process had, as it went. */
typedef struct seen {
    rdg_shooting *s;
    char *sequence[MOST]; /* by label */
} seen;

static bool note_sequence(rdg_problem *p, const rdg_chart *chart, void *data)
{
    seen *all = data;
    (void)p;
    if (chart->label > 0 && chart->label < MOST) {
        all->sequence[chart->label] = strdup(rdg_shooting_sequence(all->s));
    }
    return false;
}

static rdg_context *another_process(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, scratch_folder);
    return ctx;
}

static void assert_starts_at(const scenario *what, rdg_index label, const char *sequence)
{
    rdg_context *ctx = another_process();
    rdg_shooting *s = what->make(ctx);
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_run *before = rdg_run_open(ctx, "seen");
    const rdg_index row = rdg_run_row_of_label(before, label);
    const rdg_status status = rdg_continue(p, "there", RDG_FROM("seen", label), RDG_RELEASE(what->parameter),
                                           RDG_MAX_POINTS(1), RDG_IN_MEMORY);
    if (status == RDG_ERR_SINGULAR && strcmp(rdg_run_type(before, row), "DU") == 0) {
        rdg_context_free(ctx); /* a segment without duration that touches its surface: a matter of rounding */
        return;
    }
    assert_ok(ctx, status);
    assert_string_equal(rdg_shooting_sequence(s), sequence);
    rdg_run *here = rdg_run_open(ctx, "there");
    const rdg_index start = rdg_run_row_of_label(here, 1);
    assert_near(rdg_run_column(here, "T")[start], rdg_run_column(before, "T")[row], 1e-10, 0);
    assert_near(rdg_run_column(here, "norm")[start], rdg_run_column(before, "norm")[row], 1e-7, 0);
    rdg_context_free(ctx);
}

static void an_orbit_of_any_sequence_is_a_start_for_another_process(void **state)
{
    int others = 0;
    for (int i = 0; i < N_SCENARIOS; i++) {
        const scenario *what = &scenarios[i];
        rdg_context *ctx = another_process();
        seen all = {.s = what->make(ctx)};
        char first[200];
        snprintf(first, sizeof first, "%s", rdg_shooting_sequence(all.s));
        assert_ok(ctx, rdg_continue(rdg_shooting_problem(all.s), "seen", RDG_RELEASE(what->parameter),
                                    RDG_WINDOW(what->parameter, what->low, what->high), RDG_MAX_POINTS(160),
                                    RDG_LABEL_EVERY(25), RDG_EXPECT_EARLY_END,
                                    RDG_OBSERVE(note_sequence, &all), RDG_NO_BRANCH_POINTS));
        rdg_context_free(ctx);
        for (rdg_index label = 1; label < MOST && all.sequence[label]; label++) {
            assert_starts_at(what, label, all.sequence[label]);
            others += strcmp(first, all.sequence[label]) != 0;
            free(all.sequence[label]);
        }
    }
    assert_true(others > 10);
    (void)state;
}

/* A run from the start values begins with the first sequence, whatever the run before it was in. */
static void the_first_orbit_is_a_start_behind_other_sequences(void **state)
{
    rdg_context *ctx = *state;
    const scenario *what = &scenarios[4];
    rdg_shooting *s = what->make(ctx);
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, what->run(p, "once", false));
    assert_string_equal(rdg_shooting_sequence(s), "joint: stick");
    rdg_run *r = rdg_run_open(ctx, "once");
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "RS", 1));
    assert_ok(ctx, rdg_continue(p, "slips", RDG_FROM("once", label), RDG_IN_MEMORY));
    assert_string_not_equal(rdg_shooting_sequence(s), "joint: stick");
    assert_ok(ctx, rdg_continue(p, "sticks", RDG_IN_MEMORY));
    assert_string_equal(rdg_shooting_sequence(s), "joint: stick");
    assert_near(value_at(ctx, "sticks", "EP", 0, "omega"), 1.6, 0, 0);
    rdg_run_free(r);
}

/* Of the same segments in a system whose names are others. */
static void modes_and_events_that_are_no_longer_there_are_named(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = belt_orbits(ctx);
    assert_ok(ctx, rdg_continue(rdg_shooting_problem(s), "seen", RDG_NO_TABLE));
    rdg_context *next = another_process();
    rdg_hybrid *h =
        rdg_hybrid_create(next, "tape", RDG_PARAMETERS("Fs", "Fk", "v", "z"), (double[]){1, 0.5, 0.2, 0.02});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 2, .field = {.f = belt_slip}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "held", .n = 1, .field = {.f = belt_stick}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "grip",
                                                                .from = "slip",
                                                                .to = "held",
                                                                .surface = {.f = belt_sliding},
                                                                .reset = {.f = belt_held}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "break",
                                                                .from = "held",
                                                                .to = "slip",
                                                                .surface = {.f = belt_margin},
                                                                .reset = {.f = belt_torn}});
    rdg_problem *p = rdg_shooting_problem(
        rdg_shooting_create(h, &(rdg_shooting_options){.mode = "held", .transient = 50.0}));
    rdg_continue(p, "there", RDG_FROM("seen", 1), RDG_IN_MEMORY);
    assert_failed(
        next, RDG_ERR_NAME,
        "the orbit to start from has the phase \"stick\", event surface \"break\", event surface \"catch\"");
    rdg_continue(p, "there", RDG_FROM("seen", 1), RDG_IN_MEMORY);
    assert_failed(next, RDG_ERR_NAME, "it has the phases slip, held and the event surfaces grip, break");
    rdg_context_free(next);
}

/* Period doublings of two sequences, and one of orbits that are doubled themselves. */
static void orbits_are_doubled_in_another_process(void **state)
{
    rdg_context *ctx = *state;
    assert_ok(ctx, down(rdg_shooting_problem(stop_orbits(ctx)), "stop", false));
    rdg_run *r = rdg_run_open(ctx, "stop");
    for (rdg_index k = 0; rdg_run_find(r, "PD", k) >= 0; k++) {
        const rdg_index row = rdg_run_find(r, "PD", k);
        const double omega = rdg_run_column(r, "omega")[row];
        rdg_context *next = another_process();
        rdg_shooting *d = rdg_shooting_double(slider_orbits(next), "stop", rdg_run_label(r, row));
        assert_null(d); /* of another system */
        rdg_error_clear(next);
        d = rdg_shooting_double(stop_orbits(next), "stop", rdg_run_label(r, row));
        assert_non_null(d);
        assert_ok(next, rdg_continue(rdg_shooting_problem(d), "doubled", RDG_RELEASE("omega"),
                                     RDG_WINDOW("omega", omega - 1e-4, omega + 1e-4), rdg_shooting_flip(d)));
        assert_near(value_at(next, "doubled", "BP", 0, "omega"), omega, 1e-9, 0);
        /* and from a solution of these, by who has only orbits of one period */
        rdg_problem *p = rdg_shooting_problem(stop_orbits(next));
        assert_ok(next, rdg_continue(p, "there", RDG_FROM("doubled", 2), RDG_IN_MEMORY));
        assert_near(value_at(next, "there", "EP", 0, "T"), 2 * rdg_run_column(r, "T")[row], 1e-3, 0);
        rdg_context_free(next);
    }
    rdg_run_free(r);
}

int main(void)
{
    watch_the_disk();
    (void)evaluated; /* of systems that count */
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(runs_killed_at_any_moment_become_whole),
        SCRATCH_TEST(a_run_says_what_system_it_is_of),
        SCRATCH_TEST(an_orbit_of_any_sequence_is_a_start_for_another_process),
        SCRATCH_TEST(the_first_orbit_is_a_start_behind_other_sequences),
        SCRATCH_TEST(modes_and_events_that_are_no_longer_there_are_named),
        SCRATCH_TEST(orbits_are_doubled_in_another_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
