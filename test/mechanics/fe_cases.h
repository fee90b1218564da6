/* Random structures and their files, as finite element programs write them. */
#ifndef RDG_TEST_FE_CASES_H
#define RDG_TEST_FE_CASES_H

#include "scratch.h"
#include "sparse_entry.h"

#include <ridgewalk/fe_files.h>
#include <ridgewalk/mechanics.h>

#include <ctype.h>

enum { FE_MOST = 36, FE_NUMBER = 40 };

/* K, M, C: symmetric, sparse. The numbers are those that their texts in a file have. */
typedef struct fe_case {
    int n, node[FE_MOST], component[FE_MOST];
    double K[FE_MOST][FE_MOST], M[FE_MOST][FE_MOST], C[FE_MOST][FE_MOST];
} fe_case;

static inline int fe_below(uint64_t *seed, int n)
{
    const int k = (int)(0.5 * (1.0 + random_signed(seed)) * n);
    return k < n ? k : n - 1;
}

/* The number behind a text of so many digits behind the point */
static inline double fe_rounded(double value, int digits)
{
    char text[FE_NUMBER];
    snprintf(text, sizeof text, "%.*E", digits, value);
    return strtod(text, NULL);
}

/* 1.5E+03, 1.5D+03 or 1.5+03 */
static inline const char *fe_text(double value, int digits, int style, char text[FE_NUMBER])
{
    snprintf(text, FE_NUMBER, "%.*E", digits, value);
    char *letter = strchr(text, 'E');
    if (style == 1) {
        *letter = 'D';
    } else if (style == 2) {
        memmove(letter, letter + 1, strlen(letter));
    }
    return text;
}

/* Couplings of random size; the diagonals dominate, so that K and M are positive definite. */
static inline void fe_couple(double A[FE_MOST][FE_MOST], int n, double size, int digits, uint64_t *seed)
{
    for (int i = 0; i < n; i++) {
        A[i][i] = fe_rounded(size * (n + 1 + random_signed(seed)), digits);
        for (int j = 0; j < i; j++) {
            A[i][j] = A[j][i] = fe_below(seed, 3) == 0 ? fe_rounded(size * random_signed(seed), digits) : 0.0;
        }
    }
}

/* Nodes ascend, and at each node the components; sometimes a scalar point comes last. */
static inline fe_case fe_case_random(int digits, bool has_points, uint64_t *seed)
{
    fe_case c = {.n = 0};
    for (int node = 1 + fe_below(seed, 1000); c.n < FE_MOST - 6; node += 1 + fe_below(seed, 100000)) {
        for (int component = 1; component <= 6; component++) {
            if (fe_below(seed, 3) > 0) {
                c.node[c.n] = node;
                c.component[c.n++] = component;
            }
        }
        if (c.n > 3 && fe_below(seed, 4) == 0) {
            for (int k = 0; has_points && k < 2; k++) {
                c.node[c.n] = node + 1 + k;
                c.component[c.n++] = 0;
            }
            break;
        }
    }
    fe_couple(c.K, c.n, pow(10.0, 12 * random_signed(seed)), digits, seed);
    fe_couple(c.M, c.n, pow(10.0, 6 * random_signed(seed)), digits, seed);
    fe_couple(c.C, c.n, pow(10.0, 3 * random_signed(seed)), digits, seed);
    return c;
}

static inline char fe_letter(int component)
{
    return "0xyz456"[component];
}

/* Each entry bit for bit; has_C: else there is no damping. */
static inline void assert_is_case(rdg_structure *s, const fe_case *c, bool has_C)
{
    rdg_sparse M, C, K;
    rdg_index dof[FE_MOST];
    assert_non_null(s);
    assert_int_equal(rdg_structure_size(s), c->n);
    assert_int_equal(rdg_structure_matrices(s, &M, &C, &K), RDG_OK);
    for (int i = 0; i < c->n; i++) {
        dof[i] = rdg_node_dof(s, c->node[i], fe_letter(c->component[i]));
        assert_true(dof[i] >= 0);
    }
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j < c->n; j++) {
            const double k = sparse_entry(&K, dof[i], dof[j]), m = sparse_entry(&M, dof[i], dof[j]),
                         d = sparse_entry(&C, dof[i], dof[j]);
            assert_true(k == c->K[i][j] && m == c->M[i][j] && d == (has_C ? c->C[i][j] : 0.0));
        }
    }
}

static inline FILE *fe_create(const char *name, char path[96])
{
    snprintf(path, 96, "%s/%s", scratch_folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static inline const char *fe_write_text(const char *name, const char *text)
{
    static char path[96];
    FILE *file = fe_create(name, path);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
    return path;
}

/* --- Nastran */

/* One matrix. form 6: one of each pair; 1, 2: both. narrow: cards of 8 fields, in which 8 characters are to
 * hold a number; commas: without columns */
static inline void fe_write_dmig(FILE *file, const char *name, const fe_case *c, double (*A)[FE_MOST],
                                 int form, int digits, int style)
{
    char text[FE_NUMBER];
    fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", name, 0, form, 2, 0, "", c->n);
    for (int j = 0; j < c->n; j++) {
        fprintf(file, "DMIG*   %-16s%16d%16d\n", name, c->node[j], c->component[j]);
        for (int i = 0; i < (form == 6 ? j + 1 : c->n); i++) {
            if (A[i][j] != 0.0 || i == j) {
                fprintf(file, "*       %16d%16d%16s\n", c->node[i], c->component[i],
                        fe_text(A[i][j], digits, style, text));
            }
        }
    }
}

/* --- Abaqus */

/* FORMAT=MATRIX INPUT, or COORDINATE. part: 0: the triangle row >= column, 1: the other one, 2: both */
static inline void fe_write_mtx(FILE *file, const fe_case *c, double (*A)[FE_MOST], bool has_labels, int part)
{
    for (int i = 0; i < c->n; i++) {
        for (int j = part == 1 ? i : 0; j < (part == 0 ? i + 1 : c->n); j++) {
            if (A[i][j] != 0.0 && has_labels) {
                fprintf(file, "%d,%d, %d,%d, %.15e\n", c->node[i], c->component[i], c->node[j],
                        c->component[j], A[i][j]);
            } else if (A[i][j] != 0.0) {
                fprintf(file, "%d  %d  %.15e\n", i + 1, j + 1, A[i][j]);
            }
        }
    }
}

static inline void fe_write_triangle(FILE *file, const char *type, const fe_case *c, double (*A)[FE_MOST])
{
    fprintf(file, "*MATRIX,TYPE=%s\n", type);
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j <= i; j++) {
            fprintf(file, "%22.15E,%s", A[i][j], j % 4 == 3 || j == i ? "\n" : "");
        }
    }
}

