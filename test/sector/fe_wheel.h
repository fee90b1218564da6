/* The rotor of a finite element sector (fe_sector.h): by its sector, and all of its finite elements with
 * blades of unequal stiffness. */
#ifndef RDG_TEST_FE_WHEEL_H
#define RDG_TEST_FE_WHEEL_H

#include "fe_sector.h"

#include <ridgewalk/mistuning.h>
#include <ridgewalk/modes.h>

/* Degrees of freedom of a face, t = 0 or `around`, in the same order on both. */
static inline rdg_index fe_face(const fe_sector *s, int t, rdg_index *dof)
{
    const fe_cells *c = &s->cells;
    rdg_index n = 0;
    for (int r = 0; r <= c->disk; r++) {
        for (int z = 0; z <= c->through; z++) {
            const rdg_index first = s->number[fe_place(c, r, t, z)];
            for (int d = 0; d < 3 && first >= 0; d++) {
                dof[n++] = first + d;
            }
        }
    }
    return n;
}

/* Also its structure. */
static inline rdg_sector *fe_rotor_of(rdg_context *ctx, const fe_sector *s, rdg_structure **sector)
{
    rdg_structure *made =
        rdg_structure_create_sparse(ctx, "finite elements", &(rdg_sparse){*s->pattern, s->M}, RDG_UNDAMPED,
                                    &(rdg_sparse){*s->pattern, s->K});
    rdg_index *dof = fe_new((size_t)s->n, sizeof *dof);
    rdg_name_set(made, "left", fe_face(s, 0, dof), dof);
    rdg_name_set(made, "right", fe_face(s, s->cells.around, dof), dof);
    rdg_name_dof(made, "tip",
                 s->number[fe_place(&s->cells, s->cells.disk + s->cells.blade, s->cells.around / 2,
                                    s->cells.through / 2)] +
                     1);
    free(dof);
    *sector = made;
    return rdg_sector_create(made,
                             &(rdg_sector_options){.sectors = FE_SECTORS, .left = "left", .right = "right"});
}

static inline rdg_sector *fe_rotor(rdg_context *ctx, const fe_sector *s)
{
    rdg_structure *sector = NULL;
    return fe_rotor_of(ctx, s, &sector);
}

/* Number in the wheel of a degree of freedom of sector j: the right face is the next one's left face. */
static inline rdg_index *fe_numbers(const fe_sector *s, rdg_index *size)
{
    rdg_index *dof = fe_new((size_t)(2 * s->n), sizeof *dof), *right = dof + s->n;
    rdg_index *number = fe_new((size_t)s->n, sizeof *number);
    const rdg_index n = fe_face(s, 0, dof);
    fe_face(s, s->cells.around, right);
    for (rdg_index k = 0; k < n; k++) {
        number[right[k]] = -1;
    }
    *size = 0;
    for (rdg_index i = 0; i < s->n; i++) {
        number[i] = number[i] < 0 ? -1 : (*size)++;
    }
    for (rdg_index k = 0; k < n; k++) {
        number[right[k]] = -1 - number[dof[k]];
    }
    free(dof);
    return number;
}

/* The wheel whose blade j has (1 + deviation[j]) times the stiffness. */
static inline rdg_structure *fe_wheel(rdg_context *ctx, const fe_sector *s, const double *deviation)
{
    rdg_index n, *number = fe_numbers(s, &n), e = 0;
    const rdg_index entries = s->pattern->start[s->n], N = FE_SECTORS * n, count = FE_SECTORS * entries;
    rdg_index *row = fe_new((size_t)(3 * count), sizeof *row), *col = row + count, *place = col + count;
    for (rdg_index k = 0; k < FE_SECTORS * s->n; k++) {
        const rdg_index sector = k / s->n, j = k % s->n;
        for (rdg_index p = s->pattern->start[j]; p < s->pattern->start[j + 1]; p++, e++) {
            const rdg_index at[2] = {number[s->pattern->row[p]], number[j]};
            rdg_index to[2];
            for (int i = 0; i < 2; i++) {
                to[i] = at[i] >= 0 ? sector * n + at[i] : (sector + 1) % FE_SECTORS * n - 1 - at[i];
            }
            row[e] = to[0];
            col[e] = to[1];
        }
    }
    rdg_pattern *pattern = rdg_pattern_create(ctx, N, N, count, row, col, place);
    fe_require(pattern);
    double *K = fe_new((size_t)pattern->start[N], sizeof *K),
           *M = fe_new((size_t)pattern->start[N], sizeof *M);
    for (e = 0; e < count; e++) {
        const rdg_index p = e % entries;
        K[place[e]] += s->K[p] + deviation[e / entries] * s->blade[p];
        M[place[e]] += s->M[p];
    }
    rdg_structure *made = rdg_structure_create_sparse(ctx, "wheel", &(rdg_sparse){*pattern, M}, RDG_UNDAMPED,
                                                      &(rdg_sparse){*pattern, K});
    rdg_pattern_free(pattern);
    free(K);
    free(M);
    free(row);
    free(number);
    return made;
}

