/* The damped nonlinear mode of an oscillator, 1 kg, 0.02 N s/m, 1 N/m, with a Jenkins element: a spring of
 * 0.5 N/m in series with a slider that carries 1 N.
 *
 * It sticks up to an amplitude of 2 m. With one harmonic frequency and damping are known in closed form
 * (dots). */
#include <ridgewalk/dnnm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/ridgewalk.h>

#include <math.h>

enum { POINTS = 25 };

/* Stiffness and dissipation of the slipping element at the amplitude a */
static void closed_form(double a, double *omega, double *zeta)
{
    const double kt = 0.5, limit = 1.0, c = 0.02, stuck = limit / kt;
    const double angle = a > stuck ? acos(1.0 - 2.0 * stuck / a) : RDG_PI;
    const double k = 1.0 + kt / RDG_PI * (angle - 0.5 * sin(2.0 * angle));
    const double loss = a > stuck ? 4.0 * limit / RDG_PI * (1.0 - stuck / a) : 0.0;
    *omega = sqrt(k);
    *zeta = c / (2.0 * *omega) + loss / (2.0 * k * a);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *mass =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.02}, (double[]){1.0});
    rdg_name_dof(mass, "x", 0);
    rdg_jenkins_add(mass, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    rdg_hbm *one = rdg_hbm_create(mass, RDG_HARMONICS(1));
    rdg_hbm *seven = rdg_hbm_create(mass, RDG_HARMONICS(1, 3, 5, 7));

    const rdg_mode mode = {.number = 1, .at = "x"};
    rdg_nonlinear_mode(one, "p13_h1", &mode, RDG_WINDOW("a", 0.5, 200.0), RDG_ANGLE(2));
    rdg_nonlinear_mode(seven, "p13_h7", &mode, RDG_WINDOW("a", 0.5, 200.0), RDG_ANGLE(2));
    rdg_nonlinear_mode(seven, "p13_best", &mode, RDG_WINDOW("a", 2.5, 200.0), RDG_RELEASE("zeta"));

    double a[POINTS];
    double omega[POINTS];
    double zeta[POINTS];
    for (int k = 0; k < POINTS; k++) {
        a[k] = 0.5 * pow(400.0, k / (POINTS - 1.0));
        closed_form(a[k], &omega[k], &zeta[k]);
    }
    rdg_plot(ctx, "fig13a.png", RDG_CURVE("p13_h1", "a", "omega", .legend = "harmonic 1"),
             RDG_CURVE("p13_h7", "a", "omega", .style = RDG_DASHED, .legend = "harmonics 1 to 7"),
             RDG_POINTS(POINTS, a, omega, "closed form"), RDG_LOGX,
             RDG_TITLE("Frequency of an oscillator with a Jenkins element"),
             RDG_XLABEL("modal amplitude / (sqrt(kg) m)"), RDG_YLABEL("omega / (rad/s)"));
    rdg_plot(ctx, "fig13b.png", RDG_CURVE("p13_h1", "a", "zeta", .legend = "harmonic 1"),
             RDG_CURVE("p13_h7", "a", "zeta", .style = RDG_DASHED, .legend = "harmonics 1 to 7"),
             RDG_POINTS(POINTS, a, zeta, "closed form"),
             RDG_CURVE("p13_best", "a", "zeta", .only = "FP", .color = "black", .legend = "greatest damping"),
             RDG_LOGX, RDG_TITLE("Damping of an oscillator with a Jenkins element"),
             RDG_XLABEL("modal amplitude / (sqrt(kg) m)"), RDG_YLABEL("damping ratio"));
    rdg_run_export(rdg_run_open(ctx, "p13_h7"), "fig13.csv", RDG_COLUMN("a", "a_sqrt_kg_m", 1),
                   RDG_COLUMN("omega", "omega_rad_s", 1), RDG_COLUMN("zeta", "zeta", 1));
    return rdg_exit(ctx);
}
