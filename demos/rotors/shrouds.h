/* A bladed disk of 36 sectors with shrouds, lumped: the disk, and each blade in flapwise and edgewise
 * direction. Centrifugal forces stiffen the blades: K(W) = K + W^2 K_g. */
#ifndef DEMOS_SHROUDS_H
#define DEMOS_SHROUDS_H

#include <ridgewalk/ridgewalk.h>

enum { SECTORS = 36, DISK = 0, FLAP = 1, EDGE = 2, NEXT_DISK = 3, SIZE = 4 };

static const rdg_sector_options rotor = {.sectors = SECTORS, .left = "disk", .right = "next disk"};

static inline void tie(double K[SIZE * SIZE], int a, int b, double k)
{
    K[a + SIZE * a] += k;
    K[b + SIZE * b] += k;
    K[a + SIZE * b] -= k;
    K[b + SIZE * a] -= k;
}

/* Disk, blade in flapwise and edgewise direction, and the disk of the next sector; speed W in rad/s. */
static inline rdg_structure *make_blade(rdg_context *ctx, double speed)
{
    const double blade = 0.3, stiffening = blade * speed * speed; /* kg, N/m */
    double M[SIZE * SIZE] = {0.0}, K[SIZE * SIZE] = {0.0};
    M[DISK + SIZE * DISK] = 1.2; /* kg */
    M[FLAP + SIZE * FLAP] = M[EDGE + SIZE * EDGE] = blade;
    K[DISK + SIZE * DISK] = 4e6; /* N/m, to the shaft */
    tie(K, DISK, NEXT_DISK, 3e6);
    tie(K, DISK, FLAP, 3e5 + 1.2 * stiffening);
    tie(K, DISK, EDGE, 2e6 + 0.4 * stiffening);
    tie(K, FLAP, EDGE, 1e5); /* the blade is twisted */
    rdg_structure *s = rdg_structure_create(ctx, "bladed disk", SIZE, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.0, 1.5e-6);
    rdg_name_dof(s, "disk", DISK);
    rdg_name_dof(s, "next disk", NEXT_DISK);
    rdg_name_dof(s, "flap", FLAP);
    rdg_name_dof(s, "edge", EDGE);
    return s;
}

/* The shroud against that of the next sector, a force on the blade and a sensor. */
static inline void load_wave(rdg_structure *wave, double preload)
{
    rdg_name_across(wave, "shroud.t", "flap", "flap");
    rdg_name_across(wave, "shroud.n", "edge", "edge"); /* towards the next blade: it compresses */
    rdg_contact_add(wave, &(rdg_contact){.name = "shroud",
                                         .tangential = "shroud.t",
                                         .normal = "shroud.n",
                                         .kt = 2e5,
                                         .kn = 3e5,
                                         .mu = 0.3,
                                         .preload = preload});
    rdg_force_add(wave, "flap", 1, 1.0);
    rdg_sensor_add(wave, "Am", "flap");
}

#endif
