/* Restart: a run that continues from a label of another one, and a run that is resumed. */
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

    /* begun if it is new, continued if the program was killed, read if it is complete */
    rdg_continue(p, "base", RDG_RESUME, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.5),
                 RDG_UZ("omega", 1.0));
    /* from the labelled point at 1 rad/s: other forcing amplitudes at this frequency */
    rdg_continue(p, "up", RDG_FROM_POINT("base", "UZ", 0), RDG_RELEASE("alpha"),
                 RDG_WINDOW("alpha", 0.1, 1.0));
    return rdg_exit(ctx);
}
