/* link: -Wl,--wrap=rdg_run_store_append */
/* Branches of equilibria and of fixed points, and curves of their special points, that are cut off anywhere
 * and taken up again are the undisturbed runs, bit for bit. */
#define _GNU_SOURCE

#include "../cut_run.h"
#include "../run_sql.h"
#include "three_pairs.h"

#include <math.h>

#ifndef STRIDE
#define STRIDE 7 /* charts between those behind which it is cut */
#endif

#define GO(...) resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END, __VA_ARGS__, RDG_NO_TABLE, RDG_LABEL_EVERY(3)

static three_pairs units = {{1, 1, 1, 1, 1, 1}};

static rdg_status load(rdg_context *ctx, const char *name, bool resumes)
{
    return rdg_continue(pairs_at(ctx, &units, -0.5, -0.3), name,
                        GO(RDG_RELEASE("p"), RDG_WINDOW("p", -0.5, 0.5), RDG_STEP(0.02, 1e-6, 0.05)));
}

/* The curve meets another one, of a pair that is nearer to the axis at some guesses. */
static rdg_status hopf_curve(rdg_context *ctx, const char *name, bool resumes)
{
    const double q = -0.3;
    return rdg_continue(pairs_at(ctx, &units, q + q * q, q), name,
                        GO(RDG_HOLD_AT("hopf", 0), RDG_RELEASE("q"), RDG_RELEASE("p"),
                           RDG_WINDOW("q", -0.4, 0.6), RDG_STEP(0.02, 1e-6, 0.1)));
}

/* x' = p + q x - x^3, y' = -y + x: folds, which meet in a cusp. */
static int bends(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[2] + u[3] * u[0] - u[0] * u[0] * u[0];
    y[1] = u[0] - u[1];
    return 0;
}

static rdg_problem *bending(rdg_context *ctx)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = 2,
                                         .n_parameters = 2,
                                         .parameters = (const char *const[]){"p", "q"},
                                         .x = (const double[]){-1.3, -1.3},
                                         .p = (const double[]){-0.9, 1.0},
                                         .f = bends});
}

static rdg_status folds(rdg_context *ctx, const char *name, bool resumes)
{
    return rdg_continue(bending(ctx), name,
                        GO(RDG_RELEASE("p"), RDG_WINDOW("p", -1, 1), RDG_STEP(0.02, 1e-6, 0.05)));
}

/* From one side over the cusp at p = q = 0 to the other: 27 p^2 = 4 q^3. */
static rdg_status fold_curve(rdg_context *ctx, const char *name, bool resumes)
{
    const double at = -1.0 / sqrt(3.0), start[] = {at, at, 2.0 * at / 3.0, 1.0};
    rdg_problem *p = bending(ctx);
    rdg_add_fold(p, "fold", "p", NULL);
    return rdg_continue(p, name,
                        GO(RDG_START(start), RDG_HOLD_AT("fold", 0), RDG_RELEASE("p"), RDG_RELEASE("q"),
                           RDG_WINDOW("p", -1, 1), RDG_STEP(0.02, 1e-6, 0.05)));
}

/* Of Henon: x -> 1 - a x^2 + y, y -> b x. */
static int henon(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = 1.0 - u[2] * u[0] * u[0] + u[1];
    y[1] = u[3] * u[0];
    return 0;
}

static rdg_problem *henon_map(rdg_context *ctx, double a)
{
    return rdg_map_problem(ctx, &(rdg_ep){.n = 2,
                                          .n_parameters = 2,
                                          .parameters = (const char *const[]){"a", "b"},
                                          .x = (const double[]){0.9, 0.27},
                                          .p = (const double[]){a, 0.3},
                                          .f = henon});
}

static rdg_status fixed_points(rdg_context *ctx, const char *name, bool resumes)
{
    return rdg_continue(henon_map(ctx, 0.2), name,
                        GO(RDG_RELEASE("a"), RDG_WINDOW("a", 0.05, 0.6), RDG_STEP(0.02, 1e-6, 0.05)));
}

/* a = 3 (1 - b)^2 / 4 */
static rdg_status doublings(rdg_context *ctx, const char *name, bool resumes)
{
    return rdg_continue(henon_map(ctx, 0.3675), name,
                        GO(RDG_HOLD_AT("pd", 0), RDG_RELEASE("a"), RDG_RELEASE("b"),
                           RDG_WINDOW("b", -0.5, 0.5), RDG_STEP(0.02, 1e-6, 0.05)));
}

static void runs_cut_anywhere_are_the_same(void **state)
{
    static const cut_case cases[] = {
        {.name = "load", .go = load},          {.name = "hopf", .go = hopf_curve},
        {.name = "folds", .go = folds},        {.name = "fold_curve", .go = fold_curve},
        {.name = "fixed", .go = fixed_points}, {.name = "pd", .go = doublings}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(cut_everywhere(&cases[i], 1, STRIDE), 0);
    }
}

static void runs_say_what_they_are_of(void **state)
{
    char path[128];
    (void)state;
    assert_int_equal(cut_go(&(cut_case){.name = "fixed", .go = fixed_points}, "whole", false, 0), RDG_OK);
    snprintf(path, sizeof path, "%s/whole/fixed.db", scratch_folder);
    sql_is(path, "select value from model where part = 'system' and name = 'x' and key = 'solutions'",
           "fixed points of a map");
    sql_is(path, "select value from model where part = 'system' and key = 'states'", "2.0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(runs_cut_anywhere_are_the_same),
                                       SCRATCH_TEST(runs_say_what_they_are_of)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
