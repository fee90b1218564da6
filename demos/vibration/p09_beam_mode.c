/* The first mode of a steel cantilever, 0.7 m long, 14 mm by 14 mm, with a spring of 6e9 N/m^3 at its tip,
 * without damping: 19 elements, 38 degrees of freedom, all kept.
 *
 * Where the mode has a fifth of the frequency of the second one there is a tongue of internal resonance. At
 * its tip (BP) only the motion of the second mode is left. */
#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.7;
    b.width = b.height = 0.014; /* m */
    b.young = 2.05e11;
    b.density = 7800; /* Pa, kg/m^3 */
    b.elements = 19;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 19));
    rdg_cubic_spring_add(beam, &(rdg_cubic_spring){.at = "tip", .k3 = 6e9});
    rdg_sensor_harmonic_add(beam, "tip, harmonic 1", "tip", 1);
    rdg_sensor_harmonic_add(beam, "tip, harmonic 5", "tip", 5);
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(0, 1, 2, 3, 4, 5));

    /* short steps, so as not to jump over the tongue */
    rdg_nonlinear_mode(hb, "p9",
                       RDG_MODE(.number = 1, .at = "tip", .norm = RDG_NORM_ALL_HARMONICS,
                                .conservative = true, .energy = true),
                       RDG_WINDOW("log10a", -5, -2.7), RDG_STEP(0.01, 1e-7, 0.1));
    const double hertz = 0.159154943091895336;
    rdg_plot(ctx, "fig09a.png", RDG_CURVE("p9", "energy", "omega", .y_factor = hertz), RDG_LOGX,
             RDG_TITLE("First mode of a beam with a cubic spring"), RDG_XLABEL("energy / J"),
             RDG_YLABEL("frequency / Hz"));
    rdg_plot(ctx, "fig09b.png", RDG_CURVE("p9", "log10a", "omega", .y_factor = hertz, .marks = true),
             RDG_XRANGE(-3.6, -3.2), RDG_YRANGE(28, 32), RDG_TITLE("The 5:1 tongue"),
             RDG_XLABEL("log10 of the modal amplitude / (sqrt(kg) m)"), RDG_YLABEL("frequency / Hz"));
    rdg_plot(ctx, "fig09c.png",
             RDG_CURVE("p9", "omega", "tip, harmonic 1", .x_factor = hertz, .y_factor = 1e3,
                       .legend = "harmonic 1"),
             RDG_CURVE("p9", "omega", "tip, harmonic 5", .x_factor = hertz, .y_factor = 1e3,
                       .legend = "harmonic 5"),
             RDG_XRANGE(28, 31), RDG_YRANGE(0, 1), RDG_TITLE("Harmonics of the tip in the tongue"),
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("amplitude / mm"));
    rdg_run_export(rdg_run_open(ctx, "p9"), "fig09.csv", RDG_COLUMN("log10a", "log10a", 1),
                   RDG_COLUMN("omega", "f_Hz", hertz), RDG_COLUMN("energy", "energy_J", 1),
                   RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
