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

static rdg_status no_table(const rdg_run *run, const char *file, rdg_status status)
{
    return rdg_fail(run->ctx, status, "rdg_run_triangles",
                    "run \"%s\" has no %s: is it the run of a surface that came to its end?", run->name,
                    file);
}

/* What was not read to its end is not there. */
static rdg_status drop_unless_read(rdg_run_mesh *mesh, rdg_status status)
{
    if (status != RDG_OK) {
        rdg_free(mesh->values);
        *mesh = (rdg_run_mesh){.values = NULL};
    }
    return status;
}

static rdg_status read_file(rdg_run *run, const char *file, int columns, int first_point, rdg_run_mesh *mesh)
{
    char *text = NULL;
    size_t size = 0;
    const int error = rdg_file_read_in(run->path, file, &text, &size);
    if (error) {
        return no_table(run, file, rdg_file_status(error));
    }
    mesh->values = rdg_context_calloc(run->ctx, size + 1, sizeof *mesh->values);
    const rdg_status status = mesh->values
                                  ? parse(run, file, text, columns, first_point, mesh->values, &mesh->count)
                                  : RDG_ERR_NO_MEMORY;
    rdg_free(text);
    return drop_unless_read(mesh, status);
}

static rdg_status read_memory(rdg_run *run, const char *file, int columns, int first_point,
                              rdg_run_mesh *mesh)
{
    const rdg_memory_run *kept = run->memory;
    if (!kept->has_mesh) {
        return no_table(run, file, RDG_ERR_IO);
    }
    const bool triangles = columns == 3;
    const rdg_index *from = triangles ? kept->triangle : kept->curve;
    mesh->count = triangles ? kept->n_triangles : kept->n_curve_points;
    mesh->values = rdg_context_calloc(run->ctx, (size_t)(columns * mesh->count), sizeof *mesh->values);
    rdg_status status = mesh->values ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; status == RDG_OK && i < columns * mesh->count; i++) {
        mesh->values[i] = i % columns >= first_point ? rdg_run_row_of_point(run, from[i]) : from[i];
        status = mesh->values[i] < 0 ? damaged(run, file, i / columns + 2) : RDG_OK;
    }
    return drop_unless_read(mesh, status);
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
    if (!mesh->values &&
        (run->memory ? read_memory : read_file)(run, file, columns, first_point, mesh) != RDG_OK) {
        return NULL;
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
