/* Branch points at which an even number of eigenvalues vanish: the determinant touches zero and keeps its
 * sign. */
#include "harvest.h"
#include "problems.h"
#include "toolbox.h"

#include <ridgewalk/diagram.h>

#include <string.h>

#ifndef SHARE
#define SHARE 4 /* one random problem of so many; test_branch_touch_slow.c has all */
#endif

enum { MOST = 5 };

/* x_i e_i(la) - x_i^3 = 0 for i < n - 1 with e_i = (la - place_i) rate_i, or e = (la - place)^2 + gap for n =
 * 2, in rotated variables: the first `count` have the same place. */
typedef struct many {
    int n;
    bool squared;
    double gap, place[MOST], rate[MOST], rotation[MOST][MOST], mix[MOST][MOST];
} many;

static void straighten(const many *c, const double *u, double *z)
{
    for (int i = 0; i < c->n; i++) {
        z[i] = 0.0;
        for (int j = 0; j < c->n; j++) {
            z[i] += c->rotation[i][j] * u[j];
        }
    }
}

static int many_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const many *c = data;
    double z[MOST], e[MOST];
    straighten(c, u, z);
    const double la = z[m];
    for (int i = 0; i < m; i++) {
        const double off = la - c->place[i];
        e[i] = z[i] * ((c->squared ? off * off + c->gap : off) * c->rate[i] - z[i] * z[i]);
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
    memset(R, 0, MOST * sizeof R[0]);
    for (int i = 0; i < n; i++) {
        R[i][i] = 1.0;
    }
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            const double angle = 0.7 * random_signed(seed);
            for (int k = 0; k < n; k++) {
                const double p = R[i][k], q = R[j][k];
                R[i][k] = cos(angle) * p - sin(angle) * q;
                R[j][k] = sin(angle) * p + cos(angle) * q;
            }
        }
    }
}

static many random_many(int n, int count, uint64_t *seed)
{
    many c = {.n = n};
    const double place = 0.4 * random_signed(seed);
    random_rotation(c.rotation, n, seed);
    random_rotation(c.mix, n - 1, seed);
    for (int i = 0; i < n - 1; i++) {
        c.place[i] = i < count ? place : 3.0 + random_signed(seed);
        c.rate[i] = 1.5 + random_signed(seed);
    }
    return c;
}

typedef struct listener {
    char text[4096];
} listener;

static void listen(rdg_channel channel, const char *text, void *data)
{
    listener *l = data;
    if (channel != RDG_CHANNEL_TABLE) {
        strncat(l->text, text, sizeof l->text - strlen(l->text) - 1);
    }
}

/* Along the trivial branch z = (0, ..., 0, s) from s = -1. */
static void follow(rdg_context *ctx, many *c, double h_max, harvest *h)
{
    double u[MOST];
    for (int j = 0; j < c->n; j++) {
        u[j] = -c->rotation[c->n - 1][j];
    }
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", c->n, u);
    rdg_set_typical(p, "u", 1.0, false);
    const rdg_function f = {
        .name = "f", .n = c->n, .m = c->n - 1, .f = many_f, .by_differences = true, .data = c};
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "la", "u", c->n - 1);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("la"), RDG_WINDOW("la", -1.2, 1.2), RDG_DIRECTION(1),
                                RDG_STEP(0.1, 1e-6, h_max), HARVEST_ONLY(h)));
    rdg_problem_free(p);
}

static void eigenvalues_that_vanish_together_are_a_point_with_their_number(void **state)
{
    uint64_t seed = 5;
    for (int k = 0; k < 1500 / SHARE; k++) {
        const int count = k % 2 == 0 ? 2 : 4;
        many c = random_many(count == 4 ? 5 : 3 + k / 2 % 3, count, &seed);
        listener l = {.text = ""};
        harvest h = {0};
        rdg_set_writer(*state, listen, &l);
        follow(*state, &c, 0.1 + 0.1 * fabs(random_signed(&seed)), &h);
        int found = 0;
        for (size_t i = 0; i < h.count; i++) {
            double z[MOST];
            straighten(&c, h.chart[i].u, z);
            if (strcmp(h.chart[i].type, "BP") == 0 &&
                z[c.n - 1] < 1.0) { /* beyond are those of one eigenvalue */
                found++;
                assert_near(z[c.n - 1], c.place[0], 0, 1e-6);
                for (int j = 0; j < c.n - 1; j++) {
                    assert_near(z[j], 0.0, 0, 1e-9);
                }
            }
        }
        assert_int_equal(found, 1);
        assert_non_null(strstr(l.text, count == 2 ? "multiplicity 2\n" : "multiplicity 4\n"));
        /* x_i^2 = rate_i (la - place) or x_i = 0, the rates > 0: 3^2 - 1 ways, and two of x = 0 */
        assert_true(count == 4 || strstr(l.text, "in 10 directions"));
        rdg_set_writer(*state, NULL, NULL);
        harvest_clear(&h);
    }
}

