/* Figures 17 and 18: three masses, the third held by an ideal constraint, from rest under their weights;
 * steps of 50 ms. As in the paper the first acceleration is that without the constraint, and what becomes of
 * this wrong start is shown: constraints on accelerations keep a velocity h g/2, constraints on velocities a
 * displacement; with rho = 1 the force swings for ever. */
#include "chain.h"

#include <stdio.h>

enum { STEPS = 60, RUNS = 4 };

typedef struct history {
    double t[STEPS], q[3][STEPS], v[3][STEPS], a[3][STEPS], force[STEPS]; /* q in mm */
} history;

int main(void)
{
    static const struct {
        const char *name, *legend;
        rdg_timestepping_options o;
    } run[RUNS] = {
        {"acceleration_rho0",
         "accelerations, ρ∞ = 0",
         {.scheme = RDG_GENERALISED_ALPHA, .acceleration_level = true}},
        {"velocity_rho1", "velocities, ρ∞ = 1", {.scheme = RDG_GENERALISED_ALPHA, .rho = 1.0}},
        {"velocity_rho0.8", "velocities, ρ∞ = 0.8", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.8}},
        {"velocity_rho0", "velocities, ρ∞ = 0", {.scheme = RDG_GENERALISED_ALPHA}},
    };
    static history h[RUNS];
    rdg_context *ctx = rdg_context_create();
    double none = 0.0;
    rdg_mechanism *m = rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "chain",
                                                                          .n = 3,
                                                                          .terms = chain_terms,
                                                                          .bilateral = 1,
                                                                          .geometry = chain_held,
                                                                          .constant = true,
                                                                          .data = &none});
    for (int k = 0; k < RUNS; k++) {
        static const double zero[3] = {0};
        rdg_timestepping_options o = run[k].o;
        char name[48];
        o.h = 0.05;
        o.plain_start = true;
        rdg_timestepping *ts = rdg_timestepping_create(m, &o);
        rdg_timestepping_start(ts, 0.0, zero, zero);
        for (int i = 0; i < STEPS && rdg_timestepping_step(ts) == RDG_OK; i++) {
            const rdg_motion *now = rdg_timestepping_motion(ts);
            h[k].t[i] = now->t;
            for (int j = 0; j < 3; j++) {
                h[k].q[j][i] = 1e3 * now->q[j];
                h[k].v[j][i] = now->v[j];
                h[k].a[j][i] = now->a[j];
            }
            h[k].force[i] = now->force[0];
        }
        snprintf(name, sizeof name, "fig17_%s.csv", run[k].name);
        rdg_export(ctx, name, STEPS, RDG_COLUMN_ARRAY("t_s", h[k].t), RDG_COLUMN_ARRAY("q1_mm", h[k].q[0]),
                   RDG_COLUMN_ARRAY("q2_mm", h[k].q[1]), RDG_COLUMN_ARRAY("q3_mm", h[k].q[2]),
                   RDG_COLUMN_ARRAY("v1_m_s", h[k].v[0]), RDG_COLUMN_ARRAY("v2_m_s", h[k].v[1]),
                   RDG_COLUMN_ARRAY("v3_m_s", h[k].v[2]), RDG_COLUMN_ARRAY("a1_m_s2", h[k].a[0]),
                   RDG_COLUMN_ARRAY("a2_m_s2", h[k].a[1]), RDG_COLUMN_ARRAY("a3_m_s2", h[k].a[2]),
                   RDG_COLUMN_ARRAY("force_N", h[k].force));
        printf("constraint on %s: q3 = %.5f mm, v3 = %.5f m/s after %g s\n", run[k].legend,
               h[k].q[2][STEPS - 1], h[k].v[2][STEPS - 1], h[k].t[STEPS - 1]);
    }
#define CURVE(k, y) RDG_POINTS(STEPS, h[k].t, h[k].y, run[k].legend, .style = RDG_LINE)
#define PICTURE(path, y, label, ...)                                                                         \
    rdg_plot(ctx, path, CURVE(1, y), CURVE(2, y), CURVE(3, y), CURVE(0, y), RDG_XLABEL("t / s"),             \
             RDG_YLABEL(label), __VA_ARGS__)
    PICTURE("fig17_q1.png", q[0], "q1 / mm", RDG_XRANGE(0.0, 3.0));
    PICTURE("fig17_q2.png", q[1], "q2 / mm", RDG_XRANGE(0.0, 3.0));
    PICTURE("fig17_q3.png", q[2], "q3 / mm", RDG_YRANGE(-10.0, 40.0));
    PICTURE("fig17_v1.png", v[0], "v1 / (m/s)", RDG_XRANGE(0.0, 3.0));
    PICTURE("fig17_v2.png", v[1], "v2 / (m/s)", RDG_XRANGE(0.0, 3.0));
    PICTURE("fig17_v3.png", v[2], "v3 / (m/s)", RDG_YRANGE(-0.1, 0.4));
    PICTURE("fig17_a1.png", a[0], "a1 / (m/s²)", RDG_XRANGE(0.0, 3.0));
    PICTURE("fig17_a2.png", a[1], "a2 / (m/s²)", RDG_XRANGE(0.0, 3.0));
    PICTURE("fig17_a3.png", a[2], "a3 / (m/s²)", RDG_XRANGE(0.0, 3.0));
    PICTURE("fig18.png", force, "force of the constraint / N", RDG_XRANGE(0.0, 3.0));
    return rdg_exit(ctx);
}
