/* An overhung rotor with a gyroscopic disc (Stodola, Green): a disc at the free end of a shaft, with an
 * unbalance m e omega^2 and structural damping. In forward whirl, x + i y = X exp(i omega t), the closed form
 * is
 *
 *     [(1 + i g) k11 - m w^2 + i w c, (1 + i g) k12;  (1 + i g) k12, (1 + i g) k22 - (I_t - I_p) w^2] [X;
 * phi] = [m e w^2; 0] .
 *
 * A thin disc, I_p = 2 I_t, stiffens the shaft as it turns: one critical speed, where without gyroscopic
 * forces there would be two. The picture has the responses with and without; the table the Campbell diagram.
 */
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/run_data.h>

#include <complex.h>
#include <math.h>
#include <stdio.h>

enum { X, Y, ALPHA, BETA, SIZE };

static const double m = 10.0, I_t = 0.05, I_p = 0.1, c = 60.0;      /* kg, kg m^2, N s/m */
static const double k11 = 7.5e5, k12 = -1.5e5, k22 = 4e4, g = 0.01; /* N/m, N, N m: a shaft of 0.4 m */
static const double moment = 1e-3;                                  /* kg m */

static rdg_structure *make_rotor(rdg_context *ctx, double polar)
{
    double M[SIZE * SIZE] = {0.0}, C[SIZE * SIZE] = {0.0}, K[SIZE * SIZE] = {0.0};
    M[X + SIZE * X] = M[Y + SIZE * Y] = m;
    M[ALPHA + SIZE * ALPHA] = M[BETA + SIZE * BETA] = I_t;
    C[X + SIZE * X] = C[Y + SIZE * Y] = c;
    K[X + SIZE * X] = K[Y + SIZE * Y] = k11;
    K[ALPHA + SIZE * ALPHA] = K[BETA + SIZE * BETA] = k22;
    K[X + SIZE * BETA] = K[BETA + SIZE * X] = k12;
    K[Y + SIZE * ALPHA] = K[ALPHA + SIZE * Y] = -k12; /* the slope of y is -alpha */
    rdg_structure *s = rdg_structure_create(ctx, "overhung", SIZE, M, C, K);
    rdg_damping_structural(s, g);
    rdg_name_dof(s, "x", X);
    rdg_name_dof(s, "y", Y);
    rdg_name_dof(s, "alpha", ALPHA);
    rdg_name_dof(s, "beta", BETA);
    if (polar > 0.0) {
        rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "alpha", .second = "beta", .inertia = polar});
    }
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "y", .moment = moment});
    rdg_sensor_harmonic_add(s, "r", "x", 1);
    return s;
}

static double closed_form(double w, double polar)
{
    const double complex loss = 1.0 + I * g, a = loss * k11 - m * w * w + I * w * c, b = loss * k12,
                         d = loss * k22 - (I_t - polar) * w * w;
    return cabs(d * moment * w * w / (a * d - b * b));
}

static void compute(rdg_context *ctx, const char *name, double polar)
{
    rdg_problem *p = rdg_hbm_problem(rdg_hbm_create(make_rotor(ctx, polar), RDG_HARMONICS(1)),
                                     RDG_AT("omega", 50.0), RDG_AT("alpha", 1.0));
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 50.0, 1200.0));
    rdg_run *run = rdg_run_open(ctx, name);
    const double *omega = rdg_run_column(run, "omega"), *r = rdg_run_column(run, "r");
    double worst = 0.0;
    for (rdg_index i = 0; omega && r && i < rdg_run_count(run); i++) {
        const double expected = closed_form(omega[i], polar);
        worst = fmax(worst, fabs(r[i] - expected) / expected);
    }
    printf("%s: %s the closed form\n", name, worst < 1e-6 ? "agrees to 1e-6 with" : "differs from");
    rdg_run_free(run);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    compute(ctx, "gyroscopic", I_p);
    compute(ctx, "without", 0.0);
    rdg_structure *s = make_rotor(ctx, I_p);
    printf("%12s %12s %12s %12s %12s  (frequencies of whirl, rad/s)\n", "speed rad/s", "backward", "forward",
           "backward", "forward");
    for (double speed = 0.0; speed <= 1200.0; speed += 300.0) {
        double im[SIZE] = {0.0};
        rdg_whirl_modes(s, speed, SIZE, NULL, im);
        printf("%12.0f %12.3f %12.3f %12.3f %12.3f\n", speed, im[0], im[1], im[2], im[3]);
    }
    rdg_plot(ctx, "overhung.png", RDG_CURVE("gyroscopic", "omega", "r"), RDG_CURVE("without", "omega", "r"),
             RDG_YLABEL("radius of whirl / m"), RDG_LOGY);
    return rdg_exit(ctx);
}
