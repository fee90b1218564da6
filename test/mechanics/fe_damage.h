/* Damaged files of finite element programs: refused with a message, or read as finite symmetric matrices,
 * within bounds of time and memory. */
#ifndef RDG_TEST_FE_DAMAGE_H
#define RDG_TEST_FE_DAMAGE_H

#include "damaged_matrices.h"
#include "fe_cases.h"

#include <ridgewalk/fe_nodes.h>

enum { FE_DIGITS = 9 };

typedef enum fe_format {
    FE_DMIG,
    FE_LABELLED,
    FE_NUMBERED,
    FE_ELEMENT,
    FE_OP4,
    FE_ORDER,
    FE_INP,
    FE_BDF,
    FE_CDB,
    FE_FORMATS
} fe_format;

/* Where a trial reads: the file that is damaged, and one that is whole */
static char fe_damaged[96], fe_whole[96];
static fe_format fe_kind;

static inline void fe_write_matrices(FILE *file, const fe_case *c, fe_format format, uint64_t *seed)
{
    double(*K)[FE_MOST] = (double(*)[FE_MOST])c->K, (*M)[FE_MOST] = (double(*)[FE_MOST])c->M;
    if (format == FE_DMIG) {
        fe_write_dmig(file, "KAAX", c, K, fe_below(seed, 2) ? 6 : 1, FE_DIGITS, fe_below(seed, 3));
        fe_write_dmig(file, "MAAX", c, M, fe_below(seed, 2) ? 6 : 1, FE_DIGITS, fe_below(seed, 3));
    } else if (format == FE_ELEMENT) {
        fe_write_element(file, c, fe_below(seed, 2));
        fe_write_triangle(file, "STIFFNESS", c, K);
        fe_write_triangle(file, "MASS", c, M);
    } else {
        fe_write_op4(file, "KAA", c, K, (fe_columns)fe_below(seed, 3), 1 + fe_below(seed, 4));
        fe_write_op4(file, "MAA", c, M, (fe_columns)fe_below(seed, 3), 1 + fe_below(seed, 4));
    }
}

/* Nodes of the case with coordinates and a set, in a format of meshes */
static inline void fe_write_mesh(FILE *file, const fe_case *c, fe_format format)
{
    fprintf(file, "%s",
            format == FE_INP   ? "** mesh\n*NODE, NSET=all\n"
            : format == FE_CDB ? "NBLOCK,6,SOLID,9,9\n(3i9,6e21.13e3)\n"
                               : "SET 3 = 1 THRU 1000,\n 2000\nBEGIN BULK\nCORD2C  7               0.      "
                                 "0.      0.      0.      0.      1.\n        1.      0.      0.\n");
    for (int i = 0; i < c->n; i++) {
        if (i > 0 && c->node[i] == c->node[i - 1]) {
            continue;
        }
        if (format == FE_INP) {
            fprintf(file, "%d, %.6g, %d.5, 1e-3\n", c->node[i], c->K[0][0], i);
        } else if (format == FE_CDB) {
            fprintf(file, "%9d        0        0%21.13E%21.13E\n", c->node[i], c->K[0][0], -1.0 * i);
        } else if (i % 2 == 0) {
            fprintf(file, "GRID    %-8d%-8d%-8.5g%-8d%-8d\n", c->node[i], 7, 1.5 * i, 30, i);
        } else {
            fprintf(file, "GRID*   %-16d%-16s%-16.9g%-16d\n*       %-16d\n", c->node[i], "", 1.5 * i, 30, i);
        }
    }
    fprintf(file,
            format == FE_INP   ? "*NSET, NSET=some, GENERATE\n%d, 99999999, 1\n*NSET, NSET=other\nsome, %d\n"
            : format == FE_CDB ? "N,R5.3,LOC,       -1,\nCMBLOCK,SOME,NODE,2\n(8i10)\n%10d%10d\n"
                               : "SET1    5       %-8d%-8d\n",
            c->node[0], format == FE_CDB ? -99999999 : c->node[0]);
}

