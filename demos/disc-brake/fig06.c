/* Figure 6: the boundaries of stability of steady sliding for several stiffnesses of the interface and of the
 * pad in radial direction: curves of Hopf points over a scan. Friction 0.2, preset CEA. QUICK: two of them,
 * at one speed. */
#include "../forms.h"
#include "boundaries.h"

enum { CASES = 6 };

static const struct {
    const char *name, *title, *path;
    double kir, kpr; /* N/m */
    double known;    /* N, at 5 rad/s; NAN: unstable from 4 N on */
} boundary_case[CASES] = {{"fig06_kir50", "kir = 50 N/m", "fig06_kir50.png", 50.0, 100.0, 64.5372687},
                          {"fig06_kir100", "kir = kpr = 100 N/m", "fig06_100.png", 100.0, 100.0, 50.0},
                          {"fig06_kir150", "kir = 150 N/m", "fig06_kir150.png", 150.0, 100.0, NAN},
                          {"fig06_kir200", "kir = 200 N/m", "fig06_kir200.png", 200.0, 100.0, NAN},
                          {"fig06_kpr50", "kpr = 50 N/m", "fig06_kpr50.png", 100.0, 50.0, 35.6009182},
                          {"fig06_kpr150", "kpr = 150 N/m", "fig06_kpr150.png", 100.0, 150.0, 68.611753}};

/* All boundaries of some cases, those parts at which nothing else is unstable. */
static void draw_all(rdg_context *ctx, const char *path, const char *title, const boundary_study *study,
                     int count, const int *which)
{
    static const char *const color[CASES] = {"#0050b0", "#000000", "#c00060",
                                             "#e08000", "#0050b0", "#c00060"};
    picture p = {.n = 0};
    for (int c = 0; c < count; c++) {
        const boundary_study *s = &study[which[c]];
        for (int k = 0; k < s->curves; k++) {
            picture_add(&p,
                        RDG_CURVE(s->curve[k], "Omega", "N0", .color = color[which[c]], .width = 2,
                                  .dash = "unstable", .legend = k == 0 ? boundary_case[which[c]].title : ""));
        }
    }
    picture_add(&p, RDG_TITLE(title));
    picture_add(&p, RDG_XLABEL("speed / (rad/s)"));
    picture_add(&p, RDG_YLABEL("preload / N"));
    picture_add(&p, RDG_XRANGE(0.0, 10.0));
    picture_add(&p, RDG_YRANGE(0.0, 100.0));
    rdg_plot_items(ctx, path, p.item);
}

int main(void)
{
    static boundary_study study[CASES];
    static boundary_table table;
    static references known;
    rdg_context *ctx = rdg_context_create();
    const int cases = form_is_quick() ? 2 : CASES;
    for (int c = 0; c < cases; c++) {
        disc_brake b = preset_cea();
        b.value[KIR] = boundary_case[c].kir;
        b.value[KPR] = boundary_case[c].kpr;
        study[c] = boundary_study_of(boundary_case[c].name, b);
        boundary_find(ctx, &study[c]);
        boundary_draw(ctx, &study[c], boundary_case[c].path, boundary_case[c].title);
        boundary_collect(ctx, &study[c], &table);
    }
    draw_all(ctx, "fig06a.png", "Stiffness of the interface (dashed: another pair is unstable)", study, 4,
             (const int[]){0, 1, 2, 3});
    draw_all(ctx, "fig06b.png", "Stiffness of the pad (dashed: another pair is unstable)", study, 3,
             (const int[]){4, 1, 5});
    for (int c = 0; c < cases; c++) {
        const double load = boundary_at(ctx, &study[c], 5.0, 4.0);
        if (isfinite(boundary_case[c].known)) {
            compare(&known, boundary_case[c].title, boundary_case[c].known, load);
        } else {
            printf("%-44s %s\n", boundary_case[c].title,
                   isfinite(load) ? "stable somewhere above 4 N" : "unstable at all loads from 4 N on");
        }
    }
    write_references(ctx, &known, "fig06_numbers.csv");
    rdg_export(ctx, "fig06.csv", table.rows, RDG_COLUMN_ARRAY("kir", table.kir),
               RDG_COLUMN_ARRAY("kpr", table.kpr), RDG_COLUMN_ARRAY("Omega", table.speed),
               RDG_COLUMN_ARRAY("N0_critical", table.load),
               RDG_COLUMN_ARRAY("others_unstable", table.others));
    return rdg_exit(ctx);
}
