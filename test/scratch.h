/* A context for a test that runs: it keeps what is said, and has a run folder of its own, removed at the end.
 */
#ifndef RDG_TEST_SCRATCH_H
#define RDG_TEST_SCRATCH_H

#include "support.h"

#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch_folder[64];
static char scratch_said[16384]; /* notes and warnings */

static inline void scratch_listen(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel != RDG_CHANNEL_TABLE) {
        strncat(scratch_said, text, sizeof scratch_said - strlen(scratch_said) - 1);
    }
}

static inline int scratch_setup(void **state)
{
    rdg_context *ctx = rdg_context_create();
    mkdir("build", 0777);
    snprintf(scratch_folder, sizeof scratch_folder, "build/test-XXXXXX");
    assert_non_null(mkdtemp(scratch_folder));
    scratch_said[0] = '\0';
    rdg_set_writer(ctx, scratch_listen, NULL);
    assert_ok(ctx, rdg_set_run_folder(ctx, scratch_folder));
    *state = ctx;
    return 0;
}

static inline int scratch_remove(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static inline int scratch_teardown(void **state)
{
    rdg_context_free(*state);
    nftw(scratch_folder, scratch_remove, 8, FTW_DEPTH | FTW_PHYS);
    return 0;
}

#define SCRATCH_TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

#endif
