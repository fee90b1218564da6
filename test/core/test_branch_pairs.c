/* Branch points that lie so near to each other that the determinant has one sign at both ends of a step. */
#include "fresh_context.h"
#include "harvest.h"
#include "plane_curve.h"

#include <ridgewalk/diagram.h>

enum { MOST_LINES = 10, MOST_ZEROS = 4 };

/* x (q(y) - x^2) = 0, q a polynomial with these zeros. */
typedef struct trivial {
    int n;
    double zero[MOST_ZEROS];
} trivial;

static double product_without(const trivial *c, double y, int without)
{
    double product = 1.0;
    for (int i = 0; i < c->n; i++) {
        product *= i == without ? 1.0 : y - c->zero[i];
    }
    return product;
}

static int trivial_f(rdg_index n, const double *u, rdg_index m, double *out, void *data)
{
    (void)n;
    (void)m;
    out[0] = u[0] * (product_without(data, u[1], -1) - u[0] * u[0]);
    return 0;
}

static int trivial_df(rdg_index n, const double *u, rdg_index m, double *out, void *data)
{
    (void)n;
    (void)m;
    const trivial *c = data;
    out[0] = product_without(c, u[1], -1) - 3.0 * u[0] * u[0];
    out[1] = 0.0;
    for (int i = 0; i < c->n; i++) {
        out[1] += u[0] * product_without(c, u[1], i);
    }
    return 0;
}

static size_t points_at(const harvest *h, double x, double y, double near)
{
    size_t count = 0;
    for (size_t i = 0; i < h->count; i++) {
        count +=
            strcmp(h->chart[i].type, "BP") == 0 && hypot(h->chart[i].u[0] - x, h->chart[i].u[1] - y) < near;
    }
    return count;
}

