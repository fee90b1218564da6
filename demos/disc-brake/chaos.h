/* Figures 15 and 16: is the motion periodic, quasi-periodic or chaotic? Each preload starts where the motion
 * with the one before has come to; its peaks of theta tell the period and, by the 0-1 test, chaos, and two
 * motions next to each other the largest Lyapunov exponent. Preset CH, 1 rad/s. */
#ifndef DISC_BRAKE_CHAOS_H
#define DISC_BRAKE_CHAOS_H

#include "../forms.h"
#include "../shooting/reference.h"
#include "sweeps.h"

#include <ridgewalk/lyapunov.h>
#include <ridgewalk/zero_one.h>

#include <stdlib.h>

enum { CHAOS_ROWS = 400, MOST_PEAKS = 2000, LONGEST_PERIOD = 32, CHAOS_DOTS = 60000 };

typedef struct chaos_table {
    rdg_index rows, lost; /* preloads at which something is told, and could not be followed */
    bool ranges_only;     /* no exponent where the motion has a period, 60 s elsewhere */
    double N0[CHAOS_ROWS], Omega[CHAOS_ROWS], kir[CHAOS_ROWS], kpr[CHAOS_ROWS];
    double period[CHAOS_ROWS];                      /* peaks; 0: none up to 32 */
    double least[CHAOS_ROWS], most[CHAOS_ROWS];     /* peaks of theta, rad */
    double exponent[CHAOS_ROWS], error[CHAOS_ROWS]; /* 1/s */
    double K[CHAOS_ROWS];
    const char *fate[CHAOS_ROWS];
    rdg_index dots;
    double at[CHAOS_DOTS], dot[CHAOS_DOTS]; /* all peaks */
} chaos_table;

/* How long, s: what lasts is the exponent. */
typedef struct chaos_times {
    double transient, section, exponent;
} chaos_times;

static inline chaos_times chaos_time(void)
{
    return form_is_quick() ? (chaos_times){10.0, 20.0, 6.0}
                           : (chaos_times){150.0, 60.0, form_is_full() ? 240.0 : 60.0};
}

typedef struct chaos_peaks {
    int theta;
    rdg_index count;
    double value[MOST_PEAKS];
} chaos_peaks;

static inline int chaos_note_peak(rdg_index event, const rdg_hybrid_state *before,
                                  const rdg_hybrid_state *after, void *data)
{
    chaos_peaks *p = data;
    (void)after;
    if (event >= BRAKE_EVENTS && p->count < MOST_PEAKS) {
        p->value[p->count++] = before->x[p->theta];
    }
    return 0;
}

/* The least number of peaks behind which all are what they were, to 1e-4 of the greatest; 0: none. */
static inline rdg_index chaos_period(const chaos_peaks *p, double most)
{
    for (rdg_index k = 1; k <= LONGEST_PERIOD && 2 * k < p->count; k++) {
        double off = 0.0;
        for (rdg_index i = 0; i + k < p->count; i++) {
            off = fmax(off, fabs(p->value[i + k] - p->value[i]));
        }
        if (off < 1e-4 * most) {
            return k;
        }
    }
    return 0;
}

/* Quasi-periodic: without a period, but no motion next to another goes away from it. Of peaks that are all
 * the same the 0-1 test sees rounding alone. */
static inline const char *chaos_fate(rdg_index period, double exponent, double error, double K)
{
    const bool grows = exponent > 3.0 * error && exponent > 0.1;
    return grows ? "chaotic" : period > 0 ? "periodic" : K > 0.5 ? "chaotic" : "quasi-periodic";
}

/* Another preload takes the motion where it slips, so that no state is a forbidden one. */
static inline int chaos_settle(rdg_flow *flow, const double *p, rdg_hybrid_state *s, double time)
{
    int answer = rdg_flow_run(flow, p, s, s->t + time, 0, NULL);
    for (int tries = 0; answer == 0 && s->mode != SLIP_MODE && tries < 100; tries++) {
        answer = rdg_flow_run(flow, p, s, s->t + 0.0319, 0, NULL);
    }
    return answer;
}

/* Of two motions next to each other, 1/s. */
static inline void chaos_exponent(rdg_hybrid *h, const rdg_hybrid_state *s, double time, double *exponent,
                                  double *error)
{
    rdg_lyapunov_spectrum spectrum = {0};
    rdg_lyapunov(h,
                 &(rdg_lyapunov_options){.x = s->x,
                                         .transient = 0.1 * time,
                                         .duration = time,
                                         .flow = {RDG_FLOW_MIXED, .relative = 1e-9, .absolute = 1e-12},
                                         .apart = 1e-6},
                 &spectrum);
    if (spectrum.exponent) {
        *exponent = spectrum.exponent[0];
        *error = spectrum.error[0];
    }
    rdg_lyapunov_release(&spectrum);
}

