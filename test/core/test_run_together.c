/* link: -Wl,--wrap=rdg_seconds */
/* Several processes and one run: two that begin it, two that go on with it, one that reads it, and copies
 * that `rdg export` makes meanwhile. */
#define _GNU_SOURCE

#include "killed_kinds.h"
#include "run_sql.h"

enum { SEVERAL = 4 };

static const disturbance none = {.how = LEFT_ALONE};
static const struct timespec evaluation = {.tv_nsec = 5000};

/* So that the run lasts a while. */
static void wait_a_little(void)
{
    nanosleep(&evaluation, NULL);
}

/* All at once: each ends, or reports that another one is writing; one at least ends.
 * Where each begins its runs anew, one may replace the run from which another is just going on. */
static void run_several(const run_kind *kind, bool resumes)
{
    pid_t child[SEVERAL];
    int good = 0;
    for (int k = 0; k < SEVERAL; k++) {
        child[k] = begin_run(kind, "disturbed", resumes, &none);
    }
    for (int k = 0; k < SEVERAL; k++) {
        const int status = end_run(child[k]);
        const bool is_told = status == RDG_ERR_BUSY || (status == RDG_ERR_NAME && !resumes);
        if (status != RDG_OK && !is_told) {
            print_error("%s: status %d: %s\n", kind->name, status, account->message);
            fail();
        }
        good += status == RDG_OK;
    }
    assert_true(good > 0);
    assert_as_undisturbed(kind);
}

static void of_several_writers_the_others_are_told(void **state)
{
    (void)state;
    for (int k = 0; k < N_RUN_KINDS; k++) {
        run_undisturbed(&run_kinds[k]);
        for (int trial = 0; trial < 3; trial++) {
            run_several(&run_kinds[k], false);
        }
    }
}

static void of_several_resumers_the_others_are_told(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int k = 0; k < N_RUN_KINDS; k++) {
        const run_kind *kind = &run_kinds[k];
        const disk_account whole = run_undisturbed(kind);
        for (int trial = 0; kind->resumes && trial < 6; trial++) {
            remove_all("disturbed");
            const disturbance kill_it = random_kill(&seed, &whole);
            run_in_child(kind, "disturbed", false, &kill_it);
            run_several(kind, true);
        }
    }
}

static bool is_under_way(pid_t child)
{
    int how = 0;
    const pid_t ended = waitpid(child, &how, WNOHANG);
    assert_true(ended == 0 || (WIFEXITED(how) && WEXITSTATUS(how) == RDG_OK));
    return ended == 0;
}

/* Rows of a run that are those of the whole one, by their points; all its solutions can be read. */
static rdg_index assert_is_part(rdg_run *part, rdg_run *whole, const char *block)
{
    static double u[64], expected[64];
    for (rdg_index row = 0, at = 0; row < rdg_run_count(part); row++, at++) {
        while (at < rdg_run_count(whole) && rdg_run_point(whole, at) != rdg_run_point(part, row)) {
            at++;
        }
        assert_true(at < rdg_run_count(whole));
        const rdg_index label = rdg_run_label(part, row);
        assert_int_equal(label, rdg_run_label(whole, at));
        assert_true(rdg_run_column(part, "norm")[row] == rdg_run_column(whole, "norm")[at]);
        if (label > 0) {
            const rdg_index n = rdg_run_block_size(part, label, block);
            assert_in_range(n, 1, 64);
            assert_int_equal(rdg_run_solution(part, label, block, n, u, NULL), RDG_OK);
            assert_int_equal(rdg_run_solution(whole, label, block, n, expected, NULL), RDG_OK);
            assert_memory_equal(u, expected, (size_t)n * sizeof *u);
        }
    }
    return rdg_run_count(part);
}

