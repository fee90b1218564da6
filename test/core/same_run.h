/* Two readings of what should be the same run: every row, column, label, solution and fact but the clock's.
 */
#ifndef RDG_TEST_SAME_RUN_H
#define RDG_TEST_SAME_RUN_H

#include "support.h"

#include <ridgewalk/run_data.h>

static inline void assert_same_numbers(const double *a, const double *b, rdg_index n, const char *what)
{
    for (rdg_index i = 0; i < n; i++) {
        if (!(a[i] == b[i]) && !(isnan(a[i]) && isnan(b[i]))) {
            print_error("%s, place %lld: %.17g and %.17g\n", what, (long long)i, a[i], b[i]);
            fail();
        }
    }
}

static inline void assert_same_solutions(rdg_context *ctx, rdg_run *a, rdg_run *b, const char *block)
{
    for (rdg_index row = 0; row < rdg_run_count(a); row++) {
        const rdg_index label = rdg_run_label(a, row);
        if (label > 0) {
            const rdg_index n = rdg_run_block_size(a, label, block);
            double u[2][64], tangent[2][64];
            assert_in_range(n, 1, 64);
            assert_int_equal(rdg_run_block_size(b, label, block), n);
            assert_ok(ctx, rdg_run_solution(a, label, block, n, u[0], tangent[0]));
            assert_ok(ctx, rdg_run_solution(b, label, block, n, u[1], tangent[1]));
            assert_same_numbers(u[0], u[1], n, block);
            assert_same_numbers(tangent[0], tangent[1], n, "tangent");
        }
    }
}

static inline void assert_same_run(rdg_context *ctx, rdg_run *a, rdg_run *b, const char *const *blocks)
{
    const char *const fact[] = {"version",       "released",   "held",         "windows", "events",
                                "start",         "h0",         "stop",         "points",  "folds",
                                "reached",       "covered",    "not_reached",  "name",    "library",
                                "stop_forwards", "iterations", "branch_points"};
    const rdg_index n = rdg_run_count(a);
    assert_int_equal(rdg_run_count(b), n);
    assert_int_equal(rdg_run_finished(a), rdg_run_finished(b));
    for (size_t i = 0; i < sizeof fact / sizeof *fact; i++) {
        assert_string_equal(rdg_run_text(a, fact[i]), rdg_run_text(b, fact[i]));
    }
    for (rdg_index row = 0; row < n; row++) {
        assert_int_equal(rdg_run_point(a, row), rdg_run_point(b, row));
        assert_int_equal(rdg_run_label(a, row), rdg_run_label(b, row));
        assert_string_equal(rdg_run_type(a, row), rdg_run_type(b, row));
        assert_int_equal(rdg_run_find(a, rdg_run_type(a, row), 0), rdg_run_find(b, rdg_run_type(a, row), 0));
    }
    const char *name = NULL;
    for (rdg_index k = 0; (name = rdg_run_column_name(a, k)); k++) {
        assert_string_equal(rdg_run_column_name(b, k), name);
        assert_string_equal(rdg_run_unit(a, name), rdg_run_unit(b, name));
        if (strcmp(name, "time") != 0) {
            assert_same_numbers(rdg_run_column(a, name), rdg_run_column(b, name), n, name);
        }
    }
    for (; *blocks; blocks++) {
        char variable[64];
        snprintf(variable, sizeof variable, "%s[0]", *blocks);
        assert_same_numbers(rdg_run_column(a, variable), rdg_run_column(b, variable), n, variable);
        assert_same_solutions(ctx, a, b, *blocks);
    }
    assert_ok(ctx, rdg_error_status(ctx));
}

#define BLOCKS(...) ((const char *const[]){__VA_ARGS__, NULL})

#endif
