/* README.md: the forced response of a mass with a dry contact, and the ridge of its maxima over the forcing
 * amplitude. */
#include <ridgewalk/ridgewalk.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    double M[] = {1.0}, C[] = {6.0}, K[] = {9e4}; /* kg, N s/m, N/m */
    rdg_structure *mass = rdg_structure_create(ctx, "mass", 1, M, C, K);
    rdg_name_dof(mass, "x", 0);
    rdg_contact_add(mass,
                    &(rdg_contact){.name = "pad", .tangential = "x", .kt = 4e4, .mu = 0.3, .preload = 20});
    rdg_force_add(mass, "x", 1, 1.0); /* alpha cos(omega t), N */
    rdg_sensor_add(mass, "Am", "x");  /* RMS amplitude, m */
    rdg_hbm *hb = rdg_hbm_create(mass, RDG_HARMONICS(1, 3, 5));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(40)), RDG_AT("alpha", 5.0));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(40), RDG_HZ(70)),
                 RDG_DENSE_OUTPUT);
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.5, 50.0));
    rdg_plot(ctx, "first_ridge.png", RDG_CURVE("frc", "omega", "Am", .legend = "response at 5 N"),
             RDG_CURVE("ridge", "omega", "Am", .marks = true), RDG_LOGY, RDG_IN_HZ,
             RDG_YLABEL("RMS amplitude / m"));
    return rdg_exit(ctx);
}
