/* A bladed disk of 36 sectors with shrouds: each blade touches its neighbours by friction at its shroud.
 * Blade forces of engine order 6 excite a travelling wave, of which one sector is computed: responses at
 * seven forcing amplitudes and the ridge through their maxima. Small forces leave the shrouds stuck, large
 * ones let them slip, and in between the slip damps most. The ring of the 6 sectors that differ and
 * the wheel of all 36 have the same maximum. QUICK=1 leaves out the wheel.
 *
 * Then the ridges of five engine orders: the nodal diameter decides how much neighbours move against each
 * other. */
#include "shrouds.h"

#include "../forms.h"

#include <stdio.h>

/* One sector in a wave, at rest. */
static rdg_structure *make_wave(const rdg_sector *sector, rdg_index engine_order)
{
    rdg_structure *wave = rdg_sector_wave(sector, engine_order);
    load_wave(wave, 60.0);
    return wave;
}

static rdg_hbm *make_balance(rdg_structure *s)
{
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
}

static void follow_responses(rdg_hbm *hb)
{
    static const double alpha[7] = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0}; /* N */
    for (int k = 0; k < 7; k++) {
        char name[32];
        snprintf(name, sizeof name, "frc%d", k);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(140.0)), RDG_AT("alpha", alpha[k]));
        rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(140.0), RDG_HZ(290.0)),
                     RDG_NO_TABLE);
    }
}

static void print_maximum(const char *what, rdg_structure *s, rdg_hbm *hb)
{
    const double alpha = 16.0; /* N */
    const rdg_peaks *p = rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", alpha),
                                       RDG_WINDOW("omega", RDG_HZ(140.0), RDG_HZ(290.0)));
    if (p && p->greatest >= 0) {
        printf("%s, %3ld degrees of freedom: %.10g Hz, %.10g um at %g N\n", what, (long)rdg_structure_size(s),
               p->maximum[p->greatest].omega / RDG_HZ(1.0), 1e6 * p->maximum[p->greatest].amplitude, alpha);
    }
}

/* The same maximum by the sectors that differ, and by all. */
static void compare_with_wheel(rdg_structure *wave, rdg_hbm *hb)
{
    rdg_structure *ring = rdg_sector_ring(wave);
    print_maximum("sector", wave, hb);
    print_maximum("ring  ", ring, make_balance(ring));
    if (!form_is_quick()) {
        rdg_structure *wheel = rdg_sector_wheel(wave);
        print_maximum("wheel ", wheel, make_balance(wheel));
    }
}

static void follow_ridges(const rdg_sector *sector)
{
    static const rdg_index order[5] = {2, 4, 6, 9, 18};
    for (int k = 0; k < 5; k++) {
        char name[32];
        snprintf(name, sizeof name, "ridge%d", (int)order[k]);
        rdg_ridge(make_balance(make_wave(sector, order[k])), name, "Am", RDG_FROM_MODE(1),
                  RDG_WINDOW("alpha", 0.5, 80.0));
    }
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_sector *sector = rdg_sector_create(make_blade(ctx, 0.0), &rotor);
    rdg_structure *wave = make_wave(sector, 6);
    rdg_hbm *hb = make_balance(wave);
    follow_responses(hb);
    compare_with_wheel(wave, hb);
    follow_ridges(sector);
#define RESPONSE(run, text)                                                                                  \
    RDG_CURVE(run, "omega", "Am", .x_factor = 1.0 / RDG_HZ(1.0), .y_factor = 1e6, .legend = (text))
    rdg_run_export(rdg_run_open(ctx, "ridge6"), "shrouds.csv", RDG_COLUMN("alpha", "alpha_N", 1),
                   RDG_COLUMN("omega", "f_Hz", 1.0 / RDG_HZ(1.0)), RDG_COLUMN("Am", "Am_m", 1));
    rdg_plot(ctx, "shrouds.png", RESPONSE("frc0", "1 N"), RESPONSE("frc1", "2 N"), RESPONSE("frc2", "4 N"),
             RESPONSE("frc3", "8 N"), RESPONSE("frc4", "16 N"), RESPONSE("frc5", "32 N"),
             RESPONSE("frc6", "64 N"),
             RDG_CURVE("ridge6", "omega", "Am", .x_factor = 1.0 / RDG_HZ(1.0), .y_factor = 1e6,
                       .legend = "ridge", .color = "red", .width = 2.0),
             RDG_LOGY, RDG_TITLE("36 blades with shrouds, engine order 6: one sector in a travelling wave"),
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("RMS amplitude of a blade / µm"));
#define RIDGE(run, text) RDG_CURVE(run, "alpha", "Am", .y_factor = 1e6, .legend = (text))
    rdg_plot(ctx, "shrouds_orders.png", RIDGE("ridge2", "engine order 2"), RIDGE("ridge4", "4"),
             RIDGE("ridge6", "6"), RIDGE("ridge9", "9"), RIDGE("ridge18", "18"), RDG_LOGX, RDG_LOGY,
             RDG_TITLE("Greatest amplitude over the force on a blade"), RDG_XLABEL("force on each blade / N"),
             RDG_YLABEL("RMS amplitude of a blade / µm"));
    return rdg_exit(ctx);
}
