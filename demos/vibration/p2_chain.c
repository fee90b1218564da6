/* Two oscillators of which the small one absorbs the vibration of the large one, both on cubic springs: the
 * forced response, which is unstable between two Neimark-Sacker points (NS) as well as between its folds.
 * Between the NS the motion is quasi-periodic, with a second frequency that the column stability.frequency
 * tells. */
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

static rdg_hbm *absorber(rdg_context *ctx)
{
    const double mass[] = {1, 0, 0, 0.05};                         /* kg */
    const double damping[] = {0.015, -0.013, -0.013, 0.013};       /* N s/m */
    const double stiffness[] = {1.0453, -0.0453, -0.0453, 0.0453}; /* N/m */
    rdg_structure *chain = rdg_structure_create(ctx, "chain", 2, mass, damping, stiffness);
    rdg_name_dof(chain, "large", 0);
    rdg_name_dof(chain, "small", 1);
    rdg_name_combination(chain, "between", 2, (rdg_index[]){0, 1}, (double[]){1, -1});
    rdg_hbm *hb = rdg_hbm_create(chain, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7));
    rdg_cubic_spring_add(hb, &(rdg_cubic_spring){.at = "large", .k3 = 1.0});
    rdg_cubic_spring_add(hb, &(rdg_cubic_spring){.at = "between", .k3 = 0.0042});
    rdg_hbm_force(hb, "large", 1, 1.0); /* alpha * cos(omega t) */
    rdg_hbm_sensor_harmonic(hb, "large", "large", 1);
    rdg_hbm_sensor_harmonic(hb, "small", "small", 1);
    return hb;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = absorber(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.11));
    rdg_hbm_add_bifurcations(hb, p,
                             "stability"); /* largest exponent, 1/s, and the points where it changes sign */
    rdg_continue(p, "p2_chain", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.4));

    rdg_plot(ctx, "p2_chain.png",
             RDG_CURVE("p2_chain", "omega", "small", .dash = "stability", .marks = true, .color = "#0050b0",
                       .width = 2, .legend = "small mass"),
             RDG_CURVE("p2_chain", "omega", "large", .dash = "stability", .marks = true, .color = "#c00060",
                       .width = 2, .legend = "large mass"),
             RDG_TITLE("Response of a vibration absorber, 0.11 N"), RDG_XLABEL("omega / (rad/s)"),
             RDG_YLABEL("amplitude of the first harmonic / m"));
    rdg_run_export(rdg_run_open(ctx, "p2_chain"), "p2_chain.csv", RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("large", "large_m", 1), RDG_COLUMN("small", "small_m", 1),
                   RDG_COLUMN("stability", "stability_1_s", 1),
                   RDG_COLUMN("stability.frequency", "frequency_rad_s", 1), RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
