/* Branches that pass each other closely, a b = eps: a run stays on the branch that it has begun, which is
 * where the signs of a and b are, and a branch point is reported only where the branches meet, for eps = 0.
 */
#include "harvest.h"
#include "problems.h"

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
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_run_stays_on_its_branch_where_another_one_passes_by),
        TEST(branches_that_meet_have_a_branch_point_where_they_do),
    };
    return cmocka_run_group_tests_name("core: branches that pass closely", tests, NULL, NULL);
}
