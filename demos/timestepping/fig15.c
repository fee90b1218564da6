/* Figures 15 and 16: three masses, the last one on a stiff spring whose frequency, 503 Hz, the step of 1 ms
 * does not resolve. All schemes follow the slow masses; what they make of the fast one is what rho is for. */
#include "chain.h"

#include <math.h>
#include <stdio.h>

enum { SCHEMES = 5, SAMPLES = 10000 };

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

/* The slow motion of q1 and q2, with what the stiff spring gives way by: two modes of a symmetric matrix */
static double slow(int i, double t)
{
    const double soft = chain_k / (chain_k + chain_stiff);
    const double a = 2.0 * chain_k, b = -chain_k, d = a - soft * chain_k,
                 f[2] = {chain_gravity, chain_gravity * (1.0 + soft)};
    double q = 0.0;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double w2 = 0.5 * (a + d) + sign * sqrt(0.25 * (a - d) * (a - d) + b * b);
        const double own[2] = {b, w2 - a}, square = own[0] * own[0] + own[1] * own[1];
        q += own[i] * (own[0] * f[0] + own[1] * f[1]) / square / w2 * (1.0 - cos(sqrt(w2) * t));
    }
    return q;
}

int main(void)
{
    static double t[SAMPLES + 1], exact[2][SAMPLES + 1];
    static const char *const names[] = {"q1", "q2", "q3"};
    rdg_context *ctx = rdg_context_create();
    double stiff = chain_stiff;
    rdg_mechanism *m = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){
                 .name = "chain", .n = 3, .terms = chain_terms, .constant = true, .data = &stiff});
    for (int k = 0; k <= SAMPLES; k++) {
        t[k] = 1e-3 * k;
        for (int i = 0; i < 2; i++) {
            exact[i][k] = slow(i, t[k]);
        }
    }
    rdg_plot_item slowly[SCHEMES + 4] = {
        RDG_POINTS(SAMPLES + 1, t, exact[0], "exact", .style = RDG_LINE, .color = "black")};
    rdg_plot_item fast[SCHEMES + 4];
    for (int s = 0; s < SCHEMES; s++) {
        rdg_timestepping *ts = rdg_timestepping_create(m, &scheme[s].o);
        char path[48];
        rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){0, 0, 0});
        snprintf(path, sizeof path, "chain/%s", scheme[s].name);
        rdg_timestepping_run(ts, path,
                             &(rdg_timestepping_run_options){
                                 .until = 10.0, .coordinate = names, .in_memory = true, .silent = true});
        rdg_run *run = rdg_run_open(ctx, path);
        const double *q = rdg_run_column(run, "q1"), *q3 = rdg_run_column(run, "q3");
        double off = 0.0, ring = 0.0;
        for (int k = 0; q && q3 && k <= SAMPLES; k++) {
            off = fmax(off, fabs(q[k] - exact[0][k]));
            const double rest = (chain_gravity + chain_k * exact[1][k]) / (chain_k + chain_stiff);
            ring = k >= 100 && k < 110 ? fmax(ring, fabs(q3[k] - rest)) : ring;
        }
        printf("%s: greatest error of q1 %.1e m; q3 rings by %.2e of its static displacement after 100 "
               "steps\n",
               scheme[s].legend, off, ring * chain_stiff / chain_gravity);
        snprintf(path, sizeof path, "fig15_%s.csv", scheme[s].name);
        rdg_run_export(run, path, RDG_COLUMN("t", NULL, 1), RDG_COLUMN("q1", "q1_m", 1),
                       RDG_COLUMN("q2", "q2_m", 1), RDG_COLUMN("q3", "q3_m", 1),
                       RDG_COLUMN("v_q1", "v1_m_s", 1), RDG_COLUMN("v_q3", "v3_m_s", 1));
    }
    static const char *const run[SCHEMES] = {"chain/rho1", "chain/rho0.8", "chain/rho0", "chain/bathe",
                                             "chain/ed"};
    for (int s = 0; s < SCHEMES; s++) {
        const rdg_plot_item one =
            RDG_CURVE(run[s], "t", "q1", .legend = scheme[s].legend, .style = RDG_DASHED);
        const rdg_plot_item three = RDG_CURVE(run[s], "t", "q3", .legend = scheme[s].legend, .y_factor = 1e6);
        slowly[s + 1] = one;
        fast[s] = three;
    }
    const rdg_plot_item rest[3] = {RDG_XLABEL("t / s"), RDG_YLABEL("q1 / m"), {.kind = RDG_PLOT_END}};
    const rdg_plot_item other[4] = {
        RDG_XLABEL("t / s"), RDG_YLABEL("q3 / µm"), RDG_XRANGE(0.0, 0.05), {.kind = RDG_PLOT_END}};
    for (int i = 0; i < 3; i++) {
        slowly[SCHEMES + 1 + i] = rest[i];
    }
    for (int i = 0; i < 4; i++) {
        fast[SCHEMES + i] = other[i];
    }
    rdg_plot_items(ctx, "fig15.png", slowly);
    rdg_plot_items(ctx, "fig16.png", fast);
    return rdg_exit(ctx);
}
