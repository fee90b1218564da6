/* One structure, two solvers: responses, peaks and ridges by shooting and by harmonic balance, which share
 * nothing but the elements' laws. A smooth oscillator, one with a slider (P10), two masses and a stop (P3).
 * What harmonic balance differs by falls with the number of harmonics as the smoothness of the motion lets
 * it. */
#include "../vibration/models.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/ep.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>
#include <ridgewalk/stability.h>

#include <math.h>
#include <stdio.h>

enum { CASES = 3, ORDERS = 6, RESPONSES = 6, LEVELS = 4, STATES = 8, NAME_SIZE = 64 };

static const int highest[ORDERS] = {1, 3, 7, 15, 31, 63};

/* What is asked of a structure: its response at some frequencies, and the ridge at some levels. */
typedef struct problem_case {
    const char *name;
    rdg_structure *(*make)(rdg_context *ctx);
    bool symmetric;         /* odd harmonics alone */
    double settle_at, kick; /* rad/s, m/s: the motion that comes to rest there is on the branch */
    double level, omega, low, high;
    double response[RESPONSES]; /* rad/s, on the way from omega */
    double peak_low, peak_high; /* where the peak is looked for */
    double levels[LEVELS];      /* of the ridge */
} problem_case;

/* x'' + 0.04 x' + x + x^3 */
static rdg_structure *cubic(rdg_context *ctx)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.04, 1.0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A1", "x", 1);
    return mass;
}

static rdg_structure *slider(rdg_context *ctx)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.02, 1.0);
    rdg_jenkins_add(mass, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A1", "x", 1);
    return mass;
}

static const problem_case cases[CASES] = {
    {"cubic_spring",
     cubic,
     true,
     0.9,
     0.0,
     0.2,
     0.9,
     0.9,
     2.4,
     {1.0, 1.2, 1.4, 1.6, 1.8, 2.0},
     0.9,
     2.4,
     {0.22, 0.25, 0.3, 0.4}},
    {"slider",
     slider,
     true,
     1.12,
     0.0,
     0.6,
     1.12,
     1.12,
     1.3,
     {1.13, 1.15, 1.18, 1.2, 1.25, 1.28},
     1.12,
     1.17,
     {0.8, 1.0, 1.2, 1.4}},
    {"stop",
     p03_structure,
     false,
     0.7,
     2.0,
     0.1,
     0.8,
     0.645,
     0.95,
     {0.66, 0.68, 0.7, 0.72, 0.74, 0.75},
     0.645,
     0.95,
     {0.102, 0.105, 0.11, 0.115}},
};

/* What one solver says. */
typedef struct answer {
    double response[RESPONSES];              /* A1, m */
    double omega[LEVELS], amplitude[LEVELS]; /* of the ridge */
    double modulus;                          /* largest of a multiplier at the first frequency */
} answer;

/* Values of a column where another one is as asked for; of several branches on the one where they are
 * greatest. */
static void pick(rdg_context *ctx, const char *run, const char *by, rdg_index n, const double *at,
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
    double seen;
    answer *a;
} watcher;

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    watcher *w = data;
    const double omega = chart->mu[rdg_parameter_index(p, "omega")],
                 A = chart->mu[rdg_parameter_index(p, "A1")];
    if (fabs(omega - w->c->response[0]) > 1e-11 * omega || A <= w->seen) {
        return false;
    }
    double re[STATES] = {0.0}, im[STATES] = {0.0};
    w->seen = A;
    w->a->modulus = 0.0;
    if (w->hb) {
        rdg_hbm_exponents(w->hb, chart->u + rdg_variable_index(p, "Q", NULL), omega, 1, re, im);
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
static void follow(rdg_problem *p, watcher *w)
{
    rdg_context *ctx = rdg_problem_context(p);
    const problem_case *c = w->c;
    answer *a = w->a;
    rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", c->low, c->high),
                 RDG_UZ_LIST("omega", RESPONSES, c->response), RDG_OBSERVE(look, w), RDG_NO_TABLE,
                 RDG_IN_MEMORY, RDG_EXPECT_EARLY_END);
    pick(ctx, "response", "omega", RESPONSES, c->response, "A1", a->response);
    rdg_adjoint *adjoint = rdg_adjoint_add(p, "A1");
    const rdg_stationary_options peak = {.along = "omega",
                                         .low = c->peak_low,
                                         .high = c->peak_high,
                                         .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY)};
    rdg_stationary_find(adjoint, "peak", &peak);
    rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("A1"),
                 RDG_RELEASE("d.alpha"), RDG_WINDOW("alpha", c->level, c->levels[LEVELS - 1]),
                 RDG_UZ_LIST("alpha", LEVELS, c->levels), RDG_NO_TABLE, RDG_IN_MEMORY);
    pick(ctx, "ridge", "alpha", LEVELS, c->levels, "omega", a->omega);
    pick(ctx, "ridge", "alpha", LEVELS, c->levels, "A1", a->amplitude);
}

