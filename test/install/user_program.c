/* A user's program: the installed headers and library, and nothing else. It traces a frequency response. */
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

/* x'' + 0.1 x' + x + x^3 = 0.2 cos(omega t) from omega = 0.5 to 2 */
static rdg_run_summary trace(rdg_context *ctx)
{
    const double one = 1.0, damping = 0.1;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
    rdg_force_add(s, "x", 1, 0.2);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5));
    rdg_run_summary summary = {0};
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_SUMMARY(&summary),
                 RDG_NO_TABLE, RDG_NO_FOLDER);
    return summary;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const rdg_run_summary summary = trace(ctx);
    printf("ridgewalk %s: %s, %ld folds\n", rdg_version(), rdg_stop_text(summary.forwards), summary.folds);
    return rdg_exit(ctx);
}
