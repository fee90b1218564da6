/* Memory that runs out anywhere in a process, inside the libraries, too: each allocation fails in a process
 * of its own. What comes of it is right, or told. */
#ifndef RDG_TEST_LIBRARY_MEMORY_H
#define RDG_TEST_LIBRARY_MEMORY_H

#include "allocations.h"
#include "oscillators.h"
#include "run_problems.h"
#include "scratch.h"

#include <ridgewalk/fe_files.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/run_data.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

/* --- what is computed */

/* y_i = u_i - sum of sin u_j / 20 over the neighbours - mu */
typedef struct band {
    rdg_index m, width;
} band;

static rdg_index band_first(const band *b, rdg_index j)
{
    return j > b->width ? j - b->width : 0;
}

static rdg_index band_last(const band *b, rdg_index j)
{
    return j + b->width < b->m ? j + b->width : b->m - 1;
}

static int band_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = u[i] - u[m];
        for (rdg_index j = band_first(data, i); j <= band_last(data, i); j++) {
            y[i] -= sin(u[j]) / 20.0;
        }
    }
    return 0;
}

static int band_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    for (rdg_index j = 0; j < m; j++) {
        for (rdg_index i = band_first(data, j); i <= band_last(data, j); i++) {
            *values++ = (i == j ? 1.0 : 0.0) - cos(u[j]) / 20.0;
        }
    }
    for (rdg_index i = 0; i < m; i++) {
        *values++ = -1.0;
    }
    return 0;
}

enum { MOST_M = 240, MOST_ENTRIES = MOST_M * 11 };

static rdg_status follow_band(rdg_context *ctx, band *b)
{
    static rdg_index start[MOST_M + 2], row[MOST_ENTRIES];
    rdg_index count = 0;
    for (rdg_index j = 0; j <= b->m; j++) {
        for (rdg_index i = j < b->m ? band_first(b, j) : 0; i <= (j < b->m ? band_last(b, j) : b->m - 1);
             i++) {
            row[count++] = i;
        }
        start[j + 1] = count;
    }
    const rdg_pattern pattern = {.rows = b->m, .cols = b->m + 1, .start = start, .row = row};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", b->m, NULL);
    rdg_add_variables(p, "mu", 1, NULL);
    rdg_add_zero(p,
                 &(rdg_function){.name = "band",
                                 .n = b->m + 1,
                                 .m = b->m,
                                 .f = band_f,
                                 .df = band_df,
                                 .df_pattern = &pattern,
                                 .by_differences = true,
                                 .data = b},
                 RDG_ALL);
    rdg_add_parameter(p, "mu", "mu", 0);
    rdg_continue(p, "run", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0, 0.5), RDG_NO_TABLE, RDG_MAX_POINTS(4));
    return rdg_error_status(ctx);
}

/* Dense: LAPACK, KINSOL, SQLite. */
static rdg_status follow_curve(rdg_context *ctx)
{
    rdg_continue(winding_problem_of(ctx, "x"), "run", RDG_RELEASE("x0"), RDG_RELEASE("s"),
                 RDG_WINDOW("s", -1, 1), RDG_NO_TABLE, RDG_LABEL_EVERY(3));
    return rdg_error_status(ctx);
}

static rdg_status follow_by_klu(rdg_context *ctx)
{
    static band b = {60, 1};
    return follow_band(ctx, &b);
}

static rdg_status follow_by_umfpack(rdg_context *ctx)
{
    static band b = {MOST_M, 4};
    return follow_band(ctx, &b);
}

static const oscillator light = {
    .c = 0.2, .k3 = 1, .n_harmonics = 2, .harmonics = (const int[]){1, 3}, .samples = 16};

static rdg_status follow_response(rdg_context *ctx)
{
    rdg_hbm *hb = oscillator_hbm(ctx, &light);
    rdg_continue(rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.2)), "run", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", 0.8, 1.0), RDG_NO_TABLE, RDG_LABEL_EVERY(3), RDG_MAX_POINTS(6));
    return rdg_error_status(ctx);
}

/* Matrices from files, and their modes: CHOLMOD, LAPACK. */
static double frequency[6];

static rdg_status find_modes(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_read_calculix(ctx, "bar", "test/data/bar");
    rdg_structure_read_nastran(ctx, "two", "test/data/fe/two.pch"); /* of three, one without mass */
    rdg_structure_read(ctx, "chain", "test/data/fuzz/general.mtx", NULL, "test/data/fuzz/symmetric.mtx");
    if (s && rdg_error_status(ctx) == RDG_OK) {
        rdg_structure_modes(s, 0, NULL, 6, frequency, NULL);
    }
    return rdg_error_status(ctx);
}

typedef struct task {
    const char *name;
    rdg_status (*work)(rdg_context *ctx);
    bool runs; /* writes the run "run" */
} task;

