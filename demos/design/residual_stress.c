/* How sure is the peak? Two blades with a wedge damper whose contacts may carry a residual stress: the band
 * of the peak at one level and over the level. */
#include "../forms.h"

#include <ridgewalk/bounds.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/plot.h>
#include <ridgewalk/run_data.h>

#include <math.h>
#include <stdio.h>

enum { DOF = 6 };

static const double window[2] = {135.0, 160.0}; /* Hz */

/* A displacement between a blade, whose first degree of freedom is given, and the damper. */
static void name_between(rdg_structure *s, const char *name, rdg_index blade, double c, double d)
{
    rdg_name_combination(s, name, 4, (rdg_index[]){blade, blade + 1, 4, 5}, (double[]){-c, -d, c, d});
}

/* Two blades of 1 kg in x and y, and a damper of 0.2 kg pressed against both by a static load, N. */
static rdg_hbm *blades_with_wedge(rdg_context *ctx, double load)
{
    const double blades[4][4] = {
        {1.3e6, -3e5, -7e5, 0}, {-3e5, 1.3e6, 0, -7e5}, {-7e5, 0, 1.3e6, -3e5}, {0, -7e5, -3e5, 1.3e6}};
    const double angle = 40.0 * RDG_PI / 180.0, c = cos(angle), d = sin(angle);
    static const char *const dof[DOF] = {"x1", "y1", "x2", "y2", "x", "y"};
    double M[DOF * DOF] = {0}, C[DOF * DOF] = {0}, K[DOF * DOF] = {0};
    for (int i = 0; i < DOF; i++) {
        M[i + DOF * i] = i < 4 ? 1.0 : 0.2;
        C[i + DOF * i] = i < 4 ? 20.0 : 0.0;
        for (int j = 0; j < DOF; j++) {
            K[i + DOF * j] = i < 4 && j < 4 ? blades[i][j] : i == j ? 1e5 : 0.0;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "wedge", DOF, M, C, K);
    for (int i = 0; i < DOF; i++) {
        rdg_name_dof(s, dof[i], i);
    }
    name_between(s, "left.t", 0, c, d);
    name_between(s, "left.n", 0, -d, c);
    name_between(s, "right.t", 2, c, -d);
    name_between(s, "right.n", 2, d, c);
    rdg_contact_add(
        s, &(rdg_contact){
               .name = "left", .tangential = "left.t", .normal = "left.n", .kt = 3e5, .kn = 3e5, .mu = 0.4});
    rdg_contact_add(
        s,
        &(rdg_contact){
            .name = "right", .tangential = "right.t", .normal = "right.n", .kt = 3e5, .kn = 3e5, .mu = 0.4});
    rdg_static_force_add(s, "y", load);
    rdg_force_add(s, "y1", 1, -20.0);
    rdg_force_add(s, "x2", 1, 5.0);
    rdg_sensor_harmonic_add(s, "A", "y2", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = blades_with_wedge(ctx, 90.0);
    rdg_bounds(hb, "bounds", "A", RDG_HOLD_AT("alpha", 0.9),
               RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])));
    rdg_bounds(hb, "band", "A", RDG_WINDOW("alpha", 0.5, form_is_quick() ? 0.7 : 1.7),
               RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])),
               RDG_BOUNDS_LEVELS(form_is_quick() ? 3 : 25), RDG_NO_TABLE);
#define END(run, shade, text)                                                                                \
    RDG_CURVE(run, "alpha", "A", .y_factor = 1e6, .color = (shade), .width = 2, .legend = (text))
    rdg_plot(ctx, "residual_stress.png", END("band.high", "#d62728", "greatest over all residual stresses"),
             END("band.low", "#4292c6", "least"), RDG_TITLE("The peak of two blades with a wedge damper"),
             RDG_XLABEL("forcing amplitude $\\alpha$"), RDG_YLABEL("peak of A / µm"));
    static const char *const end[2] = {"low", "high"};
    for (int e = 0; e < 2; e++) {
        char name[16], path[32];
        snprintf(name, sizeof name, "band.%s", end[e]);
        snprintf(path, sizeof path, "residual_stress_%s.csv", end[e]);
        rdg_run *run = rdg_run_open(ctx, name);
        rdg_run_export(run, path, RDG_COLUMN("alpha", "alpha", 1), RDG_COLUMN("A", "A_m", 1),
                       RDG_COLUMN("omega", "f_Hz", 0.15915494309189533577), RDG_COLUMN("width", "width", 1));
        rdg_run_free(run);
    }
    return rdg_exit(ctx);
}
