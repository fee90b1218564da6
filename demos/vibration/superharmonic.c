/* The 3:1 superharmonic resonance of a Duffing oscillator, x'' + 0.05 x' + x + 0.1 x^3 = alpha cos(omega t):
 * near a third of its natural frequency the cubic spring's third harmonic shakes the oscillator. The ridge of
 * the third harmonic's amplitude follows its maximum over all levels of the force. */
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/ridgewalk.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *mass =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.05}, (double[]){1.0});
    rdg_name_dof(mass, "x", 0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A3", "x", 3);
    rdg_hbm *hb = rdg_hbm_create(mass, RDG_HARMONICS(1, 3, 5, 7, 9));

#define RESPONSE(name, level)                                                                                \
    rdg_continue(rdg_hbm_problem(hb, RDG_AT("omega", 0.25), RDG_AT("alpha", level)), name,                   \
                 RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.25, 0.5), RDG_ANGLE(2))
    RESPONSE("super_0.3", 0.3);
    RESPONSE("super_0.6", 0.6);
    RESPONSE("super_1.2", 1.2);
    RESPONSE("super_2.4", 2.4);
    rdg_ridge(hb, "superharmonic", "A3", RDG_FROM_GREATEST("super_0.3"), RDG_WINDOW("alpha", 0.1, 3.0));

    rdg_ridge_export(ctx, "superharmonic", "A3", "fig23.csv");
#define CURVE(name, text) RDG_CURVE(name, "omega", "A3", .legend = (text))
    rdg_plot(ctx, "fig23.png", CURVE("super_0.3", "0.3 N"), CURVE("super_0.6", "0.6 N"),
             CURVE("super_1.2", "1.2 N"), CURVE("super_2.4", "2.4 N"),
             RDG_CURVE("superharmonic", "omega", "A3", .color = "black", .width = 2, .legend = "ridge"),
             RDG_LOGY, RDG_XRANGE(0.25, 0.5), RDG_TITLE("Superharmonic resonance 3:1"),
             RDG_XLABEL("omega / (rad/s)"), RDG_YLABEL("amplitude of harmonic 3 / m"));
    return rdg_exit(ctx);
}
