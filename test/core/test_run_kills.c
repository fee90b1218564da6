/* link: -Wl,--wrap=rdg_seconds */
/* Runs of every kind that are killed, at random and at calls to the disk: what was shown is in the store, and
 * in the end the run is the undisturbed one. test_run_kills_slow.c has a thousand. */
#define _GNU_SOURCE

#include "killed_kinds.h"

static void killed_runs_lose_nothing_shown_and_become_whole(void **state)
{
    (void)state;
    for (int k = 0; k < N_RUN_KINDS; k++) {
        kill_at_random(&run_kinds[k], 5, 3, 1e6, 1U + (unsigned)k);
        kill_at_random(&run_kinds[k], 3, 3, 1, 100U + (unsigned)k);
    }
}

/* The last rows, how it ended, what of it is shown, and the file's last form. */
static void a_run_killed_at_its_end_has_ended_as_it_was_shown(void **state)
{
    (void)state;
    enum { LAST = 5 };
    const run_kind *kind = &run_kinds[0];
    const disk_account whole = run_undisturbed(kind);
    int kills = 0;
    make_whole(kind); /* an older run */
    for (disk_kind of = DISK_WRITE; of < N_DISK_KINDS; of++) {
        for (long at = whole.calls[of] > LAST ? whole.calls[of] - LAST : 1; at <= whole.calls[of]; at++) {
            remove_all("shown");
            kills += run_in_child(kind, "disturbed", false,
                                  &(disturbance){.how = KILLED_BEHIND, .kind = of, .at = at}) < 0;
            assert_nothing_shown_is_lost();
            make_whole(kind);
        }
    }
    assert_true(kills > LAST);
}

/* What a killed run has left beside its file is not taken for a part of the next one. */
static void a_log_without_its_file_does_no_harm(void **state)
{
    (void)state;
    const run_kind *kind = &run_kinds[0];
    const disk_account whole = run_undisturbed(kind);
    for (int k = 1; k < 6; k++) {
        const disturbance what = {
            .how = KILLED_BEFORE, .kind = DISK_WRITE, .at = k * whole.calls[DISK_WRITE] / 6};
        remove_all("disturbed");
        run_in_child(kind, "disturbed", false, &what);
        remove(in_scratch("disturbed/curve.db"));
        remove_all("shown");
        make_whole(kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(killed_runs_lose_nothing_shown_and_become_whole),
        SCRATCH_TEST(a_log_without_its_file_does_no_harm),
        SCRATCH_TEST(a_run_killed_at_its_end_has_ended_as_it_was_shown),
    };
    return cmocka_run_group_tests_name("runs: killed", tests, NULL, NULL);
}
