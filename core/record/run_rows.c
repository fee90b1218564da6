/* Rows of a run: their points, labels and types. */
#include "run_data_impl.h"

#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

rdg_index rdg_run_count(const rdg_run *run)
{
    return run ? run->n_rows : 0;
}

static bool row_exists(rdg_run *run, const char *where, rdg_index row)
{
    if (run && (row < 0 || row >= run->n_rows)) {
        rdg_fail(run->ctx, RDG_ERR_ARGUMENT, where,
                 "row %" PRId64 " of run \"%s\" does not exist; it has %" PRId64, row, run->name,
                 run->n_rows);
    }
    return run && row >= 0 && row < run->n_rows;
}

/* Points and labels are whole numbers below 2^53: a double holds them exactly. */
rdg_index rdg_run_point(rdg_run *run, rdg_index row)
{
    return row_exists(run, "rdg_run_point", row) ? (rdg_index)run->field[0].values[row] : 0;
}

rdg_index rdg_run_label(rdg_run *run, rdg_index row)
{
    return row_exists(run, "rdg_run_label", row) ? (rdg_index)run->field[1].values[row] : 0;
}

const char *rdg_run_type(rdg_run *run, rdg_index row)
{
    return row_exists(run, "rdg_run_type", row) ? run->type[row] : "";
}

rdg_index rdg_run_find(const rdg_run *run, const char *type, rdg_index nth)
{
    for (rdg_index i = 0; type && i < rdg_run_count(run); i++) {
        if (strcmp(run->type[i], type) == 0 && nth-- == 0) {
            return i;
        }
    }
    return -1;
}

rdg_index rdg_run_row_of_label(const rdg_run *run, rdg_index label)
{
    for (rdg_index i = 0; label > 0 && i < rdg_run_count(run); i++) {
        if (run->field[1].values[i] == (double)label) {
            return i;
        }
    }
    return -1;
}

rdg_index rdg_run_row_of_point(rdg_run *run, rdg_index point)
{
    rdg_index low = 0;
    rdg_index high = run->n_rows;
    while (low < high) {
        const rdg_index middle = low + (high - low) / 2;
        if (rdg_run_point(run, middle) < point) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < run->n_rows && rdg_run_point(run, low) == point ? low : -1;
}
