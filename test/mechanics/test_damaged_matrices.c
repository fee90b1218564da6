/* Damaged files of matrices, and those that are kept because a reader once went wrong with them. */
#define _GNU_SOURCE

#include "damaged_matrices.h"

static void a_damaged_file_is_refused_or_read_as_it_stands(void **state)
{
    (void)state;
    const int read = damage_all_texts(1200, 1);
    assert_in_range(read, 30, 1100);
}

static void kept_files_are_read_or_refused_as_their_names_say(void **state)
{
    (void)state;
    static char text[2 * LONGEST_FILE];
    DIR *folder = opendir("test/data/fuzz");
    int files = 0;
    assert_non_null(folder);
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (strstr(entry->d_name, ".mtx")) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            for (int k = 0; k < 3; k++) {
                snprintf(file_of[k], sizeof file_of[k], "test/data/fuzz/%.60s", entry->d_name);
            }
            rdg_structure *s = read_within_bounds(ctx, read_market, 4096);
            if ((s != NULL) == (strncmp(entry->d_name, "refused", 7) == 0)) {
                fail_msg("%s: %s", entry->d_name, rdg_error_message(ctx));
            }
            if (s) {
                const size_t size = take_text(file_of[2], text);
                assert_is_as_it_stands(s, 2, text, size, plain_market);
            }
            rdg_context_free(ctx);
            files++;
        }
    }
    closedir(folder);
    assert_true(files > 10);
}

/* Neither waited for nor read without an end. */
static void what_is_no_file_is_refused(void **state)
{
    rdg_context *ctx = *state;
    static const char words[] = "it is no file, but a folder, a pipe or a device";
    char pipe[96], job[96];
    snprintf(pipe, sizeof pipe, "%s/pipe.dof", scratch_folder);
    snprintf(job, sizeof job, "%s/pipe", scratch_folder);
    assert_int_equal(mkfifo(pipe, 0666), 0);
    const char *const odd[] = {pipe, "/dev/zero", "/dev/null", scratch_folder};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        assert_null(rdg_structure_read(ctx, "odd", odd[k], NULL, odd[k]));
        assert_failed(ctx, RDG_ERR_IO, words);
    }
    assert_null(rdg_structure_read_calculix(ctx, "odd", job));
    assert_failed(ctx, RDG_ERR_IO, words);
}

/* Its rest is not taken for another line. */
static void a_line_with_many_blanks_is_one_line(void **state)
{
    static char text[2 * LONGEST_FILE];
    const size_t size = take_text("test/data/bar.sti", text);
    rdg_context *ctx = *state;
    for (int which = 0; which < 3; which++) {
        const char *const ending[] = {".mas", ".dof", ".sti"};
        char from[96], to[96];
        snprintf(from, sizeof from, "test/data/bar%s", ending[which]);
        snprintf(to, sizeof to, "%s/job%s", scratch_folder, ending[which]);
        put_text(to, text, take_text(from, text));
    }
    char *end = strchr(text, '\n');
    assert_non_null(end);
    memmove(end + 400, end, size - (size_t)(end - text));
    memset(end, ' ', 400);
    char sti[96];
    snprintf(sti, sizeof sti, "%s/job.sti", scratch_folder);
    put_text(sti, text, size + 400);
    rdg_structure *s = read_job(ctx);
    assert_non_null(s);
    assert_is_as_it_stands(s, 2, text, size + 400, plain_calculix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_damaged_file_is_refused_or_read_as_it_stands),
        SCRATCH_TEST(kept_files_are_read_or_refused_as_their_names_say),
        SCRATCH_TEST(what_is_no_file_is_refused),
        SCRATCH_TEST(a_line_with_many_blanks_is_one_line),
    };
    return cmocka_run_group_tests_name("mechanics: damaged files", tests, NULL, NULL);
}
