/* What the last two charts foretell of a step's end, and when that is believed. */
#include "fresh_context.h"
#include "harvest.h"

#include "foretell_impl.h"

#include <string.h>

enum { N = 5 };

/* A tracer with nothing but two charts of a curve, and the plane of a step. */
typedef struct two_charts {
    rdg_problem p;
    rdg_system s;
    rdg_run_setup setup;
    rdg_tracer t;
    double metric[N], row[N], u[2][N], tangent[2][N], ahead[2 * N], next[N];
} two_charts;

/* u = a s^3 + b s^2 + c s + d, its first variable being s. */
typedef struct cubic {
    double c[4][N];
} cubic;

static cubic random_cubic(double bend, uint64_t *seed)
{
    cubic k = {.c = {{0.0}}};
    for (int j = 0; j < N; j++) {
        k.c[0][j] = random_signed(seed);
        k.c[1][j] = j == 0 ? 1.0 : 0.3 * random_signed(seed);
        k.c[2][j] = j == 0 ? 0.0 : bend * random_signed(seed);
        k.c[3][j] = j == 0 ? 0.0 : bend * random_signed(seed);
    }
    return k;
}

static void at(const cubic *k, double s, double *u, double *tangent)
{
    for (int j = 0; j < N; j++) {
        u[j] = k->c[0][j] + s * (k->c[1][j] + s * (k->c[2][j] + s * k->c[3][j]));
        tangent[j] = k->c[1][j] + s * (2.0 * k->c[2][j] + 3.0 * s * k->c[3][j]);
    }
}

static double unit(const two_charts *c, double *v)
{
    double sum = 0.0;
    for (int j = 0; j < N; j++) {
        sum += c->metric[j] * v[j] * v[j];
    }
    for (int j = 0; j < N; j++) {
        v[j] /= sqrt(sum);
    }
    return sqrt(sum);
}

/* The charts at s = -before and 0; answers how much s grows along the step's plane. */
static double stand(two_charts *c, const cubic *k, double before, uint64_t *seed)
{
    memset(c, 0, sizeof *c);
    c->s.n = N;
    c->s.metric = c->metric;
    c->setup.h_min = 1e-6;
    for (int j = 0; j < N; j++) {
        c->metric[j] = pow(10.0, random_signed(seed));
    }
    at(k, -before, c->u[0], c->tangent[0]);
    at(k, 0.0, c->u[1], c->tangent[1]);
    unit(c, c->tangent[0]);
    const double rate = unit(c, c->tangent[1]);
    for (int j = 0; j < N; j++) {
        c->row[j] = c->metric[j] * c->tangent[1][j];
    }
    c->t = (rdg_tracer){.p = &c->p, .s = &c->s, .setup = &c->setup, .row = c->row, .ahead = c->ahead};
    c->t.current.chart = (rdg_chart){.u = c->u[1], .tangent = c->tangent[1]};
    c->t.next.chart = (rdg_chart){.u = c->next};
    c->t.before = (rdg_past){.u = c->u[0],
                             .tangent = c->tangent[0],
                             .step = before * rate,
                             .prediction_error = HUGE_VAL,
                             .stretch = 1.0};
    return rate;
}

/* In the plane a cubic over s is none over arclength, unless it lies across the tangent. */
static void lay_across(cubic *k, const two_charts *c)
{
    for (int power = 2; power < 4; power++) {
        double along = 0.0;
        for (int j = 0; j < N; j++) {
            along += c->row[j] * k->c[power][j];
        }
        for (int j = 0; j < N; j++) {
            k->c[power][j] -= along * c->tangent[1][j];
        }
    }
}

static void of_a_cubic_all_is_foretold(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int trial = 0; trial < 500; trial++) {
        two_charts c;
        double u[N], tangent[N];
        cubic k = random_cubic(0.3, &seed);
        const double before = 0.1 + 0.05 * random_signed(&seed),
                     h = 0.1 * before * (1.5 + random_signed(&seed));
        uint64_t again = seed;
        stand(&c, &k, before, &again);
        lay_across(&k, &c);
        const double rate = stand(&c, &k, before, &seed);
        at(&k, h / rate, u, tangent);
        assert_true(rdg_foretell(&c.t, h, c.next));
        for (int j = 0; j < N; j++) {
            assert_near(c.next[j], u[j], 0.0, 2e-14);
        }
        assert_near(rdg_step_along(&c.t, c.next), h, 1e-12, 0.0);
    }
}

