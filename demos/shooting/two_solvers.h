/* One structure, two solvers: what is asked of both, and how their answers are compared. */
#ifndef SHOOTING_TWO_SOLVERS_H
#define SHOOTING_TWO_SOLVERS_H

#include <ridgewalk/adjoint.h>
#include <ridgewalk/ep.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>
#include <ridgewalk/stability.h>

#include <math.h>
#include <stdio.h>

enum { ORDERS = 6, RESPONSES = 6, LEVELS = 4, STATES = 96, FILE_SIZE = 64, HARMONICS = 64 };

static const int highest[ORDERS] = {1, 3, 7, 15, 31, 63};

/* What is asked of a structure: its response at some frequencies, and the ridge at some levels. */
typedef struct problem_case {
    const char *name, *title;
    rdg_structure *(*make)(rdg_context *ctx);
    double settle_at, kick;     /* rad/s, m/s: the motion that comes to rest there is on the branch */
    double transient;           /* s */
    double level, omega;        /* where harmonic balance starts */
    double low, high;           /* window of the response */
    double response[RESPONSES]; /* rad/s, in the window */
    double peak_low, peak_high; /* where the peak is looked for */
    double levels[LEVELS];      /* of the ridge */
    double step;                /* first one of the response by shooting; many states: long */
    rdg_index segments;         /* slots; 0: the default */
    int orders;                 /* of harmonics that are compared; 0: all */
    int hill;                   /* harmonics up to which multipliers are asked for; 0: all */
    int near_peak;         /* point at a frequency that was asked for, from 1, from which the peak is looked
                              for; multipliers are taken at once there; 0: from where the run starts */
    bool symmetric, ridge; /* odd harmonics alone; the ridge is asked for */
} problem_case;

/* What one solver says. */
typedef struct answer {
    double response[RESPONSES];              /* A1, m */
    double omega[LEVELS], amplitude[LEVELS]; /* of the ridge */
    double modulus;                          /* largest of a multiplier at the first frequency */
} answer;

/* Values of a column where another one is as asked for; of several branches on the one where they are
 * greatest. */
static inline void pick(rdg_context *ctx, const char *run, const char *by, rdg_index n, const double *at,
                        const char *column, double *out)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const double *x = rdg_run_column(r, by), *y = rdg_run_column(r, column);
    for (rdg_index k = 0; k < n; k++) {
        out[k] = NAN;
        for (rdg_index row = 0; x && y && row < rdg_run_count(r); row++) {
            const bool there = fabs(x[row] - at[k]) < 1e-11 * at[k];
            out[k] = there && (isnan(out[k]) || y[row] > out[k]) ? y[row] : out[k];
        }
    }
    rdg_run_free(r);
}

/* Where multipliers are asked for: the first of the frequencies, on the branch where the response is
 * greatest. */
typedef struct watcher {
    const problem_case *c;
    rdg_hbm *hb; /* NULL: shooting */
    bool hill;   /* its exponents are asked for */
    double seen;
    answer *a;
} watcher;

static inline bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    watcher *w = data;
    const double omega = chart->mu[rdg_parameter_index(p, "omega")],
                 A = chart->mu[rdg_parameter_index(p, "A1")];
    if (fabs(omega - w->c->response[0]) > 1e-11 * omega || A <= w->seen) {
        return false;
    }
    double re[STATES] = {0.0}, im[STATES] = {0.0};
    w->seen = A;
    if (w->hb && !w->hill) {
        return false;
    }
    w->a->modulus = 0.0;
    if (w->hb) {
        rdg_hbm_exponents(w->hb, chart->u + rdg_variable_index(p, "Q"), omega, 1, re, im);
        w->a->modulus = exp(re[0] * RDG_HZ(1.0) / omega);
        return false;
    }
    rdg_ep_eigenvalues(p, chart->u, re, im);
    for (int k = 0; k < STATES; k++) {
        w->a->modulus = fmax(w->a->modulus, hypot(re[k], im[k]));
    }
    return false;
}

