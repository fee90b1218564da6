/* Painleve's rod: 1 m long, its tip rests on the floor and slides so that friction wedges it. Above the
 * critical friction, mu_c = (1 + 3 c^2)/(3 s c), it has no forces: it sticks at once by an impact without
 * collision, and the angular velocity jumps to 3 v s/(4 l). Below, it slides on. */
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timestepping.h>

#include <math.h>

static int rod(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = to->M[4] = 1.0; /* kg */
    to->M[8] = 0.25 / 3.0;     /* kg m^2 */
    to->h[1] = -9.81;
    return 0;
}

/* q: x, y of the centre, angle from the floor */
static int tip(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    const double c = 0.5 * cos(q[2]), s = 0.5 * sin(q[2]);
    to->g[0] = q[1] - s;
    to->W[1] = 1.0;
    to->W[2] = -c;
    to->W[3] = 1.0;
    to->W[5] = s;
    return 0;
}

/* Angular velocity after one step of 1e-5 s at a friction */
static double turn(rdg_context *ctx, double mu, rdg_scheme scheme, double phi)
{
    rdg_mechanism *m = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = "rod",
                                      .n = 3,
                                      .terms = rod,
                                      .contacts = 1,
                                      .law = &(rdg_contact_law){.mu = mu, .directions = 1},
                                      .geometry = tip});
    rdg_timestepping *ts =
        rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = scheme, .h = 1e-5, .rho = 0.8});
    rdg_timestepping_start(ts, 0.0, (double[]){0.0, 0.5 * sin(phi), phi}, (double[]){-1.0, 0.0, 0.0});
    rdg_timestepping_step(ts);
    const double omega = fabs(rdg_timestepping_motion(ts)->v[2]);
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    return omega;
}

enum { COUNT = 101 };

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const double phi = atan(2.0), critical = 4.0 / 3.0, jump = 3.0 * sin(phi) / 2.0;
    double mu[COUNT], moreau[COUNT], bathe[COUNT];
    for (int k = 0; k < COUNT; k++) {
        mu[k] = 1.0 + 0.01 * k;
        moreau[k] = turn(ctx, mu[k], RDG_MOREAU, phi);
        bathe[k] = turn(ctx, mu[k], RDG_BATHE, phi);
    }
    const double line_mu[] = {1.0, critical, critical, 2.0}, line_omega[] = {0.0, 0.0, jump, jump};
    rdg_export(ctx, "painleve.csv", COUNT, RDG_COLUMN_ARRAY("mu", mu),
               RDG_COLUMN_ARRAY("moreau_rad_s", moreau), RDG_COLUMN_ARRAY("bathe_rad_s", bathe));
    rdg_plot(
        ctx, "painleve.png", RDG_POINTS(4, line_mu, line_omega, "exact", .style = RDG_LINE, .color = "black"),
        RDG_POINTS(COUNT, mu, moreau, "Moreau-Jean, one step of 10 µs"),
        RDG_POINTS(COUNT, mu, bathe, "Bathe, mixed", .style = RDG_DASHED), RDG_XLABEL("friction coefficient"),
        RDG_YLABEL("angular velocity after the jump / (rad/s)"), RDG_YRANGE(-0.1, 1.6));
    return rdg_exit(ctx);
}
