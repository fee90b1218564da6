/* What tests of a run as it is written share: one that is begun, gone on with, and asked for. */
#ifndef RDG_TEST_RUN_WRITING_H
#define RDG_TEST_RUN_WRITING_H

#include "run_fixture.h"

#include <ridgewalk/run_data.h>

static inline rdg_run_store *start(fixture *f, const char *name)
{
    rdg_run_store *store = NULL;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &fixture_layout, NULL, 0, &store));
    return store;
}

static inline rdg_status go_on(fixture *f, const char *name, const rdg_layout *layout, rdg_run_store **store)
{
    return rdg_run_store_open(
        f->ctx, &(rdg_run_plan){.name = name, .layout = layout, .goes_on = true, .n_points = -1}, store);
}

static inline void append(fixture *f, rdg_run_store *store, rdg_index point, rdg_index label)
{
    fixture_chart c;
    fixture_fill(&c, point, label, "");
    assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
}

static inline bool exists(fixture *f, const char *name)
{
    return access(fixture_path(f, name), F_OK) == 0;
}

static inline rdg_index rows_of(fixture *f, const char *name)
{
    rdg_run *run = rdg_run_open(f->ctx, name);
    const rdg_index rows = rdg_run_count(run);
    rdg_run_free(run);
    return rows;
}

#endif
