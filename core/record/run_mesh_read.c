/* Reading surfaces back: triangles and curves as rows of the run. */
#include "file_impl.h"
#include "run_data_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

static rdg_status damaged(const rdg_run *run, const char *file, rdg_index line)
{
    return rdg_fail(run->ctx, RDG_ERR_FORMAT, "rdg_run_triangles",
                    "%s/%s: line %" PRId64 " is not what it should be", run->path, file, line);
}

/* Numbers after the header line, `columns` in a line; those from `first_point` on are points, made rows. */
static rdg_status parse(rdg_run *run, const char *file, char *text, int columns, int first_point,
                        rdg_index *values, rdg_index *count)
{
    rdg_index line = 1;
    char *cursor = strchr(text, '\n');
    for (*count = 0; cursor && cursor[1]; ++*count) {
        line++;
        for (int j = 0; j < columns; j++) {
            char *end = NULL;
            rdg_index number = strtoll(cursor + 1, &end, 10);
            if (end == cursor + 1 || *end != (j < columns - 1 ? ',' : '\n')) {
                return damaged(run, file, line);
            }
            number = j >= first_point ? rdg_run_row_of_point(run, number) : number;
            if (number < 0) {
                return damaged(run, file, line);
            }
            values[*count * columns + j] = number;
            cursor = end;
        }
    }
    return RDG_OK;
}

/* A table of the run, read once and kept with it. */
static const rdg_index *read_table(rdg_run *run, const char *file, int columns, int first_point,
                                   rdg_run_mesh *mesh, rdg_index *count)
{
    if (count) {
        *count = 0;
    }
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return NULL;
    }
    if (!count) {
        rdg_fail(run->ctx, RDG_ERR_ARGUMENT, "rdg_run_triangles",
                 "the pointer to the number of rows of %s is NULL", file);
        return NULL;
    }
    if (!mesh->values) {
        char *text = NULL;
        size_t size = 0;
        const int error = rdg_file_read_in(run->path, file, &text, &size);
        if (error) {
            rdg_fail(run->ctx, rdg_file_status(error), "rdg_run_triangles",
                     "run \"%s\" has no %s: is it the run of a surface that came to its end?", run->name,
                     file);
            return NULL;
        }
        mesh->values = rdg_context_calloc(run->ctx, size + 1, sizeof *mesh->values);
        rdg_status status = mesh->values ? RDG_OK : RDG_ERR_NO_MEMORY;
        if (status == RDG_OK) {
            status = parse(run, file, text, columns, first_point, mesh->values, &mesh->count);
        }
        rdg_free(text);
        if (status != RDG_OK) {
            return NULL;
        }
    }
    *count = mesh->count;
    return mesh->values;
}

const rdg_index *rdg_run_triangles(rdg_run *run, rdg_index *count)
{
    return read_table(run, "triangles.csv", 3, 0, run ? &run->triangles : NULL, count);
}

const rdg_index *rdg_run_event_curves(rdg_run *run, rdg_index *count)
{
    return read_table(run, "curves.csv", 2, 1, run ? &run->curves : NULL, count);
}
