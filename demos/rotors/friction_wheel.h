/* Twelve blades on a disk with friction at each blade, in a wave of engine order 3. The stiffness of each
 * blade deviates from the tuned one. */
#ifndef DEMOS_FRICTION_WHEEL_H
#define DEMOS_FRICTION_WHEEL_H

#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <stdio.h>

enum { BLADES = 12, ENGINE_ORDER = 3, DISK = 0, BLADE = 1, NEXT = 2, SIZE = 3, MODES = 2 };

#define ALPHA 1.0 /* N on each blade */
#define LOW RDG_HZ(170.0)
#define HIGH RDG_HZ(200.0)

static inline void tie(double K[SIZE * SIZE], int a, int b, double k)
{
    K[a + SIZE * a] += k;
    K[b + SIZE * b] += k;
    K[a + SIZE * b] -= k;
    K[b + SIZE * a] -= k;
}

static inline rdg_sector *make_sector(rdg_context *ctx)
{
    double M[SIZE * SIZE] = {0.0}, K[SIZE * SIZE] = {0.0};
    M[DISK + SIZE * DISK] = 2.0; /* kg */
    M[BLADE + SIZE * BLADE] = 0.3;
    K[DISK + SIZE * DISK] = 5e6; /* N/m */
    tie(K, DISK, NEXT, 6e6);
    tie(K, DISK, BLADE, 4e5);
    rdg_structure *s = rdg_structure_create(ctx, "sector", SIZE, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.0, 3e-6);
    rdg_name_dof(s, "disk", DISK);
    rdg_name_dof(s, "blade", BLADE);
    rdg_name_dof(s, "next", NEXT);
    return rdg_sector_create(s, &(rdg_sector_options){.sectors = BLADES, .left = "disk", .right = "next"});
}

/* The wheel in its tuned modes, with a force and friction at each blade. */
static inline rdg_hbm *make_wheel(const rdg_sector *sector, const double *deviation)
{
    static const double k = 4e5; /* of the blade's own spring, in the degrees of freedom of the sector */
    const rdg_sparse blade = {.pattern = {.rows = SIZE,
                                          .cols = SIZE,
                                          .start = (rdg_index[]){0, 2, 4, 4},
                                          .row = (rdg_index[]){0, 1, 0, 1}},
                              .values = (double[]){k, -k, -k, k}};
    rdg_structure *wheel = rdg_sector_mistuned_parameters(sector, MODES, &blade, deviation);
    for (int j = 0; j < BLADES; j++) {
        char at[32];
        snprintf(at, sizeof at, j == 0 ? "blade" : "sector%d.blade", j);
        rdg_force_phase_add(wheel, at, 1, 1.0, -RDG_HZ(1.0) * ENGINE_ORDER * j / BLADES);
        rdg_jenkins_add(wheel, &(rdg_jenkins){.at = at, .kt = 3e4, .limit = 1.0});
    }
    rdg_sensor_harmonic_add(wheel, "A", "blade", 1);
    return rdg_hbm_create(wheel, RDG_HARMONICS(1));
}

/* Amplitude of the greatest peak of one blade, m. */
static inline double greatest(const rdg_sector *sector, const double *deviation)
{
    rdg_peak peak = {.amplitude = NAN};
    rdg_hbm *hb = make_wheel(sector, deviation);
    rdg_frc_peak(hb, "A", ALPHA, LOW, HIGH, &peak);
    rdg_structure *s = rdg_hbm_structure(hb);
    rdg_hbm_free(hb);
    rdg_structure_free(s);
    return peak.amplitude;
}

/* The same of a sample: the function of rdg_sampling_compute() */
static inline rdg_status amplitude(rdg_context *own, rdg_index number, const double *deviation,
                                   double *result, void *data)
{
    (void)number;
    (void)data;
    result[0] = greatest(make_sector(own), deviation);
    return rdg_error_status(own);
}

#endif
