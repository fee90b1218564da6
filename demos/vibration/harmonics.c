/* How many harmonics? A hardening oscillator under a strong force, x'' + 0.05 x' + x + 0.1 x^3 = F cos(omega
 * t): its superharmonic resonances below omega = 1 need more harmonics than the main one. They come and go
 * along the branch, so that the truncation error stays below 1 in 1000. */
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

/* alpha = 3 N; the window ends below the main resonance's fold */
#define RESPONSE                                                                                             \
    RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.2, 2.0), RDG_ANGLE(3), RDG_STEP(0.02, 1e-6, 0.05),           \
        RDG_MAX_POINTS(2000)

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *mass =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.05}, (double[]){1.0});
    rdg_name_dof(mass, "x", 0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_add(mass, "Am", "x");

    /* one harmonic, with the error by all that it leaves out */
    rdg_hbm *one = rdg_hbm_create(mass, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(one, RDG_AT("omega", 0.2), RDG_AT("alpha", 3.0));
    rdg_hbm_add_truncation(one, p, "truncation");
    rdg_continue(p, "harmonics_1", RESPONSE);

    /* as many as are needed, up to 21 */
    rdg_hbm *hb = rdg_hbm_create(mass, RDG_HARMONICS(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21));
    p = rdg_hbm_problem(hb, RDG_AT("omega", 0.2), RDG_AT("alpha", 3.0));
    rdg_hbm_adapt(hb, p, 1e-3);
    rdg_continue(p, "harmonics", RESPONSE, RDG_HBM_ADAPT(hb));

    rdg_plot(ctx, "fig20a.png", RDG_CURVE("harmonics_1", "omega", "Am", .legend = "harmonic 1"),
             RDG_CURVE("harmonics", "omega", "Am", .legend = "as many as are needed"),
             RDG_TITLE("A hardening oscillator under 3 N"), RDG_YLABEL("root mean square of x / m"));
    rdg_plot(ctx, "fig20b.png", RDG_CURVE("harmonics_1", "omega", "truncation", .legend = "harmonic 1"),
             RDG_CURVE("harmonics", "omega", "truncation", .legend = "as many as are needed"), RDG_LOGY,
             RDG_YLABEL("truncation error"));
    rdg_plot(ctx, "fig20c.png", RDG_CURVE("harmonics", "omega", "harmonics"), RDG_YRANGE(0, 22),
             RDG_YLABEL("highest harmonic"));
    rdg_run_export(rdg_run_open(ctx, "harmonics"), "fig20.csv", RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("Am", "rms_m", 1), RDG_COLUMN("truncation", "truncation", 1),
                   RDG_COLUMN("harmonics", "highest_harmonic", 1), RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
