/* What it costs to keep a run: a row, a labelled solution, the bytes of many; and whole runs with table and
 * file beside the same without. */
#include "bratu.h"
#include "vibration/models.h"

#include <ridgewalk/run_writer.h>

#include <sys/stat.h>

enum { COLUMNS = 4, UNKNOWNS = 100, ROWS = 100000 };

/* Processor time of a row, and the bytes of the file; every so many rows have a label. */
static void measure_rows(rdg_context *ctx, const char *name, rdg_index unknowns, int label_every)
{
    static const rdg_written_column column[COLUMNS] = {
        {"omega", "rad/s", false}, {"alpha", "N", false}, {"Am", "m", false}, {"phase", "rad", false}};
    const rdg_written_block block = {"Q", unknowns};
    double numbers[COLUMNS], state[UNKNOWNS];
    rdg_run_writer *w = rdg_run_writer_open(ctx, &(rdg_run_writer_options){.name = name,
                                                                           .silent = true,
                                                                           .columns = COLUMNS,
                                                                           .column = column,
                                                                           .blocks = 1,
                                                                           .block = &block});
    const clock_t begin = clock();
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < COLUMNS; k++) {
            numbers[k] = sin(0.37 * i + k);
        }
        for (rdg_index k = 0; k < unknowns; k++) {
            state[k] = cos(0.73 * i + (double)k);
        }
        rdg_run_writer_add(w, &(rdg_written_row){.point = i,
                                                 .labelled = label_every > 0 && i % label_every == 0,
                                                 .column = numbers,
                                                 .state = state,
                                                 .step = 0.1,
                                                 .norm = numbers[0],
                                                 .residual = 1e-12 * numbers[1],
                                                 .iterations = 2});
    }
    const double rows_ms = bench_cpu_ms(begin);
    rdg_run_writer_close(w, "end", NULL);
    char path[4200];
    struct stat about = {0};
    snprintf(path, sizeof path, "%s/bench/runs/%s.db", getenv("BUILD") ? getenv("BUILD") : "build", name);
    bench_require(stat(path, &about) == 0, path);
    printf("%s rows=%d us_per_row=%.2f close_ms=%.1f MB=%.1f\n", name, ROWS, 1e3 * rows_ms / ROWS,
           bench_cpu_ms(begin) - rows_ms, 1e-6 * (double)about.st_size);
}

/* A run with and without output, in turn; of many the fastest counts. */
static void measure_run(rdg_problem *p, const char *name, const rdg_option *options, int repetitions)
{
    rdg_option whole[24], silent[24];
    int n = 0;
    for (; options[n].kind != RDG_OPTION_END; n++) {
        whole[n] = silent[n] = options[n];
    }
    const rdg_option off[] = {RDG_NO_FOLDER, RDG_NO_TABLE, {.kind = RDG_OPTION_END}};
    whole[n] = off[2];
    for (int k = 0; k < 3; k++) {
        silent[n + k] = off[k];
    }
    double least[2] = {HUGE_VAL, HUGE_VAL};
    for (int k = 0; k < 2 * repetitions; k++) {
        const clock_t begin = clock();
        rdg_continue_list(p, name, k % 2 ? whole : silent);
        least[k % 2] = fmin(least[k % 2], bench_cpu_ms(begin));
    }
    printf("%s off_ms=%.2f on_ms=%.2f on_by_off=%.2f\n", name, least[0], least[1], least[1] / least[0]);
}

static void measure_response(rdg_hbm *hb, const char *name, double alpha, double low, double high)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", alpha));
    const rdg_option options[] = {
        RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_MAX_POINTS(2000), {.kind = RDG_OPTION_END}};
    measure_run(p, name, options, 40);
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== Keeping a run: a row of 4 quantities; every tenth with a label; each with a label and 100 "
           "unknowns\n");
    measure_rows(ctx, "rows", 10, 0);
    measure_rows(ctx, "every_tenth", 10, 10);
    measure_rows(ctx, "labels_of_100", UNKNOWNS, 1);
    printf("== Whole runs with table and file, and without\n");
    const rdg_option bratu[] = {RDG_RELEASE("mu"),  RDG_WINDOW("mu", 0, 4),    RDG_DIRECTION(1),
                                RDG_MAX_POINTS(60), RDG_STEP(0.05, 1e-6, 0.2), {.kind = RDG_OPTION_END}};
    measure_response(p01(ctx, 7), "p1", 0.18, 0.5, 1.6);
    measure_response(p10(ctx, 7), "p10", 0.6, 0.6, 1.6);
    measure_run(bratu_problem(ctx, 10), "bratu_10", bratu, 100);
    return bench_exit(ctx);
}
