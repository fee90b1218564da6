/* Reference problem: u'' + p e^u = 0, u(0) = u(1) = 0, in finite differences. The branch does not depend on
 * how the problem is written down: order of variables and equations, units, linear solver, direction, where
 * it starts. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

enum { INTERVALS = 20, NODES = INTERVALS - 1 };
static const double fold = 3.509256957521; /* of the discrete problem, in p */

/* How the problem is written down. */
typedef struct notation {
    double unit;     /* a variable is u times this */
    double equation; /* each equation is multiplied by this */
    rdg_index
        step; /* node k is variable step * k modulo NODES, its equation comes at (2 step k) modulo NODES */
    bool follows; /* the typical size follows the variables */
} notation;

/* One node: variables p, u, and the neighbours that there are. */
static int node_f(rdg_index n, const double *w, rdg_index m, double *y, void *data)
{
    (void)m;
    const notation *how = data;
    const double h = 1.0 / INTERVALS;
    double neighbours = 0.0;
    for (rdg_index j = 2; j < n; j++) {
        neighbours += w[j] / how->unit;
    }
    y[0] = how->equation * (neighbours - 2 * w[1] / how->unit + h * h * w[0] * exp(w[1] / how->unit));
    return 0;
}

static int node_df(rdg_index n, const double *w, rdg_index m, double *values, void *data)
{
    (void)m;
    const notation *how = data;
    const double h = 1.0 / INTERVALS;
    const double e = h * h * exp(w[1] / how->unit);
    values[0] = how->equation * e;
    values[1] = how->equation * (w[0] * e - 2) / how->unit;
    for (rdg_index j = 2; j < n; j++) {
        values[j] = how->equation / how->unit;
    }
    return 0;
}

static int node_d2f(rdg_index n, const double *w, rdg_index m, const double *lambda, double *values,
                    void *data)
{
    (void)m;
    const notation *how = data;
    const double h = 1.0 / INTERVALS;
    const double e = lambda[0] * how->equation * h * h * exp(w[1] / how->unit) / how->unit;
    values[1] = e;
    values[n] = e;
    values[1 + n] = w[0] * e / how->unit;
    return 0;
}

static rdg_index place(const notation *how, rdg_index node)
{
    return how->step * node % NODES;
}

static int maximum(rdg_index n, const double *w, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const notation *how = data;
    y[0] = w[0] / how->unit;
    return 0;
}

static int maximum_df(rdg_index n, const double *w, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)w;
    (void)m;
    const notation *how = data;
    values[0] = 1 / how->unit;
    return 0;
}

static rdg_problem *bratu(rdg_context *ctx, notation *how)
{
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "p", 1, NULL));
    assert_ok(ctx, rdg_add_variables(p, "u", NODES, NULL));
    assert_ok(ctx, rdg_set_typical(p, "u", how->unit, how->follows));
    for (rdg_index k = 0; k < NODES; k++) {
        const rdg_index node = place(how, place(how, k));
        rdg_index index[4] = {0, 1 + place(how, node)};
        rdg_index n = 2;
        if (node > 0) {
            index[n++] = 1 + place(how, node - 1);
        }
        if (node < NODES - 1) {
            index[n++] = 1 + place(how, node + 1);
        }
        char name[16];
        snprintf(name, sizeof name, "node%d", (int)node);
        const rdg_function f = {
            .name = name, .n = n, .m = 1, .f = node_f, .df = node_df, .d2f = node_d2f, .data = how};
        assert_ok(ctx, rdg_add_zero(p, &f, index));
    }
    const rdg_function top = {.name = "top", .n = 1, .m = 1, .f = maximum, .df = maximum_df, .data = how};
    const rdg_index middle = 1 + place(how, NODES / 2);
    assert_ok(ctx, rdg_add_parameter(p, "p", "p", 0));
    assert_ok(ctx, rdg_add_monitor(p, &top, &middle, NULL, RDG_ACTIVE));
    return p;
}

static notation plain = {.unit = 1, .equation = 1, .step = 1};

/* The curve through the fold to u = 4 in the middle. */
#define WHOLE_CURVE(h)                                                                                       \
    RDG_RELEASE("p"), RDG_WINDOW("p", 0, 5), RDG_WINDOW("top", -1, 4), RDG_UZ("top", 1), HARVEST_ONLY(h)

static void fold_is_that_of_the_discrete_problem(void **state)
{
    rdg_problem *p = bratu(*state, &plain);
    harvest h = {0};
    assert_ok(*state, rdg_continue(p, "bratu", WHOLE_CURVE(&h)));
    assert_int_equal(harvest_count(&h, "FP"), 1);
    assert_int_equal(harvest_count(&h, "BP"), 0);
    assert_near(harvest_nth(&h, "FP", 0)->u[0], fold, 0, 1e-11);
    assert_near(harvest_mu(&h, harvest_nth(&h, "EP", 1), "top"), 4, 0, 1e-13);
    harvest_clear(&h);
}

