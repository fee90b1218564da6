/* Two masses, dry friction under the first one, the second one driven: the least frequency at which it slips,
 * where all slip vanishes at once, is known in closed form. */
#ifndef RDG_TEST_SLIP_ONSET_H
#define RDG_TEST_SLIP_ONSET_H

#include "orbit_run.h"

#include <ridgewalk/hybrid.h>
#include <ridgewalk/toolbox.h>

#include <complex.h>

/* m1 x1'' = f - friction, x2'' = -f - k2 x2 - d2 x2' + F cos(phi), f = k1 (x2 - x1) + d1 (x2' - x1') */
typedef struct pair {
    double k1, k2, d1, d2, R, F, m1;
} pair;

static inline double spring(const pair *q, double x1, double x2, double v1, double v2)
{
    return q->k1 * (x2 - x1) + q->d1 * (v2 - v1);
}

/* u = (x1, x2, v1, v2, omega, phi) */
static void slip(const pair *q, const double *u, double friction, double *y)
{
    const double f = spring(q, u[0], u[1], u[2], u[3]);
    y[0] = u[2];
    y[1] = u[3];
    y[2] = (f - friction) / q->m1;
    y[3] = -f - q->k2 * u[1] - q->d2 * u[3] + q->F * cos(u[5]);
}

static int plus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    slip(data, u, ((const pair *)data)->R, y);
    return 0;
}

static int minus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    slip(data, u, -((const pair *)data)->R, y);
    return 0;
}

static int slip_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const pair *q = data;
    const double row[2][4] = {{-q->k1, q->k1, -q->d1, q->d1}, {q->k1, -q->k1 - q->k2, q->d1, -q->d1 - q->d2}};
    memset(J, 0, (size_t)(n * m) * sizeof *J);
    J[0 + m * 2] = J[1 + m * 3] = 1.0;
    for (int k = 0; k < 4; k++) {
        J[2 + m * k] = row[0][k] / q->m1;
        J[3 + m * k] = row[1][k];
    }
    J[3 + m * 5] = -q->F * sin(u[5]);
    return 0;
}

/* u = (x1, x2, v2, omega, phi) */
static int stick(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double all[6] = {u[0], u[1], 0.0, u[2], u[3], u[4]};
    double rate[4];
    (void)n, (void)m;
    slip(data, all, 0.0, rate);
    y[0] = 0.0;
    y[1] = rate[1];
    y[2] = rate[3];
    return 0;
}

static int stick_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const pair *q = data;
    memset(J, 0, (size_t)(n * m) * sizeof *J);
    J[1 + m * 2] = 1.0;
    J[2 + m * 0] = q->k1;
    J[2 + m * 1] = -q->k1 - q->k2;
    J[2 + m * 2] = -q->d1 - q->d2;
    J[2 + m * 4] = -q->F * sin(u[4]);
    return 0;
}

static int velocity(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2];
    return 0;
}

/* The spring does not pull it on to the other side. */
static int holds_plus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R + spring(data, u[0], u[1], 0.0, u[3]);
    return 0;
}

static int holds_minus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R - spring(data, u[0], u[1], 0.0, u[3]);
    return 0;
}

static int breaks_plus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R - spring(data, u[0], u[1], 0.0, u[2]);
    return 0;
}

static int breaks_minus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R + spring(data, u[0], u[1], 0.0, u[2]);
    return 0;
}

static int drop(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[1];
    y[2] = u[3];
    return 0;
}

static int add(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[1];
    y[2] = 0.0;
    y[3] = u[2];
    return 0;
}

