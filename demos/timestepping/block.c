/* A block on a floor, mu = 0.3, drawn by a spring: it slides to and fro and stops where the spring no longer
 * moves it, at x = -1.772 m after one and a half swings. Order 2 to where it stops. */
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timestepping.h>

#include <math.h>

static int pull(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = to->M[3] = 1.0; /* kg */
    to->K[0] = 1.0;            /* N/m */
    to->h[1] = -9.81;          /* N */
    return 0;
}

static int on_floor(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[1];
    to->W[1] = 1.0; /* upwards */
    to->W[2] = 1.0; /* along */
    return 0;
}

static double energy(double t, const double *q, void *data)
{
    (void)t, (void)data;
    return 0.5 * q[0] * q[0] + 9.81 * q[1];
}

/* Between two turns the block swings about +-mu g. */
static double place(double t)
{
    const double shift = 0.3 * 9.81;
    return t < RDG_PI         ? shift + (10.0 - shift) * cos(t)
           : t < 2.0 * RDG_PI ? -shift + (10.0 - 3.0 * shift) * cos(t)
                              : -1.772;
}

enum { STEPS = 6, SAMPLES = 401 };

static rdg_timestepping *release(rdg_mechanism *block, double h)
{
    rdg_timestepping *ts = rdg_timestepping_create(block, &(rdg_timestepping_options){.h = h});
    rdg_timestepping_start(ts, 0.0, (double[]){10.0, 0.0}, (double[]){0.0, 0.0});
    return ts;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_mechanism *block = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = "block",
                                      .n = 2,
                                      .terms = pull,
                                      .contacts = 1,
                                      .law = &(rdg_contact_law){.mu = 0.3, .directions = 1},
                                      .geometry = on_floor,
                                      .potential = energy,
                                      .constant = true});
    rdg_timestepping_run(
        release(block, 1e-2), "block",
        &(rdg_timestepping_run_options){.until = 8.0, .coordinate = (const char *const[]){"x", "y"}});

    double h[STEPS], off[STEPS], t[SAMPLES], x[SAMPLES];
    for (int k = 0; k < STEPS; k++) {
        h[k] = 4e-2 * pow(0.5, k);
        rdg_timestepping *ts = release(block, h[k]);
        while (rdg_timestepping_motion(ts)->t < 8.0 && rdg_timestepping_step(ts) == RDG_OK) {
        }
        off[k] = fabs(rdg_timestepping_motion(ts)->q[0] + 1.772);
        rdg_timestepping_free(ts);
    }
    for (int k = 0; k < SAMPLES; k++) {
        t[k] = 8.0 * k / (SAMPLES - 1);
        x[k] = place(t[k]);
    }
    rdg_export(ctx, "block.csv", STEPS, RDG_COLUMN_ARRAY("h_s", h), RDG_COLUMN_ARRAY("error_of_rest_m", off));
    rdg_plot(ctx, "block.png", RDG_POINTS(SAMPLES, t, x, "exact", .style = RDG_LINE, .color = "black"),
             RDG_CURVE("block", "t", "x", .legend = "h = 10 ms", .style = RDG_DASHED), RDG_XLABEL("t / s"),
             RDG_YLABEL("x / m"));
    rdg_plot(ctx, "block_energy.png", RDG_CURVE("block", "t", "T", .legend = "kinetic"),
             RDG_CURVE("block", "t", "V", .legend = "of the spring"),
             RDG_CURVE("block", "t", "friction_work", .legend = "work of friction"), RDG_XLABEL("t / s"),
             RDG_YLABEL("energy / J"));
    return rdg_exit(ctx);
}
