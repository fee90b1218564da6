/* A hardening oscillator, x'' + 0.05 x' + x + 0.1 x^3 = F cos(omega t): forced responses at five levels,
 * their folds over the level with the cusp where they begin, and the ridge through the maxima. Harmonics 0
 * to 7. */
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

enum { LEVELS = 5, NAME_SIZE = 32 };

static const double level[LEVELS] = {0.06, 0.1, 0.15, 0.25, 0.4}; /* N */

static void name_response(int k, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "p01_%gN", level[k]);
}

static void follow_responses(rdg_context *ctx, rdg_hbm *hb)
{
    char name[NAME_SIZE], file[NAME_SIZE + 8];
    for (int k = 0; k < LEVELS; k++) {
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", level[k]));
        rdg_hbm_add_stability(hb, p, "stability");
        name_response(k, name);
        rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_ANGLE(3));
        snprintf(file, sizeof file, "fig01_%gN.csv", level[k]);
        rdg_run_export(rdg_run_open(ctx, name), file, RDG_COLUMN("omega", "omega_rad_s", 1),
                       RDG_COLUMN("alpha", "F_N", 1), RDG_COLUMN("A", "A_m", 1),
                       RDG_COLUMN("stability", "stability_1_s", 1), RDG_COLUMN("type", "type", 1));
    }
}

/* From a fold of the third level both ways, through the cusp. */
static void follow_folds(rdg_context *ctx, rdg_hbm *hb)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", level[2]));
    rdg_add_fold(p, "fold", "omega");
    rdg_continue(p, "p01_folds", RDG_FROM_POINT("p01_0.15N", "FP", 0), RDG_HOLD_AT("fold", 0),
                 RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_WINDOW("alpha", 0.05, 0.4), RDG_ANGLE(3));
    rdg_run_export(rdg_run_open(ctx, "p01_folds"), "fig01_folds.csv", RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("alpha", "F_N", 1), RDG_COLUMN("A", "A_m", 1), RDG_COLUMN("type", "type", 1));
}

static void draw(rdg_context *ctx)
{
#define RESPONSE(k, text)                                                                                    \
    RDG_CURVE(name[k], "omega", "A", .color = "black", .dash = "stability", .legend = (text))
    char name[LEVELS][NAME_SIZE];
    for (int k = 0; k < LEVELS; k++) {
        name_response(k, name[k]);
    }
    rdg_plot(ctx, "fig01a.png", RESPONSE(0, "forced responses, 0.06 to 0.4 N"), RESPONSE(1, ""),
             RESPONSE(2, ""), RESPONSE(3, ""), RESPONSE(4, ""),
             RDG_CURVE("p01_folds", "omega", "A", .color = "#cc3311", .legend = "folds"),
             RDG_CURVE("p01_ridge", "omega", "A", .color = "#0077bb", .width = 2, .legend = "ridge"),
             RDG_XRANGE(0.5, 2.0), RDG_YRANGE(0, 5.5), RDG_TITLE("A hardening oscillator (dashed: unstable)"),
             RDG_YLABEL("amplitude of harmonic 1 / m"));
    rdg_plot(ctx, "fig01b.png",
             RDG_CURVE("p01_ridge", "omega", "alpha", .color = "#0077bb", .width = 2, .legend = "ridge"),
             RDG_CURVE("p01_folds", "omega", "alpha", .color = "#cc3311", .legend = "folds"),
             RDG_CURVE("p01_folds", "omega", "alpha", .only = "CP", .color = "black", .legend = "cusp"),
             RDG_TITLE("Between its folds the oscillator has three motions"), RDG_YLABEL("force / N"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *mass =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.05}, (double[]){1.0});
    rdg_name_dof(mass, "x", 0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(mass, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7));

    follow_responses(ctx, hb);
    follow_folds(ctx, hb);
    rdg_ridge(hb, "p01_ridge", "A", RDG_FROM_GREATEST("p01_0.06N"), RDG_WINDOW("alpha", 0.02, 0.4),
              RDG_UZ_LIST("alpha", LEVELS, level));
    rdg_ridge_export(ctx, "p01_ridge", "A", "fig01_ridge.csv");
    draw(ctx);
    return rdg_exit(ctx);
}