static void assert_all_zeros_found(rdg_context *ctx, trivial *c)
{
    harvest h = {0};
    rdg_problem *p = plane_curve(ctx, trivial_f, trivial_df, c, 0.0, -2.0);
    assert_ok(ctx, rdg_continue(p, "pair", RDG_RELEASE("y"), RDG_WINDOW("y", -2.0, 2.0), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.branch_points, c->n);
    for (int i = 0; i < c->n; i++) {
        assert_int_equal(points_at(&h, 0.0, c->zero[i], 1e-7), 1);
    }
    harvest_clear(&h);
    rdg_problem_free(p);
}

static void two_branch_points_within_a_step_are_both_found(void **state)
{
    const double gaps[] = {0.5, 0.3, 0.2, 0.1, 0.03, 0.01, 1e-3};
    uint64_t seed = 1;
    for (int k = 0; k < 350; k++) {
        const double first = -0.3 + 1.6 * random_signed(&seed);
        trivial c = {.n = 2, .zero = {first, first + gaps[k % 7]}};
        assert_all_zeros_found(*state, &c);
    }
}

static void three_and_four_branch_points_are_all_found(void **state)
{
    uint64_t seed = 2;
    for (int k = 0; k < 200; k++) {
        trivial c = {.n = 3 + k % 2};
        for (int i = 0; i < c.n; i++) {
            c.zero[i] = -1.5 + 0.9 * i + 0.44 * random_signed(&seed);
        }
        assert_all_zeros_found(*state, &c);
    }
}

/* Product of straight lines in a box. */
typedef struct lines {
    int n;
    double a[MOST_LINES], b[MOST_LINES], c[MOST_LINES];
} lines;

static double line_at(const lines *l, int i, const double *u)
{
    return l->a[i] * u[0] + l->b[i] * u[1] - l->c[i];
}

static int lines_f(rdg_index n, const double *u, rdg_index m, double *out, void *data)
{
    (void)n;
    (void)m;
    const lines *l = data;
    out[0] = 1.0;
    for (int i = 0; i < l->n; i++) {
        out[0] *= line_at(l, i, u);
    }
    return 0;
}

static int lines_df(rdg_index n, const double *u, rdg_index m, double *out, void *data)
{
    (void)n;
    (void)m;
    const lines *l = data;
    out[0] = out[1] = 0.0;
    for (int k = 0; k < l->n; k++) {
        double others = 1.0;
        for (int i = 0; i < l->n; i++) {
            others *= i == k ? 1.0 : line_at(l, i, u);
        }
        out[0] += others * l->a[k];
        out[1] += others * l->b[k];
    }
    return 0;
}

static const double box = 2.0;

/* Where lines i and j cross; false: outside of the box. */
static bool crossing(const lines *l, int i, int j, double at[2])
{
    const double d = l->a[i] * l->b[j] - l->a[j] * l->b[i];
    at[0] = (l->c[i] * l->b[j] - l->c[j] * l->b[i]) / d;
    at[1] = (l->a[i] * l->c[j] - l->a[j] * l->c[i]) / d;
    return fabs(at[0]) < box && fabs(at[1]) < box;
}

/* Is the line connected with the first one? */
static void connect(const lines *l, bool in[MOST_LINES])
{
    double at[2];
    in[0] = true;
    for (int round = 0; round < l->n; round++) {
        for (int i = 0; i < l->n; i++) {
            for (int j = 0; j < l->n; j++) {
                in[j] = in[j] || (i != j && in[i] && crossing(l, i, j, at));
            }
        }
    }
}

/* Nearest two crossings: nearer than 1e-2 the functions are no simple product any more. */
static double nearest_crossings(const lines *l)
{
    double at[MOST_LINES * MOST_LINES][2], nearest = INFINITY;
    int n = 0;
    for (int i = 0; i < l->n; i++) {
        for (int j = i + 1; j < l->n; j++) {
            n += crossing(l, i, j, at[n]);
            for (int k = 0; k < n - 1; k++) {
                nearest = fmin(nearest, hypot(at[k][0] - at[n - 1][0], at[k][1] - at[n - 1][1]));
            }
        }
    }
    return nearest;
}

/* Of the ends of runs on the box's sides how many lie on the line? */
static int ends_on(const harvest *h, const lines *l, int line)
{
    int count = 0;
    for (size_t k = 0; k < h->count; k++) {
        const double *u = h->chart[k].u;
        const bool on_side = fabs(fabs(u[0]) - box) < 1e-12 || fabs(fabs(u[1]) - box) < 1e-12;
        count += on_side && strcmp(h->chart[k].type, "EP") == 0 && fabs(line_at(l, line, u)) < 1e-9;
    }
    return count;
}

static void assert_diagram_whole(rdg_context *ctx, lines *l, bool once)
{
    bool in[MOST_LINES] = {false};
    harvest h = {0};
    rdg_index n_runs = 0;
    rdg_problem *p = plane_curve(ctx, lines_f, lines_df, l, l->a[0] * l->c[0] + 0.0371 * l->b[0],
                                 l->b[0] * l->c[0] - 0.0371 * l->a[0]);
    assert_ok(ctx, rdg_diagram(p, "lines", 60, &n_runs, RDG_RELEASE("X"), RDG_RELEASE("y"),
                               RDG_WINDOW("X", -box, box), RDG_WINDOW("y", -box, box), HARVEST_ONLY(&h)));
    connect(l, in);
    for (int i = 0; i < l->n; i++) {
        const int ends = ends_on(&h, l, i);
        assert_true(in[i] ? (once ? ends == 2 : ends >= 2) : ends == 0);
        for (int j = i + 1; j < l->n && in[i]; j++) {
            double at[2];
            assert_true(!crossing(l, i, j, at) || points_at(&h, at[0], at[1], 1e-6) > 0);
        }
    }
    harvest_clear(&h);
    rdg_problem_free(p);
}

static void every_line_and_every_crossing_of_a_diagram_is_found(void **state)
{
    const int count[] = {3, 4, 5, 10}, cases[] = {200, 200, 100, 20};
    const double apart = 0.03;
    uint64_t seed = 3;
    for (int kind = 0; kind < 4; kind++) {
        for (int k = 0; k < cases[kind]; k++) {
            lines l = {.n = count[kind]};
            for (int i = 0; i < l.n; i++) {
                const double angle = RDG_PI * 0.5 * (1.0 + random_signed(&seed));
                l.a[i] = cos(angle);
                l.b[i] = sin(angle);
                l.c[i] = random_signed(&seed);
            }
            assert_diagram_whole(*state, &l, kind < 3 && nearest_crossings(&l) > apart);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_branch_points_within_a_step_are_both_found),
        TEST(three_and_four_branch_points_are_all_found),
        TEST(every_line_and_every_crossing_of_a_diagram_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
