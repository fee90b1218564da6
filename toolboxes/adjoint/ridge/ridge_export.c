/* A ridge as CSV. */
#include <ridgewalk/ridge.h>

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

enum { KIND_SIZE = 24 };

static const double hertz = 1.0 / 6.28318530717958647692;

/* What kind of point a chart of the ridge is, from its column "nonsmooth". */
static void name_kind(double corner, char kind[KIND_SIZE])
{
    if (corner >= 0.0) {
        snprintf(kind, KIND_SIZE, "nonsmooth:%d", (int)corner);
    } else {
        snprintf(kind, KIND_SIZE, "smooth");
    }
}

static bool has_column(const rdg_run *run, const char *name)
{
    const char *column = NULL;
    for (rdg_index k = 0; (column = rdg_run_column_name(run, k)) != NULL; k++) {
        if (strcmp(column, name) == 0) {
            return true;
        }
    }
    return false;
}

/* With what is known of the points, unless that was not wanted. */
static rdg_status write_file(rdg_run *run, const char *sensor, const char *const *kind, const char *path)
{
    rdg_column items[] = {RDG_COLUMN("alpha", "alpha_N", 1.0),
                          RDG_COLUMN("omega", "f_Hz", hertz),
                          RDG_COLUMN(sensor, "Am_m", 1.0),
                          RDG_COLUMN_TEXTS("kind", kind),
                          RDG_COLUMN("local_max", "local_max", 1.0),
                          RDG_COLUMN("global_gap", "global_gap", 1.0),
                          {.kind = RDG_EXPORT_END}};
    if (!has_column(run, "local_max")) {
        items[4] = (rdg_column){.kind = RDG_EXPORT_END};
    }
    return rdg_run_export_items(run, path, items);
}

rdg_status rdg_ridge_export(rdg_context *ctx, const char *name, const char *sensor, const char *path)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_run *run = rdg_run_open(ctx, name);
    const double *corner = rdg_run_column(run, "nonsmooth");
    const rdg_index rows = rdg_run_count(run);
    char(*text)[KIND_SIZE] = rdg_context_calloc(ctx, (size_t)rows, sizeof *text);
    const char **kind = rdg_context_calloc(ctx, (size_t)rows, sizeof *kind);
    for (rdg_index row = 0; corner && text && kind && row < rows; row++) {
        name_kind(corner[row], text[row]);
        kind[row] = text[row];
    }
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = write_file(run, sensor, kind, path);
    }
    rdg_free(text);
    rdg_free(kind);
    rdg_run_free(run);
    return status;
}
