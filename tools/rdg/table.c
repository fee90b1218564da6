/* rdg bd and rdg points: rows of a run. */
#include "rdg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_COLUMNS = 256 };

typedef struct table {
    int n;
    const char *name[MOST_COLUMNS];
    const double *values[MOST_COLUMNS]; /* NULL: the types */
} table;

/* A column by name; "type" is text. */
static bool add_column(const call *c, rdg_run *run, table *t, const char *name)
{
    if (t->n == MOST_COLUMNS) {
        return true;
    }
    t->name[t->n] = name;
    t->values[t->n] = strcmp(name, "type") == 0 ? NULL : rdg_run_column(run, name);
    if (strcmp(name, "type") != 0 && !t->values[t->n]) {
        complain("", "%s", reason_of(c));
        return false;
    }
    t->n++;
    return true;
}

static void print_header(rdg_run *run, const table *t, bool csv)
{
    for (int k = 0; k < t->n; k++) {
        char header[128];
        const char *unit = t->values[k] ? rdg_run_unit(run, t->name[k]) : "";
        snprintf(header, sizeof header, *unit ? "%s/%s" : "%s", t->name[k], unit);
        show(csv ? "%s%s" : "%s%14s", k > 0 ? (csv ? "," : " ") : "", header);
    }
    putchar('\n');
}

static void print_row(rdg_run *run, const table *t, rdg_index row, bool csv)
{
    for (int k = 0; k < t->n; k++) {
        const char *between = k > 0 ? (csv ? "," : " ") : "";
        if (!t->values[k]) {
            show(csv ? "%s%s" : "%s%14s", between, rdg_run_type(run, row));
        } else {
            printf(csv ? "%s%.17g" : "%s%14.7g", between, t->values[k][row]);
        }
    }
    putchar('\n');
}

int print_table(const call *c)
{
    table t = {.n = 0};
    rdg_run *run = opened_run(c, c->word[0]);
    if (!run) {
        return TROUBLE;
    }
    const char *name = NULL;
    for (rdg_index i = 0; c->n == 1 && (name = rdg_run_column_name(run, i)); i++) {
        if (i == 2 && !add_column(c, run, &t, "type")) {
            return TROUBLE;
        }
        if (!add_column(c, run, &t, name)) {
            return TROUBLE;
        }
    }
    for (int k = 1; k < c->n; k++) {
        if (!add_column(c, run, &t, c->word[k])) {
            return TROUBLE;
        }
    }
    if (c->type && rdg_run_find(run, c->type, 0) < 0) {
        return complain("bd", "run \"%s\" has no point of type %s", c->word[0], c->type);
    }
    print_header(run, &t, c->csv);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (!c->type || strcmp(rdg_run_type(run, row), c->type) == 0) {
            print_row(run, &t, row, c->csv);
        }
    }
    return SAME;
}

/* The columns that say what a point is, or those that are asked for. */
static bool choose_columns(const call *c, rdg_run *run, table *t)
{
    bool good = true;
    const char *name = NULL;
    for (int k = 1; k < c->n && good; k++) {
        good = add_column(c, run, t, c->word[k]);
    }
    for (rdg_index i = 0; c->n == 1 && good && (name = rdg_run_column_name(run, i)); i++) {
        const bool wanted = i == 0 || (!is_of_the_walk(name) && strcmp(name, "norm") != 0);
        good = (!wanted || add_column(c, run, t, name)) && (i != 1 || add_column(c, run, t, "type"));
    }
    return good;
}

bool print_new_rows(const call *c, rdg_run *run, watched *seen)
{
    table t = {.n = 0};
    if (!choose_columns(c, run, &t)) {
        return false;
    }
    if (seen->first) {
        print_header(run, &t, false);
    }
    const watched before = *seen;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const rdg_index point = rdg_run_point(run, row);
        if (before.first || point < before.lowest || point > before.highest) {
            print_row(run, &t, row, false);
        }
        seen->lowest = seen->first || point < seen->lowest ? point : seen->lowest;
        seen->highest = seen->first || point > seen->highest ? point : seen->highest;
        seen->first = false;
    }
    return true;
}

bool is_of_the_walk(const char *column)
{
    static const char *const names[] = {"point", "step", "next_step", "iterations", "residual", "time"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (strcmp(column, names[k]) == 0) {
            return true;
        }
    }
    return false;
}

int print_points(const call *c)
{
    static const char *const facts[] = {"version",   "first_active", "variables",
                                        "equations", "stop",         "seconds"};
    table t = {.n = 0};
    rdg_run *run = opened_run(c, c->word[0]);
    if (!run) {
        return TROUBLE;
    }
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *text = run_fact(c, run, facts[i]);
        if (*text) {
            show("%s%s %s", i > 0 ? ", " : "", facts[i], text);
        }
    }
    printf("%s\n", rdg_run_finished(run) ? "" : ", not finished");
    const char *name = NULL;
    for (rdg_index i = 0; (name = rdg_run_column_name(run, i)); i++) {
        const bool wanted = !is_of_the_walk(name) && strcmp(name, "norm") != 0;
        if (wanted && !add_column(c, run, &t, name)) {
            return TROUBLE;
        }
        if (i == 1 && !add_column(c, run, &t, "type")) {
            return TROUBLE;
        }
    }
    print_header(run, &t, false);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (*rdg_run_type(run, row)) {
            print_row(run, &t, row, false);
        }
    }
    return SAME;
}
