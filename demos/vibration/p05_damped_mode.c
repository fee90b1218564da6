/* A nonlinear mode with dry friction: a mass of 0.02 kg rubs on the ground, 5 N tanh(v / (0.05 m/s)), and
 * hangs by a spring of 40 N/m on one of 1 kg, which a spring of 600 N/m holds.
 *
 * At small amplitude the contact sticks: the mode begins at sqrt(640) rad/s, where the light mass is held
 * fixed. At large amplitude it slips, and in between it damps most. */
#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/ridgewalk.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *chain = rdg_structure_create(ctx, "chain", 2, (double[]){0.02, 0, 0, 1}, RDG_UNDAMPED,
                                                (double[]){40, -40, -40, 640});
    rdg_name_dof(chain, "rubbing", 0);
    rdg_name_dof(chain, "heavy", 1);
    rdg_tanh_friction_add(
        chain, &(rdg_tanh_friction){.at = "rubbing", .force = 5.0, .epsilon = 0.05, .samples = 1024});
    rdg_hbm *hb = rdg_hbm_create(chain, RDG_HARMONICS(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21));

    const rdg_mode mode = {.number = 1,
                           .at = "heavy",
                           .fixed = RDG_NAMES("rubbing"),
                           .norm = RDG_NORM_ALL_HARMONICS,
                           .phase = RDG_PHASE_VELOCITY};
    rdg_nonlinear_mode(hb, "p5", &mode, RDG_WINDOW("log10a", -1.5, 1));
    rdg_nonlinear_mode(hb, "p5_damping", &mode, RDG_WINDOW("log10a", -1.5, 1), RDG_RELEASE("zeta"));

    rdg_plot(ctx, "fig05a.png", RDG_CURVE("p5", "log10a", "omega"),
             RDG_TITLE("Frequency of a mode with dry friction"),
             RDG_XLABEL("log10 of the modal amplitude / (sqrt(kg) m)"), RDG_YLABEL("omega / (rad/s)"));
    rdg_plot(ctx, "fig05b.png", RDG_CURVE("p5", "log10a", "zeta", .y_factor = 100, .legend = "mode"),
             RDG_CURVE("p5_damping", "log10a", "zeta", .y_factor = 100, .only = "FP", .color = "black",
                       .legend = "greatest"),
             RDG_TITLE("Damping of a mode with dry friction"),
             RDG_XLABEL("log10 of the modal amplitude / (sqrt(kg) m)"), RDG_YLABEL("damping ratio / %"));
    rdg_run_export(rdg_run_open(ctx, "p5"), "fig05.csv", RDG_COLUMN("log10a", "log10a", 1),
                   RDG_COLUMN("omega", "omega_rad_s", 1), RDG_COLUMN("zeta", "zeta", 1));
    return rdg_exit(ctx);
}
