/* The backbone ridge of a beam with dry friction: structure, contact, forced response, ridge, picture. */
#include <ridgewalk/ridgewalk.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();

    /* the structure: steel cantilever, 20 Euler-Bernoulli elements, clamped at node 0, C = 1.5e-5 K */
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.200, b.width = 0.010, b.height = 0.010;  /* m */
    b.young = 210e9, b.density = 7830.0, b.elements = 20; /* Pa, kg/m^3 */
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, 1.5e-5);
    rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 5));
    rdg_name_dof(beam, "shaker", rdg_beam_deflection(beam, 12));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));

    /* a contact, a force, a sensor; then the harmonic balance of all this, with one harmonic */
    rdg_contact_add(beam,
                    &(rdg_contact){.tangential = "pad", .kt = 2e8, .kn = 2e8, .mu = 0.3, .preload = 40});
    rdg_force_add(beam, "shaker", 1, 1.0); /* alpha cos(omega t) */
    rdg_sensor_add(beam, "Am", "tip");
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1));

    /* the forced response at 0.03 N, then the ridge to 314 N */
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)));
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 314.0));

    rdg_plot(ctx, "friction_beam.png", RDG_CURVE("ridge", "alpha", "Am", .marks = true), RDG_LOGLOG);
    rdg_ridge_export(ctx, "ridge", "Am", "friction_beam.csv");
    return rdg_exit(ctx);
}
