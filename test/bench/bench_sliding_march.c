/* 3.13 s of the beam that slides on a beam, 245 modes: by each mode's own exact propagator, with its records,
 * and by the central difference of the paper, of which a part is timed. */
#include "bench.h"

#include "beam-on-beam/models.h"

#include <ridgewalk/sliding_march.h>

/* Seconds of the processor for the whole motion, from a part of it, the least of some rounds */
static double whole(rdg_sliding *c, rdg_march_scheme scheme, double h, double part, int rounds)
{
    static const rdg_march_sensor T = {"T", "T.y", true};
    double best = INFINITY;
    for (int k = 0; k < rounds; k++) {
        rdg_march_result r = {.stop = RDG_MARCH_DIVERGED};
        const clock_t begin = clock();
        rdg_march(c, "case 4",
                  &(rdg_march_options){.scheme = scheme,
                                       .h = h,
                                       .speed = BEAM_SPEED,
                                       .start = BEAM_START,
                                       .until = part,
                                       .past_reversal = true,
                                       .noise = 0.005,
                                       .sensors = 1,
                                       .sensor = &T,
                                       .in_memory = true},
                  &r);
        best = fmin(best, 1e-3 * bench_cpu_ms(begin) * 3.13 / part);
        bench_require(r.stop == RDG_MARCH_DONE, "the motion stops");
    }
    return best;
}

int main(void)
{
    rdg_context *ctx = bench_context();
    rdg_sliding *c = sliding_beams(ctx, 0.3);
    bench_require(c != NULL, rdg_error_message(ctx));
    printf("== the beam that slides on a beam, 3.13 s, 245 modes\n");
    printf("exact s=%.2f us_step=%.3f goal_s=3\n", whole(c, RDG_MARCH_EXACT, 5e-7, 3.13, 2),
           1e6 * whole(c, RDG_MARCH_EXACT, 5e-7, 0.1, 10) / (3.13 / 5e-7));
    printf("central s=%.2f us_step=%.3f goal_s=20\n", whole(c, RDG_MARCH_CENTRAL, 6e-8, 0.05, 10),
           1e6 * whole(c, RDG_MARCH_CENTRAL, 6e-8, 0.02, 20) / (3.13 / 6e-8));
    return bench_exit(ctx);
}