static void by_shooting(rdg_context *ctx, const problem_case *c, answer *a)
{
    rdg_hybrid *h = rdg_hybrid_of(c->make(ctx), RDG_AT("omega", c->settle_at), RDG_AT("alpha", c->level));
    const double v[2] = {c->kick, c->kick};
    const char *mode = NULL;
    double x[STATES];
    rdg_hybrid_start(h, NULL, v, 0.0, &mode, x);
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = x, .settle = 600.0, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_add_sensors(s, p);
    follow(p, &(watcher){.c = c, .a = a});
    rdg_problem_free(p);
    rdg_shooting_free(s);
}

static void by_balance(rdg_context *ctx, const problem_case *c, int H, answer *a)
{
    int harmonic[MOST_HARMONICS];
    rdg_index count = 0;
    for (int k = c->symmetric ? 1 : 0; k <= H; k += c->symmetric ? 2 : 1) {
        harmonic[count++] = k;
    }
    rdg_hbm *hb = rdg_hbm_create(c->make(ctx), count, harmonic);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", c->omega), RDG_AT("alpha", c->level));
    follow(p, &(watcher){.c = c, .a = a, .hb = hb});
    rdg_problem_free(p);
}

static double greatest(rdg_index n, const double *a, const double *b)
{
    double d = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        d = isnan(a[k] - b[k]) ? NAN : fmax(d, fabs(a[k] - b[k]));
    }
    return d;
}

/* What harmonic balance differs by. */
typedef struct differences {
    double H[ORDERS], response[ORDERS], omega[ORDERS], amplitude[ORDERS], modulus[ORDERS];
} differences;

static void compare_solvers(rdg_context *ctx, const problem_case *c, differences *d)
{
    answer exact = {.modulus = 0.0}, a = exact;
    by_shooting(ctx, c, &exact);
    printf("%s: a multiplier of modulus %.10f\n", c->name, exact.modulus);
    for (int i = 0; i < ORDERS; i++) {
        by_balance(ctx, c, highest[i], &a);
        d->H[i] = highest[i];
        d->response[i] = greatest(RESPONSES, a.response, exact.response);
        d->omega[i] = greatest(LEVELS, a.omega, exact.omega);
        d->amplitude[i] = greatest(LEVELS, a.amplitude, exact.amplitude);
        d->modulus[i] = fabs(a.modulus - exact.modulus);
        printf("  harmonics to %2d: response differs by %.1e m, ridge by %.1e rad/s and %.1e m, modulus by "
               "%.1e\n",
               highest[i], d->response[i], d->omega[i], d->amplitude[i], d->modulus[i]);
    }
    char file[NAME_SIZE];
    snprintf(file, sizeof file, "two_solvers_%s.csv", c->name);
    rdg_export(ctx, file, ORDERS, RDG_COLUMN_ARRAY("highest_harmonic", d->H),
               RDG_COLUMN_ARRAY("response_A1_m", d->response),
               RDG_COLUMN_ARRAY("ridge_omega_rad_s", d->omega), RDG_COLUMN_ARRAY("ridge_A1_m", d->amplitude),
               RDG_COLUMN_ARRAY("multiplier_modulus", d->modulus));
}

int main(void)
{
    static differences d[CASES];
    double fourth[ORDERS];
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES; k++) {
        compare_solvers(ctx, &cases[k], &d[k]);
    }
    for (int i = 0; i < ORDERS; i++) {
        fourth[i] = 10.0 * pow(highest[i], -4.0);
    }
    rdg_plot(ctx, "two_solvers.png", RDG_POINTS(ORDERS, d[0].H, d[0].response, "cubic spring"),
             RDG_POINTS(ORDERS, d[1].H, d[1].response, "slider"),
             RDG_POINTS(ORDERS, d[2].H, d[2].response, "stop"),
             RDG_POINTS(ORDERS, d[0].H, fourth, "fourth power", .style = RDG_LINE, .color = "#999999"),
             RDG_LOGX, RDG_LOGY, RDG_XRANGE(0.8, 80.0), RDG_YRANGE(1e-13, 10.0),
             RDG_TITLE("Harmonic balance less shooting: harmonic 1 of the response"),
             RDG_XLABEL("highest harmonic"), RDG_YLABEL("greatest difference / m"));
    return rdg_exit(ctx);
}
