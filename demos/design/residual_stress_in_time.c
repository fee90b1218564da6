/* Where does the residual stress come from? The same forced motion, integrated in time from random initial
 * states, ends in different orbits: each keeps the residual stress that its own past has left. Shooting makes
 * them exact. The amplitudes lie on the curve of harmonic balance over the slider's position, within its
 * band. */
#include "../forms.h"
#include "contact_pair.h"

#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/plot.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { MOST = 40, STATES = 6 };

static const double omega = 1.3, reach = 6.0; /* rad/s; N, beyond all limits of the slider */

static rdg_structure *pair(rdg_context *ctx)
{
    rdg_structure *s = contact_pair(ctx, 0.06, 2.0, 2.0, 1.0);
    rdg_sensor_mean_add(s, "mean", "y");
    return s;
}

static double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005U + 1442695040888963407U;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

/* The orbit behind a transient from a random state. false: there is none */
static bool find_orbit(rdg_context *ctx, uint64_t *seed, double *v, double *A)
{
    const double q[2] = {3.0 * uniform(seed), 10.0 * uniform(seed)}, w[2] = {uniform(seed), uniform(seed)};
    rdg_hybrid *h = rdg_hybrid_of(pair(ctx), RDG_AT("omega", omega), RDG_AT("alpha", 1));
    const char *phase = NULL;
    double x[STATES] = {0};
    if (rdg_hybrid_start(h, q, w, 0.0, &phase, x) != RDG_OK) {
        return false;
    }
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.mode = phase, .x = x, .transient = 2000});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_add_sensors(s, p);
    rdg_continue(p, "orbit", RDG_RELEASE("omega"), RDG_WINDOW("omega", omega, 1.0001 * omega), RDG_IN_MEMORY,
                 RDG_NO_TABLE);
    rdg_run *run = rdg_run_open(ctx, "orbit");
    if (run) {
        *A = rdg_run_column(run, "A")[0];
        *v = 2.5 * rdg_run_column(run, "mean")[0]; /* (ky + kn + kt) y = v */
        rdg_run_free(run);
    }
    return run != NULL;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(pair(ctx), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 1), RDG_AT("holds.start", -reach));
    rdg_continue(p, "balance", RDG_RELEASE("holds.start"), RDG_WINDOW("holds.start", -reach, reach),
                 RDG_STEP(0.01, 1e-6, 0.2), RDG_NO_TABLE);
    uint64_t seed = 47;
    double v[MOST], A[MOST];
    FILE *table = fopen("residual_stress_in_time.csv", "w");
    int n = 0;
    for (int k = 0; k < (form_is_quick() ? 4 : MOST); k++) {
        rdg_context *own = rdg_context_create();
        rdg_set_writer(own, NULL, NULL);
        n += find_orbit(own, &seed, &v[n], &A[n]);
        rdg_context_free(own);
    }
    for (int k = 0; table && k < n; k++) {
        fprintf(table, "%s%.8g,%.10g\n", k == 0 ? "v_N,A_m\n" : "", v[k], A[k]);
    }
    if (table) {
        fclose(table);
    }
    printf("%d orbits from random states\n", n);
    rdg_plot(ctx, "residual_stress_in_time.png",
             RDG_CURVE("balance", "holds.start", "A", .width = 2, .color = "#4292c6",
                       .legend = "harmonic balance, slider at v before the motion"),
             RDG_POINTS(n, v, A, "in time from random states", .color = "#d62728"),
             RDG_TITLE("One forced motion, many residual stresses"),
             RDG_XLABEL("position v of the slider that sticks / N"), RDG_YLABEL("amplitude A / m"));
    return rdg_exit(ctx);
}
