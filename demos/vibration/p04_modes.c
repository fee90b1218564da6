/* Nonlinear modes of two masses between springs, without damping: 1 kg each, three springs of 1 N/m, and one
 * of 0.5 N/m^3 from the first mass to the ground.
 *
 *     q1'' + 2 q1 - q2 + 0.5 q1^3 = 0,   q2'' - q1 + 2 q2 = 0
 *
 * The first mode meets the second at a third of its frequency: a tongue of internal resonance, in which the
 * motion becomes one of the second mode. Its tip is where nothing else is left. */
#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *chain =
        rdg_structure_create(ctx, "chain", 2, (double[]){1, 0, 0, 1}, RDG_UNDAMPED, (double[]){2, -1, -1, 2});
    rdg_name_dof(chain, "q1", 0);
    rdg_name_dof(chain, "q2", 1);
    rdg_cubic_spring_add(chain, &(rdg_cubic_spring){.at = "q1", .k3 = 0.5});
    rdg_sensor_harmonic_add(chain, "q1, harmonic 1", "q1", 1);
    rdg_sensor_harmonic_add(chain, "q1, harmonic 3", "q1", 3);
    rdg_hbm *hb = rdg_hbm_create(chain, RDG_HARMONICS(1, 3, 5, 7, 9)); /* even ones vanish */

    rdg_mode mode = {.at = "q2", .norm = RDG_NORM_ALL_HARMONICS, .conservative = true, .energy = true};
    mode.number = 1;
    rdg_nonlinear_mode(hb, "p4_mode1", &mode, RDG_WINDOW("log10a", -2, 2.2), RDG_STEP(0.05, 1e-7, 0.1));
    mode.number = 2;
    rdg_nonlinear_mode(hb, "p4_mode2", &mode, RDG_WINDOW("log10a", -2, 1), RDG_STEP(0.05, 1e-7, 0.1));

    rdg_plot(ctx, "fig04a.png", RDG_CURVE("p4_mode1", "energy", "omega", .legend = "mode 1"),
             RDG_CURVE("p4_mode2", "energy", "omega", .legend = "mode 2"), RDG_LOGX, RDG_YRANGE(0, 7),
             RDG_TITLE("Nonlinear modes of two masses"), RDG_XLABEL("energy / J"),
             RDG_YLABEL("omega / (rad/s)"));
    rdg_plot(ctx, "fig04b.png", RDG_CURVE("p4_mode1", "energy", "omega", .marks = true), RDG_LOGX,
             RDG_XRANGE(20, 2e4), RDG_YRANGE(1.36, 1.42), RDG_TITLE("Mode 1 in its 3:1 tongue"),
             RDG_XLABEL("energy / J"), RDG_YLABEL("omega / (rad/s)"));
    rdg_plot(ctx, "fig04c.png", RDG_CURVE("p4_mode1", "log10a", "q1, harmonic 1"),
             RDG_CURVE("p4_mode1", "log10a", "q1, harmonic 3"), RDG_LOGY, RDG_XRANGE(0, 2.2),
             RDG_YRANGE(1e-2, 20), RDG_TITLE("Mode 1: harmonic 3 takes over in the tongue"),
             RDG_XLABEL("log10 of the modal amplitude / (sqrt(kg) m)"), RDG_YLABEL("harmonics of q1 / m"));
    for (int k = 1; k <= 2; k++) {
        rdg_run_export(rdg_run_open(ctx, k == 1 ? "p4_mode1" : "p4_mode2"),
                       k == 1 ? "fig04_mode1.csv" : "fig04_mode2.csv", RDG_COLUMN("log10a", "log10a", 1),
                       RDG_COLUMN("omega", "omega_rad_s", 1), RDG_COLUMN("energy", "energy_J", 1),
                       RDG_COLUMN("type", "type", 1));
    }
    return rdg_exit(ctx);
}
