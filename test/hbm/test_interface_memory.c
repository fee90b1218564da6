/* What a point costs in memory by the spectral solver. */
#define _GNU_SOURCE
#include "fresh_context.h"

#include "allocations.h"
#include "elastic_block.h"

#include <ridgewalk/hbm_solver.h>

enum { CELLS = 4, MOST_POINTS = 400 };

typedef struct counts {
    int points;
    long asked[MOST_POINTS];
} counts;

static bool note_count(rdg_problem *p, const rdg_chart *chart, void *data)
{
    counts *c = data;
    (void)p;
    (void)chart;
    c->asked[c->points++] = allocations_asked;
    return c->points == MOST_POINTS;
}

/* From sticking into gross slip: memory is taken with the first points, and none with the points after. */
static void points_take_no_memory(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = rdg_hbm_create(block_create(ctx, CELLS, 3e5), RDG_HARMONICS(0, 1, 2, 3));
    assert_ok(ctx, rdg_hbm_solver(hb, RDG_SPECTRAL));
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", 0.97 * block_stuck_frequency(CELLS)), RDG_AT("alpha", 33));
    assert_ok(ctx, rdg_solve_from_afar(p));
    counts c = {0};
    watch_allocations(0, false);
    assert_ok(ctx, rdg_continue(p, "load", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 33, 40),
                                RDG_STEP(0.02, 1e-6, 0.02), RDG_OBSERVE(note_count, &c), RDG_NO_FOLDER,
                                RDG_NO_TABLE));
    leave_allocations();
    assert_true(c.points > 20);
    for (int k = 2; k < c.points; k++) {
        assert_int_equal(c.asked[k], c.asked[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(points_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