static inline rdg_hybrid *system_of(rdg_context *ctx, pair *q, double omega)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "pair", RDG_PARAMETERS("omega"), &omega);
    rdg_hybrid_forcing(h, "omega");
    const rdg_hybrid_phase mode[] = {{.name = "plus",
                                      .n = 4,
                                      .field = {.f = plus, .df = slip_df, .data = q},
                                      .linear = true,
                                      .harmonics = 1},
                                     {.name = "minus",
                                      .n = 4,
                                      .field = {.f = minus, .df = slip_df, .data = q},
                                      .linear = true,
                                      .harmonics = 1},
                                     {.name = "stick",
                                      .n = 3,
                                      .field = {.f = stick, .df = stick_df, .data = q},
                                      .linear = true,
                                      .harmonics = 1}};
    for (int i = 0; i < 3; i++) {
        rdg_hybrid_add_phase(h, &mode[i]);
    }
    const rdg_hybrid_event_surface event[] = {
        {.name = "catch+",
         .from = "plus",
         .to = "stick",
         .surface = {.f = velocity},
         .reset = {.f = drop},
         .guard = {.f = holds_plus, .data = q}},
        {.name = "turn+", .from = "plus", .to = "minus", .surface = {.f = velocity}},
        {.name = "catch-",
         .from = "minus",
         .to = "stick",
         .direction = 1,
         .surface = {.f = velocity},
         .reset = {.f = drop},
         .guard = {.f = holds_minus, .data = q}},
        {.name = "turn-", .from = "minus", .to = "plus", .direction = 1, .surface = {.f = velocity}},
        {.name = "break+",
         .from = "stick",
         .to = "plus",
         .surface = {.f = breaks_plus, .data = q},
         .reset = {.f = add}},
        {.name = "break-",
         .from = "stick",
         .to = "minus",
         .surface = {.f = breaks_minus, .data = q},
         .reset = {.f = add}}};
    for (int i = 0; i < 6; i++) {
        rdg_hybrid_event_surface c = event[i];
        c.linear = true;
        rdg_hybrid_add_event_surface(h, &c);
    }
    return h;
}

/* Amplitude of the spring's force while nothing slips. */
static inline double amplitude(const pair *q, double w)
{
    return cabs((q->k1 + I * w * q->d1) * q->F / (q->k1 + q->k2 - w * w + I * w * (q->d1 + q->d2)));
}

static inline double onset(const pair *q, double low, double high)
{
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        *(amplitude(q, middle) < q->R ? &low : &high) = middle;
    }
    return low;
}

/* What a run down to the onset of slip found. */
typedef struct slip_run {
    bool starts;
    double off; /* of DU from the closed form, relative; NaN: there is none */
    long warnings, shortfalls;
    bool turns; /* an FP or a BP is reported within 1e-6 of the onset */
} slip_run;

/* The branch of slip from omega down, the onset being at `at`. h_max = 0: default steps. */
static inline slip_run run_to_onset(rdg_context *ctx, pair *q, double omega, double at, double h_max)
{
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(
        system_of(ctx, q, omega),
        &(rdg_shooting_options){.mode = "plus", .x = (double[]){0.1, 0.2, 0.5, 0.3}, .transient = 300.0}));
    slip_run run = {.starts = p != NULL, .off = NAN};
    if (!p) {
        return run;
    }
    const long warnings = rdg_warnings(ctx), shortfalls = rdg_shortfalls(ctx);
    const rdg_option placed[] = {RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.6 * omega, 1.05 * omega),
                                 RDG_IN_MEMORY, RDG_STEP(fmin(0.05, 0.5 * h_max), 1e-6, h_max),
                                 RDG_LAST_OPTION};
    assert_ok(ctx, h_max > 0.0 ? rdg_continue_list(p, "pair", placed)
                               : rdg_continue(p, "pair", RDG_RELEASE("omega"),
                                              RDG_WINDOW("omega", 0.6 * omega, 1.05 * omega), RDG_IN_MEMORY));
    run.warnings = rdg_warnings(ctx) - warnings;
    run.shortfalls = rdg_shortfalls(ctx) - shortfalls;
    run.off = fabs(nearest_at(ctx, "pair", "DU", "omega", at) / at - 1.0);
    run.turns = fabs(nearest_at(ctx, "pair", "FP", "omega", at) / at - 1.0) < 1e-6 ||
                fabs(nearest_at(ctx, "pair", "BP", "omega", at) / at - 1.0) < 1e-6;
    return run;
}

#endif
