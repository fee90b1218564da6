/* Bifurcation diagrams of the brake by brute force: motions become steady at one preload or speed after the
 * other, each starting where the last one has come to, upwards and downwards. What figures 11, 13 and 14 draw
 * beneath their branches by shooting:
 *
 *     disc_brake b = preset_lc();
 *     static brake_sweep s = {.parameter = "N0", .from = 2.0, .to = 98.0, .count = 49};
 *     b.value[OMEGA] = 1.0;
 *     brake_sweep_run(ctx, &b, &s);             240 s of settling and 30 s of looking at each value
 *     brake_sweep_write(ctx, "fig11_sweep.csv", &s);
 *     brake_sweep_free(&s);
 *
 * `b` outlives the context, as the motion's functions keep it. */
#ifndef DISC_BRAKE_SWEEPS_H
#define DISC_BRAKE_SWEEPS_H

#include "cycles.h"
#include "pictures.h"

#include <ridgewalk/sweep.h>

enum { MOST_VALUES = 128, PEAKS = 64 };

typedef struct brake_sweep {
    const char *parameter; /* "N0" or "Omega" */
    double from, to;
    rdg_index count;          /* values, <= MOST_VALUES */
    double transient, window; /* s; 0: 240 and 30 */
    int direction;            /* as in sweep.h: 0, up and down */
    int threads;              /* 0: one for each direction */
    double eps;               /* m/s; 0: 1e-6 */
    /* what comes of it, a row a value: up, then down */
    rdg_sweep_table table;
    rdg_index rows;
    double value[2 * MOST_VALUES], direction_of[2 * MOST_VALUES];
    double peaks[2 * MOST_VALUES];                        /* of theta in a period; 0: it has none up to 32 */
    double T[2 * MOST_VALUES];                            /* s, NaN without a period */
    double least[2 * MOST_VALUES], most[2 * MOST_VALUES]; /* peaks of theta, rad */
    const char *modes[2 * MOST_VALUES]; /* of a period in turn, or those that were visited */
    rdg_index drawn[2];                 /* peaks of steady motions, each once: up, down */
    double at[2][MOST_VALUES * PEAKS], peak[2][MOST_VALUES * PEAKS];
} brake_sweep;

/* theta', which falls through zero where theta is greatest */
static inline int peak_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const disc_brake *b = data;
    (void)n, (void)m;
    y[0] = u[2 * brake_dofs(b) - 2];
    return 0;
}

static inline int peak_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const disc_brake *b = data;
    (void)n, (void)u, (void)m;
    values[2 * brake_dofs(b) - 2] = 1.0;
    return 0;
}

/* Events of the system before those. */
enum { BRAKE_EVENTS = 5 };

#define BRAKE_PEAKS RDG_PARAMETERS("peak in slip", "peak apart", "peak in stick")

/* Motion with a section in each mode at the peaks of theta, BRAKE_PEAKS. `b` outlives the system. */
static inline rdg_hybrid *brake_system_with_peaks(rdg_context *ctx, disc_brake *b)
{
    static const char *const name[][2] = {
        {"peak in slip", "slip"}, {"peak apart", "apart"}, {"peak in stick", "stick"}};
    rdg_hybrid *h = brake_system(ctx, b);
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        rdg_hybrid_add_event_surface(
            h, &(rdg_hybrid_event_surface){.name = name[k][0],
                                           .from = name[k][1],
                                           .to = name[k][1],
                                           .surface = {.f = peak_f, .df = peak_df, .data = b}});
    }
    return h;
}

/* How closely motions are followed by brute force. */
static inline rdg_flow_options brake_flow(void)
{
    return (rdg_flow_options){.method = RDG_FLOW_MIXED, .relative = 1e-6, .absolute = 1e-9};
}

/* Peaks that only rise or only fall, period by period, by more than 1e-3: the motion is still on its way. Of
 * what is missing a multiplier of .998 makes up an eighth in 64 periods. */
