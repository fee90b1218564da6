/* A hardening oscillator, x'' + 0.05 x' + x + 0.1 x^3 = alpha cos(omega t), in two kinds of test: at a held
 * level of the force its response folds over; at a held amplitude the force is a function of the frequency,
 * without folds, and least near phase resonance. The controller that holds an amplitude sees the branch, too,
 * that is unstable at a held force. */
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/phase_resonance.h>
#include <ridgewalk/ridgewalk.h>

static void hold_amplitude(rdg_problem *p, const char *name, double amplitude, const char *path)
{
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_HOLD_AT("A", amplitude),
                 RDG_WINDOW("omega", 0.7, 1.6), RDG_UZ("phase.x", 0.0), RDG_ANGLE(2));
    rdg_run_export(rdg_run_open(rdg_problem_context(p), name), path, RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("alpha", "alpha_N", 1), RDG_COLUMN("phase.x", "phase_rad", 1),
                   RDG_COLUMN("stability", "stability_1_s", 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *mass =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.05}, (double[]){1.0});
    rdg_name_dof(mass, "x", 0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(mass, RDG_HARMONICS(1, 3, 5, 7));

    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.18));
    rdg_phase_resonance_add(hb, p, "x");
    rdg_hbm_add_stability(hb, p, "stability"); /* at a held force */
    rdg_continue(p, "held_force", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.6), RDG_ANGLE(3));
    hold_amplitude(p, "held_1m", 1.0, "fig22_1m.csv");
    hold_amplitude(p, "held_2m", 2.0, "fig22_2m.csv");
    hold_amplitude(p, "held_2.6m", 2.6, "fig22_2.6m.csv");

    rdg_run_export(rdg_run_open(ctx, "held_force"), "fig22_force.csv", RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("A", "A_m", 1), RDG_COLUMN("stability", "stability_1_s", 1));
    rdg_plot(ctx, "fig22b.png",
             RDG_CURVE("held_force", "omega", "A", .dash = "stability", .legend = "$\\alpha$ = 0.18 N"),
             RDG_TITLE("Held force (dashed: unstable)"), RDG_XRANGE(0.7, 1.6), RDG_XLABEL("omega / (rad/s)"),
             RDG_YLABEL("amplitude of x / m"));
#define FORCE(name, text) RDG_CURVE(name, "omega", "alpha", .dash = "stability", .legend = (text))
    rdg_plot(ctx, "fig22a.png", FORCE("held_1m", "A = 1 m"), FORCE("held_2m", "A = 2 m"),
             FORCE("held_2.6m", "A = 2.6 m"),
             RDG_TITLE("Held amplitude (dashed: unstable if the force were held)"), RDG_XRANGE(0.7, 1.6),
             RDG_XLABEL("omega / (rad/s)"), RDG_YLABEL("force / N"), RDG_LOGY);
    return rdg_exit(ctx);
}