static void nothing_is_foretold_of_nothing_or_of_what_is_far(void **state)
{
    uint64_t seed = 2;
    two_charts c;
    (void)state;
    const cubic k = random_cubic(0.1, &seed);
    const double rate = stand(&c, &k, 0.1, &seed);
    const double way = -rdg_step_along(&c.t, c.u[0]);
    assert_near(way, 0.1 * rate, 0.1, 0.0);
    assert_true(rdg_foretell(&c.t, 2.99 * way, c.next));
    assert_false(rdg_foretell(&c.t, 3.01 * way, c.next));
    for (int i = 0; i < 2; i++) { /* the last chart's tangent goes elsewhere */
        for (int j = 0; j < N; j++) {
            c.tangent[0][j] = (i == 0 ? 0.51 : 0.49) * c.tangent[1][j];
        }
        assert_true(rdg_foretell(&c.t, way, c.next) == (i == 0));
    }
    c.t.before.step = 0.0;
    assert_false(rdg_foretell(&c.t, 0.1, c.next));
}

/* The guess of a step: is it what is foretold? Otherwise it is the tangent's. */
static bool is_taken(two_charts *c, rdg_step *step, bool last_try)
{
    double foretold[N];
    rdg_step_guess(&c->t, step, last_try, c->next);
    memcpy(foretold, c->ahead, sizeof foretold);
    for (int j = 0; j < N; j++) {
        const double straight = c->u[1][j] + step->h * c->tangent[1][j];
        assert_true(c->next[j] == (step->is_foretold ? foretold[j] : straight));
    }
    return step->is_foretold;
}

static bool goes_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)event;
    (void)direction;
    (void)u;
    (void)data;
    return false;
}

static void the_cubic_is_taken_unless_the_last_step_ended_nearer_to_the_tangent(void **state)
{
    uint64_t seed = 3;
    two_charts c;
    (void)state;
    const cubic k = random_cubic(0.3, &seed);
    const double way = stand(&c, &k, 0.1, &seed) * 0.1;
    const rdg_step first = {.h = way, .is_first_try = true};
    rdg_step step = first;
    c.t.before.prediction_error = HUGE_VAL; /* nothing is known of the last step */
    assert_true(is_taken(&c, &step, false));
    c.t.before.prediction_error = 0.99 / (4.0 * way * way);
    assert_true(is_taken(&c, &step, false));
    assert_false(is_taken(&c, &step, true));
    step.is_first_try = false;
    assert_false(is_taken(&c, &step, false));
    step = first;
    c.t.before.prediction_error = 1.01 / (4.0 * way * way); /* the tangent was nearer */
    assert_false(is_taken(&c, &step, false));
    c.t.before.prediction_error = 0.0;
    assert_true(is_taken(&c, &step, false));
    c.setup.ends_at_folds = true;
    assert_false(is_taken(&c, &step, false));
    c.setup.ends_at_folds = false;
    c.p.way_on = goes_on;
    assert_false(is_taken(&c, &step, false));
    c.p.way_on = NULL;
    step.h = 0.99e-4;
    assert_false(is_taken(&c, &step, false)); /* a hundred of the smallest steps at least */
    step.h = 1.01e-4;
    assert_true(is_taken(&c, &step, false));
}

/* What a step shows: the corrected point lies so far, of the drift, from what was foretold. */
static double shown(two_charts *c, rdg_step *step, double share, int iterations)
{
    double *off = c->ahead + N;
    double sum = 0.0;
    const rdg_newton_report report = {.iterations = iterations};
    rdg_step_guess(&c->t, step, false, c->next);
    for (int j = 0; j < N; j++) {
        off[j] = c->ahead[j] - c->u[1][j] - step->h * c->tangent[1][j];
        sum += c->metric[j] * off[j] * off[j];
    }
    step->drift = sqrt(sum);
    step->iterations = iterations;
    for (int j = 0; j < N; j++) {
        c->next[j] = c->ahead[j] + share * off[j];
    }
    rdg_step_judge_guess(&c->t, &report, step);
    return c->t.before.prediction_error_next;
}

static void a_step_shows_how_far_its_end_was_from_the_cubic(void **state)
{
    uint64_t seed = 4;
    two_charts c;
    (void)state;
    const cubic k = random_cubic(0.3, &seed);
    const double way = stand(&c, &k, 0.1, &seed) * 0.1;
    const rdg_step first = {.h = way, .is_first_try = true};
    rdg_step step = first;
    assert_near(shown(&c, &step, 0.01, 2), 0.01 / (4.0 * way * way), 1e-9, 0.0);
    assert_near(step.share, 0.01, 1e-9, 0.0);
    step = first;
    assert_true(shown(&c, &step, 0.9, 2) * 4.0 * way * way > 0.8); /* as far off as the tangent */
    step = first;
    assert_true(shown(&c, &step, 0.01, 4) < HUGE_VAL); /* Newton's method took long */
    step = (rdg_step){.h = way};
    assert_true(shown(&c, &step, 0.01, 2) < HUGE_VAL); /* it was no first try */
    step = first;
    c.t.before.step = 0.0;
    assert_true(shown(&c, &step, 0.01, 2) == HUGE_VAL); /* the first step */
}

