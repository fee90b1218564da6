/* What lies between the ends of a step shows: pairs of folds and events on waves that are shorter than the
 * longest step, and curves next to which another one passes. */

#include "fresh_context.h"
#include "harvest.h"

#include <math.h>

enum { MOST = 400 };

static double between(double low, double high, uint64_t *seed)
{
    return 0.5 * (low + high) + 0.5 * (high - low) * random_signed(seed);
}

/* p = x + sum A sin(k x + a), x in [-2, 2] */
typedef struct waves {
    double size[2], number[2], phase[2];
} waves;

static double waves_slope(const waves *w, double x)
{
    double slope = 1.0;
    for (int i = 0; i < 2; i++) {
        slope += w->size[i] * w->number[i] * cos(w->number[i] * x + w->phase[i]);
    }
    return slope;
}

static double waves_value(const waves *w, double x)
{
    double value = x;
    for (int i = 0; i < 2; i++) {
        value += w->size[i] * sin(w->number[i] * x + w->phase[i]);
    }
    return value;
}

static int waves_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[1] - waves_value(data, u[0]);
    return 0;
}

static int waves_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    values[0] = -waves_slope(data, u[0]);
    values[1] = 1.0;
    return 0;
}

/* Zeros of the slope, by bisection on a fine grid. */
static int true_folds(const waves *w, double *x)
{
    enum { GRID = 40000 };
    int n = 0;
    for (int i = 0; i < GRID; i++) {
        double low = -2.0 + 4.0 * i / GRID;
        double high = -2.0 + 4.0 * (i + 1) / GRID;
        if (waves_slope(w, low) * waves_slope(w, high) >= 0.0) {
            continue;
        }
        for (int k = 0; k < 50; k++) {
            const double middle = 0.5 * (low + high);
            if (waves_slope(w, low) * waves_slope(w, middle) > 0.0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        x[n++] = low;
    }
    return n;
}

/* How many of these values of a variable are those of located points of a type, once each? */
static int count_found(const harvest *h, const char *type, rdg_index variable, const double *x, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        int times = 0;
        for (size_t k = 0; k < h->count; k++) {
            times += strcmp(h->chart[k].type, type) == 0 && fabs(h->chart[k].u[variable] - x[i]) < 1e-7;
        }
        found += times == 1;
    }
    return found;
}

static int lost_folds(rdg_context *ctx, waves *w)
{
    const double start[] = {-2.0, waves_value(w, -2.0)};
    double x[MOST];
    harvest h = {0};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, start);
    rdg_add_zero(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = waves_f, .df = waves_df, .data = w},
                 RDG_ALL);
    rdg_add_parameter(p, "p", "u", 1);
    rdg_add_linear_monitor(p, "X", 1, 1, (rdg_index[]){0}, (double[]){1.0}, NULL, (const char *const[]){"X"},
                           RDG_ACTIVE);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("p"), RDG_WINDOW("X", -2.0, 2.0), RDG_MAX_POINTS(50000),
                                HARVEST_ONLY(&h)));
    const int n = true_folds(w, x);
    const int lost = n - count_found(&h, "FP", 0, x, n);
    harvest_clear(&h);
    rdg_problem_free(p);
    return lost;
}

static void folds_of_short_waves_are_found(void **state)
{
    uint64_t seed = 11;
    for (int k = 0; k < 100; k++) {
        waves w = {.size = {0.0}};
        w.number[0] = pow(10.0, between(1.0, 1.7, &seed));
        w.size[0] = between(0.5, 3.0, &seed) / w.number[0];
        w.phase[0] = between(0.0, 6.0, &seed);
        assert_int_equal(lost_folds(*state, &w), 0);
    }
}

/* Of so many random curves of two waves, the second up to so many times as short: those that lose folds. */
static int losses_of_two_waves(rdg_context *ctx, uint64_t seed, int curves, double shortest, double ratio)
{
    int losses = 0;
    for (int k = 0; k < curves; k++) {
        waves w = {.size = {0.0}};
        w.number[0] = pow(10.0, between(0.3, shortest, &seed));
        w.number[1] = w.number[0] * between(1.1, ratio, &seed);
        for (int i = 0; i < 2; i++) {
            w.size[i] = between(0.5, 3.0, &seed) / w.number[i];
            w.phase[i] = between(0.0, 6.0, &seed);
        }
        losses += lost_folds(ctx, &w) > 0;
    }
    return losses;
}

static void folds_of_two_waves_are_found(void **state)
{
    assert_int_equal(losses_of_two_waves(*state, 12, 100, 1.2, 3.0), 0);
}

