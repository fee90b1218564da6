/* A rod of 10 000 degrees of freedom with ten contacts: condensed to eleven, and with all kept. */
#include "models.h"
#include "rod.h"

static double solve(rdg_context *ctx, rdg_hbm *hb, double *cosine, double *sine)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 150.0), RDG_AT("alpha", 0.01));
    double margin = 0;
    assert_ok(ctx, rdg_solve(p));
    assert_ok(ctx, rdg_hbm_harmonic(hb, "pad 6", 1, rdg_start_values(p), &cosine[0], &sine[0]));
    assert_ok(ctx, rdg_hbm_harmonic(hb, "end", 3, rdg_start_values(p), &cosine[1], &sine[1]));
    assert_int_equal(rdg_hbm_margin(hb, ROD_CONTACTS - 1, rdg_start_values(p), &margin, NULL), 0);
    rdg_problem_free(p);
    return margin;
}

static void condensed_and_whole_structure_agree(void **state)
{
    rdg_context *ctx = *state;
    double cosine[2][2], sine[2][2];
    rdg_structure *rod = rod_create(ctx, 10000);
    for (int whole = 0; whole < 2; whole++) {
        rdg_hbm *hb = rod_hbm(rod, whole);
        assert_int_equal(rdg_hbm_unknowns(hb), 4 * (whole ? 10000 : ROD_CONTACTS + 1));
        assert_true(solve(ctx, hb, cosine[whole], sine[whole]) < 0); /* it slips */
    }
    /* Each coefficient by its own size. Rounding of the stiffness, 2e8 N/m beside a mass term of 2 N/m,
     * scatters them by up to 2e-9 where Newton's method begins elsewhere: its residual is no better, and
     * refinement, which takes that for right, has nothing to add. */
    for (int place = 0; place < 2; place++) {
        assert_near(cosine[1][place], cosine[0][place], 5e-9, 0);
        assert_near(sine[1][place], sine[0][place], 5e-9, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(condensed_and_whole_structure_agree, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
