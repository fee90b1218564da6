/* A wheel of 24 blades with underplatform dampers: a wedge between any two platforms, held by centrifugal
 * force. In the plane of rotation each blade and damper has the data of two published blades with a damper
 * (doc/friction-backbone.md, Table 2). Here blades and dampers move along the axis as well, and the contacts
 * slip in both directions, with a circular friction cone under the constant load of the centrifugal force.
 * Blade forces of engine order 6 act across the chord.
 *
 * One sector is computed: responses at seven forcing amplitudes and the ridge through their maxima. The ring
 * of the 4 sectors that differ and the wheel of all 24 have the same maximum. So they have with dampers that
 * are pressed and lifted by the vibration: contacts of variable load, which open; their wheel with FULL=1.
 * QUICK=1 leaves out both wheels and most of the ridge. */
#include "../forms.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

enum {
    SECTORS = 24,
    ENGINE_ORDER = 6,
    BLADE = 0,
    PLATFORM = 2,
    DAMPER = 5,
    SIZE = 8
}; /* x z, x y z, x y z */

static const double c = 0.86602540378443864676, s = 0.5; /* of pi/6: slope of the wedge, and stagger */

static void tie(double K[SIZE * SIZE], int a, int b, double k)
{
    K[a + SIZE * a] += k;
    K[b + SIZE * b] += k;
    K[a + SIZE * b] -= k;
    K[b + SIZE * a] -= k;
}

static void name_combination(rdg_structure *sector, const char *name, rdg_index first, double x, double y)
{
    rdg_name_combination(sector, name, 2, (rdg_index[]){first, first + 1}, (double[]){x, y});
}

/* Displacements along each side of the wedge: "right" faces the damper of this sector, "left"
 * that of the sector before. x to the next sector, y outwards, z along the axis. */
static void name_sides(rdg_structure *sector)
{
    const rdg_index xy[4] = {PLATFORM, PLATFORM + 1, DAMPER, DAMPER + 1};
    rdg_name_combination(sector, "right.t", 4, xy, (double[]){c, s, -c, -s});
    rdg_name_combination(sector, "right.z", 2, (rdg_index[]){PLATFORM + 2, DAMPER + 2},
                         (double[]){1.0, -1.0});
    rdg_name_combination(sector, "right.n", 4, xy, (double[]){s, -c, -s, c}); /* in compression */
    name_combination(sector, "platform.n", PLATFORM, s, c);
    name_combination(sector, "damper.n", DAMPER, s, c);
    name_combination(sector, "platform.t", PLATFORM, c, -s);
    rdg_name_dof(sector, "platform.z", PLATFORM + 2);
    name_combination(sector, "damper.t", DAMPER, c, -s);
    rdg_name_dof(sector, "damper.z", DAMPER + 2);
    name_combination(sector, "blade", BLADE, c, s); /* across the chord */
}

/* The disk is rigid: sectors touch by the dampers alone. */
static rdg_sector *make_sector(rdg_context *ctx)
{
    static const double mass[SIZE] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.0044, 0.0044, 0.0044}; /* kg */
    static const double ground[SIZE] = {0.0, 0.0, 3.95e5, 3.95e5, 6e5, 2e5, 1e5, 1e5};  /* N/m */
    double M[SIZE * SIZE] = {0.0}, K[SIZE * SIZE] = {0.0};
    for (int i = 0; i < SIZE; i++) {
        M[i + SIZE * i] = mass[i];
        K[i + SIZE * i] = ground[i];
    }
    tie(K, BLADE, PLATFORM, 3.95e5);
    tie(K, BLADE + 1, PLATFORM + 2, 6e5);
    rdg_structure *sector = rdg_structure_create(ctx, "blade and damper", SIZE, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(sector, 0.0, 3e-6);
    name_sides(sector);
    return rdg_sector_create(sector, &(rdg_sector_options){.sectors = SECTORS});
}

