/* What a point costs: forced responses and ridges, and the Duffing race of the reference problems.
 *
 * Each case runs many times without table and folder and the fastest run counts. One line a case, "name
 * key=value ...": microseconds a point and a Newton iteration, and the share of user functions (with their
 * assembly), factorisations, solves and the rest. The local search behind a slip onset is told apart
 * (restart_ms) and left out of the cost a point. */
#define _XOPEN_SOURCE 700

#include "beam.h"
#include "oscillators.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/ridge.h>

#include <time.h>

enum { REPETITIONS = 30 };

/* A case: computes once and fills in the summary. */
typedef struct bench_case {
    const char *name;
    void (*compute)(rdg_context *ctx, rdg_run_summary *summary);
} bench_case;

static const double race_window[2] = {0.5, 2.0};

/* z = 0.01, w0 = 1, k3 = 0.1, harmonics 1 to 9 (odd), 64 samples: the equations that AUTO solves */
static const oscillator race = {
    .c = 0.02, .k3 = 0.1, .n_harmonics = 5, .harmonics = (const int[]){1, 3, 5, 7, 9}, .samples = 64};

static void response(rdg_context *ctx, const oscillator *o, double alpha, const double window[2],
                     rdg_run_summary *summary)
{
    rdg_problem *p =
        rdg_hbm_problem(oscillator_hbm(ctx, o), RDG_AT("omega", window[0]), RDG_AT("alpha", alpha));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", window[0], window[1]), RDG_NO_FOLDER,
                 RDG_NO_TABLE, RDG_SUMMARY(summary));
}

static void ridge(rdg_context *ctx, const oscillator *o, double alpha, const double window[2],
                  const double levels[2], rdg_run_summary *summary)
{
    rdg_problem *p =
        rdg_hbm_problem(oscillator_hbm(ctx, o), RDG_AT("omega", window[0]), RDG_AT("alpha", alpha));
    rdg_adjoint *adjoint = rdg_adjoint_add(p, "amp");
    const rdg_stationary_options options = {
        .along = "omega", .low = window[0], .high = window[1], .quiet = true, .no_folder = true};
    rdg_stationary_find(adjoint, "peak", &options);
    rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("d.alpha"),
                 RDG_WINDOW("alpha", levels[0], levels[1]), RDG_NO_FOLDER, RDG_NO_TABLE,
                 RDG_SUMMARY(summary));
}

static void hardening_response(rdg_context *ctx, rdg_run_summary *summary)
{
    response(ctx, &hardening, 0.015, (double[]){0.7, 1.3}, summary);
}

static void hardening_ridge(rdg_context *ctx, rdg_run_summary *summary)
{
    ridge(ctx, &hardening, 0.015, (double[]){0.7, 1.3}, (double[]){0.002, 0.2}, summary);
}

static void rubbing_response(rdg_context *ctx, rdg_run_summary *summary)
{
    response(ctx, &rubbing, 2.0, (double[]){0.5, 2.0}, summary);
}

static void rubbing_ridge(rdg_context *ctx, rdg_run_summary *summary)
{
    ridge(ctx, &rubbing, 2.0, (double[]){0.5, 2.0}, (double[]){1.4, 8.0}, summary);
}

static rdg_hbm *beam_response_at(rdg_context *ctx, double alpha, bool folder, rdg_run_summary *summary)
{
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", alpha));
    rdg_option options[] = {RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                            RDG_NO_TABLE,         RDG_SUMMARY(summary),
                            RDG_NO_FOLDER,        {.kind = RDG_OPTION_END}};
    options[4].kind = folder ? RDG_OPTION_END : RDG_OPTION_NO_FOLDER;
    rdg_continue_list(p, "frc", options);
    return hb;
}

static void beam_response(rdg_context *ctx, rdg_run_summary *summary)
{
    beam_response_at(ctx, 0.5, false, summary);
}

static void beam_ridge(rdg_context *ctx, rdg_run_summary *summary)
{
    rdg_hbm *hb = beam_response_at(ctx, 0.03, true, summary);
    rdg_ridge(hb, "ridge", "Am", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 314.0), RDG_NO_FOLDER,
              RDG_NO_TABLE, RDG_SUMMARY(summary));
}

