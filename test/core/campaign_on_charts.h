/* Special points on regular charts, to the last bit, and others that hide from signs at charts: random cases
 * of seven families with answers in closed form. */
#ifndef RDG_TEST_CAMPAIGN_ON_CHARTS_H
#define RDG_TEST_CAMPAIGN_ON_CHARTS_H

#include "campaign_tally.h"

enum {
    ON_CHARTS_MONITORS = 1, /* one or two monitors with 2 to 5 zeros on x = p */
    ON_CHARTS_VALUES,       /* a list of values of p */
    ON_CHARTS_HOPF,         /* Hopf points on x = 0 */
    ON_CHARTS_BRANCHES,     /* three branch points on x = 0 */
    ON_CHARTS_QUADRATICS,   /* branch points on x = 0 of five equations, anywhere */
    ON_CHARTS_FOLD,         /* x^2 = p */
    ON_CHARTS_ELLIPSE,      /* x^2 + (y/height)^2 = 1, folds in y */
    ON_CHARTS_FAMILIES
};

static const char *const on_charts_family[ON_CHARTS_FAMILIES] = {
    "",           "zeros of monitors", "values of a parameter", "Hopf points", "three branch points",
    "quadratics", "fold at zero",      "flat ellipse",
};

typedef struct on_charts_case {
    int family;
    double q[5][3]; /* quadratics, from the constant; family 4: q[0][0] is the factor */
    int count[2];   /* zeros of either monitor */
    double z[2][5]; /* zeros */
    double start;   /* family 6 */
    double height;
    bool by_differences;
    int current; /* monitor */
} on_charts_case;

static inline int on_charts_pick(uint64_t *seed, int n)
{
    const int k = (int)floor(0.5 * n * (1 + random_signed(seed)));
    return k < n ? k : n - 1;
}

/* Different multiples of .05 between .05 and .95, as charts of default steps are: p = .05, .15, .35, .75. */
static inline void on_charts_zeros(uint64_t *seed, int n, double *z)
{
    for (int i = 0; i < n; i++) {
        bool again = true;
        while (again) {
            z[i] = 0.05 * (1 + on_charts_pick(seed, 19));
            again = false;
            for (int k = 0; k < i; k++) {
                again = again || fabs(z[i] - z[k]) < 1e-6;
            }
        }
    }
}

/* Zeros of the quadratics in [0, 1]; -1: two of them, or one and an end, are nearer than 1e-3. */
static inline int on_charts_roots(const on_charts_case *c, double *roots)
{
    int n = 0;
    bool is_clear = true;
    for (int i = 0; i < 5; i++) {
        const double *q = c->q[i], d = q[1] * q[1] - 4 * q[0] * q[2];
        const double root[2] = {q[2] != 0 ? (-q[1] - sqrt(fmax(d, 0))) / (2 * q[2]) : -q[0] / q[1],
                                q[2] != 0 ? (-q[1] + sqrt(fmax(d, 0))) / (2 * q[2]) : NAN};
        for (int k = 0; k < (d < 0 && q[2] != 0 ? 0 : 2); k++) {
            for (int j = 0; j < n; j++) {
                is_clear = is_clear && !(fabs(root[k] - roots[j]) < 1e-3);
            }
            is_clear = is_clear && !(fabs(root[k]) < 1e-3 || fabs(root[k] - 1) < 1e-3);
            if (root[k] > 0 && root[k] < 1) {
                roots[n++] = root[k];
            }
        }
    }
    return is_clear ? n : -1;
}

static inline on_charts_case on_charts_any(int family, uint64_t *seed)
{
    on_charts_case c = {.family = family};
    switch (family) {
    case ON_CHARTS_MONITORS:
        c.count[1] = on_charts_pick(seed, 2) * (2 + on_charts_pick(seed, 3));
        on_charts_zeros(seed, c.count[1], c.z[1]);
        c.count[0] = 2 + on_charts_pick(seed, 4);
        break;
    case ON_CHARTS_QUADRATICS: {
        double roots[CAMPAIGN_WANTED];
        do {
            for (int i = 0; i < 5; i++) {
                c.q[i][0] = 1.5 * random_signed(seed);
                c.q[i][1] = 1.5 * random_signed(seed);
                c.q[i][2] = on_charts_pick(seed, 2) ? 2 * random_signed(seed) : 0;
            }
        } while (on_charts_roots(&c, roots) < 1);
        break;
    }
    case ON_CHARTS_FOLD:
        c.start = -0.1 * (5 + on_charts_pick(seed, 16));
        break;
    case ON_CHARTS_ELLIPSE:
        c.height = pow(10, -1.5 + 1.5 * random_signed(seed));
        c.by_differences = on_charts_pick(seed, 2);
        break;
    default:
        c.count[0] = family == ON_CHARTS_BRANCHES ? 3 : 2;
        c.q[0][0] = 1.75 + 1.25 * random_signed(seed);
    }
    on_charts_zeros(seed, c.count[0], c.z[0]);
    return c;
}

