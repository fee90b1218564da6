/* Figures 24 to 27: the driven crank with a flexible rod of 10 elements, steps of 10 us: angles, velocities,
 * the moment at the rod's root, the force of the upper wall. The angles of all methods lie upon one another:
 * their differences have a picture of their own. With little damping of what is fast the closed contact opens
 * and closes again and again; that chatter is counted. */
#include "../forms.h"
#include "driven.h"

#include <stdlib.h>

enum { SCHEMES = 5 };

/* Two of the methods: curves of all five would be one. most: by which they differ, mrad */
static void draw_angle(rdg_context *ctx, const char *path, int n, const double *t, const double *one,
                       const double *other, const char *label, double most)
{
    char title[80];
    snprintf(title, sizeof title, "All five methods agree to %.2g mrad", most);
    rdg_plot(ctx, path, RDG_POINTS(n, t, one, "ED-α, ρ∞ = 0", .style = RDG_LINE),
             RDG_POINTS(n, t, other, "generalised α, ρ∞ = 0.8", .style = RDG_DASHED), RDG_XLABEL("t / ms"),
             RDG_YLABEL(label), RDG_TITLE(title));
}

int main(void)
{
    static const struct {
        const char *name, *legend;
        rdg_timestepping_options o;
    } scheme[SCHEMES] = {
        {"rho0.8", "generalised α, ρ∞ = 0.8", {.scheme = RDG_GENERALISED_ALPHA, .h = 1e-5, .rho = 0.8}},
        {"rho0.5", "generalised α, ρ∞ = 0.5", {.scheme = RDG_GENERALISED_ALPHA, .h = 1e-5, .rho = 0.5}},
        {"rho0", "generalised α, ρ∞ = 0", {.scheme = RDG_GENERALISED_ALPHA, .h = 1e-5}},
        {"bathe", "Bathe", {.scheme = RDG_BATHE, .h = 1e-5}},
        {"ed", "ED-α, ρ∞ = 0", {.scheme = RDG_ENERGY_DECAYING, .h = 1e-5}},
    };
    static flexible_crank f;
    static driven d[SCHEMES];
    static double apart[SCHEMES - 1][DRIVEN_MOST]; /* mrad: as curves of figure 24a they are one */
    rdg_context *ctx = rdg_context_create();
    const bool quick = form_is_quick();
    flex_fill(&f, quick ? 2 : 10, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0});
    for (int s = 0; s < SCHEMES; s++) {
        char name[32];
        drive(ctx, &f, &scheme[s].o, quick ? 0.02 : 0.1, &d[s]);
        snprintf(name, sizeof name, "fig24_%s.csv", scheme[s].name);
        keep_driven(ctx, name, &d[s]);
        printf("%s: %ld times closed or open between 50 and 75 ms, greatest force of a wall in all %.0f N\n",
               scheme[s].legend, d[s].switches, d[s].greatest_force);
    }
#define CURVE(k, y) RDG_POINTS(d[k].n, d[k].t, d[k].y, scheme[k].legend, .style = RDG_LINE)
#define PICTURE(path, y, label)                                                                              \
    rdg_plot(ctx, path, CURVE(0, y), CURVE(1, y), CURVE(2, y), CURVE(3, y), RDG_XLABEL("t / ms"),            \
             RDG_YLABEL(label))
    double most[2] = {0.0, 0.0}; /* mrad: of the angles of crank and rod */
    for (int s = 0; s < SCHEMES - 1; s++) {
        for (int k = 0; k < d[s].n; k++) {
            apart[s][k] = 1e3 * fabs(d[s].th1[k] - d[SCHEMES - 1].th1[k]);
            most[0] = fmax(most[0], apart[s][k]);
            most[1] = fmax(most[1], 1e3 * fabs(d[s].th2[k] - d[SCHEMES - 1].th2[k]));
        }
    }
    draw_angle(ctx, "fig24a.png", d[0].n, d[0].t, d[SCHEMES - 1].th1, d[0].th1, "angle of the crank / rad",
               most[0]);
    draw_angle(ctx, "fig24b.png", d[0].n, d[0].t, d[SCHEMES - 1].th2, d[0].th2, "angle of the rod / rad",
               most[1]);
#define APART(s) RDG_POINTS(d[s].n, d[s].t, apart[s], scheme[s].legend, .style = RDG_LINE)
    rdg_plot(ctx, "fig24c.png", APART(0), APART(1), APART(2), APART(3), RDG_XLABEL("t / ms"),
             RDG_YLABEL("difference of the crank's angle / mrad"),
             RDG_TITLE("Four methods against the energy-decaying one"));
    PICTURE("fig25a.png", w1, "velocity of the crank / (rad/s)");
    PICTURE("fig25b.png", w2, "velocity of the rod / (rad/s)");
    PICTURE("fig26.png", moment, "moment at the rod's root / (N m)");
    PICTURE("fig27.png", force, "force of the upper wall / N");
    return rdg_exit(ctx);
}
