/* A map of regimes: below beta_lim the contact slips all the time, above beta_stuck it sticks, in between it
 * does both. Boundaries as continued curves, with the same from a scan as dots. */
#ifndef COULOMB_MAP_H
#define COULOMB_MAP_H

#include "systems.h"

enum { MAP_SCAN = 57, MAP_RATIOS = 4 };

typedef struct regime_map {
    const char *figure, *title;
    rdg_index n; /* masses */
    double second;
    rdg_coulomb_options system; /* without its ratio */
    int ratios;
    double ratio[MAP_RATIOS];
    double top; /* of the picture */
} regime_map;

/* r1, mu, beta_lim, beta_lim_eq68, beta_stuck, Z_boundary, from the closed forms */
typedef struct regime_scan {
    rdg_index rows;
    double column[6][MAP_SCAN * MAP_RATIOS];
} regime_scan;

static inline void scan_regimes(const rdg_coulomb *c, double ratio, regime_scan *scan)
{
    for (int k = 0; k < MAP_SCAN; k++) {
        rdg_coulomb_limits l = {.continuous = 0.0};
        const double r1 = 0.2 + 0.05 * k;
        rdg_coulomb_limits_at(c, r1, &l);
        const double row[6] = {r1, ratio, l.continuous, l.first, l.stuck, l.z};
        for (int j = 0; j < 6; j++) {
            scan->column[j][scan->rows] = row[j];
        }
        scan->rows++;
    }
}

/* Runs <figure>_limit<i> and <figure>_stuck<i>. */
static inline void follow_boundaries(rdg_coulomb *c, const char *figure, int i)
{
    char run[48];
    rdg_problem *limit = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3));
    snprintf(run, sizeof run, "%s_limit%d", figure, i);
    rdg_continue(limit, run, RDG_RELEASE("r1"), RDG_RELEASE("beta"), RDG_WINDOW("r1", 0.2, 3.0),
                 RDG_MAX_POINTS(3000), RDG_STEP(0.02, 1e-6, 0.05), RDG_LABEL_EVERY(0));
    rdg_problem *stuck = rdg_regime_problem(c, RDG_STUCK, RDG_AT("r1", 0.2));
    snprintf(run, sizeof run, "%s_stuck%d", figure, i);
    rdg_continue(stuck, run, RDG_RELEASE("r1"), RDG_RELEASE("beta"), RDG_WINDOW("r1", 0.2, 3.0),
                 RDG_STEP(0.02, 1e-6, 0.05), RDG_LABEL_EVERY(0), RDG_NO_TABLE);
}

static inline int draw_map(const regime_map *map)
{
    static const char *const colors[MAP_RATIOS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
    rdg_context *ctx = rdg_context_create();
    rdg_plot_item item[4 * MAP_RATIOS + 6];
    char run[2 * MAP_RATIOS][48];
    char legend[MAP_RATIOS][48];
    char path[48];
    regime_scan scan = {.rows = 0};
    int items = 0;
    for (int i = 0; i < map->ratios; i++) {
        rdg_coulomb_options options = map->system;
        options.ratio = map->ratio[i];
        rdg_coulomb *c = chain_with_contact(ctx, map->n, map->second, options);
        const rdg_index first = scan.rows;
        follow_boundaries(c, map->figure, i);
        scan_regimes(c, map->ratio[i], &scan);
        snprintf(run[2 * i], sizeof run[0], "%s_limit%d", map->figure, i);
        snprintf(run[2 * i + 1], sizeof run[0], "%s_stuck%d", map->figure, i);
        snprintf(legend[i], sizeof legend[i], i == 0 ? "continuous slip below, $\\mu$ = %g" : "$\\mu$ = %g",
                 map->ratio[i]);
        item[items++] =
            RDG_CURVE(run[2 * i], "r1", "beta", .legend = legend[i], .color = colors[i], .width = 2);
        item[items++] = RDG_CURVE(run[2 * i + 1], "r1", "beta", .legend = i == 0 ? "stuck above" : "",
                                  .color = colors[i], .style = RDG_DASHED);
        item[items++] = RDG_POINTS(MAP_SCAN, scan.column[0] + first, scan.column[2] + first,
                                   i == 0 ? "the same by a scan" : "", .style = RDG_DOTS, .color = "#888888");
    }
    item[items++] = RDG_TITLE(map->title);
    item[items++] = RDG_XLABEL("frequency $r_1$ = $\\omega$ / sqrt($k_1$/$m_1$)");
    item[items++] = RDG_YLABEL("friction $\\beta$ = F/P");
    item[items++] = RDG_XRANGE(0.2, 3.0);
    item[items++] = RDG_YRANGE(0.0, map->top);
    item[items] = (rdg_plot_item){.kind = RDG_PLOT_END};
    snprintf(path, sizeof path, "%s.csv", map->figure);
    rdg_export(
        ctx, path, scan.rows, RDG_COLUMN_ARRAY("r1", scan.column[0]), RDG_COLUMN_ARRAY("mu", scan.column[1]),
        RDG_COLUMN_ARRAY("beta_lim", scan.column[2]), RDG_COLUMN_ARRAY("beta_lim_eq68", scan.column[3]),
        RDG_COLUMN_ARRAY("beta_stuck", scan.column[4]), RDG_COLUMN_ARRAY("Z_boundary", scan.column[5]));
    snprintf(path, sizeof path, "%s.png", map->figure);
    rdg_plot_items(ctx, path, item);
    return rdg_exit(ctx);
}

#endif
