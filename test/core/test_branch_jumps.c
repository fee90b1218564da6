/* Branches that pass each other closely, a b = eps: a run stays on the branch that it has begun, which is
 * where the signs of a and b are, and a branch point is reported only where the branches meet, for eps = 0.
 */
#include "harvest.h"
#include "problems.h"

#include <ridgewalk/diagram.h>

enum { MOST = 5 };

/* Two curves a = 0 and b = 0 of the plane (x, y), one of four shapes. */
typedef struct pair {
    int shape;
    double parameter[3];
} pair;

static void factors(const pair *c, double x, double y, double *a, double *b)
{
    const double *p = c->parameter;
    const double d = 1.0 + 0.5 * p[0];
    switch (c->shape) {
    case 0: /* lines */
        *a = x;
        *b = y + p[0] * x;
        break;
    case 1: /* pitchfork */
        *a = x;
        *b = y - x * x * (0.5 + 0.4 * p[0]) + 0.3 * p[1] * y * y;
        break;
    case 2: /* parabolas */
        *a = x + 0.3 * p[0] * y * y;
        *b = y + p[1] * x + 0.3 * p[2] * x * x;
        break;
    default: /* circles */
        *a = (x + d) * (x + d) + y * y - 1.0;
        *b = (x - d) * (x - d) + y * y - 1.0;
    }
}

/* The pair in `n` variables u = S (R^T z + t), (x, y) being the first of z; the others are functions of them,
 * and the equations are mixed. */
typedef struct crossing {
    pair pair;
    int n;
    double eps, rotation[MOST][MOST], mix[MOST][MOST], size[MOST], shift[MOST], bend[MOST];
} crossing;

static void straighten(const crossing *c, const double *u, double *z)
{
    for (int i = 0; i < c->n; i++) {
        z[i] = 0.0;
        for (int j = 0; j < c->n; j++) {
            z[i] += c->rotation[i][j] * (u[j] / c->size[j] - c->shift[j]);
        }
    }
}

static int crossing_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const crossing *c = data;
    double z[MOST], a, b, e[MOST];
    straighten(c, u, z);
    factors(&c->pair, z[0], z[1], &a, &b);
    e[0] = a * b - c->eps;
    for (int k = 1; k < m; k++) {
        e[k] = z[k + 1] - c->bend[k] * z[0] * z[1] - 0.2 * z[0] * z[0];
    }
    for (int i = 0; i < m; i++) {
        y[i] = 0.0;
        for (int j = 0; j < m; j++) {
            y[i] += c->mix[i][j] * e[j];
        }
    }
    return 0;
}

static void random_rotation(double R[MOST][MOST], int n, uint64_t *seed)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            R[i][j] = i == j;
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            const double angle = 3.0 * random_signed(seed);
            for (int k = 0; k < n; k++) {
                const double p = R[i][k], q = R[j][k];
                R[i][k] = cos(angle) * p - sin(angle) * q;
                R[j][k] = sin(angle) * p + cos(angle) * q;
            }
        }
    }
}

static crossing random_crossing(int k, uint64_t *seed)
{
    crossing c = {.n = 2 + k % 4, .pair.shape = k / 4 % 4};
    for (int i = 0; i < 3; i++) {
        c.pair.parameter[i] = random_signed(seed);
    }
    random_rotation(c.rotation, c.n, seed);
    random_rotation(c.mix, c.n - 1, seed);
    for (int i = 0; i < c.n; i++) {
        c.bend[i] = 0.3 * random_signed(seed);
        c.size[i] = k % 3 == 0 ? 1.0 : pow(10.0, 3.0 * random_signed(seed));
        c.shift[i] = k % 2 == 0 ? random_signed(seed) : 0.0;
        const double weight = k % 5 > 2 ? pow(10.0, 2.0 * random_signed(seed)) : 1.0;
        for (int j = 0; j < c.n; j++) {
            c.mix[i][j] *= weight;
        }
    }
    return c;
}

