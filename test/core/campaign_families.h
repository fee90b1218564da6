/* A random case of one of the seven families, its run, and what the run should report. */
#ifndef RDG_TEST_CAMPAIGN_FAMILIES_H
#define RDG_TEST_CAMPAIGN_FAMILIES_H

#include "campaign_problems.h"

#include "fresh_context.h"

typedef struct campaign_variant {
    int n; /* variables; 0: as few as the family has */
    bool by_differences;
    double noise;
} campaign_variant;

static const char *const campaign_family[CAMPAIGN_FAMILIES] = {
    "",       "1 two folds",      "2 near-crossings",    "3 two Hopf pairs", "4 branches that touch",
    "5 kink", "6 event, 2 zeros", "7 two branch points",
};

static inline double campaign_between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

/* A unit vector, zero but at the places first to end - 1. */
static inline void campaign_mirror(double *v, int first, int end, uint64_t *seed)
{
    double sum = 0;
    for (int i = first; i < end; i++) {
        v[i] = random_signed(seed);
        sum += v[i] * v[i];
    }
    for (int i = first; i < end; i++) {
        v[i] /= sqrt(sum);
    }
}

static inline campaign_case campaign_any(int family, campaign_variant variant, uint64_t *seed)
{
    campaign_case c = {.family = family, .noise = variant.noise, .by_differences = variant.by_differences};
    c.phase = campaign_between(seed, 0, 6.28);
    c.tie = campaign_between(seed, 0, 6.28);
    c.slope = copysign(campaign_between(seed, 0.5, 2), random_signed(seed));
    c.centre = campaign_between(seed, -0.5, 0.5);
    switch (family) {
    case CAMPAIGN_CROSSINGS:
        c.d = copysign(pow(10, campaign_between(seed, -6, -2)), random_signed(seed));
        break;
    case CAMPAIGN_HOPF:
        c.d = pow(10, campaign_between(seed, -5, -1));
        c.centre = campaign_between(seed, -0.3, 0.3);
        c.speed[0] = campaign_between(seed, 1, 2);
        c.speed[1] = campaign_between(seed, 2.3, 4);
        break;
    case CAMPAIGN_TOUCH:
        break;
    case CAMPAIGN_KINK:
        c.slope = campaign_between(seed, 0.5, 3);
        break;
    default:
        c.d = pow(10, campaign_between(seed, family == CAMPAIGN_BRANCHES ? -4 : -5, -1));
    }
    const int own = campaign_own(&c);
    c.n = variant.n > own ? variant.n : own;
    if (c.n > own) {
        const bool hopf = family == CAMPAIGN_HOPF;
        campaign_mirror(c.v, hopf ? 0 : 2, hopf ? c.n - 1 : c.n, seed);
        campaign_mirror(c.w, 0, c.n - 1, seed);
        if (hopf) { /* of a similarity, which keeps eigenvalues */
            memcpy(c.w, c.v, sizeof c.w);
        }
    }
    return c;
}

/* x at which a function that increases has the value. */
static inline double campaign_inverse(const campaign_case *c,
                                      double (*f)(const campaign_case *, double, double *), double value)
{
    double low = -3, high = 3, slope;
    for (int i = 0; i < 100; i++) {
        const double x = 0.5 * (low + high);
        *(f(c, x, &slope) < value ? &low : &high) = x;
    }
    return 0.5 * (low + high);
}

static inline int campaign_truth(const campaign_case *c, campaign_wanted wanted[2])
{
    const double q = 0.5 * c->d, at = c->centre;
    double first, second;
    switch (c->family) {
    case CAMPAIGN_FOLDS:
        wanted[0] = (campaign_wanted){"FP", campaign_inverse(c, campaign_bent, -q)};
        wanted[1] = (campaign_wanted){"FP", campaign_inverse(c, campaign_bent, q)};
        return 2;
    case CAMPAIGN_CROSSINGS: /* between two hyperbolas there is a gap of x, or one of y */
        wanted[0] = (campaign_wanted){"FP", at - 2 * sqrt(fmax(-c->d, 0)) / fabs(c->slope)};
        return c->d < 0;
    case CAMPAIGN_HOPF:
        first = campaign_inverse(c, campaign_damping, at);
        second = campaign_inverse(c, campaign_damping, at + c->d);
        wanted[0] = (campaign_wanted){"HB HH", first};
        wanted[1] = (campaign_wanted){"HB HH", second};
        return (first < 1) + (second < 1);
    case CAMPAIGN_TOUCH:
        wanted[0] = (campaign_wanted){"BP", at};
        return 1;
    case CAMPAIGN_KINK:
        wanted[0] = (campaign_wanted){"FK", at};
        return 1;
    case CAMPAIGN_EVENT:
        wanted[0] = (campaign_wanted){"UZ", campaign_inverse(c, campaign_bent, at - q)};
        wanted[1] = (campaign_wanted){"UZ", campaign_inverse(c, campaign_bent, at + q)};
        return 2;
    default:
        wanted[0] = (campaign_wanted){"BP", at};
        wanted[1] = (campaign_wanted){"BP", at + c->d};
        return 2;
    }
}

/* y on the sheet of family 2 on which the branch starts. */
static inline double campaign_sheet(const campaign_case *c, double x, double side)
{
    const double half = 0.5 * c->slope * (x - c->centre);
    return campaign_branch(c, x) + half + side * sqrt(half * half + c->d);
}

static inline double campaign_start(const campaign_case *c, double x)
{
    double slope;
    switch (c->family) {
    case CAMPAIGN_FOLDS: {
        const double v = campaign_bent(c, x, &slope);
        return v * v * v - 0.75 * c->d * c->d * v;
    }
    case CAMPAIGN_CROSSINGS:
        return campaign_sheet(c, x, c->slope * (x - c->centre) < 0 ? 1 : -1);
    case CAMPAIGN_KINK:
        return 0.5 * campaign_branch(c, x) + c->slope * fabs(x - c->centre);
    default:
        return campaign_branch(c, x);
    }
}

