/* Values at events: folds, requested frequencies and the maximum of a hardening oscillator. */
#include <ridgewalk/ridgewalk.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.1}, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.2));
    rdg_continue(p, "hardening", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.5), RDG_UZ("omega", 1.0),
                 RDG_UZ("omega", 2.0), RDG_MAXIMA("A"));

    rdg_run *run = rdg_run_open(ctx, "hardening");
    static const char *const type[] = {"FP", "FP", "UZ", "UZ", "PM"};
    static const int nth[] = {0, 1, 0, 1, 0};
    for (int k = 0; k < 5; k++) {
        double omega = 0.0, A = 0.0;
        rdg_run_value(run, type[k], nth[k], "omega", &omega);
        rdg_run_value(run, type[k], nth[k], "A", &A);
        printf("%s %d: omega = %.6f rad/s, A = %.6f m\n", type[k], nth[k], omega, A);
    }
    return rdg_exit(ctx);
}
