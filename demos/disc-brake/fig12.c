/* Figure 12: motions from a cold start at five preloads: theta over time, theta' over theta, and the spectrum
 * of theta. Preset LC, 1 rad/s. QUICK=1: they are followed for a tenth of the time. */
#include "../forms.h"
#include "../shooting/reference.h"
#include "sweeps.h"

#include <stdlib.h>

enum { CASES = 5, RATE = 400, COUNT = 16 * RATE, LINES = 300, SHOWN = RATE, ALL = CASES * COUNT };

static const struct {
    const char *name, *color;
    double N0, known, transient; /* N; Hz; s, more where the motion forgets slowly */
} preload[CASES] = {{"15 N", "#0050b0", 15.0, 6.8391, 240.0},
                    {"35 N", "#c00060", 35.0, 6.6947, 240.0},
                    {"55 N", "#e08000", 55.0, 7.7562, 1200.0},
                    {"75 N", "#108040", 75.0, 8.4195, 240.0},
                    {"85 N", "#000000", 85.0, 8.4195, 240.0}};

/* A settled motion at equal distances in time, and its spectrum. */
typedef struct record {
    int at_theta, rows;
    double begin;
    double t[COUNT], theta[COUNT], rate[COUNT];
    double f[LINES], amplitude[LINES]; /* Hz, rad */
    long peaks;                        /* of theta, the first and the last of them */
    double first, last;
} record;

static int note_row(const rdg_hybrid_state *state, void *data)
{
    record *r = data;
    const double at = (state->t - r->begin) * RATE;
    if (r->rows < COUNT && fabs(at - (r->rows + 1)) < 1e-6) { /* not one of those behind events */
        r->t[r->rows] = state->t - r->begin;
        r->theta[r->rows] = state->x[r->at_theta];
        r->rate[r->rows++] = state->x[r->at_theta + DOFS];
    }
    return 0;
}

static int note_peak(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                     void *data)
{
    record *r = data;
    (void)after;
    if (event >= BRAKE_EVENTS) {
        r->first = r->peaks++ == 0 ? before->t : r->first;
        r->last = before->t;
    }
    return 0;
}

/* Amplitudes under a Hann window. */
static void take_spectrum(record *r)
{
    const double turn = 6.28318530717958648;
    double mean = 0.0;
    for (int i = 0; i < r->rows; i++) {
        mean += r->theta[i] / r->rows;
    }
    for (int k = 0; k < LINES; k++) {
        double re = 0.0, im = 0.0;
        r->f[k] = 0.1 * k;
        for (int i = 0; i < r->rows; i++) {
            const double window = 1.0 - cos(turn * (i + 0.5) / r->rows), phase = turn * r->f[k] * i / RATE;
            re += window * (r->theta[i] - mean) * cos(phase);
            im += window * (r->theta[i] - mean) * sin(phase);
        }
        r->amplitude[k] = 2.0 * hypot(re, im) / r->rows;
    }
}

static void follow(rdg_context *ctx, disc_brake *b, double transient, record *r)
{
    double x[STATES];
    brake_push(ctx, b, x);
    const rdg_flow_options how = brake_flow();
    rdg_flow *flow = rdg_flow_create(brake_system_with_peaks(ctx, b), &how);
    rdg_hybrid_state s = {.x = x};
    const rdg_flow_observer observer = {.at = note_row, .every = 1.0 / RATE, .crossed = note_peak, .data = r};
    if (rdg_flow_run(flow, b->value, &s, transient, 0, NULL) != 0) {
        printf("%s\n", rdg_flow_reason(flow));
        return;
    }
    r->at_theta = PAD_THETA;
    r->begin = s.t;
    if (rdg_flow_run(flow, b->value, &s, transient + (COUNT + 0.5) / RATE, 0, &observer) != 0) {
        printf("%s\n", rdg_flow_reason(flow));
    }
    take_spectrum(r);
}

/* The picture of one pair of columns of all motions. */
static void draw(rdg_context *ctx, const char *path, const record *r, int which, const char *title,
                 const char *x, const char *y)
{
    picture p = {.n = 0};
    for (int c = 0; c < CASES; c++) {
        const double *const xs[3] = {r[c].t, r[c].theta, r[c].f};
        const double *const ys[3] = {r[c].theta, r[c].rate, r[c].amplitude};
        const rdg_index count = which == 2 ? LINES : r[c].rows < SHOWN ? r[c].rows : SHOWN;
        if (count > 0) {
            picture_add(&p, RDG_POINTS(count, xs[which], ys[which], preload[c].name,
                                       .color = preload[c].color, .style = RDG_LINE, .width = 1.5));
        }
    }
    picture_add(&p, RDG_TITLE(title));
    picture_add(&p, RDG_XLABEL(x));
    picture_add(&p, RDG_YLABEL(y));
    rdg_plot_items(ctx, path, p.item);
}

static void write_rows(rdg_context *ctx, const record *r)
{
    static double N[ALL], t[ALL], theta[ALL], rate[ALL];
    rdg_index rows = 0;
    for (int c = 0; c < CASES; c++) {
        for (int i = 0; i < r[c].rows; i++, rows++) {
            N[rows] = preload[c].N0;
            t[rows] = r[c].t[i];
            theta[rows] = r[c].theta[i];
            rate[rows] = r[c].rate[i];
        }
    }
    rdg_export(ctx, "fig12.csv", rows, RDG_COLUMN_ARRAY("N0", N), RDG_COLUMN_ARRAY("t", t),
               RDG_COLUMN_ARRAY("theta", theta), RDG_COLUMN_ARRAY("theta'", rate));
    rdg_export(ctx, "fig12_spectrum.csv", LINES, RDG_COLUMN_ARRAY("f", r[0].f),
               RDG_COLUMN_ARRAY("15 N", r[0].amplitude), RDG_COLUMN_ARRAY("35 N", r[1].amplitude),
               RDG_COLUMN_ARRAY("55 N", r[2].amplitude), RDG_COLUMN_ARRAY("75 N", r[3].amplitude),
               RDG_COLUMN_ARRAY("85 N", r[4].amplitude));
}

int main(void)
{
    static record r[CASES];
    static disc_brake b[CASES];
    static references known;
    rdg_context *ctx = rdg_context_create();
    const double part = form_is_quick() ? 0.1 : 1.0;
    for (int c = 0; c < CASES; c++) {
        b[c] = preset_lc();
        b[c].value[OMEGA] = 1.0;
        b[c].value[N0] = preload[c].N0;
        b[c].eps = 1e-6;
        follow(ctx, &b[c], part * preload[c].transient, &r[c]);
        compare(&known, preload[c].name, preload[c].known,
                r[c].peaks > 1 ? (double)(r[c].peaks - 1) / (r[c].last - r[c].first) : 0.0);
    }
    write_references(ctx, &known, "fig12_numbers.csv");
    write_rows(ctx, r);
    draw(ctx, "fig12a.png", r, 0, "Cold starts at 1 rad/s, steady state", "time / s", "theta / rad");
    draw(ctx, "fig12b.png", r, 1, "Cold starts at 1 rad/s, steady state", "theta / rad", "theta' / (rad/s)");
    draw(ctx, "fig12c.png", r, 2, "Spectrum of theta", "frequency / Hz", "amplitude / rad");
    return rdg_exit(ctx);
}
