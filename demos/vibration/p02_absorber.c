/* P2: two oscillators of which the small one absorbs the vibration of the large one, on cubic springs. The
 * forced response is unstable between its folds (FP) and between two Neimark-Sacker points (NS); from these
 * on the motion has a second frequency, of which the column stability.frequency tells. */
#include "models.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = p02(ctx, 7);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.11));
    rdg_hbm_add_bifurcations(hb, p, "stability"); /* largest exponent, 1/s, and where it changes its sign */
    rdg_continue(p, "p02_absorber", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.4));

    rdg_plot(ctx, "fig02a.png",
             RDG_CURVE("p02_absorber", "omega", "A2", .dash = "stability", .marks = true, .color = "#0050b0",
                       .legend = "absorber"),
             RDG_CURVE("p02_absorber", "omega", "A1", .dash = "stability", .marks = true, .color = "#c00060",
                       .legend = "main mass"),
             RDG_TITLE("A vibration absorber under 0.11 N (dashed: unstable)"), RDG_XLABEL("omega / (rad/s)"),
             RDG_YLABEL("amplitude of the first harmonic / m"));
    rdg_run_export(rdg_run_open(ctx, "p02_absorber"), "fig02a.csv", RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("A1", "A1_m", 1), RDG_COLUMN("A2", "A2_m", 1),
                   RDG_COLUMN("stability", "stability_1_s", 1),
                   RDG_COLUMN("stability.frequency", "frequency_rad_s", 1), RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
