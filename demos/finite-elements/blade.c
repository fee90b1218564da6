/* A blade from the finite element program CalculiX: its matrices, reduced (Craig and Bampton), with friction
 * at two corners of its tip; forced responses and their ridge. Where ccx is installed it is run, FULL=1 with
 * a finer mesh (3 000 degrees of freedom); else, and with QUICK=1, matrices are taken that it wrote before.
 */
#include "../forms.h"
#include "model.h"

#include <ridgewalk/ridge.h>

enum { MODES = 10, LEVELS = 4 };

static void print_modes(rdg_structure *blade)
{
    double omega[MODES] = {0.0};
    if (rdg_structure_frequencies(blade, RDG_NO_SPRINGS, MODES, omega) == RDG_OK) {
        printf("%d degrees of freedom; frequencies in Hz:", (int)rdg_structure_size(blade));
        for (int k = 0; k < MODES; k++) {
            printf(" %.4f", omega[k] / RDG_HZ(1.0));
        }
        printf("\n");
    }
}

static void respond(rdg_hbm *hb, rdg_index levels)
{
    const double level[LEVELS] = {0.05, 0.5, 2.0, 6.0}; /* N */
    static const char *const run[LEVELS] = {"frc_1", "frc_2", "frc_3", "frc_4"};
    for (rdg_index k = 0; k < levels; k++) {
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(150)), RDG_AT("alpha", level[k]));
        rdg_continue(p, run[k], RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(150), RDG_HZ(900)));
        rdg_problem_free(p);
    }
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc_1"), RDG_WINDOW("alpha", level[0], 8.0));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const blade_mesh mesh = form_is_full() ? (blade_mesh){1, 6, 24} : coarse_blade;
    const bool fresh = !form_is_quick() && run_ccx(".", "blade", &mesh, true);
    printf("matrices %s\n", fresh ? "of ccx" : "that ccx wrote before");
    rdg_structure *blade = blade_of(ctx, fresh ? "blade" : stored_blade(), fresh ? &mesh : &coarse_blade);
    print_modes(blade);

    rdg_component *c = rdg_component_fixed(blade, "places", RDG_MODES(MODES));
    respond(blade_response(rdg_component_structure(c)), form_is_quick() ? 1 : LEVELS);
    rdg_ridge_export(ctx, "ridge", "Am", "blade.csv");
    if (form_is_quick()) {
        rdg_plot(ctx, "blade.png", RDG_CURVE("ridge", "omega", "Am", .x_factor = 1 / RDG_HZ(1.0)),
                 RDG_XLABEL("frequency / Hz"), RDG_LOGY);
    } else {
        rdg_plot(ctx, "blade.png",
                 RDG_CURVE("frc_1", "omega", "Am", .x_factor = 1 / RDG_HZ(1.0), .legend = "0.05 N"),
                 RDG_CURVE("frc_2", "omega", "Am", .x_factor = 1 / RDG_HZ(1.0), .legend = "0.5 N"),
                 RDG_CURVE("frc_3", "omega", "Am", .x_factor = 1 / RDG_HZ(1.0), .legend = "2 N"),
                 RDG_CURVE("frc_4", "omega", "Am", .x_factor = 1 / RDG_HZ(1.0), .legend = "6 N"),
                 RDG_CURVE("ridge", "omega", "Am", .x_factor = 1 / RDG_HZ(1.0), .legend = "ridge", .width = 2,
                           .color = "black"),
                 RDG_TITLE("A blade with friction at its tip, from CalculiX"), RDG_XLABEL("frequency / Hz"),
                 RDG_YLABEL("amplitude of the tip (root mean square) / m"), RDG_LOGY, RDG_XRANGE(250, 600),
                 RDG_YRANGE(1e-6, 1e-4));
    }
    return rdg_exit(ctx);
}
