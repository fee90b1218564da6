/* Pictures of a small branch, and what warnings say of those that cannot be drawn. */
#ifndef PICTURES_H
#define PICTURES_H

#include "run_fixture.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/run_data.h>

static inline const char *picture(fixture *f, const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return path;
}

/* A branch with a fold: omega = 300 + 20 s^2, alpha = s, Am = 1e-6 exp(-s), with s in [-1, 1]. */
static inline void write_branch(fixture *f, const char *name, int n)
{
    const char *const block[] = {"Q"}, *const parameter[] = {"omega", "alpha_k", "Am"};
    const rdg_index start[] = {0, 9};
    const rdg_layout layout = {1, block, start, 3, parameter, fixture_units, NULL};
    rdg_run_store *store = NULL;
    fixture_chart c;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &layout, NULL, 0, &store));
    for (int i = 0; i < n; i++) {
        const double s = n > 1 ? -1 + 2.0 * i / (n - 1) : 0;
        fixture_fill(&c, i, i == n / 2 ? 1 : 0, i == n / 2 ? "FP" : (i == 0 || i == n - 1 ? "EP" : ""));
        c.mu[0] = 300 + 20 * s * s;
        c.mu[1] = s;
        c.mu[2] = 1e-6 * exp(-s);
        assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    }
    rdg_run_store_free(store);
}

/* A run that ended before its first point. */
static inline void write_nothing(fixture *f, const char *name)
{
    rdg_run_store *store = NULL;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &fixture_layout, NULL, 0, &store));
    assert_ok(f->ctx, rdg_run_store_finish(store, NULL, 0));
    rdg_run_store_free(store);
}

static inline void assert_picture(const char *path, const char *beginning, const char *last)
{
    size_t size = 0;
    char *bytes = fixture_read(path, &size);
    assert_true(size > 1000);
    assert_memory_equal(bytes, beginning, strlen(beginning));
    bool found = false;
    for (size_t i = size - 16; i + strlen(last) <= size; i++) {
        found = found || memcmp(bytes + i, last, strlen(last)) == 0;
    }
    assert_true(found);
    free(bytes);
    char part[160];
    snprintf(part, sizeof part, "%s.part", path);
    assert_int_not_equal(access(part, F_OK), 0);
}

static char heard[1 << 12]; /* warnings */
static long lacking;        /* pictures of a test that lack something */

static inline void hear(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel == RDG_CHANNEL_WARNING) {
        strncat(heard, text, sizeof heard - strlen(heard) - 1);
    }
}

/* The last picture lacks something: a warning says so, the program computes on, and its exit status tells. */
static inline void assert_lacks(fixture *f, rdg_status status, rdg_status expected, const char *words)
{
    assert_int_equal(status, expected);
    assert_int_equal(rdg_error_status(f->ctx), RDG_OK);
    assert_int_equal(rdg_shortfalls(f->ctx), ++lacking);
    if (!strstr(heard, words)) {
        fail_msg("not in \"%s\": \"%s\"", heard, words);
    }
    heard[0] = '\0';
}

/* From here on warnings are collected. */
static inline void begin_lacking(fixture *f)
{
    lacking = 0;
    heard[0] = '\0';
    rdg_set_writer(f->ctx, hear, NULL);
}

#endif
