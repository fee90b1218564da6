/* rdg diff: options, special points and end of two runs. Runs with other steps along the same branch have the
 * same special points: these are compared, in their order, and not the regular points. */
#include "rdg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Facts that say how a run was computed or ended; those of how long it took do not count. */
static int compare_facts(const call *c, rdg_run *a, rdg_run *b)
{
    static const char *const names[] = {
        "first_active", "released",   "held",         "windows",   "events",        "start",
        "variables",    "equations",  "h0",           "h_min",     "h_max",         "angle_rad",
        "step_rule",    "max_points", "label_every",  "direction", "goes_round",    "dimension",
        "covers",       "sag",        "residual_tol", "step_tol",  "stop_forwards", "stop_backwards"};
    int status = SAME;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *x = run_fact(c, a, names[i]);
        const char *y = run_fact(c, b, names[i]);
        if (strcmp(x, y) != 0) {
            show("%s: %s | %s", names[i], *x ? x : "-", *y ? y : "-");
            putchar('\n');
            status = DIFFERENT;
        }
    }
    return status;
}

static int compare_point(const call *c, rdg_run *a, rdg_index i, rdg_run *b, rdg_index j, const char *type,
                         rdg_index nth)
{
    int status = SAME;
    const char *name = NULL;
    for (rdg_index k = 0; (name = rdg_run_column_name(a, k)); k++) {
        const double *y = is_of_the_walk(name) || strcmp(name, "label") == 0 ? NULL : rdg_run_column(b, name);
        rdg_error_clear(c->ctx); /* a column that only one of them has */
        if (!y) {
            continue;
        }
        const double u = rdg_run_column(a, name)[i];
        const double v = y[j];
        const double largest = fmax(fabs(u), fabs(v));
        if (fabs(u - v) > c->tolerance * largest + 1e-12 || isnan(u) != isnan(v)) {
            show("%s %lld: %s: %.10g | %.10g (relative %.1e)", type, (long long)nth + 1, name, u, v,
                 largest > 0.0 ? fabs(u - v) / largest : 0.0);
            putchar('\n');
            status = DIFFERENT;
        }
    }
    return status;
}

/* All points of one type, in their order. */
static int compare_type(const call *c, rdg_run *a, rdg_run *b, const char *type)
{
    int status = SAME;
    for (rdg_index nth = 0;; nth++) {
        const rdg_index i = rdg_run_find(a, type, nth);
        const rdg_index j = rdg_run_find(b, type, nth);
        if (i < 0 && j < 0) {
            return status;
        }
        if (i < 0 || j < 0) {
            show("%s %lld: only in %s", type, (long long)nth + 1, i >= 0 ? c->word[0] : c->word[1]);
            putchar('\n');
            status = DIFFERENT;
        } else if (compare_point(c, a, i, b, j, type, nth) != SAME) {
            status = DIFFERENT;
        }
    }
}

/* Types that `a` has, but for those that `done` has, too. */
static int compare_types(const call *c, rdg_run *a, rdg_run *b, rdg_run *from, rdg_run *done)
{
    int status = SAME;
    for (rdg_index row = 0; row < rdg_run_count(from); row++) {
        const char *type = rdg_run_type(from, row);
        if (*type && rdg_run_find(from, type, 0) == row && !(done && rdg_run_find(done, type, 0) >= 0) &&
            compare_type(c, a, b, type) != SAME) {
            status = DIFFERENT;
        }
    }
    return status;
}

int compare_runs(const call *c)
{
    rdg_run *a = opened_run(c, c->word[0]);
    rdg_run *b = a ? opened_run(c, c->word[1]) : NULL;
    if (!b) {
        return TROUBLE;
    }
    const int facts = compare_facts(c, a, b);
    const int first = compare_types(c, a, b, a, NULL);
    const int second = compare_types(c, a, b, b, a);
    return facts == SAME && first == SAME && second == SAME ? SAME : DIFFERENT;
}
