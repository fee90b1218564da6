/* Steps in time against bare loops written for the one model, in turns: the slider-crank in an ideal guide.
 */
#include "bench.h"
#include "crank_loops.h"
#include "timestepping/sparse_column.h"

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

/* A column at rest, all contacts closed: of a bare loop only the tridiagonal system of its impulses, forwards
 * and back. */
static double bare_column(rdg_index n, double *r, double *pivot)
{
    double least = INFINITY;
    for (rdg_index k = 0; k < n; k++) {
        pivot[k] = k == 0 ? 1.0 : 1.0 / (2.0 - pivot[k - 1]); /* of G: 1, 2, 2, .. and -1 beside it */
    }
    for (int round = 0; round < ROUNDS; round++) {
        const clock_t begin = clock();
        for (rdg_index k = 0; k < n; k++) {
            r[k] = (k == 0 ? 9.81e-3 : r[k - 1]) * (k == 0 ? 1.0 : pivot[k]);
        }
        for (rdg_index k = n - 2; k >= 0; k--) {
            r[k] += pivot[k] * r[k + 1];
        }
        least = fmin(least, 1e3 * bench_cpu_ms(begin) / (double)n);
    }
    return least;
}

static void pile(rdg_context *ctx, rdg_index n)
{
    sparse_column *c = sparse_column_create(n, 0.0);
    double *zero = calloc((size_t)n, sizeof *zero), *capacity = calloc(2 * (size_t)n, sizeof *capacity);
    bench_require(c && zero && capacity, "no memory");
    rdg_mechanism *m = column_mechanism(ctx, c, true);
    rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-3});
    clock_t begin = clock();
    double least = INFINITY;
    bench_require(rdg_timestepping_start(ts, 0.0, zero, zero) == RDG_OK &&
                      rdg_timestepping_step(ts) == RDG_OK,
                  "the column does not stand");
    const double first = 1e3 * bench_cpu_ms(begin) / (double)n;
    const int sets = rdg_timestepping_motion(ts)->answer.iterations;
    for (int k = 0; k < 5; k++) {
        begin = clock();
        for (int i = 0; i < 4; i++) {
            bench_require(rdg_timestepping_step(ts) == RDG_OK, "a step has failed");
        }
        least = fmin(least, 0.25e3 * bench_cpu_ms(begin) / (double)n);
    }
    const double bare_us = bare_column(n, capacity, capacity + n);
    printf("n=%d first_step_us=%.2f iterations=%d step_us=%.3f bare_us=%.4f residual=%.1e\n", (int)n, first,
           sets, least, bare_us, rdg_timestepping_motion(ts)->answer.residual);
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    sparse_column_free(c);
    free(zero);
    free(capacity);
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
    printf("== A column of n bodies, from nothing and at rest: microseconds a body and step\n");
    for (rdg_index n = 1000; n <= 100000; n *= 10) {
        pile(ctx, n);
    }
    return bench_exit(ctx);
}
