/* Figure 7: the beam's shape at resonance in four contact states, coloured by its displacement.
 *
 * The shape is that of the first harmonic at the instant at which the tip is farthest out. */
#include "backbones.h"

enum { NODES = 21, STATES = 4 };

typedef struct shape {
    const char *picture, *title;
    double alpha;             /* N */
    double x[NODES];          /* m, from the clamp */
    double deflection[NODES]; /* relative to the tip */
    double size[NODES];       /* of the deflection */
} shape;

/* First harmonic of all degrees of freedom at the peak of the response: cosine parts, then sine parts. */
static void find_peak(rdg_context *ctx, rdg_hbm *hb, rdg_run *ridge, double level, double *full)
{
    const rdg_index n = rdg_hbm_unknowns(hb);
    double *Q = calloc((size_t)n + 1, sizeof *Q);
    const double *alpha = rdg_run_column(ridge, "alpha");
    const double *omega = rdg_run_column(ridge, "omega");
    for (rdg_index row = 0; Q && rdg_error_status(ctx) == RDG_OK && row < rdg_run_count(ridge); row++) {
        const rdg_index label = rdg_run_label(ridge, row);
        if (label > 0 && fabs(alpha[row] / level - 1.0) < 1e-9) {
            rdg_run_solution(ridge, label, "Q", n, Q);
            rdg_hbm_expand(hb, 1, omega[row], alpha[row], Q, full);
        }
    }
    free(Q);
}

static void find_shape(rdg_context *ctx, rdg_hbm *hb, rdg_run *ridge, shape *s)
{
    rdg_structure *beam = rdg_hbm_structure(hb);
    const rdg_index tip = rdg_beam_deflection(beam, NODES - 1), n = rdg_structure_size(beam);
    double *full = calloc(2 * (size_t)n + 1, sizeof *full);
    if (full) {
        find_peak(ctx, hb, ridge, s->alpha, full);
        const double phase = atan2(full[n + tip], full[tip]);
        const double size = hypot(full[n + tip], full[tip]);
        for (int node = 1; node < NODES && rdg_error_status(ctx) == RDG_OK; node++) {
            const rdg_index dof = rdg_beam_deflection(beam, node);
            s->x[node] = 0.2 * node / (NODES - 1);
            s->deflection[node] = (full[dof] * cos(phase) + full[n + dof] * sin(phase)) / size;
            s->size[node] = fabs(s->deflection[node]);
        }
    }
    free(full);
}

/* One picture: the beam, coloured by its deflection, over the beam at rest; the pad as a dot. */
static void draw(rdg_context *ctx, const shape *s)
{
    const double rest[2] = {0.0, 0.2}, zero[2] = {0.0, 0.0};
    rdg_plot(ctx, s->picture, RDG_POINTS(2, rest, zero, "", .style = RDG_DASHED, .color = "#888888"),
             RDG_POINTS(NODES, s->x, s->deflection, "", .style = RDG_LINE, .width = 4, .shades = s->size),
             RDG_POINTS(1, &s->x[5], &s->deflection[5], "contact", .color = "black", .width = 2),
             RDG_POINTS(1, &s->x[12], &s->deflection[12], "excitation", .color = "#009e73", .width = 2),
             RDG_TITLE(s->title), RDG_XRANGE(-0.005, 0.205), RDG_XLABEL("position / m"),
             RDG_YLABEL("deflection relative to the tip"), RDG_YRANGE(-0.2, 1.1),
             RDG_ZLABEL("size of the deflection"), RDG_ZRANGE(0.0, 1.0));
}

int main(void)
{
    shape state[STATES] = {
        {.picture = "fig07a.png", .title = "Fully stuck, 0.1 N", .alpha = 0.1},
        {.picture = "fig07b.png", .title = "Onset of slip, 0.15830 N", .alpha = 0.1583029740},
        {.picture = "fig07c.png", .title = "Largest damping, 2.4 N", .alpha = 2.4},
        {.picture = "fig07d.png", .title = "Free, 300 N", .alpha = 300.0}};
    double level[STATES];
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    for (int k = 0; k < STATES; k++) {
        level[k] = state[k].alpha;
    }
    respond_at(ctx, hb, "fig07_frc", 0.03, (double[]){300.0, 335.0});
    rdg_ridge(hb, "fig07_ridge", "Am", RDG_FROM_GREATEST("fig07_frc"), RDG_WINDOW("alpha", 0.03, 314.0),
              RDG_UZ_LIST("alpha", STATES, level), RDG_NO_TABLE);
    rdg_run *ridge = rdg_run_open(ctx, "fig07_ridge");
    for (int k = 0; k < STATES && rdg_error_status(ctx) == RDG_OK; k++) {
        find_shape(ctx, hb, ridge, &state[k]);
        draw(ctx, &state[k]);
    }
    rdg_export(ctx, "fig07.csv", NODES, RDG_COLUMN_ARRAY("x_m", state[0].x),
               RDG_COLUMN_ARRAY("stuck_relative", state[0].deflection),
               RDG_COLUMN_ARRAY("onset_relative", state[1].deflection),
               RDG_COLUMN_ARRAY("damped_relative", state[2].deflection),
               RDG_COLUMN_ARRAY("free_relative", state[3].deflection));
    return rdg_exit(ctx);
}
