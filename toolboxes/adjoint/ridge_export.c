/* A ridge as CSV. */
#include "ridge.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

static const double hertz = 1.0 / 6.28318530717958647692;

/* What kind of point a chart of the ridge is. */
static const char *kind_of(const char *type)
{
    return strcmp(type, "SLIP") == 0 ? "onset" : "smooth";
}

rdg_status rdg_ridge_export(rdg_context *ctx, const char *name, const char *sensor, const char *path)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index rows = rdg_run_count(run);
    const char **kind = rdg_context_calloc(ctx, (size_t)rows, sizeof *kind);
    for (rdg_index row = 0; kind && row < rows; row++) {
        kind[row] = kind_of(rdg_run_type(run, row));
    }
    const rdg_status status =
        kind ? rdg_run_export(run, path, RDG_COLUMN("alpha", "alpha_N", 1.0),
                              RDG_COLUMN("omega", "f_Hz", hertz), RDG_COLUMN(sensor, "Am_m", 1.0),
                              RDG_COLUMN_TEXTS("kind", kind))
             : rdg_error_status(ctx);
    rdg_free(kind);
    rdg_run_free(run);
    return status;
}
