/* Two masses and an elastic stop (stiffness 100, gap 1): a branch along which the sequence of events
 * changes several times, with folds, period doublings and a Neimark-Sacker point. The references are closed
 * forms of each piece, in many digits. */
#include "hybrid_systems.h"
#include "orbit_run.h"
#include "two_masses.h"

static void one_run_passes_all_special_points_and_changes_its_sequence(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(two_masses(ctx, 0.8), &(rdg_shooting_options){.transient = 400.0});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "down", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 0.8), RDG_IN_MEMORY,
                                RDG_DIRECTION(-1), RDG_MAX_POINTS(3000)));
    static const struct {
        const char *type;
        double omega, within;
    } known[] = {{"NS", 0.5819006504, 1e-10},    {"NS", 0.6186068743, 1e-10}, {"PD", 0.7387830254, 1e-10},
                 {"PD", 0.7555861594, 1e-10},    {"FP", 0.7556273526, 1e-10}, {"FP", 0.65344013454, 1e-10},
                 {"GR", 0.6534401404163, 1e-12}, {"RS", 0.5818996390, 1e-8},  {"EP", 0.5, 1e-12}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assert_near(nearest_at(ctx, "down", known[k].type, "omega", known[k].omega), known[k].omega, 0.0,
                    known[k].within);
    }
}

/* With space for one segment the run ends where the stop is touched. */
static void a_sequence_that_ends_within_the_window_is_a_shortfall_of_its_run(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(
        two_masses(ctx, 0.8), &(rdg_shooting_options){.transient = 400.0, .segments = 1}));
    assert_ok(ctx, rdg_continue(p, "few segments", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 0.8),
                                RDG_IN_MEMORY, RDG_DIRECTION(-1), RDG_MAX_POINTS(3000)));
    rdg_run *r = rdg_run_open(ctx, "few segments");
    assert_string_equal(rdg_run_text(r, "covered"), "0");
    assert_non_null(
        strstr(rdg_run_text(r, "not_reached"), "shows no other one that repeats and has at most 1 segments"));
    rdg_run_free(r);
}

/* Closed form: with one impact a period orbits end where they would graze the wall a second time. There they
 * are orbits with two impacts, of which one has no velocity: the run goes on with these, back to a fold.
 * Motions that become steady at forces behind it show orbits with two impacts, too. */
static void orbits_that_graze_a_wall_a_second_time_go_on_with_another_impact(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s =
        rdg_shooting_create(impact_system(ctx, 0.6), &(rdg_shooting_options){.transient = 300.0, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "up", RDG_RELEASE("A"), RDG_WINDOW("A", 0.4, 3.0), RDG_IN_MEMORY,
                                RDG_DIRECTION(1)));
    rdg_run *r = rdg_run_open(ctx, "up");
    const rdg_index graze = rdg_run_find(r, "GR", 0), next = rdg_run_find(r, "RS", 0);
    assert_near(rdg_run_column(r, "A")[graze], 1.98975358365290, 0, 1e-10);
    assert_near(rdg_run_column(r, "A")[next], 1.98975358365290, 0, 1e-10);
    assert_int_equal(next, graze + 1);
    assert_int_equal(rdg_run_find(r, "GR", 1), -1);
    assert_int_equal(rdg_run_find(r, "PD", 0), -1);
    double u[100];
    solution_at(ctx, p, "up", "GR", 0, u);
    assert_near(u[1], -2.50228941996875, 0, 1e-9);
    const rdg_index last = rdg_run_count(r) - 1;
    double x[100], v[2];
    rdg_index n = 0;
    rdg_variable_index(p, "x", &n);
    assert_ok(ctx, rdg_run_solution(r, rdg_run_label(r, last), "x", n, x, NULL));
    rdg_run_free(r);
    rdg_shooting *settled = rdg_shooting_create(
        impact_system(ctx, 3.0), &(rdg_shooting_options){.transient = 300.0, .order = 1, .segments = 2});
    rdg_problem *direct = rdg_shooting_problem(settled);
    solve_orbit(ctx, direct, "settled");
    solution_at(ctx, direct, "settled", "EP", 0, u);
    v[0] = fmin(u[1], u[3]), v[1] = fmax(u[1], u[3]);
    assert_near(v[0], fmin(x[1], x[3]), 0.0, 1e-9);
    assert_near(v[1], fmax(x[1], x[3]), 0.0, 1e-9);
}

/* Sums over the segments of an orbit, the same wherever it begins. */
typedef struct met {
    double at, sums[2];
    rdg_index segments, stretch; /* between changes of the sequence */
    bool crosses; /* beside a fold of doubled orbits: where they cross those of half the period */
} met;

enum { MOST = 400 };

