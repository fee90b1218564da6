/* Lists of names in messages: whole names only, whatever space there is. */
#include "fresh_context.h"

#include <ridgewalk/text_list.h>
#include <ridgewalk/toolbox.h>

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

/* Characters of more bytes stay, a tail that belongs to none goes. */
static void controls_are_replaced(void **state)
{
    (void)state;
    char text[] = "a\b\x1b[31m\t\n\x7f \xc3\xa9 \xe2\x82\xac \xc2\x9b \x9b \xc2\xa0 \xf0\x9f\x98\x80";
    rdg_replace_controls(text, "\n");
    assert_string_equal(text, "a??[31m?\n? \xc3\xa9 \xe2\x82\xac ?? ? \xc2\xa0 \xf0\x9f\x98\x80");
    rdg_replace_controls(text, NULL);
    assert_non_null(strstr(text, "[31m???"));
}

static void hear(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    strncat(data, text, 200);
}

/* Names come from programs, and from files that anybody may have written. */
static void messages_command_no_terminal(void **state)
{
    rdg_context *ctx = *state;
    char heard[1024] = "";
    rdg_listener listener = {.hear = hear, .data = heard};
    rdg_set_writer(ctx, hear, heard);
    rdg_write(ctx, RDG_CHANNEL_TABLE, "1\t\x1b]0;table\a\n");
    rdg_listen(ctx, &listener);
    rdg_warnings_begin(ctx);
    for (int k = 0; k < 2; k++) { /* the second one is only heard */
        rdg_warn(ctx, "kind", "%s", "odd\b");
    }
    rdg_warnings_end(ctx, "test");
    rdg_fail(ctx, RDG_ERR_NAME, "test", "no name: \"%s\"", "\x1b[31mred\r");
    rdg_listen_no_more(ctx, &listener);
    assert_string_equal(rdg_error_message(ctx), "test: no name: \"?[31mred?\"");
    assert_non_null(strstr(heard, "1\t?]0;table?\n"));
    for (const char *c = heard; *c; c++) {
        assert_true((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_list_is_cut_behind_an_item),
        TEST(controls_are_replaced),
        TEST(messages_command_no_terminal),
        TEST(an_empty_list_is_none_and_no_place_measures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
