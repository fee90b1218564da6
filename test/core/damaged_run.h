/* Files of a run with bytes flipped, cut or inserted, and what must be true of them. */
#ifndef RDG_TEST_DAMAGED_RUN_H
#define RDG_TEST_DAMAGED_RUN_H

#include "allocations.h"
#include "run_fixture.h"

#include <ridgewalk/run_data.h>

#include <time.h>

/* What reading may cost: SQLite's cache, and this for each byte of the file. */
enum { READING_BYTES = 4 << 20, READING_PER_BYTE = 16 };

/* Read all that there is. A solution that is read is the one that was written. */
static inline bool read_whole(fixture *f, const char *name)
{
    rdg_run *run = rdg_run_open(f->ctx, name);
    bool good = run != NULL;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const rdg_index label = rdg_run_label(run, row);
        fixture_chart c;
        double u[9], tangent[9], rest[4];
        if (label <= 0 || rdg_run_solution(run, label, "Q", 9, u, tangent) != RDG_OK ||
            rdg_run_solution(run, label, "beam.hbm", 4, rest, NULL) != RDG_OK) {
            good = good && label == 0;
            rdg_error_clear(f->ctx);
            continue;
        }
        const rdg_index point = label == 1 ? -2 : label == 2 ? 0 : 2; /* of a label, not of a row */
        fixture_fill(&c, point, label, "");
        assert_memory_equal(u, c.u, sizeof u);
        assert_memory_equal(tangent, c.tangent, sizeof tangent);
        assert_memory_equal(rest, c.u + 9, sizeof rest);
    }
    if (!run) {
        assert_true(strlen(rdg_error_message(f->ctx)) > 20);
    }
    rdg_error_clear(f->ctx);
    rdg_run_free(run);
    return good;
}

static inline char *take_file(fixture *f, size_t *size)
{
    fixture_write(f, "run");
    return fixture_read(fixture_path(f, "run.db"), size);
}

/* The harm that a seed stands for. */
static inline size_t harm(char *bytes, size_t size, uint64_t *seed)
{
    const double where = 0.5 * (1.0 + random_signed(seed));
    const double kind = random_signed(seed);
    const size_t at = (size_t)(where * (double)(size - 1));
    if (kind < 0.6) {
        bytes[at] = (char)(bytes[at] ^ (1 << (int)(4.0 * (1.0 + random_signed(seed)))));
        return size;
    }
    const size_t most = size - at < 64 ? size - at : 64;
    const size_t n = 1 + (size_t)(0.5 * (1.0 + random_signed(seed)) * (double)(most - 1));
    if (kind < 0.8) {
        memmove(bytes + at, bytes + at + n, size - at - n);
        return size - n;
    }
    memmove(bytes + at + n, bytes + at, size - at);
    memset(bytes + at, (int)(100.0 * where), n);
    return size + n;
}

/* So many files, each with one to five harms: those that are told at all are counted, and no number of a
 * solution is another one. */
static inline void damage_files(fixture *f, int trials, uint64_t seed)
{
    size_t size = 0;
    char *bytes = take_file(f, &size);
    char *copy = calloc(1, size + 64 * 64);
    int told = 0;
    for (int trial = 0; trial < trials; trial++) {
        memcpy(copy, bytes, size);
        size_t harmed = size;
        const int times = 1 + trial % 5;
        for (int k = 0; k < times; k++) {
            harmed = harm(copy, harmed, &seed);
        }
        fixture_save(fixture_path(f, "run.db"), copy, harmed);
        const clock_t begin = clock();
        watch_allocations(0, false);
        told += !read_whole(f, "run");
        leave_allocations();
        assert_true(clock() - begin < CLOCKS_PER_SEC);
        assert_true(most_bytes_held < READING_BYTES + READING_PER_BYTE * harmed);
    }
    assert_in_range(told, trials / 10, trials);
    free(copy);
    free(bytes);
}

#endif
