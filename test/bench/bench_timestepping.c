/* Steps in time against bare loops written for the one model, in turns: the slider-crank in an ideal guide.
 */
#include "bench.h"
#include "crank_loops.h"

#include "timestepping/crank.h"

enum { STEPS = 5000, ROUNDS = 31 };

static const double q_start[3] = {0, 0, 0}, v_start[3] = {150, -75, 0}, step = 1e-5, exact = 1e-11;

static double ours(rdg_timestepping *ts, double *th1)
{
    rdg_timestepping_start(ts, 0.0, q_start, v_start);
    const clock_t begin = clock();
    for (int k = 0; k < STEPS; k++) {
        bench_require(rdg_timestepping_step(ts) == RDG_OK, "a step has failed");
    }
    const double us = 1e3 * bench_cpu_ms(begin) / STEPS;
    *th1 = rdg_timestepping_motion(ts)->q[0];
    return us;
}

static double bare(bool midpoint, const double *a, double *th1)
{
    crank_loop s = {.v = {150, -75}, .a = {a[0], a[1]}, .A = {a[0], a[1]}};
    const clock_t begin = clock();
    for (int k = 0; k < STEPS; k++) {
        if (midpoint) {
            crank_loop_midpoint(&s, step);
        } else {
            bench_require(crank_loop_alpha(&s, step, 0.8, exact) > 0, "the loop does not settle");
        }
    }
    const double us = 1e3 * bench_cpu_ms(begin) / STEPS;
    *th1 = s.q[0];
    return us;
}

static void race(rdg_mechanism *m, const char *name, const rdg_timestepping_options *o)
{
    rdg_timestepping *ts = rdg_timestepping_create(m, o);
    double best[2] = {INFINITY, INFINITY}, th1[2];
    rdg_timestepping_start(ts, 0.0, q_start, v_start);
    const double a[2] = {rdg_timestepping_motion(ts)->a[0], rdg_timestepping_motion(ts)->a[1]};
    for (int k = 0; k < ROUNDS; k++) {
        best[0] = fmin(best[0], ours(ts, &th1[0]));
        best[1] = fmin(best[1], bare(o->scheme == RDG_MOREAU_MIDPOINT, a, &th1[1]));
    }
    bench_require(fabs(th1[0] - th1[1]) <= 1e-6 * fabs(th1[1]), "step and bare loop differ");
    printf("%s evaluations=%.2f ridgewalk_us=%.3f bare_us=%.3f ratio=%.2f\n", name,
           (double)rdg_timestepping_motion(ts)->evaluations / STEPS, best[0], best[1], best[0] / best[1]);
    rdg_timestepping_free(ts);
}

int main(void)
{
    rdg_context *ctx = bench_context();
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_in_ideal_guide(ctx, &table1);
    printf("== A step of the slider-crank in an ideal guide, and of a bare loop for it alone\n");
    race(m, "midpoint", &(rdg_timestepping_options){.scheme = RDG_MOREAU_MIDPOINT, .h = step});
    race(m, "gen_alpha",
         &(rdg_timestepping_options){
             .scheme = RDG_GENERALISED_ALPHA, .rho = 0.8, .h = step, .tolerance = exact});
    return bench_exit(ctx);
}
