/* A sector of a bladed disk of finite elements: disk, blade, and a shroud half way up the blade.
 *
 * Steel, hexahedra of eight nodes with incompatible modes (Taylor, Beresford and Wilson, Int. J. Numer.
 * Methods Eng. 10 (1976) 1211), 24 sectors, bore 0.1 m, rim 0.2 m, tip 0.32 m, 30 mm thick, held at the bore.
 * Displacements of a node are radial, tangential and axial, so that those of the right face are those of the
 * next sector's left face. */
#ifndef RDG_TEST_FE_SECTOR_H
#define RDG_TEST_FE_SECTOR_H

#include "fe_hexahedron.h"
#include "support.h"

#include <ridgewalk/sector.h>
#include <ridgewalk/sparse.h>

#include <math.h>
#include <string.h>

enum { FE_SECTORS = 24 };

/* Cells around, through, of the disk and of the blade along the radius; of half the blade's thickness and of
 * the shroud along the radius (0: a sixth of those around, and two). */
typedef struct fe_cells {
    int around, through, disk, blade, wide, shroud;
} fe_cells;

/* Matrices of the sector on one pattern, and its nodes. */
typedef struct fe_sector {
    fe_cells cells;
    rdg_index n, count; /* degrees of freedom; entries of elements */
    rdg_index *number;  /* [places] first degree of freedom; -1: no node there, or held */
    rdg_index *row, *col, *place;
    rdg_pattern *pattern;
    double *K, *M, *blade; /* blade: of its own elements */
} fe_sector;

/* Q'AQ: from x and y to radial and tangential at each corner's angle. */
static inline void fe_turn(const double angle[8], double *A)
{
    for (int side = 0; side < 2; side++) {
        for (int a = 0; a < 8; a++) {
            for (int k = 0; k < FE_DOF; k++) {
                const int one = side == 0 ? 3 * a + FE_DOF * k : k + FE_DOF * 3 * a,
                          other = one + (side == 0 ? 1 : FE_DOF);
                const double c = cos(angle[a]), s = sin(angle[a]), x = A[one], y = A[other];
                A[one] = c * x + s * y;
                A[other] = -s * x + c * y;
            }
        }
    }
}

static inline int fe_place(const fe_cells *c, int r, int t, int z)
{
    return ((r * (c->around + 1)) + t) * (c->through + 1) + z;
}

static inline bool fe_is_blade(const fe_cells *c, int r)
{
    return r >= c->disk;
}

/* The shroud's first cell along the radius, 55 % up the blade */
static inline int fe_shroud(const fe_cells *c)
{
    return c->disk + (11 * c->blade + 10) / 20;
}

static inline bool fe_has_cell(const fe_cells *c, int r, int t)
{
    const int sixth = c->around > 6 ? c->around / 6 : 1, wide = c->wide > 0 ? c->wide : sixth;
    return !fe_is_blade(c, r) || (t >= c->around / 2 - wide && t < c->around / 2 + wide) ||
           (r >= fe_shroud(c) && r < fe_shroud(c) + (c->shroud > 0 ? c->shroud : 2));
}

static inline void fe_corner_at(const fe_cells *c, int r, int t, int z, double x[3], double *angle)
{
    const double radius = r <= c->disk ? 0.1 + 0.1 * r / c->disk : 0.2 + 0.12 * (r - c->disk) / c->blade;
    *angle = acos(-1.0) / FE_SECTORS * (2.0 * t / c->around - 1.0);
    x[0] = radius * cos(*angle);
    x[1] = radius * sin(*angle);
    x[2] = 0.03 * z / c->through;
}

/* fn for each element, by its cell. */
static inline void fe_each(fe_sector *s, void (*fn)(fe_sector *s, int r, int t, int z))
{
    const fe_cells *c = &s->cells;
    for (int r = 0; r < c->disk + c->blade; r++) {
        for (int t = 0; t < c->around; t++) {
            for (int z = 0; z < c->through && fe_has_cell(c, r, t); z++) {
                fn(s, r, t, z);
            }
        }
    }
}

static inline void fe_mark(fe_sector *s, int r, int t, int z)
{
    for (int a = 0; a < 8; a++) {
        const int i = r + (a & 1);
        s->number[fe_place(&s->cells, i, t + (a >> 1 & 1), z + (a >> 2))] = i == 0 ? -1 : 1;
    }
    s->count += FE_DOF * FE_DOF;
}

/* Entries of an element on the list, in the pattern once it is there. */
static inline void fe_add_element(fe_sector *s, int r, int t, int z)
{
    double x[8][3], angle[8], K[FE_DOF * FE_DOF], M[FE_DOF * FE_DOF];
    rdg_index first[8];
    for (int a = 0; a < 8; a++) {
        const int i = r + (a & 1), j = t + (a >> 1 & 1), k = z + (a >> 2);
        fe_corner_at(&s->cells, i, j, k, x[a], &angle[a]);
        first[a] = s->number[fe_place(&s->cells, i, j, k)];
    }
    if (s->pattern) {
        fe_element(x, K, M);
        fe_turn(angle, K);
        fe_turn(angle, M);
    }
    for (int e = 0; e < FE_DOF * FE_DOF; e++) {
        const int i = e % FE_DOF, j = e / FE_DOF;
        if (first[i / 3] < 0 || first[j / 3] < 0) {
            continue;
        }
        if (s->pattern) {
            const rdg_index at = s->place[s->count];
            const double k = 0.5 * (K[e] + K[j + FE_DOF * i]);
            s->K[at] += k;
            s->blade[at] += fe_is_blade(&s->cells, r) ? k : 0.0;
            s->M[at] += 0.5 * (M[e] + M[j + FE_DOF * i]);
        }
        s->row[s->count] = first[i / 3] + i % 3;
        s->col[s->count++] = first[j / 3] + j % 3;
    }
}

static inline fe_sector fe_sector_make(rdg_context *ctx, fe_cells cells)
{
    fe_sector s = {.cells = cells};
    const int places = fe_place(&cells, cells.disk + cells.blade + 1, 0, 0);
    s.number = fe_new((size_t)places, sizeof *s.number);
    fe_each(&s, fe_mark);
    for (int p = 0; p < places; p++) {
        s.number[p] = s.number[p] > 0 ? s.n : -1;
        s.n += s.number[p] >= 0 ? 3 : 0;
    }
    s.row = fe_new((size_t)s.count, sizeof *s.row);
    s.col = fe_new((size_t)s.count, sizeof *s.col);
    s.place = fe_new((size_t)s.count, sizeof *s.place);
    s.count = 0;
    fe_each(&s, fe_add_element);
    rdg_pattern *pattern = rdg_pattern_create(ctx, s.n, s.n, s.count, s.row, s.col, s.place);
    fe_require(pattern);
    const size_t entries = (size_t)pattern->start[s.n];
    s.K = fe_new(entries, sizeof *s.K);
    s.M = fe_new(entries, sizeof *s.M);
    s.blade = fe_new(entries, sizeof *s.blade);
    s.pattern = pattern;
    s.count = 0;
    fe_each(&s, fe_add_element);
    return s;
}

static inline void fe_sector_release(fe_sector *s)
{
    rdg_pattern_free(s->pattern);
    free(s->number);
    free(s->row);
    free(s->col);
    free(s->place);
    free(s->K);
    free(s->M);
    free(s->blade);
}

#endif
