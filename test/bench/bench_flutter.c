/* The beam on the beam: reduction, loci of eigenvalues, the map of tongues. */
#include "beam-on-beam/windows.h"
#include "bench.h"

enum { ROUNDS = 3, ROOTS = 40, PLACES = 940 };

/* 40 eigenvalues at 940 places for two frictions */
static double follow_both(rdg_context *ctx)
{
    double _Complex p[ROOTS];
    rdg_sliding *c[2] = {sliding_beams(ctx, 0.1), sliding_beams(ctx, 0.3)};
    const clock_t begin = clock();
    for (int i = 0; i < 2; i++) {
        rdg_complex_modes *m = rdg_complex_modes_create(c[i], ROOTS, RDG_UNDEFORMED);
        for (int k = 0; k < PLACES; k++) {
            bench_require(rdg_complex_modes_at(m, BEAM_START + 1e-4 * k, p) == RDG_OK,
                          "eigenvalues are lost");
        }
        rdg_complex_modes_free(m);
    }
    const double ms = bench_cpu_ms(begin);
    rdg_sliding_free(c[0]);
    rdg_sliding_free(c[1]);
    return ms;
}

/* Windows looked for, their edges and the boundaries of their tongues continued */
static double map_tongues(rdg_sliding *c, rdg_sliding_shape shape, int tongues, double lowest)
{
    unstable_window w[MOST_WINDOWS];
    double tip = 1.0;
    const clock_t begin = clock();
    const int n = look_for_windows(c, shape, BEAM_START, BEAM_LAST, 1e-4, w);
    for (int k = 0; k < n; k++) {
        rdg_problem *p = continue_window(c, shape, "locus", &w[k]);
        continue_tongue(p, "locus", "tongue", 0.5, &w[k]);
        rdg_problem_free(p);
        tip = fmin(tip, w[k].tip_mu);
    }
    const double ms = bench_cpu_ms(begin);
    bench_require(n == tongues && fabs(tip - lowest) < 1e-6, "tongues are missing");
    return ms;
}

int main(void)
{
    rdg_context *ctx = bench_context();
    double reduce = INFINITY, locus = INFINITY, map = INFINITY, deformed = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        const clock_t begin = clock();
        rdg_sliding *c = sliding_beams(ctx, 0.3);
        reduce = fmin(reduce, bench_cpu_ms(begin));
        locus = fmin(locus, follow_both(ctx));
        map = fmin(map, map_tongues(c, RDG_UNDEFORMED, 10, 0.139202));
        deformed = fmin(deformed, map_tongues(c, RDG_DEFORMED, 20, 0.021279));
        rdg_sliding_free(c);
    }
    puts("== Beam on beam, 245 modes: reduction, 40 eigenvalues at 940 places for two frictions, maps of "
         "tongues");
    printf("ms reduction=%.0f locus=%.0f map_of_10=%.0f deformed_map_of_20=%.0f\n", reduce, locus, map,
           deformed);
    return bench_exit(ctx);
}
