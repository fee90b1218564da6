/* Step 6: the same vibration by integration in time, without harmonics: is the answer right? */
#include "two_masses.h"

#include <stdio.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(two_masses(ctx), RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_run *run = rdg_run_open(ctx, "5N"); /* of step 2 */

    /* which of the three vibrations at 33 Hz are stable, and how far are they from motions in time? */
    const rdg_verification *v = NULL;
    for (int k = 0; k < 3 && (v = rdg_hbm_verify(hb, "5N", rdg_run_label_of(run, "UZ", k))) != NULL; k++) {
        printf("33 Hz: %s, largest multiplier %.4f; motions differ by %.1f %%\n",
               v->is_stable ? "stable" : "unstable", v->modulus[0], 100.0 * v->difference);
    }

    /* the periodic motions in time from the first one on: both folds of the response */
    rdg_shooting *orbits = rdg_hbm_orbits(hb, "5N", rdg_run_label_of(run, "UZ", 0));
    rdg_problem *p = rdg_shooting_problem(orbits);
    rdg_shooting_add_sensors(orbits, p);
    rdg_continue(p, "orbits", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(29.7), RDG_HZ(36.3)));
    rdg_run *time = rdg_run_open(ctx, "orbits");
    for (int k = 0; k < 2; k++) {
        double balance = 0.0, shooting = 0.0;
        rdg_run_value(run, "FP", k, "omega", &balance);
        rdg_run_value(time, "FP", k, "omega", &shooting);
        printf("the response turns back at %.4f Hz by five harmonics, at %.4f Hz in time\n",
               balance / RDG_HZ(1), shooting / RDG_HZ(1));
    }
    rdg_plot(ctx, "step6.png", RDG_CURVE("5N", "omega", "A", .legend = "five harmonics"),
             RDG_CURVE("orbits", "omega", "A", .legend = "in time", .style = RDG_DOTS),
             RDG_XRANGE(29.7, 36.3), RDG_IN_HZ);
    return rdg_exit(ctx);
}