static const task tasks[] = {
    {"curve", follow_curve, true},       {"KLU", follow_by_klu, true}, {"UMFPACK", follow_by_umfpack, true},
    {"response", follow_response, true}, {"modes", find_modes, false},
};
enum { N_TASKS = sizeof tasks / sizeof *tasks };

/* --- in a process of its own */

typedef struct outcome {
    int status;
    long asked;
    double sum[3];
    char message[512], library[LIBRARY_NAME];
} outcome;

static outcome *told; /* shared */

/* Numbers that tell one result from another: rows, and weighed sums of all columns and solutions. */
static void sum_up(const char *folder, double sum[3])
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, folder);
    rdg_run *run = rdg_run_open(ctx, "run");
    const char *column = NULL;
    sum[0] = (double)rdg_run_count(run);
    for (rdg_index k = 0; run && (column = rdg_run_column_name(run, k)); k++) {
        for (rdg_index row = 0; strcmp(column, "time") != 0 && row < rdg_run_count(run); row++) {
            const double value = rdg_run_column(run, column)[row];
            sum[1] += isnan(value) ? 0.0 : (double)(k + 1) * (double)(row + 1) * value;
        }
    }
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const rdg_index label = rdg_run_label(run, row);
        const rdg_index n = label > 0 ? rdg_run_block_size(run, label, rdg_run_block_name(run, 0)) : 0;
        static double u[2 * MOST_M];
        if (n > 0 && rdg_run_solution(run, label, rdg_run_block_name(run, 0), n, u, NULL) == RDG_OK) {
            for (rdg_index i = 0; i < n; i++) {
                sum[2] += (double)(i + 1) * (double)label * u[i];
            }
        }
    }
    if (rdg_error_status(ctx) != RDG_OK && rdg_error_status(ctx) != RDG_ERR_NAME) { /* there may be none */
        sum[0] = -1.0;
        snprintf(told->message, sizeof told->message, "%s", rdg_error_message(ctx));
    }
    rdg_context_free(ctx);
}

_Noreturn static void be_short_of_memory(const task *t, long fails, bool onward)
{
    char folder[96];
    snprintf(folder, sizeof folder, "%s/runs", scratch_folder);
    alarm(60);
    signal(SIGSEGV, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    name_failing_library(told->library);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO); /* FFTW and KINSOL have their say there */
    watch_allocations(fails, onward);
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, folder);
    const rdg_status status = t->work(ctx);
    leave_allocations();
    told->status = (int)status;
    told->asked = allocations_asked;
    snprintf(told->message, sizeof told->message, "%s", rdg_error_message(ctx));
    rdg_context_free(ctx);
    if (t->runs) {
        sum_up(folder, told->sum);
    } else {
        memcpy(told->sum, frequency, sizeof told->sum);
    }
    _exit(0);
}

/* How it ended, as of waitpid(). */
static int run_short(const task *t, long fails, bool onward)
{
    if (!told) {
        told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        assert_true(told != MAP_FAILED);
    }
    memset(told, 0, sizeof *told);
    char runs[96];
    snprintf(runs, sizeof runs, "%s/runs", scratch_folder);
    nftw(runs, scratch_remove, 8, FTW_DEPTH | FTW_PHYS);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        be_short_of_memory(t, fails, onward);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    return how;
}

/* Libraries that end the program, or crash, where memory fails inside of some of their calls; the manual says
 * so. */
static bool is_stated(const char *library)
{
    return strncmp(library, "libsundials", 11) == 0 || strncmp(library, "libfftw3", 8) == 0;
}

/* So many allocations, or each, fail, alone or with all behind it; the number of ends inside such a library.
 */
static int exhaust(const task *t, long trials, bool onward)
{
    assert_int_equal(run_short(t, 0, false), 0);
    assert_int_equal(told->status, RDG_OK);
    const outcome whole = *told;
    const long stride = 1 + whole.asked / trials;
    int ends = 0;
    for (long k = 1; k <= whole.asked; k += stride) {
        const int how = run_short(t, k, onward);
        const bool same =
            told->sum[0] == whole.sum[0] && told->sum[1] == whole.sum[1] && told->sum[2] == whole.sum[2];
        const bool is_told = told->status != RDG_OK && strlen(told->message) > 10 && told->sum[0] >= 0;
        if (WIFSIGNALED(how) && WTERMSIG(how) != SIGALRM && is_stated(told->library)) {
            ends++;
        } else if (how != 0 || !(told->status == RDG_OK ? same : is_told)) {
            print_error("%s, allocation %ld of %ld%s, in %s: ended as %#x, status %d, %g rows, %s\n", t->name,
                        k, whole.asked, onward ? " and all behind it" : "", told->library, (unsigned)how,
                        told->status, told->sum[0], told->message);
            fail();
        }
    }
    return ends;
}

#endif
