/* The linear system of contact problems of many bodies: its pattern, once; its values. */
#include "contact_large_impl.h"

#include <ridgewalk/sparse.h>

#include <string.h>

static bool allocate(rdg_large_contacts *s, void *to, rdg_index count, size_t size)
{
    void *memory = rdg_context_calloc(s->ctx, (size_t)count, size);
    memcpy(to, &memory, sizeof memory);
    return memory != NULL;
}

/* Degrees of freedom of each block, for each of its rows, and where the entries of W are; mark: [n], -1. */
static void gather(rdg_large_contacts *s, const rdg_pattern *W, rdg_index *mark)
{
    for (rdg_index b = 0; b < s->blocks; b++) {
        rdg_index many = 0, *dof = s->dof + s->start[s->first[b]];
        for (rdg_index e = W->start[s->first[b]]; e < W->start[s->first[b + 1]]; e++) {
            if (mark[W->row[e]] < 0) {
                mark[W->row[e]] = many;
                dof[many++] = W->row[e];
            }
        }
        const rdg_index rows = s->first[b + 1] - s->first[b];
        s->square[b + 1] = s->square[b] + rows * rows;
        for (rdg_index row = s->first[b]; row < s->first[b + 1]; row++) {
            memcpy(s->dof + s->start[row], dof, (size_t)many * sizeof *dof * (row > s->first[b]));
            s->start[row + 1] = s->start[row] + many;
            for (rdg_index e = W->start[row]; e < W->start[row + 1]; e++) {
                s->from[e] = s->start[row] + mark[W->row[e]];
            }
        }
        for (rdg_index i = 0; i < many; i++) {
            mark[dof[i]] = -1;
        }
    }
}

typedef struct entries {
    rdg_index count, *row, *col, *place;
} entries;

static void add_entry(entries *e, rdg_index row, rdg_index col)
{
    e->row[e->count] = row;
    e->col[e->count++] = col;
}

/* All entries: those of M, of W on the right and below, of the blocks */
static void list(const rdg_large_contacts *s, entries *e)
{
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index k = s->M->start[j]; k < s->M->start[j + 1]; k++) {
            add_entry(e, s->M->row[k], j);
        }
    }
    for (int below = 0; below < 2; below++) {
        for (rdg_index row = 0; row < s->rows; row++) {
            for (rdg_index i = s->start[row]; i < s->start[row + 1]; i++) {
                add_entry(e, below ? s->n + row : s->dof[i], below ? s->dof[i] : s->n + row);
            }
        }
    }
    for (rdg_index b = 0; b < s->blocks; b++) {
        for (rdg_index i = s->first[b]; i < s->first[b + 1]; i++) {
            for (rdg_index j = s->first[b]; j < s->first[b + 1]; j++) {
                add_entry(e, s->n + i, s->n + j);
            }
        }
    }
}

/* Whether each diagonal entry of M is there; where. */
static bool find_diagonal(rdg_large_contacts *s)
{
    bool all = true;
    for (rdg_index j = 0; j < s->n; j++) {
        rdg_index at = s->M->start[j];
        while (at < s->M->start[j + 1] && s->M->row[at] < j) {
            at++;
        }
        all = all && at < s->M->start[j + 1] && s->M->row[at] == j;
        s->diagonal[j] = at;
    }
    return all;
}

static rdg_status analyse(rdg_large_contacts *s)
{
    klu_l_defaults(&s->lu.common);
    s->lu.common.btf = 0;
    s->lu.common.tol = 0.01; /* pivots from the diagonal, where they are not tiny */
    s->lu.symbolic = klu_l_analyze(s->size, rdg_large_long(s->pattern->start),
                                   rdg_large_long(s->pattern->row), &s->lu.common);
    return s->lu.symbolic ? RDG_OK
                          : RDG_FAIL(s->ctx, RDG_ERR_LIBRARY, "KLU's analysis of %lld unknowns answered %lld",
                                     (long long)s->size, (long long)s->lu.common.status);
}

static rdg_status make_pattern(rdg_large_contacts *s)
{
    const rdg_index of_M = rdg_pattern_count(s->M), wide = s->start[s->rows],
                    most = of_M + 2 * wide + s->square[s->blocks];
    entries e = {.count = 0};
    bool good = allocate(s, &e.row, most, sizeof *e.row) && allocate(s, &e.col, most, sizeof *e.col) &&
                allocate(s, &s->of_M, most, sizeof *s->of_M);
    if (good) {
        list(s, &e);
        s->pattern = rdg_pattern_create(s->ctx, s->size, s->size, most, e.row, e.col, s->of_M);
        s->right = s->of_M + of_M;
        s->below = s->right + wide;
        s->own = s->below + wide;
    }
    rdg_free(e.row);
    rdg_free(e.col);
    const rdg_index count = rdg_pattern_count(s->pattern);
    if (!s->pattern || !allocate(s, &s->values, count, sizeof *s->values) ||
        !allocate(s, &s->placed, 3 * s->square[s->blocks], sizeof *s->placed)) {
        return RDG_ERR_NO_MEMORY;
    }
    return analyse(s);
}

