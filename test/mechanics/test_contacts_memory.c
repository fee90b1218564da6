/* Every allocation of mechanics' contacts fails once: no crash, no leak; solving takes no memory. */
#include "contact_cases.h"
#include "failing_memory.h"

static contact_case c;

static rdg_status use_everything(rdg_context *ctx)
{
    rdg_contact_solver *s = rdg_contact_solver_create(ctx, 2, 5);
    rdg_contact_solver_free(rdg_contact_solver_create(ctx, 0, 0));
    uint64_t seed = 5;
    for (int k = 0; k < 10 && s; k++) {
        case_draw(&c, 1 + k % 5, 1 + k % 2, k % 3 ? 0 : 2, k > 5, 0.5, 1.0, 0, &seed);
        const long before = memory_asked;
        rdg_contact_solve(s, &c.problem, c.r, NULL);
        assert_int_equal(memory_asked, before);
    }
    return rdg_error_status(ctx);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fail_each_allocation(use_everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
