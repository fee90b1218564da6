/* Values and labels of points by their type. */
#include "run_data_impl.h"

#include "text_list.h"
#include "toolbox.h"

#include <inttypes.h>

enum { LIST_SIZE = 400 };

const char *rdg_run_types(rdg_run *run, rdg_text *list)
{
    rdg_index kinds = 0;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const char *type = rdg_run_type(run, row);
        if (type && *type && rdg_run_find(run, type, 0) == row) {
            rdg_text_item(list, type);
            kinds++;
        }
    }
    return kinds > 0 ? rdg_text_list(list) : "none";
}

/* Row of the nth point of a type; -1: a failure. what: is requested there. */
static rdg_index require_point(rdg_run *run, const char *where, const char *type, rdg_index nth,
                               const char *what)
{
    const rdg_index row = rdg_run_find(run, type, nth);
    if (row >= 0) {
        return row;
    }
    rdg_index there = 0;
    while (rdg_run_find(run, type, there) >= 0) {
        there++;
    }
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    rdg_fail(run->ctx, RDG_ERR_ARGUMENT, where,
             "run \"%s\" has no point %s number %" PRId64 ", counted from 0, to read %s at: it has %" PRId64
             " of that type; its types of points: %s",
             run->name, type, nth, what, there, rdg_run_types(run, &list));
    return -1;
}

rdg_status rdg_run_value(rdg_run *run, const char *type, rdg_index nth, const char *column, double *value)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!type || !column || !value) {
        return RDG_FAIL(run->ctx, RDG_ERR_ARGUMENT,
                        "run \"%s\": it needs a type of points, a column and a place for the value",
                        run->name);
    }
    const double *values = rdg_run_lookup(run, __func__, column, NULL);
    const rdg_index row = values ? require_point(run, __func__, type, nth, column) : -1;
    if (row < 0) {
        return rdg_error_status(run->ctx);
    }
    *value = values[row];
    return RDG_OK;
}

rdg_index rdg_run_label_of(rdg_run *run, const char *type, rdg_index nth)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return 0;
    }
    if (!type) {
        rdg_fail(run->ctx, RDG_ERR_ARGUMENT, __func__, "run \"%s\": it needs a type of points", run->name);
        return 0;
    }
    const rdg_index row = require_point(run, __func__, type, nth, "a label");
    return row < 0 ? 0 : rdg_run_label(run, row);
}
