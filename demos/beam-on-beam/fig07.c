/* Figure 7: spectra of the acceleration of T in the bursts of the unstable rough case. Takes 5 s. */
#include "../shooting/reference.h"
#include "transients.h"

enum { BURSTS = 5, PEAKS = 2, MOST = 5 * 6000 };

/* Intervals of the bursts, and their greatest lines in an independent program (central difference) */
static const struct {
    const char *name;
    double from, to, f[PEAKS], amplitude[PEAKS];
} burst[BURSTS] = {{"1.40 to 1.62 s", 1.4, 1.62, {1563.64, 7368.19}, {2.8644, 1.9758}},
                   {"2.28 to 2.40 s", 2.28, 2.4, {3550.00, 7366.67}, {13.332, 3.4096}},
                   {"2.55 to 2.67 s", 2.55, 2.67, {3500.00, 3933.34}, {32.62, 2.4595}},
                   {"2.85 to 2.95 s", 2.85, 2.95, {3560.00, 10540.01}, {144.9, 5.4024}},
                   {"2.95 to 3.02 s", 2.95, 3.02, {10612.78, 3742.33}, {109.21, 17.488}}};

/* Lines of all bursts, up to 12 kHz */
typedef struct line_table {
    rdg_index rows, first[BURSTS + 1];
    const char *name[MOST];
    double f[MOST], amplitude[MOST];
} line_table;

static void add_lines(line_table *table, int k, const rdg_spectral_map *map)
{
    table->first[k] = table->rows;
    for (rdg_index i = 1; i < map->n && map->f[i] <= 12e3 && table->rows < MOST; i++) {
        table->name[table->rows] = burst[k].name;
        table->f[table->rows] = map->f[i];
        table->amplitude[table->rows] = map->amplitude[i];
        table->rows++;
    }
    table->first[k + 1] = table->rows;
}

/* The line that is known, within its neighbours */
static void compare_peaks(references *table, int k, const rdg_spectral_map *map)
{
    static char what[BURSTS * PEAKS][48];
    for (int p = 0; p < PEAKS; p++) {
        double f = 0.0;
        const double found = rdg_spectral_peak(map, 0, burst[k].f[p] - 50.0, burst[k].f[p] + 50.0, &f);
        char *text = what[PEAKS * k + p];
        snprintf(text, sizeof what[0], "%s: amplitude at %.1f Hz, m/s^2", burst[k].name, f);
        compare(table, text, burst[k].amplitude[p], found);
    }
}

int main(void)
{
    static line_table lines;
    static references table;
    transient m;
    rdg_context *ctx = rdg_context_create();
    rdg_status status = transient_make(ctx, &beam_case[3], 100, &m);
    for (int k = 0; k < BURSTS && status == RDG_OK; k++) {
        rdg_index count = 0;
        const rdg_index first = transient_between(&m, burst[k].from, burst[k].to, &count);
        rdg_spectral_map map;
        lines.first[k] = lines.first[k + 1] = lines.rows;
        if (count > 1000) { /* else the motion does not come there */
            status = rdg_spectrum(ctx, count, m.acc + first, m.fs, RDG_WINDOW_HANN, &map);
            if (status == RDG_OK) {
                add_lines(&lines, k, &map);
                if (!form_is_quick()) {
                    compare_peaks(&table, k, &map);
                }
                rdg_spectral_map_release(&map);
            }
        }
    }
    rdg_export(ctx, "fig07.csv", lines.rows, RDG_COLUMN_TEXTS("burst", lines.name),
               RDG_COLUMN_ARRAY("f_Hz", lines.f), RDG_COLUMN_ARRAY("A_m_s2", lines.amplitude));
    write_references(ctx, &table, "fig07_numbers.csv");
    for (int k = 0; k < BURSTS && status == RDG_OK; k++) {
        const rdg_index n = lines.first[k + 1] - lines.first[k];
        char path[32], title[80];
        snprintf(path, sizeof path, "fig07%c.png", 'a' + k);
        snprintf(title, sizeof title, "Case %s, %s", beam_case[3].name, burst[k].name);
        if (n > 0) {
            rdg_plot(ctx, path,
                     RDG_POINTS(n, lines.f + lines.first[k], lines.amplitude + lines.first[k], "",
                                .style = RDG_LINE),
                     RDG_TITLE(title), RDG_XLABEL("frequency / Hz"), RDG_YLABEL("acceleration of T / (m/s²)"),
                     RDG_SIZE(1200, 500));
        }
    }
    return rdg_exit(ctx);
}
