/* Figures 15 and 16: three masses, the last one on a stiff spring whose frequency, 503 Hz, the step of 1 ms
 * does not resolve. All schemes follow the slow masses; what they make of the fast one is what rho is for. */
#include "chain.h"

#include <ridgewalk/mechanics.h>

#include <math.h>
#include <stdio.h>

/* Figure 16 shows the first 20 ms. */
enum { SCHEMES = 5, SAMPLES = 10000, FINE = 1000, RING = 20 };

static const struct {
    const char *name, *legend;
    rdg_timestepping_options o;
} scheme[SCHEMES] = {
    {"rho1", "generalised α, ρ∞ = 1", {.scheme = RDG_GENERALISED_ALPHA, .h = 1e-3, .rho = 1.0}},
    {"rho0.8", "generalised α, ρ∞ = 0.8", {.scheme = RDG_GENERALISED_ALPHA, .h = 1e-3, .rho = 0.8}},
    {"rho0", "generalised α, ρ∞ = 0", {.scheme = RDG_GENERALISED_ALPHA, .h = 1e-3}},
    {"bathe", "Bathe", {.scheme = RDG_BATHE, .h = 1e-3}},
    {"ed", "ED-α, ρ∞ = 0", {.scheme = RDG_ENERGY_DECAYING, .h = 1e-3}},
};

typedef struct history {
    double t[SAMPLES + 1], q[3][SAMPLES + 1], v[3][SAMPLES + 1], a[3][SAMPLES + 1];
} history;

/* The motion from rest by its modes, at the times of h. */
static void by_modes(rdg_context *ctx, int n, double step, history *h)
{
    double omega[3], shape[9], K[9] = {0}, weight[3] = {0}, mass[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double stiff = chain_stiff;
    chain_terms(0.0, NULL, NULL, &(rdg_mechanism_terms){.M = mass, .K = K, .h = weight}, &stiff);
    rdg_structure *s = rdg_structure_create(ctx, "masses", 3, mass, RDG_UNDAMPED, K);
    rdg_structure_modes(s, RDG_NO_SPRINGS, 3, omega, shape);
    for (int k = 0; k <= n; k++) {
        h->t[k] = step * k;
        for (int m = 0; m < 3; m++) {
            const double *phi = shape + 3 * m, w = omega[m], angle = w * h->t[k];
            const double f = phi[0] * weight[0] + phi[1] * weight[1] + phi[2] * weight[2];
            for (int i = 0; i < 3; i++) {
                h->q[i][k] += phi[i] * f * (1.0 - cos(angle)) / (w * w);
                h->v[i][k] += phi[i] * f * sin(angle) / w;
                h->a[i][k] += phi[i] * f * cos(angle);
            }
        }
    }
}

static void by_steps(rdg_mechanism *m, const rdg_timestepping_options *o, history *h)
{
    rdg_timestepping *ts = rdg_timestepping_create(m, o);
    rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){0, 0, 0});
    for (int k = 0; k <= SAMPLES; k++) {
        const rdg_motion *now = rdg_timestepping_motion(ts);
        h->t[k] = now->t;
        for (int i = 0; i < 3; i++) {
            h->q[i][k] = now->q[i];
            h->v[i][k] = now->v[i];
            h->a[i][k] = now->a[i];
        }
        if (k < SAMPLES && rdg_timestepping_step(ts) != RDG_OK) {
            break;
        }
    }
    rdg_timestepping_free(ts);
}

/* Greatest error of q1, and of q3 where it stands still, in static displacements by its weight. */
static void compare(const char *legend, const history *h, const history *exact)
{
    double off = 0.0, ring = 0.0;
    for (int k = 0; k <= SAMPLES; k++) {
        off = fmax(off, fabs(h->q[0][k] - exact->q[0][k]));
        const double rest = (chain_gravity + chain_k * exact->q[1][k]) / (chain_k + chain_stiff);
        ring = k >= 100 && k < 110 ? fmax(ring, fabs(h->q[2][k] - rest)) : ring;
    }
    printf("%s: greatest error of q1 %.1e m; q3 rings by %.2e of its static displacement after 100 steps\n",
           legend, off, ring * chain_stiff / chain_gravity);
}

static void export(rdg_context *ctx, const char *name, const history *h)
{
    char path[48];
    snprintf(path, sizeof path, "fig15_%s.csv", name);
    rdg_export(ctx, path, SAMPLES + 1, RDG_COLUMN_ARRAY("t_s", h->t), RDG_COLUMN_ARRAY("q1_m", h->q[0]),
               RDG_COLUMN_ARRAY("q2_m", h->q[1]), RDG_COLUMN_ARRAY("q3_m", h->q[2]),
               RDG_COLUMN_ARRAY("v1_m_s", h->v[0]), RDG_COLUMN_ARRAY("v2_m_s", h->v[1]),
               RDG_COLUMN_ARRAY("v3_m_s", h->v[2]), RDG_COLUMN_ARRAY("a1_m_s2", h->a[0]),
               RDG_COLUMN_ARRAY("a2_m_s2", h->a[1]), RDG_COLUMN_ARRAY("a3_m_s2", h->a[2]));
}

int main(void)
{
    static history exact, fine, h[SCHEMES];
    rdg_context *ctx = rdg_context_create();
    double stiff = chain_stiff;
    rdg_mechanism *m = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){
                 .name = "chain", .n = 3, .terms = chain_terms, .constant = true, .data = &stiff});
    by_modes(ctx, SAMPLES, 1e-3, &exact);
    by_modes(ctx, FINE, 2e-5, &fine);
    for (int s = 0; s < SCHEMES; s++) {
        by_steps(m, &scheme[s].o, &h[s]);
        compare(scheme[s].legend, &h[s], &exact);
        export(ctx, scheme[s].name, &h[s]);
    }
#define EXACT(n, of, y) RDG_POINTS(n, (of).t, (of).y, "exact", .style = RDG_LINE, .color = "black")
#define CURVE(s, y) RDG_POINTS(SAMPLES + 1, h[s].t, h[s].y, scheme[s].legend, .style = RDG_DASHED)
#define SLOW(path, y, label)                                                                                 \
    rdg_plot(ctx, path, EXACT(SAMPLES + 1, exact, y), CURVE(0, y), CURVE(1, y), CURVE(2, y), CURVE(3, y),    \
             CURVE(4, y), RDG_XLABEL("t / s"), RDG_YLABEL(label))
    SLOW("fig15_q1.png", q[0], "q1 / m");
    SLOW("fig15_q2.png", q[1], "q2 / m");
    SLOW("fig15_v1.png", v[0], "v1 / (m/s)");
    SLOW("fig15_v2.png", v[1], "v2 / (m/s)");
    SLOW("fig15_a1.png", a[0], "a1 / (m/s²)");
    SLOW("fig15_a2.png", a[1], "a2 / (m/s²)");
#define STEPS(s)                                                                                             \
    RDG_POINTS(RING + 1, h[s].t, h[s].q[2], scheme[s].legend, .y_factor = 1e6, .style = RDG_LINE_DOTS)
    rdg_plot(ctx, "fig16.png",
             RDG_POINTS(FINE + 1, fine.t, fine.q[2], "exact", .style = RDG_LINE, .color = "black",
                        .y_factor = 1e6),
             STEPS(0), STEPS(1), STEPS(2), STEPS(3), STEPS(4), RDG_XLABEL("t / s"), RDG_YLABEL("q3 / µm"),
             RDG_XRANGE(0.0, 0.02));
    return rdg_exit(ctx);
}
