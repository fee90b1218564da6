/* Random contact problems in large number. */
#include "contact_cases.h"
#include "fresh_context.h"

static void ten_thousand_problems_satisfy_the_law_or_say_that_they_do_not(void **state)
{
    const contact_survey found = survey(*state, 10000, 7);
    print_message(
        "unanswered %d, free %d, closed form %d, Newton %d, Lemke %d, Gauss-Seidel %d, friction %d\n",
        found.count[0], found.count[1], found.count[2], found.count[3], found.count[4], found.count[5],
        found.count[6]);
    assert_int_equal(found.soft, 0);
    assert_int_equal(found.count[RDG_CONTACT_UNANSWERED], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ten_thousand_problems_satisfy_the_law_or_say_that_they_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