/* K where both degrees of freedom belong to nodes that the blade alone has: the trap. */
static inline double *fe_cut_to_blade(const fe_sector *s)
{
    double *cut = fe_new((size_t)s->pattern->start[s->n], sizeof *cut);
    bool *is_blade = fe_new((size_t)s->n, sizeof *is_blade);
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->pattern->start[j]; e < s->pattern->start[j + 1]; e++) {
            is_blade[j] = is_blade[j] || (s->pattern->row[e] == j && s->blade[e] == s->K[e]);
        }
    }
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->pattern->start[j]; e < s->pattern->start[j + 1]; e++) {
            cut[e] = is_blade[j] && is_blade[s->pattern->row[e]] ? s->K[e] : 0.0;
        }
    }
    free(is_blade);
    return cut;
}

enum { FE_SEEN = 48 };

/* The greatest relative error of the lowest frequencies in tuned modes. */
static inline double fe_worst(rdg_context *ctx, const rdg_sector *rotor, const fe_sector *s, double *blade,
                              rdg_index modes, const double *deviation, const double *expected)
{
    double omega[FE_SEEN], worst = 0.0;
    rdg_structure *wheel = rdg_sector_mistuned(rotor, modes, &(rdg_sparse){*s->pattern, blade}, deviation);
    assert_ok(ctx, rdg_structure_frequencies(wheel, RDG_NO_SPRINGS, FE_SEEN, omega));
    for (int k = 0; k < FE_SEEN; k++) {
        worst = fmax(worst, fabs(omega[k] / expected[k] - 1.0));
    }
    rdg_structure_free(wheel);
    return worst;
}

/* Errors with 6 and 12 modes of each nodal diameter, and with 6 and a stiffness that is cut out of K. */
typedef struct fe_errors {
    double six, twelve, cut;
} fe_errors;

static inline fe_errors fe_compare(rdg_context *ctx, const fe_sector *s, double spread)
{
    /* normally distributed, drawn once */
    static const double normal[FE_SECTORS] = {
        0.34558419, 0.82161814,  0.33043708,  -1.30315723, 0.90535587,  0.44637457,  -0.53695324, 0.5811181,
        0.3645724,  0.2941325,   0.02842224,  0.54671299,  -0.73645409, -0.16290995, -0.48211931, 0.59884621,
        0.03972211, -0.29245675, -0.78190846, -0.25719224, 0.00814218,  -0.27560291, 1.29406381,  1.00672432};
    double deviation[FE_SECTORS], expected[FE_SEEN];
    for (int j = 0; j < FE_SECTORS; j++) {
        deviation[j] = spread * normal[j];
    }
    rdg_sector *rotor = fe_rotor(ctx, s);
    rdg_structure *wheel = fe_wheel(ctx, s, deviation);
    assert_ok(ctx, rdg_structure_frequencies(wheel, RDG_NO_SPRINGS, FE_SEEN, expected));
    double *cut = fe_cut_to_blade(s);
    const fe_errors found = {fe_worst(ctx, rotor, s, s->blade, 6, deviation, expected),
                             fe_worst(ctx, rotor, s, s->blade, 12, deviation, expected),
                             fe_worst(ctx, rotor, s, cut, 6, deviation, expected)};
    print_message("wheel of %lld, blades to %g %%, %.1f to %.1f Hz: 144 coordinates %.2g, 288 %.2g; K cut to "
                  "the blade's nodes %.2g\n",
                  (long long)rdg_structure_size(wheel), 100.0 * spread, expected[0] / 6.283185307,
                  expected[FE_SEEN - 1] / 6.283185307, found.six, found.twelve, found.cut);
    free(cut);
    return found;
}

#endif