/* With steps of 0.1 along a line a chart lies right at the point, or a little off it. */
static void a_point_between_two_steps_is_met_once(void **state)
{
    uint64_t seed = 8;
    for (int k = 0; k < 300 / SHARE; k++) {
        many c = random_many(3, 2, &seed);
        const double off = k % 10 == 0 ? 0.0 : pow(10.0, -6.0 + 3.0 * random_signed(&seed));
        c.place[0] = c.place[1] = -1.0 + 0.4 * sqrt(3.0) + (k % 2 == 0 ? off : -off);
        harvest h = {0};
        follow(*state, &c, 0.1, &h);
        int found = 0;
        for (size_t i = 0; i < h.count; i++) {
            double z[MOST] = {0.0};
            straighten(&c, h.chart[i].u, z);
            found += strcmp(h.chart[i].type, "BP") == 0 && z[2] < 1.0;
        }
        assert_int_equal(found, 1);
        harvest_clear(&h);
    }
}

static void an_eigenvalue_that_touches_zero_is_a_point_and_one_that_does_not_is_none(void **state)
{
    uint64_t seed = 6;
    const double gaps[] = {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    for (int k = 0; k < 240 / SHARE; k++) {
        many c = random_many(2, 1, &seed);
        c.squared = true;
        c.gap = gaps[k % 6];
        harvest h = {0};
        follow(*state, &c, 0.2, &h);
        assert_int_equal(h.summary.branch_points, k % 6 == 0 ? 1 : 0);
        harvest_clear(&h);
    }
}

/* x (x - la) (x + la) = 0 and x (x - la^2) = 0 */
static int lines_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double x = u[0], la = u[1];
    y[0] = *(int *)data == 0 ? x * (x - la) * (x + la) : x * (x - la * la);
    return 0;
}

static void a_diagram_leaves_on_all_curves_where_three_meet_or_two_touch(void **state)
{
    for (int kind = 0; kind < 2; kind++) {
        listener l = {.text = ""};
        rdg_index n_runs = 0;
        rdg_run_summary summary;
        rdg_set_writer(*state, listen, &l);
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "x", 1, (double[]){0.0});
        rdg_add_variables(p, "la", 1, (double[]){-0.8});
        const rdg_function f = {
            .name = "f", .n = 2, .m = 1, .f = lines_f, .by_differences = true, .data = &kind};
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_parameter(p, "la", "la", 0);
        assert_ok(*state, rdg_diagram(p, "d", 10, &n_runs, RDG_RELEASE("la"), RDG_WINDOW("la", -1.0, 1.0),
                                      RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&summary)));
        assert_non_null(strstr(l.text, "branches touch or more than two meet"));
        assert_null(strstr(l.text, "is not left"));
        assert_int_equal(n_runs, kind == 0 ? 3 : 2);
        assert_int_equal(summary.branch_points, 1); /* where all runs but the first start */
        rdg_set_writer(*state, NULL, NULL);
        rdg_problem_free(p);
    }
}

/* Three curves through (0.1, -0.2) in a turned and bent plane: product of x - slope l - bend l^2. */
typedef struct three {
    double slope[3], bend[3], angle;
} three;

static int three_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const three *c = data;
    const double a = u[0] - 0.1, b = u[1] + 0.2;
    const double x = cos(c->angle) * a + sin(c->angle) * b, l = -sin(c->angle) * a + cos(c->angle) * b;
    y[0] = 1.0;
    for (int i = 0; i < 3; i++) {
        y[0] *= x - c->slope[i] * l - c->bend[i] * l * l;
    }
    return 0;
}

/* In the window of the diagram, besides l = 0. */
static int count_other_crossings(const three *c)
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3;
        const double l = (c->slope[k] - c->slope[i]) / (c->bend[i] - c->bend[k]);
        const double x = c->slope[i] * l + c->bend[i] * l * l;
        const double a = cos(c->angle) * x - sin(c->angle) * l + 0.1;
        const double b = sin(c->angle) * x + cos(c->angle) * l - 0.2;
        count += a > -0.9 && a < 1.1 && b > -1.2 && b < 0.8;
    }
    return count;
}

