/* Runs in processes of their own that are killed, or whose calls to the disk fail; what they have shown is in
 * the store, and who goes on with them gets the undisturbed run, bit for bit. */
#ifndef RDG_TEST_KILLED_RUNS_H
#define RDG_TEST_KILLED_RUNS_H

#include "disk_calls.h"
#include "fast_clock.h"
#include "same_file.h"
#include "same_run.h"
#include "scratch.h"
#include "shown_lines.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

/* --- kinds of runs */

typedef struct run_kind {
    const char *name;
    rdg_status (*run)(rdg_context *ctx, bool resumes);
    bool resumes;                                 /* else it is begun anew */
    const char *const *run_names, *const *blocks; /* whose blocks are compared beside all files */
} run_kind;

/* --- what happens to them */

typedef struct disturbance {
    enum { LEFT_ALONE, KILLED_BEFORE, KILLED_IN_THE_MIDDLE, KILLED_BEHIND, FAILS, FAILS_EVER_SINCE } how;
    disk_kind kind;
    long at;           /* the call of this kind, from 1 */
    long microseconds; /* > 0: killed from outside after so long */
} disturbance;

/* Of the process that runs, told to the one that waits for it. */
typedef struct disk_account {
    long calls[N_DISK_KINDS];
    char message[1024];
    double seconds;
} disk_account;

static disturbance planned;
static disk_account *account; /* shared */

static bool is_meant(disk_kind kind)
{
    const long at = account->calls[kind];
    return planned.how != LEFT_ALONE && planned.at > 0 && kind == planned.kind &&
           (at == planned.at || (planned.how == FAILS_EVER_SINCE && at > planned.at));
}

static int disturb_before(disk_kind kind)
{
    account->calls[kind]++;
    if (is_meant(kind) && (planned.how == KILLED_BEFORE || planned.how == KILLED_IN_THE_MIDDLE)) {
        kill(getpid(), SIGKILL);
    }
    return is_meant(kind) && (planned.how == FAILS || planned.how == FAILS_EVER_SINCE)
               ? (kind == DISK_WRITE ? ENOSPC : EIO)
               : 0;
}

static void disturb_behind(disk_kind kind)
{
    if (is_meant(kind) && planned.how == KILLED_BEHIND) {
        kill(getpid(), SIGKILL);
    }
}

static bool is_written_in_part(void)
{
    return planned.how == KILLED_IN_THE_MIDDLE && planned.kind == DISK_WRITE &&
           account->calls[DISK_WRITE] + 1 == planned.at;
}

static const char *in_scratch(const char *part)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, part);
    return path;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

_Noreturn static void be_child(const run_kind *kind, const char *part, bool resumes, const disturbance *what)
{
    int shown = open(in_scratch("shown"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, show_line, &shown);
    rdg_set_run_folder(ctx, in_scratch(part));
    planned = *what;
    before_disk_call = disturb_before;
    after_disk_call = disturb_behind;
    is_half_written = is_written_in_part;
    const double begin = now_s();
    const rdg_status answer = kind->run(ctx, resumes);
    const rdg_status status = answer == RDG_OK ? RDG_OK : rdg_error_status(ctx);
    account->seconds = now_s() - begin;
    before_disk_call = NULL;
    snprintf(account->message, sizeof account->message, "%s", rdg_error_message(ctx));
    _exit((int)status);
}

/* Start it; its process. */
static pid_t begin_run(const run_kind *kind, const char *part, bool resumes, const disturbance *what)
{
    if (!account) {
        account = mmap(NULL, sizeof *account, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        assert_true(account != MAP_FAILED);
    }
    memset(account, 0, sizeof *account);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        be_child(kind, part, resumes, what);
    }
    return child;
}

/* Its status; -1: it was killed. Nothing else ends it. */
static int end_run(pid_t child)
{
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how) || WTERMSIG(how) == SIGKILL);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

static int run_in_child(const run_kind *kind, const char *part, bool resumes, const disturbance *what)
{
    const pid_t child = begin_run(kind, part, resumes, what);
    if (what->microseconds > 0) {
        nanosleep(&(struct timespec){.tv_sec = what->microseconds / 1000000,
                                     .tv_nsec = what->microseconds % 1000000 * 1000},
                  NULL);
        kill(child, SIGKILL);
    }
    return end_run(child);
}

/* --- what is true of them */

/* A context that reads, and holds nothing between two looks: the runs change meanwhile. */
static rdg_context *reader_of(const char *part)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, in_scratch(part));
    return ctx;
}

static long assert_nothing_shown_is_lost(void)
{
    rdg_context *ctx = reader_of("disturbed");
    const long lines =
        access(in_scratch("shown"), F_OK) == 0 ? assert_shown_is_stored(ctx, in_scratch("shown")) : 0;
    rdg_context_free(ctx);
    return lines;
}