/* Does the run end where the branch leaves the window? */
static inline bool campaign_ends(const campaign_case *c, const campaign_run *run)
{
    if (c->family == CAMPAIGN_HOPF) {
        return fabs(run->end - 1) < 1e-6;
    }
    if (c->family == CAMPAIGN_CROSSINGS) {
        const double side = c->slope > 0 ? 1 : -1, x = c->d > 0 ? 1.5 : -1.5;
        return fabs(run->end - x) < 1e-6 &&
               fabs(run->end_second - campaign_sheet(c, x, c->d > 0 ? side : -side)) < 1e-6;
    }
    const bool has_y = c->family != CAMPAIGN_FOLDS && c->family != CAMPAIGN_KINK;
    return fabs(run->end - 1.5) < 1e-6 && (!has_y || fabs(run->end_second - campaign_branch(c, 1.5)) < 1e-6);
}

/* The point of the curve at x (family 3: p), mixed. */
static inline void campaign_point(const campaign_case *c, double x, double *u)
{
    const bool hopf = c->family == CAMPAIGN_HOPF;
    const double y = hopf ? 0 : campaign_start(c, x);
    double B[4][4], dB[4][4], dw[4], gradient[2];
    for (int j = 0; j < c->n; j++) {
        u[j] = campaign_follower(c, j, x, y, gradient);
    }
    if (hopf) {
        campaign_spectrum(c, x, B, dB, u, dw);
        u[c->n - 1] = x;
    } else {
        u[0] = x;
        u[1] = y;
        u[2] = cos(1.3 * x + c->tie) + 0.2 * y;
    }
    campaign_reflect(c->n, c->v, u);
}

/* options of all runs */
/* Steps as long as the curve allows: a step within a twentieth of the window would hide fewer points. */
#define CAMPAIGN_QUIET(run)                                                                                  \
    RDG_STEP(0.05, 1e-6, 0.5), RDG_NO_TABLE, RDG_NO_FOLDER, RDG_OBSERVE(campaign_watch, run),                \
        RDG_SUMMARY(&(run)->summary)

static inline void campaign_hopf_run(rdg_context *ctx, campaign_case *c, campaign_run *run)
{
    double u[CAMPAIGN_MOST];
    campaign_point(c, -1, u);
    rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = c->n - 1,
                                                   .n_parameters = 1,
                                                   .parameters = (const char *const[]){"p"},
                                                   .x = u,
                                                   .p = u + c->n - 1,
                                                   .f = campaign_f,
                                                   .df = c->by_differences ? NULL : campaign_df,
                                                   .data = c});
    run->place = c->n - 1;
    run->status =
        rdg_continue(p, "r", RDG_RELEASE("p"), RDG_WINDOW("p", -1, 1), RDG_DIRECTION(1), CAMPAIGN_QUIET(run));
}

static inline void campaign_curve_run(rdg_context *ctx, campaign_case *c, campaign_run *run)
{
    double u[CAMPAIGN_MOST];
    campaign_point(c, -1.5, u);
    const bool in_y = c->family == CAMPAIGN_FOLDS || c->family == CAMPAIGN_KINK;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", c->n, u);
    rdg_add_zero(p,
                 &(rdg_function){.name = "g",
                                 .n = c->n,
                                 .m = c->n - 1,
                                 .f = campaign_f,
                                 .df = c->by_differences ? NULL : campaign_df,
                                 .by_differences = c->by_differences,
                                 .data = c},
                 RDG_ALL);
    if (in_y) {
        rdg_add_parameter(p, "y", "u", 1);
        rdg_add_parameter_as(p, "x", "u", 0, RDG_ACTIVE);
        run->status =
            rdg_continue(p, "r", RDG_RELEASE("y"), RDG_WINDOW("y", -9, 9), RDG_WINDOW("x", -1.5, 1.5),
                         RDG_DIRECTION(c->family == CAMPAIGN_KINK ? -1 : 1), CAMPAIGN_QUIET(run));
        return;
    }
    rdg_add_parameter(p, "x", "u", 0);
    if (c->family == CAMPAIGN_EVENT) {
        rdg_add_monitor(p,
                        &(rdg_function){.name = "psi",
                                        .n = c->n,
                                        .m = 1,
                                        .f = campaign_monitor,
                                        .df = c->by_differences ? NULL : campaign_monitor_slope,
                                        .by_differences = c->by_differences,
                                        .data = c},
                        RDG_ALL, NULL, RDG_ACTIVE);
        run->status = rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", -1.5, 1.5), RDG_UZ("psi", 0),
                                   RDG_DIRECTION(1), CAMPAIGN_QUIET(run));
        return;
    }
    run->status = rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", -1.5, 1.5), RDG_DIRECTION(1),
                               CAMPAIGN_QUIET(run));
}

static inline campaign_answer campaign_try(campaign_case *c, campaign_tally *t)
{
    campaign_run run = {0};
    campaign_wanted wanted[2];
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    (c->family == CAMPAIGN_HOPF ? campaign_hopf_run : campaign_curve_run)(ctx, c, &run);
    run.warnings = run.summary.warnings;
    rdg_context_free(ctx);
    bool inexact;
    const int n = campaign_truth(c, wanted);
    const campaign_answer answer = campaign_judge(&run, n, wanted, campaign_ends(c, &run), &inexact);
    campaign_count(t, &run, answer, inexact);
    t->df_calls += (double)c->df_calls;
    return answer;
}

#endif