static void duffing_race(rdg_context *ctx, rdg_run_summary *summary)
{
    response(ctx, &race, 0.1, race_window, summary);
}

static rdg_context *quiet_context(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, "build/bench/runs");
    return ctx;
}

static bool run_case(const bench_case *c)
{
    rdg_run_summary best = {0};
    for (int k = 0; k < REPETITIONS; k++) {
        rdg_run_summary summary = {0};
        rdg_context *ctx = quiet_context();
        c->compute(ctx, &summary);
        if (rdg_error_status(ctx) != RDG_OK) {
            fprintf(stderr, "%s: %s\n", c->name, rdg_error_message(ctx));
            rdg_context_free(ctx);
            return false;
        }
        rdg_context_free(ctx);
        if (k == 0 ||
            summary.timing.total_s - summary.timing.handler_s < best.timing.total_s - best.timing.handler_s) {
            best = summary;
        }
    }
    const rdg_timing *t = &best.timing;
    const double seconds = t->total_s - t->handler_s;
    const double rest = seconds - t->function_s - t->factor_s - t->solve_s;
    printf(
        "%s points=%ld iterations=%ld us_per_point=%.1f us_per_iteration=%.1f functions_%%=%.0f "
        "factor_%%=%.0f solve_%%=%.0f rest_%%=%.0f rest_us_per_point=%.1f restart_ms=%.1f compute_ms=%.2f\n",
        c->name, best.points, best.iterations, 1e6 * seconds / (double)best.points,
        1e6 * seconds / (double)best.iterations, 100 * t->function_s / seconds, 100 * t->factor_s / seconds,
        100 * t->solve_s / seconds, 100 * rest / seconds, 1e6 * rest / (double)best.points,
        1e3 * t->handler_s, 1e3 * t->total_s);
    return true;
}

/* Keeps the frequencies of the race's folds, in the order in which they are met. */
typedef struct folds {
    int count;
    double omega[4];
} folds;

static bool keep_fold(rdg_problem *p, const rdg_chart *chart, void *data)
{
    folds *f = data;
    if (chart->type[0] == 'F' && f->count < 4) {
        f->omega[f->count++] = chart->mu[rdg_parameter_index(p, "omega")];
    }
    return false;
}

static void discard(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    (void)text;
    (void)data;
}

/* The race once more as a user runs it, table (to nowhere) and run folder included: processor time, and the
 * folds. */
static bool run_race_with_output(void)
{
    double best = 1e9;
    folds f = {0};
    bool good = true;
    for (int k = 0; good && k < REPETITIONS; k++) {
        rdg_context *ctx = quiet_context();
        rdg_set_writer(ctx, discard, NULL);
        f.count = 0;
        const clock_t begin = clock();
        rdg_problem *p = rdg_hbm_problem(oscillator_hbm(ctx, &race), RDG_AT("omega", race_window[0]),
                                         RDG_AT("alpha", 0.1));
        rdg_continue(p, "race", RDG_RELEASE("omega"), RDG_WINDOW("omega", race_window[0], race_window[1]),
                     RDG_LABEL_EVERY(0), RDG_OBSERVE(keep_fold, &f));
        best = fmin(best, 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC);
        good = rdg_error_status(ctx) == RDG_OK;
        rdg_context_free(ctx);
    }
    printf("race_with_output cpu_ms=%.2f fold1=%.10f fold2=%.10f\n", best, f.omega[0], f.omega[1]);
    return good;
}

int main(void)
{
    static const bench_case cases[] = {{"P9a_response", hardening_response}, {"P9a_ridge", hardening_ridge},
                                       {"P9b_response", rubbing_response},   {"P9b_ridge", rubbing_ridge},
                                       {"beam_response", beam_response},     {"beam_ridge", beam_ridge},
                                       {"duffing_race", duffing_race}};
    bool good = true;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        good = run_case(&cases[k]) && good;
    }
    return run_race_with_output() && good ? 0 : 1;
}
