/* The response of a structure is the same in micrometres as in metres, for any order of its degrees of
 * freedom, by the dense and the sparse solver: the same charts, one by one. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>

enum { MASSES = 3 };

static const double chain_M[MASSES] = {1.21, 0.87, 1.43};
static const double chain_C[MASSES][MASSES] = {{0.033, -0.012, 0}, {-0.012, 0.025, -0.01}, {0, -0.01, 0.021}};
static const double chain_K[MASSES][MASSES] = {{3.7, -1.9, 0}, {-1.9, 4.1, -1.3}, {0, -1.3, 2.9}};

typedef struct notation {
    double length, mass, time; /* units, in those of the reference */
    int order[MASSES];         /* mass k is degree of freedom order[k] */
    rdg_linear_solver solver;
} notation;

static rdg_problem *chain(rdg_context *ctx, const notation *how)
{
    static const char *const names[MASSES] = {"a", "b", "c"};
    double M[MASSES * MASSES] = {0}, C[MASSES * MASSES], K[MASSES * MASSES];
    for (int i = 0; i < MASSES; i++) {
        M[how->order[i] * (MASSES + 1)] = chain_M[i] / how->mass;
        for (int j = 0; j < MASSES; j++) {
            const int at = how->order[i] + MASSES * how->order[j];
            C[at] = chain_C[i][j] / how->mass * how->time;
            K[at] = chain_K[i][j] / how->mass * how->time * how->time;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "chain", MASSES, M, C, K);
    for (int i = 0; i < MASSES; i++) {
        assert_ok(ctx, rdg_name_dof(s, names[i], how->order[i]));
    }
    const double stiffness = how->time * how->time / how->mass;
    const double force = stiffness / how->length;
    const rdg_cubic_spring spring = {
        .at = "b", .k = 0.2 * stiffness, .k3 = 0.3 * stiffness * how->length * how->length};
    assert_ok(ctx, rdg_cubic_spring_add(s, &spring));
    assert_ok(ctx, rdg_force_add(s, "a", 1, 1.0));
    assert_ok(ctx, rdg_sensor_add(s, "a", "a"));
    assert_ok(ctx, rdg_sensor_add(s, "c", "c"));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    return rdg_hbm_problem(hb, RDG_AT("omega", 0.5 * how->time), RDG_AT("alpha", 0.08 * force));
}

static void trace(rdg_context *ctx, const notation *how, harvest *h)
{
    const double levels[] = {0.1 / how->length, 0.3 / how->length};
    assert_ok(ctx,
              rdg_continue(chain(ctx, how), "frc", RDG_RELEASE("omega"),
                           RDG_WINDOW("omega", 0.5 * how->time, 3.0 * how->time), RDG_UZ_LIST("c", 2, levels),
                           RDG_LINEAR_SOLVER(how->solver), HARVEST_ONLY(h)));
}

static void notation_does_not_matter(void **state)
{
    static const notation reference = {.length = 1, .mass = 1, .time = 1, .order = {0, 1, 2}};
    static const notation other[] = {
        {.length = 1e-6, .mass = 1, .time = 1, .order = {0, 1, 2}},
        {.length = 1e6, .mass = 1, .time = 1, .order = {0, 1, 2}, .solver = RDG_SOLVER_SPARSE},
        {.length = 1, .mass = 1e-4, .time = 1e3, .order = {2, 0, 1}},
        {.length = 1e3, .mass = 1e3, .time = 1e-3, .order = {1, 2, 0}, .solver = RDG_SOLVER_DENSE},
        {.length = 1, .mass = 1, .time = 1, .order = {2, 1, 0}, .solver = RDG_SOLVER_SPARSE},
    };
    harvest a = {0};
    trace(*state, &reference, &a);
    assert_true(harvest_count(&a, "FP") >= 2);
    assert_true(harvest_count(&a, "UZ") >= 4);
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        const notation *how = &other[k];
        harvest b = {0};
        trace(*state, how, &b);
        assert_int_equal(a.count, b.count);
        assert_int_equal(a.summary.corrections, b.summary.corrections);
        assert_int_equal(a.summary.forwards, b.summary.forwards);
        for (size_t c = 0; c < a.count; c++) {
            assert_string_equal(a.chart[c].type, b.chart[c].type);
            assert_near(a.chart[c].step, b.chart[c].step, 1e-6, 1e-6);
            assert_near(harvest_mu(&a, &a.chart[c], "omega"),
                        harvest_mu(&b, &b.chart[c], "omega") / how->time, 1e-9, 0);
            assert_near(harvest_mu(&a, &a.chart[c], "c"), harvest_mu(&b, &b.chart[c], "c") * how->length,
                        1e-8, 0);
        }
        harvest_clear(&b);
    }
    harvest_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(notation_does_not_matter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
