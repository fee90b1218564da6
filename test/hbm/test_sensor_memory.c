/* Memory of a problem with a sensor that sees all displacements of a structure. */
#define _GNU_SOURCE
#include "fresh_context.h"

#include "allocations.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_solver.h>

enum { MASSES = 300, COEFFICIENTS = 7 };

/* Masses on springs of their own, "mean" of all of them */
static rdg_structure *masses(rdg_context *ctx)
{
    static rdg_index start[MASSES + 1], row[MASSES];
    static double M[MASSES], K[MASSES], weight[MASSES];
    for (rdg_index i = 0; i < MASSES; i++) {
        start[i + 1] = i + 1;
        row[i] = i;
        M[i] = 1.0;
        K[i] = 1.0 + 0.01 * (double)i;
        weight[i] = 1.0 / MASSES;
    }
    const rdg_pattern pattern = {MASSES, MASSES, start, row};
    rdg_structure *s = rdg_structure_create_sparse(ctx, "masses", &(rdg_sparse){pattern, M}, RDG_UNDAMPED,
                                                   &(rdg_sparse){pattern, K});
    assert_ok(ctx, rdg_damping_proportional(s, 0.02, 0.0));
    assert_ok(ctx, rdg_name_combination(s, "mean", MASSES, row, weight));
    assert_ok(ctx, rdg_force_add(s, "mean", 1, 1.0));
    assert_ok(ctx, rdg_sensor_add(s, "Am", "mean"));
    return s;
}

/* Its second derivatives are a full matrix, of which a run without a ridge needs no entry. */
static void a_sensor_of_all_displacements_stores_no_second_derivatives(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = rdg_hbm_create(masses(ctx), RDG_HARMONICS(0, 1, 2, 3));
    assert_ok(ctx, rdg_hbm_solver(hb, RDG_WHOLE));
    const double variables = MASSES * COEFFICIENTS, full = 8.0 * variables * variables;
    watch_allocations(0, false);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 1.0));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 1.0), RDG_MAXIMA("Am"),
                           RDG_MAX_POINTS(10), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END));
    leave_allocations();
    assert_true((double)most_bytes_held < 0.5 * full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_sensor_of_all_displacements_stores_no_second_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
