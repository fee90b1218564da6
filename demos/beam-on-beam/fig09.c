/* Figure 9: time-dependent frequency response, the acceleration of the tip T over a vertical force on the
 * contact node of the upper beam, for each place that the contact passes. One row couples the beams, so that
 * a response takes three sums over the modes: 587 places and 4000 frequencies take less than a second. */
#include "../forms.h"
#include "models.h"

#include <ridgewalk/sliding_frf.h>

#include <complex.h>
#include <math.h>
#include <stdio.h>

enum { PLACES = 587, FREQUENCIES = 4000 };

static const double first_f = 5.0, last_f = 2e4; /* Hz, 5 Hz apart */
static const double pace = 5e-3;                 /* s between two places */

static double time_of(rdg_index place)
{
    return 0.2 + pace * (double)place;
}

static double frequency_of(rdg_index k)
{
    return first_f + (last_f - first_f) * (double)k / (FREQUENCIES - 1);
}

/* Columns of every so many places and frequencies: time, frequency, decibels over 1 m/s^2/N */
typedef struct table {
    rdg_index n;
    double *t, *f, *dB;
} table;

static void fill(table *out, const double complex *H, rdg_index place_step, rdg_index frequency_step)
{
    out->n = 0;
    for (rdg_index k = 0; k < FREQUENCIES; k += frequency_step) {
        for (rdg_index place = 0; place < PLACES; place += place_step) {
            const double f = frequency_of(k), omega = RDG_HZ(f);
            out->t[out->n] = time_of(place);
            out->f[out->n] = f;
            out->dB[out->n++] = 20.0 * log10(omega * omega * cabs(H[k + FREQUENCIES * place]));
        }
    }
}

static rdg_status respond(rdg_sliding *c, double complex *H)
{
    static rdg_sliding_state at[PLACES];
    static double omega[FREQUENCIES];
    const rdg_sliding_place T = {"T.y", true}, C = {"C.y", false};
    for (rdg_index k = 0; k < FREQUENCIES; k++) {
        omega[k] = RDG_HZ(frequency_of(k));
    }
    for (rdg_index place = 0; place < PLACES; place++) {
        const double s = BEAM_START + BEAM_SPEED * time_of(place);
        if (rdg_sliding_undeformed(c, s, &at[place]) != RDG_OK) {
            return RDG_ERR_EARLIER;
        }
    }
    return rdg_sliding_frf(c, T, C, PLACES, at, FREQUENCIES, omega, H);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_sliding *c = sliding_beams(ctx, 0.1);
    double complex *H = calloc((size_t)PLACES * FREQUENCIES, sizeof *H);
    double *numbers = calloc(3 * (size_t)PLACES * FREQUENCIES, sizeof *numbers);
    if (H && numbers) {
        table all = {
            .t = numbers, .f = numbers + PLACES * FREQUENCIES, .dB = numbers + 2 * PLACES * FREQUENCIES};
        const double begin = rdg_seconds();
        if (respond(c, H) == RDG_OK) {
            printf("%d places, %d frequencies: %.2f s\n", PLACES, FREQUENCIES, rdg_seconds() - begin);
            const bool quick = form_is_quick(), full = form_is_full();
            fill(&all, H, quick ? 20 : full ? 1 : 4, quick ? 40 : full ? 1 : 4);
            rdg_export(ctx, "fig09.csv", all.n, RDG_COLUMN_ARRAY("t_s", all.t),
                       RDG_COLUMN_ARRAY("f_Hz", all.f), RDG_COLUMN_ARRAY("dB", all.dB));
            fill(&all, H, quick ? 10 : 2, quick ? 40 : 5);
            rdg_plot(ctx, "fig09.png", RDG_MAP(all.n, all.t, all.f, all.dB), RDG_ZRANGE(20, 100),
                     RDG_TITLE("Acceleration of T over the force on C, $\\mu$ = 0.1"), RDG_XLABEL("time / s"),
                     RDG_YLABEL("frequency / Hz"), RDG_ZLABEL("dB over 1 m/(s² N)"));
        }
    }
    free(H);
    free(numbers);
    return rdg_exit(ctx);
}