/* Rules of steps see the residual and the iterations of the tangent's point, of which each squares what the
 * one before has left. What the first one has left by rounding tells nothing. */
static void rules_of_steps_see_what_the_tangent_would_have_needed(void **state)
{
    static const struct {
        double share, shrink;
        int iterations;
    } expected[] = {{0.01, 1e-8, 2}, {0.01, 1e-6, 2}, {0.01, 1e-5, 2},
                    {0.01, 2e-4, 3}, {0.1, 1e-2, 3},  {0.1, 3e-2, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        uint64_t seed = 5;
        two_charts c;
        const cubic k = random_cubic(0.3, &seed);
        const double way = stand(&c, &k, 0.1, &seed) * 0.1;
        rdg_step step = {.h = way, .is_first_try = true};
        c.setup.newton.residual_tol = 1e-9;
        c.t.before.prediction_error = 0.0;
        shown(&c, &step, expected[i].share, 1);
        const rdg_newton_report report = {
            .iterations = 1, .first_residual = 5e-4 * expected[i].share, .shrink = expected[i].shrink};
        rdg_step_judge_guess(&c.t, &report, &step);
        assert_near(step.predicted_residual, 5e-4, 1e-6, 0.0);
        assert_int_equal(step.iterations, expected[i].iterations);
    }
}

/* The residual of a guess that meets the tolerance falls no more: as from 8e-10 to 4e-10. */
static void a_guess_that_meets_the_tolerance_tells_nothing_of_contraction(void **state)
{
    uint64_t seed = 6;
    two_charts c;
    const cubic k = random_cubic(0.3, &seed);
    const double way = stand(&c, &k, 0.1, &seed) * 0.1, share = 1e-3;
    (void)state;
    rdg_step step = {.h = way, .is_first_try = true};
    c.setup.newton.residual_tol = 1e-9;
    c.t.before.prediction_error = 0.0;
    shown(&c, &step, share, 1);
    const rdg_newton_report report = {.iterations = 1, .first_residual = 8e-10, .shrink = 0.5};
    rdg_step_judge_guess(&c.t, &report, &step);
    assert_int_equal(step.iterations, 2);
}

/* y = sin x, and |x - kink| beyond a kink */
static int bent_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double *kink = data;
    y[0] = u[1] - sin(u[0]) - (u[0] > *kink ? u[0] - *kink : 0.0);
    return 0;
}

static harvest follow(rdg_context *ctx, double *kink, double h_min)
{
    harvest h = {.count = 0};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "bent", .n = 2, .m = 1, .f = bent_f, .data = kink}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    assert_ok(ctx, rdg_continue(p, "bent", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, 12.0), RDG_DIRECTION(1),
                                RDG_STEP(0.05, h_min, 0.5), HARVEST_ONLY(&h)));
    for (size_t k = 0; k < h.count; k++) {
        double y = 0.0;
        bent_f(2, h.chart[k].u, 1, &y, kink);
        assert_near(y, 0.0, 0.0, 1e-9);
    }
    rdg_problem_free(p);
    return h;
}

/* With a smallest step of a hundredth of all steps nothing is ever foretold. */
static void curves_have_as_many_points_as_along_tangents_for_fewer_factorisations(void **state)
{
    double none = 100.0;
    harvest swift = follow(*state, &none, 1e-6), straight = follow(*state, &none, 5.1e-3);
    assert_int_equal(swift.summary.points, straight.summary.points);
    assert_true((double)swift.summary.timing.factorisations <
                0.7 * (double)straight.summary.timing.factorisations);
    harvest_clear(&swift);
    harvest_clear(&straight);
}

static void curves_go_on_behind_kinks(void **state)
{
    for (int i = 1; i < 40; i++) {
        double kink = 0.25 * i;
        harvest h = follow(*state, &kink, 1e-6);
        assert_near(h.chart[h.count - 1].u[0], 12.0, 1e-12, 0.0);
        assert_true(h.summary.covered);
        assert_int_equal(h.summary.warnings, 0);
        harvest_clear(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_a_cubic_all_is_foretold),
        TEST(nothing_is_foretold_of_nothing_or_of_what_is_far),
        TEST(the_cubic_is_taken_unless_the_last_step_ended_nearer_to_the_tangent),
        TEST(a_step_shows_how_far_its_end_was_from_the_cubic),
        TEST(rules_of_steps_see_what_the_tangent_would_have_needed),
        TEST(a_guess_that_meets_the_tolerance_tells_nothing_of_contraction),
        TEST(curves_have_as_many_points_as_along_tangents_for_fewer_factorisations),
        TEST(curves_go_on_behind_kinks),
    };
    return cmocka_run_group_tests_name("core: foretold points", tests, NULL, NULL);
}
