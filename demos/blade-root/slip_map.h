/* Where the root slips: the share of a period in which each of its contacts slips or is open, from the
 * animation for ParaView, as a picture of both flanks. */
#ifndef BLADE_ROOT_SLIP_MAP_H
#define BLADE_ROOT_SLIP_MAP_H

#include "model.h"

#include <string.h>

enum { SLIP_FRAMES = 48 };

/* Add 1 at each node of a frame that slips; whether the frame has all contact states. */
static inline bool add_slip(const char *path, rdg_index nodes, double *slips)
{
    char line[512];
    rdg_index n = -1;
    FILE *file = fopen(path, "r");
    while (file && n < nodes && fgets(line, sizeof line, file)) {
        if (n < 0) {
            n = strstr(line, "Name=\"contact_state\"") ? 0 : -1;
            continue;
        }
        char *end = line;
        for (const char *at = line; n < nodes; at = end) {
            const double state = strtod(at, &end);
            if (end == at) {
                break;
            }
            slips[n++] += state >= RDG_SHOWN_SLIP;
        }
    }
    if (file) {
        fclose(file);
    }
    return n == nodes;
}

/* Flanks side by side: along the engine, and up from the foot; mm */
static inline void draw_slip_map(rdg_context *ctx, const root_model *r, const char *stem, const char *picture)
{
    const rdg_index n = rdg_contact_surface_count(r->surface), nodes = rdg_fe_mesh_nodes(r->mesh);
    double *slips = root_more(NULL, (size_t)nodes, sizeof *slips),
           *at = root_more(NULL, 3 * (size_t)n, sizeof *at);
    memset(slips, 0, (size_t)nodes * sizeof *slips);
    bool is_whole = true;
    for (int f = 0; f < SLIP_FRAMES; f++) {
        char path[96];
        snprintf(path, sizeof path, "%s_%03d.vtu", stem, f);
        is_whole = add_slip(path, nodes, slips) && is_whole;
    }
    for (rdg_index k = 0; k < n; k++) {
        const rdg_surface_node *node = rdg_contact_surface_node(r->surface, k, NULL);
        at[k] = 1e3 * (node->position[1] + (node->position[0] > 0.0 ? 0.6 : -0.6) * root_length);
        at[n + k] = 1e3 * sqrt(2.0) * (node->position[2] - root_low.z);
        at[2 * n + k] = slips[node->place] / SLIP_FRAMES;
    }
    if (is_whole) {
        rdg_plot(ctx, picture,
                 RDG_POINTS(n, at, at + n, "", .shades = at + 2 * n,
                            .width = fmin(4.0, 40.0 / r->made.size.along)), /* of points side by side */
                 RDG_TITLE("Where the root slips: share of the period"),
                 RDG_XLABEL("along the engine, both flanks / mm"), RDG_YLABEL("up the flank / mm"),
                 RDG_ZRANGE(0, 1), RDG_XRANGE(-35, 35), RDG_YRANGE(-1, 8.5), RDG_SIZE(1200, 500));
    }
    free(slips);
    free(at);
}

#endif
