/* A mass that hangs from a hardening spring: the heavier its load, the stiffer the spring where it rests, x0,
 * and the higher the resonance, omega0^2 = (k + 3 k3 x0^2) / m. With the static harmonic the mean moves with
 * the amplitude; without it the mass vibrates about x0. Unloaded both are the same. */
#include "models.h"

#include <stdio.h>

/* 1 kg, 0.05 N s/m, 1 N/m, 0.5 N/m^3; excited by 0.05 N */
static void respond(rdg_context *ctx, const char *name, double load, bool has_mean)
{
    double rest = 0;
    char path[64];
    rdg_hbm *hb = hanging_mass(ctx, load, has_mean);
    rdg_rest(rdg_hbm_structure(hb), "x", &rest);
    if (has_mean) {
        printf("under %g N the mass rests at %.6f m\n", load, rest);
    }
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.05));
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 2.2));
    snprintf(path, sizeof path, "fig24_%s.csv", name);
    rdg_run_export(rdg_run_open(ctx, name), path, RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("A", "A_m", 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    respond(ctx, "prestress_0N", 0.0, true);
    respond(ctx, "prestress_1N", 1.0, true);
    respond(ctx, "prestress_2N", 2.0, true);
    respond(ctx, "prestress_0N_about_rest", 0.0, false);
    respond(ctx, "prestress_1N_about_rest", 1.0, false);
    respond(ctx, "prestress_2N_about_rest", 2.0, false);
#define MEAN(name, colour, text) RDG_CURVE(name, "omega", "A", .color = (colour), .legend = (text))
#define REST(name) RDG_CURVE(name, "omega", "A", .color = "#999999", .legend = "")
    rdg_plot(ctx, "fig24.png", REST("prestress_0N_about_rest"), REST("prestress_1N_about_rest"),
             REST("prestress_2N_about_rest"), MEAN("prestress_0N", "#0072b2", "no load"),
             MEAN("prestress_1N", "#009e73", "1 N"), MEAN("prestress_2N", "#d55e00", "2 N"),
             RDG_TITLE("A mass that hangs from a hardening spring (grey: mean held)"),
             RDG_XLABEL("omega / (rad/s)"), RDG_YLABEL("amplitude of x / m"));
    return rdg_exit(ctx);
}