/* As Abaqus writes it, several components at a node; or as CalculiX does, the node once for each of them */
static inline void fe_write_element(FILE *file, const fe_case *c, bool is_calculix)
{
    fprintf(file, "**\n** GENERATION OF SUBSTRUCTURE\n*USER ELEMENT,NODES=%11d,LINEAR\n** ELEMENT NODES\n** ",
            c->n);
    int position = 0;
    for (int i = 0; i < c->n; i++) {
        if (is_calculix || i == 0 || c->node[i] != c->node[i - 1]) {
            fprintf(file, "%s%10d,", position++ % 8 == 7 ? "\n** " : "", c->node[i]);
        }
    }
    position = 0;
    for (int i = 0; i < c->n; i++) {
        if (is_calculix || i == 0 || c->node[i] != c->node[i - 1]) {
            position++;
            fprintf(file, "\n");
            if (position > 1) {
                fprintf(file, "%d,", position);
            }
            fprintf(file, "%d", c->component[i]);
        } else {
            fprintf(file, ", %d", c->component[i]);
        }
    }
    fprintf(file, "\n");
}

/* --- Nastran's OUTPUT4 in text */

typedef enum fe_columns { FE_DENSE, FE_SPARSE, FE_BIG } fe_columns;

/* Numbers from row `first` up to row `last` - 1 of column j, with imaginary parts of 0 if `is_complex` */
static inline void fe_write_numbers(FILE *file, double (*A)[FE_MOST], int j, int first, int last,
                                    bool is_complex)
{
    int count = 0;
    for (int k = first * (1 + is_complex); k < last * (1 + is_complex); k++, count++) {
        fprintf(file, "%s%23.15E", count > 0 && count % 3 == 0 ? "\n" : "",
                !is_complex ? A[k][j]
                : k % 2     ? 0.0
                            : A[k / 2][j]);
    }
    fprintf(file, "\n");
}

/* One column; strings of a sparse one are the parts without zeros. */
static inline void fe_write_column(FILE *file, const fe_case *c, double (*A)[FE_MOST], int j,
                                   fe_columns columns, int type)
{
    const int words = (type % 2 == 0 ? 2 : 1) * (type > 2 ? 2 : 1);
    int strings = 0, numbers = 0;
    for (int i = 0; i < c->n; i++) {
        numbers += A[i][j] != 0.0;
        strings += A[i][j] != 0.0 && (i == 0 || A[i - 1][j] == 0.0);
    }
    if (columns == FE_DENSE) {
        fprintf(file, "%8d%8d%8d\n", j + 1, 1, c->n * (1 + (type > 2)));
        fe_write_numbers(file, A, j, 0, c->n, type > 2);
        return;
    }
    fprintf(file, "%8d%8d%8d\n", j + 1, 0, strings * (columns == FE_BIG ? 2 : 1) + numbers * words);
    for (int i = 0, end = 0; i < c->n; i = end + 1) {
        for (end = i; end < c->n && A[end][j] != 0.0; end++) {
        }
        const int length = (end - i) * words + 1;
        if (end > i && columns == FE_BIG) {
            fprintf(file, "%8d%8d\n", length, i + 1);
        } else if (end > i) {
            fprintf(file, "%11d\n", 65536 * length + i + 1);
        }
        if (end > i) {
            fe_write_numbers(file, A, j, i, end, type > 2);
        }
    }
}

static inline void fe_write_op4(FILE *file, const char *name, const fe_case *c, double (*A)[FE_MOST],
                                fe_columns columns, int type)
{
    fprintf(file, "%8d%8d%8d%8d%-8s1P,3E23.15\n", c->n, columns == FE_BIG ? -c->n : c->n, 6, type, name);
    for (int j = 0; j < c->n; j++) {
        fe_write_column(file, c, A, j, columns, type);
    }
    fprintf(file, "%8d%8d%8d\n%23.15E\n", c->n + 1, 1, 1, 1.0);
}

/* The card EXTRN of a .pch file, four pairs a line */
static inline void fe_write_extrn(FILE *file, const fe_case *c)
{
    fprintf(file, "EXTRN   ");
    for (int i = 0, pairs = 0; i < c->n; pairs++) {
        const int node = c->node[i];
        char components[8] = "";
        for (; i < c->n && c->node[i] == node; i++) {
            snprintf(components + strlen(components), sizeof components - strlen(components), "%d",
                     c->component[i]);
        }
        fprintf(file, "%s%8d%8s", pairs > 0 && pairs % 4 == 0 ? "\n        " : "", node, components);
    }
    fprintf(file, "\n");
}

#endif