/* A point of the curve at height y; false: there is none. */
static bool find_start(const crossing *c, double y, double *u)
{
    const double fine = 1e-3;
    for (int k = 0; k < 6000; k++) {
        const double x = -3.0 + fine * k;
        double a[2], b[2];
        factors(&c->pair, x, y, &a[0], &b[0]);
        factors(&c->pair, x + fine, y, &a[1], &b[1]);
        if ((a[0] * b[0] - c->eps) * (a[1] * b[1] - c->eps) <= 0.0) {
            double z[MOST] = {x, y};
            for (int k = 1; k < c->n - 1; k++) {
                z[k + 1] = c->bend[k] * x * y + 0.2 * x * x;
            }
            for (int j = 0; j < c->n; j++) {
                u[j] = c->shift[j];
                for (int i = 0; i < c->n; i++) {
                    u[j] += c->rotation[i][j] * z[i];
                }
                u[j] *= c->size[j];
            }
            return true;
        }
    }
    return false;
}

static rdg_problem *problem_of(rdg_context *ctx, crossing *c, const double *u)
{
    rdg_problem *p = rdg_problem_create(ctx);
    for (int j = 0; j < c->n; j++) {
        char name[16];
        snprintf(name, sizeof name, "u%d", j);
        rdg_add_variables(p, name, 1, &u[j]);
        rdg_set_typical(p, name, c->size[j], false);
    }
    const rdg_function f = {
        .name = "f", .n = c->n, .m = c->n - 1, .f = crossing_f, .by_differences = true, .data = c};
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "la", "u0", 0);
    return p;
}

/* Follow the curve to where one of the variables leaves a window. */
static bool follow(rdg_context *ctx, crossing *c, harvest *h)
{
    double u[MOST];
    if (!find_start(c, c->pair.shape == 3 ? 0.3 : -0.9, u)) {
        return false;
    }
    rdg_problem *p = problem_of(ctx, c, u);
    assert_ok(ctx, rdg_continue(
                       p, "r", RDG_RELEASE("la"), RDG_MAX_POINTS(400),
                       RDG_WINDOW("la", (c->shift[0] - 3.0) * c->size[0], (c->shift[0] + 3.0) * c->size[0]),
                       HARVEST_ONLY(h)));
    rdg_problem_free(p);
    return true;
}

static void values_at(const crossing *c, const harvested *chart, double *a, double *b)
{
    double z[MOST] = {0.0};
    straighten(c, chart->u, z);
    factors(&c->pair, z[0], z[1], a, b);
}

static void a_run_stays_on_its_branch_where_another_one_passes_by(void **state)
{
    uint64_t seed = 11;
    int runs = 0;
    for (int k = 0; k < 400; k++) {
        crossing c = random_crossing(k, &seed);
        c.eps = pow(10.0, -5.0 + 3.0 * random_signed(&seed)) * (k % 7 < 3 ? -1.0 : 1.0);
        harvest h = {0};
        if (follow(*state, &c, &h)) {
            double a0, b0, a, b;
            values_at(&c, &h.chart[0], &a0, &b0);
            for (size_t i = 0; i < h.count; i++) {
                values_at(&c, &h.chart[i], &a, &b);
                assert_true(a * a0 > 0.0 && b * b0 > 0.0);
                assert_string_not_equal(h.chart[i].type, "BP");
                /* far out, rounding of a or b counts as often as the other one is large */
                assert_near(a * b, c.eps, 1e-6, fmax(1e-11, 1e-13 * hypot(a, b)));
            }
            assert_int_not_equal(h.summary.forwards, RDG_STOP_MIN_STEP);
            assert_int_not_equal(h.summary.backwards, RDG_STOP_MIN_STEP);
            runs++;
        }
        harvest_clear(&h);
    }
    assert_true(runs > 300);
}

/* Growth of a and b along a tangent, relative to its length in the plane. */
static void slopes_at(const crossing *c, const harvested *chart, double slope[2])
{
    const double step = 1e-4;
    double u[MOST] = {0.0}, z[2][MOST] = {{0.0}}, a[2], b[2];
    for (int side = 0; side < 2; side++) {
        for (int j = 0; j < c->n; j++) {
            u[j] = chart->u[j] + (side == 0 ? step : -step) * chart->tangent[j];
        }
        straighten(c, u, z[side]);
        factors(&c->pair, z[side][0], z[side][1], &a[side], &b[side]);
    }
    const double length = hypot(z[0][0] - z[1][0], z[0][1] - z[1][1]);
    slope[0] = fabs(a[0] - a[1]) / length;
    slope[1] = fabs(b[0] - b[1]) / length;
}

/* One branch is tangent to a = 0, the other one, on which the run is left, to b = 0, or the other way round.
 */
