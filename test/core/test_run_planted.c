/* What somebody has put in the place of a run's file, or of those that come to lie beside it: nobody waits
 * for it, and what it leads to stays as it was. */
#define _GNU_SOURCE

#include "problems.h"
#include "scratch.h"

#include <ridgewalk/run_data.h>

#include <fcntl.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

static const char *const places[] = {"run.db", "run.db-wal", "run.db-shm", "run.db-journal", "run.db-lock"};
enum { N_PLACES = sizeof places / sizeof *places, A_WHILE_S = 20 };

typedef enum planted {
    PIPE,
    LINK,
    LINK_TO_NOTHING,
    LINK_TO_PIPE,
    HARD_LINK,
    FOLDER,
    DEVICE,
    N_PLANTED
} planted;

static const char *in_folder(const char *name)
{
    static char path[2][128];
    static int which;
    which = 1 - which;
    snprintf(path[which], sizeof path[which], "%s/%s", scratch_folder, name);
    return path[which];
}

static const char victim_says[] = "precious, and longer than a number of a process";

/* False: it cannot be put there. */
static bool plant(planted what, const char *place)
{
    const char *path = in_folder(place);
    switch (what) {
    case PIPE:
        return mkfifo(path, 0666) == 0;
    case LINK:
        return symlink("victim", path) == 0;
    case LINK_TO_NOTHING:
        return symlink("none", path) == 0;
    case LINK_TO_PIPE:
        return mkfifo(in_folder("pipe"), 0666) == 0 && symlink("pipe", path) == 0;
    case HARD_LINK:
        return link(in_folder("victim"), path) == 0;
    case FOLDER:
        return mkdir(path, 0777) == 0;
    default:
        return mknod(path, S_IFCHR | 0666, makedev(1, 5)) == 0; /* zeros without an end, for the superuser */
    }
}

static rdg_status start(rdg_context *ctx)
{
    return rdg_continue(circle_problem(ctx), "run", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE);
}

static rdg_status go_on(rdg_context *ctx)
{
    return rdg_resume(circle_problem(ctx), "run", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE);
}

static rdg_status look(rdg_context *ctx)
{
    rdg_run *run = rdg_run_open(ctx, "run");
    rdg_run_free(run);
    return rdg_error_status(ctx);
}

static rdg_status export(rdg_context *ctx)
{
    rdg_run *run = rdg_run_open(ctx, "run");
    const rdg_status status = rdg_run_export(run, in_folder("run.csv"), RDG_COLUMN("y", NULL, 1));
    rdg_run_free(run);
    return status == RDG_OK ? RDG_OK : rdg_error_status(ctx);
}

/* In a process of its own, which does not last long: the answer is RDG_OK, or is told in words. */
static void assert_ends(rdg_status (*work)(rdg_context *ctx), const char *what, const char *place,
                        planted kind)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(A_WHILE_S);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_set_run_folder(ctx, scratch_folder);
        const rdg_status status = work(ctx);
        _exit(status == RDG_OK || strlen(rdg_error_message(ctx)) > 20 ? 0 : 1);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    if (!WIFEXITED(how) || WEXITSTATUS(how) != 0) {
        fail_msg("%s with kind %d at %s: %s", what, (int)kind, place,
                 WIFEXITED(how) ? "no words" : "a signal");
    }
}

static void put_victim(void)
{
    FILE *file = fopen(in_folder("victim"), "w");
    assert_non_null(file);
    fputs(victim_says, file);
    fclose(file);
}

static void assert_victim_is_well(const char *place, planted kind)
{
    char text[sizeof victim_says + 8] = "";
    FILE *file = fopen(in_folder("victim"), "r");
    assert_non_null(file);
    (void)!fread(text, 1, sizeof text - 1, file);
    fclose(file);
    if (strcmp(text, victim_says) != 0 || access(in_folder("none"), F_OK) == 0) {
        fail_msg("kind %d at %s was followed", (int)kind, place);
    }
}

static void clear_folder(void)
{
    nftw(scratch_folder, scratch_remove, 8, FTW_DEPTH | FTW_PHYS);
    mkdir(scratch_folder, 0777);
    put_victim();
}

/* before: what is done before something is planted. */
static void plant_everywhere(const char *const *at, int n, rdg_status (*before)(rdg_context *ctx),
                             rdg_status (*work)(rdg_context *ctx), const char *what)
{
    for (int k = 0; k < n; k++) {
        for (planted kind = PIPE; kind < N_PLANTED; kind++) {
            clear_folder();
            if (before) {
                assert_ends(before, "before", at[k], kind);
            }
            if (plant(kind, at[k])) { /* a run that is there leaves no space for another file of its name */
                assert_ends(work, what, at[k], kind);
                assert_victim_is_well(at[k], kind);
            }
        }
    }
}

static void a_run_that_starts_follows_nothing(void **state)
{
    (void)state;
    plant_everywhere(places, N_PLACES, NULL, start, "start");
}

static void a_run_that_replaces_another_follows_nothing(void **state)
{
    (void)state;
    plant_everywhere(places + 1, N_PLACES - 1, start, start, "replace");
}

static void a_run_that_is_gone_on_with_follows_nothing(void **state)
{
    (void)state;
    plant_everywhere(places, N_PLACES, NULL, go_on, "resume");
    plant_everywhere(places + 1, N_PLACES - 1, start, go_on, "resume");
}

static void a_reader_follows_nothing(void **state)
{
    (void)state;
    plant_everywhere(places, N_PLACES, NULL, look, "look");
    plant_everywhere(places + 1, N_PLACES - 1, start, look, "look");
}

/* Under that name the export is written before it takes its own. */
static void an_export_follows_nothing(void **state)
{
    (void)state;
    plant_everywhere((const char *const[]){"run.csv.part"}, 1, start, export, "export");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_run_that_starts_follows_nothing),
        SCRATCH_TEST(a_run_that_replaces_another_follows_nothing),
        SCRATCH_TEST(a_run_that_is_gone_on_with_follows_nothing),
        SCRATCH_TEST(a_reader_follows_nothing),
        SCRATCH_TEST(an_export_follows_nothing),
    };
    return cmocka_run_group_tests_name("runs: what is planted beside them", tests, NULL, NULL);
}
