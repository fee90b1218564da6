/* A Duffing oscillator, x'' + 0.04 x' + x + x^3 = 0.015 N cos(omega t): its forced response by harmonic
 * balance. Between the two folds there are three responses; the middle one is unstable and drawn dashed. */
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/stability.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();

    /* m = 1 kg, c = 0.04 N s/m, k = 1 N/m, and a cubic spring of 1 N/m^3 */
    rdg_structure *mass =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.04}, (double[]){1.0});
    rdg_name_dof(mass, "x", 0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
    rdg_force_add(mass, "x", 1, 1.0); /* alpha * cos(omega t) */
    rdg_sensor_harmonic_add(mass, "amplitude", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(mass, RDG_HARMONICS(1, 3, 5, 7));

    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.015));
    rdg_hbm_add_stability(hb, p, "stability"); /* largest Floquet exponent, 1/s; > 0: unstable */
    rdg_continue(p, "duffing", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.3));

    rdg_plot(ctx, "duffing.png",
             RDG_CURVE("duffing", "omega", "amplitude", .dash = "stability", .marks = true),
             RDG_TITLE("Forced response of a Duffing oscillator"), RDG_YLABEL("amplitude of x / m"));
    rdg_run_export(rdg_run_open(ctx, "duffing"), "duffing.csv", RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("amplitude", "amplitude_m", 1), RDG_COLUMN("stability", "stability_1_s", 1),
                   RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