static void a_diagram_follows_each_of_three_curves_once(void **state)
{
    uint64_t seed = 12;
    for (int k = 0; k < 150 / SHARE; k++) {
        three c = {.angle = 0.7 * random_signed(&seed)};
        for (int i = 0; i < 3; i++) {
            c.slope[i] = 0.8 * (i - 1) + 0.25 * random_signed(&seed);
            c.bend[i] = 0.25 * random_signed(&seed);
        }
        const double l = 0.4 + 0.1 * random_signed(&seed);
        const double x = c.slope[k % 3] * l + c.bend[k % 3] * l * l;
        const double a = cos(c.angle) * x - sin(c.angle) * l + 0.1;
        const double b = sin(c.angle) * x + cos(c.angle) * l - 0.2;
        rdg_index n_runs = 0;
        rdg_run_summary summary;
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "x", 1, &a);
        rdg_add_variables(p, "la", 1, &b);
        const rdg_function f = {
            .name = "f", .n = 2, .m = 1, .f = three_f, .by_differences = true, .data = &c};
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_parameter(p, "la", "la", 0);
        rdg_add_parameter(p, "x", "x", 0);
        assert_ok(*state, rdg_diagram(p, "d", 10, &n_runs, RDG_RELEASE("la"), RDG_RELEASE("x"),
                                      RDG_WINDOW("la", -1.2, 0.8), RDG_WINDOW("x", -0.9, 1.1), RDG_NO_FOLDER,
                                      RDG_NO_TABLE, RDG_SUMMARY(&summary),
                                      RDG_STEP(0.04, 1e-6, 0.1 + 0.05 * random_signed(&seed))));
        assert_int_equal(n_runs, 3);
        /* where all runs but the first start, and by both runs that pass it where two curves cross again */
        assert_int_equal(summary.branch_points, 1 + 2 * count_other_crossings(&c));
        rdg_problem_free(p);
    }
}

/* Five curves through (0.1, -0.2), and two variables more that follow them: bend them in space. */
typedef struct five {
    double slope[5], bend[5], angle, more[2];
} five;

static void point_of_five(const five *c, double x, double l, double *u)
{
    u[0] = cos(c->angle) * x - sin(c->angle) * l + 0.1;
    u[1] = sin(c->angle) * x + cos(c->angle) * l - 0.2;
    for (int j = 0; j < 2; j++) {
        u[2 + j] = c->more[j] * (x * l + x);
    }
}

static int five_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const five *c = data;
    const double a = u[0] - 0.1, b = u[1] + 0.2;
    const double x = cos(c->angle) * a + sin(c->angle) * b, l = -sin(c->angle) * a + cos(c->angle) * b;
    y[0] = 1.0;
    for (int i = 0; i < 5; i++) {
        y[0] *= x - c->slope[i] * l - c->bend[i] * l * l;
    }
    for (int j = 0; j < 2; j++) {
        y[1 + j] = u[2 + j] - c->more[j] * (x * l + x) + 0.3 * l * y[0];
    }
    return 0;
}

static five random_five(uint64_t *seed)
{
    five c = {.angle = 0.7 * random_signed(seed)};
    for (int j = 0; j < 2; j++) {
        c.more[j] = 0.4 * random_signed(seed);
    }
    for (int i = 0; i < 5; i++) {
        c.slope[i] = 0.4 * i - 0.8 + 0.1 * random_signed(seed);
        c.bend[i] = 0.25 * random_signed(seed);
    }
    return c;
}

/* Long steps: the first one, either way from the start, may pass a point of the curve beside the branch
 * point.
 */
static void of_five_curves_hardly_one_is_followed_twice(void **state)
{
    uint64_t seed = 7;
    int all = 0, twice = 0;
    for (int k = 0; k < 200 / SHARE; k++) {
        five c = random_five(&seed);
        double l = 0.4 + 0.1 * random_signed(&seed), u[4];
        l = random_signed(&seed) > 0.0 ? l : -l;
        point_of_five(&c, c.slope[k % 5] * l + c.bend[k % 5] * l * l, l, u);
        rdg_index n_runs = 0;
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 4, u);
        rdg_set_typical(p, "u", 1.0, false);
        const rdg_function f = {.name = "f", .n = 4, .m = 3, .f = five_f, .by_differences = true, .data = &c};
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_parameter(p, "la", "u", 1);
        rdg_add_parameter(p, "x", "u", 0);
        assert_ok(*state, rdg_diagram(p, "d", 10, &n_runs, RDG_RELEASE("la"), RDG_RELEASE("x"),
                                      RDG_WINDOW("la", -1.0, 0.6), RDG_WINDOW("x", -0.7, 0.9), RDG_NO_FOLDER,
                                      RDG_NO_TABLE, RDG_STEP(0.1, 1e-6, 0.5)));
        all += n_runs == 5;
        twice += n_runs > 5;
        rdg_problem_free(p);
    }
    assert_true(all > 180 / SHARE);
    assert_true(twice < 10 / SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(eigenvalues_that_vanish_together_are_a_point_with_their_number),
        TEST(a_point_between_two_steps_is_met_once),
        TEST(an_eigenvalue_that_touches_zero_is_a_point_and_one_that_does_not_is_none),
        TEST(a_diagram_leaves_on_all_curves_where_three_meet_or_two_touch),
        TEST(a_diagram_follows_each_of_three_curves_once),
        TEST(of_five_curves_hardly_one_is_followed_twice),
    };
    return cmocka_run_group_tests_name("core: branch points without a change of sign", tests, NULL, NULL);
}