static inline bool brake_sweep_drifts(const rdg_sweep_row *row)
{
    const rdg_index k = row->period > 0 ? row->period : 1, turns = row->samples / k;
    int rises = 0, falls = 0;
    for (rdg_index i = 0; i + 1 < turns; i++) {
        const double step = row->sample[(i + 1) * k] - row->sample[i * k];
        rises += step > 0.0;
        falls += step < 0.0;
    }
    return turns > 2 && (rises == 0 || falls == 0) &&
           fabs(row->sample[(turns - 1) * k] - row->sample[0]) > 1e-3 * fabs(row->sample[0]);
}

static inline void brake_sweep_take(brake_sweep *s, const rdg_sweep_row *row)
{
    const int lane = row->direction > 0 ? 0 : 1;
    const rdg_index k = s->rows++;
    s->value[k] = row->value;
    s->direction_of[k] = row->direction;
    s->peaks[k] = (double)row->period;
    s->T[k] = row->T;
    s->modes[k] = row->modes;
    s->least[k] = INFINITY;
    s->most[k] = -INFINITY;
    const bool is_steady = !brake_sweep_drifts(row);
    for (rdg_index i = 0; i < row->samples; i++) {
        s->least[k] = fmin(s->least[k], row->sample[i]);
        s->most[k] = fmax(s->most[k], row->sample[i]);
        if (is_steady && (row->period == 0 || i < row->period) && s->drawn[lane] < MOST_VALUES * PEAKS) {
            s->at[lane][s->drawn[lane]] = row->value;
            s->peak[lane][s->drawn[lane]++] = row->sample[i];
        }
    }
    if (row->samples == 0) { /* it rests, or was lost: the table's own reason says which */
        s->least[k] = row->min;
        s->most[k] = row->max;
    }
}

static inline rdg_status brake_sweep_run(rdg_context *ctx, disc_brake *b, brake_sweep *s)
{
    double x[STATES] = {0.0};
    const double transient = s->transient > 0.0 ? s->transient : 240.0,
                 window = s->window > 0.0 ? s->window : 30.0;
    b->eps = s->eps > 0.0 ? s->eps : 1e-6;
    brake_push(ctx, b, x);
    const rdg_status status =
        rdg_sweep(brake_system_with_peaks(ctx, b),
                  &(rdg_sweep_options){.parameter = s->parameter,
                                       .from = s->from,
                                       .to = s->to,
                                       .count = s->count < MOST_VALUES ? s->count : MOST_VALUES,
                                       .direction = s->direction,
                                       .x = x,
                                       .section = BRAKE_PEAKS,
                                       .transient = transient,
                                       .transient_returns = 16,
                                       .most_returns = (rdg_index)(window / 0.15), /* about a period each */
                                       .samples = PEAKS,
                                       .longest = 20.0,
                                       .tolerance = 1e-3, /* multipliers of .998 leave more than 1e-6 */
                                       .state = brake_dofs(b) - 2,
                                       .threads = s->threads > 0 ? s->threads : 2,
                                       .flow = brake_flow()},
                  &s->table);
    s->rows = s->drawn[0] = s->drawn[1] = 0;
    for (rdg_index k = 0; status == RDG_OK && k < s->table.rows; k++) {
        brake_sweep_take(s, &s->table.row[k]);
    }
    return status;
}

static inline void brake_sweep_write(rdg_context *ctx, const char *path, const brake_sweep *s)
{
    rdg_export(ctx, path, s->rows, RDG_COLUMN_ARRAY(s->parameter, s->value),
               RDG_COLUMN_ARRAY("direction", s->direction_of), RDG_COLUMN_ARRAY("peaks_per_period", s->peaks),
               RDG_COLUMN_ARRAY("T_s", s->T), RDG_COLUMN_ARRAY("theta_peak_min", s->least),
               RDG_COLUMN_ARRAY("theta_peak_max", s->most), RDG_COLUMN_TEXTS("phases", s->modes));
}

static inline void brake_sweep_free(brake_sweep *s)
{
    rdg_sweep_release(&s->table);
}

#endif
