/* A bladed disk of twelve sectors with a friction ring below its rim: masses and springs. Each sector has a
 * mass of the disk and one of its blade; the ring is slit, with one segment between any two sectors, which
 * rubs on both: 24 joints in all. An engine order drives the blades. */
#ifndef DESIGN_BLADED_DISK_H
#define DESIGN_BLADED_DISK_H

#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>
#include <string.h>

enum {
    SECTORS = 12,
    JOINTS = 2 * SECTORS,
    DISK = 0,
    BLADE = SECTORS,
    RING = 2 * SECTORS,
    DISK_SIZE = 3 * SECTORS
};

/* The numbers of the disk. */
typedef struct bladed_disk {
    double disk, blade, ring; /* masses of a sector, kg */
    double hub, rim, stem,
        hoop;                  /* stiffnesses: disk to hub, disk to disk, blade to disk, ring to ring, N/m */
    double beta;               /* s, damping C = beta K */
    double kt, limit;          /* of a joint: N/m, N */
    int order;                 /* of the engine */
    double mistuning[SECTORS]; /* of each blade's stiffness, relative */
} bladed_disk;

static const bladed_disk standard_disk = {.disk = 1.0,
                                          .blade = 0.3,
                                          .ring = 0.1,
                                          .hub = 2e6,
                                          .rim = 6e5,
                                          .stem = 6e5,
                                          .hoop = 1e6,
                                          .beta = 8e-6,
                                          .kt = 1.5e6,
                                          .limit = 10.0,
                                          .order = 3,
                                          .mistuning = {0.018, -0.0315, 0.0105, 0.039, -0.0225, -0.006, 0.027,
                                                        -0.042, 0.0045, 0.033, -0.0135, -0.0165}};

static inline void tie(double *K, rdg_index a, rdg_index b, double k)
{
    K[a + DISK_SIZE * a] += k;
    K[b + DISK_SIZE * b] += k;
    K[a + DISK_SIZE * b] -= k;
    K[b + DISK_SIZE * a] -= k;
}

static inline void fill_disk(const bladed_disk *d, double *M, double *K)
{
    for (rdg_index j = 0; j < SECTORS; j++) {
        const rdg_index next = (j + 1) % SECTORS;
        M[(DISK_SIZE + 1) * (DISK + j)] = d->disk;
        M[(DISK_SIZE + 1) * (BLADE + j)] = d->blade;
        M[(DISK_SIZE + 1) * (RING + j)] = d->ring;
        K[(DISK_SIZE + 1) * (DISK + j)] += d->hub;
        tie(K, DISK + j, DISK + next, d->rim);
        tie(K, DISK + j, BLADE + j, d->stem * (1.0 + d->mistuning[j]));
        tie(K, RING + j, RING + next, d->hoop);
    }
}

/* "joint 3+": of the ring's segment behind sector 3 with that sector; "joint 3-": with the next one. */
static inline void add_joint(rdg_structure *s, const bladed_disk *d, rdg_index segment, rdg_index sector,
                             char side)
{
    char name[32];
    snprintf(name, sizeof name, "joint %d%c", (int)segment + 1, side);
    rdg_name_combination(s, name, 2, (const rdg_index[]){DISK + sector, RING + segment},
                         (const double[]){1.0, -1.0});
    rdg_jenkins_add(s, &(rdg_jenkins){.at = name, .kt = d->kt, .limit = d->limit, .parameters = "ring"});
}

static inline void add_joints(rdg_structure *s, const bladed_disk *d)
{
    for (rdg_index j = 0; j < SECTORS; j++) {
        add_joint(s, d, j, j, '+');
        add_joint(s, d, j, (j + 1) % SECTORS, '-');
    }
}

/* On blade j: alpha cos(omega t - 2 pi order j / 12). */
static inline void drive_blades(rdg_structure *s, const bladed_disk *d)
{
    const double turn = 6.28318530717958647692;
    char name[32];
    for (int j = 0; j < SECTORS; j++) {
        snprintf(name, sizeof name, "blade %d", j + 1);
        rdg_name_dof(s, name, BLADE + j);
        rdg_force_phase_add(s, name, 1, 1.0, -turn * ((d->order * j) % SECTORS) / SECTORS);
    }
}

/* Sensor "Am": a blade. */
static inline rdg_hbm *disk_with_ring(rdg_context *ctx, const bladed_disk *d, int blade)
{
    static double M[DISK_SIZE * DISK_SIZE], K[DISK_SIZE * DISK_SIZE];
    memset(M, 0, sizeof M);
    memset(K, 0, sizeof K);
    fill_disk(d, M, K);
    rdg_structure *s = rdg_structure_create(ctx, "bladed disk", DISK_SIZE, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.0, d->beta);
    add_joints(s, d);
    drive_blades(s, d);
    char name[32];
    snprintf(name, sizeof name, "blade %d", blade);
    rdg_sensor_add(s, "Am", name);
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

#endif
