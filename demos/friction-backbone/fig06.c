/* Figure 6: the beam's backbone curve by three methods over forced responses in different contact states, and
 * the transition from stuck to partial slip magnified.
 *
 * At the transition the true resonance stays on the onset of slip: a kink of the forced response, along which
 * only the ridge goes. */
#include "backbones.h"

enum { STATES = 6, CLOSE = 5 };

/* Where the ridge is at the levels of four states of the contact. */
typedef struct contact_states {
    double f[4], Am[4]; /* Hz, um */
} contact_states;

static contact_states find_states(rdg_context *ctx, const char *ridge)
{
    static const double level[4] = {0.03, 0.1583, 2.3, 5.5}; /* N */
    contact_states s = {{0.0}, {0.0}};
    rdg_run *run = rdg_run_open(ctx, ridge);
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega");
    const double *Am = rdg_run_column(run, "Am");
    for (int k = 0; alpha && omega && Am && k < 4; k++) {
        rdg_index best = 0;
        for (rdg_index row = 1; row < rdg_run_count(run); row++) {
            best = fabs(log(alpha[row] / level[k])) < fabs(log(alpha[best] / level[k])) ? row : best;
        }
        s.f[k] = hertz * omega[best];
        s.Am[k] = 1e6 * Am[best];
    }
    rdg_run_free(run);
    return s;
}

int main(void)
{
    static const double level[STATES] = {0.03, 0.1583, 0.5, 2.3, 3.5, 5.5};           /* N */
    static const double close[CLOSE] = {0.15820, 0.15831, 0.15833, 0.15835, 0.15850}; /* N */
    static const double wide[2] = {195.0, 335.0}, narrow[2] = {317.2, 317.6};         /* Hz */
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));

    backbone_study s = {
        .figure = "fig06", .variant = "", .at = "shaker", .start = {300.0, 335.0}, .range = {195.0, 335.0}};
    spread_levels(&s, 18, 0.03, 314.0);
    add_level(&s, 0.15832); /* within the corner, and behind it */
    add_level(&s, 2.3);     /* where the picture marks it */
    add_level(&s, 5.5);
    add_level(&s, 0.15836);
    add_level(&s, 0.1584);
    add_level(&s, 0.1588);
    follow_backbones(ctx, hb, &s);
    backbone_table table;
    compare_with_truth(ctx, hb, &s, &table);

    char name[STATES + CLOSE][NAME_SIZE];
    for (int k = 0; k < STATES; k++) {
        snprintf(name[k], NAME_SIZE, "fig06_frc_%gN", level[k]);
        respond_at(ctx, hb, name[k], level[k], wide);
    }
    for (int k = 0; k < CLOSE; k++) {
        snprintf(name[STATES + k], NAME_SIZE, "fig06b_frc_%gN", close[k]);
        respond_at(ctx, hb, name[STATES + k], close[k], narrow);
    }

#define FRC(k) AMPLITUDE(name[k], FRC_STYLE, .legend = "")
#define GREY(k) AMPLITUDE(name[k], FRC_STYLE, .legend = "forced responses")
#define STATE(k, shade, text) RDG_POINTS(1, &state.f[k], &state.Am[k], text, .color = (shade), .width = 2)
    const contact_states state = find_states(ctx, "fig06_ridge");
    rdg_plot(ctx, "fig06.png", GREY(0), FRC(1), FRC(2), FRC(3), FRC(4), FRC(5),
             AMPLITUDE("fig06_dnnm", DNNM_STYLE), AMPLITUDE("fig06_phase", PHASE_STYLE),
             AMPLITUDE("fig06_ridge", RIDGE_STYLE), STATE(0, "#000000", "stuck, 0.03 N"),
             STATE(1, "#009e73", "onset of slip, 0.1583 N"), STATE(2, "#d55e00", "most damped, 2.3 N"),
             STATE(3, "#56b4e9", "nearly free, 5.5 N"), RDG_LOGY, RDG_YRANGE(0.1, 1000), RDG_XRANGE(200, 330),
             RDG_TITLE("Forced responses at 0.03, 0.158, 0.5, 2.3, 3.5, 5.5 N and their backbone"),
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("amplitude Am / µm"));
    rdg_plot(
        ctx, "fig06b.png", GREY(6), FRC(7), FRC(8), FRC(9), FRC(10), AMPLITUDE("fig06_dnnm", DNNM_STYLE),
        AMPLITUDE("fig06_phase", PHASE_STYLE), AMPLITUDE("fig06_ridge", RIDGE_STYLE),
        AMPLITUDE("fig06_ridge", .only = "SLIP", .color = "black", .legend = "onset of slip"),
        AMPLITUDE("fig06_ridge", .only = "CE", .color = "#009e73", .legend = "end of the non-smooth peak"),
        RDG_XRANGE(317.3, 317.52), RDG_YRANGE(10.515, 10.57),
        RDG_TITLE("The onset of slip: 0.1582, 0.15831, 0.15833, 0.15835, 0.1585 N"),
        RDG_XLABEL("frequency / Hz"), RDG_YLABEL("amplitude Am / µm"));
    return rdg_exit(ctx);
}
