/* What the figures of the blades share: the studies at three dampings, and both blade tips' forced responses.
 */
#ifndef FRICTION_BACKBONE_BLADES_H
#define FRICTION_BACKBONE_BLADES_H

#include "backbones.h"

/* Onset of slip of the right contact, N, and of its resonance, Hz, at beta = 1.5e-5, 8e-6, 3e-6 s. */
static const double blade_beta[3] = {1.5e-5, 8e-6, 3e-6};
static const double blade_onset[3] = {3.991476736, 2.423607356, 0.9704411575};

/* Levels from a fifth of the onset of slip to 75 times it, and some close behind the onset. */
static inline backbone_study blade_study(const char *figure, const char *variant, double onset)
{
    backbone_study s = {.figure = figure,
                        .variant = variant,
                        .at = "right blade",
                        .start = {200.0, 207.0},
                        .range = {195.0, 208.0}};
    spread_levels(&s, 20, 0.2 * onset, 75.0 * onset);
    add_level(&s, 1.003 * onset);
    add_level(&s, 1.05 * onset);
    return s;
}

/* Phase of a displacement's first harmonic against the force, degrees, at each row of a response, without
 * jumps by a turn. */
static inline void fill_phase(rdg_run *run, const char *at, double *degrees)
{
    char column[NAME_SIZE];
    snprintf(column, sizeof column, "phase.%s", at);
    const double *phase = rdg_run_column(run, column);
    for (rdg_index row = 0; phase && row < rdg_run_count(run); row++) {
        degrees[row] = 57.295779513082320877 * phase[row] - 90.0;
        degrees[row] += row > 0 ? 360.0 * round((degrees[row - 1] - degrees[row]) / 360.0) : 0.0;
    }
}

/* The response of both blade tips at one level: frequency, amplitudes and phases. */
typedef struct tips_response {
    rdg_run *run;
    rdg_index rows;
    double *f, *right_phase, *left_phase; /* [rows] Hz, degrees */
} tips_response;

static inline tips_response respond_tips(rdg_context *ctx, rdg_hbm *hb, const char *name, double alpha,
                                         const double window[2])
{
    char path[NAME_SIZE + 4];
    tips_response r = {.rows = 0};
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(window[0])), RDG_AT("alpha", alpha));
    rdg_phase_resonance_add(hb, p, "right blade");
    rdg_phase_resonance_add(hb, p, "left blade");
    follow_response(ctx, p, name, window);
    r.run = rdg_run_open(ctx, name);
    r.rows = rdg_run_count(r.run);
    r.f = calloc((size_t)r.rows + 1, sizeof(double));
    r.right_phase = calloc((size_t)r.rows + 1, sizeof(double));
    r.left_phase = calloc((size_t)r.rows + 1, sizeof(double));
    if (r.rows > 0 && r.f && r.right_phase && r.left_phase) {
        for (rdg_index row = 0; row < r.rows; row++) {
            r.f[row] = hertz * rdg_run_column(r.run, "omega")[row];
        }
        fill_phase(r.run, "right blade", r.right_phase);
        fill_phase(r.run, "left blade", r.left_phase);
        snprintf(path, sizeof path, "%.60s.csv", name);
        rdg_run_export(r.run, path, RDG_COLUMN("omega", "f_Hz", hertz), RDG_COLUMN("Am", "Am_right_m", 1.0),
                       RDG_COLUMN("Am_left", "Am_left_m", 1.0),
                       RDG_COLUMN_ARRAY("phase_right_deg", r.right_phase),
                       RDG_COLUMN_ARRAY("phase_left_deg", r.left_phase), RDG_COLUMN("alpha", "alpha_N", 1.0));
    }
    return r;
}

static inline void free_tips(tips_response *r)
{
    rdg_run_free(r->run);
    free(r->f);
    free(r->right_phase);
    free(r->left_phase);
}

/* Frequency at which a column of a response is greatest. */
static inline double peak_frequency(const tips_response *r, const char *column)
{
    const double *value = rdg_run_column(r->run, column);
    rdg_index best = 0;
    for (rdg_index row = 0; value && row < r->rows; row++) {
        best = value[row] > value[best] ? row : best;
    }
    return r->rows > 0 ? r->f[best] : NAN;
}

/* Both tips' phases over the frequency, with the frequencies of their peaks. */
static inline void draw_phases(rdg_context *ctx, const char *picture, const char *title,
                               const tips_response *r, double lowest)
{
    const double right = peak_frequency(r, "Am"), left = peak_frequency(r, "Am_left");
    const double at_right[2] = {right, right}, at_left[2] = {left, left}, range[2] = {lowest, 0.0};
    rdg_plot(ctx, picture,
             RDG_POINTS(r->rows, r->f, r->right_phase, "right blade (excited)", .style = RDG_LINE,
                        .color = "black", .width = 2),
             RDG_POINTS(r->rows, r->f, r->left_phase, "left blade", .style = RDG_LINE, .color = "#888888",
                        .width = 2),
             RDG_POINTS(2, at_right, range, "peak of the right blade", .style = RDG_DASHED, .color = "black"),
             RDG_POINTS(2, at_left, range, "peak of the left blade", .style = RDG_DASHED, .color = "#888888"),
             RDG_TITLE(title), RDG_YRANGE(lowest, 0), RDG_XLABEL("frequency / Hz"),
             RDG_YLABEL("phase against the force / degrees"));
}

/* Where each method puts the resonance at a level: the points of a picture. */
typedef struct method_points {
    backbone_point ridge, dnnm, phase;
} method_points;

static inline method_points methods_at(rdg_context *ctx, const backbone_study *s, double alpha)
{
    static const char *const curve[3] = {"ridge", "dnnm", "phase"};
    backbone_point point[3];
    for (int k = 0; k < 3; k++) {
        char name[NAME_SIZE];
        name_curve(s, curve[k], name);
        rdg_run *run = rdg_run_open(ctx, name);
        point[k] = point_at(run, alpha);
        rdg_run_free(run);
    }
    return (method_points){point[0], point[1], point[2]};
}

/* Both tips' amplitudes over the frequency with the methods' points. */
static inline void draw_tips(rdg_context *ctx, const char *picture, const char *title, const char *frc,
                             const method_points *m)
{
    const double right[3] = {1e6 * m->ridge.Am, 1e6 * m->dnnm.Am, 1e6 * m->phase.Am};
    rdg_plot(ctx, picture, AMPLITUDE(frc, .color = "black", .width = 2, .legend = "right blade (excited)"),
             RDG_CURVE(frc, "omega", "Am_left", .x_factor = hertz, .y_factor = 1e6, .color = "#888888",
                       .width = 2, .legend = "left blade"),
             RDG_POINTS(1, &m->ridge.f, &right[0], "ridge", .color = "#cc0077"),
             RDG_POINTS(1, &m->dnnm.f, &right[1], "damped nonlinear mode", .color = "#0072b2"),
             RDG_POINTS(1, &m->phase.f, &right[2], "phase resonance", .color = "#e08000"), RDG_TITLE(title),
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("amplitude Am / µm"));
}

#endif