/* kn = 0: the normal load is constant */
static rdg_structure *make_wave(const rdg_sector *sector, double kn)
{
    rdg_structure *wave = rdg_sector_wave(sector, ENGINE_ORDER);
    rdg_cone_contact contact = {.kt = 1e5, .kn = kn, .mu = 0.3, .preload = 50.0, .start = RDG_SLIDER_MEAN};
    contact.name = "right";
    contact.tangential[0] = "right.t";
    contact.tangential[1] = "right.z";
    contact.normal = kn > 0.0 ? "right.n" : NULL;
    rdg_cone_contact_add(wave, &contact);
    rdg_name_across(wave, "left.t", "damper.t", "platform.t"); /* of the damper, less the next platform */
    rdg_name_across(wave, "left.z", "damper.z", "platform.z");
    contact.name = "left";
    contact.tangential[0] = "left.t";
    contact.tangential[1] = "left.z";
    rdg_name_across(wave, "left.n", "damper.n", "platform.n");
    contact.normal = kn > 0.0 ? "left.n" : NULL;
    rdg_cone_contact_add(wave, &contact);
    rdg_force_add(wave, "blade", 1, 1.0); /* alpha cos(omega t) */
    rdg_sensor_add(wave, "Am", "blade");
    return wave;
}

static rdg_hbm *make_balance(rdg_structure *structure)
{
    return rdg_hbm_create(structure, RDG_HARMONICS(1, 3));
}

static rdg_hbm *make_unsymmetric_balance(rdg_structure *structure)
{
    return rdg_hbm_create(structure, RDG_HARMONICS(0, 1, 2, 3));
}

static void follow_responses(rdg_hbm *hb)
{
    static const double alpha[7] = {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}; /* N */
    for (int k = 0; k < 7; k++) {
        char name[32];
        snprintf(name, sizeof name, "frc%d", k);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(190.0)), RDG_AT("alpha", alpha[k]));
        rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(190.0), RDG_HZ(220.0)),
                     RDG_NO_TABLE);
    }
}

static void print_maximum(const char *what, rdg_structure *structure, rdg_hbm *hb)
{
    const double alpha = 20.0; /* N */
    const rdg_peaks *p = rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", alpha),
                                       RDG_WINDOW("omega", RDG_HZ(190.0), RDG_HZ(220.0)));
    if (p && p->greatest >= 0) {
        printf("%s, %3ld degrees of freedom: %.10g Hz, %.10g um at %g N\n", what,
               (long)rdg_structure_size(structure), p->maximum[p->greatest].omega / RDG_HZ(1.0),
               1e6 * p->maximum[p->greatest].amplitude, alpha);
    }
}

static void compare_maxima(rdg_structure *wave, rdg_hbm *(*balance)(rdg_structure *), bool whole)
{
    rdg_structure *ring = rdg_sector_ring(wave);
    print_maximum("sector", wave, balance(wave));
    print_maximum("ring  ", ring, balance(ring));
    if (whole) {
        rdg_structure *wheel = rdg_sector_wheel(wave);
        print_maximum("wheel ", wheel, balance(wheel));
    }
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_sector *sector = make_sector(ctx);
    rdg_structure *wave = make_wave(sector, 0.0);
    rdg_hbm *hb = make_balance(wave);
    follow_responses(hb);
    compare_maxima(wave, make_balance, !form_is_quick());
    printf("variable normal load\n");
    compare_maxima(make_wave(sector, 1e5), make_unsymmetric_balance, form_is_full());
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_MODE(1), RDG_WINDOW("alpha", 0.5, form_is_quick() ? 4.0 : 100.0));
    rdg_run_export(rdg_run_open(ctx, "ridge"), "dampers.csv", RDG_COLUMN("alpha", "alpha_N", 1),
                   RDG_COLUMN("omega", "f_Hz", 1.0 / RDG_HZ(1.0)), RDG_COLUMN("Am", "Am_m", 1));
#define RESPONSE(run, text)                                                                                  \
    RDG_CURVE(run, "omega", "Am", .x_factor = 1.0 / RDG_HZ(1.0), .y_factor = 1e6, .legend = (text))
    rdg_plot(ctx, "dampers.png", RESPONSE("frc0", "1 N"), RESPONSE("frc1", "2 N"), RESPONSE("frc2", "5 N"),
             RESPONSE("frc3", "10 N"), RESPONSE("frc4", "20 N"), RESPONSE("frc5", "50 N"),
             RESPONSE("frc6", "100 N"),
             RDG_CURVE("ridge", "omega", "Am", .x_factor = 1.0 / RDG_HZ(1.0), .y_factor = 1e6,
                       .legend = "ridge", .color = "red", .width = 2.0),
             RDG_LOGY, RDG_TITLE("24 blades with underplatform dampers, engine order 6"),
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("RMS amplitude of a blade / µm"));
    return rdg_exit(ctx);
}