static inline rdg_structure *fe_read_damaged(rdg_context *ctx)
{
    rdg_structure *s = NULL;
    switch (fe_kind) {
    case FE_DMIG:
        return rdg_structure_read_nastran(ctx, "s", fe_damaged);
    case FE_LABELLED:
    case FE_NUMBERED:
        return rdg_structure_read_abaqus(ctx, "s", fe_damaged, fe_whole);
    case FE_ELEMENT:
        return rdg_structure_read_abaqus(ctx, "s", fe_damaged, fe_damaged);
    case FE_OP4:
        return rdg_structure_read_op4(ctx, "s", fe_damaged, NULL);
    case FE_ORDER:
        return rdg_structure_read_op4(ctx, "s", fe_whole, fe_damaged);
    default:
        s = rdg_structure_read_nastran(ctx, "s", fe_whole);
        return rdg_nodes_read(s, fe_damaged) == RDG_OK ? s : NULL;
    }
}

static inline void fe_write_both(const fe_case *c, fe_format format, uint64_t *seed)
{
    static const char *const ending[FE_FORMATS] = {".pch", ".mtx", ".mtx", ".mtx", ".op4",
                                                   ".pch", ".inp", ".bdf", ".cdb"};
    char name[32];
    snprintf(name, sizeof name, "damaged%s", ending[format]);
    FILE *damaged = fe_create(name, fe_damaged), *whole = fe_create("whole", fe_whole);
    if (format == FE_LABELLED || format == FE_NUMBERED) {
        fe_write_mtx(damaged, c, (double(*)[FE_MOST])c->K, format == FE_LABELLED, fe_below(seed, 3));
        fe_write_mtx(whole, c, (double(*)[FE_MOST])c->M, format == FE_LABELLED, fe_below(seed, 3));
    } else if (format == FE_ORDER) {
        fe_write_extrn(damaged, c);
        fe_write_matrices(whole, c, FE_OP4, seed);
    } else if (format >= FE_INP) {
        fe_write_mesh(damaged, c, format);
        fe_write_matrices(whole, c, FE_DMIG, seed);
    } else {
        fe_write_matrices(damaged, c, format, seed);
    }
    fclose(damaged);
    fclose(whole);
}

static inline void assert_is_symmetric(rdg_structure *s)
{
    rdg_sparse X[2];
    assert_int_equal(rdg_structure_matrices(s, &X[0], NULL, &X[1]), RDG_OK);
    for (int which = 0; which < 2; which++) {
        const rdg_pattern *p = &X[which].pattern;
        double largest = 0;
        for (rdg_index e = 0; e < p->start[p->cols]; e++) {
            assert_true(isfinite(X[which].values[e]));
            largest = fmax(largest, fabs(X[which].values[e]));
        }
        for (rdg_index j = 0; j < p->cols; j++) {
            for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
                const double across = sparse_entry(&X[which], j, p->row[e]);
                assert_near(X[which].values[e], across, 1e-9, 1e-13 * largest);
            }
        }
    }
}

/* So many files, each with up to four damages; how many were read nonetheless. */
static inline int fe_damage_files(int trials, uint64_t seed)
{
    static char text[6 * 2 * LONGEST_FILE];
    int read = 0;
    for (int trial = 0; trial < trials; trial++) {
        fe_case c = fe_case_random(FE_DIGITS, false, &seed);
        fe_kind = (fe_format)(trial % FE_FORMATS);
        fe_write_both(&c, fe_kind, &seed);
        size_t size = take_text(fe_damaged, text);
        const size_t before = size;
        for (int k = trial / FE_FORMATS % 4; k >= 0 && size > 0 && size < 2 * LONGEST_FILE; k--) {
            size = harm_text(text, size, &seed);
        }
        put_text(fe_damaged, text, size);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_structure *s = read_within_bounds(ctx, fe_read_damaged, size + before + 16384);
        if (s) {
            assert_is_symmetric(s);
        }
        read += s != NULL;
        rdg_context_free(ctx);
    }
    return read;
}

#endif