static inline double on_charts_product(int n, const double *z, double x)
{
    double y = 1;
    for (int i = 0; i < n; i++) {
        y *= x - z[i];
    }
    return y;
}

/* x = p; family 7: the ellipse in u = (x, y) */
static inline int on_charts_line(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    const on_charts_case *c = data;
    y[0] =
        c->family == ON_CHARTS_ELLIPSE ? u[0] * u[0] + u[1] * u[1] / c->height / c->height - 1 : u[0] - u[1];
    return 0;
}

static inline int on_charts_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m;
    const on_charts_case *c = data;
    const bool ellipse = c->family == ON_CHARTS_ELLIPSE;
    J[0] = ellipse ? 2 * u[0] : 1;
    J[1] = ellipse ? 2 * u[1] / c->height / c->height : -1;
    return 0;
}

static inline int on_charts_first(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    const on_charts_case *c = data;
    y[0] = on_charts_product(c->count[0], c->z[0], u[0]);
    return 0;
}

static inline int on_charts_second(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    const on_charts_case *c = data;
    y[0] = on_charts_product(c->count[1], c->z[1], u[0]);
    return 0;
}

/* Fields of families 3 to 6, the parameter last. */
static inline int on_charts_field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const on_charts_case *c = data;
    const double p = u[n - 1], a = on_charts_product(c->count[0], c->z[0], p);
    switch (c->family) {
    case ON_CHARTS_HOPF: {
        const double r = u[0] * u[0] + u[1] * u[1];
        y[0] = (a - r) * u[0] - u[1];
        y[1] = u[0] + (a - r) * u[1];
        break;
    }
    case ON_CHARTS_BRANCHES:
        y[0] = c->q[0][0] * a * u[0] - u[0] * u[0] * u[0];
        break;
    case ON_CHARTS_FOLD:
        y[0] = u[0] * u[0] - p;
        break;
    default:
        for (int i = 0; i < m; i++) {
            y[i] = (c->q[i][0] + p * (c->q[i][1] + p * c->q[i][2])) * u[i] - u[i] * u[i] * u[i];
        }
    }
    return 0;
}

static inline int on_charts_truth(const on_charts_case *c, campaign_wanted *wanted)
{
    static const char *const type[ON_CHARTS_FAMILIES] = {"", "G", "UZ", "HB", "BP", "BP", "FP", "FP"};
    int n = 0;
    if (c->family == ON_CHARTS_QUADRATICS) {
        double roots[CAMPAIGN_WANTED];
        n = on_charts_roots(c, roots);
        for (int i = 0; i < n; i++) {
            wanted[i] = (campaign_wanted){"BP", roots[i]};
        }
        return n;
    }
    if (c->family >= ON_CHARTS_FOLD) { /* both folds of the ellipse have x = 0 */
        wanted[0] = wanted[1] = (campaign_wanted){"FP", 0};
        return c->family == ON_CHARTS_FOLD ? 1 : 2;
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < c->count[k]; i++) {
            wanted[n++] = (campaign_wanted){k ? "H" : type[c->family], c->z[k][i]};
        }
    }
    return n;
}

#define ON_CHARTS_QUIET(run)                                                                                 \
    RDG_STEP(0.05, 1e-6, 0.5), RDG_NO_TABLE, RDG_NO_FOLDER, RDG_OBSERVE(campaign_watch, run),                \
        RDG_SUMMARY(&(run)->summary)