/* With hardly an exception: the shorter wave is down to a sixtieth of x's range. */
static void folds_of_waves_much_shorter_than_another_are_found(void **state)
{
    assert_in_range(losses_of_two_waves(*state, 12, 300, 1.3, 5.0), 0, 1);
}

/* Monitors on a straight line, along which steps are as long as they may be: sin(k p + 1/2), or a polynomial
 * with random roots. */
typedef struct monitor {
    double number; /* 0: polynomial, or with a tip, or a cliff */
    double tip;    /* |p - tip| less what makes root[0] and root[1] its zeros; 0: none */
    double cliff;  /* from one sign to the other */
    int kind;      /* RDG_ACTIVE, or RDG_JUMPING */
    double root[MOST];
    int n;
} monitor;

static int line_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - u[1];
    return 0;
}

static int monitor_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const monitor *g = data;
    if (g->tip > 0.0) {
        y[0] = fabs(u[0] - g->tip) - 0.5 * (g->root[1] - g->root[0]);
        return 0;
    }
    if (g->cliff != 0.0) {
        y[0] = (u[0] > g->root[0] ? 1.0 : -1.0) * (0.3 + 0.2 * sin(g->cliff * u[0]));
        return 0;
    }
    y[0] = g->number > 0.0 ? sin(g->number * u[0] + 0.5) : 1.0;
    for (int i = 0; g->number == 0.0 && i < g->n; i++) {
        y[0] *= u[0] - g->root[i];
    }
    return 0;
}

static void follow_line(rdg_context *ctx, monitor *g, harvest *h)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = line_f, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "p", "u", 1);
    rdg_add_monitor(
        p, &(rdg_function){.name = "g", .n = 1, .m = 1, .f = monitor_f, .by_differences = true, .data = g},
        (rdg_index[]){1}, NULL, g->kind ? g->kind : RDG_ACTIVE);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("p"), RDG_EVENT("G", "g", 0.0), RDG_WINDOW("p", 0.0, 1.0),
                                RDG_MAX_POINTS(5000), HARVEST_ONLY(h)));
    rdg_problem_free(p);
}

static int lost_events(rdg_context *ctx, monitor *g)
{
    harvest h = {0};
    follow_line(ctx, g, &h);
    assert_int_equal(h.summary.warnings, 0);
    const int lost = g->n - count_found(&h, "G", 1, g->root, g->n);
    harvest_clear(&h);
    return lost;
}

static void events_that_only_touch_are_said(void **state)
{
    uint64_t seed = 16;
    for (int k = 0; k < 300; k++) {
        const double at = between(0.05, 0.95, &seed);
        monitor g = {.n = 2, .root = {at, at}};
        harvest h = {0};
        follow_line(*state, &g, &h);
        assert_int_equal(h.summary.warnings, 1);
        assert_int_equal(harvest_count(&h, "G"), 0);
        harvest_clear(&h);
    }
}

static void events_of_polynomials_are_found(void **state)
{
    uint64_t seed = 13;
    for (int k = 0; k < 300; k++) {
        monitor g = {.n = k % 2 ? 4 : 6};
        for (int i = 0; i < g.n; i++) {
            g.root[i] = between(0.02, 0.98, &seed);
        }
        assert_int_equal(lost_events(*state, &g), 0);
    }
}

/* Of functions that may jump, too: four roots, close pairs, kinks whose tips pass zero. */
static void close_events_of_functions_that_may_jump_are_found(void **state)
{
    uint64_t seed = 17;
    int losses[3] = {0};
    for (int k = 0; k < 900; k++) {
        monitor g = {.kind = RDG_JUMPING, .n = k % 3 == 0 ? 4 : 2};
        for (int i = 0; i < g.n; i++) {
            g.root[i] = between(0.02, 0.98, &seed);
        }
        if (k % 3 > 0) {
            const double apart = pow(10.0, between(-3.0, -1.1, &seed));
            g.root[0] = between(0.1, 0.8, &seed);
            g.root[1] = g.root[0] + apart;
        }
        g.tip = k % 3 == 2 ? 0.5 * (g.root[0] + g.root[1]) : 0.0;
        losses[k % 3] += lost_events(*state, &g) > 0;
    }
    for (int family = 0; family < 3; family++) {
        assert_int_equal(losses[family], 0);
    }
}

static void jump_over_zero_is_one_event_and_no_matter_for_words(void **state)
{
    uint64_t seed = 18;
    for (int k = 0; k < 200; k++) {
        monitor g = {.kind = RDG_JUMPING, .n = 1, .cliff = between(1.0, 10.0, &seed)};
        g.root[0] = between(0.02, 0.98, &seed);
        assert_int_equal(lost_events(*state, &g), 0);
    }
}

