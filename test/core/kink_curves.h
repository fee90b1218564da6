/* Curves with kinks at known places, y = g(x) in coordinates turned at random, among up to 12 variables. */
#ifndef RDG_TEST_KINK_CURVES_H
#define RDG_TEST_KINK_CURVES_H

#include "campaign_tally.h"

enum { KINKS_MOST = 4, KINK_VARIABLES = 12 };

/* y = sum of bend_i |x - at_i| + wave sin(2 x + phase) + tilt x, jump at jump_at */
typedef struct kink_curve {
    int n, kinks;
    bool by_differences;
    double at[KINKS_MOST], bend[KINKS_MOST], wave, phase, tilt, jump, jump_at;
    double event;                                /* x is to be met there; NAN: nowhere */
    double v[KINK_VARIABLES], w[KINK_VARIABLES]; /* unit vectors, mirrors of variables and equations */
} kink_curve;

static inline double kink_height(const kink_curve *c, double x, double *slope)
{
    double y = c->wave * sin(2 * x + c->phase) + c->tilt * x + (x > c->jump_at ? c->jump : 0);
    *slope = 2 * c->wave * cos(2 * x + c->phase) + c->tilt;
    for (int i = 0; i < c->kinks; i++) {
        y += c->bend[i] * fabs(x - c->at[i]);
        *slope += x > c->at[i] ? c->bend[i] : -c->bend[i];
    }
    return y;
}

static inline void kink_mirror(const double *v, int n, double *u)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += v[i] * u[i];
    }
    for (int i = 0; i < n; i++) {
        u[i] -= 2 * sum * v[i];
    }
}

/* What follows x and y, and its derivatives. */
static inline double kink_follower(int j, double x, double y, double *by_x, double *by_y)
{
    *by_x = cos(x + j);
    *by_y = 0.2 * cos(j);
    return sin(x + j) + *by_y * y;
}

static inline int kink_f(rdg_index n, const double *u, rdg_index m, double *f, void *data)
{
    const kink_curve *c = data;
    double z[KINK_VARIABLES], a, b;
    memcpy(z, u, (size_t)n * sizeof *z);
    kink_mirror(c->v, (int)n, z);
    f[0] = z[1] - kink_height(c, z[0], &a);
    for (int j = 2; j < n; j++) {
        f[j - 1] = z[j] - kink_follower(j, z[0], z[1], &a, &b);
    }
    kink_mirror(c->w, (int)m, f);
    return 0;
}

static inline int kink_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const kink_curve *c = data;
    double z[KINK_VARIABLES], J[KINK_VARIABLES][KINK_VARIABLES] = {{0}}, slope, a, b;
    memcpy(z, u, (size_t)n * sizeof *z);
    kink_mirror(c->v, (int)n, z);
    kink_height(c, z[0], &slope);
    J[0][0] = -slope;
    J[0][1] = 1;
    for (int j = 2; j < n; j++) {
        kink_follower(j, z[0], z[1], &a, &b);
        J[j - 1][0] = -a;
        J[j - 1][1] = -b;
        J[j - 1][j] = 1;
    }
    for (int i = 0; i < m; i++) {
        kink_mirror(c->v, (int)n, J[i]);
    }
    for (int j = 0; j < n; j++) {
        double *column = values + m * j;
        for (int i = 0; i < m; i++) {
            column[i] = J[i][j];
        }
        kink_mirror(c->w, (int)m, column);
    }
    return 0;
}

static inline double kink_between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

static inline void kink_unit(double *v, int n, uint64_t *seed)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        v[i] = random_signed(seed);
        sum += v[i] * v[i];
    }
    for (int i = 0; i < n; i++) {
        v[i] /= sqrt(sum);
    }
}

/* Kinks of 5 to 170 degrees, alone or up to four of them, so close that a step has several; an event or a
 * smooth fold may be next to one. */
static inline kink_curve kink_any(int n, bool by_differences, uint64_t *seed)
{
    kink_curve c = {.n = n, .by_differences = by_differences, .event = NAN, .jump_at = 9};
    c.kinks = 1 + (int)kink_between(seed, 0, 3.999);
    c.wave = kink_between(seed, 0, 0.5);
    c.phase = kink_between(seed, 0, 6.28);
    c.at[0] = kink_between(seed, -0.7, 0);
    for (int i = 0; i < c.kinks; i++) {
        c.at[i] =
            i > 0 ? c.at[i - 1] + pow(10, kink_between(seed, by_differences ? -2.5 : -3.5, -0.5)) : c.at[0];
        const double half = 0.5 * kink_between(seed, 5, 170) * acos(-1) / 180;
        c.bend[i] = copysign(tan(half), random_signed(seed));
    }
    c.tilt = 0.7 * fabs(c.bend[0]) * random_signed(seed);
    if (random_signed(seed) > 0) {
        c.event = c.at[0] + copysign(pow(10, kink_between(seed, -6, -1)), random_signed(seed));
    }
    if (random_signed(seed) > 0) { /* in front of the first kink a smooth fold, where the wave allows it */
        const double fold = c.at[0] - pow(10, kink_between(seed, -3, -0.5));
        double slope;
        kink_height(&c, fold, &slope);
        c.tilt -= slope;
    }
    kink_unit(c.v, n, seed);
    kink_unit(c.w, n - 1, seed);
    return c;
}

