/* A ball that falls from 1 m on a floor and rebounds with half of its velocity: infinitely many impacts up to
 * t = 1.3546 s, then it rests. Steps of time go through all of them. */
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timestepping.h>

#include <math.h>

static int fall(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = 1.0;   /* kg */
    to->h[0] = -9.81; /* N */
    return 0;
}

static int above_floor(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[0]; /* the gap */
    to->W[0] = 1.0;  /* and its derivative by y */
    return 0;
}

static double height_energy(double t, const double *q, void *data)
{
    (void)t, (void)data;
    return 9.81 * q[0];
}

/* The motion in closed form */
static double height(double t)
{
    double begin = 0.0, y = 1.0, v = 0.0;
    for (int k = 0; k < 100; k++) {
        const double hit = (v + sqrt(v * v + 2.0 * 9.81 * y)) / 9.81;
        if (t < begin + hit) {
            return y + v * (t - begin) - 0.5 * 9.81 * (t - begin) * (t - begin);
        }
        v = 0.5 * (9.81 * hit - v);
        y = 0.0;
        begin += hit;
    }
    return 0.0;
}

enum { SAMPLES = 801, STEPS = 7 };

static rdg_timestepping *drop(rdg_mechanism *ball, double h)
{
    rdg_timestepping *ts = rdg_timestepping_create(ball, &(rdg_timestepping_options){.h = h});
    rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0});
    return ts;
}

/* The mean error of the height over two seconds, for steps from 2e-2 s to 2e-5 s */
static void errors(rdg_context *ctx, rdg_mechanism *ball)
{
    double h[STEPS], error[STEPS];
    for (int k = 0; k < STEPS; k++) {
        h[k] = 2e-2 * pow(10.0, -0.5 * k);
        error[k] = 0.0;
        rdg_timestepping *ts = drop(ball, h[k]);
        const int steps = (int)(2.0 / h[k]);
        for (int i = 0; i < steps && rdg_timestepping_step(ts) == RDG_OK; i++) {
            const rdg_motion *m = rdg_timestepping_motion(ts);
            error[k] += fabs(m->q[0] - height(m->t)) / steps;
        }
        rdg_timestepping_free(ts);
    }
    rdg_export(ctx, "ball_errors.csv", STEPS, RDG_COLUMN_ARRAY("h_s", h),
               RDG_COLUMN_ARRAY("mean_error_m", error));
    rdg_plot(ctx, "ball_errors.png", RDG_POINTS(STEPS, h, error, "", .style = RDG_LINE_DOTS), RDG_LOGLOG,
             RDG_XLABEL("step h / s"), RDG_YLABEL("mean error of the height / m"),
             RDG_TITLE("Moreau and Jean's method, a ball that comes to rest"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_mechanism *ball =
        rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "ball",
                                                           .n = 1,
                                                           .terms = fall,
                                                           .contacts = 1,
                                                           .law = &(rdg_contact_law){.restitution = 0.5},
                                                           .geometry = above_floor,
                                                           .potential = height_energy,
                                                           .constant = true});
    const rdg_timestepping_run_options to = {.until = 2.0, .coordinate = (const char *const[]){"y"}};
    rdg_timestepping_run(drop(ball, 2e-2), "ball/coarse", &to);
    rdg_timestepping_run(drop(ball, 1e-3), "ball/fine", &to);

    double t[SAMPLES], y[SAMPLES];
    for (int k = 0; k < SAMPLES; k++) {
        t[k] = 2.0 * k / (SAMPLES - 1);
        y[k] = height(t[k]);
    }
    rdg_run_export(rdg_run_open(ctx, "ball/fine"), "ball.csv", RDG_COLUMN("t", NULL, 1),
                   RDG_COLUMN("y", "y_m", 1), RDG_COLUMN("v_y", "v_m_s", 1), RDG_COLUMN("type", NULL, 1));
    rdg_plot(ctx, "ball.png", RDG_POINTS(SAMPLES, t, y, "exact", .style = RDG_LINE, .color = "black"),
             RDG_CURVE("ball/coarse", "t", "y", .legend = "h = 20 ms", .style = RDG_LINE_DOTS),
             RDG_CURVE("ball/fine", "t", "y", .legend = "h = 1 ms"), RDG_XLABEL("t / s"),
             RDG_YLABEL("height / m"));
    errors(ctx, ball);
    return rdg_exit(ctx);
}
