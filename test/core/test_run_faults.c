/* A disk that refuses a call, once or from then on: the run ends whole, or with a message and its points so
 * far; when the disk is well again it is gone on with. */
#define _GNU_SOURCE

#include "killed_runs.h"

static void run_with_fault(const run_kind *kind, const disturbance *what)
{
    remove_all("disturbed");
    remove_all("shown");
    const int status = run_in_child(kind, "disturbed", false, what);
    if (status != RDG_OK && (status != RDG_ERR_IO || !strstr(account->message, "run "))) {
        print_error("%s, call %ld of kind %d: status %d, %s\n", kind->name, what->at, (int)what->kind, status,
                    account->message);
        fail();
    }
    assert_nothing_shown_is_lost();
    if (status == RDG_OK) {
        assert_as_undisturbed(kind);
    } else {
        make_whole(kind);
    }
}

static void fail_calls(const run_kind *kind, int how, long stride)
{
    const disk_account whole = run_undisturbed(kind);
    for (disk_kind of = DISK_WRITE; of < N_DISK_KINDS; of++) {
        for (long at = 1; at <= whole.calls[of]; at += of == DISK_WRITE ? stride : 1) {
            run_with_fault(kind, &(disturbance){.how = how, .kind = of, .at = at});
        }
    }
}

static void a_call_that_fails_once_is_told_or_harmless(void **state)
{
    (void)state;
    fail_calls(&run_kinds[0], FAILS, 3);
    fail_calls(&run_kinds[1], FAILS, 17);
}

static void a_disk_that_fails_from_then_on_is_told(void **state)
{
    (void)state;
    fail_calls(&run_kinds[0], FAILS_EVER_SINCE, 3);
    fail_calls(&run_kinds[1], FAILS_EVER_SINCE, 17);
    fail_calls(&run_kinds[2], FAILS_EVER_SINCE, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_call_that_fails_once_is_told_or_harmless),
        SCRATCH_TEST(a_disk_that_fails_from_then_on_is_told),
    };
    return cmocka_run_group_tests_name("runs: a disk that refuses", tests, NULL, NULL);
}
