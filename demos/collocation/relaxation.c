/* Van der Pol's oscillator to mu = 1000, x' = mu (y + x - x^3 / 3), y' = -x / mu: jumps that take a millionth
 * of the period. Its period beside that by shooting, in quadruple precision, and its asymptotic expansion.
 * QUICK=1: to mu = 100. */
#include "../forms.h"
#include "../shooting/reference.h"
#include "shapes.h"

#include <ridgewalk/collocated_orbit.h>

/* u = (x, y, mu) */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] * (u[1] + u[0] - u[0] * u[0] * u[0] / 3.0);
    y[1] = -u[0] / u[2];
    return 0;
}

static int field_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[0] = u[2] * (1.0 - u[0] * u[0]);
    J[1] = -1.0 / u[2];
    J[2] = u[2];
    J[4] = u[1] + u[0] - u[0] * u[0] * u[0] / 3.0;
    J[5] = u[0] / (u[2] * u[2]);
    return 0;
}

/* Dorodnicyn 1947, with the last two terms as Ponzo and Wax corrected them in 1965: errors of the order of
 * mu^(-5/3). */
static double expansion(double mu)
{
    return (3.0 - 2.0 * log(2.0)) * mu + 7.01432237 / cbrt(mu) - 2.0 / 3.0 * log(mu) / mu - 1.3246 / mu;
}

int main(void)
{
    const bool quick = form_is_quick();
    const double last = quick ? 100.0 : 1000.0, mu = 1.0;
    rdg_context *ctx = rdg_context_create();
    const rdg_hybrid_function f = {.f = field, .df = field_slope};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "van der Pol", 2, &f, RDG_PARAMETERS("mu"), &mu, RDG_AUTONOMOUS);
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 50.0});
    rdg_collocation *c =
        rdg_collocation_from_shooting(s, rdg_shooting_problem(s), NULL, 0,
                                      &(rdg_collocation_options){.intervals = quick ? 100 : 300, .adapt = 1});
    rdg_continue(rdg_collocation_problem(c), "relaxation", RDG_RELEASE("mu"), RDG_WINDOW("mu", 1, last),
                 RDG_UZ("mu", 10.0), RDG_UZ("mu", 100.0), RDG_STEP(0.05, 1e-6, 20.0));

    references table = {.count = 0};
#define AT(type, value) beside(ctx, "relaxation", type, "mu", value, "T")
    compare(&table, "period at mu = 1", 6.66328685932313, AT("EP", 1.0));
    compare(&table, "period at mu = 10", 19.0783695669390, AT("UZ", 10.0));
    compare(&table, "period at mu = 100", 162.837071092370, quick ? AT("EP", 100.0) : AT("UZ", 100.0));
    compare(&table, "period at the last mu by its expansion", expansion(last), AT("EP", last));
    write_references(ctx, &table, "relaxation_numbers.csv");

    rdg_run *r = rdg_run_open(ctx, "relaxation");
    rdg_run_export(r, "relaxation.csv", RDG_COLUMN("mu", "mu", 1), RDG_COLUMN("T", "T", 1),
                   RDG_COLUMN("error", "error", 1));
    enum { MOST = 400 };
    static double x[MOST], y[MOST];
    rdg_index n = 0;
    for (rdg_index row = 0; row < rdg_run_count(r) && n < MOST; row++) {
        x[n] = rdg_run_column(r, "mu")[row];
        y[n] = fabs(rdg_run_column(r, "T")[row] - expansion(x[n]));
        n += x[n] >= 5.0;
    }
    rdg_plot(ctx, "relaxation.png", RDG_POINTS(n, x, y, "", .style = RDG_LINE), RDG_LOGLOG,
             RDG_TITLE("Period of van der Pol's oscillator less its expansion"), RDG_XLABEL("mu"),
             RDG_YLABEL("difference"));
    static shape at;
    take_shape(ctx, "relaxation", "mu", last, 2, &at);
    rdg_plot(
        ctx, "relaxation_motion.png", RDG_POINTS(SHAPE_POINTS, at.tau, at.x[0], "", .style = RDG_LINE),
        RDG_TITLE(quick ? "Van der Pol's oscillator at mu = 100" : "Van der Pol's oscillator at mu = 1000"),
        RDG_XLABEL("t / T"), RDG_YLABEL("x"));
    return rdg_exit(ctx);
}