static void check_both_directions(rdg_context *ctx, crossing *c, const harvested *at)
{
    harvest h = {0};
    double one[2], other[2];
    rdg_problem *p = problem_of(ctx, c, at->u);
    assert_ok(ctx, rdg_continue(p, "other", RDG_RELEASE("la"), RDG_SWITCH_AT(at->u, at->tangent),
                                RDG_MAX_POINTS(1), HARVEST_ONLY(&h)));
    slopes_at(c, at, one);
    slopes_at(c, &h.chart[0], other);
    assert_near(fmin(one[0], one[1]), 0.0, 0, 1e-5);
    assert_near(fmin(other[0], other[1]), 0.0, 0, 1e-5);
    assert_true(fmax(one[0], one[1]) > 1e-3 && (one[0] < one[1]) == (other[0] > other[1]));
    rdg_problem_free(p);
    harvest_clear(&h);
}

static void branches_that_meet_have_a_branch_point_where_they_do(void **state)
{
    uint64_t seed = 12;
    int found = 0;
    for (int k = 0; k < 200; k++) {
        crossing c = random_crossing(k, &seed);
        c.pair.parameter[0] = c.pair.shape == 3 ? -fabs(c.pair.parameter[0]) : c.pair.parameter[0];
        harvest h = {0};
        if (follow(*state, &c, &h)) {
            double a, b;
            for (size_t i = 0; i < h.count; i++) {
                if (strcmp(h.chart[i].type, "BP") == 0) {
                    values_at(&c, &h.chart[i], &a, &b);
                    assert_near(a, 0.0, 0, 1e-9);
                    assert_near(b, 0.0, 0, 1e-9);
                    check_both_directions(*state, &c, &h.chart[i]);
                    found++;
                }
            }
        }
        harvest_clear(&h);
    }
    assert_true(found > 150);
}

/* la x - x^3 + eps = 0 */
static int pitchfork_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[1] * u[0] - u[0] * u[0] * u[0] + *(double *)data;
    return 0;
}

static int pitchfork_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = u[1] - 3.0 * u[0] * u[0];
    values[1] = u[0];
    return 0;
}

static rdg_problem *pitchfork(rdg_context *ctx, double *eps)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, eps);
    rdg_add_variables(p, "la", 1, (double[]){-1.0});
    const rdg_function f = {.name = "f",
                            .n = 2,
                            .m = 1,
                            .f = pitchfork_f,
                            .df = pitchfork_df,
                            .by_differences = true,
                            .data = eps};
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "la", "la", 0);
    return p;
}

static void an_imperfect_pitchfork_has_no_branch_point(void **state)
{
    const rdg_option options[][3] = {
        {{.kind = RDG_OPTION_END}},
        {RDG_STEP(0.01, 1e-6, 0.05), {.kind = RDG_OPTION_END}},
        {RDG_STEP(0.1, 0.01, 0.5), RDG_STEP_RULE(RDG_STEP_RULE_COCO), {.kind = RDG_OPTION_END}},
    };
    for (int k = 0; k < 17; k++) {
        const double size = 1e-1 * pow(3.0, -k);
        for (int way = 0; way < 6; way++) {
            double eps = way < 3 ? size : -size;
            harvest h = {0};
            rdg_problem *p = pitchfork(*state, &eps);
            rdg_option whole[9] = {RDG_RELEASE("la"), RDG_WINDOW("la", -1.0, 1.0), RDG_NO_FOLDER,
                                   RDG_NO_TABLE, HARVEST(&h)};
            memcpy(whole + 6, options[way % 3], sizeof options[0]);
            assert_ok(*state, rdg_continue_list(p, "r", whole));
            assert_int_equal(h.summary.branch_points, 0);
            assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
            const harvested *last = &h.chart[h.count - 1];
            assert_near(last->mu[0], 1.0, 1e-12, 0);
            assert_true(last->u[0] * eps > 0.0);
            rdg_problem_free(p);
            harvest_clear(&h);
        }
    }
}

static void a_diagram_leaves_a_branch_only_where_two_meet(void **state)
{
    const double sizes[] = {0.0, 1e-3, 1e-6};
    for (int k = 0; k < 3; k++) {
        double eps = sizes[k];
        rdg_problem *p = pitchfork(*state, &eps);
        rdg_index n_runs = 0;
        assert_ok(*state, rdg_diagram(p, "d", 10, &n_runs, RDG_RELEASE("la"), RDG_WINDOW("la", -1.0, 1.0),
                                      RDG_NO_FOLDER, RDG_NO_TABLE));
        assert_int_equal(n_runs, k == 0 ? 2 : 1);
        rdg_problem_free(p);
    }
}

