/* The flexible crank by modes of its rod, clamped at the crank's pin, with the slider at its end. */
#ifndef RDG_DEMO_MODAL_H
#define RDG_DEMO_MODAL_H

#include "flexible_crank.h"

#include <ridgewalk/mechanics.h>

#include <string.h>

/* to = (vector of the nodes' coordinates) times the shapes, [n] */
static inline void modal_row(const flexible_crank *full, int n, const double *shape, const double *from,
                             double *to)
{
    double row[FLEX_DOFS] = {0};
    for (int j = 0; j < n; j++) {
        row[j] = flex_dot(full->nf, from, shape + (long)j * full->nf);
    }
    memcpy(to, row, sizeof row);
}

static inline void modal_square(const flexible_crank *full, int n, const double *shape,
                                const double from[FLEX_DOFS][FLEX_DOFS], double to[FLEX_DOFS][FLEX_DOFS])
{
    static double half[FLEX_DOFS][FLEX_DOFS];
    memset(to, 0, FLEX_DOFS * sizeof *to);
    for (int i = 0; i < full->nf; i++) {
        modal_row(full, n, shape, from[i], half[i]);
    }
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < full->nf; i++) {
                to[k][j] += shape[(long)k * full->nf + i] * half[i][j];
            }
        }
    }
}

/* The lowest modes of `full` as coordinates of `f`; frequencies, rad/s */
static inline rdg_status modal_reduce(rdg_context *ctx, const flexible_crank *full, int modes,
                                      flexible_crank *f, double *omega)
{
    static double M[FLEX_DOFS * FLEX_DOFS], K[FLEX_DOFS * FLEX_DOFS], shape[FLEX_DOFS * FLEX_DOFS];
    const int n = full->nf;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            M[j * n + i] = full->Sff[i][j];
            K[j * n + i] = full->K[i][j];
        }
    }
    rdg_structure *rod = rdg_structure_create(ctx, "rod", n, M, RDG_UNDAMPED, K);
    const rdg_status status = rdg_structure_modes(rod, RDG_NO_SPRINGS, modes, omega, shape);
    if (status != RDG_OK) {
        return status;
    }
    *f = *full;
    f->nf = modes;
    for (int i = 0; i < 2; i++) {
        modal_row(full, modes, shape, full->S[i], f->S[i]);
        modal_row(full, modes, shape, full->tip[i], f->tip[i]);
    }
    modal_row(full, modes, shape, full->I3, f->I3);
    modal_row(full, modes, shape, full->I4, f->I4);
    modal_row(full, modes, shape, full->root, f->root);
    modal_square(full, modes, shape, full->Sff, f->Sff);
    modal_square(full, modes, shape, full->St, f->St);
    modal_square(full, modes, shape, full->K, f->K);
    return RDG_OK;
}

#endif
