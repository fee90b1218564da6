/* Figure 2: the response surface of a two-mass oscillator with a cubic spring, with its ridges and trenches.
 *
 * The paper does not print its parameters. Here: a chain of two unit masses between walls with three unit
 * springs (linear frequencies 1 and sqrt(3) rad/s), a cubic spring 0.5 N/m^3 at mass 1, damping D = 0.03 K,
 * force and sensor at mass 1. Ridges and trenches are the curves on the surface along which the amplitude is
 * stationary in the frequency: maxima and minima. */
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

static rdg_hbm *two_masses(rdg_context *ctx)
{
    const double mass[] = {1, 0, 0, 1};        /* kg */
    const double stiffness[] = {2, -1, -1, 2}; /* N/m */
    rdg_structure *chain = rdg_structure_create(ctx, "chain", 2, mass, RDG_UNDAMPED, stiffness);
    rdg_damping_proportional(chain, 0.0, 0.03);
    rdg_name_dof(chain, "mass 1", 0);
    rdg_cubic_spring_add(chain, &(rdg_cubic_spring){.at = "mass 1", .k3 = 0.5});
    rdg_force_add(chain, "mass 1", 1, 1.0); /* alpha cos(omega t) */
    rdg_sensor_add(chain, "Am", "mass 1");
    return rdg_hbm_create(chain, RDG_HARMONICS(1, 3));
}

/* A stationary amplitude is a ridge where its second derivative along the frequency is negative. */
static const char *ridge_or_trench(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                   const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    (void)data;
    return at->mu[rdg_parameter_index(p, "slope.cusp")] < 0.0 ? "RIDGE" : "TRENCH";
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = rdg_hbm_problem(two_masses(ctx), RDG_AT("omega", 0.6), RDG_AT("alpha", 0.1));
    rdg_add_fold(p, "slope", "Am", "omega"); /* d Am / d omega at constant alpha */

    rdg_continue(p, "surface", RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_DIMENSION(2),
                 RDG_WINDOW("omega", 0.6, 2.4), RDG_WINDOW("alpha", 0.02, 0.2), RDG_MAX_POINTS(20000),
                 RDG_EVENT_CHECKED("RIDGE", "slope", 0, ridge_or_trench, NULL));

    rdg_run *run = rdg_run_open(ctx, "surface");
    rdg_run_export(run, "fig02.csv", RDG_COLUMN("omega", "omega_rad_s", 1), RDG_COLUMN("alpha", "alpha_N", 1),
                   RDG_COLUMN("Am", "Am_m", 1), RDG_COLUMN("type", "type", 1));
    rdg_plot(ctx, "fig02.png", RDG_SURFACE("surface", "omega", "alpha", "Am", .legend = ""),
             RDG_SURFACE_CURVES("surface", "omega", "alpha", "Am", .only = "RIDGE", .color = "#c00060",
                                .width = 2, .legend = "ridges"),
             RDG_SURFACE_CURVES("surface", "omega", "alpha", "Am", .only = "TRENCH", .color = "#0050b0",
                                .width = 2, .legend = "trenches"),
             RDG_XLABEL("omega / (rad/s)"), RDG_YLABEL("alpha / N"), RDG_ZLABEL("Am / m"), RDG_VIEW(40, 345));
    return rdg_exit(ctx);
}