static inline void chaos_row(rdg_context *ctx, rdg_hybrid *h, rdg_flow *flow, const double *p,
                             rdg_hybrid_state *s, chaos_table *t)
{
    static chaos_peaks peaks;
    const chaos_times time = chaos_time();
    const rdg_index k = t->rows;
    const rdg_flow_observer observer = {.crossed = chaos_note_peak, .data = &peaks};
    peaks.theta = PAD_THETA;
    peaks.count = 0;
    int answer = chaos_settle(flow, p, s, time.transient);
    answer = answer == 0 ? rdg_flow_run(flow, p, s, s->t + time.section, 0, &observer) : answer;
    answer = answer == 0 ? chaos_settle(flow, p, s, 0.01) : answer;
    if (answer != 0 || peaks.count < 100 || k == CHAOS_ROWS) {
        printf("N0 = %g: %s, %ld peaks\n", p[N0], rdg_flow_reason(flow), (long)peaks.count);
        t->lost++;
        return;
    }
    t->least[k] = INFINITY;
    t->most[k] = -INFINITY;
    for (rdg_index i = 0; i < peaks.count; i++) {
        t->least[k] = fmin(t->least[k], peaks.value[i]);
        t->most[k] = fmax(t->most[k], peaks.value[i]);
    }
    const rdg_index period = chaos_period(&peaks, t->most[k]);
    const bool is_skipped = t->ranges_only && period > 0;
    t->exponent[k] = t->error[k] = t->K[k] = NAN;
    if (!is_skipped) {
        chaos_exponent(h, s, t->ranges_only ? 60.0 : time.exponent, &t->exponent[k], &t->error[k]);
        rdg_zero_one(ctx, peaks.count, peaks.value, NULL, &t->K[k]);
    }
    if (rdg_error_status(ctx) != RDG_OK) {
        t->lost++;
        return;
    }
    t->N0[k] = p[N0];
    t->Omega[k] = p[OMEGA];
    t->kir[k] = p[KIR];
    t->kpr[k] = p[KPR];
    for (rdg_index i = 0; i < (period > 0 ? period : peaks.count) && t->dots < CHAOS_DOTS; i++) {
        t->at[t->dots] = p[N0];
        t->dot[t->dots++] = peaks.value[i];
    }
    t->period[k] = (double)period;
    t->K[k] = period > 0 && !is_skipped ? 0.0 : t->K[k];
    t->fate[k] = is_skipped ? "periodic" : chaos_fate(period, t->exponent[k], t->error[k], t->K[k]);
    t->rows++;
    printf("kir %g kpr %g N0 %g: %s, peaks %.8f to %.8f, exponent %.3f +- %.3f, K %.3f\n", p[KIR], p[KPR],
           p[N0], t->fate[k], t->least[k], t->most[k], t->exponent[k], t->error[k], t->K[k]);
}

/* All values of a parameter (N0 or OMEGA) in a list, each motion beginning where the last one has come to;
 * the brake has all others. The first one begins next to steady sliding. */
static inline void chaos_along(rdg_context *ctx, disc_brake b, int parameter, int count, const double *value,
                               chaos_table *t)
{
    double x[STATES], p[BRAKE_PARAMETERS];
    b.eps = 1e-6;
    brake_push(ctx, &b, x);
    const rdg_flow_options how = brake_flow();
    for (int i = 0; i < BRAKE_PARAMETERS; i++) {
        p[i] = b.value[i];
    }
    rdg_hybrid_state s = {.x = x};
    for (int i = 0; i < count && rdg_error_status(ctx) == RDG_OK; i++) {
        rdg_context *own = rdg_context_create(); /* a system a value: its exponents are of its own numbers */
        disc_brake here = b;
        p[parameter] = here.value[parameter] = value[i];
        rdg_hybrid *h = brake_system_with_peaks(own, &here);
        rdg_flow *flow = rdg_flow_create(h, &how);
        s.t = 0.0;
        chaos_row(own, h, flow, p, &s, t);
        if (rdg_error_status(own) != RDG_OK) {
            printf("%s\n", rdg_error_message(own));
        }
        rdg_context_free(own);
    }
}

/* All preloads of a list, upwards from 5 N on. */
static inline void chaos_follow(rdg_context *ctx, double kir, double kpr, int count, const double *load,
                                chaos_table *t)
{
    disc_brake b = preset_ch();
    b.value[OMEGA] = 1.0;
    b.value[KIR] = kir;
    b.value[KPR] = kpr;
    b.value[N0] = 5.0;
    chaos_along(ctx, b, N0, count, load, t);
}

static inline void chaos_write(rdg_context *ctx, const char *path, const chaos_table *t)
{
    rdg_export(ctx, path, t->rows, RDG_COLUMN_ARRAY("N0", t->N0), RDG_COLUMN_ARRAY("kir", t->kir),
               RDG_COLUMN_ARRAY("kpr", t->kpr), RDG_COLUMN_ARRAY("period", t->period),
               RDG_COLUMN_ARRAY("theta_peak_min", t->least), RDG_COLUMN_ARRAY("theta_peak_max", t->most),
               RDG_COLUMN_ARRAY("lyapunov", t->exponent), RDG_COLUMN_ARRAY("standard_error", t->error),
               RDG_COLUMN_ARRAY("K", t->K), RDG_COLUMN_TEXTS("fate", t->fate),
               RDG_COLUMN_ARRAY("Omega", t->Omega));
}

#endif
