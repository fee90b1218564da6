/* P2: where the vibration absorber loses its stability, in the plane of frequency and force. Above its least
 * force the locus of Neimark-Sacker points (NS) bounds the motions with a second frequency; it ends on the
 * locus of folds at strong resonances 1:1 (R1). Folds come and go at cusps (CP). */
#include "models.h"

/* The label of the nth point of a type. */
static rdg_index label_of(rdg_context *ctx, const char *name, const char *type, rdg_index nth)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index label = rdg_run_label_of(run, type, nth);
    rdg_run_free(run);
    return label;
}

static void export_locus(rdg_context *ctx, const char *name, const char *path)
{
    rdg_run_export(rdg_run_open(ctx, name), path, RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("alpha", "alpha_N", 1), RDG_COLUMN("A1", "A1_m", 1),
                   RDG_COLUMN("type", "type", 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = p02(ctx, 7);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.135));
    rdg_hbm_add_bifurcations(hb, p, "stability");
    rdg_continue(p, "p02_response", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.4));

    /* two resonances, each with a pair of folds */
    rdg_problem *folds = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.135));
    rdg_add_fold(folds, "fold", "omega");
    for (int k = 0; k < 2; k++) {
        rdg_continue(folds, k == 0 ? "p02_folds_1" : "p02_folds_2",
                     RDG_FROM("p02_response", label_of(ctx, "p02_response", "FP", 2 * k)),
                     RDG_HOLD_AT("fold", 0), RDG_RELEASE("alpha"), RDG_RELEASE("omega"),
                     RDG_WINDOW("alpha", 0.0, 0.4), RDG_WINDOW("omega", 0.9, 1.42), RDG_NO_FOLDS);
    }

    rdg_problem *tori = rdg_hbm_critical_problem(hb, "p02_response", label_of(ctx, "p02_response", "NS", 0));
    rdg_continue(tori, "p02_tori", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_WINDOW("alpha", 0.0, 0.4),
                 RDG_NO_FOLDS);

    rdg_plot(
        ctx, "fig02b.png", RDG_CURVE("p02_folds_1", "omega", "alpha", .color = "#0050b0", .legend = "folds"),
        RDG_CURVE("p02_folds_2", "omega", "alpha", .color = "#0050b0", .legend = ""),
        RDG_CURVE("p02_tori", "omega", "alpha", .color = "#c00060", .width = 2,
                  .legend = "Neimark-Sacker points"),
        RDG_CURVE("p02_folds_1", "omega", "alpha", .only = "CP", .color = "#0050b0", .legend = "cusps"),
        RDG_CURVE("p02_folds_2", "omega", "alpha", .only = "CP", .color = "#0050b0", .legend = ""),
        RDG_CURVE("p02_tori", "omega", "alpha", .only = "R1", .color = "black", .legend = "resonances 1:1"),
        RDG_TITLE("Changes of stability of a vibration absorber"), RDG_XLABEL("omega / (rad/s)"),
        RDG_YLABEL("force / N"));
    export_locus(ctx, "p02_folds_1", "fig02b_folds_1.csv");
    export_locus(ctx, "p02_folds_2", "fig02b_folds_2.csv");
    export_locus(ctx, "p02_tori", "fig02b_tori.csv");
    return rdg_exit(ctx);
}
