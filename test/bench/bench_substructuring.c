/* Coupled frequency responses of the beam that slides on a beam: 587 places, 4000 frequencies, 245 modes. A
 * plate of 5000 degrees of freedom with 30 contacts: condensed exactly, and reduced. */
#include "beam-on-beam/models.h"
#include "bench.h"
#include "plate.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/sliding_frf.h>

enum { PLACES = 587, FREQUENCIES = 4000 };

static void time_response(rdg_context *ctx)
{
    static rdg_sliding_state at[PLACES];
    static double omega[FREQUENCIES];
    double _Complex *H = calloc((size_t)PLACES * FREQUENCIES, sizeof *H);
    bench_require(H != NULL, "no memory");
    clock_t begin = clock();
    rdg_sliding *c = sliding_beams(ctx, 0.1);
    const double reduction = bench_cpu_ms(begin);
    for (int k = 0; k < FREQUENCIES; k++) {
        omega[k] = RDG_HZ(5.0 * (k + 1));
    }
    for (int p = 0; p < PLACES; p++) {
        rdg_sliding_undeformed(c, BEAM_START + BEAM_SPEED * (0.2 + 5e-3 * p), &at[p]);
    }
    begin = clock();
    rdg_sliding_frf(c, (rdg_sliding_place){"T.y", true}, (rdg_sliding_place){"C.y", false}, PLACES, at,
                    FREQUENCIES, omega, H);
    printf("response modes=%d places=%d frequencies=%d reduction_ms=%.0f response_ms=%.0f\n",
           (int)rdg_sliding_modes(c), PLACES, FREQUENCIES, reduction, bench_cpu_ms(begin));
    free(H);
}

/* Amplitude at one level and frequency, near the resonance */
static double amplitude_at(rdg_hbm *hb, double hertz)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(hertz)), RDG_AT("alpha", 20.0));
    double Am = 0.0;
    if (rdg_solve(p) == RDG_OK) {
        rdg_parameter_value(p, "Am", rdg_start_values(p), &Am);
    }
    rdg_problem_free(p);
    return Am;
}

/* Response about the first resonance, and the ridge; modes < 0: the response of the whole plate, condensed
 * exactly. Times of the processor. Answers the amplitude near the resonance. */
static double time_plate(rdg_context *ctx, rdg_index modes, double exact)
{
    rdg_structure *plate = plate_read(ctx);
    clock_t begin = clock();
    if (modes >= 0) {
        plate = rdg_component_structure(rdg_component_fixed(plate, "places", RDG_MODES(modes)));
    }
    plate_load(plate);
    rdg_hbm *hb = rdg_hbm_create(plate, RDG_HARMONICS(1));
    const double making = bench_cpu_ms(begin);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 20.0));
    rdg_run_summary s = {0}, r = {0};
    begin = clock();
    rdg_continue(p, "plate", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(700)),
                 RDG_DIRECTION(1), RDG_MAX_POINTS(400), RDG_NO_TABLE, RDG_SUMMARY(&s));
    const double response = bench_cpu_ms(begin), Am = amplitude_at(hb, 487.0);
    printf(modes < 0 ? "exact" : "modes_%d", (int)modes);
    printf(" make_ms=%.0f points=%ld ms_per_point=%.2f amplitude=%.6e", making, s.points,
           response / (double)s.points, Am);
    if (modes >= 0) {
        begin = clock();
        rdg_ridge(hb, "plate_ridge", "Am", RDG_FROM_GREATEST("plate"), RDG_WINDOW("alpha", 20.0, 60.0),
                  RDG_NO_TABLE, RDG_SUMMARY(&r));
        printf(" amplitude_off=%.1e ridge_points=%ld ridge_ms_per_point=%.2f", Am / exact - 1, r.points,
               bench_cpu_ms(begin) / (double)r.points);
    }
    printf("\n");
    return Am;
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== A beam that slides on a beam: time-dependent frequency response\n");
    time_response(ctx);
    printf("== A plate of 5000 degrees of freedom with 30 contacts, one harmonic\n");
    const double exact = time_plate(ctx, -1, 0.0);
    for (int k = 0; k < 3; k++) {
        time_plate(ctx, (const rdg_index[]){5, 20, 60}[k], exact);
    }
    return bench_exit(ctx);
}