static rdg_index read_orbits(rdg_context *ctx, rdg_problem *p, const char *run, const char *name, met *all)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const rdg_index count = rdg_run_count(r);
    for (rdg_index row = 0; row < count; row++) {
        double x[64], tau[32];
        rdg_index n = 0, segments = 0;
        rdg_variable_index(p, "x", &n);
        rdg_variable_index(p, "tau", &segments);
        assert_true(n <= 64 && segments <= 32);
        assert_ok(ctx, rdg_run_solution(r, rdg_run_label(r, row), "x", n, x, NULL));
        assert_ok(ctx, rdg_run_solution(r, rdg_run_label(r, row), "tau", segments, tau, NULL));
        const char *type = rdg_run_type(r, row);
        all[row] = (met){.at = rdg_run_column(r, name)[row]};
        all[row].stretch = row == 0 ? 0 : all[row - 1].stretch;
        all[row].crosses =
            strcmp(type, "FK") == 0 || (row > 0 && strcmp(rdg_run_type(r, row - 1), "FK") == 0);
        all[row].stretch += strcmp(type, "GR") == 0 || strcmp(type, "RS") == 0;
        for (rdg_index j = 0; j < segments; j++) {
            all[row].segments += tau[j] != 0.0;
            all[row].sums[0] += tau[j] * tau[j];
            all[row].sums[1] += tau[j] != 0.0 ? x[2 * j + 1] * x[2 * j + 1] : 0.0;
        }
    }
    bool turns[MOST] = {false};
    for (rdg_index row = 1; row + 1 < count; row++) {
        turns[row] = (all[row].at - all[row - 1].at) * (all[row + 1].at - all[row].at) < 0.0;
    }
    for (rdg_index row = 1; row + 1 < count;
         row++) { /* at a fold and next to it images of the same orbits meet */
        all[row].crosses = all[row].crosses || turns[row - 1] || turns[row] || turns[row + 1];
    }
    rdg_run_free(r);
    return count;
}

/* Is an orbit, as nearly as a chord tells, on the way between two others? */
static bool is_between(const met *a, const met *b, const met *c)
{
    const double share = (c->at - a->at) / (b->at - a->at);
    bool is = a->at != b->at && share >= 0.0 && share <= 1.0 && a->segments == c->segments &&
              b->segments == c->segments;
    for (int k = 0; is && k < 2; k++) {
        const double step = b->sums[k] - a->sums[k];
        is = fabs(a->sums[k] + share * step - c->sums[k]) <= 0.02 * fabs(step) + 1e-9 * c->sums[k];
    }
    return is;
}

/* Sweeps over frequency or force that pass many a graze, and come back to one of them: no orbit is met twice,
 * and the one before a graze with another one behind it. */
static void no_run_goes_on_with_orbits_that_it_has_come_through(void **state)
{
    static const struct {
        double e, c, omega, A;
        const char *name;
        double low, high;
    } cases[] = {{0.669, 0.113, 0.88, 0.429 / 1.144, "omega", 0.4, 3.0},
                 {0.72, 0.36, 1.49, 0.851 / 0.323, "A", 0.2, 6.0}};
    static met all[MOST];
    rdg_context *ctx = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_hybrid *h = rdg_hybrid_create(ctx, "impact oscillator", RDG_PARAMETERS("c", "A", "e", "omega"),
                                          (double[]){cases[i].c, cases[i].A, cases[i].e, cases[i].omega});
        add_impacts(h);
        rdg_problem *p =
            rdg_shooting_problem(rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400.0}));
        assert_non_null(p);
        assert_ok(ctx, rdg_continue(p, "met", RDG_RELEASE(cases[i].name),
                                    RDG_WINDOW(cases[i].name, cases[i].low, cases[i].high), RDG_IN_MEMORY,
                                    RDG_LABEL_EVERY(1), RDG_NO_BRANCH_POINTS, RDG_EXPECT_EARLY_END));
        const rdg_index count = read_orbits(ctx, p, "met", cases[i].name, all);
        assert_in_range(count, 10, MOST);
        for (rdg_index k = 0; k < count; k++) {
            for (rdg_index j = 0; j + 1 < count; j++) {
                const bool is_another =
                    all[j].stretch > all[k].stretch + 1 || all[j + 1].stretch + 1 < all[k].stretch;
                assert_false(is_another && !all[k].crosses && is_between(&all[j], &all[j + 1], &all[k]));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(orbits_that_graze_a_wall_a_second_time_go_on_with_another_impact),
        TEST(no_run_goes_on_with_orbits_that_it_has_come_through),
        TEST(one_run_passes_all_special_points_and_changes_its_sequence),
        TEST(a_sequence_that_ends_within_the_window_is_a_shortfall_of_its_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
