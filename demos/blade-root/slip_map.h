/* Where the root slips: the share of a period in which each of its contacts slips or is open, from the table
 * of their map, as a picture of both flanks. */
#ifndef BLADE_ROOT_SLIP_MAP_H
#define BLADE_ROOT_SLIP_MAP_H

#include "model.h"

#include <string.h>

/* Flanks side by side: along the engine, and up from the foot; mm */
static inline void draw_slip_map(rdg_context *ctx, const root_model *r, const char *table,
                                 const char *picture)
{
    const size_t most = (size_t)rdg_contact_surface_count(r->surface);
    double *at = root_more(NULL, 3 * most, sizeof *at);
    size_t n = 0;
    char line[512];
    FILE *file = fopen(table, "r");
    while (file && n < most && fgets(line, sizeof line, file)) {
        double slip, separation, x, y, z;
        if (sscanf(line, "root.%*d,%*f,%lf,%lf,%*f,%*d,%lf,%lf,%lf", &slip, &separation, &x, &y, &z) == 5) {
            at[n] = 1e3 * (y + (x > 0.0 ? 0.6 : -0.6) * root_length);
            at[most + n] = 1e3 * sqrt(2.0) * (z - root_low.z);
            at[2 * most + n++] = slip + separation;
        }
    }
    if (file) {
        fclose(file);
    }
    if (n == most) {
        rdg_plot(ctx, picture,
                 RDG_POINTS((rdg_index)n, at, at + n, "", .shades = at + 2 * n,
                            .width = fmin(4.0, 40.0 / r->made.size.along)), /* of points side by side */
                 RDG_TITLE("Where the root slips: share of the period"),
                 RDG_XLABEL("along the engine, both flanks / mm"), RDG_YLABEL("up the flank / mm"),
                 RDG_ZRANGE(0, 1), RDG_XRANGE(-35, 35), RDG_YRANGE(-1, 8.5), RDG_SIZE(1200, 500));
    }
    free(at);
}

#endif
