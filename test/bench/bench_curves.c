/* What a point of a curve costs, and where its time goes: forced responses and ridges. */
#include "curve_cost.h"
#include "friction-backbone/models.h"
#include "oscillators.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/mechanics.h>

/* Forced response at alpha from omega0, and the ridge from its peak. */
static void oscillator_curves(rdg_context *ctx, const curve_choice *choice, const char *const name[2],
                              const oscillator *o, const double alpha[3], const double omega[2])
{
    rdg_hbm *hb = oscillator_hbm(ctx, o);
    rdg_problem *frc = rdg_hbm_problem(hb, RDG_AT("omega", omega[0]), RDG_AT("alpha", alpha[1]));
    const rdg_option of_frc[] = {
        RDG_RELEASE("omega"), RDG_WINDOW("omega", omega[0], omega[1]), {.kind = RDG_OPTION_END}};
    curve_measure(
        choice, name[0],
        &(curve){.problem = frc, .options = of_frc, .parameter = "omega", .low = omega[0], .high = omega[1]});

    rdg_problem *extended = rdg_hbm_problem(hb, RDG_AT("omega", omega[0]), RDG_AT("alpha", alpha[1]));
    rdg_adjoint *adjoint = rdg_adjoint_add(extended, "amp");
    rdg_stationary_find(adjoint, "peak",
                        &(rdg_stationary_options){.along = "omega",
                                                  .low = omega[0],
                                                  .high = omega[1],
                                                  .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)});
    const rdg_option of_ridge[] = {RDG_RELEASE("alpha"),   RDG_RELEASE("omega"),
                                   RDG_RELEASE("d.alpha"), RDG_WINDOW("alpha", alpha[0], alpha[2]),
                                   RDG_NO_BRANCH_POINTS,   {.kind = RDG_OPTION_END}};
    curve_measure(choice, name[1],
                  &(curve){.problem = extended,
                           .options = of_ridge,
                           .parameter = "alpha",
                           .low = alpha[0],
                           .high = alpha[2]});
}

/* The beam of figure 5 with its steps. */
static void beam_curves(rdg_context *ctx, const curve_choice *choice)
{
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_problem *frc = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03));
    const rdg_option of_frc[] = {RDG_RELEASE("omega"),
                                 RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                                 RDG_STEP(0.02, 1e-6, 0.1),
                                 {.kind = RDG_OPTION_END}};
    curve_measure(choice, "beam_frc",
                  &(curve){.problem = frc,
                           .options = of_frc,
                           .parameter = "omega",
                           .low = RDG_HZ(300),
                           .high = RDG_HZ(335)});

    rdg_continue(frc, "frc", of_frc[0], of_frc[1], of_frc[2], RDG_NO_TABLE);
    const rdg_option of_ridge[] = {
        RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 314.3821772), {.kind = RDG_OPTION_END}};
    curve_measure(
        choice, "beam_ridge",
        &(curve){.hb = hb, .options = of_ridge, .parameter = "alpha", .low = 0.03, .high = 314.3821772});
}

int main(int argc, char **argv)
{
    rdg_context *ctx = bench_context();
    const curve_choice choice = curve_choose(argc, argv);
    printf("== A point of a curve: counts of a run, microseconds a point\n");
    oscillator_curves(ctx, &choice, (const char *const[]){"p9a_frc", "p9a_ridge"}, &hardening,
                      (const double[]){0.002, 0.015, 0.2}, (const double[]){0.7, 1.3});
    oscillator_curves(ctx, &choice, (const char *const[]){"p9b_frc", "p9b_ridge"}, &rubbing,
                      (const double[]){1.4, 2.0, 8.0}, (const double[]){0.5, 2.0});
    beam_curves(ctx, &choice);
    return bench_exit(ctx);
}
