/* The best orbit: x'' + x' + k x = cos(t + theta), whose x at the start is to be as large as it can be over k
 * and theta. It is 1, at k = 1 and theta = pi/2. The adjoint equations are the core's; nobody has written
 * them. */
#include "../shooting/reference.h"
#include "forced_swing.h"
#include "shapes.h"

#include <ridgewalk/adjoint.h>

/* u = (x(0), v(0), x(T), v(T), T, phi, k, theta, omega): the ends meet after a period of the force */
static int ends(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] - u[0];
    y[1] = u[3] - u[1];
    return 0;
}

static int ends_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)u, (void)data;
    J[0] = J[1 + m] = -1.0;
    J[m * 2] = J[1 + m * 3] = 1.0;
    return 0;
}

static int ends_bend(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    (void)n, (void)u, (void)m, (void)lambda, (void)H, (void)data;
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const rdg_hybrid_function f = {.f = swing, .df = swing_slope, .d2f = swing_bend};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "oscillator", 2, &f, RDG_PARAMETERS("k", "theta", "omega"),
                                      (double[]){4.0, 0.3, 1.0}, "omega");
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = rdg_segment_add(
        p, NULL, h, &(rdg_segment_options){.duration = RDG_HZ(1.0), .intervals = 20, .adapt = -1});
    rdg_segment_add_boundary(
        s, &(rdg_function){.name = "ends", .n = 9, .m = 2, .f = ends, .df = ends_slope, .d2f = ends_bend});
    rdg_add_sum(p, "x0", RDG_AT("x[0]", 1.0)); /* the first of the states on the mesh */
    rdg_solve(p);
    rdg_optimum best = {.objective = NAN};
    rdg_optimise(rdg_adjoint_add(p, "x0"), "best",
                 &(rdg_optimise_options){.parameters = RDG_PARAMETERS("theta", "k"),
                                         .n_parameters = 2,
                                         .low = (double[]){-1.0, 0.2},
                                         .high = (double[]){4.0, 8.0},
                                         .maximum = true},
                 &best);
    references table = {.count = 0};
    const double *u = rdg_start_values(p);
    double k = NAN, theta = NAN;
    rdg_parameter_value(p, "k", u, &k);
    rdg_parameter_value(p, "theta", u, &theta);
    compare(&table, "largest x at the start", 1.0, best.objective);
    compare(&table, "its k", 1.0, k);
    compare(&table, "its theta", RDG_HZ(0.25), theta);
    write_references(ctx, &table, "optimal_orbit_numbers.csv");
    rdg_plot(ctx, "optimal_orbit.png", RDG_CURVE("best/k", "k", "x0"),
             RDG_TITLE("The best phase for each stiffness"), RDG_XLABEL("k"), RDG_YLABEL("x at the start"));
    return rdg_exit(ctx);
}