/* (x^2 + y^2 - 1) ((x - 2 - gap)^2 + y^2 - 1) = 0: two circles side by side. */
static int circles_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double x = u[0] - 2.0 - *(double *)data;
    y[0] = (u[0] * u[0] + u[1] * u[1] - 1.0) * (x * x + u[1] * u[1] - 1.0);
    return 0;
}

static void a_circle_is_closed_beside_another_one(void **state)
{
    for (int k = 0; k < 13; k++) {
        double gap = 1e-1 * pow(3.0, -k);
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (double[]){-1.0, 0.0});
        rdg_add_zero(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = circles_f, .data = &gap}, RDG_ALL);
        rdg_add_parameter(p, "y", "u", 1);
        assert_ok(*state, rdg_continue(p, "r", RDG_RELEASE("y"), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
        assert_int_equal(h.summary.branch_points, 0);
        assert_int_equal(h.summary.folds, 2);
        for (size_t i = 0; i < h.count; i++) {
            assert_near(hypot(h.chart[i].u[0], h.chart[i].u[1]), 1.0, 1e-9, 0);
        }
        rdg_problem_free(p);
        harvest_clear(&h);
    }
}

/* (c x + s la - p) (c la - s x - q) with the product multiplied out: the lines meet far from the origin, and
 * the function is known there to rounding errors of p q only. */
typedef struct far_lines {
    double c, s, p, q, eps;
} far_lines;

static int far_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const far_lines *l = data;
    const double c = l->c, s = l->s;
    y[0] = c * s * (u[1] * u[1] - u[0] * u[0]) + (c * c - s * s) * u[0] * u[1] +
           (l->p * s - l->q * c) * u[0] - (l->p * c + l->q * s) * u[1] + l->p * l->q - l->eps;
    return 0;
}

static int far_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const far_lines *l = data;
    const double a = l->c * u[0] + l->s * u[1] - l->p;
    const double b = l->c * u[1] - l->s * u[0] - l->q;
    values[0] = l->c * b - l->s * a;
    values[1] = l->s * b + l->c * a;
    return 0;
}

static void rounding_errors_of_the_functions_do_not_part_branches(void **state)
{
    uint64_t seed = 3;
    for (int k = 0; k < 100; k++) {
        far_lines l = {.p = 400.0 * random_signed(&seed), .q = 400.0 * random_signed(&seed)};
        const double angle = random_signed(&seed);
        l.c = cos(angle);
        l.s = sin(angle);
        l.eps = k % 2 == 0 ? 0.0 : 1e-6;
        const double x = l.c * l.p - l.s * l.q, la = l.s * l.p + l.c * l.q; /* here they meet */
        const double off = 1.0 + fabs(random_signed(&seed));
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "x", 1, (double[]){x - off * l.c});
        rdg_add_variables(p, "la", 1, (double[]){la - off * l.s});
        rdg_set_typical(p, "x", 1.0, false);
        rdg_set_typical(p, "la", 1.0, false);
        rdg_add_zero(
            p,
            &(rdg_function){
                .name = "f", .n = 2, .m = 1, .f = far_f, .df = far_df, .by_differences = true, .data = &l},
            RDG_ALL);
        rdg_add_parameter(p, "la", "la", 0);
        assert_ok(*state, rdg_continue(p, "r", RDG_RELEASE("la"), RDG_WINDOW("la", la - 3.0, la + 3.0),
                                       RDG_MAX_POINTS(100), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.branch_points, k % 2 == 0 ? 1 : 0);
        for (size_t i = 0; i < h.count; i++) {
            if (strcmp(h.chart[i].type, "BP") == 0) {
                assert_near(h.chart[i].u[0], x, 0, 1e-8);
                assert_near(h.chart[i].u[1], la, 0, 1e-8);
            }
        }
        rdg_problem_free(p);
        harvest_clear(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_run_stays_on_its_branch_where_another_one_passes_by),
        TEST(branches_that_meet_have_a_branch_point_where_they_do),
        TEST(an_imperfect_pitchfork_has_no_branch_point),
        TEST(a_diagram_leaves_a_branch_only_where_two_meet),
        TEST(rounding_errors_of_the_functions_do_not_part_branches),
        TEST(a_circle_is_closed_beside_another_one),
    };
    return cmocka_run_group_tests_name("core: branches that pass closely", tests, NULL, NULL);
}
