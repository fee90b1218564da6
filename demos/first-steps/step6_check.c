/* Step 6: the same vibration by integration in time, without harmonics: is the answer right? */
#include "two_masses.h"

#include <stdio.h>

enum { HARMONICS = 6, UNKNOWNS = 22 }; /* 0 to 5: two displacements with 1 + 2 * 5 coefficients each */

/* Displacements and velocities of the harmonic balance's motion at t = 0 */
static void motion_begins(rdg_hbm *hb, const double *Q, double omega, double q[2], double v[2])
{
    static const char *const name[2] = {"x1", "x2"};
    for (int i = 0; i < 2; i++) {
        q[i] = v[i] = 0.0;
        for (int k = 0; k < HARMONICS; k++) {
            double cosine = 0.0, sine = 0.0;
            rdg_hbm_harmonic(hb, name[i], k, Q, &cosine, &sine);
            q[i] += cosine;
            v[i] += k * omega * sine;
        }
    }
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = two_masses(ctx);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));

    /* the response to 5 N at 33 Hz, on its upper branch: the first point UZ of step 2 */
    rdg_run *run = rdg_run_open(ctx, "5N");
    const rdg_index label = rdg_run_label_of(run, "UZ", 0);
    double Q[UNKNOWNS], omega = 1.0, q[2], v[2], state[8];
    rdg_run_solution(run, label, "Q", UNKNOWNS, Q);
    rdg_run_solution(run, label, "omega", 1, &omega);
    motion_begins(hb, Q, omega, q, v);

    /* a motion in time that begins there, followed for 5 s, and the periodic ones from there on */
    const char *mode = NULL;
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", omega), RDG_AT("alpha", 5.0));
    rdg_hybrid_start(h, q, v, 0.0, &mode, state);
    rdg_shooting *orbits =
        rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = state, .settle = 5.0});
    rdg_problem *p = rdg_shooting_problem(orbits);
    rdg_shooting_add_sensors(orbits, p);
    rdg_continue(p, "orbits", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9 * omega, 1.1 * omega));

    /* both folds of the response */
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
