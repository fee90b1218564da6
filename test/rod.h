/* A rod with many degrees of freedom and ten dry friction contacts along it. */
#ifndef RDG_TEST_ROD_H
#define RDG_TEST_ROD_H

#include <ridgewalk/contact.h>
#include <ridgewalk/core.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROD_CONTACTS = 10 };

static const char *const rod_pad[ROD_CONTACTS] = {"pad 1", "pad 2", "pad 3", "pad 4", "pad 5",
                                                  "pad 6", "pad 7", "pad 8", "pad 9", "pad 10"};

/* n equal masses on a line, 1 kg and 1e4 N/m in total, clamped at one end. First frequency: 157 rad/s. Force
 * and sensor at the free end; the contacts slip from 0.6 um on. */
static inline rdg_structure *rod_create(rdg_context *ctx, rdg_index n)
{
    const double k = 1e4 * (double)n, m = 1.0 / (double)n;
    rdg_index *start = calloc((size_t)n + 1, sizeof *start), *row = calloc(3 * (size_t)n, sizeof *row);
    double *K = calloc(3 * (size_t)n, sizeof *K), *M = calloc(3 * (size_t)n, sizeof *M);
    rdg_index entries = 0;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = j > 0 ? j - 1 : 0; i <= j + 1 && i < n; i++) {
            row[entries] = i;
            M[entries] = i == j ? m : 0.0;
            K[entries++] = i == j ? (j == n - 1 ? k : 2 * k) : -k;
        }
        start[j + 1] = entries;
    }
    const rdg_pattern pattern = {.rows = n, .cols = n, .start = start, .row = row};
    rdg_structure *rod =
        rdg_structure_create_sparse(ctx, "rod", &(rdg_sparse){pattern, M}, NULL, &(rdg_sparse){pattern, K});
    rdg_damping_proportional(rod, 0.0, 1e-4);
    for (rdg_index i = 0; i < ROD_CONTACTS; i++) {
        rdg_name_dof(rod, rod_pad[i], n / 12 * (i + 2));
    }
    rdg_name_dof(rod, "end", n - 1);
    for (int i = 0; i < ROD_CONTACTS; i++) {
        rdg_contact_add(rod, &(rdg_contact){.tangential = rod_pad[i], .kt = 2e3, .mu = 0.3, .preload = 4e-3});
    }
    rdg_force_add(rod, "end", 1, 1.0);
    rdg_sensor_add(rod, "Am", "end");
    free(start);
    free(row);
    free(K);
    free(M);
    return rod;
}

static inline rdg_hbm *rod_hbm(rdg_structure *rod, bool keep_all)
{
    rdg_hbm *hb = rdg_hbm_create(rod, RDG_HARMONICS(1, 3));
    if (keep_all) {
        rdg_hbm_keep_all(hb);
    }
    return hb;
}

#endif
