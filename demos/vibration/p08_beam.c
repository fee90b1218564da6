/* P8: a cantilever beam of 2 m that rubs on a rod, 1.5 N tanh(v / 0.6 um/s): forced at the tip with 0.2 N it
 * moves by less than 0.1 um, and the friction changes sign within a hundredth of the period. The more
 * harmonics, the sharper the friction; the amplitude hardly changes. */
#include "models.h"

#include <stdio.h>

enum { CASES = 3, NAME_SIZE = 32 };

static const int highest[CASES] = {7, 13, 21};
static const rdg_index samples[CASES] = {128, 256, 512};

static void follow(rdg_context *ctx, int k)
{
    char name[NAME_SIZE], file[NAME_SIZE];
    rdg_hbm *hb = p08(ctx, highest[k], samples[k]);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 370.0), RDG_AT("alpha", 0.2));
    snprintf(name, sizeof name, "p08_H%d", highest[k]);
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 110.0, 370.0), RDG_ANGLE(1));
    snprintf(file, sizeof file, "fig08_H%d.csv", highest[k]);
    rdg_run_export(rdg_run_open(ctx, name), file, RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("A", "A_m", 1), RDG_COLUMN("rms", "rms_m", 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES; k++) {
        follow(ctx, k);
    }
#define RMS(run, text) RDG_CURVE(run, "omega", "rms", .y_factor = 1e9, .legend = (text))
    rdg_plot(ctx, "fig08a.png", RMS("p08_H7", "harmonics to 7"), RMS("p08_H13", "to 13"),
             RMS("p08_H21", "to 21"), RDG_TITLE("A beam with regularised dry friction"),
             RDG_YLABEL("root mean square of the tip / nm"));
    rdg_plot(ctx, "fig08b.png", RMS("p08_H7", "harmonics to 7"), RMS("p08_H13", "to 13"),
             RMS("p08_H21", "to 21"), RDG_XRANGE(180, 210), RDG_YRANGE(66, 67.4),
             RDG_TITLE("A beam with regularised dry friction: the maximum"),
             RDG_YLABEL("root mean square of the tip / nm"));
    return rdg_exit(ctx);
}
