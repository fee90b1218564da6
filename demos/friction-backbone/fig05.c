/* Figure 5: the backbone ridge of a cantilever beam with a frictional contact, one harmonic.
 *
 * Black: the forced response at the lowest level. Red: where the second stage leaves it. Magenta: the ridge,
 * alpha from 0.03 N to 314 N. Three views: in space; excitation and amplitude; frequency and excitation. */
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timing.h>

#include <stdio.h>

static const double hertz = 1.0 / 6.28318530717958647692;

/* levels of the table in doc/friction-backbone.md, N: logarithmic, denser around the onset of slip */
static const double level[] = {
    0.03,         0.0400642277, 0.0535047447, 0.07145420915, 0.09542525684, 0.1274379739, 0.1424726766,
    0.1581446711, 0.1583821255, 0.158461277,  0.158777883,   0.1598860038,  0.1630520633, 0.1701901335,
    0.1741332714, 0.2057938662, 0.227284542,  0.3035326548,  0.4053600464,  0.5413479067, 0.7229561932,
    0.9654893846, 1.289386218,  1.721942101,  2.299609347,   3.071069083,   4.101333701,  5.477225575,
    7.314693753,  9.768585201,  13.04569406,  17.42218858,   23.26688433,   31.07232506,  41.49629021,
    55.41722732,  74.00828045,  98.83615331,  131.9931384,   176.2734383,   235.408639,   314.3821772};
enum { LEVELS = sizeof level / sizeof *level };

static rdg_hbm *friction_beam(rdg_context *ctx)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.200; /* m */
    b.width = 0.010;
    b.height = 0.010;
    b.young = 210e9;    /* Pa */
    b.density = 7830.0; /* kg/m^3 */
    b.elements = 20;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, 1.5e-5);
    rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 5));
    rdg_name_dof(beam, "shaker", rdg_beam_deflection(beam, 12));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));

    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1));
    rdg_contact_add(hb,
                    &(rdg_contact){.tangential = "pad", .kt = 2e8, .kn = 2e8, .mu = 0.3, .preload = 40.0});
    rdg_hbm_force(hb, "shaker", 1, 1.0); /* alpha cos(omega t) */
    rdg_hbm_sensor(hb, "Am", "tip");
    return hb;
}

static void write_data(rdg_context *ctx)
{
    rdg_run *frc = rdg_run_open(ctx, "frc");
    rdg_run_export(frc, "fig05_frc.csv", RDG_COLUMN("omega", "omega_rad_s", 1.0),
                   RDG_COLUMN("omega", "f_Hz", hertz), RDG_COLUMN("alpha", "alpha_N", 1.0),
                   RDG_COLUMN("Am", "Am_m", 1.0));
    rdg_ridge_export(ctx, "ridge", "Am", "fig05_ridge.csv");
}

static void draw(rdg_context *ctx)
{
    rdg_plot(ctx, "fig05a.png",
             RDG_CURVE3("frc", "alpha", "omega", "Am", .y_factor = hertz, .z_factor = 1e3, .color = "black",
                        .width = 2, .legend = "forced response, 0.03 N"),
             RDG_CURVE3("ridge/stage2", "alpha", "omega", "Am", .y_factor = hertz, .z_factor = 1e3,
                        .color = "red", .style = RDG_LINE_DOTS, .legend = "second stage"),
             RDG_CURVE3("ridge", "alpha", "omega", "Am", .y_factor = hertz, .z_factor = 1e3,
                        .color = "magenta", .width = 3, .legend = "ridge"),
             RDG_LOGX, RDG_LOGZ, RDG_XLABEL("excitation alpha / N"), RDG_YLABEL("frequency / Hz"),
             RDG_ZLABEL("Am / mm"));
    rdg_plot(
        ctx, "fig05b.png",
        RDG_CURVE("frc", "alpha", "Am", .y_factor = 1e3, .color = "black", .width = 2,
                  .legend = "forced response, 0.03 N"),
        RDG_CURVE("ridge/stage2", "alpha", "Am", .y_factor = 1e3, .color = "red", .style = RDG_LINE_DOTS,
                  .legend = "second stage"),
        RDG_CURVE("ridge", "alpha", "Am", .y_factor = 1e3, .color = "magenta", .width = 3, .legend = "ridge"),
        RDG_CURVE("ridge", "alpha", "Am", .y_factor = 1e3, .color = "#0072b2", .only = "SLIP",
                  .legend = "onset of slip"),
        RDG_LOGLOG, RDG_XLABEL("excitation alpha / N"), RDG_YLABEL("Am / mm"));
    rdg_plot(ctx, "fig05c.png",
             RDG_CURVE("frc", "omega", "alpha", .x_factor = hertz, .color = "black", .width = 2,
                       .legend = "forced response, 0.03 N"),
             RDG_CURVE("ridge/stage2", "omega", "alpha", .x_factor = hertz, .color = "red",
                       .style = RDG_LINE_DOTS, .legend = "second stage"),
             RDG_CURVE("ridge", "omega", "alpha", .x_factor = hertz, .color = "magenta", .width = 3,
                       .legend = "ridge"),
             RDG_CURVE("ridge", "omega", "alpha", .x_factor = hertz, .color = "#0072b2", .only = "SLIP",
                       .legend = "onset of slip"),
             RDG_LOGY, RDG_XLABEL("frequency / Hz"), RDG_YLABEL("excitation alpha / N"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const double begin = rdg_seconds();
    rdg_hbm *hb = friction_beam(ctx);

    /* the forced response at 0.03 N, then the ridge to 314 N */
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                 RDG_STEP(0.02, 1e-6, 0.1));
    rdg_ridge(hb, "ridge", "Am", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 314.3821772),
              RDG_UZ_LIST("alpha", LEVELS, level));
    printf("computed in %.0f ms\n", 1e3 * (rdg_seconds() - begin));

    write_data(ctx);
    draw(ctx);
    return rdg_exit(ctx);
}
