/* Figure 22 and table 4: errors of position, velocity and guide force of the slider-crank in an ideal guide,
 * over the step. The reference has one coordinate: th1 alone, by the classical Runge-Kutta method.
 * As in the paper motions start with the acceleration without reactions: forces of rho = 0.8 need some steps
 * to forget it. */
#include "../forms.h"
#include "crank.h"

#include <ridgewalk/ridgewalk.h>

#include <stdio.h>
#include <stdlib.h>

static const double fine = 5e-7, end = 0.05;
enum { FINE = 100000, SCHEMES = 7, STEPS = 10, SAMPLES = 500 };

typedef struct place {
    double th1, th2, w1, w2, force;
} place;

/* th2 and its rate follow from th1; w1' from the equations of motion along both, the guide force from the
 * first one. */
static double acceleration(double th1, double w1, place *at)
{
    static crank_numbers numbers = {.clearance = 0.0};
    double M[9] = {0}, C[9] = {0}, K[9] = {0}, h[3] = {0};
    const double th2 = asin(-crank_l1 * sin(th1) / crank_l2);
    const double p = -crank_l1 * cos(th1) / (crank_l2 * cos(th2)), w2 = p * w1;
    const double q[3] = {th1, th2, 0.0}, v[3] = {w1, w2, 0.0};
    crank_terms(0.0, q, v, &(rdg_mechanism_terms){M, C, K, h}, &numbers);
    /* rate of p along the motion */
    const double p_rate = (crank_l1 * sin(th1) * w1 + crank_l2 * sin(th2) * w2 * p) / (crank_l2 * cos(th2));
    const double mass = M[0] + 2.0 * M[1] * p + M[4] * p * p;
    const double a1 = (h[0] + p * h[1] - (M[1] + p * M[4]) * p_rate * w1) / mass, a2 = p * a1 + p_rate * w1;
    const double force = (M[0] * a1 + M[1] * a2 - h[0]) / (crank_l1 * cos(th1));
    *at = (place){th1, th2, w1, w2, force};
    return a1;
}

static void integrate(place *reference)
{
    double th = 0.0, w = 150.0;
    for (int k = 0; k <= FINE; k++) {
        place other;
        const double a = acceleration(th, w, &reference[k]);
        const double w_b = w + 0.5 * fine * a, b = acceleration(th + 0.5 * fine * w, w_b, &other);
        const double w_c = w + 0.5 * fine * b, c = acceleration(th + 0.5 * fine * w_b, w_c, &other);
        const double w_d = w + fine * c, d = acceleration(th + fine * w_c, w_d, &other);
        th += fine / 6.0 * (w + 2.0 * w_b + 2.0 * w_c + w_d);
        w += fine / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
}

typedef struct errors {
    double err92, th2, w2, force;
} errors;

/* A force belongs to the end of a step, or, of those that are means, to its middle. */
static bool is_mean(rdg_scheme scheme)
{
    return scheme != RDG_GENERALISED_ALPHA && scheme != RDG_BATHE;
}

static errors run(rdg_mechanism *m, rdg_timestepping_options o, const place *reference)
{
    errors e = {0}, size = {0};
    const int steps = (int)lround(end / o.h), each = (int)lround(o.h / fine),
              sample = steps < SAMPLES ? 1 : steps / SAMPLES;
    rdg_timestepping *ts = rdg_timestepping_create(m, &o);
    rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0});
    for (int k = 1; k <= steps && rdg_timestepping_step(ts) == RDG_OK; k++) {
        const rdg_motion *now = rdg_timestepping_motion(ts);
        const place *at = &reference[k * each],
                    *middle = &reference[k * each - (is_mean(o.scheme) ? each / 2 : 0)];
        if (k % sample == 0) {
            const double d = now->q[1] - at->th2, w = now->v[1] - at->w2, f = now->force[0] - middle->force;
            e.err92 += d * d / (at->th2 * at->th2);
            e.th2 += d * d;
            e.w2 += w * w;
            e.force += f * f;
            size.th2 += at->th2 * at->th2;
            size.w2 += at->w2 * at->w2;
            size.force += middle->force * middle->force;
        }
    }
    rdg_timestepping_free(ts);
    return (errors){sqrt(e.err92), sqrt(e.th2 / size.th2), sqrt(e.w2 / size.w2), sqrt(e.force / size.force)};
}

