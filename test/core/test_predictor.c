/* Points predicted by the last charts, and by how many of them. */
#include "fresh_context.h"
#include "harvest.h"

#include "predictor_impl.h"

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
    c->t.before = (rdg_past){.u = c->u[0], .tangent = c->tangent[0], .step = before * rate, .stretch = 1.0};
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

static void cubic_through_two_charts_is_exact(void **state)
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
        assert_int_equal(rdg_predict(&c.t, 2, h, c.next), 2);
        for (int j = 0; j < N; j++) {
            assert_near(c.next[j], u[j], 0.0, 2e-14);
        }
        assert_near(rdg_step_along(&c.t, c.next), h, 1e-12, 0.0);
        assert_int_equal(rdg_predict(&c.t, 1, h, c.next), 1);
        for (int j = 0; j < N; j++) {
            assert_near(c.next[j], c.u[1][j] + h * c.tangent[1][j], 0.0, 1e-15);
        }
    }
}

/* A curve over the arclength of the plane: a third chart, of which all is known. */
static void three_charts(two_charts *c, const double *power, double at[3], double older[2][N])
{
    uint64_t seed = 7;
    const cubic straight = {.c = {{0.0}, {1.0}}};
    stand(c, &straight, 0.1, &seed);
    double *const u[] = {c->u[1], c->u[0], older[0]}, *const tangent[] = {c->tangent[1], c->tangent[0],
                                                                          older[1]};
    const double unit_length = c->tangent[1][0]; /* of the first variable: 1 in the metric */
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < N; j++) {
            u[i][j] = j == 0 ? at[i] * unit_length : power[j] * pow(at[i], 5.0);
            tangent[i][j] = j == 0 ? unit_length : power[j] * 5.0 * pow(at[i], 4.0);
        }
        unit(c, tangent[i]);
    }
    c->t.before.older_u = older[0];
    c->t.before.older_tangent = older[1];
    c->t.before.step = c->t.before.older_step = 0.1;
}

static void quintic_through_three_charts_is_exact(void **state)
{
    two_charts c;
    double older[2][N], where[] = {0.0, -0.7, -1.1};
    const double power[N] = {0.0, 0.02, -0.01, 0.03, 0.005};
    (void)state;
    three_charts(&c, power, where, older);
    for (double h = 0.1; h < 2.0; h += 0.3) {
        assert_int_equal(rdg_predict(&c.t, 3, h, c.next), 3);
        for (int j = 1; j < N; j++) {
            assert_near(c.next[j], power[j] * pow(h, 5.0), 0.0, 1e-12);
        }
    }
    c.t.before.older_step = 0.0; /* there was none before */
    assert_int_equal(rdg_predict(&c.t, 3, 0.1, c.next), 2);
    c.t.before.step = 0.0;
    assert_int_equal(rdg_predict(&c.t, 3, 0.1, c.next), 1);
}

static void chart_with_a_tangent_that_goes_elsewhere_does_not_count(void **state)
{
    uint64_t seed = 2;
    two_charts c;
    (void)state;
    const cubic k = random_cubic(0.1, &seed);
    stand(&c, &k, 0.1, &seed);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < N; j++) {
            c.tangent[0][j] = (i == 0 ? 0.51 : 0.49) * c.tangent[1][j];
        }
        assert_int_equal(rdg_predict(&c.t, 2, 0.1, c.next), i == 0 ? 2 : 1);
    }
}

/* After a step that ended `off` the predicted points the next one takes as many charts as promise the least.
 */
static void the_predictor_that_was_nearest_is_taken(void **state)
{
    two_charts c;
    double older[2][N], where[] = {0.0, -1.0, -2.0};
    const double power[N] = {0.0, 1e-3, -5e-4, 2e-3, 3e-4};
    (void)state;
    three_charts(&c, power, where, older);
    rdg_predictor_forget(&c.t);
    assert_int_equal(rdg_predictor_choose(&c.t, 1.0), 3); /* nothing is known of them */
    for (int nearest = 1; nearest <= 2; nearest++) {
        rdg_predict(&c.t, nearest, 1.0, c.next);
        rdg_predictor_learn(&c.t, 1.0);
        const double *factor = c.t.before.error_factor_next;
        assert_true(factor[nearest - 1] < 1e-12);
        for (int m = 0; m < RDG_PREDICTOR_CHARTS; m++) {
            c.t.before.error_factor[m] = factor[m];
        }
        assert_int_equal(rdg_predictor_choose(&c.t, 1.0), nearest);
    }
    c.t.before.error_factor[0] = 1.0; /* of steps of any length: 1, 4 and 36 at the length 1 */
    c.t.before.error_factor[1] = 0.2501;
    assert_int_equal(rdg_predictor_choose(&c.t, 1.0), 1);
    assert_int_equal(rdg_predictor_choose(&c.t, 0.9), 3);
    c.t.before.error_factor[2] = 1.0;
    assert_int_equal(rdg_predictor_choose(&c.t, 0.9), 2);
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

/* With a smallest step of a hundredth of all steps all go along the tangent. */
static void curves_have_as_many_points_as_along_tangents_for_less(void **state)
{
    double none = 100.0;
    harvest swift = follow(*state, &none, 1e-6), straight = follow(*state, &none, 5.1e-3);
    assert_near((double)swift.summary.points, (double)straight.summary.points, 0.05, 0.0);
    assert_true((double)swift.summary.timing.factorisations <
                0.7 * (double)straight.summary.timing.factorisations);
    assert_true(swift.summary.timing.residuals < straight.summary.timing.residuals);
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
        TEST(cubic_through_two_charts_is_exact),
        TEST(quintic_through_three_charts_is_exact),
        TEST(chart_with_a_tangent_that_goes_elsewhere_does_not_count),
        TEST(the_predictor_that_was_nearest_is_taken),
        TEST(curves_have_as_many_points_as_along_tangents_for_less),
        TEST(curves_go_on_behind_kinks),
    };
    return cmocka_run_group_tests_name("core: predicted points", tests, NULL, NULL);
}
