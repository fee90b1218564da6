/* A clamped plate in its plane, 5000 degrees of freedom, from Matrix Market files as another program would
 * write them, with 30 friction contacts along its lower edge. */
#ifndef RDG_BENCH_PLATE_H
#define RDG_BENCH_PLATE_H

#include "bench.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/mechanics.h>

enum { PLATE_X = 100, PLATE_Y = 24, PLATE_CONTACTS = 30, PLATE_SIDE = 2 * (PLATE_Y + 1) };

static inline void plate_write(const char *path, const rdg_sparse *X)
{
    FILE *file = fopen(path, "w");
    bench_require(file != NULL, "no file for a matrix");
    rdg_index entries = 0;
    for (int pass = 0; pass < 2; pass++) { /* the lower triangle: counted, then written */
        if (pass == 1) {
            fprintf(file, "%%%%MatrixMarket matrix coordinate real symmetric\n%lld %lld %lld\n",
                    (long long)X->pattern.rows, (long long)X->pattern.cols, (long long)entries);
        }
        for (rdg_index j = 0; j < X->pattern.cols; j++) {
            for (rdg_index e = X->pattern.start[j]; e < X->pattern.start[j + 1]; e++) {
                const rdg_index i = X->pattern.row[e];
                entries += i >= j;
                if (pass == 1 && i >= j) {
                    fprintf(file, "%lld %lld %.17g\n", (long long)i + 1, (long long)j + 1, X->values[e]);
                }
            }
        }
    }
    fclose(file);
}

/* Node i along, j across, of the plate whose first column of nodes is held */
static inline rdg_index plate_dof(int i, int j, int direction)
{
    return PLATE_SIDE * (i - 1) + 2 * j + direction;
}

/* Steel, 0.5 x 0.12 m, 5 mm thick; contacts and their names "c0" to "c29", a force and a sensor at the free
 * end */
static inline rdg_structure *plate_read(rdg_context *ctx)
{
    rdg_sparse M, K;
    rdg_index clamp[PLATE_SIDE], places[PLATE_CONTACTS + 1];
    for (int i = 0; i < PLATE_SIDE; i++) {
        clamp[i] = i;
    }
    rdg_plane_options o = rdg_plane_options_default();
    o.length = 0.5, o.height = 0.12, o.thickness = 5e-3;
    o.nx = PLATE_X, o.ny = PLATE_Y;
    rdg_structure *plane = rdg_structure_hold(rdg_plane_create(ctx, &o), PLATE_SIDE, clamp);
    rdg_structure_matrices(plane, &M, NULL, &K);
    const char *build = getenv("BUILD");
    char mass[4096], stiffness[4096], name[16];
    snprintf(mass, sizeof mass, "%s/bench/plate_M.mtx", build ? build : "build");
    snprintf(stiffness, sizeof stiffness, "%s/bench/plate_K.mtx", build ? build : "build");
    plate_write(mass, &M);
    plate_write(stiffness, &K);
    rdg_structure *plate = rdg_structure_read(ctx, "plate", mass, NULL, stiffness);
    rdg_damping_proportional(plate, 0.0, 2e-6);
    for (int c = 0; c < PLATE_CONTACTS; c++) {
        snprintf(name, sizeof name, "c%d", c);
        places[c] = plate_dof(10 + 3 * c, 0, 1);
        rdg_name_dof(plate, name, places[c]);
    }
    places[PLATE_CONTACTS] = plate_dof(PLATE_X, PLATE_Y, 1);
    rdg_name_dof(plate, "end", places[PLATE_CONTACTS]);
    rdg_name_set(plate, "places", PLATE_CONTACTS + 1, places);
    return plate;
}

static inline void plate_load(rdg_structure *plate)
{
    char name[16];
    for (int c = 0; c < PLATE_CONTACTS; c++) {
        snprintf(name, sizeof name, "c%d", c);
        rdg_contact_add(plate, &(rdg_contact){.tangential = name, .kt = 1e6, .mu = 0.3, .preload = 20.0 + c});
    }
    rdg_force_add(plate, "end", 1, 1.0);
    rdg_sensor_add(plate, "Am", "end");
}

#endif
