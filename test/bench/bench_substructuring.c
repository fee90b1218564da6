/* Coupled frequency responses of the beam that slides on a beam: 587 places, 4000 frequencies, 245 modes. */
#include "beam-on-beam/models.h"
#include "bench.h"

#include <ridgewalk/coupled_frf.h>

enum { PLACES = 587, FREQUENCIES = 4000 };

static void time_response(rdg_context *ctx)
{
    static rdg_sliding_state at[PLACES];
    static double omega[FREQUENCIES];
    double _Complex *H = calloc((size_t)PLACES * FREQUENCIES, sizeof *H);
    bench_require(H != NULL, "no memory");
    double begin = rdg_seconds();
    rdg_sliding *c = sliding_beams(ctx, 0.1);
    const double reduction = rdg_seconds() - begin;
    for (int k = 0; k < FREQUENCIES; k++) {
        omega[k] = RDG_HZ(5.0 * (k + 1));
    }
    for (int p = 0; p < PLACES; p++) {
        rdg_sliding_undeformed(c, BEAM_START + BEAM_SPEED * (0.2 + 5e-3 * p), &at[p]);
    }
    begin = rdg_seconds();
    rdg_sliding_frf(c, (rdg_sliding_place){"T.y", true}, (rdg_sliding_place){"C.y", false}, PLACES, at,
                    FREQUENCIES, omega, H);
    printf("response modes=%d places=%d frequencies=%d reduction_s=%.2f response_s=%.2f\n",
           (int)rdg_sliding_modes(c), PLACES, FREQUENCIES, reduction, rdg_seconds() - begin);
    free(H);
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== A beam that slides on a beam: time-dependent frequency response\n");
    time_response(ctx);
    return bench_exit(ctx);
}
