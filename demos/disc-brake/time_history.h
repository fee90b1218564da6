/* Figures 7 and 8: a limit cycle by shooting, and the motion that comes to it by integration, over one
 * period. */
#ifndef DISC_BRAKE_TIME_HISTORY_H
#define DISC_BRAKE_TIME_HISTORY_H

#include "cycles.h"

enum { HISTORY_ROWS = 2 * (SAMPLES + 1) };

typedef struct history {
    rdg_index rows;
    const char *method[HISTORY_ROWS], *mode[HISTORY_ROWS];
    double t[HISTORY_ROWS], q[DOFS][HISTORY_ROWS];
} history;

/* What is known of the cycle. */
typedef struct known_cycle {
    const char *name; /* "fig07" */
    const char *title;
    double N0, Omega, T, peak, apart; /* N, rad/s, s, rad, share of the period */
    double re[3], im;                 /* the multiplier next to 1, and the pair */
} known_cycle;

static inline void history_add(history *h, const char *method, double t, rdg_index mode, const double *x)
{
    static const char *const name[] = {"slip", "apart", "stick"};
    if (h->rows < HISTORY_ROWS) {
        h->method[h->rows] = method;
        h->mode[h->rows] = name[mode];
        h->t[h->rows] = t;
        for (int i = 0; i < DOFS; i++) {
            h->q[i][h->rows] = x[i];
        }
        h->rows++;
    }
}

/* Rows of a motion, every so many of them, over one period from the last time on that theta is greatest, time
 * counted from there. */
static inline void history_take(history *h, const char *method, const cycle *c, rdg_index stride,
                                rdg_index rows, const double *t, const rdg_index *mode, const double *x)
{
    rdg_index first = -1;
    for (rdg_index i = 0; i + 1 < rows; i++) {
        const bool turns = x[i * c->states + DOFS + PAD_THETA] > 0.0 &&
                           x[(i + 1) * c->states + DOFS + PAD_THETA] <= 0.0 &&
                           x[i * c->states + PAD_THETA] > 0.9 * c->peak;
        first = turns && t[rows - 1] - t[i] >= c->T * (1.0 - 1e-9) ? i : first;
    }
    for (rdg_index i = first; first >= 0 && i < rows && t[i] - t[first] <= c->T; i += stride) {
        history_add(h, method, t[i] - t[first], mode[i], x + i * c->states);
    }
}

/* The cycle twice, so that a period from its peak on is there. */
static inline void history_of_cycle(history *h, const cycle *c)
{
    static double t[2 * SAMPLES], x[2 * SAMPLES * STATES];
    static rdg_index mode[2 * SAMPLES];
    for (rdg_index i = 0; i < 2 * SAMPLES; i++) {
        const rdg_index at = i % SAMPLES;
        t[i] = c->t[at] + (i < SAMPLES ? 0.0 : c->T);
        mode[i] = c->mode[at];
        memcpy(x + i * c->states, c->x + at * c->states, (size_t)c->states * sizeof *x);
    }
    history_take(h, "shooting", c, 1, 2 * SAMPLES, t, mode, x);
}

/* The greatest theta of the last period of the motion by integration. */
static inline double history_of_motion(rdg_context *ctx, history *h, disc_brake *b, const cycle *c,
                                       double duration)
{
    double x[STATES], greatest = -INFINITY;
    rdg_trajectory motion = {0};
    brake_push(ctx, b, x);
    rdg_simulate(
        brake_system(ctx, b),
        &(rdg_simulate_options){
            .x = x, .duration = duration, .every = c->T / 400.0, .flow = {.method = RDG_FLOW_EXPLICIT}},
        &motion);
    for (rdg_index i = 0; i < motion.rows; i++) {
        const double theta = motion.x[i * c->states + PAD_THETA];
        greatest = motion.t[i] > duration - 1.5 * c->T ? fmax(greatest, theta) : greatest;
    }
    history_take(h, "integration", c, 10, motion.rows, motion.t, motion.mode, motion.x);
    rdg_trajectory_release(&motion);
    return greatest;
}

static inline void history_write(rdg_context *ctx, const char *path, const history *h)
{
    rdg_export(ctx, path, h->rows, RDG_COLUMN_TEXTS("method", h->method), RDG_COLUMN_ARRAY("t", h->t),
               RDG_COLUMN_ARRAY("x", h->q[DISC_X]), RDG_COLUMN_ARRAY("y", h->q[DISC_Y]),
               RDG_COLUMN_ARRAY("psi", h->q[DISC_PSI]), RDG_COLUMN_ARRAY("r", h->q[PAD_R]),
               RDG_COLUMN_ARRAY("theta", h->q[PAD_THETA]), RDG_COLUMN_ARRAY("z", h->q[PAD_Z]),
               RDG_COLUMN_TEXTS("phase", h->mode));
}

static inline void history_draw(rdg_context *ctx, const char *path, const history *h, rdg_index shot, int dof,
                                const char *title, const char *label)
{
    rdg_plot(ctx, path, RDG_POINTS(shot, h->t, h->q[dof], "shooting", .style = RDG_LINE, .width = 2),
             RDG_POINTS(h->rows - shot, h->t + shot, h->q[dof] + shot, "integration", .color = "red"),
             RDG_TITLE(title), RDG_XLABEL("time / s"), RDG_YLABEL(label));
}

static inline void history_compare(references *known, const known_cycle *k, const cycle *c)
{
    compare(known, "period, s", k->T, c->T);
    if (k->peak > 0.0) {
        compare(known, "greatest theta, rad", k->peak, c->peak);
    }
    compare(known, "share of separation", k->apart, c->share[APART_MODE]);
    compare(known, "first multiplier", k->re[0], c->re[0]);
    compare(known, "pair, real part", k->re[1], c->re[1]);
    compare(known, "pair, imaginary part", k->im, fabs(c->im[1]));
}

/* All of a figure: tables, numbers, pictures <name>a.png (theta) and <name>b.png (z). */
static inline int history_figure(const known_cycle *k)
{
    static cycle c;
    static history h;
    static references known;
    char path[64];
    rdg_context *ctx = rdg_context_create();
    disc_brake b = preset_lc();
    b.value[N0] = k->N0;
    b.value[OMEGA] = k->Omega;
    cycle_find(ctx, &b, 20.0, &c);
    if (rdg_error_status(ctx) != RDG_OK) {
        return rdg_exit(ctx);
    }
    history_of_cycle(&h, &c);
    const rdg_index shot = h.rows;
    const double reached = history_of_motion(ctx, &h, &b, &c, 30.0);
    printf(
        "steady state in %.1f s, Newton's method %.1f s; integration from a push reaches theta = %.9f rad in "
        "30 s\n",
        c.settle_s, c.newton_s, reached);
    history_compare(&known, k, &c);
    snprintf(path, sizeof path, "%s_numbers.csv", k->name);
    write_references(ctx, &known, path);
    snprintf(path, sizeof path, "%s.csv", k->name);
    history_write(ctx, path, &h);
    snprintf(path, sizeof path, "%sa.png", k->name);
    history_draw(ctx, path, &h, shot, PAD_THETA, k->title, "theta / rad");
    snprintf(path, sizeof path, "%sb.png", k->name);
    history_draw(ctx, path, &h, shot, PAD_Z, k->title, "lift z / m");
    return rdg_exit(ctx);
}

#endif