/* However often a step is halved it may hold a pair. */
static void pairs_of_functions_that_may_jump_are_found_however_close(void **state)
{
    uint64_t seed = 19;
    for (int k = 0; k < 300; k++) {
        monitor g = {.kind = RDG_JUMPING, .n = 2, .root = {between(0.05, 0.9, &seed)}};
        g.root[1] = g.root[0] + pow(10.0, between(-6.0, -3.0, &seed));
        harvest h = {0};
        follow_line(*state, &g, &h);
        assert_int_equal(harvest_count(&h, "G"), 2);
        assert_int_equal(h.summary.warnings, 0);
        harvest_clear(&h);
    }
}

static void events_of_waves_are_found(void **state)
{
    uint64_t seed = 14;
    for (int k = 0; k < 200; k++) {
        monitor g = {.number = pow(10.0, between(1.3, 2.6, &seed))};
        for (double x; (x = ((g.n + 1) * 3.14159265358979324 - 0.5) / g.number) < 1.0;) {
            g.root[g.n++] = x;
        }
        assert_int_equal(lost_events(*state, &g), 0);
    }
}

/* A level curve of five plane waves, next to which other closed curves pass: a step of full length leads
 * over. */
static const double term[][4] = {
    {0.7409546822309494, -7.6595543324947357, 7.3534963577985764, 4.5556383641436691},
    {-0.81979282014071941, 2.4471606239676476, -7.9254283979535103, 4.763198257237673},
    {0.16851076949387789, -0.039511427283287048, -0.19175568222999573, 0.24718708628788591},
    {0.91239780467003584, -2.8631258307888482, 5.1076718643307686, 2.6246355902850629},
    {0.51855629496276379, 6.008960135281086, -4.8690975159406662, 4.092137556849047}};

static int level_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = -*(const double *)data;
    for (size_t i = 0; i < sizeof term / sizeof *term; i++) {
        y[0] += term[i][0] * cos(term[i][1] * u[0] + term[i][2] * u[1] + term[i][3]);
    }
    return 0;
}

static int level_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = values[1] = 0.0;
    for (size_t i = 0; i < sizeof term / sizeof *term; i++) {
        const double s = -term[i][0] * sin(term[i][1] * u[0] + term[i][2] * u[1] + term[i][3]);
        values[0] += term[i][1] * s;
        values[1] += term[i][2] * s;
    }
    return 0;
}

/* Peaks of y along the level curve through a point, with steps no longer than this. */
static void follow_level(rdg_context *ctx, const double *start, double longest, harvest *h)
{
    double level = 0.0;
    double value = 0.0;
    level_f(2, start, 1, &value, &level);
    level = value;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, start);
    rdg_add_zero(p,
                 &(rdg_function){.name = "f", .n = 2, .m = 1, .f = level_f, .df = level_df, .data = &level},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", -3.0, 3.0),
                                RDG_WINDOW("y", -3.0, 3.0), RDG_MAXIMA("y"), RDG_MAX_POINTS(20000),
                                RDG_STEP(0.5 * longest, 1e-6, longest), HARVEST_ONLY(h)));
    rdg_problem_free(p);
}

static void long_steps_do_not_lead_to_another_curve(void **state)
{
    uint64_t seed = 15;
    for (int k = 0; k < 100; k++) {
        const double start[] = {2.0 * random_signed(&seed), 2.0 * random_signed(&seed)};
        harvest coarse = {0}, fine = {0};
        follow_level(*state, start, 0.5, &coarse);
        follow_level(*state, start, 0.02, &fine);
        assert_int_equal(harvest_count(&coarse, "PM"), harvest_count(&fine, "PM"));
        assert_int_equal(harvest_count(&coarse, "FP"), harvest_count(&fine, "FP"));
        harvest_clear(&coarse);
        harvest_clear(&fine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(folds_of_short_waves_are_found),
                                       TEST(folds_of_two_waves_are_found),
                                       TEST(folds_of_waves_much_shorter_than_another_are_found),
                                       TEST(events_of_polynomials_are_found),
                                       TEST(events_of_waves_are_found),
                                       TEST(close_events_of_functions_that_may_jump_are_found),
                                       TEST(jump_over_zero_is_one_event_and_no_matter_for_words),
                                       TEST(pairs_of_functions_that_may_jump_are_found_however_close),
                                       TEST(events_that_only_touch_are_said),
                                       TEST(long_steps_do_not_lead_to_another_curve)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
