/* What a point of a curve costs, and where its time goes: forced responses, ridges and a nonlinear mode,
 * without output. Of many equal runs the fastest counts.
 *
 * Microseconds a point: of the user's functions with their assembly (functions), factorisations, solves,
 * output, and all the rest, which is the library's own. The local search that finds the ridge behind the
 * onset of slip is no continuation: it stands by itself (search_ms) and is in no other number. event_us is
 * what one located event adds to a run, as the difference of runs with and without user values. */
#include "bench.h"
#include "friction-backbone/models.h"
#include "oscillators.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridge.h>

#include <string.h>

enum { N_EVENTS = 40 };

/* What the command line asks for. */
static const char *only; /* a curve's name; NULL: all */
static long repetitions = 25;

/* One curve: how it is run, and its number of unknowns. */
typedef struct curve {
    rdg_problem *problem; /* NULL: a ridge of hb */
    rdg_hbm *hb;
    const rdg_option *options; /* ended by RDG_OPTION_END */
    const char *parameter;     /* of the user values */
    double low, high;          /* where they lie */
} curve;

static bool count_variables(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)chart;
    *(rdg_index *)data = rdg_variable_count(p);
    return false;
}

/* Without the local search. */
static double total_of(const rdg_timing *t)
{
    return t->total_s - t->handler_s;
}

static void run_once(const curve *c, rdg_index n_events, rdg_run_summary *summary, rdg_index *variables)
{
    double value[N_EVENTS];
    rdg_option list[32];
    rdg_index count = 0;
    for (const rdg_option *o = c->options; o->kind != RDG_OPTION_END; o++) {
        list[count++] = *o;
    }
    for (int k = 0; k < N_EVENTS; k++) {
        value[k] = c->low + (c->high - c->low) * (k + 0.5) / N_EVENTS;
    }
    if (n_events > 0) {
        list[count] = RDG_UZ_LIST(c->parameter, n_events, value);
        count++;
    }
    list[count++] = RDG_NO_FOLDER;
    list[count++] = RDG_NO_TABLE;
    list[count++] = RDG_OBSERVE(count_variables, variables);
    list[count++] = RDG_SUMMARY(summary);
    list[count] = (rdg_option){.kind = RDG_OPTION_END};
    if (c->problem) {
        rdg_continue_list(c->problem, "bench", list);
    } else {
        rdg_ridge_list(c->hb, "bench", "Am", NULL, list);
    }
}

/* The fastest of many runs. */
static rdg_run_summary fastest(const curve *c, rdg_index n_events, rdg_index *variables)
{
    rdg_run_summary best = {0};
    for (long k = 0; k < repetitions; k++) {
        rdg_run_summary summary = {0};
        run_once(c, n_events, &summary, variables);
        best = k == 0 || total_of(&summary.timing) < total_of(&best.timing) ? summary : best;
    }
    return best;
}

static void measure(const char *name, const curve *c)
{
    rdg_index variables = 0;
    if (only && strcmp(only, name) != 0) {
        return;
    }
    const rdg_run_summary s = fastest(c, 0, &variables);
    const rdg_run_summary with = fastest(c, N_EVENTS, &variables);
    const rdg_timing *t = &s.timing;
    const double total = total_of(t);
    const double us = s.points > 0 ? 1e6 / (double)s.points : 0.0; /* a point */
    printf("%s unknowns=%lld points=%ld folds=%ld iterations=%ld rejected=%ld", name, (long long)variables,
           s.points, s.folds, s.iterations, s.rejected);
    printf(" residuals=%ld jacobians=%ld factorisations=%ld solves=%ld", t->residuals, t->jacobians,
           t->factorisations, t->solves);
    printf(" run_ms=%.3f us_per_point=%.2f us_per_iteration=%.2f", 1e3 * total, us * total,
           1e6 * total / (double)s.iterations);
    printf(" functions=%.2f factor=%.2f solve=%.2f output=%.2f rest=%.2f", us * t->function_s,
           us * t->factor_s, us * t->solve_s, us * t->output_s,
           us * (total - t->function_s - t->factor_s - t->solve_s - t->output_s));
    printf(" event_us=%.1f search_ms=%.1f\n",
           1e6 * (total_of(&with.timing) - total) / (double)(with.points - s.points), 1e3 * t->handler_s);
}

