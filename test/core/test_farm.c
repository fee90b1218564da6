/* The number of a case and the folder of its runs. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <ridgewalk/core.h>
#include <ridgewalk/toolbox.h>

#include <stdlib.h>
#include <string.h>

static rdg_index case_of(const char *number, const char *farm, char *folder, size_t size)
{
    rdg_context *ctx = rdg_context_create();
    unsetenv("RDG_CASE");
    unsetenv("RDG_FARM");
    if (number) {
        setenv("RDG_CASE", number, 1);
    }
    if (farm) {
        setenv("RDG_FARM", farm, 1);
    }
    const rdg_index k = rdg_farm_case(ctx);
    snprintf(folder, size, "%s",
             rdg_error_status(ctx) == RDG_OK ? rdg_run_folder(ctx) : rdg_error_message(ctx));
    rdg_error_clear(ctx);
    rdg_context_free(ctx);
    return k;
}

static void a_case_has_a_folder(void **state)
{
    static const struct {
        const char *number, *farm;
        rdg_index k;
        const char *folder;
    } at[] = {{NULL, NULL, 0, "runs"},           {"", "wheels", 0, "runs"},
              {"412", NULL, 412, "farm/0412"},   {"412", "", 412, "farm/0412"},
              {"7", "/tmp/f", 7, "/tmp/f/0007"}, {"123456", "f", 123456, "f/123456"}};
    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        char folder[256];
        assert_int_equal(case_of(at[i].number, at[i].farm, folder, sizeof folder), at[i].k);
        assert_string_equal(folder, at[i].folder);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    static const char *const wrong[] = {"0", "-3", "4x", "x", "1.5", " ", "99999999999999999999"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char message[256], quoted[64];
        assert_int_equal(case_of(wrong[i], NULL, message, sizeof message), 0);
        snprintf(quoted, sizeof quoted, "RDG_CASE is \"%s\"", wrong[i]);
        assert_non_null(strstr(message, quoted));
    }
}

static void a_long_path_is_cut_off_and_its_length_known(void **state)
{
    char path[8];
    (void)state;
    assert_int_equal(rdg_farm_folder(path, sizeof path, "wheels", 3), (int)strlen("wheels/0003"));
    assert_string_equal(path, "wheels/");
    assert_true(rdg_farm_folder(NULL, 0, "wheels", 3) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_has_a_folder),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(a_long_path_is_cut_off_and_its_length_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
