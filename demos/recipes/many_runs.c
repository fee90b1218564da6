/* One case of a farm: the response of a mass whose friction contact has a preload of its own in each case. */
#include <ridgewalk/ridgewalk.h>

#include <math.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const rdg_index k = rdg_farm_case(ctx);                 /* 1, 2, ... in a farm, else 0 */
    const double preload = 10 + 30 * fmod(0.618034 * k, 1); /* N: fills 10 to 40 evenly */
    double M[] = {1.0}, C[] = {6.0}, K[] = {9e4};           /* kg, N s/m, N/m */
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_contact_add(s, &(rdg_contact){.name = "pad", .tangential = "x", .kt = 4e4, .mu = 0.3, .preload = 20});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    rdg_problem *p = rdg_hbm_problem(rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5)), RDG_AT("omega", 250),
                                     RDG_AT("alpha", 5), RDG_AT("pad.preload", preload));
    rdg_continue(p, "frc", RDG_RESUME, RDG_RELEASE("omega"), RDG_WINDOW("omega", 250, 440), RDG_MAXIMA("Am"));
    return rdg_exit(ctx);
}
