/* Figure 5: the backbone ridge of a cantilever beam with a frictional contact, one harmonic.
 *
 * Black: the forced response at the lowest level. Red: where the second stage of successive continuation
 * leaves it (adjoint.h). Magenta: the ridge, alpha from 0.03 N to 314 N, through the corner at the onset of
 * slip. Three views: in space; excitation and amplitude; frequency and excitation. */
#include "backbones.h"

#include <ridgewalk/timing.h>

/* levels of the table in doc/friction-backbone.md, N: logarithmic, denser around the onset of slip */
static const double level[] = {
    0.03,         0.0400642277, 0.0535047447, 0.07145420915, 0.09542525684, 0.1274379739, 0.1424726766,
    0.1581446711, 0.1583108892, 0.1583188043, 0.1583346346,  0.1583821255,  0.158461277,  0.158777883,
    0.1598860038, 0.1630520633, 0.1701901335, 0.1741332714,  0.2057938662,  0.227284542,  0.3035326548,
    0.4053600464, 0.5413479067, 0.7229561932, 0.9654893846,  1.289386218,   1.721942101,  2.299609347,
    3.071069083,  4.101333701,  5.477225575,  7.314693753,   9.768585201,   13.04569406,  17.42218858,
    23.26688433,  31.07232506,  41.49629021,  55.41722732,   74.00828045,   98.83615331,  131.9931384,
    176.2734383,  235.408639,   314.3821772};
enum { LEVELS = sizeof level / sizeof *level };

static void write_data(rdg_context *ctx)
{
    rdg_run *frc = rdg_run_open(ctx, "frc");
    rdg_run_export(frc, "fig05_frc.csv", RDG_COLUMN("omega", "omega_rad_s", 1.0),
                   RDG_COLUMN("omega", "f_Hz", hertz), RDG_COLUMN("alpha", "alpha_N", 1.0),
                   RDG_COLUMN("Am", "Am_m", 1.0));
    rdg_ridge_export(ctx, "ridge", "Am", "fig05_ridge.csv");
}

/* From points of the ridge down to the floor of the picture in space: where they are. */
enum { DROPS = 6 };
typedef struct drop_lines {
    double alpha[DROPS][2], f[DROPS][2], Am[DROPS][2]; /* N, Hz, mm */
} drop_lines;

static drop_lines find_drops(rdg_context *ctx, double floor)
{
    static const double at[DROPS] = {0.03, 0.17, 1.0, 2.4, 4.0, 60.0}; /* N */
    drop_lines d = {{{0.0}}, {{0.0}}, {{0.0}}};
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega");
    const double *Am = rdg_run_column(run, "Am");
    for (int k = 0; alpha && omega && Am && k < DROPS; k++) {
        rdg_index best = 0;
        for (rdg_index row = 1; row < rdg_run_count(run); row++) {
            best = fabs(log(alpha[row] / at[k])) < fabs(log(alpha[best] / at[k])) ? row : best;
        }
        d.alpha[k][0] = d.alpha[k][1] = alpha[best];
        d.f[k][0] = d.f[k][1] = hertz * omega[best];
        d.Am[k][0] = 1e3 * Am[best];
        d.Am[k][1] = floor;
    }
    rdg_run_free(run);
    return d;
}

static void draw(rdg_context *ctx)
{
    const drop_lines drop = find_drops(ctx, 5e-4);
#define FRC .color = "black", .width = 2, .legend = "forced response, 0.03 N"
#define SECOND .color = "red", .style = RDG_LINE_DOTS, .legend = "second stage"
#define ONSET .only = "SLIP", .color = "black", .legend = "onset of slip"
#define IN_SPACE(run, ...)                                                                                   \
    RDG_CURVE3(run, "alpha", "omega", "Am", .y_factor = hertz, .z_factor = 1e3, __VA_ARGS__)
#define BY_LEVEL(run, ...) RDG_CURVE(run, "alpha", "Am", .y_factor = 1e3, __VA_ARGS__)
#define BY_FREQUENCY(run, ...) RDG_CURVE(run, "omega", "alpha", .x_factor = hertz, __VA_ARGS__)
#define DROP(k)                                                                                              \
    RDG_POINTS(2, drop.alpha[k], drop.f[k], "", .zs = drop.Am[k], .style = RDG_LINE, .color = "#909090",     \
               .width = 0.6)
    rdg_plot(ctx, "fig05a.png", DROP(0), DROP(1), DROP(2), DROP(3), DROP(4), DROP(5), IN_SPACE("frc", FRC),
             IN_SPACE("stages/stage2", SECOND), IN_SPACE("ridge", RIDGE_STYLE), RDG_LOGX, RDG_LOGZ,
             RDG_XLABEL("excitation $\\alpha$ / N"), RDG_YLABEL("frequency / Hz"), RDG_ZLABEL("Am / mm"));
    rdg_plot(ctx, "fig05b.png", BY_LEVEL("frc", FRC), BY_LEVEL("stages/stage2", SECOND),
             BY_LEVEL("ridge", RIDGE_STYLE), BY_LEVEL("ridge", ONSET), RDG_LOGLOG,
             RDG_XLABEL("excitation $\\alpha$ / N"), RDG_YLABEL("Am / mm"));
    rdg_plot(ctx, "fig05c.png", BY_FREQUENCY("frc", FRC), BY_FREQUENCY("stages/stage2", SECOND),
             BY_FREQUENCY("ridge", RIDGE_STYLE), BY_FREQUENCY("ridge", ONSET), RDG_LOGY,
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("excitation $\\alpha$ / N"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const double begin = rdg_seconds();
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));

    /* the forced response at 0.03 N, then the ridge to 314 N */
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                 RDG_STEP(0.02, 1e-6, 0.1));
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 314.3821772),
              RDG_UZ_LIST("alpha", LEVELS, level));
    p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03));
    rdg_adjoint *adjoint = rdg_adjoint_add(p, "Am");
    rdg_stationary_find(adjoint, "stages",
                        &(rdg_stationary_options){
                            .along = "omega", .low = RDG_HZ(300), .high = RDG_HZ(335), .maximum = true});
    printf("computed in %.0f ms\n", 1e3 * (rdg_seconds() - begin));

    write_data(ctx);
    draw(ctx);
    return rdg_exit(ctx);
}
