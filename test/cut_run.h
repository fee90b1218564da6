/* Runs that are cut off behind any of their charts and taken up again: in the end nobody can tell them from
 * runs that were left alone, to the last bit. To be included once, by a test with link:
 * -Wl,--wrap=rdg_run_store_append */
#ifndef RDG_TEST_CUT_RUN_H
#define RDG_TEST_CUT_RUN_H

#include "same_file.h"
#include "scratch.h"

#include <ridgewalk/toolbox.h>

typedef struct cut_case {
    const char *name; /* of the run */
    rdg_status (*go)(rdg_context *ctx, const char *name, bool resumes);
    const char *others[4]; /* runs beside it, below its name: "stage1" */
    bool is_only_others;   /* there is none of the name itself */
} cut_case;

/* Charts that are written, of all runs; the one behind which everything ends, 0: none. */
static long cut_written, cut_at;

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
rdg_status __real_rdg_run_store_append(void *store, const void *chart);
rdg_status __wrap_rdg_run_store_append(void *store, const void *chart);

static rdg_context *cut_context;

rdg_status __wrap_rdg_run_store_append(void *store, const void *chart)
{
    const rdg_status status = __real_rdg_run_store_append(store, chart);
    return status == RDG_OK && ++cut_written == cut_at
               ? rdg_fail(cut_context, RDG_ERR_INTERRUPTED, "test", "cut off")
               : status;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* In a context of its own, as a process that begins would do it. */
static inline rdg_status cut_go(const cut_case *what, const char *part, bool resumes, long at)
{
    char path[100];
    cut_context = rdg_context_create();
    snprintf(path, sizeof path, "%s/%s", scratch_folder, part);
    rdg_set_writer(cut_context, NULL, NULL);
    rdg_set_run_folder(cut_context, path);
    cut_written = 0;
    cut_at = at;
    const rdg_status status = what->go(cut_context, what->name, resumes);
    if (status != RDG_OK && cut_written < (at > 0 ? at : cut_written + 1)) {
        print_error("%s: %s\n", what->name, rdg_error_message(cut_context));
    }
    rdg_context_free(cut_context);
    cut_at = 0;
    return status;
}

/* Whole, then cut behind chart `first`, `first` + `every`, ...: twice and once in turn, as the second cut
 * comes where the first one had been overcome; both behind each where it is cut behind all. */
static inline int cut_everywhere(const cut_case *what, long first, long every)
{
    int count = 0;
    assert_int_equal(cut_go(what, "whole", false, 0), RDG_OK);
    const long charts = cut_written;
    for (long at = first, place = 0; at <= charts; at += every, place++) {
        for (int twice = 0; twice < 2; twice++) {
            if (every > 1 && twice == place % 2) {
                continue;
            }
            assert_int_not_equal(cut_go(what, "cut", false, at), RDG_OK);
            if (twice) {
                cut_go(what, "cut", true, 1 + (at * 7) % 11);
            }
            assert_int_equal(cut_go(what, "cut", true, 0), RDG_OK);
            count += what->is_only_others ? 0 : same_file_differences("whole", "cut", what->name, at);
            for (int k = 0; k < 4 && what->others[k]; k++) {
                char other[100];
                snprintf(other, sizeof other, "%s/%s", what->name, what->others[k]);
                count += same_file_differences("whole", "cut", other, at);
            }
        }
    }
    return count;
}

#endif
