/* Figures 28 and 29: the driven crank with a flexible rod of 4 elements for half a second by steps of 0.1 ms,
 * ten times those of figures 24 to 27: ED-alpha with rho = 0 and Bathe's method. */
#include "../forms.h"
#include "driven.h"

#include <stdlib.h>

int main(void)
{
    static flexible_crank f;
    static driven bathe, ed;
    rdg_context *ctx = rdg_context_create();
    const double until = form_is_quick() ? 0.05 : 0.5;
    flex_fill(&f, 4, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0});
    drive(ctx, &f, &(rdg_timestepping_options){.scheme = RDG_BATHE, .h = 1e-4}, until, &bathe);
    drive(ctx, &f, &(rdg_timestepping_options){.scheme = RDG_ENERGY_DECAYING, .h = 1e-4}, until, &ed);
    keep_driven(ctx, "fig28_bathe.csv", &bathe);
    keep_driven(ctx, "fig28_ed.csv", &ed);
    for (int k = 1000; k < bathe.n && k < ed.n && k <= 2000; k += 1000) {
        printf("th1(%g s) = %.5f (Bathe), %.5f (ED-alpha)\n", 1e-3 * bathe.t[k], bathe.th1[k], ed.th1[k]);
    }
#define PICTURE(path, y, label)                                                                              \
    rdg_plot(ctx, path, RDG_POINTS(bathe.n, bathe.t, bathe.y, "Bathe", .style = RDG_LINE),                   \
             RDG_POINTS(ed.n, ed.t, ed.y, "ED-α, ρ∞ = 0", .style = RDG_DASHED), RDG_XLABEL("t / ms"),        \
             RDG_YLABEL(label))
    PICTURE("fig28a.png", w1, "velocity of the crank / (rad/s)");
    PICTURE("fig28b.png", w2, "velocity of the rod / (rad/s)");
    PICTURE("fig29.png", force, "force of the upper wall / N");
    return rdg_exit(ctx);
}