enum { KINK_WANTED = CAMPAIGN_WANTED };

/* FK where the slope changes its sign at a kink, FP where it does in between. */
static inline int kink_truth(const kink_curve *c, campaign_wanted wanted[KINK_WANTED])
{
    const double tiny = 1e-13;
    double end[KINKS_MOST + 2] = {-1.5}, slope[2];
    int count = 0;
    for (int i = 0; i < c->kinks; i++) {
        end[i + 1] = c->at[i];
    }
    end[c->kinks + 1] = 1.5;
    for (int i = 0; i <= c->kinks; i++) {
        enum { PARTS = 400 };
        const double low = end[i] + tiny, high = end[i + 1] - tiny;
        for (int k = 0; k < PARTS && count < KINK_WANTED - 2; k++) {
            double a = low + (high - low) * k / PARTS, b = low + (high - low) * (k + 1) / PARTS;
            kink_height(c, a, &slope[0]);
            kink_height(c, b, &slope[1]);
            if (slope[0] * slope[1] > 0) {
                continue;
            }
            for (int pass = 0; pass < 60; pass++) {
                double middle;
                kink_height(c, 0.5 * (a + b), &middle);
                *(middle * slope[0] > 0 ? &a : &b) = 0.5 * (a + b);
            }
            wanted[count++] = (campaign_wanted){"FP", a};
        }
        kink_height(c, end[i + 1] - tiny, &slope[0]);
        kink_height(c, end[i + 1] + tiny, &slope[1]);
        if (i < c->kinks && slope[0] * slope[1] < 0) {
            wanted[count++] = (campaign_wanted){"FK", end[i + 1]};
        }
    }
    if (isfinite(c->event)) {
        wanted[count++] = (campaign_wanted){"UZ", c->event};
    }
    return count;
}

/* The place of a chart is x. */
typedef struct kink_run {
    const kink_curve *c;
    campaign_run run;
    double off; /* the farthest chart from the curve */
} kink_run;

static inline bool kink_watch(rdg_problem *p, const rdg_chart *chart, void *data)
{
    kink_run *k = data;
    campaign_run *run = &k->run;
    double z[KINK_VARIABLES], slope;
    (void)p;
    memcpy(z, chart->u, (size_t)k->c->n * sizeof *z);
    kink_mirror(k->c->v, k->c->n, z);
    run->end = z[0];
    k->off = fmax(k->off, fabs(z[1] - kink_height(k->c, z[0], &slope)) / (1 + fabs(slope)));
    if (chart->type && *chart->type && strcmp(chart->type, "EP") != 0 && run->count < CAMPAIGN_EVENTS) {
        snprintf(run->type[run->count], sizeof run->type[0], "%s", chart->type);
        run->at[run->count++] = z[0];
    }
    return false;
}

static inline void kink_follow(rdg_context *ctx, kink_curve *c, kink_run *k)
{
    double z[KINK_VARIABLES] = {-1.5}, row[KINK_VARIABLES], by[2];
    rdg_index all[KINK_VARIABLES];
    z[1] = kink_height(c, z[0], by);
    for (int j = 0; j < c->n; j++) {
        z[j] = j < 2 ? z[j] : kink_follower(j, z[0], z[1], &by[0], &by[1]);
        all[j] = j;
    }
    kink_mirror(c->v, c->n, z);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", c->n, z);
    rdg_add_zero(p,
                 &(rdg_function){.name = "g",
                                 .n = c->n,
                                 .m = c->n - 1,
                                 .f = kink_f,
                                 .df = c->by_differences ? NULL : kink_df,
                                 .by_differences = c->by_differences,
                                 .data = c},
                 RDG_ALL);
    for (int i = 0; i < 2; i++) { /* x and y are rows of the mirror */
        for (int j = 0; j < c->n; j++) {
            row[j] = (i == j) - 2 * c->v[i] * c->v[j];
        }
        rdg_add_linear_monitor(p, i ? "y" : "x", 1, c->n, all, row, NULL,
                               (const char *const[]){i ? "y" : "x"}, i ? RDG_INACTIVE : RDG_REGULAR);
    }
    k->run.status =
        rdg_continue(p, "r", RDG_RELEASE("y"), RDG_WINDOW("x", -1.5, 1.5), RDG_NO_TABLE, RDG_NO_FOLDER,
                     RDG_OBSERVE(kink_watch, k), RDG_SUMMARY(&k->run.summary), RDG_MAX_POINTS(5000),
                     isfinite(c->event) ? RDG_UZ("x", c->event) : RDG_LABEL_EVERY(10));
}

static inline campaign_answer kink_try(kink_curve *c, campaign_tally *t, double near)
{
    kink_run k = {.c = c};
    campaign_wanted wanted[KINK_WANTED];
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    kink_follow(ctx, c, &k);
    k.run.warnings = k.run.summary.warnings;
    rdg_context_free(ctx);
    bool inexact;
    const int n = kink_truth(c, wanted);
    const campaign_answer answer =
        campaign_judge(&k.run, n, wanted, k.run.summary.covered && k.off < near, &inexact);
    campaign_count(t, &k.run, answer, inexact);
    return answer;
}

#endif