rdg_status rdg_large_system_create(rdg_large_contacts *s, const rdg_large_contacts_options *o)
{
    const rdg_index count = rdg_pattern_count(o->W);
    rdg_index *mark = NULL;
    s->asked = count;
    s->M = rdg_pattern_copy(s->ctx, o->M);
    if (!s->M || !allocate(s, &mark, s->n, sizeof *mark) ||
        !allocate(s, &s->start, s->rows + 1, sizeof *s->start) ||
        !allocate(s, &s->square, s->blocks + 1, sizeof *s->square) ||
        !allocate(s, &s->dof, 3 * count, sizeof *s->dof) || !allocate(s, &s->from, count, sizeof *s->from) ||
        !allocate(s, &s->W, 3 * count, sizeof *s->W) || !allocate(s, &s->diagonal, s->n, sizeof *mark)) {
        rdg_free(mark);
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < s->n; i++) {
        mark[i] = -1;
    }
    gather(s, o->W, mark);
    rdg_free(mark);
    if (!find_diagonal(s)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_large_contacts_create",
                        "the pattern of M lacks entries of its diagonal");
    }
    return make_pattern(s);
}

void rdg_large_system_release(rdg_large_contacts *s)
{
    if (s->lu.symbolic) {
        klu_l_free_numeric(&s->lu.numeric, &s->lu.common);
        klu_l_free_symbolic(&s->lu.symbolic, &s->lu.common);
    }
    rdg_pattern_free(s->M);
    rdg_pattern_free(s->pattern);
    rdg_free(s->start);
    rdg_free(s->square);
    rdg_free(s->dof);
    rdg_free(s->from);
    rdg_free(s->W);
    rdg_free(s->diagonal);
    rdg_free(s->of_M);
    rdg_free(s->values);
    rdg_free(s->placed);
}

/* The values of a block, by what was placed */
static void write_block(rdg_large_contacts *s, rdg_index block)
{
    const int rows = rdg_large_rows(s, block);
    const rdg_index at = s->start[s->first[block]], many = s->start[s->first[block] + 1] - at;
    const double *own = s->placed + 3 * s->square[block];
    for (int i = 0; i < rows; i++, own += 3 * rows) {
        for (rdg_index k = 0; k < many; k++) {
            double right = 0.0, below = 0.0;
            for (int j = 0; j < rows; j++) {
                right -= own[3 * j] * s->W[at + j * many + k];
                below += own[3 * j + 1] * s->W[at + j * many + k];
            }
            s->values[s->right[at + i * many + k]] = right;
            s->values[s->below[at + i * many + k]] = below;
        }
        for (int j = 0; j < rows; j++) {
            s->values[s->own[s->square[block] + i * rows + j]] = own[3 * j + 2];
        }
    }
}

void rdg_large_begin(rdg_large_contacts *s)
{
    const rdg_index count = rdg_pattern_count(s->M);
    for (rdg_index k = 0; k < count; k++) {
        double *value = s->values + s->of_M[k];
        s->changed = s->changed || *value != s->now->M[k];
        *value = s->now->M[k];
    }
    s->anew = s->moved;
    s->moved = false;
}

void rdg_large_place(rdg_large_contacts *s, rdg_index block, const double *T, const double *A,
                     const double *B)
{
    const int rows = rdg_large_rows(s, block);
    double *own = s->placed + 3 * s->square[block];
    bool same = !s->anew;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++, own += 3) {
            const double t = T ? T[3 * j + i] : i == j, a = A[3 * i + j], b = B[3 * i + j];
            same = same && own[0] == t && own[1] == a && own[2] == b;
            own[0] = t;
            own[1] = a;
            own[2] = b;
        }
    }
    if (!same) {
        s->changed = true;
        write_block(s, block);
    }
}

void rdg_large_velocities(const rdg_large_contacts *s, const double *v, double *xi)
{
    for (rdg_index row = 0; row < s->rows; row++) {
        double sum = s->now->c[row];
        for (rdg_index e = s->start[row]; e < s->start[row + 1]; e++) {
            sum += s->W[e] * v[s->dof[e]];
        }
        xi[row] = sum;
    }
}

void rdg_large_push(const rdg_large_contacts *s, const double *r, double *y)
{
    for (rdg_index row = 0; row < s->rows; row++) {
        for (rdg_index e = s->start[row]; e < s->start[row + 1]; e++) {
            y[s->dof[e]] += s->W[e] * r[row];
        }
    }
}

void rdg_large_slow(const rdg_large_contacts *s, const double *v, double *y)
{
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->M->start[j]; e < s->M->start[j + 1]; e++) {
            y[s->M->row[e]] -= s->now->M[e] * v[j];
        }
    }
}