/* Forced response at alpha from omega0, and the ridge from its peak. */
static void oscillator_curves(rdg_context *ctx, const char *const name[2], const oscillator *o,
                              const double alpha[3], const double omega[2])
{
    rdg_hbm *hb = oscillator_hbm(ctx, o);
    rdg_problem *frc = rdg_hbm_problem(hb, RDG_AT("omega", omega[0]), RDG_AT("alpha", alpha[1]));
    const rdg_option of_frc[] = {
        RDG_RELEASE("omega"), RDG_WINDOW("omega", omega[0], omega[1]), {.kind = RDG_OPTION_END}};
    measure(
        name[0],
        &(curve){.problem = frc, .options = of_frc, .parameter = "omega", .low = omega[0], .high = omega[1]});

    rdg_problem *extended = rdg_hbm_problem(hb, RDG_AT("omega", omega[0]), RDG_AT("alpha", alpha[1]));
    rdg_adjoint *adjoint = rdg_adjoint_add(extended, "amp");
    rdg_stationary_find(
        adjoint, "peak",
        &(rdg_stationary_options){
            .along = "omega", .low = omega[0], .high = omega[1], .quiet = true, .no_folder = true});
    const rdg_option of_ridge[] = {RDG_RELEASE("alpha"),   RDG_RELEASE("omega"),
                                   RDG_RELEASE("d.alpha"), RDG_WINDOW("alpha", alpha[0], alpha[2]),
                                   RDG_NO_BRANCH_POINTS,   {.kind = RDG_OPTION_END}};
    measure(name[1], &(curve){.problem = extended,
                              .options = of_ridge,
                              .parameter = "alpha",
                              .low = alpha[0],
                              .high = alpha[2]});
}

/* The beam of figure 5 with its steps. */
static void beam_curves(rdg_context *ctx)
{
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_problem *frc = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03));
    const rdg_option of_frc[] = {RDG_RELEASE("omega"),
                                 RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                                 RDG_STEP(0.02, 1e-6, 0.1),
                                 {.kind = RDG_OPTION_END}};
    measure("beam_frc", &(curve){.problem = frc,
                                 .options = of_frc,
                                 .parameter = "omega",
                                 .low = RDG_HZ(300),
                                 .high = RDG_HZ(335)});

    rdg_continue(frc, "frc", of_frc[0], of_frc[1], of_frc[2], RDG_NO_TABLE);
    const rdg_option of_ridge[] = {
        RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 314.3821772), {.kind = RDG_OPTION_END}};
    measure("beam_ridge",
            &(curve){.hb = hb, .options = of_ridge, .parameter = "alpha", .low = 0.03, .high = 314.3821772});
}

/* A mode of a beam of 38 degrees of freedom without damping, harmonics 0 to 5, through its 5:1 tongue. */
static void mode_curve(rdg_context *ctx)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.7;
    b.width = b.height = 0.014;
    b.young = 2.05e11;
    b.density = 7800;
    b.elements = 19;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 19));
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_cubic_spring_add(hb, &(rdg_cubic_spring){.at = "tip", .k3 = 6e9});
    rdg_problem *mode = rdg_nonlinear_mode_problem(
        rdg_hbm_full(hb),
        RDG_MODE(.number = 1, .at = "tip", .conservative = true, .norm = RDG_NORM_ALL_HARMONICS), 1e-5);
    const rdg_option options[] = {RDG_RELEASE("a"),
                                  RDG_WINDOW("log10a", -5, -2.7),
                                  RDG_DIRECTION(1),
                                  RDG_STEP(0.01, 1e-7, 0.1),
                                  {.kind = RDG_OPTION_END}};
    measure("beam_mode",
            &(curve){.problem = mode, .options = options, .parameter = "log10a", .low = -4.5, .high = -3.5});
}

int main(int argc, char **argv)
{
    rdg_context *ctx = bench_context();
    only = argc > 1 ? argv[1] : NULL;
    repetitions = argc > 2 ? strtol(argv[2], NULL, 10) : repetitions;
    printf("== A point of a curve: counts of a run, microseconds a point\n");
    oscillator_curves(ctx, (const char *const[]){"p9a_frc", "p9a_ridge"}, &hardening,
                      (const double[]){0.002, 0.015, 0.2}, (const double[]){0.7, 1.3});
    oscillator_curves(ctx, (const char *const[]){"p9b_frc", "p9b_ridge"}, &rubbing,
                      (const double[]){1.4, 2.0, 8.0}, (const double[]){0.5, 2.0});
    beam_curves(ctx);
    mode_curve(ctx);
    return bench_exit(ctx);
}
