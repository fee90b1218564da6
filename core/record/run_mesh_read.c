/* Reading surfaces back: triangles and curves as rows of the run. */
#include "run_data_impl.h"
#include "run_schema_impl.h"
#include "toolbox.h"

static const char where[] = "rdg_run_triangles";

static rdg_status no_table(const rdg_run *run)
{
    return rdg_fail(
        run->ctx, RDG_ERR_IO, where,
        "run \"%s\" has no triangles: it is a curve, drawn by RDG_CURVE, or a surface that did not "
        "come to its end",
        run->name);
}

/* A table of whole numbers; those from column `first_point` on are points, made rows. */
typedef struct table {
    const char *name, *count, *rows;
    int columns, first_point;
} table;

static const table triangles = {"triangle", "select count(*) from triangle",
                                "select point_1, point_2, point_3 from triangle order by id", 3, 0};
static const table curves = {"curve_point", "select count(*) from curve_point",
                             "select curve, point from curve_point order by id", 2, 1};

static rdg_status take_row(rdg_run *run, const table *t, sqlite3_stmt *s, rdg_index *values)
{
    for (int j = 0; j < t->columns; j++) {
        const rdg_index number = sqlite3_column_int64(s, j);
        values[j] = j >= t->first_point ? rdg_run_row_of_point(run, number) : number;
        if (values[j] < 0) {
            return rdg_fail(run->ctx, RDG_ERR_FORMAT, where,
                            "run \"%s\" is damaged: its table \"%s\" names a point that is not there",
                            run->name, t->name);
        }
    }
    return RDG_OK;
}

static rdg_status require_mesh(rdg_run *run, sqlite3 *database)
{
    bool is_whole = false;
    const int code = rdg_seal_check(database, &rdg_seal_of_mesh, &is_whole);
    return code       ? rdg_run_damaged(run, where, database, code)
           : is_whole ? RDG_OK
                      : rdg_fail(run->ctx, RDG_ERR_FORMAT, where,
                                 "run \"%s\" is damaged: its triangles are not what was written", run->name);
}

static rdg_status read_rows(rdg_run *run, const table *t, sqlite3 *database, rdg_run_mesh *mesh)
{
    sqlite3_int64 n = 0;
    int code = rdg_database_count(database, t->count, t->columns, &n);
    if (code) {
        return (code & 0xFF) == SQLITE_ERROR ? no_table(run) : rdg_run_damaged(run, where, database, code);
    }
    mesh->values = rdg_context_calloc(run->ctx, (size_t)n * (size_t)t->columns, sizeof *mesh->values);
    sqlite3_stmt *s = mesh->values ? rdg_database_prepare(database, t->rows, &code) : NULL;
    rdg_status status = mesh->values ? RDG_OK : RDG_ERR_NO_MEMORY;
    while (s && status == RDG_OK && mesh->count < n && (code = sqlite3_step(s)) == SQLITE_ROW) {
        status = take_row(run, t, s, mesh->values + mesh->count * t->columns);
        mesh->count += status == RDG_OK;
    }
    sqlite3_finalize(s);
    if (status != RDG_OK || mesh->count != n) {
        return status != RDG_OK ? status : rdg_run_damaged(run, where, database, code);
    }
    return require_mesh(run, database);
}

/* A table of the run, read once and kept with it. */
static const rdg_index *read_table(rdg_run *run, const table *t, rdg_run_mesh *mesh, rdg_index *count)
{
    if (count) {
        *count = 0;
    }
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return NULL;
    }
    if (!count) {
        rdg_fail(run->ctx, RDG_ERR_ARGUMENT, where, "the pointer to the number of rows of \"%s\" is NULL",
                 t->name);
        return NULL;
    }
    sqlite3 *database = mesh->values ? NULL : rdg_run_database(run, where);
    if (database && read_rows(run, t, database, mesh) != RDG_OK) {
        rdg_free(mesh->values); /* what was not read to its end is not there */
        *mesh = (rdg_run_mesh){.values = NULL};
    }
    *count = mesh->count;
    return mesh->values;
}

const rdg_index *rdg_run_triangles(rdg_run *run, rdg_index *count)
{
    return read_table(run, &triangles, run ? &run->triangles : NULL, count);
}

const rdg_index *rdg_run_event_curves(rdg_run *run, rdg_index *count)
{
    return read_table(run, &curves, run ? &run->curves : NULL, count);
}