static const char *walked; /* the folder whose files are compared with the other's */

static int compare_file(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about, (void)kind, (void)place;
    char name[128];
    snprintf(name, sizeof name, "%s", path + strlen(in_scratch(walked)));
    char *end = strrchr(name, '.');
    if (end && strcmp(end, ".db") == 0) {
        *end = '\0';
        assert_int_equal(same_file_differences("whole", "disturbed", name, planned.at), 0);
    }
    return 0;
}

/* All files of the undisturbed run, also those that it makes on its way, and no others. */
static void assert_same_files(void)
{
    for (int k = 0; k < 2; k++) {
        walked = k == 0 ? "whole" : "disturbed";
        assert_int_equal(nftw(in_scratch(walked), compare_file, 8, FTW_PHYS), 0);
    }
}

static void assert_as_undisturbed(const run_kind *kind)
{
    assert_same_files();
    rdg_context *whole = reader_of("whole"), *disturbed = reader_of("disturbed");
    for (const char *const *name = kind->run_names; *name; name++) {
        rdg_run *a = rdg_run_open(whole, *name), *b = rdg_run_open(disturbed, *name);
        assert_ok(whole, rdg_error_status(whole));
        assert_ok(disturbed, rdg_error_status(disturbed));
        if (kind->blocks) {
            assert_same_run(whole, a, b, kind->blocks);
        }
    }
    rdg_context_free(whole);
    rdg_context_free(disturbed);
}

static void remove_all(const char *part)
{
    char path[128];
    snprintf(path, sizeof path, "%s", in_scratch(part));
    nftw(path, scratch_remove, 8, FTW_DEPTH | FTW_PHYS);
}

/* The undisturbed run; *calls: to the disk, of a run that replaces an older one. */
static inline disk_account run_undisturbed(const run_kind *kind)
{
    const disturbance none = {.how = LEFT_ALONE};
    remove_all("whole");
    remove_all("disturbed");
    for (int k = 0; k < 2; k++) {
        assert_int_equal(run_in_child(kind, "whole", false, &none), RDG_OK);
    }
    remove_all("shown");
    return *account;
}

/* Take it up, or begin it anew, and let it come to its end. */
static void make_whole(const run_kind *kind)
{
    const disturbance none = {.how = LEFT_ALONE};
    if (!kind->resumes) {
        remove_all("shown");
    }
    if (run_in_child(kind, "disturbed", kind->resumes, &none) != RDG_OK) {
        print_error("%s: %s\n", kind->name, account->message);
        fail();
    }
    assert_nothing_shown_is_lost();
    assert_as_undisturbed(kind);
}

/* --- at random */

static long random_below(uint64_t *seed, long n)
{
    const long k = (long)(0.5 * (1.0 + random_signed(seed)) * (double)n);
    return k < n ? k : n - 1;
}

/* One in three from outside, the others at a call to the disk, of any of the kinds that there are. */
static inline disturbance random_kill(uint64_t *seed, const disk_account *whole)
{
    if (random_below(seed, 3) == 0) {
        return (disturbance){.microseconds = 1 + random_below(seed, (long)(1.3e6 * whole->seconds))};
    }
    disk_kind kind = (disk_kind)random_below(seed, N_DISK_KINDS);
    while (whole->calls[kind] == 0) {
        kind = (disk_kind)random_below(seed, N_DISK_KINDS);
    }
    return (disturbance){.how = KILLED_BEFORE + random_below(seed, 3),
                         .kind = kind,
                         .at = 1 + random_below(seed, whole->calls[kind])};
}

/* Kill so many runs of a kind, each `twice`-th of them once more when it is gone on with; at this speed of
 * the clock: 1, and short runs become a file at their end, or 1e6, and they have one from the first point on.
 */
static inline void kill_at_random(const run_kind *kind, int runs, int twice, double speed, uint64_t seed)
{
    clock_speed = speed;
    const disk_account whole = run_undisturbed(kind);
    for (int killed = 0, trial = 0; killed < runs; trial++) {
        if (trial % 2 == 0) {
            remove_all("disturbed"); /* else there is an older run */
        }
        remove_all("shown");
        disturbance what = random_kill(&seed, &whole);
        killed += run_in_child(kind, "disturbed", false, &what) < 0;
        assert_nothing_shown_is_lost();
        if (trial % twice == 0) {
            if (!kind->resumes) {
                remove_all("shown");
            }
            what = random_kill(&seed, &whole);
            run_in_child(kind, "disturbed", kind->resumes, &what);
            assert_nothing_shown_is_lost();
        }
        make_whole(kind);
        assert_true(trial < 10 * runs);
    }
}

#endif