/* The response, then with the adjoint equations its peak and the ridge: the same calls for both solvers. */
static inline void follow(rdg_problem *p, watcher *w)
{
    rdg_context *ctx = rdg_problem_context(p);
    const problem_case *c = w->c;
    answer *a = w->a;
    const double step = w->hb || c->step == 0.0 ? 0.05 : c->step;
    rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", c->low, c->high),
                 RDG_UZ_LIST("omega", RESPONSES, c->response), RDG_OBSERVE(look, w),
                 RDG_STEP(step, 1e-6, 10.0 * step), RDG_NO_TABLE, RDG_IN_MEMORY, RDG_EXPECT_EARLY_END);
    pick(ctx, "response", "omega", RESPONSES, c->response, "A1", a->response);
    if (!c->ridge) {
        return;
    }
    rdg_adjoint *adjoint = rdg_adjoint_add(p, "A1");
    const rdg_option *from = c->near_peak
                                 ? RDG_OPTIONS(RDG_FROM_POINT("response", "UZ", c->near_peak - 1),
                                               RDG_STEP(step, 1e-6, 10.0 * step), RDG_NO_TABLE, RDG_IN_MEMORY)
                                 : RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY);
    const rdg_stationary_options peak = {.along = "omega",
                                         .low = c->peak_low,
                                         .high = c->peak_high,
                                         .direct = c->near_peak > 0,
                                         .options = from};
    rdg_stationary_find(adjoint, "peak", &peak);
    rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("A1"),
                 RDG_RELEASE("d.alpha"), RDG_WINDOW("alpha", c->level, c->levels[LEVELS - 1]),
                 RDG_UZ_LIST("alpha", LEVELS, c->levels), RDG_STEP(step, 1e-6, 10.0 * step), RDG_NO_TABLE,
                 RDG_IN_MEMORY);
    pick(ctx, "ridge", "alpha", LEVELS, c->levels, "omega", a->omega);
    pick(ctx, "ridge", "alpha", LEVELS, c->levels, "A1", a->amplitude);
}

static inline void by_shooting(rdg_context *ctx, const problem_case *c, answer *a)
{
    rdg_hybrid *h = rdg_hybrid_of(c->make(ctx), RDG_AT("omega", c->settle_at), RDG_AT("alpha", c->level));
    const double v[STATES] = {c->kick, c->kick};
    const char *mode = NULL;
    double x[STATES];
    rdg_hybrid_start(h, NULL, v, 0.0, &mode, x);
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){
               .mode = mode, .x = x, .transient = c->transient, .order = 1, .segments = c->segments});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_add_sensors(s, p);
    follow(p, &(watcher){.c = c, .a = a});
    rdg_problem_free(p);
    rdg_shooting_free(s);
}

static inline void by_balance(rdg_context *ctx, const problem_case *c, int H, answer *a)
{
    int harmonic[HARMONICS];
    rdg_index count = 0;
    for (int k = c->symmetric ? 1 : 0; k <= H; k += c->symmetric ? 2 : 1) {
        harmonic[count++] = k;
    }
    rdg_hbm *hb = rdg_hbm_create(c->make(ctx), count, harmonic);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", c->omega), RDG_AT("alpha", c->level));
    follow(p, &(watcher){.c = c, .a = a, .hb = hb, .hill = c->hill == 0 || H <= c->hill});
    rdg_problem_free(p);
}

static inline double greatest(rdg_index n, const double *a, const double *b)
{
    double d = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        d = isnan(d) || isnan(a[k] - b[k]) ? NAN : fmax(d, fabs(a[k] - b[k]));
    }
    return d;
}

/* What harmonic balance differs by. */
typedef struct differences {
    double H[ORDERS], response[ORDERS], omega[ORDERS], amplitude[ORDERS], modulus[ORDERS];
} differences;

static inline void compare_solvers(rdg_context *ctx, const problem_case *c, differences *d)
{
    answer exact = {.modulus = 0.0}, a = exact;
    by_shooting(ctx, c, &exact);
    printf("%s: a multiplier of modulus %.10f\n", c->name, exact.modulus);
    const int orders = c->orders > 0 ? c->orders : ORDERS;
    for (int i = 0; i < orders; i++) {
        by_balance(ctx, c, highest[i], &a);
        d->H[i] = highest[i];
        d->response[i] = greatest(RESPONSES, a.response, exact.response);
        d->omega[i] = greatest(LEVELS, a.omega, exact.omega);
        d->amplitude[i] = greatest(LEVELS, a.amplitude, exact.amplitude);
        const bool hill = c->hill == 0 || highest[i] <= c->hill;
        d->modulus[i] = hill ? fabs(a.modulus - exact.modulus) : NAN;
        printf("  harmonics to %2d: response differs by %.1e m", highest[i], d->response[i]);
        if (hill) {
            printf(", modulus by %.1e", d->modulus[i]);
        }
        if (c->ridge) {
            printf(", ridge by %.1e rad/s and %.1e m", d->omega[i], d->amplitude[i]);
        }
        printf("\n");
    }
    char file[FILE_SIZE];
    snprintf(file, sizeof file, "two_solvers_%s.csv", c->name);
    if (c->ridge) {
        rdg_export(
            ctx, file, orders, RDG_COLUMN_ARRAY("highest_harmonic", d->H),
            RDG_COLUMN_ARRAY("response_A1_m", d->response), RDG_COLUMN_ARRAY("ridge_omega_rad_s", d->omega),
            RDG_COLUMN_ARRAY("ridge_A1_m", d->amplitude), RDG_COLUMN_ARRAY("multiplier_modulus", d->modulus));
    } else {
        rdg_export(ctx, file, orders, RDG_COLUMN_ARRAY("highest_harmonic", d->H),
                   RDG_COLUMN_ARRAY("response_A1_m", d->response));
    }
}

#endif