static inline void on_charts_field_run(rdg_context *ctx, on_charts_case *c, campaign_run *run)
{
    static const int states[ON_CHARTS_FAMILIES] = {0, 0, 0, 2, 1, 5, 1, 0};
    const bool fold = c->family == ON_CHARTS_FOLD;
    const double square = c->start * c->start;
    rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = states[c->family],
                                                   .n_parameters = 1,
                                                   .parameters = (const char *const[]){"p"},
                                                   .x = fold ? &c->start : NULL,
                                                   .p = fold ? &square : NULL,
                                                   .f = on_charts_field,
                                                   .data = c});
    run->place = fold ? 0 : states[c->family];
    run->status = rdg_continue(p, "r", RDG_RELEASE("p"), RDG_WINDOW("p", fold ? -3 : 0, fold ? square : 1),
                               fold ? RDG_EXPECT_EARLY_END : RDG_MAX_POINTS(2000), ON_CHARTS_QUIET(run));
}

static inline void on_charts_monitors_run(rdg_problem *p, on_charts_case *c, campaign_run *run)
{
    rdg_function g = {.name = "g", .n = 2, .m = 1, .f = on_charts_first, .by_differences = true, .data = c};
    rdg_function h = {.name = "h", .n = 2, .m = 1, .f = on_charts_second, .by_differences = true, .data = c};
    rdg_add_monitor(p, &g, RDG_ALL, NULL, RDG_ACTIVE);
    if (c->count[1] == 0) {
        run->status = rdg_continue(p, "r", RDG_RELEASE("p"), RDG_EVENT("G", "g", 0), RDG_WINDOW("p", 0, 1),
                                   ON_CHARTS_QUIET(run));
        return;
    }
    rdg_add_monitor(p, &h, RDG_ALL, NULL, RDG_ACTIVE);
    run->status = rdg_continue(p, "r", RDG_RELEASE("p"), RDG_EVENT("G", "g", 0), RDG_EVENT("H", "h", 0),
                               RDG_WINDOW("p", 0, 1), ON_CHARTS_QUIET(run));
}

static inline void on_charts_curve_run(rdg_context *ctx, on_charts_case *c, campaign_run *run)
{
    const bool ellipse = c->family == ON_CHARTS_ELLIPSE;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){ellipse ? 1 : 0, 0});
    rdg_add_zero(p,
                 &(rdg_function){.name = "line",
                                 .n = 2,
                                 .m = 1,
                                 .f = on_charts_line,
                                 .df = c->by_differences ? NULL : on_charts_slope,
                                 .by_differences = c->by_differences,
                                 .data = c},
                 RDG_ALL);
    rdg_add_parameter(p, "p", "u", 1);
    if (ellipse) {
        run->status = rdg_continue(p, "r", RDG_RELEASE("p"), RDG_WINDOW("p", -2, 2), ON_CHARTS_QUIET(run));
    } else if (c->family == ON_CHARTS_VALUES) {
        run->status = rdg_continue(p, "r", RDG_RELEASE("p"), RDG_UZ_LIST("p", c->count[0], c->z[0]),
                                   RDG_WINDOW("p", 0, 1), ON_CHARTS_QUIET(run));
    } else {
        on_charts_monitors_run(p, c, run);
    }
}

/* Curves are smooth here: a message of a kink is wrong. */
static inline void on_charts_hear(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    bool *calls_it_kink = data;
    *calls_it_kink = *calls_it_kink || strstr(text, "kink");
}

static inline campaign_answer on_charts_try(on_charts_case *c, campaign_tally *t)
{
    campaign_run run = {0};
    campaign_wanted wanted[CAMPAIGN_WANTED];
    rdg_context *ctx = rdg_context_create();
    bool calls_it_kink = false;
    rdg_set_writer(ctx, on_charts_hear, &calls_it_kink);
    const bool field = c->family >= ON_CHARTS_HOPF && c->family <= ON_CHARTS_FOLD;
    (field ? on_charts_field_run : on_charts_curve_run)(ctx, c, &run);
    run.warnings = run.summary.warnings;
    rdg_context_free(ctx);
    bool inexact;
    const int n = on_charts_truth(c, wanted);
    const bool smooth = run.summary.sign_changes == 0;
    t->kinks += calls_it_kink;
    const campaign_answer answer = campaign_judge(&run, n, wanted, smooth, &inexact);
    campaign_count(t, &run, answer, inexact);
    return answer;
}

#endif