/* The same charts, one by one; node k of each under its own notation. */
static void assert_same_charts(const harvest *a, const notation *in_a, const harvest *b, const notation *in_b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->summary.corrections, b->summary.corrections);
    for (size_t c = 0; c < a->count; c++) {
        assert_string_equal(a->chart[c].type, b->chart[c].type);
        assert_near(a->chart[c].step, b->chart[c].step, 1e-6, 0);
        assert_near(a->chart[c].u[0], b->chart[c].u[0], 1e-9, 1e-9);
        for (rdg_index k = 0; k < NODES; k++) {
            assert_near(a->chart[c].u[1 + place(in_a, k)] / in_a->unit,
                        b->chart[c].u[1 + place(in_b, k)] / in_b->unit, 1e-9, 1e-9);
        }
    }
}

static void order_units_and_solver_do_not_matter(void **state)
{
    rdg_context *ctx = *state;
    for (int follows = 0; follows < 2; follows++) {
        notation reference_notation = {.unit = 1, .equation = 1, .step = 1, .follows = follows};
        notation other[] = {
            {.unit = 1, .equation = 1, .step = 7, .follows = follows},
            {.unit = 1e6, .equation = 1, .step = 1, .follows = follows},
            {.unit = 1e-6, .equation = 1e9, .step = 5, .follows = follows},
        };
        harvest reference = {0};
        assert_ok(ctx, rdg_continue(bratu(ctx, &reference_notation), "reference", WHOLE_CURVE(&reference)));
        for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
            for (int solver = RDG_SOLVER_DENSE; solver <= RDG_SOLVER_SPARSE; solver++) {
                harvest h = {0};
                assert_ok(ctx, rdg_continue(bratu(ctx, &other[k]), "other", WHOLE_CURVE(&h),
                                            RDG_LINEAR_SOLVER(solver)));
                assert_same_charts(&reference, &reference_notation, &h, &other[k]);
                harvest_clear(&h);
            }
        }
        harvest_clear(&reference);
    }
}

static void branch_runs_back_to_where_it_began(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = bratu(ctx, &plain);
    harvest forth = {0}, back = {0};
    assert_ok(ctx, rdg_continue(p, "forth", RDG_RELEASE("p"), RDG_WINDOW("p", 0, 5), RDG_WINDOW("top", -1, 4),
                                RDG_UZ("top", 1), HARVEST(&forth)));
    const rdg_index end = harvest_near(&forth, "EP", "top", 4)->label;
    assert_ok(ctx, rdg_continue(p, "back", RDG_FROM("forth", end), WHOLE_CURVE(&back)));
    /* p grows from there towards the fold; the other direction leads out of the window at once */
    assert_int_equal(back.summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(back.summary.backwards, RDG_STOP_OUTWARD);
    static const char *const types[] = {"FP", "UZ"};
    for (int k = 0; k < 2; k++) {
        const harvested *a = harvest_nth(&forth, types[k], 0), *b = harvest_nth(&back, types[k], 0);
        for (int j = 0; j <= NODES; j++) {
            assert_near(b->u[j], a->u[j], 0, 1e-9);
        }
    }
    const harvested *begin = harvest_near(&back, "EP", "p", 0);
    for (int j = 0; j <= NODES; j++) {
        assert_near(begin->u[j], 0, 0, 1e-12);
    }
    harvest_clear(&forth);
    harvest_clear(&back);
}

static void restart_from_any_label_goes_on_on_the_branch(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = bratu(ctx, &plain);
    harvest whole = {0};
    assert_ok(ctx, rdg_continue(p, "whole", RDG_RELEASE("p"), RDG_WINDOW("p", 0, 5), RDG_WINDOW("top", -1, 4),
                                RDG_LABEL_EVERY(3), HARVEST(&whole)));
    for (size_t c = 0; c < whole.count; c++) {
        const harvested *from = &whole.chart[c];
        const bool is_end = strcmp(from->type, "EP") == 0;
        if (from->label == 0 || is_end) {
            continue;
        }
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "part", RDG_FROM("whole", from->label), RDG_RELEASE("p"),
                                    RDG_WINDOW("p", 0, 5), RDG_WINDOW("top", -1, 4), HARVEST_ONLY(&h)));
        for (int j = 0; j <= NODES; j++) {
            assert_near(h.chart[0].u[j], from->u[j], 0, 1e-9);
        }
        assert_int_equal(harvest_count(&h, "EP"), 3); /* start and both ends */
        const bool on_fold = strcmp(from->type, "FP") == 0;
        assert_int_equal(harvest_count(&h, "FP"), on_fold ? 0 : 1);
        assert_near(on_fold ? h.chart[0].u[0] : harvest_nth(&h, "FP", 0)->u[0], fold, 0, 1e-11);
        harvest_clear(&h);
    }
    harvest_clear(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(fold_is_that_of_the_discrete_problem),
        SCRATCH_TEST(order_units_and_solver_do_not_matter),
        SCRATCH_TEST(branch_runs_back_to_where_it_began),
        SCRATCH_TEST(restart_from_any_label_goes_on_on_the_branch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
