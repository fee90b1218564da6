/* Lists of names in messages: whole names only, whatever space there is. */
#include "fresh_context.h"

#include <ridgewalk/text_list.h>

#include <string.h>

static const char whole[] = "pad, shaker, tip of the blade, x";

static void a_list_is_cut_behind_an_item(void **state)
{
    (void)state;
    for (size_t size = 1; size < 60; size++) {
        char chars[64];
        memset(chars, '#', sizeof chars);
        rdg_text text = rdg_text_in(chars, size);
        rdg_text_item(&text, "pad");
        rdg_text_item(&text, "shaker");
        rdg_text_item(&text, "tip of the blade");
        rdg_text_item(&text, "x");
        assert_int_equal(text.length, strlen(whole));
        const char *list = rdg_text_list(&text);
        assert_true(strlen(list) < size && chars[size] == '#');
        if (size > strlen(whole)) {
            assert_string_equal(list, whole);
        } else if (size >= sizeof "pad, ...") {
            const size_t kept = strlen(list) - strlen(", ...");
            assert_string_equal(list + kept, ", ...");
            assert_int_equal(strncmp(list, whole, kept), 0);
            assert_int_equal(strncmp(whole + kept, ", ", 2), 0);
        } else if (size >= sizeof "...") {
            assert_string_equal(list + strlen(list) - strlen("..."), "...");
        }
    }
}

static void an_empty_list_is_none_and_no_place_measures(void **state)
{
    char chars[8];
    rdg_text text = rdg_text_in(chars, sizeof chars), measure = rdg_text_in(NULL, 5);
    (void)state;
    assert_string_equal(rdg_text_list(&text), "none");
    rdg_text_item(&measure, "shaker");
    rdg_text_item(&measure, "x");
    assert_int_equal(measure.length, strlen("shaker, x"));
    assert_string_equal(rdg_text_list(&measure), "none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_list_is_cut_behind_an_item),
        TEST(an_empty_list_is_none_and_no_place_measures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
