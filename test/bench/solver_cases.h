/* Structures with many contacts for the choice of a solver: a plate and a flange, both with sparse matrices.
 */
#ifndef RDG_BENCH_SOLVER_CASES_H
#define RDG_BENCH_SOLVER_CASES_H

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <stdio.h>
#include <stdlib.h>

enum { STRIP_ACROSS = 5 }; /* nodes */

/* A clamped plate in its plane, `along` x 5 nodes of two degrees of freedom, on friction contacts at nodes
 * all over it. In all they have the same stiffness and limit, however many they are. */
static inline rdg_structure *strip_create(rdg_context *ctx, int along, int contacts)
{
    rdg_plane_options o = rdg_plane_options_default();
    rdg_index clamp[2 * STRIP_ACROSS];
    const rdg_index nodes = (rdg_index)along * STRIP_ACROSS;
    o.length = 0.5, o.height = 0.12, o.thickness = 5e-3, o.nx = along, o.ny = STRIP_ACROSS - 1;
    for (int i = 0; i < 2 * STRIP_ACROSS; i++) {
        clamp[i] = i;
    }
    rdg_structure *s = rdg_structure_hold(rdg_plane_create(ctx, &o), 2 * STRIP_ACROSS, clamp);
    rdg_damping_proportional(s, 0.0, 2e-6);
    for (int c = 0; c < contacts; c++) {
        char name[16];
        snprintf(name, sizeof name, "c%d", c);
        rdg_name_dof(s, name, 2 * (c * nodes / contacts) + 1);
        rdg_contact_add(s, &(rdg_contact){.tangential = name,
                                          .kt = 3e7 / contacts,
                                          .mu = 0.3,
                                          .preload = (600.0 + 20.0 * (c % 30)) / contacts});
    }
    rdg_name_dof(s, "end", 2 * nodes - 1);
    rdg_force_add(s, "end", 1, 1.0);
    rdg_sensor_harmonic_add(s, "Am", "end", 1);
    return s;
}

/* The matrices of a line of nodes with a tangential and a normal degree of freedom each */
static inline rdg_structure *flange_line(rdg_context *ctx, int bolts)
{
    const int n = 2 * bolts;
    double *M = calloc((size_t)n * (size_t)n, sizeof *M), *K = calloc((size_t)n * (size_t)n, sizeof *K);
    if (!M || !K) {
        exit(EXIT_FAILURE);
    }
    for (int p = 0; p < n; p++) {
        const double k = p % 2 ? 3e5 : 2e6;
        M[p * (n + 1)] = 0.02;
        K[p * (n + 1)] += p % 2 ? 2e4 : 5e4;
        if (p + 2 < n) {
            const int q = p + 2;
            K[p * (n + 1)] += k;
            K[q * (n + 1)] += k;
            K[p + n * q] -= k;
            K[q + n * p] -= k;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "flange", n, M, NULL, K);
    free(M);
    free(K);
    return s;
}

/* Contacts with varying normal load, every third with a gap of 15 um, closed by static forces of bolts */
static inline rdg_structure *flange_create(rdg_context *ctx, int bolts)
{
    char u[16], v[16];
    rdg_structure *s = flange_line(ctx, bolts);
    rdg_damping_proportional(s, 20, 1e-6);
    for (int i = 0; i < bolts; i++) {
        snprintf(u, sizeof u, "u%d", i);
        snprintf(v, sizeof v, "v%d", i);
        rdg_name_dof(s, u, 2 * i);
        rdg_name_combination(s, v, 1, (rdg_index[]){2 * i + 1}, (double[]){-1});
        rdg_contact_add(s, &(rdg_contact){.tangential = u,
                                          .normal = v,
                                          .kt = 5e4,
                                          .kn = 1e5,
                                          .mu = 0.3,
                                          .preload = i % 3 ? 0.5 : -1.5});
        if (i % 5 == 2) {
            rdg_static_force_add(s, v, 30);
        }
    }
    snprintf(u, sizeof u, "u%d", bolts / 3);
    snprintf(v, sizeof v, "v%d", bolts / 2);
    rdg_force_add(s, u, 1, 1);
    rdg_force_add(s, v, 1, 0.5);
    snprintf(u, sizeof u, "u%d", bolts - 1);
    rdg_sensor_add(s, "Am", u);
    rdg_prestress(s);
    return s;
}

#endif
