/* Stick-slip orbits over ranges of frequency: sequences of segments end, others come, and every point is a
 * motion from event to event. Where a branch cannot go on it says why. */
#include "coulomb_systems.h"

#include <ridgewalk/ridgewalk.h>

struct seen {
    rdg_coulomb *c;
    double worst;
    rdg_index most; /* stops in a period */
    int points, changes;
};

/* The motion from the middle of the first segment comes back after the time of all. */
static bool is_a_motion(rdg_problem *p, const rdg_chart *chart, void *data)
{
    struct seen *s = data;
    rdg_context *ctx = rdg_problem_context(p);
    const rdg_index n2 = 2 * rdg_coulomb_size(s->c);
    double x[2 * COULOMB_MOST];
    double y[2 * COULOMB_MOST];
    double r1 = 0.0;
    double beta = 0.0;
    double stops = 0.0;
    rdg_index segments = 0;
    const rdg_contact_regime *regime = NULL;
    bool whole = false;
    s->points++;
    s->changes += strcmp(chart->type, "RS") == 0;
    if (strcmp(chart->type, "") != 0) {
        return false; /* of two sequences at once: a motion from there needs not know which */
    }
    assert_ok(ctx, rdg_parameter_value(p, "r1", chart->u, &r1));
    assert_ok(ctx, rdg_parameter_value(p, "beta", chart->u, &beta));
    assert_ok(ctx, rdg_parameter_value(p, "stops", chart->u, &stops));
    assert_ok(ctx, rdg_coulomb_orbit_segments(p, &segments, &regime, &whole));
    assert_ok(ctx, rdg_coulomb_orbit_begin(p, chart->u, x));
    const double lasts = (whole ? 2.0 : 1.0) * coulomb_pi;
    const double half = 0.5 * (segments > 1 ? chart->u[1] - chart->u[0] : lasts);
    double tau = chart->u[0] + half;
    assert_ok(ctx, rdg_modal_flow(s->c, regime[0], r1, beta, chart->u[0], half, x));
    memcpy(y, x, sizeof y);
    const rdg_coulomb_march_options march = {.r1 = r1, .beta = beta, .until = tau + lasts};
    assert_ok(ctx, rdg_coulomb_march(s->c, &march, &tau, y, NULL));
    for (rdg_index i = 0; i < n2; i++) {
        const double gap = fabs(y[i] - (whole ? 1.0 : -1.0) * x[i]) / greatest_of(n2, x);
        s->worst = fmax(s->worst, gap);
    }
    s->most = stops > (double)s->most ? (rdg_index)stops : s->most;
    return false;
}

static struct seen follow(rdg_context *ctx, const char *system, double beta, double r1, double low,
                          double high, rdg_run_summary *summary)
{
    struct seen s = {.c = coulomb_named(ctx, system, 1.0)};
    rdg_problem *p = rdg_orbit_problem(s.c, RDG_AT("r1", r1), RDG_AT("beta", beta));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_ok(ctx, rdg_continue(p, "range", RDG_RELEASE("r1"), RDG_WINDOW("r1", low, high), RDG_NO_FOLDS,
                                RDG_STEP(0.05, 1e-6, 0.1), RDG_NO_BRANCH_POINTS, RDG_IN_MEMORY,
                                RDG_OBSERVE(is_a_motion, &s), RDG_SUMMARY(summary)));
    return s;
}

static void every_point_of_a_range_is_a_motion(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *system;
        double beta, r1, low, high;
        int changes;
        rdg_index most;
    } cases[] = {{"two_m1", 0.2, 0.3, 0.2, 0.6, 12, 4},    {"two_m1", 0.4, 0.3, 0.2, 0.6, 8, 4},
                 {"two_m1", 0.6, 0.3, 0.2, 0.6, 8, 6},     {"two_m1", 0.8, 0.3, 0.2, 0.9, 10, 6},
                 {"two_m1", 0.8, 2.0, 1.1, 2.5, 2, 2},     {"two_m2", 0.4, 0.4, 0.2, 0.6, 16, 6},
                 {"mass_mass", 0.2, 0.6, 0.55, 0.7, 2, 2}, {"base_wall", 1.0, 0.8, 0.65, 1.2, 0, 2},
                 {"five_m1", 0.6, 1.2, 1.05, 1.3, 1, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_run_summary summary;
        const struct seen s =
            follow(ctx, cases[i].system, cases[i].beta, cases[i].r1, cases[i].low, cases[i].high, &summary);
        assert_true(s.worst < 1e-10);
        assert_true(summary.covered);
        assert_int_equal(summary.warnings, 0);
        assert_true(s.changes >= cases[i].changes);
        assert_int_equal(s.most, cases[i].most);
    }
}

/* Ends of ranges: the last r1 each way, and what is said of it. */
static void check_ends(rdg_context *ctx, const char *system, double beta, double r1, const double *end,
                       const char *const *words)
{
    rdg_run_summary summary;
    follow(ctx, system, beta, r1, 0.2, 2.5, &summary);
    rdg_run *run = rdg_run_open(ctx, "range");
    assert_non_null(run);
    const double *at = rdg_run_column(run, "r1");
    const char *told = rdg_run_text(run, "not_reached");
    assert_non_null(told);
    assert_near(at[0], end[0], 0, 3e-6);
    assert_near(at[rdg_run_count(run) - 1], end[1], 0, 3e-6);
    for (int k = 0; k < 2; k++) {
        if (!strstr(told, words[k])) {
            print_message("%s\n", told);
        }
        assert_non_null(strstr(told, words[k]));
    }
}

static void ends_are_told_in_words(void **state)
{
    rdg_context *ctx = *state;
    const double golden = 0.5 * (sqrt(5.0) - 1.0);
    /* a resonance without bound, and one of what is held, where the contact comes to rest */
    check_ends(ctx, "two_m1", 0.4, 0.7, (double[]){golden, 1.0},
               (const char *[]){"0.618033989, resonance 1 of the structure that slips, friction below beta = "
                                "0.785398163 leaves the response without bound",
                                "comes to rest: 1 r1 is a resonance of the structure with its contact held"});
    check_ends(ctx, "two_m1", 0.6, 1.6, (double[]){1.0, golden + 1.0},
               (const char *[]){"1.61803399, resonance 2", "comes to rest"});
    /* three times r1 is that resonance: sqrt(2) / 3, though the contact would not stick without it */
    check_ends(ctx, "two_m2", 0.5, 0.9, (double[]){sqrt(2.0) / 3.0, golden + 1.0},
               (const char *[]){"comes to rest: 3 r1", "below beta = 1.27080092"});
    /* the contact sticks where 1 / |2 - r1^2| <= beta */
    check_ends(ctx, "two_m2", 2.0, 1.4, (double[]){sqrt(1.5), sqrt(2.5)},
               (const char *[]){"behind r1 = 1.2247448", "the contact sticks all the time"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_point_of_a_range_is_a_motion),
                                       TEST(ends_are_told_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
