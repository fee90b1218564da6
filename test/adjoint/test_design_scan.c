/* Other choices of the numbers: a design that has come to a lesser optimum begins anew. */
#define _XOPEN_SOURCE 700

#include "adjoint/random_ridges.h"
#include "scratch.h"

#include <ridgewalk/design.h>

/* The limits of two contacts of a random chain. */
static rdg_design_result choose(rdg_context *ctx, uint64_t number, const char *name, rdg_index scans)
{
    uint64_t seed = number * 7919u + 17u;
    const random_ridges r = random_structure(ctx, &seed);
    const double level = sqrt(r.least * r.most), low = 0.03 * level, high = 30.0 * level;
    rdg_design_result result = {.n = 0};
    assert_ok(ctx,
              rdg_design(r.hb, name, "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", r.low, r.high),
                         RDG_DESIGN("c0.limit", low, high), RDG_DESIGN("c1.limit", low, high),
                         RDG_DESIGN_SCAN(scans), RDG_DESIGN_RESULT(&result), RDG_IN_MEMORY, RDG_NO_TABLE));
    return result;
}

/* The second contact sticks at the start, where its limit has no effect. */
static void a_lower_optimum_is_found(void **state)
{
    const rdg_design_result plain = choose(*state, 27, "plain", 0), wide = choose(*state, 27, "wide", 4);
    assert_int_equal(plain.kind, RDG_DESIGN_OPTIMUM);
    assert_int_equal(plain.number[1].place, RDG_DESIGN_IDLE);
    assert_int_equal(plain.scanned, 0);
    assert_near(plain.amplitude, 2.305941, 1e-7, 0.0);
    assert_int_equal(wide.kind, RDG_DESIGN_OPTIMUM);
    assert_true(wide.certified);
    assert_int_equal(wide.scanned, 4);
    assert_int_equal(wide.unscanned, 0);
    assert_int_equal(wide.number[1].place, RDG_DESIGN_FREE);
    assert_near(wide.amplitude, 2.279137, 1e-6, 0.0);
    assert_int_equal(rdg_shortfalls(*state), 0);
}

/* Neither of two choices is lower, but the peaks at one of them lead to a lower optimum. */
static void a_choice_that_leads_lower_is_enough(void **state)
{
    const rdg_design_result plain = choose(*state, 6, "plain", 0), wide = choose(*state, 6, "wide", 2);
    assert_near(plain.amplitude, 0.55233866258, 1e-10, 0.0);
    assert_near(wide.amplitude, 0.524666509091, 1e-10, 0.0);
    assert_int_equal(wide.kind, RDG_DESIGN_EQUAL_PEAKS);
    assert_true(wide.certified);
}

/* Where none is lower nothing changes. */
static void an_optimum_stays(void **state)
{
    const rdg_design_result plain = choose(*state, 3, "plain", 0), wide = choose(*state, 3, "wide", 2);
    assert_int_equal(plain.kind, wide.kind);
    assert_int_equal(wide.scanned, 2);
    assert_int_equal(plain.stages, wide.stages);
    assert_true(plain.amplitude == wide.amplitude);
}

static void a_number_of_choices_that_makes_no_sense_is_refused(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    const random_ridges r = random_structure(ctx, &seed);
    assert_int_equal(rdg_design(r.hb, "x", "Am", RDG_HOLD_AT("alpha", 1.0), RDG_WINDOW("omega", 1.0, 2.0),
                                RDG_DESIGN("c0.kt", 1.0, 2.0), RDG_DESIGN_SCAN(-1)),
                     RDG_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_lower_optimum_is_found),
        SCRATCH_TEST(a_choice_that_leads_lower_is_enough),
        SCRATCH_TEST(an_optimum_stays),
        SCRATCH_TEST(a_number_of_choices_that_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