/* A reader sees more and more of it, always whole, and is in nobody's way. */
static void a_reader_sees_a_run_grow(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        const run_kind *kind = &run_kinds[k];
        run_undisturbed(kind);
        at_evaluation = wait_a_little;
        const pid_t child = begin_run(kind, "disturbed", false, &none);
        rdg_context *ctx = reader_of("disturbed"), *other = reader_of("whole");
        rdg_run *whole = rdg_run_open(other, kind->run_names[0]);
        rdg_index rows = 0;
        while (is_under_way(child)) {
            rdg_run *run = rdg_run_open(ctx, kind->run_names[0]);
            if (run) {
                const rdg_index now = assert_is_part(run, whole, kind->blocks[0]);
                assert_true(now >= rows);
                rows = now;
            } else {
                assert_int_equal(rows, 0); /* its first point is not there yet */
            }
            assert_true(run || rdg_error_status(ctx) == RDG_ERR_NAME ||
                        rdg_error_status(ctx) == RDG_ERR_FORMAT);
            rdg_error_clear(ctx);
            rdg_run_free(run);
        }
        assert_true(rows > 0);
        rdg_context_free(ctx);
        rdg_context_free(other);
        assert_as_undisturbed(kind);
        at_evaluation = NULL;
    }
}

static char command[4096];

/* Its exit status. */
static int export_to(const char *run, const char *file)
{
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        execl(command, command, "export", "-d", in_scratch("disturbed"), run, file, (char *)NULL);
        _exit(127);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    return WEXITSTATUS(how);
}

static void copy_file(const char *from, const char *to)
{
    char text[65536];
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    const size_t n = in ? fread(text, 1, sizeof text, in) : 0;
    fwrite(text, 1, n, out);
    fclose(out);
    if (in) {
        fclose(in);
    }
}

/* What had been shown when it was begun is in the copy, which is a sound file. False: there was no run yet.
 */
static bool copy_run(const run_kind *kind)
{
    char copy[128], shown[128];
    snprintf(copy, sizeof copy, "%s/copies/%s.db", scratch_folder, kind->name);
    snprintf(shown, sizeof shown, "%s/copies/shown", scratch_folder);
    copy_file(in_scratch("shown"), shown);
    const int status = export_to(kind->run_names[0], copy);
    rdg_context *ctx = reader_of("copies"), *other = reader_of("whole");
    if (status == 0) {
        rdg_run *whole = rdg_run_open(other, kind->run_names[0]), *run = rdg_run_open(ctx, kind->name);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_is_part(run, whole, kind->blocks[0]);
        sql_is(copy, "pragma integrity_check", "ok");
        rdg_run_free(run);
        assert_shown_is_stored(ctx, shown);
    } else {
        FILE *file = fopen(shown, "r");
        char text[4096] = "";
        assert_true(fread(text, 1, sizeof text - 1, file) < sizeof text);
        fclose(file);
        assert_null(strstr(text, " EP ")); /* nor a line of it */
    }
    rdg_context_free(ctx);
    rdg_context_free(other);
    return status == 0;
}

static void copies_made_at_any_moment_are_whole(void **state)
{
    (void)state;
    const struct timespec moment = {.tv_nsec = 500000};
    mkdir(in_scratch("copies"), 0777);
    for (int k = 0; k < 3; k += 2) {
        const run_kind *kind = &run_kinds[k];
        run_undisturbed(kind);
        at_evaluation = wait_a_little;
        int copies = 0;
        while (copies < 12) {
            remove_all("disturbed");
            remove_all("shown");
            const pid_t child = begin_run(kind, "disturbed", false, &none);
            while (is_under_way(child)) {
                copies += copy_run(kind);
                nanosleep(&moment, NULL);
            }
        }
        assert_as_undisturbed(kind);
        at_evaluation = NULL;
    }
}

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    snprintf(command, sizeof command, "%.*s/../../tools/rdg/rdg", slash ? (int)(slash - argv[0]) : 1,
             slash ? argv[0] : ".");
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(of_several_writers_the_others_are_told),
        SCRATCH_TEST(of_several_resumers_the_others_are_told),
        SCRATCH_TEST(a_reader_sees_a_run_grow),
        SCRATCH_TEST(copies_made_at_any_moment_are_whole),
    };
    return cmocka_run_group_tests_name("runs: several processes", tests, NULL, NULL);
}
