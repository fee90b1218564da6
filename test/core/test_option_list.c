/* Options of a run put together one by one. */
#include "support.h"

#include "option_list.h"

static void lists_end_and_keep_the_order(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_option_list list = {.ctx = ctx};
    for (int k = 0; k < 20; k++) {
        assert_ok(ctx, rdg_option_list_add(&list, RDG_MAX_POINTS(k)));
        assert_int_equal(list.item[k + 1].kind, RDG_OPTION_END);
    }
    for (int k = 0; k < 20; k++) {
        assert_int_equal(list.item[k].count, k);
    }
    rdg_option_list_release(&list);
    assert_null(list.item);
    rdg_context_free(ctx);
}

static void start_and_output_are_told_from_the_rest(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_option_list rest = {.ctx = ctx}, output = {.ctx = ctx};
    const rdg_option given[] = {
        RDG_FROM("frc", 3),        RDG_WINDOW("omega", 1, 2), RDG_NO_TABLE,
        RDG_WINDOW("alpha", 3, 4), RDG_WINDOW("omega", 5, 6), {.kind = RDG_OPTION_END}};
    rdg_option_list_add_rest(&rest, given, "omega");
    assert_int_equal(rest.count, 2);
    assert_int_equal(rest.item[0].kind, RDG_OPTION_NO_TABLE);
    assert_string_equal(rest.item[1].name, "alpha");
    rdg_option_list_add_output(&output, given);
    assert_int_equal(output.count, 1);
    assert_near(rdg_option_find(given, RDG_OPTION_WINDOW, "omega")->a, 5.0, 0.0, 0.0);
    assert_int_equal(rdg_option_find(given, RDG_OPTION_FROM, NULL)->count, 3);
    assert_null(rdg_option_find(given, RDG_OPTION_WINDOW, "Am"));
    assert_null(rdg_option_find(given, RDG_OPTION_SUMMARY, NULL));
    rdg_option_list_release(&rest);
    rdg_option_list_release(&output);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_end_and_keep_the_order),
        cmocka_unit_test(start_and_output_are_told_from_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
