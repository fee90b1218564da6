/* Figure 5: where steady sliding loses its stability in the plane of speed and preload, for two coefficients
 * of friction, with radial motion of the pad and with circumferential motion alone. Curves of Hopf points
 * over a scan of the plane; preset CEA. */
#include "boundaries.h"

enum { CASES = 4 };

static const struct {
    const char *name, *title, *path;
    double mu;
    double known[SPEEDS]; /* N, where stability is lost (at 5 rad/s it is gained at some 3 N); 0: not known */
    bool radial;
} boundary_case[CASES] = {
    {"fig05_full_02",
     "Friction 0.2, with radial motion",
     "fig05a.png",
     0.2,
     {97.3140828, 91.065548, 81.9774076, 66.2137807, 50.0},
     true},
    {"fig05_full_03",
     "Friction 0.3, with radial motion",
     "fig05b.png",
     0.3,
     {55.8906218, 51.5596512, 50.1800992, 43.6765103, 29.3799724},
     true},
    {"fig05_circ_02", "Friction 0.2, circumferential motion", "fig05c.png", 0.2, {0.0, 89.072766}, false},
    {"fig05_circ_03",
     "Friction 0.3, circumferential motion",
     "fig05d.png",
     0.3,
     {45.2563586, 43.4976695, 46.5267981, 49.7424834, 52.7465733},
     false}};

int main(void)
{
    static boundary_study study[CASES];
    static boundary_table table;
    static references known;
    rdg_context *ctx = rdg_context_create();
    for (int c = 0; c < CASES; c++) {
        disc_brake b = preset_cea();
        b.radial = boundary_case[c].radial;
        b.value[MU] = boundary_case[c].mu;
        study[c] = boundary_study_of(boundary_case[c].name, b);
        boundary_find(ctx, &study[c]);
        boundary_draw(ctx, &study[c], boundary_case[c].path, boundary_case[c].title);
        boundary_collect(ctx, &study[c], &table);
    }
    for (int c = 0; c < CASES; c++) {
        for (int k = 0; k < SPEEDS; k++) {
            if (boundary_case[c].known[k] > 0.0) {
                compare(&known, boundary_case[c].title, boundary_case[c].known[k],
                        boundary_at(ctx, &study[c], boundary_speed[k], 4.0));
            }
        }
    }
    compare(&known, "friction 0.2, 6 rad/s, stable from, N", 5.38197815,
            boundary_at(ctx, &study[0], 6.0, 4.0));
    compare(&known, "friction 0.2, 6 rad/s, to, N", 32.5932055, boundary_at(ctx, &study[0], 6.0, 6.0));
    write_references(ctx, &known, "fig05_numbers.csv");
    rdg_export(ctx, "fig05.csv", table.rows, RDG_COLUMN_TEXTS("model", table.model),
               RDG_COLUMN_ARRAY("mu", table.mu), RDG_COLUMN_ARRAY("Omega", table.speed),
               RDG_COLUMN_ARRAY("N0_critical", table.load),
               RDG_COLUMN_ARRAY("others_unstable", table.others));
    return rdg_exit(ctx);
}
