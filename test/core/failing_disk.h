/* Runs one of whose calls to the disk fails. */
#ifndef RDG_TEST_FAILING_DISK_H
#define RDG_TEST_FAILING_DISK_H

#include "killed_kinds.h"

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

/* Every stride-th call of a kind, each where there are few. */
static void fail_calls(const run_kind *kind, int how, long stride)
{
    const disk_account whole = run_undisturbed(kind);
    const long few = 8;
    for (disk_kind of = DISK_WRITE; of < N_DISK_KINDS; of++) {
        for (long at = 1; at <= whole.calls[of]; at += whole.calls[of] > few ? stride : 1) {
            run_with_fault(kind, &(disturbance){.how = how, .kind = of, .at = at});
        }
    }
}

#endif
