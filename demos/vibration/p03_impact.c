/* P3: a chain of two masses that hits a stop, with 1, 5, 21 and 41 harmonics. The instants of contact are
 * exact, so that each response has two folds and no more: one where the mass begins to touch, one at the
 * resonance of the motion with impacts. One harmonic puts that much too high. */
#include "models.h"

#include <stdio.h>

enum { CASES = 4, NAME_SIZE = 32 };

static const int highest[CASES] = {1, 5, 21, 41};

static void follow(rdg_context *ctx, int H)
{
    char name[NAME_SIZE], file[NAME_SIZE];
    rdg_hbm *hb = p03(ctx, H);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("alpha", 0.1));
    snprintf(name, sizeof name, "p03_H%d", H);
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.0), RDG_ANGLE(3),
                 RDG_MAX_POINTS(2000));
    snprintf(file, sizeof file, "fig03_H%d.csv", H);
    rdg_run_export(rdg_run_open(ctx, name), file, RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("A1", "A1_m", 1), RDG_COLUMN("A2", "A2_m", 1), RDG_COLUMN("type", "type", 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES; k++) {
        follow(ctx, highest[k]);
    }
#define FOLDS(run, text) RDG_CURVE(run, "omega", "A1", .only = "FP", .color = "black", .legend = (text))
#define RESPONSE(run, colour, text) RDG_CURVE(run, "omega", "A1", .color = (colour), .legend = (text))
    rdg_plot(ctx, "fig03a.png", RESPONSE("p03_H1", "#0072b2", "harmonic 1"),
             RESPONSE("p03_H5", "#d55e00", "harmonics to 5"), RESPONSE("p03_H21", "#009e73", "to 21"),
             RESPONSE("p03_H41", "#cc79a7", "to 41"), RDG_TITLE("Two masses and a stop"),
             RDG_YLABEL("harmonic 1 of the mass at the stop / m"));
    rdg_plot(ctx, "fig03b.png", RESPONSE("p03_H5", "#d55e00", "harmonics to 5"),
             RESPONSE("p03_H21", "#009e73", "to 21"), RESPONSE("p03_H41", "#cc79a7", "to 41"),
             FOLDS("p03_H5", "folds"), FOLDS("p03_H21", ""), FOLDS("p03_H41", ""), RDG_XRANGE(0.64, 0.78),
             RDG_YRANGE(0.9, 1.45), RDG_TITLE("Two masses and a stop: the folds"),
             RDG_YLABEL("harmonic 1 of the mass at the stop / m"));
    return rdg_exit(ctx);
}