static const struct {
    const char *name;
    rdg_timestepping_options o;
} scheme[SCHEMES] = {
    {"Moreau midpoint", {.scheme = RDG_MOREAU_MIDPOINT}},
    {"Moreau-Jean, constraints at the end", {.scheme = RDG_MOREAU}},
    {"half-explicit", {.scheme = RDG_HALF_EXPLICIT}},
    {"generalised α, ρ∞ = 0.8", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.8}},
    {"generalised α, ρ∞ = 0", {.scheme = RDG_GENERALISED_ALPHA}},
    {"Bathe", {.scheme = RDG_BATHE}},
    {"ED-α, ρ∞ = 0", {.scheme = RDG_ENERGY_DECAYING}},
};

typedef struct table {
    double h[SCHEMES][STEPS], value[4][SCHEMES][STEPS];
} table;

static void draw(rdg_context *ctx, const table *t, int n, int what, const char *path, const char *label)
{
    rdg_plot_item items[SCHEMES + 5];
    for (int s = 0; s < SCHEMES; s++) {
        const rdg_plot_item curve =
            RDG_POINTS(n, t->h[s], t->value[what][s], scheme[s].name, .style = RDG_LINE_DOTS);
        items[s] = curve;
    }
    const rdg_plot_item rest[5] = {RDG_LOGLOG,
                                   RDG_XLABEL("step / s"),
                                   {.kind = RDG_PLOT_LABEL, .axis = 'y', .text = label},
                                   {.kind = RDG_PLOT_END}};
    for (int i = 0; i < 5; i++) {
        items[SCHEMES + i] = rest[i];
    }
    rdg_plot_items(ctx, path, items);
}

int main(void)
{
    static table t;
    static double h[SCHEMES * STEPS], column[4][SCHEMES * STEPS];
    static const char *name[SCHEMES * STEPS];
    static const double steps[STEPS] = {5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6, 1e-6};
    const int n = form_is_quick() ? 5 : 9;
    rdg_context *ctx = rdg_context_create();
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_in_ideal_guide(ctx, &table1);
    place *reference = calloc(FINE + 1, sizeof *reference);
    if (!reference) {
        return 1;
    }
    integrate(reference);
    int rows = 0;
    for (int s = 0; s < SCHEMES; s++) {
        for (int k = 0; k < n; k++, rows++) {
            rdg_timestepping_options o = scheme[s].o;
            o.h = t.h[s][k] = h[rows] = steps[k];
            o.tolerance = 1e-13;
            o.plain_start = true;
            const errors e = run(m, o, reference);
            const double value[4] = {e.err92, e.th2, e.w2, e.force};
            for (int i = 0; i < 4; i++) {
                t.value[i][s][k] = column[i][rows] = value[i];
            }
            name[rows] = scheme[s].name;
            printf("%-38s h = %.0e s: err92 %.4e, th2 %.3e, w2 %.3e, force %.3e\n", name[rows], h[rows],
                   e.err92, e.th2, e.w2, e.force);
        }
    }
    rdg_export(ctx, "fig22.csv", rows, RDG_COLUMN_TEXTS("scheme", name), RDG_COLUMN_ARRAY("dt_s", h),
               RDG_COLUMN_ARRAY("err92", column[0]), RDG_COLUMN_ARRAY("l2_th2", column[1]),
               RDG_COLUMN_ARRAY("l2_w2", column[2]), RDG_COLUMN_ARRAY("l2_force", column[3]));
    draw(ctx, &t, n, 1, "fig22a.png", "relative error of the rod's angle");
    draw(ctx, &t, n, 2, "fig22b.png", "relative error of its velocity");
    draw(ctx, &t, n, 3, "fig22c.png", "relative error of the guide force");
    free(reference);
    return rdg_exit(ctx);
}
